//! Reviews of games with a hidden board: for each cell that was opened the risk that it was one to avoid, and the risk of the
//! safest one.

use crate::any::AnyTable;
use crate::event::Event;
use serde::{Deserialize, Serialize};

/// A move that opened cells, and the table before it.
#[derive(Debug, Clone)]
pub struct ClickAt {
    /// Its number among the moves that count, the first one being 1.
    pub ply: usize,
    pub name: String,
    /// The cells that it opened by itself. None where the first move is never one to regret.
    pub cells: Vec<String>,
    pub table: AnyTable,
}

/// A move that opened cells, with its risk. Risks are from 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Click {
    pub ply: usize,
    #[serde(rename = "move")]
    pub name: String,
    /// The risk that it took; where it opened several cells, that of the most dangerous one.
    pub risk: f64,
    /// The risk of the safest cell.
    pub least: f64,
    /// The safest cell, where it was a safer one.
    pub safer: Option<String>,
    /// Did it open a cell to avoid?
    pub hit: bool,
}

/// A game with a hidden board that has been looked at again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RiskReview {
    pub clicks: Vec<Click>,
    /// Of the safety that the board offered, the share that was kept: 1 for one who always opens the safest cell.
    pub skill: f64,
    /// The chance of coming as far with these clicks.
    pub survival: f64,
    /// How many cells to avoid would have been hit on average with these clicks, less those that were.
    pub luck: f64,
}

/// The moves of a game that opened cells. `None` where nothing is hidden or the game is not over: before the end a review would
/// say what nobody may know.
pub fn clicks(game: &AnyTable) -> Option<Vec<ClickAt>> {
    if !game.card().capabilities().odds || !game.is_over() {
        return None;
    }
    let mut events = game.events().iter();
    let Some(Event::Started(started)) = events.next() else { return None };
    let mut table = game.card().replay(&[Event::Started(started.clone())]).ok()?;
    let (mut clicks, mut ply) = (Vec::new(), 0);
    for event in events {
        if let Event::Moved { mv, .. } = event {
            ply += 1;
            if let Some(cells) = table.opens(mv) {
                clicks.push(ClickAt { ply, name: mv.clone(), cells, table: table.clone() });
            }
        }
        table = table.apply(event).ok()?;
    }
    Some(clicks)
}

impl ClickAt {
    /// Its risk, given the odds of every closed cell before it; `hit` says whether it ended the game.
    pub fn judged(&self, odds: &[(String, f64)], hit: bool) -> Click {
        let of = |cell: &String| odds.iter().find(|(name, _)| name == cell).map(|(_, risk)| *risk);
        let risk = self.cells.iter().filter_map(of).fold(0.0, f64::max);
        let safest = odds.iter().min_by(|a, b| a.1.total_cmp(&b.1));
        // Without a cell that could be hit there was nothing to choose.
        let least = safest.map_or(risk, |(_, least)| least.min(risk));
        let least = if self.cells.is_empty() { 0.0 } else { least };
        let safer = safest.filter(|_| least < risk).map(|(cell, _)| cell.clone());
        Click { ply: self.ply, name: self.name.clone(), risk, least, safer, hit }
    }
}

impl RiskReview {
    pub fn of(clicks: Vec<Click>) -> RiskReview {
        let kept = |click: &Click| {
            if click.least >= 1.0 { 1.0 } else { (1.0 - click.risk) / (1.0 - click.least) }
        };
        let hits = clicks.iter().filter(|click| click.hit).count();
        RiskReview {
            skill: clicks.iter().map(kept).product(),
            survival: clicks.iter().map(|click| 1.0 - click.risk).product(),
            luck: clicks.iter().map(|click| click.risk).sum::<f64>() - hits as f64,
            clicks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn click(risk: f64, least: f64, hit: bool) -> Click {
        Click { ply: 1, name: "open a1".to_owned(), risk, least, safer: None, hit }
    }

    #[test]
    fn skill_is_what_was_kept_of_the_safety_there_was() {
        let forced = RiskReview::of(vec![click(0.0, 0.0, false), click(0.5, 0.5, false)]);
        assert_eq!((forced.skill, forced.survival, forced.luck), (1.0, 0.5, 0.5));
        let careless = RiskReview::of(vec![click(0.5, 0.0, false), click(0.25, 0.25, true)]);
        assert_eq!((careless.skill, careless.survival, careless.luck), (0.5, 0.375, -0.25));
    }

    #[test]
    fn a_certain_mine_that_nothing_could_avoid_costs_no_skill() {
        assert_eq!(RiskReview::of(vec![click(1.0, 1.0, true)]).skill, 1.0);
    }
}
