//! Colours: a few tokens, as many of their bits as the terminal has. The window's own ground is left
//! as it is, light or dark, so every ink has to stand on both.

use crate::look::Colours;
use ratatui::style::{Color, Modifier, Style};
use table::scene::{Cell, Colour, Mark, Piece, Shade};

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

/// Ink on a light square.
const INK: Token = Token(0x0017_191d, Color::Black);
/// A white disc, and writing on a dark one.
const IVORY: Token = Token(0x00f7_f1e3, Color::White);

/// What is laid over a square.
const LAST_MOVE: Token = Token(0x00e0_b93c, Color::Yellow);
const PICKED: Token = Token(0x004f_b0d0, Color::Cyan);
const DANGER: Token = Token(0x00e0_6050, Color::LightRed);

/// The colours of the numbers from 1 to 8, on an open cell.
const NUMBERS: [Token; 8] = [
    Token(0x008c_bcff, Color::LightBlue),
    Token(0x007f_ce97, Color::LightGreen),
    Token(0x00f5_8f86, Color::LightRed),
    Token(0x00cd_a8ff, Color::LightMagenta),
    Token(0x00e5_b95c, Color::Yellow),
    Token(0x006f_d3d3, Color::LightCyan),
    Token(0x00ec_e9e2, Color::White),
    Token(0x00a3_abb8, Color::Gray),
];

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

    /// What the cursor is on, in a list. It shows without colours, too.
    pub fn chosen(self) -> Style {
        match self.0 {
            Colours::None => Style::new().add_modifier(Modifier::REVERSED),
            _ => Style::new().bg(self.colour(ACCENT)).fg(self.colour(INK)),
        }
    }

    /// The ground of a square. Neighbours differ a little even where the board is of one colour.
    pub fn ground(self, game: &str, cell: &Cell, notes: Notes, odd: bool) -> Style {
        let base = match (game, cell.shade) {
            ("checkers", Shade::Light) => Token(0x00d9_ccb4, Color::Gray),
            ("checkers", Shade::Dark) => Token(0x008a_6c52, Color::Yellow),
            (_, Shade::Light) => Token(0x00d8_cfbc, Color::Gray),
            (_, Shade::Dark) => Token(0x0086_967b, Color::Green),
            (_, Shade::Felt) if odd => Token(0x002c_7352, Color::Green),
            (_, Shade::Felt) => Token(0x002f_7a57, Color::Green),
            (_, Shade::Closed) if cell.piece == Some(Piece::WrongFlag) => DANGER,
            (_, Shade::Closed) if odd => Token(0x0052_5b67, Color::DarkGray),
            (_, Shade::Closed) => Token(0x005a_6471, Color::DarkGray),
            (_, Shade::Open) if cell.piece == Some(Piece::HitMine) => DANGER,
            (_, Shade::Open) if odd => Token(0x0022_262b, Color::Black),
            (_, Shade::Open) => Token(0x0026_2b31, Color::Black),
        };
        let over = if notes.picked {
            Some((PICKED, 60))
        } else if cell.marks.contains(&Mark::Check) {
            Some((DANGER, 70))
        } else if cell.marks.contains(&Mark::LastMove) {
            Some((
                LAST_MOVE,
                if matches!(cell.shade, Shade::Open | Shade::Closed) { 20 } else { 50 },
            ))
        } else if notes.hint {
            Some((GOOD, 50))
        } else {
            None
        };
        let mines = matches!(cell.shade, Shade::Open | Shade::Closed);
        let token = match over {
            // Sixteen colours cannot be mixed, and the numbers must stay readable.
            Some((over, share)) if self.0 != Colours::Sixteen || !mines => mixed(base, over, share),
            _ => base,
        };
        match self.0 {
            Colours::None => Style::new(),
            _ => {
                Style::new().bg(self.colour(token)).fg(self.colour(if mines { IVORY } else { INK }))
            }
        }
    }

    /// What stands on a square, besides its ground.
    pub fn piece(self, piece: Piece) -> Style {
        let style = match piece {
            Piece::Man { side } | Piece::CrownedMan { side } | Piece::Disc { side } => {
                self.ink(disc(side))
            }
            Piece::Number { mines } => {
                let token = NUMBERS.get(usize::from(mines).wrapping_sub(1)).copied();
                self.ink(token.unwrap_or(IVORY))
            }
            Piece::Flag => self.ink(Token(0x00ff_a094, Color::LightRed)),
            Piece::Mine => self.ink(IVORY),
            _ => self.ink(INK),
        };
        style.add_modifier(Modifier::BOLD)
    }

    /// Writing on a disc.
    pub fn on_disc(self, side: Colour) -> Style {
        let other = if side == Colour::White { Colour::Black } else { Colour::White };
        self.ink(disc(other)).bg(self.colour(disc(side))).add_modifier(Modifier::BOLD)
    }

    /// The frame of the cursor on a square.
    pub fn cursor(self, mines: bool) -> Style {
        let ink = if mines { IVORY } else { Token(0x000b_3b4d, Color::Black) };
        self.ink(ink).add_modifier(Modifier::BOLD)
    }
}

fn disc(side: Colour) -> Token {
    match side {
        Colour::White => IVORY,
        Colour::Black => Token(0x0014_1416, Color::Black),
    }
}

/// A colour with a share of another laid over it, in hundredths. Of the sixteen it is the other.
fn mixed(base: Token, over: Token, share: u32) -> Token {
    let part = |shift: u32| {
        let (under, upper) = (base.0 >> shift & 255, over.0 >> shift & 255);
        ((under * (100 - share) + upper * share) / 100) << shift
    };
    Token(part(16) | part(8) | part(0), over.1)
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
    fn numbers_discs_and_pieces_stand_out_from_their_squares() {
        let open = [Token(0x0022_262b, Color::Black), Token(0x0026_2b31, Color::Black)];
        for number in NUMBERS {
            assert!(open.iter().all(|&ground| contrast(number, ground) > 4.5), "{number:?}");
        }
        let felt = Token(0x002c_7352, Color::Green);
        let wood = Token(0x008a_6c52, Color::Yellow);
        for ground in [felt, wood] {
            for side in [Colour::White, Colour::Black] {
                assert!(contrast(disc(side), ground) > 3.0, "{ground:?} {side:?}");
            }
        }
        for square in [Token(0x00d8_cfbc, Color::Gray), Token(0x0086_967b, Color::Green)] {
            assert!(contrast(INK, square) > 4.5);
        }
    }
}
