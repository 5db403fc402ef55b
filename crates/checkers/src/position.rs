//! A valid board and the rules of the game on it.

use crate::generate::{Field, Moves};
use crate::setup::crowning_row;
use crate::squares::bit_of;
use crate::{Illegal, Move, Piece, Rank, Setup, Square, Squares, illegal};
use game::{Outcome, Pair, Perfect, Rules, Side, Verdict};
use std::fmt;

/// A position of checkers: who stands where, and whose turn it is.
///
/// At most twelve pieces a side, no man on the row where it would be crowned. A side may have no
/// pieces left: then it has lost.
///
/// ```
/// use checkers::Position;
/// use game::{Notation, Perfect, perft};
/// assert_eq!(Position::START.count_moves(), 7);
/// let circle = Position::read_start("W:WK14:B10,11,18,19").unwrap();
/// let moves: Vec<String> = circle.moves().iter().map(ToString::to_string).collect();
/// assert_eq!(moves, ["14x7x16x23x14", "14x23x16x7x14"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: Pair<u32>,
    kings: u32,
    side_to_move: Side,
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move has no piece left: it has lost.
    NoPieces,
    /// The side to move has pieces and none of them can move: it has lost.
    NoMoves,
    /// The same position with the same side to move for the third time: a draw.
    ThirdRepetition,
    /// Forty moves of each side without a man's move or a capture: a draw.
    FortyMoves,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ending::NoPieces => "every piece was captured",
            Ending::NoMoves => "no piece can move",
            Ending::ThirdRepetition => "the same position for the third time",
            Ending::FortyMoves => "forty moves each without a man's move or a capture",
        })
    }
}

impl Position {
    /// Twelve men each, black to move.
    pub const START: Position = Position {
        pieces: Pair {
            white: Squares::rank(0).0 | Squares::rank(1).0 | Squares::rank(2).0,
            black: Squares::rank(5).0 | Squares::rank(6).0 | Squares::rank(7).0,
        },
        kings: 0,
        side_to_move: Side::Black,
    };

    /// The position of a setup in which nothing is wrong.
    pub(crate) fn from_valid(setup: &Setup) -> Position {
        Position {
            pieces: Pair::from_fn(|side| setup.pieces(side).0),
            kings: setup.kings.white.0 | setup.kings.black.0,
            side_to_move: setup.side_to_move,
        }
    }

    /// The same board as a setup, which can be changed freely.
    pub fn setup(&self) -> Setup {
        Setup {
            men: Pair::from_fn(|side| self.men(side)),
            kings: Pair::from_fn(|side| self.kings(side)),
            side_to_move: self.side_to_move,
        }
    }

    /// The pieces of a side.
    pub fn pieces(&self, side: Side) -> Squares {
        Squares(self.pieces[side])
    }

    /// The men of a side.
    pub fn men(&self, side: Side) -> Squares {
        Squares(self.pieces[side] & !self.kings)
    }

    /// The kings of a side.
    pub fn kings(&self, side: Side) -> Squares {
        Squares(self.pieces[side] & self.kings)
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let side = Side::BOTH.into_iter().find(|&side| self.pieces(side).contains(square))?;
        let rank = if Squares(self.kings).contains(square) { Rank::King } else { Rank::Man };
        Some(Piece { side, rank })
    }

    /// The board turned round with the colours exchanged. It has the same moves, turned.
    pub fn turned(&self) -> Position {
        Position {
            pieces: self.pieces.swap().map(|set| Squares(set).turned().0),
            kings: Squares(self.kings).turned().0,
            side_to_move: !self.side_to_move,
        }
    }

    /// Has the side to move a capture? Then it must make one.
    #[inline]
    pub fn must_capture(&self) -> bool {
        match self.side_to_move {
            Side::White => self.white_field().can_jump(),
            Side::Black => self.black_field().can_jump(),
        }
    }

    /// The step between two squares, if it is legal where nothing must be captured.
    pub(crate) fn step_between(&self, from: Square, to: Square) -> Option<Move> {
        let (from, to) = (bit_of(from), bit_of(to));
        match self.side_to_move {
            Side::White => self.white_field().step_between(from, to),
            Side::Black => self.black_field().step_between(from, to),
        }
    }

    #[inline]
    fn white_field(&self) -> Field<false> {
        Field::new(self.pieces.white, self.pieces.black, self.kings)
    }

    #[inline]
    fn black_field(&self) -> Field<true> {
        Field::new(self.pieces.black, self.pieces.white, self.kings)
    }
}

impl Rules for Position {
    type Move = Move;
    type Illegal = Illegal;
    type Ending = Ending;

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.moves().contains(&mv) {
            return Ok(());
        }
        let squares: Vec<Square> = mv.squares().collect();
        Err(illegal::why_not(self, &squares))
    }

    #[inline]
    fn play(&self, mv: Move) -> Position {
        let (from, to) = (mv.first_bit(), mv.last_bit());
        let (side, captured) = (self.side_to_move, mv.captured().0);
        // A piece that circles back lifts off before it lands. Where no piece stood, none lands: a
        // move from elsewhere cannot make a side grow.
        let here = self.pieces[side] >> from & 1;
        let own = self.pieces[side] & !(1 << from) | here << to;
        let other = self.pieces[!side] & !captured;
        let king = (self.kings >> from | crowning_row(side).0 >> to) & here;
        let kings = self.kings & !(1 << from) & !captured | king << to;
        let pieces = match side {
            Side::White => Pair { white: own, black: other },
            Side::Black => Pair { white: other, black: own },
        };
        Position { pieces, kings, side_to_move: !side }
    }
}

impl Perfect for Position {
    type Moves = Moves;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    #[inline]
    fn moves(&self) -> Moves {
        let mut moves = Moves::new();
        match self.side_to_move {
            Side::White => self.white_field().list(&mut moves),
            Side::Black => self.black_field().list(&mut moves),
        }
        moves
    }

    fn ending(&self, can_move: bool) -> Option<Outcome<Ending>> {
        let side = self.side_to_move;
        let reason = match (can_move, self.pieces[side]) {
            (true, _) => return None,
            (false, 0) => Ending::NoPieces,
            (false, _) => Ending::NoMoves,
        };
        Some(Outcome { verdict: Verdict::won_by(!side), reason })
    }

    fn key(&self) -> u64 {
        let pieces = u64::from(self.pieces.white) << 32 | u64::from(self.pieces.black);
        let rest = u64::from(self.kings) << 1 | u64::from(self.side_to_move == Side::White);
        let mixed = fold(pieces ^ 0x9e37_79b9_7f4a_7c15, rest ^ 0xd1b5_4a32_d192_ed03);
        fold(mixed ^ pieces, 0xa076_1d64_78bd_642f ^ rest)
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match self.side_to_move {
            Side::White => self.white_field().count(),
            Side::Black => self.black_field().count(),
        }
    }

    fn can_move(&self) -> bool {
        match self.side_to_move {
            Side::White => self.white_field().can_move(),
            Side::Black => self.black_field().can_move(),
        }
    }
}

/// Both halves of a product, folded into one word: every bit of either number reaches every bit.
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// The position as FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}
