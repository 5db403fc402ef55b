//! Games as text, in the export format of the standard.

use super::{Comment, Game, Line, Variant};
use crate::moves::Move;
use crate::position::Position;
use crate::san::San;
use game::{Perfect, Side};
use std::fmt::{self, Write};

/// How many characters a line has at the most, so that it fits into 80 columns with its end.
/// Only single words that are longer, tags, and comments with a `}` in them exceed it.
const LINE_WIDTH: usize = 79;

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags.roster() {
            write_tag(f, name, value)?;
        }
        write_tag(f, "Result", &self.result.to_string())?;
        if self.variant == Variant::Chess960 {
            write_tag(f, "Variant", "Chess960")?;
        }
        if self.start != Position::standard() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start.to_string())?;
        }
        for (name, value) in self.tags.others() {
            write_tag(f, name, value)?;
        }
        f.write_char('\n')?;
        let mut lines = Lines::new(f);
        write_line(&mut lines, &self.moves, self.start)?;
        lines.space()?;
        write!(lines.word, "{}", self.result)?;
        lines.end_line()
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for letter in value.chars() {
        if matches!(letter, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(letter)?;
    }
    f.write_str("\"]\n")
}

/// Calls itself for variations only.
fn write_line(lines: &mut Lines<'_, '_>, line: &Line<Move>, start: Position) -> fmt::Result {
    for comment in &line.comments {
        write_comment(lines, comment)?;
    }
    let mut number_needed = true;
    for (position, node) in line.walk(start) {
        lines.space()?;
        match (position.side_to_move(), number_needed) {
            (Side::White, _) => write!(lines.word, "{}. ", position.fullmove_number())?,
            (Side::Black, true) => write!(lines.word, "{}... ", position.fullmove_number())?,
            (Side::Black, false) => {}
        }
        write!(lines.word, "{}", San::of(&position, node.mv))?;
        for nag in &node.nags {
            lines.space()?;
            write!(lines.word, "{nag}")?;
        }
        for comment in &node.comments {
            write_comment(lines, comment)?;
        }
        for variation in &node.variations {
            lines.open()?;
            write_line(lines, variation, position)?;
            lines.close();
        }
        number_needed = !node.comments.is_empty() || !node.variations.is_empty();
    }
    Ok(())
}

/// In braces, or to the end of the line where the comment has a closing brace in it.
fn write_comment(lines: &mut Lines<'_, '_>, comment: &Comment) -> fmt::Result {
    let text = comment.text();
    lines.space()?;
    if text.contains('}') {
        write!(lines.word, "; {text}")?;
        return lines.end_line();
    }
    lines.word.push('{');
    let mut in_command = false;
    for (index, word) in text.split(' ').enumerate() {
        // A line that begins with a percent sign is skipped by readers, and one that begins like a
        // game is taken for one. A command is kept on one line for those who look for it by line.
        let keep = in_command || word.starts_with('%') || word.starts_with("[Event");
        match (index, keep) {
            (0, _) => {}
            (_, true) => lines.word.push(' '),
            (_, false) => lines.space()?,
        }
        lines.word.push_str(word);
        in_command = word.starts_with("[%") && !word.ends_with(']');
    }
    lines.word.push('}');
    Ok(())
}

/// Text that is broken into lines between words.
struct Lines<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    /// The characters on the line up to now.
    column: usize,
    /// What is not to be broken, and not yet written.
    word: String,
    /// The word is an opening parenthesis, which the next one follows without a space.
    opening: bool,
}

impl<'a, 'f> Lines<'a, 'f> {
    fn new(out: &'a mut fmt::Formatter<'f>) -> Lines<'a, 'f> {
        Lines { out, column: 0, word: String::new(), opening: false }
    }

    /// Writes the word, so that another one can begin.
    fn space(&mut self) -> fmt::Result {
        if std::mem::take(&mut self.opening) || self.word.is_empty() {
            return Ok(());
        }
        let width = self.word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + width <= LINE_WIDTH;
            self.out.write_char(if fits { ' ' } else { '\n' })?;
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.out.write_str(&self.word)?;
        self.column += width;
        self.word.clear();
        Ok(())
    }

    fn open(&mut self) -> fmt::Result {
        self.space()?;
        self.word.push('(');
        self.opening = true;
        Ok(())
    }

    fn close(&mut self) {
        self.word.push(')');
        self.opening = false;
    }

    fn end_line(&mut self) -> fmt::Result {
        self.opening = false;
        self.space()?;
        self.column = 0;
        self.out.write_char('\n')
    }
}
