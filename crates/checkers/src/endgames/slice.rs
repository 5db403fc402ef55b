//! Positions with the same pieces, numbered one after the other.
//!
//! Positions are looked at as the side to move sees them, with white to move: its own men go up the board, those of the
//! other side down. Men are numbered among the 28 squares on which they can stand, kings among the squares that the men leave.
//! Some numbers mean nothing: those in which men of both sides would stand on one square.

use crate::{Position, Setup, Squares};
use game::{Pair, Perfect, Side};

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

/// The squares on which men can stand that go up the board, and their number; those that go down have the squares
/// turned round.
const MEN_SQUARES: usize = 28;
const SQUARES: usize = 32;
/// No side has more pieces here.
const MOST: usize = 12;

/// How many ways there are to choose so many of so many.
const CHOOSE: [[u64; MOST + 1]; SQUARES + 1] = {
    let mut table = [[0; MOST + 1]; SQUARES + 1];
    let mut of = 0;
    while of <= SQUARES {
        table[of][0] = 1;
        let mut chosen = 1;
        while chosen <= MOST && of > 0 {
            table[of][chosen] = table[of - 1][chosen - 1] + table[of - 1][chosen];
            chosen += 1;
        }
        of += 1;
    }
    table
};

/// Where men that go up can stand.
const UP: u32 = !Squares::rank(7).0;

impl Material {
    /// The pieces of a position.
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

    pub fn pieces(self) -> usize {
        self.own.pieces() + self.other.pieces()
    }

    fn men(self) -> usize {
        self.own.men + self.other.men
    }

    /// The same pieces as the other side sees them.
    pub fn turned(self) -> Material {
        Material { own: self.other, other: self.own }
    }

    /// How many numbers there are.
    pub fn size(self) -> usize {
        let [own_men, other_men, own_kings, other_kings] = self.sizes();
        (own_men * other_men * own_kings * other_kings) as usize
    }

    fn sizes(self) -> [u64; 4] {
        let free = SQUARES - self.men();
        [
            CHOOSE[MEN_SQUARES][self.own.men],
            CHOOSE[MEN_SQUARES][self.other.men],
            CHOOSE[free][self.own.kings],
            CHOOSE[free - self.own.kings][self.other.kings],
        ]
    }

    /// The number of a position with these pieces, in which white moves.
    pub fn index(self, position: &Position) -> usize {
        let (own_men, other_men) = (position.men(Side::White).0, position.men(Side::Black));
        let (own_kings, other_kings) =
            (position.kings(Side::White).0, position.kings(Side::Black).0);
        let free = !(own_men | other_men.0);
        let [_, other_men_size, own_kings_size, other_kings_size] = self.sizes();
        let mut index = rank(own_men, UP);
        index = index * other_men_size + rank(other_men.turned().0, UP);
        index = index * own_kings_size + rank(own_kings, free);
        index = index * other_kings_size + rank(other_kings, free & !own_kings);
        index as usize
    }

    /// The position with this number; `None` where men of both sides would share a square.
    pub fn position(self, index: usize) -> Option<Position> {
        let [_, other_men_size, own_kings_size, other_kings_size] = self.sizes();
        let rest = index as u64;
        let (rest, other_kings) = (rest / other_kings_size, rest % other_kings_size);
        let (rest, own_kings) = (rest / own_kings_size, rest % own_kings_size);
        let (own_men, other_men) = (rest / other_men_size, rest % other_men_size);
        let own_men = unrank(own_men, self.own.men, UP);
        let other_men = Squares(unrank(other_men, self.other.men, UP)).turned().0;
        if own_men & other_men != 0 {
            return None;
        }
        let free = !(own_men | other_men);
        let own_kings = unrank(own_kings, self.own.kings, free);
        let other_kings = unrank(other_kings, self.other.kings, free & !own_kings);
        let pair = |white, black| Pair { white: Squares(white), black: Squares(black) };
        let setup = Setup {
            men: pair(own_men, other_men),
            kings: pair(own_kings, other_kings),
            side_to_move: Side::White,
        };
        Some(Position::from_valid(&setup))
    }
}

/// The number of a set among all with as many of these squares.
fn rank(mut set: u32, squares: u32) -> u64 {
    let (mut rank, mut chosen) = (0, 1);
    while set != 0 {
        let below = (set & set.wrapping_neg()) - 1;
        rank += CHOOSE[(squares & below).count_ones() as usize][chosen];
        chosen += 1;
        set &= set - 1;
    }
    rank
}

/// The set of so many squares with this number.
fn unrank(mut rank: u64, count: usize, squares: u32) -> u32 {
    let mut set = 0;
    let mut below = squares.count_ones() as usize;
    for chosen in (1..=count).rev() {
        below = (0..below).rev().find(|&below| CHOOSE[below][chosen] <= rank).unwrap_or(0);
        rank -= CHOOSE[below][chosen];
        set |= nth(squares, below);
    }
    set
}

/// The square with so many others of the set below it.
fn nth(mut squares: u32, below: usize) -> u32 {
    for _ in 0..below {
        squares &= squares - 1;
    }
    squares & squares.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_belongs_to_one_position() {
        for pieces in 2..=3 {
            for material in Material::all(pieces) {
                let mut found = 0;
                for index in 0..material.size() {
                    let Some(position) = material.position(index) else { continue };
                    assert_eq!(Material::of(&position), material);
                    assert_eq!(material.index(&position), index, "{position}");
                    assert!(position.setup().position() == Ok(position));
                    found += 1;
                }
                assert!(found > 0, "{material:?}");
            }
        }
    }
}
