//! Chess: games of the program against itself, and the weights that predict who wins them.

mod fit;
mod games;
mod network;

pub use fit::{Fitted, fit};
pub use games::play;
pub use network::{Epoch, Plan, Trained, train};

use chess::Position;
use learn::logistic::chance;
use std::fmt;
use std::str::FromStr;

/// A quiet position, what the search thought of it, and how its game ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    pub position: Position,
    /// In hundredths of a pawn, as white sees it.
    pub score: i32,
    /// The points that white got in the end, if it was part of a game.
    pub points: Option<f32>,
}

impl Sample {
    /// The points that white should expect: `outcome` is how much of that is how the game ended, and the rest is what
    /// the search thought, in `unit` hundredths of a pawn for each factor of e in the odds.
    fn aim(&self, outcome: f32, unit: f32) -> f32 {
        let expected = chance(self.score as f32 / unit);
        self.points.map_or(expected, |points| outcome * points + (1.0 - outcome) * expected)
    }
}

/// Why a line is no sample.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a sample is written FEN;score;points, not {0:?}")]
pub struct NotASample(String);

/// `FEN;score;points`, with `-` for points that are not known
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};", self.position.to_setup(), self.score)?;
        match self.points {
            Some(points) => write!(f, "{points}"),
            None => write!(f, "-"),
        }
    }
}

impl FromStr for Sample {
    type Err = NotASample;

    fn from_str(line: &str) -> Result<Sample, NotASample> {
        let read = || {
            let mut parts = line.split(';');
            let (position, score, points) = (parts.next()?, parts.next()?, parts.next()?);
            let position = position.parse().ok()?;
            let score = score.parse().ok()?;
            let points = match points {
                "-" => None,
                points => Some(points.parse().ok().filter(|points| (0.0..=1.0).contains(points))?),
            };
            parts.next().is_none().then_some(Sample { position, score, points })
        };
        read().ok_or_else(|| NotASample(line.chars().take(120).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_from_the_same_seed_are_the_same_and_teach_something() {
        let played = || {
            let mut samples = Vec::new();
            play(0..12, 150, None, |game| samples.extend_from_slice(game));
            samples
        };
        let samples = played();
        assert!(samples == played() && samples.len() > 200, "{}", samples.len());
        for sample in &samples {
            assert_eq!(sample.to_string().parse(), Ok(*sample));
        }
        let fitted = fit(&samples, 0.3, 50.0, 3);
        assert!(fitted.loss_learned < fitted.loss_learned_before);
        assert!(fitted.loss_of_nothing > 0.99 && fitted.loss < 1.1);
        let file = fitted.file().unwrap();
        let file = weights::File::read(&file).unwrap();
        assert_eq!(file.check(&chess::engine::evaluation::LAYOUT), Ok(()));
        let plan = Plan { epochs: 40, outcome: 0.3, seed: 1 };
        let (mut epochs, mut again) = (Vec::new(), Vec::new());
        let trained = train(&samples, plan, |epoch| epochs.push(epoch));
        let same = train(&samples, plan, |epoch| again.push(epoch));
        assert!(epochs == again && trained.file() == same.file());
        let (first, last) = (epochs[0].loss_learned, epochs[39].loss_learned);
        assert!(first < 1.5 && last < 0.95 * first, "{first} {last}");
        // Rounding the network costs next to nothing.
        assert!((trained.loss - epochs[39].loss).abs() < 0.01, "{} {:?}", trained.loss, epochs[39]);
        assert!(chess::engine::network::Network::read(&trained.file().unwrap()).is_ok());
    }

    #[test]
    fn a_line_that_is_no_sample_is_refused() {
        let fen = Position::standard().to_string();
        for line in [
            "",
            "x;1;1",
            &fen,
            &format!("{fen};a;1"),
            &format!("{fen};1;2"),
            &format!("{fen};1;1;1"),
        ] {
            assert!(line.parse::<Sample>().is_err(), "{line}");
        }
    }
}
