//! A tree that remembers what it has grown, for a player that looks again after each move.

use crate::tree::{Below, Best, Tree, Valued, below, minimax, minimax_while};
use crate::{Perfect, Rules};
use std::cell::{Cell, LazyCell, OnceCell};

/// The tree of a game that keeps what has been looked at. When moves are played, the root moves
/// down with everything that is below it, and the next look has only to grow the frontier.
///
/// Memory is bounded: once `cap` nodes are kept, what lies beyond is looked at without being
/// kept, as in a [`GameTree`](crate::GameTree).
///
/// ```
/// # #[path = "../examples/tic_tac_toe.rs"] mod tic_tac_toe;
/// # use tic_tac_toe::Grid;
/// use game::{KeptTree, Notation, Tree};
/// let mut tree = KeptTree::new(Grid::EMPTY, 10_000);
/// let count = |tree: &KeptTree<Grid>| {
///     tree.prune(3).fold(|_, below| 1 + below.map(|(_, nodes)| nodes).sum::<u64>())
/// };
/// count(&tree);
/// assert_eq!(tree.counters().made, 9 + 9 * 8 + 9 * 8 * 7);
///
/// tree.play(Grid::EMPTY.read_move("b2").unwrap());
/// tree.reset_counters();
/// count(&tree);
/// assert_eq!(tree.counters().reused, 8 + 8 * 7);
/// assert_eq!(tree.counters().made, 8 * 7 * 6);
/// ```
#[derive(Debug)]
pub struct KeptTree<G: Perfect> {
    root: Branch<G>,
    kept: Cell<usize>,
    cap: usize,
    counters: Cell<Counters>,
}

/// The work done and the work saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Nodes that had to be made, the root aside.
    pub made: u64,
    /// Nodes that were there already.
    pub reused: u64,
}

/// A position, and its moves with the branches below them once a fold has asked for those.
#[derive(Debug)]
struct Branch<G: Perfect> {
    position: G,
    below: OnceCell<Box<Branches<G>>>,
}

type Branches<G> = [(<G as Rules>::Move, Branch<G>)];

impl<G: Perfect> Branch<G> {
    fn new(position: G) -> Branch<G> {
        Branch { position, below: OnceCell::new() }
    }

    /// The number of nodes below that are kept.
    fn kept(&self) -> usize {
        let mut count = 0;
        let mut open = vec![self];
        while let Some(branch) = open.pop() {
            let below = branch.below.get().map_or(&[][..], |below| below);
            count += below.len();
            open.extend(below.iter().map(|(_, branch)| branch));
        }
        count
    }
}

impl<G: Perfect> KeptTree<G> {
    /// A tree that begins with this position and keeps at most `cap` nodes.
    pub fn new(position: G, cap: usize) -> KeptTree<G> {
        KeptTree {
            root: Branch::new(position),
            kept: Cell::new(0),
            cap,
            counters: Cell::new(Counters::default()),
        }
    }

    /// The position at the root.
    pub fn position(&self) -> &G {
        &self.root.position
    }

    /// The work done and saved since the counters were last reset.
    pub fn counters(&self) -> Counters {
        self.counters.get()
    }

    /// Sets the counters back to zero.
    pub fn reset_counters(&self) {
        self.counters.set(Counters::default());
    }

    /// How many nodes are kept below the root.
    pub fn kept(&self) -> usize {
        self.kept.get()
    }

    /// Moves the root down by a legal move. What is below it stays, the rest is forgotten.
    pub fn play(&mut self, mv: G::Move) {
        let branches = self.root.below.take().unwrap_or_default();
        self.root = match branches.into_iter().find(|(edge, _)| *edge == mv) {
            Some((_, branch)) => branch,
            None => Branch::new(self.root.position.play(mv)),
        };
        self.kept.set(self.root.kept());
    }

    /// Moves the root to a position that is reached from it by at most two moves, keeping what
    /// is below; at any other position it starts over with nothing kept.
    pub fn move_to(&mut self, position: &G) {
        if self.root.position == *position {
            return;
        }
        let one = |from: &G| from.moves().iter().copied().find(|&mv| from.play(mv) == *position);
        if let Some(mv) = one(&self.root.position) {
            return self.play(mv);
        }
        let root = self.root.position;
        let two = root.moves().iter().find_map(|&mv| Some((mv, one(&root.play(mv))?)));
        match two {
            Some((first, second)) => {
                self.play(first);
                self.play(second);
            }
            None => *self = KeptTree::new(*position, self.cap),
        }
    }

    /// The branches below one, grown now if they were not, or `None` when there is no more room.
    fn below<'a>(&self, branch: &'a Branch<G>) -> Option<&'a Branches<G>> {
        if let Some(branches) = branch.below.get() {
            self.count(|counters| counters.reused += branches.len() as u64);
            return Some(branches);
        }
        let moves = branch.position.moves_unless_over();
        let moves = moves.as_deref().unwrap_or_default();
        let kept = self.kept.get() + moves.len();
        if kept > self.cap {
            return None;
        }
        self.kept.set(kept);
        self.count(|counters| counters.made += moves.len() as u64);
        let grow = |&mv: &G::Move| (mv, Branch::new(branch.position.play(mv)));
        Some(branch.below.get_or_init(|| moves.iter().map(grow).collect()))
    }

    /// Folds the tree that begins with this branch. Positions for which there is no room are made,
    /// counted and dropped.
    fn fold_branch<C, R>(
        &self,
        branch: &Branch<G>,
        above: &C,
        along: &impl Fn(&C, G::Move) -> C,
        combine: &impl Fn(&G, &C, &mut Below<'_, G::Move, R>) -> R,
    ) -> R {
        let counted = |position: &G, above: &C, below: &mut Below<'_, G::Move, R>| {
            self.count(|counters| counters.made += 1);
            combine(position, above, below)
        };
        let mut passing = below(&branch.position, above, along, &counted);
        let kept = LazyCell::new(|| self.below(branch));
        let mut below = (0..).map_while(|next| match *kept {
            Some(branches) => {
                let &(mv, ref branch) = branches.get(next)?;
                Some((mv, self.fold_branch(branch, &along(above, mv), along, combine)))
            }
            None => passing.next(),
        });
        combine(&branch.position, above, &mut below)
    }

    fn count(&self, change: impl FnOnce(&mut Counters)) {
        let mut counters = self.counters.get();
        change(&mut counters);
        self.counters.set(counters);
    }
}

impl<G: Perfect> Tree<G> for &KeptTree<G> {
    fn fold_down<C, R>(
        &self,
        at_root: C,
        along: &impl Fn(&C, G::Move) -> C,
        combine: &impl Fn(&G, &C, &mut Below<'_, G::Move, R>) -> R,
    ) -> R {
        self.fold_branch(&self.root, &at_root, along, combine)
    }
}

impl<G: Valued> KeptTree<G> {
    /// Looks `levels` moves ahead and says what is best, as [`minimax`] over a plain tree would.
    pub fn best(&self, levels: usize) -> Best<G::Move> {
        minimax(&self.prune(levels))
    }

    /// The same, but it can be stopped, as [`minimax_while`] can.
    pub fn best_while(&self, levels: usize, go_on: impl Fn() -> bool) -> Option<Best<G::Move>> {
        minimax_while(&self.prune(levels), go_on)
    }
}
