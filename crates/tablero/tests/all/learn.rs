//! A network that is learnt, exported and played by.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the program prints and complains of, when it is told this.
fn run(folder: &Path, arguments: &str, input: &str) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .current_dir(folder)
        .env("XDG_DATA_HOME", folder.join("data"))
        .args(arguments.split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_engine_plays_by_a_network_that_was_learnt_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str, input: &str| run(folder.path(), arguments, input);
    let learn = "learn chess --method network --step 4 --taught-steps 2 --nodes 100 --measure 0 --out mine --games";
    let (said, _) = run(&format!("{learn} 4"), "");
    assert!(
        said.starts_with(
            "chess network in mine, taught by the evaluation made by hand for 2 steps\n"
        ),
        "{said}"
    );
    // The same command with more games goes on.
    let (said, _) = run(&format!("{learn} 8"), "");
    assert!(said.contains("3 generations, 8 games"), "{said}");
    assert_eq!(
        run("learn export mine@1 first.network", "").0,
        "generation 1 of mine, 201272 bytes\n"
    );
    run("learn export mine last.network", "");
    let file = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_ne!(file("first.network"), file("last.network"));
    let (said, _) = run("weights last.network", "");
    assert!(said.contains("architecture  mirrored-768-128x2-8\n"), "{said}");
    let ask = "position startpos moves e2e4\neval\n";
    let evaluation = |input: &str| {
        let (said, _) = run("uci", &format!("{input}{ask}"));
        let line = said.lines().find(|line| line.starts_with("Evaluation")).unwrap();
        line.to_owned()
    };
    let shipped = evaluation("");
    let [first, last] = ["first.network", "last.network"]
        .map(|name| evaluation(&format!("setoption name EvalFile value {name}\n")));
    assert!(first != last && last != shipped, "{first} {last} {shipped}");
    let (said, errors) = run("match chess learnt:mine@2:depth=1 random --games 2", "");
    assert!(said.contains("games 2, adjudicated 0"), "{said} {errors}");
}

#[test]
fn what_no_engine_reads_is_not_exported() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| run(folder.path(), arguments, "").1;
    run("learn four --method td --games 200 --measure 0 --out four");
    assert_eq!(
        run("learn export four four.network"),
        "tablero: four has learnt tuples:3+4, which no engine reads; `tablero learn chess --method network` learns a network that one does\n"
    );
    assert_eq!(
        run("learn export four@9 four.network"),
        "tablero: four has no generation 9; it has generations 0 to 1\n"
    );
    assert!(!folder.path().join("four.network").exists());
}
