//! Minesweeper at the table.

use super::words;
use super::solver::SolverMind;
use super::{CARD, Mines, record};
use crate::{localized, said};
use ::mines::{
    Ending, Field, Illegal, Layout, Move, MoveError, Rule, Seen, Start, StartError, Statistics, Status, Timed,
    View,
};
use ::table::record::{ExportError, ImportError, ParsedRecord, RecordFormat};
use ::table::scene::{Cell, Choice, Fact, Mark, Picture, Piece, Tally};
use ::table::{Card, Language, Localized, Mind, Opening, Playable, Table, fill};
use game::Notation;

/// Before the bytes of an MBF file in hexadecimal: a board that came from a file and not from a seed.
pub const BOARD: &str = "board:";
/// The bytes of the largest board with all cells but one mined.
const LONGEST_BOARD: usize = 4 + 2 * 40_000;

impl Playable for Mines {
    type Game = Field;

    const CARD: &'static dyn Card = &CARD;
    const RECORD: RecordFormat = record::FORMAT;

    fn read_start(text: &str) -> Result<Opening<Mines>, Localized> {
        let Some(digits) = text.trim().strip_prefix(BOARD) else {
            let start = Field::read_start(text).map_err(|error| localized(&error))?;
            return Ok(Opening { start, board: None });
        };
        let layout = read_board(digits)?;
        let start = Start::new(layout.level(), Rule::Safe, 0).map_err(|error| localized(&error))?;
        Ok(Opening { start, board: Some(digits.to_owned()) })
    }

    fn first(start: &Start) -> Field {
        Field::unlaid(*start)
    }

    fn start_again(start: &Start, seed: u64) -> Start {
        start.again(seed)
    }

    /// A board that is shared has its first cell open, and that cell decides where the mines lie.
    /// A byte or two for each cell: what is seen of it, and whether a mine lies there.
    fn heap_size(field: &Field) -> usize {
        3 * field.level().cells()
    }

    fn board_at_start(start: &Start) -> Option<String> {
        let layout = Field::unlaid(*start).layout_for(Move::Open(start.first()?));
        Some(write_board(&layout.ok()??))
    }

    fn board_for(field: &Field, text: &str) -> Result<Option<String>, MoveError> {
        let Some(mv) = Move::read(text) else { return Ok(None) };
        match field.layout_for(mv) {
            Ok(layout) => Ok(layout.as_ref().map(write_board)),
            Err(error) => Err(MoveError::Illegal(error)),
        }
    }

    fn board_of(field: &Field) -> Option<String> {
        field.layout().map(write_board)
    }

    fn is_laid(field: &Field) -> bool {
        field.layout().is_some()
    }

    fn lay(field: &Field, board: &str) -> Result<Field, Localized> {
        let layout = read_board(board)?;
        field.laid(layout).map_err(|error: Illegal| localized(&error))
    }

    /// A board is shared with its first cell open: that cell decided where the mines lie.
    fn code(start: &str, mut moves: impl Iterator<Item = Move>) -> Option<String> {
        let Ok(start) = start.parse::<Start>() else { return Some(start.to_owned()) };
        let first = moves.find(|mv| matches!(mv, Move::Open(_))).map(Move::cell);
        let shared = match (start.first(), first) {
            (None, Some(first)) => start.opened_at(first).unwrap_or(start),
            _ => start,
        };
        Some(shared.to_string())
    }

    /// A chord opens everything closed around its cell that has no flag. The first cell is never a mine.
    fn opens(view: &View, mv: Move) -> Option<Vec<String>> {
        let level = view.level();
        let cells: Vec<usize> = match mv {
            Move::Flag(_) => return None,
            _ if view.opened() == 0 => return Some(Vec::new()),
            Move::Open(cell) => vec![level.index(cell)],
            Move::Chord(cell) => level.around(level.index(cell)).collect(),
        };
        let closed = |index: &&usize| view.cells().get(**index) == Some(&Seen::Closed);
        Some(cells.iter().filter(closed).map(|&index| level.cell(index).to_string()).collect())
    }

    fn starts_timer(mv: Move) -> bool {
        !matches!(mv, Move::Flag(_))
    }

    fn picture(view: &View, last: Option<Move>) -> Picture {
        let level = view.level();
        let name = |index: usize| level.cell(index).to_string();
        let column = |column: usize| name(column).trim_end_matches(char::is_numeric).to_owned();
        let cell = |(index, &seen): (usize, &Seen)| {
            let closed = seen.is_closed() || matches!(seen, Seen::Mine | Seen::WrongFlag);
            let touched = last.is_some_and(|mv| level.index(mv.cell()) == index);
            Cell {
                name: name(index),
                shade: if closed { "closed" } else { "open" },
                piece: piece(seen),
                marks: if touched { vec![Mark::LastMove] } else { Vec::new() },
            }
        };
        Picture {
            columns: (0..usize::from(level.width())).map(column).collect(),
            rows: (1..=level.height()).map(|row| row.to_string()).collect(),
            cells: view.cells().iter().enumerate().map(cell).collect(),
        }
    }

    /// Closed cells can be opened and flagged. Chords are left to be tried: whether one opens
    /// anything is seen from the numbers and flags.
    fn choices(view: &View) -> Vec<Choice> {
        if view.status() != Status::Running {
            return Vec::new();
        }
        let choice = |(index, &seen): (usize, &Seen)| {
            let name = view.level().cell(index).to_string();
            let verb = match seen {
                Seen::Closed => "open",
                Seen::Flag => "flag",
                _ => return None,
            };
            let mv = format!("{verb} {name}");
            Some(Choice { path: vec![name], mv, places: None, also: Vec::new() })
        };
        view.cells().iter().enumerate().filter_map(choice).collect()
    }

    /// Closed cells without a flag.
    fn lots(view: &View) -> Vec<String> {
        let closed = |(_, seen): &(usize, &Seen)| **seen == Seen::Closed;
        let open = |(index, _): (usize, &Seen)| format!("open {}", view.level().cell(index));
        view.cells().iter().enumerate().filter(closed).map(open).collect()
    }

    fn tallies(view: &View, _: &Field, language: Language) -> Vec<Tally> {
        vec![Tally {
            label: words::of(language).mines_left,
            side: None,
            value: view.mines_left().to_string(),
            pieces: Vec::new(),
        }]
    }

    fn speed(table: &Table<Mines>, language: Language) -> Option<String> {
        let statistics = statistics_of(table);
        let seconds = statistics.milliseconds as f64 / 1000.0;
        let words = words::of(language);
        let number = |number: f64, decimals: usize| format!("{number:.decimals$}").replace('.', words.decimal);
        let speed = statistics.value_per_second()?;
        Some(fill(words.speed, &[&number(seconds, 1), &number(speed, 2)]))
    }

    fn figures(table: &Table<Mines>, language: Language) -> Vec<Fact> {
        let statistics = statistics_of(table);
        let Some(value) = statistics.board_value else { return Vec::new() };
        let words = words::of(language);
        let number = |number: f64, decimals: usize| format!("{number:.decimals$}").replace('.', words.decimal);
        let done = if value.solved == value.total {
            value.total.to_string()
        } else {
            format!("{} / {}", value.solved, value.total)
        };
        let speed = statistics.value_per_second().map_or_else(|| "–".to_owned(), |speed| number(speed, 2));
        let efficiency = statistics.efficiency().map_or_else(|| "–".to_owned(), |part| number(100.0 * part, 0) + " %");
        let fact = |label, value| Fact { label, value };
        vec![
            fact(words.time_figure, number(statistics.milliseconds as f64 / 1000.0, 2)),
            fact("3BV", done),
            fact("3BV/s", speed),
            fact(words.clicks_figure, statistics.clicks.total().to_string()),
            fact(words.efficiency_figure, efficiency),
        ]
    }

    fn statistics(table: &Table<Mines>, language: Language) -> Option<String> {
        let statistics = statistics_of(table);
        let value = statistics.board_value?;
        let efficiency = statistics.efficiency().map_or(0.0, |efficiency| 100.0 * efficiency);
        let numbers = [
            value.solved.to_string(),
            value.total.to_string(),
            statistics.clicks.total().to_string(),
            format!("{efficiency:.0}"),
        ];
        let numbers = numbers.each_ref().map(String::as_str);
        Some(fill(words::of(language).statistics, &numbers))
    }

    fn write_record(table: &Table<Mines>) -> Result<String, ExportError> {
        record::write(table)
    }

    fn read_record(text: &str) -> Result<ParsedRecord, ImportError> {
        record::read(text)
    }

    fn mind() -> Box<dyn Mind> {
        Box::new(SolverMind)
    }

    fn why_no_start(error: &StartError, language: Language) -> String {
        said(error, language)
    }

    fn why_not(error: &MoveError, language: Language) -> String {
        said(error, language)
    }

    fn ending_words(ending: Ending, language: Language) -> &'static str {
        let words = words::of(language);
        match ending {
            Ending::Cleared => words.cleared,
            Ending::Exploded(_) => words.exploded,
        }
    }
}

fn statistics_of(table: &Table<Mines>) -> Statistics {
    let played = table.played().iter();
    let timed = played.map(|played| Timed { milliseconds: played.at, mv: played.mv });
    Statistics::of(table.position(), &timed.collect::<Vec<_>>())
}

fn read_board(digits: &str) -> Result<Layout, Localized> {
    let wrong = |language| fill(words::of(language).not_hexadecimal, &[BOARD]);
    let bytes = read_hexadecimal(digits).ok_or_else(|| Localized::exactly(wrong))?;
    Layout::from_mbf(&bytes).map_err(|error| localized(&error))
}

fn read_hexadecimal(digits: &str) -> Option<Vec<u8>> {
    if digits.len() > 2 * LONGEST_BOARD || !digits.len().is_multiple_of(2) {
        return None;
    }
    let byte = |pair: &[u8]| {
        let digit = |&digit: &u8| char::from(digit).to_digit(16);
        let [high, low] = pair else { return None };
        u8::try_from(digit(high)? << 4 | digit(low)?).ok()
    };
    digits.as_bytes().chunks(2).map(byte).collect()
}

/// The bytes of a board in hexadecimal.
pub fn write_board(layout: &Layout) -> String {
    let digits = layout.to_mbf().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

fn piece(seen: Seen) -> Option<Piece> {
    const DIGITS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];
    let kind = match seen {
        Seen::Closed => return None,
        Seen::Number(mines) => DIGITS.get(usize::from(mines).checked_sub(1)?)?,
        Seen::Flag => "flag",
        Seen::Mine => "mine",
        Seen::Hit => "hit-mine",
        Seen::WrongFlag => "wrong-flag",
    };
    Some(Piece::neutral(kind))
}
