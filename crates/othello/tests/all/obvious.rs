//! The rules as a person applies them: square by square along each line. Slow, and the judge of
//! everything that is fast.

#![allow(dead_code)]

use game::{Perfect, Side};
use othello::{Direction, Move, Position, Rows, Size, Square, Squares, SquaresOf, Word};
use proptest::prelude::*;

/// The opponent's discs between the square and the mover's next disc, in one direction.
fn turned_along<const N: usize>(
    position: Position<N>,
    square: Square,
    direction: Direction,
) -> Vec<Square>
where
    Rows<N>: Size,
{
    let mover = position.side_to_move();
    let mut run = Vec::new();
    for next in Position::<N>::walk(square, direction).skip(1) {
        match position.contents(next) {
            None => return Vec::new(),
            Some(side) if side == mover => return run,
            Some(_) => run.push(next),
        }
    }
    Vec::new()
}

/// What a disc on the square turns over: nothing if it may not be placed.
pub fn turned<const N: usize>(position: Position<N>, square: Square) -> SquaresOf<N>
where
    Rows<N>: Size,
{
    if !Position::<N>::BOARD.contains(square) || position.contents(square).is_some() {
        return Squares::NONE;
    }
    Direction::ALL.into_iter().flat_map(|way| turned_along(position, square, way)).collect()
}

/// Where the side to move may place a disc.
pub fn places<const N: usize>(position: Position<N>) -> SquaresOf<N>
where
    Rows<N>: Size,
{
    let squares = Position::<N>::BOARD.into_iter();
    squares.filter(|&square| !turned(position, square).is_empty()).collect()
}

/// The same discs with the other side to move.
pub fn passed<const N: usize>(position: Position<N>) -> Position<N>
where
    Rows<N>: Size,
{
    let discs = |side| position.discs(side);
    Position::new(discs(Side::Black), discs(Side::White), !position.side_to_move())
}

/// The legal moves.
pub fn moves<const N: usize>(position: Position<N>) -> Vec<Move>
where
    Rows<N>: Size,
{
    let places: Vec<Move> = places(position).into_iter().map(Move::Place).collect();
    if places.is_empty() && !self::places(passed(position)).is_empty() {
        return vec![Move::Pass];
    }
    places
}

/// The position after a legal move.
pub fn play<const N: usize>(position: Position<N>, mv: Move) -> Position<N>
where
    Rows<N>: Size,
{
    passed(match mv {
        Move::Place(square) => position
            .with_turned(turned(position, square))
            .with_disc(square, position.side_to_move()),
        Move::Pass => position,
    })
}

/// Lines of play, a finished game counting as one.
pub fn perft<const N: usize>(position: Position<N>, depth: u32) -> u64
where
    Rows<N>: Size,
{
    if depth == 0 {
        return 1;
    }
    let moves = moves(position);
    if moves.is_empty() {
        return 1;
    }
    moves.into_iter().map(|mv| perft(play(position, mv), depth - 1)).sum()
}

/// Any arrangement of discs, from nearly empty boards to nearly full ones.
pub fn arrangement<const N: usize>() -> impl Strategy<Value = Position<N>>
where
    Rows<N>: Size,
{
    (any::<[u128; 4]>(), 0..4, any::<bool>()).prop_map(|([colours, a, b, c], density, black)| {
        let occupied = match density {
            0 => a & b & c,
            1 => a & b,
            2 => a | b,
            _ => a | b | c,
        };
        let side = if black { Side::Black } else { Side::White };
        let discs = |set| Squares(set & u128::ALL).in_word();
        Position::new(discs(occupied & colours), discs(occupied & !colours), side)
    })
}
