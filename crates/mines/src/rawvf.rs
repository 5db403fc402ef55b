//! RAWVF, the text format in which Minesweeper programs exchange replays.
//!
//! A replay is a list of `Name: value` lines, the line `Board:` with the rows (`*` a mine, `0` none), and
//! the events, usually after a line `Events:`. A mouse event is a time in seconds, a two-letter word
//! (`lc` and `lr` for the left button pressed and released, `rc` `rr` the right, `mc` `mr` the
//! middle one, `sc` left with shift, `mv` a motion), perhaps column and row counted from 1, and the
//! pixel in parentheses. Everything else, such as `number3 4 2` or `won`, follows from those.
//!
//! Reading turns presses and releases into moves the way the programs do. Writing gives one press and
//! one release for each move.

use crate::text::shortened;
use crate::{Cell, Field, Layout, LayoutError, Level, LevelError, Move, Status, Timed};
use std::fmt::Write;

/// The longest replay that is read, in bytes.
pub const LONGEST_REPLAY: usize = 16 << 20;
/// The side of a cell in pixels where a replay does not say.
const SQUARE: i64 = 16;

/// A recorded game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The `Name: value` lines in their order, without those that follow from the board: `Width`,
    /// `Height` and `Mines`.
    pub header: Vec<(String, String)>,
    /// The board.
    pub layout: Layout,
    /// What was done, in order. A move may be one that the game refuses, such as a chord that does
    /// not fit: then it has no effect.
    pub moves: Vec<Timed>,
}

/// What is wrong with the text of a replay.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Too much to read.
    #[error("the replay has {0} bytes, and at most {LONGEST_REPLAY} are read")]
    TooLong(usize),
    /// There is no board.
    #[error("no line `Board:` was found")]
    NoBoard,
    /// The board has a row of another length.
    #[error("line {line}: a row of {found} cells among rows of {expected}")]
    Row {
        /// The line, counted from 1.
        line: usize,
        /// The cells in it.
        found: usize,
        /// The cells in the first row.
        expected: usize,
    },
    /// The header and the board disagree.
    #[error("the header says {name} {said}, and the board shows {shown}")]
    Header {
        /// `Width`, `Height` or `Mines`.
        name: &'static str,
        /// What the header says, cut short.
        said: String,
        /// What is true of the board.
        shown: usize,
    },
    /// The board is too small or too large, or has no mine or nothing else.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The mines do not lie as they must.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A line that is neither of the header nor an event.
    #[error("line {line}: {text:?} was found, and {expected} was expected")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What stands there, cut short.
        text: String,
        /// What should stand there.
        expected: &'static str,
    },
}

impl Replay {
    /// Reads a replay.
    pub fn read(text: &str) -> Result<Replay, ReplayError> {
        if text.len() > LONGEST_REPLAY {
            return Err(ReplayError::TooLong(text.len()));
        }
        let mut lines = text
            .trim_start_matches('\u{feff}')
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty())
            .peekable();
        let mut header = Vec::new();
        loop {
            let (line, text) = lines.next().ok_or(ReplayError::NoBoard)?;
            if text.eq_ignore_ascii_case("board:") {
                break;
            }
            let option = text.split_once(':').ok_or_else(|| ReplayError::Line {
                line,
                text: shortened(text),
                expected: "`Name: value`",
            })?;
            header.push((option.0.trim().to_owned(), option.1.trim().to_owned()));
        }
        let mut rows = Vec::new();
        while let Some(row) = lines.next_if(|(_, line)| line.bytes().all(|b| b"*0".contains(&b))) {
            rows.push(row);
        }
        let layout = read_board(&rows)?;
        check_header(&header, layout.level())?;
        let square = value(&header, "SquareSize").and_then(|size| size.parse().ok());
        let mut mouse = Mouse::new(square.filter(|&size| size > 0).unwrap_or(SQUARE));
        for (line, text) in lines.filter(|(_, line)| !line.eq_ignore_ascii_case("events:")) {
            mouse.read(text).ok_or_else(|| ReplayError::Line {
                line,
                text: shortened(text),
                expected: "an event such as `1.23 lc 3 4 (40 56)`",
            })?;
        }
        header.retain(|(name, _)| !["Width", "Height", "Mines"].contains(&name.as_str()));
        let level = layout.level();
        let mut moves = mouse.moves;
        moves.retain(|timed| level.contains(timed.mv.cell()));
        Ok(Replay { header, layout, moves })
    }

    /// Writes the replay: the header, the board, and a press and a release for each move.
    pub fn write(&self) -> String {
        let level = self.layout.level();
        let mut text = String::new();
        for (name, value) in &self.header {
            let _ = writeln!(text, "{}: {}", one_line(name), one_line(value));
        }
        let (width, height, mines) = (level.width(), level.height(), level.mines());
        let _ = writeln!(text, "Width: {width}\nHeight: {height}\nMines: {mines}\nBoard:");
        for y in 0..height {
            let mine = |x| self.layout.is_mine(level.index(Cell { x, y }));
            text.extend((0..width).map(|x| if mine(x) { '*' } else { '0' }));
            text.push('\n');
        }
        text.push_str("Events:\n0.000 start\n");
        let square = value(&self.header, "SquareSize").and_then(|size| size.parse().ok());
        let square = square.filter(|size| (1..=1000).contains(size)).unwrap_or(SQUARE);
        for Timed { milliseconds, mv } in &self.moves {
            let (button, cell) = match mv {
                Move::Open(cell) => ('l', cell),
                Move::Flag(cell) => ('r', cell),
                Move::Chord(cell) => ('m', cell),
            };
            let (seconds, thousandths) = (milliseconds / 1000, milliseconds % 1000);
            let (column, row) = (u16::from(cell.x) + 1, u16::from(cell.y) + 1);
            let pixel = |place: u8| i64::from(place) * square + square / 2;
            let (x, y) = (pixel(cell.x), pixel(cell.y));
            for action in ['c', 'r'] {
                let _ = writeln!(
                    text,
                    "{seconds}.{thousandths:03} {button}{action} {column} {row} ({x} {y})"
                );
            }
        }
        if let Some(ending) = ending(&self.play()) {
            let last = self.moves.last().map_or(0, |timed| timed.milliseconds);
            let _ = writeln!(text, "{}.{:03} {ending}", last / 1000, last % 1000);
        }
        text
    }

    /// The game as far as the replay goes. Moves that the game refuses are passed over.
    pub fn play(&self) -> Field {
        let mut field = Field::on(self.layout.clone());
        for timed in &self.moves {
            let _ = field.make(timed.mv);
        }
        field
    }

    /// The moves that had an effect.
    pub fn accepted(&self) -> Vec<Timed> {
        let mut field = Field::on(self.layout.clone());
        self.moves.iter().copied().filter(|timed| field.make(timed.mv).is_ok()).collect()
    }
}

fn ending(field: &Field) -> Option<&'static str> {
    match field.seen().status() {
        Status::Running => None,
        Status::Won => Some("won"),
        Status::Lost(_) => Some("boom"),
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

fn value<'a>(header: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let named = header.iter().find(|(found, _)| found.eq_ignore_ascii_case(name));
    named.map(|(_, value)| value.as_str())
}

fn read_board(rows: &[(usize, &str)]) -> Result<Layout, ReplayError> {
    let expected = rows.first().map_or(0, |(_, row)| row.len());
    if let Some(&(line, row)) = rows.iter().find(|(_, row)| row.len() != expected) {
        return Err(ReplayError::Row { line, found: row.len(), expected });
    }
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let mines = rows.iter().map(|(_, row)| row.bytes().filter(|&b| b == b'*').count()).sum();
    let level = Level::new(count(expected), count(rows.len()), count(mines))?;
    let places = rows.iter().flat_map(|(_, row)| row.bytes()).enumerate();
    let mines = places.filter(|&(_, byte)| byte == b'*').map(|(index, _)| level.cell(index));
    Ok(Layout::from_mines(level, mines)?)
}

fn check_header(header: &[(String, String)], level: Level) -> Result<(), ReplayError> {
    let facts = [
        ("Width", level.width().into()),
        ("Height", level.height().into()),
        ("Mines", usize::from(level.mines())),
    ];
    for (name, shown) in facts {
        if let Some(said) = value(header, name).filter(|said| said.parse() != Ok(shown)) {
            return Err(ReplayError::Header { name, said: shortened(said), shown });
        }
    }
    Ok(())
}

/// The buttons of a mouse, and the moves that come of pressing and releasing them.
struct Mouse {
    square: i64,
    left: bool,
    right: bool,
    /// Both were pressed, and the chord is still to come.
    chord: bool,
    /// A chord was made, and the other button is still down.
    spent: bool,
    moves: Vec<Timed>,
}

impl Mouse {
    fn new(square: i64) -> Mouse {
        Mouse { square, left: false, right: false, chord: false, spent: false, moves: Vec::new() }
    }

    /// Takes in one line; `None` when it is no event.
    fn read(&mut self, text: &str) -> Option<()> {
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let Some(milliseconds) = read_time(first) else {
            // A board event: `number3 4 2`, `flag 4 2`.
            return first.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(());
        };
        let (word, place) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest, ""));
        if !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        if ["lc", "lr", "rc", "rr", "mc", "mr", "sc"].contains(&word) {
            let cell = self.read_place(place)?;
            if let Some(mv) = self.press(word, cell) {
                self.moves.push(Timed { milliseconds, mv });
            }
        }
        Some(())
    }

    /// The cell of `[column row] (x y) [(state)]`. A place off every board becomes a cell off it.
    fn read_place(&self, text: &str) -> Option<Cell> {
        let (numbers, pixels) = text.split_once('(')?;
        let mut numbers = numbers.split_whitespace();
        let (column, row) = match (numbers.next(), numbers.next()) {
            (Some(column), Some(row)) => (
                column.parse::<i64>().ok()?.checked_sub(1)?,
                row.parse::<i64>().ok()?.checked_sub(1)?,
            ),
            _ => {
                let mut pixels = pixels.split([' ', ')']).filter(|number| !number.is_empty());
                let mut next = || pixels.next()?.parse::<i64>().ok();
                (next()?.div_euclid(self.square), next()?.div_euclid(self.square))
            }
        };
        let place = |number: i64| u8::try_from(number).unwrap_or(u8::MAX);
        Some(Cell { x: place(column), y: place(row) })
    }

    fn press(&mut self, word: &str, cell: Cell) -> Option<Move> {
        match word {
            "lc" => {
                self.left = true;
                self.chord |= self.right;
                None
            }
            "rc" => {
                self.right = true;
                self.chord |= self.left;
                (!self.left).then_some(Move::Flag(cell))
            }
            "sc" => {
                self.left = true;
                self.chord = true;
                None
            }
            "mr" => Some(Move::Chord(cell)),
            "lr" | "rr" => self.release(word == "lr", cell),
            _ => None,
        }
    }

    fn release(&mut self, left: bool, cell: Cell) -> Option<Move> {
        let held = std::mem::replace(if left { &mut self.left } else { &mut self.right }, false);
        if std::mem::replace(&mut self.chord, false) {
            self.spent = self.left || self.right;
            Some(Move::Chord(cell))
        } else if std::mem::replace(&mut self.spent, false) {
            None
        } else {
            (left && held).then_some(Move::Open(cell))
        }
    }
}

/// Milliseconds of `1.23`, `1.234` or `-0.5`; what was before the start counts as the start.
fn read_time(text: &str) -> Option<u64> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let (seconds, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if seconds.is_empty() || seconds.len() > 9 || !is_number(seconds) || !is_number(fraction) {
        return None;
    }
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    let milliseconds = seconds.parse::<u64>().ok()? * 1000 + thousandths.parse::<u64>().ok()?;
    Some(if negative { 0 } else { milliseconds })
}
