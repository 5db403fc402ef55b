//! The tree of a game: every line of play, grown only where somebody looks.
//!
//! A tree *is* its fold. Whoever can combine each node with what the trees below it amount to can
//! ask anything of the tree, so [`Tree::fold_down`] is all that a tree has to offer, and everything
//! else is written with it: [`fold`](Tree::fold), [`prune`](Tree::prune), [`minimax`].
//!
//! The trees below a node come one by one, when asked for. A fold that does not ask does not look,
//! which is how an infinite tree can be pruned, and how a game that is decided is not searched
//! further.
//!
//! There are two trees to start from. [`GameTree`] remembers nothing: each node lives as long as
//! the fold is at it, and nothing is allocated. [`KeptTree`](crate::KeptTree) remembers what it has
//! grown and can be moved on to the next position.
//!
//! Decided against: a data type with boxed, delayed children, as one would write it in Haskell. Here
//! it costs several allocations for each node; the fold costs none, and runs as fast as recursion
//! written by hand.

use crate::Perfect;

/// A node of a tree: a position, and how it was reached.
#[derive(Debug)]
pub struct Node<'a, G: Perfect> {
    /// The position.
    pub position: &'a G,
    /// The node above and the move that was played there. The root has none.
    pub came_from: Option<(&'a Node<'a, G>, G::Move)>,
}

impl<'a, G: Perfect> Node<'a, G> {
    /// The node of a tree that begins with this position.
    pub fn root(position: &'a G) -> Node<'a, G> {
        Node { position, came_from: None }
    }

    /// The move that led here; the root has none.
    pub fn last_move(&self) -> Option<G::Move> {
        self.came_from.map(|(_, mv)| mv)
    }

    /// The moves from the root to this node.
    pub fn moves(&self) -> Vec<G::Move> {
        let upwards = std::iter::successors(self.came_from, |(above, _)| above.came_from);
        let mut moves: Vec<G::Move> = upwards.map(|(_, mv)| mv).collect();
        moves.reverse();
        moves
    }
}

/// Gives what the next tree below amounts to when `C` is handed down to it, or `None` after the last.
pub type Below<'a, C, R> = dyn FnMut(C) -> Option<R> + 'a;

/// The lines of play from a position. The same position can stand in it many times.
pub trait Tree<G: Perfect> {
    /// What the tree amounts to, when `combine` says it for a node, given what came down from above and
    /// what the trees below amount to. Something (`C`) is handed down on the way; where that is
    /// nothing, use [`fold`](Tree::fold).
    fn fold_down<C, R>(
        &self,
        from_above: C,
        combine: &impl Fn(&Node<'_, G>, C, &mut Below<'_, C, R>) -> R,
    ) -> R;

    /// What the tree amounts to, when `combine` says it for a node and what the trees below it
    /// amount to.
    ///
    /// ```
    /// # #[path = "../examples/tic_tac_toe.rs"] mod tic_tac_toe;
    /// # use tic_tac_toe::Grid;
    /// use game::{GameTree, Tree};
    /// let two_moves = GameTree::new(Grid::EMPTY).prune(2);
    /// let nodes: u32 = two_moves.fold(|_, below| 1 + below.sum::<u32>());
    /// assert_eq!(nodes, 1 + 9 + 9 * 8);
    /// ```
    fn fold<R>(&self, combine: impl Fn(&Node<'_, G>, &mut dyn Iterator<Item = R>) -> R) -> R {
        self.fold_down((), &|node, (), below| combine(node, &mut std::iter::from_fn(|| below(()))))
    }

    /// The first `levels` levels below the root, and nothing below those.
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

/// The pruned tree is the fold in which the number of levels left is handed down, one less each
/// time, and in which nobody looks below when none is left.
impl<G: Perfect, T: Tree<G>> Tree<G> for Pruned<T> {
    #[inline]
    fn fold_down<C, R>(
        &self,
        from_above: C,
        combine: &impl Fn(&Node<'_, G>, C, &mut Below<'_, C, R>) -> R,
    ) -> R {
        self.tree.fold_down((self.levels, from_above), &|node, (levels, from_above), below| {
            combine(node, from_above, &mut |down| below((levels.checked_sub(1)?, down)))
        })
    }
}

/// The whole tree of a game from one position, often infinite, and nothing of it kept.
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
        from_above: C,
        combine: &impl Fn(&Node<'_, G>, C, &mut Below<'_, C, R>) -> R,
    ) -> R {
        unfold(&Node::root(&self.root), from_above, combine)
    }
}

/// Folds the tree below a node, making each position when it is asked for. The moves are
/// listed when the first of them is.
pub(crate) fn unfold<G: Perfect, C, R>(
    node: &Node<'_, G>,
    from_above: C,
    combine: &impl Fn(&Node<'_, G>, C, &mut Below<'_, C, R>) -> R,
) -> R {
    let mut moves = None;
    let mut next = 0;
    combine(node, from_above, &mut |down| {
        let moves = moves.get_or_insert_with(|| node.position.moves_unless_over());
        let &mv = moves.as_ref()?.get(next)?;
        next += 1;
        let position = node.position.play(mv);
        let child = Node { position: &position, came_from: Some((node, mv)) };
        Some(unfold(&child, down, combine))
    })
}

/// A perfect game with a simple opinion on its positions.
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

/// Each side chooses what is best for it; the leaves are worth what their valuation says. A node
/// that is won or lost is not looked into. Of moves with equal values the first one counts,
/// but a win is better the sooner it comes, and a loss the later.
///
/// The tree must be finite: prune it first.
pub fn minimax<G: Valued>(tree: &impl Tree<G>) -> Best<G::Move> {
    minimax_while(tree, || true).unwrap_or(Best { value: 0.0, line: Vec::new() })
}

/// [`minimax`] that can be stopped: `go_on` is asked at every node, and once it says no, nobody looks
/// any further and the answer is `None`.
pub fn minimax_while<G: Valued>(
    tree: &impl Tree<G>,
    go_on: impl Fn() -> bool,
) -> Option<Best<G::Move>> {
    let Judged { value, mut line, .. } = tree.fold(|node, below| {
        let value = node.position.valuation();
        let leaf = Judged { last_move: node.last_move(), value, line: Vec::new() };
        if value.abs() == 1.0 || !go_on() {
            return leaf;
        }
        match below.reduce(Judged::better_for_the_one_who_chooses) {
            None => leaf,
            Some(reply) => leaf.followed_by(reply),
        }
    });
    line.reverse();
    go_on().then_some(Best { value, line })
}

/// What a tree is worth for the side to move at its root. The line is kept backwards, because it
/// grows from its end.
struct Judged<M> {
    last_move: Option<M>,
    value: f64,
    line: Vec<M>,
}

impl<M> Judged<M> {
    fn better_for_the_one_who_chooses(self, other: Judged<M>) -> Judged<M> {
        // Both values are the opponent's: the lower one is better.
        let sooner = other.line.len() < self.line.len();
        let better = match other.value {
            value if value != self.value => value < self.value,
            -1.0 => sooner,
            1.0 => other.line.len() > self.line.len(),
            _ => false,
        };
        if better { other } else { self }
    }

    fn followed_by(self, reply: Judged<M>) -> Judged<M> {
        let mut line = reply.line;
        line.extend(reply.last_move);
        Judged { last_move: self.last_move, value: -reply.value, line }
    }
}
