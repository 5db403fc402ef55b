//! What the search has learnt about moves and positions on its way.

use crate::Searchable;
use crate::frame::NO_SLOT_BEFORE;
use game::Side;
use std::marker::PhantomData;

/// No entry goes beyond this either way.
const LIMIT: i32 = 16_384;
/// Entries of each table of corrections: few enough to stay in the cache.
const STRUCTURES: usize = 8_192;
/// Corrections are kept in parts of a hundredth.
const GRAIN: i32 = 32;
/// No entry of corrections goes beyond this either way.
const LARGEST_CORRECTION: i32 = 1024;

/// How good moves have proven to be, and how wrong first sight tends to be.
pub struct Histories<G> {
    /// Quiet moves by side and way.
    quiet: Vec<i16>,
    /// Noisy moves by side, piece, goal and victim.
    noisy: Vec<i16>,
    /// Moves by the move that was played one, two or four moves earlier.
    after: Vec<i16>,
    /// The best answer to a move.
    answers: Vec<u16>,
    corrections: [Vec<i16>; 3],
    corrections_after: Vec<i16>,
    game: PhantomData<G>,
}

/// Moves an entry towards a bonus: the closer it is to its limit, the less.
#[inline]
fn pull(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

impl<G: Searchable> Histories<G> {
    /// Rows of the tables by a move: both sides, and one for no move.
    const SLOTS: usize = 2 * G::PIECE_TO + 1;

    /// Nothing is known yet.
    pub fn new() -> Histories<G> {
        Histories {
            quiet: vec![0; 2 * G::FROM_TO],
            noisy: vec![0; 2 * G::PIECE_TO * G::VICTIMS],
            after: vec![0; Self::SLOTS * Self::SLOTS],
            answers: vec![0; Self::SLOTS],
            corrections: [0; 3].map(|_: i32| vec![0; 2 * STRUCTURES]),
            corrections_after: vec![0; STRUCTURES],
            game: PhantomData,
        }
    }

    /// The row of a move in the tables by moves.
    #[inline]
    pub fn slot(at: &G, mv: G::Move) -> usize {
        1 + at.side_to_move() as usize * G::PIECE_TO + at.piece_to(mv)
    }

    #[inline]
    fn way(at: &G, mv: G::Move) -> usize {
        at.side_to_move() as usize * G::FROM_TO + at.from_to(mv)
    }

    #[inline]
    fn prey(at: &G, mv: G::Move) -> usize {
        (at.side_to_move() as usize * G::PIECE_TO + at.piece_to(mv)) * G::VICTIMS + at.victim(mv)
    }

    #[inline]
    fn pair(before: usize, slot: usize) -> usize {
        before * Self::SLOTS + slot
    }

    /// How good a quiet move is likely to be after the moves that were played one, two and four
    /// moves earlier.
    #[inline]
    pub fn of_quiet(&self, at: &G, mv: G::Move, before: Before) -> i32 {
        let slot = Self::slot(at, mv);
        let after = |earlier: usize| i32::from(self.after[Self::pair(earlier, slot)]);
        i32::from(self.quiet[Self::way(at, mv)])
            + after(before.0[0])
            + after(before.0[1])
            + after(before.0[2]) / 2
    }

    /// How good a noisy move is likely to be.
    #[inline]
    pub fn of_noisy(&self, at: &G, mv: G::Move) -> i32 {
        i32::from(self.noisy[Self::prey(at, mv)])
    }

    /// A quiet move was good, or bad if the bonus is negative.
    pub fn learn_quiet(&mut self, at: &G, mv: G::Move, before: Before, bonus: i32) {
        pull(&mut self.quiet[Self::way(at, mv)], bonus);
        self.learn_after(Self::slot(at, mv), before, bonus);
    }

    /// A move of this slot was good after the moves before it.
    pub fn learn_after(&mut self, slot: usize, before: Before, bonus: i32) {
        for earlier in before.0 {
            if earlier != NO_SLOT_BEFORE {
                pull(&mut self.after[Self::pair(earlier, slot)], bonus);
            }
        }
    }

    /// A noisy move was good, or bad if the bonus is negative.
    pub fn learn_noisy(&mut self, at: &G, mv: G::Move, bonus: i32) {
        pull(&mut self.noisy[Self::prey(at, mv)], bonus);
    }

    /// The code of the move that was last good after a move.
    #[inline]
    pub fn answer(&self, before: Before) -> u16 {
        self.answers[before.0[0]]
    }

    /// A quiet move was the answer to the move before.
    pub fn learn_answer(&mut self, before: Before, code: u16) {
        self.answers[before.0[0]] = code;
    }

    /// The last two moves as a place in a table of corrections.
    #[inline]
    fn pair_hashed(before: Before) -> usize {
        Self::pair(before.0[1], before.0[0]).wrapping_mul(0x9e37_79b9) >> 8 & (STRUCTURES - 1)
    }

    #[inline]
    fn structure(side: Side, key: u64) -> usize {
        side as usize * STRUCTURES + key as usize % STRUCTURES
    }

    /// By how much first sight is likely to be wrong here.
    #[inline]
    pub fn correction(&self, at: &G, before: Before) -> i32 {
        let side = at.side_to_move();
        let keys = at.structures();
        let known: i32 = std::iter::zip(&self.corrections, keys)
            .map(|(table, key)| i32::from(table[Self::structure(side, key)]))
            .sum();
        let after = i32::from(self.corrections_after[Self::pair_hashed(before)]);
        (known + after) / GRAIN
    }

    /// First sight, corrected, was still wrong by so much in a search of this depth.
    pub fn learn_correction(&mut self, at: &G, before: Before, wrong_by: i32, depth: i32) {
        let side = at.side_to_move();
        let most = LARGEST_CORRECTION / 4;
        let step = (wrong_by * depth / 8).clamp(-most, most);
        let mend = |entry: &mut i16| {
            let old = i32::from(*entry);
            *entry = (old + step - old * step.abs() / LARGEST_CORRECTION) as i16;
        };
        for (table, key) in std::iter::zip(&mut self.corrections, at.structures()) {
            mend(&mut table[Self::structure(side, key)]);
        }
        mend(&mut self.corrections_after[Self::pair_hashed(before)]);
    }
}

/// The slots of the moves that were played one, two and four moves earlier.
#[derive(Debug, Clone, Copy)]
pub struct Before(pub [usize; 3]);
