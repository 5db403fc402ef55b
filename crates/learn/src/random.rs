//! Random numbers that a seed fixes.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The numbers of one game or one draw of a run.
#[derive(Debug, Clone)]
pub struct Numbers(ChaCha8Rng);

impl Numbers {
    /// What the numbers are for (`purpose`) and the number of the game give streams of their own.
    pub fn new(seed: u64, purpose: u64, number: u64) -> Numbers {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&purpose.to_le_bytes());
        let mut numbers = ChaCha8Rng::from_seed(key);
        numbers.set_stream(number);
        Numbers(numbers)
    }

    /// Below `count`, which is not 0. The bias of the remainder is below 2^-50 for the counts of moves.
    pub fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count.max(1) as u64) as usize
    }

    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// From 0 to 1.
    pub fn fraction(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / (1 << 24) as f32
    }

    /// Gamma distributed, with this shape and a scale of 1 (Marsaglia and Tsang).
    pub fn gamma(&mut self, shape: f32) -> f32 {
        if shape < 1.0 {
            let power = (1.0 - self.fraction()).powf(1.0 / shape);
            return self.gamma(shape + 1.0) * power;
        }
        // A cube of a normal number, accepted with the ratio of the densities.
        let scale = shape - 1.0 / 3.0;
        let deviation = 1.0 / (9.0 * scale).sqrt();
        loop {
            let normal = self.normal();
            let cube = (1.0 + deviation * normal).powi(3);
            let height = (1.0 - self.fraction()).ln();
            let ratio = 0.5 * normal * normal + scale * (1.0 - cube + cube.ln());
            if cube > 0.0 && height < ratio {
                return scale * cube;
            }
        }
    }

    /// Normally distributed, with a deviation of 1.
    pub fn normal(&mut self) -> f32 {
        let radius = (-2.0 * (1.0 - f64::from(self.fraction())).ln()).sqrt();
        (radius * (std::f64::consts::TAU * f64::from(self.fraction())).cos()) as f32
    }
}
