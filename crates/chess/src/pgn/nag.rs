//! Annotations of moves by number.

use std::fmt;

/// A numeric annotation glyph: `$1` is a good move, `$14` a slight advantage for white, and so on.
///
/// ```
/// # use chess::pgn::Nag;
/// assert_eq!(Nag::from_glyph("!?"), Some(Nag(5)));
/// assert_eq!(Nag(5).glyph(), Some("!?"));
/// assert_eq!(Nag::from_sign("+-"), Some(Nag(18)));
/// assert_eq!(Nag(14).to_string(), "$14");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u8);

/// The annotations that have a glyph, from `$1` on.
const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// What programs and books write for other annotations: how the position stands, a novelty, a diagram.
const SIGNS: [(&str, u8); 19] = [
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("+–", 18),
    ("-+", 19),
    ("–+", 19),
    ("N", 146),
    ("D", 220),
    ("□", 7),
];

impl Nag {
    /// The annotation of one of the glyphs `!`, `?`, `!!`, `??`, `!?` and `?!`.
    pub fn from_glyph(glyph: &str) -> Option<Nag> {
        GLYPHS.iter().position(|&known| known == glyph).map(|index| Nag(index as u8 + 1))
    }

    /// The annotation of a sign that stands for one, such as `+-`, `=` or `N`.
    pub fn from_sign(sign: &str) -> Option<Nag> {
        SIGNS.iter().find(|(known, _)| *known == sign).map(|&(_, number)| Nag(number))
    }

    /// The glyph, for the six annotations that have one.
    pub fn glyph(self) -> Option<&'static str> {
        GLYPHS.get(usize::from(self.0).checked_sub(1)?).copied()
    }
}

/// `$` and the number.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
