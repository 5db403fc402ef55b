//! A move: a step, or a whole jump sequence with its path.

use crate::square::Square;
use crate::squares::{Direction, Squares, bit_of, square_of};
use std::fmt;

/// A step, or a jump sequence from its first square to its last.
///
/// The move knows its path and what it captures, so it can be played and written without being
/// looked up. Two sequences that jump the same pieces on different ways are different moves.
///
/// ```
/// use checkers::{Move, Square};
/// let squares = [11, 18, 25].map(|number| Square::new(number).unwrap());
/// let jump = Move::along(&squares).unwrap();
/// assert_eq!(jump.to_string(), "11x18x25");
/// assert_eq!(jump.captured().iter().map(Square::number).collect::<Vec<_>>(), [15, 22]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// From the lowest bit: five bits for the first square, five for the last, four for the number
    /// of hops, and two for the direction of each hop.
    path: u32,
    captured: u32,
}

/// A graph argument bounds a jump sequence: the squares a piece can land on are joined by no
/// more than nine pieces to jump.
pub(crate) const MOST_HOPS: usize = 9;

const TO: u32 = 5;
const HOPS: u32 = 10;
const DIRECTIONS: u32 = 14;

impl Move {
    /// The move along these squares: two neighbours, or two or more each a jump away from the next.
    /// Whether it is legal is for a position to say.
    pub fn along(squares: &[Square]) -> Result<Move, NotAPath> {
        let [from, rest @ ..] = squares else { return Err(NotAPath::TooShort) };
        let Some(&first) = rest.first() else { return Err(NotAPath::TooShort) };
        if rest.len() > MOST_HOPS {
            return Err(NotAPath::TooLong);
        }
        if let Some(Hop { direction, over: None }) = hop(*from, first) {
            return match rest {
                [to] => Ok(Move::step(bit_of(*from), bit_of(*to), direction)),
                _ => Err(NotAPath::StepAndMore { from: *from, to: first }),
            };
        }
        let mut trail = Trail::new(bit_of(*from));
        let mut at = *from;
        for &to in rest {
            let Some(Hop { direction, over: Some(over) }) = hop(at, to) else {
                return Err(NotAPath::NotAJump { from: at, to });
            };
            if trail.captured & Squares::from(over).0 != 0 {
                return Err(NotAPath::JumpedTwice(over));
            }
            trail = trail.jump(Squares::from(over).0, direction);
            at = to;
        }
        Ok(trail.ending_at(bit_of(at)))
    }

    /// A step between two bits.
    #[inline]
    pub(crate) const fn step(from: u32, to: u32, direction: Direction) -> Move {
        let path = from | to << TO | 1 << HOPS | (direction as u32) << DIRECTIONS;
        Move { path, captured: 0 }
    }

    /// Where the piece comes from.
    pub fn from(self) -> Square {
        square_of(self.first_bit())
    }

    /// Where the piece goes: the last square.
    pub fn to(self) -> Square {
        square_of(self.last_bit())
    }

    /// The pieces that are jumped.
    pub const fn captured(self) -> Squares {
        Squares(self.captured)
    }

    /// Is it a jump?
    pub const fn is_capture(self) -> bool {
        self.captured != 0
    }

    /// Every square the piece stands on, the first and the last included.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let strides = if self.is_capture() { 2 } else { 1 };
        let hops = self.path >> HOPS & 15;
        let mut at = 1u32 << self.first_bit();
        let first = self.from();
        std::iter::once(first).chain((0..hops).map(move |i| {
            let direction = Direction::from_number(self.path >> (DIRECTIONS + 2 * i));
            for _ in 0..strides {
                at = direction.rotated(at);
            }
            square_of(at.trailing_zeros())
        }))
    }

    #[inline]
    pub(crate) const fn first_bit(self) -> u32 {
        self.path & 31
    }

    #[inline]
    pub(crate) const fn last_bit(self) -> u32 {
        self.path >> TO & 31
    }
}

/// The path, complete: `11-15`, `11x18x25`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { "x" } else { "-" };
        for (i, square) in self.squares().enumerate() {
            if i > 0 {
                f.write_str(separator)?;
            }
            square.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A jump sequence under way: everything of the move but its last square.
#[derive(Clone, Copy)]
pub(crate) struct Trail {
    path: u32,
    pub captured: u32,
}

impl Trail {
    #[inline]
    pub const fn new(from: u32) -> Trail {
        Trail { path: from, captured: 0 }
    }

    /// The trail with one more jump over the piece `over`, a set of one.
    #[inline]
    pub const fn jump(self, over: u32, direction: Direction) -> Trail {
        let hops = self.path >> HOPS;
        let path = (self.path | (direction as u32) << (DIRECTIONS + 2 * (hops & 15))) + (1 << HOPS);
        Trail { path, captured: self.captured | over }
    }

    #[inline]
    pub const fn ending_at(self, to: u32) -> Move {
        Move { path: self.path | to << TO, captured: self.captured }
    }
}

/// How one square of a path leads to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hop {
    pub direction: Direction,
    /// The square between, for a jump; none for a step.
    pub over: Option<Square>,
}

/// The hop from one square to another, if they are one or two steps apart on a diagonal.
pub(crate) fn hop(from: Square, to: Square) -> Option<Hop> {
    let (here, there) = (Squares::from(from).0, Squares::from(to).0);
    Direction::ALL.into_iter().find_map(|direction| {
        let next = direction.step(here);
        if next == there {
            Some(Hop { direction, over: None })
        } else if next != 0 && direction.step(next) == there {
            Some(Hop { direction, over: Some(square_of(next.trailing_zeros())) })
        } else {
            None
        }
    })
}

/// Why squares do not make the path of a move on any board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAPath {
    /// Fewer than two squares.
    #[error("a move has at least two squares")]
    TooShort,
    /// More jumps than any board allows.
    #[error("no move has more than {MOST_HOPS} jumps")]
    TooLong,
    /// A step in a longer path.
    #[error("{from} to {to} is a step, and only jumps go on")]
    StepAndMore {
        /// The square before the step.
        from: Square,
        /// The square after it.
        to: Square,
    },
    /// Two squares that are no jump apart.
    #[error("{from} to {to} is neither a step nor a jump along a diagonal")]
    NotAJump {
        /// The square before.
        from: Square,
        /// The square after.
        to: Square,
    },
    /// A path over the same piece twice.
    #[error("the piece on {0} can be jumped only once")]
    JumpedTwice(Square),
}
