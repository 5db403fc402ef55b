//! Four lines at a time, on any machine.
//!
//! Four shifts stand side by side in an array of four words, so
//! that the compiler makes one vector instruction of each operation where the machine has vectors
//! of four words (AVX2 has) and four plain ones where it has not: one text for both, and nothing
//! that is unsafe. The same written with the instructions of AVX2 called by name was measured and is no
//! faster; the benchmark `perft` would tell if a compiler stopped seeing the vectors.

type Lanes = [u64; 4];

/// How far one step shifts, in each of the four lanes.
const SHIFT: Lanes = [1, 7, 8, 9];

/// The columns between the outer two: a line along a row or a diagonal that goes on from an outer
/// column would wrap round to the other side of the board.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

#[inline]
fn map(lanes: Lanes, f: impl Fn(u64) -> u64) -> Lanes {
    [f(lanes[0]), f(lanes[1]), f(lanes[2]), f(lanes[3])]
}

#[inline]
fn zip(a: Lanes, b: Lanes, f: impl Fn(u64, u64) -> u64) -> Lanes {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

#[inline]
fn and(a: Lanes, b: Lanes) -> Lanes {
    zip(a, b, |a, b| a & b)
}

#[inline]
fn or(a: Lanes, b: Lanes) -> Lanes {
    zip(a, b, |a, b| a | b)
}

/// Every lane moved so many steps towards `h8`.
#[inline]
fn ahead<const STEPS: u64>(lanes: Lanes) -> Lanes {
    zip(lanes, SHIFT, |squares, shift| squares << (shift * STEPS))
}

/// Every lane moved so many steps towards `a1`.
#[inline]
fn back<const STEPS: u64>(lanes: Lanes) -> Lanes {
    zip(lanes, SHIFT, |squares, shift| squares >> (shift * STEPS))
}

#[inline]
fn union(lanes: Lanes) -> u64 {
    (lanes[0] | lanes[2]) | (lanes[1] | lanes[3])
}

/// The empty squares, those beyond the edge of a small board included, from which a line of one or
/// more of the opponent's discs leads to one of the mover's.
///
/// By parallel prefix: runs grow by one square twice and then, over pairs of discs found meanwhile,
/// by two squares twice, which makes six, the longest line there is.
#[cfg_attr(target_feature = "avx512f", allow(dead_code, reason = "tests compare it"))]
#[inline]
pub fn places(mover: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let crossed = [inner, inner, opponent, inner];

    let mut run_ahead = and(crossed, ahead::<1>([mover; 4]));
    let mut run_back = and(crossed, back::<1>([mover; 4]));
    run_ahead = or(run_ahead, and(crossed, ahead::<1>(run_ahead)));
    run_back = or(run_back, and(crossed, back::<1>(run_back)));

    let pair_ahead = and(crossed, ahead::<1>(crossed));
    let pair_back = back::<1>(pair_ahead);
    run_ahead = or(run_ahead, and(pair_ahead, ahead::<2>(run_ahead)));
    run_back = or(run_back, and(pair_back, back::<2>(run_back)));
    run_ahead = or(run_ahead, and(pair_ahead, ahead::<2>(run_ahead)));
    run_back = or(run_back, and(pair_back, back::<2>(run_back)));

    union(or(ahead::<1>(run_ahead), back::<1>(run_back))) & !(mover | opponent)
}

/// The opponent's discs that a disc of the mover's on the square turns over. The square is a number
/// below 64; higher bits are ignored.
#[inline]
pub fn turned(square: usize, mover: u64, opponent: u64) -> u64 {
    let Rays { ahead: ray_ahead, back: ray_back } = RAYS[square & 63];
    union(or(turned_ahead(ray_ahead, mover, opponent), turned_back(ray_back, mover, opponent)))
}

/// Towards `h8` the nearest square is the lowest bit. The lowest square of a ray that is not the
/// opponent's ends the run; when it is the mover's, what lies below it on the ray is turned.
#[inline]
fn turned_ahead(rays: Lanes, mover: u64, opponent: u64) -> Lanes {
    map(rays, |ray| {
        let end = ray & !opponent;
        let flank = end & end.wrapping_neg() & mover;
        flank.wrapping_sub(u64::from(flank != 0)) & ray
    })
}

/// Towards `a1` the nearest square is the highest bit, which no vector instruction isolates. The
/// mover's nearest disc is nearer than the nearest empty square when the mover's discs, read as a
/// number, are greater; then what is not in the shadow of the mover's discs is turned.
#[inline]
fn turned_back(rays: Lanes, mover: u64, opponent: u64) -> Lanes {
    let own = and(rays, [mover; 4]);
    let empty = map(rays, |ray| ray & !(mover | opponent));
    let mut shadow = or(own, back::<1>(own));
    shadow = or(shadow, back::<2>(shadow));
    shadow = or(shadow, back::<4>(shadow));
    let lit = zip(rays, shadow, |ray, shadow| ray & !shadow);
    // No ray towards `a1` contains the highest bit, so that signed numbers compare alike; vectors
    // have no other comparison.
    let flanked =
        zip(own, empty, |own, empty| if own as i64 > empty as i64 { u64::MAX } else { 0 });
    and(lit, flanked)
}

/// The squares seen from one square, itself left out, in the eight directions.
#[derive(Clone, Copy)]
struct Rays {
    ahead: Lanes,
    back: Lanes,
}

static RAYS: [Rays; 64] = {
    let mut rays = [Rays { ahead: [0; 4], back: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        // One step ahead in each lane: the columns and rows that it goes.
        rays[square].ahead =
            [ray(square, 1, 0), ray(square, -1, 1), ray(square, 0, 1), ray(square, 1, 1)];
        rays[square].back =
            [ray(square, -1, 0), ray(square, 1, -1), ray(square, 0, -1), ray(square, -1, -1)];
        square += 1;
    }
    rays
};

const fn ray(square: usize, columns: i32, rows: i32) -> u64 {
    let mut column = square as i32 % 8 + columns;
    let mut row = square as i32 / 8 + rows;
    let mut squares = 0;
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        squares |= 1 << (row * 8 + column);
        column += columns;
        row += rows;
    }
    squares
}
