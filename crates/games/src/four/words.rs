//! The words of four in a row.

use super::{Ending, spanish};
use table::{CardWords, Language};

/// The words of the card, and those that its sentences are made of.
pub struct FourWords {
    pub card: CardWords,
    pub size: &'static str,
    pub four_in_a_line: &'static str,
    pub board_full: &'static str,
}

pub const fn of(language: Language) -> &'static FourWords {
    match language {
        Language::English => &ENGLISH,
        Language::Spanish => &spanish::WORDS,
    }
}

impl FourWords {
    pub const fn ending(&self, ending: Ending) -> &'static str {
        match ending {
            Ending::FourInALine => self.four_in_a_line,
            Ending::BoardFull => self.board_full,
        }
    }
}

const ENGLISH: FourWords = FourWords {
    card: CardWords {
        title: "Four in a row",
        in_a_sentence: "four in a row",
        sides: ["Red", "Yellow"],
        pieces: &["red disc", "yellow disc"],
        typing: "\
To move, write a column: d. The disc falls to the lowest free cell of it. Four
discs of one side in a line, across, up or on a diagonal, win the game.
On the board [] marks the last move and {} the line that won.
",
        first_steps: "Write a column such as d, or help, or quit.",
        legend: ["Red is X, Yellow is O.", "Red is ●, Yellow is ○."],
        ..CardWords::ENGLISH
    },
    size: "{} x {} cells.",
    four_in_a_line: "four in a line",
    board_full: "a full board",
};
