//! What depends on the moves before: repetition, and long play without progress.
//!
//! A position does not know its past. These functions are given it, as the keys of all positions of
//! the game up to now, the present one last.

/// How often the last position of the history has come up, itself included. `halfmove_clock`, the
/// present position's, bounds how far back it can be found.
///
/// ```
/// # use chess::history::repetitions;
/// let keys = [7, 1, 2, 3, 7, 1, 2, 3, 7];
/// assert_eq!(repetitions(&keys, 8), 3);
/// assert_eq!(repetitions(&keys, 4), 2, "a capture four moves ago cuts the past off");
/// ```
pub fn repetitions(keys: &[u64], halfmove_clock: u16) -> usize {
    let Some((present, past)) = keys.split_last() else { return 0 };
    let reach = usize::from(halfmove_clock).min(past.len());
    // The same side is to move in every second position only.
    1 + past[past.len() - reach..].iter().rev().skip(1).step_by(2).filter(|&k| k == present).count()
}

/// A draw that the history of a game brings about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HistoryDraw {
    /// The position came up for the third time. The player to move may claim a draw.
    Threefold,
    /// Fifty moves of each side without a capture or pawn move. The player to move may claim a draw.
    FiftyMoves,
    /// The position came up for the fifth time. The game is over.
    Fivefold,
    /// Seventy-five moves of each side without a capture or pawn move. The game is over.
    SeventyFiveMoves,
}

impl HistoryDraw {
    /// Does it end the game without anybody claiming it?
    pub const fn is_automatic(self) -> bool {
        matches!(self, HistoryDraw::Fivefold | HistoryDraw::SeventyFiveMoves)
    }
}

impl std::fmt::Display for HistoryDraw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            HistoryDraw::Threefold => "threefold repetition",
            HistoryDraw::FiftyMoves => "fifty moves without capture or pawn move",
            HistoryDraw::Fivefold => "fivefold repetition",
            HistoryDraw::SeventyFiveMoves => "seventy-five moves without capture or pawn move",
        })
    }
}

/// The draw that the history offers or brings, the strongest one first. A mate on the board comes
/// before any of them, so ask for the end of the game first.
///
/// ```
/// # use chess::history::{HistoryDraw, draw};
/// assert_eq!(draw(&[5, 6], 100), Some(HistoryDraw::FiftyMoves));
/// assert_eq!(draw(&[5, 6], 150), Some(HistoryDraw::SeventyFiveMoves));
/// assert_eq!(draw(&[5, 6], 99), None);
/// ```
pub fn draw(keys: &[u64], halfmove_clock: u16) -> Option<HistoryDraw> {
    let times = repetitions(keys, halfmove_clock);
    if times >= 5 {
        Some(HistoryDraw::Fivefold)
    } else if halfmove_clock >= 150 {
        Some(HistoryDraw::SeventyFiveMoves)
    } else if times >= 3 {
        Some(HistoryDraw::Threefold)
    } else if halfmove_clock >= 100 {
        Some(HistoryDraw::FiftyMoves)
    } else {
        None
    }
}
