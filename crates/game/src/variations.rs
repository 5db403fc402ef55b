//! The tree of variations: what was played, what could have been played instead, and what is said about it.
//!
//! It is a value like a position: every change gives another tree, which shares all that lies beside the path of the
//! change with the one before. So a tree can be a fold over edits, and a snapshot of it costs nothing. A place in it
//! is the path of moves that leads there, which stays right when variations are put in another order.
//!
//! Decided against: nodes with numbers in one list. Numbers change their meaning with every edit, and a path can be
//! read by the rules of the game.

use std::sync::Arc;

/// A position of an analysis: what is said about it, and the moves from it, the main one first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variations<M> {
    pub remarks: Remarks,
    branches: Vec<Branch<M>>,
}

/// A move, and everything after it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Branch<M> {
    mv: M,
    rest: Arc<Variations<M>>,
}

/// What is said about a position and the move that led there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Remarks {
    /// Numeric annotation glyphs, as PGN numbers them: 1 for a good move, 2 for a mistake.
    pub nags: Vec<u8>,
    /// What is said before the move, where it begins a line.
    pub before: Vec<String>,
    /// What is said after it, with the commands of PGN that programs read: `[%eval 0.3]`, `[%cal Ge2e4]`.
    pub after: Vec<String>,
}

impl Remarks {
    /// Adds what another one says, but nothing twice.
    fn extend(&mut self, other: &Remarks) {
        add_new(&mut self.nags, &other.nags);
        add_new(&mut self.before, &other.before);
        add_new(&mut self.after, &other.after);
    }

    pub fn is_empty(&self) -> bool {
        self.nags.is_empty() && self.before.is_empty() && self.after.is_empty()
    }
}

fn add_new<T: Clone + PartialEq>(to: &mut Vec<T>, from: &[T]) {
    for item in from {
        if !to.contains(item) {
            to.push(item.clone());
        }
    }
}

// Not derived: that would ask the move to have a default.
impl<M> Default for Variations<M> {
    fn default() -> Variations<M> {
        Variations { remarks: Remarks::default(), branches: Vec::new() }
    }
}

impl<M: Clone + PartialEq> Variations<M> {
    /// A tree of one line.
    pub fn of_line(line: &[M]) -> Variations<M> {
        line.iter().rev().fold(Variations::default(), |rest, mv| Variations {
            remarks: Remarks::default(),
            branches: vec![Branch { mv: mv.clone(), rest: Arc::new(rest) }],
        })
    }

    /// A position with the moves from it, the main one first. Branches of the same move become one.
    pub fn new(
        remarks: Remarks,
        branches: impl IntoIterator<Item = (M, Variations<M>)>,
    ) -> Variations<M> {
        let mut here = Variations { remarks, branches: Vec::new() };
        branches.into_iter().for_each(|(mv, rest)| here.add(mv, &rest));
        here
    }

    fn add(&mut self, mv: M, rest: &Variations<M>) {
        match self.branches.iter_mut().find(|branch| branch.mv == mv) {
            Some(branch) => branch.rest = Arc::new(branch.rest.merged(rest)),
            None => self.branches.push(Branch { mv, rest: Arc::new(rest.clone()) }),
        }
    }

    /// The tree with all of another one in it: its moves after those that are there, and what it says after what is said,
    /// but nothing twice.
    #[must_use]
    pub fn merged(&self, other: &Variations<M>) -> Variations<M> {
        let mut here = self.clone();
        here.remarks.extend(&other.remarks);
        for (mv, rest) in other.branches() {
            here.add(mv.clone(), rest);
        }
        here
    }

    /// The same tree with other words: `say` changes what is said about each position.
    #[must_use]
    pub fn said_differently(&self, say: &mut impl FnMut(&mut Remarks)) -> Variations<M> {
        let mut here = self.clone();
        say(&mut here.remarks);
        for branch in &mut here.branches {
            branch.rest = Arc::new(branch.rest.said_differently(say));
        }
        here
    }

    /// The same tree with other moves. `make` is given what it made of the position before, and makes a move and something
    /// of the position after it; where it makes nothing, the branch is left out.
    pub fn translated<N: Clone + PartialEq, S>(
        &self,
        state: &S,
        make: &mut impl FnMut(&S, &M) -> Option<(N, S)>,
    ) -> Variations<N> {
        let mut here = Variations { remarks: self.remarks.clone(), branches: Vec::new() };
        for (mv, rest) in self.branches() {
            if let Some((mv, after)) = make(state, mv) {
                here.add(mv, &rest.translated(&after, make));
            }
        }
        here
    }

    /// The moves from here, the main one first, each with what comes after it.
    pub fn branches(&self) -> impl DoubleEndedIterator<Item = (&M, &Variations<M>)> {
        self.branches.iter().map(|branch| (&branch.mv, &*branch.rest))
    }

    /// What lies at the end of a path.
    pub fn at(&self, path: &[M]) -> Option<&Variations<M>> {
        path.iter().try_fold(self, |here, mv| {
            here.branches().find(|(m, _)| *m == mv).map(|(_, rest)| rest)
        })
    }

    /// The first moves from here on.
    pub fn main_line(&self) -> impl Iterator<Item = &M> {
        let mut here = Some(self);
        std::iter::from_fn(move || {
            let (mv, rest) = here?.branches().next()?;
            here = Some(rest);
            Some(mv)
        })
    }

    /// How many moves the tree has.
    pub fn count(&self) -> usize {
        self.fold(&mut |_, below: Vec<(&M, usize)>| below.iter().map(|(_, count)| count + 1).sum())
    }

    /// What a function makes of a position, given what it made of those after each move.
    pub fn fold<R>(&self, make: &mut impl FnMut(&Remarks, Vec<(&M, R)>) -> R) -> R {
        let below = self.branches().map(|(mv, rest)| (mv, rest.fold(make))).collect();
        make(&self.remarks, below)
    }

    /// The tree with a path in it. Moves that are new come after those that are there.
    #[must_use]
    pub fn with(&self, path: &[M]) -> Variations<M> {
        let mut here = self.clone();
        if let Some((mv, rest)) = path.split_first() {
            match here.branches.iter_mut().find(|branch| branch.mv == *mv) {
                Some(branch) => branch.rest = Arc::new(branch.rest.with(rest)),
                None => here
                    .branches
                    .push(Branch { mv: mv.clone(), rest: Arc::new(Variations::of_line(rest)) }),
            }
        }
        here
    }

    /// The tree with something else at the end of a path; `None` where it has no such path.
    #[must_use]
    pub fn changed(
        &self,
        path: &[M],
        change: impl FnOnce(&mut Variations<M>),
    ) -> Option<Variations<M>> {
        let mut here = self.clone();
        match path.split_first() {
            None => change(&mut here),
            Some((mv, rest)) => {
                let branch = here.branches.iter_mut().find(|branch| branch.mv == *mv)?;
                branch.rest = Arc::new(branch.rest.changed(rest, change)?);
            }
        }
        Some(here)
    }

    /// The tree without the last move of a path and all that comes after it; without anything after the start, for an
    /// empty path.
    #[must_use]
    pub fn without(&self, path: &[M]) -> Option<Variations<M>> {
        match path.split_last() {
            None => self.changed(path, |start| start.branches.clear()),
            Some((mv, before)) => {
                self.at(path)?;
                self.changed(before, |here| here.branches.retain(|branch| branch.mv != *mv))
            }
        }
    }

    /// The tree with the last move of a path one place further to the front among those from the same position.
    #[must_use]
    pub fn promoted(&self, path: &[M]) -> Option<Variations<M>> {
        self.reordered(path, |place| place.saturating_sub(1))
    }

    /// The tree with a path as the beginning of its main line.
    #[must_use]
    pub fn with_main(&self, path: &[M]) -> Option<Variations<M>> {
        let mut here = self.clone();
        if let Some((mv, rest)) = path.split_first() {
            let place = here.branches.iter().position(|branch| branch.mv == *mv)?;
            here.branches[..=place].rotate_right(1);
            here.branches[0].rest = Arc::new(here.branches[0].rest.with_main(rest)?);
        }
        Some(here)
    }

    fn reordered(&self, path: &[M], to: impl FnOnce(usize) -> usize) -> Option<Variations<M>> {
        let (mv, before) = path.split_last()?;
        let from = self.at(before)?.branches.iter().position(|branch| branch.mv == *mv)?;
        self.changed(before, |here| here.branches[to(from)..=from].rotate_right(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Path = Vec<u8>;

    fn paths() -> impl Strategy<Value = Vec<Path>> {
        prop::collection::vec(prop::collection::vec(0..4u8, 0..6), 1..12)
    }

    fn tree(paths: &[Path]) -> Variations<u8> {
        paths.iter().fold(Variations::default(), |tree, path| tree.with(path))
    }

    /// Every path that is in a tree, in no order.
    fn all(tree: &Variations<u8>) -> Vec<Path> {
        let mut found = tree.fold(&mut |_, below: Vec<(&u8, Vec<Path>)>| {
            let longer = |(mv, paths): (&u8, Vec<Path>)| -> Vec<Path> {
                paths.into_iter().map(|path| [vec![*mv], path].concat()).collect()
            };
            let mut paths: Vec<Path> = below.into_iter().flat_map(longer).collect();
            paths.push(Path::new());
            paths
        });
        found.sort();
        found
    }

    proptest! {
        #[test]
        fn what_was_put_in_is_there_once_and_nothing_else(paths in paths()) {
            let tree = tree(&paths);
            let mut expected: Vec<Path> =
                paths.iter().flat_map(|path| (0..=path.len()).map(|n| path[..n].to_vec())).collect();
            expected.sort();
            expected.dedup();
            prop_assert_eq!(tree.count() + 1, expected.len());
            prop_assert_eq!(all(&tree), expected);
            for path in &paths {
                prop_assert_eq!(&tree.with(path), &tree);
                prop_assert!(tree.at(path).is_some());
            }
            prop_assert_eq!(
                tree.main_line().next(), tree.branches().next().map(|(mv, _)| mv)
            );
        }

        #[test]
        fn what_is_taken_out_takes_along_what_comes_after_it_and_nothing_else(paths in paths()) {
            let (tree, path) = (tree(&paths), &paths[0]);
            let without = tree.without(path).unwrap();
            let kept = |other: &Path| !other.starts_with(path) || path.is_empty() && other.is_empty();
            prop_assert_eq!(all(&without), all(&tree).into_iter().filter(kept).collect::<Vec<_>>());
            prop_assert_eq!(without.without(path).is_some(), path.is_empty());
        }

        #[test]
        fn another_order_changes_nothing_but_the_order(paths in paths()) {
            let (tree, path) = (tree(&paths), &paths[0]);
            let main = tree.with_main(path).unwrap();
            prop_assert!(main.main_line().take(path.len()).eq(path));
            prop_assert_eq!(all(&main), all(&tree));
            prop_assert_eq!(main.with_main(path), Some(main.clone()));
            let Some((last, before)) = path.split_last() else {
                prop_assert_eq!(tree.promoted(path), None);
                return Ok(());
            };
            let place = |tree: &Variations<u8>| {
                tree.at(before).unwrap().branches().position(|(mv, _)| mv == last).unwrap()
            };
            let promoted = tree.promoted(path).unwrap();
            prop_assert_eq!(place(&promoted), place(&tree).saturating_sub(1));
            prop_assert_eq!(all(&promoted), all(&tree));
        }

        #[test]
        fn two_trees_in_one_have_the_paths_of_both_and_nothing_twice(
            (one, other) in (paths(), paths()),
        ) {
            let (one, other) = (tree(&one), tree(&other));
            let both = one.merged(&other);
            let mut expected = [all(&one), all(&other)].concat();
            expected.sort();
            expected.dedup();
            prop_assert_eq!(all(&both), expected);
            prop_assert_eq!(&both.merged(&other), &both);
            let same = both.translated(&(), &mut |(), mv| Some((*mv, ())));
            prop_assert_eq!(same, both);
        }

        #[test]
        fn a_change_is_seen_at_its_path_and_nowhere_else(paths in paths()) {
            let (tree, path) = (tree(&paths), &paths[0]);
            let changed = tree.changed(path, |here| here.remarks.nags.push(1)).unwrap();
            for other in all(&tree) {
                let nags = &changed.at(&other).unwrap().remarks.nags;
                prop_assert_eq!(nags.len(), usize::from(other == *path));
            }
            let back = changed.changed(path, |here| here.remarks = Remarks::default());
            prop_assert_eq!(back, Some(tree));
        }
    }

    #[test]
    fn a_path_that_is_not_there_changes_nothing() {
        let tree = Variations::of_line(&[1, 2, 3]);
        for path in [&[2][..], &[1, 2, 3, 4]] {
            assert!(tree.at(path).is_none() && tree.without(path).is_none());
            assert!(tree.promoted(path).is_none() && tree.with_main(path).is_none());
            assert!(tree.changed(path, |_| ()).is_none());
        }
        assert!(tree.main_line().eq(&[1, 2, 3]));
        assert!(tree.remarks.is_empty());
    }
}
