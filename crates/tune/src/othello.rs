//! Othello: games of the program against itself, and the weights that predict how they end.
//!
//! A game begins with random moves, goes on with a small search, and ends with an exact solution as
//! soon as that is cheap. Each position after the random moves is an example: its value is the score of the solution, and
//! before the solution also what the search saw. With few empty squares a position beside each is solved, too: the
//! evaluation must know bad moves as well as good ones. The first round is played with weights that only count places; each
//! later one with the weights fitted to the round before.

use learn::least_squares::{self, Examples, Feature};
use othello::Move;
use othello::engine::tuning::{
    Board, COUNTS, DEEPEST, DISC, ERRORS, Indices, LAYOUT, LEAST, MOST, Midgame, STAGE, STAGES,
    WEIGHT_OF, Weights, counts, listed, shallow, stage,
};
use othello::engine::{Goal, Solved, Solver};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use weights::WriteError;

/// A position and the scores that it led to, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    board: Board,
    /// By how many discs the game was won.
    score: i8,
    /// What the search saw, in 256ths of a disc; the score where the position was solved.
    seen: i16,
}

/// How many bytes a sample has in a file.
const SAMPLE_BYTES: usize = 19;

impl Sample {
    /// A position with its exact score.
    fn solved(board: Board, score: i32) -> Sample {
        Sample { board, score: score as i8, seen: (score * DISC) as i16 }
    }

    /// The sample as bytes, for a file.
    pub fn bytes(self) -> [u8; SAMPLE_BYTES] {
        let mut bytes = [0; SAMPLE_BYTES];
        bytes[..8].copy_from_slice(&self.board.mover.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opponent.to_le_bytes());
        bytes[16] = self.score.cast_unsigned();
        bytes[17..].copy_from_slice(&self.seen.to_le_bytes());
        bytes
    }

    /// The samples of a file; what is left over at its end is ignored.
    pub fn read(file: &[u8]) -> Vec<Sample> {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b));
        let sample = |bytes: &[u8; SAMPLE_BYTES]| Sample {
            board: Board { mover: word(&bytes[..8]), opponent: word(&bytes[8..16]) },
            score: bytes[16].cast_signed(),
            seen: i16::from_le_bytes([bytes[17], bytes[18]]),
        };
        file.as_chunks::<SAMPLE_BYTES>().0.iter().map(sample).collect()
    }

    /// The position.
    pub fn board(self) -> Board {
        self.board
    }

    /// What the evaluation should say, in discs, when this part of it is what the search saw and the rest the outcome.
    fn aim(self, seen: f32) -> f32 {
        let search = f32::from(self.seen) / DISC as f32;
        seen * search + (1.0 - seen) * f32::from(self.score)
    }
}

/// Examples for the fit of a stage.
struct Samples<'a> {
    samples: &'a [Sample],
    /// The part of what the search saw in the aims.
    seen: f32,
}

impl Examples for Samples<'_> {
    fn each(&self, mut visit: impl FnMut(&[Feature], f32)) {
        let mut features: Vec<Feature> = Vec::new();
        for sample in self.samples {
            features.clear();
            for (count, value) in counts(sample.board).into_iter().enumerate() {
                features.push(((count * MOST + value) as u32, 1.0));
            }
            Indices::of(sample.board).each(|index| {
                features.push(((COUNTS * MOST) as u32 + WEIGHT_OF[index], 1.0));
            });
            visit(&features, sample.aim(self.seen));
        }
    }
}

/// The weights to begin with, in discs: every place more than the opponent has is worth a disc.
pub fn first_weights() -> Vec<f32> {
    let mut stages = vec![0.0; STAGE * STAGES];
    for stage in stages.chunks_exact_mut(STAGE) {
        for value in 0..MOST {
            stage[MOST + value] = value as f32;
            stage[2 * MOST + value] = -(value as f32);
        }
    }
    stages
}

/// How a game is played.
#[derive(Debug, Clone, Copy)]
pub struct Play {
    /// How many moves ahead each move is thought through.
    pub depth: u32,
    /// With so many empty squares a game is solved.
    pub solved: u32,
}

/// A game begins with at least so many random moves,
const RANDOM_MOVES: u64 = 8;
/// usually with at most so many more,
const USUAL_MORE: u64 = 4;
/// and now and then with at most so many more.
const SELDOM_MORE: u64 = 30;
/// One game in so many.
const SELDOM: u64 = 4;
/// With so many empty squares or fewer, a position beside each of a game is solved, too.
const BESIDE: u32 = 14;

/// Plays a game with these weights, which is fixed by its seed. The solver may have played others before.
pub fn game(seed: u64, play: Play, weights: &Weights, solver: Solver<'_>) -> Vec<Sample> {
    let mut numbers = ChaCha8Rng::seed_from_u64(seed);
    let mut random = |below: u64| numbers.next_u64() % below.max(1);
    let more = if random(SELDOM) == 0 { SELDOM_MORE } else { USUAL_MORE };
    let random_moves = RANDOM_MOVES + random(more + 1);
    let midgame = Midgame::new(weights);
    let mut board = Board::of(&othello::Position::standard());
    let mut samples: Vec<Sample> = Vec::new();
    // Whose turn it is in each sample, by how many turns were passed on to the other side before it.
    let mut turns: Vec<u32> = Vec::new();
    let mut turn = 0;
    let mut moves = 0;
    let score = loop {
        let candidates = listed(board);
        if candidates.is_empty() {
            if board.passed().places() == 0 {
                break board.final_score();
            }
            board = board.passed();
            turn += 1;
            continue;
        }
        if moves < random_moves {
            let Some(chosen) = candidates.get(random(candidates.len() as u64) as usize) else {
                break board.final_score();
            };
            board = chosen.next;
        } else if board.empty().count_ones() <= play.solved {
            let Some(answer) = solve(board, solver) else { break board.final_score() };
            let score = answer.score;
            samples.extend(last_samples(board, answer, solver, &mut random));
            break score;
        } else {
            let Some((next, value)) = midgame.choose(board, play.depth) else {
                break board.final_score();
            };
            samples.push(Sample { board, score: 0, seen: value as i16 });
            turns.push(turn);
            board = next;
        }
        moves += 1;
        turn += 1;
    };
    // The score is that of the side to move on the last board.
    for (sample, &before) in samples.iter_mut().zip(&turns) {
        let same_side = (turn - before) % 2 == 0;
        sample.score = if same_side { score } else { -score } as i8;
    }
    samples
}

fn solve(board: Board, solver: Solver<'_>) -> Option<Solved> {
    solver.solve(&board.position(), Goal::Score, &mut |_| true)
}

/// The positions of best play from a solved one, each with its score, and positions beside the last of them.
fn last_samples(
    mut board: Board,
    answer: Solved,
    solver: Solver<'_>,
    random: &mut impl FnMut(u64) -> u64,
) -> Vec<Sample> {
    let (mut samples, mut score) = (Vec::new(), answer.score);
    for mv in answer.line {
        let candidates = listed(board);
        if !candidates.is_empty() {
            samples.push(Sample::solved(board, score));
        }
        if board.empty().count_ones() <= BESIDE {
            let beside = candidates.get(random(candidates.len() as u64) as usize);
            let beside = beside.map(|candidate| candidate.next).filter(|next| next.places() != 0);
            if let Some(next) = beside
                && let Some(answer) = solve(next, solver)
            {
                samples.push(Sample::solved(next, answer.score));
            }
        }
        board = match mv {
            Move::Place(square) => board.place(square.index()),
            Move::Pass => board.passed(),
        };
        score = -score;
    }
    samples
}

/// What came of a fit.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// The weights of the stages, in discs.
    pub weights: Vec<f32>,
    /// What is known of each stage.
    pub stages: Vec<FittedStage>,
}

/// How well the weights of a stage predict.
#[derive(Debug, Clone, Copy)]
pub struct FittedStage {
    /// The examples learned from.
    pub learned: usize,
    /// Their error: the root of the mean square, in discs.
    pub error: f64,
    /// The examples kept aside, and the error on them.
    pub aside: usize,
    /// The error on the examples kept aside.
    pub error_aside: f64,
    /// What it would be if every position were thought to be even.
    pub spread: f64,
}

/// How weights are fitted.
#[derive(Debug, Clone, Copy)]
pub struct Fit {
    /// A weight is drawn towards that of the next stage, as by so many examples.
    pub doubt: f32,
    /// The steps of the fit of each stage.
    pub steps: usize,
    /// Which part of what a position should be worth is what the search saw; the rest is the outcome of the game.
    pub seen: f32,
}

/// Weights fitted to the samples, the last stage first: what is seldom seen in a stage is much like in the next one. The last
/// tenth of the samples is kept aside to see how good the weights are.
pub fn fit(samples: &[Sample], plan: Fit) -> Fitted {
    let (learned, aside) = samples.split_at(samples.len() - samples.len() / 10);
    let of_stage = |samples: &[Sample], number: usize| -> Vec<Sample> {
        samples.iter().copied().filter(|sample| stage(sample.board) == number).collect()
    };
    let mut believed = vec![0.0; STAGE];
    let none = believed.clone();
    let mut stages: Vec<(Vec<f32>, FittedStage)> = Vec::new();
    for number in (0..STAGES).rev() {
        let [learned, aside] = [learned, aside].map(|samples| of_stage(samples, number));
        let [learned, aside] =
            [&learned, &aside].map(|samples| Samples { samples, seen: plan.seen });
        believed =
            least_squares::fit(&learned, &believed, believed.clone(), plan.doubt, plan.steps);
        let fitted = FittedStage {
            learned: learned.samples.len(),
            error: least_squares::error(&learned, &believed),
            aside: aside.samples.len(),
            error_aside: least_squares::error(&aside, &believed),
            spread: least_squares::error(&aside, &none),
        };
        stages.push((believed.clone(), fitted));
    }
    stages.reverse();
    let (weights, stages): (Vec<Vec<f32>>, Vec<FittedStage>) = stages.into_iter().unzip();
    Fitted { weights: weights.concat(), stages }
}

/// The weights in 256ths of a disc. One that does not fit becomes the largest that does, 128 discs.
pub fn rounded(weights: &[f32]) -> Vec<i16> {
    weights.iter().map(|weight| (weight * DISC as f32).round() as i16).collect()
}

/// The file of these weights, as the evaluation reads it.
pub fn file(weights: &[f32]) -> Result<Vec<u8>, WriteError> {
    let numbers: Vec<i32> = rounded(weights).into_iter().map(i32::from).collect();
    weights::write(&LAYOUT, &numbers)
}

/// The standard deviations of the differences between searches of these boards, in discs: for each stage and each depth, up
/// to `deepest`, between a search to that depth and the shallow one that stands for it. A stage without boards is like the one
/// before, and a search that is deeper than `deepest` like one that is two plies shallower.
pub fn errors(boards: &[Board], weights: &Weights, deepest: usize) -> Vec<Vec<f64>> {
    let midgame = Midgame::new(weights);
    let mut stages: Vec<Vec<f64>> = Vec::new();
    for number in 0..STAGES {
        let mut squares = vec![0.0; deepest + 1];
        let boards: Vec<Board> =
            boards.iter().copied().filter(|&board| stage(board) == number).collect();
        for &board in &boards {
            let scores: Vec<i32> =
                (0..=deepest).map(|depth| midgame.exact(board, depth as u32)).collect();
            for deep in LEAST..=deepest {
                let difference = scores[deep] - scores[shallow(deep)];
                squares[deep] += (f64::from(difference) / f64::from(DISC)).powi(2);
            }
        }
        let mut errors: Vec<f64> =
            squares.iter().map(|sum| (sum / boards.len().max(1) as f64).sqrt()).collect();
        for deep in deepest + 1..=DEEPEST {
            errors.push(errors[deep - 2]);
        }
        let before = stages.last().filter(|_| boards.is_empty()).cloned();
        stages.push(before.unwrap_or(errors));
    }
    stages
}

/// The file of these errors, as the search reads it.
pub fn errors_file(errors: &[Vec<f64>]) -> Result<Vec<u8>, WriteError> {
    let rounded = |error: &f64| (error * f64::from(DISC)).round() as i32;
    weights::write(&ERRORS, &errors.iter().flatten().map(rounded).collect::<Vec<i32>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::TranspositionTable;

    fn samples(games: u64, play: Play) -> Vec<Sample> {
        let weights = Weights::of(&rounded(&first_weights()));
        let table = TranspositionTable::new(1);
        let solver = Solver::new(&table);
        (5..5 + games).flat_map(|seed| game(seed, play, &weights, solver)).collect()
    }

    #[test]
    fn games_from_the_same_seed_are_the_same_and_fit_better_than_nothing() {
        let play = Play { depth: 1, solved: 8 };
        let played = samples(40, play);
        assert_eq!(played, samples(40, play));
        let bytes: Vec<u8> = played.iter().flat_map(|sample| sample.bytes()).collect();
        assert_eq!(Sample::read(&bytes), played);
        let fitted = fit(&played, Fit { doubt: 5.0, steps: 10, seen: 0.0 });
        let FittedStage { error, spread, .. } = fitted.stages[STAGES - 2];
        assert!(error < spread * 0.7, "{error} {spread}");
        assert_eq!(fitted.weights.len(), STAGE * STAGES);
    }

    #[test]
    fn the_weights_of_a_file_stand_where_the_evaluation_looks_for_them() {
        let weights: Vec<f32> =
            (0..STAGE * STAGES).map(|i| (i % 200) as f32 / 8.0 - 12.0).collect();
        let bytes = file(&weights).unwrap();
        let read = weights::File::read(&bytes).unwrap();
        assert_eq!(read.check(&LAYOUT), Ok(()));
        assert_eq!(othello::engine::tuning::stages(&read), rounded(&weights));
        assert_eq!(rounded(&[300.0, -1.0]), [i16::MAX, -256]);
    }

    #[test]
    fn a_sample_of_a_solved_board_has_the_score_of_its_solution() {
        let table = TranspositionTable::new(1);
        let solver = Solver::new(&table);
        let played = samples(10, Play { depth: 1, solved: 10 });
        let last = played.iter().filter(|sample| sample.board.empty().count_ones() <= 10);
        assert!(last.clone().count() > 60);
        for sample in last {
            let answer = solve(sample.board, solver).unwrap();
            assert_eq!(answer.score, i32::from(sample.score));
        }
    }

    #[test]
    fn errors_are_measured_where_there_are_boards_and_taken_from_the_neighbours_elsewhere() {
        let weights = Weights::of(&rounded(&first_weights()));
        let played = samples(6, Play { depth: 1, solved: 10 });
        let boards: Vec<Board> = played.iter().map(|sample| sample.board()).collect();
        let middle: Vec<Board> =
            boards.into_iter().filter(|&board| (4..8).contains(&stage(board))).collect();
        let errors = errors(&middle, &weights, 4);
        assert_eq!((errors.len(), errors[0].len()), (STAGES, DEEPEST + 1));
        assert!((LEAST..=DEEPEST).all(|depth| errors[5][depth] > 0.5));
        assert_eq!((errors[5][7], errors[5][8]), (errors[5][3], errors[5][4]));
        assert_eq!(errors[STAGES - 1], errors[7]);
        let file = errors_file(&errors).unwrap();
        assert_eq!(weights::File::read(&file).unwrap().check(&ERRORS), Ok(()));
    }

    #[test]
    fn an_aim_lies_between_the_outcome_and_what_the_search_saw() {
        let board = Board::of(&othello::Position::standard());
        let sample = Sample { board, score: 10, seen: 2 * DISC as i16 };
        assert_eq!([0.0, 0.5, 1.0].map(|seen| sample.aim(seen)), [10.0, 6.0, 2.0]);
    }
}
