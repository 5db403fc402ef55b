//! Minesweeper as RAWVF.
//!
//! The file shows the mines, so there is none before the game is over. The line `Code` has the start
//! from which the board was laid; where it explains the board, an imported game has that start and can
//! be shared by it. A board of another program is written out as the start.

use super::date::Date;
use super::told::{Cause, Ending, Step, Time, Told, name_of, player_named};
use super::{ExportError, ImportError};
use crate::games::write_board;
use crate::seats::Seats;
use crate::table::{Reason, Table};
use game::{Game, Notation, Seat, Verdict};
use mines::{Field, Illegal, Move, Replay, Start, Timed};

const CODE: &str = "Code";
const OUTCOME: &str = "Outcome";
const GIVEN_UP: &str = "given up";
const CALLED_OFF: &str = "called off";

pub(super) fn write(table: &Table<Field>) -> Result<String, ExportError> {
    let end = table.ended().ok_or(ExportError::Secret)?;
    let layout = table.position().layout().ok_or(ExportError::NoMines)?.clone();
    let started = table.started();
    let mut header = vec![
        ("RawVF_Version".to_owned(), "Rev5".to_owned()),
        ("Program".to_owned(), "tablero".to_owned()),
    ];
    let mut line = |name: &str, value: String| header.push((name.to_owned(), value));
    if let Some(player) = table.players().get(Seat::Solo) {
        line("Player", name_of(player));
    }
    if let Some(date) = Date::of(started.at) {
        line("Timestamp", format!("{} {}", date.day(), date.time()));
    }
    let by_code = started.start.parse::<Start>();
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
    // Other programs begin with everything closed.
    let first = by_code.ok().and_then(Start::first);
    let first = first.map(|cell| Timed { milliseconds: 0, mv: Move::Open(cell) });
    let moves = table
        .played()
        .iter()
        .map(|played| Timed { milliseconds: played.at.saturating_sub(started.at), mv: played.mv });
    Ok(Replay { header, layout, moves: first.into_iter().chain(moves).collect() }.write())
}

pub(super) fn read(text: &str) -> Result<Told, ImportError> {
    let replay = Replay::read(text)?;
    let line = |name: &str| {
        let named = replay.header.iter().find(|(found, _)| found.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.as_str())
    };
    let coded = line(CODE).and_then(|code| code.parse::<Start>().ok());
    let coded = coded.and_then(|start| Some((start, explained_by(start, &replay)?)));
    let (start, moves) = match coded {
        Some((start, moves)) => (Field::write_start(&start), moves),
        None => (write_board(&replay.layout), replay.accepted()),
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
    Ok(Told {
        games: 1,
        start,
        players: Seats::Solo { solo: player_named(line("Player")) },
        clock: None,
        began: date.map(Date::at),
        moves: moves.iter().map(step).collect(),
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
