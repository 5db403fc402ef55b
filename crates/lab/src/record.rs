//! The games of a match as files for other programs.
//!
//! At a table a game that was adjudicated, or lost by a program that failed, ends as people end games: a
//! side gives up, or both agree. The record says what happened instead, in the words that its format has
//! for it and in a sentence.

use crate::game_result::{GameResult, Termination};
use game::{Side, Verdict};
use table::{ExportError, Language, Record, ThinkError};

impl GameResult {
    /// The game as a file for other programs, with how it came to its end.
    pub fn record(&self) -> Result<Record, ExportError> {
        let mut record = self.table.export()?;
        if let (Some(end), Some(matches)) = (self.end(), self.table.card().matches()) {
            let annotated = (matches.annotate)(&record.text, end.termination, &end.words);
            // What the table has written it can read.
            debug_assert!(annotated.is_some(), "{}", record.text);
            record.text = annotated.unwrap_or(record.text);
        }
        Ok(record)
    }

    /// How the game ended, where the table does not know it.
    fn end(&self) -> Option<End> {
        let name = |side: Side| self.table.card().side_name(side, Language::English);
        let won = match self.table.verdict().and_then(Verdict::winner) {
            Some(side) => format!("{} wins", name(side)),
            None => "The game is drawn".to_owned(),
        };
        let (termination, why) = match &self.termination {
            Termination::Normal | Termination::Stopped => return None,
            Termination::Adjudicated => {
                ("adjudication", "by adjudication: both players agreed".to_owned())
            }
            Termination::TimeForfeit(side) => {
                ("time forfeit", format!("because {} overstepped its time", name(*side)))
            }
            Termination::Failed(side, error) => {
                (kind_of_failure(error), format!("because {} failed: {error}", name(*side)))
            }
        };
        Some(End { termination, words: format!("{won} {why}.") })
    }
}

/// How a game ended: as tags of records name it, and in a sentence.
struct End {
    termination: &'static str,
    words: String,
}

/// A move that cannot be made is against the rules; a player that makes none has left the game.
fn kind_of_failure(error: &ThinkError) -> &'static str {
    match error {
        ThinkError::Illegal(_) | ThinkError::NotItsTurn => "rules infraction",
        _ => "abandoned",
    }
}
