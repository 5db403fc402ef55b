use super::*;
use games::CLUB;
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use store::{Answer, Append, BestTime, GameId, Listed, NewGame, Query};
use table::{Action, Command};
use tempfile::TempDir;

/// A storage, and the game that is played in front of it.
struct Window {
    storage: Storage,
    reports: Receiver<StorageEvent>,
    name: String,
    table: AnyTable,
}

impl Window {
    /// A window with a new game, on the storage that `start` gives.
    fn new(
        name: &str,
        start: impl FnOnce(Box<dyn Fn(StorageEvent) + Send + Sync>) -> Storage,
    ) -> Window {
        let (sender, reports) = mpsc::channel();
        let storage = start(Box::new(move |event| {
            let _ = sender.send(event);
        }));
        let card = CLUB.card("chess").unwrap();
        let players = Seats::Two { white: Player::Human, black: Player::Human };
        let start = card.start(None, 1).unwrap();
        let table = card.open(&card.started(start, players, None, 0)).unwrap();
        Window { storage, reports, name: name.to_owned(), table }
    }

    fn on_file(run: u64, file: &Path) -> Window {
        let config = StorageConfig::File(file.to_owned());
        Window::new(&format!("t{run}n1"), |report| Storage::start(CLUB, config, run, report))
    }

    /// A window in which the storage waits for the next move before it tries again what failed.
    fn on_log(run: u64, log: &Flaky) -> Window {
        Window::retrying(run, log, Duration::from_hours(1))
    }

    fn retrying(run: u64, log: &Flaky, retry: Duration) -> Window {
        let log = log.clone();
        let database = Database::new(CLUB, run, Box::new(move || log.open()));
        Window::new(&format!("t{run}n1"), |report| Storage::with(database, retry, report))
    }

    /// Makes a move, saves the game and returns what is reported about that.
    fn play(&mut self, mv: &str) -> Vec<StorageEvent> {
        let seat = self.table.turn().unwrap();
        let action = Action::Move { mv: mv.to_owned() };
        let command = Command { expected: self.table.next(), action };
        self.table = self.table.decide(&command, seat, 0).unwrap().after;
        self.storage.save(SaveRequest::of(&self.table, &self.name, self.table.next()));
        self.outcome()
    }

    /// What is reported up to the outcome of saving.
    fn outcome(&self) -> Vec<StorageEvent> {
        let mut events = Vec::new();
        loop {
            events.push(self.next());
            if let Some(StorageEvent::Saved | StorageEvent::NotSaved(_)) = events.last() {
                return events;
            }
        }
    }

    fn next(&self) -> StorageEvent {
        self.reports.recv_timeout(Duration::from_mins(1)).expect("the storage reports something")
    }

    fn list(&self) -> Vec<SavedGame> {
        self.storage.list();
        loop {
            if let StorageEvent::Listed(games) = self.next() {
                return games.unwrap();
            }
        }
    }

    /// The events of a game, which must make a game again.
    fn open(&self, name: &str) -> AnyTable {
        self.storage.open(name.to_owned());
        loop {
            if let StorageEvent::Opened(_, events) = self.next() {
                return CLUB.replay(&events.unwrap()).unwrap();
            }
        }
    }

    /// Continues a game.
    fn go_on(&mut self, name: &str) {
        self.table = self.open(name);
        self.name = name.to_owned();
    }
}

fn is_saved(events: &[StorageEvent]) -> bool {
    matches!(events, [StorageEvent::Saved])
}

fn is_not_saved(events: &[StorageEvent]) -> bool {
    matches!(events, [StorageEvent::NotSaved(_)])
}

/// The moves of every game in the log, the latest first.
fn games_in(window: &Window) -> Vec<Vec<String>> {
    let moves = |table: AnyTable| {
        let mut line = Vec::new();
        for event in &table.events().to_vec() {
            if let Event::Moved { mv, .. } = event {
                line.push(mv.clone());
            }
        }
        line
    };
    window.list().iter().map(|game| moves(window.open(&game.name))).collect()
}

#[test]
fn a_game_that_goes_on_in_two_windows_becomes_two_games_and_both_are_whole() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.db");
    let mut one = Window::on_file(1, &file);
    assert!(is_saved(&one.play("e4")));
    let mut two = Window::on_file(2, &file);
    let name = two.list()[0].name.clone();
    two.go_on(&name);
    assert!(is_saved(&one.play("e5")));

    let reports = two.play("d5");
    let [StorageEvent::Forked(forked), StorageEvent::Saved] = &reports[..] else {
        panic!("{reports:?}")
    };
    assert_eq!(*forked, name);
    assert!(is_saved(&two.play("exd5")), "it is said once");
    assert!(is_saved(&one.play("Nf3")), "the first window has the name to itself");

    let games = [vec!["e4", "d5", "exd5"], vec!["e4", "e5", "Nf3"]];
    assert_eq!(games_in(&one), games);
    assert_eq!((one.storage.close(), two.storage.close()), (None, None));
    assert_eq!(games_in(&Window::on_file(3, &file)), games);
}

#[test]
fn a_window_that_lost_the_name_of_its_game_can_come_back_to_that_game() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.db");
    let (mut one, mut two) = (Window::on_file(1, &file), Window::on_file(2, &file));
    one.play("e4");
    let name = two.list()[0].name.clone();
    two.go_on(&name);
    one.play("e5");
    two.play("d5");
    // It sees what was played in the first window, and goes on with that.
    two.go_on(&name);
    assert!(is_saved(&two.play("Nc3")));
    // Now it is the first window that comes too late.
    let reports = one.play("d4");
    assert!(matches!(&reports[..], [StorageEvent::Forked(_), StorageEvent::Saved]), "{reports:?}");
    let mut games = games_in(&two);
    games.sort();
    assert_eq!(games, [vec!["e4", "d5"], vec!["e4", "e5", "Nc3"], vec!["e4", "e5", "d4"]]);
}

#[test]
fn a_game_that_lost_its_name_twice_is_whole_under_its_third() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.db");
    let (mut one, mut two) = (Window::on_file(1, &file), Window::on_file(2, &file));
    one.play("e4");
    let name = two.list()[0].name.clone();
    two.go_on(&name);
    one.play("e5");
    two.play("d5");
    let fork = one.list().into_iter().find(|game| game.name != name).unwrap().name;
    one.go_on(&fork);
    assert!(is_saved(&one.play("exd5")));
    let reports = two.play("e5");
    assert!(matches!(&reports[..], [StorageEvent::Forked(_), StorageEvent::Saved]), "{reports:?}");
    let mut games = games_in(&one);
    games.sort();
    assert_eq!(games, [vec!["e4", "d5", "e5"], vec!["e4", "d5", "exd5"], vec!["e4", "e5"]]);
}

#[test]
fn what_was_not_saved_while_the_log_failed_is_saved_without_a_gap_when_it_is_back() {
    let log = Flaky::new();
    let mut window = Window::on_log(7, &log);
    assert!(is_saved(&window.play("e4")));
    log.set(FAILS);
    assert!(is_not_saved(&window.play("e5")));
    assert!(is_not_saved(&window.play("Nf3")));
    log.set(WORKS);
    assert!(is_saved(&window.play("Nc6")));
    assert_eq!(games_in(&window), [["e4", "e5", "Nf3", "Nc6"]]);
}

#[test]
fn a_log_that_is_back_is_found_without_another_move() {
    let log = Flaky::new();
    let mut window = Window::retrying(7, &log, Duration::from_millis(1));
    log.set(FAILS);
    assert!(is_not_saved(&window.play("e4")));
    log.set(WORKS);
    while !is_saved(&window.outcome()) {}
    assert_eq!(games_in(&window), [["e4"]]);
}

#[test]
fn a_log_that_cannot_be_opened_at_first_is_opened_later() {
    let log = Flaky::new();
    log.set(LOCKED);
    let mut window = Window::on_log(7, &log);
    assert!(is_not_saved(&window.outcome()), "it is reported before anything is played");
    assert!(is_not_saved(&window.play("e4")));
    log.set(WORKS);
    assert!(is_saved(&window.play("e5")));
    assert_eq!(games_in(&window), [["e4", "e5"]]);
}

#[test]
fn an_append_that_succeeded_and_was_reported_as_failed_does_not_split_the_game() {
    let log = Flaky::new();
    let mut window = Window::on_log(7, &log);
    log.set(LIES);
    assert!(is_not_saved(&window.play("e4")));
    assert!(is_not_saved(&window.play("e5")));
    log.set(WORKS);
    assert!(is_saved(&window.play("Nf3")));
    assert_eq!(games_in(&window), [["e4", "e5", "Nf3"]]);
}

#[test]
fn a_game_that_lost_its_name_while_the_log_failed_is_saved_whole_later() {
    let log = Flaky::new();
    let mut one = Window::on_log(7, &log);
    one.play("e4");
    let mut two = Window::on_log(8, &log);
    let name = two.list()[0].name.clone();
    two.go_on(&name);
    one.play("e5");
    log.set(NO_NEW_GAMES);
    let reports = two.play("d5");
    let forked = matches!(&reports[..], [StorageEvent::Forked(_), StorageEvent::NotSaved(_)]);
    assert!(forked, "{reports:?}");
    assert!(is_not_saved(&two.play("exd5")));
    log.set(WORKS);
    assert!(is_saved(&one.play("Nf3")));
    assert!(is_saved(&two.play("Qxd5")));
    let mut games = games_in(&one);
    games.sort();
    assert_eq!(games, [vec!["e4", "d5", "exd5", "Qxd5"], vec!["e4", "e5", "Nf3"]]);
}

#[test]
fn a_game_whose_last_moves_are_not_saved_yet_is_continued_with_them() {
    let log = Flaky::new();
    let mut window = Window::on_log(7, &log);
    window.play("e4");
    log.set(FAILS);
    window.play("e5");
    let name = window.name.clone();
    window.go_on(&name);
    log.set(WORKS);
    assert!(is_saved(&window.play("Nf3")));
    assert_eq!(games_in(&window), [["e4", "e5", "Nf3"]]);
}

#[test]
fn what_could_not_be_saved_at_the_end_is_said_and_what_can_be_is_saved() {
    let log = Flaky::new();
    let mut window = Window::on_log(7, &log);
    log.set(FAILS);
    window.play("e4");
    let reason = "the store does not answer: no room on the disk";
    assert_eq!(window.storage.close(), Some(StorageError(reason.to_owned())));

    let mut window = Window::on_log(7, &log);
    window.play("d4");
    log.set(WORKS);
    assert_eq!(window.storage.close(), None);
    assert_eq!(games_in(&Window::on_log(7, &log)), [["d4"]]);
}

/// How a [`Flaky`] log behaves.
const WORKS: u8 = 0;
/// Nothing is appended.
const FAILS: u8 = 1;
/// Events are appended, and the answer says that they were not.
const LIES: u8 = 2;
/// It cannot be opened.
const LOCKED: u8 = 3;
/// No game can be begun.
const NO_NEW_GAMES: u8 = 4;

/// A log in memory whose disk fails when it is told to.
#[derive(Clone)]
struct Flaky {
    log: Arc<Mutex<Sqlite>>,
    mode: Arc<AtomicU8>,
}

impl Flaky {
    fn new() -> Flaky {
        let log = Arc::new(Mutex::new(Sqlite::in_memory().unwrap()));
        Flaky { log, mode: Arc::default() }
    }

    fn set(&self, mode: u8) {
        self.mode.store(mode, Ordering::SeqCst);
    }

    fn mode(&self) -> u8 {
        self.mode.load(Ordering::SeqCst)
    }

    fn open(&self) -> Result<Box<dyn GameLog>, StoreError> {
        if self.mode() == LOCKED { Err(no_room()) } else { Ok(Box::new(self.clone())) }
    }

    fn answer(&self, fails: bool, write: impl FnOnce(&dyn GameLog) -> Answer<()>) -> Answer<()> {
        let lies = self.mode() == LIES;
        if fails && !lies {
            return Box::pin(async { Err(no_room()) });
        }
        let answer = write(&*self.log.lock().unwrap());
        Box::pin(async move {
            answer.await?;
            if lies { Err(no_room()) } else { Ok(()) }
        })
    }
}

fn no_room() -> StoreError {
    StoreError::Failed("no room on the disk".to_owned())
}

impl GameLog for Flaky {
    fn create(&self, game: NewGame) -> Answer<()> {
        self.answer(self.mode() != WORKS, |log| log.create(game))
    }

    fn append(&self, append: Append) -> Answer<()> {
        self.answer(self.mode() == FAILS, |log| log.append(append))
    }

    fn read(&self, game: &GameId) -> Answer<Vec<String>> {
        GameLog::read(&*self.log.lock().unwrap(), game)
    }

    fn list(&self, query: Query) -> Answer<Vec<Listed>> {
        GameLog::list(&*self.log.lock().unwrap(), query)
    }

    fn discard(&self, game: &GameId) -> Answer<bool> {
        GameLog::discard(&*self.log.lock().unwrap(), game)
    }

    fn disqualify(&self, game: &GameId) -> Answer<()> {
        self.answer(self.mode() == FAILS, |log| GameLog::disqualify(log, game))
    }

    fn best_times(&self, leaderboard: &str) -> Answer<Vec<BestTime>> {
        GameLog::best_times(&*self.log.lock().unwrap(), leaderboard)
    }
}

#[test]
fn a_window_says_that_what_was_written_last_is_damaged_and_where_it_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let mut window = Window::on_file(1, &file);
    window.play("e4");
    drop(window);
    std::fs::write(store::wal_file(&file), [7; 5_000]).unwrap();
    let window = Window::on_file(2, &file);
    let kept = folder.path().join("games.db-wal.damaged-1");
    let event = window.next();
    assert!(matches!(&event, StorageEvent::Damaged(name) if *name == kept.display().to_string()));
    assert_eq!(std::fs::read(kept).unwrap(), [7; 5_000]);
    assert_eq!(window.list().len(), 1);
}

/// A game of Minesweeper that the solver has won in the place of a person, and its leaderboard.
fn won_game() -> (AnyTable, String) {
    let card = CLUB.card("mines").unwrap();
    for seed in 1.. {
        let start = card.start(Some("beginner"), seed).unwrap();
        let leaderboard = card.leaderboard(&start).unwrap();
        let players = Seats::Solo { solo: Player::Human };
        let mut table = card.open(&card.started(start, players, None, 0)).unwrap();
        let mut now = 0;
        while let Some(seat) = table.turn() {
            now += 500;
            let mv = players::Thinker::new().hint(&table, seat, &game::Stop::new()).unwrap().mv;
            let command = Command { expected: table.next(), action: Action::Move { mv } };
            table = table.decide(&command, seat, now).unwrap().after;
        }
        if table.time_of_a_win().is_some() {
            return (table, leaderboard);
        }
    }
    unreachable!()
}

fn times(window: &Window, leaderboard: &str) -> Vec<Millis> {
    window.storage.times(leaderboard.to_owned());
    loop {
        if let StorageEvent::Times(_, times) = window.next() {
            return times.unwrap();
        }
    }
}

#[test]
fn the_time_of_a_win_is_on_its_leaderboard_unless_the_player_was_helped() {
    let folder = tempfile::tempdir().unwrap();
    let window = Window::on_file(1, &folder.path().join("games.db"));
    let (table, leaderboard) = won_game();
    let request = |name: &str, helped| SaveRequest {
        leaderboard: Some(leaderboard.clone()),
        helped,
        ..SaveRequest::of(&table, name, 5)
    };
    assert!(times(&window, &leaderboard).is_empty());
    window.storage.save(request("t1n1", false));
    let time = table.time_of_a_win().unwrap();
    assert_eq!(times(&window, &leaderboard), [time]);
    window.storage.save(request("t1n2", true));
    assert_eq!(times(&window, &leaderboard), [time], "helped from the beginning");
    // Helped after it had begun: the time that was listed goes.
    window.storage.save(request("t1n1", true));
    assert!(times(&window, &leaderboard).is_empty());
}

#[test]
fn finished_games_are_listed_with_their_end_and_deleted_for_good() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::on_file(1, &folder.path().join("games.db"));
    for mv in ["f3", "e5", "g4", "Qh4"] {
        window.play(mv);
    }
    let games = window.list();
    let [game] = games.as_slice() else { panic!("{games:?}") };
    let end = game.end.as_ref().unwrap();
    assert_eq!(end.text(Language::English), "Black won by checkmate.");
    assert!(end.text(Language::Spanish).contains("jaque mate"));
    window.storage.delete(game.name.clone());
    let left = loop {
        if let StorageEvent::Listed(games) = window.next() {
            break games.unwrap();
        }
    };
    assert_eq!(left, []);
    window.storage.open(game.name.clone());
    assert!(matches!(window.next(), StorageEvent::Opened(_, Err(_))));
}

#[test]
fn the_choices_of_the_first_screen_are_there_in_the_next_run_and_a_huge_file_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let window = Window::on_file(1, &file);
    window.storage.remember("{\"game\":\"chess\"}".to_owned());
    drop(window);
    let window = Window::on_file(2, &file);
    assert!(matches!(window.next(), StorageEvent::Remembered(text) if text.contains("chess")));
    drop(window);
    std::fs::write(folder.path().join("games.db.choices"), "x".repeat(100_000)).unwrap();
    let window = Window::on_file(3, &file);
    assert_eq!(window.list(), []);
}
