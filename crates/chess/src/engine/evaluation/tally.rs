//! The terms that apply to a position, summed up for the middle game and for the endgame at once.

use super::terms::COUNT;
use super::weights::WEIGHTS;

/// Two numbers in one, for the middle game and for the endgame, that are added and multiplied at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Packed(i32);

impl Packed {
    /// Both numbers.
    pub const fn new(middle: i32, end: i32) -> Packed {
        Packed((middle << 16) + end)
    }

    /// The one for the middle game.
    #[inline]
    pub const fn middle(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }

    /// The one for the endgame.
    #[inline]
    pub const fn end(self) -> i32 {
        self.0 as i16 as i32
    }
}

impl std::ops::Add for Packed {
    type Output = Packed;
    #[inline]
    fn add(self, other: Packed) -> Packed {
        Packed(self.0.wrapping_add(other.0))
    }
}

impl std::ops::Sub for Packed {
    type Output = Packed;
    #[inline]
    fn sub(self, other: Packed) -> Packed {
        Packed(self.0.wrapping_sub(other.0))
    }
}

static PACKED: [Packed; COUNT] = {
    let mut packed = [Packed(0); COUNT];
    let mut term = 0;
    while term < COUNT {
        packed[term] = Packed::new(WEIGHTS[term][0] as i32, WEIGHTS[term][1] as i32);
        term += 1;
    }
    packed
};

/// The terms that apply to one side: the sum of their weights.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally(pub Packed);

impl Tally {
    /// A term applies so many times.
    #[inline]
    pub fn add(&mut self, term: usize, times: i32) {
        self.0 = Packed(self.0.0.wrapping_add(PACKED[term].0.wrapping_mul(times)));
    }
}
