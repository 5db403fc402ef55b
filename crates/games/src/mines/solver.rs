//! The computer that plays Minesweeper: its exact solver.

use super::{Mines, spanish, words};
use crate::said;
use ::mines::{Cell, Field, Hint, Probabilities, Seen, Solver, Style, View};
use ::table::{
    Language, Localized, Mind, Player, Request, ThinkError, Thought, Watch, fill,
};
use game::{Game, Viewer};

/// Plays by exact odds. Levels up to 5 take the safest cell, higher ones the one that helps most.
pub struct SolverMind;

impl Mind for SolverMind {
    fn think(&mut self, request: &Request<'_>, _: Watch<'_>) -> Result<Thought, ThinkError> {
        match request.player {
            Player::Level(1..=5) => cell_to_open(request, Style::FAST),
            Player::Level(_) | Player::Engine(_) => cell_to_open(request, Style::FULL),
            _ => players::draw_lots(request),
        }
    }

    fn hint(&mut self, request: &Request<'_>) -> Result<Thought, ThinkError> {
        cell_to_open(request, Style::FULL)
    }

    fn odds(&mut self, request: &Request<'_>) -> Option<Vec<(String, f64)>> {
        let view = view(request)?;
        Some(odds_of(&view, &Probabilities::of(&view).ok()?))
    }
}

/// The chance of a mine in each closed cell, by its name.
pub fn odds_of(view: &View, found: &Probabilities) -> Vec<(String, f64)> {
    let cells = (0..view.cells().len()).map(|index| view.level().cell(index));
    cells.filter_map(|cell| Some((cell.to_string(), found.of_mine(cell)?))).collect()
}

fn view(request: &Request<'_>) -> Option<View> {
    let table = request.table.of_kind::<Mines>()?;
    let field: &Field = table.position();
    Some(field.view(Viewer::Seat(request.seat)))
}

/// The cell that a solver of this style would open, with its exact reason. A flag that stands on it is
/// taken away first. Any cell will do for the first.
fn cell_to_open(request: &Request<'_>, style: Style) -> Result<Thought, ThinkError> {
    let table = request.table.of_kind::<Mines>().ok_or(ThinkError::NotItsTurn)?;
    let view = view(request).ok_or(ThinkError::NotItsTurn)?;
    let thought = |cell: Cell, reason: Localized| Thought {
        mv: match view.seen(cell) {
            Some(Seen::Flag) => format!("flag {cell}"),
            _ => format!("open {cell}"),
        },
        report: None,
        reason: Some(reason),
    };
    if view.opened() == 0 {
        let cell = table.start().rule().best_first_click(view.level());
        let sentence = |language| fill(words::of(language).first_cell, &[&cell.to_string()]);
        return Ok(thought(cell, Localized::new(sentence)));
    }
    match Hint::of(&view, &mut Solver::new(style)) {
        Ok(Some(hint)) => Ok(thought(hint.cell, reason(&hint))),
        Ok(None) => Err(no_hint(|language| words::of(language).all_mines.to_owned())),
        Err(error) => Err(no_hint(|language| said(&error, language))),
    }
}

fn no_hint(why: impl Fn(Language) -> String) -> ThinkError {
    ThinkError::NoHint(Localized::exactly(why))
}

fn reason(hint: &Hint) -> Localized {
    Localized::new(|language| match language {
        Language::English => hint.to_string(),
        Language::Spanish => spanish::hint(hint),
    })
}
