//! Othello in Spanish: its words, and what is wrong with a move, a start or a record.

use super::words::OthelloWords;
use crate::InSpanish;
use ::othello::{
    GGF_LIMIT, GgfFault, GgfResolveError, Illegal, MOVES_LIMIT, MoveError, OBF_LIMIT, ObfFault,
    ObfResolveError, ReplayError, ReplayFault, StartError, TRANSCRIPT_LIMIT, TranscriptFault,
    WrongSize,
};
use ::table::CardWords;
use game::Side;

pub const WORDS: OthelloWords = OthelloWords {
    card: CardWords {
        title: "Otelo",
        in_a_sentence: "Otelo",
        pieces: &["ficha blanca", "ficha negra"],
        position_form: "Todas las casillas desde a1, fila a fila: X es negra, O blanca, - vacía; después, de quién es el turno, X u O.",
        typing: "\
Para jugar, escribe una casilla: f5. La ficha debe encerrar una fila de fichas
del otro bando, a las que se da la vuelta. Un + marca dónde puedes jugar, [] la
última jugada. Quien no tiene jugada pasa, y eso se hace por ti.
",
        first_steps: "Escribe una casilla como f5, o help, o quit.",
        legend: [
            "Las negras son X, las blancas O, y + es donde puedes jugar.",
            "Negras: ●, blancas: ○; + es donde puedes jugar.",
        ],
        units_lost: Some("{} fichas cedidas"),
        ..CardWords::SPANISH
    },
    crossed_start: "Negras en d4 y e5",
    size: "{} x {} casillas.",
    more_discs: "número de fichas",
    must_pass: "{} no tienen jugada y deben pasar.",
    discs: "Fichas",
    moves: "Jugadas",
};

impl InSpanish for MoveError {
    fn in_spanish(&self) -> String {
        match self {
            MoveError::Unreadable { given } => {
                format!("Una jugada es una casilla como f5, o pass para pasar, no {given:?}.")
            }
            MoveError::Illegal(illegal) => illegal_move(*illegal),
        }
    }
}

fn illegal_move(illegal: Illegal) -> String {
    match illegal {
        Illegal::OffTheBoard { column, row, last } => {
            format!("{column}{row} está fuera del tablero, que acaba en {last}.")
        }
        Illegal::Occupied(square) => format!("Ya hay una ficha en {square}."),
        Illegal::TurnsNothing(square) => {
            format!("Una ficha en {square} no da la vuelta a ninguna.")
        }
        Illegal::PassWithMoves(square) => {
            format!("Solo se pasa cuando no hay jugada, y {square} lo es.")
        }
        Illegal::GameOver => "La partida ha terminado: ningún bando puede jugar.".to_owned(),
    }
}

impl InSpanish for StartError {
    fn in_spanish(&self) -> String {
        match self {
            StartError::Text(error) => {
                format!("en el carácter {}: {}", error.place.column, obf_fault(&error.fault))
            }
            StartError::Resolve(ObfResolveError::Size(error)) => wrong_size(*error),
            StartError::Resolve(ObfResolveError::Score { mv, reason }) => {
                format!("{mv} tiene una puntuación, y no se puede jugar: {}", illegal_move(*reason))
            }
        }
    }
}

fn wrong_size(WrongSize { given, wanted }: WrongSize) -> String {
    format!("se esperaba un tablero de {wanted}x{wanted} casillas, y este es de {given}x{given}")
}

fn instead(expected: &str, given: impl std::fmt::Debug) -> String {
    format!("se esperaba {expected}, no {given:?}")
}

fn obf_fault(fault: &ObfFault) -> String {
    match fault {
        ObfFault::TooLong => format!("una línea tiene como mucho {OBF_LIMIT} bytes"),
        ObfFault::Contents { given } => format!("una casilla es X, O o -, no {given:?}"),
        ObfFault::SquareCount { given } => {
            format!("un tablero tiene 16, 36, 64 o 100 casillas, no {given}")
        }
        ObfFault::SideToMove { given } => instead("el turno, X u O", given),
        ObfFault::Score { most, given } => {
            let expected = format!("una jugada y una puntuación de -{most} a {most}, como F5:+4");
            instead(&expected, given)
        }
    }
}

impl InSpanish for TranscriptFault {
    fn in_spanish(&self) -> String {
        match self {
            TranscriptFault::TooLong => {
                format!("una lista de jugadas tiene como mucho {TRANSCRIPT_LIMIT} bytes")
            }
            TranscriptFault::TooManyMoves => too_many_moves(),
            TranscriptFault::Move { given } => {
                instead("una jugada como f5, o -- para pasar", given)
            }
            TranscriptFault::NumberWithoutDot => {
                "se esperaba un punto tras el número de una jugada".to_owned()
            }
        }
    }
}

fn too_many_moves() -> String {
    format!("una partida tiene como mucho {MOVES_LIMIT} jugadas")
}

impl InSpanish for GgfFault {
    fn in_spanish(&self) -> String {
        match self {
            GgfFault::TooLong => format!("una partida tiene como mucho {GGF_LIMIT} bytes"),
            GgfFault::NoBeginning => "una partida empieza con (;".to_owned(),
            GgfFault::NoEnd => "la partida no acaba con ;)".to_owned(),
            GgfFault::MoreAfterEnd => "hay algo más tras el final de la partida".to_owned(),
            GgfFault::Name { given } => instead("un nombre", given),
            GgfFault::NoValue { name } => {
                format!("se esperaba un valor entre corchetes tras {name}")
            }
            GgfFault::UnclosedValue { name } => {
                format!("al valor de {name} le falta el corchete que lo cierra")
            }
            GgfFault::OtherGame { given } => format!("el juego es {given:?}, no Othello"),
            GgfFault::NoGame => "falta GM[Othello]".to_owned(),
            GgfFault::NoBoard => "falta el tablero, BO".to_owned(),
            GgfFault::SecondBoard => "hay un segundo tablero".to_owned(),
            GgfFault::BoardSize { given } => {
                format!("se leen tableros de 4, 6, 8 y 10 filas, no de {given:?}")
            }
            GgfFault::Contents { given } => format!("una casilla es *, O o -, no {given:?}"),
            GgfFault::BoardLength { wanted, given } => {
                format!("se esperaban {wanted} casillas y el turno, no {given} letras")
            }
            GgfFault::SideToMove { given } => format!("el turno es * u O, no {given:?}"),
            GgfFault::Move { given } => instead("una jugada como f5, o pa para pasar", given),
            GgfFault::Number { given } => instead("un número", given),
            GgfFault::TooManyMoves => too_many_moves(),
        }
    }
}

impl InSpanish for GgfResolveError {
    fn in_spanish(&self) -> String {
        match self {
            GgfResolveError::Size(error) => wrong_size(*error),
            GgfResolveError::Move(error) => error.in_spanish(),
        }
    }
}

impl InSpanish for ReplayError {
    fn in_spanish(&self) -> String {
        let why = match self.reason {
            ReplayFault::Illegal(illegal) => illegal_move(illegal),
            ReplayFault::NotToMove(Side::White) => "no es el turno de las blancas".to_owned(),
            ReplayFault::NotToMove(Side::Black) => "no es el turno de las negras".to_owned(),
        };
        format!("jugada {}, {}: {why}", self.number, self.mv)
    }
}
