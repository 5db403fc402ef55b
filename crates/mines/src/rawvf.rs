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
        expected: Expected,
    },
}

/// What a line of a replay is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Expected {
    #[error("`Name: value`")]
    Header,
    #[error("an event such as `1.23 lc 3 4 (40 56)`")]
    Event,
}

impl Replay {
    /// A replay of a game played here, with the header that other programs expect.
    ///
    /// ```
    /// # use mines::{Cell, Layout, Level, Move, Replay, Rule, Timed};
    /// let first = Cell { x: 4, y: 4 };
    /// let layout = Layout::lay(Level::BEGINNER, Rule::Safe, 1, first);
    /// let replay = Replay::new(layout, vec![Timed { milliseconds: 0, mv: Move::Open(first) }]);
    /// assert!(replay.write().starts_with("RawVF_Version: Rev6\nProgram: tablero\nLevel: beginner\n"));
    /// assert_eq!(Replay::read(&replay.write()), Ok(replay));
    /// ```
    pub fn new(layout: Layout, moves: Vec<Timed>) -> Replay {
        const CLASSIC: usize = 3;
        let classic = Level::NAMED.iter().take(CLASSIC).find(|(_, level)| *level == layout.level());
        let level = classic.map_or("custom", |(name, _)| name);
        let header = [
            ("RawVF_Version", "Rev6"),
            ("Program", "tablero"),
            ("Level", level),
            ("Mode", "classic"),
            ("SquareSize", "16"),
        ];
        let header = header.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        Replay { header, layout, moves }
    }

    /// Reads a replay.
    pub fn read(text: &str) -> Result<Replay, ReplayError> {
        if text.len() > LONGEST_REPLAY {
            return Err(ReplayError::TooLong(text.len()));
        }
        // A byte-order mark is no more a part of a line than the space around it.
        let around = |c: char| c.is_whitespace() || c == '\u{feff}';
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.trim_matches(around)))
            .filter(|(_, line)| !line.is_empty())
            .peekable();
        let mut header = Vec::new();
        loop {
            let (line, text) = lines.next().ok_or(ReplayError::NoBoard)?;
            let (name, value) = text.split_once(':').ok_or_else(|| ReplayError::Line {
                line,
                text: shortened(text),
                expected: Expected::Header,
            })?;
            let (name, value) = (one_line(name.trim()), one_line(value.trim()));
            if name.eq_ignore_ascii_case("Board") && value.is_empty() {
                break;
            }
            header.push((name, value));
        }
        let mut rows = Vec::new();
        while let Some(row) = lines.next_if(|(_, line)| line.bytes().all(|b| b"*0".contains(&b))) {
            rows.push(row);
        }
        let layout = read_board(&rows)?;
        check_size(&mut header, layout.level())?;
        let square = value(&header, "SquareSize").and_then(|size| size.parse().ok());
        let mut mouse = Mouse::new(square.filter(|&size| size > 0).unwrap_or(SQUARE));
        for (line, text) in lines.filter(|(_, line)| !line.eq_ignore_ascii_case("events:")) {
            mouse.read(text).ok_or_else(|| ReplayError::Line {
                line,
                text: shortened(text),
                expected: Expected::Event,
            })?;
        }
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

/// Takes the size out of the header, where it must be that of the board as often as it is named.
fn check_size(header: &mut Vec<(String, String)>, level: Level) -> Result<(), ReplayError> {
    let facts = [
        ("Width", level.width().into()),
        ("Height", level.height().into()),
        ("Mines", usize::from(level.mines())),
    ];
    for (name, shown) in facts {
        for (_, said) in header.extract_if(.., |(found, _)| found.eq_ignore_ascii_case(name)) {
            if said.parse() != Ok(shown) {
                return Err(ReplayError::Header { name, said: shortened(&said), shown });
            }
        }
    }
    Ok(())
}

/// What two buttons together have come to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chord {
    /// They were not pressed together.
    None,
    /// They were; the first release makes the chord.
    Pressed,
    /// The chord was made, and the other button is still down.
    Made,
}

/// The buttons of a mouse, and the moves that come of pressing and releasing them.
struct Mouse {
    square: i64,
    left: bool,
    right: bool,
    chord: Chord,
    moves: Vec<Timed>,
}

impl Mouse {
    fn new(square: i64) -> Mouse {
        Mouse { square, left: false, right: false, chord: Chord::None, moves: Vec::new() }
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
        let number = |text: &str| text.parse::<i64>().ok();
        let (column, row) = if let (Some(column), Some(row)) = (numbers.next(), numbers.next()) {
            (number(column)?.checked_sub(1)?, number(row)?.checked_sub(1)?)
        } else {
            let mut pixels = pixels.split([' ', ')']).filter(|number| !number.is_empty());
            let mut next = || number(pixels.next()?);
            (next()?.div_euclid(self.square), next()?.div_euclid(self.square))
        };
        let place = |number: i64| u8::try_from(number).unwrap_or(u8::MAX);
        Some(Cell { x: place(column), y: place(row) })
    }

    fn press(&mut self, word: &str, cell: Cell) -> Option<Move> {
        match word {
            "lc" | "sc" => {
                self.left = true;
                if self.right || word == "sc" {
                    self.chord = Chord::Pressed;
                }
                None
            }
            "rc" => {
                self.right = true;
                if self.left {
                    self.chord = Chord::Pressed;
                }
                (!self.left).then_some(Move::Flag(cell))
            }
            "mr" => Some(Move::Chord(cell)),
            "lr" | "rr" => self.release(word == "lr", cell),
            _ => None,
        }
    }

    fn release(&mut self, left: bool, cell: Cell) -> Option<Move> {
        let held = std::mem::replace(if left { &mut self.left } else { &mut self.right }, false);
        match std::mem::replace(&mut self.chord, Chord::None) {
            Chord::None => (left && held).then_some(Move::Open(cell)),
            Chord::Made => None,
            Chord::Pressed => {
                if self.left || self.right {
                    self.chord = Chord::Made;
                }
                Some(Move::Chord(cell))
            }
        }
    }
}

/// Milliseconds of `1.23`, `1.234` or `-0.5`; what was before the start counts as the start.
fn read_time(text: &str) -> Option<u64> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let (seconds, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if seconds.is_empty() || !is_number(seconds) || !is_number(fraction) {
        return None;
    }
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    let milliseconds = seconds.parse::<u64>().ok()?.checked_mul(1000)?;
    let milliseconds = milliseconds.checked_add(thousandths.parse().ok()?)?;
    Some(if negative { 0 } else { milliseconds })
}
