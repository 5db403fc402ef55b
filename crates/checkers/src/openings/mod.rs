//! The names of openings, and the numbers of the three-move openings.

mod ballots;

pub use ballots::Ballot;

use crate::Position;
use game::{Openings, Perfect, Reached};
use std::sync::LazyLock;

/// Sorted by their first moves.
const TEXT: &str = include_str!("openings.txt");

/// The table, with the three-move openings added: one without a name of its own is called like the line
/// that it comes from, for a game may begin there.
static OPENINGS: LazyLock<Openings> = LazyLock::new(|| {
    let mut openings = Openings::read(TEXT, Position::START, Perfect::key);
    for ballot in ballots::listed() {
        let line = ballot.line.map(|position| position.key());
        if let Some(reached) = openings.reached(line) {
            openings.add(line[2], reached.opening);
        }
    }
    openings
});

/// The opening of a game, given all its positions from the start, and where the game left the table. The
/// game may start at a three-move opening.
///
/// ```
/// use checkers::{Position, openings::{ballot_of, opening_of}};
/// use game::{Notation, Rules};
///
/// let mut game = vec![Position::START];
/// for text in ["11-15", "23-19", "8-11", "22-17", "4-8", "24-20"] {
///     let position = game[game.len() - 1];
///     game.push(position.play(position.read_move(text).unwrap()));
/// }
/// let reached = opening_of(&game).unwrap();
/// assert_eq!((reached.opening.name, reached.plies), ("Old Fourteenth", 5));
/// assert_eq!(ballot_of(&game), Some(126));
/// ```
pub fn opening_of<'a>(positions: impl IntoIterator<Item = &'a Position>) -> Option<Reached> {
    OPENINGS.reached(positions.into_iter().map(Perfect::key))
}

/// The 174 three-move openings, in the order of their numbers.
pub fn ballots() -> &'static [Ballot] {
    ballots::listed()
}

/// The number of the three-move opening of a game, 1 to 174, given its positions from the start, whether
/// it was played or the game starts there.
pub fn ballot_of<'a>(positions: impl IntoIterator<Item = &'a Position>) -> Option<u8> {
    positions.into_iter().take(4).find_map(ballots::number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Notation, Rules, laws};

    fn game(moves: &str) -> Vec<Position> {
        moves.split(' ').fold(vec![Position::START], |mut game, text| {
            let position = game[game.len() - 1];
            game.push(position.play(position.read_move(text).unwrap()));
            game
        })
    }

    fn name(positions: &[Position]) -> Option<&'static str> {
        opening_of(positions).map(|reached| reached.opening.name)
    }

    #[test]
    fn every_line_is_legal_and_leads_to_a_position_of_its_own() {
        let openings = laws::openings_hold_in(TEXT, Position::START, Perfect::key);
        assert!(openings.len() >= 35);
    }

    #[test]
    fn all_seven_first_moves_have_names() {
        for &mv in &*Position::START.moves() {
            assert!(opening_of(&[Position::START, Position::START.play(mv)]).is_some(), "{mv}");
        }
        assert_eq!(opening_of(&[Position::START]), None);
    }

    #[test]
    fn a_transposition_has_the_name_of_the_usual_order() {
        assert_eq!(name(&game("9-14 23-19 11-15 27-23")), Some("Defiance"));
        assert_eq!(name(&game("9-13 23-19 11-15")), Some("Will o' the Wisp"));
    }

    #[test]
    fn a_game_that_starts_at_a_three_move_opening_has_its_name_and_number() {
        let played = game("10-15 23-18 12-16");
        assert_eq!((name(&played[3..]), ballot_of(&played[3..])), (Some("Kelso Cross"), Some(102)));
        assert_eq!(ballot_of(&played), Some(102));
        assert_eq!(ballot_of(&played[..3]), None);
    }

    #[test]
    fn every_three_move_opening_has_a_name() {
        for ballot in ballots() {
            assert!(name(&[ballot.position()]).is_some(), "{ballot:?}");
        }
    }

    #[test]
    fn there_are_174_openings_and_157_in_the_deck() {
        let deck = ballots().iter().filter(|ballot| ballot.in_deck);
        assert_eq!((ballots().len(), deck.count()), (174, 157));
    }

    #[test]
    fn openings_that_lose_at_once_have_no_number() {
        assert_eq!(ballot_of(&game("9-14 21-17 14x21")), None);
        assert_eq!(ballot_of(&game("12-16 24-20 16-19")), None);
    }

    #[test]
    #[ignore = "needs reference data"]
    fn the_three_move_openings_have_the_numbers_of_the_reference_list() {
        let text = reference::read("checkers/three-move.tsv");
        let rows = text.lines().filter(|row| !row.starts_with('#') && !row.is_empty());
        let mut numbers = 0;
        for row in rows {
            let [moves, fen, status] = row.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            let (number, _) = moves.split_once(' ').unwrap();
            let position = Position::read_start(fen).unwrap();
            assert_eq!(ballot_of(&[position]), number.parse().ok(), "{row}");
            assert_eq!(ballots()[numbers].in_deck, status == "deck", "{row}");
            numbers += 1;
        }
        assert_eq!(numbers, ballots().len());
    }
}
