//! Games that measure: a player against others that do not learn.

use crate::erased::Conditions;
use crate::learnable::{Heuristic, Learnable};
use crate::look_ahead::LookAhead;
use crate::model::Model;
use crate::network::Network;
use crate::random::Numbers;
use crate::self_play;
use crate::tree_search::TreeSearch;
use game::{Perfect, Rules, Side, Stop, Valued};
use levels::Level;
use search::{Control, Limits, Searchable, Searcher};
use serde::{Deserialize, Serialize};
use std::fmt;

const OPENINGS: u64 = 101;
const MOVES: u64 = 102;
const POSITIONS: u64 = 103;

/// A player that does not learn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opponent {
    Random,
    /// The plain tree, with the plain valuation of the game.
    Minimax(u8),
    Level(u8),
    /// The published heuristic of the game.
    Heuristic,
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponent::Random => f.write_str("random"),
            Opponent::Minimax(depth) => write!(f, "minimax:{depth}"),
            Opponent::Level(level) => write!(f, "level:{level}"),
            Opponent::Heuristic => f.write_str("heuristic"),
        }
    }
}

/// Games won, drawn and lost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
}

impl Tally {
    pub fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The share of the points.
    pub fn share(self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / (self.games().max(1) as f64)
    }

    /// The standard error of the share.
    pub fn error(self) -> f64 {
        let (games, share) = (self.games().max(1) as f64, self.share());
        let squares = self.won as f64 + self.drawn as f64 / 4.0;
        ((squares / games - share * share).max(0.25 / games) / games).sqrt()
    }

    fn add(&mut self, result: f32) {
        match result {
            result if result > 0.0 => self.won += 1,
            result if result < 0.0 => self.lost += 1,
            _ => self.drawn += 1,
        }
    }
}

impl std::ops::Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
        }
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |sum, tally| sum + tally)
    }
}

/// How games are played.
#[derive(Debug, Clone, Copy)]
pub struct Terms<G> {
    pub start: G,
    pub seed: u64,
    /// A game begins with so many random moves; the games 2n and 2n + 1 begin alike, colours exchanged.
    pub random_plies: usize,
    /// Each later move of either player is a random one with this probability.
    pub random_moves: f32,
}

/// Chooses moves.
pub trait Mover<L: Learnable> {
    fn choose(
        &mut self,
        past: &[L::Game],
        numbers: &mut Numbers,
    ) -> Option<<L::Game as Rules>::Move>;
}

/// Looks ahead by a model.
pub struct ByModel<'a, M: ?Sized> {
    pub model: &'a M,
    pub depth: u8,
}

impl<L: Learnable, M: Model<L> + ?Sized> Mover<L> for ByModel<'_, M> {
    fn choose(
        &mut self,
        past: &[L::Game],
        numbers: &mut Numbers,
    ) -> Option<<L::Game as Rules>::Move> {
        let best =
            LookAhead::<L, M>::new(self.model).best(past.last()?, self.depth, numbers.word());
        best.map(|best| best.mv)
    }
}

/// Searches the tree by a network with a policy.
pub struct ByTreeSearch<'a, L: Learnable> {
    pub network: &'a Network<L>,
    pub simulations: u32,
}

impl<L: Learnable> Mover<L> for ByTreeSearch<'_, L> {
    fn choose(
        &mut self,
        past: &[L::Game],
        numbers: &mut Numbers,
    ) -> Option<<L::Game as Rules>::Move> {
        let position = past.last()?;
        let found = TreeSearch::run(self.network, position, self.simulations, None, &|| true)?;
        Some(position.moves()[found.most_visited(numbers.word())])
    }
}

/// Searches as the engine of the game does, by a network.
pub struct ByEngine<G: Searchable> {
    pub searcher: Searcher<G>,
    /// The depth of the last iteration, in plies.
    pub depth: u8,
}

impl<L: Learnable> Mover<L> for ByEngine<L::Game> {
    fn choose(&mut self, past: &[L::Game], _: &mut Numbers) -> Option<<L::Game as Rules>::Move> {
        let limits = Limits::depth(u32::from(self.depth));
        let found = self.searcher.search(past, &limits, &Control::default(), &mut |_| ())?;
        Some(found.mv)
    }
}

struct ByLot;

impl<L: Learnable> Mover<L> for ByLot {
    fn choose(
        &mut self,
        past: &[L::Game],
        numbers: &mut Numbers,
    ) -> Option<<L::Game as Rules>::Move> {
        let moves = past.last()?.moves_unless_over()?;
        Some(moves[numbers.below(moves.len())])
    }
}

/// The plain tree: the values of minimax, found by alpha-beta. Of equal moves the first one counts.
struct ByTree(u8);

impl<L: Learnable> Mover<L> for ByTree {
    fn choose(&mut self, past: &[L::Game], _: &mut Numbers) -> Option<<L::Game as Rules>::Move> {
        plain_best(past.last()?, self.0)
    }
}

/// The move of the plain tree.
pub fn plain_best<G: Valued>(position: &G, depth: u8) -> Option<G::Move> {
    let mut best: Option<(f64, G::Move)> = None;
    for &mv in position.moves_unless_over()?.iter() {
        let alpha = best.map_or(-WON, |(value, _)| value);
        let value = -plain_value(&position.play(mv), u32::from(depth) - 1, 1, -WON, -alpha);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

const WON: f64 = 3.0;

/// A decided game is worth 2 less a little for each ply until its end, so that it comes sooner.
fn plain_value<G: Valued>(position: &G, depth: u32, ply: u32, mut alpha: f64, beta: f64) -> f64 {
    let value = position.valuation();
    if value.abs() == 1.0 {
        return value * (2.0 - 1e-3 * f64::from(ply));
    }
    if depth == 0 {
        return value;
    }
    let Some(moves) = position.moves_unless_over() else { return value };
    let mut best = -WON;
    for &mv in moves.iter() {
        best = best.max(-plain_value(&position.play(mv), depth - 1, ply + 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// A level of the search.
struct ByLevel<G: Searchable> {
    level: u8,
    searcher: Searcher<G>,
}

impl<L: Learnable> Mover<L> for ByLevel<L::Game> {
    fn choose(
        &mut self,
        past: &[L::Game],
        numbers: &mut Numbers,
    ) -> Option<<L::Game as Rules>::Move> {
        let level = Level::of::<L::Game>(self.level)?;
        let limits = level.limits();
        let found = self.searcher.search(past, &limits, &Control::default(), &mut |_| ())?;
        let chosen = level.choose(past.last()?, &found.lines, || numbers.fraction().into())?;
        chosen.line.first().copied()
    }
}

/// The mover of an opponent; `None` where the game has no such player.
pub fn mover<L: Learnable>(opponent: Opponent) -> Option<Box<dyn Mover<L>>> {
    Some(match opponent {
        Opponent::Random => Box::new(ByLot),
        Opponent::Minimax(depth) => Box::new(ByTree(depth)),
        Opponent::Level(level) => Box::new(ByLevel { level, searcher: Searcher::new(1, 1) }),
        Opponent::Heuristic => {
            let Heuristic { value, .. } = L::heuristic()?;
            Box::new(ByHeuristic(value))
        }
    })
}

struct ByHeuristic<G>(fn(&G) -> f32);

impl<L: Learnable> Mover<L> for ByHeuristic<L::Game> {
    fn choose(
        &mut self,
        past: &[L::Game],
        numbers: &mut Numbers,
    ) -> Option<<L::Game as Rules>::Move> {
        let position = past.last()?;
        let moves = position.moves_unless_over()?;
        let from = numbers.below(moves.len());
        let order = (0..moves.len()).map(|index| moves[(index + from) % moves.len()]);
        let value = |mv| (self.0)(&position.play(mv));
        order.map(|mv| (value(mv), mv)).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, mv)| mv)
    }
}

/// Plays the games with these numbers; the result is as the first player sees it.
pub fn play<L: Learnable>(
    terms: &Terms<L::Game>,
    first: &mut dyn Mover<L>,
    second: &mut dyn Mover<L>,
    games: std::ops::Range<u64>,
) -> Tally {
    let mut tally = Tally::default();
    for number in games {
        let Some(mut past) = opening::<L>(terms, number / 2) else { continue };
        let side = if number.is_multiple_of(2) { Side::White } else { Side::Black };
        let mut numbers = Numbers::new(terms.seed, MOVES, number);
        let result = self_play::go_on::<L>(&mut past, |past| {
            let position = past.last()?;
            if terms.random_moves > 0.0 && numbers.fraction() < terms.random_moves {
                return Mover::<L>::choose(&mut ByLot, past, &mut numbers);
            }
            if position.side_to_move() == side {
                first.choose(past, &mut numbers)
            } else {
                second.choose(past, &mut numbers)
            }
        });
        tally.add(if side == Side::White { result } else { -result });
    }
    tally
}

/// How often the move of a model is among the best by the solver of the game, in positions of random games that
/// are at least half over; those up to where it is stopped.
pub fn best_moves<L: Learnable, M: Model<L>>(
    model: &M,
    start: L::Game,
    conditions: &Conditions,
    stop: &Stop,
) -> Option<Tally> {
    const TRIES: u64 = 50;
    let half = L::cells().len() / 2;
    let mut tally = Tally::default();
    for number in 0..conditions.games.end.saturating_mul(TRIES) {
        if tally.games() >= conditions.games.end || stop.is_set() {
            break;
        }
        let mut numbers = Numbers::new(conditions.seed, POSITIONS, number);
        let random_plies = half + numbers.below(half / 2);
        let terms = Terms { start, seed: numbers.word(), random_plies, random_moves: 0.0 };
        let Some(position) = opening::<L>(&terms, 0).and_then(|past| past.last().copied()) else {
            continue;
        };
        let best = L::best_moves(&position)?;
        if best.iter().all(|&best| best) {
            continue;
        }
        let mut look = LookAhead::<L, M>::new(model);
        let chosen = look.best(&position, conditions.depth, numbers.word())?.index;
        tally.add(if best[chosen] { 1.0 } else { -1.0 });
    }
    Some(tally)
}

/// Random moves from the start that do not end the game; another try where they do.
fn opening<L: Learnable>(terms: &Terms<L::Game>, number: u64) -> Option<Vec<L::Game>> {
    const TRIES: u64 = 50;
    (0..TRIES).find_map(|attempt| {
        let mut numbers = Numbers::new(terms.seed, OPENINGS, number * TRIES + attempt);
        let mut past = vec![terms.start];
        for _ in 0..terms.random_plies {
            let position = past.last()?;
            let moves = position.moves_unless_over()?;
            past.push(position.play(moves[numbers.below(moves.len())]));
        }
        past.last()?.moves_unless_over().map(|_| past)
    })
}
