//! The start of a `position`, read as generously as interfaces write it.
//!
//! Interfaces let people set boards up by hand and leave castling letters and en passant squares standing
//! that do not belong to the pieces. The FEN of everything else is strict; here such a right is dropped,
//! because an engine that refuses a position cannot ask for another one.

use chess::fen::PositionError;
use chess::{Bitboard, Fault, Faults, Position, Setup};

/// The position of a FEN, and the faults of the rights that it names and cannot have.
pub fn read(fen: &str) -> Result<(Position, Vec<Fault>), PositionError> {
    let setup: Setup = fen.parse()?;
    match setup.validate() {
        Ok(position) => Ok((position, Vec::new())),
        Err(Faults(faults)) => match without_rights(setup, &faults) {
            Some(without) => Ok((without.validate()?, faults)),
            None => Err(Faults(faults).into()),
        },
    }
}

/// The setup without the rights that are at fault; `None` where something else is.
fn without_rights(mut setup: Setup, faults: &[Fault]) -> Option<Setup> {
    let drop = |setup: &mut Setup, rook| {
        setup.castling_rooks = setup.castling_rooks.without(Bitboard::of(rook));
    };
    for &fault in faults {
        match fault {
            Fault::CastlingWithoutRook(rook) | Fault::CastlingOffBackRank(rook) => {
                drop(&mut setup, rook);
            }
            // Which of the two has moved is not known.
            Fault::CastlingTwice(one, two) => {
                drop(&mut setup, one);
                drop(&mut setup, two);
            }
            Fault::NoEnPassant(_) => setup.en_passant = None,
            _ => return None,
        }
    }
    Some(setup)
}

#[cfg(test)]
mod tests {
    use super::read;

    fn read_as(fen: &str) -> String {
        read(fen).unwrap().0.to_string()
    }

    #[test]
    fn castling_rights_without_their_rooks_are_dropped() {
        assert_eq!(read_as("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(
            read_as("r3k3/8/8/8/4K3/8/8/R6R w KQq - 3 9"),
            "r3k3/8/8/8/4K3/8/8/R6R w q - 3 9"
        );
        assert_eq!(read_as("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1"), "4k3/8/8/8/8/8/8/4K1RR w - - 0 1");
    }

    #[test]
    fn an_impossible_en_passant_square_is_dropped() {
        for square in ["e3", "e6", "a1", "d6"] {
            let fen = format!("4k3/8/8/8/4P3/8/8/4K3 w - {square} 0 1");
            assert_eq!(read_as(&fen), "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1");
        }
    }

    #[test]
    fn a_whole_position_loses_nothing() {
        let fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2";
        let (position, faults) = read(fen).unwrap();
        assert_eq!((position.to_string(), faults), (fen.to_owned(), Vec::new()));
    }

    #[test]
    fn a_board_that_is_no_position_stays_one() {
        for fen in ["8/8/8/8/8/8/8/8 w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w X - 0 1", "", "k w"] {
            assert!(read(fen).is_err(), "{fen}");
        }
    }
}
