//! The registry: the games that tablero knows, and a table of any of them.
//!
//! This is where the games are listed. Whoever works with tables and does not care which
//! game is played uses [`AnyTable`]; whoever needs the rules themselves comes as a [`Guest`].

use crate::clock::{Clock, Millis};
use crate::event::{Command, Event, Started, VERSION};
use crate::playable::Playable;
use crate::player::Player;
use crate::refusal::Refusal;
use crate::scene::{Picture, Scene, Timer};
use crate::seats::Seats;
use crate::table::{BadEvent, Seeds, Table};
use crate::words::Language;
use game::{Notation, Perfect, Seat, Valued, Verdict, Viewer};
use std::fmt;

/// A table of any game.
#[derive(Debug, Clone)]
pub enum AnyTable {
    /// Chess.
    Chess(Table<chess::Position>),
    /// Checkers.
    Checkers(Table<checkers::Position>),
    /// Othello.
    Othello(Table<othello::Position<8>>),
    /// Minesweeper.
    Mines(Table<mines::Field>),
}

/// The name of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameName {
    /// Chess.
    Chess,
    /// Checkers.
    Checkers,
    /// Othello.
    Othello,
    /// Minesweeper.
    Mines,
}

/// Does the same with whichever table it is, or with the game of whichever name.
macro_rules! each {
    ($any:expr, $table:ident => $body:expr) => {
        match $any {
            AnyTable::Chess($table) => $body,
            AnyTable::Checkers($table) => $body,
            AnyTable::Othello($table) => $body,
            AnyTable::Mines($table) => $body,
        }
    };
}
macro_rules! each_game {
    ($name:expr, $game:ident => $body:expr) => {
        match $name {
            GameName::Chess => {
                type $game = chess::Position;
                $body
            }
            GameName::Checkers => {
                type $game = checkers::Position;
                $body
            }
            GameName::Othello => {
                type $game = othello::Position<8>;
                $body
            }
            GameName::Mines => {
                type $game = mines::Field;
                $body
            }
        }
    };
}

/// Somebody who wants to see the table with its rules, whichever they are.
pub trait Guest {
    /// What it goes away with.
    type Answer;

    /// A game that a search can look into.
    fn at_perfect<G>(self, table: &Table<G>) -> Self::Answer
    where
        G: Playable<Start = G> + Perfect + Valued + Send + 'static,
        G::Move: Send;

    /// Minesweeper, where something is hidden.
    fn at_mines(self, table: &Table<mines::Field>) -> Self::Answer;
}

impl GameName {
    /// All games.
    pub const ALL: [GameName; 4] =
        [GameName::Chess, GameName::Checkers, GameName::Othello, GameName::Mines];

    /// The game of a name, if there is one.
    pub fn of(name: &str) -> Option<GameName> {
        GameName::ALL.into_iter().find(|game| game.name() == name)
    }

    /// Its name in lower case, as it is written in events and on the command line.
    pub const fn name(self) -> &'static str {
        each_game!(self, G => G::NAME)
    }

    /// Its seats, in the order of the first moves.
    pub const fn seats(self) -> &'static [Seat] {
        each_game!(self, G => G::SEATS)
    }

    /// The text of a start, read and written anew: it is valid then. Without a text it is the usual
    /// start. The seed is for games that begin by chance and whose text names no seed.
    pub fn start(self, text: Option<&str>, seed: u64) -> Result<String, String> {
        each_game!(self, G => {
            if let Some((text, board)) = text.and_then(|text| Some((text, G::read_board(text)?))) {
                return board.map(|_| text.trim().to_owned());
            }
            let start = match text {
                Some(text) => G::read_start(&G::with_seed(text, seed)).map_err(|error| error.to_string())?,
                None => G::start_again(&G::standard_start(), seed),
            };
            Ok(G::write_start(&start))
        })
    }

    /// The first event of a game.
    pub fn started(
        self,
        start: String,
        players: Seats<Player>,
        clock: Option<crate::TimeControl>,
        at: Millis,
    ) -> Started {
        Started { version: VERSION, game: self.name().to_owned(), start, players, clock, at }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl AnyTable {
    /// The table at the beginning of a game.
    pub fn open(started: &Started) -> Result<AnyTable, BadEvent> {
        AnyTable::replay(std::slice::from_ref(&Event::Started(started.clone())))
    }

    /// The table after all these events.
    pub fn replay(events: &[Event]) -> Result<AnyTable, BadEvent> {
        let Some(Event::Started(started)) = events.first() else {
            return Err(if events.is_empty() { BadEvent::Empty } else { BadEvent::NotAStart(0) });
        };
        let name = GameName::of(&started.game)
            .ok_or_else(|| BadEvent::Game(started.game.chars().take(40).collect()))?;
        Ok(match name {
            GameName::Chess => AnyTable::Chess(Table::replay(events)?),
            GameName::Checkers => AnyTable::Checkers(Table::replay(events)?),
            GameName::Othello => AnyTable::Othello(Table::replay(events)?),
            GameName::Mines => AnyTable::Mines(Table::replay(events)?),
        })
    }

    /// Which game is played.
    pub fn game(&self) -> GameName {
        match self {
            AnyTable::Chess(_) => GameName::Chess,
            AnyTable::Checkers(_) => GameName::Checkers,
            AnyTable::Othello(_) => GameName::Othello,
            AnyTable::Mines(_) => GameName::Mines,
        }
    }

    /// Lets a guest see the table with its rules.
    pub fn receive<V: Guest>(&self, guest: V) -> V::Answer {
        match self {
            AnyTable::Chess(table) => guest.at_perfect(table),
            AnyTable::Checkers(table) => guest.at_perfect(table),
            AnyTable::Othello(table) => guest.at_perfect(table),
            AnyTable::Mines(table) => guest.at_mines(table),
        }
    }

    /// See [`Table::decide`].
    pub fn decide(
        &self,
        command: &Command,
        seat: Seat,
        now: Millis,
    ) -> Result<Vec<Event>, Refusal> {
        each!(self, table => table.decide(command, seat, now))
    }

    /// See [`Table::apply`].
    pub fn apply(&mut self, event: &Event) -> Result<(), BadEvent> {
        each!(self, table => table.apply(event))
    }

    /// See [`Table::scene`].
    pub fn scene(&self, viewer: Viewer, now: Millis, language: Language) -> Scene {
        each!(self, table => table.scene(viewer, now, language))
    }

    /// See [`Table::events`].
    pub fn events(&self) -> &[Event] {
        each!(self, table => table.events())
    }

    /// See [`Table::next`].
    pub fn next(&self) -> u64 {
        each!(self, table => table.next())
    }

    /// See [`Table::turn`].
    pub fn turn(&self) -> Option<Seat> {
        each!(self, table => table.turn())
    }

    /// See [`Table::players`].
    pub fn players(&self) -> &Seats<Player> {
        each!(self, table => table.players())
    }

    /// See [`Table::clock`].
    pub fn clock(&self) -> Option<&Clock> {
        each!(self, table => table.clock())
    }

    /// See [`Table::draw_offered_by`].
    pub fn draw_offered_by(&self) -> Option<Seat> {
        each!(self, table => table.draw_offered_by())
    }

    /// See [`Table::draw_offered_to`].
    pub fn draw_offered_to(&self) -> Option<Seat> {
        each!(self, table => table.draw_offered_to())
    }

    /// See [`Table::takeback_asked_by`].
    pub fn takeback_asked_by(&self) -> Option<Seat> {
        each!(self, table => table.takeback_asked_by())
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        each!(self, table => table.ended().is_some())
    }

    /// Who won, when the game is over and was not called off.
    pub fn verdict(&self) -> Option<Verdict> {
        each!(self, table => table.ended().and_then(|end| end.verdict))
    }

    /// How many moves count.
    pub fn moves_played(&self) -> usize {
        each!(self, table => table.played().len())
    }

    /// The present position in the notation of the game; `None` where something is hidden.
    pub fn position_text(&self) -> Option<String> {
        each!(self, table => table.position().position_text())
    }

    /// See [`Table::picture_at`].
    pub fn picture_at(&self, viewer: Viewer, moves: usize) -> Option<Picture> {
        each!(self, table => table.picture_at(viewer, moves))
    }

    /// See [`Table::timer`].
    pub fn timer(&self, now: Millis) -> Option<Timer> {
        each!(self, table => table.timer(now))
    }

    /// See [`Table::again`].
    pub fn again(&self, exchange_sides: bool, seeds: Seeds, at: Millis) -> Started {
        each!(self, table => table.again(exchange_sides, seeds, at))
    }
}
