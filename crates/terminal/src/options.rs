//! How a game is to begin, as the command line or the first questions say it.

use crate::words::words;
use game::Seat;
use players::can_play;
use std::fmt;
use table::{
    Card, Club, Language, Localized, Millis, Player, Seats, Started, ThinkError, TimeControl, fill,
};

/// How a game is to begin. What is not given is the usual.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The first game of the club if none is given.
    pub game: Option<&'static dyn Card>,
    /// Who plays white; a person if nothing is given.
    pub white: Option<Player>,
    pub black: Option<Player>,
    /// Who plays a game for one.
    pub player: Option<Player>,
    /// Where to start, in the notation of the game.
    pub position: Option<String>,
    /// The same for a game for one: its level, with more words behind it.
    pub level: Option<String>,
    pub clock: Option<TimeControl>,
}

/// Why a game cannot begin like that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionsError {
    /// An option that this game does not have.
    NotThisGame {
        option: &'static str,
        game: &'static str,
        instead: Instead,
    },
    LevelAndPosition,
    /// The text of the start cannot be read.
    Start(Localized),
    /// A player that cannot play this game.
    Player(ThinkError),
}

/// What there is in place of an option that a game does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instead {
    Player,
    WhiteAndBlack,
    OwnTimer,
    Position,
}

impl OptionsError {
    pub fn text(&self, language: Language) -> String {
        let words = words(language);
        match self {
            OptionsError::NotThisGame { option, game, instead } => {
                let instead = match instead {
                    Instead::Player => words.is_for_one,
                    Instead::WhiteAndBlack => words.is_for_two,
                    Instead::OwnTimer => words.counts_time_itself,
                    Instead::Position => words.use_position,
                };
                fill(words.not_for_game, &[option, game, instead])
            }
            OptionsError::LevelAndPosition => words.level_and_position.to_owned(),
            OptionsError::Start(reason) => fill(words.bad_start, &[reason.text(language)]),
            OptionsError::Player(error) => error.text(language),
        }
    }
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl std::error::Error for OptionsError {}

impl Options {
    /// The first event of the game. The seed is for everything that chance decides.
    pub fn started(&self, club: Club, seed: u64, at: Millis) -> Result<Started, OptionsError> {
        let card = self.card(club);
        self.check(card)?;
        let players = self.players(card, seed);
        for (_, player) in players.iter() {
            can_play(player, card).map_err(OptionsError::Player)?;
        }
        let text = self.position.as_deref().or(self.level.as_deref());
        let start = card.start(text, seed).map_err(OptionsError::Start)?;
        Ok(card.started(start, players, self.clock, at))
    }

    /// The game, which is the first of the club if none is given.
    pub fn card(&self, club: Club) -> &'static dyn Card {
        self.game.unwrap_or(club.cards()[0])
    }

    fn check(&self, card: &'static dyn Card) -> Result<(), OptionsError> {
        let for_one = card.is_for_one();
        let unknown = [
            ("--white", self.white.is_some() && for_one, Instead::Player),
            ("--black", self.black.is_some() && for_one, Instead::Player),
            ("--clock", self.clock.is_some() && for_one, Instead::OwnTimer),
            ("--player", self.player.is_some() && !for_one, Instead::WhiteAndBlack),
            ("--level", self.level.is_some() && !for_one, Instead::Position),
        ];
        if let Some((option, _, instead)) = unknown.into_iter().find(|(_, wrong, _)| *wrong) {
            return Err(OptionsError::NotThisGame { option, game: card.name(), instead });
        }
        if self.level.is_some() && self.position.is_some() {
            return Err(OptionsError::LevelAndPosition);
        }
        Ok(())
    }

    fn players(&self, card: &'static dyn Card, seed: u64) -> Seats<Player> {
        let sits =
            |player: &Option<Player>, seed| player.clone().unwrap_or(Player::Human).with_seed(seed);
        match card.seats() {
            [Seat::Solo] => Seats::Solo { solo: sits(&self.player, seed) },
            _ => Seats::Two {
                white: sits(&self.white, seed),
                black: sits(&self.black, seed.wrapping_add(1)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::CLUB;

    #[test]
    fn nothing_said_is_chess_for_two_people() {
        let started = Options::default().started(CLUB, 7, 0).unwrap();
        assert_eq!(started.game, "chess");
        assert_eq!(started.players, Seats::Two { white: Player::Human, black: Player::Human });
    }

    #[test]
    fn random_players_get_seeds_of_their_own() {
        let random = || Some(Player::Random { seed: None });
        let options = Options { white: random(), black: random(), ..Options::default() };
        let players = options.started(CLUB, 7, 0).unwrap().players;
        let drawn = |seed| Player::Random { seed: Some(seed) };
        assert_eq!(players, Seats::Two { white: drawn(7), black: drawn(8) });
    }

    #[test]
    fn what_a_game_does_not_know_is_refused_with_what_it_knows() {
        let error = |options: Options| options.started(CLUB, 0, 0).unwrap_err().to_string();
        let mines = || Options { game: CLUB.card("mines"), ..Options::default() };
        let minimax = || Some(Player::Minimax { depth: 3 });
        assert_eq!(
            error(Options { white: minimax(), ..mines() }),
            "--white is not for mines: it is for one: use --player"
        );
        assert_eq!(
            error(Options { player: minimax(), ..mines() }),
            "minimax:3 cannot play mines; human, random, level:1 to level:10 and engine can"
        );
        assert_eq!(
            error(Options { level: Some("expert".into()), ..Options::default() }),
            "--level is not for chess: use --position"
        );
        let both = ("expert".to_owned(), "expert 5".to_owned());
        let both = Options { level: Some(both.0), position: Some(both.1), ..mines() };
        assert!(error(both).contains("give one of them"));
        let wrong = Options { position: Some("nonsense".into()), ..Options::default() };
        assert!(error(wrong).starts_with("where the game starts: "));
    }
}
