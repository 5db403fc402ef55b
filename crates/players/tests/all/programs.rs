//! Programs that speak UCI in a seat at a table.
#![cfg(unix)]

use game::{Seat, Side, Stop};
use players::{Thinker, can_play};
use std::fs;
use std::path::PathBuf;
use table::{AnyTable, Card, Event, Language, Player, Seats, ThinkError};

const CHESS: &dyn Card = &games::chess::CARD;
const WHITE: Seat = Seat::Side(Side::White);

/// A program in the language of the shell. What it does when it is told to go is given.
fn script(name: &str, on_go: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tablero-programs-{}", std::process::id()));
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

fn table(white: &str) -> AnyTable {
    let players = Seats::Two { white: white.parse().unwrap(), black: Player::Human };
    let start = CHESS.start(None, 0).unwrap();
    CHESS.open(&CHESS.started(start, players, None, 0)).unwrap()
}

#[test]
fn a_program_at_the_table_tells_what_it_saw() {
    let path =
        script("telling", "echo 'info depth 3 score mate 2 pv e2e4 e7e5 a1a8'; echo bestmove e2e4");
    let table = table(&format!("uci:sh '{}'", path.display()));
    let mut thinker = Thinker::new();
    let thought = thinker.think(&table, WHITE, &Stop::new()).unwrap();
    assert_eq!(thought.mv, "e4");
    let report = thought.report.unwrap();
    assert_eq!((report.value, report.line), (1.0, vec!["e4".to_owned(), "e5".to_owned()]));
    thinker.new_game();
    thinker.think(&table, WHITE, &Stop::new()).unwrap();
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
    let mut thinker = Thinker::new();
    let error = thinker.think(&table, WHITE, &Stop::new()).unwrap_err();
    assert_eq!(error.to_string(), "the program sh ended while it was expected to move");
    assert_eq!(thinker.think(&table, WHITE, &Stop::new()).unwrap().mv, "d4");
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
    let mut thinker = Thinker::new();
    let thought = thinker.think(&table, WHITE, &Stop::new()).unwrap();
    assert_eq!(thought.mv, "Ra8#");
    assert_eq!(thought.report.unwrap().value, 1.0);
    let table = table.apply(&Event::Moved { seat: WHITE, mv: thought.mv, at: 0 }).unwrap();
    assert!(table.is_over());
}

#[test]
fn what_is_wrong_with_a_program_is_said_in_spanish() {
    let said = |program: &str| {
        let table = table(&format!("uci:{program}"));
        let error = Thinker::new().think(&table, WHITE, &Stop::new()).unwrap_err();
        error.text(Language::Spanish)
    };
    let with = |name: &str, on_go: &str, settings: &str| {
        said(&format!("sh '{}'{settings}", script(name, on_go).display()))
    };
    assert_eq!(said("/no/such/program"), "el programa program no se puede iniciar: no existe");
    assert_eq!(said("true"), "el programa true se ha acabado cuando debía saludar con uciok");
    assert_eq!(with("leaves", "exit", ""), "el programa sh se ha acabado cuando debía jugar");
    assert_eq!(
        with("set", "", "?Threads=2"),
        "el programa sh no tiene la opción \"Threads\"; tiene Hash, Clear Hash"
    );
    assert_eq!(
        with("set-wrong", "", "?Hash=99"),
        "la opción Hash de sh es un número del 1 al 64, no \"99\""
    );
    assert_eq!(
        with("nonsensical", "echo bestmove castle", ""),
        "el programa sh quiere jugar \"castle\": no es una jugada en coordenadas, como e2e4"
    );
    let illegal = with("illegally", "echo bestmove e2e5", "");
    assert!(illegal.contains("\"e2e5\": Jugada ilegal de peón: "), "{illegal}");
    for (program, wanted) in [
        ("' ", "no se cierra una comilla"),
        (" ", "falta el nombre de un programa"),
        ("x?y", "es NOMBRE=VALOR"),
        ("x?UCI_Chess960=true", "se pone sola"),
        ("x?depth=x", "un límite es time=2s"),
    ] {
        let player = Player::Uci { program: program.to_owned() };
        let error = can_play(&player, CHESS).unwrap_err().text(Language::Spanish);
        assert!(error.contains(wanted), "{error}");
    }
}
