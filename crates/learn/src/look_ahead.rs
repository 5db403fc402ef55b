//! Playing by a model: alpha-beta over a few plies.

use crate::learnable::Learnable;
use crate::model::Model;
use game::{Perfect, Rules, Side, Verdict};
use std::marker::PhantomData;

/// A finished game is worth this less a little for each ply until its end: more than any model says.
const WON: f32 = 2.0;
const PLY: f32 = 1e-3;
/// Captures are followed so many plies at most.
const QUIESCENCE_PLIES: u32 = 4;

/// Looks ahead by a model.
pub struct LookAhead<'a, L, M: ?Sized> {
    model: &'a M,
    pub nodes: u64,
    game: PhantomData<fn() -> L>,
}

/// What a look-ahead came to.
#[derive(Debug, Clone, Copy)]
pub struct Looked<G: Rules> {
    /// The index of the move in the list of moves, and the move.
    pub index: usize,
    pub mv: G::Move,
    /// For the side to move at the root. Beyond 1 and -1 the end of the game was seen.
    pub value: f32,
    /// The position whose value this is.
    pub leaf: G,
    /// Is the game over there?
    pub over: bool,
}

/// The value of a line for the side to move at its beginning, and its last position.
#[derive(Clone, Copy)]
struct Line<G> {
    value: f32,
    leaf: G,
    over: bool,
}

impl<G> Line<G> {
    fn turned(self) -> Line<G> {
        Line { value: -self.value, ..self }
    }
}

/// What a finished game is worth to a side.
pub fn result(verdict: Verdict, side: Side) -> f32 {
    match verdict.winner() {
        None => 0.0,
        Some(winner) if winner == side => 1.0,
        Some(_) => -1.0,
    }
}

impl<'a, L: Learnable, M: Model<L> + ?Sized> LookAhead<'a, L, M> {
    pub fn new(model: &'a M) -> LookAhead<'a, L, M> {
        LookAhead { model, nodes: 0, game: PhantomData }
    }

    /// The best move, looking `depth` plies ahead. Among equal moves `tie` decides. `None` where the game
    /// is over.
    pub fn best(&mut self, position: &L::Game, depth: u8, tie: u64) -> Option<Looked<L::Game>> {
        self.best_while(position, depth, tie, &|| true)
    }

    /// The same; when `go_on` says no, it is the best of the moves that were looked at.
    pub fn best_while(
        &mut self,
        position: &L::Game,
        depth: u8,
        tie: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Looked<L::Game>> {
        let moves = position.moves_unless_over()?;
        let order = ordered::<L>(position, &moves, tie);
        let mut best: Option<Looked<L::Game>> = None;
        for index in order {
            if best.is_some() && !go_on() {
                break;
            }
            let alpha = best.as_ref().map_or(-WON, |best| best.value);
            let next = position.play(moves[index]);
            let line = self.line(&next, u32::from(depth) - 1, 1, -WON, -alpha).turned();
            if best.as_ref().is_none_or(|best| line.value > best.value) {
                let Line { value, leaf, over } = line;
                best = Some(Looked { index, mv: moves[index], value, leaf, over });
            }
        }
        best
    }

    fn line(
        &mut self,
        position: &L::Game,
        depth: u32,
        ply: u32,
        mut alpha: f32,
        beta: f32,
    ) -> Line<L::Game> {
        self.nodes += 1;
        if depth == 0 && L::QUIESCENCE {
            return self.quiescence(position, ply, QUIESCENCE_PLIES, alpha, beta);
        }
        if depth == 0 {
            return match position.ending(position.can_move()) {
                Some(end) => over(position, end.verdict, ply),
                None => self.leaf(position),
            };
        }
        let moves = position.moves();
        if let Some(end) = position.ending(!moves.is_empty()) {
            return over(position, end.verdict, ply);
        }
        let mut best: Option<Line<L::Game>> = None;
        for index in ordered::<L>(position, &moves, 0) {
            let next = position.play(moves[index]);
            let line = self.line(&next, depth - 1, ply + 1, -beta, -alpha).turned();
            if best.is_none_or(|best| line.value > best.value) {
                best = Some(line);
                alpha = alpha.max(line.value);
                if alpha >= beta {
                    break;
                }
            }
        }
        best.unwrap_or_else(|| self.leaf(position))
    }

    /// Captures to their end; all moves of a side in check.
    fn quiescence(
        &mut self,
        position: &L::Game,
        ply: u32,
        left: u32,
        mut alpha: f32,
        beta: f32,
    ) -> Line<L::Game> {
        use search::Searchable;
        self.nodes += 1;
        let moves = position.moves();
        if let Some(end) = position.ending(!moves.is_empty()) {
            return over(position, end.verdict, ply);
        }
        let forced = position.in_check();
        let mut best = None;
        if !forced || left == 0 {
            let stand = self.leaf(position);
            alpha = alpha.max(stand.value);
            if left == 0 || alpha >= beta {
                return stand;
            }
            best = Some(stand);
        }
        for index in ordered::<L>(position, &moves, 0) {
            if !forced && !position.is_noisy(moves[index]) {
                break;
            }
            let next = position.play(moves[index]);
            let line = self.quiescence(&next, ply + 1, left - 1, -beta, -alpha).turned();
            if best.is_none_or(|best: Line<L::Game>| line.value > best.value) {
                best = Some(line);
                alpha = alpha.max(line.value);
                if alpha >= beta {
                    break;
                }
            }
        }
        best.unwrap_or_else(|| self.leaf(position))
    }

    fn leaf(&mut self, position: &L::Game) -> Line<L::Game> {
        Line { value: self.model.value(position), leaf: *position, over: false }
    }
}

fn over<G: Perfect>(position: &G, verdict: Verdict, ply: u32) -> Line<G> {
    let value = result(verdict, position.side_to_move()) * (WON - PLY * ply as f32);
    Line { value, leaf: *position, over: true }
}

/// The numbers of the moves in the order in which they are tried: captures first, by what they gain, then
/// the others from a place on that `tie` decides.
fn ordered<L: Learnable>(
    position: &L::Game,
    moves: &[<L::Game as Rules>::Move],
    tie: u64,
) -> Vec<usize> {
    use search::Searchable;
    let count = moves.len();
    let from = (tie % count.max(1) as u64) as usize;
    let mut order: Vec<usize> = (0..count).map(|index| (index + from) % count).collect();
    if L::QUIESCENCE {
        order.sort_by_cached_key(|&index| {
            let mv = moves[index];
            if position.is_noisy(mv) { -1 - position.gain(mv).max(0) } else { 1 }
        });
    }
    order
}
