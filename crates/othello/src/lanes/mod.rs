//! Where a disc may be placed and which discs it turns over: the two functions on plain words that everything else here is made of.
//!
//! A program that plays millions of positions a second calls them itself; for all others there is
//! [`Position`](crate::Position).
//!
//! A square is a bit, `a1` the lowest, and a step in a direction is a shift: by 1 along a row, 8
//! along a column, 7 and 9 along the diagonals, to the left for four of the directions and to the
//! right for the opposite four. Several shifts stand side by side in a vector: eight where the program is built for
//! processors with AVX-512, four or as many as there are elsewhere. Tests hold both to be equal, and the rules to be
//! what walking the board square by square finds.
//!
//! Boards of 4 and 6 rows need nothing of their own; that of 10 rows is in `wide.rs`. Squares beyond
//! the edge hold no disc, so no line of discs crosses them; only the empty squares beyond the edge must
//! be masked by the caller of `places`.

#[cfg(target_feature = "avx512f")]
mod eight;
mod four;

#[cfg(target_feature = "avx512f")]
pub use eight::places;
#[cfg(not(target_feature = "avx512f"))]
pub use four::places;
pub use four::turned;
