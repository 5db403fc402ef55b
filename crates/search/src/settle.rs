//! Where the search ends: noisy moves are looked at until the position can be judged by its looks.

use crate::Searchable;
use crate::frame::{LONGEST_LINE, UNKNOWN};
use crate::node::{Task, suffices};
use crate::picker::{Hints, Picker};
use crate::score::{Bound, INFINITE, WON_SOON};
use crate::transpositions::{Entry, NO_OPINION, from_here, from_root};
use crate::tree::Tree;

/// Quiescence looks at all moves of a pressed side, but never at more quiet ones than this in a row: a
/// game in which both sides are pressed for long would not come to an end.
pub const MOST_EVASIONS: u32 = 4;

impl<G: Searchable, const PLAIN: bool> Tree<'_, G, PLAIN> {
    /// What the position is worth within the window when only noisy moves are played, and not even
    /// those if standing still is better. A pressed side looks at all its moves.
    pub fn settle<const PV: bool>(&mut self, at: &G, ply: usize, alpha: i32, beta: i32) -> i32 {
        if PV {
            self.mind.frames.at(ply).line.clear();
        }
        if self.count_node() {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply);
        if let Some(outcome) = at.ending(true) {
            return Self::end_score(at, outcome, ply);
        }
        if self.is_drawn_by_history(at, ply) {
            return 0;
        }
        let pressed = at.is_pressed() && self.mind.frames.get(ply).evasions < MOST_EVASIONS;
        if ply >= LONGEST_LINE - 1 {
            return if pressed { 0 } else { self.judge(at) };
        }
        let entry = self.shared.transpositions.look_up(at.table_key());
        let known = entry.map_or(0, |entry| from_root(entry.score, ply));
        let window = Task { alpha, beta, depth: 0, cut: false };
        if !PV && entry.is_some_and(|entry| suffices(entry.bound, known, window)) {
            return known;
        }
        let (first_sight, best) =
            if pressed { (UNKNOWN, -INFINITE) } else { self.stand(at, ply, entry, known) };
        if best >= beta {
            if entry.is_none() {
                self.note(
                    at,
                    ply,
                    Noted { score: best, bound: None, first_sight, code: 0, principal: PV },
                );
            }
            return best;
        }
        let principal = PV || entry.is_some_and(|entry| entry.principal);
        let noted = Noted { score: best, bound: None, first_sight, code: 0, principal };
        let known_move = entry.and_then(|entry| at.decode(entry.code));
        match self.settle_moves::<PV>(at, ply, (alpha, beta), known_move, noted) {
            Ok(noted) => {
                self.note(at, ply, noted);
                noted.score
            }
            Err(score) => score,
        }
    }

    /// Looks at noisy moves, or at all moves of a pressed side. The score alone (`Err`) where there is
    /// nothing to remember.
    fn settle_moves<const PV: bool>(
        &mut self,
        at: &G,
        ply: usize,
        (floor, beta): (i32, i32),
        known: Option<G::Move>,
        stand: Noted,
    ) -> Result<Noted, i32> {
        let pressed = stand.first_sight == UNKNOWN;
        let mut best = stand.score;
        let hope = best.saturating_add(G::PARAMETERS.noise_hope);
        let mut alpha = floor.max(best);
        let before = self.mind.frames.slots_before(ply);
        let hints = Hints { known, killers: [0; 2], before };
        let mut picker = if pressed { Picker::all(hints) } else { Picker::noisy(hints, 0) };
        let (mut code, mut number) = (0, 0);
        while let Some(mv) = picker.next(at, &self.mind.histories) {
            number += 1;
            if best > -WON_SOON {
                if pressed {
                    // One quiet way out is enough to show that there is one.
                    if number > 2 && !at.is_noisy(mv) {
                        picker.skip_quiet();
                        continue;
                    }
                } else if hope + at.gain(mv) <= alpha {
                    best = best.max(hope + at.gain(mv));
                    continue;
                }
            }
            let next = self.enter(at, mv, ply);
            let frame = self.mind.frames.get(ply);
            let evasions = if frame.quiet { frame.evasions + 1 } else { 0 };
            self.mind.frames.at(ply + 1).evasions = evasions;
            let score = -self.settle::<PV>(&next, ply + 1, -beta, -alpha);
            self.leave();
            if self.stopped {
                return Err(0);
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                code = at.code(mv);
                if PV {
                    self.mind.frames.prepend(ply, mv);
                }
                if score >= beta {
                    break;
                }
            }
        }
        if number == 0 && (pressed || at.may_be_stuck() && !at.can_move()) {
            return Err(at.ending(false).map_or(0, |end| Self::end_score(at, end, ply)));
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if PV && best > floor => Bound::Exact,
            _ => Bound::AtMost,
        };
        Ok(Noted { score: best, bound: Some(bound), code, ..stand })
    }

    /// First sight, and what standing still is worth.
    fn stand(&mut self, at: &G, ply: usize, entry: Option<Entry>, known: i32) -> (i32, i32) {
        let first_sight = match entry {
            Some(entry) if entry.opinion != NO_OPINION => i32::from(entry.opinion),
            _ => self.judge(at),
        };
        let mut best = self.corrected(at, first_sight, ply);
        if let Some(entry) = entry
            && known.abs() < WON_SOON
        {
            match entry.bound {
                Some(Bound::Exact) => best = known,
                Some(Bound::AtLeast) if known > best => best = known,
                Some(Bound::AtMost) if known < best => best = known,
                _ => {}
            }
        }
        (first_sight, best)
    }

    fn note(&self, at: &G, ply: usize, noted: Noted) {
        let Noted { score, bound, first_sight, code, principal } = noted;
        let opinion = if first_sight == UNKNOWN { NO_OPINION } else { first_sight as i16 };
        let score = from_here(score, ply);
        let entry = Entry { code, score, opinion, depth: 0, bound, principal };
        self.shared.transpositions.remember(at.table_key(), entry);
    }
}

/// What is to be remembered.
#[derive(Clone, Copy)]
struct Noted {
    score: i32,
    bound: Option<Bound>,
    first_sight: i32,
    code: u16,
    principal: bool,
}
