//! Who wins each position with the same pieces, in two bits each, for the search to look up.
//!
//! Positions stand in blocks of the size of a cache line. A block in which all results are the same, and one that was there
//! before, takes no place but its number.

use super::numbering::Numbering;
use super::{Slice, Value};
use crate::Position;
use std::collections::HashMap;

/// The bytes of a block, and its positions.
const BYTES: usize = 64;
const POSITIONS: usize = 4 * BYTES;

/// A result without its distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Outcome {
    Drawn,
    Won,
    Lost,
}

impl Outcome {
    #[inline]
    fn of_bits(bits: u8) -> Outcome {
        match bits & 3 {
            1 => Outcome::Won,
            2 => Outcome::Lost,
            _ => Outcome::Drawn,
        }
    }
}

impl From<Value> for Outcome {
    fn from(value: Value) -> Outcome {
        match value {
            Value::Won(_) => Outcome::Won,
            Value::Drawn => Outcome::Drawn,
            Value::Lost(_) => Outcome::Lost,
        }
    }
}

/// A cache line of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(64))]
struct Line([u8; BYTES]);

impl Line {
    const fn all(bits: u8) -> Line {
        Line([bits * 0b0101_0101; BYTES])
    }
}

/// The results of a slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    numbering: Numbering,
    /// The number of the line of each block.
    places: Vec<u32>,
    /// The first three say that all positions of a block are drawn, won or lost.
    lines: Vec<Line>,
}

impl Results {
    pub fn of(slice: &Slice) -> Results {
        let mut lines: Vec<Line> = (0..3).map(Line::all).collect();
        let mut numbers: HashMap<Line, u32> = lines.iter().copied().zip(0..).collect();
        let places = slice.values.chunks(POSITIONS).map(|values| {
            let mut line = Line([0; BYTES]);
            let mut bits = 0;
            for place in 0..POSITIONS {
                // The last block is filled up with the last value.
                if let Some(&value) = values.get(place) {
                    bits = Outcome::from(Value::of_byte(value)) as u8;
                }
                line.0[place / 4] |= bits << (2 * (place % 4));
            }
            *numbers.entry(line).or_insert_with(|| {
                lines.push(line);
                lines.len() as u32 - 1
            })
        });
        let places = places.collect();
        Results { numbering: slice.numbering, places, lines }
    }

    /// How a position with white to move ends. A capture is not at hand in it.
    #[inline]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let index = self.numbering.index(position);
        let line = self.lines.get(*self.places.get(index / POSITIONS)? as usize)?;
        let place = index % POSITIONS;
        Some(Outcome::of_bits(line.0[place / 4] >> (2 * (place % 4))))
    }

    /// How many bytes it takes in memory.
    pub fn memory(&self) -> u64 {
        (4 * self.places.len() + BYTES * self.lines.len()) as u64
    }

    /// The number of lines, the lines after the first three, and the place of each block.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = (self.lines.len() as u32).to_le_bytes().to_vec();
        bytes.extend(self.lines[3..].iter().flat_map(|line| line.0));
        bytes.extend(self.places.iter().flat_map(|place| place.to_le_bytes()));
        bytes
    }

    pub fn from_bytes(numbering: Numbering, bytes: &[u8]) -> Option<Results> {
        let (count, rest) = bytes.split_first_chunk()?;
        let own = (u32::from_le_bytes(*count) as usize).checked_sub(3)?;
        let (own, places) = rest.split_at_checked(own.checked_mul(BYTES)?)?;
        let mut lines: Vec<Line> = (0..3).map(Line::all).collect();
        lines.extend(own.as_chunks().0.iter().map(|&line| Line(line)));
        let places: Vec<u32> =
            places.as_chunks().0.iter().map(|place| u32::from_le_bytes(*place)).collect();
        let fits = places.len() == numbering.size().div_ceil(POSITIONS)
            && places.iter().all(|&place| (place as usize) < lines.len());
        fits.then_some(Results { numbering, places, lines })
    }
}
