//! A tree that remembers what it has grown, for a player that looks again after each move.

use crate::Perfect;
use crate::tree::{Below, Best, Node, Tree, Valued, minimax, minimax_while, unfold};
use std::cell::{Cell, OnceCell};

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
/// let count = |tree: &KeptTree<Grid>| tree.prune(3).fold(|_, below| 1 + below.sum::<u64>());
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

#[derive(Debug)]
struct Branch<G: Perfect> {
    position: G,
    /// The move that led here; the root has none.
    mv: Option<G::Move>,
    /// Empty until somebody looks below.
    below: OnceCell<Box<[Branch<G>]>>,
}

impl<G: Perfect> Branch<G> {
    fn new(position: G, mv: Option<G::Move>) -> Branch<G> {
        Branch { position, mv, below: OnceCell::new() }
    }

    /// The number of nodes below that are kept.
    fn kept(&self) -> usize {
        let mut count = 0;
        let mut open = vec![self];
        while let Some(branch) = open.pop() {
            let below = branch.below.get().map_or(&[][..], |below| below);
            count += below.len();
            open.extend(below);
        }
        count
    }
}

impl<G: Perfect> KeptTree<G> {
    /// A tree that begins with this position and keeps at most `cap` nodes.
    pub fn new(position: G, cap: usize) -> KeptTree<G> {
        KeptTree {
            root: Branch::new(position, None),
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

    /// Starts counting anew.
    pub fn reset_counters(&self) {
        self.counters.set(Counters::default());
    }

    /// How many nodes are kept below the root.
    pub fn kept(&self) -> usize {
        self.kept.get()
    }

    /// Moves the root down by a legal move. What is below it stays, the rest is forgotten.
    pub fn play(&mut self, mv: G::Move) {
        let branches = self.root.below.take().map(Vec::from).unwrap_or_default();
        let kept = branches.into_iter().find(|branch| branch.mv == Some(mv));
        self.root = match kept {
            Some(branch) => Branch { mv: None, ..branch },
            None => Branch::new(self.root.position.play(mv), None),
        };
        self.kept.set(self.root.kept());
    }

    /// Moves the root to a position that is reached from it by at most two moves, keeping what
    /// is below; begins anew at any other.
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
    fn below<'a>(&self, branch: &'a Branch<G>) -> Option<&'a [Branch<G>]> {
        let mut counters = self.counters.get();
        let branches = if let Some(branches) = branch.below.get() {
            counters.reused += branches.len() as u64;
            branches
        } else {
            let moves = branch.position.moves_unless_over();
            let moves = moves.as_deref().unwrap_or_default();
            if self.kept.get() + moves.len() > self.cap {
                return None;
            }
            self.kept.set(self.kept.get() + moves.len());
            counters.made += moves.len() as u64;
            let grow = |&mv: &G::Move| Branch::new(branch.position.play(mv), Some(mv));
            branch.below.get_or_init(|| moves.iter().map(grow).collect())
        };
        self.counters.set(counters);
        Some(branches)
    }

    fn fold_branch<C, R>(
        &self,
        branch: &Branch<G>,
        node: &Node<'_, G>,
        from_above: C,
        combine: &impl Fn(&Node<'_, G>, C, &mut Below<'_, C, R>) -> R,
    ) -> R {
        let mut branches = None;
        combine(node, from_above, &mut |down| {
            let branches = branches.get_or_insert_with(|| match self.below(branch) {
                Some(kept) => Branches::Kept(kept.iter()),
                None => Branches::Passing(branch.position.moves(), 0),
            });
            match branches {
                Branches::Kept(rest) => {
                    let child = rest.next()?;
                    let came_from = child.mv.map(|mv| (node, mv));
                    let node = Node { position: &child.position, came_from };
                    Some(self.fold_branch(child, &node, down, combine))
                }
                Branches::Passing(moves, next) => {
                    let &mv = moves.get(*next)?;
                    *next += 1;
                    let position = branch.position.play(mv);
                    let node = Node { position: &position, came_from: Some((node, mv)) };
                    Some(unfold(&node, down, &|node, handed_down, below| {
                        self.count_one_made();
                        combine(node, handed_down, below)
                    }))
                }
            }
        })
    }

    fn count_one_made(&self) {
        let counters = self.counters.get();
        self.counters.set(Counters { made: counters.made + 1, ..counters });
    }
}

/// What is below a branch while a fold goes through it.
enum Branches<'a, G: Perfect> {
    Kept(std::slice::Iter<'a, Branch<G>>),
    Passing(G::Moves, usize),
}

impl<G: Perfect> Tree<G> for &KeptTree<G> {
    fn fold_down<C, R>(
        &self,
        from_above: C,
        combine: &impl Fn(&Node<'_, G>, C, &mut Below<'_, C, R>) -> R,
    ) -> R {
        self.fold_branch(&self.root, &Node::root(&self.root.position), from_above, combine)
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
