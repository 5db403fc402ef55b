//! A player that sees only what is open.

use crate::endgame::{self, Effort};
use crate::engine::{Chances, Engine};
use crate::guess;
use crate::knowledge::{Knowledge, Place};
use crate::probability::{ProbabilityError, settled};
use crate::{Cell, Layout, Level, View};

/// How a solver plays.
#[derive(Debug, Clone, Copy, PartialEq)]
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
pub struct Solver {
    pub(crate) level: Level,
    pub(crate) style: Style,
    pub(crate) engine: Engine,
    pub tune: [f64; 8],
    pub weights: [[f64; crate::outlook::FIGURES]; 2],
    pub samples: Option<Vec<crate::outlook::Outlook>>,
    pub(crate) pending: bool,
    pub(crate) scratch: Vec<f64>,
}

impl Solver {
    /// A solver for boards of one level.
    pub fn new(level: Level, style: Style) -> Solver {
        Solver {
            level,
            style,
            engine: Engine::new(level.cells()),
            tune: [0.0; 8],
            weights: [[0.0; 12]; 2],
            samples: None,
            pending: false,
            scratch: Vec::new(),
        }
    }

    /// Plays a whole game on a layout from a first click. Is it won?
    pub fn wins(&mut self, layout: &Layout, first: Cell) -> bool {
        self.play(first, |cell| layout.number(cell))
    }

    /// Plays a whole game. `open` opens a cell and says what it shows, nothing if it is a mine. That is
    /// all that the solver learns.
    pub fn play(&mut self, first: Cell, mut open: impl FnMut(Cell) -> Option<u8>) -> bool {
        let mut knowledge = Knowledge::closed(self.level);
        let mut next = Some(knowledge.place(self.level.index(first)));
        while let Some(place) = next {
            let cell = self.level.cell(knowledge.index(place));
            let Some(number) = open(cell) else { return false };
            let consistent = knowledge.open(place, number).is_ok();
            debug_assert!(consistent, "{cell} cannot show {number}");
            if self.pending {
                self.pending = false;
                if self.samples.is_some() {
                    let mut k = knowledge.clone();
                    k.settle().unwrap();
                    if k.unknown() > 0
                        && let Some(c) = self.engine.analyse(&k)
                    {
                        let o =
                            crate::outlook::Outlook::of(&self.engine, &k, &c, &mut self.scratch);
                        self.samples.as_mut().unwrap().push(o);
                    }
                }
            }
            next = self.next(&mut knowledge);
        }
        true
    }

    /// The next cell to open; `None` when every safe cell is open.
    fn next(&mut self, knowledge: &mut Knowledge) -> Option<Place> {
        if let Some(place) = knowledge.next_safe() {
            return Some(place);
        }
        let consistent = knowledge.settle().is_ok();
        debug_assert!(consistent, "an open number is wrong");
        if let Some(place) = knowledge.next_safe() {
            return Some(place);
        }
        if knowledge.unknown() == 0 {
            return None;
        }
        let chances = self.engine.analyse(knowledge);
        let Some(chances) = chances else {
            // Too entangled to count: any unknown cell is as good as another.
            return knowledge.unknowns().next();
        };
        if mark_certain(knowledge, &chances, &self.engine) {
            return self.next(knowledge);
        }
        Some(self.guess(knowledge, &chances).0)
    }

    /// The next cell to open for the player who sees this; `None` when nothing is left to open. On the
    /// first move it is told nothing of the rule: see [`crate::Rule::best_first_click`].
    pub fn choose(&mut self, view: &View) -> Result<Option<Cell>, ProbabilityError> {
        let mut knowledge = settled(view)?;
        let next = self.next(&mut knowledge);
        Ok(next.map(|place| view.level().cell(knowledge.index(place))))
    }

    /// The cell to open where none is certain, and how it was found.
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
        self.pending = true;
        let place = if self.style.look_ahead {
            let depth = self.tune[5] as u32;
            guess::Looker { engine: &mut self.engine, tune: &self.tune, scratch: &mut self.scratch }
                .best(knowledge, chances, depth)
                .1
        } else {
            guess::safest(&self.engine, knowledge, chances)
        };
        (place, Choice::Guess)
    }
}

/// How a cell was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    /// By searching everything that is left.
    Endgame { won: u32, layouts: u32 },
    /// By its safety and what may follow.
    Guess,
}

/// Marks what the chances say is certain. Is there anything?
pub(crate) fn mark_certain(knowledge: &mut Knowledge, chances: &Chances, engine: &Engine) -> bool {
    let mut found = false;
    for (place, mine) in chances.cells(&engine.frontier) {
        if mine == 0.0 {
            knowledge.mark_safe(place);
            found = true;
        } else if mine == 1.0 {
            knowledge.mark_mine(place);
            found = true;
        }
    }
    found
}
