//! The words of Othello.

use super::spanish;
use ::table::{CardWords, Language};

/// The words of the card, and those that its sentences are made of.
pub struct OthelloWords {
    pub card: CardWords,
    pub crossed_start: &'static str,
    pub size: &'static str,
    pub more_discs: &'static str,
    pub must_pass: &'static str,
    pub discs: &'static str,
    pub moves: &'static str,
}

pub const fn of(language: Language) -> &'static OthelloWords {
    match language {
        Language::English => &ENGLISH,
        Language::Spanish => &spanish::WORDS,
    }
}

const ENGLISH: OthelloWords = OthelloWords {
    card: CardWords {
        title: "Othello",
        in_a_sentence: "Othello",
        pieces: &["white disc", "black disc"],
        position_form: "All squares from a1, row by row: X is black, O white, - empty; then the side to move, X or O.",
        typing: "\
To move, write a square: f5. A disc must close in a line of the other
side's discs, which are turned over. A + marks where you can play, [] the last
move. Whoever has no move passes, which is done for you.
",
        first_steps: "Write a square such as f5, or help, or quit.",
        legend: [
            "Black is X, White is O, + is where you can play.",
            "Black is ●, White is ○, + is where you can play.",
        ],
        units_lost: Some("{} discs given away"),
        ..CardWords::ENGLISH
    },
    crossed_start: "Black on d4 and e5",
    size: "{} x {} squares.",
    more_discs: "disc count",
    must_pass: "{} has no move and must pass.",
    discs: "Discs",
    moves: "Moves",
};
