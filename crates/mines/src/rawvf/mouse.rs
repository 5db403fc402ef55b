//! A mouse over the board: presses and releases in, moves out.

use crate::{Cell, Field, Layout, Move, Seen, Timed};
use std::collections::HashSet;

/// What the programs let a player set, where it changes what a button does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Settings {
    /// The right button goes from a flag to a question mark before it goes to nothing.
    pub question_marks: bool,
    /// The left button alone makes a chord of an open cell.
    pub left_chords: bool,
    /// The right button on a number flags everything closed around it, if that cannot be but mines.
    pub right_flags_around: bool,
}

/// What is done with a mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    PressLeft,
    PressLeftWithShift,
    ReleaseLeft,
    PressRight,
    ReleaseRight,
    PressMiddle,
    ReleaseMiddle,
    /// No button: the player switches question marks on or off.
    ToggleQuestionMarks,
}

impl Action {
    /// The action of the word; motions and everything that is no mouse have none.
    pub fn of(word: &str) -> Option<Action> {
        Some(match word {
            "lc" => Action::PressLeft,
            "sc" => Action::PressLeftWithShift,
            "lr" => Action::ReleaseLeft,
            "rc" => Action::PressRight,
            "rr" => Action::ReleaseRight,
            "mc" => Action::PressMiddle,
            "mr" => Action::ReleaseMiddle,
            "mt" => Action::ToggleQuestionMarks,
            _ => return None,
        })
    }
}

/// How the left button is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    Up,
    Down,
    /// Its release is a chord.
    DownWithShift,
}

/// The buttons of a mouse, the game as far as it is played with it, and its moves.
pub(super) struct Mouse {
    settings: Settings,
    left: Left,
    right: bool,
    middle: bool,
    /// A chord was made with both buttons, and the second one is still down: its release is nothing.
    chorded: bool,
    question_marks: HashSet<Cell>,
    field: Field,
    moves: Vec<Timed>,
}

impl Mouse {
    pub fn new(settings: Settings, layout: Layout) -> Mouse {
        Mouse {
            settings,
            left: Left::Up,
            right: false,
            middle: false,
            chorded: false,
            question_marks: HashSet::new(),
            field: Field::on(layout),
            moves: Vec::new(),
        }
    }

    pub fn moves(self) -> Vec<Timed> {
        self.moves
    }

    /// Does the action at a cell; `None` is a place off the board.
    pub fn act(&mut self, at: u64, action: Action, cell: Option<Cell>) {
        match action {
            // While the middle button is down the others do nothing.
            Action::PressLeft if !self.middle => self.left = Left::Down,
            Action::PressLeftWithShift if !self.middle => self.left = Left::DownWithShift,
            Action::PressRight if !self.middle => {
                self.right = true;
                match (self.left, cell) {
                    (Left::Up, Some(cell)) => self.click_right(at, cell),
                    (Left::Up, None) => {}
                    (Left::Down | Left::DownWithShift, _) => self.left = Left::Down,
                }
            }
            Action::ReleaseLeft if self.left != Left::Up => {
                let with_shift = std::mem::replace(&mut self.left, Left::Up) == Left::DownWithShift;
                let chorded = std::mem::take(&mut self.chorded);
                let Some(cell) = cell else { return };
                let is_open = matches!(self.field.seen().seen(cell), Some(Seen::Number(_)));
                if self.right || with_shift || (self.settings.left_chords && is_open) {
                    self.chorded = self.right;
                    self.make(at, Move::Chord(cell));
                } else if !chorded {
                    self.make(at, Move::Open(cell));
                }
            }
            Action::ReleaseRight if self.right => {
                self.right = false;
                self.chorded = self.left != Left::Up;
                if self.chorded {
                    self.left = Left::Down;
                    self.chord(at, cell);
                }
            }
            Action::PressMiddle => {
                (self.left, self.right, self.middle) = (Left::Up, false, true);
                self.chorded = false;
            }
            Action::ReleaseMiddle if self.middle => {
                self.middle = false;
                self.chord(at, cell);
            }
            Action::ToggleQuestionMarks => {
                self.settings.question_marks = !self.settings.question_marks;
            }
            _ => {}
        }
    }

    /// The right button alone: a flag comes or goes, perhaps by way of a question mark.
    fn click_right(&mut self, at: u64, cell: Cell) {
        let seen = self.field.seen().seen(cell);
        if seen.is_some_and(Seen::is_closed) {
            self.chorded = false;
        }
        match seen {
            Some(Seen::Number(number)) if self.settings.right_flags_around => {
                self.flag_around(at, cell, number);
            }
            Some(Seen::Closed)
                if self.question_marks.remove(&cell) && self.settings.question_marks => {}
            Some(Seen::Flag) if self.settings.question_marks => {
                self.question_marks.insert(cell);
                self.make(at, Move::Flag(cell));
            }
            _ => self.make(at, Move::Flag(cell)),
        }
    }

    /// Flags all that is closed around a number, where there are no more cells than mines.
    fn flag_around(&mut self, at: u64, cell: Cell, number: u8) {
        let (level, seen) = (self.field.level(), self.field.seen().cells());
        let around = level.around(level.index(cell));
        let closed: Vec<usize> = around.filter(|&index| seen[index].is_closed()).collect();
        if closed.len() > usize::from(number) {
            return;
        }
        let unmarked = closed.into_iter().filter(|&index| seen[index] == Seen::Closed);
        let unmarked: Vec<Cell> = unmarked.map(|index| level.cell(index)).collect();
        for cell in unmarked {
            self.make(at, Move::Flag(cell));
        }
    }

    fn chord(&mut self, at: u64, cell: Option<Cell>) {
        if let Some(cell) = cell {
            self.make(at, Move::Chord(cell));
        }
    }

    /// Makes a move. One that the game refuses is a click without an effect, which a replay keeps.
    fn make(&mut self, milliseconds: u64, mv: Move) {
        let _ = self.field.make(mv);
        self.moves.push(Timed { milliseconds, mv });
    }
}
