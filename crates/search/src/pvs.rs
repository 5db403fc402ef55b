//! Principal variation search: alpha-beta that searches the first move of a node with the full window
//! and the others with a null window, which shows more cheaply that they are no better.

use crate::histories::QuietContext;
use crate::move_picker::{Hints, MovePicker};
use crate::node::{MoveContext, MoveLoop, MovePruning, Node};
use crate::score::{Bound, MATE, MATE_THRESHOLD, NO_EVAL};
use crate::searchable::Searchable;
use crate::stack::MAX_PLY;
use crate::transposition_table::Entry;
use crate::window::Window;
use crate::worker::Worker;

/// So many plies before a draw by moves without progress no transposition score is trusted: the entry may
/// come from a line in which the draw was further away.
const REVERSIBLE_MARGIN: u32 = 10;

/// Where the next move of a node comes from.
struct MoveOrder<M> {
    picker: MovePicker<M>,
    next_root_move: usize,
}

impl<G: Searchable, const PLAIN: bool> Worker<'_, G, PLAIN> {
    /// The score of a position within the window.
    pub fn pvs<const PV: bool>(&mut self, position: &G, ply: usize, mut window: Window) -> i32 {
        if PV {
            self.thread.stack.at(ply).pv.clear();
        }
        if window.depth <= 0 {
            if !PLAIN {
                if !G::QUIESCENCE && !position.in_check() {
                    return self.leaf(position, ply);
                }
                self.thread.stack.at(ply).evasions = 0;
                return self.quiescence::<PV>(position, ply, window.alpha, window.beta);
            }
            self.nodes += 1;
            return Self::plain_score(position, ply);
        }
        if self.count_node() {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply);
        if ply > 0 {
            if let Some(outcome) = position.ending(true) {
                return Self::terminal_score(position, outcome, ply);
            }
            if !PLAIN {
                if self.is_draw_by_history(position, ply) {
                    return 0;
                }
                if let Some(score) = self.known_score(position, ply) {
                    return score;
                }
                if ply >= MAX_PLY - 1 {
                    return if position.in_check() { 0 } else { self.evaluate(position) };
                }
                mate_distance_pruning(&mut window, ply);
                if window.alpha >= window.beta {
                    return window.alpha;
                }
            }
        }
        let mut node = self.probe::<PV>(position, ply);
        if let Some(score) = self.tt_cutoff::<PV>(&node, window) {
            if !PLAIN {
                self.update_tt_move(position, &node, window);
            }
            return score;
        }
        if !PLAIN {
            self.set_static_eval(position, &mut node);
            self.update_by_eval_change(&node);
            if !PV
                && node.excluded_move == 0
                && !node.in_check
                && let Some(score) = self.prune_node(position, &node, window)
            {
                return score;
            }
            window.depth -= self.internal_iterative_reduction::<PV>(&node, window);
            node.quiet_context = self.quiet_context(position, ply);
        }
        self.search_moves::<PV>(position, &node, window)
    }

    /// The score of a leaf of a game without noisy moves, in which somebody can move.
    #[inline]
    fn leaf(&mut self, position: &G, ply: usize) -> i32 {
        if self.count_node() {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply);
        self.evaluate(position)
    }

    /// Looks the position up in the transposition table.
    fn probe<const PV: bool>(&mut self, position: &G, ply: usize) -> Node {
        let excluded_move = self.thread.stack.get(ply).excluded_move;
        let entry = match excluded_move {
            0 => self.shared.table.probe(position.tt_key()),
            _ => None,
        };
        let quiet_context = QuietContext::of_noisy(self.thread.stack.continuations(ply));
        self.thread.stack.at(ply + 1).killers = [0; 2];
        self.thread.stack.at(ply + 2).cutoffs = 0;
        Node {
            ply,
            entry,
            tt_score: entry.map_or(0, |entry| entry.tt_score(ply)),
            in_check: !PLAIN && position.in_check(),
            tt_pv: PV || entry.is_some_and(|entry| entry.pv),
            raw_eval: NO_EVAL,
            static_eval: NO_EVAL,
            improving: false,
            excluded_move,
            quiet_context,
        }
    }

    /// The transposition score, where the position was searched deeply enough before.
    fn tt_cutoff<const PV: bool>(&self, node: &Node, window: Window) -> Option<i32> {
        let entry = node.entry?;
        let (tt_depth, tt_score) = (i32::from(entry.depth), node.tt_score);
        let answered = window.is_answered_by(entry.bound, tt_score);
        if PLAIN {
            let fits = node.ply > 0 && tt_depth == window.depth;
            return (fits && answered).then_some(tt_score);
        }
        let reversible = self.thread.stack.get(node.ply).reversible_plies;
        let trusted = G::REVERSIBLE_LIMIT
            .is_none_or(|most| reversible < most.saturating_sub(REVERSIBLE_MARGIN));
        let expected = window.depth > self.parameters.tt_cutoff_expected_max_depth
            || window.cut_node == (tt_score >= window.beta);
        (!PV && tt_depth >= window.depth && trusted && answered && expected).then_some(tt_score)
    }

    /// Evaluates the position, unless the side to move is in check, and sees whether that improves.
    fn set_static_eval(&mut self, position: &G, node: &mut Node) {
        let ply = node.ply;
        if node.excluded_move != 0 {
            node.static_eval = self.thread.stack.get(ply).static_eval;
            node.raw_eval = node.static_eval;
        } else if !node.in_check {
            node.raw_eval = self.raw_eval(position, node.entry);
            node.static_eval = self.corrected_eval(position, node.raw_eval, ply);
        }
        self.thread.stack.at(ply).static_eval = node.static_eval;
        if node.static_eval != NO_EVAL {
            let earlier = match self.thread.stack.before(ply, 2).static_eval {
                NO_EVAL => self.thread.stack.before(ply, 4).static_eval,
                earlier => earlier,
            };
            node.improving = earlier != NO_EVAL && node.static_eval > earlier;
        }
    }

    /// Internal iterative reduction: without a transposition move, or with one of a much shallower search, the ordering is
    /// poor, and a shallower search finds a move for the next iteration at less cost.
    #[inline]
    fn internal_iterative_reduction<const PV: bool>(&self, node: &Node, window: Window) -> i32 {
        let margin = self.parameters.internal_reduction_tt_margin;
        let no_tt_move = node.entry.is_none_or(|entry| {
            entry.best_move == 0 || i32::from(entry.depth) + margin < window.depth
        });
        let reduced = window.depth >= self.parameters.internal_reduction_min_depth
            && no_tt_move
            && (PV || window.cut_node)
            && node.excluded_move == 0;
        i32::from(reduced)
    }

    /// Searches the moves one by one.
    fn search_moves<const PV: bool>(&mut self, position: &G, node: &Node, window: Window) -> i32 {
        let ply = node.ply;
        let tt_move = node.entry.and_then(|entry| position.decode_move(entry.best_move));
        let tt_move_is_noisy = tt_move.is_some_and(|mv| position.is_noisy(mv));
        let killers = self.thread.stack.get(ply).killers;
        let hints = Hints { tt_move, killers, quiet_context: node.quiet_context };
        let mut order = MoveOrder { picker: MovePicker::all(hints), next_root_move: self.pv_index };
        let mut moves = MoveLoop::new(window.alpha);
        while let Some(mv) = self.next_move(position, ply, &mut order) {
            if node.excluded_move != 0 && position.encode_move(mv) == node.excluded_move {
                continue;
            }
            moves.move_count += 1;
            let context = self.move_context(position, mv, node, window, &moves);
            if !PLAIN && ply > 0 && moves.best_score > -MATE_THRESHOLD {
                match self.prune_move(position, mv, node, context) {
                    MovePruning::Search => {}
                    MovePruning::Skip => continue,
                    MovePruning::SkipQuiets => {
                        order.picker.skip_quiets();
                        continue;
                    }
                }
            }
            let extension = if !PLAIN && ply > 0 && Some(mv) == tt_move {
                let encoded = position.encode_move(mv);
                match self.singular_extension::<PV>(position, node, context.window, encoded) {
                    Ok(plies) => plies,
                    Err(score) => return score,
                }
            } else {
                0
            };
            let nodes_before = self.nodes;
            let next = self.make_move(position, mv, ply);
            let score = self.search_move::<PV>(&next, node, context, extension, tt_move_is_noisy);
            self.unmake_move();
            if self.stopped {
                return 0;
            }
            if ply == 0 {
                let (index, bounds) = (order.next_root_move - 1, (moves.alpha, window.beta));
                let count = context.move_count;
                self.update_root_move(index, score, count, bounds, nodes_before);
            }
            if self.update_best::<PV>(position, node, window, &mut moves, (mv, score)) {
                break;
            }
        }
        self.finish_node::<PV>(position, node, window, &moves)
    }

    /// The next move: in the order of the last iteration at the root, by the picker elsewhere.
    #[inline]
    fn next_move(
        &self,
        position: &G,
        ply: usize,
        order: &mut MoveOrder<G::Move>,
    ) -> Option<G::Move> {
        if ply > 0 {
            return self.pick(&mut order.picker, position);
        }
        let root_move = self.root_moves.get(order.next_root_move)?;
        order.next_root_move += 1;
        Some(root_move.mv)
    }

    #[inline]
    fn move_context(
        &self,
        position: &G,
        mv: G::Move,
        node: &Node,
        window: Window,
        moves: &MoveLoop<G::Move>,
    ) -> MoveContext {
        let quiet = !position.is_noisy(mv);
        let histories = &self.thread.histories;
        let history = match (PLAIN, quiet) {
            (true, _) => 0,
            (_, true) => histories.of_quiet(position, mv, node.quiet_context, &self.parameters),
            (_, false) => histories.of_noisy(position, mv),
        };
        let window = Window { alpha: moves.alpha, ..window };
        MoveContext { window, move_count: moves.move_count, quiet, history }
    }

    /// Takes in the score of a move. Is it a beta cutoff, so that no other move needs to be searched?
    #[inline]
    fn update_best<const PV: bool>(
        &mut self,
        position: &G,
        node: &Node,
        window: Window,
        moves: &mut MoveLoop<G::Move>,
        (mv, score): (G::Move, i32),
    ) -> bool {
        moves.best_score = moves.best_score.max(score);
        if score > moves.alpha {
            moves.alpha = score;
            moves.best_move = position.encode_move(mv);
            if PV {
                self.thread.stack.update_pv(node.ply, mv);
            }
            if score >= window.beta {
                if !PLAIN {
                    self.thread.stack.at(node.ply).cutoffs += 1;
                    let clear = score > window.beta + self.parameters.history_cutoff_margin;
                    let depth = window.depth + i32::from(clear);
                    self.update_histories(position, node, mv, depth, moves);
                }
                return true;
            }
        } else {
            let tried = if position.is_noisy(mv) { &mut moves.noisies } else { &mut moves.quiets };
            // Moves beyond the capacity get no malus: they were tried late anyway.
            let _ = tried.try_push(mv);
        }
        false
    }

    /// The score of the node after its moves, stored in the transposition table.
    fn finish_node<const PV: bool>(
        &mut self,
        position: &G,
        node: &Node,
        window: Window,
        moves: &MoveLoop<G::Move>,
    ) -> i32 {
        let &MoveLoop { mut best_score, best_move, move_count, .. } = moves;
        if move_count == 0 {
            if node.excluded_move != 0 {
                return window.alpha;
            }
            let ending = position.ending(false);
            return ending.map_or(0, |end| Self::terminal_score(position, end, node.ply));
        }
        let softening = self.parameters.fail_high_softening;
        if !PLAIN && !PV && best_score > window.beta && best_score < MATE_THRESHOLD {
            let surplus = (best_score - window.beta) * window.depth;
            best_score = window.beta + surplus / (window.depth + softening);
        }
        let bound = match best_score {
            _ if best_score >= window.beta => Bound::AtLeast,
            _ if best_move != 0 => Bound::Exact,
            _ => Bound::AtMost,
        };
        if node.excluded_move != 0 {
            return best_score;
        }
        if !PLAIN && bound == Bound::AtMost && node.ply > 0 {
            self.update_previous_move(node.ply, window.depth);
        }
        if node.ply > 0 || self.pv_index == 0 {
            self.store(position, node, (best_score, bound), window.depth, best_move);
            self.update_correction(position, node, (best_score, bound), window.depth, best_move);
        }
        best_score
    }

    /// Stores what was found out about a node in the transposition table.
    pub fn store(
        &self,
        position: &G,
        node: &Node,
        (score, bound): (i32, Bound),
        depth: i32,
        best_move: u16,
    ) {
        let score = (score, node.ply);
        let entry = Entry::new(best_move, score, node.raw_eval, depth, Some(bound), node.tt_pv);
        self.shared.table.store(position.tt_key(), entry);
    }
}

/// Mate distance pruning: no line from here is better than a mate at the next ply or worse than being
/// mated now, so that a shorter mate found elsewhere ends the search of this one.
#[inline]
fn mate_distance_pruning(window: &mut Window, ply: usize) {
    window.alpha = window.alpha.max(ply as i32 - MATE);
    window.beta = window.beta.min(MATE - ply as i32 - 1);
}
