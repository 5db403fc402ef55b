//! Random positions, and a second way to find the moves: slow, obvious, and square by square.

#![allow(dead_code)]

use checkers::{Piece, Position, Rank, Setup, Square};
use game::{Perfect, Side};
use proptest::prelude::*;

pub fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

pub fn position(fen: &str) -> Position {
    fen.parse::<Setup>().unwrap().position().unwrap()
}

/// The paths of all legal moves, sorted.
pub fn paths(position: &Position) -> Vec<String> {
    let mut paths: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
    paths.sort();
    paths
}

fn piece() -> impl Strategy<Value = Option<Piece>> {
    let of = |side, rank| Just(Some(Piece { side, rank }));
    prop_oneof![
        6 => Just(None),
        2 => of(Side::White, Rank::Man),
        2 => of(Side::Black, Rank::Man),
        1 => of(Side::White, Rank::King),
        1 => of(Side::Black, Rank::King),
    ]
}

pub fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::White), Just(Side::Black)]
}

/// Any board, valid or not, but with one piece at most on a square.
pub fn setups() -> impl Strategy<Value = Setup> {
    (prop::collection::vec(piece(), 32), side()).prop_map(|(pieces, side)| {
        Square::all()
            .zip(pieces)
            .fold(Setup::empty(side), |setup, (square, piece)| setup.with(square, piece))
    })
}

/// Valid positions of all kinds, most of which would hardly come up in play.
pub fn positions() -> impl Strategy<Value = Position> {
    setups().prop_filter_map("not valid", |setup| {
        let valid = |piece: Piece, square: Square| {
            let far = if piece.side == Side::White { 7 } else { 0 };
            piece.rank == Rank::King || square.rank() != far
        };
        let mut tame = Setup::empty(setup.side_to_move);
        for square in Square::all() {
            match setup.piece_at(square) {
                Some(piece) if valid(piece, square) && tame.pieces(piece.side).count() < 12 => {
                    tame = tame.with(square, Some(piece));
                }
                _ => {}
            }
        }
        tame.position().ok()
    })
}

/// The moves by the letter of the rules.
pub fn obvious_paths(position: &Position) -> Vec<String> {
    let mut jumps = Vec::new();
    let mut steps = Vec::new();
    for from in position.pieces(position.side_to_move()).iter() {
        let piece = position.piece_at(from).unwrap();
        let lifted = position.setup().with(from, None);
        jump_on(&lifted, piece, &mut vec![from], &mut jumps);
        for (dx, dy) in ways(piece) {
            if let Some(to) = offset(from, dx, dy).filter(|&to| lifted.piece_at(to).is_none()) {
                steps.push(format!("{from}-{to}"));
            }
        }
    }
    let mut moves = if jumps.is_empty() { steps } else { jumps };
    moves.sort();
    moves
}

fn ways(piece: Piece) -> Vec<(i8, i8)> {
    let ahead = if piece.side == Side::White { 1 } else { -1 };
    match piece.rank {
        Rank::Man => vec![(-1, ahead), (1, ahead)],
        Rank::King => vec![(-1, ahead), (1, ahead), (-1, -ahead), (1, -ahead)],
    }
}

fn offset(square: Square, dx: i8, dy: i8) -> Option<Square> {
    let file = square.file().checked_add_signed(dx)?;
    Square::at(file, square.rank().checked_add_signed(dy)?)
}

fn jump_on(board: &Setup, piece: Piece, path: &mut Vec<Square>, jumps: &mut Vec<String>) {
    let at = *path.last().unwrap();
    let mut stuck = true;
    for (dx, dy) in ways(piece) {
        let Some(over) = offset(at, dx, dy) else { continue };
        let Some(to) = offset(at, 2 * dx, 2 * dy) else { continue };
        let jumpable = board.piece_at(over).is_some_and(|other| other.side != piece.side);
        if jumpable && board.piece_at(to).is_none() {
            stuck = false;
            path.push(to);
            jump_on(&board.with(over, None), piece, path, jumps);
            path.pop();
        }
    }
    if stuck && path.len() > 1 {
        jumps.push(path.iter().map(ToString::to_string).collect::<Vec<_>>().join("x"));
    }
}
