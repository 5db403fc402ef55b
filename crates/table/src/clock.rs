//! Clocks. Time comes in as data: milliseconds on whatever clock the shell reads.

use game::{Pair, Side};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Milliseconds since some fixed moment, by the shell's clock.
pub type Millis = u64;

/// How much time each side has: a stock for the whole game, and more with every move.
///
/// ```
/// # use table::TimeControl;
/// let blitz: TimeControl = "5+3".parse().unwrap();
/// assert_eq!((blitz.stock, blitz.increment), (300_000, 3_000));
/// assert_eq!("0.5".parse::<TimeControl>().unwrap().to_string(), "0.5+0");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// For the whole game, in milliseconds.
    pub stock: Millis,
    /// Added after each move, in milliseconds.
    pub increment: Millis,
}

/// The text is not a time control.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "a clock is minutes for the game plus seconds for each move, such as 5+3 or 0.5+0, at most 1440+600, not {0:?}"
)]
pub struct TimeControlError(pub(crate) String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let wrong = || TimeControlError(text.chars().take(40).collect());
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str, most: f64| {
            text.trim().parse::<f64>().ok().filter(|n| (0.0..=most).contains(n)).ok_or_else(wrong)
        };
        let stock = (number(minutes, 1440.0)? * 60_000.0).round() as Millis;
        let increment = (number(seconds, 600.0)? * 1000.0).round() as Millis;
        if stock + increment == 0 {
            return Err(wrong());
        }
        Ok(TimeControl { stock, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.stock as f64 / 60_000.0, self.increment as f64 / 1000.0)
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<TimeControl, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

/// The clocks of a game. The first move of each side is free: a clock runs from the moment it is
/// a side's turn for the second time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: Pair<Millis>,
    /// Whose clock runs, and since when.
    running: Option<(Side, Millis)>,
}

impl Clock {
    /// Both sides with their whole stock.
    pub fn new(control: TimeControl) -> Clock {
        // A control of increments alone would be lost before the first move.
        let stock = control.stock.max(control.increment);
        Clock { control, left: Pair { white: stock, black: stock }, running: None }
    }

    /// What a side has left at a moment; 0 when its flag has fallen.
    pub fn left(&self, side: Side, now: Millis) -> Millis {
        match self.running {
            Some((runs, since)) if runs == side => {
                self.left[side].saturating_sub(now.saturating_sub(since))
            }
            _ => self.left[side],
        }
    }

    /// What a side had when its turn began, or has while it waits.
    pub fn at_the_turn(&self, side: Side) -> Millis {
        self.left[side]
    }

    /// Whose clock is running.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Has the time of the side whose clock runs run out?
    pub fn flag_fallen(&self, now: Millis) -> Option<Side> {
        self.running().filter(|&side| self.left(side, now) == 0)
    }

    /// A side has moved: its clock stops and gets its increment. The other one starts if the game has
    /// been going on long enough.
    #[must_use]
    pub fn pressed(mut self, side: Side, now: Millis, moves_played: usize) -> Clock {
        if self.running() == Some(side) {
            self.left[side] = self.left(side, now) + self.control.increment;
        }
        self.running = (moves_played >= 2).then_some((!side, now));
        self
    }

    /// Neither clock runs any more.
    #[must_use]
    pub fn stopped(mut self, now: Millis) -> Clock {
        self.left = Pair::from_fn(|side| self.left(side, now));
        self.running = None;
        self
    }

    /// The same clocks, where so many milliseconds of the present turn do not count.
    #[must_use]
    pub fn without(mut self, milliseconds: i64) -> Clock {
        self.running = self.running.map(|(side, since)| (side, later(since, milliseconds)));
        self
    }

    /// The same times, running from now on for the same side.
    #[must_use]
    pub fn resumed(mut self, now: Millis) -> Clock {
        self.running = self.running.map(|(side, _)| (side, now));
        self
    }
}

/// A moment, so many milliseconds later; earlier where they are negative.
pub(crate) fn later(moment: Millis, milliseconds: i64) -> Millis {
    moment.saturating_add_signed(milliseconds)
}
