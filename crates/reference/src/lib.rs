//! Finds the reference data that tests and benchmarks compare with.
//!
//! The files live beside the project, in `../shared/data`, and are not part of it. A test that wants one is
//! `#[ignore = "needs reference data"]`; `scripts/test` runs these where the files are there and counts
//! them where not. What a fresh clone must be able to check stands in the tests themselves.

use std::path::Path;

/// The text of a reference file such as `chess/perft.epd`.
///
/// # Panics
/// If there is none: only tests that were asked to use reference data come here.
pub fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    std::fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("no reference file {name} in ../shared/data: {error}"))
}
