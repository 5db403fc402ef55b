//! A player that sees only what is open.

use crate::endgame::{self, Effort};
use crate::engine::{Chances, Engine};
use crate::guess::{LookAhead, safest};
use crate::knowledge::{Knowledge, Place};
use crate::probability::{Probabilities, ProbabilityError, settled};
use crate::{Cell, Layout, Level, View};

/// How a solver plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Does it look ahead when it must guess? If not, it takes the safest cell.
    pub look_ahead: bool,
    /// How much it searches an endgame exactly.
    pub endgame: Effort,
}

impl Style {
    /// As strong as it can be.
    pub const FULL: Style =
        Style { look_ahead: true, endgame: Effort { layouts: 600, work: 400_000 } };
    /// The safest cell, of those the one that tells most.
    pub const FAST: Style = Style { look_ahead: false, endgame: Effort { layouts: 0, work: 0 } };
}

/// A player.
///
/// ```
/// # use mines::{Layout, Level, Rule, Solver, Style};
/// let mut solver = Solver::new(Style::FULL);
/// let first = Rule::Opening.best_first_click(Level::BEGINNER);
/// let layouts = (0..20).map(|seed| Layout::lay(Level::BEGINNER, Rule::Opening, seed, first));
/// assert!(layouts.filter(|layout| solver.wins(layout, first)).count() > 15);
/// ```
pub struct Solver {
    style: Style,
    engine: Engine,
    /// Memory for looking ahead.
    mines: Vec<f64>,
}

/// How a cell was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    /// By searching everything that is left.
    Endgame { won: u32, layouts: u32 },
    /// By its safety and what may follow.
    Guess,
}

impl Solver {
    /// A solver of a style.
    pub fn new(style: Style) -> Solver {
        Solver { style, engine: Engine::default(), mines: Vec::new() }
    }

    /// Plays a whole game on a layout from a first click. Is it won?
    pub fn wins(&mut self, layout: &Layout, first: Cell) -> bool {
        self.play(layout.level(), first, |cell| layout.number(cell))
    }

    /// Plays a whole game. `open` opens a cell and says what it shows, nothing if it is a mine: that is all
    /// that the solver learns. Is the game won? Not if the answers contradict each other.
    pub fn play(
        &mut self,
        level: Level,
        first: Cell,
        mut open: impl FnMut(Cell) -> Option<u8>,
    ) -> bool {
        if !level.contains(first) {
            return false;
        }
        let mut knowledge = Knowledge::closed(level);
        let mut next = Ok(Some(knowledge.place(level.index(first))));
        while let Ok(Some(place)) = next {
            let Some(number) = open(level.cell(knowledge.index(place))) else { return false };
            if knowledge.open(place, number).is_err() {
                return false;
            }
            next = self.next(&mut knowledge);
        }
        next.is_ok()
    }

    /// The next cell to open for the player who sees this; `None` when nothing is left to open. It is
    /// told nothing of the rule for the first click: for that see [`crate::Rule::best_first_click`].
    pub fn choose(&mut self, view: &View) -> Result<Option<Cell>, ProbabilityError> {
        let mut knowledge = settled(view)?;
        if self.engine.analyse(&knowledge).is_none() {
            explained(&knowledge)?;
        }
        let next = self.next(&mut knowledge)?;
        Ok(next.map(|place| view.level().cell(knowledge.index(place))))
    }

    /// The next cell to open; `None` when every safe cell is open.
    fn next(&mut self, knowledge: &mut Knowledge) -> Result<Option<Place>, ProbabilityError> {
        loop {
            if let Some(place) = knowledge.next_safe() {
                return Ok(Some(place));
            }
            if let Err(error) = knowledge.settle() {
                return Err(ProbabilityError::clue(knowledge, error));
            }
            if knowledge.has_safe() {
                continue;
            }
            if knowledge.unknown() == 0 {
                return Ok(None);
            }
            let Some(chances) = self.engine.analyse(knowledge) else {
                explained(knowledge)?;
                return Ok(knowledge.unknowns().next());
            };
            if !mark_certain(knowledge, &chances, &self.engine) {
                return Ok(Some(self.guess(knowledge, &chances).0));
            }
        }
    }

    /// The cell to open where none is certain, and how it was found; `None` if the board is too
    /// entangled to say.
    pub(crate) fn decide(&mut self, knowledge: &Knowledge) -> Option<(Place, Choice)> {
        let chances = self.engine.analyse(knowledge)?;
        Some(self.guess(knowledge, &chances))
    }

    fn guess(&mut self, knowledge: &Knowledge, chances: &Chances) -> (Place, Choice) {
        let effort = self.style.endgame;
        if chances.ln_layouts < (effort.layouts as f64 + 0.5).ln()
            && let Some(best) = endgame::best(knowledge, &self.engine.frontier, effort)
        {
            return (best.place, Choice::Endgame { won: best.won, layouts: best.layouts });
        }
        // Before looking ahead, which changes the frontier that the engine holds.
        let fallback = safest(&self.engine, knowledge, chances).unwrap_or_default();
        let ahead = self.style.look_ahead.then(|| {
            let (engine, mines) = (&mut self.engine, &mut self.mines);
            LookAhead { engine, knowledge, chances, mines }.best()
        });
        (ahead.flatten().unwrap_or(fallback), Choice::Guess)
    }
}

/// Is there a layout that explains what is known, where the engine has found none? Yes, if the board is
/// merely too entangled to count.
fn explained(knowledge: &Knowledge) -> Result<(), ProbabilityError> {
    match Probabilities::of_known(knowledge) {
        Ok(_) | Err(ProbabilityError::TooEntangled(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Marks what the chances say is certain. Is there anything?
pub(crate) fn mark_certain(knowledge: &mut Knowledge, chances: &Chances, engine: &Engine) -> bool {
    let mut found = false;
    for (place, mine) in chances.cells(&engine.frontier) {
        if mine <= 0.0 {
            knowledge.mark_safe(place);
            found = true;
        } else if mine >= 1.0 {
            knowledge.mark_mine(place);
            found = true;
        }
    }
    found
}
