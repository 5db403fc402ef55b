//! Golden transcripts: the real binary, words in, text out. `TRYCMD=overwrite cargo test -p tablero`
//! writes them anew.

#[test]
fn the_binary_says_what_its_transcripts_say() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("tests/cmd/*.toml");
}
