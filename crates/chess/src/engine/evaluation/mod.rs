//! What a chess position is worth by terms made by hand: the first teacher of the network by which the engine plays.
//!
//! Terms apply to a side some number of times, each has a weight for the middle game and one for the
//! endgame, and how far the game has come blends the two. The weights are data (`weights.bin`), fitted
//! to 616,136 positions of games that the engine played against itself by them. Nothing plays by them any more, so they stay as they are.

mod board;
mod pawns;
mod pieces;
mod pressure;
mod scale;
mod tally;
mod terms;
mod weights;

use crate::attacks::king_attacks;
use crate::{Position, Role};
use board::{Attacks, View};
use game::{Pair, Perfect, Side};
use tally::{Packed, Tally};
use terms::TEMPO;

/// How much of the middle game is left when nothing has been exchanged.
const OPENING: i32 = 24;
/// A scale of so much leaves the endgame as it is.
const WHOLE: i32 = 128;

/// What danger is divided by: its square in the middle game, danger itself in the endgame.
const DANGER_DIVISORS: (i32, i32) = (720, 20);

/// What a danger costs: in the middle game by its square.
fn cost(danger: Packed) -> Packed {
    let (middle, end) = (danger.middle().max(0), danger.end().max(0));
    Packed::new((middle * middle / DANGER_DIVISORS.0).min(2000), end / DANGER_DIVISORS.1)
}

/// Blends middle game and endgame.
#[inline]
fn blend(middle: i32, end: i32, phase: i32, scale: i32) -> i32 {
    (middle * phase * WHOLE + end * (OPENING - phase) * scale) / (OPENING * WHOLE)
}

/// What the position is worth for the side to move, in hundredths of a pawn.
pub fn evaluate(position: &Position) -> i32 {
    let view = View::new(position);
    let pawns = Pair::from_fn(|side| pawns::pawns(&view, side));
    let mut all = Pair::from_fn(|side| {
        let mut attacks = Attacks::default();
        attacks.attack(Role::King, king_attacks(view.king[side]));
        attacks.attack(Role::Pawn, view.pawn_attacks[side]);
        attacks.twice |= twice_by_pawns(&view, side);
        attacks
    });
    let mut sides = pawns.map(|pawns| pawns.tally);
    let mut dangers = pawns.map(|pawns| pawns.danger);
    for us in [Side::White, Side::Black] {
        pieces::pieces(&view, us, &mut all[us], &mut sides[us]);
    }
    for us in [Side::White, Side::Black] {
        side(&view, us, pawns[us].passed, &all, &mut sides[us], &mut dangers[us]);
    }
    sides[position.side_to_move()].add(TEMPO.at(0), 1);
    let mut total = sides.white.0 - sides.black.0;
    total = total - cost(dangers.white.0) + cost(dangers.black.0);
    let scale = scale::scale(position, total.end());
    let score = blend(total.middle(), total.end(), phase(position), scale);
    if position.side_to_move() == Side::White { score } else { -score }
}

#[inline]
fn twice_by_pawns(view: &View<'_>, side: Side) -> crate::Bitboard {
    let ahead = view.pawns[side].forward(side);
    ahead.east() & ahead.west()
}

#[inline]
fn side(
    view: &View<'_>,
    us: Side,
    passed: crate::Bitboard,
    all: &Pair<Attacks>,
    tally: &mut Tally,
    danger: &mut Tally,
) {
    pressure::passed(view, us, passed, all, tally);
    pressure::threats(view, us, all, tally);
    pressure::space(view, us, all, tally);
    pressure::danger(view, us, all, tally, danger);
}

/// How much of the middle game is left: 24 with all pieces on the board, 0 with none.
#[inline]
fn phase(position: &Position) -> i32 {
    let count = |role| position.board().role(role).count() as i32;
    let left =
        count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
    left.min(OPENING)
}
