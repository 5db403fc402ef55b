//! What the rules and the table say when they refuse something, in Spanish. In English, errors say
//! it themselves.

use super::SPANISH;
use crate::refusal::{Lack, Refusal};
use checkers::{MoveTextError, ResolveError, SquareError};
use chess::{Role, SanError};
use game::Side;
use mines::{Hint, Reason};

/// Moves that are named at most in a sentence.
const NAMED: usize = 8;

/// Why a command was refused.
pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Repeated => "Eso ya está hecho.".to_owned(),
        Refusal::Stale { expected, next } => {
            format!("La partida ha avanzado: se esperaba el suceso {expected} y toca el {next}.")
        }
        Refusal::Ahead { expected, next } => {
            format!(
                "El suceso {expected} no puede ser el siguiente: la partida solo ha llegado al {next}."
            )
        }
        Refusal::NoSuchSeat => "Esta partida no tiene ese asiento.".to_owned(),
        Refusal::GameOver(end) => format!("La partida ha terminado: {}", end.spanish),
        Refusal::NotYourTurn(seat) => {
            format!("No te toca: juegan {}.", SPANISH.seat(*seat).to_lowercase())
        }
        Refusal::Move(why) => why.spanish.clone(),
        Refusal::NotInThisGame(Lack::Draws) => "En este juego no hay tablas.".to_owned(),
        Refusal::NotInThisGame(Lack::TakingBack) => {
            "Lo abierto queda abierto: las jugadas no se retiran.".to_owned()
        }
        Refusal::AlreadyOffered => "Ya has ofrecido tablas.".to_owned(),
        Refusal::AlreadyAsked => "Ya has pedido retirar la jugada.".to_owned(),
        Refusal::NothingToDecline => "No hay nada que rechazar.".to_owned(),
        Refusal::NoDrawToClaim => "Aquí no se pueden reclamar tablas.".to_owned(),
        Refusal::NothingToTakeBack => {
            "No has hecho ninguna jugada que se pueda retirar.".to_owned()
        }
        Refusal::SeatTaken => "Solo quien ocupa ese asiento puede dejarlo.".to_owned(),
        Refusal::TimeLeft => "Aún queda tiempo en el reloj.".to_owned(),
        Refusal::TooLateToAbort => {
            "Los dos bandos han jugado: abandona en vez de anular la partida.".to_owned()
        }
    }
}

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
pub fn chess_move(error: &chess::MoveError) -> String {
    match error {
        chess::MoveError::Unreadable(given) => format!(
            "{given:?} no es una jugada: escribe dos casillas como e2e4 (e7e8q para coronar), o Nf3, exd5, O-O."
        ),
        chess::MoveError::Illegal(illegal)
        | chess::MoveError::San(SanError::Illegal(_, illegal)) => chess_illegal(*illegal),
        chess::MoveError::San(SanError::NoSuchPiece(san, which)) => {
            format!("{san}: no tienes {} {} con esa jugada.", none(*which), role(*which))
        }
        chess::MoveError::San(SanError::NoneCan(san, which, to)) => {
            format!("{san}: {} {} puede ir a {to}.", none(*which), role(*which))
        }
        chess::MoveError::San(SanError::Ambiguous(san, moves)) => {
            format!("{san} puede ser varias jugadas: {}.", listed(moves))
        }
    }
}

fn chess_illegal(illegal: chess::Illegal) -> String {
    use chess::Illegal;
    let bad = |which: Role, why: String| format!("Jugada ilegal de {}: {why}.", role(which));
    match illegal {
        Illegal::GameOver(ending) => {
            format!(
                "La partida ha terminado: {}.",
                <chess::Position as crate::Playable>::ending_words(ending, &SPANISH)
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

/// Why a text is no move in checkers.
pub fn checkers_move(error: &checkers::MoveError) -> String {
    match error {
        checkers::MoveError::Unreadable(MoveTextError::TooFewSquares(given)) => {
            format!(
                "Una jugada nombra la casilla de salida y la de llegada, como 11-15, no {given:?}."
            )
        }
        checkers::MoveError::Unreadable(MoveTextError::TooManySquares) => {
            "Ninguna jugada tiene tantas casillas.".to_owned()
        }
        checkers::MoveError::Unreadable(MoveTextError::TooLong(length)) => {
            format!("Ninguna jugada es tan larga: son {length} caracteres.")
        }
        checkers::MoveError::Unreadable(MoveTextError::BadSquare { text, column, source }) => {
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
        checkers::MoveError::Unresolved(ResolveError::Ambiguous { text, paths }) => {
            format!("{text} puede ser {}: escribe el camino entero.", listed(paths))
        }
        checkers::MoveError::Unresolved(ResolveError::Illegal { text, reason }) => {
            format!("{text}: {}.", checkers_illegal(reason))
        }
    }
}

fn checkers_illegal(illegal: &checkers::Illegal) -> String {
    use checkers::{Illegal, Piece, Rank};
    let piece = |piece: &Piece| {
        let words = &SPANISH.interface;
        let names = if piece.rank == Rank::Man { words.man } else { words.crowned_man };
        names[piece.side as usize]
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

/// Why a text is no move in Othello.
pub fn othello_move(error: &othello::MoveError) -> String {
    use othello::{Illegal, MoveError};
    match error {
        MoveError::Unreadable { given } => {
            format!("Una jugada es una casilla como f5, o pass para pasar, no {given:?}.")
        }
        MoveError::Illegal(Illegal::OffTheBoard { column, row, last }) => {
            format!("{column}{row} está fuera del tablero, que acaba en {last}.")
        }
        MoveError::Illegal(Illegal::Occupied(square)) => format!("Ya hay una ficha en {square}."),
        MoveError::Illegal(Illegal::TurnsNothing(square)) => {
            format!("Una ficha en {square} no da la vuelta a ninguna.")
        }
        MoveError::Illegal(Illegal::PassWithMoves(square)) => {
            format!("Solo se pasa cuando no hay jugada, y {square} lo es.")
        }
        MoveError::Illegal(Illegal::GameOver) => {
            "La partida ha terminado: ningún bando puede jugar.".to_owned()
        }
    }
}

/// Why a text is no move in Minesweeper.
pub fn mines_move(error: &mines::MoveError) -> String {
    use mines::{Illegal, MoveError};
    match error {
        MoveError::Unreadable(given) => format!(
            "{given:?} no es una jugada: open, flag o chord y una casilla, como flag c4."
        ),
        MoveError::Illegal(Illegal::GameOver) => "La partida ha terminado.".to_owned(),
        MoveError::Illegal(Illegal::OffTheBoard { cell, level }) => {
            format!("{cell} no está en un tablero de {level}.")
        }
        MoveError::Illegal(Illegal::AlreadyOpen(cell)) => format!("{cell} ya está abierta."),
        MoveError::Illegal(Illegal::Flagged(cell)) => {
            format!("{cell} tiene una bandera: quítala primero.")
        }
        MoveError::Illegal(Illegal::ChordOnClosed(cell)) => {
            format!("{cell} no está abierta: se abre alrededor de un número abierto.")
        }
        MoveError::Illegal(Illegal::FlagsDoNotFit { cell, number, flags }) => {
            let flags = if *flags == 1 { "una bandera".to_owned() } else { format!("{flags} banderas") };
            format!("{cell} muestra {number} y tiene {flags} alrededor: deben ser tantas.")
        }
        MoveError::Illegal(Illegal::NothingToOpen(cell)) => {
            format!("Alrededor de {cell} no queda nada por abrir.")
        }
        MoveError::Illegal(Illegal::NoRoom { cell, needed, free }) => format!(
            "Abrir una zona en {cell} necesita {needed} casillas sin mina y el tablero tiene {free}: \
             prueba más cerca de una esquina."
        ),
        MoveError::Illegal(Illegal::NoGuess(_)) => {
            "No se encuentra un tablero sin adivinar con esa primera casilla: prueba otra, o con menos minas."
                .to_owned()
        }
    }
}

/// A hint in Minesweeper.
pub fn mines_hint(hint: &Hint) -> String {
    let percent = |part: f64| format!("{:.1} %", 100.0 * part).replace('.', ",");
    let why = match &hint.reason {
        Reason::Forced(clues) => {
            let clues: Vec<String> =
                clues.iter().map(|(cell, number)| format!("el {number} de {cell}")).collect();
            let (last, rest) = clues.split_last().map_or(("", &[][..]), |(l, r)| (l.as_str(), r));
            let and = if rest.is_empty() { "" } else { " y " };
            format!("no hay mina, por {}{and}{last}", rest.join(", "))
        }
        Reason::Counted => "no hay mina, por los números y las minas que quedan".to_owned(),
        Reason::Endgame { won, layouts } => {
            let chance = percent(f64::from(*won) / f64::from(*layouts));
            format!("jugando lo mejor se ganan {won} de {layouts} repartos, {chance}")
        }
        Reason::Safest => "lo más seguro que hay".to_owned(),
        Reason::Promising { safest, mine } => {
            format!("aunque {safest} tiene {}: lo que enseñe ayudará más", percent(*mine))
        }
    };
    let chance = if hint.mine > 0.0 {
        format!("mina con probabilidad {}, ", percent(hint.mine))
    } else {
        String::new()
    };
    format!("Abre {}: {chance}{why}.", hint.cell)
}

fn listed<M: ToString>(moves: &[M]) -> String {
    let names: Vec<String> = moves.iter().take(NAMED).map(ToString::to_string).collect();
    match moves.len().saturating_sub(NAMED) {
        0 => names.join(", "),
        more => format!("{} y {more} más", names.join(", ")),
    }
}
