//! Scores, and how they relate to the truth.

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
/// The score of a game that is won at the root; a mate n plies from the root scores n less. Whatever wins
/// a game is called a mate here.
pub(crate) const MATE: i32 = 31_000;
/// From here on a score is a mate that the search has seen.
pub(crate) const MATE_THRESHOLD: i32 = MATE - 1_000;
/// The score of a game that is known to be won at the root, without its end having been seen; n plies from the root it
/// is n less.
const KNOWN: i32 = 20_000;
/// From here on a score counts plies from the root: a result that is known, or a mate.
pub(crate) const KNOWN_THRESHOLD: i32 = KNOWN - 1_000;
/// No evaluation goes beyond this either way.
pub(crate) const MAX_EVAL: i32 = KNOWN_THRESHOLD - 1;
/// The static evaluation of a position in which there is none, because the side to move is in check.
pub(crate) const NO_EVAL: i32 = i32::MIN;

/// What is known of a position, for its side to move: the result, and after how many plies of best play the game is over, if
/// that is known as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Known {
    Won(Option<u32>),
    Drawn,
    Lost(Option<u32>),
}

impl Known {
    /// The score so many plies from the root: what is won is better sooner.
    pub(crate) const fn score(self, ply: usize) -> i32 {
        match self {
            Known::Won(None) => KNOWN - ply as i32,
            Known::Won(Some(plies)) => Score::win_in(plies + ply as u32).0,
            Known::Drawn => 0,
            Known::Lost(None) => ply as i32 - KNOWN,
            Known::Lost(Some(plies)) => -Score::win_in(plies + ply as u32).0,
        }
    }
}

impl Score {
    /// Neither side is ahead.
    pub const DRAW: Score = Score(0);

    /// A score of so many hundredths, clamped to the range of evaluations.
    pub const fn new(hundredths: i32) -> Score {
        let held = if hundredths > MAX_EVAL { MAX_EVAL } else { hundredths };
        Score(if held < -MAX_EVAL { -MAX_EVAL } else { held })
    }

    /// The game is won in so many moves of both sides counted together.
    pub const fn win_in(plies: u32) -> Score {
        let plies = if plies > 999 { 999 } else { plies };
        Score(MATE - plies as i32)
    }

    /// A score of the search as it is.
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
        const MATED: i32 = -MATE;
        const MATED_THRESHOLD: i32 = -MATE_THRESHOLD;
        match self.0 {
            MATE_THRESHOLD..=MATE => Some(MATE - self.0),
            MATED..=MATED_THRESHOLD => Some(MATED - self.0),
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

/// How a score relates to the truth of its depth: alpha-beta stops looking when it knows enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// A lower bound: the search failed high.
    AtLeast,
    /// An upper bound: the search failed low.
    AtMost,
}
