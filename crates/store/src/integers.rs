//! Numbers as databases keep them: their integers have a sign.

/// Numbers beyond do not occur and would not be found.
pub fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
