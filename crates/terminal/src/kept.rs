//! Keeping the games of a session, line by line: the storage of the full screen, asked and waited for.

use crate::reader::{Input, Reader};
use crate::saved::is_begun;
use crate::session::{GamesJob, Session};
use crate::shell::StorageConfig;
use crate::storage::{SaveRequest, SavedGame, Storage, StorageError, StorageEvent};
use crate::words::words;
use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;
use table::{AnyTable, Club, Event, Language, Millis, fill};

/// An answer that takes longer than this does not come.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// The log of the games of a session.
pub struct GameLog {
    /// Gone when it has been closed.
    storage: Option<Storage>,
    events: Receiver<StorageEvent>,
    /// Is there a place for games at all?
    has_place: bool,
    run: u64,
    /// How many names have been drawn.
    drawn: u32,
    /// The name of the game on the table.
    name: String,
    /// The game of the session that has this name.
    game: u64,
    /// How many of its events the storage has got, and whether it knows that the player was helped.
    stored: (u64, bool),
    /// Why something is not saved, and whether that has been told.
    failed: Option<(StorageError, bool)>,
}

impl GameLog {
    /// `run` is a number that no other process has.
    pub fn start(club: Club, config: StorageConfig, run: u64) -> GameLog {
        let has_place = !matches!(config, StorageConfig::None);
        let (sender, events) = mpsc::channel();
        let storage = Storage::start(club, config, run, move |event| {
            let _ = sender.send(event);
        });
        GameLog {
            storage: Some(storage),
            events,
            has_place,
            run,
            drawn: 0,
            name: String::new(),
            game: 0,
            stored: (0, false),
            failed: None,
        }
    }

    /// Hands over what has happened since the last time.
    pub fn keep(&mut self, session: &Session, now: Millis) {
        let (table, helped) = (session.table(), session.is_disqualified());
        if self.name.is_empty() || self.game != session.games() {
            self.drawn += 1;
            self.name = format!("t{:016x}n{}", self.run, self.drawn);
            self.game = session.games();
            self.stored = (0, false);
        }
        let begun = is_begun(table) || self.stored.0 > 0;
        if begun && self.stored != (table.next(), helped) {
            let leaderboard = session.leaderboard();
            let request = SaveRequest::of(table, &self.name, now);
            if let Some(storage) = &self.storage {
                storage.save(SaveRequest { leaderboard, helped, ..request });
            }
            self.stored = (table.next(), helped);
        }
        while let Ok(event) = self.events.try_recv() {
            self.note(&event);
        }
    }

    fn note(&mut self, event: &StorageEvent) {
        match event {
            StorageEvent::Saved => self.failed = None,
            StorageEvent::NotSaved(error) => {
                let told = self.failed.as_ref().is_some_and(|(_, told)| *told);
                self.failed = Some((error.clone(), told));
            }
            _ => {}
        }
    }

    /// Why games are not saved, if that has not been told yet.
    pub fn failure(&mut self) -> Option<StorageError> {
        let (error, told) = self.failed.as_mut()?;
        (!std::mem::replace(told, true)).then(|| error.clone())
    }

    /// Is the game that is played safe?
    pub fn is_kept(&self) -> bool {
        self.has_place && self.failed.is_none()
    }

    /// A game of before is on the table of a session that begins with it: [`choose`](GameLog::choose) has named it.
    pub fn continues(&mut self, table: &AnyTable) {
        self.stored = (table.next(), false);
    }

    /// Waits until everything is saved. Returns why something could not be.
    pub fn close(&mut self) -> Option<StorageError> {
        self.storage.take().and_then(Storage::close)
    }

    /// Waits for the answer to a question.
    fn answer(&mut self, is_answer: impl Fn(&StorageEvent) -> bool) -> Option<StorageEvent> {
        while let Ok(event) = self.events.recv_timeout(LONGEST_WAIT) {
            self.note(&event);
            if is_answer(&event) {
                return Some(event);
            }
        }
        None
    }

    /// Does what a session wants of the games. Returns why there is no answer.
    pub fn ask(
        &mut self,
        job: GamesJob,
        session: &mut Session,
        now: Millis,
    ) -> Option<StorageError> {
        let Some(storage) = &self.storage else { return None };
        let opened = match job {
            GamesJob::List => {
                storage.list();
                None
            }
            GamesJob::Times(leaderboard) => {
                storage.times(leaderboard);
                None
            }
            GamesJob::Open(name) => {
                storage.open(name.clone());
                Some(name)
            }
        };
        let is_answer = |event: &StorageEvent| {
            use StorageEvent::{Listed, Opened, Times};
            matches!(event, Listed(_) | Opened(..) | Times(..))
        };
        let Some(event) = self.answer(is_answer) else {
            return Some(StorageError("it does not answer".to_owned()));
        };
        let before = session.games();
        session.games_done(event, now);
        if let Some(name) = opened.filter(|_| session.games() != before) {
            self.name = name;
            self.game = session.games();
            self.stored = (session.table().next(), false);
        }
        None
    }

    fn list(&mut self) -> Vec<SavedGame> {
        if let Some(storage) = self.storage.as_ref().filter(|_| self.has_place) {
            storage.list();
            let listed = self.answer(|event| matches!(event, StorageEvent::Listed(_)));
            if let Some(StorageEvent::Listed(Ok(games))) = listed {
                return games;
            }
        }
        Vec::new()
    }

    /// Is there a game that can be continued?
    pub fn has_unfinished(&mut self) -> bool {
        self.list().iter().any(|game| !game.is_over())
    }

    /// Lets a person choose a game to be continued. `None`: they left.
    pub fn choose(
        &mut self,
        reader: &mut Reader,
        out: &mut impl Write,
        language: Language,
    ) -> io::Result<Option<Vec<Event>>> {
        let texts = words(language);
        let mut games = self.list();
        games.retain(|game| !game.is_over());
        for (number, game) in (1..).zip(&games) {
            let title = game.game.words(language).title;
            writeln!(out, "{number:>4}  {title}: {}", game.told(language, texts))?;
        }
        loop {
            let prompt = fill(texts.number_or_name, &["1"]);
            let Input::Line(line) = reader.read(&prompt, out)? else { return Ok(None) };
            let number = if line.trim().is_empty() { Ok(1) } else { line.trim().parse::<usize>() };
            let game = number.ok().and_then(|number| games.get(number.checked_sub(1)?));
            let Some(game) = game else {
                if crate::command::read(&line) == crate::Command::Quit {
                    return Ok(None);
                }
                writeln!(out, "{}", fill(texts.number_from_to, &[&games.len().to_string()]))?;
                continue;
            };
            self.name.clone_from(&game.name);
            if let Some(storage) = &self.storage {
                storage.open(game.name.clone());
            }
            match self.answer(|event| matches!(event, StorageEvent::Opened(..))) {
                Some(StorageEvent::Opened(_, Ok(events))) => return Ok(Some(events)),
                Some(StorageEvent::Opened(_, Err(error))) => {
                    writeln!(out, "{}", error.text(language))?;
                }
                _ => return Ok(None),
            }
        }
    }
}
