//! The list of 174 three-move openings and their numbers.
//!
//! It is ordered by the moves, so it follows from the rules and two exceptions: what it leaves out, and
//! where it names a position by another order of moves than the first.

use crate::{Move, Position};
use game::{Perfect, Rules};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The openings that are not in the list, because they lose a piece or the game at once.
const LEFT_OUT: [&str; 42] = [
    "9-13 22-18 5-9",
    "9-13 23-18 13-17",
    "9-13 23-19 12-16",
    "9-13 23-19 13-17",
    "9-13 24-19 12-16",
    "9-13 24-19 13-17",
    "9-13 24-20 13-17",
    "9-14 21-17 14x21",
    "9-14 22-17 12-16",
    "9-14 22-17 14-18",
    "9-14 23-19 12-16",
    "9-14 24-19 12-16",
    "9-14 24-19 14-18",
    "9-14 24-20 12-16",
    "9-14 24-20 14-18",
    "10-14 21-17 14x21",
    "10-14 22-17 12-16",
    "10-14 22-18 14-17",
    "10-14 23-19 12-16",
    "10-14 23-19 14-17",
    "10-14 24-19 12-16",
    "10-14 24-19 14-17",
    "10-14 24-20 12-16",
    "10-14 24-20 14-17",
    "10-15 21-17 12-16",
    "10-15 21-17 15-19",
    "10-15 22-17 12-16",
    "10-15 23-18 15-19",
    "10-15 23-19 12-16",
    "11-15 21-17 12-16",
    "11-15 21-17 15-18",
    "11-15 22-17 12-16",
    "11-15 23-19 12-16",
    "11-15 23-19 15-18",
    "12-16 21-17 10-14",
    "12-16 22-17 9-13",
    "12-16 22-18 10-15",
    "12-16 22-18 11-15",
    "12-16 23-18 10-14",
    "12-16 24-19 10-15",
    "12-16 24-19 11-15",
    "12-16 24-20 16-19",
];

/// The first way to a listed position, where the list has a later one.
const LISTED_LATER: [&str; 15] = [
    "9-13 21-17 10-15",
    "9-13 21-17 11-15",
    "9-13 21-17 11-16",
    "9-13 21-17 12-16",
    "9-13 22-18 13-17",
    "9-13 23-19 11-15",
    "9-14 22-17 10-15",
    "9-14 22-18 6-9",
    "9-14 23-19 6-9",
    "9-14 23-19 11-15",
    "9-14 24-19 6-9",
    "9-14 24-20 6-9",
    "10-15 24-20 12-16",
    "11-15 24-20 15-19",
    "11-16 24-20 8-11",
];

/// The numbers of the openings that are in the list but not in the deck from which they are drawn by lot, because they are known to lose.
const LOST: [u8; 17] = [3, 13, 35, 44, 45, 48, 52, 77, 88, 94, 109, 114, 137, 145, 156, 168, 171];

/// A three-move opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ballot {
    /// Its number in the list, from 1.
    pub number: u8,
    /// The positions after each of its moves.
    pub line: [Position; 3],
    /// Is it in the deck from which openings are drawn by lot?
    pub in_deck: bool,
}

impl Ballot {
    /// Where the game begins.
    pub fn position(&self) -> Position {
        self.line[2]
    }
}

static LISTED: LazyLock<Vec<Ballot>> = LazyLock::new(|| {
    let mut seen = HashSet::new();
    let listed = lines().filter(|(text, [_, _, end])| {
        !LISTED_LATER.contains(&text.as_str())
            && seen.insert(end.key())
            && !LEFT_OUT.contains(&text.as_str())
    });
    let ballot = |(number, line)| Ballot { number, line, in_deck: !LOST.contains(&number) };
    (1..).zip(listed.map(|(_, line)| line)).map(ballot).collect()
});

static NUMBERS: LazyLock<HashMap<u64, u8>> = LazyLock::new(|| {
    listed().iter().map(|ballot| (ballot.position().key(), ballot.number)).collect()
});

/// Every opening, in the order of the list.
pub fn listed() -> &'static [Ballot] {
    &LISTED
}

/// The number of the opening that leads here.
pub fn number(position: &Position) -> Option<u8> {
    NUMBERS.get(&position.key()).copied()
}

/// All ways in which the first three moves can be played, ordered by the squares of their moves.
fn lines() -> impl Iterator<Item = (String, [Position; 3])> {
    steps(Position::START).flat_map(|(first, one)| {
        steps(one).flat_map(move |(second, two)| {
            let text = move |third| format!("{first} {second} {third}");
            steps(two).map(move |(third, three)| (text(third), [one, two, three]))
        })
    })
}

fn steps(position: Position) -> impl Iterator<Item = (Move, Position)> {
    let mut moves = position.moves().to_vec();
    moves.sort_by_key(|mv| (mv.from(), mv.to()));
    moves.into_iter().map(move |mv| (mv, position.play(mv)))
}
