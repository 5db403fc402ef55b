//! Writing PDN.

use crate::pdn::{Line, Record};
use std::fmt::{self, Write};

const WIDTH: usize = 79;

/// The record as PDN: a line for each tag, an empty line, and the moves in lines of no more than 79
/// characters where the words allow it. A comment with a closing brace in it goes on to the end of its
/// line; a line end in the value of a tag, which PDN cannot hold, becomes a space.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags() {
            write!(f, "[{name} \"")?;
            for c in value.chars() {
                match c {
                    '"' | '\\' => write!(f, "\\{c}")?,
                    '\n' | '\r' => f.write_char(' ')?,
                    _ => f.write_char(c)?,
                }
            }
            writeln!(f, "\"]")?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut words = Words { f, column: 0 };
        words.line(&self.line, 0)?;
        words.word(&self.score.to_string())?;
        writeln!(f)
    }
}

/// Words with spaces or line ends between them.
struct Words<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Words<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH;
            self.f.write_char(if fits { ' ' } else { '\n' })?;
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.column += length;
        self.f.write_str(word)
    }

    fn comment(&mut self, comment: &str) -> fmt::Result {
        let mut words = comment.split_whitespace().peekable();
        if comment.contains('}') {
            self.word(";")?;
            words.try_for_each(|word| write!(self.f, " {word}"))?;
            self.column = 0;
            return self.f.write_char('\n');
        }
        let mut open = "{";
        while let Some(word) = words.next() {
            let close = if words.peek().is_none() { "}" } else { "" };
            self.word(&format!("{open}{word}{close}"))?;
            open = "";
        }
        Ok(())
    }

    /// A line whose first move is the `first`-th of the game, counted from 0. Variations are as deep
    /// as the record is, which reading bounds.
    fn line(&mut self, line: &Line, first: usize) -> fmt::Result {
        for comment in &line.preface {
            self.comment(comment)?;
        }
        let mut number_needed = true;
        for (index, ply) in (first..).zip(&line.plies) {
            let second = !index.is_multiple_of(2);
            if number_needed || !second {
                let dots = if second { "..." } else { "." };
                self.word(&format!("{}{dots}", index / 2 + 1))?;
            }
            self.word(&ply.text.to_string())?;
            for glyph in &ply.glyphs {
                self.word(&format!("${glyph}"))?;
            }
            for comment in &ply.comments {
                self.comment(comment)?;
            }
            for variation in &ply.variations {
                self.word("(")?;
                self.line(variation, index)?;
                self.word(")")?;
            }
            number_needed = !(ply.comments.is_empty() && ply.variations.is_empty());
        }
        Ok(())
    }
}
