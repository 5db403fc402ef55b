//! `tablero uci` as a graphical interface uses it: over pipes, one line at a time.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Interface {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Interface {
    fn start() -> Interface {
        Interface::run(Command::new(env!("CARGO_BIN_EXE_tablero")).arg("uci"))
    }

    fn run(command: &mut Command) -> Interface {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        Interface { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Everything up to the line that begins so; that line last.
    fn until(&mut self, begin: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.output.next().expect("the program has ended").unwrap();
            let last = line.starts_with(begin);
            heard.push(line);
            if last {
                return heard;
            }
        }
    }

    fn last(&mut self, begin: &str) -> String {
        self.until(begin).pop().unwrap()
    }

    fn ends_well(mut self) -> bool {
        drop(self.input);
        self.child.wait().unwrap().success()
    }
}

#[test]
fn an_interface_plays_a_game_with_it() {
    let mut program = Interface::start();
    program.say("uci");
    let greeting = program.until("uciok");
    assert!(greeting[0].starts_with("id name tablero "));
    for option in [
        "Hash",
        "Threads",
        "Clear Hash",
        "Ponder",
        "MultiPV",
        "Move Overhead",
        "UCI_Chess960",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_ShowWDL",
        "EvalFile",
    ] {
        let begin = format!("option name {option} type ");
        assert!(greeting.iter().any(|line| line.starts_with(&begin)), "{option}");
    }
    program.say("setoption name Hash value 1");
    program.say("ucinewgame");
    program.say("isready");
    assert_eq!(program.last("readyok"), "readyok");
    let mut moves = String::new();
    for _ in 0..12 {
        program.say(&format!("position startpos{moves}"));
        program.say("go wtime 400 btime 400 winc 10 binc 10");
        let best = program.last("bestmove");
        let mv = best.split(' ').nth(1).unwrap();
        moves = if moves.is_empty() { format!(" moves {mv}") } else { format!("{moves} {mv}") };
    }
    program.say("quit");
    assert!(program.ends_well());
}

#[test]
fn it_hears_what_is_said_while_it_thinks() {
    let mut program = Interface::start();
    program.say("setoption name Hash value 1");
    program.say("position startpos");
    program.say("go infinite");
    program.until("info depth");
    program.say("isready");
    program.until("readyok");
    program.say("stop");
    assert!(program.last("bestmove").len() > 12);
    // And on the other side's time.
    program.say("position startpos moves e2e4 e7e5");
    program.say("go ponder wtime 300 btime 300");
    program.until("info depth");
    program.say("isready");
    program.until("readyok");
    program.say("ponderhit");
    program.until("bestmove");
    // It leaves in the middle of a thought.
    program.say("go infinite");
    program.until("info depth");
    program.say("quit");
    assert!(program.ends_well());
}

#[cfg(unix)]
#[test]
fn a_table_that_does_not_fit_into_memory_becomes_smaller() {
    let limited = "ulimit -v 600000 && exec \"$0\" uci";
    let mut program =
        Interface::run(Command::new("sh").args(["-c", limited, env!("CARGO_BIN_EXE_tablero")]));
    program.say("setoption name Hash value 32768");
    program.say("isready");
    let said = program.until("readyok");
    assert!(said[0].starts_with("info string there is memory for "), "{said:?}");
    assert!(said[0].ends_with(" megabytes of Hash, not for 32768"), "{said:?}");
    program.say("setoption name Hash value 4");
    program.say("isready");
    assert_eq!(program.until("readyok"), ["readyok"]);
    program.say("go depth 3");
    program.until("bestmove");
    program.say("quit");
    assert!(program.ends_well());
}

#[test]
fn it_ends_when_nobody_is_there_any_more() {
    let mut program = Interface::start();
    program.say("go infinite");
    program.until("info depth");
    assert!(program.ends_well());
}
