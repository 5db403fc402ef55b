//! Where the games of a match start, so that they are not all the same.

use game::Stop;
use players::Thinker;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use table::{AnyTable, Card, Event, Limit, Localized, Player, Seats};

/// How the openings of a match are found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// So many random moves from the start, as far as they leave no side far ahead.
    RandomPlies(usize),
    /// The openings that the card of the game brings, in an order that chance decides.
    Own,
    /// These positions, in the notation of the game, in an order that chance decides.
    Listed(Vec<String>),
}

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The start from which random moves should lead.
    #[error("{0}")]
    Start(Localized),
    /// The file, as the card reads it.
    #[error("{0}")]
    File(String),
    #[error("there are no files of openings for {0}")]
    NoFiles(&'static str),
    #[error("{0} has no openings of its own")]
    NoneOfItsOwn(&'static str),
    /// Every opening is over before it begins.
    #[error("there is no opening from which a game can go on")]
    None,
    /// Chance found none.
    #[error("{0} random moves lead to the end of the game too often")]
    TooManyPlies(usize),
}

impl Source {
    /// What suits a game when nothing is said: its own openings from the usual start, if it has some, and
    /// else random moves.
    pub fn usual(card: &'static dyn Card, start: Option<&str>) -> Source {
        match card.matches() {
            Some(matches) if matches.openings.is_some() && start.is_none() => Source::Own,
            matches => Source::RandomPlies(matches.map_or(0, |matches| matches.random_plies)),
        }
    }

    /// The openings in the text of a file, if the card reads such files.
    pub fn read(card: &'static dyn Card, name: &str, text: &str) -> Result<Source, OpeningError> {
        let read = card.matches().and_then(|matches| matches.read_openings);
        let (_, read) = read.ok_or(OpeningError::NoFiles(card.name()))?;
        let listed = read(name, text).map_err(OpeningError::File)?;
        if listed.is_empty() { Err(OpeningError::None) } else { Ok(Source::Listed(listed)) }
    }

    /// The openings of a match, which the seed fixes. `start` is where random moves lead from, if not from
    /// the usual start.
    pub fn draw(
        &self,
        card: &'static dyn Card,
        start: Option<&str>,
        seed: u64,
    ) -> Result<Openings, OpeningError> {
        let numbers = ChaCha8Rng::seed_from_u64(seed);
        let (list, plies) = match self {
            Source::RandomPlies(plies) => {
                card.start(start, seed).map_err(OpeningError::Start)?;
                (Vec::new(), Some(*plies))
            }
            Source::Own => {
                let own = card.matches().and_then(|matches| matches.openings);
                let (_, starts) = own.ok_or(OpeningError::NoneOfItsOwn(card.name()))?;
                (starts(), None)
            }
            Source::Listed(list) => (list.clone(), None),
        };
        let start = start.map(str::to_owned);
        let mut openings = Openings { card, start, plies, numbers, drawn: list };
        openings.shuffle();
        openings.number(0)?;
        Ok(openings)
    }
}

/// The openings of a match, found as they are needed.
#[derive(Debug, Clone)]
pub struct Openings {
    card: &'static dyn Card,
    /// Where random moves lead from.
    start: Option<String>,
    /// So many random moves, if they are not from a list.
    plies: Option<usize>,
    numbers: ChaCha8Rng,
    /// The list, or what has been found so far.
    drawn: Vec<String>,
}

impl Openings {
    /// The opening with this number, from 0. Where there are fewer, they come round again.
    pub fn number(&mut self, number: usize) -> Result<String, OpeningError> {
        if let Some(plies) = self.plies {
            while self.drawn.len() <= number {
                let opening = self.another(plies)?;
                self.drawn.push(opening);
            }
        }
        let place = number.checked_rem(self.drawn.len()).ok_or(OpeningError::None)?;
        Ok(self.drawn[place].clone())
    }

    /// An opening by random moves: not one of the last hundred, and not lopsided, as long as that can be
    /// had.
    fn another(&mut self, plies: usize) -> Result<String, OpeningError> {
        const TRIES: usize = 50;
        let mut found = None;
        for _ in 0..TRIES {
            let seed = self.numbers.next_u64();
            let Some(table) = self.random_opening(plies, seed) else { continue };
            let Some(opening) = table.position_text() else { continue };
            let new = !self.drawn.iter().rev().take(100).any(|drawn| *drawn == opening);
            found = Some(opening);
            if new && is_balanced(&table) {
                break;
            }
        }
        found.ok_or(OpeningError::TooManyPlies(plies))
    }

    /// The table after random moves; `None` when the game is over by then.
    fn random_opening(&self, plies: usize, seed: u64) -> Option<AnyTable> {
        let player = Player::Random { seed: Some(seed) };
        let players = Seats::Two { white: player.clone(), black: player };
        let start = self.card.start(self.start.as_deref(), seed).ok()?;
        let mut table = self.card.open(&self.card.started(start, players, None, 0)).ok()?;
        let (mut thinker, stop) = (Thinker::new(), Stop::new());
        for _ in 0..plies {
            let seat = table.turn()?;
            let mv = thinker.think(&table, seat, &stop).ok()?.mv;
            table = table.apply(&Event::Moved { seat, mv, at: 0 }).ok()?;
        }
        (!table.is_over()).then_some(table)
    }

    /// Puts a list into an order that the seed decides (Fisher and Yates).
    fn shuffle(&mut self) {
        for last in (1..self.drawn.len()).rev() {
            self.drawn.swap(last, (self.numbers.next_u64() % (last as u64 + 1)) as usize);
        }
    }
}

/// Does a short search find neither side far ahead? Random moves lose pieces, and a game that is lost at
/// once measures neither player.
fn is_balanced(table: &AnyTable) -> bool {
    const NODES: u64 = 2_000;
    let Some(matches) = table.card().matches() else { return true };
    let judge = Player::Engine(Limit::Nodes(NODES));
    let thought = Thinker::new().think_for(&judge, table, &Stop::new());
    let ahead = thought.ok().and_then(|thought| thought.report).map(|report| report.ahead);
    ahead.is_none_or(|ahead| ahead.abs() <= matches.balanced_within)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const CHESS: &dyn Card = &games::chess::CARD;
    const CHECKERS: &dyn Card = &games::checkers::CARD;
    const OTHELLO: &dyn Card = &games::othello::CARD;

    fn drawn(source: &Source, card: &'static dyn Card, count: usize, seed: u64) -> Vec<String> {
        let mut openings = source.draw(card, None, seed).unwrap();
        (0..count).map(|number| openings.number(number).unwrap()).collect()
    }

    #[test]
    fn random_openings_are_fixed_by_the_seed_differ_and_go_on() {
        for card in [CHESS, CHECKERS, OTHELLO] {
            let draw = |seed| drawn(&Source::RandomPlies(6), card, 30, seed);
            assert_eq!(draw(1), draw(1));
            assert_ne!(draw(1), draw(2));
            let different: HashSet<String> = draw(1).into_iter().collect();
            assert_eq!(different.len(), 30);
            for start in different {
                let players = Seats::Two { white: Player::Human, black: Player::Human };
                let table = card.open(&card.started(start, players, None, 0)).unwrap();
                assert!(!table.is_over());
            }
        }
    }

    #[test]
    fn random_openings_leave_neither_side_far_ahead() {
        // Without a look at them, one random opening in three is lost at once.
        for start in drawn(&Source::RandomPlies(8), CHESS, 20, 5) {
            let players = Seats::Two { white: Player::Human, black: Player::Human };
            let table = CHESS.open(&CHESS.started(start, players, None, 0)).unwrap();
            let judge = Player::Engine(Limit::Nodes(2_000));
            let thought = Thinker::new().think_for(&judge, &table, &Stop::new()).unwrap();
            assert!(thought.report.unwrap().ahead.abs() <= 0.8);
        }
    }

    #[test]
    fn more_openings_than_there_are_come_round_again() {
        let listed = Source::Listed(vec!["a".to_owned(), "b".to_owned()]);
        let five = drawn(&listed, CHESS, 5, 3);
        assert_eq!(five[0], five[2]);
        assert_ne!(five[0], five[1]);
        // The first random moves of Othello are few.
        assert_eq!(drawn(&Source::RandomPlies(1), OTHELLO, 9, 1).len(), 9);
    }

    #[test]
    fn openings_that_are_over_are_refused() {
        let mate = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\n";
        assert!(matches!(Source::read(CHESS, "a.epd", mate), Err(OpeningError::None)));
        assert!(matches!(
            Source::RandomPlies(100).draw(OTHELLO, None, 1),
            Err(OpeningError::TooManyPlies(100))
        ));
        assert!(matches!(Source::read(CHESS, "a.txt", mate), Err(OpeningError::File(_))));
    }

    #[test]
    fn files_of_openings_are_read() {
        let epd = "rnbqkbnr/pp3ppp/3pp3/2p5/1PP5/7P/P2PPPP1/RNBQKBNR w KQkq - 0 4\n\n";
        let Source::Listed(list) = Source::read(CHESS, "x.EPD", epd).unwrap() else { panic!() };
        assert_eq!(list, [epd.trim()]);
        let noted = format!("# from somewhere\n\n  \n{epd}#\n");
        assert_eq!(Source::read(CHESS, "x.epd", &noted).unwrap(), Source::Listed(list));
        let pgn = "1. e4 e5 2. Nf3 *\n\n[Event \"x\"]\n\n1. d4 *\n";
        let Source::Listed(list) = Source::read(CHESS, "x.pgn", pgn).unwrap() else { panic!() };
        assert_eq!(list.len(), 2);
        assert!(list[0].contains(" b "));
        let error = Source::read(CHESS, "x.epd", "8/8 w").unwrap_err().to_string();
        assert!(error.starts_with("line 1: column 1"), "{error}");
    }

    #[test]
    fn random_moves_lead_from_another_start() {
        let mut openings =
            Source::usual(OTHELLO, Some("6x6")).draw(OTHELLO, Some("6x6"), 1).unwrap();
        let opening = openings.number(3).unwrap();
        assert_eq!(opening.split(' ').next().unwrap().len(), 36, "{opening}");
        let error = Source::RandomPlies(2).draw(OTHELLO, Some("no board"), 1).unwrap_err();
        assert!(matches!(error, OpeningError::Start(_)), "{error}");
    }

    #[test]
    fn a_game_with_openings_of_its_own_starts_from_them() {
        assert_eq!(Source::usual(CHECKERS, None), Source::Own);
        assert_eq!(Source::usual(CHECKERS, Some("giveaway")), Source::RandomPlies(8));
        let starts: HashSet<String> = drawn(&Source::Own, CHECKERS, 157, 1).into_iter().collect();
        assert_eq!(starts.len(), 157);
        let error = Source::Own.draw(CHESS, None, 1).unwrap_err();
        assert_eq!(error.to_string(), "chess has no openings of its own");
        let error = Source::read(CHECKERS, "a.epd", "").unwrap_err();
        assert_eq!(error.to_string(), "there are no files of openings for checkers");
    }
}
