//! Lines of PDN as those of any game, and back.

use super::{Line, Ply};
use crate::MoveText;
use game::LineMove;

impl Line {
    /// The line with its moves as they are written.
    pub fn to_line(&self) -> game::Line<MoveText> {
        let ply = |ply: &Ply| LineMove {
            mv: ply.text.clone(),
            nags: ply.glyphs.clone(),
            after: ply.comments.clone(),
            variations: ply.variations.iter().map(Line::to_line).collect(),
        };
        game::Line { before: self.preface.clone(), moves: self.plies.iter().map(ply).collect() }
    }

    /// A line of any game.
    pub fn of_line(line: &game::Line<MoveText>) -> Line {
        let ply = |LineMove { mv, nags, after, variations }: &LineMove<MoveText>| Ply {
            glyphs: nags.clone(),
            comments: after.clone(),
            variations: variations.iter().map(Line::of_line).collect(),
            ..Ply::new(mv.clone())
        };
        Line { preface: line.before.clone(), plies: line.moves.iter().map(ply).collect() }
    }
}
