//! The numbers of the search, in one table.

/// Margins and reductions. Scores are in hundredths of the game's unit, depths in moves. The usual
/// numbers were tuned for a game in which a pawn is the unit and passing a move costs something; a game
/// whose evaluation swings more widely multiplies the margins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// Half the width of the first window around the score of the last depth.
    pub window: i32,
    /// Whether passing a move shows that a position is too good.
    pub null_move: bool,
    /// Whether a move that is much better than all others is looked at deeper.
    pub singular: bool,
    /// How far above the window, for each move ahead, a position is taken for too good.
    pub too_good: i32,
    /// Up to which depth that is done.
    pub too_good_depth: i32,
    /// How far below the window, for each move ahead, only noise is looked at.
    pub hopeless: i32,
    /// What a quiet move may bring, before and for each move ahead.
    pub quiet_hope: (i32, i32),
    /// What a capture may bring beyond what it takes when the noise is being settled.
    pub noise_hope: i32,
    /// What a quiet move may lose in exchanges, for each move ahead.
    pub quiet_loss: i32,
    /// What a noisy move may lose in exchanges, for each move ahead.
    pub noisy_loss: i32,
    /// Reductions of late moves in thousandths: base, and factor of the product of logarithms.
    pub late_quiet: (i32, i32),
    /// The same for noisy moves.
    pub late_noisy: (i32, i32),
    /// How much better than the window a capture must promise to be looked at with a wider window.
    pub probable_cut: i32,
}

impl Parameters {
    /// The numbers as they were tuned, null moves included.
    pub const USUAL: Parameters = Parameters {
        window: 12,
        null_move: true,
        singular: true,
        too_good: 75,
        too_good_depth: 9,
        hopeless: 240,
        quiet_hope: (90, 85),
        noise_hope: 150,
        quiet_loss: 22,
        noisy_loss: 90,
        late_quiet: (650, 440),
        late_noisy: (200, 300),
        probable_cut: 170,
    };

    /// What suits a game whose evaluation swings so many times as widely from move to move as the usual
    /// one, and in which a move can never be passed.
    pub const fn without_passing(swing: i32) -> Parameters {
        let usual = Parameters::USUAL;
        Parameters {
            window: usual.window * swing,
            null_move: false,
            too_good: usual.too_good * swing,
            hopeless: usual.hopeless * swing,
            quiet_hope: (usual.quiet_hope.0 * swing, usual.quiet_hope.1 * swing),
            noise_hope: usual.noise_hope * swing,
            quiet_loss: usual.quiet_loss * swing,
            noisy_loss: usual.noisy_loss * swing,
            probable_cut: usual.probable_cut * swing,
            ..usual
        }
    }
}
