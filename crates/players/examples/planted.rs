//! How well a review of chess finds what was done to games on purpose.
//!
//!     cargo run --release -p players --example planted -- 40
//!
//! The search plays itself from random openings, and now and then a bad move is put in its place: one that hangs a piece, by
//! nothing but material two moves on, in a game that is not decided; or one that misses a mate in three. Every game is then looked at
//! again as `tablero review` does. Recall is how many of these moves are marked: a hanging piece as a mistake or a blunder, a
//! missed mate at least as an inaccuracy. Precision is how many of all moves that are marked as mistakes or blunders give away
//! as much as an inaccuracy does when 40 times as many positions are looked at.

use chess::{Move, Position};
use game::{Notation, Perfect, Rules, Seat, Stop, Valued};
use players::{Positions, Thinker};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use search::{Control, Limits, Searcher};
use std::error::Error;
use table::review::{Judged, Judgement, Looked, Review};
use table::{Action, AnyTable, Command, Limit, Player, Seats};

const USUAL_GAMES: u64 = 40;
/// Positions that are looked at: for a move of a game, for a position of a review, and to see whether the review was right.
const PLAYED: u64 = 5_000;
const REVIEWED: u64 = 60_000;
const DEEP: u64 = 40 * REVIEWED;
const RANDOM_PLIES: u64 = 8;
const LONGEST: usize = 140;
/// One move in so many is replaced, if there is a fitting one.
const ONE_IN: u64 = 10;
/// What hangs is worth at least so many pawns.
const PIECE: f64 = 3.0;
/// Further ahead a game is decided, in hundredths of a pawn.
const DECIDED: i32 = 250;
/// A mate in three takes no more plies.
const MATE_PLIES: i32 = 5;
/// No game has more bad moves: it is to stay one.
const MOST_PLANTED: usize = 4;
/// Moves that are tried where a mate is to be missed.
const TRIED: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Planted {
    Hanging,
    MissedMate,
}

struct PlantedGame {
    moves: Vec<String>,
    /// The numbers of the moves that were put in, the first move being 1.
    planted: Vec<(usize, Planted)>,
}

#[derive(Default)]
struct Counts {
    /// Of each kind: how many were planted, and how many of them are marked.
    hanging: [usize; 2],
    mates: [usize; 2],
    /// Moves that are marked, and those of them that a deeper look confirms.
    marked: [usize; 2],
}

fn main() -> Result<(), Box<dyn Error>> {
    let games = std::env::args().nth(1).map_or(Ok(USUAL_GAMES), |text| text.parse())?;
    let mut searcher = Searcher::new(8, 1);
    let mut thinker = Thinker::new();
    let mut counts = Counts::default();
    for seed in 0..games {
        let Some(game) = play(&mut searcher, &mut ChaCha8Rng::seed_from_u64(seed)) else {
            continue;
        };
        count(&game, &mut thinker, &mut counts)?;
        let Counts { hanging, mates, marked } = &counts;
        println!(
            "{} games: hanging pieces {} of {} marked, missed mates {} of {}; {} of {} moves that are marked are wrong",
            seed + 1,
            hanging[1],
            hanging[0],
            mates[1],
            mates[0],
            marked[1],
            marked[0]
        );
    }
    Ok(())
}

/// A game with bad moves in it; none if the random opening ends it.
fn play(searcher: &mut Searcher<Position>, random: &mut ChaCha8Rng) -> Option<PlantedGame> {
    searcher.clear();
    let mut past = vec![Position::standard()];
    let mut game = PlantedGame { moves: Vec::new(), planted: Vec::new() };
    while past.len() < LONGEST {
        let position = *past.last()?;
        let Some(moves) = position.moves_unless_over() else { break };
        let number = past.len();
        let mv = if number as u64 <= RANDOM_PLIES {
            moves[draw(random, moves.len())]
        } else {
            let found =
                searcher.search(&past, &Limits::nodes(PLAYED), &Control::default(), &mut |_| ())?;
            let plants = draw(random, ONE_IN as usize) == 0 && game.planted.len() < MOST_PLANTED;
            let (kind, candidates) = match found.score.game_end_in() {
                // Such chances are few, and most of them are taken.
                Some(1..=MATE_PLIES)
                    if draw(random, 2) == 0 && game.planted.len() < MOST_PLANTED =>
                {
                    (Planted::MissedMate, missing_the_mate(searcher, &past, &moves, random))
                }
                None if plants && found.score.hundredths().abs() < DECIDED => {
                    (Planted::Hanging, hanging(&position, &moves))
                }
                _ => (Planted::Hanging, Vec::new()),
            };
            if candidates.is_empty() {
                found.mv
            } else {
                game.planted.push((number, kind));
                candidates[draw(random, candidates.len())]
            }
        };
        game.moves.push(position.write_move(mv));
        past.push(position.play(mv));
        let keys: Vec<u64> = past.iter().map(Perfect::key).collect();
        let clock = past.last().map_or(0, Position::halfmove_clock);
        if chess::history::draw(&keys, clock).is_some() {
            break;
        }
    }
    Some(game)
}

fn draw(random: &mut ChaCha8Rng, of: usize) -> usize {
    (random.next_u64() % of as u64) as usize
}

/// Moves that lose a piece, by material after the best reply and the best answer to that, where others lose nothing.
fn hanging(position: &Position, moves: &[Move]) -> Vec<Move> {
    let now = position.valuation() * Position::UNITS;
    let worth = |mv: &Move| -minimax(&position.play(*mv), 2) * Position::UNITS - now;
    let worths: Vec<f64> = moves.iter().map(worth).collect();
    if worths.iter().all(|worth| *worth < 0.0) {
        return Vec::new();
    }
    let lost = moves.iter().zip(worths).filter(|(_, worth)| *worth <= -PIECE);
    lost.map(|(mv, _)| *mv).collect()
}

fn minimax(position: &Position, depth: u32) -> f64 {
    match position.moves_unless_over() {
        Some(moves) if depth > 0 => {
            let worth = |mv: &Move| -minimax(&position.play(*mv), depth - 1);
            moves.iter().map(worth).fold(f64::NEG_INFINITY, f64::max)
        }
        _ => position.valuation(),
    }
}

/// A move after which no mate is seen any more, although twice as many positions are looked at as in a review.
fn missing_the_mate(
    searcher: &mut Searcher<Position>,
    past: &[Position],
    moves: &[Move],
    random: &mut ChaCha8Rng,
) -> Vec<Move> {
    let Some(position) = past.last() else { return Vec::new() };
    let tried = (0..TRIED).map(|_| moves[draw(random, moves.len())]);
    let mut misses = |mv: &Move| {
        let after: Vec<Position> = past.iter().copied().chain([position.play(*mv)]).collect();
        let limits = Limits::nodes(2 * REVIEWED);
        let found = searcher.search(&after, &limits, &Control::default(), &mut |_| ());
        found.is_some_and(|found| found.score.game_end_in().is_none())
    };
    tried.into_iter().find(|mv| misses(mv)).into_iter().collect()
}

/// Looks at a game again, and counts what is marked.
fn count(
    game: &PlantedGame,
    thinker: &mut Thinker,
    counts: &mut Counts,
) -> Result<(), Box<dyn Error>> {
    let table = table(game)?;
    let positions = Positions::of(&table).ok_or("the game cannot be looked at")?;
    let mut looked = vec![None; positions.moves() + 1];
    thinker.new_game();
    for ply in positions.order() {
        looked[ply] = Some(look(&positions, thinker, ply, REVIEWED)?);
    }
    let review = Review::of(&table, &looked).ok_or("there is no review")?;
    for (number, kind) in &game.planted {
        let least =
            if *kind == Planted::Hanging { Judgement::Mistake } else { Judgement::Inaccuracy };
        let is_marked = review.judged(*number).is_some_and(|judged| judged.judgement >= least);
        let count = if *kind == Planted::Hanging { &mut counts.hanging } else { &mut counts.mates };
        // The review may see further than the search that put the move in: then the win is still there.
        let still_won = |judged: &Judged| judged.exact && judged.after == 1.0;
        if *kind == Planted::MissedMate && review.judged(*number).is_some_and(still_won) {
            continue;
        }
        count[0] += 1;
        count[1] += usize::from(is_marked);
        if let Some(judged) = review.judged(*number).filter(|_| !is_marked) {
            println!(
                "{kind:?}, not marked: {judged:?}, the last move of {}",
                game.moves[..*number].join(" ")
            );
        }
    }
    for judged in review.moves.iter().filter(|judged| judged.judgement >= Judgement::Mistake) {
        counts.marked[0] += 1;
        thinker.new_game();
        let mut deep: Vec<Option<Looked>> = vec![None; positions.moves() + 1];
        let last = judged.ply.min(positions.order().next().unwrap_or(0));
        for ply in [last, judged.ply - 1] {
            deep[ply] = Some(look(&positions, thinker, ply, DEEP)?);
        }
        let deeper = Review::of(&table, &deep).ok_or("there is no review")?;
        let is_wrong = |judged: &Judged| judged.judgement >= Judgement::Inaccuracy;
        counts.marked[1] += usize::from(deeper.judged(judged.ply).is_some_and(is_wrong));
    }
    Ok(())
}

fn look(
    positions: &Positions,
    thinker: &mut Thinker,
    ply: usize,
    nodes: u64,
) -> Result<Looked, Box<dyn Error>> {
    Ok(positions.look(thinker, ply, Limit::Nodes(nodes), &Stop::new())?)
}

fn table(game: &PlantedGame) -> Result<AnyTable, Box<dyn Error>> {
    let card = games::CLUB.card("chess").ok_or("there is no chess")?;
    let players = Seats::Two { white: Player::Human, black: Player::Human };
    let start = card.start(None, 1)?;
    let mut table = card.open(&card.started(start, players, None, 0))?;
    for mv in &game.moves {
        let seat: Seat = table.turn().ok_or("the game is over")?;
        let command = Command { expected: table.next(), action: Action::Move { mv: mv.clone() } };
        table = table.decide(&command, seat, 0)?.after;
    }
    Ok(table)
}
