//! Why a text is no move in chess, in Spanish.

use super::Chess;
use crate::listed;
use ::chess::{Role, SanError};
use ::table::{Language, Playable};
use game::Side;

const fn role(role: Role) -> &'static str {
    match role {
        Role::Pawn => "peón",
        Role::Knight => "caballo",
        Role::Bishop => "alfil",
        Role::Rook => "torre",
        Role::Queen => "dama",
        Role::King => "rey",
    }
}

/// `ningún peón`, `ninguna torre`.
const fn none(role: Role) -> &'static str {
    match role {
        Role::Rook | Role::Queen => "ninguna",
        Role::Pawn | Role::Knight | Role::Bishop | Role::King => "ningún",
    }
}

const fn side(side: Side) -> &'static str {
    match side {
        Side::White => "blancas",
        Side::Black => "negras",
    }
}

/// Why a text is no move in chess.
pub fn why_not(error: &::chess::MoveError) -> String {
    match error {
        ::chess::MoveError::Unreadable(given) => format!(
            "{given:?} no es una jugada: escribe dos casillas como e2e4 (e7e8q para coronar), o Nf3, exd5, O-O."
        ),
        ::chess::MoveError::Illegal(illegal)
        | ::chess::MoveError::San(SanError::Illegal(_, illegal)) => illegal_move(*illegal),
        ::chess::MoveError::San(SanError::NoSuchPiece(san, which)) => {
            format!("{san}: no tienes {} {} con esa jugada.", none(*which), role(*which))
        }
        ::chess::MoveError::San(SanError::NoneCan(san, which, to)) => {
            format!("{san}: {} {} puede ir a {to}.", none(*which), role(*which))
        }
        ::chess::MoveError::San(SanError::Ambiguous(san, moves)) => {
            format!("{san} puede ser varias jugadas: {}.", listed(moves))
        }
    }
}

fn illegal_move(illegal: ::chess::Illegal) -> String {
    use ::chess::Illegal;
    let bad = |which: Role, why: String| format!("Jugada ilegal de {}: {why}.", role(which));
    match illegal {
        Illegal::GameOver(ending) => {
            format!(
                "La partida ha terminado: {}.",
                Chess::ending_words(ending, Language::Spanish)
            )
        }
        Illegal::NoPiece(square) => format!("No hay ninguna pieza en {square}."),
        Illegal::NotYourPiece(square, piece) => {
            format!("La pieza de {square} no es tuya: juegan {}.", side(!piece.side))
        }
        Illegal::NoStep(which, from) => {
            bad(which, format!("debe ir a una casilla distinta de {from}"))
        }
        Illegal::OwnPieceInTheWay(which, own, square) => {
            bad(which, format!("en {square} hay una pieza tuya ({})", role(own)))
        }
        Illegal::TakesKing(which) => bad(which, "el rey no se captura".to_owned()),
        Illegal::NotHowItMoves(which, from, to) => {
            bad(which, format!("así no se mueve de {from} a {to}"))
        }
        Illegal::PathBlocked(which, from, to, at) => {
            bad(which, format!("el camino de {from} a {to} está cortado en {at}"))
        }
        Illegal::PawnBlocked(square) => {
            bad(Role::Pawn, format!("{square} está ocupada, y los peones capturan en diagonal"))
        }
        Illegal::NothingToTake(square) => {
            bad(Role::Pawn, format!("en {square} no hay nada que capturar"))
        }
        Illegal::StillInCheck(which) => bad(which, "tu rey está en jaque".to_owned()),
        Illegal::ExposesKing(which) => bad(which, "dejaría a tu rey en jaque".to_owned()),
        Illegal::IntoCheck(square) => bad(Role::King, format!("{square} está atacada")),
        Illegal::CastlingRightsLost => {
            "Enroque ilegal: el rey o esa torre ya se han movido.".to_owned()
        }
        Illegal::CastlingInCheck => "Enroque ilegal: tu rey está en jaque.".to_owned(),
        Illegal::CastlingBlocked(square) => format!("Enroque ilegal: {square} no está vacía."),
        Illegal::CastlingThroughCheck(square) => {
            format!("Enroque ilegal: tu rey pasaría por {square}, que está atacada.")
        }
        Illegal::PromotionMissing(square) => {
            format!("Di en qué se convierte el peón en {square}: dama, torre, alfil o caballo.")
        }
        Illegal::WrongPromotion(which) => {
            format!("Un peón se convierte en dama, torre, alfil o caballo, no en {}.", role(which))
        }
        Illegal::NoPromotion => {
            "Aquí no se corona nada: solo el peón que llega a la última fila.".to_owned()
        }
    }
}
