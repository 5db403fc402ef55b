//! Four in a row in Spanish: its words, and what is wrong with a move or a start.

use super::words::FourWords;
use super::{Fault, Illegal, StartError};
use crate::InSpanish;
use game::Side;
use table::CardWords;

pub const WORDS: FourWords = FourWords {
    card: CardWords {
        title: "Cuatro en raya",
        in_a_sentence: "cuatro en raya",
        sides: ["Rojas", "Amarillas"],
        pieces: &["ficha roja", "ficha amarilla"],
        typing: "\
Para jugar, escribe una columna: d. La ficha cae hasta la casilla libre más
baja. Ganan cuatro fichas de un bando en línea: horizontal, vertical o
diagonal. En el tablero, [] marca la última jugada y {} la línea ganadora.
",
        first_steps: "Escribe una columna como d, o help, o quit.",
        legend: ["Las rojas son X, las amarillas O.", "Rojas: ●, amarillas: ○."],
        ..CardWords::SPANISH
    },
    size: "{} x {} casillas.",
    four_in_a_line: "cuatro en línea",
    board_full: "tablero lleno",
};

const fn side(side: Side) -> &'static str {
    match side {
        Side::White => "rojas",
        Side::Black => "amarillas",
    }
}

impl InSpanish for Illegal {
    fn in_spanish(&self) -> String {
        match self {
            Illegal::NotAColumn(given, last) => {
                format!("una jugada es una columna, de a a {last}, no {given:?}")
            }
            Illegal::Full(column) => format!("la columna {column} está llena"),
            Illegal::GameOver(ending) => {
                format!("la partida ha terminado: {}", WORDS.ending(*ending))
            }
        }
    }
}

impl InSpanish for StartError {
    fn in_spanish(&self) -> String {
        match self {
            StartError::Unreadable(given) => {
                format!("se esperaban filas desde arriba, con / entre ellas, y luego r o y, no {given:?}")
            }
            StartError::NotACell(row, column, given) => format!(
                "fila {row} desde arriba, columna {column}: una casilla es R, Y o un punto, no {given:?}"
            ),
            StartError::WrongSize(given, wanted) => {
                format!("se esperaba un tablero de {wanted}, y este es de {given}")
            }
            StartError::Invalid(faults) => faults.iter().map(fault).collect::<Vec<_>>().join("; "),
        }
    }
}

fn fault(fault: &Fault) -> String {
    match fault {
        Fault::Floating(column, row) => {
            format!("la ficha de {column}{row} no tiene nada debajo")
        }
        Fault::Turn(red, yellow, turn) => format!(
            "con {red} rojas y {yellow} amarillas no puede ser el turno de las {}",
            side(*turn)
        ),
        Fault::MoverHasFour(mover) => {
            format!("las {} ya tienen cuatro en línea: no les puede tocar", side(*mover))
        }
    }
}
