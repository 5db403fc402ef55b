//! Lines of PGN as a tree of variations, and back.
//!
//! PGN hangs what could have been played instead on the move that was played; a tree has all moves from a position side by
//! side, the main one first. Variations that begin with the same move are one branch of a tree.

use super::{Comment, Comments, Line, Nag, Node};
use crate::moves::Move;
use game::{Remarks, Variations};

impl Line<Move> {
    /// The tree of this line and its variations.
    pub fn to_variations(&self) -> Variations<Move> {
        let before = texts(&self.comments);
        let mut branches = branches(&self.nodes);
        let start = match branches.first_mut() {
            Some((_, first)) => {
                first.remarks.before = before;
                Remarks::default()
            }
            None => Remarks { after: before, ..Remarks::default() },
        };
        Variations::new(start, branches)
    }

    /// The line of a tree. Its main line has at most `longest` moves: what comes after them is written as variations that
    /// begin with the last of them.
    pub fn of_variations(tree: &Variations<Move>, longest: usize) -> Line<Move> {
        let first = tree.branches().next().map(|(_, first)| &first.remarks.before);
        let said = tree.remarks.after.iter().chain(first.into_iter().flatten());
        let said = said.filter_map(|text| Comment::new(text).ok()).collect();
        Line { comments: said, nodes: nodes(tree, longest) }
    }
}

/// The moves from the position before the first of these nodes.
fn branches(nodes: &[Node<Move>]) -> Vec<(Move, Variations<Move>)> {
    nodes.iter().rev().fold(Vec::new(), |after, node| {
        let nags = node.nags.iter().map(|nag| nag.0).collect();
        let remarks = Remarks { nags, before: Vec::new(), after: texts(&node.comments) };
        let mut from_here = vec![(node.mv, Variations::new(remarks, after))];
        for variation in &node.variations {
            let mut branches = branches(&variation.nodes);
            if let Some((_, first)) = branches.first_mut() {
                first.remarks.before = texts(&variation.comments);
            }
            from_here.extend(branches);
        }
        from_here
    })
}

/// The main line from a position, with the other moves as variations.
fn nodes(tree: &Variations<Move>, longest: usize) -> Vec<Node<Move>> {
    let mut nodes: Vec<Node<Move>> = Vec::new();
    let mut here = tree;
    loop {
        let mut branches = here.branches();
        if nodes.len() == longest {
            if let Some(last) = nodes.last_mut() {
                let repeated = Node::new(last.mv);
                last.variations.extend(branches.map(|(&mv, rest)| {
                    let mut line = line(mv, rest);
                    line.nodes.insert(0, repeated.clone());
                    line
                }));
            }
            return nodes;
        }
        let Some((&mv, rest)) = branches.next() else { return nodes };
        let variations = branches.map(|(&mv, rest)| line(mv, rest)).collect();
        nodes.push(Node { variations, ..node(mv, &rest.remarks) });
        here = rest;
    }
}

/// The line that begins with a move.
fn line(mv: Move, rest: &Variations<Move>) -> Line<Move> {
    let mut all = vec![node(mv, &rest.remarks)];
    all.extend(nodes(rest, usize::MAX));
    Line { comments: comments(&rest.remarks.before), nodes: all }
}

fn node(mv: Move, remarks: &Remarks) -> Node<Move> {
    let nags = remarks.nags.iter().map(|&nag| Nag(nag)).collect();
    Node { mv, nags, comments: comments(&remarks.after), variations: Vec::new() }
}

fn texts(comments: &Comments) -> Vec<String> {
    comments.iter().map(|comment| comment.text().to_owned()).collect()
}

/// A text that is longer than a comment may be is left out.
fn comments(texts: &[String]) -> Comments {
    texts.iter().filter_map(|text| Comment::new(text).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Game;

    const ANNOTATED: &str = "{A game.} 1. e4 {best by test} e5 (1... c5 2. Nf3 $1 (2. c3 {[%eval 0.2]} d5 {sound}) 2... d6) \
        ({Or the French.} 1... e6 2. d4) 2. Nf3 $5 Nc6 {[%cal Gb8c6]} 3. Bb5 *";

    #[test]
    fn a_line_with_variations_comes_back_as_it_was() {
        let game: Game = ANNOTATED.parse().unwrap();
        let tree = game.moves.to_variations();
        assert_eq!(tree.count(), 12);
        assert_eq!(Line::of_variations(&tree, usize::MAX), game.moves);
        assert_eq!(tree.branches().count(), 1);
    }

    #[test]
    fn what_comes_after_the_game_is_a_variation_of_its_last_move() {
        let game: Game = ANNOTATED.parse().unwrap();
        let tree = game.moves.to_variations();
        let short = Line::of_variations(&tree, 2);
        assert_eq!(short.nodes.len(), 2);
        let variations = &short.nodes[1].variations;
        assert_eq!(variations.len(), 3);
        assert_eq!(variations[2].nodes[0], Node::new(short.nodes[1].mv));
        assert_eq!(variations[2].nodes.len(), 4);
        // Read again, it is the same tree.
        assert_eq!(short.to_variations(), tree);
    }
}
