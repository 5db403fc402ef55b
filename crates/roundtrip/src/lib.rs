//! One law for each format that is read from outside: no input makes the reader panic, and a value that was
//! read, when it is written and read again, is equal.
//!
//! A law takes any bytes and panics where it does not hold. The targets in `fuzz/` call the laws with the
//! inputs of libFuzzer; the tests of this crate call them with the seeds of `fuzz/seeds` and with damaged
//! copies of those, so that a target cannot fall behind the code that it is about.

// Every law panics where it does not hold: to say so at each would say nothing.
#![allow(clippy::missing_panics_doc)]

mod api;
mod boards;
mod club;
mod records;
mod uci;

use std::fmt::{Debug, Display};
use std::str::FromStr;

pub use api::api;
pub use boards::{checkers_fen, checkers_move, chess_fen, mbf, obf, othello_diagram, share_code};
pub use club::{import, log};
pub use records::{epd, ggf, pdn, pgn, rawvf, san, transcript};
pub use uci::uci;

/// A function that panics where its law does not hold of the bytes.
pub type Law = fn(&[u8]);

/// Every law by the name of its fuzz target and of its folder of seeds.
pub const LAWS: [(&str, Law); 18] = [
    ("api", api),
    ("checkers_fen", checkers_fen),
    ("checkers_move", checkers_move),
    ("chess_fen", chess_fen),
    ("epd", epd),
    ("ggf", ggf),
    ("import", import),
    ("log", log),
    ("mbf", mbf),
    ("obf", obf),
    ("othello_diagram", othello_diagram),
    ("pdn", pdn),
    ("pgn", pgn),
    ("rawvf", rawvf),
    ("san", san),
    ("share_code", share_code),
    ("transcript", transcript),
    ("uci", uci),
];

/// Room for a list of all faults of a board, and for no more than a part of a long input.
const LONGEST_MESSAGE: usize = 4000;

/// The text that the bytes are, for formats that are read from a `str`.
fn text_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_else(|error| {
        std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
    })
}

/// The value that was read, for the checks that a format has beside the law. The writer's text must give
/// an equal value.
fn reads_back<T, E>(
    read: impl Fn(&str) -> Result<T, E>,
    write: impl Fn(&T) -> String,
    text: &str,
) -> Option<T>
where
    T: PartialEq + Debug,
    E: Display,
{
    match read(text) {
        Err(error) => {
            short_message(&error);
            None
        }
        Ok(value) => {
            let written = write(&value);
            match read(&written) {
                Ok(again) => assert_eq!(again, value, "written as {written:?}"),
                Err(error) => panic!("{value:?} is written as {written:?}: {error}"),
            }
            Some(value)
        }
    }
}

/// The same for a type that reads and writes itself.
fn parses_back<T>(text: &str) -> Option<T>
where
    T: FromStr<Err: Display> + Display + PartialEq + Debug,
{
    reads_back(str::parse::<T>, T::to_string, text)
}

fn short_message(error: &impl Display) {
    let message = error.to_string();
    assert!(message.len() <= LONGEST_MESSAGE, "a message of {} bytes: {message}", message.len());
}
