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
    /// The result after the moves, or else, and where that is `*`, the one in the `Result` tag.
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
        let (moves, error) = resolve_line(self.moves, start);
        if let Some(error) = error {
            return Err(error);
        }
        Ok(Game { tags: self.tags, variant, start, moves, result: self.result })
    }
}

pub(super) fn read_variant(tag: &At<String>) -> Result<Variant, ResolveError> {
    match tag.value.to_ascii_lowercase().as_str() {
        "standard" | "chess" | "normal" | "from position" => Ok(Variant::Standard),
        "chess960" | "chess 960" | "fischerandom" | "fischer random" => Ok(Variant::Chess960),
        _ => Err(Unresolved::Variant(cut(&tag.value)).at(tag.place)),
    }
}

/// The moves up to the first one that cannot be played, and the error of that one. Calls itself for variations
/// only, which are nested no deeper than the reader allows.
fn resolve_line(line: Line<At<San>>, start: Position) -> (Line<Move>, Option<ResolveError>) {
    let mut position = start;
    let mut error = None;
    let resolve = |node: Node<At<San>>| {
        let Node { mv: At { place, value: san }, nags, comments, variations } = node;
        let before = position;
        let mv = match san.resolve(&before) {
            Ok(mv) => mv,
            Err(fault) => {
                error = Some(Unresolved::Move(fault).at(place));
                return None;
            }
        };
        position = before.play(mv);
        let variations = variations.into_iter();
        let variations = variations.filter_map(|variation| resolve_variation(variation, before));
        Some(Node { mv, nags, comments, variations: variations.collect() })
    };
    let nodes = line.nodes.into_iter().map_while(resolve).collect();
    (Line { comments: line.comments, nodes }, error)
}

/// A variation loses what comes from a wrong move on, and is left out if nothing else is in it.
fn resolve_variation(line: Line<At<San>>, start: Position) -> Option<Line<Move>> {
    let (line, error) = resolve_line(line, start);
    (error.is_none() || !line.is_empty()).then_some(line)
}
