//! What can be chosen before a game, as data: every front end offers the same.

use crate::card::{Card, Extra};
use crate::clock::TimeControl;
use crate::player::Player;
use crate::words::{Language, Words, fill};
use game::Side;

/// A choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// As commands, options and forms write it. Empty stands for the usual.
    pub value: String,
    /// As people read it.
    pub label: String,
    /// How strong a player is, as it was measured.
    pub rating: Option<u16>,
    /// What it is like to meet that player, in a line.
    pub character: Option<&'static str>,
}

impl Offer {
    pub fn new(value: &str, label: &str) -> Offer {
        Offer { value: value.to_owned(), label: label.to_owned(), rating: None, character: None }
    }

    /// A computer player.
    pub fn player(card: &'static dyn Card, player: &Player, language: Language) -> Offer {
        let (value, label) = (player.to_string(), card.player_name(player, language));
        let about = |level: &u8| {
            let place = usize::from(*level).wrapping_sub(1);
            let characters = &language.words().interface.level_characters;
            (card.level_ratings().get(place).copied(), characters.get(place).copied())
        };
        let (rating, character) = match player {
            Player::Level(level) if card.words(language).solver.is_none() => about(level),
            _ => (None, None),
        };
        Offer { value, label, rating, character }
    }

    /// All that there is to say, in a line: `Level 4 · 1150 · Punishes plain mistakes`.
    pub fn told(&self) -> String {
        let rating = self.rating.map(|rating| rating.to_string());
        let parts = [Some(self.label.as_str()), rating.as_deref(), self.character];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }
}

/// Everything that can be chosen before a game of one card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Menu {
    pub computers: Vec<Offer>,
    /// The index of the usual opponent among them.
    pub usual: usize,
    /// The clocks; the first is none. Empty where a game takes its time by itself.
    pub clocks: Vec<Offer>,
    /// Where to start: the usual first. A front end may let people write their own.
    pub starts: Vec<Offer>,
    /// What else can be chosen about the start.
    pub extras: Vec<Extra>,
    /// The sides, the one that moves first at the front; empty in a game for one.
    pub sides: Vec<Side>,
}

/// Minutes for the game and seconds for each move.
const CLOCKS: [(u64, u64); 6] = [(1, 0), (3, 2), (5, 3), (10, 5), (15, 10), (30, 20)];

impl Menu {
    pub fn of(card: &'static dyn Card, language: Language) -> Menu {
        let computers = card.computers();
        let usual = computers.iter().position(|player| *player == card.usual_computer());
        let sides = card.sides();
        Menu {
            computers: computers
                .iter()
                .map(|player| Offer::player(card, player, language))
                .collect(),
            usual: usual.unwrap_or_default(),
            clocks: if sides.is_empty() { Vec::new() } else { clocks(language.words()) },
            starts: card.starts(language),
            extras: card.extras(language),
            sides,
        }
    }
}

fn clocks(words: &Words) -> Vec<Offer> {
    let none = Offer::new("", words.interface.no_clock);
    let clock = |(minutes, seconds): (u64, u64)| {
        let control = TimeControl { stock: minutes * 60_000, increment: seconds * 1_000 };
        let label =
            fill(words.interface.clock_value, &[&minutes.to_string(), &seconds.to_string()]);
        Offer::new(&control.to_string(), &label)
    };
    std::iter::once(none).chain(CLOCKS.into_iter().map(clock)).collect()
}
