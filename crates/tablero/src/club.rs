//! The games as the command line reads and lists them: everything comes from their cards.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::fmt::Write;
use table::card::{Extra, Matches};
use table::{Card, Club, Language};

pub const CLUB: Club = games::CLUB;

/// A game of the club. The cards live as long as the program, so an argument is a reference.
pub type Game = &'static dyn Card;

/// Reads the name of any game.
pub fn any() -> impl TypedValueParser<Value = Game> {
    one_of(|_| true)
}

/// Reads the name of a game whose lines of play can be counted.
pub fn counted() -> impl TypedValueParser<Value = Game> {
    one_of(is_counted)
}

/// Can the lines of play of a game be counted?
pub fn is_counted(card: Game) -> bool {
    card.kinds().iter().any(|kind| kind.divide.is_some())
}

/// Reads the name of a game in which computers play matches.
pub fn matched() -> impl TypedValueParser<Value = Game> {
    one_of(|card| card.matches().is_some())
}

/// Reads the name of a game for two.
pub fn for_two() -> impl TypedValueParser<Value = Game> {
    one_of(|card| !card.is_for_one())
}

/// Reads the name of a game that a program can learn.
pub fn learnt() -> impl TypedValueParser<Value = Game> {
    one_of(|card| card.kinds().iter().any(|kind| kind.learning.is_some()))
}

fn one_of(is_meant: fn(Game) -> bool) -> impl TypedValueParser<Value = Game> {
    let cards = CLUB.cards().iter().copied().filter(move |card| is_meant(*card));
    let value =
        |card: Game| PossibleValue::new(card.name()).help(card.words(Language::English).title);
    let known = |name: String| CLUB.card(&name).ok_or("there is no such game");
    PossibleValuesParser::new(cards.map(value)).try_map(known)
}

/// The games in a sentence: `chess, checkers and Othello`.
pub fn listed(language: Language, and: &str) -> String {
    let names: Vec<&str> =
        CLUB.cards().iter().map(|card| card.words(language).in_a_sentence).collect();
    match names.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} {and} {last}", rest.join(", ")),
        _ => names.join(""),
    }
}

/// The names of the games that other programs can play.
pub fn with_uci() -> String {
    names(|card| card.capabilities().uci)
}

/// The names of the games whose openings can be read from files.
pub fn with_opening_files() -> String {
    names(|card| card.matches().is_some_and(|matches| matches.read_openings.is_some()))
}

fn names(is_meant: fn(Game) -> bool) -> String {
    let cards = CLUB.cards().iter().copied().filter(|card| is_meant(*card));
    cards.map(Card::name).collect::<Vec<_>>().join(", ")
}

/// The starts of a game that can be given by a word.
pub fn named_starts(card: Game) -> Vec<String> {
    let starts = card.starts(Language::English).into_iter().map(|offer| offer.value);
    starts.filter(|start| !start.is_empty() && !start.contains(' ')).collect()
}

/// What `--position` takes, a line for each of these games: the starts that have names, the words that can
/// be put behind them, and the usual start as an example of the notation.
pub fn starts(is_meant: fn(Game) -> bool, or_like: &str) -> String {
    let line = |card: &Game| {
        let mut parts = vec![named_starts(*card).join(", ")];
        parts.retain(|names| !names.is_empty());
        if let Ok(usual) = card.start(None, 0) {
            parts.push(format!("{or_like} '{usual}'"));
        }
        format!("\n  {:<9} {}{}", card.name(), parts.join(", "), extra_words(*card))
    };
    CLUB.cards().iter().filter(|card| is_meant(**card)).map(line).collect()
}

/// The words that can be put behind a start, on a line of their own.
fn extra_words(card: Game) -> String {
    let extras = card.extras(Language::English);
    let choice = |extra: &Extra| {
        let words = extra.offers.iter().map(|offer| offer.value.as_str());
        format!("[{}]", words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("|"))
    };
    let choices: Vec<String> = extras.iter().map(choice).collect();
    if choices.is_empty() { String::new() } else { format!("\n{:13}{}", "", choices.join(" ")) }
}

/// Where the games of a match start and when they are adjudicated, a line for each game.
pub fn match_rules() -> String {
    let mut text = String::new();
    for (card, matches) in CLUB.cards().iter().filter_map(|card| Some((card, card.matches()?))) {
        let Matches { random_plies, win_by, openings, read_openings, .. } = matches;
        let usual = match openings {
            Some((name, _)) => format!("{name} openings"),
            None => format!("{random_plies} random moves"),
        };
        let files = read_openings.map(|(kinds, _)| format!(", or a file ({kinds})"));
        let end = match win_by {
            Some(units) => format!("won when {units} ahead"),
            None => "played to the end".to_owned(),
        };
        let _ = write!(text, "\n  {:<9} {usual}{}; {end}", card.name(), files.unwrap_or_default());
    }
    text
}
