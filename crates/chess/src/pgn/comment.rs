//! Comments, and the commands within them that programs read.

use super::MAX_COMMENT_BYTES;
use arrayvec::ArrayString;
use std::fmt::{self, Write};
use std::ops::Deref;
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
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Comment(Text);

/// Most comments in large files are the clock of a move, which needs no memory of its own here. A text that fits
/// is always of the short kind, so that equal texts are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Text {
    Short(ArrayString<SHORT>),
    Long(Box<str>),
}

/// As much as fits into 32 bytes.
const SHORT: usize = 24;

/// Comments one after the other: a slice of them that can grow. One alone needs no memory of its own; with
/// [`Comment`] that makes files with clocks a sixth faster to read.
///
/// ```
/// # use chess::pgn::{Comment, Comments};
/// let mut comments: Comments = ["first", "second"].map(|text| Comment::new(text).unwrap()).into();
/// assert_eq!(comments.pop().unwrap().text(), "second");
/// assert_eq!(comments[0].text(), "first");
/// ```
#[derive(Clone, Default)]
pub struct Comments(List);

#[derive(Clone, Default)]
enum List {
    #[default]
    None,
    One(Comment),
    Many(Vec<Comment>),
}

impl Comments {
    /// Adds a comment at the end.
    pub fn push(&mut self, comment: Comment) {
        self.0 = match std::mem::take(&mut self.0) {
            List::None => List::One(comment),
            List::One(first) => List::Many(vec![first, comment]),
            List::Many(mut comments) => {
                comments.push(comment);
                List::Many(comments)
            }
        };
    }

    /// Takes the last comment away.
    pub fn pop(&mut self) -> Option<Comment> {
        match std::mem::take(&mut self.0) {
            List::None => None,
            List::One(comment) => Some(comment),
            List::Many(mut comments) => {
                let last = comments.pop();
                self.0 = List::Many(comments);
                last
            }
        }
    }
}

impl Deref for Comments {
    type Target = [Comment];

    fn deref(&self) -> &[Comment] {
        match &self.0 {
            List::None => &[],
            List::One(comment) => std::slice::from_ref(comment),
            List::Many(comments) => comments,
        }
    }
}

impl PartialEq for Comments {
    fn eq(&self, other: &Comments) -> bool {
        **self == **other
    }
}

impl Eq for Comments {}

impl fmt::Debug for Comments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl Extend<Comment> for Comments {
    fn extend<T: IntoIterator<Item = Comment>>(&mut self, comments: T) {
        comments.into_iter().for_each(|comment| self.push(comment));
    }
}

impl FromIterator<Comment> for Comments {
    fn from_iter<T: IntoIterator<Item = Comment>>(comments: T) -> Comments {
        let mut all = Comments::default();
        all.extend(comments);
        all
    }
}

impl<const N: usize> From<[Comment; N]> for Comments {
    fn from(comments: [Comment; N]) -> Comments {
        comments.into_iter().collect()
    }
}

impl<'a> IntoIterator for &'a Comments {
    type Item = &'a Comment;
    type IntoIter = std::slice::Iter<'a, Comment>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

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
        Comment::of_words(&words)
    }

    /// A comment of words with one space between them, and perhaps one behind.
    pub(super) fn of_words(words: &str) -> Result<Comment, CommentTooLong> {
        let words = words.strip_suffix(' ').unwrap_or(words);
        if words.len() > MAX_COMMENT_BYTES {
            return Err(CommentTooLong(words.len()));
        }
        Ok(Comment(Text::from(words)))
    }

    /// `[%clk ...]`: the time left on the clock of the player who just moved, to the millisecond.
    ///
    /// ```
    /// # use chess::pgn::Comment;
    /// # use std::time::Duration;
    /// assert_eq!(Comment::of_clock(Duration::from_secs(83)).text(), "[%clk 0:01:23]");
    /// ```
    pub fn of_clock(left: Duration) -> Comment {
        Comment(Text::from(format!("[%clk {}]", write_time(left)).as_str()))
    }

    /// `[%emt ...]`: the time that the move took, to the millisecond.
    pub fn of_elapsed(elapsed: Duration) -> Comment {
        Comment(Text::from(format!("[%emt {}]", write_time(elapsed)).as_str()))
    }

    /// The whole text, commands included.
    pub fn text(&self) -> &str {
        match &self.0 {
            Text::Short(text) => text,
            Text::Long(text) => text,
        }
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
        let inside =
            self.text().split("[%").skip(1).filter_map(|rest| Some(rest.split_once(']')?.0));
        inside.filter_map(|command| command.split_once(' ')).find(|c| c.0 == name).map(|c| c.1)
    }

    /// The text without its commands, for people.
    pub fn prose(&self) -> String {
        let mut rest = self.text();
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

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        ArrayString::from(text).map_or_else(|_| Text::Long(text.into()), Text::Short)
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
