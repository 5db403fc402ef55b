//! Programs that `tablero` has started as players end with it, on every way out, with all that they have started.

use crate::screen::Terminal;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use store::{GameId, Log, NewGame, NewSeat, Sqlite, Summary};
use table::{Player, Seats};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_mins(1);

/// A program that does not hear signals, nor the end of its input while it thinks, and whose child does not, either.
struct Fake {
    folder: TempDir,
}

/// When the program answers with a move. Its child is there in both cases.
#[derive(Clone, Copy)]
enum Answers {
    Never,
    Once,
}

impl Fake {
    fn new(answers: Answers) -> Fake {
        let folder = tempfile::tempdir().unwrap();
        let answer = match answers {
            Answers::Never => "",
            Answers::Once => "echo bestmove e2e4;",
        };
        let script = format!(
            "trap '' HUP INT TERM\n\
             cd {}\n\
             while read -r word rest; do\n\
             case \"$word\" in\n\
             uci) echo uciok;;\n\
             isready) echo readyok;;\n\
             go) sleep 300 & echo $$ $! > new; mv new numbers; {answer} wait;;\n\
             esac\ndone\n",
            folder.path().display()
        );
        fs::write(folder.path().join("script"), script).unwrap();
        Fake { folder }
    }

    fn player(&self) -> String {
        format!("uci:sh {}", self.folder.path().join("script").display())
    }

    /// The numbers of the program and of its child, once it thinks.
    #[track_caller]
    fn wait_until_it_thinks(&self) -> Vec<String> {
        let mut numbers = Vec::new();
        until("the program thinks", || {
            let text = fs::read_to_string(self.folder.path().join("numbers")).unwrap_or_default();
            numbers = text.split_whitespace().map(str::to_owned).collect();
            !numbers.is_empty()
        });
        assert!(numbers.len() == 2 && numbers.iter().all(|number| is_running(number)));
        numbers
    }
}

#[track_caller]
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "{what}: this did not come");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Does a process run, and is not merely waiting to be forgotten?
fn is_running(number: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    state.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
}

#[track_caller]
fn until_gone(numbers: &[String], way: &str) {
    let gone = || !numbers.iter().any(|number| is_running(number));
    until(&format!("{way} ends the program and its child"), gone);
}

/// The program under test. Whoever runs the tests may ignore signals, and that would be inherited.
fn tablero(arguments: &[&str]) -> Running {
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM", env!("CARGO_BIN_EXE_tablero")]).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    Running(command.spawn().unwrap())
}

/// A process that does not outlive a test that fails.
struct Running(Child);

impl Running {
    fn signal(&self, signal: &str) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    fn wait(&mut self) -> ExitStatus {
        self.0.wait().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = (self.0.kill(), self.0.wait());
    }
}

const SIGNALS: [&str; 4] = ["-TERM", "-INT", "-HUP", "-KILL"];

#[test]
fn line_by_line_a_program_ends_with_tablero_whatever_ends_it() {
    for way in SIGNALS {
        let fake = Fake::new(Answers::Never);
        let mut running = tablero(&["play", "chess", "--lines", "--white", &fake.player()]);
        let numbers = fake.wait_until_it_thinks();
        running.signal(way);
        running.wait();
        until_gone(&numbers, way);
    }
    let fake = Fake::new(Answers::Once);
    let mut running = tablero(&["play", "chess", "--lines", "--white", &fake.player()]);
    let numbers = fake.wait_until_it_thinks();
    running.0.stdin.take().unwrap().write_all(b"quit\nyes\n").unwrap();
    running.wait();
    until_gone(&numbers, "quit");
}

#[test]
fn on_the_full_screen_a_program_ends_with_tablero_whatever_ends_it() {
    for way in SIGNALS.into_iter().chain(["quit"]) {
        let fake = Fake::new(Answers::Never);
        let terminal = Terminal::new(&format!("programs{way}"));
        let white = fake.player();
        terminal.start(&format!("play chess --white \"{white}\" --store :memory:"));
        let numbers = fake.wait_until_it_thinks();
        if way == "quit" {
            terminal.keys(&["q"]);
            terminal.wait_for("Leave the game?");
            terminal.keys(&["y"]);
            terminal.wait_for_shell();
        } else {
            terminal.signal(way);
        }
        until_gone(&numbers, way);
    }
}

#[test]
fn a_program_that_plays_on_the_server_ends_with_it_whatever_ends_it() {
    for way in SIGNALS {
        let fake = Fake::new(Answers::Never);
        let store = fake.folder.path().join("club.db");
        keep_a_game_in_which_it_moves(&store, &fake.player());
        let store = store.to_str().unwrap();
        let mut running = tablero(&["serve", "--listen", "127.0.0.1:0", "--store", store]);
        let numbers = fake.wait_until_it_thinks();
        running.signal(way);
        let ended = running.wait();
        assert_eq!(ended.success(), way != "-KILL", "{way}");
        until_gone(&numbers, way);
    }
}

#[test]
fn a_program_ends_with_a_match_a_suite_and_a_question_that_are_killed() {
    let suite = tempfile::NamedTempFile::new().unwrap();
    fs::write(&suite, "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;\n").unwrap();
    let suite = suite.path().to_str().unwrap();
    let ends = |way: &str, command: &str| {
        let fake = Fake::new(Answers::Never);
        let player = format!("{}?nodes=1", fake.player());
        let mut running = match command {
            "match" => tablero(&["match", "chess", &player, "random", "--games", "2"]),
            "suite" => tablero(&["suite", suite, "--player", &player]),
            _ => tablero(&["best", "chess", "--player", &player]),
        };
        let numbers = fake.wait_until_it_thinks();
        running.signal(way);
        running.wait();
        until_gone(&numbers, &format!("{command} {way}"));
    };
    // They spend their time waiting.
    std::thread::scope(|scope| {
        for way in SIGNALS {
            scope.spawn(move || ["match", "suite", "best"].map(|command| ends(way, command)));
        }
    });
}

/// A game in which a person waits for the program. The server lets nobody begin one, but goes on with what is kept.
fn keep_a_game_in_which_it_moves(store: &Path, player: &str) {
    let card: &'static dyn table::Card = &games::chess::CARD;
    let players = Seats::Two { white: player.parse().unwrap(), black: Player::Human };
    let start = card.start(None, 0).unwrap();
    let started = table::Event::<String>::Started(card.started(start, players, None, 1));
    let summary = Summary {
        kind: "chess".to_owned(),
        players: String::new(),
        moves: 0,
        over: false,
        computer_to_move: true,
        at: 1,
        time: None,
        flag_at: None,
    };
    let seat = |seat: &str| NewSeat { seat: seat.to_owned(), token: None, invitation: None };
    let game = NewGame {
        id: "program".parse::<GameId>().unwrap(),
        events: vec![serde_json::to_string(&started).unwrap()],
        summary,
        leaderboard: None,
        seats: vec![seat("white"), seat("black")],
    };
    let log = Sqlite::open(store).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(log.create(game)).unwrap();
}
