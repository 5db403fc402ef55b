//! `tablero mines` as a person meets it.

use std::io::Write;
use std::process::{Command, Stdio};

/// What the program prints, and what it prints on standard error if it fails.
fn tablero(arguments: &str, input: &str) -> Result<String, String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .arg("mines")
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that stops before it has read everything closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

#[test]
fn a_board_is_generated_from_a_seed() {
    let board = tablero("generate beginner --seed 2026 --first 0,0", "").unwrap();
    assert_eq!(
        board,
        "code m1-9x9x10-s-1ka-a1\nfirst a1\n3bv 13\n9x9/10\n\
         121100000\n*3*100000\n*31100111\n1100002*2\n0000002*2\n111001221\n2*2001*10\n\
         2*3101221\n12*1001*1\n"
    );
    assert_eq!(tablero("generate beginner --seed 2026 --first a1", "").unwrap(), board);
}

#[test]
fn a_board_without_guessing_is_generated_too() {
    let board = tablero("generate expert --seed 1 --rule opening --no-guess", "").unwrap();
    assert!(board.starts_with("code m1-30x16x99-on-1-d4\nfirst d4\n"));
    assert_eq!(board.matches('*').count(), 99);
    let error = tablero("generate 2x2/2 --seed 1 --no-guess", "").unwrap_err();
    assert!(error.contains("no board of 2x2/2 that needs no guess was found"), "{error}");
}

#[test]
fn probabilities_are_printed_as_a_grid() {
    let view = "3x2/1\n1..\n...\n";
    assert_eq!(
        tablero("probabilities -", view).unwrap(),
        "layouts 3\n    1 33.3%    0%\n33.3% 33.3%    0%\n"
    );
    assert_eq!(tablero("probabilities --counts -", view).unwrap(), "layouts 3\n1 1 0\n1 1 0\n");
}

#[test]
fn a_hint_is_given_with_its_reason() {
    assert_eq!(
        tablero("solve -", "4x2/2\n....\n111.\n").unwrap(),
        "open c1: no mine, because of the 1 in b2 and the 1 in a2\n"
    );
    assert_eq!(
        tablero("solve -", "2x2/1\n1.\n11\n").unwrap(),
        "every cell that is still closed is a mine\n"
    );
}

#[test]
fn the_win_rate_does_not_depend_on_the_number_of_threads() {
    let wins = |threads| {
        let text = tablero(
            &format!("winrate beginner --games 40 --seed 7 --rule opening --threads {threads}"),
            "",
        );
        text.unwrap().lines().next().unwrap().to_owned()
    };
    assert_eq!(wins(1), wins(2));
    assert!(wins(1).contains(" of 40 games won, "));
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason() {
    for (arguments, input, reason) in [
        ("generate 1x1/1", "", "width and height go from 2 to 200"),
        ("generate 3x3/8 --rule opening", "", "no room for an opening"),
        ("probabilities -", "3x2/1\n1.\n...\n", "line 2: 2 cells in a row, and 3 were expected"),
        ("probabilities -", "3x2/2\n5..\n...\n", "so that a1 shows 5"),
        ("probabilities /no/such/file", "", "/no/such/file"),
        ("solve -", "", "is no level"),
        ("winrate beginner --games 0 --seed 1", "", "at least one game"),
        ("winrate beginner --games 1 --seed 1 --threads 0", "", "1 to 1024 threads"),
    ] {
        let error = tablero(arguments, input).unwrap_err();
        assert!(error.contains(reason), "{arguments}: {error}");
    }
}
