//! The three-move openings of checkers.

use ::checkers::Position;
use game::{Notation, Perfect, Rules};
use std::collections::HashSet;

/// The openings that are in play, as texts of starts.
pub fn starts() -> Vec<String> {
    ballots().into_iter().map(|ballot| Position::write_start(&ballot.position)).collect()
}

/// A three-move opening of checkers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ballot {
    /// Its three moves.
    pub moves: [::checkers::Move; 3],
    /// Where they lead.
    pub position: ::checkers::Position,
}

/// The first three moves that are not in the deck from which openings are drawn by lot, because they are
/// known to lose a piece or the game.
const BARRED: [&str; 59] = [
    "9-13 21-17 10-14",
    "9-13 22-18 5-9",
    "9-13 23-18 10-14",
    "9-13 23-18 13-17",
    "9-13 23-19 12-16",
    "9-13 24-19 12-16",
    "9-13 24-20 12-16",
    "9-14 21-17 14x21",
    "9-14 22-17 12-16",
    "9-14 22-17 14-18",
    "9-14 22-18 12-16",
    "9-14 22-18 14-17",
    "9-14 23-19 12-16",
    "9-14 23-19 14-17",
    "9-14 24-19 10-15",
    "9-14 24-19 12-16",
    "9-14 24-19 14-17",
    "9-14 24-19 14-18",
    "9-14 24-20 12-16",
    "9-14 24-20 14-17",
    "9-14 24-20 14-18",
    "10-14 21-17 14x21",
    "10-14 22-17 12-16",
    "10-14 22-18 14-17",
    "10-14 23-19 12-16",
    "10-14 23-19 14-17",
    "10-14 24-19 11-15",
    "10-14 24-19 12-16",
    "10-14 24-19 14-17",
    "10-14 24-20 12-16",
    "10-14 24-20 14-17",
    "10-15 21-17 9-14",
    "10-15 21-17 12-16",
    "10-15 21-17 15-19",
    "10-15 22-17 9-14",
    "10-15 22-17 12-16",
    "10-15 23-18 15-19",
    "10-15 23-19 9-14",
    "10-15 23-19 12-16",
    "10-15 24-20 11-16",
    "11-15 21-17 10-14",
    "11-15 21-17 12-16",
    "11-15 21-17 15-18",
    "11-15 22-17 12-16",
    "11-15 23-19 12-16",
    "11-15 23-19 15-18",
    "11-16 21-17 10-14",
    "11-16 22-18 10-15",
    "11-16 24-19 10-15",
    "12-16 21-17 10-14",
    "12-16 22-17 9-13",
    "12-16 22-18 10-15",
    "12-16 22-18 11-15",
    "12-16 23-18 9-14",
    "12-16 23-18 10-14",
    "12-16 23-19 16x23",
    "12-16 24-19 10-15",
    "12-16 24-19 11-15",
    "12-16 24-20 16-19",
];

/// The three-move openings that are in play: every position that three moves lead to, named by the first
/// way there, without those that are barred.
pub fn ballots() -> Vec<Ballot> {
    let start = ::checkers::Position::standard_start();
    let mut seen: HashSet<u64> = barred().map(|position| position.key()).collect();
    let mut found = Vec::new();
    for &first in &*start.moves() {
        let one = start.play(first);
        for &second in &*one.moves() {
            let two = one.play(second);
            for &third in &*two.moves() {
                let position = two.play(third);
                if seen.insert(position.key()) {
                    found.push(Ballot { moves: [first, second, third], position });
                }
            }
        }
    }
    found
}

fn barred() -> impl Iterator<Item = ::checkers::Position> {
    BARRED.iter().filter_map(|moves| {
        let start = ::checkers::Position::standard_start();
        moves.split(' ').try_fold(start, |at, mv| Some(at.play(at.read_move(mv).ok()?)))
    })
}
