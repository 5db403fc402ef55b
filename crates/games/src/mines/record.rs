//! Minesweeper as RAWVF.
//!
//! The file shows the mines, so there is none before the game is over. The line `Code` has the start
//! from which the board was laid; where it explains the board, an imported game has that start and can
//! be shared by it. A board of another program is written out as the start.

use super::table::{BOARD, write_board};
use super::{Mines, words};
use crate::import_error;
use ::mines::{Field, Illegal, Move, Replay, Start, Timed};
use ::table::record::{
    Cause, Date, Ending, ExportError, Heading, ImportError, ParsedRecord, RecordFormat, Step, Time, name_of,
    player_named,
};
use ::table::{Localized, Reason, Seats, Table};
use game::{Game, Notation, Seat, Variations, Verdict};

pub const FORMAT: RecordFormat =
    RecordFormat { name: "RAWVF", extension: "rawvf", media_type: "text/plain", keeps_variations: false, own_evaluations: false };

const CODE: &str = "Code";
const OUTCOME: &str = "Outcome";
const GIVEN_UP: &str = "given up";
const CALLED_OFF: &str = "called off";

pub fn write(table: &Table<Mines>) -> Result<String, ExportError> {
    let end = table.ended().ok_or_else(|| ExportError {
        code: "secret",
        why: Localized::exactly(|language| words::of(language).secret.to_owned()),
    })?;
    let layout = table.position().layout().cloned().ok_or_else(|| ExportError {
        code: "no-mines",
        why: Localized::exactly(|language| words::of(language).no_mines.to_owned()),
    })?;
    let started = table.started();
    let by_code = started.start.parse::<Start>();
    // Other programs begin with everything closed.
    let first = by_code.as_ref().ok().and_then(|start| start.first());
    let first = first.map(|cell| Timed { milliseconds: 0, mv: Move::Open(cell) });
    let moves = table
        .played()
        .iter()
        .map(|played| Timed { milliseconds: played.at.saturating_sub(started.at), mv: played.mv });
    let mut replay = Replay::new(layout, first.into_iter().chain(moves).collect());
    let mut line = |name: &str, value: String| replay.header.push((name.to_owned(), value));
    if let Some(player) = table.players().get(Seat::Solo) {
        line("Player", name_of(player));
    }
    if let Some(date) = Date::of(started.at) {
        line("Timestamp", format!("{} {}", date.day(), date.time()));
    }
    if by_code.is_ok() {
        line(CODE, started.start.clone());
    }
    let outcome = match (end.reason, end.verdict) {
        (Reason::Resignation, _) => GIVEN_UP,
        (Reason::Aborted, _) => CALLED_OFF,
        (_, Some(Verdict::Won(_))) => "won",
        _ => "lost",
    };
    line(OUTCOME, outcome.to_owned());
    Ok(replay.write())
}

pub fn read(text: &str) -> Result<ParsedRecord, ImportError> {
    let replay =
        Replay::read(text).map_err(|error| import_error(FORMAT.name, None, &error))?;
    let line = |name: &str| {
        let named = replay.header.iter().find(|(found, _)| found.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.as_str())
    };
    let coded = line(CODE).and_then(|code| code.parse::<Start>().ok());
    let coded = coded.and_then(|start| Some((start, explained_by(start, &replay)?)));
    let (start, moves) = match coded {
        Some((start, moves)) => (Field::write_start(&start), moves),
        None => (format!("{BOARD}{}", write_board(&replay.layout)), replay.accepted()),
    };
    let date = line("Timestamp").and_then(|text| {
        let (day, time) = text.split_once(' ').unwrap_or((text, ""));
        Date::read(day, time)
    });
    let field = Field::on(replay.layout.clone());
    let step = |timed: &Timed| Step {
        mv: field.write_move(timed.mv),
        time: Time::Since(timed.milliseconds),
    };
    Ok(ParsedRecord {
        games: 1,
        tags: Heading::default(),
        start,
        players: Seats::Solo { solo: player_named(line("Player")) },
        clock: None,
        began: date.map(Date::at),
        moves: moves.iter().map(step).collect(),
        tree: Variations::default(),
        ending: match line(OUTCOME) {
            Some(GIVEN_UP) => Ending::Known(Verdict::Lost),
            Some(CALLED_OFF) => Ending::CalledOff,
            _ => Ending::Unfinished,
        },
        cause: Cause::Unknown,
    })
}

/// The moves that have an effect from this start, if they lead to the board of the replay.
fn explained_by(start: Start, replay: &Replay) -> Option<Vec<Timed>> {
    if start.level() != replay.layout.level() {
        return None;
    }
    let mut field = Field::start(&start);
    let mut accepted = Vec::new();
    let mut is_same = false;
    for &timed in &replay.moves {
        match field.make(timed.mv) {
            Ok(()) => accepted.push(timed),
            // Looking for a board without guessing takes long: a file gets it once, not for each line.
            Err(Illegal::NoGuess(_)) => return None,
            Err(_) => {}
        }
        if !is_same && let Some(layout) = field.layout() {
            is_same = *layout == replay.layout;
            if !is_same {
                return None;
            }
        }
    }
    is_same.then_some(accepted)
}
