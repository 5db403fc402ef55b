//! The cell to open next, with the exact reason.

use crate::component::{Uncountable, count};
use crate::frontier::Frontier;
use crate::knowledge::{Knowledge, Place};
use crate::probability::{Probabilities, ProbabilityError, settled};
use crate::solver::{Choice, Solver};
use crate::{Cell, Seen, View};
use std::fmt;

/// A cell to open, how likely it is a mine, and why it is preferred.
///
/// ```
/// # use mines::{Cell, Hint, Reason, Solver, Style, View};
/// let view: View = "3x3/1\n1..\n11.\n01.".parse()?;
/// let hint = Hint::of(&view, &mut Solver::new(view.level(), Style::FULL))?;
/// assert_eq!(hint.unwrap().to_string(), "open c1: no mine, because of the 1 in b2 and the 1 in a1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    /// The cell.
    pub cell: Cell,
    /// The probability of a mine in it.
    pub mine: f64,
    /// Why this one.
    pub reason: Reason,
}

/// Why a cell is preferred.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// These numbers leave no room for a mine in it, and none of them can be left out.
    Forced(Vec<(Cell, u8)>),
    /// The numbers leave no room for a mine in it only together with the number of mines.
    Counted,
    /// The rest of the game was searched: of so many layouts, all equally likely, best play wins so many.
    Endgame {
        /// The layouts that are won.
        won: u32,
        /// All of them.
        layouts: u32,
    },
    /// It is the safest cell.
    Safest,
    /// Another cell is safer by itself, but opening this one promises more.
    Promising {
        /// The safest cell.
        safest: Cell,
        /// The probability of a mine in that one.
        mine: f64,
    },
}

impl Hint {
    /// A hint for the player who sees this; none when every cell is open but the mines.
    pub fn of(view: &View, solver: &mut Solver) -> Result<Option<Hint>, ProbabilityError> {
        let knowledge = settled(view)?;
        let probabilities = Probabilities::of_known(&knowledge)?;
        let level = view.level();
        let cells = || (0..level.cells()).map(|index| level.cell(index));
        let chance = |cell: Cell| probabilities.of_mine(cell);
        let ranked = cells().filter_map(|cell| chance(cell).map(|mine| (mine, cell)));
        let Some((mine, safest)) = ranked.min_by(|a, b| a.0.total_cmp(&b.0)) else {
            return Ok(None);
        };
        if mine == 1.0 {
            return Ok(None);
        }
        if mine == 0.0 {
            return Ok(Some(certain(view, &probabilities, safest)));
        }
        let Some((place, choice)) = solver.decide(&knowledge) else {
            return Ok(Some(Hint { cell: safest, mine, reason: Reason::Safest }));
        };
        let cell = level.cell(knowledge.index(place));
        let reason = match choice {
            Choice::Endgame { won, layouts } => Reason::Endgame { won, layouts },
            Choice::Guess if chance(cell) == Some(mine) => Reason::Safest,
            Choice::Guess => Reason::Promising { safest, mine },
        };
        Ok(Some(Hint { cell, mine: chance(cell).unwrap_or(mine), reason }))
    }
}

/// Of the certain cells the one that the fewest numbers explain.
fn certain(view: &View, probabilities: &Probabilities, first: Cell) -> Hint {
    /// So many cells are looked into: each costs time on a large board.
    const LOOKED_INTO: usize = 12;
    let level = view.level();
    let cells = (0..level.cells()).map(|index| level.cell(index));
    let safe = cells.filter(|&cell| probabilities.of_mine(cell) == Some(0.0)).take(LOOKED_INTO);
    let explained = safe.filter_map(|cell| explanation(view, cell).map(|clues| (cell, clues)));
    match explained.min_by_key(|(_, clues)| clues.len()) {
        Some((cell, clues)) => Hint { cell, mine: 0.0, reason: Reason::Forced(clues) },
        None => Hint { cell: first, mine: 0.0, reason: Reason::Counted },
    }
}

/// Numbers that leave no room for a mine in a cell, none of which can be left out; `None` if all
/// together do not.
fn explanation(view: &View, cell: Cell) -> Option<Vec<(Cell, u8)>> {
    let level = view.level();
    let mut clues: Vec<(Cell, u8)> = view
        .cells()
        .iter()
        .enumerate()
        .filter_map(|(index, seen)| match seen {
            Seen::Number(number) => Some((level.cell(index), *number)),
            _ => None,
        })
        .collect();
    let distance = |clue: Cell| clue.x.abs_diff(cell.x).max(clue.y.abs_diff(cell.y));
    clues.sort_by_key(|&(clue, _)| (distance(clue), clue.y, clue.x));
    // The nearest numbers that are enough: the count is doubled until they are, then brought down.
    let mut enough = 1;
    while !leave_no_room(view, &clues[..enough.min(clues.len())], cell) {
        if enough >= clues.len() {
            return None;
        }
        enough *= 2;
    }
    clues.truncate(enough);
    let mut i = clues.len();
    while i > 0 {
        i -= 1;
        let mut fewer = clues.clone();
        fewer.remove(i);
        if leave_no_room(view, &fewer, cell) {
            clues = fewer;
        }
    }
    Some(clues)
}

/// Do these numbers alone contradict a mine in a cell?
fn leave_no_room(view: &View, clues: &[(Cell, u8)], cell: Cell) -> bool {
    let level = view.level();
    let mut knowledge = Knowledge::closed(level).without_mine_count();
    for (index, seen) in view.cells().iter().enumerate() {
        if matches!(seen, Seen::Number(_)) {
            knowledge.mark_safe(knowledge.place(index));
        }
    }
    let opened: Vec<(Place, u8)> =
        clues.iter().map(|&(clue, number)| (knowledge.place(level.index(clue)), number)).collect();
    knowledge.mark_mine(knowledge.place(level.index(cell)));
    for (place, number) in opened {
        if knowledge.open(place, number).is_err() {
            return true;
        }
    }
    if knowledge.settle().is_err() {
        return true;
    }
    let frontier = Frontier::of(&knowledge);
    let impossible =
        |range| matches!(count::<f64>(&frontier, range), Err(Uncountable::Contradiction(_)));
    frontier.ranges().any(impossible)
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "open {}: ", self.cell)?;
        if self.mine > 0.0 {
            write!(f, "a mine with probability {:.1} %, ", 100.0 * self.mine)?;
        }
        match &self.reason {
            Reason::Forced(clues) => {
                f.write_str("no mine, because of ")?;
                for (i, (cell, number)) in clues.iter().enumerate() {
                    let between = match i {
                        0 => "",
                        _ if i + 1 == clues.len() => " and ",
                        _ => ", ",
                    };
                    write!(f, "{between}the {number} in {cell}")?;
                }
                Ok(())
            }
            Reason::Counted => f.write_str("no mine, because of the numbers and the mines left"),
            Reason::Endgame { won, layouts } => {
                let chance = 100.0 * f64::from(*won) / f64::from(*layouts);
                write!(f, "and best play from here wins {won} of {layouts} layouts, {chance:.1} %")
            }
            Reason::Safest => f.write_str("the safest there is"),
            Reason::Promising { safest, mine } => {
                let mine = 100.0 * mine;
                write!(f, "though {safest} has {mine:.1} %: what it shows is likelier to help")
            }
        }
    }
}
