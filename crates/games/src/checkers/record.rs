//! Checkers as PDN.

use super::{Checkers, words};
use crate::said;
use ::checkers::pdn::{self, Line, Record, ReplayError, Score};
use ::checkers::{Move, MoveText, Position};
use ::table::analysis::LONGEST_LINE;
use ::chess::pgn::Comment;
use ::table::record::{
    Cause, Date, Ending, Heading, ImportError, ParsedRecord, RecordFormat, Step, Time,
    player_named, read_control, tags_of,
};
use ::table::{Language, Localized, Seats, Table, fill};
use game::{Notation, Rules, Seat, Side, Variations, Verdict};
use std::time::Duration;

pub const FORMAT: RecordFormat =
    RecordFormat { name: "PDN", extension: "pdn", media_type: "text/plain", keeps_variations: true, own_evaluations: false };

/// The number of English draughts among the games that PDN is used for.
const GAME_TYPE: &str = "21";
/// Tags that say which game it is and where it starts.
const DERIVED: [&str; 4] = ["GameType", "SetUp", "FEN", "Variant"];

pub fn write(table: &Table<Checkers>) -> String {
    let moves: Vec<Move> = table.played().iter().map(|played| played.mv).collect();
    let verdict = table.ended().and_then(|end| end.verdict);
    let score = verdict.map_or(Score::Unfinished, |verdict| Score::of(verdict.winner()));
    let mut record = Record::of_game(table.start(), &moves, score);
    for (name, value) in tags_of(table).iter().filter(|tag| !DERIVED.contains(&tag.0.as_str())) {
        // Every name here is one that a tag can have.
        let _ = record.set_tag(name, value);
    }
    let line = record.line_mut();
    *line = line_of(table, line);
    for (number, (ply, played)) in line.plies.iter_mut().zip(table.played()).enumerate() {
        if let (Some(clock), Seat::Side(side)) = (table.clock_after(number), played.seat) {
            let left = Duration::from_millis(clock.at_the_turn(side));
            ply.comments.insert(0, Comment::of_clock(left).text().to_owned());
        }
    }
    if table.ended().is_some() {
        let comments = match line.plies.last_mut() {
            Some(ply) => &mut ply.comments,
            None => &mut line.preface,
        };
        let end = table.end_in(Language::English);
        // A file that was written here and read again says it already.
        if !comments.contains(&end) {
            comments.push(end);
        }
    }
    record.to_string()
}

/// The moves of a game with all that is said about them, and the variations. What was played is the main line; where
/// nothing was, the main line of the analysis is.
fn line_of(table: &Table<Checkers>, played: &Line) -> Line {
    let tree = table.variations().translated(&(), &mut |(), name: &String| Some((name.parse().ok()?, ())));
    let longest = if played.plies.is_empty() { usize::MAX } else { played.plies.len() };
    let mut line = Line::of_line(&game::Line::of_variations(&tree, longest));
    // No tree is as long as the longest games.
    line.plies.extend(played.plies.iter().skip(line.plies.len()).cloned());
    line
}

pub fn read(text: &str) -> Result<ParsedRecord, ImportError> {
    let mut games = pdn::games(text);
    let record = games.next().ok_or(ImportError::NoGame)?;
    let record = record.map_err(|error| {
        crate::import_error(FORMAT.name, Some(error.place), &error.fault)
    })?;
    let tag = |name| record.tag(name);
    let foreign = tag("GameType").filter(|kind| kind.split(',').next() != Some(GAME_TYPE));
    if let Some(other) = tag("Game").or(tag("Variant")).or(foreign) {
        return Err(ImportError::OtherGame(other.chars().take(40).collect()));
    }
    let start = record.start().map_err(|error| import_error(&error))?;
    let moves = record.moves().map_err(|error| import_error(&error))?;
    // A file with nothing in it that says checkers may be of any game.
    if moves.is_empty() && tag("GameType").is_none() && tag("FEN").is_none() {
        return Err(ImportError::NoGame);
    }
    let day = tag("UTCDate").or(tag("Date")).unwrap_or_default();
    let date = Date::read(day, tag("UTCTime").unwrap_or_default());
    let mut position = start;
    let steps = moves.iter().zip(&record.line().plies).map(|(&mv, ply)| {
        let name = position.write_move(mv);
        position = position.play(mv);
        let mut comments = ply.comments.iter().filter_map(|text| Comment::new(text).ok());
        let left = comments.find_map(|comment| comment.clock());
        Step {
            mv: name,
            time: left.map_or(Time::Unknown, |left| Time::Left(left.as_millis() as u64)),
        }
    });
    let moves = steps.collect();
    let last = record.line().plies.last().map_or(&record.line().preface, |ply| &ply.comments);
    Ok(ParsedRecord {
        games: 1 + games.count(),
        tags: Heading::new(record.tags().filter(|tag| !DERIVED.contains(&tag.0))),
        start: Position::write_start(&start),
        players: Seats::Two {
            white: player_named(tag("White")),
            black: player_named(tag("Black")),
        },
        clock: read_control(tag("TimeControl")),
        began: date.map(Date::at),
        moves,
        tree: named_tree(&record, start),
        ending: match record.score() {
            Score::WhiteWon => Ending::Known(Verdict::won_by(Side::White)),
            Score::BlackWon => Ending::Known(Verdict::won_by(Side::Black)),
            Score::Draw => Ending::Known(Verdict::Draw),
            Score::Unfinished if tag("Termination") == Some("abandoned") => Ending::CalledOff,
            Score::Unfinished => Ending::Unfinished,
        },
        cause: Cause::of(tag("Termination"), &last.concat()),
    })
}

/// What a game says about its moves, and its variations as far as they can be played, with the moves as they are named
/// here.
fn named_tree(record: &Record, start: Position) -> Variations<String> {
    let mut line = record.line().to_line();
    line.moves.truncate(LONGEST_LINE);
    let tree = line.to_variations();
    tree.translated(&start, &mut |position: &Position, text: &MoveText| {
        let mv = text.resolve(position).ok()?;
        Some((position.write_move(mv), position.play(mv)))
    })
}

fn import_error(error: &ReplayError) -> ImportError {
    match error {
        ReplayError::Move { place, number, source } => {
            let reason = Localized::exactly(|language| {
                let numbered = words::of(language).numbered;
                fill(numbered, &[&number.to_string(), &said(source, language)])
            });
            ImportError::Format { format: FORMAT.name, place: Some(*place), reason }
        }
        other => crate::import_error(FORMAT.name, None, other),
    }
}

/// Writes how a game of a match came to its end: the sentence takes the place of the table's own, which
/// stands after the last move.
pub fn annotate(record: &str, termination: &str, words: &str) -> Option<String> {
    let mut record = pdn::games(record).next()?.ok()?;
    record.set_tag("Termination", termination).ok()?;
    let line = record.line_mut();
    let comments = match line.plies.last_mut() {
        Some(ply) => &mut ply.comments,
        None => &mut line.preface,
    };
    comments.pop();
    comments.push(words.to_owned());
    Some(record.to_string())
}
