//! Two sets of discs, without names for the sides.

use crate::word::{Word, folded};
use crate::{Position, Squares, lanes};
use game::{Perfect, Side};

/// The corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The discs of the side to move and those of the other. Which of them is black does not matter to
/// anybody here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub mover: u64,
    pub opponent: u64,
}

impl Board {
    pub fn of(position: &Position<8>) -> Board {
        let side = position.side_to_move();
        Board { mover: position.discs(side).0, opponent: position.discs(!side).0 }
    }

    /// The board as a position with black to move.
    pub fn position(self) -> Position<8> {
        Position::new(Squares(self.mover), Squares(self.opponent), Side::Black)
    }

    #[inline]
    pub fn empty(self) -> u64 {
        !(self.mover | self.opponent)
    }

    /// Where the side to move may place a disc.
    #[inline]
    pub fn places(self) -> u64 {
        lanes::places(self.mover, self.opponent)
    }

    /// The key in the transposition table: it does not tell black from white.
    #[inline]
    pub fn key(self) -> u64 {
        folded(Word::folded(self.mover, self.opponent), 0x8ebc_6af0_9c88_c6e3)
    }

    #[inline]
    pub fn passed(self) -> Board {
        Board { mover: self.opponent, opponent: self.mover }
    }

    /// The board after a disc on this square, which is empty; none if it turns nothing over.
    #[inline]
    pub fn placed(self, square: usize) -> Option<Board> {
        if NEIGHBOURS[square & 63] & self.opponent == 0 {
            return None;
        }
        let turned = lanes::turned(square, self.mover, self.opponent);
        (turned != 0).then(|| self.after(square, turned))
    }

    /// The board after a disc on this square, which is one of the places.
    #[inline]
    pub fn place(self, square: usize) -> Board {
        self.after(square, lanes::turned(square, self.mover, self.opponent))
    }

    #[inline]
    fn after(self, square: usize, turned: u64) -> Board {
        Board { mover: self.opponent ^ turned, opponent: self.mover ^ turned | 1 << (square & 63) }
    }

    /// By how many discs the side to move has won a game that is over. The empty squares are the
    /// winner's, as everywhere in endgame tables.
    #[inline]
    pub fn final_score(self) -> i32 {
        let (own, other) = (self.mover.count_ones() as i32, self.opponent.count_ones() as i32);
        match own - other {
            0 => 0,
            1.. => 64 - 2 * other,
            _ => 2 * own - 64,
        }
    }

    /// The board turned over so that rows become columns.
    #[inline]
    pub fn transposed(self) -> Board {
        Board { mover: transposed(self.mover), opponent: transposed(self.opponent) }
    }

    /// The board in one of its eight symmetries: rows and columns exchanged, upside down, and turned by half a turn, each by one bit.
    pub fn seen(mut self, symmetry: usize) -> Board {
        if symmetry & 1 != 0 {
            self = self.transposed();
        }
        if symmetry & 2 != 0 {
            self = self.upside_down();
        }
        if symmetry & 4 != 0 {
            self = self.half_turned();
        }
        self
    }

    /// The board turned by half a turn.
    #[inline]
    pub fn half_turned(self) -> Board {
        Board { mover: self.mover.reverse_bits(), opponent: self.opponent.reverse_bits() }
    }

    /// The board seen in a mirror below it.
    #[inline]
    pub fn upside_down(self) -> Board {
        Board { mover: self.mover.swap_bytes(), opponent: self.opponent.swap_bytes() }
    }
}

/// The images of the board in its eight symmetries.
pub fn images(board: Board) -> [Board; SYMMETRIES] {
    std::array::from_fn(|symmetry| board.seen(symmetry))
}

/// The symmetries of the board.
pub const SYMMETRIES: usize = 8;

/// The squares with rows and columns exchanged.
#[inline]
fn transposed(mut squares: u64) -> u64 {
    for (distance, mask) in
        [(7, 0x00aa_00aa_00aa_00aa_u64), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let moved = (squares ^ squares >> distance) & mask;
        squares ^= moved | moved << distance;
    }
    squares
}

/// The neighbours of each square.
pub static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        neighbours[square] = around(1 << square);
        square += 1;
    }
    neighbours
};

/// The squares next to these, in any direction, and these.
#[inline]
pub const fn around(squares: u64) -> u64 {
    const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let row = squares | squares << 1 & NOT_FIRST | squares >> 1 & NOT_LAST;
    row | row << 8 | row >> 8
}

/// The squares of a set, one by one.
#[inline]
pub fn squares(set: u64) -> impl Iterator<Item = usize> {
    Squares(set).iter().map(crate::Square::index)
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Numbers that look random and are always the same.
    pub fn random(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A position with so many empty squares (two at least) or fewer, in which somebody can move: the end of a
    /// random game.
    pub fn random_board(seed: u64, empties: u32) -> Board {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        loop {
            let mut board = Board::of(&Position::standard());
            while board.empty().count_ones() > empties.max(2) {
                let places = board.places();
                if places == 0 {
                    if board.passed().places() == 0 {
                        break;
                    }
                    board = board.passed();
                    continue;
                }
                let skipped = random(&mut state) as u32 % places.count_ones();
                board = board.place(squares(places).nth(skipped as usize).unwrap());
            }
            if board.places() != 0 || board.passed().places() != 0 {
                return board;
            }
        }
    }

    #[test]
    fn placing_a_disc_is_what_the_rules_say() {
        use game::Rules;
        for seed in 0..200 {
            let board = random_board(seed, seed as u32 % 50 + 2);
            for square in squares(board.empty()) {
                let disc = crate::Square::new(square % 8, square / 8).unwrap();
                let position = board.position();
                let legal = position.check(crate::Move::Place(disc)).is_ok();
                let next = position.play(crate::Move::Place(disc));
                assert_eq!(board.placed(square), legal.then(|| Board::of(&next)));
            }
        }
    }

    #[test]
    fn the_eight_images_of_a_board_are_different() {
        let mut images = images(random_board(3, 30)).map(|board| (board.mover, board.opponent));
        images.sort_unstable();
        assert!(images.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn rows_become_columns_and_back() {
        let column = 0x0101_0101_0101_0101;
        assert_eq!(transposed(0xff), column);
        for seed in 0..50 {
            let board = random_board(seed, 30);
            for square in 0..64 {
                let other = square % 8 * 8 + square / 8;
                let there = transposed(board.mover) >> other & 1;
                assert_eq!(board.mover >> square & 1, there);
            }
            assert_eq!(board.transposed().transposed(), board);
            assert_eq!(board.upside_down().upside_down(), board);
        }
    }

    #[test]
    fn the_winner_gets_the_empty_squares() {
        let board = Board { mover: 0b111, opponent: 0b1000 };
        assert_eq!((board.final_score(), board.passed().final_score()), (62, -62));
        assert_eq!(Board { mover: 0b11, opponent: 0b1100 }.final_score(), 0);
    }
}
