//! The three-move openings of checkers, as games start with them.

use super::words;
use ::checkers::openings::{self, Ballot};
use ::checkers::{Position, openings::ballot_of};
use ::table::{Language, fill};
use game::Notation;

/// How a start says that an opening is to be drawn by lot; with a number behind it, which one.
pub const WORD: &str = "ballot";

/// The openings that are in the deck, as texts of starts.
pub fn starts() -> Vec<String> {
    deck().map(start).collect()
}

fn deck() -> impl Iterator<Item = &'static Ballot> {
    openings::ballots().iter().filter(|ballot| ballot.in_deck)
}

fn start(ballot: &Ballot) -> String {
    Position::write_start(&ballot.position())
}

/// The start that is meant by the word alone, drawn by lot from the deck, or by the word and a number of the list.
pub fn drawn(text: &str, seed: u64) -> Option<String> {
    let number = text.trim().strip_prefix(WORD)?.trim();
    if number.is_empty() {
        let deck: Vec<&Ballot> = deck().collect();
        return deck.get((seed % deck.len().max(1) as u64) as usize).map(|ballot| start(ballot));
    }
    let number: usize = number.parse().ok()?;
    openings::ballots().get(number.checked_sub(1)?).map(start)
}

/// The number and the name of the opening at which a game starts.
pub fn described(position: &Position, language: Language) -> Option<String> {
    let number = ballot_of([position])?.to_string();
    let name = openings::opening_of([position])?.opening.name;
    Some(fill(words::of(language).numbered_ballot, &[&number, name]))
}
