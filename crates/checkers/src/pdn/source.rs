//! Bytes that come in one by one, with their place.

use game::TextPosition;
use std::io::{self, BufRead};

/// A reader that looks one byte ahead and knows where it is.
pub(super) struct Source<R> {
    reader: R,
    next: Option<u8>,
    place: TextPosition,
    /// Bytes taken since the last [`restart`](Source::restart).
    taken: usize,
    most: usize,
    failure: Option<Failure>,
}

/// Why no more bytes come although the text goes on.
#[derive(Debug)]
pub(super) enum Failure {
    Io(io::Error),
    TooLong,
}

impl<R: BufRead> Source<R> {
    /// A source that gives out `most` bytes before it must be restarted.
    pub fn new(reader: R, most: usize) -> Source<R> {
        let place = TextPosition::START;
        let mut source = Source { reader, next: None, place, taken: 0, most, failure: None };
        source.fetch();
        source
    }

    /// The next byte, which stays where it is. None at the end, and after a failure.
    pub fn peek(&self) -> Option<u8> {
        self.next
    }

    /// The next byte.
    pub fn take(&mut self) -> Option<u8> {
        let byte = self.next?;
        self.place = self.place.after(&[byte]);
        self.taken += 1;
        if self.taken > self.most {
            self.next = None;
            self.failure = Some(Failure::TooLong);
        } else {
            self.fetch();
        }
        Some(byte)
    }

    /// The place of the next byte.
    pub fn place(&self) -> TextPosition {
        self.place
    }

    /// What stopped the bytes before the end, if anything did.
    pub fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    /// Counts bytes anew; after too many, goes on where it stopped.
    pub fn restart(&mut self) {
        self.taken = 0;
        if self.next.is_none() {
            self.failure = None;
            self.fetch();
        }
    }

    fn fetch(&mut self) {
        self.next = None;
        loop {
            match self.reader.fill_buf() {
                Ok(buffer) => self.next = buffer.first().copied(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => self.failure = Some(Failure::Io(error)),
            }
            break;
        }
        if self.next.is_some() {
            self.reader.consume(1);
        }
    }
}
