//! The log of games as the storage uses it, and what it does not have yet.

use super::choices::Choices;
use super::{SaveRequest, SavedGame, StorageError};
use game::{Seat, Side};
use std::collections::{BTreeMap, HashMap};
use store::{
    Answer, Append, BestTime, Digest, GameId, Listed, Log, NewGame, NewSeat, Query, Scope,
    StoreError, Summary, TimesQuery,
};
use table::{Club, Event, Localized, Millis, Player};
use tokio::runtime::{Builder, Runtime};

/// So many games are listed.
const MOST_LISTED: u32 = 100;
/// So many best times are shown.
const MOST_TIMES: u32 = 5;

/// What the storage asks of a log.
pub trait GameLog: Send {
    fn create(&self, game: NewGame) -> Answer<()>;
    fn append(&self, append: Append) -> Answer<()>;
    fn read(&self, game: &GameId) -> Answer<Vec<String>>;
    fn list(&self, query: Query) -> Answer<Vec<Listed>>;
    fn discard(&self, game: &GameId) -> Answer<bool>;
    fn disqualify(&self, game: &GameId) -> Answer<()>;
    fn best_times(&self, leaderboard: &str) -> Answer<Vec<BestTime>>;
}

impl<L: Log> GameLog for L {
    fn create(&self, game: NewGame) -> Answer<()> {
        Log::create(self, game)
    }

    fn append(&self, append: Append) -> Answer<()> {
        Log::append(self, append)
    }

    fn read(&self, game: &GameId) -> Answer<Vec<String>> {
        Log::read(self, game, 0)
    }

    fn list(&self, query: Query) -> Answer<Vec<Listed>> {
        Log::list(self, query)
    }

    fn discard(&self, game: &GameId) -> Answer<bool> {
        Log::discard(self, game, Digest::NOBODY)
    }

    fn disqualify(&self, game: &GameId) -> Answer<()> {
        Log::disqualify(self, game)
    }

    fn best_times(&self, leaderboard: &str) -> Answer<Vec<BestTime>> {
        let leaderboard = leaderboard.to_owned();
        let asker = Some(Digest::NOBODY);
        Log::best_times(
            self,
            TimesQuery { leaderboard, asker, limit: MOST_TIMES, ..TimesQuery::default() },
        )
    }
}

/// Opens the log. As long as it fails it is called again.
type Open = Box<dyn FnMut() -> Result<Box<dyn GameLog>, StoreError> + Send>;

pub struct Database {
    club: Club,
    open: Open,
    log: Option<Box<dyn GameLog>>,
    runtime: Option<Runtime>,
    /// A number that no other process has, for the names of forks.
    run: u64,
    forks: u32,
    /// The names in the log of games that another process went on with, by their names in this one.
    renamed: HashMap<String, String>,
    /// How many events of a game the log has, by its name there.
    stored: HashMap<String, usize>,
    /// What the log does not have yet, by its name there: of each game the latest request.
    late: BTreeMap<String, SaveRequest>,
    /// Where the choices of the first screen are kept.
    choices: Option<Choices>,
}

impl Database {
    pub fn new(club: Club, run: u64, open: Open) -> Database {
        Database {
            club,
            open,
            log: None,
            runtime: None,
            run,
            forks: 0,
            renamed: HashMap::new(),
            stored: HashMap::new(),
            late: BTreeMap::new(),
            choices: None,
        }
    }

    /// The same with a place for the choices of the first screen.
    pub fn with_choices(self, choices: Choices) -> Database {
        Database { choices: Some(choices), ..self }
    }

    pub fn remember(&self, choices: &str) {
        if let Some(file) = &self.choices {
            file.write(choices);
        }
    }

    /// Opens the log, unless it is open.
    pub fn open(&mut self) -> Result<(), StoreError> {
        if self.runtime.is_none() {
            let runtime = Builder::new_current_thread().build();
            self.runtime = Some(runtime.map_err(|error| StoreError::Failed(error.to_string()))?);
        }
        if self.log.is_none() {
            self.log = Some((self.open)()?);
        }
        Ok(())
    }

    /// Is there something that is not saved?
    pub fn is_late(&self) -> bool {
        !self.late.is_empty()
    }

    /// A game is to be saved with the next [`write`](Database::write).
    pub fn put_off(&mut self, request: SaveRequest) {
        let name = self.renamed.get(&request.name).unwrap_or(&request.name);
        self.late.insert(name.clone(), request);
    }

    /// Saves what is not saved yet. A game that another process has gone on with gets a name of its own,
    /// and `forked` is called with the name that it has in this process. What fails is put off.
    pub fn write(&mut self, forked: &mut dyn FnMut(String)) -> Result<(), StorageError> {
        let mut result = Ok(());
        for (mut name, request) in std::mem::take(&mut self.late) {
            let mut written = self.write_game(&name, &request);
            if written == Ok(Written::TakenOver) {
                self.forks += 1;
                name = format!("t{:016x}f{}", self.run, self.forks);
                self.renamed.insert(request.name.clone(), name.clone());
                forked(request.name.clone());
                written = self.write_game(&name, &request);
            }
            if let Err(error) = written {
                self.late.insert(name, request);
                result = Err(error);
            }
        }
        result
    }

    /// Saves those events of a game that the log does not have.
    fn write_game(&mut self, name: &str, request: &SaveRequest) -> Result<Written, StorageError> {
        let lines: Vec<String> = request.events.iter().map(line).collect::<Result<_, _>>()?;
        let stored = self.stored.get(name).copied().unwrap_or(0);
        match self.append(name, request, &lines, stored) {
            Err(StoreError::Taken { .. } | StoreError::NoSuchGame) => {}
            result => {
                result?;
                self.stored.insert(name.to_owned(), lines.len());
                return Ok(Written::All);
            }
        }
        // The log differs from what was known of it. Unless another process has written something else
        // there, it only lacks the rest.
        let there = match self.lines(name) {
            Err(StoreError::NoSuchGame) => Vec::new(),
            result => result?,
        };
        // A log of an earlier version says the same in other words.
        let same =
            |(line, own): (&String, &Event)| serde_json::from_str(line).ok().as_ref() == Some(own);
        if there.len() > lines.len() || !there.iter().zip(&request.events).all(same) {
            return Ok(Written::TakenOver);
        }
        self.append(name, request, &lines, there.len())?;
        self.stored.insert(name.to_owned(), lines.len());
        Ok(Written::All)
    }

    /// Appends the lines from a number on; from 0 on the game begins.
    fn append(
        &mut self,
        name: &str,
        request: &SaveRequest,
        lines: &[String],
        stored: usize,
    ) -> Result<(), StoreError> {
        let events = lines.get(stored..).unwrap_or_default().to_vec();
        let id = game_id(name)?;
        // In this order no time is ever listed that should not be.
        if request.helped && stored > 0 {
            self.ask(|log| log.disqualify(&id))?;
        }
        if events.is_empty() {
            return Ok(());
        }
        let summary = Summary {
            kind: request.game.name().to_owned(),
            players: serde_json::to_string(&request.players).unwrap_or_default(),
            moves: request.moves,
            over: request.over,
            // The computer thinks here, and no server is to do it in its place.
            computer_to_move: false,
            at: request.at,
            time: request.time,
            flag_at: None,
        };
        if stored > 0 {
            let append = Append { game: id, expected: stored as u64, events, summary };
            return self.ask(|log| log.append(append));
        }
        let seat = |(seat, _): (Seat, &Player)| NewSeat {
            seat: seat_name(seat).to_owned(),
            token: Some(Digest::NOBODY),
            invitation: None,
        };
        let seats = request.players.iter().map(seat).collect();
        let leaderboard = request.leaderboard.clone().filter(|_| !request.helped);
        let game = NewGame { id, events, summary, leaderboard, seats };
        self.ask(|log| log.create(game))
    }

    pub fn list(&mut self) -> Result<Vec<SavedGame>, StorageError> {
        let query = Query {
            asker: Some(Digest::NOBODY),
            scope: Scope::Own,
            limit: MOST_LISTED,
            ..Query::default()
        };
        let listed = self.ask(|log| log.list(query))?;
        Ok(listed.into_iter().filter_map(|listed| self.saved(&listed)).collect())
    }

    fn saved(&mut self, listed: &Listed) -> Option<SavedGame> {
        let (name, summary) = (listed.id.as_str(), &listed.summary);
        Some(SavedGame {
            name: name.to_owned(),
            game: self.club.card(&summary.kind)?,
            players: serde_json::from_str(&summary.players).ok()?,
            moves: summary.moves,
            at: summary.at,
            end: summary.over.then(|| self.end(name)),
        })
    }

    /// How a finished game ended; an empty sentence where it cannot be read any more.
    fn end(&mut self, name: &str) -> Localized {
        let lines = self.lines(name).unwrap_or_default();
        let events: Option<Vec<Event>> =
            lines.iter().map(|line| serde_json::from_str(line).ok()).collect();
        let table = events.and_then(|events| self.club.replay(&events).ok());
        Localized::exactly(|language| {
            table.as_ref().map(|t| t.end_in(language)).unwrap_or_default()
        })
    }

    /// Deletes a game for good.
    pub fn delete(&mut self, name: &str) -> Result<(), StorageError> {
        let id = game_id(name)?;
        self.late.remove(name);
        self.stored.remove(name);
        self.ask(|log| log.discard(&id))?;
        Ok(())
    }

    /// The shortest times of a leaderboard, the best first.
    pub fn times(&mut self, leaderboard: &str) -> Result<Vec<Millis>, StorageError> {
        let times = self.ask(|log| log.best_times(leaderboard))?;
        Ok(times.into_iter().map(|best| best.time).collect())
    }

    /// The events of a game that is to go on in this process under its name in the log.
    pub fn read(&mut self, name: &str) -> Result<Vec<Event>, StorageError> {
        self.renamed.remove(name);
        if let Some(late) = self.late.get(name) {
            return Ok(late.events.to_vec());
        }
        let lines = self.lines(name)?;
        self.stored.insert(name.to_owned(), lines.len());
        let event = |line: &String| {
            serde_json::from_str(line).map_err(|error| StorageError(error.to_string()))
        };
        lines.iter().map(event).collect()
    }

    fn lines(&mut self, name: &str) -> Result<Vec<String>, StoreError> {
        let id = game_id(name)?;
        self.ask(|log| log.read(&id))
    }

    /// Asks the log, and waits for its answer.
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&dyn GameLog) -> Answer<T>,
    ) -> Result<T, StoreError> {
        self.open()?;
        let (Some(log), Some(runtime)) = (&self.log, &self.runtime) else {
            return Err(StoreError::Closed);
        };
        let answer = runtime.block_on(question(log.as_ref()));
        if matches!(answer, Err(StoreError::Closed)) {
            self.log = None;
        }
        answer
    }
}

/// What came of saving a game.
#[derive(Debug, PartialEq, Eq)]
enum Written {
    All,
    /// Another process has written other events under this name: nothing more is written there.
    TakenOver,
}

fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::Side(Side::White) => "white",
        Seat::Side(Side::Black) => "black",
        Seat::Solo => "solo",
    }
}

fn game_id(name: &str) -> Result<GameId, StoreError> {
    name.parse().map_err(|_| StoreError::NoSuchGame)
}

fn line(event: &Event) -> Result<String, StorageError> {
    serde_json::to_string(event).map_err(|error| StorageError(error.to_string()))
}
