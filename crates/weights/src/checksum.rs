//! Fletcher's checksum over words of 32 bits.
//!
//! Two sums modulo 2^32 - 1: that of the words, and that of all the sums on the way. It notices every change of
//! a single byte, and where in the file a word stands. Decided against: CRC-32, byte by byte. The
//! compiler, which interprets, needs 1.8 s for that of Othello's 250 kB, and 0.5 s for this one.

const MODULUS: u64 = u32::MAX as u64;
/// So many words can be added up before the sums overflow.
const BLOCK: usize = 1 << 15;

/// The last word is filled up with zeros.
pub const fn fletcher64(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<4>();
    let (mut sum, mut sums) = (0, 0);
    let mut at = 0;
    while at < words.len() {
        let end = if words.len() - at < BLOCK { words.len() } else { at + BLOCK };
        while at < end {
            sum += u32::from_le_bytes(words[at]) as u64;
            sums += sum;
            at += 1;
        }
        sum %= MODULUS;
        sums %= MODULUS;
    }
    let mut last = [0; 4];
    let mut i = 0;
    while i < rest.len() {
        last[i] = rest[i];
        i += 1;
    }
    if !rest.is_empty() {
        sum = (sum + u32::from_le_bytes(last) as u64) % MODULUS;
        sums = (sums + sum) % MODULUS;
    }
    sums << 32 | sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_checksums_are_met() {
        assert_eq!(fletcher64(b"abcde"), 0xc8c6_c527_6463_62c6);
        assert_eq!(fletcher64(b"abcdef"), 0xc8c7_2b27_6463_c8c6);
        assert_eq!(fletcher64(b"abcdefgh"), 0x312e_2b28_ccca_c8c6);
    }

    #[test]
    fn sums_do_not_overflow_however_long_the_file_is() {
        let plain = |bytes: &[u8]| {
            let (mut sum, mut sums) = (0u64, 0u64);
            for word in bytes.as_chunks::<4>().0 {
                sum = (sum + u64::from(u32::from_le_bytes(*word))) % MODULUS;
                sums = (sums + sum) % MODULUS;
            }
            sums << 32 | sum
        };
        for words in [BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            let bytes: Vec<u8> = (0..4 * words).map(|i| 255 - (i % 7) as u8).collect();
            assert_eq!(fletcher64(&bytes), plain(&bytes), "{words}");
        }
    }
}
