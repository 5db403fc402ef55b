//! `tablero uci` from the inside: any lines go in, and what comes out makes sense.

use proptest::prelude::*;
use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};
use uci::{Answer, Info, Known, Order, serve};

/// Keeps what is written to it.
#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is said to these lines, up to the end of the input.
pub fn said(lines: &str) -> Vec<String> {
    let page = Page::default();
    let input = format!("setoption name Hash value 1\n{lines}\n");
    serve(|| "1 nodes 1 nps".to_owned(), Cursor::new(input.into_bytes()), page.clone()).unwrap();
    let bytes = page.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
}

pub fn best_moves(lines: &[String]) -> Vec<String> {
    let best = lines.iter().filter_map(|line| match Answer::read(line) {
        Some(Answer::BestMove { mv, .. }) => Some(mv.unwrap_or_else(|| "none".to_owned())),
        _ => None,
    });
    best.collect()
}

#[test]
fn a_search_with_a_limit_is_finished_when_the_input_ends() {
    let lines = said("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo depth 3");
    assert_eq!(best_moves(&lines), ["a1a8"]);
    assert!(lines.iter().any(|line| line.contains("score mate 1")));
}

#[test]
fn a_search_without_a_limit_is_stopped_when_the_input_ends() {
    for go in ["go infinite", "go", "go ponder depth 2", "go infinite depth 1"] {
        assert_eq!(best_moves(&said(go)).len(), 1, "{go}");
    }
}

#[test]
fn quitting_ends_every_search() {
    assert_eq!(best_moves(&said("go depth 90\nquit\ngo depth 1")).len(), 1);
}

#[test]
fn a_go_in_the_middle_of_a_search_ends_it_and_begins_anew() {
    let lines = said("go infinite\nposition startpos moves e2e4\ngo nodes 200");
    assert_eq!(best_moves(&lines).len(), 2);
}

#[test]
fn it_is_ready_while_it_thinks() {
    let lines =
        said("go infinite\nisready\nsetoption name MultiPV value 2\nisready\nstop\ngo depth 2");
    let ready = lines.iter().position(|line| line == "readyok").unwrap();
    let best = lines.iter().position(|line| line.starts_with("bestmove")).unwrap();
    assert!(ready < best);
    assert!(lines.iter().any(|line| line.contains("multipv 2")));
}

#[test]
fn a_mate_that_is_not_there_is_not_looked_for_for_ever() {
    assert_eq!(best_moves(&said("go mate 1")).len(), 1);
    let lines = said("position fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1\ngo mate 2");
    assert!(lines.iter().any(|line| line.contains("score mate 2 ")), "{lines:?}");
}

#[test]
fn what_it_pondered_on_is_told_after_the_hit() {
    let lines = said("go ponder depth 1\nponderhit\nisready");
    assert_eq!(best_moves(&lines).len(), 1);
}

const NO_POSITION: &str = "info string no position is known until the next position command";

#[test]
fn it_never_answers_for_an_older_position() {
    let bad = [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen not a position",
        "position startpos moves e2e4 e7e5 e4e5 g1f3",
        "position nonsense",
        "position",
    ];
    for bad in bad {
        let lines = said(&format!("position startpos moves e2e4\n{bad}\ngo depth 1"));
        assert!(lines[0].starts_with("info string "), "{bad}: {lines:?}");
        assert_eq!(lines[1..], [NO_POSITION, "bestmove 0000"], "{bad}");
        let lines = said(&format!("{bad}\nd\neval\ngo perft 1"));
        assert_eq!(lines[1..], [NO_POSITION; 3], "{bad}");
        let lines = said(&format!("{bad}\nposition startpos\ngo depth 1 searchmoves e2e4"));
        assert_eq!(best_moves(&lines), ["e2e4"], "{bad}");
        let lines = said(&format!("{bad}\ngo infinite\nisready\nstop"));
        assert_eq!(lines[1..], ["readyok", NO_POSITION, "bestmove 0000"], "{bad}");
    }
}

#[test]
fn a_line_that_is_too_long_may_have_been_the_position() {
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(20_000);
    let lines = said(&format!("position startpos moves{moves}\ngo depth 1"));
    assert_eq!(lines[1..], [NO_POSITION, "bestmove 0000"]);
}

#[test]
fn an_illegal_move_of_a_position_is_named() {
    let lines = said("position startpos moves e2e4 e7e5 e4e5 g1f3");
    assert!(lines[0].starts_with("info string move 3, \"e4e5\": "), "{}", lines[0]);
}

#[test]
fn rights_that_the_pieces_do_not_have_are_dropped_and_named() {
    let lines = said("position fen 4k3/8/8/8/4P3/8/8/4K2R w KQ e3 0 1\nd");
    let named = "info string castling with a1 needs a rook of its side there; \
                 the position is read without that";
    assert_eq!(lines[0], named);
    assert!(lines[1].starts_with("info string nothing can be taken en passant on e3: "));
    assert!(lines.iter().any(|line| line == "Fen: 4k3/8/8/8/4P3/8/8/4K2R w K - 0 1"), "{lines:?}");
}

#[test]
fn castling_is_written_as_the_interface_wants_it() {
    let castle = "position fen 4k2r/8/8/8/8/8/8/4K3 b k - 0 1\ngo depth 1 searchmoves e8g8";
    assert_eq!(best_moves(&said(castle)), ["e8g8"]);
    let chess960 = format!("setoption name UCI_Chess960 value true\n{castle}");
    assert_eq!(best_moves(&said(&chess960)), ["e8h8"]);
    let unusual = "setoption name UCI_Chess960 value true\n\
                   position fen 4k3/8/8/8/8/8/8/1R1K2R1 w BG - 0 1 moves d1g1\nd";
    assert!(said(unusual).iter().any(|line| line.contains("Fen: 4k3/8/8/8/8/8/8/1R3RK1 b")));
}

#[test]
fn chances_are_told_when_they_are_wanted() {
    let lines = said("setoption name UCI_ShowWDL value true\ngo depth 2");
    let Some(Answer::Info(info)) = Answer::read(&lines[0]) else { panic!("{}", lines[0]) };
    assert_eq!(info.chances.unwrap().iter().sum::<u64>(), 1000);
}

#[test]
fn every_field_of_an_info_line_is_there() {
    let lines = said("go nodes 2000");
    let last = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap();
    for word in ["seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"] {
        assert!(last.contains(&format!(" {word} ")), "{word}: {last}");
    }
}

#[test]
fn one_thread_and_a_limit_of_nodes_give_the_same_search_every_time() {
    let search = || {
        let lines = said("position startpos moves d2d4 g8f6\ngo nodes 20000");
        let told = lines.iter().map(|line| match Answer::read(line) {
            Some(Answer::Info(info)) => {
                format!("{:?} {:?} {:?}", info.score, info.nodes, info.line)
            }
            _ => line.clone(),
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!(search(), search());
}

#[test]
fn a_rating_holds_the_strength_back() {
    let deepest = |elo: u32| {
        let lines = said(&format!(
            "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value {elo}\n\
             go nodes 5000"
        ));
        assert_eq!(best_moves(&lines).len(), 1);
        infos(&lines).filter_map(|info| info.depth).max().unwrap()
    };
    assert_eq!(deepest(460), 2);
    assert_eq!(deepest(1000), 3);
    assert!(deepest(3300) > 4);
}

#[test]
fn a_rating_makes_it_choose_weaker_moves() {
    let weak = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 600\n";
    let games = format!("{weak}{}", "ucinewgame\ngo nodes 5000\n".repeat(60));
    let mut moves = best_moves(&said(&games));
    assert_eq!(moves.len(), 60);
    moves.sort();
    moves.dedup();
    assert!(moves.len() > 1, "{moves:?}");
}

fn infos(lines: &[String]) -> impl Iterator<Item = Info> {
    lines.iter().filter_map(|line| match Answer::read(line) {
        Some(Answer::Info(info)) => Some(info),
        _ => None,
    })
}

/// The move that it makes, and the first of the best line that it said last.
fn made_and_told(lines: &[String]) -> (String, String) {
    let told = infos(lines).filter(|info| info.rank == Some(1)).last();
    let told = told.and_then(|info| info.line.first().cloned());
    (best_moves(lines).pop().unwrap(), told.unwrap_or_default())
}

#[test]
fn the_move_is_the_first_of_the_last_line_that_was_said() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let elo = "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 900\n";
    // Within the last depth of these searches a better move comes up.
    let asked = [130_000, 140_000, 150_000]
        .map(|nodes| format!("setoption name Hash value 64\nposition fen {fen}\ngo nodes {nodes}"));
    let held_back = (1..20).map(|_| format!("{elo}position fen {fen}\ngo nodes 5000"));
    let threads = (1..10).map(|step| {
        format!("setoption name Threads value 3\nposition fen {fen}\ngo nodes {}", 3000 * step)
    });
    for orders in asked.into_iter().chain(held_back).chain(threads).chain(["go nodes 1".to_owned()])
    {
        let (made, told) = made_and_told(&said(&orders));
        assert_eq!(made, told, "{orders}");
    }
}

#[test]
fn the_last_line_that_is_said_has_a_score_and_no_bound() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for nodes in (200..20_000).step_by(600) {
        let lines = said(&format!("position fen {fen}\ngo nodes {nodes}"));
        let last = infos(&lines).last().unwrap();
        assert_eq!(last.score.map(|score| score.bound), Some(Known::Exactly), "{lines:?}");
    }
}

fn line() -> impl Strategy<Value = String> {
    let position = prop::sample::select(vec![
        "position startpos",
        "position startpos moves e2e4 e7e5 g1f3",
        "position startpos moves e2e5 e7e5",
        "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
        "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1",
        "position fen k w",
        "position",
    ]);
    let go = prop::sample::select(vec![
        "go nodes 100",
        "go depth 2 searchmoves e2e4 zzzz",
        "go infinite",
        "go ponder wtime 100 btime 100",
        "go movetime 1",
        "go wtime 20 btime 20 winc 1 binc 1 movestogo 1",
        "go wtime -5 btime 0",
        "go mate 1",
        "go",
        "stop",
        "ponderhit",
    ]);
    let other = prop::sample::select(vec![
        "uci",
        "isready",
        "ucinewgame",
        "setoption name MultiPV value 3",
        "setoption name MultiPV value 0",
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "setoption name UCI_Chess960 value true",
        "setoption name Nothing value 1",
        "go perft 2",
        "d",
        "eval",
    ]);
    prop_oneof![
        3 => position.prop_map(str::to_owned),
        4 => go.prop_map(str::to_owned),
        3 => other.prop_map(str::to_owned),
        1 => "\\PC{0,20}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_go_is_answered_by_exactly_one_move(lines in prop::collection::vec(line(), 0..14)) {
        let asked = lines.iter().filter_map(|line| Order::read(line));
        let asked = asked.take_while(|order| *order != Order::Quit);
        let asked = asked.filter(|order| matches!(order, Order::Go(go) if go.perft.is_none()));
        let answered = best_moves(&said(&lines.join("\n"))).len();
        prop_assert_eq!(answered, asked.count());
    }
}

#[test]
fn a_network_from_a_file_evaluates_and_what_is_no_network_is_refused() {
    use chess::engine::network::{LAYOUT, PHASES};
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    // A network that thinks nothing of the pieces and 3.75 of being to move.
    let mut numbers = vec![0; LAYOUT.count()];
    let biases = LAYOUT.count() - PHASES;
    numbers[biases..].fill(255 * 60);
    let network = file("network with spaces", &weights::write(&LAYOUT, &numbers).unwrap());
    let set = |name: &str| format!("setoption name EvalFile value {name}\n");
    let evaluation = |lines: &[String]| {
        let line = lines.iter().find(|line| line.starts_with("Evaluation")).unwrap();
        line.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(evaluation(&said(&format!("{}eval", set(&network)))), "+3.75");
    let own = evaluation(&said("eval"));
    assert_ne!(own, "+3.75");
    assert_eq!(evaluation(&said(&format!("{}{}eval", set(&network), set("<empty>")))), own);
    let lines = said(&format!("{}go depth 1\n{}", set(&network), "isready"));
    assert!(lines.iter().any(|line| line.contains("score cp -37")), "{lines:?}");
    for (name, reason) in [
        (file("nonsense", b"nonsense"), "not a file of weights"),
        (folder.path().join("nowhere").display().to_string(), "No such file"),
    ] {
        let lines = said(&format!("{}{}eval", set(&network), set(&name)));
        assert!(
            lines.iter().any(|line| line.contains("EvalFile") && line.contains(reason)),
            "{lines:?}"
        );
        // What evaluated before still does.
        assert_eq!(evaluation(&lines), "+3.75");
    }
}
