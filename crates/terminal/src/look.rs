//! What a terminal can show, as far as its environment says.

use std::env;
use std::str::FromStr;

/// What the terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Pieces and lines as Unicode draws them, in place of letters.
    pub unicode: bool,
    /// Colours. They repeat what the characters say.
    pub colours: Colours,
    pub pieces: Pieces,
}

/// How pieces are shown, as far as the terminal can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pieces {
    /// Big in a large window, glyphs elsewhere, letters where there is nothing else.
    #[default]
    Auto,
    Letters,
    Glyphs,
    /// Big wherever there is room for them.
    Big,
}

impl FromStr for Pieces {
    type Err = String;

    fn from_str(text: &str) -> Result<Pieces, String> {
        match text {
            "auto" => Ok(Pieces::Auto),
            "letters" => Ok(Pieces::Letters),
            "glyphs" => Ok(Pieces::Glyphs),
            "big" => Ok(Pieces::Big),
            _ => Err("auto, letters, glyphs or big".to_owned()),
        }
    }
}

/// How many colours there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colours {
    /// None, or none are wanted.
    None,
    /// The sixteen that every terminal chooses for itself.
    Sixteen,
    /// A cube of 216 and a ramp of greys.
    TwoHundredFiftySix,
    True,
}

impl Look {
    pub const PLAIN: Look = Look::of_colours(false, Colours::None);

    /// A look with the usual pieces.
    pub const fn of_colours(unicode: bool, colours: Colours) -> Look {
        Look { unicode, colours, pieces: Pieces::Auto }
    }

    /// Are there colours at all?
    pub fn has_colours(self) -> bool {
        self.colours != Colours::None
    }

    /// What the environment of this program says.
    pub fn of_environment(terminal: bool, pieces: Pieces) -> Look {
        let says = |name: &str| env::var(name).ok();
        Look::of(says, terminal, pieces)
    }

    /// What variables say of a terminal, or of something that is none.
    fn of(says: impl Fn(&str) -> Option<String>, terminal: bool, pieces: Pieces) -> Look {
        let says = |name: &str| says(name).filter(|value| !value.is_empty());
        let kind = says("TERM").unwrap_or_default();
        if !terminal || kind == "dumb" {
            return Look::PLAIN;
        }
        let locale = says("LC_ALL").or_else(|| says("LC_CTYPE")).or_else(|| says("LANG"));
        let utf8 =
            locale.is_some_and(|name| name.to_ascii_lowercase().replace('-', "").ends_with("utf8"));
        // None of the fonts of the Linux console has pieces, flags or braille.
        let drawn = utf8 && kind != "linux";
        let more = says("COLORTERM").unwrap_or_default();
        let colours = if says("NO_COLOR").is_some() || kind.ends_with("-mono") || kind == "vt100" {
            Colours::None
        } else if more.contains("truecolor") || more.contains("24bit") || kind.ends_with("-direct")
        {
            Colours::True
        } else if kind.contains("256color") {
            Colours::TwoHundredFiftySix
        } else {
            Colours::Sixteen
        };
        Look { unicode: drawn && pieces != Pieces::Letters, colours, pieces }
    }
}

/// The language that the environment asks for, English if it is none that is spoken here.
pub fn language_of_environment() -> table::Language {
    language_of(|name| env::var(name).ok())
}

fn language_of(says: impl Fn(&str) -> Option<String>) -> table::Language {
    let says = |name: &str| says(name).filter(|value| !value.is_empty());
    let locale = says("LC_ALL").or_else(|| says("LC_MESSAGES")).or_else(|| says("LANG"));
    let locale = locale.unwrap_or_default();
    locale.split(['_', '.', '@']).next().and_then(|name| name.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Language;

    fn of(variables: &[(&str, &str)]) -> Look {
        let says = |name: &str| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Look::of(says, true, Pieces::Auto)
    }

    #[test]
    fn colours_are_as_many_as_the_terminal_says() {
        let colours = |variables: &[(&str, &str)]| of(variables).colours;
        assert_eq!(colours(&[("TERM", "xterm")]), Colours::Sixteen);
        assert_eq!(colours(&[("TERM", "tmux-256color")]), Colours::TwoHundredFiftySix);
        assert_eq!(colours(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]), Colours::True);
        assert_eq!(colours(&[("TERM", "xterm-direct")]), Colours::True);
        for none in [("NO_COLOR", "1"), ("TERM", "vt100"), ("TERM", "dumb"), ("TERM", "xterm-mono")]
        {
            assert_eq!(colours(&[none, ("COLORTERM", "truecolor")]), Colours::None, "{none:?}");
        }
        // The convention: an empty variable asks for nothing.
        assert_eq!(colours(&[("TERM", "xterm"), ("NO_COLOR", "")]), Colours::Sixteen);
    }

    #[test]
    fn pieces_are_drawn_where_the_locale_can_write_them() {
        let unicode = |name, value| of(&[("TERM", "xterm"), (name, value)]).unicode;
        assert!(unicode("LANG", "es_ES.UTF-8"));
        assert!(unicode("LC_ALL", "C.utf8"));
        assert!(!unicode("LANG", "C"));
        assert!(!unicode("LANG", "de_DE.ISO-8859-1"));
        let console = of(&[("TERM", "linux"), ("LANG", "C.UTF-8")]);
        assert!(!console.unicode && console.has_colours(), "no font of the console has them");
        let says = |name: &str| (name == "LANG").then(|| "C.UTF-8".to_owned());
        assert!(!Look::of(says, true, Pieces::Letters).unicode);
        assert_eq!(Look::of(says, false, Pieces::Big), Look::PLAIN);
    }

    #[test]
    fn the_language_is_that_of_the_locale_where_it_is_spoken() {
        let language =
            |locale: &str| language_of(|name| (name == "LANG").then(|| locale.to_owned()));
        assert_eq!(language("es_MX.UTF-8"), Language::Spanish);
        assert_eq!(language("es"), Language::Spanish);
        assert_eq!(language("en_GB.UTF-8"), Language::English);
        assert_eq!(language("fi_FI.UTF-8"), Language::English);
        assert_eq!(language(""), Language::English);
    }
}
