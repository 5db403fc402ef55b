//! Lines of PGN as those of any game, and back.

use super::{Comment, Comments, Line, Nag, Node};
use game::LineMove;

impl<M: Clone> Line<M> {
    /// The line with its comments as plain texts.
    pub fn to_line(&self) -> game::Line<M> {
        let node = |node: &Node<M>| LineMove {
            mv: node.mv.clone(),
            nags: node.nags.iter().map(|nag| nag.0).collect(),
            after: texts(&node.comments),
            variations: node.variations.iter().map(Line::to_line).collect(),
        };
        game::Line { before: texts(&self.comments), moves: self.nodes.iter().map(node).collect() }
    }

    /// A line of any game. A text that is longer than a comment may be is left out.
    pub fn of_line(line: &game::Line<M>) -> Line<M> {
        let node = |LineMove { mv, nags, after, variations }: &LineMove<M>| Node {
            mv: mv.clone(),
            nags: nags.iter().map(|&nag| Nag(nag)).collect(),
            comments: comments(after),
            variations: variations.iter().map(Line::of_line).collect(),
        };
        Line { comments: comments(&line.before), nodes: line.moves.iter().map(node).collect() }
    }
}

fn texts(comments: &Comments) -> Vec<String> {
    comments.iter().map(|comment| comment.text().to_owned()).collect()
}

fn comments(texts: &[String]) -> Comments {
    texts.iter().filter_map(|text| Comment::new(text).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Game;

    #[test]
    fn a_line_with_variations_comes_back_as_it_was() {
        let game: Game = "{A game.} 1. e4 {best by test} e5 (1... c5 2. Nf3 $1 (2. c3 {[%eval 0.2]} d5 {sound}) 2... d6) \
            ({Or the French.} 1... e6 2. d4) 2. Nf3 $5 Nc6 {[%cal Gb8c6]} 3. Bb5 *"
            .parse()
            .unwrap();
        let tree = game.moves.to_line().to_variations();
        assert_eq!(tree.count(), 12);
        let line = game::Line::of_variations(&tree, usize::MAX);
        assert_eq!(Line::of_line(&line), game.moves);
    }
}
