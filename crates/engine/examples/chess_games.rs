//! Plays games of chess against itself and writes down quiet positions with their outcomes, for
//! `chess_fit` to fit the weights of the evaluation to.
//!
//!     cargo run --release -p engine --example chess_games -- GAMES NODES SEED > FILE
//!
//! A line is a position, what the search thought of it in hundredths of a pawn as white sees it, and
//! the points that white got in the end: `FEN;score;points`. The same arguments give the same lines.

use chess::{Move, Position};
use game::{Game, Perfect, Rules, Side, Stop};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use search::{Control, Limits, Score, Searchable, Searcher};
use std::env;
use std::io::{self, Write};

/// Random moves at the beginning of a game: so many, or one more.
const RANDOM_PLIES: u64 = 8;
/// A game in which both sides agree for so many moves that it is decided ends.
const DECIDED_PLIES: u32 = 6;
/// So much ahead is decided.
const DECIDED: i32 = 1200;
/// No game is longer.
const LONGEST: usize = 400;

fn main() -> io::Result<()> {
    let numbers: Vec<u64> = env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let &[games, nodes, seed] = numbers.as_slice() else {
        eprintln!("usage: chess_games GAMES NODES SEED");
        return Ok(());
    };
    let mut out = io::stdout().lock();
    let mut searcher = Searcher::new(8, 1);
    for game in 0..games {
        let mut random = ChaCha8Rng::seed_from_u64(seed << 32 | game);
        searcher.clear();
        if let Some(start) = opening(&mut random) {
            play(start, nodes, &mut searcher, &mut out)?;
        }
    }
    Ok(())
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

/// Plays a game to its end and writes down its quiet positions.
fn play(
    mut past: Vec<Position>,
    nodes: u64,
    searcher: &mut Searcher<Position>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut quiet: Vec<(Position, i32)> = Vec::new();
    let mut decided = 0;
    let first = past.len();
    let points = loop {
        let Some(&position) = past.last() else { return Ok(()) };
        let control = Control::new(Stop::new());
        let found = searcher.search(&past, &Limits::nodes(nodes), &control, &mut |_| ());
        let Some(found) = found else { break points_at_end(&position) };
        let white = white_score(&position, found.score);
        if past.len() == first && white.abs() > 300 {
            return Ok(());
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
    for (position, score) in quiet {
        writeln!(out, "{};{score};{points}", position.to_setup())?;
    }
    out.flush()
}

fn white_score(position: &Position, score: Score) -> i32 {
    let score = score.hundredths();
    if position.side_to_move() == Side::White { score } else { -score }
}

fn is_quiet(position: &Position, mv: Move) -> bool {
    !position.in_check() && !position.is_noisy(mv) && !position.gives_check(mv)
}

fn points_at_end(position: &Position) -> f64 {
    match position.turn().outcome().and_then(|outcome| outcome.verdict.winner()) {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    }
}
