//! What a position is worth to a search.

use std::fmt;

/// How good a position is for a side, in hundredths of the unit of its game: of a pawn, a man, a disc.
/// Where the end of the game has been seen, the score says in how many moves it comes.
///
/// ```
/// # use search::Score;
/// let mate = Score::win_in(3);
/// assert_eq!(mate.game_end_in(), Some(3));
/// assert_eq!((-mate).game_end_in(), Some(-3));
/// assert!(mate > Score::win_in(5) && Score::win_in(5) > Score::new(900));
/// assert_eq!(Score::new(-30).game_end_in(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// More than any score.
pub(crate) const INFINITE: i32 = 32_000;
/// A game won at this very moment.
pub(crate) const WON: i32 = 31_000;
/// From here on a score is a win that has been seen to its end.
pub(crate) const WON_SOON: i32 = WON - 1_000;
/// No opinion on a position goes beyond this.
pub(crate) const LARGEST: i32 = WON_SOON - 1;

impl Score {
    /// Neither side is ahead.
    pub const DRAW: Score = Score(0);

    /// A score of so many hundredths, held within what an opinion may be.
    pub const fn new(hundredths: i32) -> Score {
        let held = if hundredths > LARGEST { LARGEST } else { hundredths };
        Score(if held < -LARGEST { -LARGEST } else { held })
    }

    /// The game is won in so many moves of both sides counted together.
    pub const fn win_in(plies: u32) -> Score {
        let plies = if plies > 999 { 999 } else { plies };
        Score(WON - plies as i32)
    }

    /// A score as the search counts.
    pub(crate) const fn raw(score: i32) -> Score {
        Score(score)
    }

    /// The score as a number of hundredths; very large where the game is decided.
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// In how many moves, counting those of both sides, the game is won; lost, if negative. `None`
    /// where no such end has been seen. A side that has lost already has lost in 0 moves.
    pub const fn game_end_in(self) -> Option<i32> {
        const LOST: i32 = -WON;
        const LOST_SOON: i32 = -WON_SOON;
        match self.0 {
            WON_SOON..=WON => Some(WON - self.0),
            LOST..=LOST_SOON => Some(LOST - self.0),
            _ => None,
        }
    }

    /// From -1, lost, to 1, won, where `units` of the game's unit would be all there is.
    pub fn value(self, units: f64) -> f64 {
        match self.game_end_in() {
            Some(_) => f64::from(self.0.signum()),
            None => (f64::from(self.0) / (100.0 * units)).clamp(-0.999, 0.999),
        }
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// `+0.35`, or `won in 5` where moves of both sides are counted.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game_end_in() {
            Some(plies) if self.0 > 0 => write!(f, "won in {plies}"),
            Some(plies) => write!(f, "lost in {}", -plies),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

/// How a score relates to the truth of its depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// At least so much.
    AtLeast,
    /// At most so much.
    AtMost,
}
