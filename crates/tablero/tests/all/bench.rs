//! The signature of the search, which is recorded in the repository.

use std::process::Command;

#[test]
fn the_search_visits_as_many_nodes_as_its_recorded_signature_says() {
    let output = Command::new(env!("CARGO_BIN_EXE_tablero")).arg("bench").output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let (nodes, speed) = printed.trim_end().split_at(printed.find(" nodes ").unwrap() + 6);
    assert_eq!(
        nodes,
        include_str!("../../../search/bench.txt").trim_end(),
        "the search has changed: if it was meant to, record the number in crates/search/bench.txt"
    );
    let speed = speed.trim().strip_suffix(" nps").unwrap();
    assert!(speed.parse::<u64>().is_ok_and(|speed| speed > 0), "{printed}");
}
