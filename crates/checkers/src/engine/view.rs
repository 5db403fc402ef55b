//! The board as one side sees it: its own men go up.

use crate::{Direction, Position, Square, Squares};
use game::{Perfect, Side};

/// The pieces as one side sees them. For black the board is turned round, so that squares have the
/// numbers that white's have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    pub men: u32,
    pub kings: u32,
    pub other_men: u32,
    pub other_kings: u32,
}

impl View {
    /// What the side to move sees.
    #[inline]
    pub fn of(position: &Position) -> View {
        let side = position.side_to_move();
        let view = View {
            men: position.men(side).0,
            kings: position.kings(side).0,
            other_men: position.men(!side).0,
            other_kings: position.kings(!side).0,
        };
        if side == Side::White { view } else { view.turned_round() }
    }

    /// What the other side sees.
    #[inline]
    pub fn of_other(self) -> View {
        let View { men, kings, other_men, other_kings } = self;
        View { men: other_men, kings: other_kings, other_men: men, other_kings: kings }
            .turned_round()
    }

    #[inline]
    fn turned_round(self) -> View {
        let turned = |set: u32| Squares(set).turned().0;
        View {
            men: turned(self.men),
            kings: turned(self.kings),
            other_men: turned(self.other_men),
            other_kings: turned(self.other_kings),
        }
    }

    #[inline]
    pub fn own(self) -> u32 {
        self.men | self.kings
    }

    #[inline]
    pub fn other(self) -> u32 {
        self.other_men | self.other_kings
    }

    #[inline]
    pub fn vacant(self) -> u32 {
        !(self.own() | self.other())
    }
}

/// The files of the own back row: those of the squares 29 to 32.
pub const OWN_FILES: u32 = {
    let mut files = 0;
    let mut file = 0;
    while file < 8 {
        files |= Squares::file(file).0;
        file += 2;
    }
    files
};

/// The squares one step on.
#[inline]
pub fn step(direction: Direction, set: u32) -> u32 {
    direction.stepped(Squares(set)).0
}

/// The bits of a set, one by one.
#[inline]
pub fn bits(set: u32) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(set), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}

/// The square of each bit, counted from 0 for the square 1.
pub static SQUARE_OF: [u8; 32] = {
    let mut squares = [0; 32];
    let mut number = 1;
    while let Some(square) = Square::new(number) {
        squares[Squares::between(square, square).0.trailing_zeros() as usize] = number - 1;
        number += 1;
    }
    squares
};

/// The squares that a man on each bit may still come to.
pub static AHEAD: [u32; 32] = {
    let mut ahead = [0; 32];
    let mut bit = 0;
    while bit < 32 {
        let mut reached = 1u32 << bit;
        let mut row = 0;
        while row < 7 {
            let east = Direction::NorthEast.stepped(Squares(reached)).0;
            let west = Direction::NorthWest.stepped(Squares(reached)).0;
            reached |= east | west;
            row += 1;
        }
        ahead[bit] = reached & !(1 << bit);
        bit += 1;
    }
    ahead
};

/// How many steps a king needs from one bit to another on an empty board.
pub static STEPS: [[u8; 32]; 32] = {
    let mut steps = [[0; 32]; 32];
    let mut from = 0;
    while from < 32 {
        let mut reached = 1u32 << from;
        let mut count = 1;
        while reached != u32::MAX {
            let mut grown = reached;
            let mut direction = 0;
            while direction < 4 {
                grown |= WAYS[direction].stepped(Squares(reached)).0;
                direction += 1;
            }
            let mut to = 0;
            while to < 32 {
                if (grown & !reached) >> to & 1 == 1 {
                    steps[from][to] = count;
                }
                to += 1;
            }
            reached = grown;
            count += 1;
        }
        from += 1;
    }
    steps
};

/// The four ways along the diagonals, the two forward ones first.
pub const WAYS: [Direction; 4] =
    [Direction::NorthEast, Direction::NorthWest, Direction::SouthEast, Direction::SouthWest];

#[cfg(test)]
mod tests {
    use super::*;
    use game::Notation;

    fn bit(number: u8) -> usize {
        Squares::from(Square::new(number).unwrap()).0.trailing_zeros() as usize
    }

    #[test]
    fn both_sides_see_their_men_at_the_bottom() {
        let white = View::of(&Position::read_start("W:W32,K21:B1,K5").unwrap());
        let black = View::of(&Position::read_start("B:W32,K28:B1,K12").unwrap());
        assert_eq!(white, black);
        assert_eq!(white.of_other().of_other(), white);
        assert_eq!(white.of_other(), View::of(&Position::read_start("B:W32,K21:B1,K5").unwrap()));
    }

    #[test]
    fn a_man_sees_the_squares_ahead_and_a_king_counts_its_steps() {
        let numbers = |set: u32| -> Vec<usize> {
            let mut numbers: Vec<usize> =
                bits(set).map(|bit| usize::from(SQUARE_OF[bit]) + 1).collect();
            numbers.sort_unstable();
            numbers
        };
        assert_eq!(numbers(AHEAD[bit(10)]), [1, 2, 3, 6, 7]);
        assert_eq!(numbers(AHEAD[bit(5)]), [1]);
        assert_eq!(STEPS[bit(29)][bit(4)], 7);
        assert_eq!(STEPS[bit(4)][bit(29)], 7);
        assert_eq!(STEPS[bit(1)][bit(5)], 1);
        assert_eq!(STEPS[bit(1)][bit(1)], 0);
        assert_eq!(STEPS[bit(12)][bit(13)], 7);
    }
}
