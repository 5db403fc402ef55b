//! What a table asks of a game on top of its rules.

use crate::card::Card;
use crate::history::History;
use crate::mind::Mind;
use crate::record::{ExportError, ImportError, ParsedRecord, RecordFormat, tagged};
use crate::refusal::Localized;
use crate::scene::{Choice, Fact, Picture, Tally};
use crate::table::Table;
use crate::words::Language;
use game::{Game, Notation, Rules, Side};

/// A kind of game that can be put on a table: one set of rules with its picture and its words.
///
/// The implementing type is a marker of the card, not the position: the rules stand in a crate of their
/// own, which knows neither scenes nor languages. A card has several kinds where it offers variants.
pub trait Playable: Sized + Send + Sync + 'static {
    /// The rules.
    type Game: Game<Start: Send + Sync>
        + Rules<Move: Send + Sync, Ending: Send + Sync>
        + Notation
        + Send
        + Sync
        + 'static;

    /// The card that describes this kind of game.
    const CARD: &'static dyn Card;

    /// Reads the text of a start: where the game begins, and the hidden board if the text names one.
    fn read_start(text: &str) -> Result<Opening<Self>, Localized> {
        let why = |error| Localized::exactly(|language| Self::why_no_start(&error, language));
        let start = Self::Game::read_start(text).map_err(why)?;
        Ok(Opening { start, board: None })
    }

    /// The state before anything has happened. Where a board is hidden, nothing is laid yet: that is an
    /// event.
    fn first(start: &Start<Self>) -> Self::Game {
        Self::Game::start(start)
    }

    /// The start of another game of the same kind. `seed` is for games that begin by chance.
    fn start_again(start: &Start<Self>, _seed: u64) -> Start<Self> {
        start.clone()
    }

    /// About how many bytes a position keeps outside itself.
    fn heap_size(_position: &Self::Game) -> usize {
        0
    }

    /// The hidden board that a start has before the first move, as text.
    fn board_at_start(_start: &Start<Self>) -> Option<String> {
        None
    }

    /// The hidden board that has to be laid before the text can be played as a move. Finding it may take
    /// long; it is decided once and recorded as an event.
    fn board_for(_position: &Self::Game, _text: &str) -> Result<Option<String>, MoveError<Self>> {
        Ok(None)
    }

    /// The hidden board of a state, where one is laid.
    fn board_of(_position: &Self::Game) -> Option<String> {
        None
    }

    /// Has the hidden board of a state been laid, or is there none?
    fn is_laid(_position: &Self::Game) -> bool {
        true
    }

    /// The state with this hidden board laid.
    fn lay(_position: &Self::Game, _board: &str) -> Result<Self::Game, Localized> {
        Err(Localized::exactly(|language| language.words().no_hidden_board.to_owned()))
    }

    /// The draw that the positions of a game so far, the present one last, bring about or offer.
    fn draw_by_history(_past: &History<Self::Game>) -> Option<HistoryDraw> {
        None
    }

    /// Could this side still win? When the other side's time runs out and it could not, the game
    /// is drawn.
    fn can_win(_position: &Self::Game, _side: Side) -> bool {
        true
    }

    /// The state in the notation of the game; `None` where something is hidden.
    fn position_text(_position: &Self::Game) -> Option<String> {
        None
    }

    /// The text of a start that brings the same board again, from the text of the start and the moves
    /// that were made. It tells everything that was hidden. `None` where nothing is left to chance.
    fn code(_start: &str, _moves: impl Iterator<Item = Move<Self>>) -> Option<String> {
        None
    }

    /// The opening that a game has come through, given its positions so far, and where it left those that have names.
    fn opening(_past: &History<Self::Game>) -> Option<game::Reached> {
        None
    }

    /// The material of white less that of black, where it is given up and won: in pawns, or in half men.
    fn material(_position: &Self::Game) -> Option<i32> {
        None
    }

    /// The cells that a move opens by itself and that may be ones to avoid: none where the rules keep it safe, and `None` where it
    /// opens nothing.
    fn opens(_view: &View<Self>, _mv: Move<Self>) -> Option<Vec<String>> {
        None
    }

    /// The number of the first move from this start, where moves are numbered by twos.
    fn first_number(_first: &Self::Game) -> u32 {
        1
    }

    /// A move as other programs name it where they count lines of play.
    fn plain_name(position: &Self::Game, mv: Move<Self>) -> String {
        position.write_move(mv)
    }

    /// Does the time of a game for one run from this move on?
    fn starts_timer(_mv: Move<Self>) -> bool {
        true
    }

    /// The squares that a move goes over, in order, where they are more than where it begins and ends.
    fn path(_mv: Move<Self>) -> Vec<String> {
        Vec::new()
    }

    /// The squares that show why a text is no move here: the piece that gives check, the one that stands in the way, those that
    /// must capture.
    fn culprits(_position: &Self::Game, _text: &str) -> Vec<String> {
        Vec::new()
    }

    /// The board as a viewer with this view sees it.
    fn picture(view: &View<Self>, last: Option<Move<Self>>) -> Picture;

    /// The moves that a viewer with this view may make, to be picked on the picture.
    fn choices(view: &View<Self>) -> Vec<Choice>;

    /// The moves that a player who draws lots chooses from, in a fixed order.
    fn lots(view: &View<Self>) -> Vec<String> {
        Self::choices(view).into_iter().map(|choice| choice.mv).collect()
    }

    /// What counts in this game: discs, pieces captured since the first state, mines left. A game for
    /// two has tallies for both sides or none.
    fn tallies(_view: &View<Self>, _first: &Self::Game, _language: Language) -> Vec<Tally> {
        Vec::new()
    }

    /// What the side to move should know: check, a capture that must be made, a forced pass.
    fn remark(_view: &View<Self>, _language: Language) -> Option<String> {
        None
    }

    /// What there is to know of a position that is being set up or studied: how many moves each side has, check, whether
    /// the game is over.
    fn facts(_view: &View<Self>, _language: Language) -> Vec<Fact> {
        Vec::new()
    }

    /// What attacks a square, whoever has the move, in the order of the board: the squares of pieces, or where pieces are
    /// only placed those on which one would change what is there. `None` where a game knows no attacks.
    fn attackers(_view: &View<Self>, _square: &str) -> Option<Vec<String>> {
        None
    }

    /// By how much the static evaluation of its own side would fall without each piece, in hundredths of the game's unit, by
    /// the squares of the pieces. Pieces that cannot be missed are left out.
    fn worths(_view: &View<Self>) -> Vec<(String, i32)> {
        Vec::new()
    }

    /// Facts about a finished game, beside its result.
    fn statistics(_table: &Table<Self>, _language: Language) -> Option<String> {
        None
    }

    /// A finished game in figures, for its result: what they are called and their values.
    fn figures(_table: &Table<Self>, _language: Language) -> Vec<Fact> {
        Vec::new()
    }

    /// How fast a finished game was played, where that is counted.
    fn speed(_table: &Table<Self>, _language: Language) -> Option<String> {
        None
    }

    /// The file that other programs read, or that tablero alone reads.
    const RECORD: RecordFormat = tagged::FORMAT;

    /// The game as text in that format.
    fn write_record(table: &Table<Self>) -> Result<String, ExportError> {
        Ok(tagged::write(table))
    }

    /// What the first game in a text of that format says.
    fn read_record(text: &str) -> Result<ParsedRecord, ImportError> {
        tagged::read::<Self>(text)
    }

    /// A computer player for this kind of game.
    fn mind() -> Box<dyn Mind>;

    /// Why a text is no start of this kind of game.
    fn why_no_start(error: &StartError<Self>, language: Language) -> String;

    /// Why a text is no move here.
    fn why_not(error: &MoveError<Self>, language: Language) -> String;

    /// Why the game is over, to be put behind "White won by" or "Draw by".
    fn ending_words(ending: Ending<Self>, language: Language) -> &'static str;
}

/// Where a game begins, as its text says.
pub struct Opening<K: Playable> {
    pub start: Start<K>,
    /// The hidden board, where the text names one.
    pub board: Option<String>,
}

pub type Start<K> = <<K as Playable>::Game as Game>::Start;
pub type Move<K> = <<K as Playable>::Game as Rules>::Move;
pub type View<K> = <<K as Playable>::Game as Game>::View;
pub type Ending<K> = <<K as Playable>::Game as Rules>::Ending;
pub type StartError<K> = <<K as Playable>::Game as Notation>::StartError;
pub type MoveError<K> = <<K as Playable>::Game as Notation>::MoveError;

/// A draw by the past of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryDraw {
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
