//! Why a move is not legal, in words for people.

use crate::attacks::{attackers, attacks, between, pawn_attacks};
use crate::bitboard::Bitboard;
use crate::generate::castling_squares;
use crate::moves::Move;
use crate::position::{Ending, Position};
use crate::role::{Piece, Role};
use crate::square::{File, Rank, Square};
use game::{Perfect, Side};

/// Why a move is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// The game is over.
    #[error("The game is over: {0}")]
    GameOver(Ending),
    /// The square that the move starts from is empty.
    #[error("There is no piece on {0}")]
    NoPiece(Square),
    /// The piece belongs to the other side.
    #[error("The {1} on {0} is not yours: it is {side}'s move", side = !.1.side)]
    NotYourPiece(Square, Piece),
    /// The move ends where it began.
    #[error("Illegal {0} move: it must go to another square than {1}")]
    NoStep(Role, Square),
    /// A piece of the same side stands on the target.
    #[error("Illegal {0} move: your own {1} stands on {2}")]
    OwnPieceInTheWay(Role, Role, Square),
    /// A king cannot be taken.
    #[error("Illegal {0} move: a king cannot be taken")]
    TakesKing(Role),
    /// The pieces of this role do not move like that.
    #[error("Illegal {0} move: a {0} cannot go from {1} to {2}")]
    NotHowItMoves(Role, Square, Square),
    /// Another piece stands on the way.
    #[error("Illegal {0} move: the way from {1} to {2} is blocked on {3}")]
    PathBlocked(Role, Square, Square, Square),
    /// A pawn moves straight ahead only onto an empty square.
    #[error("Illegal pawn move: {0} is taken, and pawns capture diagonally")]
    PawnBlocked(Square),
    /// A pawn moves diagonally only to capture.
    #[error("Illegal pawn move: there is nothing to take on {0}")]
    NothingToTake(Square),
    /// The king is in check and the move does not help.
    #[error("Illegal {0} move: your king is in check")]
    StillInCheck(Role),
    /// The piece shields the king.
    #[error("Illegal {0} move: it would leave your king in check")]
    ExposesKing(Role),
    /// The king would step onto an attacked square.
    #[error("Illegal king move: {0} is attacked")]
    IntoCheck(Square),
    /// King or rook have moved before.
    #[error("Illegal castling: the king or that rook has moved before")]
    CastlingRightsLost,
    /// No castling out of check.
    #[error("Illegal castling: your king is in check")]
    CastlingInCheck,
    /// Something stands between king, rook and their new places.
    #[error("Illegal castling: {0} is not empty")]
    CastlingBlocked(Square),
    /// The king would pass over or arrive on an attacked square.
    #[error("Illegal castling: your king would pass through check on {0}")]
    CastlingThroughCheck(Square),
    /// A pawn that reaches the last rank must become something.
    #[error("Say what the pawn becomes on {0}: a queen, rook, bishop or knight")]
    PromotionMissing(Square),
    /// A pawn cannot become a king or a pawn.
    #[error("A pawn becomes a queen, rook, bishop or knight, not a {0}")]
    WrongPromotion(Role),
    /// Only a pawn that reaches the last rank becomes something.
    #[error("Nothing is promoted here: only a pawn that reaches the last rank is")]
    NoPromotion,
}

/// Why `mv`, which is not among the legal moves of a game that goes on, is illegal.
pub fn reason(position: &Position, mv: Move) -> Illegal {
    let board = position.board();
    let us = position.side_to_move();
    let (from, to) = (mv.from(), mv.to());
    let Some(piece) = board.piece(from) else { return Illegal::NoPiece(from) };
    if piece.side != us {
        return Illegal::NotYourPiece(from, piece);
    }
    let role = piece.role;
    if from == to {
        return Illegal::NoStep(role, from);
    }
    let target = board.piece(to);
    if role == Role::King
        && mv.promotion().is_none()
        && let Some(rook) = castling_meant(position, from, to)
    {
        return rook.map_or_else(|lost| lost, |rook| castling(position, from, rook));
    }
    match target {
        Some(own) if own.side == us => return Illegal::OwnPieceInTheWay(role, own.role, to),
        Some(Piece { role: Role::King, .. }) => return Illegal::TakesKing(role),
        _ => {}
    }
    let obstacle =
        if role == Role::Pawn { pawn(position, from, to) } else { piece_move(position, piece, mv) };
    obstacle.or_else(|| promotion(us, role, mv)).unwrap_or_else(|| unsafe_king(position, role, mv))
}

/// Whether a king's move means castling, and with which rook: onto a rook that may castle, or to where
/// castling would take it. Two steps from the usual square mean castling even when no rook can.
fn castling_meant(
    position: &Position,
    king: Square,
    to: Square,
) -> Option<Result<Square, Illegal>> {
    let us = position.side_to_move();
    let back = Rank::First.seen_by(us);
    if king.rank() != back || to.rank() != back {
        return None;
    }
    let rooks = position.castling_rooks() & position.board().side(us);
    if rooks.has(to) {
        return Some(Ok(to));
    }
    let rook = rooks.into_iter().find(|&rook| castling_squares(us, king, rook).0 == to);
    let two_steps = king.index().abs_diff(to.index()) == 2;
    let castles = two_steps && (rook.is_some() || king.file() == File::E);
    castles.then(|| rook.ok_or(Illegal::CastlingRightsLost))
}

fn castling(position: &Position, king: Square, rook: Square) -> Illegal {
    let us = position.side_to_move();
    let (king_to, rook_to) = castling_squares(us, king, rook);
    let king_path = between(king, king_to) | Bitboard::of(king_to);
    let rook_path = between(rook, rook_to) | Bitboard::of(rook_to);
    let movers = Bitboard::of(king) | Bitboard::of(rook);
    let others = position.board().occupied().without(movers);
    if let Some(square) = nearest(king, (king_path | rook_path) & others) {
        return Illegal::CastlingBlocked(square);
    }
    if position.in_check() {
        return Illegal::CastlingInCheck;
    }
    let attacked = |square: &Square| attackers(position.board(), *square, !us, others).any();
    Illegal::CastlingThroughCheck(king_path.into_iter().find(attacked).unwrap_or(king_to))
}

/// Of squares on one line with another, the one that is nearest to it.
fn nearest(from: Square, squares: Bitboard) -> Option<Square> {
    squares.into_iter().min_by_key(|square| square.index().abs_diff(from.index()))
}

/// What keeps a pawn from going there, the king's safety aside.
fn pawn(position: &Position, from: Square, to: Square) -> Option<Illegal> {
    let us = position.side_to_move();
    let occupied = position.board().occupied();
    let once = Bitboard::of(from).forward(us);
    let twice =
        if from.rank() == Rank::Second.seen_by(us) { once.forward(us) } else { Bitboard::EMPTY };
    if once.has(to) {
        return occupied.has(to).then_some(Illegal::PawnBlocked(to));
    }
    if twice.has(to) {
        return nearest(from, occupied & (once | twice)).map(Illegal::PawnBlocked);
    }
    if pawn_attacks(us, from).has(to) {
        let takes = occupied.has(to) || position.en_passant() == Some(to);
        return (!takes).then_some(Illegal::NothingToTake(to));
    }
    Some(Illegal::NotHowItMoves(Role::Pawn, from, to))
}

/// What keeps another piece from going there, the king's safety aside.
fn piece_move(position: &Position, piece: Piece, mv: Move) -> Option<Illegal> {
    let (role, from, to) = (piece.role, mv.from(), mv.to());
    let occupied = position.board().occupied();
    if attacks(piece, from, occupied).has(to) {
        None
    } else if attacks(piece, from, Bitboard::EMPTY).has(to) {
        let obstacle = nearest(from, between(from, to) & occupied);
        obstacle.map(|square| Illegal::PathBlocked(role, from, to, square))
    } else {
        Some(Illegal::NotHowItMoves(role, from, to))
    }
}

fn promotion(us: Side, role: Role, mv: Move) -> Option<Illegal> {
    let promotes = role == Role::Pawn && mv.to().rank() == Rank::Eighth.seen_by(us);
    match mv.promotion() {
        None => promotes.then_some(Illegal::PromotionMissing(mv.to())),
        Some(_) if !promotes => Some(Illegal::NoPromotion),
        Some(role @ (Role::King | Role::Pawn)) => Some(Illegal::WrongPromotion(role)),
        Some(_) => None,
    }
}

/// The piece can go there, so it must be the king that forbids it.
fn unsafe_king(position: &Position, role: Role, mv: Move) -> Illegal {
    if role == Role::King {
        Illegal::IntoCheck(mv.to())
    } else if position.in_check() {
        Illegal::StillInCheck(role)
    } else {
        Illegal::ExposesKing(role)
    }
}
