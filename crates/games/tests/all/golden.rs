//! Games that were saved once and can be read for ever.
//!
//! Each `tests/golden/NAME.jsonl` is a whole game as the program wrote it, with offers, takebacks and changes of
//! players in it, and `tests/golden/NAME.txt` the scene at its end, drawn by `support::render`. They were made by
//! playing at a table and writing its log, in version 1 of the format; those whose names end with `-2`
//! in version 2. They are never made
//! again: people's saved games look like them. A change that cannot read them is wrong; a new
//! version of the format gets files of its own.

use crate::support::{read_log, render};
use game::Viewer;
use table::{Language, log};

fn reads_as_ever(text: &str, scene: &str) {
    let table = read_log(text).unwrap();
    assert!(table.is_over());
    let last = table.events().last().unwrap().at();
    let shown = render(&table.scene(Viewer::Spectator, last, Language::English));
    assert_eq!(shown, scene, "\n{shown}");
    assert_eq!(log::write(table.events()), text, "what is read is written again to the byte");
}

#[test]
fn a_game_of_chess() {
    reads_as_ever(include_str!("../golden/chess.jsonl"), include_str!("../golden/chess.txt"));
}

#[test]
fn a_game_of_checkers() {
    reads_as_ever(include_str!("../golden/checkers.jsonl"), include_str!("../golden/checkers.txt"));
}

#[test]
fn a_game_of_othello() {
    reads_as_ever(include_str!("../golden/othello.jsonl"), include_str!("../golden/othello.txt"));
}

#[test]
fn a_game_of_minesweeper_from_a_seed() {
    reads_as_ever(include_str!("../golden/mines.jsonl"), include_str!("../golden/mines.txt"));
}

#[test]
fn a_game_of_minesweeper_on_a_board_from_a_file() {
    reads_as_ever(include_str!("../golden/board.jsonl"), include_str!("../golden/board.txt"));
}

#[test]
fn a_game_of_chess960_lost_on_time() {
    reads_as_ever(include_str!("../golden/chess960.jsonl"), include_str!("../golden/chess960.txt"));
}

#[test]
fn a_game_of_minesweeper_whose_board_was_laid_by_an_event() {
    reads_as_ever(include_str!("../golden/mines-2.jsonl"), include_str!("../golden/mines-2.txt"));
}

#[test]
fn a_game_of_four_in_a_row_with_a_takeback() {
    reads_as_ever(include_str!("../golden/four-2.jsonl"), include_str!("../golden/four-2.txt"));
}

#[test]
fn a_game_of_othello_on_a_small_board() {
    reads_as_ever(
        include_str!("../golden/othello6-2.jsonl"),
        include_str!("../golden/othello6-2.txt"),
    );
}

#[test]
fn a_game_of_computers_that_claimed_a_draw() {
    reads_as_ever(
        include_str!("../golden/chess-claimed-2.jsonl"),
        include_str!("../golden/chess-claimed-2.txt"),
    );
}

#[test]
fn a_game_of_giveaway_checkers() {
    reads_as_ever(
        include_str!("../golden/giveaway-2.jsonl"),
        include_str!("../golden/giveaway-2.txt"),
    );
}

#[test]
fn computers_of_version_1_stopped_at_a_draw_without_claiming_it() {
    let claimed = include_str!("../golden/chess-claimed-2.jsonl");
    let unclaimed: Vec<&str> = claimed.lines().filter(|line| !line.contains("claimed")).collect();
    let old = unclaimed.join("\n").replace("\"version\":2", "\"version\":1");
    let end = |text: &str| read_log(text).unwrap().end_in(Language::English);
    assert_eq!(end(&old), "Draw by threefold repetition.");
    assert_eq!(end(&old), end(claimed));
    assert_eq!(end(&unclaimed.join("\n")), "", "in version 2 they claim it");
}
