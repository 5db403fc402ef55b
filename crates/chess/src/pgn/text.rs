//! A game as its text says it, and the step from there to positions.

use super::error::{At, ResolveError, Unresolved, cut};
use super::{Game, GameResult, Line, Node, Tags, Variant};
use crate::moves::Move;
use crate::position::Position;
use crate::san::San;
use game::Rules;

/// A game as its text says it: the moves are not yet looked at on a board.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameText {
    /// All tags but those below.
    pub tags: Tags,
    /// The value of the `Variant` tag.
    pub variant: Option<At<String>>,
    /// The value of the `FEN` tag. Where there is one, it counts, whatever `SetUp` says.
    pub fen: Option<At<String>>,
    /// The moves as they are written.
    pub moves: Line<At<San>>,
    /// The result after the moves, or else the one in the `Result` tag.
    pub result: GameResult,
}

impl GameText {
    /// The game with legal moves, or where and why there is none.
    pub fn resolve(self) -> Result<Game, ResolveError> {
        let variant = self.variant.as_ref().map_or(Ok(Variant::Standard), read_variant)?;
        let start = match self.fen {
            None => Position::standard(),
            Some(At { place, value }) => {
                value.parse().map_err(|error| Unresolved::Start(error).at(place))?
            }
        };
        let moves = resolve_line(self.moves, start)?;
        Ok(Game { tags: self.tags, variant, start, moves, result: self.result })
    }
}

fn read_variant(tag: &At<String>) -> Result<Variant, ResolveError> {
    match tag.value.to_ascii_lowercase().as_str() {
        "standard" | "chess" | "normal" | "from position" => Ok(Variant::Standard),
        "chess960" | "chess 960" | "fischerandom" | "fischer random" => Ok(Variant::Chess960),
        _ => Err(Unresolved::Variant(cut(&tag.value)).at(tag.place)),
    }
}

/// Calls itself for variations only, which are nested no deeper than the reader allows.
fn resolve_line(line: Line<At<San>>, start: Position) -> Result<Line<Move>, ResolveError> {
    let mut position = start;
    let mut nodes = Vec::with_capacity(line.nodes.len());
    for Node { mv: At { place, value: san }, nags, comments, variations } in line.nodes {
        let mv = san.resolve(&position).map_err(|error| Unresolved::Move(error).at(place))?;
        let variations = variations.into_iter().map(|variation| resolve_line(variation, position));
        let variations = variations.collect::<Result<_, _>>()?;
        nodes.push(Node { mv, nags, comments, variations });
        position = position.play(mv);
    }
    Ok(Line { comments: line.comments, nodes })
}
