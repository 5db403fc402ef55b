//! Chess in Spanish: its words, and what is wrong with a move, a start or a record.

use super::Chess;
use super::words::ChessWords;
use crate::{InSpanish, listed};
use ::chess::fen::{Counter, FenError, LARGEST_COUNTER, PositionError};
use ::chess::pgn::{
    MAX_COMMENT_BYTES, MAX_GAME_BYTES, MAX_NESTING, MAX_TAG_BYTES, PgnFault, Unresolved,
};
use ::chess::{Fault, Faults, Illegal, MoveError, Role, SanError, StartError};
use ::table::{CardWords, Language, Playable};
use game::Side;

pub const WORDS: ChessWords = ChessWords {
    card: CardWords {
        title: "Ajedrez",
        in_a_sentence: "ajedrez",
        pieces: &[
            "peón blanco",
            "caballo blanco",
            "alfil blanco",
            "torre blanca",
            "dama blanca",
            "rey blanco",
            "peón negro",
            "caballo negro",
            "alfil negro",
            "torre negra",
            "dama negra",
            "rey negro",
        ],
        shades: &["vacía", "vacía"],
        position_form: "Un FEN, como 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1.",
        typing: "\
Para mover, escribe dos casillas: e2e4. El enroque es la jugada del rey:
e1g1. El peón que llega a la última fila se convierte en dama; una quinta
letra dice en qué otra pieza: e7e8c. También valen Cf3, exd5, O-O y e8=C.
En el tablero, [] marca la última jugada y () un rey en jaque.
",
        first_steps: "Escribe una jugada como e2e4, o help, o quit.",
        legend: ["Las blancas tienen las mayúsculas.", "Blancas: ♙, negras: ♟."],
        ..CardWords::SPANISH
    },
    chess960: "Ajedrez 960, por sorteo",
    chess960_start: "Ajedrez 960, posición {}.",
    checkmate: "jaque mate",
    stalemate: "ahogado",
    insufficient_material: "material insuficiente",
    in_check: "{} están en jaque.",
    captured: "Capturas",
    legal_moves: "Jugadas legales",
    check: "Jaque",
    rights: [
        "Enroque corto de las blancas",
        "Enroque largo de las blancas",
        "Enroque corto de las negras",
        "Enroque largo de las negras",
    ],
};

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

impl InSpanish for MoveError {
    fn in_spanish(&self) -> String {
        match self {
            MoveError::Unreadable(given) => format!(
                "{given:?} no es una jugada: escribe dos casillas como e2e4 (e7e8q para coronar), o Nf3, exd5, O-O."
            ),
            MoveError::Illegal(illegal) => illegal_move(*illegal),
            MoveError::San(error) => error.in_spanish(),
        }
    }
}

impl InSpanish for SanError {
    fn in_spanish(&self) -> String {
        match self {
            SanError::Illegal(_, illegal) => illegal_move(*illegal),
            SanError::NoSuchPiece(san, which) => {
                format!("{san}: no tienes {} {} con esa jugada.", none(*which), role(*which))
            }
            SanError::NoneCan(san, which, to) => {
                format!("{san}: {} {} puede ir a {to}.", none(*which), role(*which))
            }
            SanError::Ambiguous(san, moves) => {
                format!("{san} puede ser varias jugadas: {}.", listed(moves))
            }
        }
    }
}

fn illegal_move(illegal: Illegal) -> String {
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

impl InSpanish for StartError {
    fn in_spanish(&self) -> String {
        match self {
            StartError::Chess960(number) => format!(
                "las posiciones de Ajedrez 960 van de chess960:0 a chess960:959, no chess960:{number}"
            ),
            StartError::Position(error) => error.in_spanish(),
        }
    }
}

impl InSpanish for PositionError {
    fn in_spanish(&self) -> String {
        match self {
            PositionError::Fen(error) => error.in_spanish(),
            PositionError::Faults(Faults(faults)) => {
                faults.iter().map(fault).collect::<Vec<_>>().join("; ")
            }
        }
    }
}

impl InSpanish for FenError {
    fn in_spanish(&self) -> String {
        match self {
            FenError::TooLong(length) => {
                format!("ningún FEN es tan largo: tiene {length} caracteres")
            }
            FenError::Fields(fields) => format!(
                "un FEN tiene de 4 a 6 campos (piezas, turno, enroques, al paso y dos contadores), no \
                 {fields}"
            ),
            FenError::Piece(given, place) => format!(
                "en las piezas de un FEN, carácter {place}: {given:?} no es ni una pieza (PNBRQK, \
                 pnbrqk) ni una cifra del 1 al 8"
            ),
            FenError::RankLength(rank, squares) => {
                format!("la fila {rank} del FEN tiene {squares} casillas, y no 8")
            }
            FenError::Ranks(ranks) => {
                format!("las piezas de un FEN son 8 filas separadas por barras, no {ranks}")
            }
            FenError::Side(given) => format!("el turno de un FEN es w o b, no {given:?}"),
            FenError::Castling(given) => format!(
                "los enroques de un FEN son -, letras de KQkq o columnas A-H y a-h, no {given:?}"
            ),
            FenError::EnPassant(given) => {
                format!("la casilla al paso de un FEN es - o una casilla como e3, no {given:?}")
            }
            FenError::Counter(counter, given) => {
                let counter = match counter {
                    Counter::HalfmoveClock => "el contador de medias jugadas",
                    Counter::MoveNumber => "el número de jugada",
                };
                format!("{counter} de un FEN va de 0 a {LARGEST_COUNTER}, no {given:?}")
            }
        }
    }
}

fn fault(fault: &Fault) -> String {
    match *fault {
        Fault::NoKing(whose) => format!("las {} no tienen rey", side(whose)),
        Fault::ManyKings(whose, kings) => format!("las {} tienen {kings} reyes", side(whose)),
        Fault::TooManyPieces(whose, pieces) => {
            format!("las {} tienen {pieces} piezas; 16 es lo más", side(whose))
        }
        Fault::TooManyPawns(whose, pawns, promoted) => format!(
            "las {} tienen {pawns} peones y {promoted} piezas coronadas; juntas, 8 es lo más",
            side(whose)
        ),
        Fault::PawnOnBackRank(square) => {
            format!("hay un peón en {square}; los peones están en las filas 2 a 7")
        }
        Fault::KingCanBeTaken(checked, mover) => {
            format!("las {} están en jaque, y juegan las {}", side(checked), side(mover))
        }
        Fault::ImpossibleCheck(one, other) => {
            format!("ninguna jugada da jaque desde {one} y {other} a la vez")
        }
        Fault::TooManyCheckers(pieces) => format!("{pieces} piezas dan jaque al rey; 2 es lo más"),
        Fault::CastlingWithoutRook(square) => {
            format!("el enroque con {square} necesita allí una torre de su bando")
        }
        Fault::CastlingOffBackRank(square) => {
            format!("el enroque con {square} necesita al rey en la misma fila del fondo")
        }
        Fault::CastlingTwice(one, other) => format!(
            "el enroque con {one} y {other}: solo puede enrocar una torre a cada lado del rey"
        ),
        Fault::NoEnPassant(square) => format!(
            "en {square} no se puede capturar al paso: ningún peón acaba de pasar por ahí"
        ),
    }
}

impl InSpanish for PgnFault {
    fn in_spanish(&self) -> String {
        let expected = |what: &str| format!("se esperaba {what}");
        let instead = |what: &str, found: &str| format!("se esperaba {what}, no {found:?}");
        let limit = |what: &str, most: &str| format!("{what} puede tener {most}, y aquí hay más");
        match self {
            PgnFault::NoGame => expected("una partida, y el texto se acaba"),
            PgnFault::AnotherGame => expected("una sola partida, y detrás viene otra"),
            PgnFault::Unexpected(found) => instead(
                "una jugada, un comentario, una variante, una anotación, un resultado o una etiqueta",
                found,
            ),
            PgnFault::NotAMove(found) => instead("una jugada como Nf3, exd5, O-O o e8=Q", found),
            PgnFault::VariationWithoutMove => {
                expected("una jugada delante de la variante que empieza aquí")
            }
            PgnFault::NoVariationToClose => {
                "hay un «)» donde no hay ninguna variante abierta".to_owned()
            }
            PgnFault::UnterminatedVariation => expected("un «)» para la variante que empieza aquí"),
            PgnFault::UnterminatedComment => expected("un «}» para el comentario que empieza aquí"),
            PgnFault::UnterminatedTag => {
                expected("que la etiqueta que empieza aquí acabe con «\"]»")
            }
            PgnFault::NoTagName(found) => {
                instead("el nombre de una etiqueta, con letras, cifras y _", found)
            }
            PgnFault::NoTagValue(found) => instead("el valor de la etiqueta entre comillas", found),
            PgnFault::NoTagEnd(found) => instead("un ] tras el valor de la etiqueta", found),
            PgnFault::NestingTooDeep => limit(
                "una partida",
                &format!("variantes dentro de variantes hasta {MAX_NESTING} veces"),
            ),
            PgnFault::GameTooLarge => limit("una partida", &format!("{MAX_GAME_BYTES} bytes")),
            PgnFault::TagTooLong => limit("una etiqueta", &format!("{MAX_TAG_BYTES} bytes")),
            PgnFault::CommentTooLong => {
                limit("un comentario", &format!("{MAX_COMMENT_BYTES} bytes"))
            }
        }
    }
}

impl InSpanish for Unresolved {
    fn in_spanish(&self) -> String {
        match self {
            Unresolved::Variant(found) => {
                format!("se esperaba la variante «Standard», «From Position» o «Chess960», no {found:?}")
            }
            Unresolved::Start(error) => error.in_spanish(),
            Unresolved::Move(error) => error.in_spanish(),
        }
    }
}
