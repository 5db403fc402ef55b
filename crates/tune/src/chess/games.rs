//! Games of chess against itself, position by position.

use super::sample::MOST;
use super::{Origin, Sample};
use crate::random::after_a_random_move;
use chess::engine::{Evaluator, network::Network};
use chess::{Move, Position};
use game::{Game, Perfect, Rules, Side};
use learn::Tally;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use search::{Control, Found, Limits, ParameterError, Parameters, Score, Searchable, Searcher};
use std::sync::{Arc, Mutex, PoisonError};

/// Random moves at the beginning of a game: so many, or one more.
const RANDOM_PLIES: u64 = 8;
/// A start in which a side is ahead by more than this is not played on.
const UNEVEN: i16 = 300;
/// A game in which both sides agree for so many moves that it is decided ends.
const DECIDED_PLIES: u32 = 6;
/// So much ahead is decided.
const DECIDED: i16 = 1200;
/// No game is longer.
const LONGEST: usize = 400;

/// Plays games with these seeds, looking at so many positions for each move. A network evaluates them; without one, the
/// terms do. Some of the positions that a search evaluates on its way are searched, too, and come behind those of their game:
/// an evaluation has to know them, and no game comes to them.
#[expect(clippy::missing_panics_doc, reason = "the parameters are checked by the compiler")]
pub fn play(
    seeds: std::ops::Range<u64>,
    nodes: u64,
    network: Option<Arc<Network>>,
    mut game_over: impl FnMut(&[Sample]),
) {
    let evaluated = Arc::new(Mutex::new(Reservoir::default()));
    const { assert!(TEACHER.is_within_ranges()) };
    let mut searcher = Searcher::with_parameters(8, 1, TEACHER).expect("they are within ranges");
    let watched = Arc::clone(&evaluated);
    searcher.set_evaluation(move || {
        let (mut evaluator, watched) = (evaluator(network.clone()), Arc::clone(&watched));
        Evaluator::of_function(move |position| {
            watched.lock().unwrap_or_else(PoisonError::into_inner).offer(position);
            evaluator.evaluate(position)
        })
    });
    let mut take = || evaluated.lock().unwrap_or_else(PoisonError::into_inner).take();
    for seed in seeds {
        searcher.clear();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        if let Some(start) = opening(&mut random) {
            game_over(&game(start, nodes, &mut searcher, &mut take));
        }
    }
}

/// How the searches prune that teach. They are small, and without histories late move pruning is wrong too often.
const TEACHER: Parameters =
    Parameters { late_move_pruning_base: 16, ..<Position as Searchable>::PARAMETERS };
/// Positions of search trees that are kept for each move of a game.
const TREE_SAMPLES: usize = 2;
/// They are searched with one in so many of the nodes of a move.
const TREE_SHARE: u64 = 2;

/// Positions drawn from those that are offered, each with the same chance.
#[derive(Default)]
struct Reservoir {
    kept: [Option<Position>; TREE_SAMPLES],
    offered: u64,
    random: u64,
}

impl Reservoir {
    #[inline]
    fn offer(&mut self, position: &Position) {
        self.offered += 1;
        for kept in &mut self.kept {
            // A linear congruential generator: its high bits are random enough for a lot.
            self.random = self.random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            if (self.random >> 32).is_multiple_of(self.offered) {
                *kept = Some(*position);
            }
        }
    }

    /// What is kept; sampling starts over.
    fn take(&mut self) -> [Option<Position>; TREE_SAMPLES] {
        self.offered = 0;
        std::mem::take(&mut self.kept)
    }
}

/// Evaluates by a network; without one, by the terms.
fn evaluator(network: Option<Arc<Network>>) -> Evaluator {
    network.map_or_else(Evaluator::of_terms, Evaluator::of_network)
}

fn searcher(network: Option<Arc<Network>>) -> Searcher<Position> {
    let mut searcher = Searcher::new(8, 1);
    searcher.set_evaluation(move || evaluator(network.clone()));
    searcher
}

/// Some random moves; `None` if they end the game.
fn opening(random: &mut ChaCha8Rng) -> Option<Vec<Position>> {
    let mut past = vec![Position::standard()];
    for _ in 0..RANDOM_PLIES + random.next_u64() % 2 {
        past.push(after_a_random_move(past.last()?, random)?);
    }
    Some(past)
}

/// Two ways to evaluate against each other: each game is played twice from the same random opening, with colours exchanged.
/// Tells after each pair how the first has fared so far.
pub fn contest(
    pairs: std::ops::Range<u64>,
    nodes: u64,
    ways: [Option<Arc<Network>>; 2],
    mut pair_over: impl FnMut(Tally),
) {
    let mut searchers = ways.map(searcher);
    let mut tally = Tally::default();
    for seed in pairs {
        if let Some(pair) = pair(seed, nodes, &mut searchers) {
            tally = tally + pair;
            pair_over(tally);
        }
    }
}

/// Two sets of parameters of the search against each other, in the first pair of games from this seed on that begins evenly.
pub fn trial(seed: u64, nodes: u64, parameters: [Parameters; 2]) -> Result<Tally, ParameterError> {
    let [first, second] = parameters.map(|parameters| Searcher::with_parameters(8, 1, parameters));
    let mut searchers = [first?, second?];
    // Seeds of neighbouring trials must not meet.
    let pairs = (0..1 << 16).filter_map(|next| pair(seed << 16 | next, nodes, &mut searchers));
    Ok(pairs.take(1).next().unwrap_or_default())
}

/// Two games from the same random opening with colours exchanged, as the first sees them; `None` if the opening is not even.
fn pair(seed: u64, nodes: u64, searchers: &mut [Searcher<Position>; 2]) -> Option<Tally> {
    let mut tally = Tally::default();
    let start = opening(&mut ChaCha8Rng::seed_from_u64(seed))?;
    let [first, second] = searchers;
    first.clear();
    let found = first.search(&start, &Limits::nodes(nodes), &Control::default(), &mut |_| ())?;
    if found.score.hundredths().abs() > i32::from(UNEVEN) / 2 {
        return None;
    }
    for first_has in [Side::White, Side::Black] {
        first.clear();
        second.clear();
        let points = play_out(start.clone(), |past| {
            let side = past.last()?.side_to_move();
            let searcher = if side == first_has { &mut *first } else { &mut *second };
            searcher.search(past, &Limits::nodes(nodes), &Control::default(), &mut |_| ())
        });
        let points = if first_has == Side::White { points } else { 1.0 - points };
        match points {
            1.0 => tally.won += 1,
            0.0 => tally.lost += 1,
            _ => tally.drawn += 1,
        }
    }
    Some(tally)
}

/// Plays a game to its end; returns its positions after the random moves, then those of the search trees. `evaluated` has
/// positions that were evaluated since it was last called.
fn game(
    start: Vec<Position>,
    nodes: u64,
    searcher: &mut Searcher<Position>,
    evaluated: &mut impl FnMut() -> [Option<Position>; TREE_SAMPLES],
) -> Vec<Sample> {
    let (mut samples, mut beside): (Vec<Sample>, Vec<Sample>) = (Vec::new(), Vec::new());
    let mut even = true;
    let points = play_out(start, |past| {
        let position = *past.last()?;
        evaluated();
        let found =
            searcher.search(past, &Limits::nodes(nodes), &Control::default(), &mut |_| ())?;
        let origin = if samples.is_empty() { Origin::GameStart } else { Origin::Game };
        samples.push(sample(position, &found, origin));
        even &= origin == Origin::Game || samples[0].score.abs() <= UNEVEN;
        for position in evaluated().into_iter().flatten().take(if even { TREE_SAMPLES } else { 0 })
        {
            let limits = Limits::nodes(nodes / TREE_SHARE);
            let found = searcher.search(&[position], &limits, &Control::default(), &mut |_| ());
            let tree = found.map(|found| sample(position, &found, Origin::SearchTree));
            beside.extend(tree.filter(|sample| sample.quiet));
        }
        even.then_some(found)
    });
    if !even {
        return Vec::new();
    }
    for sample in &mut samples {
        sample.points = points;
    }
    samples.append(&mut beside);
    samples
}

/// What was found of a position; how the game will end is not known yet.
fn sample(position: Position, found: &Found<Move>, origin: Origin) -> Sample {
    let score = white_score(&position, found.score);
    Sample { position, score, points: 0.5, quiet: teaches(&position, found), origin }
}

/// The points of white after a game from the last of these positions. `choose` searches the last of the positions so far;
/// where it finds nothing the game is over.
fn play_out(
    mut past: Vec<Position>,
    mut choose: impl FnMut(&[Position]) -> Option<Found<Move>>,
) -> f32 {
    let mut decided = 0;
    loop {
        let Some(&position) = past.last() else { return 0.5 };
        let Some(found) = choose(&past) else { return points_at_end(&position) };
        let white = white_score(&position, found.score);
        decided = if white.abs() >= DECIDED { decided + 1 } else { 0 };
        if decided >= DECIDED_PLIES {
            return if white > 0 { 1.0 } else { 0.0 };
        }
        past.push(position.play(found.mv));
        let keys: Vec<u64> = past.iter().map(Perfect::key).collect();
        let clock = past.last().map_or(0, Position::halfmove_clock);
        if chess::history::draw(&keys, clock).is_some() || past.len() > LONGEST {
            return 0.5;
        }
    }
}

fn white_score(position: &Position, score: Score) -> i16 {
    let score = score.hundredths().clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16;
    if position.side_to_move() == Side::White { score } else { -score }
}

/// Whether an evaluation can learn from what was found here: nothing hangs, and nothing is decided.
fn teaches(position: &Position, found: &Found<Move>) -> bool {
    let is_quiet =
        !position.in_check() && !position.is_noisy(found.mv) && !position.gives_check(found.mv);
    is_quiet && found.score.game_end_in().is_none() && found.score.hundredths().abs() <= MOST
}

fn points_at_end(position: &Position) -> f32 {
    match position.turn().outcome().and_then(|outcome| outcome.verdict.winner()) {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    }
}
