//! EPD: a position in one line of text, with operations that say something about it.
//!
//! The four fields of a FEN without its counters are followed by operations: a name, operands, and a
//! semicolon. `bm Qg6; id "WAC.001";` says that Qg6 is the best move and what the position is
//! called. A text is read first ([`Epd`], by [`str::parse`]), and operands that are moves are
//! resolved against the position when they are asked for.
//!
//! Read generously: counters may stand after the four fields as in a FEN, the last semicolon may be
//! missing, and empty operations are skipped. Moves may be written in coordinates, and a check mark that
//! stands alone behind one (`bm Qg6 +;`) is passed over. So the lists of perft numbers, `FEN ;D1 20 ;D2 400`,
//! are EPD as well. The counters `hmvc` and `fmvn` go into the position; they are written where they
//! are not 0 and 1.
//!
//! Decided against: a mark for quotes within quotes. The standard has none, so text with a quote
//! in it cannot be an operand.

use crate::fen::{self, PositionError, cut};
use crate::moves::Move;
use crate::position::Position;
use crate::san::{San, SanError};
use game::Rules;
use std::fmt;
use std::str::FromStr;

/// How many bytes a line of EPD may have.
pub const MAX_LINE_BYTES: usize = 4096;

/// How many characters the name of an operation may have.
pub const MAX_OPCODE_LENGTH: usize = 15;

/// The largest value of a counter.
const LARGEST_COUNTER: u16 = 9999;

/// The operations that are a part of the position: moves without progress, and the move number.
const HALFMOVE_CLOCK: &str = "hmvc";
const FULLMOVE_NUMBER: &str = "fmvn";

/// A position and what is said about it.
///
/// What fits into [`MAX_LINE_BYTES`] is read back equal to what was written.
///
/// ```
/// # use chess::epd::Epd;
/// let text = "7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - bm Rb7; id \"WAC.006\";";
/// let epd: Epd = text.parse().unwrap();
/// assert_eq!(epd.best_moves().unwrap().len(), 1);
/// assert_eq!(epd.id(), Some("WAC.006"));
/// assert_eq!(epd.to_string(), text);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Epd {
    /// The position, counters included.
    pub position: Position,
    /// What is said about it, in its order.
    pub operations: Vec<Operation>,
}

/// Something that is said about a position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

/// One of the things that an operation names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Operand {
    text: String,
    quoted: bool,
}

/// What is wrong with a line of EPD, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {fault}")]
pub struct EpdError {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub fault: EpdFault,
}

/// What keeps a text from being EPD. What was found is cut to a few characters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EpdFault {
    /// Too much text.
    #[error("a line of EPD may have {MAX_LINE_BYTES} bytes, not {0}")]
    TooLong(usize),
    /// The first fields are no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Not the name of an operation.
    #[error(
        "expected the name of an operation, up to {MAX_OPCODE_LENGTH} letters, digits and _ that \
         begin with a letter, found {0:?}"
    )]
    Opcode(String),
    /// A quote that is not closed.
    #[error("expected a quote at the end of the text that begins here")]
    UnterminatedText,
    /// A quote within a word.
    #[error("expected a space or a semicolon, found a quote")]
    QuoteInWord,
    /// A counter that is not one number.
    #[error("expected one number from 0 to {LARGEST_COUNTER} after {0}, found {1:?}")]
    Counter(&'static str, String),
}

/// Why an operation cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OperationError {
    /// Not a name.
    #[error(
        "the name of an operation has up to {MAX_OPCODE_LENGTH} letters, digits and _ and begins \
         with a letter, which {0:?} does not"
    )]
    Opcode(String),
    /// A counter, which belongs to the position.
    #[error("the counter {0} is a part of the position")]
    Counter(&'static str),
    /// Not a word.
    #[error("an operand without quotes has no space, quote, semicolon or control character: {0:?}")]
    Word(String),
    /// Not a text.
    #[error("an operand in quotes has no quote or control character: {0:?}")]
    Text(String),
}

/// Why an operand is not a move here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OperandError {
    /// Not a move at all.
    #[error("expected a move such as Nf3, exd5, O-O or e8=Q after {0}, found {1:?}")]
    NotAMove(String, String),
    /// A move that cannot be played here.
    #[error("after {0}: {1}")]
    Move(String, SanError),
}

impl Epd {
    /// A position about which nothing is said.
    pub fn new(position: Position) -> Epd {
        Epd { position, operations: Vec::new() }
    }

    /// The first operation of that name.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The text of the first operand of an operation.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operation(opcode)?.operands.first().map(Operand::text)
    }

    /// The first operand of an operation as a number.
    pub fn number(&self, opcode: &str) -> Option<i64> {
        self.text(opcode)?.parse().ok()
    }

    /// `id`: what the position is called.
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }

    /// `bm`: the best moves, if any are named.
    pub fn best_moves(&self) -> Result<Vec<Move>, OperandError> {
        self.moves("bm")
    }

    /// `am`: the moves to avoid, if any are named.
    pub fn avoid_moves(&self) -> Result<Vec<Move>, OperandError> {
        self.moves("am")
    }

    /// The operands of an operation as moves that can be played in the position.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, OperandError> {
        let operands = self.operands_of_moves(opcode);
        operands.map(|operand| operand.resolve(opcode, &self.position)).collect()
    }

    /// The operands of an operation whose operands are moves, without marks that stand alone.
    fn operands_of_moves(&self, opcode: &str) -> impl Iterator<Item = &Operand> {
        let operands = self.operation(opcode).map_or(&[][..], |operation| &operation.operands);
        operands.iter().filter(|operand| !matches!(operand.text.as_str(), "+" | "++" | "#"))
    }

    /// The operands of an operation, such as `pv`, as moves that follow one another.
    pub fn line(&self, opcode: &str) -> Result<Vec<Move>, OperandError> {
        let mut position = self.position;
        let mut line = Vec::new();
        for operand in self.operands_of_moves(opcode) {
            let mv = operand.resolve(opcode, &position)?;
            position = position.play(mv);
            line.push(mv);
        }
        Ok(line)
    }

    /// `D1`, `D2` and so on: depths and the numbers of lines of that many moves.
    ///
    /// ```
    /// # use chess::epd::Epd;
    /// let epd: Epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400"
    ///     .parse()
    ///     .unwrap();
    /// assert_eq!(epd.perft().collect::<Vec<_>>(), [(1, 20), (2, 400)]);
    /// ```
    pub fn perft(&self) -> impl Iterator<Item = (u32, u64)> {
        self.operations.iter().filter_map(|operation| {
            let depth = operation.opcode.strip_prefix('D')?.parse().ok()?;
            Some((depth, operation.operands.first()?.text.parse().ok()?))
        })
    }
}

impl Operation {
    /// An operation with this name.
    pub fn new(opcode: &str, operands: Vec<Operand>) -> Result<Operation, OperationError> {
        if !is_opcode(opcode) {
            return Err(OperationError::Opcode(cut(opcode)));
        }
        match [HALFMOVE_CLOCK, FULLMOVE_NUMBER].into_iter().find(|&counter| counter == opcode) {
            Some(counter) => Err(OperationError::Counter(counter)),
            None => Ok(Operation { opcode: opcode.to_owned(), operands }),
        }
    }

    /// The name.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// What it names.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }
}

impl Operand {
    /// A single word: a move, a number.
    pub fn word(text: &str) -> Result<Operand, OperationError> {
        if text.is_empty() || text.chars().any(|letter| !is_word_letter(letter)) {
            return Err(OperationError::Word(cut(text)));
        }
        Ok(Operand { text: text.to_owned(), quoted: false })
    }

    /// Any text, in quotes.
    pub fn quoted(text: &str) -> Result<Operand, OperationError> {
        if text.chars().any(|letter| letter == '"' || letter.is_ascii_control()) {
            return Err(OperationError::Text(cut(text)));
        }
        Ok(Operand { text: text.to_owned(), quoted: true })
    }

    /// The text, without its quotes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Was it in quotes?
    pub fn is_quoted(&self) -> bool {
        self.quoted
    }

    fn resolve(&self, opcode: &str, position: &Position) -> Result<Move, OperandError> {
        let san: San = self
            .text
            .parse()
            .map_err(|_| OperandError::NotAMove(opcode.to_owned(), cut(&self.text)))?;
        san.resolve(position).map_err(|error| OperandError::Move(opcode.to_owned(), error))
    }
}

fn is_opcode(text: &str) -> bool {
    text.len() <= MAX_OPCODE_LENGTH
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn is_blank(letter: char) -> bool {
    letter == ' ' || letter.is_ascii_control()
}

fn is_word_letter(letter: char) -> bool {
    !is_blank(letter) && letter != '"' && letter != ';'
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Epd, EpdError> {
        if text.len() > MAX_LINE_BYTES {
            return Err(EpdError { column: 1, fault: EpdFault::TooLong(text.len()) });
        }
        let mut cursor = Cursor { text, at: 0 };
        let (position, mut counters) = cursor.position()?;
        let mut operations = Vec::new();
        while let Some(operation) = cursor.operation(&mut counters)? {
            operations.push(operation);
        }
        let mut setup = position.to_setup();
        setup.halfmove_clock = counters.halfmove_clock;
        setup.fullmove_number = counters.fullmove_number.max(1);
        Ok(Epd { position: Position::of_valid_setup(&setup), operations })
    }
}

struct Counters {
    halfmove_clock: u16,
    fullmove_number: u16,
}

/// A place in the text, always between two characters.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn error(&self, at: usize, fault: impl Into<EpdFault>) -> EpdError {
        let before = self.text.get(..at).unwrap_or_default();
        EpdError { column: before.chars().count() + 1, fault: fault.into() }
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches(is_blank).len();
    }

    /// Takes as much as there is of which the test holds.
    fn take_while(&mut self, test: fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.len() - rest.trim_start_matches(test).len();
        self.at += length;
        &rest[..length]
    }

    /// Four fields, and numbers after them where there are any.
    fn position(&mut self) -> Result<(Position, Counters), EpdError> {
        self.skip_blanks();
        let start = self.at;
        let mut end = start;
        for field in 0..6 {
            self.skip_blanks();
            let number = self.rest().starts_with(|letter: char| letter.is_ascii_digit());
            if field >= 4 && !number {
                break;
            }
            self.take_while(is_word_letter);
            end = self.at;
        }
        let fen = self.text.get(start..end).unwrap_or_default();
        let position: Position =
            fen.parse().map_err(|error: PositionError| self.error(start, error))?;
        let counters = Counters {
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
        };
        Ok((position, counters))
    }

    /// The next operation that is not a counter.
    fn operation(&mut self, counters: &mut Counters) -> Result<Option<Operation>, EpdError> {
        loop {
            self.take_while(|letter| is_blank(letter) || letter == ';');
            if self.rest().is_empty() {
                return Ok(None);
            }
            let start = self.at;
            let opcode = self.take_while(is_word_letter);
            if !is_opcode(opcode) {
                let found = if opcode.is_empty() { "\"" } else { opcode };
                return Err(self.error(start, EpdFault::Opcode(cut(found))));
            }
            let operands = self.operands()?;
            let counter = |name| {
                read_counter(&operands)
                    .map_err(|found| self.error(start, EpdFault::Counter(name, found)))
            };
            match opcode {
                HALFMOVE_CLOCK => counters.halfmove_clock = counter(HALFMOVE_CLOCK)?,
                FULLMOVE_NUMBER => counters.fullmove_number = counter(FULLMOVE_NUMBER)?,
                _ => return Ok(Some(Operation { opcode: opcode.to_owned(), operands })),
            }
        }
    }

    /// Everything up to the semicolon.
    fn operands(&mut self) -> Result<Vec<Operand>, EpdError> {
        let mut operands = Vec::new();
        loop {
            if self.rest().starts_with('"') {
                return Err(self.error(self.at, EpdFault::QuoteInWord));
            }
            self.skip_blanks();
            match self.rest().chars().next() {
                None | Some(';') => return Ok(operands),
                Some('"') => operands.push(self.quoted()?),
                Some(_) => {
                    let text = self.take_while(is_word_letter).to_owned();
                    operands.push(Operand { text, quoted: false });
                }
            }
        }
    }

    fn quoted(&mut self) -> Result<Operand, EpdError> {
        let start = self.at;
        let inside = self.rest().strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let Some((text, _)) = inside else {
            return Err(self.error(start, EpdFault::UnterminatedText));
        };
        self.at += text.len() + 2;
        let text = text.chars().map(|letter| if is_blank(letter) { ' ' } else { letter }).collect();
        Ok(Operand { text, quoted: true })
    }
}

/// The one number among the operands, or what was found instead.
fn read_counter(operands: &[Operand]) -> Result<u16, String> {
    match operands {
        [Operand { text, quoted: false }] => match text.parse() {
            Ok(number) if number <= LARGEST_COUNTER => Ok(number),
            _ => Err(cut(text)),
        },
        [] => Err(";".to_owned()),
        [first, ..] => Err(cut(&first.text)),
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write_without_counters(&self.position.to_setup(), f)?;
        if self.position.halfmove_clock() != 0 {
            write!(f, " {HALFMOVE_CLOCK} {};", self.position.halfmove_clock())?;
        }
        if self.position.fullmove_number() != 1 {
            write!(f, " {FULLMOVE_NUMBER} {};", self.position.fullmove_number())?;
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation};"))
    }
}

/// Without the semicolon.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))
    }
}

/// With its quotes.
impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = if self.quoted { "\"" } else { "" };
        write!(f, "{quote}{}{quote}", self.text)
    }
}
