//! Games of chess against itself, and their quiet positions.

use super::Sample;
use chess::{Move, Position};
use game::{Game, Perfect, Rules, Side};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use search::{Control, Limits, Score, Searchable, Searcher};

/// Random moves at the beginning of a game: so many, or one more.
const RANDOM_PLIES: u64 = 8;
/// A start in which a side is ahead by more than this is not played on.
const UNEVEN: i32 = 300;
/// A game in which both sides agree for so many moves that it is decided ends.
const DECIDED_PLIES: u32 = 6;
/// So much ahead is decided.
const DECIDED: i32 = 1200;
/// No game is longer.
const LONGEST: usize = 400;

/// Plays games with these seeds, looking at so many positions for each move.
pub fn play(seeds: std::ops::Range<u64>, nodes: u64, mut game_over: impl FnMut(&[Sample])) {
    let mut searcher = Searcher::new(8, 1);
    for seed in seeds {
        searcher.clear();
        if let Some(start) = opening(&mut ChaCha8Rng::seed_from_u64(seed)) {
            game_over(&game(start, nodes, &mut searcher));
        }
    }
}

/// Some random moves; `None` if they end the game.
fn opening(random: &mut ChaCha8Rng) -> Option<Vec<Position>> {
    let mut past = vec![Position::standard()];
    for _ in 0..RANDOM_PLIES + random.next_u64() % 2 {
        let position = past.last()?;
        let moves = position.moves_unless_over()?;
        let mv = moves[(random.next_u64() % moves.len() as u64) as usize];
        past.push(position.play(mv));
    }
    Some(past)
}

/// Plays a game to its end; returns its quiet positions.
fn game(mut past: Vec<Position>, nodes: u64, searcher: &mut Searcher<Position>) -> Vec<Sample> {
    let mut quiet: Vec<(Position, i32)> = Vec::new();
    let mut decided = 0;
    let first = past.len();
    let points = loop {
        let Some(&position) = past.last() else { return Vec::new() };
        let found = searcher.search(&past, &Limits::nodes(nodes), &Control::default(), &mut |_| ());
        let Some(found) = found else { break points_at_end(&position) };
        let white = white_score(&position, found.score);
        if past.len() == first && white.abs() > UNEVEN {
            return Vec::new();
        }
        if is_quiet(&position, found.mv) && found.score.game_end_in().is_none() {
            quiet.push((position, white));
        }
        decided = if white.abs() >= DECIDED { decided + 1 } else { 0 };
        if decided >= DECIDED_PLIES {
            break if white > 0 { 1.0 } else { 0.0 };
        }
        past.push(position.play(found.mv));
        let keys: Vec<u64> = past.iter().map(Perfect::key).collect();
        let clock = past.last().map_or(0, Position::halfmove_clock);
        if chess::history::draw(&keys, clock).is_some() || past.len() > LONGEST {
            break 0.5;
        }
    };
    quiet.into_iter().map(|(position, score)| Sample { position, score, points }).collect()
}

fn white_score(position: &Position, score: Score) -> i32 {
    let score = score.hundredths();
    if position.side_to_move() == Side::White { score } else { -score }
}

fn is_quiet(position: &Position, mv: Move) -> bool {
    !position.in_check() && !position.is_noisy(mv) && !position.gives_check(mv)
}

fn points_at_end(position: &Position) -> f32 {
    match position.turn().outcome().and_then(|outcome| outcome.verdict.winner()) {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    }
}
