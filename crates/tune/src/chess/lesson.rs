//! What a network learns from: the inputs of a position, and what it should say of it.

use super::sample::white_points;
use super::{Origin, Sample};
use chess::Position;
use chess::engine::Evaluator;
use chess::engine::network::{inputs, phase};
use game::{Perfect, Rules};
use learn::logistic::chance;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// No position has more pieces.
const MOST_PIECES: usize = 32;

/// A position as the network sees it, and the points that its side to move should expect.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lesson {
    /// The inputs of each piece, in the view of the side to move and in that of the other.
    inputs: [[u16; 2]; MOST_PIECES],
    pieces: u8,
    pub aim: f32,
}

impl Lesson {
    pub fn new(position: &Position, aim: f32) -> Lesson {
        let mut lesson = Lesson { inputs: [[0; 2]; MOST_PIECES], pieces: 0, aim };
        for (place, inputs) in lesson.inputs.iter_mut().zip(inputs(position)) {
            *place = inputs.map(|input| input as u16);
            lesson.pieces += 1;
        }
        lesson
    }

    pub fn inputs(&self) -> &[[u16; 2]] {
        &self.inputs[..usize::from(self.pieces)]
    }

    pub fn phase(&self) -> usize {
        phase(usize::from(self.pieces))
    }
}

/// What the search thought, blended with what it thought later in the game and with how the game ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aims {
    /// How much of the aim of a position is that of the next one, from 0 to 1: the lambda of temporal differences. Later
    /// searches have seen what came, and the noise of single ones averages out.
    pub lambda: f32,
    /// How much of the rest is the outcome of the game, from 0 to 1.
    pub outcome: f32,
}

impl Aims {
    /// The points that the side to move of each sample should expect. `unit` is the hundredths of a pawn that make a win e
    /// times as likely as a loss.
    pub fn of(self, samples: &[Sample], unit: f32) -> Vec<f32> {
        let mut aims = vec![0.0; samples.len()];
        let mut later = 0.5;
        for (index, sample) in samples.iter().enumerate().rev() {
            let now = chance(f32::from(sample.score) / unit);
            if sample.origin == Origin::SearchTree {
                aims[index] = white_points(&sample.position, now);
                continue;
            }
            if samples.get(index + 1).is_none_or(|next| next.origin != Origin::Game) {
                later = sample.points;
            }
            later = now + self.lambda * (later - now);
            let white = later + self.outcome * (sample.points - later);
            aims[index] = white_points(&sample.position, white);
        }
        aims
    }

    /// The quiet positions of games with their aims.
    pub fn lessons(self, samples: &[Sample], unit: f32) -> Vec<Lesson> {
        let aims = self.of(samples, unit);
        let quiet = samples.iter().zip(aims).filter(|(sample, _)| sample.quiet);
        quiet.map(|(sample, aim)| Lesson::new(&sample.position, aim)).collect()
    }
}

/// What a teacher says at first sight of positions beside games, without end: a search evaluates mostly positions that no
/// game comes to.
pub struct Imitation<'a> {
    samples: &'a [Sample],
    unit: f32,
    teacher: Evaluator,
    random: ChaCha8Rng,
}

/// Up to so many random moves lead away from a game.
const MOST_STEPS: u64 = 3;

impl<'a> Imitation<'a> {
    /// `None` if there are no samples.
    pub fn new(
        samples: &'a [Sample],
        unit: f32,
        teacher: Evaluator,
        random: ChaCha8Rng,
    ) -> Option<Imitation<'a>> {
        (!samples.is_empty()).then_some(Imitation { samples, unit, teacher, random })
    }

    fn below(&mut self, most: usize) -> usize {
        (self.random.next_u64() % most as u64) as usize
    }

    fn stroll(&mut self) -> Option<Position> {
        let number = self.below(self.samples.len());
        let mut position = self.samples[number].position;
        for _ in 0..self.random.next_u64() % (MOST_STEPS + 1) {
            let moves = position.moves_unless_over()?;
            position = position.play(moves[self.below(moves.len())]);
        }
        // In check no position is evaluated.
        (!position.in_check()).then_some(position)
    }
}

impl Iterator for Imitation<'_> {
    type Item = Lesson;

    fn next(&mut self) -> Option<Lesson> {
        loop {
            if let Some(position) = self.stroll() {
                let score = self.teacher.evaluate(&position);
                return Some(Lesson::new(&position, chance(score as f32 / self.unit)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::rand_core::SeedableRng;

    fn sample(score: i16, points: f32, origin: Origin) -> Sample {
        Sample { position: Position::standard(), score, points, quiet: true, origin }
    }

    #[test]
    fn an_aim_leans_on_what_came_later_in_the_same_game_only() {
        let games = [
            sample(0, 1.0, Origin::GameStart),
            sample(100, 1.0, Origin::Game),
            sample(100, 0.0, Origin::SearchTree),
            sample(-100, 0.0, Origin::GameStart),
        ];
        let aims = |lambda, outcome| Aims { lambda, outcome }.of(&games, 100.0);
        let (better, worse) = (chance(1.0), chance(-1.0));
        assert_eq!(aims(0.0, 0.0), [0.5, better, better, worse]);
        assert_eq!(aims(1.0, 0.0), [1.0, 1.0, better, 0.0]);
        assert_eq!(aims(0.0, 1.0), [1.0, 1.0, better, 0.0]);
        let last = better + 0.5 * (1.0 - better);
        assert_eq!(aims(0.5, 0.0), [0.5 + 0.5 * (last - 0.5), last, better, 0.5 * worse]);
    }

    #[test]
    fn imitation_says_what_the_teacher_says_of_positions_that_may_come_up() {
        let games = [sample(0, 0.5, Origin::GameStart)];
        let random = ChaCha8Rng::seed_from_u64(1);
        let imitation = Imitation::new(&games, 200.0, Evaluator::of_terms(), random).unwrap();
        let lessons: Vec<Lesson> = imitation.take(50).collect();
        assert!(lessons.iter().all(|lesson| (0.2..0.8).contains(&lesson.aim)));
        let mut different: Vec<_> = lessons.iter().map(Lesson::inputs).collect();
        different.sort_unstable();
        different.dedup();
        assert!(different.len() > 30, "{}", different.len());
    }
}
