//! Bytes, one after the other, with their places.

use ::game::TextPosition;
use std::borrow::Cow;
use std::io::{self, BufRead, ErrorKind};

/// U+FEFF in UTF-8.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A source of bytes that knows where it is.
pub(super) struct Source<R> {
    input: R,
    /// The number of the line, counted from 1.
    line: u64,
    /// How many characters there were before the line.
    before_line: u64,
    /// How many characters were taken up to now. The column follows from the two: one number to keep for each
    /// word that is taken.
    characters: u64,
    /// Nothing of the line is taken yet.
    at_line_start: bool,
    /// A line feed that comes next belongs to the carriage return before it.
    after_return: bool,
    taken: u64,
}

impl<R: BufRead> Source<R> {
    pub fn new(input: R) -> Source<R> {
        Source {
            input,
            line: 1,
            before_line: 0,
            characters: 0,
            at_line_start: true,
            after_return: false,
            taken: 0,
        }
    }

    /// Where the next byte is.
    pub fn place(&self) -> TextPosition {
        TextPosition { line: self.line, column: self.characters - self.before_line + 1 }
    }

    pub fn at_line_start(&self) -> bool {
        self.at_line_start
    }

    /// How many bytes were taken up to now.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// The next byte, which stays where it is.
    pub fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes the next byte, which `peek` showed to be this one.
    pub fn take(&mut self, byte: u8) {
        self.input.consume(1);
        self.taken += 1;
        let second_half = byte == b'\n' && self.after_return;
        self.after_return = byte == b'\r';
        if second_half {
            return;
        }
        self.at_line_start = is_line_end(byte);
        if self.at_line_start {
            self.line += 1;
            self.before_line = self.characters;
        } else if !is_continuation(byte) {
            self.characters += 1;
        }
    }

    /// Takes the next byte if it is this one.
    pub fn take_if(&mut self, byte: u8) -> io::Result<bool> {
        let found = self.peek()? == Some(byte);
        if found {
            self.take(byte);
        }
        Ok(found)
    }

    /// Takes bytes as long as the test holds.
    pub fn skip_while(&mut self, test: impl Fn(u8) -> bool) -> io::Result<()> {
        while let Some(byte) = self.peek()?
            && test(byte)
        {
            self.take(byte);
        }
        Ok(())
    }

    /// Takes bytes as long as the test holds, which must not hold of a line end, and hands them on, but no more
    /// than `most`.
    pub fn take_within_line(
        &mut self,
        most: usize,
        mut test: impl FnMut(u8) -> bool,
        mut sink: impl FnMut(&[u8]),
    ) -> io::Result<()> {
        let mut left = most;
        while left > 0 {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let within = &bytes[..bytes.len().min(left)];
            let length = within.iter().position(|&byte| !test(byte)).unwrap_or(within.len());
            if length == 0 {
                break;
            }
            let run = &within[..length];
            sink(run);
            let within_characters = if run.is_ascii() {
                0
            } else {
                run.iter().filter(|&&byte| is_continuation(byte)).count()
            };
            self.characters += (length - within_characters) as u64;
            let ended = length < within.len();
            self.input.consume(length);
            self.taken += length as u64;
            self.at_line_start = false;
            self.after_return = false;
            left -= length;
            if ended {
                break;
            }
        }
        Ok(())
    }

    /// Takes the rest of the line but not its end.
    pub fn skip_line(&mut self) -> io::Result<()> {
        self.take_within_line(usize::MAX, |byte| !is_line_end(byte), |_| {})
    }

    /// Takes a byte-order mark, or as much as there is of one; what was taken. A whole mark does not
    /// count as a character of its line.
    pub fn take_byte_order_mark(&mut self) -> io::Result<&'static [u8]> {
        let (characters, at_line_start) = (self.characters, self.at_line_start);
        for (index, &byte) in BYTE_ORDER_MARK.iter().enumerate() {
            if !self.take_if(byte)? {
                return Ok(&BYTE_ORDER_MARK[..index]);
            }
        }
        (self.characters, self.at_line_start) = (characters, at_line_start);
        Ok(BYTE_ORDER_MARK)
    }
}

pub(super) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

pub(super) fn is_blank_byte(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_control()
}

/// A byte of a character in UTF-8 that is not its first.
fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// UTF-8 where it is UTF-8, and Latin-1 elsewhere.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
    }
    Cow::Owned(text)
}
