//! Big pieces: the bitmaps of a card, and discs, drawn with half blocks. A character shows two pixels, one above the other,
//! which are about as wide as high.

use super::canvas::Canvas;
use super::palette::{Palette, is_circle, is_disc};
use crate::look::Pieces;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use table::Card;
use table::card::{Bitmap, PieceStyle, Pixel};

/// From this size on a window shows big pieces by itself.
const LARGE_WINDOW: (u16, u16) = (120, 40);

/// Can a game be drawn with big pieces? It has bitmaps, or its pieces are discs.
pub fn has_big_pieces(card: &'static dyn Card) -> bool {
    !card.bitmaps().is_empty() || card.pieces().iter().any(|piece| is_disc(card, piece))
}

/// Are big pieces wanted in this window, and can the terminal show them? Half of their shape is colour.
pub fn are_wanted(canvas: &Canvas<'_>) -> bool {
    let (area, look) = (canvas.area(), canvas.look);
    let large = area.width >= LARGE_WINDOW.0 && area.height >= LARGE_WINDOW.1;
    let wanted = match look.pieces {
        Pieces::Auto => large,
        Pieces::Big => true,
        Pieces::Letters | Pieces::Glyphs => false,
    };
    wanted && look.unicode && look.has_colours()
}

/// Paints a piece into a square.
pub fn paint(canvas: &mut Canvas<'_>, area: Rect, card: &'static dyn Card, piece: &PieceStyle) {
    let palette = Palette(canvas.look.colours);
    let size = usize::from(area.width);
    let shape = Shape::of(card, piece, size);
    let colour = |column: u16, row: u16| {
        let pixel = shape.pixel(usize::from(column), usize::from(row), size);
        palette.pixel(card, piece, pixel)
    };
    for row in 0..area.height {
        for column in 0..area.width {
            let pixels = (colour(column, 2 * row), colour(column, 2 * row + 1));
            if let Some((symbol, style)) = half_block(pixels) {
                canvas.put(area.x + column, area.y + row, symbol, style);
            }
        }
    }
}

/// The character for two pixels, one above the other, and its colours; `None` where the square is seen through both.
fn half_block(pixels: (Option<Color>, Option<Color>)) -> Option<(char, Style)> {
    let ink = |colour| Style::new().fg(colour);
    match pixels {
        (None, None) => None,
        (Some(upper), None) => Some(('▀', ink(upper))),
        (None, Some(lower)) => Some(('▄', ink(lower))),
        (Some(upper), Some(lower)) if upper == lower => Some(('█', ink(upper))),
        (Some(upper), Some(lower)) => Some(('▀', ink(upper).bg(lower))),
    }
}

/// What is drawn: a disc, a bitmap as many times its size as fits, or one on the other.
struct Shape {
    disc: bool,
    bitmap: Option<(&'static Bitmap, usize)>,
}

impl Shape {
    fn of(card: &'static dyn Card, piece: &PieceStyle, size: usize) -> Shape {
        let disc = is_disc(card, piece);
        let wanted = !disc || !is_circle(piece.letters[1]);
        let own = card.bitmaps().iter().filter(|bitmap| bitmap.kind == piece.kind && wanted);
        let scaled = own.map(|bitmap| (bitmap, size / bitmap.size()));
        let bitmap = scaled.max_by_key(|(bitmap, times)| bitmap.size() * times);
        Shape { disc, bitmap: bitmap.filter(|(_, times)| *times > 0) }
    }

    /// The pixel in a square of so many pixels.
    fn pixel(&self, column: usize, row: usize, size: usize) -> Pixel {
        let drawn = self.bitmap.map_or(Pixel::Clear, |(bitmap, times)| {
            let margin = (size - bitmap.size() * times) / 2;
            // A sign is in the middle of its disc; other pieces stand on their squares.
            let below = if self.disc { margin } else { margin / 2 };
            let top = size - bitmap.size() * times - below;
            let (Some(column), Some(row)) = (column.checked_sub(margin), row.checked_sub(top))
            else {
                return Pixel::Clear;
            };
            bitmap.pixel(column / times, row / times)
        });
        if drawn == Pixel::Clear && self.disc && is_in_disc(column, row, size) {
            return Pixel::Body;
        }
        drawn
    }
}

/// Is a pixel within the circle that leaves a little of its square? Counted in halves, from the middle of the pixel.
fn is_in_disc(column: usize, row: usize, size: usize) -> bool {
    let from_middle = |at: usize| (2 * at + 1).abs_diff(size);
    // Small discs are rounder with a little less than the whole radius.
    from_middle(column).pow(2) + from_middle(row).pow(2) <= size * size - 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::CLUB;

    #[test]
    fn a_disc_is_round_and_leaves_the_corners_of_its_square() {
        for size in [8, 10, 12, 16] {
            let inside = |column, row| is_in_disc(column, row, size);
            assert!(inside(size / 2, 0) && inside(0, size / 2) && inside(size / 2, size - 1));
            assert!(!inside(0, 0) && !inside(size - 1, 0) && !inside(1, 0));
            let same = |column: usize, row: usize| inside(column, row) == inside(row, column);
            assert!((0..size).all(|row| (0..size).all(|column| same(column, row))));
        }
    }

    #[test]
    fn every_piece_of_a_card_with_big_pieces_has_a_shape_in_every_size() {
        for card in CLUB.cards().iter().filter(|card| has_big_pieces(**card)) {
            for piece in card.pieces() {
                for size in [8, 10, 12, 16] {
                    let shape = Shape::of(*card, piece, size);
                    let filled = (0..size * size)
                        .filter(|at| shape.pixel(at % size, at / size, size) != Pixel::Clear)
                        .count();
                    assert!(4 * filled > size * size, "{piece:?} at {size}: {filled}");
                }
            }
        }
    }
}
