//! Analysis at a table: its tree of variations, which edits change, and the lines that can be looked at in it.
//!
//! The tree is a fold over events like everything else at a table. What was played is always its main line; a place in
//! it is the path of moves from the start, in the notation of the game.

use crate::event::{Event, Started};
use crate::playable::{MoveError, Playable};
use crate::player::Player;
use crate::record::{Heading, LONGEST_TAG, MOST_TAGS, one_line};
use crate::refusal::{Lack, Localized, Refusal};
use crate::table::Table;
use game::{Game, Notation, Remarks, Rules, Turn, Variations, Viewer};
use serde::{Deserialize, Serialize};

/// No line of an analysis is longer.
pub const LONGEST_LINE: usize = 1000;
/// No tree has more moves.
pub const MOST_MOVES: usize = 4000;
/// No comment is longer, in characters.
pub const LONGEST_COMMENT: usize = 2000;
/// No move has more glyphs.
pub const MOST_NAGS: usize = 8;
/// The signs that people give to a move, with their numbers in PGN.
pub const SIGNS: [(&str, u8); 6] = [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];

/// What is said of positions, with its numbers in PGN: from even to winning for white and for black, unclear, and new.
pub const ASSESSMENTS: [(&str, u8); 9] = [
    ("=", 10),
    ("~", 13),
    ("+=", 14),
    ("=+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("N", 146),
];

/// A path of moves from the start, in the notation of the game.
pub type Path = Vec<String>;

/// A change of the tree of variations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit {
    /// A line is looked at: what is new of it is added.
    Insert { path: Path },
    /// A move goes, with all that comes after it.
    Delete { path: Path },
    /// A move comes one place before the other moves from the same position.
    Promote { path: Path },
    /// A line becomes the main line.
    MakeMain { path: Path },
    /// Something is said about a move, in place of what was said before.
    Comment { path: Path, text: String },
    /// A move is rated by glyphs, as PGN numbers them.
    Rate { path: Path, nags: Vec<u8> },
    /// A whole tree is added, with all that is said in it.
    Merge { moves: Vec<TreeMove> },
    /// People, place and time are named, in place of what was said of them before.
    Entitle { tags: Heading },
}

/// Why an analysis cannot be changed so, or a line not be looked at.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    #[error("A line has at most {LONGEST_LINE} moves.")]
    LineTooLong,
    #[error("An analysis has at most {MOST_MOVES} moves.")]
    TooManyMoves,
    #[error("A comment has at most {LONGEST_COMMENT} characters, not {0}.")]
    CommentTooLong(usize),
    #[error("A move has at most {MOST_NAGS} signs.")]
    TooManyNags,
    #[error("Move {number}, {mv:?}: {reason}")]
    Move { number: usize, mv: String, reason: Localized },
    #[error("Move {0}: the game is over before it.")]
    AfterTheEnd(usize),
    #[error("A heading has at most {MOST_TAGS} tags.")]
    TooManyTags,
    #[error("A tag has at most {LONGEST_TAG} characters.")]
    TagTooLong,
    #[error("A heading has no tag with the name {0:?}.")]
    TagName(String),
    #[error("This line is not in the analysis.")]
    NotThere,
    #[error(
        "That was played in the game; only other lines can be taken out or put in another order."
    )]
    Played,
}

/// A move of a tree of variations, in a list in which the main line of each position comes first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeMove {
    /// The place in the list of the move before it; `None` for a first move.
    pub parent: Option<usize>,
    #[serde(rename = "move")]
    pub mv: String,
    /// Was it played in the game?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub played: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
}

impl Edit {
    /// The path that is changed; none where it is not about one.
    fn path_mut(&mut self) -> Option<&mut Path> {
        match self {
            Edit::Insert { path }
            | Edit::Delete { path }
            | Edit::Promote { path }
            | Edit::MakeMain { path }
            | Edit::Comment { path, .. }
            | Edit::Rate { path, .. } => Some(path),
            Edit::Merge { .. } | Edit::Entitle { .. } => None,
        }
    }
}

/// A comment as it is kept: each run of white space and control characters one space.
fn usual_comment(text: &str) -> Result<String, EditError> {
    let text = one_line(text);
    match text.chars().count() {
        length if length > LONGEST_COMMENT => Err(EditError::CommentTooLong(length)),
        _ => Ok(text),
    }
}

/// The tree of a list.
fn unlisted(moves: &[TreeMove]) -> Result<Variations<String>, EditError> {
    if moves.len() > MOST_MOVES {
        return Err(EditError::TooManyMoves);
    }
    let mut depths: Vec<usize> = Vec::new();
    for (at, TreeMove { parent, nags, before, after, .. }) in moves.iter().enumerate() {
        let depth = match parent {
            None => 1,
            Some(parent) if *parent < at => depths[*parent] + 1,
            Some(_) => return Err(EditError::NotThere),
        };
        if depth > LONGEST_LINE {
            return Err(EditError::LineTooLong);
        }
        if nags.len() > MOST_NAGS {
            return Err(EditError::TooManyNags);
        }
        let wrong = |text: &String| usual_comment(text).err();
        if let Some(error) = before.iter().chain(after).find_map(wrong) {
            return Err(error);
        }
        depths.push(depth);
    }
    // From the last on: what comes after a move is listed after it.
    let mut below: Vec<Vec<(String, Variations<String>)>> = vec![Vec::new(); moves.len()];
    let mut first = Vec::new();
    for (at, mv) in moves.iter().enumerate().rev() {
        let TreeMove { parent, mv, nags, before, after, .. } = mv.clone();
        let mut branches = std::mem::take(&mut below[at]);
        branches.reverse();
        let rest = Variations::new(Remarks { nags, before, after }, branches);
        parent.map_or(&mut first, |parent| &mut below[parent]).push((mv, rest));
    }
    first.reverse();
    Ok(Variations::new(Remarks::default(), first))
}

/// A tree as a list.
pub fn listed(tree: &Variations<String>, played: &[String]) -> Vec<TreeMove> {
    let mut moves: Vec<TreeMove> = Vec::new();
    // What is still to be listed, the next one last: a position, the place of the move to it, and the moves that were
    // played from it.
    let mut waiting = vec![(tree, None, Some(played))];
    while let Some((here, parent, played)) = waiting.pop() {
        let first = waiting.len();
        for (mv, rest) in here.branches() {
            let rest_played = match played.and_then(<[String]>::split_first) {
                Some((first, rest)) if first == mv => Some(rest),
                _ => None,
            };
            let Remarks { nags, before, after } = rest.remarks.clone();
            let (mv, played) = (mv.clone(), rest_played.is_some());
            moves.push(TreeMove { parent, mv, played, nags, before, after });
            waiting.push((rest, Some(moves.len() - 1), rest_played));
        }
        // The main line is gone along first.
        waiting[first..].reverse();
    }
    moves
}

impl<K: Playable> Table<K> {
    /// The tree of variations, with what was played as its main line.
    pub fn variations(&self) -> Variations<String> {
        let played = self.played_names();
        let tree = self.edited_tree().with(&played);
        tree.with_main(&played).unwrap_or(tree)
    }

    /// What was played, as far as a tree has it.
    pub fn played_names(&self) -> Path {
        self.played().iter().take(LONGEST_LINE).map(|played| played.name.clone()).collect()
    }

    /// What an edit comes to, with its path in the usual notation.
    pub(crate) fn decide_edit(&self, edit: &Edit) -> Result<Edit, Refusal> {
        if K::CARD.capabilities().hidden {
            return Err(Refusal::NotInThisGame(Lack::Analysis));
        }
        let mut edit = edit.clone();
        if let Some(path) = edit.path_mut() {
            *path = self.usual_names(path).map_err(Refusal::Edit)?;
        }
        match &mut edit {
            Edit::Comment { text, .. } => *text = usual_comment(text).map_err(Refusal::Edit)?,
            Edit::Merge { moves } => *moves = self.usual_tree(moves).map_err(Refusal::Edit)?,
            Edit::Entitle { tags } => *tags = tags.usual().map_err(Refusal::Edit)?,
            _ => {}
        }
        self.after_edit(&edit).map_err(Refusal::Edit)?;
        Ok(edit)
    }

    /// The tree after an edit whose path can be played.
    pub(crate) fn after_edit(&self, edit: &Edit) -> Result<Variations<String>, EditError> {
        let tree = self.variations();
        let not_there = EditError::NotThere;
        match edit {
            Edit::Insert { path } => {
                let with = tree.with(path);
                if with.count() > MOST_MOVES { Err(EditError::TooManyMoves) } else { Ok(with) }
            }
            Edit::Delete { path } | Edit::Promote { path } if self.was_played(path) => {
                tree.at(path).ok_or(not_there).and(Err(EditError::Played))
            }
            Edit::Delete { path } => tree.without(path).ok_or(not_there),
            Edit::Promote { path } => tree.promoted(path).ok_or(not_there),
            Edit::MakeMain { path } => tree.with_main(path).ok_or(not_there),
            Edit::Comment { path, .. } | Edit::Rate { path, .. } if path.is_empty() => {
                Err(not_there)
            }
            Edit::Comment { path, text } => {
                let said = (!text.is_empty()).then(|| text.clone());
                let say = |here: &mut Variations<String>| {
                    here.remarks.after = said.into_iter().collect();
                };
                tree.changed(path, say).ok_or(not_there)
            }
            Edit::Rate { path, nags } => {
                if nags.len() > MOST_NAGS {
                    return Err(EditError::TooManyNags);
                }
                tree.changed(path, |here| here.remarks.nags.clone_from(nags)).ok_or(not_there)
            }
            Edit::Merge { moves } => {
                let both = tree.merged(&unlisted(moves)?);
                if both.count() > MOST_MOVES { Err(EditError::TooManyMoves) } else { Ok(both) }
            }
            Edit::Entitle { .. } => Ok(tree),
        }
    }

    /// A tree with its moves as the game writes them.
    fn usual_tree(&self, moves: &[TreeMove]) -> Result<Vec<TreeMove>, EditError> {
        let tree = unlisted(moves)?;
        let mut wrong = None;
        let first = self.line(&[])?.position().clone();
        let usual = tree.translated(&(first, 1), &mut |(position, number), text: &String| {
            let read = position.read_move(text);
            let mv = read
                .map_err(|error| wrong.get_or_insert(illegal::<K>(*number, text, &error)))
                .ok()?;
            Some((position.write_move(mv), (position.play(mv), number + 1)))
        });
        let usual = usual.said_differently(&mut |remarks| {
            for said in [&mut remarks.before, &mut remarks.after] {
                for text in said.iter_mut() {
                    *text = usual_comment(text).unwrap_or_default();
                }
                said.retain(|text| !text.is_empty());
            }
        });
        wrong.map_or_else(|| Ok(listed(&usual, &[])), Err)
    }

    /// Is a path part of what was played? The start is, where anything was.
    fn was_played(&self, path: &[String]) -> bool {
        let played = self.played_names();
        !played.is_empty() && played.starts_with(path)
    }

    /// The moves of a path as the game writes them.
    fn usual_names(&self, path: &[String]) -> Result<Path, EditError> {
        Ok(self.line(path)?.played_names())
    }

    /// The squares that each move of a line from here touches, of as many moves as can be made.
    pub fn squares_along(&self, moves: &[String]) -> Vec<Vec<String>> {
        Self::squares_from(self.position(), moves)
    }

    pub(crate) fn squares_from(position: &K::Game, moves: &[String]) -> Vec<Vec<String>> {
        let mut position = position.clone();
        let mut touched = Vec::new();
        for text in moves {
            let (Turn::ToMove(seat), Ok(mv)) = (position.turn(), position.read_move(text)) else {
                break;
            };
            let name = position.write_move(mv);
            let choices = K::choices(&position.view(Viewer::Seat(seat)));
            let choice = choices.into_iter().find(|choice| choice.mv == name);
            touched.push(choice.map(|choice| choice.path).unwrap_or_default());
            position = position.play(mv);
        }
        touched
    }

    /// A table at which the moves of a path have been made from the start of this one, by two people without a clock.
    pub fn line(&self, path: &[String]) -> Result<Table<K>, EditError> {
        if path.len() > LONGEST_LINE {
            return Err(EditError::LineTooLong);
        }
        let started = self.started();
        let players = started.players.clone().map(|_| Player::Human);
        let started = Started { players, clock: None, ..started.clone() };
        let mut table = Table::<K>::open(&started).map_err(|_| EditError::NotThere)?;
        for (number, text) in (1..).zip(path) {
            let Some(seat) = table.turn() else { return Err(EditError::AfterTheEnd(number)) };
            let read = table.position().read_move(text);
            let mv = read.map_err(|error| illegal::<K>(number, text, &error))?;
            let moved = Event::Moved { seat, mv, at: started.at };
            table = table.apply(moved).map_err(|_| EditError::AfterTheEnd(number))?;
        }
        Ok(table)
    }
}

/// Why a move of a line cannot be made.
fn illegal<K: Playable>(number: usize, text: &str, error: &MoveError<K>) -> EditError {
    let mv = text.chars().take(40).collect();
    EditError::Move { number, mv, reason: Localized::new(|language| K::why_not(error, language)) }
}
