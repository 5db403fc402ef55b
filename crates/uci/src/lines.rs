//! Lines of text from a source that may send anything.

use std::io::{self, BufRead};

/// The longest line that is listened to: room for a game of fifty thousand moves.
pub const LONGEST: usize = 1 << 18;

/// A line, or what came instead of one.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its end. What is not UTF-8 has become a question mark.
    Text(String),
    /// More than [`LONGEST`] bytes, which are gone.
    TooLong,
    /// There is no more.
    End,
}

/// Reads a line and never keeps more than [`LONGEST`] bytes of it. A source that fails has ended.
pub fn read(source: &mut impl BufRead) -> Line {
    let mut bytes = Vec::new();
    let mut too_long = false;
    loop {
        let (taken, ended) = match source.fill_buf() {
            Ok([]) => break,
            Ok(buffer) => {
                let end = buffer.iter().position(|&byte| byte == b'\n');
                let part = &buffer[..end.unwrap_or(buffer.len())];
                too_long |= bytes.len() + part.len() > LONGEST;
                if !too_long {
                    bytes.extend_from_slice(part);
                }
                (part.len() + usize::from(end.is_some()), end.is_some())
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        source.consume(taken);
        if ended {
            return if too_long { Line::TooLong } else { text(&bytes) };
        }
    }
    match (too_long, bytes.is_empty()) {
        (true, _) => Line::TooLong,
        (false, true) => Line::End,
        (false, false) => text(&bytes),
    }
}

fn text(bytes: &[u8]) -> Line {
    Line::Text(String::from_utf8_lossy(bytes).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_long_ones_are_passed_over() {
        let long = "x".repeat(LONGEST + 1);
        let text = format!("one\r\ntwo\n{long}\n\nla\u{fffd}st");
        let mut source = text.as_bytes();
        let line = |text: &str| Line::Text(text.to_owned());
        assert_eq!(read(&mut source), line("one"));
        assert_eq!(read(&mut source), line("two"));
        assert_eq!(read(&mut source), Line::TooLong);
        assert_eq!(read(&mut source), line(""));
        assert_eq!(read(&mut source), line("la\u{fffd}st"));
        assert_eq!(read(&mut source), Line::End);
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let mut source: &[u8] = b"\xff\xfe go\n\0";
        assert_eq!(read(&mut source), Line::Text("\u{fffd}\u{fffd} go".to_owned()));
        assert_eq!(read(&mut source), Line::Text("\0".to_owned()));
    }
}
