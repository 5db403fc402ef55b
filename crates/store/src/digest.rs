//! What is kept of a secret.

use sha2::{Digest as _, Sha256};
use std::fmt::{self, Write};

/// The SHA-256 digest of a token or an invitation. The secrets themselves are long and random, so
/// that a plain digest cannot be guessed backwards, and are kept nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of no secret: a seat with it is taken for good. Its game is listed only to a caller who
    /// asks for the games of this digest.
    pub const NOBODY: Digest = Digest([0; 32]);

    /// The digest of a secret.
    pub fn of(secret: &str) -> Digest {
        Digest(Sha256::digest(secret.as_bytes()).into())
    }

    /// As it is stored.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// As nodes tell each other.
    pub fn hex(&self) -> String {
        self.0.iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }

    /// As they were told; `None` when it is no digest.
    pub fn from_hex(hex: &str) -> Option<Digest> {
        let byte = |place| u8::from_str_radix(hex.get(2 * place..2 * place + 2)?, 16).ok();
        let bytes: Vec<u8> = (0..hex.len().div_ceil(2)).map(byte).collect::<Option<_>>()?;
        Digest::from_bytes(&bytes)
    }

    /// As it was stored; `None` when it is no digest.
    pub fn from_bytes(bytes: &[u8]) -> Option<Digest> {
        bytes.try_into().ok().map(Digest)
    }
}

/// Digests stay out of logs too: they tell who is who.
impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Digest(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;

    #[test]
    fn a_digest_is_the_published_one_and_does_not_show_itself() {
        let bytes = Digest::of("abc");
        assert_eq!(bytes.bytes()[..4], [0xba, 0x78, 0x16, 0xbf]);
        assert_eq!(Digest::from_bytes(bytes.bytes()), Some(bytes));
        assert_eq!(Digest::from_bytes(&[1, 2]), None);
        assert_eq!(Digest::from_hex(&bytes.hex()), Some(bytes));
        for wrong in ["", "ba7", "zz"] {
            assert_eq!(Digest::from_hex(wrong), None);
        }
        assert_eq!(format!("{bytes:?}"), "Digest(..)");
    }
}
