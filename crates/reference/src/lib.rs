//! Finds the reference data that tests and benchmarks compare with.
//!
//! The files live beside the project, in `../shared/data`, and are not part of it. A test that wants
//! one asks here and is skipped, saying so, where the file is not there; what a fresh clone must be
//! able to check stands in the tests themselves.

use std::path::Path;

/// The text of a reference file such as `chess/perft.epd`, or `None` with a note on standard error.
pub fn read(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let text = std::fs::read_to_string(path).ok();
    if text.is_none() {
        eprintln!("skipped: there is no reference file {name} in ../shared/data");
    }
    text
}
