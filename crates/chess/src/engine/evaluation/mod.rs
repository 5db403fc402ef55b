//! What a chess position is worth at first sight.
//!
//! Terms apply to a side some number of times, each has a weight for the middle game and one for the
//! endgame, and how far the game has come blends the two. All weights are data (`weights.bin`), fitted
//! to the outcomes of games that the engine played against itself. The same code counts the terms when
//! the weights are fitted (`Tally`), so that what is fitted is what is played.

mod board;
mod pawns;
mod pieces;
mod pressure;
mod scale;
mod tally;
pub mod terms;
mod weights;

pub use pawns::PawnCache;
pub use tally::{Packed, Tally};
pub use weights::{LAYOUT, WEIGHTS};

use crate::attacks::king_attacks;
use crate::{Position, Role};
use board::{Attacks, View};
use game::{Pair, Perfect, Side};
use pawns::{Pawns, pawns_of};
use tally::Sum;
use terms::TEMPO;

/// How much of the middle game is left when nothing has been exchanged.
pub const OPENING: i32 = 24;
/// A scale of so much leaves the endgame as it is.
pub const WHOLE: i32 = 128;

/// The terms that apply to a position.
#[derive(Debug, Clone, Copy)]
pub struct Terms<T> {
    /// What speaks for each side.
    pub sides: Pair<T>,
    /// What endangers each side's king.
    pub dangers: Pair<T>,
    /// How much of the middle game is left.
    pub phase: i32,
}

/// What danger is divided by: its square in the middle game, danger itself in the endgame.
pub const DANGER_DIVISORS: (i32, i32) = (720, 20);

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
pub fn evaluate(position: &Position, cache: &mut PawnCache) -> i32 {
    let terms = collect::<Sum>(position, |view| cache.look_up(view));
    let mut total = terms.sides.white.0 - terms.sides.black.0;
    total = total - cost(terms.dangers.white.0) + cost(terms.dangers.black.0);
    let scale = scale::scale(position, total.end());
    let score = blend(total.middle(), total.end(), terms.phase, scale);
    if position.side_to_move() == Side::White { score } else { -score }
}

/// The terms that apply to a position, tallied as the caller likes: a fit counts them.
pub fn terms_of<T: Tally>(position: &Position) -> Terms<T> {
    collect(position, |view| Pair {
        white: pawns_of(view, Side::White),
        black: pawns_of(view, Side::Black),
    })
}

/// How much of the endgame counts in a position in which white is so much ahead, of [`WHOLE`].
pub fn scale_of(position: &Position, end: i32) -> i32 {
    scale::scale(position, end)
}

#[inline]
fn collect<T: Tally>(
    position: &Position,
    pawns: impl FnOnce(&View<'_>) -> Pair<Pawns<T>>,
) -> Terms<T> {
    let view = View::new(position);
    let pawns = pawns(&view);
    let mut all = Pair::from_fn(|side| {
        let mut attacks = Attacks::default();
        attacks.attack(Role::King, king_attacks(view.king[side]));
        attacks.attack(Role::Pawn, view.pawn_attacks[side]);
        attacks.twice |= twice_by_pawns(&view, side);
        attacks
    });
    let mut sides = Pair { white: pawns.white.tally, black: pawns.black.tally };
    let mut dangers = Pair { white: pawns.white.danger, black: pawns.black.danger };
    pieces::pieces(&view, Side::White, &mut all.white, &mut sides.white);
    pieces::pieces(&view, Side::Black, &mut all.black, &mut sides.black);
    side(&view, Side::White, pawns.white.passed, &all, &mut sides.white, &mut dangers.white);
    side(&view, Side::Black, pawns.black.passed, &all, &mut sides.black, &mut dangers.black);
    sides[position.side_to_move()].add(TEMPO.at(0), 1);
    Terms { sides, dangers, phase: phase(position) }
}

#[inline]
fn twice_by_pawns(view: &View<'_>, side: Side) -> crate::Bitboard {
    let ahead = view.pawns[side].forward(side);
    ahead.east() & ahead.west()
}

#[inline]
fn side<T: Tally>(
    view: &View<'_>,
    us: Side,
    passed: crate::Bitboard,
    all: &Pair<Attacks>,
    tally: &mut T,
    danger: &mut T,
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
