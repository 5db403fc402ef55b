//! Taking games one at a time from a stream.

use super::{GGF_LIMIT, Ggf, GgfError, GgfFault, parse};
use crate::text::TextError;
use game::TextPosition;
use std::io::{self, BufRead};
use std::ops::Range;

/// Games from a stream of any length, one at a time. What stands between games is passed over, as
/// archives put numbers there.
///
/// A game that cannot be read is an error in its turn, with its place in the stream, and the next
/// one is read all the same. No more than [`GGF_LIMIT`] bytes are held at any time: a game without
/// an end can hide those that follow within that many bytes, but not more.
///
/// ```
/// # use othello::GgfReader;
/// let archive = "1 (;GM[Othello]BO[4 -----O*--*O----- *]B[b1];)\n1 (;GM[Go];)\n";
/// let games: Vec<_> = GgfReader::new(archive.as_bytes()).collect();
/// assert!(games[0].is_ok());
/// let error = games[1].as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 8: the game is \"Go\", not Othello");
/// ```
#[derive(Debug)]
pub struct GgfReader<R> {
    input: R,
    place: TextPosition,
    /// How many bytes have been taken, and how many before the game that was read last.
    taken: usize,
    began: usize,
    failed: bool,
}

/// Why a game could not be had from a stream.
#[derive(Debug, thiserror::Error)]
pub enum GgfReadError {
    /// The stream failed. Nothing is read after that.
    #[error("the games could not be read: {0}")]
    Input(#[from] io::Error),
    /// The text is wrong.
    #[error(transparent)]
    Text(#[from] GgfError),
}

impl<R: BufRead> GgfReader<R> {
    /// The games of `input`.
    pub fn new(input: R) -> GgfReader<R> {
        GgfReader { input, place: TextPosition::START, taken: 0, began: 0, failed: false }
    }

    /// The bytes of the stream in which the last game stands.
    pub fn last_game(&self) -> Range<usize> {
        self.began..self.taken
    }

    fn next_byte(&mut self) -> io::Result<Option<u8>> {
        let byte = loop {
            match self.input.fill_buf() {
                Ok(buffer) => break buffer.first().copied(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        };
        if let Some(byte) = byte {
            self.input.consume(1);
            self.place = self.place.after(&[byte]);
            self.taken += 1;
        }
        Ok(byte)
    }

    /// Passes over everything up to the next `(;` and returns the place where that stands.
    fn find_game(&mut self) -> io::Result<Option<TextPosition>> {
        let mut opened = None;
        loop {
            let here = self.place;
            match (self.next_byte()?, opened) {
                (None, _) => return Ok(None),
                (Some(b';'), Some(place)) => return Ok(Some(place)),
                (Some(byte), _) => opened = (byte == b'(').then_some(here),
            }
        }
    }

    /// The text of a game from its `(;`, which has been passed over, to its `;)` or to the end of
    /// the stream or of our patience.
    fn game_text(&mut self) -> io::Result<Vec<u8>> {
        let mut text = b"(;".to_vec();
        let (mut in_value, mut escaped) = (false, false);
        while let Some(byte) = self.next_byte()? {
            let ends = byte == b')' && !in_value && text.ends_with(b";");
            text.push(byte);
            if ends || text.len() > GGF_LIMIT {
                break;
            }
            match byte {
                b'[' => in_value = true,
                b']' if !escaped => in_value = false,
                _ => {}
            }
            escaped = in_value && byte == b'\\' && !escaped;
        }
        Ok(text)
    }

    fn next_game(&mut self) -> Result<Option<Ggf>, GgfReadError> {
        let Some(start) = self.find_game()? else { return Ok(None) };
        self.began = self.taken - b"(;".len();
        let text = self.game_text()?;
        match parse::game(&text) {
            Ok(game) => Ok(Some(game)),
            Err(TextError { fault: GgfFault::TooLong, .. }) => {
                Err(GgfError { place: start, fault: GgfFault::TooLong }.into())
            }
            Err(TextError { place, fault }) => {
                Err(GgfError { place: place.counted_from(start), fault }.into())
            }
        }
    }
}

impl<R: BufRead> Iterator for GgfReader<R> {
    type Item = Result<Ggf, GgfReadError>;

    fn next(&mut self) -> Option<Result<Ggf, GgfReadError>> {
        if self.failed {
            return None;
        }
        let game = self.next_game().transpose();
        self.failed = matches!(game, Some(Err(GgfReadError::Input(_))));
        game
    }
}
