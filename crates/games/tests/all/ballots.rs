//! The three-move openings of checkers.

use checkers::Position;
use game::{Notation, Perfect, Rules};
use games::checkers::ballots;
use std::collections::HashSet;

#[test]
fn there_are_157_ballots_among_216_openings() {
    let after = |position: &Position| -> Vec<Position> {
        position.moves().iter().map(|&mv| position.play(mv)).collect()
    };
    let two: Vec<Position> = after(&Position::standard_start()).iter().flat_map(&after).collect();
    let all: HashSet<u64> = two.iter().flat_map(&after).map(|position| position.key()).collect();
    assert_eq!(all.len(), 216);
    let ballots: HashSet<u64> = ballots().iter().map(|ballot| ballot.position.key()).collect();
    assert_eq!(ballots.len(), 157);
    assert!(ballots.is_subset(&all));
}

#[test]
#[ignore = "needs reference data"]
fn the_ballots_are_those_of_the_reference_list() {
    let text = reference::read("checkers/three-move.tsv");
    let ours: HashSet<u64> = ballots().iter().map(|ballot| ballot.position.key()).collect();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let position = Position::read_start(fields[1]).unwrap();
        assert_eq!(ours.contains(&position.key()), fields[2] == "deck", "{line}");
    }
}
