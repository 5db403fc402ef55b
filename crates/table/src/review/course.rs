//! What a review has to know of a game beside what a search has found.

use crate::playable::Playable;
use crate::table::{Reason, Table};
use crate::words::Language;
use game::{Game, Notation, Rules, Seat, Side, Turn, Verdict, Viewer};
use serde::Serialize;

/// The course of a game of two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    pub moves: Vec<CourseMove>,
    /// The result, where the rules have ended the game on the board.
    pub verdict: Option<Verdict>,
    pub opening: Option<OpeningLeft>,
}

/// A move that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseMove {
    pub side: Side,
    pub name: String,
    /// Was there no other?
    pub forced: bool,
}

/// The opening of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpeningLeft {
    /// In English and in Spanish.
    #[serde(skip)]
    pub names: [String; 2],
    /// After so many moves of both sides the game left what has names.
    pub plies: usize,
}

impl OpeningLeft {
    pub fn name(&self, language: Language) -> &str {
        &self.names[usize::from(language == Language::Spanish)]
    }
}

impl<K: Playable> Table<K> {
    /// The course of the game; none where something is hidden or one plays alone.
    pub fn course(&self) -> Option<Course> {
        if K::CARD.capabilities().hidden || K::CARD.is_for_one() {
            return None;
        }
        let mut moves = Vec::new();
        for (position, played) in self.positions().iter().zip(self.played().iter()) {
            let Seat::Side(side) = played.seat else { return None };
            let choices = K::choices(&position.view(Viewer::Seat(played.seat)));
            let mut names = choices.iter().map(|choice| &choice.mv);
            let first = names.next();
            let forced = names.all(|name| Some(name) == first);
            moves.push(CourseMove { side, name: played.name.clone(), forced });
        }
        let ended =
            self.ended().filter(|end| matches!(end.reason, Reason::Rules(_) | Reason::History(_)));
        let opening = K::opening(self.positions()).map(|reached| OpeningLeft {
            names: [Language::English, Language::Spanish]
                .map(|language| crate::scene::opening_name(reached.opening, language)),
            plies: reached.plies,
        });
        Some(Course { moves, verdict: ended.and_then(|end| end.verdict), opening })
    }

    /// The material of white less that of black at the end of a line from the position after so many of the moves that count.
    pub fn material_along(&self, moves: usize, line: &[String]) -> Option<i32> {
        let mut position = self.positions().get(moves)?.clone();
        for text in line {
            let (Turn::ToMove(_), Ok(mv)) = (position.turn(), position.read_move(text)) else {
                break;
            };
            position = position.play(mv);
        }
        K::material(&position)
    }

    /// The cells that a move would open here by itself, each at its own risk; `None` where it opens nothing.
    pub fn opens(&self, mv: &str) -> Option<Vec<String>> {
        let position = self.position();
        let mv = position.read_move(mv).ok()?;
        K::opens(&position.view(Viewer::Spectator), mv)
    }

    /// The squares that each move of a line from the position after so many of the moves that count touches.
    pub fn squares_along_at(&self, moves: usize, line: &[String]) -> Vec<Vec<String>> {
        let position = self.positions().get(moves);
        position.map_or_else(Vec::new, |position| Self::squares_from(position, line))
    }
}
