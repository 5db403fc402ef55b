//! The probability of a mine in every closed cell, as exact counts.
//!
//! A layout explains a view if it has as many mines as the level says and gives every open number.
//! All such layouts are equally likely, so a probability is the number of those with a mine in a cell
//! divided by the number of all: two integers, of thousands of digits on a large board, and no
//! rounding anywhere. Flags are the player's marks and count for nothing.

use crate::combine::{combine, limits};
use crate::component::{Component, Number, Uncountable, count};
use crate::frontier::Frontier;
use crate::knowledge::{Contradiction, Knowledge, MINE, Place, SAFE};
use crate::{Cell, Level, Status, View};
use num_bigint::BigUint;

/// The layouts that explain a view, counted.
///
/// ```
/// # use mines::{Cell, Probabilities, View};
/// let view: View = "3x2/1\n1..\n...".parse()?;
/// let probabilities = Probabilities::of(&view)?;
/// assert_eq!(probabilities.layouts(), &3_u32.into());
/// assert_eq!(probabilities.layouts_with_mine(Cell { x: 1, y: 1 }), Some(&1_u32.into()));
/// assert_eq!(probabilities.of_mine(Cell { x: 2, y: 0 }), Some(0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probabilities {
    level: Level,
    layouts: BigUint,
    /// The different counts, and for each cell the number of its own; none for an open cell.
    counts: Vec<BigUint>,
    cells: Vec<Option<u32>>,
}

/// Why a view has no probabilities.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProbabilityError {
    /// Nothing is hidden any more.
    #[error("the game is over: there is nothing to calculate")]
    GameOver,
    /// No layout explains this clue together with those around it.
    #[error("no mines can be laid so that {cell} shows {number}, given the numbers around it")]
    Clue {
        /// The clue.
        cell: Cell,
        /// Its number.
        number: u8,
    },
    /// The clues want more mines or fewer than there are.
    #[error("the board has {mines} mines, and the numbers on it allow {fewest} to {most}")]
    MineCount {
        /// The mines of the board.
        mines: usize,
        /// The fewest that the numbers allow.
        fewest: usize,
        /// The most.
        most: usize,
    },
    /// The clues around this one depend on each other in more ways than can be counted. Games that are
    /// played do not come to this, drawn boards can.
    #[error("the numbers around {0} depend on each other in too many ways to be counted")]
    TooEntangled(Cell),
}

impl ProbabilityError {
    pub(crate) fn clue(knowledge: &Knowledge, Contradiction(place): Contradiction) -> Self {
        let cell = knowledge.level().cell(knowledge.index(place));
        ProbabilityError::Clue { cell, number: knowledge.what(place) }
    }

    fn uncountable(knowledge: &Knowledge, error: Uncountable) -> Self {
        match error {
            Uncountable::Contradiction(place) => Self::clue(knowledge, Contradiction(place)),
            Uncountable::TooWide(place) => {
                Self::TooEntangled(knowledge.level().cell(knowledge.index(place)))
            }
        }
    }
}

/// What a view tells by simple deduction.
pub(crate) fn settled(view: &View) -> Result<Knowledge, ProbabilityError> {
    if view.status() != Status::Running {
        return Err(ProbabilityError::GameOver);
    }
    let mut knowledge = Knowledge::closed(view.level());
    for (index, seen) in view.cells().iter().enumerate() {
        if let crate::Seen::Number(number) = seen {
            let opened = knowledge.open(knowledge.place(index), *number);
            opened.map_err(|error| ProbabilityError::clue(&knowledge, error))?;
        }
    }
    knowledge.settle().map_err(|error| ProbabilityError::clue(&knowledge, error))?;
    Ok(knowledge)
}

/// The cells that certainly hold no mine, and those that certainly hold one.
pub(crate) fn certain_cells(
    knowledge: &Knowledge,
) -> Result<(Vec<Place>, Vec<Place>), ProbabilityError> {
    let found = Probabilities::of_known(knowledge)?;
    let counted = |place: &Place| found.cells[knowledge.index(*place)];
    let with = |count: &BigUint| {
        let is = |place: &Place| counted(place).is_some_and(|i| found.counts[i as usize] == *count);
        knowledge.unknowns().filter(is).collect()
    };
    Ok((with(&BigUint::ZERO), with(&found.layouts)))
}

impl Probabilities {
    /// Counts the layouts that explain a view.
    pub fn of(view: &View) -> Result<Probabilities, ProbabilityError> {
        Probabilities::of_known(&settled(view)?)
    }

    /// Counts the layouts that explain what is known.
    pub(crate) fn of_known(knowledge: &Knowledge) -> Result<Probabilities, ProbabilityError> {
        let frontier = Frontier::of(knowledge);
        let counted: Result<Vec<Component<BigUint>>, Uncountable> =
            frontier.ranges().map(|range| count(&frontier, range)).collect();
        let components =
            counted.map_err(|error| ProbabilityError::uncountable(knowledge, error))?;
        let (fewest, most) = limits(&components);
        let unlocated = knowledge.mines_left();
        let beyond = frontier.beyond.len();
        let impossible = unlocated < fewest as i32 || unlocated > (most + beyond) as i32;
        if impossible {
            let mines = usize::from(knowledge.level().mines());
            let located = (mines as i32 - unlocated) as usize;
            let (fewest, most) = (located + fewest, located + most + beyond);
            return Err(ProbabilityError::MineCount { mines, fewest, most });
        }
        let mines_left = unlocated as usize;
        let ways: Vec<BigUint> = (fewest..=most)
            .rev()
            .map(|on_frontier| mines_left.checked_sub(on_frontier))
            .scan(Binomials::new(beyond), |row, mines| Some(row.get(mines)))
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect();
        Ok(Probabilities::assemble(knowledge, &frontier, &components, ways))
    }

    fn assemble(
        knowledge: &Knowledge,
        frontier: &Frontier,
        components: &[Component<BigUint>],
        ways: Vec<BigUint>,
    ) -> Probabilities {
        let level = knowledge.level();
        let combined = combine(components, ways.clone());
        let layouts = combined.layouts;
        let mut counts = vec![BigUint::ZERO, layouts.clone()];
        let mut cells = vec![None; level.cells()];
        for (index, cell) in cells.iter_mut().enumerate() {
            match knowledge.what(knowledge.place(index)) {
                SAFE => *cell = Some(0),
                MINE => *cell = Some(1),
                _ => {}
            }
        }
        let mut add = |places: &[Place], mines: BigUint| {
            counts.push(mines / places.len());
            for &place in places {
                cells[knowledge.index(place)] = Some(counts.len() as u32 - 1);
            }
        };
        for ((range, component), rest) in frontier.ranges().zip(components).zip(&combined.rest) {
            for (group, own) in
                frontier.groups[range].iter().zip(component.mines.chunks(rest.len()))
            {
                let mut mines = BigUint::ZERO;
                own.iter().zip(rest).for_each(|(own, rest)| mines.add_product(own, rest));
                add(frontier.cells(group), mines);
            }
        }
        if !frontier.beyond.is_empty() {
            let fewest = limits(components).0;
            let mut mines = BigUint::ZERO;
            for (more, (placements, ways)) in combined.frontier.iter().zip(&ways).enumerate() {
                let there = (knowledge.mines_left() as usize).saturating_sub(fewest + more);
                mines += placements * ways * there;
            }
            add(&frontier.beyond, mines);
        }
        Probabilities { level, layouts, counts, cells }
    }

    /// The number of layouts that explain the view.
    pub fn layouts(&self) -> &BigUint {
        &self.layouts
    }

    /// How many of them have a mine in this cell; `None` if it is open or beyond the board.
    pub fn layouts_with_mine(&self, cell: Cell) -> Option<&BigUint> {
        let index = self.level.contains(cell).then(|| self.level.index(cell))?;
        self.cells[index].map(|count| &self.counts[count as usize])
    }

    /// The probability of a mine in this cell, correctly rounded but for the last few bits; exactly 0
    /// and 1 only where it is certain. `None` if the cell is open or beyond the board.
    pub fn of_mine(&self, cell: Cell) -> Option<f64> {
        self.layouts_with_mine(cell).map(|mines| ratio(mines, &self.layouts))
    }
}

/// The quotient of two integers of any size, the first not above the second. Neither 0 nor 1 unless the
/// integers say so.
pub(crate) fn ratio(part: &BigUint, whole: &BigUint) -> f64 {
    const PRECISION: u64 = 64;
    if *part == BigUint::ZERO {
        return 0.0;
    }
    if part == whole {
        return 1.0;
    }
    let shift = (whole.bits() + PRECISION).saturating_sub(part.bits());
    let quotient = (part << shift) / whole;
    let digits = quotient.iter_u64_digits().collect::<Vec<_>>();
    let value =
        digits.iter().rev().fold(0.0, |value, &digit| value * 2_f64.powi(64) + digit as f64);
    let exponent = i32::try_from(shift).unwrap_or(i32::MAX);
    // In two steps, because the power alone may be too small a number.
    let value = value * 2_f64.powi(-exponent / 2) * 2_f64.powi(-(exponent - exponent / 2));
    value.clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0)
}

/// Binomial coefficients of one row, each found from the one before it.
struct Binomials {
    row: usize,
    at: usize,
    value: BigUint,
}

impl Binomials {
    fn new(row: usize) -> Binomials {
        Binomials { row, at: 0, value: BigUint::from(1_u32) }
    }

    /// Ways to choose so many of the row's things: none if there are too few of them, or if the number
    /// is missing. To be asked in ascending order.
    fn get(&mut self, chosen: Option<usize>) -> BigUint {
        let Some(chosen) = chosen.filter(|&chosen| chosen <= self.row) else {
            return BigUint::ZERO;
        };
        while self.at < chosen {
            self.value *= self.row - self.at;
            self.at += 1;
            self.value /= self.at;
        }
        self.value.clone()
    }
}
