//! What the rules and the solver of Minesweeper say, in Spanish.

use ::mines::{Hint, Reason};

/// Why a text is no move in Minesweeper.
pub fn why_not(error: &::mines::MoveError) -> String {
    use ::mines::{Illegal, MoveError};
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
        MoveError::Illegal(Illegal::OtherLevel { laid, level }) => {
            format!("Las minas son de un tablero de {laid}, y este es de {level}.")
        }
        MoveError::Illegal(Illegal::NoGuess(_)) => {
            "No se encuentra un tablero sin adivinar con esa primera casilla: prueba otra, o con menos minas."
                .to_owned()
        }
    }
}

/// A hint in Minesweeper.
pub fn hint(hint: &Hint) -> String {
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
