//! The list of cards.

use super::Card;
use crate::any::AnyTable;
use crate::clock::Millis;
use crate::event::{Event, Started};
use crate::record::{ImportError, Imported, Listing};
use crate::table::BadEvent;

/// The games of the house: the one list.
#[derive(Debug, Clone, Copy)]
pub struct Club(&'static [&'static dyn Card]);

impl Club {
    pub const fn new(cards: &'static [&'static dyn Card]) -> Club {
        Club(cards)
    }

    pub const fn cards(self) -> &'static [&'static dyn Card] {
        self.0
    }

    /// The card of a name, if there is one.
    pub fn card(self, name: &str) -> Option<&'static dyn Card> {
        self.0.iter().copied().find(|card| card.name() == name)
    }

    /// The place of a card in the list.
    pub fn place_of(self, card: &'static dyn Card) -> usize {
        self.0.iter().position(|other| *other == card).unwrap_or_default()
    }

    /// The names of all games, as a sentence lists them: `chess, checkers and othello`.
    pub fn names(self) -> String {
        let names: Vec<&str> = self.0.iter().map(|card| card.name()).collect();
        match names.as_slice() {
            [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.concat(),
        }
    }

    /// The table at the beginning of a game.
    pub fn open(self, started: &Started) -> Result<AnyTable, BadEvent> {
        self.card_of(started)?.open(started)
    }

    /// The table after all these events.
    pub fn replay(self, events: &[Event]) -> Result<AnyTable, BadEvent> {
        match events.first() {
            None => Err(BadEvent::Empty),
            Some(Event::Started(started)) => self.card_of(started)?.replay(events),
            Some(_) => Err(BadEvent::NotAStart(0)),
        }
    }

    fn card_of(self, started: &Started) -> Result<&'static dyn Card, BadEvent> {
        let unknown = || BadEvent::Game(started.game.chars().take(40).collect());
        self.card(&started.game).ok_or_else(unknown)
    }

    /// The games of a part of a file, and whose they are: of the card that is named, or of the one that finds the most.
    pub fn list_games(
        self,
        named: Option<&'static dyn Card>,
        part: &[u8],
        is_last: bool,
    ) -> (&'static dyn Card, Listing) {
        let listed = |card: &'static dyn Card| (card, card.list_games(part, is_last));
        // Of two that find as many, the first.
        let most = || {
            let cards = self.0.iter().copied().map(listed);
            cards.rev().max_by_key(|(_, listing)| listing.games.len())
        };
        named.map(listed).or_else(most).unwrap_or((self.0[0], Listing::default()))
    }

    /// Reads a file of another program: as a game of this card or, if it is none, of another. The error is
    /// the one of this card.
    pub fn import(
        self,
        card: &'static dyn Card,
        text: &str,
        now: Millis,
    ) -> Result<Imported, ImportError> {
        card.import(text, None, now).or_else(|error| {
            let others = self.0.iter().filter(|other| **other != card);
            let mut read = others.filter_map(|other| other.import(text, None, now).ok());
            read.next().ok_or(error)
        })
    }
}
