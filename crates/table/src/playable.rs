//! What a table needs of a game on top of its rules.

use crate::scene::{Choice, Picture, Tally};
use crate::words::{Language, Words};
use game::{Game, Notation, Seat, Side};

/// A game that can be put on a table. Implemented once for each game, in `games`.
pub trait Playable: Game + Notation {
    /// The name of the game in lower case, as it is written in events and on the command line.
    const NAME: &'static str;

    /// The seats, in the order of the first moves.
    const SEATS: &'static [Seat];

    /// Can moves be taken back? Where something is hidden, what has been seen cannot be unseen.
    const TAKES_BACK: bool = true;

    /// The draw that the positions of a game so far, the present one last, bring about or offer.
    fn draw_by_history(_past: &[Self]) -> Option<HistoryDraw> {
        None
    }

    /// Could this side still win? When the other side's time runs out and it could not, the game
    /// is drawn.
    fn can_win(&self, _side: Side) -> bool {
        true
    }

    /// The text of a start with this seed in it, where a game begins by chance and the text names no
    /// seed.
    fn with_seed(text: &str, _seed: u64) -> String {
        text.to_owned()
    }

    /// The start of another game of the same kind. `seed` is for games that begin by chance.
    fn start_again(start: &Self::Start, _seed: u64) -> Self::Start
    where
        Self::Start: Clone,
    {
        start.clone()
    }

    /// A game on a board that no start describes, such as a Minesweeper board from a file: its first
    /// state, and the start of another game of its kind. `None` when the text is a start like any
    /// other.
    fn read_board(_text: &str) -> Option<Result<(Self::Start, Self), String>> {
        None
    }

    /// The state after a legal move, in place of the one before.
    fn advance(&mut self, mv: Self::Move) {
        *self = self.play(mv);
    }

    /// The first state of the game that has come to this one, from which its moves lead here again.
    fn first(&self, start: &Self::Start) -> Self {
        Self::start(start)
    }

    /// The state in the notation of the game; `None` where something is hidden.
    fn position_text(&self) -> Option<String> {
        None
    }

    /// The text of a start that brings the same board again, from the text of the start and the moves
    /// that were made. It tells everything that was hidden. `None` where nothing is left to chance.
    fn code(_start: &str, _moves: impl Iterator<Item = Self::Move>) -> Option<String> {
        None
    }

    /// Does the time of a game for one run from this move on?
    fn starts_timer(_mv: Self::Move) -> bool {
        true
    }

    /// The board as somebody with this view sees it.
    fn picture(view: &Self::View, last: Option<Self::Move>) -> Picture;

    /// The moves that somebody with this view may make, to be picked on the picture.
    fn choices(view: &Self::View) -> Vec<Choice>;

    /// What counts in this game: discs, pieces captured since the first state, mines left.
    fn tallies(view: &Self::View, first: &Self, words: &Words) -> Vec<Tally>;

    /// What the side to move should know: check, a capture that must be made, a forced pass.
    fn remark(_view: &Self::View, _words: &Words) -> Option<String> {
        None
    }

    /// Why a text is no move here.
    fn why_not(error: &Self::MoveError, language: Language) -> String;

    /// Why the game is over, to be put behind "White won by" or "Draw by".
    fn ending_words(ending: Self::Ending, words: &Words) -> &'static str;
}

/// A draw by the past of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryDraw {
    /// Why.
    pub reason: DrawReason,
    /// Does it end the game by itself, or must a player claim it?
    pub automatic: bool,
}

/// Why the past of a game makes it a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawReason {
    /// The same position for the third time.
    Threefold,
    /// The same position for the fifth time.
    Fivefold,
    /// Forty moves of each side without progress.
    FortyMoves,
    /// Fifty moves of each side without progress.
    FiftyMoves,
    /// Seventy-five moves of each side without progress.
    SeventyFiveMoves,
}
