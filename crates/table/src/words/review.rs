//! The words of a review, the same on the page and on the terminal. A `{}` is where the part that varies goes.

#[derive(Debug)]
pub struct ReviewWords {
    pub title: &'static str,
    /// In the order of [`Judgement::ALL`](crate::review::Judgement::ALL), of one move and of another number of moves.
    pub judgements: [&'static str; 6],
    pub several: [&'static str; 6],
    pub was_better: &'static str,
    pub missed_win: &'static str,
    pub missed_win_at_once: &'static str,
    pub accuracy: &'static str,
    pub turning_points: &'static str,
    pub no_turning_points: &'static str,
    /// The opening, and the move after which the game left it.
    pub left_opening: &'static str,
    pub lost_the_game: &'static str,
    /// From and to, in per cent.
    pub chances: &'static str,
    /// A chance of white.
    pub chance: &'static str,

    // Where a board is hidden. Risks are in per cent.
    pub skill: &'static str,
    pub survival: &'static str,
    pub luck: &'static str,
    pub risk: &'static str,
    pub safer: &'static str,
    pub no_risk: &'static str,
}
