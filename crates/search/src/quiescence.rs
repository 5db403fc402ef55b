//! Quiescence search: at the leaves only noisy moves are searched, until the position is quiet enough for
//! the static evaluation to be trusted. Without it the search would stop in the middle of an exchange.

use crate::histories::QuietContext;
use crate::move_picker::{Hints, MovePicker};
use crate::parameters::weighted;
use crate::score::{Bound, INFINITE, MATE_THRESHOLD, NO_EVAL};
use crate::searchable::Searchable;
use crate::stack::MAX_PLY;
use crate::transposition_table::Entry;
use crate::window::Window;
use crate::worker::Worker;

/// Quiescence searches all moves of a side in check, but never more quiet ones than this in a row: where
/// both sides are in check for long it would not come to an end.
pub const MOST_EVASIONS: u32 = 4;

/// What quiescence stores in the transposition table.
#[derive(Clone, Copy)]
struct Quiesced {
    score: i32,
    bound: Option<Bound>,
    raw_eval: i32,
    best_move: u16,
    pv: bool,
}

impl<G: Searchable, const PLAIN: bool> Worker<'_, G, PLAIN> {
    /// The score of a position within the window when only noisy moves are played, and not even those if
    /// standing pat is better. A side in check may not stand pat and searches all its moves.
    pub fn quiescence<const PV: bool>(
        &mut self,
        position: &G,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        if PV {
            self.thread.stack.at(ply).pv.clear();
        }
        if self.count_node() {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply);
        if let Some(outcome) = position.ending(true) {
            return Self::terminal_score(position, outcome, ply);
        }
        if self.is_draw_by_history(position, ply) {
            return 0;
        }
        if G::KNOWN_IN_QUIESCENCE
            && ply > 0
            && let Some(score) = self.known_score(position, ply)
        {
            return score;
        }
        let in_check = position.in_check();
        if G::NOISY_ONLY_IN_CHECK && !in_check {
            let raw_eval = self.evaluate(position);
            return self.corrected_eval(position, raw_eval, ply);
        }
        let evades = in_check && self.thread.stack.get(ply).evasions < MOST_EVASIONS;
        if ply >= MAX_PLY - 1 {
            return if evades { 0 } else { self.evaluate(position) };
        }
        let entry = self.shared.table.probe(position.tt_key());
        let tt_score = entry.map_or(0, |entry| entry.tt_score(ply));
        let window = Window { alpha, beta, depth: 0, cut_node: false };
        if !PV && entry.is_some_and(|entry| window.is_answered_by(entry.bound, tt_score)) {
            return tt_score;
        }
        let (raw_eval, stand_pat) = if evades {
            (NO_EVAL, -INFINITE)
        } else {
            self.stand_pat(position, ply, entry, tt_score)
        };
        let pv = PV || entry.is_some_and(|entry| entry.pv);
        let standing = Quiesced { score: stand_pat, bound: None, raw_eval, best_move: 0, pv };
        if stand_pat >= beta {
            let score = self.soften(stand_pat, beta);
            if entry.is_none() {
                self.store_quiescence(position, ply, Quiesced { score, ..standing });
            }
            return score;
        }
        let tt_move = entry.and_then(|entry| position.decode_move(entry.best_move));
        match self.quiescence_moves::<PV>(position, ply, (alpha, beta), tt_move, standing) {
            Ok(result) => {
                self.store_quiescence(position, ply, result);
                result.score
            }
            Err(score) => score,
        }
    }

    /// Searches noisy moves, or all moves of a side in check. The score alone (`Err`) where there is
    /// nothing to store.
    fn quiescence_moves<const PV: bool>(
        &mut self,
        position: &G,
        ply: usize,
        (old_alpha, beta): (i32, i32),
        tt_move: Option<G::Move>,
        standing: Quiesced,
    ) -> Result<Quiesced, i32> {
        let evades = standing.raw_eval == NO_EVAL;
        let mut best = standing.score;
        let futility = best.saturating_add(self.parameters.quiescence_futility);
        let mut alpha = old_alpha.max(best);
        let quiet_context = if evades {
            self.quiet_context(position, ply)
        } else {
            QuietContext::of_noisy(self.thread.stack.continuations(ply))
        };
        let hints = Hints { tt_move, killers: [0; 2], quiet_context };
        let mut picker = if evades { MovePicker::all(hints) } else { MovePicker::noisy(hints, 0) };
        let (mut best_move, mut move_count) = (0, 0);
        while let Some(mv) = self.pick(&mut picker, position) {
            move_count += 1;
            if best > -MATE_THRESHOLD {
                if evades {
                    // A few quiet evasions are enough to show that the side is not mated.
                    if move_count > self.parameters.quiescence_evasions && !position.is_noisy(mv) {
                        picker.skip_quiets();
                        continue;
                    }
                } else if futility + position.gain(mv) <= alpha {
                    // Futility (delta) pruning: what the capture wins does not reach alpha.
                    best = best.max(futility + position.gain(mv));
                    continue;
                }
            }
            let next = self.make_move(position, mv, ply);
            let entry = self.thread.stack.get(ply);
            let evasions = if entry.quiet { entry.evasions + 1 } else { 0 };
            self.thread.stack.at(ply + 1).evasions = evasions;
            let score = -self.quiescence::<PV>(&next, ply + 1, -beta, -alpha);
            self.unmake_move();
            if self.stopped {
                return Err(0);
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = position.encode_move(mv);
                if PV {
                    self.thread.stack.update_pv(ply, mv);
                }
                if score >= beta {
                    break;
                }
            }
        }
        if move_count == 0 && (evades || position.may_be_stalemate() && !position.can_move()) {
            let ending = position.ending(false);
            return Err(ending.map_or(0, |end| Self::terminal_score(position, end, ply)));
        }
        if best > beta {
            best = self.soften(best, beta);
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if PV && best > old_alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        Ok(Quiesced { score: best, bound: Some(bound), best_move, ..standing })
    }

    /// The raw evaluation and the stand-pat score: making no noisy move is nearly always possible, so that
    /// the static evaluation is a lower bound.
    fn stand_pat(
        &mut self,
        position: &G,
        ply: usize,
        entry: Option<Entry>,
        tt_score: i32,
    ) -> (i32, i32) {
        let raw_eval = self.raw_eval(position, entry);
        let eval = self.corrected_eval(position, raw_eval, ply);
        (raw_eval, entry.map_or(eval, |entry| entry.refine(eval, tt_score)))
    }

    /// A score above beta, moved towards it: by how much quiescence exceeds beta is uncertain.
    #[inline]
    fn soften(&self, score: i32, beta: i32) -> i32 {
        if score >= MATE_THRESHOLD || beta <= -MATE_THRESHOLD {
            return score;
        }
        score - weighted(score - beta, self.parameters.quiescence_softening)
    }

    fn store_quiescence(&self, position: &G, ply: usize, result: Quiesced) {
        let Quiesced { score, bound, raw_eval, best_move, pv } = result;
        let entry = Entry::new(best_move, (score, ply), raw_eval, 0, bound, pv);
        self.shared.table.store(position.tt_key(), entry);
    }
}
