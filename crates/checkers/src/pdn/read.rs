//! Reading PDN, game by game.

use crate::excerpt::excerpt;
use crate::pdn::record::is_tag_name;
use crate::pdn::source::{Failure, Source};
use crate::pdn::{Line, Ply, Record, Score, TextPosition};
use crate::{MoveText, MoveTextError};
use std::io::{self, BufRead};

/// How much of a file is taken in, so that no file can take up all memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of one game.
    pub bytes: usize,
    /// How deep variations may be nested.
    pub nesting: usize,
    /// Are variations kept? If not they are read, checked for their form, and forgotten.
    pub variations: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: 1 << 20, nesting: 16, variations: true }
    }
}

/// What is wrong with a PDN file, and where.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct PdnError {
    /// Where.
    pub place: TextPosition,
    /// What.
    pub fault: PdnFault,
}

/// What is wrong with a PDN file.
#[derive(Debug, thiserror::Error)]
pub enum PdnFault {
    /// The file cannot be read on.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A game that goes on and on.
    #[error("this game has more than {0} bytes")]
    TooLong(usize),
    /// Variations within variations beyond the limit.
    #[error("variations are nested more than {0} deep")]
    TooDeep(usize),
    /// A comment, variation or tag that is never closed.
    #[error("the {what} that opens here is never closed")]
    NeverClosed {
        /// What it is.
        what: Bracket,
    },
    /// Something else was expected.
    #[error("expected {expected}, found {found:?}")]
    Unexpected {
        /// What was expected.
        expected: Expected,
        /// What stands there.
        found: String,
    },
    /// A word that is no move.
    #[error(transparent)]
    Move(#[from] MoveTextError),
}

/// What is opened and closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Bracket {
    #[error("tag")]
    Tag,
    #[error("comment")]
    Comment,
    #[error("variation")]
    Variation,
}

/// What can come next in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Expected {
    #[error("the name of a tag")]
    TagName,
    #[error("a value in quotation marks")]
    TagValue,
    #[error("the bracket that closes the tag")]
    TagEnd,
    #[error("a variation that opens before it closes")]
    OpenVariation,
    #[error("a move, a comment or a result")]
    MoveText,
    #[error("a move before its variation")]
    MoveBeforeVariation,
    #[error("a move before the mark that judges it")]
    MoveBeforeMark,
    #[error("a mark such as !, ?! or $1 to $255")]
    Mark,
    #[error("the parenthesis that closes the mark")]
    MarkEnd,
}

/// The games of a PDN text.
pub fn games(text: &str) -> Games<&[u8]> {
    Games::new(text.as_bytes(), Limits::default())
}

/// The games of a PDN file, read one at a time.
///
/// After a game that cannot be read the next one is looked for, where a tag follows a line that is
/// none; so one broken game does not cost the rest of the file.
pub struct Games<R> {
    source: Source<R>,
    limits: Limits,
    /// Has the reader given up, because the file ended or cannot be read?
    finished: bool,
}

impl<R: BufRead> Games<R> {
    /// The games that `reader` brings, within limits.
    pub fn new(reader: R, limits: Limits) -> Games<R> {
        Games { source: Source::new(reader, limits.bytes.max(1)), limits, finished: false }
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<Record, PdnError>;

    fn next(&mut self) -> Option<Result<Record, PdnError>> {
        if self.finished {
            return None;
        }
        self.source.restart();
        let mut parser = Parser::new(&mut self.source, self.limits);
        let result = parser.record();
        let in_tags = parser.in_tags;
        // A source that failed looks like one at its end, so it is asked before anything is believed.
        let place = self.source.place();
        match (self.source.failure(), result) {
            (Some(Failure::Io(error)), _) => {
                self.finished = true;
                Some(Err(PdnError { place, fault: error.into() }))
            }
            (Some(Failure::TooLong), _) => {
                self.skip_game(in_tags);
                Some(Err(PdnError { place, fault: PdnFault::TooLong(self.limits.bytes) }))
            }
            (None, Ok(None)) => {
                self.finished = true;
                None
            }
            (None, Ok(Some(record))) => Some(Ok(record)),
            (None, Err(error)) => {
                self.skip_game(in_tags);
                Some(Err(error))
            }
        }
    }
}

impl<R: BufRead> Games<R> {
    /// Skips to the tags of the next game, from the tags or the moves of this one.
    fn skip_game(&mut self, mut in_tags: bool) {
        self.source.restart();
        if self.source.place().column > 1 {
            self.skip_line();
        }
        while let Some(byte) = self.source.peek() {
            match byte {
                b'[' if !in_tags => return,
                b'[' | b' ' | b'\t' | b'\r' | b'\n' => {}
                _ => in_tags = false,
            }
            self.skip_line();
        }
    }

    fn skip_line(&mut self) {
        loop {
            self.source.restart();
            if matches!(self.source.take(), None | Some(b'\n')) {
                return;
            }
        }
    }
}

/// One game being read.
struct Parser<'a, R> {
    source: &'a mut Source<R>,
    limits: Limits,
    in_tags: bool,
}

impl<'a, R: BufRead> Parser<'a, R> {
    fn new(source: &'a mut Source<R>, limits: Limits) -> Parser<'a, R> {
        Parser { source, limits, in_tags: true }
    }

    /// The next game, or nothing at the end.
    fn record(&mut self) -> Result<Option<Record>, PdnError> {
        let mut preface = Vec::new();
        let mut tags: Vec<(String, String)> = Vec::new();
        loop {
            self.skip_space();
            match self.source.peek() {
                None if tags.is_empty() => return Ok(None),
                Some(b'[') => tags.push(self.tag()?),
                // A mark that some editors put at the beginning of a file.
                Some(0xef | 0xbb | 0xbf) if tags.is_empty() => drop(self.source.take()),
                Some(b'{' | b';' | b'%') => preface.extend(self.comment()?),
                _ => break,
            }
        }
        self.in_tags = false;
        let (mut line, score) = self.line()?;
        preface.append(&mut line.preface);
        line.preface = preface;
        let said = || tags.iter().find(|(name, _)| name == "Result");
        // A `*` behind the moves means that nothing is said there, and not that the tag is wrong.
        let score = score.filter(|&score| score != Score::Unfinished);
        let score = score.or_else(|| Score::read(said()?.1.trim())).unwrap_or_default();
        Ok(Some(Record { tags, line, score }))
    }

    fn skip_space(&mut self) {
        while self.source.peek().is_some_and(|c| c.is_ascii_whitespace()) {
            self.source.take();
        }
    }

    /// An error that is `expected` to be something else than what comes next.
    fn unexpected(&mut self, expected: Expected) -> PdnError {
        let place = self.source.place();
        let mut found = Vec::new();
        while found.len() < 16 && self.source.peek().is_some_and(|c| c != b'\n') {
            found.extend(self.source.take());
        }
        PdnError { place, fault: PdnFault::Unexpected { expected, found: text(&found) } }
    }

    /// Everything up to the byte `end`, which is taken too; the text opened at `opened`.
    fn until(&mut self, end: u8, what: Bracket, opened: TextPosition) -> Result<String, PdnError> {
        let mut bytes = Vec::new();
        loop {
            match self.source.take() {
                Some(byte) if byte == end => return Ok(text(&bytes)),
                Some(byte) => bytes.push(byte),
                None => {
                    return Err(PdnError { place: opened, fault: PdnFault::NeverClosed { what } });
                }
            }
        }
    }

    /// `[Name "value"]`
    fn tag(&mut self) -> Result<(String, String), PdnError> {
        let opened = self.source.place();
        self.source.take();
        self.skip_space();
        let name = self.word(|c| c.is_ascii_alphanumeric() || c == b'_');
        if !is_tag_name(&name) {
            return Err(self.unexpected(Expected::TagName));
        }
        self.skip_space();
        if self.source.peek() != Some(b'"') {
            return Err(self.unexpected(Expected::TagValue));
        }
        self.source.take();
        let value = self.quoted(opened)?;
        self.skip_space();
        if self.source.peek() != Some(b']') {
            return Err(self.unexpected(Expected::TagEnd));
        }
        self.source.take();
        Ok((name, value))
    }

    /// A value up to its closing quotation mark; a backslash takes the meaning from the next byte.
    fn quoted(&mut self, opened: TextPosition) -> Result<String, PdnError> {
        let mut bytes = Vec::new();
        loop {
            match self.source.take() {
                Some(b'"') => return Ok(text(&bytes)),
                Some(b'\\') if matches!(self.source.peek(), Some(b'"' | b'\\')) => {
                    bytes.extend(self.source.take());
                }
                Some(b'\n') | None => {
                    let fault = PdnFault::NeverClosed { what: Bracket::Tag };
                    return Err(PdnError { place: opened, fault });
                }
                // As it is written: a value stands on one line.
                Some(b'\r') => bytes.push(b' '),
                Some(byte) => bytes.push(byte),
            }
        }
    }

    fn word(&mut self, belongs: impl Fn(u8) -> bool) -> String {
        let mut bytes = Vec::new();
        while self.source.peek().is_some_and(&belongs) {
            bytes.extend(self.source.take());
        }
        text(&bytes)
    }

    /// A comment in braces or to the end of the line, with single spaces between its words. Nothing
    /// for an empty one, and for a line that is escaped with a percent sign.
    fn comment(&mut self) -> Result<Option<String>, PdnError> {
        let opened = self.source.place();
        let words = match self.source.take() {
            Some(b'{') => self.until(b'}', Bracket::Comment, opened)?,
            sign => {
                let line = self.word(|c| c != b'\n');
                if sign == Some(b'%') { String::new() } else { line }
            }
        };
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Some(words).filter(|words| !words.is_empty()))
    }

    /// The moves of a game with all their variations, and the result if it is said.
    fn line(&mut self) -> Result<(Line, Option<Score>), PdnError> {
        let mut nest = Nest { line: Line::default(), outer: Vec::new() };
        loop {
            self.skip_space();
            let place = self.source.place();
            match self.source.peek() {
                None | Some(b'[') => return Ok((nest.finish()?, None)),
                Some(b'{' | b';') => nest.say(self.comment()?),
                Some(b'%') if place.column == 1 => drop(self.comment()?),
                Some(b'(') => self.open(&mut nest)?,
                Some(b')') if nest.outer.is_empty() => {
                    return Err(self.unexpected(Expected::OpenVariation));
                }
                Some(b')') => {
                    self.source.take();
                    nest.close(self.limits.variations);
                }
                Some(b'$' | b'!' | b'?') => self.glyph(&mut nest.line)?,
                Some(b'.') => drop(self.source.take()),
                Some(c) if c.is_ascii_alphanumeric() || c == b'*' => match self.item()? {
                    Item::Move(text) => {
                        nest.line.plies.push(Ply { place, ..Ply::new(text) });
                    }
                    Item::Score(score) if nest.outer.is_empty() => {
                        return Ok((nest.line, Some(score)));
                    }
                    Item::Number | Item::Score(_) => {}
                },
                Some(_) => return Err(self.unexpected(Expected::MoveText)),
            }
        }
    }

    /// An opening parenthesis: a variation, or a mark such as `(!)`.
    fn open(&mut self, nest: &mut Nest) -> Result<(), PdnError> {
        let place = self.source.place();
        if nest.line.plies.is_empty() {
            return Err(self.unexpected(Expected::MoveBeforeVariation));
        }
        self.source.take();
        if matches!(self.source.peek(), Some(b'!' | b'?')) {
            self.glyph(&mut nest.line)?;
            if self.source.peek() != Some(b')') {
                return Err(self.unexpected(Expected::MarkEnd));
            }
            self.source.take();
        } else if nest.outer.len() >= self.limits.nesting {
            return Err(PdnError { place, fault: PdnFault::TooDeep(self.limits.nesting) });
        } else {
            nest.outer.push((std::mem::take(&mut nest.line), place));
        }
        Ok(())
    }

    /// `$1`, `!`, `?!`: what is thought of the move before.
    fn glyph(&mut self, line: &mut Line) -> Result<(), PdnError> {
        let Some(ply) = line.plies.last_mut() else {
            return Err(self.unexpected(Expected::MoveBeforeMark));
        };
        let place = self.source.place();
        let sign = self.source.take();
        let written = self.word(|c| match sign {
            Some(b'$') => c.is_ascii_digit(),
            _ => matches!(c, b'!' | b'?'),
        });
        let number = match (sign, written.as_str()) {
            (Some(b'$'), digits) => digits.parse().ok(),
            (Some(b'!'), "") => Some(1),
            (Some(b'?'), "") => Some(2),
            (Some(b'!'), "!") => Some(3),
            (Some(b'?'), "?") => Some(4),
            (Some(b'!'), "?") => Some(5),
            (Some(b'?'), "!") => Some(6),
            _ => None,
        };
        let wrong = || {
            let (expected, found) = (Expected::Mark, excerpt(&written));
            PdnError { place, fault: PdnFault::Unexpected { expected, found } }
        };
        ply.glyphs.push(number.ok_or_else(wrong)?);
        Ok(())
    }

    /// A move number, a move or a result.
    fn item(&mut self) -> Result<Item, PdnError> {
        let place = self.source.place();
        let word = match self.source.peek() {
            Some(b'*') => self.source.take().map(char::from).into_iter().collect(),
            _ => self.word(|c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b':' | b'/')),
        };
        if self.source.peek() == Some(b'.') && word.bytes().all(|c| c.is_ascii_digit()) {
            return Ok(Item::Number);
        }
        if let Some(score) = Score::read(&word) {
            return Ok(Item::Score(score));
        }
        if word.len() <= 3 && word.bytes().all(|c| c.is_ascii_digit()) {
            return Ok(Item::Number);
        }
        match word.parse::<MoveText>() {
            Ok(text) => Ok(Item::Move(text)),
            Err(error) => Err(PdnError { place, fault: error.into() }),
        }
    }
}

/// A line being read and the lines around it, outermost first, with the place where the variation
/// within each opened.
struct Nest {
    line: Line,
    outer: Vec<(Line, TextPosition)>,
}

impl Nest {
    fn say(&mut self, comment: Option<String>) {
        match self.line.plies.last_mut() {
            Some(ply) => ply.comments.extend(comment),
            None => self.line.preface.extend(comment),
        }
    }

    /// Ends the innermost variation and goes back to the line around it.
    fn close(&mut self, keep: bool) {
        if let Some((around, _)) = self.outer.pop() {
            let variation = std::mem::replace(&mut self.line, around);
            if let (true, Some(ply)) = (keep, self.line.plies.last_mut()) {
                ply.variations.push(variation);
            }
        }
    }

    /// The line of the game, if no variation is open.
    fn finish(self) -> Result<Line, PdnError> {
        match self.outer.last() {
            None => Ok(self.line),
            Some(&(_, place)) => {
                Err(PdnError { place, fault: PdnFault::NeverClosed { what: Bracket::Variation } })
            }
        }
    }
}

enum Item {
    Number,
    Move(MoveText),
    Score(Score),
}

/// Bytes as text: UTF-8 where they are, and else Latin-1, which old files are written in.
fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}
