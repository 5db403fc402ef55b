//! The words of chess.

use super::spanish;
use ::table::{CardWords, Language};

/// The words of the card, and those that its sentences are made of.
pub struct ChessWords {
    pub card: CardWords,
    pub chess960: &'static str,
    pub chess960_start: &'static str,
    pub checkmate: &'static str,
    pub stalemate: &'static str,
    pub insufficient_material: &'static str,
    pub in_check: &'static str,
    pub captured: &'static str,
    pub legal_moves: &'static str,
    pub check: &'static str,
    /// The rights to castle: of white on both sides, then of black.
    pub rights: [&'static str; 4],
}

pub const fn of(language: Language) -> &'static ChessWords {
    match language {
        Language::English => &ENGLISH,
        Language::Spanish => &spanish::WORDS,
    }
}

const ENGLISH: ChessWords = ChessWords {
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
        position_form: "A FEN, such as 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1.",
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
    chess960_start: "Chess960, start {}.",
    checkmate: "checkmate",
    stalemate: "stalemate",
    insufficient_material: "insufficient material",
    in_check: "{} is in check.",
    captured: "Captured",
    legal_moves: "Legal moves",
    check: "Check",
    rights: [
        "White castles short",
        "White castles long",
        "Black castles short",
        "Black castles long",
    ],
};
