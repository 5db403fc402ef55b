//! The names of openings, with their codes in the Encyclopaedia of Chess Openings.

use crate::{Position, zobrist};
use game::{Openings, Perfect, Reached};
use std::sync::LazyLock;

/// Sorted by code.
const TEXT: &str = include_str!("openings.txt");

static OPENINGS: LazyLock<Openings> =
    LazyLock::new(|| Openings::read(TEXT, Position::standard(), key));

/// The opening of a game, given all its positions from the start, and where the game left the table.
///
/// ```
/// use chess::{Position, openings::opening_of};
/// use game::{Notation, Rules};
///
/// let mut game = vec![Position::standard()];
/// for text in ["Nf3", "Nc6", "e4", "e5", "Bb5", "h6"] {
///     let position = game[game.len() - 1];
///     game.push(position.play(position.read_move(text).unwrap()));
/// }
/// let reached = opening_of(&game).unwrap();
/// assert_eq!(reached.opening.code, Some("C60"));
/// assert_eq!(reached.opening.name, "Ruy Lopez");
/// assert_eq!(reached.opening.spanish, "Apertura española");
/// assert_eq!(reached.plies, 5, "h6 is not in the table");
/// ```
pub fn opening_of<'a>(positions: impl IntoIterator<Item = &'a Position>) -> Option<Reached> {
    OPENINGS.reached(positions.into_iter().map(key))
}

/// The key of the position without its en passant square: 1. d4 c5 2. d5 e5 and 1. d4 e5 2. d5 c5 are
/// one opening, although different pawns can be taken en passant.
fn key(position: &Position) -> u64 {
    let en_passant = position.en_passant().map_or(0, |square| zobrist::en_passant(square.file()));
    position.key() ^ en_passant
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Notation, Opening, Rules, laws};
    use std::collections::HashSet;

    fn game(moves: &str) -> Vec<Position> {
        moves.split(' ').fold(vec![Position::standard()], |mut game, text| {
            let position = game[game.len() - 1];
            game.push(position.play(position.read_move(text).unwrap()));
            game
        })
    }

    fn name(moves: &str) -> Option<&'static str> {
        opening_of(&game(moves)).map(|reached| reached.opening.name)
    }

    fn table() -> Vec<(Opening, Position)> {
        laws::openings_hold_in(TEXT, Position::standard(), key)
    }

    #[test]
    fn every_line_is_legal_and_leads_to_a_position_of_its_own() {
        assert!(table().len() >= 400);
    }

    #[test]
    fn codes_are_well_formed_and_sorted() {
        let codes: Vec<&str> =
            table().iter().map(|(opening, _)| opening.code.expect("a code")).collect();
        for code in &codes {
            assert!(
                matches!(code.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']),
                "{code} is no code"
            );
        }
        assert!(codes.is_sorted());
    }

    #[test]
    fn the_start_has_no_name() {
        assert_eq!(opening_of(&[Position::standard()]), None);
        assert_eq!(opening_of(&[]), None);
    }

    #[test]
    fn a_transposition_has_the_name_of_the_usual_order() {
        let najdorf = "Sicilian Defense: Najdorf Variation";
        assert_eq!(name("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"), Some(najdorf));
        assert_eq!(name("Nc3 c5 Nf3 a6 e4 d6 d4 cxd4 Nxd4 Nf6"), Some(najdorf));
        assert_eq!(name("c4 e6 Nc3 d5 d4 Nf6"), Some("Queen's Gambit Declined: Normal Defense"));
    }

    #[test]
    fn the_last_name_stays_when_the_game_leaves_the_table() {
        let reached = opening_of(&game("e4 e5 f4 exf4 Nf3 a5 a4 Ra6")).unwrap();
        assert_eq!(reached.opening.name, "King's Gambit Accepted: King's Knight's Gambit");
        assert_eq!(reached.plies, 5);
    }

    #[test]
    fn a_position_on_the_way_to_a_name_is_in_the_table() {
        let reached = opening_of(&game("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O")).unwrap();
        assert_eq!(reached.opening.name, "Ruy Lopez: Morphy Defense");
        assert_eq!(reached.plies, 9);
    }

    #[test]
    fn what_can_be_taken_en_passant_makes_no_difference() {
        let (one, other) = (game("d4 c5 d5 e5"), game("d4 e5 d5 c5"));
        assert_ne!(one[4].key(), other[4].key());
        assert_eq!(opening_of(&one).map(|reached| reached.plies), Some(4));
        assert_eq!(opening_of(&one), opening_of(&other));
    }

    #[test]
    #[ignore = "needs reference data"]
    fn every_opening_is_in_the_reference_list_with_its_code_and_name() {
        let text = reference::read("chess/openings.tsv");
        let listed: HashSet<(u64, &str, &str)> = text
            .lines()
            .skip(1)
            .map(|row| {
                let [code, name, pgn] = row.split('\t').collect::<Vec<_>>()[..] else {
                    panic!("{row}")
                };
                let moves: Vec<&str> = pgn.split(' ').filter(|word| !word.ends_with('.')).collect();
                (key(&game(&moves.join(" "))[moves.len()]), code, name)
            })
            .collect();
        for (opening, end) in table() {
            let found = listed.contains(&(key(&end), opening.code.unwrap(), opening.name));
            assert!(found, "{opening:?} is not in the list");
        }
    }
}
