//! The record of a game that has no format of its own: tags as in PGN, then the moves.
//!
//! ```text
//! [Game "four"]
//! [Start "7x6"]
//! [White "human"]
//! [Black "level:4"]
//! [Result "1-0"]
//! [Comment "White won by resignation."]
//!
//! 1. d d 2. c e
//! ```
//!
//! Where a clock runs, the milliseconds that the mover had left stand in braces behind each move.

use super::{
    Cause, Date, Ending, Heading, ImportError, ParsedRecord, RecordFormat, Step, Time, one_line,
    player_named, read_control, seat_tag, tags_of,
};
use crate::clock::Millis;
use crate::playable::{Move, Playable};
use crate::refusal::Localized;
use crate::seats::Seats;
use crate::table::{Played, Table};
use crate::words::Language;
use game::{Seat, Side, TextPosition, Variations, Verdict};
use std::fmt::Write;

pub const FORMAT: RecordFormat = RecordFormat {
    name: "text",
    extension: "txt",
    media_type: "text/plain",
    keeps_variations: false,
    own_evaluations: false,
};

/// The tag that says which game it is.
const GAME: &str = "Game";
/// The tag that says in a sentence how it ended.
const COMMENT: &str = "Comment";
/// Moves to a line.
const WIDTH: usize = 10;

/// Writes a game.
pub fn write<K: Playable>(table: &Table<K>) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = one_line(&value.replace(['"', '\\'], " "));
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag(GAME, K::CARD.name());
    tag("Start", &table.started().start);
    for (name, value) in tags_of(table) {
        tag(&name, &value);
    }
    tag("Result", result(table.ended().and_then(|end| end.verdict)));
    if table.ended().is_some() {
        tag(COMMENT, &table.end_in(Language::English));
    }
    text.push('\n');
    let written = |(number, played): (usize, &Played<Move<K>>)| {
        let left = match (table.clock_after(number), played.seat) {
            (Some(clock), Seat::Side(side)) => format!(" {{{}}}", clock.at_the_turn(side)),
            _ => String::new(),
        };
        format!("{}{left}", played.name)
    };
    let names: Vec<String> = table.played().iter().enumerate().map(written).collect();
    for (line, names) in names.chunks(2 * WIDTH).enumerate() {
        let pair = |(number, pair): (usize, &[String])| {
            format!("{}. {}", line * WIDTH + number + 1, pair.join(" "))
        };
        let pairs: Vec<String> = names.chunks(2).enumerate().map(pair).collect();
        let _ = writeln!(text, "{}", pairs.join(" "));
    }
    text
}

/// Reads a game that [`write()`] wrote, generously.
pub fn read<K: Playable>(text: &str) -> Result<ParsedRecord, ImportError> {
    let mut tags = Heading::default();
    let mut moves: Vec<Step> = Vec::new();
    // As in PGN, a line behind a % says nothing of a game.
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('%'));
    for (number, line) in lines {
        let line = line.trim();
        if let Some(inner) = line.strip_prefix('[') {
            let (name, value) = read_tag(inner).ok_or_else(|| {
                let place = Some(TextPosition { line: number, column: 1 });
                let reason = Localized::exactly(|language| language.words().not_a_tag.to_owned());
                ImportError::Format { format: FORMAT.name, place, reason }
            })?;
            tags.set(name, value);
        } else {
            for word in line.split_whitespace().filter(|word| !is_number(word)) {
                match (time_left(word), moves.last_mut()) {
                    (None, _) => moves.push(Step { mv: word.to_owned(), time: Time::Unknown }),
                    (Some(left), Some(step)) => step.time = Time::Left(left),
                    (Some(_), None) => {}
                }
            }
        }
    }
    let tag = |name: &str| tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1);
    match tag(GAME) {
        None => return Err(ImportError::NoGame),
        Some(name) if name != K::CARD.name() => {
            return Err(ImportError::OtherGame(name.chars().take(40).collect()));
        }
        Some(_) => {}
    }
    let player = |seat| player_named(tag(seat_tag(seat)));
    let date = Date::read(tag("UTCDate").unwrap_or_default(), tag("UTCTime").unwrap_or_default());
    let start = tag("Start").unwrap_or_default().to_owned();
    Ok(ParsedRecord {
        games: 1,
        start,
        players: match K::CARD.seats() {
            [Seat::Solo] => Seats::Solo { solo: player(Seat::Solo) },
            _ => Seats::Two {
                white: player(Seat::Side(Side::White)),
                black: player(Seat::Side(Side::Black)),
            },
        },
        clock: read_control(tag("TimeControl")),
        began: date.map(Date::at),
        moves,
        tree: Variations::default(),
        ending: match tag("Result") {
            Some("1-0") => Ending::Known(Verdict::won_by(Side::White)),
            Some("0-1") => Ending::Known(Verdict::won_by(Side::Black)),
            Some("1/2-1/2") => Ending::Known(Verdict::Draw),
            _ if tag("Termination") == Some("abandoned") => Ending::CalledOff,
            _ => Ending::Unfinished,
        },
        cause: Cause::of(tag("Termination"), tag(COMMENT).unwrap_or_default()),
        tags,
    })
}

/// Writes how a game of a match came to its end into its record.
#[allow(clippy::unnecessary_wraps)]
pub fn annotate(record: &str, termination: &str, words: &str) -> Option<String> {
    let tag = |name: &str, value: &str| format!("[{name} \"{}\"]\n", value.replace('"', "'"));
    let replaced = ["[Termination ".to_owned(), format!("[{COMMENT} ")];
    let kept = record.lines().filter(|line| !replaced.iter().any(|start| line.starts_with(start)));
    let kept: String = kept.flat_map(|line| [line, "\n"]).collect();
    Some(tag("Termination", termination) + &tag(COMMENT, words) + &kept)
}

fn result(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::Draw) => "1/2-1/2",
        Some(Verdict::Won(Seat::Side(Side::White))) => "1-0",
        Some(Verdict::Won(Seat::Side(Side::Black))) => "0-1",
        _ => "*",
    }
}

/// The name and the value of a tag, without its first bracket.
fn read_tag(inner: &str) -> Option<(&str, &str)> {
    let (name, rest) = inner.split_once(char::is_whitespace)?;
    let value = rest.trim().strip_suffix(']')?.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some((name, value))
}

/// `{2500}`
fn time_left(word: &str) -> Option<Millis> {
    word.strip_prefix('{')?.strip_suffix('}')?.parse().ok()
}

/// `12.`, or `12...`
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
