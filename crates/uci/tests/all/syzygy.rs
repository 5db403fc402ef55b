//! Tablebases: damaged ones are refused, and real ones are asked where there are any.

use crate::server::{best_moves, said};
use chess::engine::Tablebase;
use chess::{Position, Role};
use game::{Game, Perfect, Rules};
use proptest::prelude::*;
use search::Known;
use std::fs;
use std::sync::Mutex;
use uci::{Tables, TablesError};

/// One set can be open at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Does something with the tables of the folders in `SYZYGY_PATH`, which have all positions of up to four pieces without pawns
/// against a lone king at least.
fn with_tables(act: impl FnOnce(&Tables)) {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    match std::env::var("SYZYGY_PATH") {
        Ok(folders) => act(&Tables::open(&folders).unwrap()),
        Err(_) => eprintln!("left out: SYZYGY_PATH names no folder of Syzygy tables"),
    }
}

#[test]
fn a_folder_without_tables_and_a_damaged_table_are_refused() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let refused = |path: &str| Tables::open(path).err().unwrap();
    assert!(matches!(refused("/nowhere/at/all"), TablesError::Unreadable { .. }));
    assert!(matches!(refused(path), TablesError::None));
    let table = folder.path().join("KRvK.rtbw");
    let magic = [0x71, 0xe8, 0x23, 0x5d];
    for damaged in [&[0; 80][..], &magic, &[&magic[..], &[0; 80]].concat()] {
        fs::write(&table, damaged).unwrap();
        assert!(matches!(refused(path), TablesError::Damaged { .. }), "{damaged:?}");
    }
    assert_eq!(
        refused(path).to_string(),
        format!("{} is no table, or not the whole of one", table.display())
    );
}

#[test]
fn a_bishop_and_a_knight_mate_within_33_moves() {
    with_tables(|tables| {
        for fen in [
            "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
            "7k/8/8/8/8/8/1N6/K1B5 w - - 0 1",
            "k7/8/2K5/8/8/2N5/8/5B2 w - - 0 1",
        ] {
            let mut position: Position = fen.parse().unwrap();
            let mut plies = 0;
            while position.turn().outcome().is_none() {
                let best = tables.best_moves(&position).unwrap_or_else(|| panic!("{position}"));
                position = position.play(best[0]);
                plies += 1;
                assert!(plies <= 66, "{fen}");
            }
            let verdict = position.turn().outcome().unwrap().verdict;
            assert_eq!(verdict.winner(), Some(game::Side::White), "{fen}");
        }
    });
}

#[test]
fn a_result_is_the_best_of_those_after_each_move() {
    // Kings and up to two pieces of one side: what a move leads to is in the tables as well.
    let of = |result: Known| match result {
        Known::Won(_) => 1,
        Known::Drawn => 0,
        Known::Lost(_) => -1,
    };
    with_tables(|tables| {
        let roles = prop::sample::select(vec![
            "", "Q", "R", "B", "N", "P", "QR", "BN", "PP", "RP", "BB", "NN",
        ]);
        let squares = prop::collection::vec(0_usize..64, 4);
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let mut looked_at = [0; 3];
        for _ in 0..3000 {
            let tree =
                (roles.clone(), squares.clone(), any::<bool>()).new_tree(&mut runner).unwrap();
            let (roles, squares, white) = prop::strategy::ValueTree::current(&tree);
            let mut board = [b'1'; 64];
            for (letter, square) in "Kk".bytes().chain(roles.bytes()).zip(squares) {
                board[square] = letter;
            }
            let ranks: Vec<&str> =
                board.chunks(8).map(|rank| std::str::from_utf8(rank).unwrap()).collect();
            let fen = format!("{} {} - - 0 1", ranks.join("/"), if white { 'w' } else { 'b' });
            let Ok(position) = fen.parse::<Position>() else { continue };
            let Some(moves) = position.moves_unless_over() else { continue };
            let known = of(tables.result(&position).unwrap());
            let after = moves.iter().map(|&mv| {
                let after = position.play(mv);
                match after.turn().outcome() {
                    Some(outcome) => i32::from(outcome.verdict.winner().is_some()),
                    None => -of(tables.result(&after).unwrap()),
                }
            });
            assert_eq!(known, after.max().unwrap(), "{fen}");
            let kept = tables.best_moves(&position).unwrap();
            assert!(kept.iter().all(|&mv| {
                let after = position.play(mv);
                after.turn().outcome().is_some() || -of(tables.result(&after).unwrap()) == known
            }));
            looked_at[(known + 1) as usize] += 1;
        }
        assert!(looked_at.iter().all(|&count| count > 50), "{looked_at:?}");
    });
}

/// With the tables of `SYZYGY_PATH`, what a knight and a pawn are worth against a queen that takes the pawn is known.
#[test]
fn the_search_looks_results_up_and_says_what_it_has_found() {
    let _alone = ALONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let asked = |folders: &str| {
        said(&format!(
            "setoption name SyzygyPath value {folders}\n\
             position fen 8/8/3k4/8/3p4/8/3Q4/3K1n2 w - - 0 1\ngo depth 4"
        ))
    };
    let lines = asked("/nowhere/at/all");
    assert!(lines[0].starts_with("info string SyzygyPath \"/nowhere/at/all\": "), "{lines:?}");
    assert_eq!(best_moves(&lines).len(), 1);
    let Ok(folders) = std::env::var("SYZYGY_PATH") else { return };
    let lines = asked(&folders);
    assert!(lines[0].contains("tables of up to"), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("score cp 199")), "{lines:?}");
    assert_eq!(best_moves(&lines), ["d2d4"]);
}

#[test]
fn what_is_won_is_won_by_pawns_that_are_promoted() {
    with_tables(|tables| {
        let position: Position = "8/8/8/1k6/8/8/4K2P/8 w - - 0 1".parse().unwrap();
        assert_eq!(tables.result(&position), Some(Known::Won(None)));
        let board = position.board().role(Role::Pawn);
        let best = tables.best_moves(&position).unwrap();
        assert!(best.iter().all(|mv| board.has(mv.from())), "{best:?}");
    });
}
