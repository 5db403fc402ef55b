//! Golden transcripts: the real binary, words in, text out. `TRYCMD=overwrite cargo test -p tablero`
//! writes those that have changed.

#[test]
fn the_binary_says_what_its_transcripts_say() {
    // Neither the language nor the width of the window in which the tests run counts.
    trycmd::TestCases::new()
        .env("LC_ALL", "C")
        .env("COLUMNS", "100")
        .case("tests/cmd/*.md")
        .case("tests/cmd/*.toml");
}
