//! The games of a match as files for other programs.
//!
//! At a table a game that was adjudicated, or lost by a program that failed, ends as people end games:
//! somebody gives up, or both agree. The record says what happened instead, in the words that its
//! format has for it and in a sentence.

use crate::bout::{Bout, How};
use chess::pgn::{Comment, Game};
use engine::CannotThink;
use engine::uci::ClientError;
use game::{Side, Verdict};
use othello::Ggf;
use table::{AnyTable, ExportError, Record};

impl Bout {
    /// The game as a file for other programs, with how it came to its end.
    pub fn record(&self) -> Result<Record, ExportError> {
        let mut record = self.table.export()?;
        if let Some(end) = self.end() {
            let told = match self.table {
                AnyTable::Chess(_) => tell_pgn(&record.text, &end),
                AnyTable::Checkers(_) => tell_pdn(&record.text, &end),
                AnyTable::Othello(_) => tell_ggf(&record.text, &end),
                AnyTable::Mines(_) => None,
            };
            // What the table has written it can read.
            debug_assert!(told.is_some(), "{}", record.text);
            record.text = told.unwrap_or(record.text);
        }
        Ok(record)
    }

    /// How the game ended, where the table cannot tell it.
    fn end(&self) -> Option<End> {
        let won = match self.table.verdict().and_then(Verdict::winner) {
            Some(Side::White) => "White wins",
            Some(Side::Black) => "Black wins",
            None => "The game is drawn",
        };
        let (termination, why) = match &self.how {
            How::Played | How::Stopped => return None,
            How::Adjudicated => ("adjudication", "by adjudication: both players agreed".to_owned()),
            How::OnTime(side) => ("time forfeit", format!("because {side} overstepped its time")),
            How::Failed(side, error) => {
                (kind_of_failure(error), format!("because {side} failed: {error}"))
            }
        };
        Some(End { termination, words: format!("{won} {why}.") })
    }
}

/// How a game ended: the value of the tag `Termination`, which PGN and PDN share, and a sentence.
struct End {
    termination: &'static str,
    words: String,
}

/// A move that cannot be made is against the rules; whoever makes none has left the game.
fn kind_of_failure(error: &CannotThink) -> &'static str {
    match error {
        CannotThink::Outside(ClientError::Illegal { .. }) | CannotThink::NotItsTurn => {
            "rules infraction"
        }
        _ => "abandoned",
    }
}

/// The sentence takes the place of the table's own, which stands after the last move.
fn tell_pgn(text: &str, end: &End) -> Option<String> {
    let mut game: Game = text.parse().ok()?;
    game.tags.set("Termination", end.termination).ok()?;
    let comments = match game.moves.nodes.last_mut() {
        Some(node) => &mut node.comments,
        None => &mut game.moves.comments,
    };
    comments.pop();
    comments.push(Comment::new(&end.words).ok()?);
    Some(game.to_string())
}

fn tell_pdn(text: &str, end: &End) -> Option<String> {
    let mut record = checkers::pdn::games(text).next()?.ok()?;
    record.set_tag("Termination", end.termination).ok()?;
    let line = record.line_mut();
    let comments = match line.plies.last_mut() {
        Some(ply) => &mut ply.comments,
        None => &mut line.preface,
    };
    comments.pop();
    comments.push(end.words.clone());
    Some(record.to_string())
}

/// GGF knows giving up, time and agreement, and nothing else: the sentence is a remark.
fn tell_ggf(text: &str, end: &End) -> Option<String> {
    let ggf: Ggf = text.trim().parse().ok()?;
    Some(format!("{}\n", ggf.with_tag("CO", &end.words).ok()?))
}
