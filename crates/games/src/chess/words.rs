//! The words of chess.

use ::table::{CardWords, Language};

/// The words of the card, and those that its sentences are made of.
pub struct ChessWords {
    pub card: CardWords,
    pub chess960: &'static str,
    pub checkmate: &'static str,
    pub stalemate: &'static str,
    pub insufficient_material: &'static str,
    pub in_check: &'static str,
    pub captured: &'static str,
}

pub const fn of(language: Language) -> &'static ChessWords {
    match language {
        Language::English => &ENGLISH,
        Language::Spanish => &SPANISH,
    }
}

pub const ENGLISH: ChessWords = ChessWords {
    card: CardWords {
        title: "Chess",
        in_a_sentence: "chess",
        pieces: &[
            "white pawn",
            "white knight",
            "white bishop",
            "white rook",
            "white queen",
            "white king",
            "black pawn",
            "black knight",
            "black bishop",
            "black rook",
            "black queen",
            "black king",
        ],
        shades: &["empty", "empty"],
        typing: "\
To move, write two squares: e2e4. Castling is the king's move: e1g1.
A pawn that reaches the last row becomes a queen; a fifth letter says what
else: e7e8n. Nf3, exd5, O-O and e8=N are understood, too.
On the board [] marks the last move and () a king in check.
",
        first_steps: "Write a move such as e2e4, or help, or quit.",
        legend: ["White has the capital letters.", "White is ♙, Black is ♟."],
        ..CardWords::ENGLISH
    },
    chess960: "Chess960, drawn by lot",
    checkmate: "checkmate",
    stalemate: "stalemate",
    insufficient_material: "insufficient material",
    in_check: "{} is in check.",
    captured: "Captured",
};

pub const SPANISH: ChessWords = ChessWords {
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
        typing: "\
Para mover, escribe dos casillas: e2e4. El enroque es la jugada del rey:
e1g1. El peón que llega a la última fila se convierte en dama; una quinta
letra dice en qué otra pieza: e7e8n. También valen Nf3, exd5, O-O y e8=N.
En el tablero, [] marca la última jugada y () un rey en jaque.
",
        first_steps: "Escribe una jugada como e2e4, o help, o quit.",
        legend: ["Las blancas tienen las mayúsculas.", "Blancas: ♙, negras: ♟."],
        ..CardWords::SPANISH
    },
    chess960: "Ajedrez 960, por sorteo",
    checkmate: "jaque mate",
    stalemate: "ahogado",
    insufficient_material: "material insuficiente",
    in_check: "{} están en jaque.",
    captured: "Capturas",
};
