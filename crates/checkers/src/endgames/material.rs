//! How many pieces there are of each kind.

use super::numbering::Numbering;
use crate::Position;
use game::{Perfect, Side};
use std::fmt;

/// How many pieces the side to move and the other side have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    pub own: Count,
    pub other: Count,
}

/// The pieces of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Count {
    pub men: usize,
    pub kings: usize,
}

impl Count {
    pub fn pieces(self) -> usize {
        self.men + self.kings
    }

    /// Every count of so many pieces.
    fn all(pieces: usize) -> impl Iterator<Item = Count> {
        (0..=pieces).map(move |men| Count { men, kings: pieces - men })
    }
}

/// [`Material::number`] is below this.
pub const NUMBERS: usize = 1 << 12;

impl Material {
    /// The pieces of a position.
    #[inline]
    pub fn of(position: &Position) -> Material {
        let count = |side: Side| Count {
            men: position.men(side).count() as usize,
            kings: position.kings(side).count() as usize,
        };
        let side = position.side_to_move();
        Material { own: count(side), other: count(!side) }
    }

    /// All with so many pieces together and one at least of each side, in an order in which captures and crownings
    /// lead to earlier ones: those with fewer men come first.
    pub fn all(pieces: usize) -> Vec<Material> {
        let split = |own: usize| {
            Count::all(own).flat_map(move |own_count| {
                Count::all(pieces - own).map(move |other| Material { own: own_count, other })
            })
        };
        let mut all: Vec<Material> = (1..pieces).flat_map(split).collect();
        all.sort_by_key(|material| (material.men(), *material));
        all
    }

    /// A number below `NUMBERS`; `None` where there are more pieces of a kind than any database has.
    #[inline]
    pub fn number(self) -> Option<usize> {
        let counts = [self.own.men, self.own.kings, self.other.men, self.other.kings];
        let is_small = (counts[0] | counts[1] | counts[2] | counts[3]) < 8;
        is_small.then(|| counts[0] << 9 | counts[1] << 6 | counts[2] << 3 | counts[3])
    }

    pub fn pieces(self) -> usize {
        self.own.pieces() + self.other.pieces()
    }

    pub fn men(self) -> usize {
        self.own.men + self.other.men
    }

    /// How many numbers there are for positions with these pieces.
    pub fn positions(self) -> u64 {
        Numbering::new(self).size() as u64
    }

    /// The same pieces as the other side sees them.
    pub fn turned(self) -> Material {
        Material { own: self.other, other: self.own }
    }

    /// What is left for the other side to see after a man of the side to move was crowned.
    pub fn crowned(self) -> Option<Material> {
        let men = self.own.men.checked_sub(1)?;
        Some(Material { own: Count { men, kings: self.own.kings + 1 }, ..self }.turned())
    }
}

/// `2m1k-1m0k`: two men and a king to move against a man.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Material { own, other } = self;
        write!(f, "{}m{}k-{}m{}k", own.men, own.kings, other.men, other.kings)
    }
}
