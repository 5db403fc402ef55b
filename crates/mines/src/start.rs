//! How a game starts, and the short code by which a board is shared.

use crate::layout::SCHEME;
use crate::text::shortened;
use crate::{Cell, CellError, Level, LevelError, Rule};
use std::fmt;
use std::str::FromStr;

/// A level, what the first click is promised, a seed, and perhaps a first click that is already made.
///
/// Its text is a code such as `m1-30x16x99-o-3w5e11264sg-d4`: the version of the laying scheme, the
/// level, the rule (`s` for safe, `o` for an opening, followed by `n` for a board without
/// guessing), the seed in base 36, and the first click. A board is shared by a code with the first
/// click in it: then it starts with that cell open. Read are also words such as
/// `expert opening no-guess 42`.
///
/// ```
/// # use mines::{Cell, Level, Rule, Start};
/// let start = Start::new(Level::EXPERT, Rule::Opening, 42)?.opened_at(Cell { x: 3, y: 3 })?;
/// assert_eq!(start.to_string(), "m1-30x16x99-o-16-d4");
/// assert_eq!("m1-30x16x99-o-16-d4".parse(), Ok(start));
/// assert_eq!("expert opening 42".parse(), Start::new(Level::EXPERT, Rule::Opening, 42));
/// # Ok::<(), mines::StartError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Start {
    level: Level,
    rule: Rule,
    seed: u64,
    no_guess: bool,
    first: Option<Cell>,
}

/// Why a game cannot start like this.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The level is wrong.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The first click is no cell.
    #[error(transparent)]
    Cell(#[from] CellError),
    /// The first click is beyond the edge.
    #[error("the first click {cell} is not on a board of {level}")]
    OffTheBoard {
        /// The click.
        cell: Cell,
        /// The board.
        level: Level,
    },
    /// Not even a corner has room for an opening, or not the cell that was asked for.
    #[error(
        "no room for an opening: it needs {needed} cells without mines, and {level} has {}; \
         play it with the rule `safe`",
        .level.free_cells()
    )]
    NoRoom {
        /// How many cells must be free.
        needed: usize,
        /// The board.
        level: Level,
    },
    /// A code of another version.
    #[error("the code {0:?} is of a version that is not known here: m1 was expected")]
    Version(String),
    /// Not the text of a start.
    #[error(
        "{0:?} is no start: a code such as m1-30x16x99-o-16-d4 was expected, or a level, `safe` or \
         `opening`, `no-guess` and a seed, in this order, each but the first may be left out"
    )]
    Unreadable(String),
}

impl Start {
    /// A game on a level with nothing open yet. Refused when not even a corner has room for the
    /// opening that is promised.
    pub fn new(level: Level, rule: Rule, seed: u64) -> Result<Start, StartError> {
        check_room(level, rule, 0)?;
        Ok(Start { level, rule, seed, no_guess: false, first: None })
    }

    /// The same, on a board that can be finished without guessing.
    pub fn without_guessing(self) -> Start {
        Start { no_guess: true, ..self }
    }

    /// The same, with the first click already made.
    pub fn opened_at(self, first: Cell) -> Result<Start, StartError> {
        let level = self.level;
        if !level.contains(first) {
            return Err(StartError::OffTheBoard { cell: first, level });
        }
        check_room(level, self.rule, level.index(first))?;
        Ok(Start { first: Some(first), ..self })
    }

    /// The same level and rule with new mines, nothing open.
    pub fn again(self, seed: u64) -> Start {
        Start { seed, first: None, ..self }
    }

    /// The size and the number of mines.
    pub fn level(self) -> Level {
        self.level
    }

    /// What the first click is promised.
    pub fn rule(self) -> Rule {
        self.rule
    }

    /// The seed of the mines.
    pub fn seed(self) -> u64 {
        self.seed
    }

    /// Can the board be finished without guessing?
    pub fn is_no_guess(self) -> bool {
        self.no_guess
    }

    /// The first click, where it is already made.
    pub fn first(self) -> Option<Cell> {
        self.first
    }
}

fn check_room(level: Level, rule: Rule, click: usize) -> Result<(), StartError> {
    let needed = rule.needs(level, click);
    if needed > level.free_cells() { Err(StartError::NoRoom { needed, level }) } else { Ok(()) }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height, mines) = (self.level.width(), self.level.height(), self.level.mines());
        let rule = match self.rule {
            Rule::Safe => 's',
            Rule::Opening => 'o',
        };
        let kind = if self.no_guess { "n" } else { "" };
        write!(f, "m{SCHEME}-{width}x{height}x{mines}-{rule}{kind}-{}", in_base_36(self.seed))?;
        self.first.map_or(Ok(()), |first| write!(f, "-{first}"))
    }
}

impl FromStr for Start {
    type Err = StartError;

    fn from_str(text: &str) -> Result<Start, StartError> {
        let text = text.trim();
        let mut words = text.split_whitespace();
        match (words.next(), words.next()) {
            (Some(code), None) if code.starts_with('m') => read_code(code),
            _ => read_words(text),
        }
    }
}

fn read_code(code: &str) -> Result<Start, StartError> {
    let unreadable = || StartError::Unreadable(shortened(code));
    let parts: Vec<&str> = code.splitn(6, '-').collect();
    let (&version, rest) = parts.split_first().ok_or_else(unreadable)?;
    if version.strip_prefix('m').and_then(|number| number.parse().ok()) != Some(SCHEME) {
        return Err(StartError::Version(shortened(code)));
    }
    let (&[level, kind, seed], first) = rest.split_first_chunk().ok_or_else(unreadable)?;
    let (rule, no_guess) = match kind {
        "s" => (Rule::Safe, false),
        "sn" => (Rule::Safe, true),
        "o" => (Rule::Opening, false),
        "on" => (Rule::Opening, true),
        _ => return Err(unreadable()),
    };
    let seed = u64::from_str_radix(seed, 36).map_err(|_| unreadable())?;
    let start = Start { no_guess, ..Start::new(level.parse()?, rule, seed)? };
    match first {
        [] => Ok(start),
        [first] => start.opened_at(first.parse()?),
        _ => Err(unreadable()),
    }
}

fn read_words(text: &str) -> Result<Start, StartError> {
    let mut words = text.split_whitespace().peekable();
    let level: Level = words.next().unwrap_or_default().parse()?;
    let rule = words.next_if(|word| word.parse::<Rule>().is_ok());
    let rule = rule.and_then(|word| word.parse().ok()).unwrap_or_default();
    let no_guess = words.next_if_eq(&"no-guess").is_some();
    let seed = words.next().map_or(Ok(0), str::parse);
    match (seed, words.next()) {
        (Ok(seed), None) => Ok(Start { no_guess, ..Start::new(level, rule, seed)? }),
        _ => Err(StartError::Unreadable(shortened(text))),
    }
}

fn in_base_36(mut number: u64) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit((number % 36) as u32, 36).unwrap_or('0'));
        number /= 36;
        if number == 0 {
            return digits.iter().rev().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_opening_without_room_is_refused() {
        let tight = Level::new(3, 3, 6).unwrap();
        assert!(Start::new(tight, Rule::Safe, 0).is_ok());
        let error = Start::new(tight, Rule::Opening, 0).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no room for an opening: it needs 4 cells without mines, and 3x3/6 has 3; \
             play it with the rule `safe`"
        );
        let roomy = Start::new(Level::new(3, 3, 5).unwrap(), Rule::Opening, 0).unwrap();
        assert!(roomy.opened_at(Cell { x: 2, y: 2 }).is_ok());
        assert!(matches!(
            roomy.opened_at(Cell { x: 1, y: 1 }),
            Err(StartError::NoRoom { needed: 9, .. })
        ));
        assert!(matches!(
            roomy.opened_at(Cell { x: 3, y: 1 }),
            Err(StartError::OffTheBoard { .. })
        ));
    }

    #[test]
    fn codes_that_cannot_be_read_are_refused() {
        let error = |text: &str| text.parse::<Start>().unwrap_err();
        assert!(matches!(error("m2-9x9x10-s-1"), StartError::Version(_)));
        assert!(matches!(error("m1-9x9x10-q-1"), StartError::Unreadable(_)));
        assert!(matches!(error("m1-9x9x10-s-1-a1-b2"), StartError::Unreadable(_)));
        assert!(matches!(error("m1-9x9x90-s-1"), StartError::Level(_)));
        assert!(matches!(error("m1-9x9x10-s-1-q"), StartError::Cell(_)));
        assert!(matches!(error("expert 3 4"), StartError::Unreadable(_)));
        assert!(matches!(error(""), StartError::Level(_)));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(m1-)?[0-9xosn-]{0,20}|\\PC{0,20}") {
            let _ = text.parse::<Start>();
        }

        #[test]
        fn a_start_reads_back_what_it_writes(
            (width, height) in (2_u32..=200, 2_u32..=200),
            seed: u64, no_guess: bool, opening: bool, click in prop::option::of((0_u8..200, 0_u8..200)),
        ) {
            let level = Level::new(width, height, (width * height / 5).max(1)).unwrap();
            let rule = if opening { Rule::Opening } else { Rule::Safe };
            if let Ok(mut start) = Start::new(level, rule, seed) {
                if no_guess {
                    start = start.without_guessing();
                }
                if let Some((x, y)) = click {
                    start = start.opened_at(Cell { x, y }).unwrap_or(start);
                }
                prop_assert_eq!(start.to_string().parse::<Start>(), Ok(start));
            }
        }
    }
}
