//! Driving other programs: a small one that behaves in every bad way, and a real one.
#![cfg(unix)]

use game::{Notation, Stop};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use uci::{Client, ClientError, Go, Patience, Points, Program, Task};

/// A program in the language of the shell. What it does when it is told to go is given.
fn script(name: &str, on_go: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tablero-client-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let text = format!(
        "echo $$ > {path}.id\n\
         while read -r word rest; do\n\
         echo \"$word $rest\" >> {path}.heard\n\
         case \"$word\" in\n\
         uci) echo 'id name small'; echo 'option name Hash type spin default 1 min 1 max 64'\n\
              echo 'option name Clear Hash type button'; echo uciok;;\n\
         isready) echo readyok;;\n\
         go) {on_go};;\n\
         quit) exit;;\n\
         esac\ndone\n",
        path = path.display()
    );
    let _ = fs::remove_file(path.with_extension("heard"));
    fs::write(&path, text).unwrap();
    path
}

fn program(path: &std::path::Path, settings: &str) -> Program {
    format!("sh '{}'{settings}", path.display()).parse().unwrap()
}

/// With a program that answers, however slow the machine is.
fn patient() -> Patience {
    let long = Duration::from_mins(1);
    Patience { greeting: long, grace: long, silence: long }
}

/// With a program that does not: it is given up soon.
fn quick() -> Patience {
    let soon = Duration::from_millis(300);
    Patience { grace: soon, silence: soon, ..patient() }
}

fn start(path: &std::path::Path) -> Client {
    start_with(path, patient())
}

fn start_with(path: &std::path::Path, patience: Patience) -> Client {
    Client::start(&program(path, ""), patience, &Stop::new()).unwrap()
}

fn first_move(client: &mut Client, go: Go) -> Result<String, ClientError> {
    let position = chess::Position::standard();
    let choice = client.think(&position, &[], go, &Stop::new(), &mut |_| {})?;
    Ok(position.write_move(choice.mv))
}

fn nodes() -> Go {
    Go { nodes: Some(100), ..Go::default() }
}

/// Is the process with the number that a script wrote still there, be it as a zombie?
fn is_there(path: &std::path::Path) -> bool {
    let id = fs::read_to_string(format!("{}.id", path.display())).unwrap();
    PathBuf::from(format!("/proc/{}", id.trim())).exists()
}

#[test]
fn a_program_is_greeted_set_asked_and_sent_home() {
    let path =
        script("good", "echo 'info depth 3 score cp 31 nodes 99 pv e2e4 e7e5'; echo bestmove e2e4");
    let program = program(&path, "?hash=8&Clear Hash=");
    let mut client = Client::start(&program, patient(), &Stop::new()).unwrap();
    assert_eq!(first_move(&mut client, nodes()).unwrap(), "e4");
    assert!(is_there(&path));
    drop(client);
    assert!(!is_there(&path), "neither a process nor a zombie is left");
    let heard = fs::read_to_string(format!("{}.heard", path.display())).unwrap();
    let heard: Vec<&str> = heard.lines().map(str::trim).collect();
    assert_eq!(
        heard[..4],
        ["uci", "setoption name Hash value 8", "setoption name Clear Hash", "isready"]
    );
    assert_eq!(heard[4..], ["position startpos", "go nodes 100", "quit"]);
}

#[test]
fn a_program_that_hangs_is_given_up_and_killed() {
    let path = script("hang", "while :; do sleep 1; done");
    let mut client = start_with(&path, quick());
    let error = first_move(&mut client, nodes()).unwrap_err();
    assert!(matches!(error, ClientError::Silent { task: Task::Move, .. }), "{error}");
    let timed =
        first_move(&mut start_with(&path, quick()), Go { move_time: Some(50), ..Go::default() });
    assert!(matches!(timed, Err(ClientError::Silent { .. })));
    drop(client);
    assert!(!is_there(&path));
}

#[test]
fn a_program_that_keeps_talking_is_waited_for() {
    let path = script(
        "talk",
        "for n in 1 2 3 4 5 6; do echo info depth $n; sleep 0.5; done; echo bestmove g1f3",
    );
    // It takes longer than this, but is never silent for so long.
    let patience = Patience { silence: Duration::from_secs(2), ..patient() };
    assert_eq!(first_move(&mut start_with(&path, patience), nodes()).unwrap(), "Nf3");
}

#[test]
fn a_program_that_only_talks_is_given_up() {
    for (name, words) in [("chatter", "string thinking"), ("stuck", "depth 1 nodes 5")] {
        let path = script(name, &format!("while :; do echo info {words}; sleep 0.05; done"));
        let error = first_move(&mut start_with(&path, quick()), nodes()).unwrap_err();
        assert!(matches!(error, ClientError::Silent { task: Task::Move, .. }), "{error}");
    }
}

/// Does a process run, and is not merely waiting to be forgotten?
fn is_running(id: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
    state.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
}

#[test]
fn whatever_a_program_has_started_is_killed_with_it() {
    let hangs = "sleep 300 & echo $! > $0.child";
    for (name, on_go) in [
        ("wrapper", format!("{hangs}; wait")),
        ("leaving", format!("{hangs}; echo bestmove e2e4")),
        ("obedient", format!("{hangs}; echo bestmove e2e4; read -r word; exit")),
    ] {
        let path = script(name, &on_go);
        let patience = if name == "wrapper" { quick() } else { patient() };
        let mut client = start_with(&path, patience);
        assert_eq!(first_move(&mut client, nodes()).is_ok(), name != "wrapper");
        let child = fs::read_to_string(format!("{}.child", path.display())).unwrap();
        assert!(is_running(&child), "{name}");
        drop(client);
        let begun = Instant::now();
        while is_running(&child) && begun.elapsed() < Duration::from_mins(1) {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!is_running(&child), "{name}");
        assert!(!is_there(&path), "{name}");
    }
}

#[test]
fn a_program_that_never_greets_is_given_up() {
    let program: Program = "sleep 60".parse().unwrap();
    let patience = Patience { greeting: Duration::from_millis(200), ..quick() };
    let error = Client::start(&program, patience, &Stop::new()).err().unwrap();
    assert_eq!(
        error.to_string(),
        "the program sleep was expected to greet with uciok, and did not within 0.2 s"
    );
}

#[test]
fn garbage_and_endless_lines_are_passed_over() {
    let path = script(
        "garbage",
        "head -c 300000 /dev/zero | tr '\\0' x; echo; head -c 5000 /dev/urandom; echo; \
         echo bestmovee e2e4; echo info score cp; echo bestmove c2c4 ponder",
    );
    assert_eq!(first_move(&mut start(&path), nodes()).unwrap(), "c4");
}

#[test]
fn moves_that_cannot_be_made_are_errors() {
    for (name, answer, said) in [
        ("illegal", "e2e5", "wants to play \"e2e5\""),
        ("nonsense", "castle", "a move in coordinates is two squares"),
        ("none", "(none)", "wants to play \"(none)\""),
    ] {
        let path = script(name, &format!("echo bestmove '{answer}'"));
        let error = first_move(&mut start(&path), nodes()).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn a_program_can_be_stopped_and_goes_on() {
    // It thinks until it is told to stop.
    let path = script("stop", "read -r word; echo info score cp 5; echo bestmove e2e4");
    let mut client = start(&path);
    let stop = Stop::new();
    let told = stop.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        told.set();
    });
    let go = Go { move_time: Some(60_000), ..Go::default() };
    let position = chess::Position::standard();
    let stopped = client.think(&position, &[], go, &stop, &mut |_| {});
    thread.join().unwrap();
    assert_eq!(stopped, Err(ClientError::Stopped));
    assert!(client.is_well());
}

#[test]
fn what_cannot_be_started_or_set_is_an_error_in_words() {
    let start = |text: &str| {
        let program: Program = text.parse().unwrap();
        Client::start(&program, patient(), &Stop::new()).err().unwrap().to_string()
    };
    let missing = start("/no/such/program");
    assert!(missing.starts_with("the program program cannot be started: "), "{missing}");
    let path = script("options", "");
    let with = |settings: &str| start(&format!("sh '{}'?{settings}", path.display()));
    assert_eq!(
        with("Threads=2"),
        "the program sh has no option \"Threads\"; it has Hash, Clear Hash"
    );
    assert_eq!(with("Hash=99"), "the option Hash of sh is a number from 1 to 64, not \"99\"");
}

/// Debian keeps games where not every path leads.
fn stockfish() -> Option<String> {
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/games";
    let found = path.split(':').map(|folder| format!("{folder}/stockfish"));
    let found = found.into_iter().find(|path| fs::exists(path).unwrap_or(false));
    if found.is_none() {
        eprintln!("skipped: stockfish is not installed");
    }
    found
}

#[test]
fn stockfish_castles_in_chess960_as_we_do() {
    let Some(stockfish) = stockfish() else { return };
    let program: Program = format!("{stockfish}?Threads=1&Hash=1").parse().unwrap();
    let mut client = Client::start(&program, Patience::default(), &Stop::new()).unwrap();
    let start: chess::Position = "4k3/8/8/8/8/8/8/1R1K2R1 w BG - 0 1".parse().unwrap();
    let castling = start.read_move("O-O").unwrap();
    let go = Go { depth: Some(1), only: vec!["d1g1".to_owned()], ..Go::default() };
    let mut said = None;
    let choice = client
        .think(&start, &[], go, &Stop::new(), &mut |info| said = info.score.or(said))
        .unwrap();
    assert_eq!(choice.mv, castling);
    assert!(matches!(said.unwrap().points, Points::Centipawns(_) | Points::Mate(_)));
    // And it understands us when we castle.
    let go = Go { depth: Some(1), ..Go::default() };
    assert!(client.think(&start, &[castling], go, &Stop::new(), &mut |_| {}).is_ok());
}
