//! Progress of long commands: on standard error, and only where that is a terminal. What goes into a pipe is never mixed with it.

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::Duration;

/// How often a bar is drawn while nothing happens, so that times go on and the first step is not waited for.
const TICK: Duration = Duration::from_millis(200);

/// So many games, positions or the like; what there is to say of them so far begins with a comma.
pub const COUNTED: &str = "{bar:30} {pos}/{len}{msg}, {left}";
/// Files or games that are read or written.
pub const FILES: &str = "{wide_bar} {pos} of {len}";
/// Work of which nobody knows how much it is.
pub const UNKNOWN: &str = "{spinner} {msg}, {elapsed}";

/// A bar for so many steps. A template may say `{left}`: how long it takes yet, or has taken while that cannot be known.
pub fn bar(steps: u64, template: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("left", left);
    let bar = ProgressBar::new(steps).with_style(style);
    if !bar.is_hidden() {
        bar.enable_steady_tick(TICK);
    }
    bar
}

fn left(state: &ProgressState, out: &mut dyn Write) {
    let (time, word) =
        if state.pos() == 0 { (state.elapsed(), "") } else { (state.eta(), " left") };
    // A bar that cannot be drawn is no reason to end the work.
    let _ = write!(out, "{:#}{word}", HumanDuration(time));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_can_be_read() {
        for template in [COUNTED, FILES, UNKNOWN] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}
