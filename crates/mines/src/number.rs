//! The numbers that count placements: big integers for exact answers, floating point for speed.

use num_bigint::BigUint;

/// A number that counts placements.
pub(crate) trait Number: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    fn is_zero(&self) -> bool;
    /// Adds `number * times`.
    fn add_times(&mut self, number: &Self, times: u32);
    /// Adds `one * other`.
    fn add_product(&mut self, one: &Self, other: &Self);
    /// Divides numbers that have become large by a power of two, and says which one. Exact numbers stay
    /// as they are.
    fn rescale(numbers: &mut [Self]) -> f64;
}

impl Number for f64 {
    fn zero() -> f64 {
        0.0
    }

    fn one() -> f64 {
        1.0
    }

    fn is_zero(&self) -> bool {
        *self == 0.0
    }

    #[inline]
    fn add_times(&mut self, number: &f64, times: u32) {
        *self += number * f64::from(times);
    }

    #[inline]
    fn add_product(&mut self, one: &f64, other: &f64) {
        *self += one * other;
    }

    fn rescale(numbers: &mut [f64]) -> f64 {
        const LARGE: f64 = 1e60;
        let largest = numbers.iter().copied().fold(0.0, f64::max);
        if largest < LARGE {
            return 0.0;
        }
        for number in numbers {
            *number /= LARGE;
        }
        LARGE.ln()
    }
}

impl Number for BigUint {
    fn zero() -> BigUint {
        BigUint::ZERO
    }

    fn one() -> BigUint {
        BigUint::from(1_u32)
    }

    fn is_zero(&self) -> bool {
        *self == BigUint::ZERO
    }

    fn add_times(&mut self, number: &BigUint, times: u32) {
        if times == 1 {
            *self += number;
        } else {
            *self += number * times;
        }
    }

    fn add_product(&mut self, one: &BigUint, other: &BigUint) {
        *self += one * other;
    }

    fn rescale(_: &mut [BigUint]) -> f64 {
        0.0
    }
}
