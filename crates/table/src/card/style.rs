//! How a board and its pieces look.

use crate::scene::{Colour, Piece};

/// How the board looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardStyle {
    /// Does the board turn, so that each side can have it from its own edge?
    pub turns: bool,
    pub coordinates: Coordinates,
    pub shades: &'static [ShadeStyle],
    /// Do both sides begin at an edge of their own?
    pub home_rows: bool,
    /// Are a board's cells so many that a terminal shows them as narrow as letters?
    pub narrow: bool,
}

impl BoardStyle {
    /// A board that is seen from the same side by both players.
    pub const fn still(shades: &'static [ShadeStyle]) -> BoardStyle {
        let coordinates = Coordinates::Edge;
        BoardStyle { turns: false, coordinates, shades, home_rows: false, narrow: false }
    }
}

/// How squares are named on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coordinates {
    /// Letters and numbers along the edge.
    Edge,
    /// A number in each square that is played on.
    Numbers,
    /// Not at all.
    Hidden,
}

/// The names of the themes of boards besides the usual one.
pub const OTHER_THEMES: [&str; 3] = ["wood", "sea", "slate"];

/// What a square is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShadeStyle {
    /// As pictures and style sheets write it.
    pub name: &'static str,
    /// The colour in the light and in the dark theme, as CSS writes it.
    pub colours: [&'static str; 2],
    /// The same in each of the [`OTHER_THEMES`].
    pub themed: [[&'static str; 2]; 3],
    /// What is written and marked on it, as CSS colours.
    pub ink: &'static str,
    pub mark: &'static str,
    /// The line around it in both themes, where there is one.
    pub edge: Option<[&'static str; 2]>,
    /// The colour among the 256 of a terminal, and the one where a mark lies on it.
    pub terminal: [u8; 2],
    /// What stands for an empty square in ASCII, and in Unicode.
    pub empty: [char; 2],
}

/// How a piece looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceStyle {
    pub kind: &'static str,
    pub side: Option<Colour>,
    /// The letter for it, and the glyph where a terminal has Unicode.
    pub letters: [char; 2],
    pub drawing: Drawing,
    /// The colour of its letter among the 16 of a terminal, where it has one of its own.
    pub ink: Option<u8>,
}

impl PieceStyle {
    /// A piece of a side, drawn by the symbol with this name.
    pub const fn of(
        side: Colour,
        kind: &'static str,
        letters: [char; 2],
        drawn: &'static str,
    ) -> PieceStyle {
        PieceStyle { kind, side: Some(side), letters, drawing: Drawing::Symbol(drawn), ink: None }
    }

    /// The same piece in a colour of its own among the 16 of a terminal.
    pub const fn in_colour(self, ink: u8) -> PieceStyle {
        PieceStyle { ink: Some(ink), ..self }
    }

    pub const fn piece(&self) -> Piece {
        Piece { kind: self.kind, side: self.side }
    }
}

/// A piece as a square of pixels: for both sides, in the colours that a terminal has for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bitmap {
    pub kind: &'static str,
    /// A character for each pixel: see [`Pixel::of`].
    pub rows: &'static [&'static str],
}

/// What a pixel of a [`Bitmap`] shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pixel {
    /// The square below.
    Clear,
    /// The outline, dark for both sides.
    Outline,
    /// The body, in the colour of the side.
    Body,
    /// A line on the body, in the colour of the other side.
    Line,
}

impl Pixel {
    /// `#` is the outline, `o` the body, `+` a line on it, and `.` nothing.
    pub const fn of(symbol: char) -> Option<Pixel> {
        match symbol {
            '.' => Some(Pixel::Clear),
            '#' => Some(Pixel::Outline),
            'o' => Some(Pixel::Body),
            '+' => Some(Pixel::Line),
            _ => None,
        }
    }
}

impl Bitmap {
    /// How many pixels it is wide and high.
    pub const fn size(&self) -> usize {
        self.rows.len()
    }

    pub fn pixel(&self, column: usize, row: usize) -> Pixel {
        let symbol = self.rows.get(row).and_then(|line| line.as_bytes().get(column));
        symbol.and_then(|&symbol| Pixel::of(symbol.into())).unwrap_or(Pixel::Clear)
    }
}

/// How a piece is drawn on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawing {
    /// By the symbol with this name.
    Symbol(&'static str),
    /// As a digit, in a colour of its own.
    Digit,
}
