//! Comments, and the commands within them that programs read.

use super::MAX_COMMENT_BYTES;
use std::fmt::Write;
use std::time::Duration;

/// A comment: any text, each run of white space and control characters in it one space.
///
/// ```
/// # use chess::pgn::Comment;
/// let comment = Comment::new("a quiet\n   move [%clk 1:02:03.5] [%eval 0.3]").unwrap();
/// assert_eq!(comment.text(), "a quiet move [%clk 1:02:03.5] [%eval 0.3]");
/// assert_eq!(comment.clock().unwrap().as_millis(), 3_723_500);
/// assert_eq!(comment.command("eval"), Some("0.3"));
/// assert_eq!(comment.prose(), "a quiet move");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Comment(String);

/// A comment has too much text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a comment may have {MAX_COMMENT_BYTES} bytes, not {0}")]
pub struct CommentTooLong(pub usize);

impl Comment {
    /// A comment with this text.
    pub fn new(text: &str) -> Result<Comment, CommentTooLong> {
        let mut words = String::with_capacity(text.len());
        for word in text.split(is_blank).filter(|word| !word.is_empty()) {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        if words.len() > MAX_COMMENT_BYTES {
            return Err(CommentTooLong(words.len()));
        }
        Ok(Comment(words))
    }

    /// `[%clk ...]`: the time left on the clock of the player who just moved, to the millisecond.
    ///
    /// ```
    /// # use chess::pgn::Comment;
    /// # use std::time::Duration;
    /// assert_eq!(Comment::of_clock(Duration::from_secs(83)).text(), "[%clk 0:01:23]");
    /// ```
    pub fn of_clock(left: Duration) -> Comment {
        Comment(format!("[%clk {}]", write_time(left)))
    }

    /// `[%emt ...]`: the time that the move took, to the millisecond.
    pub fn of_elapsed(elapsed: Duration) -> Comment {
        Comment(format!("[%emt {}]", write_time(elapsed)))
    }

    /// The whole text, commands included.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The time left on the clock of the player who just moved, where the comment says it.
    pub fn clock(&self) -> Option<Duration> {
        read_time(self.command("clk")?)
    }

    /// The time that the move took, where the comment says it.
    pub fn elapsed(&self) -> Option<Duration> {
        read_time(self.command("emt")?)
    }

    /// What follows the name in the first command `[%name ...]` of that name.
    pub fn command(&self, name: &str) -> Option<&str> {
        let inside = self.0.split("[%").skip(1).filter_map(|rest| Some(rest.split_once(']')?.0));
        inside.filter_map(|command| command.split_once(' ')).find(|c| c.0 == name).map(|c| c.1)
    }

    /// The text without its commands, for people.
    pub fn prose(&self) -> String {
        let mut rest = self.0.as_str();
        let mut prose = String::with_capacity(rest.len());
        while let Some((before, command)) = rest.split_once("[%") {
            let Some((_, after)) = command.split_once(']') else { break };
            prose.push_str(before);
            rest = after;
        }
        prose.push_str(rest);
        prose.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// White space or a control character.
pub(super) fn is_blank(letter: char) -> bool {
    letter == ' ' || letter.is_ascii_control()
}

/// Reads `1:02:03`, `02:03` or `3`, with or without a fraction of the last second.
fn read_time(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let fields = whole.split(':').map(read_digits).collect::<Option<Vec<u64>>>()?;
    if fields.len() > 3 {
        return None;
    }
    let seconds = fields.into_iter().fold(0, |total, field| total * 60 + field);
    let nanoseconds = match fraction.len() {
        0 => 0,
        digits @ 1..=9 => read_digits(fraction)? * 10_u64.pow(9 - digits as u32),
        _ => return None,
    };
    Some(Duration::new(seconds, nanoseconds as u32))
}

fn read_digits(text: &str) -> Option<u64> {
    let digits = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

fn write_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if time.subsec_millis() > 0 {
        let fraction = format!("{:03}", time.subsec_millis());
        // Writing into a string cannot fail.
        let _ = write!(text, ".{}", fraction.trim_end_matches('0'));
    }
    text
}
