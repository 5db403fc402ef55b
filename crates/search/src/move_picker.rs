//! The move picker: the moves of a node one by one, those most likely to cause a cutoff first. Moves are
//! generated in stages and only when they are asked for: often the first one is enough.

use crate::histories::{Histories, QuietContext};
use crate::parameters::{Parameters, weighted};
use crate::searchable::{MOST_MOVES, Searchable};
use crate::transposition_table::TranspositionTable;
use arrayvec::ArrayVec;

#[derive(Debug, Clone, Copy)]
struct ScoredMove<M> {
    mv: M,
    score: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
}

/// What helps to order the moves.
#[derive(Debug, Clone, Copy)]
pub struct Hints<M> {
    /// The best move of an earlier search of the position, from the transposition table.
    pub tt_move: Option<M>,
    /// Encoded quiet moves that caused cutoffs in sibling nodes.
    pub killers: [u16; 2],
    /// Where quiet moves stand in the histories.
    pub quiet_context: QuietContext,
}

/// The moves of a node: transposition move, noisy moves that win exchanges, quiet moves, noisy moves that
/// lose.
pub struct MovePicker<M> {
    stage: Stage,
    hints: Hints<M>,
    /// Noisy moves with a static exchange evaluation below this come last, or not at all.
    see_threshold: i32,
    noisy_only: bool,
    moves: ArrayVec<ScoredMove<M>, MOST_MOVES>,
    next: usize,
    bad_noisy: ArrayVec<M, MOST_MOVES>,
}

impl<M: Copy + Eq> MovePicker<M> {
    /// Picks from all legal moves.
    pub fn all(hints: Hints<M>) -> MovePicker<M> {
        MovePicker {
            stage: Stage::TtMove,
            hints,
            see_threshold: 0,
            noisy_only: false,
            moves: ArrayVec::new(),
            next: 0,
            bad_noisy: ArrayVec::new(),
        }
    }

    /// Picks from the noisy moves that win at least so much in exchanges.
    pub fn noisy(hints: Hints<M>, see_threshold: i32) -> MovePicker<M> {
        MovePicker { noisy_only: true, see_threshold, ..MovePicker::all(hints) }
    }

    /// Quiet moves are of no interest any more.
    pub fn skip_quiets(&mut self) {
        self.noisy_only = true;
        if self.stage == Stage::Quiet {
            self.stage = Stage::BadNoisy;
        }
    }

    /// The next move of the order. What the table knows of the position after a quiet move is asked for one move ahead: memory
    /// takes longer to answer than a move takes to be judged, and most quiet moves of a node are never searched.
    pub fn next<G>(
        &mut self,
        position: &G,
        histories: &Histories<G>,
        table: &TranspositionTable,
        parameters: &Parameters,
    ) -> Option<M>
    where
        G: Searchable<Move = M>,
    {
        let prefetch = |mv| {
            if let Some(key) = position.key_after(mv) {
                table.prefetch(key);
            }
        };
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    let wanted = |mv: &M| !self.noisy_only || position.is_noisy(*mv);
                    self.hints.tt_move = self.hints.tt_move.filter(wanted);
                    if let Some(mv) = self.hints.tt_move {
                        prefetch(mv);
                        return Some(mv);
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(position, histories, parameters, prefetch);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.pick_best() {
                    Some(ScoredMove { mv, score }) => {
                        let bonus = weighted(score, parameters.good_capture_weight);
                        if position.see_at_least(mv, self.see_threshold - bonus) {
                            return Some(mv);
                        }
                        if !self.noisy_only {
                            self.bad_noisy.push(mv);
                        }
                    }
                    None if self.noisy_only => self.stage = Stage::BadNoisy,
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.generate_quiet(position, histories, parameters);
                    self.best_first().into_iter().for_each(|scored| prefetch(scored.mv));
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if let Some(&ScoredMove { mv, .. }) = self.moves.get(self.next) {
                        self.next += 1;
                        self.best_first().into_iter().for_each(|scored| prefetch(scored.mv));
                        return Some(mv);
                    }
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => return self.bad_noisy.pop_at(0),
            }
        }
    }

    /// Scores noisy moves by what they win at once and their capture history.
    fn generate_noisy<G: Searchable<Move = M>>(
        &mut self,
        position: &G,
        histories: &Histories<G>,
        parameters: &Parameters,
        prefetch: impl Fn(M),
    ) {
        let tt_move = self.hints.tt_move;
        let moves = &mut self.moves;
        let gain_weight = parameters.capture_gain_weight;
        position.each_noisy(|mv| {
            if Some(mv) != tt_move {
                prefetch(mv);
                let score = gain_weight * position.gain(mv) + histories.of_noisy(position, mv);
                moves.push(ScoredMove { mv, score });
            }
        });
    }

    /// Scores quiet moves by killers, countermove, histories and what the game says.
    fn generate_quiet<G: Searchable<Move = M>>(
        &mut self,
        position: &G,
        histories: &Histories<G>,
        parameters: &Parameters,
    ) {
        let Hints { tt_move, killers, quiet_context } = self.hints;
        let countermove = histories.countermove(quiet_context.continuations);
        self.moves.clear();
        self.next = 0;
        let moves = &mut self.moves;
        position.each_quiet(|mv| {
            if Some(mv) != tt_move {
                let encoded = position.encode_move(mv);
                let refutation = if encoded == killers[0] {
                    parameters.killer_bonus
                } else if encoded == killers[1] {
                    parameters.second_killer_bonus
                } else if encoded == countermove {
                    parameters.countermove_bonus
                } else {
                    0
                };
                let history = histories.of_quiet(position, mv, quiet_context, parameters);
                let bonus = position.ordering_bonus(mv, &quiet_context.threats);
                let bonus = weighted(bonus, parameters.ordering_bonus_weight);
                let score = refutation + history + bonus;
                moves.push(ScoredMove { mv, score });
            }
        });
    }

    /// The best of the generated moves that have not been picked: a selection sort that stops with the
    /// search.
    #[inline]
    fn pick_best(&mut self) -> Option<ScoredMove<M>> {
        let best = self.best_first();
        self.next += 1;
        best
    }

    /// Puts the best of the moves that have not been picked before the others.
    #[inline]
    fn best_first(&mut self) -> Option<ScoredMove<M>> {
        let rest = self.moves.get_mut(self.next..)?;
        let (mut best, mut highest) = (0, rest.first()?.score);
        for (index, scored) in rest.iter().enumerate() {
            if scored.score > highest {
                (best, highest) = (index, scored.score);
            }
        }
        rest.swap(0, best);
        rest.first().copied()
    }
}
