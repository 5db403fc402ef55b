//! What a game is.
//!
//! This crate decides the vocabulary that every other crate speaks: what the rules of a game must
//! be able to answer ([`Rules`]), what its players may ask on top ([`Game`]) and what a search may
//! ([`Perfect`]), how positions and moves are written down ([`Notation`]), and the words for who
//! plays and how it ended ([`Side`], [`Seat`], [`Viewer`], [`Turn`], [`Outcome`]). The file can be read as the specification: each
//! method states its contract, and the laws are checked for every game by [`laws`].
//!
//! Rules are pure functions. Nothing here or in a rules crate reads a clock, a file or a random
//! source; seeds and times come in as data.
//!
//! Decided against: boxed game states behind one dynamic trait. A position is a small `Copy` value
//! and `play` returns a new one, which is as fast as making and unmaking moves in place and much
//! harder to get wrong. Code that serves any game is generic; only the outer edge of the program,
//! where a game is picked by name, needs dynamic dispatch.
//!
//! `examples/tic_tac_toe.rs` is a whole game in the words of this crate.

mod kept;
pub mod laws;
mod line;
mod openings;
mod perft;
mod side;
mod stop;
mod text_position;
mod tree;
mod turn;
mod variations;

use std::error::Error;
use std::fmt::{Debug, Display};
use std::ops::Deref;

pub use kept::{Counters, KeptTree};
pub use line::{Line, LineMove};
pub use openings::{Opening, Openings, Reached};
pub use perft::{divide, perft};
pub use side::{Pair, Side};
pub use stop::Stop;
pub use text_position::TextPosition;
pub use tree::{Below, Best, GameTree, Pruned, Tree, Valued, minimax, minimax_by, minimax_while};
pub use turn::{Outcome, Seat, Turn, Verdict, Viewer};
pub use variations::{Remarks, Variations};

/// The rules of a game, as pure functions over a state.
///
/// A value of the type is one state of the game: everything the rules need to know in order to go
/// on, and nothing else. Equal states behave alike for ever after.
pub trait Rules: Clone + Eq + Debug {
    /// What a player can do. Where a game knows passing, a pass is a move; where one turn is
    /// made of several steps (a jump sequence in checkers), the whole sequence is one move.
    type Move: Copy + Eq + Debug;

    /// Why a move is not legal, in words that a player understands.
    type Illegal: Error + Clone + Eq + Send + Sync + 'static;

    /// Why a game is over by its own rules ("checkmate"), in words that a player understands.
    type Ending: Copy + Eq + Debug + Display;

    /// The one door for moves from outside: is `mv` legal now, and if not, why not?
    fn check(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// The state after `mv`, which has passed [`check`](Rules::check) or was listed by
    /// [`Perfect::moves`]. For any other move the answer is meaningless, but it never is undefined
    /// behaviour.
    fn play(&self, mv: Self::Move) -> Self;
}

/// A game from its start to its end, as its players see it.
///
/// Every [`Perfect`] game is one. A game that hides something implements this itself, as Minesweeper
/// does.
pub trait Game: Rules {
    /// How a game starts: a position, or a level and a seed. Always valid: what may be wrong is
    /// another type, turned into this one by a function that can say what is wrong with it.
    type Start: Clone;

    /// What a seat may know of the state.
    type View;

    /// The first state. A pure function: the same start gives the same game for ever.
    fn start(start: &Self::Start) -> Self;

    /// Whose move it is, or how the game ended.
    fn turn(&self) -> Turn<Self::Ending>;

    /// What `viewer` may see. Two states that look alike to a viewer give equal views.
    fn view(&self, viewer: Viewer) -> Self::View;
}

/// A game of two sides that move in turn, with nothing hidden and nothing left to chance: what a
/// search can look into.
pub trait Perfect: Rules + Copy {
    /// The list of moves: of fixed capacity, so that listing moves allocates nothing.
    type Moves: Deref<Target = [Self::Move]>;

    /// What a line that ends early adds to [`perft`]. Custom differs: nothing in chess and
    /// checkers, one in Othello.
    const FINISHED_LINES_COUNT: bool = false;

    /// The side whose turn it is. Sides alternate with every move; in a game that is over it is
    /// the side that would be next.
    fn side_to_move(&self) -> Side;

    /// Every legal move, each exactly once, always in the same order for equal positions.
    ///
    /// The list is about what the pieces can do. A game can be over although the list is not empty:
    /// in chess a draw by insufficient material is.
    fn moves(&self) -> Self::Moves;

    /// How the game ended here, given whether the side to move has any move: a caller that
    /// has listed the moves knows, and nothing is generated twice.
    fn ending(&self, can_move: bool) -> Option<Outcome<Self::Ending>>;

    /// A number that equal positions share and that different ones share only by rare accident.
    /// It covers what the rules of repetition compare, so counters are left out of it.
    fn key(&self) -> u64;

    /// How many legal moves there are. Games override it where counting is faster than listing.
    fn count_moves(&self) -> usize {
        self.moves().len()
    }

    /// Has the side to move a legal move?
    fn can_move(&self) -> bool {
        self.count_moves() > 0
    }

    /// The legal moves of a game that goes on, or `None` when it is over.
    fn moves_unless_over(&self) -> Option<Self::Moves> {
        let moves = self.moves();
        self.ending(!moves.is_empty()).is_none().then_some(moves)
    }
}

/// Any position of a perfect game can be its start, and every viewer sees all of it.
impl<G: Perfect> Game for G {
    type Start = G;
    type View = G;

    fn start(start: &G) -> G {
        *start
    }

    fn turn(&self) -> Turn<G::Ending> {
        match self.ending(self.can_move()) {
            Some(outcome) => Turn::Over(outcome),
            None => Turn::ToMove(Seat::Side(self.side_to_move())),
        }
    }

    fn view(&self, _: Viewer) -> G {
        *self
    }
}

/// How the starts and moves of a game are written down.
///
/// Reading what [`write_start`](Notation::write_start) or [`write_move`](Notation::write_move)
/// wrote gives the same thing back.
pub trait Notation: Game {
    /// What is wrong with the text of a start, and where.
    type StartError: Error + Send + Sync + 'static;

    /// What is wrong with the text of a move: it cannot be read, or not be played here.
    type MoveError: Error + Send + Sync + 'static;

    /// The start that people mean when they name none.
    fn standard_start() -> Self::Start;

    /// Reads a start: FEN for chess, OBF for Othello, and so on.
    fn read_start(text: &str) -> Result<Self::Start, Self::StartError>;

    /// Writes a start so that [`read_start`](Notation::read_start) reads it back.
    fn write_start(start: &Self::Start) -> String;

    /// Reads a move as people write it, generously, and checks that it is legal here.
    fn read_move(&self, text: &str) -> Result<Self::Move, Self::MoveError>;

    /// The short name of a legal move, unmistakable among the legal moves here.
    fn write_move(&self, mv: Self::Move) -> String;
}
