//! `tablero book` on real files.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What the program says, and whether it did what it was told.
fn tablero(folder: &Path, arguments: &[&str]) -> (String, bool) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablero"));
    let output = command.current_dir(folder).args(arguments).env("XDG_DATA_HOME", folder).output();
    let output = output.unwrap();
    let all = [&output.stdout[..], &output.stderr].concat();
    (String::from_utf8(all).unwrap(), output.status.success())
}

#[test]
fn a_book_is_made_gone_on_with_shown_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| tablero(folder.path(), arguments);
    let small =
        ["book", "make", "othello", "--positions", "2", "--nodes", "200", "--file", "a.book"];
    assert_eq!(run(&small), ("2 positions in a.book\n".to_owned(), true));
    let larger =
        ["book", "make", "othello", "--positions", "6", "--nodes", "200", "--file", "a.book"];
    assert_eq!(run(&larger), ("6 positions in a.book\n".to_owned(), true));
    let (shown, well) = run(&["book", "show", "othello", "--file", "a.book"]);
    assert!(well && shown.lines().count() == 4, "{shown}");
    let (refused, well) = run(&["book", "show", "checkers", "--file", "a.book"]);
    assert!(!well && refused.contains("it is no book of checkers"), "{refused}");

    // The one in the data directory takes the place of the one that is part of the program.
    let books = folder.path().join("tablero/books");
    fs::create_dir_all(&books).unwrap();
    fs::copy(folder.path().join("a.book"), books.join("othello.book")).unwrap();
    assert_eq!(run(&["book", "show", "othello"]), (shown, true));
    fs::write(books.join("othello.book"), "no book").unwrap();
    let (shipped, well) = run(&["book", "show", "othello"]);
    assert!(well && !shipped.is_empty(), "a damaged file is as good as none");
}
