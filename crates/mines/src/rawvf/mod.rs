//! RAWVF, the text format in which Minesweeper programs exchange replays.
//!
//! A replay is a list of `Name: value` lines, the line `Board:` with the rows (`*` a mine, `0` none), and
//! the events, usually after a line `Events:`. A mouse event is a time in seconds, a two-letter word
//! (`lc` and `lr` for the left button pressed and released, `rc` `rr` the right, `mc` `mr` the
//! middle one, `sc` left with shift, `mv` a motion), perhaps column and row, and the pixel in parentheses.
//! The pixel decides: columns and rows are counted from 0 or from 1. Everything else, such as
//! `number3 4 2` or `won`, follows from those.
//!
//! Reading turns presses and releases into moves the way the programs do. Writing gives one press and
//! one release for each move.

mod mouse;

use crate::text::shortened;
use crate::{Cell, Field, Layout, LayoutError, Level, LevelError, Move, Status, Timed};
use mouse::{Action, Mouse, Settings};
use std::fmt::Write;

/// The longest replay that is read, in bytes.
pub const LONGEST_REPLAY: usize = 16 << 20;
/// The side of a cell in pixels where a replay does not say.
const SQUARE: i64 = 16;
/// The largest side of a cell that a header is believed.
const LARGEST_SQUARE: i64 = 1000;

/// A recorded game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The `Name: value` lines in their order, without those that follow from the board: `Width`,
    /// `Height` and `Mines`. `Marks`, `SuperClick` and `SuperFlag` are not on, since they say what a button
    /// means, and the moves are there.
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
    /// assert!(replay.write().starts_with("RawVF_Version: Rev6\nProgram: tablero\nLevel: Beginner\n"));
    /// assert_eq!(Replay::read(&replay.write()), Ok(replay));
    /// ```
    pub fn new(layout: Layout, moves: Vec<Timed>) -> Replay {
        let last = moves.last().map_or(0, |timed| timed.milliseconds);
        let level = level_name(layout.level()).to_owned();
        let mut replay = Replay { header: Vec::new(), layout, moves };
        let status = match replay.play().seen().status() {
            Status::Running => None,
            Status::Won => Some(("Status", "Won".to_owned())),
            Status::Lost(_) => Some(("Status", "Lost".to_owned())),
        };
        let header = [
            ("RawVF_Version", "Rev6".to_owned()),
            ("Program", "tablero".to_owned()),
            ("Level", level),
            ("Mode", "Classic".to_owned()),
            ("Marks", "Off".to_owned()),
            ("SquareSize", SQUARE.to_string()),
            ("Time", write_time(last)),
        ];
        let header = header.into_iter().chain(status);
        replay.header = header.map(|(name, value)| (name.to_owned(), value)).collect();
        replay
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
        let settings = take_settings(&mut header);
        let events = lines.filter(|(_, line)| !line.eq_ignore_ascii_case("events:"));
        let square = square_of(&header, events.clone().map(|(_, text)| text));
        let mut mouse = Mouse::new(settings, layout.clone());
        for (line, text) in events {
            read_event(text, square, &mut mouse, layout.level()).ok_or_else(|| {
                ReplayError::Line { line, text: shortened(text), expected: Expected::Event }
            })?;
        }
        Ok(Replay { header, layout, moves: mouse.moves() })
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
        let square = said_square(&self.header);
        for Timed { milliseconds, mv } in &self.moves {
            let (button, cell) = match mv {
                Move::Open(cell) => ('l', cell),
                Move::Flag(cell) => ('r', cell),
                Move::Chord(cell) => ('m', cell),
            };
            let time = write_time(*milliseconds);
            let (column, row) = (u16::from(cell.x) + 1, u16::from(cell.y) + 1);
            let pixel = |place: u8| i64::from(place) * square + square / 2;
            let (x, y) = (pixel(cell.x), pixel(cell.y));
            for action in ['c', 'r'] {
                let _ = writeln!(text, "{time} {button}{action} {column} {row} ({x} {y})");
            }
        }
        if let Some(ending) = ending(&self.play()) {
            let _ = writeln!(text, "{ending}");
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
        Status::Lost(_) => Some("lost"),
    }
}

/// Takes in one line of the events; `None` when it is none.
fn read_event(text: &str, square: i64, mouse: &mut Mouse, level: Level) -> Option<()> {
    let Some(event) = Event::read(text) else {
        // What happened on the board or to the game, without a time: `number3 4 2`, `flag 4 2`, `won`.
        return text.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(());
    };
    match Action::of(event.word) {
        None => {}
        Some(action @ Action::ToggleQuestionMarks) => mouse.act(event.milliseconds, action, None),
        Some(action) => {
            mouse.act(event.milliseconds, action, event.place()?.cell(square, level));
        }
    }
    Some(())
}

/// What the programs call a level. They have two sizes for beginners.
fn level_name(level: Level) -> &'static str {
    match (level.width(), level.height(), level.mines()) {
        (8, 8, 10) | (9, 9, 10) => "Beginner",
        (16, 16, 40) => "Intermediate",
        (30, 16, 99) => "Expert",
        _ => "Custom",
    }
}

fn write_time(milliseconds: u64) -> String {
    format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000)
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

/// One line of the events: a time, a word, and where it has them column and row counted from 1, and the pixel.
struct Event<'a> {
    milliseconds: u64,
    word: &'a str,
    place: &'a str,
}

/// Where the mouse was, as the line says it.
struct Place {
    column_and_row: Option<(i64, i64)>,
    pixel: Option<(i64, i64)>,
}

impl<'a> Event<'a> {
    /// Reads a line with a time and a word; `None` for any other.
    fn read(text: &'a str) -> Option<Event<'a>> {
        let (time, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let milliseconds = read_time(time)?;
        let (word, place) =
            rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
        word.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(Event {
            milliseconds,
            word,
            place,
        })
    }

    /// Reads `[column row] [(x y)] [(buttons)]`, of which one of the first two must be there.
    fn place(&self) -> Option<Place> {
        let (cells, pixel) = match self.place.split_once('(') {
            None => (self.place, None),
            Some((cells, rest)) => (cells, Some(rest.split_once(')').map_or(rest, |pair| pair.0))),
        };
        let pixel = pixel.map(|text| read_pair(text).ok_or(())).transpose().ok()?;
        let column_and_row = read_pair(cells);
        (pixel.is_some() || column_and_row.is_some()).then_some(Place { column_and_row, pixel })
    }
}

impl Place {
    /// Column and row from 0. The pixel counts where it is given: columns and rows are counted from 0
    /// by some programs, and by others rounded so that a pixel off the board is in its first row.
    fn cell(&self, square: i64, level: Level) -> Option<Cell> {
        let (x, y) = match (self.pixel, self.column_and_row) {
            (Some((x, y)), _) => (x.div_euclid(square), y.div_euclid(square)),
            (None, place) => {
                let (column, row) = place?;
                (column.checked_sub(1)?, row.checked_sub(1)?)
            }
        };
        let cell = Cell { x: x.try_into().ok()?, y: y.try_into().ok()? };
        level.contains(cell).then_some(cell)
    }

    /// Does the pixel lie in this column and row if a cell has so many pixels?
    fn agrees(&self, square: i64) -> bool {
        let from_pixel = self.pixel.map(|(x, y)| (x.div_euclid(square), y.div_euclid(square)));
        from_pixel.is_some()
            && from_pixel
                == self
                    .column_and_row
                    .map(|(column, row)| (column.saturating_sub(1), row.saturating_sub(1)))
    }
}

/// Two whole numbers.
fn read_pair(text: &str) -> Option<(i64, i64)> {
    let mut words = text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let mut number = || words.next()?.parse().ok();
    Some((number()?, number()?))
}

/// The side of a cell in pixels. A converter for files of Viennasweeper writes the size that the player had set and
/// pixels for cells of the usual size: then columns and rows agree with the usual size alone.
fn square_of<'a>(header: &[(String, String)], events: impl Iterator<Item = &'a str>) -> i64 {
    let said = said_square(header);
    if said == SQUARE {
        return SQUARE;
    }
    let (mut with_said, mut with_usual) = (0_usize, 0_usize);
    for place in events.filter_map(|text| Event::read(text)?.place()) {
        with_said += usize::from(place.agrees(said));
        with_usual += usize::from(place.agrees(SQUARE));
    }
    if with_usual > with_said { SQUARE } else { said }
}

/// What the header says of the side of a cell, where it can be one.
fn said_square(header: &[(String, String)]) -> i64 {
    let size = value(header, "SquareSize").and_then(|size| size.parse().ok());
    size.filter(|size| (1..=LARGEST_SQUARE).contains(size)).unwrap_or(SQUARE)
}

/// Takes the settings of the mouse out of the header and says there that they are off: with them the
/// presses were read, and the moves are written as presses that need none of them.
fn take_settings(header: &mut [(String, String)]) -> Settings {
    let mut settings = Settings::default();
    for (name, value) in header {
        let setting = match name.to_ascii_lowercase().as_str() {
            "marks" | "questionmarks" => &mut settings.question_marks,
            "superclick" => &mut settings.left_chords,
            "superflag" => &mut settings.right_flags_around,
            _ => continue,
        };
        if value.eq_ignore_ascii_case("on") {
            *setting = true;
            "Off".clone_into(value);
        }
    }
    settings
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
