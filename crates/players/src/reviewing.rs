//! Looking through a game: what a search finds about each of its positions, and the risk of each click.

use crate::thinker::Thinker;
use game::{Seat, Stop};
use table::review::Score;
use table::review::risk::{Click, ClickAt};
use table::{AnyTable, Limit, Looked, ThinkError};

/// The best line and the second best: the one says what should have been played, the other whether there was a choice.
const LINES: usize = 2;

/// A game whose positions are looked at one after another.
#[derive(Debug, Clone)]
pub struct Positions {
    game: AnyTable,
    names: Vec<String>,
    /// Has the last position an end by the rules? Then there is nothing to look at.
    ended: bool,
}

impl Positions {
    /// The positions of a game; none where they cannot be looked at.
    pub fn of(game: &AnyTable) -> Option<Positions> {
        game.card().chances()?;
        let course = game.course()?;
        let ended = course.verdict.is_some();
        let names = course.moves.into_iter().map(|made| made.name).collect();
        Some(Positions { game: game.clone(), names, ended })
    }

    /// How many moves were made. A review has one position more.
    pub fn moves(&self) -> usize {
        self.names.len()
    }

    /// The numbers of moves after which a position is to be looked at, the last one first: what is found late in a game helps
    /// the search before it.
    pub fn order(&self) -> impl Iterator<Item = usize> + use<> {
        let end = self.names.len() + usize::from(!self.ended);
        (0..end).rev()
    }

    /// What a search finds after so many moves.
    pub fn look(
        &self,
        thinker: &mut Thinker,
        ply: usize,
        limit: Limit,
        stop: &Stop,
    ) -> Result<Looked, ThinkError> {
        let line = self.names.get(..ply).ok_or(ThinkError::NotItsTurn)?;
        let table = self.game.line(line).map_err(|_| ThinkError::NotItsTurn)?;
        let Some(Seat::Side(side)) = table.turn() else { return Err(ThinkError::NotItsTurn) };
        let reports = thinker.look(&table, LINES, limit, stop)?;
        if stop.is_set() {
            return Err(ThinkError::Stopped);
        }
        let mut looked = Looked::of(&reports, side);
        let best = looked.best().and_then(|line| line.moves.first());
        if let Some(played) = self.names.get(ply).filter(|played| best != Some(played)) {
            let nodes = reports.iter().map(|report| report.nodes).max().unwrap_or(0);
            looked.played = self.score_of(thinker, &table, played, looked.depth, nodes)?;
        }
        Ok(looked)
    }

    /// The score of a move, looked at as far ahead as the others. The position after it was looked at before, so that little is
    /// left to find.
    fn score_of(
        &self,
        thinker: &mut Thinker,
        before: &AnyTable,
        mv: &str,
        depth: u32,
        nodes: u64,
    ) -> Result<Option<Score>, ThinkError> {
        let mut line = self.names[..before.moves_played()].to_vec();
        line.push(mv.to_owned());
        let after = self.game.line(&line).map_err(|_| ThinkError::NotItsTurn)?;
        // A move that ends the game needs no search.
        let Some(Seat::Side(side)) = after.turn() else { return Ok(None) };
        let found = thinker.look_ahead(&after, depth.saturating_sub(1).max(1), nodes)?;
        Ok(found.map(|report| Score::of(&report, side)))
    }
}

/// The risk of a click; the last one of a game that was lost hit a mine.
pub fn judge_click(thinker: &mut Thinker, at: &ClickAt, hit: bool) -> Click {
    let odds = if at.cells.is_empty() { None } else { thinker.odds(&at.table, Seat::Solo) };
    at.judged(&odds.unwrap_or_default(), hit)
}
