//! Text from outside, cut short before it is repeated in a message.

/// The first characters of a text, for an error message.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
