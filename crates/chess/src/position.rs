//! A position: everything the rules need to know to go on.

use crate::attacks::{attackers, attacks, bishop_attacks, pawn_attacks, rook_attacks};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::fen::LARGEST_COUNTER;
use crate::generate::{Kind, castling_squares};
use crate::illegal::Illegal;
use crate::moves::{Move, MoveList};
use crate::role::{Piece, Role};
use crate::setup::Setup;
use crate::square::{Rank, Square};
use crate::zobrist;
use game::{Outcome, Perfect, Rules, Side, Verdict};
use std::fmt;

/// A valid position of standard chess or Chess960. Made from a [`Setup`], which may be anything, by
/// [`Setup::validate`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    /// The rooks that may still castle.
    castling_rooks: Bitboard,
    key: u64,
    side_to_move: Side,
    /// The square behind a pawn that just moved two, if it can legally be taken there.
    en_passant: Option<Square>,
    /// Moves of either side since the last capture or pawn move.
    halfmove_clock: u16,
    fullmove_number: u16,
}

/// Why a game of chess is over by the rules of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The king is attacked and nothing helps.
    Checkmate,
    /// No legal move, and no check.
    Stalemate,
    /// No sequence of moves can lead to a mate.
    InsufficientMaterial,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::InsufficientMaterial => "insufficient material",
        })
    }
}

impl Position {
    /// The start of a game.
    ///
    /// ```
    /// # use chess::Position;
    /// # use game::Perfect;
    /// assert_eq!(Position::standard().moves().len(), 20);
    /// ```
    pub fn standard() -> Position {
        Position::of_valid_setup(&Setup::standard())
    }

    /// The start of a Chess960 game by its number, 0 to 959; 518 is the standard start.
    pub fn chess960(number: u16) -> Option<Position> {
        Some(Position::of_valid_setup(&Setup::chess960(number)?))
    }

    /// The setup must be valid but for an en passant square on which nothing can be taken: that one
    /// is dropped, so that positions with the same moves are equal.
    pub(crate) fn of_valid_setup(setup: &Setup) -> Position {
        let mut position = Position {
            board: setup.board,
            castling_rooks: setup.castling_rooks,
            key: 0,
            side_to_move: setup.side_to_move,
            en_passant: None,
            halfmove_clock: setup.halfmove_clock.min(LARGEST_COUNTER),
            fullmove_number: setup.fullmove_number.min(LARGEST_COUNTER),
        };
        if let Some(square) = setup.en_passant
            && position.can_take_en_passant(square)
        {
            position.en_passant = Some(square);
        }
        position.key = position.key_from_scratch();
        position
    }

    /// The position as a setup.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            side_to_move: self.side_to_move,
            castling_rooks: self.castling_rooks,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// The pieces.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rooks that may still castle, if nothing is in the way then.
    #[inline]
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling_rooks
    }

    /// The square on which a pawn can be taken en passant now.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Moves of either side since the last capture or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move, counted from 1 and up after each move of black.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The king of a side; a position has exactly one.
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        Square::masked(self.board.pieces(side, Role::King).0.trailing_zeros())
    }

    /// The pieces that attack the king of the side to move.
    pub fn checkers(&self) -> Bitboard {
        let us = self.side_to_move;
        attackers(&self.board, self.king(us), !us, self.board.occupied())
    }

    /// Is the side to move in check?
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// The legal moves that take something, en passant included.
    pub fn captures(&self) -> MoveList {
        self.list(Kind::Captures)
    }

    /// The legal moves that take nothing.
    pub fn quiets(&self) -> MoveList {
        self.list(Kind::Quiets)
    }

    /// The legal moves that give check.
    pub fn checks(&self) -> MoveList {
        self.moves().into_iter().filter(|&mv| self.gives_check(mv)).collect()
    }

    /// Does the move take a piece?
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.board.side(!self.side_to_move).has(mv.to()) || self.is_en_passant(mv)
    }

    /// Is the move a pawn's capture en passant?
    #[inline]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.en_passant == Some(mv.to()) && self.board.role(Role::Pawn).has(mv.from())
    }

    /// Is the move castling?
    #[inline]
    pub fn is_castling(&self, mv: Move) -> bool {
        self.board.side(self.side_to_move).has(mv.to())
    }

    /// Does a legal move give check?
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let king = self.king(!us);
        let (from, to) = (mv.from(), mv.to());
        if self.is_castling(mv) || self.is_en_passant(mv) {
            return self.play(mv).in_check();
        }
        let occupied = self.board.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
        let role = mv.promotion().unwrap_or_else(|| self.board.role_on_occupied(from));
        let direct = attacks(Piece { side: us, role }, to, occupied);
        let discovered = rook_attacks(king, occupied) & self.board.straight_sliders()
            | bishop_attacks(king, occupied) & self.board.diagonal_sliders();
        let others = self.board.side(us).without(Bitboard::of(from));
        direct.has(king) || (discovered & others).any()
    }

    /// No mate can ever come about: bare kings, one knight, or any number of bishops that all
    /// stand on squares of one colour.
    ///
    /// ```
    /// # use chess::Position;
    /// let drawn: Position = "8/8/4k3/8/2b5/8/4KB2/8 w - - 0 1".parse().unwrap();
    /// assert!(!drawn.insufficient_material(), "c4 is light and f2 is dark");
    /// let drawn: Position = "8/8/4k3/8/2b5/8/4K1B1/8 w - - 0 1".parse().unwrap();
    /// assert!(drawn.insufficient_material());
    /// ```
    pub fn insufficient_material(&self) -> bool {
        let heavy = self.board.role(Role::Pawn) | self.board.straight_sliders();
        if heavy.any() {
            return false;
        }
        let (knights, bishops) = (self.board.role(Role::Knight), self.board.role(Role::Bishop));
        if knights.any() {
            return bishops.is_empty() && !knights.many();
        }
        (bishops & Bitboard::LIGHT).is_empty() || bishops.without(Bitboard::LIGHT).is_empty()
    }

    /// Has this side what it takes to give mate at all, with some help? A player whose time runs
    /// out has lost only then.
    pub fn can_mate(&self, side: Side) -> bool {
        let board = &self.board;
        let own = board.side(side).without(board.role(Role::King));
        let theirs = board.side(!side).without(board.role(Role::King));
        if (own & (board.role(Role::Pawn) | board.straight_sliders())).any() {
            return true;
        }
        let knights = own & board.role(Role::Knight);
        if knights.any() {
            // A lone knight needs a piece that takes a flight square from the king; a queen
            // takes too many.
            return own.many() || theirs.without(board.role(Role::Queen)).any();
        }
        let bishops = own & board.role(Role::Bishop);
        if bishops.is_empty() {
            return false;
        }
        let all_bishops = board.role(Role::Bishop);
        let both_colours =
            (all_bishops & Bitboard::LIGHT).any() && all_bishops.without(Bitboard::LIGHT).any();
        both_colours || (theirs & (board.role(Role::Knight) | board.role(Role::Pawn))).any()
    }

    /// Would a pawn of the side to move that takes en passant leave its king in check? Both pawns
    /// leave their squares, which no other move does, so this one is tried out.
    pub(crate) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let us = self.side_to_move;
        let taken = Bitboard::of(to).forward(!us);
        let occupied = (self.board.occupied() ^ Bitboard::of(from) ^ taken) | Bitboard::of(to);
        let king = self.king(us);
        attackers(&self.board, king, !us, occupied).without(taken).is_empty()
    }

    fn can_take_en_passant(&self, to: Square) -> bool {
        let us = self.side_to_move;
        let takers = pawn_attacks(!us, to) & self.board.pieces(us, Role::Pawn);
        takers.into_iter().any(|from| self.en_passant_is_safe(from, to))
    }

    /// The key from scratch; `play` keeps it up to date.
    pub fn key_from_scratch(&self) -> u64 {
        let pieces = self.board.iter().map(|(square, p)| zobrist::piece(p.side, p.role, square));
        let rooks = self.castling_rooks.into_iter().map(zobrist::castling);
        let en_passant = self.en_passant.map(|square| zobrist::en_passant(square.file()));
        let side = (self.side_to_move == Side::Black).then(zobrist::black_to_move);
        pieces.chain(rooks).chain(en_passant).chain(side).fold(0, |key, number| key ^ number)
    }

    #[inline]
    fn toggle(&mut self, square: Square, side: Side, role: Role) {
        self.board.toggle(Bitboard::of(square), side, role);
        self.key ^= zobrist::piece(side, role, square);
    }

    #[inline]
    fn lose_castling(&mut self, rooks: Bitboard) {
        for rook in self.castling_rooks & rooks {
            self.key ^= zobrist::castling(rook);
        }
        self.castling_rooks = self.castling_rooks.without(rooks);
    }

    /// The other side is to move, and nothing else has changed but the counters.
    #[inline]
    fn turned_over(&self) -> Position {
        let mut next = *self;
        next.side_to_move = !self.side_to_move;
        next.key ^= zobrist::black_to_move();
        if let Some(square) = self.en_passant {
            next.en_passant = None;
            next.key ^= zobrist::en_passant(square.file());
        }
        // Counters stay where a FEN can still tell them.
        next.halfmove_clock = (self.halfmove_clock + 1).min(LARGEST_COUNTER);
        let black_moved = u16::from(self.side_to_move == Side::Black);
        next.fullmove_number = (self.fullmove_number + black_moved).min(LARGEST_COUNTER);
        next
    }

    /// The position after doing nothing. Not a legal move, but a question that a search asks; `None`
    /// in check, where the answer would be no position at all.
    pub fn pass(&self) -> Option<Position> {
        (!self.in_check()).then(|| self.turned_over())
    }

    /// The key after a legal move, as long as it changes nothing but what stands on its two squares: castling, taking en passant, and what
    /// cannot be castled or taken en passant any more are not in it.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let role = self.board.role_on_occupied(from);
        let mut key = self.key ^ zobrist::black_to_move();
        key ^= zobrist::piece(us, role, from);
        key ^= zobrist::piece(us, mv.promotion().unwrap_or(role), to);
        if self.board.side(!us).has(to) {
            key ^= zobrist::piece(!us, self.board.role_on_occupied(to), to);
        }
        key
    }

    fn castle(&self, king: Square, rook: Square) -> Position {
        let us = self.side_to_move;
        let (king_to, rook_to) = castling_squares(us, king, rook);
        let mut next = self.turned_over();
        next.toggle(king, us, Role::King);
        next.toggle(rook, us, Role::Rook);
        next.toggle(king_to, us, Role::King);
        next.toggle(rook_to, us, Role::Rook);
        next.lose_castling(Bitboard::rank(Rank::First.seen_by(us)));
        next
    }

    /// What is special about a pawn's move: it resets the clock, takes en passant, and can be
    /// taken so.
    #[inline]
    fn after_pawn_move(&self, next: &mut Position, from: Square, to: Square) {
        let us = self.side_to_move;
        next.halfmove_clock = 0;
        let behind = Square::masked((from.index() + to.index()) as u32 / 2);
        if self.en_passant == Some(to) {
            let taken = Bitboard::of(to).forward(!us);
            next.toggle(Square::masked(taken.0.trailing_zeros()), !us, Role::Pawn);
        } else if from.index().abs_diff(to.index()) == 16 && next.can_take_en_passant(behind) {
            next.en_passant = Some(behind);
            next.key ^= zobrist::en_passant(behind.file());
        }
    }
}

impl Rules for Position {
    type Move = Move;
    type Illegal = Illegal;
    type Ending = Ending;

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        match self.ending(self.can_move()) {
            Some(outcome) => Err(Illegal::GameOver(outcome.reason)),
            None if self.moves().contains(&mv) => Ok(()),
            None => Err(crate::illegal::reason(self, mv)),
        }
    }

    #[inline]
    fn play(&self, mv: Move) -> Position {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        if self.board.side(us).has(to) {
            return self.castle(from, to);
        }
        let mut next = self.turned_over();
        let role = self.board.role_on_occupied(from);
        if self.board.side(!us).has(to) {
            next.toggle(to, !us, self.board.role_on_occupied(to));
            next.halfmove_clock = 0;
        }
        next.toggle(from, us, role);
        next.toggle(to, us, mv.promotion().unwrap_or(role));
        if role == Role::Pawn {
            self.after_pawn_move(&mut next, from, to);
        }
        let mut lost = Bitboard::of(from) | Bitboard::of(to);
        if role == Role::King {
            lost |= Bitboard::rank(Rank::First.seen_by(us));
        }
        next.lose_castling(lost);
        next
    }
}

impl Perfect for Position {
    type Moves = MoveList;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    fn moves(&self) -> MoveList {
        self.list(Kind::All)
    }

    fn ending(&self, can_move: bool) -> Option<Outcome<Ending>> {
        if !can_move {
            Some(if self.in_check() {
                let verdict = Verdict::won_by(!self.side_to_move);
                Outcome { verdict, reason: Ending::Checkmate }
            } else {
                Outcome { verdict: Verdict::Draw, reason: Ending::Stalemate }
            })
        } else if self.insufficient_material() {
            Some(Outcome { verdict: Verdict::Draw, reason: Ending::InsufficientMaterial })
        } else {
            None
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.count()
    }
}

/// The start of a game.
impl Default for Position {
    fn default() -> Position {
        Position::standard()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.to_setup())
    }
}
