//! What every log promises, shown with those in `SQLite` and in `PostgreSQL`.

use private_postgres::PrivatePostgres;
use rusqlite::Connection;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use store::{
    Address, Append, Appended, Claim, Digest, GameId, Handover, Keeping, KeptResult, Log, NewGame,
    NewSeat, News, Note, Outcome, OwnQuery, Postgres, Query, Scope, Sqlite, SqliteOptions,
    StoreError, StorePlace, Summary, TakenOver, TimesQuery, Work,
};

use crate::common::{append, create, id, summary, wait};

fn open(folder: &tempfile::TempDir) -> Sqlite {
    Sqlite::open(&folder.path().join("log.db")).unwrap()
}

/// Shows something with every log that there is.
fn each(check: impl Fn(&dyn Log)) {
    check(&Sqlite::in_memory().unwrap());
    check(&open(&tempfile::tempdir().unwrap()));
    if let Some(server) = private_postgres::shared() {
        check(&postgres(server));
    }
}

/// A log in a database of its own.
fn postgres(server: &PrivatePostgres) -> Postgres {
    Postgres::open(&server.database().unwrap().parse().unwrap()).unwrap()
}

#[test]
fn events_come_back_in_the_order_in_which_they_were_appended() {
    each(|log| {
        wait(create(log, "a", "zero")).unwrap();
        wait(append(log, "a", 1, &["one", "two"])).unwrap();
        wait(append(log, "a", 3, &["three"])).unwrap();
        assert_eq!(wait(log.read(&id("a"), 0)).unwrap(), ["zero", "one", "two", "three"]);
        assert_eq!(wait(log.read(&id("a"), 2)).unwrap(), ["two", "three"]);
        assert!(wait(log.read(&id("a"), 4)).unwrap().is_empty());
        assert_eq!(wait(log.read(&id("b"), 0)), Err(StoreError::NoSuchGame));
    });
}

/// `SQLite` before 3.51.3 could damage a file when one connection moved the write-ahead log into it while
/// another began the log from its start.
#[test]
fn the_bundled_sqlite_resets_its_write_ahead_log_safely() {
    assert!(rusqlite::version_number() >= 3_051_003, "{}", rusqlite::version());
}

#[test]
fn another_program_that_writes_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(&folder);
    wait(create(&log, "a", "zero")).unwrap();
    let other = Connection::open(folder.path().join("log.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let appended = append(&log, "a", 1, &["one"]);
    thread::sleep(std::time::Duration::from_millis(100));
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(wait(appended), Ok(()));
    assert_eq!(wait(log.read(&id("a"), 0)).unwrap(), ["zero", "one"]);
}

#[test]
fn a_number_that_is_taken_or_too_high_is_refused_and_nothing_changes() {
    each(|log| {
        wait(create(log, "a", "zero")).unwrap();
        for expected in [0, 2, 7] {
            let refused = wait(append(log, "a", expected, &["x"]));
            assert_eq!(refused, Err(StoreError::Taken { expected, next: 1 }));
        }
        assert_eq!(wait(append(log, "b", 1, &["x"])), Err(StoreError::NoSuchGame));
        assert_eq!(
            wait(create(log, "a", "again")),
            Err(StoreError::Taken { expected: 0, next: 1 })
        );
        assert_eq!(wait(log.read(&id("a"), 0)).unwrap(), ["zero"]);
    });
}

#[test]
fn exactly_one_of_those_who_race_for_a_number_wins() {
    each(|log| {
        wait(create(log, "a", "zero")).unwrap();
        for number in 1..=50 {
            let start = Barrier::new(4);
            let wins = thread::scope(|scope| {
                let race = |racer: usize| {
                    let start = &start;
                    scope.spawn(move || {
                        start.wait();
                        wait(append(log, "a", number, &[&racer.to_string()])).is_ok()
                    })
                };
                let racers: Vec<_> = (0..4).map(race).collect();
                racers.into_iter().map(|racer| racer.join().unwrap()).filter(|&won| won).count()
            });
            assert_eq!(wins, 1);
        }
        assert_eq!(wait(log.read(&id("a"), 0)).unwrap().len(), 51);
    });
}

#[test]
fn a_log_that_is_closed_and_opened_again_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(&folder);
    wait(create(&log, "a", "zero")).unwrap();
    // Nobody waits for this one, and yet closing finishes it.
    drop(append(&log, "a", 1, &["one"]));
    drop(log);
    let log = open(&folder);
    assert_eq!(wait(log.read(&id("a"), 0)).unwrap(), ["zero", "one"]);
    assert_eq!(wait(log.list(Query { limit: 9, ..Query::default() })).unwrap().len(), 1);
}

#[test]
fn listeners_hear_of_what_is_safe() {
    each(|log| {
        let mut news = log.subscribe();
        wait(create(log, "a", "zero")).unwrap();
        wait(append(log, "a", 5, &["no"])).unwrap_err();
        wait(append(log, "a", 1, &["one", "two"])).unwrap();
        for next in [1, 3] {
            let appended = Appended { game: id("a"), next };
            assert_eq!(wait(news.recv()), Ok(News::Appended(appended)));
        }
        assert!(news.try_recv().is_err());
    });
}

fn seat(seat: &str, token: Option<&str>, invitation: Option<&str>) -> NewSeat {
    let digest = |text: &str| Digest::of(text);
    NewSeat { seat: seat.to_owned(), token: token.map(digest), invitation: invitation.map(digest) }
}

fn claim(
    log: &dyn Log,
    seat: &str,
    invitation: Option<&str>,
    token: &str,
) -> Result<(), StoreError> {
    wait(log.claim(Claim {
        game: id("a"),
        seat: seat.to_owned(),
        invitation: invitation.map(Digest::of),
        token: Digest::of(token),
    }))
}

#[test]
fn a_seat_is_claimed_once_and_by_the_one_who_is_invited() {
    each(|log| {
        let game = NewGame {
            id: id("a"),
            events: vec!["zero".to_owned()],
            summary: summary(0),
            leaderboard: None,
            seats: vec![seat("white", Some("ann"), None), seat("black", None, Some("come"))],
        };
        wait(log.create(game)).unwrap();
        assert_eq!(claim(log, "white", None, "bob"), Err(StoreError::SeatTaken));
        assert_eq!(claim(log, "black", None, "bob"), Err(StoreError::NotInvited));
        assert_eq!(claim(log, "black", Some("wrong"), "bob"), Err(StoreError::NotInvited));
        assert_eq!(claim(log, "green", None, "bob"), Err(StoreError::NoSuchSeat));
        assert_eq!(claim(log, "black", Some("come"), "bob"), Ok(()));
        assert_eq!(claim(log, "black", Some("come"), "bob"), Ok(()), "a repetition");
        assert_eq!(claim(log, "black", Some("come"), "eve"), Err(StoreError::SeatTaken));
        let seats = wait(log.seats(&id("a"))).unwrap();
        let holders: Vec<_> = seats.iter().map(|seat| (seat.seat.as_str(), seat.token)).collect();
        let (ann, bob) = (Some(Digest::of("ann")), Some(Digest::of("bob")));
        assert_eq!(holders, [("white", ann), ("black", bob)]);
        assert_eq!(wait(log.seats(&id("b"))), Err(StoreError::NoSuchGame));
    });
}

#[test]
fn a_list_is_read_page_by_page_and_can_be_narrowed() {
    each(|log| {
        for number in 0..7u64 {
            let game = NewGame {
                id: id(&format!("g{number}")),
                events: vec!["zero".to_owned()],
                leaderboard: None,
                summary: Summary {
                    kind: if number == 3 { "mines" } else { "chess" }.to_owned(),
                    over: number % 2 == 0,
                    computer_to_move: number == 5,
                    ..summary(number / 2)
                },
                seats: vec![
                    seat("white", None, None),
                    seat("black", Some(if number % 3 == 0 { "ann" } else { "bob" }), None),
                ],
            };
            wait(log.create(game)).unwrap();
        }
        let names = |query: Query| -> Vec<String> {
            let listed = wait(log.list(query)).unwrap();
            listed.into_iter().map(|game| game.id.to_string()).collect()
        };
        let all = Query { limit: 100, ..Query::default() };
        assert_eq!(names(all.clone()), ["g6", "g5", "g4", "g3", "g2", "g1", "g0"]);
        let after = Some((2, id("g5")));
        assert_eq!(names(Query { after, limit: 3, ..Query::default() }), ["g4", "g3", "g2"]);
        let mines = Query { kind: Some("mines".to_owned()), ..all.clone() };
        assert_eq!(names(mines), ["g3"]);
        assert_eq!(names(Query { over: Some(true), ..all.clone() }), ["g6", "g4", "g2", "g0"]);
        let ann = Query { asker: Some(Digest::of("ann")), ..all.clone() };
        let listed = wait(log.list(ann.clone())).unwrap();
        assert_eq!((listed[0].open_seats.as_slice(), listed.len()), (&["white".to_owned()][..], 7));
        let yours = |listed: &store::Listed| listed.your_seats == ["black"];
        assert_eq!(listed.iter().filter(|listed| yours(listed)).count(), 3);
        let own = Query { scope: Scope::Own, ..ann };
        assert_eq!(names(own.clone()), ["g6", "g3", "g0"]);
        assert_eq!(names(Query { kind: Some("mines".to_owned()), ..own.clone() }), ["g3"]);
        assert_eq!(names(Query { over: Some(true), ..own.clone() }), ["g6", "g0"]);
        assert_eq!(names(Query { after: Some((3, id("g6"))), limit: 1, ..own }), ["g3"]);
        assert!(
            names(Query { scope: Scope::Own, ..all.clone() }).is_empty(),
            "nobody sits nowhere"
        );
        assert!(names(Query { kind: Some("go".to_owned()), ..all.clone() }).is_empty());
        assert!(names(Query { limit: 0, ..all }).is_empty());
        let waiting = wait(log.waiting_for_computer()).unwrap();
        assert_eq!(waiting, [(id("g5"), Some(Digest::of("bob")))]);
    });
}

#[test]
fn of_games_that_change_in_the_same_millisecond_the_one_begun_later_comes_first() {
    each(|log| {
        for game in ["m", "z", "a"] {
            wait(create(log, game, "zero")).unwrap();
        }
        let names = |after: Option<(u64, GameId)>| -> Vec<String> {
            let listed = wait(log.list(Query { after, limit: 9, ..Query::default() })).unwrap();
            listed.into_iter().map(|game| game.id.to_string()).collect()
        };
        assert_eq!(names(None), ["a", "z", "m"]);
        assert_eq!(names(Some((0, id("z")))), ["m"]);
    });
}

fn times(leaderboard: &str, asker: Option<Digest>) -> TimesQuery {
    TimesQuery { leaderboard: leaderboard.to_owned(), asker, limit: 9, ..TimesQuery::default() }
}

#[test]
fn the_best_times_come_first_each_under_its_heading() {
    each(|log| {
        let won = |game: &str, leaderboard: Option<&str>, time: Option<u64>, token: &str| {
            wait(log.create(NewGame {
                id: id(game),
                events: vec!["zero".to_owned(), "one".to_owned()],
                leaderboard: leaderboard.map(str::to_owned),
                summary: Summary { time: None, ..summary(5) },
                seats: vec![seat("solo", Some(token), None)],
            }))
            .unwrap();
            let summary = Summary { time, over: true, ..summary(9) };
            let events = vec!["won".to_owned()];
            wait(log.append(Append { game: id(game), expected: 2, events, summary })).unwrap();
        };
        won("slow", Some("small"), Some(900), "ann");
        won("fast", Some("small"), Some(300), "bob");
        won("lost", Some("small"), None, "bob");
        won("other", Some("large"), Some(1), "bob");
        won("known", None, Some(2), "bob");
        won("helped", Some("small"), Some(100), "bob");
        assert_eq!(wait(log.disqualify(&id("helped"))), Ok(()));
        assert_eq!(wait(log.disqualify(&id("nothing"))), Err(StoreError::NoSuchGame));
        let ann = Some(Digest::of("ann"));
        wait(log.set_nickname(Digest::of("ann"), Some("Ann".to_owned()))).unwrap();
        let of = |leaderboard: &str| times(leaderboard, ann);
        let best = wait(log.best_times(of("small"))).unwrap();
        let best: Vec<_> = best
            .iter()
            .map(|b| (b.game.as_str(), b.time, b.at, b.yours, b.nickname.as_deref()))
            .collect();
        assert_eq!(best, [("fast", 300, 9, false, None), ("slow", 900, 9, true, Some("Ann"))]);
        assert_eq!(wait(log.best_times(TimesQuery { limit: 1, ..of("small") })).unwrap().len(), 1);
        assert_eq!(wait(log.best_times(TimesQuery { since: 10, ..of("small") })).unwrap().len(), 0);
        let helped = wait(log.best_times(TimesQuery { helped: true, ..of("small") })).unwrap();
        let helped: Vec<_> = helped.iter().map(|b| (b.game.as_str(), b.helped)).collect();
        assert_eq!(helped, [("helped", true), ("fast", false), ("slow", false)]);
        assert!(wait(log.best_times(of("nothing"))).unwrap().is_empty());
        assert_eq!(wait(log.has_played("small", Digest::of("ann"))), Ok(true));
        assert_eq!(wait(log.has_played("large", Digest::of("carl"))), Ok(false));
    });
}

#[test]
fn names_of_games_are_letters_and_digits() {
    for wrong in ["", "..", "a/b", "a b", "é", &"a".repeat(33)] {
        assert!(wrong.parse::<GameId>().is_err(), "{wrong:?}");
    }
    assert_eq!("Az09".parse::<GameId>().unwrap().to_string(), "Az09");
}

#[test]
fn the_last_moment_at_which_a_server_was_alive_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(&folder);
    assert_eq!(wait(log.last_alive()).unwrap(), None);
    wait(log.note_alive(5_000)).unwrap();
    wait(log.note_alive(4_000)).unwrap();
    drop(log);
    assert_eq!(wait(open(&folder).last_alive()).unwrap(), Some(4_000));
}

#[test]
fn games_that_nobody_touches_are_found_and_removed_if_that_is_still_so() {
    each(|log| {
        for (name, at) in [("a", 10), ("b", 20), ("c", 30), ("d", 10)] {
            let new = NewGame {
                id: id(name),
                events: vec!["zero".to_owned()],
                summary: summary(at),
                leaderboard: None,
                seats: vec![NewSeat { seat: "white".to_owned(), token: None, invitation: None }],
            };
            wait(log.create(new)).unwrap();
        }
        let untouched = |before, after: Option<&str>, limit| {
            let games = wait(log.untouched(before, after.map(id), limit)).unwrap();
            games.into_iter().map(|(id, _)| id.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(untouched(30, None, 10), ["a", "b", "d"]);
        assert_eq!(untouched(30, None, 2), ["a", "b"]);
        assert_eq!(untouched(30, Some("b"), 2), ["d"]);
        // Another was touched meanwhile.
        wait(append(log, "a", 1, &["one"])).unwrap();
        let games = [("a", 10), ("d", 10), ("none", 10)].map(|(name, at)| (id(name), at));
        assert_eq!(wait(log.remove(games.to_vec())), Ok(vec![id("d")]));
        assert_eq!(wait(log.read(&id("d"), 0)), Err(StoreError::NoSuchGame));
        assert_eq!(wait(log.seats(&id("d"))), Err(StoreError::NoSuchGame));
        assert_eq!(wait(log.read(&id("a"), 0)).unwrap().len(), 2);
        // The name is free again.
        wait(create(log, "d", "again")).unwrap();
        assert_eq!(wait(log.read(&id("d"), 0)).unwrap(), ["again"]);
    });
}

#[test]
fn a_lock_that_another_program_holds_is_no_failure_of_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let lock_timeout = std::time::Duration::from_millis(1);
    let options = SqliteOptions { lock_timeout, ..SqliteOptions::default() };
    let log = Sqlite::open_with(&path, options).unwrap();
    wait(create(&log, "a", "zero")).unwrap();
    assert_eq!(wait(log.check_writable()), Ok(()));
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    for refused in [wait(append(&log, "a", 1, &["one"])), wait(log.check_writable())] {
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    }
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(wait(append(&log, "a", 1, &["one"])), Ok(()));
}

#[test]
fn a_full_disk_takes_nothing_and_the_log_goes_on_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let options = SqliteOptions { most_pages: Some(40), ..SqliteOptions::default() };
    let log = Sqlite::open_with(&path, options).unwrap();
    wait(create(&log, "a", "zero")).unwrap();
    wait(create(&log, "b", "zero")).unwrap();
    let event = "x".repeat(3_000);
    let full = (1..100).find_map(|number| {
        wait(append(&log, "a", number, &[&event])).err().map(|error| (number, error))
    });
    let (stored, error) = full.unwrap();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    assert_eq!(wait(log.read(&id("a"), 0)).unwrap().len() as u64, stored);
    assert_eq!(wait(log.remove(vec![(id("a"), stored - 1)])), Ok(vec![id("a")]));
    assert_eq!(wait(append(&log, "b", 1, &[&event])), Ok(()));
    assert_eq!(wait(log.read(&id("b"), 0)).unwrap().len(), 2);
}

#[test]
fn a_look_whether_the_log_can_be_written_leaves_the_version_of_a_newer_program() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(&folder);
    let other = Connection::open(folder.path().join("log.db")).unwrap();
    other.pragma_update(None, "user_version", 99).unwrap();
    assert_eq!(wait(log.check_writable()), Ok(()));
    let version: i64 = other.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 99);
}

#[test]
fn what_was_found_about_a_game_is_kept_and_goes_with_it() {
    each(|log| {
        wait(create(log, "a", "zero")).unwrap();
        for (ply, found) in [(3, "three"), (1, "one"), (3, "better")] {
            wait(log.keep_look(&id("a"), ply, found.to_owned())).unwrap();
        }
        let kept = vec![(1, "one".to_owned()), (3, "better".to_owned())];
        assert_eq!(wait(log.looks(&id("a"))).unwrap(), kept);
        assert_eq!(wait(log.keep_look(&id("b"), 0, String::new())), Err(StoreError::NoSuchGame));
        let (_, summary) = wait(log.untouched(u64::MAX, None, 1)).unwrap().remove(0);
        assert_eq!(wait(log.remove(vec![(id("a"), summary.at)])).unwrap(), [id("a")]);
        assert_eq!(wait(log.looks(&id("a"))).unwrap(), []);
    });
}

#[test]
fn finished_games_of_an_owner_are_found_by_how_they_ended() {
    each(|log| {
        let ann = Digest::of("ann");
        for (at, name) in (1..).zip(["a", "b", "c", "d"]) {
            let seats = vec![NewSeat { seat: "white".into(), token: Some(ann), invitation: None }];
            let summary = Summary { over: name != "d", at, ..summary(1) };
            let events = vec!["zero".to_owned()];
            let game = NewGame { id: id(name), events, summary, leaderboard: None, seats };
            wait(log.create(game)).unwrap();
        }
        let mut unknown = wait(log.without_result(ann, 9)).unwrap();
        unknown.sort();
        assert_eq!(unknown, [id("a"), id("b"), id("c")]);
        for (name, outcome, opponent, opening) in [
            ("a", Outcome::Won, "level:3", Some("Spanish 100%\tEspañola")),
            ("b", Outcome::Lost, "level:4", None),
            ("c", Outcome::Won, "level:4", Some("Sicilian\tSiciliana")),
        ] {
            let seats = vec![("white".to_owned(), outcome, opponent.to_owned())];
            let title = (name == "b").then(|| "Réti – Tartakower 1–0".to_owned());
            let result = KeptResult { seats, opening: opening.map(str::to_owned), title };
            wait(log.keep_result(&id(name), result)).unwrap();
        }
        assert!(wait(log.without_result(ann, 9)).unwrap().is_empty());
        let all = OwnQuery {
            owner: ann,
            kind: None,
            outcome: None,
            opponent: None,
            words: String::new(),
            since: 0,
            until: u64::MAX,
            after: None,
            limit: 9,
        };
        let names = |query: OwnQuery| {
            let found = wait(log.own_games(query)).unwrap();
            found.iter().map(|game| game.id.to_string()).collect::<String>()
        };
        assert_eq!(names(all.clone()), "cba");
        assert_eq!(names(OwnQuery { limit: 2, ..all.clone() }), "cb");
        let second = wait(log.own_games(all.clone())).unwrap().remove(1);
        assert_eq!(names(OwnQuery { after: Some((second.at, second.begun)), ..all.clone() }), "a");
        assert_eq!(names(OwnQuery { outcome: Some(Outcome::Won), ..all.clone() }), "ca");
        assert_eq!(names(OwnQuery { opponent: Some("level:4".into()), ..all.clone() }), "cb");
        assert_eq!(names(OwnQuery { words: "SPAN 100%".into(), ..all.clone() }), "a");
        assert_eq!(
            names(OwnQuery { words: "%".into(), kind: Some("chess".into()), ..all.clone() }),
            "a"
        );
        assert_eq!(names(OwnQuery { words: "tartakower".into(), ..all.clone() }), "b");
        assert_eq!(names(OwnQuery { since: 2, until: 3, ..all.clone() }), "b");
        assert_eq!(names(OwnQuery { owner: Digest::of("bob"), ..all.clone() }), "");
        let results = wait(log.own_results(ann)).unwrap();
        assert_eq!(results.iter().map(|result| result.at).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(wait(log.discard(&id("a"), Digest::of("bob"))), Err(StoreError::NoSuchSeat));
        assert_eq!(wait(log.discard(&id("a"), ann)), Ok(true));
        assert_eq!(wait(log.read(&id("a"), 0)), Err(StoreError::NoSuchGame));
        assert_eq!(names(all), "cb");
    });
}

#[test]
fn a_game_that_somebody_else_sits_in_only_leaves_the_lists_of_its_owner() {
    each(|log| {
        let seat = |seat: &str, who| NewSeat {
            seat: seat.to_owned(),
            token: Some(Digest::of(who)),
            invitation: None,
        };
        let seats = vec![seat("white", "ann"), seat("black", "bob")];
        let (events, summary) = (vec!["zero".to_owned()], Summary { over: true, ..summary(1) });
        let game = NewGame { id: id("a"), events, summary, leaderboard: None, seats };
        wait(log.create(game)).unwrap();
        assert_eq!(wait(log.discard(&id("a"), Digest::of("ann"))), Ok(false));
        let listed = |who| wait(log.without_result(Digest::of(who), 9)).unwrap().len();
        assert_eq!((listed("ann"), listed("bob")), (0, 1));
        assert_eq!(wait(log.read(&id("a"), 0)).unwrap(), ["zero"]);
    });
}

#[test]
fn an_owner_is_called_as_it_wants_wherever_it_sits() {
    each(|log| {
        let ann = Digest::of("ann");
        begin(log, "a", 1, vec![seat("white", Some("ann"), None), seat("black", None, None)]);
        let called = || {
            let seats = wait(log.seats(&id("a"))).unwrap();
            seats.into_iter().map(|seat| seat.nickname).collect::<Vec<_>>()
        };
        let in_list = || {
            let query = Query { limit: 9, ..Query::default() };
            wait(log.list(query)).unwrap().remove(0).nicknames
        };
        assert_eq!((called(), in_list()), (vec![None, None], Vec::new()));
        for name in ["Ann", "Annie"] {
            wait(log.set_nickname(ann, Some(name.to_owned()))).unwrap();
            assert_eq!(wait(log.nickname(ann)).unwrap().as_deref(), Some(name));
            assert_eq!(called(), [Some(name.to_owned()), None]);
            assert_eq!(in_list(), [("white".to_owned(), name.to_owned())]);
        }
        wait(log.set_nickname(ann, None)).unwrap();
        assert_eq!((called(), wait(log.nickname(ann)).unwrap()), (vec![None, None], None));
    });
}

fn handover(owner: &str, code: &str, now: u64) -> Handover {
    let (owner, code) = (Digest::of(owner), Digest::of(code));
    Handover { owner, code, sealed: b"sealed".to_vec(), now, until: now + 10 }
}

#[test]
fn what_is_handed_over_is_handed_over_once_and_in_time() {
    each(|log| {
        let take = |code: &str, now| wait(log.take_over(Digest::of(code), None, now));
        assert_eq!(take("none", 1), Err(StoreError::NothingHandedOver));
        wait(log.offer(handover("ann", "first", 1))).unwrap();
        wait(log.offer(handover("ann", "second", 1))).unwrap();
        wait(log.offer(handover("bob", "late", 1))).unwrap();
        assert_eq!(take("first", 2), Err(StoreError::NothingHandedOver));
        let taken = TakenOver { owner: Digest::of("ann"), sealed: b"sealed".to_vec() };
        assert_eq!(take("second", 2), Ok(taken));
        assert_eq!(take("second", 2), Err(StoreError::NothingHandedOver));
        assert_eq!(take("late", 11), Err(StoreError::NothingHandedOver));
    });
}

#[test]
fn what_was_played_in_the_other_browser_joins_what_is_taken_over() {
    each(|log| {
        let seats = |white, black| vec![seat("white", white, None), seat("black", black, None)];
        begin(log, "old", 1, seats(Some("ann"), None));
        begin(log, "both", 1, seats(Some("ann"), Some("new")));
        begin(log, "mine", 1, seats(Some("new"), Some("new")));
        begin(log, "others", 1, seats(Some("bob"), Some("new")));
        for (owner, name) in [("new", "Nan"), ("bob", "Bob")] {
            wait(log.set_nickname(Digest::of(owner), Some(name.to_owned()))).unwrap();
        }
        wait(log.offer(handover("ann", "code", 1))).unwrap();
        wait(log.take_over(Digest::of("code"), Some(Digest::of("new")), 2)).unwrap();
        assert_eq!(listed(log, Scope::Own, Some("ann")), ["others", "mine", "both", "old"]);
        assert!(listed(log, Scope::Own, Some("new")).is_empty());
        assert_eq!(wait(log.nickname(Digest::of("ann"))).unwrap().as_deref(), Some("Nan"));
        assert_eq!(wait(log.nickname(Digest::of("new"))).unwrap(), None);
        // A name of its own stays.
        wait(log.offer(handover("ann", "again", 1))).unwrap();
        wait(log.take_over(Digest::of("again"), Some(Digest::of("bob")), 2)).unwrap();
        assert_eq!(wait(log.nickname(Digest::of("ann"))).unwrap().as_deref(), Some("Nan"));
        assert_eq!(listed(log, Scope::Own, Some("ann")).len(), 4);
        let owners = wait(log.seats(&id("others"))).unwrap();
        assert!(owners.iter().all(|seat| seat.token == Some(Digest::of("ann"))));
    });
}

/// Files as earlier versions wrote them, each with one game in it.
const OLD_VERSIONS: [&str; 6] = [
    include_str!("version-1.sql"),
    include_str!("version-2.sql"),
    include_str!("version-3.sql"),
    include_str!("version-4.sql"),
    include_str!("version-5.sql"),
    include_str!("version-6.sql"),
];

#[test]
fn a_file_of_an_older_version_is_brought_to_today_and_keeps_its_games() {
    for old in OLD_VERSIONS {
        is_brought_to_today(old);
    }
}

#[test]
fn the_games_of_an_older_file_are_listed_to_their_owners() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    Connection::open(&path).unwrap().execute_batch(OLD_VERSIONS[4]).unwrap();
    let log = Sqlite::open(&path).unwrap();
    let names = |token| {
        let asker = Some(token);
        let query = Query { asker, scope: Scope::Own, limit: 9, ..Query::default() };
        let listed = wait(log.list(query)).unwrap();
        listed.into_iter().map(|game| game.id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(Digest::NOBODY), ["keyboard"]);
    assert_eq!(names(Digest::from_bytes(&[0xaa; 32]).unwrap()), ["invited"]);
}

fn is_brought_to_today(old: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    Connection::open(&path).unwrap().execute_batch(old).unwrap();
    for _ in 0..2 {
        let log = Sqlite::open(&path).unwrap();
        assert_eq!(wait(log.read(&id("old"), 0)).unwrap()[..2], ["zero", "one"]);
        let waiting = wait(log.waiting_for_computer()).unwrap();
        assert_eq!(waiting.into_iter().map(|(game, _)| game).collect::<Vec<_>>(), [id("old")]);
        let next = wait(log.read(&id("old"), 0)).unwrap().len() as u64;
        let summary = Summary { computer_to_move: true, ..summary(next) };
        let more = Append { game: id("old"), expected: next, events: vec!["x".into()], summary };
        wait(log.append(more)).unwrap();
        assert_eq!(claim_old(&log), Ok(()));
        let asker = Some(Digest::of("ann"));
        let own = Query { asker, scope: Scope::Own, limit: 9, ..Query::default() };
        assert_eq!(wait(log.list(own)).unwrap().len(), 1);
        let all = wait(log.list(Query { limit: 9, ..Query::default() })).unwrap();
        assert_eq!(all.iter().map(|game| game.id.as_str()).collect::<Vec<_>>(), ["old"]);
        assert!(wait(log.best_times(times("9x9/10 safe", None))).unwrap().is_empty());
    }
    let connection = Connection::open(&path).unwrap();
    let version: i64 =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 10);
}

fn claim_old(log: &dyn Log) -> Result<(), StoreError> {
    let token = Digest::of("ann");
    wait(log.claim(Claim { game: id("old"), seat: "white".into(), invitation: None, token }))
}

#[test]
fn a_new_file_can_be_opened_by_several_at_once() {
    for _ in 0..30 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.db");
        let start = Barrier::new(4);
        let open = || {
            start.wait();
            Sqlite::open(&path).map(drop)
        };
        let opened = thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!(opened, vec![Ok(()); 4]);
    }
}

#[test]
fn a_file_that_is_no_store_is_refused_with_a_clear_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let refusal = || Sqlite::open(&path).err().map(|error| error.to_string()).unwrap_or_default();

    std::fs::write(&path, "not a database at all, but long enough to be one ".repeat(100)).unwrap();
    assert!(refusal().starts_with("the file is not a store of tablero, or it is damaged"));

    std::fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE poems (line TEXT)").unwrap();
    assert!(refusal().ends_with("it is a database of another program"), "{}", refusal());

    std::fs::remove_file(&path).unwrap();
    drop(Sqlite::open(&path).unwrap());
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert_eq!(refusal(), "the store has version 99; this program knows versions up to 10");
}

#[test]
fn a_damaged_page_is_an_error_and_the_rest_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let log = Sqlite::open(&path).unwrap();
    wait(create(&log, "a", "zero")).unwrap();
    let event = "x".repeat(3000);
    for number in 1..40 {
        wait(append(&log, "a", number, &[&event])).unwrap();
    }
    drop(log);
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    for page in (middle..bytes.len()).step_by(4096) {
        bytes[page / 4096 * 4096..][..100].fill(0xff);
    }
    std::fs::write(&path, &bytes).unwrap();
    let read = Sqlite::open(&path).and_then(|log| wait(log.read(&id("a"), 0)));
    assert!(matches!(read, Err(StoreError::Damaged(_))), "{:?}", read.map(|events| events.len()));
}

#[test]
fn a_log_that_was_closed_is_whole_in_its_one_file() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.db");
        let log = Sqlite::open(&path).unwrap();
        wait(create(&log, "a", "zero")).unwrap();
        wait(log.read(&id("a"), 0)).unwrap();
        drop(log);
        assert!(!folder.path().join("log.db-wal").exists());
        let copy = folder.path().join("copy.db");
        std::fs::copy(&path, &copy).unwrap();
        assert_eq!(wait(Sqlite::open(&copy).unwrap().read(&id("a"), 0)).unwrap(), ["zero"]);
    }
}

#[test]
fn many_writers_at_once_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let log = open(&folder);
    thread::scope(|scope| {
        for writer in 0..16 {
            let log = &log;
            scope.spawn(move || {
                let game = format!("g{writer}");
                wait(create(log, &game, "0")).unwrap();
                for number in 1..100 {
                    wait(append(log, &game, number, &[&number.to_string()])).unwrap();
                }
            });
        }
    });
    let expected: Vec<String> = (0..100).map(|number| number.to_string()).collect();
    for writer in 0..16 {
        assert_eq!(wait(log.read(&id(&format!("g{writer}")), 0)).unwrap(), expected);
    }
}

fn begin(log: &dyn Log, game: &str, moves: u64, seats: Vec<NewSeat>) {
    let summary = Summary { moves, ..summary(1) };
    let events = vec!["zero".to_owned()];
    wait(log.create(NewGame { id: id(game), events, leaderboard: None, summary, seats })).unwrap();
}

/// The names in a list of running games, as a client with a token sees it.
fn listed(log: &dyn Log, scope: Scope, token: Option<&str>) -> Vec<String> {
    let asker = token.map(Digest::of);
    let query = Query { over: Some(false), asker, scope, limit: 9, ..Query::default() };
    wait(log.list(query)).unwrap().into_iter().map(|game| game.id.to_string()).collect()
}

#[test]
fn a_game_by_invitation_is_listed_to_its_players_only() {
    each(|log| {
        begin(log, "open", 1, vec![seat("white", Some("ann"), None), seat("black", None, None)]);
        begin(log, "watched", 1, vec![seat("white", Some("ann"), None)]);
        let invited = vec![seat("white", Some("ann"), None), seat("black", None, Some("come"))];
        begin(log, "a", 1, invited);
        assert_eq!(listed(log, Scope::All, None), ["watched", "open"]);
        assert_eq!(listed(log, Scope::All, Some("eve")), ["watched", "open"]);
        assert_eq!(listed(log, Scope::Others, Some("eve")), ["watched", "open"]);
        assert_eq!(listed(log, Scope::All, Some("ann")), ["a", "watched", "open"]);
        assert_eq!(listed(log, Scope::Own, Some("ann")), ["a", "watched", "open"]);
        assert_eq!(listed(log, Scope::Own, Some("bob")), [] as [&str; 0]);

        assert_eq!(claim(log, "black", Some("come"), "bob"), Ok(()));
        assert_eq!(listed(log, Scope::Own, Some("bob")), ["a"]);
        assert_eq!(listed(log, Scope::All, Some("bob")), ["a", "watched", "open"]);
        assert_eq!(listed(log, Scope::All, Some("eve")), ["watched", "open"]);
    });
}

#[test]
fn games_to_watch_have_a_move_and_are_those_of_others() {
    each(|log| {
        begin(log, "others", 1, vec![seat("solo", Some("bob"), None)]);
        begin(log, "fresh", 0, vec![seat("solo", Some("bob"), None)]);
        begin(log, "own", 1, vec![seat("solo", Some("ann"), None)]);
        assert_eq!(listed(log, Scope::Others, Some("ann")), ["others"]);
        assert_eq!(listed(log, Scope::Others, None), ["own", "others"]);
    });
}

#[test]
fn a_game_with_two_seats_of_one_owner_is_listed_once() {
    each(|log| {
        begin(log, "a", 1, vec![seat("white", Some("ann"), None), seat("black", None, None)]);
        assert_eq!(claim(log, "black", None, "ann"), Ok(()));
        begin(
            log,
            "b",
            1,
            vec![seat("white", Some("ann"), None), seat("black", Some("ann"), None)],
        );
        wait(append(log, "b", 1, &["one"])).unwrap();
        for scope in [Scope::All, Scope::Own] {
            assert_eq!(listed(log, scope, Some("ann")), ["b", "a"], "{scope:?}");
        }
    });
}

#[test]
fn a_list_follows_what_is_played() {
    each(|log| {
        for game in ["a", "b", "c"] {
            begin(log, game, 0, vec![seat("solo", Some("ann"), None)]);
        }
        let play = |game: &str, expected, at, over| {
            let summary = Summary { at, over, moves: 1, ..summary(at) };
            let events = vec!["x".to_owned()];
            wait(log.append(Append { game: id(game), expected, events, summary })).unwrap();
        };
        play("a", 1, 5, false);
        play("b", 1, 7, true);
        for scope in [Scope::All, Scope::Own] {
            assert_eq!(listed(log, scope, Some("ann")), ["a", "c"]);
            let over = Query {
                over: Some(true),
                asker: Some(Digest::of("ann")),
                scope,
                limit: 9,
                ..Query::default()
            };
            let over = wait(log.list(over)).unwrap();
            assert_eq!(over.iter().map(|game| game.id.as_str()).collect::<Vec<_>>(), ["b"]);
        }
    });
}

#[test]
fn more_questions_than_may_wait_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let options = SqliteOptions { most_lists_waiting: 0, ..SqliteOptions::default() };
    let log = Sqlite::open_with(&folder.path().join("log.db"), options).unwrap();
    wait(create(&log, "a", "zero")).unwrap();
    let list = |limit| wait(log.list(Query { limit, ..Query::default() }));
    assert_eq!(list(50), Err(StoreError::Busy));
    assert_eq!(list(12).unwrap().len(), 1);
    assert_eq!(wait(log.read(&id("a"), 0)).unwrap(), ["zero"]);
}

#[test]
fn games_in_seats_that_are_taken_for_good_are_listed_only_to_nobody() {
    each(|log| {
        for (game, token) in [("web", Digest::of("ann")), ("keyboard", Digest::NOBODY)] {
            let seats = vec![store::NewSeat {
                seat: "solo".to_owned(),
                token: Some(token),
                invitation: None,
            }];
            let events = vec!["zero".to_owned()];
            let game =
                NewGame { id: id(game), events, leaderboard: None, summary: summary(1), seats };
            wait(log.create(game)).unwrap();
        }
        let names = |query: Query| -> Vec<String> {
            let listed = wait(log.list(Query { limit: 9, ..query })).unwrap();
            listed.into_iter().map(|game| game.id.to_string()).collect()
        };
        assert_eq!(names(Query::default()), ["web"]);
        let nobody = Query { asker: Some(Digest::NOBODY), scope: Scope::Own, ..Query::default() };
        assert_eq!(names(nobody), ["keyboard"]);
    });
}

/// A club with something in every table.
fn populated(log: &dyn Log) {
    for game in ["a", "b", "c"] {
        let seats = vec![seat("white", Some("ann"), None), seat("black", None, Some("come"))];
        begin(log, game, 1, seats);
        wait(append(log, game, 1, &["one", "two \u{e9}"])).unwrap();
    }
    let game = |name: &str| id(name);
    let summary = Summary { over: true, time: Some(9), ..summary(7) };
    let events = vec!["end".to_owned()];
    wait(log.append(Append { game: game("b"), expected: 3, events, summary })).unwrap();
    let seats = vec![("white".to_owned(), Outcome::Won, "human".to_owned())];
    let result = KeptResult { seats, opening: Some("Réti".to_owned()), title: None };
    wait(log.keep_result(&game("b"), result)).unwrap();
    wait(log.keep_look(&game("b"), 3, "found".to_owned())).unwrap();
    wait(log.disqualify(&game("c"))).unwrap();
    wait(log.set_nickname(Digest::of("ann"), Some("Ann".to_owned()))).unwrap();
    wait(log.offer(handover("ann", "code", 1))).unwrap();
    wait(log.note_alive(77)).unwrap();
}

/// What a log answers to everything that the copied club is asked.
fn everything(log: &dyn Log) -> String {
    let ann = Digest::of("ann");
    let all = Query { asker: Some(ann), limit: 99, ..Query::default() };
    let mut listed = wait(log.list(all)).unwrap();
    for game in &mut listed {
        game.summary.flag_at = None;
    }
    let games = ["a", "b", "c"].map(|game| {
        (wait(log.read(&id(game), 0)), wait(log.seats(&id(game))), wait(log.looks(&id(game))))
    });
    let owner = wait(log.own_results(ann));
    format!(
        "{listed:?} {games:?} {owner:?} {:?} {:?} {:?}",
        wait(log.secret()),
        wait(log.last_alive()),
        wait(log.nickname(ann))
    )
}

#[test]
fn a_club_moves_between_stores_and_is_the_same() {
    let Some(server) = private_postgres::shared() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("club.db"), folder.path().join("copy.db"));
    let (one, other): (Address, Address) =
        (server.database().unwrap().parse().unwrap(), server.database().unwrap().parse().unwrap());
    let log = Sqlite::open(&file).unwrap();
    populated(&log);
    let expected = everything(&log);
    drop(log);
    let places = [
        StorePlace::File(&file),
        StorePlace::Database(&one),
        StorePlace::Database(&other),
        StorePlace::File(&copy),
    ];
    for pair in places.windows(2) {
        let mut seen = (0, 0);
        let moved = store::transfer(pair[0], pair[1], |done, all| seen = (done, all)).unwrap();
        let rows: u64 = moved.iter().map(|moved| moved.rows).sum();
        assert_eq!(seen, (rows, rows));
        assert_eq!(moved[0].rows, 3);
        // The second time there are games.
        assert_eq!(store::transfer(pair[0], pair[1], |_, _| {}), Err(StoreError::NotEmpty));
    }
    for log in [&Postgres::open(&one).unwrap() as &dyn Log, &Sqlite::open(&copy).unwrap()] {
        assert_eq!(everything(log), expected);
        // It goes on: numbers, and the order of beginnings.
        wait(append(log, "a", 3, &["three"])).unwrap();
        begin(log, "new", 1, vec![seat("solo", Some("ann"), None)]);
        assert_eq!(listed(log, Scope::Own, Some("ann"))[0], "a");
        assert_eq!(
            wait(log.take_over(Digest::of("code"), None, 2)).unwrap().owner,
            Digest::of("ann")
        );
    }
}

#[test]
fn a_clock_that_runs_is_found_in_the_database_to_which_its_club_was_moved() {
    let Some(server) = private_postgres::shared() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.db");
    let (one, other): (Address, Address) =
        (server.database().unwrap().parse().unwrap(), server.database().unwrap().parse().unwrap());
    let log = Postgres::open(&one).unwrap();
    begin(&log, "a", 1, vec![seat("white", Some("ann"), None)]);
    let summary = Summary { flag_at: Some(5), ..summary(2) };
    let events = vec!["one".to_owned()];
    wait(log.append(Append { game: id("a"), expected: 1, events, summary })).unwrap();
    drop(log);
    let (one, other) = (StorePlace::Database(&one), StorePlace::Database(&other));
    store::transfer(one, other, |_, _| {}).unwrap();
    // A file has no place for it.
    store::transfer(one, StorePlace::File(&file), |_, _| {}).unwrap();
    let StorePlace::Database(other) = other else { unreachable!() };
    let log = Postgres::open(other).unwrap();
    let nodes = log.nodes().unwrap();
    wait(nodes.renew()).unwrap();
    assert_eq!(wait(nodes.adopt(9)).unwrap(), [(id("a"), Some(Digest::of("ann")))]);
}

#[test]
fn a_file_that_is_not_there_is_not_made_by_moving_it() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("none.db"), folder.path().join("copy.db"));
    let moved = store::transfer(StorePlace::File(&file), StorePlace::File(&copy), |_, _| {});
    assert!(matches!(moved, Err(StoreError::Failed(_))), "{moved:?}");
    assert!(!file.exists() && !copy.exists());
}

#[test]
fn several_nodes_that_start_at_once_make_the_tables_once() {
    let Some(server) = private_postgres::shared() else { return };
    let address: Address = server.database().unwrap().parse().unwrap();
    let start = Barrier::new(4);
    let open = || {
        start.wait();
        wait(Postgres::open(&address).unwrap().secret()).unwrap()
    };
    let secrets = thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(secrets.iter().all(|secret| *secret == secrets[0] && secret.len() == 32));
}

#[test]
fn a_database_of_a_later_version_is_refused() {
    let Some(server) = private_postgres::shared() else { return };
    let url = server.database().unwrap();
    let address: Address = url.parse().unwrap();
    drop(Postgres::open(&address).unwrap());
    let database = url.split('/').nth(3).unwrap().split('?').next().unwrap();
    server.sql(database, "UPDATE tablero.version SET number = 99").unwrap();
    assert_eq!(Postgres::open(&address).err(), Some(StoreError::TooNew { found: 99, known: 1 }));
}

#[test]
fn two_nodes_that_append_to_the_same_games_lose_nothing_and_tell_each_other() {
    let Some(server) = private_postgres::shared() else { return };
    let address: Address = server.database().unwrap().parse().unwrap();
    let nodes = [Postgres::open(&address).unwrap(), Postgres::open(&address).unwrap()];
    let games: Vec<String> = (0..8).map(|number| format!("g{number}")).collect();
    for game in &games {
        wait(create(&nodes[0], game, "0")).unwrap();
    }
    let mut news = nodes[1].subscribe();
    thread::scope(|scope| {
        for (log, game) in nodes.iter().flat_map(|log| games.iter().map(move |game| (log, game))) {
            scope.spawn(move || {
                let mut next = 1;
                while next < 40 {
                    match wait(append(log, game, next, &[&next.to_string()])) {
                        Ok(()) => next += 1,
                        Err(StoreError::Taken { next: taken, .. }) => next = taken,
                        Err(error) => panic!("{error}"),
                    }
                }
            });
        }
    });
    let expected: Vec<String> = (0..40).map(|number| number.to_string()).collect();
    for game in &games {
        assert_eq!(wait(nodes[1].read(&id(game), 0)).unwrap(), expected);
    }
    // Each number of each game was told once, wherever it was written.
    let mut told = 0;
    while told < 8 * 39 {
        match wait(news.recv()).unwrap() {
            News::Appended(Appended { next, .. }) if next > 1 => told += 1,
            News::Appended(_) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(news.try_recv().is_err());
    assert_eq!(wait(nodes[0].heads(vec![id("g0"), id("none")])).unwrap(), [(id("g0"), 40)]);
}

#[test]
fn work_is_leased_to_one_node_and_notes_go_with_theirs() {
    let Some(server) = private_postgres::shared() else { return };
    let address: Address = server.database().unwrap().parse().unwrap();
    let (one, other) = (Postgres::open(&address).unwrap(), Postgres::open(&address).unwrap());
    let (first, second) = (one.nodes().unwrap(), other.nodes().unwrap());
    begin(&one, "a", 1, vec![seat("white", Some("ann"), None)]);
    let computer = Summary { computer_to_move: true, ..summary(3) };
    let events = vec!["x".to_owned()];
    wait(one.append(Append { game: id("a"), expected: 1, events, summary: computer })).unwrap();
    assert_eq!(wait(first.lease(&id("a"), Work::Play)), Ok(true));
    assert_eq!(wait(first.lease(&id("a"), Work::Play)), Ok(true), "again");
    assert_eq!(wait(second.lease(&id("a"), Work::Play)), Ok(false));
    assert_eq!(wait(second.lease(&id("a"), Work::Review)), Ok(true), "other work");
    assert!(wait(second.adopt(9)).unwrap().is_empty());
    let mut news = other.subscribe();
    wait(first.note(&id("a"), Keeping::WithNode, "here", Some("yes".to_owned()))).unwrap();
    wait(first.note(&id("a"), Keeping::WithGame, "pace", Some("7".to_owned()))).unwrap();
    wait(first.note(&id("a"), Keeping::Not, "step", None)).unwrap();
    for key in ["here", "pace", "step"] {
        match wait(news.recv()).unwrap() {
            News::Noted(note) => assert_eq!(note.key, key),
            other => panic!("{other:?}"),
        }
    }
    let notes = |log: &Postgres| wait(log.nodes().unwrap().notes(&id("a"))).unwrap();
    assert_eq!(notes(&other).iter().map(|note| &*note.1).collect::<Vec<_>>(), ["here", "pace"]);
    // A node that ends gives up what it has, and its own notes go with it.
    wait(first.leave()).unwrap();
    assert!(matches!(wait(news.recv()), Ok(News::Noted(Note { text: None, .. }))));
    assert_eq!(notes(&other).iter().map(|note| &*note.1).collect::<Vec<_>>(), ["pace"]);
    assert_eq!(wait(second.adopt(9)).unwrap(), [(id("a"), Some(Digest::of("ann")))]);
    assert!(wait(first.renew()).unwrap().anew);
    assert!(!wait(first.renew()).unwrap().anew);
    assert_eq!(wait(first.lease(&id("a"), Work::Play)), Ok(false));
}

#[test]
fn an_append_whose_connection_is_lost_is_looked_up_before_it_is_answered() {
    const APPENDS: u64 = 20;
    const CUT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name LIKE 'tablero % writer' AND datname = current_database()";
    let Some(server) = private_postgres::shared() else { return };
    let url = server.database().unwrap();
    let address: Address = url.parse().unwrap();
    let database = url.split('/').nth(3).unwrap().split('?').next().unwrap();
    let log = Postgres::open(&address).unwrap();
    wait(create(&log, "a", "0")).unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        // The connection that writes is cut again and again.
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                server.sql(database, CUT).unwrap();
            }
        });
        let mut next = 1;
        while next < APPENDS {
            match wait(append(&log, "a", next, &[&next.to_string()])) {
                Ok(()) => next += 1,
                // It was cut too often, and nobody knows: that is no acknowledgement.
                Err(StoreError::Unavailable(_)) => {
                    next = wait(log.heads(vec![id("a")])).unwrap()[0].1;
                }
                Err(error) => panic!("{error}"),
            }
        }
        done.store(true, Ordering::Relaxed);
    });
    let expected: Vec<String> = (0..APPENDS).map(|number| number.to_string()).collect();
    assert_eq!(wait(log.read(&id("a"), 0)).unwrap(), expected);
}
