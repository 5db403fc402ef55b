//! Positions with the same pieces, numbered one after the other.
//!
//! Positions are looked at as the side to move sees them, with white to move: its own men go up the board, those of the
//! other side down. Men are numbered among the 28 squares on which they can stand, kings among the squares that the men leave.
//! Some numbers mean nothing: those in which men of both sides would stand on one square.

use super::material::Material;
use crate::{Position, Setup, Squares};
use game::{Pair, Side};
use std::sync::LazyLock;

/// The squares on which men can stand that go up the board, and their number; those that go down have the squares
/// turned round.
const MEN_SQUARES: usize = 28;
const SQUARES: usize = 32;
/// No side has more pieces here.
const MOST: usize = 7;

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

/// The numbers of the positions with the same pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbering {
    pub material: Material,
    other_men: u64,
    own_kings: u64,
    other_kings: u64,
    size: u64,
}

impl Numbering {
    pub fn new(material: Material) -> Numbering {
        let Material { own, other } = material;
        let free = SQUARES - own.men - other.men;
        let other_men = CHOOSE[MEN_SQUARES][other.men];
        let own_kings = CHOOSE[free][own.kings];
        let other_kings = CHOOSE[free - own.kings][other.kings];
        let size = CHOOSE[MEN_SQUARES][own.men] * other_men * own_kings * other_kings;
        Numbering { material, other_men, own_kings, other_kings, size }
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The number of a position with these pieces, in which white moves.
    #[inline]
    pub fn index(&self, position: &Position) -> usize {
        let (own_men, other_men) = (position.men(Side::White).0, position.men(Side::Black));
        let (own_kings, other_kings) =
            (position.kings(Side::White).0, position.kings(Side::Black).0);
        let free = !(own_men | other_men.0);
        let mut index = rank(own_men, UP);
        index = index * self.other_men + rank(other_men.turned().0, UP);
        index = index * self.own_kings + rank(own_kings, free);
        index = index * self.other_kings + rank(other_kings, free & !own_kings);
        index as usize
    }

    /// Gives the positions of numbers, quickest in the order of the numbers.
    pub fn decoder(&self) -> Decoder {
        Decoder { numbering: *self, men: None, kings: u64::MAX, own_kings: 0, left: Places::of(0) }
    }
}

/// The number of a set among all with as many of these squares.
#[inline]
fn rank(mut set: u32, squares: u32) -> u64 {
    let (mut rank, mut chosen) = (0, 1);
    while set != 0 {
        let below = (set & set.wrapping_neg()) - 1;
        rank += CHOOSE[(squares & below).count_ones() as usize][chosen % (MOST + 1)];
        chosen += 1;
        set &= set - 1;
    }
    rank
}

/// All sets of so many numbers below 32, in the order of [`rank`]: a set has the same number among those of fewer squares.
fn combinations(count: usize) -> &'static [u32] {
    static ALL: LazyLock<[Vec<u32>; MOST]> = LazyLock::new(|| {
        std::array::from_fn(|count| {
            let first = (1u64 << count) - 1;
            // The next larger number with as many bits.
            let next = |&set: &u64| {
                let lowest = set & set.wrapping_neg();
                let carried = set + lowest;
                (lowest != 0).then(|| carried | ((set ^ carried) / lowest) >> 2)
            };
            std::iter::successors(Some(first), next)
                .take_while(|&set| set < 1 << SQUARES)
                .map(|set| set as u32)
                .collect()
        })
    });
    &ALL[count]
}

/// The squares of a set, by how many others of it are below each.
#[derive(Debug, Clone, Copy)]
struct Places([u8; SQUARES]);

impl Places {
    fn of(mut squares: u32) -> Places {
        let mut places = [0; SQUARES];
        let mut below = 0;
        while squares != 0 {
            places[below] = squares.trailing_zeros() as u8;
            below += 1;
            squares &= squares - 1;
        }
        Places(places)
    }

    /// The set with this number among those of so many of the squares.
    #[inline]
    fn unrank(&self, rank: u64, count: usize) -> u32 {
        let mut chosen = combinations(count)[rank as usize];
        let mut set = 0;
        while chosen != 0 {
            set |= 1 << self.0[chosen.trailing_zeros() as usize];
            chosen &= chosen - 1;
        }
        set
    }
}

/// The men of a stretch of numbers.
#[derive(Debug, Clone, Copy)]
struct Men {
    number: u64,
    /// `None` where men of both sides would share a square.
    sets: Option<(u32, u32)>,
    free: Places,
}

/// Gives the positions of numbers, and keeps what the next number shares with the last.
#[derive(Debug, Clone)]
pub struct Decoder {
    numbering: Numbering,
    men: Option<Men>,
    /// The number of the men and the own kings.
    kings: u64,
    own_kings: u32,
    /// Where the kings of the other side can stand.
    left: Places,
}

impl Decoder {
    /// The position with this number, in which white moves; `None` where men of both sides would share a square.
    #[inline]
    pub fn position(&mut self, index: usize) -> Option<Position> {
        let Numbering { material, own_kings, other_kings, .. } = self.numbering;
        let (kings, other_kings) = (index as u64 / other_kings, index as u64 % other_kings);
        let (number, own_kings) = (kings / own_kings, kings % own_kings);
        let men = match self.men {
            Some(men) if men.number == number => men,
            _ => self.new_men(number),
        };
        let (own_men, other_men) = men.sets?;
        if self.kings != kings {
            self.kings = kings;
            self.own_kings = men.free.unrank(own_kings, material.own.kings);
            self.left = Places::of(!(own_men | other_men | self.own_kings));
        }
        let other_kings = self.left.unrank(other_kings, material.other.kings);
        let pair = |white, black| Pair { white: Squares(white), black: Squares(black) };
        let setup = Setup {
            men: pair(own_men, other_men),
            kings: pair(self.own_kings, other_kings),
            side_to_move: Side::White,
        };
        Some(Position::from_valid(&setup))
    }

    #[cold]
    fn new_men(&mut self, number: u64) -> Men {
        let Numbering { material, other_men, .. } = self.numbering;
        let up = Places::of(UP);
        let own = up.unrank(number / other_men, material.own.men);
        let other = Squares(up.unrank(number % other_men, material.other.men)).turned().0;
        let sets = (own & other == 0).then_some((own, other));
        let men = Men { number, sets, free: Places::of(!(own | other)) };
        self.men = Some(men);
        self.kings = u64::MAX;
        men
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_belongs_to_one_position() {
        for pieces in 2..=3 {
            for material in Material::all(pieces) {
                let (numbering, mut found) = (Numbering::new(material), 0);
                let mut decoder = numbering.decoder();
                for index in 0..numbering.size() {
                    let Some(position) = decoder.position(index) else { continue };
                    assert_eq!(Material::of(&position), material);
                    assert_eq!(numbering.index(&position), index, "{position}");
                    assert!(position.setup().position() == Ok(position));
                    found += 1;
                }
                assert!(found > 0, "{material:?}");
            }
        }
    }

    #[test]
    fn a_decoder_gives_the_same_in_any_order() {
        let material = Material::all(5)[40];
        let numbering = Numbering::new(material);
        let mut kept = numbering.decoder();
        let mut index = 1;
        for _ in 0..5_000 {
            index = (index * 6_364_136 + 1_442_695) % numbering.size();
            let position = kept.position(index);
            assert_eq!(position, numbering.decoder().position(index));
            assert!(position.is_none_or(|position| numbering.index(&position) == index));
        }
    }

    /// Ways to place so many pieces, one colour possibly missing, whose turn it is not counted.
    #[test]
    fn there_are_as_many_positions_as_published() {
        let all = |pieces: usize| -> u64 {
            let with_both: u64 = Material::all(pieces).into_iter().map(placements).sum();
            let one_side: u64 = (0..=pieces)
                .map(|men| CHOOSE[MEN_SQUARES][men] * CHOOSE[SQUARES - men][pieces - men])
                .sum();
            with_both + 2 * one_side
        };
        assert_eq!(
            [2, 3, 4, 5, 6].map(all),
            [6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964]
        );
    }

    /// Numbers of positions, without those in which men of both sides share a square: the men of the other side are placed among
    /// the squares of its own 28 that are left, of which some are out of reach of the men who go up.
    fn placements(material: Material) -> u64 {
        let Material { own, other } = material;
        let free = SQUARES - own.men - other.men;
        let kings = CHOOSE[free][own.kings] * CHOOSE[free - own.kings][other.kings];
        // Own men on the far row of the other side leave it all its squares.
        let men: u64 = (0..=own.men.min(4))
            .map(|back| {
                CHOOSE[4][back]
                    * CHOOSE[24][own.men - back]
                    * CHOOSE[MEN_SQUARES + back - own.men][other.men]
            })
            .sum();
        men * kings
    }
}
