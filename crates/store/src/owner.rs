//! What is kept of an owner beside its seats: how it wants to be called, and what it takes over to another browser.
//!
//! A token is kept nowhere, so what hands one over is kept sealed: only the code opens it, and of the code only the digest is here.

use crate::Digest;

/// What a code hands over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handover {
    pub owner: Digest,
    /// The digest of the code.
    pub code: Digest,
    /// What the code opens; the log does not look into it.
    pub sealed: Vec<u8>,
    /// From when to when it can be taken, in milliseconds since 1970.
    pub now: u64,
    pub until: u64,
}

/// What was handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenOver {
    pub owner: Digest,
    pub sealed: Vec<u8>,
}
