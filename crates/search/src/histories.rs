//! What a search thread learns about moves and evaluations: history heuristics.

use crate::parameters::{Parameters, weighted};
use crate::searchable::{Searchable, Threats};
use game::Side;
use std::marker::PhantomData;

/// No entry of a history of moves goes beyond this either way.
const MAX_HISTORY: i32 = 16_384;
/// Entries of each correction history for a side: few enough to stay in the cache.
const CORRECTIONS: usize = 8_192;
/// Rows of the structure history for a side.
const STRUCTURES: usize = 512;
/// No entry of a correction history goes beyond this either way.
const MAX_CORRECTION: i32 = 1024;
/// The row of no move in the continuation history: a null move, or a move before the root.
pub const NO_MOVE: usize = 0;

/// The rows of the moves one, two and four plies earlier in the continuation history.
#[derive(Debug, Clone, Copy)]
pub struct Continuations(pub [usize; 3]);

/// Where the quiet moves of a node stand in the histories: after which moves, and in which structure.
#[derive(Debug, Clone, Copy)]
pub struct QuietContext {
    pub continuations: Continuations,
    /// The row of the structure history.
    pub structure: usize,
    /// What the opponent threatens ([`Searchable::threats`]).
    pub threats: Threats,
}

impl QuietContext {
    /// Where only noisy moves are searched.
    pub fn of_noisy(continuations: Continuations) -> QuietContext {
        QuietContext { continuations, structure: 0, threats: Threats::default() }
    }
}

/// The histories of one thread. Moves that caused cutoffs elsewhere are tried early and reduced less.
pub struct Histories<G> {
    /// Quiet history (butterfly): by side, threats, origin and target.
    quiet: Vec<i16>,
    /// Capture history: noisy moves by side, piece, target and victim.
    noisy: Vec<i16>,
    /// Continuation history: by an earlier move and the piece and target of the move.
    continuation: Vec<i16>,
    /// Structure history: by the first of [`Searchable::correction_keys`] and the piece and target of the move.
    structure: Vec<i16>,
    /// Countermoves: the encoded quiet move that last refuted a move.
    countermoves: Vec<u16>,
    /// Correction histories by [`Searchable::correction_keys`].
    corrections: [Vec<i16>; 3],
    /// Correction history by the last two moves.
    continuation_corrections: Vec<i16>,
    game: PhantomData<G>,
}

/// History gravity: the closer an entry is to its limit, the less a bonus moves it.
#[inline]
fn apply_bonus(entry: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / limit) as i16;
}

impl<G: Searchable> Histories<G> {
    /// Rows of the continuation history: the moves of both sides, and no move.
    const ROWS: usize = 2 * G::PIECE_TO + 1;

    pub fn new() -> Histories<G> {
        Histories {
            quiet: vec![0; 2 * G::THREATS * G::FROM_TO],
            noisy: vec![0; 2 * G::PIECE_TO * G::VICTIMS],
            continuation: vec![0; Self::ROWS * Self::ROWS],
            structure: vec![0; STRUCTURES * Self::ROWS],
            countermoves: vec![0; Self::ROWS],
            corrections: [0; 3].map(|_: i32| vec![0; 2 * CORRECTIONS]),
            continuation_corrections: vec![0; CORRECTIONS],
            game: PhantomData,
        }
    }

    /// The row of a move in the continuation history.
    #[inline]
    pub fn continuation_row(position: &G, mv: G::Move) -> usize {
        1 + position.side_to_move() as usize * G::PIECE_TO + position.piece_to(mv)
    }

    #[inline]
    fn continuation_index(earlier: usize, row: usize) -> usize {
        earlier * Self::ROWS + row
    }

    /// The row of a position in the structure history.
    #[inline]
    pub fn structure_row(position: &G) -> usize {
        position.correction_keys()[0] as usize % STRUCTURES * Self::ROWS
    }

    #[inline]
    pub fn quiet_index(position: &G, mv: G::Move, threats: &Threats) -> usize {
        let threat = position.threat_index(mv, threats);
        (position.side_to_move() as usize * G::THREATS + threat) * G::FROM_TO + position.from_to(mv)
    }

    #[inline]
    fn noisy_index(position: &G, mv: G::Move) -> usize {
        let piece_to = position.side_to_move() as usize * G::PIECE_TO + position.piece_to(mv);
        piece_to * G::VICTIMS + position.victim(mv)
    }

    /// Quiet history plus continuation and structure history of a quiet move.
    #[inline]
    pub fn of_quiet(
        &self,
        position: &G,
        mv: G::Move,
        context: QuietContext,
        parameters: &Parameters,
    ) -> i32 {
        let QuietContext { continuations: Continuations([one, two, four]), structure, threats } =
            context;
        let row = Self::continuation_row(position, mv);
        let after = |earlier| i32::from(self.continuation[Self::continuation_index(earlier, row)]);
        i32::from(self.quiet[Self::quiet_index(position, mv, &threats)])
            + after(one)
            + after(two)
            + weighted(after(four), parameters.continuation_weight_4)
            + weighted(i32::from(self.structure[structure + row]), parameters.structure_weight)
    }

    /// Capture history of a noisy move.
    #[inline]
    pub fn of_noisy(&self, position: &G, mv: G::Move) -> i32 {
        i32::from(self.noisy[Self::noisy_index(position, mv)])
    }

    /// Applies a bonus, or a malus if it is negative, to a quiet move.
    pub fn update_quiet(&mut self, position: &G, mv: G::Move, context: QuietContext, bonus: i32) {
        let row = Self::continuation_row(position, mv);
        self.update_quiet_at(Self::quiet_index(position, mv, &context.threats), bonus);
        apply_bonus(&mut self.structure[context.structure + row], bonus, MAX_HISTORY);
        self.update_continuation(row, context.continuations, bonus);
    }

    /// Applies a bonus to the entry of the quiet history with this index.
    pub fn update_quiet_at(&mut self, index: usize, bonus: i32) {
        apply_bonus(&mut self.quiet[index], bonus, MAX_HISTORY);
    }

    /// Applies a bonus to the move of a row after the moves before it.
    pub fn update_continuation(&mut self, row: usize, after: Continuations, bonus: i32) {
        for earlier in after.0 {
            if earlier != NO_MOVE {
                let index = Self::continuation_index(earlier, row);
                apply_bonus(&mut self.continuation[index], bonus, MAX_HISTORY);
            }
        }
    }

    /// Applies a bonus, or a malus if it is negative, to a noisy move.
    pub fn update_noisy(&mut self, position: &G, mv: G::Move, bonus: i32) {
        apply_bonus(&mut self.noisy[Self::noisy_index(position, mv)], bonus, MAX_HISTORY);
    }

    /// The encoded quiet move that last refuted the move before.
    #[inline]
    pub fn countermove(&self, after: Continuations) -> u16 {
        self.countermoves[after.0[0]]
    }

    /// A quiet move has refuted the move before.
    pub fn update_countermove(&mut self, after: Continuations, encoded: u16) {
        self.countermoves[after.0[0]] = encoded;
    }

    #[inline]
    fn continuation_correction_index(Continuations([one, two, _]): Continuations) -> usize {
        let pair = Self::continuation_index(two, one);
        pair.wrapping_mul(0x9e37_79b9) >> 8 & (CORRECTIONS - 1)
    }

    #[inline]
    fn correction_index(side: Side, key: u64) -> usize {
        side as usize * CORRECTIONS + key as usize % CORRECTIONS
    }

    /// What is to be added to the raw evaluation: positions that share a structure share its errors.
    #[inline]
    pub fn correction(&self, position: &G, after: Continuations, parameters: &Parameters) -> i32 {
        let side = position.side_to_move();
        let by_structure: i32 = std::iter::zip(&self.corrections, position.correction_keys())
            .map(|(table, key)| i32::from(table[Self::correction_index(side, key)]))
            .sum();
        let index = Self::continuation_correction_index(after);
        let by_moves = i32::from(self.continuation_corrections[index]);
        weighted(by_structure + by_moves, parameters.correction_weight)
    }

    /// The static evaluation, corrected, was still wrong by so much in a search of this depth.
    pub fn update_correction(
        &mut self,
        position: &G,
        after: Continuations,
        (error, depth): (i32, i32),
        parameters: &Parameters,
    ) {
        let side = position.side_to_move();
        let most = parameters.correction_step_max;
        let step = weighted(error * depth, parameters.correction_step).clamp(-most, most);
        for (table, key) in std::iter::zip(&mut self.corrections, position.correction_keys()) {
            apply_bonus(&mut table[Self::correction_index(side, key)], step, MAX_CORRECTION);
        }
        let index = Self::continuation_correction_index(after);
        apply_bonus(&mut self.continuation_corrections[index], step, MAX_CORRECTION);
    }
}
