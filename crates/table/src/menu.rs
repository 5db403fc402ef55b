//! What can be chosen before a game, as data: every front end offers the same.

use crate::any::GameName;
use crate::clock::TimeControl;
use crate::player::{Limit, Player};
use crate::words::{Words, fill};
use game::{Seat, Side};
use mines::Level;

/// Something that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The choice as commands, options and forms write it. Empty stands for the usual.
    pub value: String,
    /// The choice as people read it.
    pub label: String,
}

/// Everything that can be chosen before a game of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Menu {
    /// The game.
    pub game: GameName,
    /// Who may play besides people: the usual opponent first asked for is [`Menu::usual`].
    pub computers: Vec<Offer>,
    /// The index of the usual one among them.
    pub usual: usize,
    /// The clocks; the first is none. Empty where a game counts its time by itself.
    pub clocks: Vec<Offer>,
    /// Where to start: the usual first. A front end may let people write their own.
    pub starts: Vec<Offer>,
    /// What the first click is promised, where there is one.
    pub first_clicks: Vec<Offer>,
    /// Can the board be one that needs no guess?
    pub no_guess: bool,
    /// The sides, the one that moves first at the front; empty in a game for one.
    pub sides: Vec<Side>,
}

/// The levels that are offered everywhere.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=10;
/// The level that a newcomer meets.
const USUAL_LEVEL: u8 = 4;
/// The depths of the plain tree that answer at once.
const DEPTHS: std::ops::RangeInclusive<u8> = 1..=4;
/// Minutes for the game and seconds for each move.
const CLOCKS: [(u64, u64); 6] = [(1, 0), (3, 2), (5, 3), (10, 5), (15, 10), (30, 20)];
/// Othello with black on d4 and e5, in OBF.
const CROSSED_START: &str = "---------------------------XO------OX--------------------------- X;";

impl Menu {
    /// What can be chosen before a game of this kind.
    pub fn of(game: GameName, words: &Words) -> Menu {
        let computers = computers(game);
        let usual = computers.iter().position(|player| *player == Player::Level(USUAL_LEVEL));
        let offer = |player: Player| Offer {
            label: words.player(&player, game),
            value: player.to_string(),
        };
        let side = |seat: &Seat| match seat {
            Seat::Side(side) => Some(*side),
            Seat::Solo => None,
        };
        let sides: Vec<Side> = game.seats().iter().filter_map(side).collect();
        let for_two = !sides.is_empty();
        Menu {
            game,
            computers: computers.into_iter().map(offer).collect(),
            usual: usual.unwrap_or_default(),
            clocks: if for_two { clocks(words) } else { Vec::new() },
            starts: starts(game, words),
            first_clicks: if for_two { Vec::new() } else { first_clicks(words) },
            no_guess: !for_two,
            sides,
        }
    }
}

fn computers(game: GameName) -> Vec<Player> {
    if game == GameName::Mines {
        return vec![Player::Level(*LEVELS.end()), Player::Random { seed: None }];
    }
    let mut players: Vec<Player> = LEVELS.map(Player::Level).collect();
    players.push(Player::Engine(Limit::Clock));
    players.extend(DEPTHS.map(|depth| Player::Minimax { depth }));
    players.push(Player::Random { seed: None });
    players
}

fn clocks(words: &Words) -> Vec<Offer> {
    let none = Offer { value: String::new(), label: words.interface.no_clock.to_owned() };
    let clock = |(minutes, seconds): (u64, u64)| {
        let control = TimeControl { stock: minutes * 60_000, increment: seconds * 1_000 };
        Offer {
            value: control.to_string(),
            label: fill(words.interface.clock_value, &[&minutes.to_string(), &seconds.to_string()]),
        }
    };
    std::iter::once(none).chain(CLOCKS.into_iter().map(clock)).collect()
}

fn starts(game: GameName, words: &Words) -> Vec<Offer> {
    let texts = &words.interface;
    let offer =
        |value: &str, label: &str| Offer { value: value.to_owned(), label: label.to_owned() };
    let usual = offer("", texts.usual_start);
    match game {
        GameName::Chess => vec![usual, offer("chess960", texts.chess960)],
        GameName::Checkers => vec![usual],
        GameName::Othello => vec![usual, offer(CROSSED_START, texts.crossed_start)],
        GameName::Mines => {
            Level::NAMED.iter().map(|(name, level)| level_offer(name, *level, words)).collect()
        }
    }
}

fn level_offer(name: &str, level: Level, words: &Words) -> Offer {
    let texts = &words.interface;
    let title = match name.trim_start_matches("seed-") {
        "beginner" => texts.beginner,
        "intermediate" => texts.intermediate,
        _ => texts.expert,
    };
    let numbers =
        [level.width().to_string(), level.height().to_string(), level.mines().to_string()];
    let size = fill(texts.level_value, &numbers.each_ref().map(String::as_str));
    Offer { value: name.to_owned(), label: format!("{title} ({size})") }
}

fn first_clicks(words: &Words) -> Vec<Offer> {
    let texts = &words.interface;
    [("opening", texts.first_click_opening), ("safe", texts.first_click_safe)]
        .map(|(value, label)| Offer { value: value.to_owned(), label: label.to_owned() })
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn everything_that_is_offered_can_be_read() {
        for language in [Language::English, Language::Spanish] {
            for game in GameName::ALL {
                let menu = Menu::of(game, language.words());
                for offer in &menu.computers {
                    offer.value.parse::<Player>().unwrap();
                }
                for offer in menu.clocks.iter().skip(1) {
                    offer.value.parse::<TimeControl>().unwrap();
                }
                for offer in &menu.starts {
                    let text = (!offer.value.is_empty()).then_some(offer.value.as_str());
                    game.start(text, 1).unwrap();
                }
                assert_eq!(menu.sides.len() == 2, game != GameName::Mines);
            }
        }
    }

    #[test]
    fn a_newcomer_meets_level_4() {
        let menu = Menu::of(GameName::Chess, Language::English.words());
        assert_eq!(menu.computers[menu.usual].value, "level:4");
        assert_eq!(menu.computers[menu.usual].label, "Level 4");
    }
}
