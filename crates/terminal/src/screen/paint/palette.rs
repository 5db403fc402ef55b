//! Colours: a few tokens, as many of their bits as the terminal has. The window's own ground is left
//! as it is, light or dark, so every ink has to stand on both.

use crate::look::Colours;
use ratatui::style::{Color, Modifier, Style};
use table::Card;
use table::card::{PieceStyle, Pixel, ShadeStyle};
use table::scene::{Cell, Colour, Mark};

/// A colour, and the one of sixteen that comes nearest to what it is for.
#[derive(Debug, Clone, Copy)]
pub struct Token(u32, Color);

/// Less important text.
pub const QUIET: Token = Token(0x0087_8e99, Color::DarkGray);
/// What can be pressed, and the cursor.
pub const ACCENT: Token = Token(0x002f_8fb3, Color::Cyan);
/// What is well.
pub const GOOD: Token = Token(0x003a_945a, Color::Green);
/// What should be seen.
pub const WARN: Token = Token(0x00b0_8014, Color::Yellow);
/// What is not well.
pub const BAD: Token = Token(0x00d0_4f45, Color::Red);

/// Ink on a light ground.
const INK: Token = Token(0x0017_191d, Color::Black);
/// A white disc, and writing on a dark one.
const IVORY: Token = Token(0x00f7_f1e3, Color::White);

/// What is laid over a square.
const LAST_MOVE: Token = Token(0x00e0_b93c, Color::Yellow);
const PICKED: Token = Token(0x004f_b0d0, Color::Cyan);
const DANGER: Token = Token(0x00e0_6050, Color::LightRed);

/// Where a cursor or a dot lies on a light square.
const DEEP: Token = Token(0x000b_3b4d, Color::Black);

/// The colour of a piece that has one of its own among the sixteen: as a letter on a dark cell, and as a
/// disc.
fn own_colour(ink: u8) -> [Token; 2] {
    match ink {
        31 => [Token(0x00ff_a094, Color::LightRed), Token(0x00f0_705f, Color::Red)],
        32 => [Token(0x007f_ce97, Color::LightGreen), Token(0x003a_945a, Color::Green)],
        33 => [Token(0x00e5_b95c, Color::Yellow), Token(0x00f2_c53d, Color::Yellow)],
        34 | 94 => [Token(0x008c_bcff, Color::LightBlue), Token(0x003f_7fd0, Color::Blue)],
        35 => [Token(0x00cd_a8ff, Color::LightMagenta), Token(0x00a0_60d0, Color::Magenta)],
        36 => [Token(0x006f_d3d3, Color::LightCyan), Token(0x002f_a0a0, Color::Cyan)],
        90 => [Token(0x00a3_abb8, Color::Gray); 2],
        91 => [Token(0x00f5_8f86, Color::LightRed), Token(0x00f0_705f, Color::LightRed)],
        93 => [Token(0x00e5_b95c, Color::LightYellow), Token(0x00f2_c53d, Color::LightYellow)],
        _ => [Token(0x00ec_e9e2, Color::White); 2],
    }
}

/// What is to be said of a square besides its marks.
#[derive(Debug, Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools)]
pub struct Notes {
    /// It has the cursor.
    pub cursor: bool,
    /// It is picked.
    pub picked: bool,
    /// What is picked may go here.
    pub target: bool,
    /// It is part of a move that was recommended.
    pub hint: bool,
}

/// The colours of a terminal.
#[derive(Debug, Clone, Copy)]
pub struct Palette(pub Colours);

impl Palette {
    /// A colour as the terminal has it.
    pub fn colour(self, Token(rgb, sixteen): Token) -> Color {
        let [_, red, green, blue] = rgb.to_be_bytes();
        match self.0 {
            Colours::None => Color::Reset,
            Colours::Sixteen => sixteen,
            Colours::TwoHundredFiftySix => Color::Indexed(nearest([red, green, blue])),
            Colours::True => Color::Rgb(red, green, blue),
        }
    }

    /// Text in a colour on the window's own ground.
    pub fn ink(self, token: Token) -> Style {
        Style::new().fg(self.colour(token))
    }

    /// Text that steps back.
    pub fn quiet(self) -> Style {
        self.ink(QUIET)
    }

    /// The two sides of a bar that is filled from below: with white, or where the board is turned with black.
    pub fn sides(self, card: &'static dyn Card, turned: bool) -> Style {
        if self.0 == Colours::None {
            // The ground of a window is dark more often than light.
            let style = Style::new();
            return if turned { style.add_modifier(Modifier::REVERSED) } else { style };
        }
        let [white, black] = [Colour::White, Colour::Black].map(|side| {
            let piece = card.pieces().iter().find(|piece| piece.side == Some(side));
            self.colour(piece.map_or(INK, disc))
        });
        let (lower, upper) = if turned { (black, white) } else { (white, black) };
        Style::new().fg(lower).bg(upper)
    }

    /// What the cursor is on, in a list. It shows without colours, too.
    pub fn chosen(self) -> Style {
        match self.0 {
            Colours::None => Style::new().add_modifier(Modifier::REVERSED),
            _ => Style::new().bg(self.colour(ACCENT)).fg(self.colour(INK)),
        }
    }

    /// The ground of a square. Neighbours differ a little even where the board is of one colour.
    pub fn ground(self, card: &'static dyn Card, cell: &Cell, notes: Notes, odd: bool) -> Style {
        let Some(shade) = card.shade(cell.shade).filter(|_| self.0 != Colours::None) else {
            return Style::new();
        };
        let verbs = card.capabilities().verbs;
        let is_hit = cell.piece.is_some_and(|piece| verbs.is_some_and(|v| v.hit == piece.kind));
        let base = if is_hit { DANGER } else { square(shade, odd) };
        let has = |mark| cell.marks.contains(&mark);
        let over = if notes.picked {
            Some((PICKED, 60))
        } else if has(Mark::Check) {
            Some((DANGER, 70))
        } else if has(Mark::Winning) {
            Some((GOOD, 60))
        } else if has(Mark::LastMove) {
            Some((LAST_MOVE, if follows_theme(shade) { 20 } else { 50 }))
        } else if notes.hint {
            Some((GOOD, 50))
        } else {
            None
        };
        let token = match over {
            // Sixteen colours cannot be mixed, and letters must stay readable.
            Some((over, hundredths)) if self.0 != Colours::Sixteen || !follows_theme(shade) => {
                mixed(base, over, hundredths)
            }
            _ => base,
        };
        Style::new().bg(self.colour(token)).fg(self.colour(ink_on(shade)))
    }

    /// What stands on a square, besides its ground.
    pub fn piece(self, card: &'static dyn Card, piece: &PieceStyle) -> Style {
        let token = match (piece.ink, piece.side) {
            _ if is_disc(card, piece) => disc(piece),
            (Some(ink), _) => own_colour(ink)[0],
            (None, _) => INK,
        };
        self.ink(token).add_modifier(Modifier::BOLD)
    }

    /// A pixel of a big piece; `None` where the square is seen.
    pub fn pixel(self, card: &'static dyn Card, piece: &PieceStyle, pixel: Pixel) -> Option<Color> {
        let white = piece.side == Some(Colour::White);
        let body = match (piece.side, white) {
            _ if is_disc(card, piece) => disc(piece),
            (_, true) => IVORY,
            (_, false) => INK,
        };
        // On a light body lines are dark, and on a dark one light.
        let line = if is_light(body.0) { INK } else { IVORY };
        match pixel {
            Pixel::Clear => None,
            Pixel::Outline => Some(self.colour(INK)),
            Pixel::Body => Some(self.colour(body)),
            Pixel::Line => Some(self.colour(line)),
        }
    }

    /// Writing on a disc.
    pub fn on_disc(self, piece: &PieceStyle) -> Style {
        let body = disc(piece);
        let ink = if is_light(body.0) { INK } else { IVORY };
        self.ink(ink).bg(self.colour(body)).add_modifier(Modifier::BOLD)
    }

    /// The frame of the cursor on a square.
    pub fn cursor(self, card: &'static dyn Card, cell: &Cell) -> Style {
        let light = card.shade(cell.shade).is_some_and(|shade| is_light(square(shade, false).0));
        self.ink(if light { DEEP } else { IVORY }).add_modifier(Modifier::BOLD)
    }
}

/// Are the pieces of this card discs? Its plain pieces are circles then, and others are discs that carry
/// their glyph.
pub fn is_disc(card: &'static dyn Card, piece: &PieceStyle) -> bool {
    piece.side.is_some() && card.pieces().iter().any(|style| is_circle(style.letters[1]))
}

pub const fn is_circle(glyph: char) -> bool {
    matches!(glyph, '○' | '●')
}

/// The body of a disc.
fn disc(piece: &PieceStyle) -> Token {
    match (piece.ink, piece.side) {
        (Some(ink), _) => own_colour(ink)[1],
        (None, Some(Colour::White)) => IVORY,
        (None, _) => Token(0x0014_1416, Color::Black),
    }
}

/// Does a shade differ so much between the light and the dark theme that its ink changes, too? A terminal
/// shows it as the dark theme does.
fn follows_theme(shade: &ShadeStyle) -> bool {
    rgb(shade.ink).is_none()
}

/// The colour of a square. Lines around cells cannot be drawn, so cells that have one differ a little from
/// their neighbours.
fn square(shade: &ShadeStyle, odd: bool) -> Token {
    let [light, dark] = shade.colours.map(|colour| rgb(colour).unwrap_or(0x0080_8080));
    let colour = if follows_theme(shade) {
        shade.edge.and_then(|[_, edge]| rgb(edge)).unwrap_or(dark)
    } else {
        light
    };
    let darker = odd && (shade.edge.is_some() || shade.empty[1] == '·');
    let colour = if darker { mix(colour, 0, 6) } else { colour };
    Token(colour, of_sixteen(colour))
}

/// What is written on a square.
fn ink_on(shade: &ShadeStyle) -> Token {
    match rgb(shade.ink) {
        None => IVORY,
        Some(ink) => Token(ink, if is_light(ink) { Color::White } else { Color::Black }),
    }
}

/// A colour as style sheets write it, `#rrggbb`.
fn rgb(css: &str) -> Option<u32> {
    let digits = css.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    u32::from_str_radix(digits, 16).ok()
}

fn is_light(rgb: u32) -> bool {
    let [_, red, green, blue] = rgb.to_be_bytes().map(u32::from);
    3 * red + 6 * green + blue > 10 * 128
}

/// The one of the sixteen that comes nearest in hue, or in brightness where there is hardly a hue. Bright
/// ones are left to pieces.
fn of_sixteen(rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes().map(u32::from);
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    let chroma = most - least;
    if chroma <= 20 || 100 * chroma < 15 * most {
        return match most {
            0..64 => Color::Black,
            64..150 => Color::DarkGray,
            _ => Color::Gray,
        };
    }
    match (red, green, blue) {
        (r, g, b) if r == most && 2 * (g - b.min(g)) > chroma / 2 => Color::Yellow,
        (r, _, _) if r == most => Color::Red,
        (_, g, _) if g == most => Color::Green,
        _ => Color::Blue,
    }
}

/// A colour with a share of another laid over it, in hundredths. Of the sixteen it is the other.
fn mixed(base: Token, over: Token, share: u32) -> Token {
    Token(mix(base.0, over.0, share), over.1)
}

fn mix(base: u32, over: u32, share: u32) -> u32 {
    let part = |shift: u32| {
        let (under, upper) = (base >> shift & 255, over >> shift & 255);
        ((under * (100 - share) + upper * share) / 100) << shift
    };
    part(16) | part(8) | part(0)
}

/// The nearest of the 256 colours: of the cube, or of the ramp of greys.
fn nearest(rgb: [u8; 3]) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |one: [u8; 3], other: [u8; 3]| -> u32 {
        (0..3).map(|i| u32::from(one[i].abs_diff(other[i])).pow(2)).sum()
    };
    let level = |value: u8| {
        let near = |&i: &usize| LEVELS[i].abs_diff(value);
        (0..LEVELS.len()).min_by_key(near).unwrap_or(0)
    };
    let [red, green, blue] = rgb.map(level);
    let cube = [LEVELS[red], LEVELS[green], LEVELS[blue]];
    let mean = rgb.iter().map(|&value| u32::from(value)).sum::<u32>() / 3;
    let step = (mean.saturating_sub(3) / 10).min(23) as u8;
    let grey = [8 + 10 * step; 3];
    if distance(rgb, grey) < distance(rgb, cube) {
        232 + step
    } else {
        (16 + 36 * red + 6 * green + blue) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::CLUB;
    use table::card::Coordinates;

    #[test]
    fn the_nearest_of_256_colours_is_the_colour_itself_where_it_is_among_them() {
        assert_eq!(nearest([0, 0, 0]), 16);
        assert_eq!(nearest([255, 255, 255]), 231);
        assert_eq!(nearest([95, 135, 175]), 67);
        assert_eq!(nearest([8, 8, 8]), 232);
        assert_eq!(nearest([128, 128, 128]), 244);
    }

    /// Relative luminance, as the guidelines for contrast define it.
    fn luminance(Token(rgb, _): Token) -> f64 {
        let [_, red, green, blue] = rgb.to_be_bytes();
        let linear = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    fn contrast(one: Token, other: Token) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn every_ink_can_be_read_on_a_light_window_and_on_a_dark_one() {
        for ink in [QUIET, ACCENT, GOOD, WARN, BAD] {
            for ground in [Token(0x00ff_ffff, Color::White), Token(0x0017_191d, Color::Black)] {
                assert!(contrast(ink, ground) > 3.0, "{ink:?} {}", contrast(ink, ground));
            }
        }
    }

    #[test]
    fn pieces_stand_out_from_the_squares_they_stand_on() {
        for card in CLUB.cards() {
            let board = card.board();
            // Digits lie on open cells only, and numbered pieces on the squares that have numbers.
            let last = board.narrow || board.coordinates == Coordinates::Numbers;
            let shades = if last { &board.shades[1..] } else { board.shades };
            for piece in card.pieces() {
                let ink = match piece.ink {
                    _ if is_disc(*card, piece) => disc(piece),
                    Some(ink) => own_colour(ink)[0],
                    None => INK,
                };
                for (shade, odd) in shades.iter().flat_map(|s| [(s, false), (s, true)]) {
                    let found = contrast(ink, square(shade, odd));
                    // Discs in a colour of their own stand out by their hue, too.
                    let own = is_disc(*card, piece) && piece.ink.is_some();
                    let wanted = if own { 2.0 } else { 3.0 };
                    assert!(found > wanted, "{card:?} {shade:?} {piece:?} {found}");
                }
            }
        }
    }

    #[test]
    fn squares_of_a_board_differ_in_any_number_of_colours() {
        for card in CLUB.cards() {
            if let [one, other] = card.board().shades {
                let [one, other] = [one, other].map(|shade| square(shade, false));
                assert_ne!(one.1, other.1, "{card:?}");
                assert!(contrast(one, other) > 1.3, "{card:?} {}", contrast(one, other));
            }
        }
    }
}
