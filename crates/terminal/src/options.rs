//! How a game is to begin, as the command line or the first questions say it.

use engine::{CannotThink, can_play};
use game::{Seat, Side};
use table::{GameName, Millis, Player, Seats, Started, TimeControl};

/// The wishes for a game. What is not said is the usual.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Which game; chess if nothing is said.
    pub game: Option<GameName>,
    /// Who plays white; a person if nothing is said.
    pub white: Option<Player>,
    /// Who plays black.
    pub black: Option<Player>,
    /// Who plays a game for one.
    pub player: Option<Player>,
    /// Where to start, in the notation of the game.
    pub position: Option<String>,
    /// The level of a Minesweeper board, with words of its rules if wished.
    pub level: Option<String>,
    /// The clock.
    pub clock: Option<TimeControl>,
}

/// Why a game cannot begin like that.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// A wish that this game does not know.
    #[error("{option} is not for {game}: {instead}")]
    NotThisGame {
        /// The option.
        option: &'static str,
        /// The game.
        game: &'static str,
        /// What there is in its place.
        instead: &'static str,
    },
    /// A level and a position.
    #[error("--level and --position both say how the board begins: give one of them")]
    LevelAndPosition,
    /// The position cannot be read.
    #[error("where the game starts: {0}")]
    Start(String),
    /// A player that cannot play.
    #[error(transparent)]
    Player(#[from] CannotThink),
}

impl Options {
    /// The first event of the game. The seed is for everything that chance decides.
    pub fn started(&self, seed: u64, at: Millis) -> Result<Started, OptionsError> {
        let game = self.game.unwrap_or(GameName::Chess);
        self.check(game)?;
        let players = self.players(game, seed);
        for (_, player) in players.iter() {
            can_play(player, game)?;
        }
        let text = self.position.as_deref().or(self.level.as_deref());
        let start = game.start(text, seed).map_err(OptionsError::Start)?;
        Ok(game.started(start, players, self.clock, at))
    }

    fn check(&self, game: GameName) -> Result<(), OptionsError> {
        let for_one = game.seats() == [Seat::Solo];
        let (two, one) = ("it is for one: use --player", "it is for two: use --white and --black");
        let unknown = [
            ("--white", self.white.is_some() && for_one, two),
            ("--black", self.black.is_some() && for_one, two),
            ("--clock", self.clock.is_some() && for_one, "it counts its time by itself"),
            ("--player", self.player.is_some() && !for_one, one),
            ("--level", self.level.is_some() && !for_one, "use --position"),
        ];
        if let Some((option, _, instead)) = unknown.into_iter().find(|(_, wrong, _)| *wrong) {
            return Err(OptionsError::NotThisGame { option, game: game.name(), instead });
        }
        if self.level.is_some() && self.position.is_some() {
            return Err(OptionsError::LevelAndPosition);
        }
        Ok(())
    }

    fn players(&self, game: GameName, seed: u64) -> Seats<Player> {
        let sits =
            |player: &Option<Player>, seed| player.clone().unwrap_or(Player::Human).with_seed(seed);
        match game.seats() {
            [Seat::Solo] => Seats::Solo { solo: sits(&self.player, seed) },
            _ => Seats::Two {
                white: sits(&self.white, seed),
                black: sits(&self.black, seed.wrapping_add(1)),
            },
        }
    }
}

/// The name of a game in a sentence.
pub fn title(game: GameName) -> &'static str {
    match game {
        GameName::Chess => "chess",
        GameName::Checkers => "checkers",
        GameName::Othello => "Othello",
        GameName::Mines => "Minesweeper",
    }
}

/// The side that moves first in a game of two.
pub fn first_side(game: GameName) -> Side {
    match game.seats() {
        [Seat::Side(side), ..] => *side,
        _ => Side::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_said_is_chess_for_two_people() {
        let started = Options::default().started(7, 0).unwrap();
        assert_eq!(started.game, "chess");
        assert_eq!(started.players, Seats::Two { white: Player::Human, black: Player::Human });
    }

    #[test]
    fn random_players_get_seeds_of_their_own() {
        let random = || Some(Player::Random { seed: None });
        let options = Options { white: random(), black: random(), ..Options::default() };
        let players = options.started(7, 0).unwrap().players;
        let drawn = |seed| Player::Random { seed: Some(seed) };
        assert_eq!(players, Seats::Two { white: drawn(7), black: drawn(8) });
    }

    #[test]
    fn what_a_game_does_not_know_is_refused_with_what_it_knows() {
        let error = |options: Options| options.started(0, 0).unwrap_err().to_string();
        let mines = || Options { game: Some(GameName::Mines), ..Options::default() };
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
