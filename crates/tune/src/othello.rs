//! Othello: games of the program against itself, and the weights that predict how they end.
//!
//! A game begins with random moves, goes on with a small search, and ends with an exact solution as
//! soon as that is cheap. Each position after the random moves is an example: its value is the
//! score of the solution. The first round is played with weights that only count places; each later
//! one with the weights fitted to the round before.

use learn::least_squares::{self, Examples, Feature};
use othello::engine::tuning::{
    Board, COUNTS, DISC, DISC_IN_PATTERN, Goal, LAYOUT, MOST, Midgame, STAGE, STAGES, Solver,
    WEIGHT_OF, Weights, counts, each_index, listed, mixture, phase,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use weights::{Kind, WriteError};

/// A position and the score that it led to, for the side to move.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    board: Board,
    score: i8,
}

/// Examples for the fit.
struct Samples<'a>(&'a [Sample]);

/// How many bytes a sample has in a file.
const SAMPLE_BYTES: usize = 17;

impl Sample {
    /// The sample as bytes, for a file.
    pub fn bytes(self) -> [u8; SAMPLE_BYTES] {
        let mut bytes = [0; SAMPLE_BYTES];
        bytes[..8].copy_from_slice(&self.board.mover.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opponent.to_le_bytes());
        bytes[16] = self.score.cast_unsigned();
        bytes
    }

    /// The samples of a file; what is left over at its end is ignored.
    pub fn read(file: &[u8]) -> Vec<Sample> {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b));
        let sample = |bytes: &[u8; SAMPLE_BYTES]| Sample {
            board: Board { mover: word(&bytes[..8]), opponent: word(&bytes[8..16]) },
            score: bytes[16].cast_signed(),
        };
        file.as_chunks::<SAMPLE_BYTES>().0.iter().map(sample).collect()
    }
}

impl Examples for Samples<'_> {
    fn each(&self, mut visit: impl FnMut(&[Feature], f32)) {
        let mut features: Vec<Feature> = Vec::new();
        for sample in self.0 {
            let (stage, way) = mixture(phase(sample.board));
            features.clear();
            let mut add = |number: usize| {
                let from = (stage * STAGE + number) as u32;
                features.push((from, 1.0 - way as f32));
                features.push((from + STAGE as u32, way as f32));
            };
            for (count, value) in counts(sample.board).into_iter().enumerate() {
                add(count * MOST + value);
            }
            each_index(sample.board, |index| add(COUNTS * MOST + WEIGHT_OF[index] as usize));
            visit(&features, f32::from(sample.score));
        }
    }
}

/// The weights to begin with: every place more than the opponent has is worth a disc.
pub fn first_weights() -> Vec<f32> {
    let mut stages = vec![0.0; STAGE * STAGES.len()];
    for stage in stages.chunks_exact_mut(STAGE) {
        for value in 0..MOST {
            stage[MOST + value] = value as f32;
            stage[2 * MOST + value] = -(value as f32);
        }
    }
    stages
}

/// How a round is played.
#[derive(Debug, Clone, Copy)]
pub struct Round {
    /// The seed of its first game; the next game has the next seed.
    pub seed: u64,
    /// How many games there are.
    pub games: u64,
    /// How many moves ahead each move is thought through.
    pub depth: u32,
    /// With so many empty squares a game is solved.
    pub solved: u32,
    /// A game begins with at most so many random moves.
    pub random: u64,
}

/// Plays a round with these weights.
pub fn play(round: Round, stages: &[f32], mut game_over: impl FnMut(&[Sample])) {
    let weights = Weights::of(stages);
    let mut solver = Solver::new(4);
    for seed in round.seed..round.seed + round.games {
        game_over(&game(seed, round, Midgame::new(&weights), &mut solver));
    }
}

/// A game begins with at least so many random moves.
const RANDOM_MOVES: u64 = 4;

fn game(seed: u64, round: Round, midgame: Midgame<'_>, solver: &mut Solver) -> Vec<Sample> {
    let mut numbers = ChaCha8Rng::seed_from_u64(seed);
    let mut random = |below: u64| numbers.next_u64() % below.max(1);
    let random_moves = RANDOM_MOVES + random(round.random.saturating_sub(RANDOM_MOVES) + 1);
    let mut board = Board::of(&othello::Position::standard());
    // Each board with how many turns were passed on to the other side before it.
    let mut boards: Vec<(Board, u32)> = Vec::new();
    let mut turns = 0;
    let mut score = None;
    for number in 0.. {
        let candidates = listed(board);
        if candidates.is_empty() {
            if board.passed().places() == 0 {
                break;
            }
            board = board.passed();
            turns += 1;
            continue;
        }
        if number >= random_moves {
            boards.push((board, turns));
            if board.empty().count_ones() <= round.solved {
                let answer = solver.solve(&board.position(), Goal::Score, &mut |_| true);
                score = answer.map(|solved| solved.score);
                break;
            }
        }
        let chosen = if number < random_moves {
            candidates.get(random(candidates.len() as u64) as usize)
        } else {
            candidates.iter().min_by_key(|c| midgame.exact(c.next, round.depth - 1))
        };
        let Some(chosen) = chosen else { break };
        board = chosen.next;
        turns += 1;
    }
    // The score is that of the side to move on the last board.
    let score = score.unwrap_or_else(|| board.final_score());
    let sample = |(board, before): (Board, u32)| {
        let same_side = (turns - before) % 2 == 0;
        Sample { board, score: if same_side { score } else { -score } as i8 }
    };
    boards.into_iter().map(sample).collect()
}

/// What came of a fit.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// The weights of the stages, in discs.
    pub stages: Vec<f32>,
    /// The examples learned from.
    pub learned: usize,
    /// Their error: the root of the mean square, in discs.
    pub error: f64,
    /// The examples kept aside, and the error on them.
    pub aside: usize,
    /// The error on the examples kept aside, with the weights as the file has them.
    pub error_aside: f64,
    /// What it would be if every position were thought to be even.
    pub spread: f64,
}

/// Weights fitted to the samples. The last tenth of them is kept aside to see how good the weights are.
pub fn fit(samples: &[Sample], doubt: f32, steps: usize) -> Fitted {
    let (learned, aside) = samples.split_at(samples.len() - samples.len() / 10);
    let none = vec![0.0; STAGE * STAGES.len()];
    let stages = least_squares::fit(&Samples(learned), &none, none.clone(), doubt, steps);
    Fitted {
        learned: learned.len(),
        error: least_squares::error(&Samples(learned), &stages),
        aside: aside.len(),
        error_aside: least_squares::error(&Samples(aside), &stages),
        spread: least_squares::error(&Samples(aside), &none),
        stages,
    }
}

/// The file of these weights, as the evaluation reads it. A weight that does not fit becomes the largest that
/// does: of a pattern, 16 discs.
pub fn file(stages: &[f32]) -> Result<Vec<u8>, WriteError> {
    let parts = |stage: usize| stages[stage * STAGE..][..STAGE].split_at(COUNTS * MOST);
    let rounded = |weights: &[f32], disc: i32, kind: Kind| -> Vec<i32> {
        let (least, greatest) = kind.range();
        let rounded = |weight: &f32| (weight * disc as f32).round() as i32;
        weights.iter().map(|weight| rounded(weight).clamp(least, greatest)).collect()
    };
    let [counts, patterns] = [LAYOUT.arrays[0].kind, LAYOUT.arrays[1].kind];
    let counts = (0..STAGES.len()).flat_map(|stage| rounded(parts(stage).0, DISC, counts));
    let patterns =
        (0..STAGES.len()).flat_map(|stage| rounded(parts(stage).1, DISC_IN_PATTERN, patterns));
    weights::write(&LAYOUT, &counts.chain(patterns).collect::<Vec<i32>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_from_the_same_seed_are_the_same_and_fit_better_than_nothing() {
        let round = Round { seed: 5, games: 40, depth: 1, solved: 8, random: 20 };
        let played = || {
            let mut samples = Vec::new();
            play(round, &first_weights(), |game| samples.extend_from_slice(game));
            samples
        };
        let samples = played();
        let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.bytes()).collect();
        assert_eq!(bytes, played().iter().flat_map(|sample| sample.bytes()).collect::<Vec<u8>>());
        assert_eq!(Sample::read(&bytes).len(), samples.len());
        assert_eq!(Sample::read(&bytes)[3].bytes(), samples[3].bytes());
        let fitted = fit(&samples, 5.0, 10);
        assert!(fitted.error < fitted.spread * 0.7, "{} {}", fitted.error, fitted.spread);
    }

    #[test]
    fn the_weights_of_a_file_stand_where_the_evaluation_looks_for_them() {
        let stages: Vec<f32> =
            (0..STAGE * STAGES.len()).map(|i| (i % 200) as f32 / 8.0 - 12.0).collect();
        let bytes = file(&stages).unwrap();
        let read = weights::File::read(&bytes).unwrap();
        assert_eq!(read.check(&LAYOUT), Ok(()));
        assert_eq!(othello::engine::tuning::stages(&read), stages);
    }

    #[test]
    fn a_weight_that_is_too_large_becomes_the_largest() {
        let mut weights = first_weights();
        weights[COUNTS * MOST] = -300.0;
        let bytes = file(&weights).unwrap();
        let read = othello::engine::tuning::stages(&weights::File::read(&bytes).unwrap());
        assert_eq!(read[COUNTS * MOST], -16.0);
    }

    #[test]
    fn a_sample_of_a_solved_board_has_the_score_of_its_solution() {
        let round = Round { seed: 9, games: 10, depth: 1, solved: 10, random: 30 };
        let mut solver = Solver::new(1);
        play(round, &first_weights(), |game| {
            for sample in game.iter().filter(|sample| sample.board.empty().count_ones() <= 10) {
                let position = sample.board.position();
                let answer = solver.solve(&position, Goal::Score, &mut |_| true).unwrap();
                assert_eq!(i32::from(sample.score), answer.score);
            }
        });
    }
}
