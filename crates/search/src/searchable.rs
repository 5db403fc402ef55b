//! What the search asks of a game on top of its rules.

use crate::{Parameters, Score};
use game::{Valued, Verdict};

/// A game that the search can play well.
///
/// One method is required: an opinion on a position. Everything else has a default that is right for any
/// game and gets better when a game knows better. Whatever a game answers, the search stays sound: it
/// never plays an illegal move, it never errs about an end that it has seen, and it comes to an end.
///
/// Scores are `i32` numbers of hundredths of the game's unit (a pawn, a man, a disc), always as the
/// side to move sees them, and stay within a few thousand.
pub trait Searchable: Valued<Move: Send + Sync> + Send + Sync + 'static {
    /// What a thread keeps from one evaluation to the next, such as a cache; `()` if nothing. It may make
    /// an evaluation faster but never another one.
    type Memory: Default + Send;

    /// Margins and reductions of the search, and which of its ideas suit the game.
    const PARAMETERS: Parameters = Parameters::without_passing(1);

    /// [`from_to`](Searchable::from_to) is below this.
    const FROM_TO: usize = MOST_MOVES;

    /// [`piece_to`](Searchable::piece_to) is below this.
    const PIECE_TO: usize = Self::FROM_TO;

    /// [`victim`](Searchable::victim) is below this.
    const VICTIMS: usize = 1;

    /// The game is drawn after so many moves of both sides without progress.
    const IDLE_PLIES: u32 = u32::MAX;

    /// How good the position is for the side to move, in a game that goes on.
    fn evaluate(&self, memory: &mut Self::Memory) -> i32;

    /// A number below [`FROM_TO`](Searchable::FROM_TO) for the way the move goes: what was good on
    /// this way will be tried early elsewhere. By default it is the place of the move in the list.
    #[allow(clippy::wrong_self_convention)]
    fn from_to(&self, mv: Self::Move) -> usize {
        self.moves().iter().position(|&listed| listed == mv).unwrap_or(0).min(Self::FROM_TO - 1)
    }

    /// A number below [`PIECE_TO`](Searchable::PIECE_TO) for what moves where. Answers to moves are
    /// remembered by it. By default it is the number of the way.
    fn piece_to(&self, mv: Self::Move) -> usize {
        self.from_to(mv)
    }

    /// A number for the transposition table by which the move is found again among the legal moves. Two
    /// legal moves of a position should not share it; 0 means no move. By default it is the number of
    /// the way.
    fn code(&self, mv: Self::Move) -> u16 {
        self.from_to(mv) as u16 + 1
    }

    /// The legal move with this code, if there is one. The code may come from another position.
    fn decode(&self, code: u16) -> Option<Self::Move> {
        if code == 0 {
            return None;
        }
        self.moves().iter().copied().find(|&mv| self.code(mv) == code)
    }

    /// Does the move change so much (a capture, a promotion) that the position after it should not be
    /// judged before the noise has settled?
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Names every legal move that is noisy, each once.
    fn each_noisy(&self, mut name: impl FnMut(Self::Move)) {
        self.moves().iter().filter(|&&mv| self.is_noisy(mv)).for_each(|&mv| name(mv));
    }

    /// Names every legal move that is not noisy, each once.
    fn each_quiet(&self, mut name: impl FnMut(Self::Move)) {
        self.moves().iter().filter(|&&mv| !self.is_noisy(mv)).for_each(|&mv| name(mv));
    }

    /// Has the side to move no time to do nothing? True in check, and in checkers when a capture must
    /// be made. Such a position is not judged by its looks: all its moves are looked at, up to
    /// [a few](crate::MOST_EVASIONS) quiet ones in a row.
    fn is_pressed(&self) -> bool {
        false
    }

    /// May the side to move, which is not pressed, be without any move? Quiescence asks this where it finds
    /// nothing noisy, before it judges a position by its looks: a finished game has a result. A game
    /// answers no where [`is_pressed`](Searchable::is_pressed) is true of every position without a move,
    /// or where such an end is so rare that a deeper look will do.
    fn may_be_stuck(&self) -> bool {
        true
    }

    /// Does a move leave the other side pressed? Such a move is never passed over, except next to the
    /// end of the search. Asked often: leave it out where it takes long.
    fn presses(&self, _mv: Self::Move) -> bool {
        false
    }

    /// The position after doing nothing, where being allowed to move is nearly always worth something;
    /// `None` where it may harm or is impossible. Asked only where the side to move is not pressed.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// What a noisy move wins at once, in hundredths.
    fn gain(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// A number below [`VICTIMS`](Searchable::VICTIMS) for what a noisy move takes.
    fn victim(&self, _mv: Self::Move) -> usize {
        0
    }

    /// Is at least this much won (or not more than this much lost) when both sides go on capturing where
    /// the move ends for as long as it pays?
    fn exchange_wins(&self, _mv: Self::Move, _at_least: i32) -> bool {
        true
    }

    /// How promising a quiet move looks before anything is known about it, compared with what the
    /// history of a move is worth (up to 16,000 either way).
    fn promise(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Numbers that positions of similar structure share, each of another kind: the search learns how
    /// wrong the evaluation tends to be for each.
    fn structures(&self) -> [u64; 3] {
        [0; 3]
    }

    /// Can no position before the move come up again after it, and does it start the count of
    /// [`IDLE_PLIES`](Searchable::IDLE_PLIES) again?
    fn makes_progress(&self, _mv: Self::Move) -> bool {
        true
    }

    /// How many moves of both sides were played last without progress. The positions so far are given,
    /// the present one last.
    fn idle_plies(_past: &[Self]) -> u32 {
        0
    }

    /// What a finished game is worth to the side to move where it matters by how much it was won, in
    /// hundredths. `None` where a win is a win, and the sooner the better.
    fn final_score(&self, _verdict: Verdict) -> Option<i32> {
        None
    }

    /// The exact result by means of the game's own, when it can be had in a moment. `go_on` is told
    /// the number of positions looked at since it was last asked, at least every two thousand of
    /// them; when it says no, the work is to be dropped.
    fn solve(&self, _go_on: &mut dyn FnMut(u64) -> bool) -> Option<Solution<Self::Move>> {
        None
    }

    /// The key of the position in the transposition table. Positions that are worth the same, such as
    /// mirror images, may share it: the move that is found there is only the first to be tried.
    #[inline]
    fn table_key(&self) -> u64 {
        self.key()
    }

    /// The key of the position after a move, or something close to it: memory is fetched by it ahead
    /// of time. `None` where it cannot be had faster than the position itself.
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }
}

/// The most positions between two questions of [`Searchable::solve`] whether to go on.
pub(crate) const BETWEEN_QUESTIONS: u64 = 2_000;

/// No game has more moves in a position.
pub(crate) const MOST_MOVES: usize = 256;

/// The exact result of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution<M> {
    /// What it is worth for the side to move.
    pub score: Score,
    /// Best play, the move to be made first. Never empty.
    pub line: Vec<M>,
}
