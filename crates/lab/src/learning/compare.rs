//! Several runs side by side: one rating for each generation, from all games of all runs.

use super::run::{Entry, Run};
use crate::rating::{Pairing, Rating, ratings};
use learn::{Against, Tally};
use serde::Serialize;
use std::borrow::Borrow;
use std::collections::BTreeMap;

/// Runs of one game, rated together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    pub game: String,
    /// The players that do not learn, the weakest first. Random moves are 0.
    pub yardsticks: Vec<Yardstick>,
    pub curves: Vec<Curve>,
}

/// A player that does not learn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Yardstick {
    pub name: String,
    pub rating: f64,
    pub margin: f64,
}

/// How a run got stronger.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Curve {
    pub run: String,
    pub method: String,
    pub model: String,
    pub seed: u64,
    pub population: u32,
    /// Did it learn in games against the published heuristic?
    pub against_heuristic: bool,
    pub points: Vec<Point>,
}

/// A generation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Point {
    pub generation: u32,
    pub games: u64,
    pub learning_seconds: f64,
    /// The games that the rating comes from. Without any it says nothing: the run was stopped before this
    /// generation was measured.
    pub measured_games: u64,
    pub rating: f64,
    /// The half width of the interval that holds the truth in 95 of 100 cases.
    pub margin: f64,
    /// The share of points in the league, and its margin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub league: Option<[f64; 2]>,
    /// How far it is from what it should say of games that were kept aside: the root of the mean squared error, where a loss is -1 and a win
    /// 1. The aims become others as a run goes on, so that it need not fall where the strength grows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

/// What rates come from.
const RANDOM: &str = "random";

impl Comparison {
    /// Rates the generations of runs, which are of one game.
    pub fn new<R: Borrow<Run>>(runs: &[R]) -> Comparison {
        let runs: Vec<&Run> = runs.iter().map(Borrow::borrow).collect();
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::from([(RANDOM, 0)]);
        for result in runs.iter().flat_map(|run| &run.entries).flat_map(|entry| &entry.results) {
            let next = numbers.len();
            numbers.entry(&result.opponent).or_insert(next);
        }
        let generations: Vec<(usize, &Entry)> = runs
            .iter()
            .enumerate()
            .flat_map(|(run, all)| all.entries.iter().map(move |entry| (run, entry)))
            .collect();
        let first = numbers.len();
        let pairings: Vec<Pairing> = generations
            .iter()
            .enumerate()
            .flat_map(|(index, (_, entry))| entry.results.iter().map(move |r| (index, r)))
            .map(|(index, result)| Pairing {
                players: [first + index, numbers[result.opponent.as_str()]],
                points: result.tally.share() * result.tally.games() as f64,
                games: result.tally.games() as f64,
            })
            .collect();
        let rated = ratings(first + generations.len(), 0, &pairings);
        let mut yardsticks: Vec<Yardstick> = numbers
            .iter()
            .map(|(name, &number)| {
                let Rating { rating, margin } = rated[number];
                Yardstick { name: (*name).to_owned(), rating, margin }
            })
            .collect();
        yardsticks.sort_by(|a, b| a.rating.total_cmp(&b.rating));
        let points = generations.iter().zip(&rated[first..]);
        let curves = runs.iter().enumerate().map(|(number, run)| {
            let own = points.clone().filter(|((run, _), _)| *run == number);
            let settings = &run.header.settings;
            Curve {
                run: run.name(),
                method: settings.method.to_string(),
                model: settings.model.to_string(),
                seed: settings.seed,
                population: settings.population,
                against_heuristic: settings.against == Against::Heuristic,
                points: own.map(|((_, entry), rating)| point(entry, *rating)).collect(),
            }
        });
        let game = runs.first().map(|run| run.header.game.clone()).unwrap_or_default();
        Comparison { game, curves: curves.collect(), yardsticks }
    }
}

fn point(entry: &Entry, Rating { rating, margin }: Rating) -> Point {
    Point {
        generation: entry.generation,
        games: entry.games,
        learning_seconds: entry.learning_seconds,
        measured_games: entry.results.iter().map(|result| result.tally.games()).sum(),
        rating,
        margin,
        league: entry.league.map(|tally: Tally| [tally.share(), 1.96 * tally.error()]),
        error: entry.error,
    }
}

impl Curve {
    /// The label at the end of its line.
    pub fn label(&self) -> String {
        let Curve { method, model, .. } = self;
        let whom = if self.against_heuristic { " vs heuristic" } else { "" };
        match self.population {
            1 => format!("{method} {model}{whom}"),
            population => format!("{method} {model}{whom} × {population}"),
        }
    }

    /// The processor time and the games after which it was first at least as strong as this.
    pub fn reached(&self, rating: f64) -> Option<&Point> {
        self.points.iter().find(|point| point.is_measured() && point.rating >= rating)
    }

    /// The last generation that was measured.
    pub fn last_measured(&self) -> Option<&Point> {
        self.points.iter().rfind(|point| point.is_measured())
    }
}

impl Point {
    pub fn is_measured(&self) -> bool {
        self.measured_games > 0
    }
}
