//! Checkers in Spanish: its words, and what is wrong with a move, a start or a record.

use super::CARD;
use super::words::CheckersWords;
use crate::{InSpanish, listed};
use ::checkers::pdn::{self, Bracket, PdnFault, ReplayError};
use ::checkers::text_board::TextBoardError;
use ::checkers::{
    Expected, Fault, Faults, FenError, Illegal, MoveError, MoveTextError, Piece, Rank,
    ResolveError, SquareError, StartError, giveaway,
};
use ::table::scene::Piece as ScenePiece;
use ::table::{Card, CardWords, Language};
use game::Side;

pub const WORDS: CheckersWords = CheckersWords {
    card: CardWords {
        title: "Damas",
        in_a_sentence: "damas",
        pieces: &["peón blanco", "dama blanca", "peón negro", "dama negra"],
        shades: &["vacía", "vacía"],
        position_form: "Un FEN de PDN, como B:W18,K22:BK5; u ocho filas de ocho caracteres: b y w son peones, B y W damas, y un espacio o un punto nada.",
        typing: "\
Para mover, escribe desde dónde y adónde: 11-15, o f6-e5. Los números de las
casillas están junto al tablero. Un salto sigue mientras pueda: 15x22, o
15x24x31 si dos caminos llevan a la misma casilla. Capturar es obligatorio.
En el tablero, [] marca la última jugada y () una pieza que debe capturar.
",
        first_steps: "Escribe una jugada como 11-15 o f6-e5, o help, o quit.",
        legend: [
            "Las negras son b, las blancas w; las mayúsculas son damas.",
            "Blancas: ○, negras: ●.",
        ],
        ..CardWords::SPANISH
    },
    giveaway: "Al ganapierde: gana quien se queda sin jugadas",
    ballot: "Apertura a la suerte: las tres primeras jugadas se sortean",
    numbered_ballot: "Apertura número {}, {}.",
    no_pieces: "captura de todas las piezas",
    no_moves: "bloqueo",
    gave_all: "entrega de todas las piezas",
    no_moves_left: "quedarse sin jugadas",
    giveaway_over: "la partida ha terminado: las {} no pueden mover y han ganado",
    must_capture: "{} deben capturar: {}.",
    captured: "Capturas",
    moves_by_the_rules: "Jugadas según las reglas",
    single_moves: "Pasos y saltos sueltos, sin obligación de capturar",
    over_by_the_rules: "Acabada según las reglas",
    over_without_moves: "Acabada si un bando no puede mover",
    cannot_move: "Sí: {} no pueden mover",
    numbered: "jugada {}: {}",
};

const fn side(side: Side) -> &'static str {
    match side {
        Side::White => "blancas",
        Side::Black => "negras",
    }
}

/// `peón blanco`
fn piece(piece: Piece) -> &'static str {
    let kind = if piece.rank == Rank::Man { "man" } else { "crowned-man" };
    let card: &dyn Card = &CARD;
    card.piece_name(ScenePiece::of(piece.side, kind), Language::Spanish)
}

impl InSpanish for MoveError {
    fn in_spanish(&self) -> String {
        match self {
            MoveError::Unreadable(error) => error.in_spanish(),
            MoveError::Unresolved(error) => error.in_spanish(),
        }
    }
}

impl InSpanish for MoveTextError {
    fn in_spanish(&self) -> String {
        match self {
            MoveTextError::TooFewSquares(given) => format!(
                "Una jugada nombra la casilla de salida y la de llegada, como 11-15, no {given:?}."
            ),
            MoveTextError::NoStep(given) => {
                format!("Un paso va de una casilla a otra, y {given:?} no sale de la suya.")
            }
            MoveTextError::TooManySquares => "Ninguna jugada tiene tantas casillas.".to_owned(),
            MoveTextError::TooLong(length) => {
                format!("Ninguna jugada es tan larga: son {length} caracteres.")
            }
            MoveTextError::BadSquare { text, column, source } => {
                let why = match source {
                    SquareError::NoSuchNumber(number) => no_such_square(number),
                    SquareError::Light(square) => {
                        format!("{square} es una casilla clara, y se juega en las oscuras")
                    }
                    SquareError::Unreadable(given) => format!(
                        "una casilla es un número del 1 al 32 o un nombre de a1 a h8, no {given:?}"
                    ),
                };
                format!("En la jugada {text:?}, en el carácter {column}: {why}.")
            }
        }
    }
}

fn no_such_square(number: &impl ToString) -> String {
    format!("las casillas van de la 1 a la 32, no hay casilla {}", number.to_string())
}

impl InSpanish for ResolveError {
    fn in_spanish(&self) -> String {
        match self {
            ResolveError::Ambiguous { text, paths } => {
                format!("{text} puede ser {}: escribe el camino entero.", listed(paths))
            }
            ResolveError::Illegal { text, reason } => format!("{text}: {}.", illegal_move(reason)),
        }
    }
}

fn illegal_move(illegal: &Illegal) -> String {
    match illegal {
        Illegal::GameOver { loser } => {
            format!("la partida ha terminado: las {} no pueden mover y han perdido", side(*loser))
        }
        Illegal::NoPiece(square) => format!("no hay ninguna pieza en {square}"),
        Illegal::NotYours { square, piece: stands } => {
            format!("en {square} hay {}, y juegan las {}", piece(*stands), side(!stands.side))
        }
        Illegal::NotDiagonal { from, to } => {
            format!("de {from} a {to} no hay ni un paso ni un salto en diagonal")
        }
        Illegal::Taken { square, piece: stands } => format!("en {square} hay {}", piece(*stands)),
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

impl InSpanish for StartError {
    fn in_spanish(&self) -> String {
        match self {
            StartError::Unreadable(error) => error.in_spanish(),
            StartError::TextBoard(error) => error.in_spanish(),
            StartError::Invalid(Faults(faults)) => {
                faults.iter().map(fault).collect::<Vec<_>>().join("; ")
            }
        }
    }
}

impl InSpanish for TextBoardError {
    fn in_spanish(&self) -> String {
        let at = |row: &usize, column: &usize, why: String| format!("fila {row}, columna {column}: {why}");
        match self {
            TextBoardError::Rows { rows } => {
                format!("un tablero tiene ocho filas de ocho caracteres, y este tiene {rows} filas")
            }
            TextBoardError::RowTooLong { row, text } => {
                format!("la fila {row} tiene más de ocho caracteres: {text:?}")
            }
            TextBoardError::NotAPiece { row, column, found } => at(
                row,
                column,
                format!("se esperaba b, w, B, W, un espacio o un punto, no {found:?}"),
            ),
            TextBoardError::OnLight { row, column, piece: stands } => {
                at(row, column, format!("{} en una casilla clara", piece(*stands)))
            }
        }
    }
}

impl InSpanish for giveaway::StartError {
    fn in_spanish(&self) -> String {
        match self {
            giveaway::StartError::WordMissing(given) => {
                format!("se esperaba \"giveaway\", o \"giveaway\" y un FEN, no {given:?}")
            }
            giveaway::StartError::Board(error) => error.in_spanish(),
        }
    }
}

fn fault(fault: &Fault) -> String {
    match fault {
        Fault::NoPieces => "no hay ninguna pieza en el tablero".to_owned(),
        Fault::SeveralOnOneSquare(square) => format!("hay varias piezas en la casilla {square}"),
        Fault::TooManyPieces { side: whose, pieces } => {
            format!("las {} tienen {pieces} piezas, que son demasiadas", side(*whose))
        }
        Fault::ManOnCrowningRow { side: whose, square } => {
            let man = piece(Piece { side: *whose, rank: Rank::Man });
            format!("en {square} no puede haber {man}: allí sería dama")
        }
    }
}

impl InSpanish for FenError {
    fn in_spanish(&self) -> String {
        let at = |column: &usize, why: String| format!("en el carácter {column} del FEN: {why}");
        match self {
            FenError::TooLong(bytes) => format!("ningún FEN es tan largo: tiene {bytes} bytes"),
            FenError::Unexpected { column, expected, found } => {
                let expected = match expected {
                    Expected::Side => "W o B",
                    Expected::Square => "una casilla",
                    Expected::ColonOrEnd => "dos puntos o el final",
                };
                at(column, format!("se esperaba {expected}, no {found:?}"))
            }
            FenError::NoSuchSquare { column, number } => at(column, no_such_square(number)),
            FenError::Backwards { column, first, last } => {
                at(column, format!("las casillas {first}-{last} están al revés"))
            }
            FenError::SquareTwice { column, square } => {
                at(column, format!("la casilla {square} está dos veces"))
            }
            FenError::SideTwice { column, side: whose } => {
                at(column, format!("las piezas {} están dos veces", side(*whose)))
            }
            FenError::SideMissing(whose) => {
                format!("el FEN no dice dónde están las piezas {}", side(*whose))
            }
        }
    }
}

impl InSpanish for PdnFault {
    fn in_spanish(&self) -> String {
        match self {
            PdnFault::Io(error) => error.in_spanish(),
            PdnFault::TooLong(bytes) => format!("esta partida tiene más de {bytes} bytes"),
            PdnFault::TooDeep(depth) => {
                format!("hay variantes dentro de variantes más de {depth} veces")
            }
            PdnFault::NeverClosed { what } => match what {
                Bracket::Tag => "la etiqueta que se abre aquí no se cierra nunca".to_owned(),
                Bracket::Comment => "el comentario que se abre aquí no se cierra nunca".to_owned(),
                Bracket::Variation => "la variante que se abre aquí no se cierra nunca".to_owned(),
            },
            PdnFault::Unexpected { expected, found } => {
                let expected = match expected {
                    pdn::Expected::TagName => "el nombre de una etiqueta",
                    pdn::Expected::TagValue => "un valor entre comillas",
                    pdn::Expected::TagEnd => "el corchete que cierra la etiqueta",
                    pdn::Expected::OpenVariation => "una variante que se abra antes de cerrarse",
                    pdn::Expected::MoveText => "una jugada, un comentario o un resultado",
                    pdn::Expected::MoveBeforeVariation => "una jugada delante de su variante",
                    pdn::Expected::MoveBeforeMark => "una jugada delante de la nota que la juzga",
                    pdn::Expected::Mark => "una nota como !, ?! o de $1 a $255",
                    pdn::Expected::MarkEnd => "el paréntesis que cierra la nota",
                };
                format!("se esperaba {expected}, no {found:?}")
            }
            PdnFault::Move(error) => error.in_spanish(),
        }
    }
}

impl InSpanish for ReplayError {
    fn in_spanish(&self) -> String {
        match self {
            ReplayError::OtherGame(given) => {
                format!("las damas inglesas son el tipo de juego 21, y este es {given:?}")
            }
            ReplayError::Start(error) => format!("el FEN del comienzo: {}", error.in_spanish()),
            ReplayError::Move { source, .. } => source.in_spanish(),
        }
    }
}
