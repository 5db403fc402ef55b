//! Games counted, and how far the count can be trusted.

use std::fmt;

/// How many games were won.
///
/// ```
/// # use mines::WinRate;
/// let rate = WinRate { games: 1000, wins: 412 };
/// assert_eq!(rate.to_string(), "412 of 1000 games won, 41.20 %, 95 % interval 38.19 to 44.28");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct WinRate {
    /// All games.
    pub games: u64,
    /// Those that were won.
    pub wins: u64,
}

impl WinRate {
    /// The share of games won; 0 without games.
    pub fn share(self) -> f64 {
        if self.games == 0 { 0.0 } else { self.wins as f64 / self.games as f64 }
    }

    /// Between these the true share lies with a confidence of 95 %: Wilson's interval, which holds for
    /// small counts too.
    pub fn interval(self) -> (f64, f64) {
        const NORMAL_95: f64 = 1.959_963_985;
        if self.games == 0 {
            return (0.0, 1.0);
        }
        let (games, square) = (self.games as f64, NORMAL_95 * NORMAL_95);
        let share = self.share();
        let middle = (share + square / (2.0 * games)) / (1.0 + square / games);
        let variance = share * (1.0 - share) / games + square / (4.0 * games * games);
        let reach = NORMAL_95 * variance.sqrt() / (1.0 + square / games);
        ((middle - reach).max(0.0), (middle + reach).min(1.0))
    }
}

impl fmt::Display for WinRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.interval();
        write!(
            f,
            "{} of {} games won, {:.2} %, 95 % interval {:.2} to {:.2}",
            self.wins,
            self.games,
            100.0 * self.share(),
            100.0 * low,
            100.0 * high
        )
    }
}
