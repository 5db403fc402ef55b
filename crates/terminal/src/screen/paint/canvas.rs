//! A buffer to write into, which remembers what can be pointed at.

use crate::look::Look;
use crate::screen::home::Field;
use crate::screen::input::Act;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

/// Something that can be pointed at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A cell of the board, by its place in the picture.
    Cell(usize),
    /// The position after so many moves.
    Position(usize),
    /// A move of the tree of variations, by its place there.
    TreeMove(usize),
    /// Something to be done.
    Act(Act),
    /// A choice of the form.
    Choice(Field, usize),
    /// The next or the former choice of the form.
    Step(Field, bool),
    /// A button of the form.
    Button(Field),
    /// A game in the list.
    Saved(usize),
    /// Beside the window that is open.
    Outside,
    /// In the window that is open, where there is nothing to press.
    Inside,
}

/// What is painted on. What is clicked is what was drawn: both come from one pass.
pub struct Canvas<'a> {
    buffer: &'a mut Buffer,
    /// What the terminal can show.
    pub look: Look,
    spots: Vec<(Rect, Target)>,
    /// Where the hardware cursor goes: to what the next key concerns. Screen readers and magnifiers follow it.
    cursor: Option<(u16, u16)>,
}

impl<'a> Canvas<'a> {
    pub fn new(buffer: &'a mut Buffer, look: Look) -> Canvas<'a> {
        Canvas { buffer, look, spots: Vec::new(), cursor: None }
    }

    pub fn area(&self) -> Rect {
        self.buffer.area
    }

    /// Writes a line of text, cut where it does not fit, and says where it ended.
    pub fn text(&mut self, column: u16, row: u16, width: u16, text: &str, style: Style) -> u16 {
        let area = self.area();
        if row >= area.bottom() || column >= area.right() || row < area.top() {
            return column;
        }
        let text = self.writable(text);
        let cut = usize::from(width) < Span::raw(&*text).width();
        let dots = if self.look.unicode { "…" } else { "~" };
        let room = if cut { width.saturating_sub(1) } else { width };
        let (end, _) = self.buffer.set_stringn(column, row, &text, usize::from(room), style);
        if cut && width > 0 {
            return self.buffer.set_stringn(end, row, dots, 1, style).0;
        }
        end
    }

    /// The same against a right edge.
    pub fn text_right(&mut self, right: u16, row: u16, text: &str, style: Style) {
        let width = self.width(text);
        self.text(right.saturating_sub(width), row, width, text, style);
    }

    /// How many columns a text takes.
    pub fn width(&self, text: &str) -> u16 {
        Span::raw(self.writable(text)).width() as u16
    }

    /// A text as this terminal can write it.
    pub fn writable(&self, text: &str) -> String {
        if self.look.unicode { text.to_owned() } else { text.chars().map(plain).collect() }
    }

    /// One character in one place.
    pub fn put(&mut self, column: u16, row: u16, symbol: char, style: Style) {
        if let Some(cell) = self.buffer.cell_mut((column, row)) {
            cell.set_char(symbol).set_style(style);
        }
    }

    /// Is nothing written here?
    pub fn is_blank(&self, column: u16, row: u16) -> bool {
        self.buffer.cell((column, row)).is_some_and(|cell| cell.symbol() == " ")
    }

    /// A style for a whole area; the characters stay.
    pub fn tint(&mut self, area: Rect, style: Style) {
        self.buffer.set_style(area.intersection(self.area()), style);
    }

    /// Nothing but blanks in an area.
    pub fn clear(&mut self, area: Rect, style: Style) {
        let area = area.intersection(self.area());
        for row in area.top()..area.bottom() {
            for column in area.left()..area.right() {
                if let Some(cell) = self.buffer.cell_mut((column, row)) {
                    cell.reset();
                    cell.set_style(style);
                }
            }
        }
    }

    /// A frame of lines.
    pub fn frame(&mut self, area: Rect, style: Style) {
        let [top_left, top_right, bottom_left, bottom_right, across, down] = if self.look.unicode {
            ['╭', '╮', '╰', '╯', '─', '│']
        } else {
            ['+', '+', '+', '+', '-', '|']
        };
        if area.width < 2 || area.height < 2 {
            return;
        }
        let (right, bottom) = (area.right() - 1, area.bottom() - 1);
        for column in area.left() + 1..right {
            self.put(column, area.top(), across, style);
            self.put(column, bottom, across, style);
        }
        for row in area.top() + 1..bottom {
            self.put(area.left(), row, down, style);
            self.put(right, row, down, style);
        }
        self.put(area.left(), area.top(), top_left, style);
        self.put(right, area.top(), top_right, style);
        self.put(area.left(), bottom, bottom_left, style);
        self.put(right, bottom, bottom_right, style);
    }

    /// Puts the hardware cursor here; what is painted later may take it away again.
    pub fn put_cursor(&mut self, column: u16, row: u16) {
        self.cursor = Some((column, row));
    }

    pub fn cursor(&self) -> Option<(u16, u16)> {
        self.cursor.filter(|&place| self.area().contains(place.into()))
    }

    /// Notes what is to be found in an area.
    pub fn spot(&mut self, area: Rect, target: Target) {
        self.spots.push((area, target));
    }

    /// What is to be found in a place: what was drawn last lies on top.
    pub fn target_at(self, column: u16, row: u16) -> Option<Target> {
        let place = ratatui::layout::Position { x: column, y: row };
        let found = self.spots.into_iter().rev().find(|(area, _)| area.contains(place));
        found.map(|(_, target)| target)
    }
}

/// A character as seven bits can write it.
fn plain(letter: char) -> char {
    match letter {
        'á' | 'à' | 'â' => 'a',
        'é' | 'è' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        'ñ' => 'n',
        'Á' => 'A',
        'É' => 'E',
        'Í' => 'I',
        'Ó' => 'O',
        'Ú' => 'U',
        'Ñ' => 'N',
        '×' => 'x',
        '·' | '–' | '—' | '−' => '-',
        '∞' => '#',
        '…' => '.',
        '¿' => '?',
        '¡' => '!',
        '‘' | '’' => '\'',
        '“' | '”' | '«' | '»' => '"',
        letter if letter.is_ascii() => letter,
        _ => '?',
    }
}

/// A text in lines of a width, broken between words; a word that is too long is broken where it must.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let mut word = word;
            let fits = |line: &str, word: &str| {
                line.chars().count() + usize::from(!line.is_empty()) + word.chars().count() <= width
            };
            if !fits(&line, word) && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            while word.chars().count() > width {
                let end = word.char_indices().nth(width).map_or(word.len(), |(at, _)| at);
                let (head, tail) = word.split_at(end);
                lines.push(head.to_owned());
                word = tail;
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_broken_only_where_they_must_be() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert_eq!(wrapped("a\n\nb", 9), ["a", "", "b"]);
        assert!(wrapped("", 9).is_empty());
    }
}
