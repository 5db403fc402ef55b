//! The names of openings on the board of eight rows.
//!
//! The table has one line for each, beginning with f5 from the standard start. Positions that are mirror
//! images or rotations of one another have one name, so any of the four first moves is recognised, and
//! games from the mirrored start are, too.

use crate::Position;
use crate::engine::tuning::Board;
use game::{Openings, Perfect, Reached};
use std::sync::LazyLock;

/// Lines that begin f5 d6, then f5 f6, then f5 f4.
const TEXT: &str = include_str!("openings.txt");

static OPENINGS: LazyLock<Openings> =
    LazyLock::new(|| Openings::read(TEXT, Position::<8>::standard(), key));

/// The opening of a game, given all its positions from the start, and where the game left the table.
///
/// ```
/// use game::{Notation, Rules};
/// use othello::{Position, openings::opening_of};
///
/// let mut game = vec![Position::<8>::standard()];
/// for text in ["d3", "c5", "f6", "f5", "e6", "d7"] {
///     let position = game[game.len() - 1];
///     game.push(position.play(position.read_move(text).unwrap()));
/// }
/// let reached = opening_of(&game).unwrap();
/// assert_eq!((reached.opening.name, reached.opening.spanish), ("Tiger", "Tigre"));
/// assert_eq!(reached.plies, 5, "d7 is not in the table");
/// ```
pub fn opening_of<'a>(positions: impl IntoIterator<Item = &'a Position<8>>) -> Option<Reached> {
    OPENINGS.reached(positions.into_iter().map(key))
}

/// The smallest key among the eight images of a position, with the discs of the side to move taken for
/// black.
fn key(position: &Position<8>) -> u64 {
    let board = Board::of(position);
    let images = [board, board.transposed()].into_iter().flat_map(|board| {
        let mirrored = board.upside_down();
        [board, board.half_turned(), mirrored, mirrored.half_turned()]
    });
    images.map(|image| image.position().key()).fold(u64::MAX, u64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, Square};
    use game::{Rules, laws};

    fn game(start: Position<8>, moves: &[Square]) -> Vec<Position<8>> {
        moves.iter().fold(vec![start], |mut game, &square| {
            let position = game[game.len() - 1];
            assert_eq!(position.check(Move::Place(square)), Ok(()));
            game.push(position.play(Move::Place(square)));
            game
        })
    }

    fn squares(moves: &str) -> Vec<Square> {
        moves.split(' ').map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn every_line_is_legal_and_leads_to_a_position_of_its_own() {
        assert!(laws::openings_hold_in(TEXT, Position::standard(), key).len() >= 60);
    }

    #[test]
    fn an_opening_is_recognised_in_all_eight_images() {
        let stephenson = squares("f5 d6 c3 d3 c4 f4 f6");
        for image in 0..8 {
            let [turns_columns, turns_rows, exchanges] = [1, 2, 4].map(|bit| image & bit != 0);
            let seen = |square: &Square| {
                let column = if turns_columns { 7 - square.column() } else { square.column() };
                let row = if turns_rows { 7 - square.row() } else { square.row() };
                let (column, row) = if exchanges { (row, column) } else { (column, row) };
                Square::new(column, row).unwrap()
            };
            let same_start = turns_columns == turns_rows;
            let start = if same_start { Position::standard() } else { Position::mirrored() };
            let moves: Vec<Square> = stephenson.iter().map(seen).collect();
            let reached = opening_of(&game(start, &moves)).unwrap();
            assert_eq!((reached.opening.name, reached.plies), ("Stephenson", 7), "image {image}");
        }
    }

    #[test]
    fn the_last_name_stays_when_the_game_leaves_the_table() {
        let moves = squares("f5 f6 e6 f4 e3 c5 c6");
        let reached = opening_of(&game(Position::standard(), &moves)).unwrap();
        assert_eq!((reached.opening.name, reached.plies), ("Cow", 6), "c5 leads to other names");
    }

    #[test]
    fn the_start_and_the_first_move_have_no_name() {
        let start = Position::<8>::standard();
        assert_eq!(opening_of(&[start]), None);
        assert_eq!(opening_of(&game(start, &squares("f5"))), None);
    }
}
