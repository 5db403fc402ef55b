//! The example game as a test bed: small enough that the whole of it can be counted.

#[path = "../examples/tic_tac_toe.rs"]
#[allow(dead_code)]
mod tic_tac_toe;

use game::{Game, Notation, Rules, Seat, Side, Turn, Verdict, divide, laws, perft};
use proptest::prelude::*;
use tic_tac_toe::{Ending, Grid, Illegal, TextError};

fn played(moves: &str) -> Grid {
    moves.split(' ').fold(Grid::EMPTY, |grid, text| grid.play(grid.read_move(text).unwrap()))
}

#[test]
fn perft_gives_the_published_figures() {
    let figures = [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    for (depth, &lines) in figures.iter().enumerate() {
        assert_eq!(perft(&Grid::EMPTY, depth as u32), lines, "depth {depth}");
    }
}

#[test]
fn divide_adds_up_to_perft() {
    let parts = divide(&Grid::EMPTY, 5);
    assert_eq!(parts.len(), 9);
    assert_eq!(parts.iter().map(|&(_, lines)| lines).sum::<u64>(), perft(&Grid::EMPTY, 5));
    assert!(divide(&Grid::EMPTY, 0).is_empty());
}

#[test]
fn a_row_wins_and_ends_the_game() {
    let won = played("a1 b1 a2 b2 a3");
    let outcome = won.turn().outcome().unwrap();
    assert_eq!(outcome.verdict, Verdict::won_by(Side::White));
    assert_eq!(outcome.reason, Ending::ThreeInARow);
    assert_eq!(outcome.to_string(), "White wins: three in a row");
    assert_eq!(won.check(8), Err(Illegal::GameOver));
}

#[test]
fn illegal_moves_say_why() {
    let grid = played("b2");
    assert_eq!(grid.turn(), Turn::ToMove(Seat::Side(Side::Black)));
    assert_eq!(grid.check(4), Err(Illegal::Taken));
    assert_eq!(grid.check(9), Err(Illegal::OffTheBoard));
    assert_eq!(grid.read_move("d4"), Err(TextError::Unreadable("d4".into())));
}

proptest! {
    #[test]
    fn the_laws_hold_on_every_line(choices in prop::collection::vec(any::<u32>(), 0..9)) {
        for grid in laws::playout(Grid::EMPTY, &choices) {
            laws::hold_in(&grid);
            laws::notation_holds_in(&grid);
            prop_assert_eq!(Grid::read_start(&Grid::write_start(&grid)), Ok(grid));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,12}") {
        let _ = Grid::read_start(&text);
        let _ = Grid::EMPTY.read_move(&text);
    }
}
