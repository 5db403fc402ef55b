//! Why a text is no move in checkers, in Spanish.

use super::CARD;
use crate::listed;
use ::checkers::{MoveTextError, ResolveError, SquareError};
use ::table::scene::Piece as ScenePiece;
use ::table::{Card, Language};
use game::Side;

const fn side(side: Side) -> &'static str {
    match side {
        Side::White => "blancas",
        Side::Black => "negras",
    }
}

/// Why a text is no move in checkers.
pub fn why_not(error: &::checkers::MoveError) -> String {
    match error {
        ::checkers::MoveError::Unreadable(MoveTextError::TooFewSquares(given)) => {
            format!(
                "Una jugada nombra la casilla de salida y la de llegada, como 11-15, no {given:?}."
            )
        }
        ::checkers::MoveError::Unreadable(MoveTextError::NoStep(given)) => {
            format!("Un paso va de una casilla a otra, y {given:?} no sale de la suya.")
        }
        ::checkers::MoveError::Unreadable(MoveTextError::TooManySquares) => {
            "Ninguna jugada tiene tantas casillas.".to_owned()
        }
        ::checkers::MoveError::Unreadable(MoveTextError::TooLong(length)) => {
            format!("Ninguna jugada es tan larga: son {length} caracteres.")
        }
        ::checkers::MoveError::Unreadable(MoveTextError::BadSquare { text, column, source }) => {
            let why = match source {
                SquareError::NoSuchNumber(number) => {
                    format!("las casillas van de la 1 a la 32, no hay casilla {number}")
                }
                SquareError::Light(square) => {
                    format!("{square} es una casilla clara, y se juega en las oscuras")
                }
                SquareError::Unreadable(given) => {
                    format!(
                        "una casilla es un número del 1 al 32 o un nombre de a1 a h8, no {given:?}"
                    )
                }
            };
            format!("En la jugada {text:?}, en el carácter {column}: {why}.")
        }
        ::checkers::MoveError::Unresolved(ResolveError::Ambiguous { text, paths }) => {
            format!("{text} puede ser {}: escribe el camino entero.", listed(paths))
        }
        ::checkers::MoveError::Unresolved(ResolveError::Illegal { text, reason }) => {
            format!("{text}: {}.", illegal_move(reason))
        }
    }
}

fn illegal_move(illegal: &::checkers::Illegal) -> String {
    use ::checkers::{Illegal, Piece, Rank};
    let piece = |piece: &Piece| {
        let kind = if piece.rank == Rank::Man { "man" } else { "crowned-man" };
        let card: &dyn Card = &CARD;
        card.piece_name(ScenePiece::of(piece.side, kind), Language::Spanish)
    };
    match illegal {
        Illegal::GameOver { loser } => {
            format!("la partida ha terminado: las {} no pueden mover y han perdido", side(*loser))
        }
        Illegal::NoPiece(square) => format!("no hay ninguna pieza en {square}"),
        Illegal::NotYours { square, piece: stands } => {
            format!("en {square} hay {}, y juegan las {}", piece(stands), side(!stands.side))
        }
        Illegal::NotDiagonal { from, to } => {
            format!("de {from} a {to} no hay ni un paso ni un salto en diagonal")
        }
        Illegal::Taken { square, piece: stands } => format!("en {square} hay {}", piece(stands)),
        Illegal::Backwards { from, to } => {
            format!("un peón solo avanza: de {from} a {to} es hacia atrás")
        }
        Illegal::CaptureMandatory { captures } => {
            format!("es obligatorio capturar: {}", listed(captures))
        }
        Illegal::NothingToJump { from, over, to } => {
            format!("en {over}, entre {from} y {to}, no hay nada que saltar")
        }
        Illegal::OwnPiece(square) => format!("la pieza de {square} es tuya y no se salta"),
        Illegal::JumpedTwice(square) => format!("la pieza de {square} solo se salta una vez"),
        Illegal::StepAndMore { from, to } => {
            format!("de {from} a {to} es un paso, y solo los saltos siguen")
        }
        Illegal::CrownedStops(square) => {
            format!("un peón que corona se detiene: la jugada acaba en {square}")
        }
        Illegal::JumpGoesOn { at, ways } => {
            format!("hay que seguir saltando desde {at}: {}", listed(ways))
        }
    }
}
