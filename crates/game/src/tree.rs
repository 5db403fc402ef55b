//! The tree of a game: every line of play, grown only where a fold looks.
//!
//! A tree *is* its fold. Any question about a tree can be answered position by position, out of the
//! moves and the answers below them, so [`Tree::fold_down`] is all that a tree has to offer, and
//! everything else is written with it: [`fold`](Tree::fold), [`prune`](Tree::prune), [`minimax`].
//!
//! The moves come one by one, when asked for, each with the answer of the tree below it. A fold that
//! does not ask goes no deeper, which is how an infinite tree can be pruned, and why a decided game
//! is not searched.
//!
//! There are two trees to start from. [`GameTree`] remembers nothing: each position lives as long as
//! the fold is at it, and nothing is allocated. [`KeptTree`](crate::KeptTree) remembers what it has
//! grown and can be moved on to the next position.
//!
//! Decided against: a data type with boxed, delayed children, as one would write it in Haskell. Here
//! it costs several allocations for each node; the fold costs none, and runs as fast as recursion
//! written by hand.

use crate::Perfect;
use std::cell::LazyCell;
use std::cmp::Ordering;
use std::iter;

/// The moves of a position, each with the result of the tree below it.
pub type Below<'a, M, R> = dyn Iterator<Item = (M, R)> + 'a;

/// The lines of play from a position. The same position can stand in it many times.
pub trait Tree<G: Perfect> {
    /// Folds the tree from its leaves to its root, handing something down on the way. The root gets
    /// `at_root`; `along` makes what a position gets out of what the position above it got and the
    /// move between the two. `combine` makes the result of a position out of the position, what came
    /// down to it, and its moves with the results below them. Where nothing has to be handed down,
    /// use [`fold`](Tree::fold).
    ///
    /// Handing down the moves themselves gives each position together with the moves that lead to
    /// it from the root:
    ///
    /// ```
    /// # #[path = "../examples/tic_tac_toe.rs"] mod tic_tac_toe;
    /// # use tic_tac_toe::Grid;
    /// use game::{GameTree, Rules, Tree};
    /// let tree = GameTree::new(Grid::EMPTY).prune(2);
    /// let nodes: Vec<(Vec<u8>, Grid)> = tree.fold_down(
    ///     Vec::new(),
    ///     &|moves, square| [&moves[..], &[square]].concat(),
    ///     &|grid, moves, below| {
    ///         let node = (moves.clone(), *grid);
    ///         [node].into_iter().chain(below.flat_map(|(_, nodes)| nodes)).collect()
    ///     },
    /// );
    /// assert_eq!(nodes[0], (vec![], Grid::EMPTY));
    /// assert_eq!(nodes[2], (vec![0, 1], Grid::EMPTY.play(0).play(1)));
    /// ```
    fn fold_down<C, R>(
        &self,
        at_root: C,
        along: &impl Fn(&C, G::Move) -> C,
        combine: &impl Fn(&G, &C, &mut Below<'_, G::Move, R>) -> R,
    ) -> R;

    /// Folds the tree from its leaves to its root: `combine` makes the result of a position out of
    /// the position and its moves with the results below them.
    ///
    /// ```
    /// # #[path = "../examples/tic_tac_toe.rs"] mod tic_tac_toe;
    /// # use tic_tac_toe::Grid;
    /// use game::{GameTree, Tree};
    /// let two_moves = GameTree::new(Grid::EMPTY).prune(2);
    /// let nodes = two_moves.fold(|_, below| 1 + below.map(|(_, nodes)| nodes).sum::<u32>());
    /// assert_eq!(nodes, 1 + 9 + 9 * 8);
    /// ```
    fn fold<R>(&self, combine: impl Fn(&G, &mut Below<'_, G::Move, R>) -> R) -> R {
        self.fold_down((), &|&(), _| (), &|position, &(), below| combine(position, below))
    }

    /// The first `levels` levels below the root, and nothing below those.
    ///
    /// ```
    /// # #[path = "../examples/tic_tac_toe.rs"] mod tic_tac_toe;
    /// # use tic_tac_toe::Grid;
    /// use game::{GameTree, Tree};
    /// let height = |levels| {
    ///     let tree = GameTree::new(Grid::EMPTY).prune(levels);
    ///     tree.fold(|_, below| below.map(|(_, height)| height + 1).max().unwrap_or(0))
    /// };
    /// assert_eq!([height(0), height(3)], [0, 3]);
    /// ```
    fn prune(self, levels: usize) -> Pruned<Self>
    where
        Self: Sized,
    {
        Pruned { tree: self, levels }
    }
}

/// A tree cut off below some level.
#[derive(Debug, Clone)]
pub struct Pruned<T> {
    tree: T,
    levels: usize,
}

/// The pruned tree is the fold that hands down how many levels are left. Where none is, there are no
/// moves, so the number never falls below zero.
impl<G: Perfect, T: Tree<G>> Tree<G> for Pruned<T> {
    #[inline]
    fn fold_down<C, R>(
        &self,
        at_root: C,
        along: &impl Fn(&C, G::Move) -> C,
        combine: &impl Fn(&G, &C, &mut Below<'_, G::Move, R>) -> R,
    ) -> R {
        self.tree.fold_down(
            (self.levels, at_root),
            &|(levels, above), mv| (levels - 1, along(above, mv)),
            &|position, (levels, above), below| match levels {
                0 => combine(position, above, &mut iter::empty()),
                _ => combine(position, above, below),
            },
        )
    }
}

/// The whole tree of a game from one position, often infinite, and nothing of it kept.
///
/// ```
/// # #[path = "../examples/tic_tac_toe.rs"] mod tic_tac_toe;
/// # use tic_tac_toe::Grid;
/// use game::{GameTree, Notation, Tree};
/// // Two squares are free.
/// let tree = GameTree::new(Grid::read_start("XXOOOXX--").unwrap());
/// let games = tree.fold(|_, below| below.map(|(_, games)| games).sum::<u32>().max(1));
/// assert_eq!(games, 2);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct GameTree<G> {
    root: G,
}

impl<G: Perfect> GameTree<G> {
    /// The tree that begins with this position.
    pub fn new(root: G) -> GameTree<G> {
        GameTree { root }
    }
}

impl<G: Perfect> Tree<G> for GameTree<G> {
    fn fold_down<C, R>(
        &self,
        at_root: C,
        along: &impl Fn(&C, G::Move) -> C,
        combine: &impl Fn(&G, &C, &mut Below<'_, G::Move, R>) -> R,
    ) -> R {
        grow(&self.root, &at_root, along, combine)
    }
}

/// Folds the tree that begins with this position, to which `above` was handed down.
fn grow<G: Perfect, C, R>(
    position: &G,
    above: &C,
    along: &impl Fn(&C, G::Move) -> C,
    combine: &impl Fn(&G, &C, &mut Below<'_, G::Move, R>) -> R,
) -> R {
    combine(position, above, &mut below(position, above, along, combine))
}

/// The moves of a position with the trees below them folded. The moves are listed when the first of
/// them is asked for, and each is played when it is asked for.
pub(crate) fn below<G: Perfect, C, R>(
    position: &G,
    above: &C,
    along: &impl Fn(&C, G::Move) -> C,
    combine: &impl Fn(&G, &C, &mut Below<'_, G::Move, R>) -> R,
) -> impl Iterator<Item = (G::Move, R)> {
    let moves = LazyCell::new(|| position.moves_unless_over());
    (0..).map_while(move |next| {
        let &mv = moves.as_ref()?.get(next)?;
        Some((mv, grow(&position.play(mv), &along(above, mv), along, combine)))
    })
}

/// A perfect game whose positions have a value that takes no search.
pub trait Valued: Perfect {
    /// What a value of 1 would come to in the units of the game, in which people want to read it:
    /// pawns in chess, men in checkers, discs of a full board in Othello.
    const UNITS: f64;

    /// How good the position is for the side to move, between -1 and 1: exactly -1 when it has lost,
    /// exactly 1 when it has won, 0 when the game is drawn, and strictly between otherwise.
    fn valuation(&self) -> f64;
}

/// The value of a tree for the side to move at its root, and the line of play that leads to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Best<M> {
    /// Between -1, lost, and 1, won.
    pub value: f64,
    /// Best play of both sides, from the root.
    pub line: Vec<M>,
}

impl<M> Best<M> {
    /// The greater one is better for the side to move: a win the sooner it comes, a loss the later.
    fn compare(&self, other: &Best<M>) -> Ordering {
        let by_value = self.value.partial_cmp(&other.value).unwrap_or(Ordering::Equal);
        by_value.then_with(|| match self.value {
            1.0 => other.line.len().cmp(&self.line.len()),
            -1.0 => self.line.len().cmp(&other.line.len()),
            _ => Ordering::Equal,
        })
    }

    /// The same as the opponent sees it, who made the move before.
    fn after(mut self, mv: M) -> Best<M> {
        self.line.insert(0, mv);
        Best { value: -self.value, ..self }
    }
}

/// [`minimax_by`] with the valuation of the game itself.
pub fn minimax<G: Valued>(tree: &impl Tree<G>) -> Best<G::Move> {
    minimax_by(tree, G::valuation)
}

/// The value and the line of best play: each side chooses what is best for it, and a leaf is worth
/// what `valuation` says, between -1 and 1, for the side to move there. A position worth -1 or 1 is
/// lost or won and not searched. Of moves with equal values the first one counts, but a win is better
/// the sooner it comes, and a loss the later.
///
/// The tree must be finite: prune it first.
///
/// ```
/// # #[path = "../examples/tic_tac_toe.rs"] mod tic_tac_toe;
/// # use tic_tac_toe::Grid;
/// use game::{Best, GameTree, Notation, Perfect, minimax_by};
/// let lost = |grid: &Grid| grid.ending(true).is_some();
/// let valuation = |grid: &Grid| if lost(grid) { -1.0 } else { 0.0 };
/// let grid = Grid::read_start("XX-OO----")?;
/// let best = minimax_by(&GameTree::new(grid), valuation);
/// assert_eq!(best, Best { value: 1.0, line: vec![grid.read_move("c1")?] });
/// # Ok::<(), tic_tac_toe::TextError>(())
/// ```
pub fn minimax_by<G: Perfect>(tree: &impl Tree<G>, valuation: impl Fn(&G) -> f64) -> Best<G::Move> {
    tree.fold(|position, replies| {
        let leaf = Best { value: valuation(position), line: Vec::new() };
        if leaf.value.abs() == 1.0 {
            return leaf;
        }
        // The best move is the one after which the opponent is worst off.
        let best = replies.min_by(|(_, one), (_, other)| one.compare(other));
        best.map_or(leaf, |(mv, reply)| reply.after(mv))
    })
}

/// [`minimax`] that can be stopped: `go_on` is asked at every node, and once it says no, the search
/// ends and the answer is `None`.
pub fn minimax_while<G: Valued>(
    tree: &impl Tree<G>,
    go_on: impl Fn() -> bool,
) -> Option<Best<G::Move>> {
    // A position that is won is not searched: after a no, every position counts as one.
    let best = minimax_by(tree, |position| if go_on() { position.valuation() } else { 1.0 });
    go_on().then_some(best)
}
