//! Positions of games of checkers, and their files.

use checkers::engine::View;

/// A position of a game, what the search thought of it, and how the game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The pieces as the side to move sees them.
    pub view: View,
    /// What the search thought, in hundredths of a man for the side to move; `None` where there was nothing to think about.
    pub score: Option<i16>,
    /// How the game ended for the side to move.
    pub result: Result,
    /// A capture is at hand, so that no evaluation is asked.
    pub must_capture: bool,
    /// The next move was a random one: what follows says nothing about this position.
    pub is_left: bool,
    /// Nothing follows in its game.
    pub is_last: bool,
}

/// How a game ended for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Result {
    Lost,
    Drawn,
    Won,
}

impl Result {
    const ALL: [Result; 3] = [Result::Lost, Result::Drawn, Result::Won];

    /// The same for the other side.
    pub fn turned(self) -> Result {
        Result::ALL[2 - self as usize]
    }

    /// The share of the point.
    pub fn points(self) -> f32 {
        self as usize as f32 / 2.0
    }
}

/// How many bytes a sample has in a file: men and kings of the side to move and of the other side, the score, the flags.
const BYTES: usize = 4 * 4 + 2 + 1;
/// The score of a sample without one.
const NO_SCORE: i16 = i16::MIN;
const MUST_CAPTURE: u8 = 4;
const IS_LEFT: u8 = 8;
const IS_LAST: u8 = 16;

impl Sample {
    /// The sample as bytes, for a file.
    pub fn bytes(&self) -> [u8; BYTES] {
        let View { men, kings, other_men, other_kings } = self.view;
        let mut bytes = [0; BYTES];
        for (place, set) in bytes.chunks_mut(4).zip([men, kings, other_men, other_kings]) {
            place.copy_from_slice(&set.to_le_bytes());
        }
        bytes[16..18].copy_from_slice(&self.score.unwrap_or(NO_SCORE).to_le_bytes());
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        bytes[18] = self.result as u8
            | flag(self.must_capture, MUST_CAPTURE)
            | flag(self.is_left, IS_LEFT)
            | flag(self.is_last, IS_LAST);
        bytes
    }

    fn from_bytes(bytes: &[u8; BYTES]) -> Option<Sample> {
        let (sets, rest) = bytes.as_chunks::<4>();
        let [men, kings, other_men, other_kings] =
            [sets.first()?, sets.get(1)?, sets.get(2)?, sets.get(3)?]
                .map(|set| u32::from_le_bytes(*set));
        let &[low, high, flags] = rest else { return None };
        let score = i16::from_le_bytes([low, high]);
        Some(Sample {
            view: View { men, kings, other_men, other_kings },
            score: (score != NO_SCORE).then_some(score),
            result: *Result::ALL.get(usize::from(flags & 3))?,
            must_capture: flags & MUST_CAPTURE != 0,
            is_left: flags & IS_LEFT != 0,
            is_last: flags & IS_LAST != 0,
        })
    }

    /// The samples of a file; what is none is left out.
    pub fn read(file: &[u8]) -> impl Iterator<Item = Sample> {
        file.as_chunks().0.iter().filter_map(Sample::from_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_as_they_were_written() {
        let view = View { men: 1, kings: 0x8000_0000, other_men: 6, other_kings: 0x700 };
        let sample = |score, result, [must_capture, is_left, is_last]: [bool; 3]| Sample {
            view,
            score,
            result,
            must_capture,
            is_left,
            is_last,
        };
        let samples = [
            sample(Some(-1234), Result::Lost, [false, true, false]),
            sample(None, Result::Drawn, [true, false, false]),
            sample(Some(31_000), Result::Won, [false, false, true]),
        ];
        let file: Vec<u8> = samples.iter().flat_map(Sample::bytes).collect();
        assert_eq!(Sample::read(&file).collect::<Vec<_>>(), samples);
        assert_eq!(Sample::read(&file[..file.len() - 1]).count(), 2);
    }
}
