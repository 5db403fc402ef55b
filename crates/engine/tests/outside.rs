//! Other programs as players: a small one that behaves in every bad way, and a real one.
#![cfg(unix)]

use engine::uci::{Client, ClientError, Go, Patience, Points, Program};
use engine::{Thinker, can_play};
use game::{Notation, Seat, Side, Stop};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use table::{AnyTable, Card, Event, Player, Seats, ThinkError};

const CHESS: &dyn Card = &games::chess::CARD;

const WHITE: Seat = Seat::Side(Side::White);

/// A program in the language of the shell. What it does when it is told to go is given.
fn script(name: &str, on_go: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tablero-outside-{}", std::process::id()));
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

fn quick() -> Patience {
    Patience {
        greeting: Duration::from_secs(10),
        grace: Duration::from_millis(300),
        silence: Duration::from_millis(300),
    }
}

fn start(path: &std::path::Path) -> Client {
    Client::start(&program(path, ""), quick(), &Stop::new()).unwrap()
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

fn table(white: &str) -> AnyTable {
    let players = Seats::Two { white: white.parse().unwrap(), black: Player::Human };
    let start = CHESS.start(None, 0).unwrap();
    CHESS.open(&CHESS.started(start, players, None, 0)).unwrap()
}

#[test]
fn a_program_is_greeted_set_asked_and_sent_home() {
    let path =
        script("good", "echo 'info depth 3 score cp 31 nodes 99 pv e2e4 e7e5'; echo bestmove e2e4");
    let program = program(&path, "?hash=8&Clear Hash=");
    let mut client = Client::start(&program, quick(), &Stop::new()).unwrap();
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
fn a_program_at_the_table_tells_what_it_saw() {
    let path =
        script("telling", "echo 'info depth 3 score mate 2 pv e2e4 e7e5 a1a8'; echo bestmove e2e4");
    let table = table(&format!("uci:sh '{}'", path.display()));
    let mut head = Thinker::new();
    let thought = head.think(&table, WHITE, &Stop::new()).unwrap();
    assert_eq!(thought.mv, "e4");
    let report = thought.report.unwrap();
    assert_eq!((report.value, report.line), (1.0, vec!["e4".to_owned(), "e5".to_owned()]));
    head.new_game();
    head.think(&table, WHITE, &Stop::new()).unwrap();
    let orders = fs::read_to_string(format!("{}.heard", path.display())).unwrap();
    assert_eq!(orders.matches("ucinewgame").count(), 2);
    assert_eq!(orders.matches("uci \n").count(), 1, "it goes on running: {orders}");
}

#[test]
fn a_program_that_crashes_is_an_error_and_can_be_asked_again() {
    // It crashes when it is asked for the first time, and plays the second time.
    let path = script(
        "crash",
        "if [ -e $0.again ]; then echo bestmove d2d4; else : > $0.again; exit 3; fi",
    );
    let _ = fs::remove_file(format!("{}.again", path.display()));
    let table = table(&format!("uci:sh '{}'", path.display()));
    let mut head = Thinker::new();
    let error = head.think(&table, WHITE, &Stop::new()).unwrap_err();
    assert_eq!(error.to_string(), "the program sh ended while it was expected to move");
    assert_eq!(head.think(&table, WHITE, &Stop::new()).unwrap().mv, "d4");
}

#[test]
fn a_program_that_hangs_is_given_up_and_killed() {
    let path = script("hang", "while :; do sleep 1; done");
    let mut client = start(&path);
    let begun = Instant::now();
    let error = first_move(&mut client, nodes()).unwrap_err();
    assert!(matches!(error, ClientError::Silent { task: "move", .. }), "{error}");
    let timed = first_move(&mut start(&path), Go { move_time: Some(50), ..Go::default() });
    assert!(matches!(timed, Err(ClientError::Silent { .. })));
    drop(client);
    assert!(!is_there(&path));
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_program_that_keeps_talking_is_waited_for() {
    let path = script(
        "talk",
        "for n in 1 2 3 4 5 6; do echo info depth $n; sleep 0.1; done; echo bestmove g1f3",
    );
    assert_eq!(first_move(&mut start(&path), nodes()).unwrap(), "Nf3");
}

#[test]
fn a_program_that_only_talks_is_given_up() {
    for (name, words) in [("chatter", "string thinking"), ("stuck", "depth 1 nodes 5")] {
        let path = script(name, &format!("while :; do echo info {words}; sleep 0.05; done"));
        let begun = Instant::now();
        let error = first_move(&mut start(&path), nodes()).unwrap_err();
        assert!(matches!(error, ClientError::Silent { task: "move", .. }), "{error}");
        assert!(begun.elapsed() < Duration::from_secs(20));
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
        let mut client = start(&path);
        assert_eq!(first_move(&mut client, nodes()).is_ok(), name != "wrapper");
        let child = fs::read_to_string(format!("{}.child", path.display())).unwrap();
        assert!(is_running(&child), "{name}");
        drop(client);
        let begun = Instant::now();
        while is_running(&child) && begun.elapsed() < Duration::from_secs(10) {
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
        Client::start(&program, quick(), &Stop::new()).err().unwrap().to_string()
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

#[test]
fn outside_programs_play_chess_only() {
    let player = |text: &str| text.parse::<Player>().unwrap();
    assert_eq!(can_play(&player("uci:stockfish"), CHESS), Ok(()));
    for &game in games::CLUB.cards().iter().filter(|card| **card != CHESS) {
        assert!(can_play(&player("uci:stockfish"), game).is_err());
    }
    let bad = can_play(&player("uci:stockfish?Hash"), CHESS);
    assert!(matches!(bad, Err(ThinkError::BadProgram(_))));
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
fn stockfish_plays_a_game_from_both_sides_and_obeys_its_limits() {
    let Some(stockfish) = stockfish() else { return };
    let player: Player = format!("uci:{stockfish}?Threads=1&Hash=1&nodes=300").parse().unwrap();
    let players = Seats::Two { white: player.clone(), black: player };
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let start = CHESS.start(Some(fen), 0).unwrap();
    let table = CHESS.open(&CHESS.started(start, players, None, 0)).unwrap();
    let mut head = Thinker::new();
    let thought = head.think(&table, WHITE, &Stop::new()).unwrap();
    assert_eq!(thought.mv, "Ra8#");
    assert_eq!(thought.report.unwrap().value, 1.0);
    let table = table.apply(&Event::Moved { seat: WHITE, mv: thought.mv, at: 0 }).unwrap();
    assert!(table.is_over());
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
