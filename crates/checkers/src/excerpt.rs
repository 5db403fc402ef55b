//! Text from outside, cut to a length that fits an error message.

const LONGEST: usize = 24;

/// The beginning of `text`, with an ellipsis where something was cut off.
pub(crate) fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
