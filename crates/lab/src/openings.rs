//! Where the games of a match start, so that they are not all the same.

use chess::epd::{Epd, EpdError};
use chess::pgn::{ReadError, Reader};
use engine::{Stop, Thinker};
use game::{Game, Notation, Perfect};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;
use table::{AnyTable, Event, GameName, Limit, Player, Seats};

/// How the openings of a match are found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// So many random moves from the usual start, as far as they leave nobody far ahead.
    RandomPlies(usize),
    /// The three-move openings of checkers that are in play, in an order that chance decides.
    Ballots,
    /// These positions, in the notation of the game, in an order that chance decides.
    Listed(Vec<String>),
}

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// A line of EPD is wrong.
    #[error("line {line}: {error}")]
    Epd {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: EpdError,
    },
    /// A game of a PGN file is wrong.
    #[error(transparent)]
    Pgn(#[from] ReadError),
    /// Neither of the two.
    #[error("openings come from a file whose name ends with .epd or .pgn, not {0:?}")]
    Kind(String),
    /// Every opening is over before it begins.
    #[error("there is no opening from which a game can go on")]
    None,
    /// Chance found none.
    #[error("{0} random moves lead to the end of the game too often")]
    TooManyPlies(usize),
    /// Ballots are for checkers.
    #[error("three-move openings are for checkers, not for {0}")]
    NotCheckers(GameName),
}

/// So many moves of a PGN game are its opening.
const OPENING_PLIES: usize = 16;

impl Source {
    /// What suits a game when nothing is said.
    pub fn usual(game: GameName) -> Source {
        match game {
            GameName::Checkers => Source::Ballots,
            _ => Source::RandomPlies(8),
        }
    }

    /// The openings in the text of a file for chess: the positions of an EPD file, or the positions after
    /// the first eight moves of each game of a PGN file. Those that are over are left out.
    pub fn read(name: &str, text: &str) -> Result<Source, OpeningError> {
        let positions = if ends_with(name, ".epd") {
            read_epd(text)?
        } else if ends_with(name, ".pgn") {
            read_pgn(text)?
        } else {
            return Err(OpeningError::Kind(
                name.chars().rev().take(40).collect::<Vec<_>>().into_iter().rev().collect(),
            ));
        };
        let goes_on = |position: &chess::Position| position.turn().outcome().is_none();
        let open = positions.iter().filter(|p| goes_on(p)).map(ToString::to_string);
        let listed: Vec<String> = open.collect();
        if listed.is_empty() { Err(OpeningError::None) } else { Ok(Source::Listed(listed)) }
    }

    /// The openings of a match, which the seed fixes.
    pub fn draw(&self, game: GameName, seed: u64) -> Result<Openings, OpeningError> {
        let numbers = ChaCha8Rng::seed_from_u64(seed);
        let (list, plies) = match self {
            Source::RandomPlies(plies) => (Vec::new(), Some(*plies)),
            Source::Ballots if game == GameName::Checkers => {
                let written = ballots().into_iter().map(|ballot| ballot.position);
                (written.map(|position| checkers::Position::write_start(&position)).collect(), None)
            }
            Source::Ballots => return Err(OpeningError::NotCheckers(game)),
            Source::Listed(list) => (list.clone(), None),
        };
        let mut openings = Openings { game, plies, numbers, drawn: list };
        openings.shuffle();
        openings.number(0)?;
        Ok(openings)
    }
}

/// The openings of a match, found as they are needed.
#[derive(Debug, Clone)]
pub struct Openings {
    game: GameName,
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
            let Some(table) = random_opening(self.game, plies, seed) else { continue };
            let Some(opening) = table.position_text() else { continue };
            let new = !self.drawn.iter().rev().take(100).any(|drawn| *drawn == opening);
            found = Some(opening);
            if new && is_balanced(&table) {
                break;
            }
        }
        found.ok_or(OpeningError::TooManyPlies(plies))
    }

    /// Puts a list into an order that the seed decides (Fisher and Yates).
    fn shuffle(&mut self) {
        for last in (1..self.drawn.len()).rev() {
            self.drawn.swap(last, (self.numbers.next_u64() % (last as u64 + 1)) as usize);
        }
    }
}

fn ends_with(name: &str, ending: &str) -> bool {
    name.to_ascii_lowercase().ends_with(ending)
}

fn read_epd(text: &str) -> Result<Vec<chess::Position>, OpeningError> {
    let said = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let lines = text.lines().enumerate().filter(|(_, line)| said(line));
    lines
        .map(|(index, line)| {
            let read = line.parse().map(|epd: Epd| epd.position);
            read.map_err(|error| OpeningError::Epd { line: index + 1, error })
        })
        .collect()
}

fn read_pgn(text: &str) -> Result<Vec<chess::Position>, OpeningError> {
    let mut positions = Vec::new();
    for game in Reader::new(text.as_bytes()) {
        let game = game?;
        let line = game.main_line().take(OPENING_PLIES);
        let last = line.last().map_or(game.start, |(position, node)| position.play(node.mv));
        positions.push(last);
    }
    Ok(positions)
}

/// The table after random moves; `None` when the game is over by then.
fn random_opening(game: GameName, plies: usize, seed: u64) -> Option<AnyTable> {
    let player = Player::Random { seed: Some(seed) };
    let players = Seats::Two { white: player.clone(), black: player };
    let start = game.start(None, seed).ok()?;
    let mut table = AnyTable::open(&game.started(start, players, None, 0)).ok()?;
    let (mut head, stop) = (Thinker::new(), Stop::new());
    for _ in 0..plies {
        let seat = table.turn()?;
        let mv = head.think(&table, seat, &stop).ok()?.mv;
        table.apply(&Event::Moved { seat, mv, at: 0 }).ok()?;
    }
    (!table.is_over()).then_some(table)
}

/// Does a short look find neither side far ahead? Random moves lose pieces, and what is lost at once
/// measures nobody.
fn is_balanced(table: &AnyTable) -> bool {
    const NODES: u64 = 2_000;
    let most = match table.game() {
        GameName::Chess | GameName::Checkers => 0.8,
        GameName::Othello | GameName::Mines => 8.0,
    };
    let judge = Player::Engine(Limit::Nodes(NODES));
    let thought = Thinker::new().think_for(&judge, table, &Stop::new());
    let ahead = thought.ok().and_then(|thought| thought.report).map(|report| report.ahead);
    ahead.is_none_or(|ahead| ahead.abs() <= most)
}

/// A three-move opening of checkers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ballot {
    /// Its three moves.
    pub moves: [checkers::Move; 3],
    /// Where they lead.
    pub position: checkers::Position,
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
    let start = checkers::Position::standard_start();
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

fn barred() -> impl Iterator<Item = checkers::Position> {
    BARRED.iter().filter_map(|moves| {
        let start = checkers::Position::standard_start();
        moves.split(' ').try_fold(start, |at, mv| Some(at.play(at.read_move(mv).ok()?)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(source: &Source, game: GameName, count: usize, seed: u64) -> Vec<String> {
        let mut openings = source.draw(game, seed).unwrap();
        (0..count).map(|number| openings.number(number).unwrap()).collect()
    }

    #[test]
    fn there_are_157_ballots_among_216_openings() {
        assert_eq!(barred().count(), BARRED.len());
        let ballots = ballots();
        assert_eq!(ballots.len(), 157);
        assert_eq!(ballots.len() + BARRED.len(), 216);
        let keys: HashSet<u64> = ballots.iter().map(|ballot| ballot.position.key()).collect();
        assert_eq!(keys.len(), 157);
        assert!(barred().all(|position| !keys.contains(&position.key())));
    }

    #[test]
    fn the_ballots_are_those_of_the_reference_list() {
        let Some(text) = reference::read("checkers/three-move.tsv") else { return };
        let ours: HashSet<u64> = ballots().iter().map(|ballot| ballot.position.key()).collect();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let position = checkers::Position::read_start(fields[1]).unwrap();
            assert_eq!(ours.contains(&position.key()), fields[2] == "deck", "{line}");
        }
    }

    #[test]
    fn random_openings_are_fixed_by_the_seed_differ_and_go_on() {
        for game in [GameName::Chess, GameName::Checkers, GameName::Othello] {
            let draw = |seed| drawn(&Source::RandomPlies(6), game, 30, seed);
            assert_eq!(draw(1), draw(1));
            assert_ne!(draw(1), draw(2));
            let different: HashSet<String> = draw(1).into_iter().collect();
            assert_eq!(different.len(), 30);
            for start in different {
                let players = Seats::Two { white: Player::Human, black: Player::Human };
                let table = AnyTable::open(&game.started(start, players, None, 0)).unwrap();
                assert!(!table.is_over());
            }
        }
    }

    #[test]
    fn random_openings_leave_nobody_far_ahead() {
        // Without a look at them, one random opening in three is lost at once.
        for start in drawn(&Source::RandomPlies(8), GameName::Chess, 20, 5) {
            let players = Seats::Two { white: Player::Human, black: Player::Human };
            let table = AnyTable::open(&GameName::Chess.started(start, players, None, 0)).unwrap();
            let judge = Player::Engine(Limit::Nodes(2_000));
            let thought = Thinker::new().think_for(&judge, &table, &Stop::new()).unwrap();
            assert!(thought.report.unwrap().ahead.abs() <= 0.8);
        }
    }

    #[test]
    fn more_openings_than_there_are_come_round_again() {
        let listed = Source::Listed(vec!["a".to_owned(), "b".to_owned()]);
        let five = drawn(&listed, GameName::Chess, 5, 3);
        assert_eq!(five[0], five[2]);
        assert_ne!(five[0], five[1]);
        // The first random moves of Othello are few.
        assert_eq!(drawn(&Source::RandomPlies(1), GameName::Othello, 9, 1).len(), 9);
    }

    #[test]
    fn openings_that_are_over_are_refused() {
        let mate = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\n";
        assert!(matches!(Source::read("a.epd", mate), Err(OpeningError::None)));
        assert!(matches!(
            Source::RandomPlies(100).draw(GameName::Othello, 1),
            Err(OpeningError::TooManyPlies(100))
        ));
        assert!(matches!(Source::read("a.txt", mate), Err(OpeningError::Kind(_))));
    }

    #[test]
    fn files_of_openings_are_read() {
        let epd = "rnbqkbnr/pp3ppp/3pp3/2p5/1PP5/7P/P2PPPP1/RNBQKBNR w KQkq - 0 4\n\n";
        let Source::Listed(list) = Source::read("x.EPD", epd).unwrap() else { panic!() };
        assert_eq!(list, [epd.trim()]);
        let noted = format!("# from somewhere\n\n  \n{epd}#\n");
        assert_eq!(Source::read("x.epd", &noted).unwrap(), Source::Listed(list));
        let pgn = "1. e4 e5 2. Nf3 *\n\n[Event \"x\"]\n\n1. d4 *\n";
        let Source::Listed(list) = Source::read("x.pgn", pgn).unwrap() else { panic!() };
        assert_eq!(list.len(), 2);
        assert!(list[0].contains(" b "));
        let error = Source::read("x.epd", "8/8 w").unwrap_err().to_string();
        assert!(error.starts_with("line 1: column 1"), "{error}");
    }
}
