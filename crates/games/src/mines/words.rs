//! The words of Minesweeper.

use super::spanish;
use ::table::card::TypedWords;
use ::table::{CardWords, Language};

/// The words of the card, and those that its sentences are made of.
pub struct MinesWords {
    pub card: CardWords,
    pub beginner: &'static str,
    pub intermediate: &'static str,
    pub expert: &'static str,
    pub level_value: &'static str,
    pub width: &'static str,
    pub height: &'static str,
    pub mines: &'static str,
    pub size: &'static str,
    pub first_click: &'static str,
    pub first_click_opening: &'static str,
    pub first_click_safe: &'static str,
    pub no_guess: &'static str,
    pub no_guess_limit: &'static str,
    pub cleared: &'static str,
    pub exploded: &'static str,
    pub mines_left: &'static str,
    pub first_cell: &'static str,
    pub all_mines: &'static str,
    pub secret: &'static str,
    pub not_hexadecimal: &'static str,
    pub no_mines: &'static str,
    pub statistics: &'static str,
    pub speed: &'static str,
    pub time_figure: &'static str,
    pub clicks_figure: &'static str,
    pub efficiency_figure: &'static str,
    pub typed: TypedWords,
    pub typed_limit: &'static str,
    pub all_open: &'static str,
    pub certain: &'static str,
    pub safest: &'static str,
    pub safest_cells: &'static str,
    pub more_cells: &'static str,
    pub layouts: &'static str,
    pub certainly_safe: &'static str,
    pub certainly_mines: &'static str,
    pub per_cent: &'static str,
    pub decimal: &'static str,
}

pub const fn of(language: Language) -> &'static MinesWords {
    match language {
        Language::English => &ENGLISH,
        Language::Spanish => &spanish::WORDS,
    }
}

const ENGLISH: MinesWords = MinesWords {
    card: CardWords {
        title: "Minesweeper",
        in_a_sentence: "Minesweeper",
        pieces: &[
            "1 mine around",
            "2 mines around",
            "3 mines around",
            "4 mines around",
            "5 mines around",
            "6 mines around",
            "7 mines around",
            "8 mines around",
            "flag",
            "wrong flag",
            "mine",
            "the mine that was hit",
        ],
        shades: &["closed", "open"],
        task: "Open the cells without a mine.",
        typing: "\
c4         open a cell; the first one is never a mine
flag c4    mark a mine, or take the mark away (f c4)
chord c4   open all around a number that has its flags (c c4)
r          start again with new mines
A number says how many mines touch the cell; . is a cell that is closed.
",
        first_steps: "Write a cell such as c4 to open it, flag c4 to mark it, help or quit.",
        pointing: Some(
            "Left click opens, right click or a long press flags, a click on a number opens around it. Keys: arrows or W A S D, Enter opens, F flags, R restarts.",
        ),
        start: "Level",
        own_start: "A size of your own",
        marking: "Flags",
        solver: Some("The solver"),
        no_takebacks: "What is open stays open: moves cannot be taken back.",
        ..CardWords::ENGLISH
    },
    beginner: "Beginner",
    intermediate: "Intermediate",
    expert: "Expert",
    level_value: "{} × {}, {} mines",
    width: "Width",
    height: "Height",
    mines: "Mines",
    size: "{} x {} cells, {} mines.",
    first_click: "First click",
    first_click_opening: "opens an area",
    first_click_safe: "is never a mine",
    no_guess: "Never a guess",
    no_guess_limit: "A board without guessing may have {} cells, a third of them with mines.",
    cleared: "all cells without a mine are open",
    exploded: "there was a mine",
    mines_left: "Mines left",
    first_cell: "Open {}: the first cell is never a mine.",
    all_mines: "every cell that is closed is a mine",
    secret: "the mines are a secret until the game is over: finish it or give it up first",
    not_hexadecimal: "after {} come the bytes of an MBF file in hexadecimal digits",
    no_mines: "no cell was opened, so there are no mines and nothing to write",
    statistics: "3BV {} of {}, {} clicks, efficiency {} %",
    time_figure: "Seconds",
    clicks_figure: "Clicks",
    efficiency_figure: "Efficiency",
    speed: "{} s, 3BV/s {}",
    typed: TypedWords {
        title: "Probabilities of any board",
        link: "Probabilities of any board",
        form: "First WIDTHxHEIGHT/MINES, then the rows: 0 to 8 for an open cell, a full stop for a closed one, F for a flag.",
        pointing: "A click puts what is chosen under the board; a right click puts a flag or takes it away. Keys: arrows move, 0 to 8, F and the full stop put what they say, Enter does what a click does.",
        legend: "Each number is the chance of a mine in per cent. In a circle: certainly safe. In a diamond: certainly a mine. A yellow frame: the safest.",
    },
    typed_limit: "a board that is typed may have {} cells, and this one has {}",
    all_open: "Every cell is open.",
    certain: "Certainly safe: {}.",
    safest: "No cell is certainly safe. The safest is {}: a mine with {}.",
    safest_cells: "No cell is certainly safe. The safest are {}: a mine with {} each.",
    more_cells: "{} more",
    layouts: "Ways to lay the mines",
    certainly_safe: "Cells certainly safe",
    certainly_mines: "Cells certainly mines",
    per_cent: "{}%",
    decimal: ".",
};
