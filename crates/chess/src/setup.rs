//! Any board with what belongs to it, and the test whether it is a position.

use crate::attacks::attackers;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::position::Position;
use crate::role::{Piece, Role};
use crate::square::{File, Rank, Square};
use game::Side;
use std::fmt;

/// A board, whose move it is, and the rest of what a FEN says. Nothing is checked: a setup may be
/// nonsense. [`Setup::validate`] makes a [`Position`] of it or says all that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Whose move it is.
    pub side_to_move: Side,
    /// The squares of the rooks that may still castle.
    pub castling_rooks: Bitboard,
    /// The square behind a pawn that just moved two.
    pub en_passant: Option<Square>,
    /// Moves of either side since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move, counted from 1.
    pub fullmove_number: u16,
}

/// One thing that keeps a setup from being a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Fault {
    /// A side has no king.
    #[error("{0} has no king")]
    NoKing(Side),
    /// A side has several kings.
    #[error("{0} has {1} kings")]
    ManyKings(Side, usize),
    /// More than 16 pieces on one side.
    #[error("{0} has {1} pieces; 16 is the most")]
    TooManyPieces(Side, usize),
    /// More than eight pawns, or more promoted pieces than pawns are missing.
    #[error("{0} has {1} pawns and {2} promoted pieces; together 8 is the most")]
    TooManyPawns(Side, usize, usize),
    /// A pawn on the first or last rank.
    #[error("a pawn stands on {0}; pawns stand on ranks 2 to 7")]
    PawnOnBackRank(Square),
    /// The side that just moved left its king in check.
    #[error("{0} is in check, but it is {1}'s move")]
    KingCanBeTaken(Side, Side),
    /// Two checks of which neither can have been discovered by the other's move.
    #[error("no move can give check from {0} and {1} at once")]
    ImpossibleCheck(Square, Square),
    /// More than two checks.
    #[error("the king is in check from {0} pieces; 2 is the most")]
    TooManyCheckers(usize),
    /// A castling right without its rook.
    #[error("castling with {0} needs a rook of its side there")]
    CastlingWithoutRook(Square),
    /// A castling right with the king or rook off the back rank.
    #[error("castling with {0} needs the king on the same back rank")]
    CastlingOffBackRank(Square),
    /// Two castling rights on the same side of the king.
    #[error("castling with {0} and {1}: only one rook on each side of the king can castle")]
    CastlingTwice(Square, Square),
    /// An en passant square on the wrong rank, or not just behind a pawn that moved two.
    #[error("nothing can be taken en passant on {0}: no pawn can just have passed over it")]
    NoEnPassant(Square),
}

/// Everything that keeps a setup from being a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a position of chess: ")?;
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// A pawn's double step.
#[derive(Clone, Copy)]
struct Passed {
    from: Square,
    over: Square,
    to: Square,
}

impl Setup {
    /// No pieces, white to move.
    pub const EMPTY: Setup = Setup {
        board: Board::EMPTY,
        side_to_move: Side::White,
        castling_rooks: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The start of a game.
    pub fn standard() -> Setup {
        use Role::{Bishop, King, Knight, Queen, Rook};
        Setup::with_back_rank([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook])
    }

    /// The start of a Chess960 game by its number, 0 to 959, as Scharnagl counts them; 518 is the
    /// standard start.
    ///
    /// ```
    /// # use chess::Setup;
    /// assert_eq!(Setup::chess960(518), Some(Setup::standard()));
    /// assert_eq!(Setup::chess960(0).unwrap().to_string(),
    ///     "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    /// assert_eq!(Setup::chess960(960), None);
    /// ```
    pub fn chess960(number: u16) -> Option<Setup> {
        const KNIGHTS: [(usize, usize); 10] =
            [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
        if number >= 960 {
            return None;
        }
        let number = usize::from(number);
        let mut rank: [Option<Role>; 8] = [None; 8];
        rank[number % 4 * 2 + 1] = Some(Role::Bishop);
        rank[number / 4 % 4 * 2] = Some(Role::Bishop);
        let nth_free = |rank: &[Option<Role>; 8], n: usize| {
            (0..8).filter(|&file| rank[file].is_none()).nth(n).unwrap_or_default()
        };
        rank[nth_free(&rank, number / 16 % 6)] = Some(Role::Queen);
        let (first, second) = KNIGHTS[number / 96];
        let knights = [nth_free(&rank, first), nth_free(&rank, second)];
        for file in knights {
            rank[file] = Some(Role::Knight);
        }
        for role in [Role::Rook, Role::King, Role::Rook] {
            rank[nth_free(&rank, 0)] = Some(role);
        }
        Some(Setup::with_back_rank(rank.map(|role| role.unwrap_or(Role::Rook))))
    }

    fn with_back_rank(roles: [Role; 8]) -> Setup {
        let mut setup = Setup::EMPTY;
        for side in Side::BOTH {
            for (file, role) in File::ALL.into_iter().zip(roles) {
                let back = Square::new(file, Rank::First.seen_by(side));
                setup.board.put(back, Piece { side, role });
                let front = Square::new(file, Rank::Second.seen_by(side));
                setup.board.put(front, Piece { side, role: Role::Pawn });
            }
        }
        setup.castling_rooks = setup.board.role(Role::Rook);
        setup
    }

    /// The position, or everything that is wrong with the setup.
    ///
    /// ```
    /// # use chess::Setup;
    /// let setup: Setup = "P3k3/8/8/8/8/8/8/8 w - - 0 1".parse().unwrap();
    /// let faults = setup.validate().unwrap_err();
    /// assert_eq!(faults.to_string(), "not a position of chess: White has no king; \
    ///     a pawn stands on a8; pawns stand on ranks 2 to 7");
    /// ```
    pub fn validate(&self) -> Result<Position, Faults> {
        let mut faults = Vec::new();
        self.check_material(&mut faults);
        self.check_castling(&mut faults);
        let pawn = self.en_passant.and_then(|square| self.pawn_that_passed(square, &mut faults));
        self.check_checks(pawn, &mut faults);
        if faults.is_empty() { Ok(Position::of_valid_setup(self)) } else { Err(Faults(faults)) }
    }

    fn check_material(&self, faults: &mut Vec<Fault>) {
        for side in Side::BOTH {
            let count = |role| self.board.pieces(side, role).count();
            match count(Role::King) {
                0 => faults.push(Fault::NoKing(side)),
                1 => {}
                kings => faults.push(Fault::ManyKings(side, kings)),
            }
            let pieces = self.board.side(side).count();
            if pieces > 16 {
                faults.push(Fault::TooManyPieces(side, pieces));
            }
            let pawns = count(Role::Pawn);
            let promoted = count(Role::Queen).saturating_sub(1)
                + [Role::Rook, Role::Bishop, Role::Knight]
                    .into_iter()
                    .map(|role| count(role).saturating_sub(2))
                    .sum::<usize>();
            if pawns + promoted > 8 {
                faults.push(Fault::TooManyPawns(side, pawns, promoted));
            }
        }
        let misplaced = self.board.role(Role::Pawn) & Bitboard::BACK_RANKS;
        faults.extend(misplaced.into_iter().map(Fault::PawnOnBackRank));
    }

    fn check_castling(&self, faults: &mut Vec<Fault>) {
        for side in Side::BOTH {
            let back = Bitboard::rank(Rank::First.seen_by(side));
            let king = self.board.pieces(side, Role::King).single().filter(|&king| back.has(king));
            let rooks = self.castling_rooks & back;
            for rook in rooks {
                if !self.board.pieces(side, Role::Rook).has(rook) {
                    faults.push(Fault::CastlingWithoutRook(rook));
                } else if king.is_none() {
                    faults.push(Fault::CastlingOffBackRank(rook));
                }
            }
            let Some(king) = king else { continue };
            for on_the_right in [false, true] {
                let mut wing = rooks.into_iter().filter(|&rook| (rook > king) == on_the_right);
                if let (Some(one), Some(two)) = (wing.next(), wing.next()) {
                    faults.push(Fault::CastlingTwice(one, two));
                }
            }
        }
        let elsewhere = self.castling_rooks.without(Bitboard::BACK_RANKS);
        faults.extend(elsewhere.into_iter().map(Fault::CastlingOffBackRank));
    }

    /// The move of the pawn that passed over the en passant square.
    fn pawn_that_passed(&self, over: Square, faults: &mut Vec<Fault>) -> Option<Passed> {
        let them = !self.side_to_move;
        let square = |rank: Rank| Square::new(over.file(), rank.seen_by(them));
        let passed = Passed { from: square(Rank::Second), over, to: square(Rank::Fourth) };
        let possible = over == square(Rank::Third)
            && self.board.pieces(them, Role::Pawn).has(passed.to)
            && !self.board.occupied().has(passed.from)
            && !self.board.occupied().has(over);
        if !possible {
            faults.push(Fault::NoEnPassant(over));
        }
        possible.then_some(passed)
    }

    fn check_checks(&self, passed: Option<Passed>, faults: &mut Vec<Fault>) {
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let kings = Side::BOTH.map(|side| self.board.pieces(side, Role::King).single());
        let [Some(white), Some(black)] = kings else { return };
        let (king, their_king) = if us == Side::White { (white, black) } else { (black, white) };
        let occupied = self.board.occupied();
        if attackers(&self.board, their_king, us, occupied).any() {
            faults.push(Fault::KingCanBeTaken(them, us));
        }
        let checkers = attackers(&self.board, king, them, occupied);
        let mut squares = checkers.into_iter();
        match (squares.next(), squares.next(), squares.next()) {
            (Some(one), Some(two), None) => {
                let sliders = self.board.straight_sliders() | self.board.diagonal_sliders();
                if (checkers & sliders).is_empty() {
                    faults.push(Fault::ImpossibleCheck(one, two));
                }
            }
            (Some(_), Some(_), Some(_)) => faults.push(Fault::TooManyCheckers(checkers.count())),
            _ => {}
        }
        // Before the pawn moved two, the king cannot have been in check already.
        if let Some(Passed { from, over, to }) = passed {
            let before = (occupied ^ Bitboard::of(to)) | Bitboard::of(from);
            let already = attackers(&self.board, king, them, before).without(Bitboard::of(to));
            if already.any() {
                faults.push(Fault::NoEnPassant(over));
            }
        }
    }
}
