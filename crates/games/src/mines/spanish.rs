//! Minesweeper in Spanish: its words, what is wrong with a move, a start or a record, and the solver.

use super::words::MinesWords;
use crate::InSpanish;
use ::mines::{
    Expected, Hint, Illegal, LARGEST, LONGEST_REPLAY, LayoutError, LevelError, MbfError, MoveError,
    ProbabilityError, Reason, ReplayError, SMALLEST, StartError, ViewError,
};
use ::table::CardWords;
use ::table::card::TypedWords;

pub const WORDS: MinesWords = MinesWords {
    card: CardWords {
        title: "Buscaminas",
        in_a_sentence: "Buscaminas",
        pieces: &[
            "1 mina alrededor",
            "2 minas alrededor",
            "3 minas alrededor",
            "4 minas alrededor",
            "5 minas alrededor",
            "6 minas alrededor",
            "7 minas alrededor",
            "8 minas alrededor",
            "bandera",
            "bandera equivocada",
            "mina",
            "la mina que ha explotado",
        ],
        shades: &["cerrada", "abierta"],
        task: "Abre las casillas sin mina.",
        typing: "\
c4         abre una casilla; la primera nunca es una mina
marca c4   marca una mina, o quita la marca (también flag c4, f c4)
despeja c4 abre todo alrededor de un número con sus banderas (c c4)
r          empieza otra vez con otras minas
Un número dice cuántas minas tocan la casilla; . es una casilla cerrada.
",
        first_steps: "Escribe una casilla como c4 para abrirla, flag c4 para marcarla, help o quit.",
        pointing: Some(
            "El botón izquierdo abre; el derecho, o una pulsación larga, pone una bandera; pulsar un número abre alrededor. Teclas: flechas o W A S D, Intro abre, F pone bandera, R empieza otra vez.",
        ),
        start: "Nivel",
        own_start: "Un tamaño propio",
        marking: "Banderas",
        solver: Some("El resolvedor"),
        no_takebacks: "Lo abierto queda abierto: las jugadas no se retiran.",
        ..CardWords::SPANISH
    },
    beginner: "Principiante",
    intermediate: "Intermedio",
    expert: "Experto",
    level_value: "{} × {}, {} minas",
    width: "Ancho",
    height: "Alto",
    mines: "Minas",
    size: "{} x {} casillas, {} minas.",
    first_click: "Primera casilla",
    first_click_opening: "abre una zona",
    first_click_safe: "nunca es una mina",
    no_guess: "Sin adivinar nunca",
    no_guess_limit: "Un tablero sin adivinar puede tener {} casillas, un tercio de ellas con minas.",
    cleared: "todas las casillas sin mina están abiertas",
    exploded: "había una mina",
    mines_left: "Minas restantes",
    first_cell: "Abre {}: la primera casilla nunca es una mina.",
    all_mines: "todas las casillas cerradas son minas",
    secret: "las minas son un secreto hasta el final: termina la partida o abandónala antes",
    not_hexadecimal: "tras «{}» van los bytes de un archivo MBF en cifras hexadecimales",
    no_mines: "no se ha abierto ninguna casilla: no hay minas ni nada que escribir",
    statistics: "3BV {} de {}, {} pulsaciones, eficiencia {} %",
    time_figure: "Segundos",
    clicks_figure: "Clics",
    efficiency_figure: "Eficacia",
    speed: "{} s, 3BV/s {}",
    typed: TypedWords {
        title: "Probabilidades de cualquier tablero",
        link: "Probabilidades de cualquier tablero",
        form: "Primero ANCHOxALTO/MINAS; luego, las filas: de 0 a 8 una casilla abierta, un punto una cerrada, F una bandera.",
        pointing: "Pulsar pone lo elegido bajo el tablero; con el botón derecho se pone o se quita una bandera. Teclas: las flechas mueven; de 0 a 8, F y el punto ponen lo que dicen; Intro hace lo mismo que pulsar.",
        legend: "Cada número es la probabilidad de una mina en tanto por ciento. En un círculo: sin mina, seguro. En un rombo: una mina, seguro. Con marco amarillo: lo más seguro.",
    },
    typed_limit: "un tablero escrito puede tener {} casillas, y este tiene {}",
    all_open: "Todas las casillas están abiertas.",
    certain: "Sin mina, seguro: {}.",
    safest: "Ninguna casilla es segura. La mejor es {}: una mina con probabilidad {}.",
    safest_cells: "Ninguna casilla es segura. Las mejores son {}: una mina con probabilidad {} cada una.",
    more_cells: "{} más",
    layouts: "Maneras de poner las minas",
    certainly_safe: "Casillas sin mina, seguro",
    certainly_mines: "Casillas con mina, seguro",
    per_cent: "{} %",
    decimal: ",",
};

impl InSpanish for MoveError {
    fn in_spanish(&self) -> String {
        match self {
        MoveError::Unreadable(given) => format!(
            "{given:?} no es una jugada: open, flag o chord y una casilla, como flag c4."
        ),
            MoveError::Illegal(illegal) => illegal.in_spanish(),
        }
    }
}

impl InSpanish for Illegal {
    fn in_spanish(&self) -> String {
        match self {
        Illegal::GameOver => "La partida ha terminado.".to_owned(),
        Illegal::OffTheBoard { cell, level } => {
            format!("{cell} no está en un tablero de {level}.")
        }
        Illegal::AlreadyOpen(cell) => format!("{cell} ya está abierta."),
        Illegal::Flagged(cell) => {
            format!("{cell} tiene una bandera: quítala primero.")
        }
        Illegal::ChordOnClosed(cell) => {
            format!("{cell} no está abierta: se abre alrededor de un número abierto.")
        }
        Illegal::FlagsDoNotFit { cell, number, flags } => {
            let flags = if *flags == 1 { "una bandera".to_owned() } else { format!("{flags} banderas") };
            format!("{cell} muestra {number} y tiene {flags} alrededor: deben ser tantas.")
        }
        Illegal::NothingToOpen(cell) => {
            format!("Alrededor de {cell} no queda nada por abrir.")
        }
        Illegal::NoRoom { cell, needed, free } => format!(
            "Abrir una zona en {cell} necesita {needed} casillas sin mina y el tablero tiene {free}: \
             prueba más cerca de una esquina."
        ),
        Illegal::OtherLevel { laid, level } => {
            format!("Las minas son de un tablero de {laid}, y este es de {level}.")
        }
        Illegal::NoGuess(_) => {
            "No se encuentra un tablero sin adivinar con esa primera casilla: prueba otra, o con menos minas."
                .to_owned()
        }
        }
    }
}

impl InSpanish for StartError {
    fn in_spanish(&self) -> String {
        match self {
            StartError::Level(error) => error.in_spanish(),
            StartError::Cell(error) => format!(
                "{:?} no es una casilla: se esperaba una columna y una fila como c4, o x,y desde 0",
                error.0
            ),
            StartError::OffTheBoard { cell, level } => {
                format!("la primera casilla, {cell}, no está en un tablero de {level}")
            }
            StartError::NoRoom { needed, level } => format!(
                "no hay sitio para abrir una zona: necesita {needed} casillas sin mina, y {level} tiene \
                 {}; juega con la regla `safe`",
                level.free_cells()
            ),
            StartError::Version(code) => {
                format!("el código {code:?} es de una versión desconocida aquí: se esperaba m1")
            }
            StartError::Unreadable(given) => format!(
                "{given:?} no es un comienzo: se esperaba un código como m1-30x16x99-o-16-d4, o un \
                 nivel, `safe` u `opening`, `no-guess` y una semilla, en este orden; todo menos el \
                 nivel puede faltar"
            ),
        }
    }
}

impl InSpanish for LevelError {
    fn in_spanish(&self) -> String {
        match self {
            LevelError::Size { width, height } => format!(
                "un tablero de {width}x{height} no puede ser: el ancho y el alto van de {SMALLEST} a \
                 {LARGEST}"
            ),
            LevelError::Mines { mines, cells } => format!(
                "{mines} minas no pueden ser: en {cells} casillas caben de 1 a {}",
                cells - 1
            ),
            LevelError::Unreadable(given) => format!(
                "{given:?} no es un nivel: se esperaba beginner, intermediate, expert, seed-beginner, \
                 seed-intermediate, seed-expert o ANCHOxALTO/MINAS como 30x16/99"
            ),
        }
    }
}

impl InSpanish for ViewError {
    fn in_spanish(&self) -> String {
        match self {
            ViewError::Level(error) => format!("línea 1: {}", error.in_spanish()),
            ViewError::Rows { found, expected } => {
                format!("tras la primera línea hay {found} filas, y se esperaban {expected}")
            }
            ViewError::Row { line, found, expected } => {
                format!("línea {line}: {found} casillas en una fila, y se esperaban {expected}")
            }
            ViewError::Letter { line, column, found } => {
                format!("línea {line}, columna {column}: se esperaba de 0 a 8, `.` o F, no {found:?}")
            }
        }
    }
}

impl InSpanish for ProbabilityError {
    fn in_spanish(&self) -> String {
        match self {
            ProbabilityError::GameOver => "la partida ha terminado: no hay nada que calcular".to_owned(),
            ProbabilityError::Clue { cell, number } => format!(
                "no se pueden poner minas de modo que {cell} muestre {number}, con los números de alrededor"
            ),
            ProbabilityError::MineCount { mines, fewest, most } => format!(
                "el tablero tiene {mines} minas, y sus números permiten de {fewest} a {most}"
            ),
            ProbabilityError::TooEntangled(cell) => format!(
                "los números cerca de {cell} dependen unos de otros de demasiadas maneras para contarlas"
            ),
        }
    }
}

impl InSpanish for LayoutError {
    fn in_spanish(&self) -> String {
        match self {
            LayoutError::OffTheBoard { cell, level } => format!(
                "hay una mina en la columna {}, fila {}, de un tablero de {level}",
                cell.x, cell.y
            ),
            LayoutError::Twice(cell) => format!("hay dos minas en {cell}"),
            LayoutError::Count { found, level } => {
                format!("hay {found} minas en un tablero de {level}")
            }
        }
    }
}

impl InSpanish for MbfError {
    fn in_spanish(&self) -> String {
        match self {
            MbfError::Length { found, expected } => {
                format!("son {found} bytes, y se esperaban {expected}")
            }
            MbfError::Level(error) => error.in_spanish(),
            MbfError::Layout(error) => error.in_spanish(),
        }
    }
}

impl InSpanish for ReplayError {
    fn in_spanish(&self) -> String {
        match self {
            ReplayError::TooLong(bytes) => {
                format!("el archivo tiene {bytes} bytes, y se leen como mucho {LONGEST_REPLAY}")
            }
            ReplayError::NoBoard => "no hay ninguna línea `Board:`".to_owned(),
            ReplayError::Row { line, found, expected } => {
                format!("línea {line}: una fila de {found} casillas entre filas de {expected}")
            }
            ReplayError::Header { name, said, shown } => {
                format!("la cabecera dice {name} {said}, y el tablero muestra {shown}")
            }
            ReplayError::Level(error) => error.in_spanish(),
            ReplayError::Layout(error) => error.in_spanish(),
            ReplayError::Line { line, text, expected } => {
                let expected = match expected {
                    Expected::Header => "`Nombre: valor`",
                    Expected::Event => "un suceso como `1.23 lc 3 4 (40 56)`",
                };
                format!("línea {line}: se esperaba {expected}, no {text:?}")
            }
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
