//! The words of checkers.

use super::spanish;
use ::table::{CardWords, Language};

/// The words of the card, and those that its sentences are made of.
pub struct CheckersWords {
    pub card: CardWords,
    pub giveaway: &'static str,
    pub ballot: &'static str,
    /// The number of a ballot and its name.
    pub numbered_ballot: &'static str,
    pub no_pieces: &'static str,
    pub no_moves: &'static str,
    pub gave_all: &'static str,
    pub no_moves_left: &'static str,
    pub giveaway_over: &'static str,
    pub must_capture: &'static str,
    pub captured: &'static str,
    pub moves_by_the_rules: &'static str,
    pub single_moves: &'static str,
    pub over_by_the_rules: &'static str,
    pub over_without_moves: &'static str,
    pub cannot_move: &'static str,
    /// A move of a file by its number, and what is wrong with it.
    pub numbered: &'static str,
}

pub const fn of(language: Language) -> &'static CheckersWords {
    match language {
        Language::English => &ENGLISH,
        Language::Spanish => &spanish::WORDS,
    }
}

const ENGLISH: CheckersWords = CheckersWords {
    card: CardWords {
        title: "Checkers",
        in_a_sentence: "checkers",
        pieces: &["white man", "white king", "black man", "black king"],
        shades: &["empty", "empty"],
        position_form: "A FEN of PDN, such as B:W18,K22:BK5; or eight rows of eight characters: b and w are men, B and W kings, a space or a full stop is no piece.",
        typing: "\
To move, write where from and where to: 11-15, or f6-e5. The numbers of the
squares stand beside the board. A jump goes on as far as it can: 15x22, or
15x24x31 where two ways lead to the same square. Whoever can capture must.
On the board [] marks the last move and () a piece that must capture.
",
        first_steps: "Write a move such as 11-15 or f6-e5, or help, or quit.",
        legend: ["Black is b, White is w, capitals are kings.", "White is ○, Black is ●."],
        ..CardWords::ENGLISH
    },
    giveaway: "Giveaway: who runs out of moves wins",
    ballot: "A ballot: the first three moves are drawn by lot",
    numbered_ballot: "Ballot {}, {}.",
    no_pieces: "taking every piece",
    no_moves: "leaving no move",
    gave_all: "giving every piece away",
    no_moves_left: "having no move left",
    giveaway_over: "The game is over: {} cannot move and has won",
    must_capture: "{} must capture: {}.",
    captured: "Captured",
    moves_by_the_rules: "Moves by the rules",
    single_moves: "Steps and single jumps, capturing optional",
    over_by_the_rules: "Over by the rules",
    over_without_moves: "Over if either side cannot move",
    cannot_move: "Yes: {} cannot move",
    numbered: "move {}: {}",
};
