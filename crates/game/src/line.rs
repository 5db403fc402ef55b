//! Lines as files print them, and back to the tree.
//!
//! PGN and its relatives hang what could have been played instead on the move that was played; a tree has all moves from a
//! position side by side, the main one first. Variations that begin with the same move are one branch of a tree.

use crate::variations::{Remarks, Variations};

/// Moves that follow one another, each with what is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<M> {
    /// What is said before the first move.
    pub before: Vec<String>,
    pub moves: Vec<LineMove<M>>,
}

/// A move of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineMove<M> {
    pub mv: M,
    /// Numeric annotation glyphs.
    pub nags: Vec<u8>,
    /// What is said after it.
    pub after: Vec<String>,
    /// What could have been played instead, each from the position before the move.
    pub variations: Vec<Line<M>>,
}

impl<M: Clone + PartialEq> Line<M> {
    /// The tree of this line and its variations.
    pub fn to_variations(&self) -> Variations<M> {
        let mut branches = branches(&self.moves);
        let start = match branches.first_mut() {
            Some((_, first)) => {
                first.remarks.before.clone_from(&self.before);
                Remarks::default()
            }
            None => Remarks { after: self.before.clone(), ..Remarks::default() },
        };
        Variations::new(start, branches)
    }

    /// The line of a tree. Its main line has at most `longest` moves: what comes after them is written as variations that
    /// begin with the last of them.
    pub fn of_variations(tree: &Variations<M>, longest: usize) -> Line<M> {
        let first = tree.branches().next().map(|(_, first)| &first.remarks.before);
        let before = tree.remarks.after.iter().chain(first.into_iter().flatten()).cloned();
        Line { before: before.collect(), moves: moves(tree, longest) }
    }
}

/// The moves from the position before the first of these.
fn branches<M: Clone + PartialEq>(moves: &[LineMove<M>]) -> Vec<(M, Variations<M>)> {
    moves.iter().rev().fold(Vec::new(), |after_it, LineMove { mv, nags, after, variations }| {
        let remarks = Remarks { nags: nags.clone(), before: Vec::new(), after: after.clone() };
        let mut from_here = vec![(mv.clone(), Variations::new(remarks, after_it))];
        for variation in variations {
            let mut branches = branches(&variation.moves);
            if let Some((_, first)) = branches.first_mut() {
                first.remarks.before.clone_from(&variation.before);
            }
            from_here.extend(branches);
        }
        from_here
    })
}

/// The main line from a position, with the other moves as variations.
fn moves<M: Clone + PartialEq>(tree: &Variations<M>, longest: usize) -> Vec<LineMove<M>> {
    let mut moves: Vec<LineMove<M>> = Vec::new();
    let mut here = tree;
    loop {
        let mut branches = here.branches();
        if moves.len() == longest {
            if let Some(last) = moves.last_mut() {
                let repeated = only(&last.mv, &Remarks::default());
                last.variations.extend(branches.map(|(mv, rest)| {
                    let mut line = line(mv, rest);
                    line.moves.insert(0, repeated.clone());
                    line
                }));
            }
            return moves;
        }
        let Some((mv, rest)) = branches.next() else { return moves };
        let variations = branches.map(|(mv, rest)| line(mv, rest)).collect();
        moves.push(LineMove { variations, ..only(mv, &rest.remarks) });
        here = rest;
    }
}

/// The line that begins with a move.
fn line<M: Clone + PartialEq>(mv: &M, rest: &Variations<M>) -> Line<M> {
    let mut all = vec![only(mv, &rest.remarks)];
    all.extend(moves(rest, usize::MAX));
    Line { before: rest.remarks.before.clone(), moves: all }
}

/// A move without variations.
fn only<M: Clone>(mv: &M, remarks: &Remarks) -> LineMove<M> {
    let (nags, after) = (remarks.nags.clone(), remarks.after.clone());
    LineMove { mv: mv.clone(), nags, after, variations: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(mv: u8) -> LineMove<u8> {
        LineMove { mv, nags: Vec::new(), after: Vec::new(), variations: Vec::new() }
    }

    /// 1 2 (3 {instead} 4 (5)) 6, with something said here and there.
    fn annotated() -> Line<u8> {
        let mut fourth = played(4);
        fourth.variations = vec![Line { before: Vec::new(), moves: vec![played(5)] }];
        let mut third = played(3);
        third.after = vec!["instead".to_owned()];
        let mut second = played(2);
        second.nags = vec![1];
        second.variations =
            vec![Line { before: vec!["or".to_owned()], moves: vec![third, fourth] }];
        Line { before: vec!["a game".to_owned()], moves: vec![played(1), second, played(6)] }
    }

    #[test]
    fn a_line_with_variations_comes_back_as_it_was() {
        let tree = annotated().to_variations();
        assert_eq!(tree.count(), 6);
        assert_eq!(Line::of_variations(&tree, usize::MAX), annotated());
        assert_eq!(
            tree.at(&[1, 3]).map(|here| &here.remarks.before[..]),
            Some(&["or".to_owned()][..])
        );
    }

    #[test]
    fn what_comes_after_the_game_is_a_variation_of_its_last_move() {
        let tree = annotated().to_variations();
        let short = Line::of_variations(&tree, 2);
        assert_eq!(short.moves.len(), 2);
        let variations = &short.moves[1].variations;
        assert_eq!(variations.len(), 2);
        assert_eq!(variations[1].moves, [played(2), played(6)]);
        // Read again, it is the same tree.
        assert_eq!(short.to_variations(), tree);
    }
}
