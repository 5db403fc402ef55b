//! Run directories: what is kept, what is refused, and what a session does.

use game::Stop;
use lab::learning::{
    Budget, Catalogue, Comparison, Look, Measuring, Run, RunError, Session, chart,
};
use learn::{Method, Settings};
use std::fs;
use std::path::Path;
use table::Card;

const CARD: &dyn Card = &games::othello::CARD;
const FEW: Measuring = Measuring { games: 2, league: 4 };

/// Quick to learn: on the smallest board.
fn settings(seed: u64) -> Settings {
    let start = CARD.start(Some("4x4"), 0).unwrap();
    let learning = CARD.kind_of(&start).learning.unwrap();
    let mut settings = learning.usual(Method::Td, seed, start);
    settings.games = 5;
    settings
}

fn learn(path: &Path, seed: u64, games: u64) {
    let mut session = if path.join("run.json").is_file() {
        Session::resume(CARD, path).unwrap()
    } else {
        Session::begin(CARD, path, settings(seed), 1).unwrap()
    };
    let budget = Budget { time: None, games: Some(games) };
    session.learn(budget, FEW, &Stop::new(), &mut |_| ()).unwrap();
}

/// The bytes of the player after so many games.
fn player_after(path: &Path, games: u64) -> Vec<u8> {
    let run = Run::open(path).unwrap();
    let entry = run.entries.iter().find(|entry| entry.games == games).unwrap();
    fs::read(path.join(format!("generations/{:04}.weights", entry.generation))).unwrap()
}

#[test]
fn two_runs_with_one_seed_are_equal_and_another_seed_gives_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, other] = ["one", "two", "other"].map(|name| folder.path().join(name));
    learn(&one, 3, 30);
    learn(&two, 3, 30);
    learn(&other, 4, 30);
    assert_eq!(player_after(&one, 30), player_after(&two, 30));
    assert_ne!(player_after(&one, 30), player_after(&other, 30));
}

#[test]
fn a_run_that_was_stopped_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let [through, stopped] = ["through", "stopped"].map(|name| folder.path().join(name));
    learn(&through, 3, 80);
    // At a moment that is no generation of its own.
    for games in [15, 65, 80] {
        learn(&stopped, 3, games);
    }
    assert_eq!(player_after(&through, 80), player_after(&stopped, 80));
    assert_eq!(player_after(&through, 60), player_after(&stopped, 60));
}

/// A tiny network of chess: after five steps of imitation it learns from its own games.
fn learn_chess(path: &Path, games: u64) {
    let card: &dyn Card = &games::chess::CARD;
    let begin = || {
        let start = card.start(None, 0).unwrap();
        let learning = card.kind_of(&start).learning.unwrap();
        let mut settings = learning.usual(Method::Network, 5, start);
        (settings.games, settings.nodes, settings.taught_steps) = (4, 100, 5);
        Session::begin(card, path, settings, 1).unwrap()
    };
    let is_run = path.join("run.json").is_file();
    let mut session = if is_run { Session::resume(card, path).unwrap() } else { begin() };
    let budget = Budget { time: None, games: Some(games) };
    session.learn(budget, Measuring::with(0), &Stop::new(), &mut |_| ()).unwrap();
}

#[test]
fn a_network_of_an_engine_goes_on_as_if_it_had_not_been_stopped_and_tells_its_error() {
    let folder = tempfile::tempdir().unwrap();
    let [through, stopped] = ["through", "stopped"].map(|name| folder.path().join(name));
    learn_chess(&through, 28);
    for games in [12, 24, 28] {
        learn_chess(&stopped, games);
    }
    let errors = |path| {
        let entries = Run::open(path).unwrap().entries;
        entries.iter().map(|entry| (entry.games, entry.error)).collect::<Vec<_>>()
    };
    assert_eq!(player_after(&through, 28), player_after(&stopped, 28));
    assert_eq!(errors(&through), errors(&stopped));
    // One game in twenty is kept aside.
    let told: Vec<u64> =
        errors(&through).iter().filter(|(_, error)| error.is_some()).map(|(n, _)| *n).collect();
    assert_eq!(told, [20]);
    let svg = chart::svg(&Comparison::new(&[Run::open(&through).unwrap()]));
    assert!(svg.contains("Error in games kept aside"), "{svg}");
}

#[test]
fn a_crash_between_two_files_loses_nothing_that_was_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [through, crashed] = ["through", "crashed"].map(|name| folder.path().join(name));
    learn(&through, 3, 40);
    learn(&crashed, 3, 20);
    let state = fs::read(crashed.join("state.weights")).unwrap();
    learn(&crashed, 3, 30);
    // The generations and the journal were written, the state was not.
    fs::write(crashed.join("state.weights"), state).unwrap();
    learn(&crashed, 3, 40);
    assert_eq!(player_after(&through, 40), player_after(&crashed, 40));
    assert_eq!(player_after(&through, 30), player_after(&crashed, 30));
}

#[test]
fn stopping_at_once_keeps_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let mut session = Session::begin(CARD, &path, settings(1), 1).unwrap();
    let stop = Stop::new();
    let budget = Budget::default();
    session
        .learn(budget, FEW, &stop.clone(), &mut |news| {
            if let lab::learning::News::Step { games: 10.., .. } = news {
                stop.set();
            }
        })
        .unwrap();
    let run = Run::open(&path).unwrap();
    assert_eq!(run.entries.last().unwrap().games, 10);
    assert!(run.player(None).is_ok());
}

#[test]
fn the_journal_tells_time_games_and_strength() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    learn(&path, 1, 20);
    let run = Run::open(&path).unwrap();
    assert_eq!(run.entries[0].games, 0);
    let last = run.entries.last().unwrap();
    assert!(last.learning_seconds > 0.0 && last.measuring_seconds > 0.0 && last.positions > 0);
    assert_eq!(last.results[0].opponent, "random");
    let comparison = Comparison::new(&[run]);
    assert_eq!(comparison.curves[0].points.len(), 5);
    let random = comparison.yardsticks.iter().find(|yardstick| yardstick.name == "random");
    assert_eq!(random.unwrap().rating, 0.0);
    let svg = chart::svg(&comparison);
    assert!(svg.contains("prefers-color-scheme:dark") && svg.contains("td tuples:2+3"), "{svg}");
}

#[test]
fn what_is_no_run_is_refused_and_nothing_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letters");
    assert!(matches!(Run::open(&path), Err(RunError::NotARun { .. })));
    fs::create_dir(&path).unwrap();
    fs::write(path.join("letter.txt"), "dear").unwrap();
    let refused = Session::begin(CARD, &path, settings(1), 1).err().unwrap().to_string();
    assert!(refused.contains("exists already and is not empty"), "{refused}");
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
    // A run that was stopped before it had begun left its lock and nothing else.
    let path = folder.path().join("begun");
    fs::create_dir(&path).unwrap();
    fs::write(path.join("lock"), "").unwrap();
    assert!(Session::begin(CARD, &path, settings(1), 1).is_ok());
}

#[test]
fn runs_of_other_games_versions_and_damaged_ones_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    learn(&path, 1, 10);
    let refused = |card: &'static dyn Card| Session::resume(card, &path).err().unwrap().to_string();
    assert!(refused(&games::four::CARD).ends_with("is a run of othello, not of four"));
    let damage = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let file = path.join(name);
        let whole = fs::read(&file).unwrap();
        let mut bytes = whole.clone();
        change(&mut bytes);
        fs::write(&file, &bytes).unwrap();
        let said = refused(CARD);
        assert_eq!(fs::read(&file).unwrap(), bytes, "nothing is overwritten");
        fs::write(&file, whole).unwrap();
        said
    };
    let text = |from: &'static str, to: &'static str| {
        move |bytes: &mut Vec<u8>| {
            *bytes = String::from_utf8(bytes.clone()).unwrap().replace(from, to).into_bytes();
        }
    };
    let said = damage("run.json", &text("\"version\": 1", "\"version\": 9"));
    assert!(said.contains("has version 9 of the format of runs"), "{said}");
    let said = damage("run.json", &text("tablero-run", "soup"));
    assert!(said.contains("its format is \"soup\""), "{said}");
    let said = damage("run.json", &|bytes| bytes.truncate(20));
    assert!(said.contains("is not the header of a run"), "{said}");
    let said = damage("state.weights", &|bytes| bytes[200] ^= 1);
    assert!(said.contains("state.weights is damaged"), "{said}");
    let said = damage("journal.jsonl", &|bytes| bytes.truncate(30));
    assert!(said.contains("journal.jsonl is damaged: line 1"), "{said}");
    let said = damage("journal.jsonl", &text("\"learning_seconds\":", "\"learning_seconds\":-1"));
    assert!(said.contains("line 1: its numbers cannot be"), "{said}");
    let said = damage("journal.jsonl", &text("\"won\":", "\"won\":18446744073709551"));
    assert!(said.contains("its numbers cannot be"), "{said}");
    let said = damage("journal.jsonl", &|bytes| bytes.clear());
    assert!(said.contains("the state is that of generation"), "{said}");
    Session::resume(CARD, &path).unwrap();
}

#[test]
fn a_run_that_is_learning_is_not_learnt_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let _first = Session::begin(CARD, &path, settings(1), 1).unwrap();
    let refused = Session::resume(CARD, &path).err().unwrap().to_string();
    assert!(refused.contains("is learning already"), "{refused}");
}

#[test]
fn looking_whether_a_run_is_learning_disturbs_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    assert!(!Run::is_learning(&path));
    let session = Session::begin(CARD, &path, settings(1), 1).unwrap();
    assert!(Run::is_learning(&path) && Run::is_learning(&path));
    drop(session);
    assert!(!Run::is_learning(&path));
    // Another thread looks all the time, and the run can learn all the same.
    let stop = Stop::new();
    let looking = std::thread::spawn({
        let (path, stop) = (path.clone(), stop.clone());
        move || {
            while !stop.is_set() {
                Run::is_learning(&path);
            }
        }
    });
    for _ in 0..50 {
        Session::resume(CARD, &path).unwrap();
    }
    stop.set();
    looking.join().unwrap();
}

#[test]
fn a_catalogue_reads_again_only_what_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let catalogue = Catalogue::new(folder.path().to_owned());
    assert_eq!(catalogue.look(), Look::default());
    learn(&folder.path().join("run-10"), 1, 10);
    learn(&folder.path().join("run-9"), 2, 10);
    fs::create_dir(folder.path().join("nothing")).unwrap();
    fs::create_dir(folder.path().join("broken")).unwrap();
    fs::write(folder.path().join("broken/run.json"), "{}").unwrap();
    let look = catalogue.look();
    assert_eq!(catalogue.look(), look);
    let contents = catalogue.read(&look);
    let [group] = contents.groups.as_slice() else { panic!("{contents:?}") };
    let names: Vec<&str> = group.runs.iter().map(|run| run.name.as_str()).collect();
    assert_eq!(names, ["run-9", "run-10"]);
    assert_eq!(contents.unreadable[0].name, "broken");
    assert!(contents.unreadable[0].error().is_some());
    assert_eq!(contents.find("run-10").map(|(_, index)| index), Some(1));
    let again = catalogue.read(&look);
    assert!(std::sync::Arc::ptr_eq(&group.comparison, &again.groups[0].comparison));
    learn(&folder.path().join("run-9"), 2, 20);
    assert_ne!(catalogue.look(), look);
    let after = catalogue.read(&catalogue.look());
    assert!(
        after.groups[0].comparison.curves[0].points.len() > group.comparison.curves[0].points.len()
    );
}

#[test]
fn pictures_for_a_page_have_no_style_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("othello-td-1");
    learn(&path, 1, 20);
    let comparison = Comparison::new(&[Run::open(&path).unwrap()]);
    let label = |_: &lab::learning::Curve| "a <long> name of a run".to_owned();
    let panels = chart::panels(&comparison, &[0], &label, &chart::ChartWords::ENGLISH);
    assert_eq!(panels.len(), 2);
    for panel in &panels {
        assert!(!panel.svg.contains("style") && panel.svg.contains("class=\"line c0\""));
        assert!(panel.svg.contains("a &lt;long> name…"), "{}", panel.svg);
    }
    let style = chart::style();
    assert!(style.contains(".chart .c7{--line:light-dark("), "{style}");
    assert!(style.starts_with(".chart .line{fill:none"), "{style}");
}

#[test]
fn a_generation_that_was_not_measured_has_no_place_on_the_curve() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let mut session = Session::begin(CARD, &path, settings(1), 1).unwrap();
    let none = Measuring { games: 0, league: 0 };
    let budget = Budget { time: None, games: Some(10) };
    session.learn(budget, FEW, &Stop::new(), &mut |_| ()).unwrap();
    let budget = Budget { time: None, games: Some(20) };
    session.learn(budget, none, &Stop::new(), &mut |_| ()).unwrap();
    let comparison = Comparison::new(&[session.run()]);
    let curve = &comparison.curves[0];
    assert_eq!((curve.points.len(), curve.last_measured().unwrap().generation), (5, 2));
    let label = |_: &lab::learning::Curve| String::new();
    let panels = chart::panels(&comparison, &[0], &label, &chart::ChartWords::ENGLISH);
    assert_eq!(panels[0].svg.matches("<circle").count(), 3);
}

#[test]
fn a_generation_that_is_not_there_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    learn(&path, 1, 10);
    let run = Run::open(&path).unwrap();
    let error = run.player(Some(99)).unwrap_err().to_string();
    assert!(error.ends_with("has no generation 99; it has generations 0 to 2"), "{error}");
}

/// A directory that cannot be written to stands for a disk that is full.
#[cfg(unix)]
#[test]
fn a_write_that_fails_stops_learning_and_keeps_what_was_learnt() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    learn(&path, 1, 10);
    let mut session = Session::resume(CARD, &path).unwrap();
    fs::remove_dir_all(path.join("generations")).unwrap();
    fs::write(path.join("generations"), "in the way").unwrap();
    let budget = Budget { time: None, games: Some(30) };
    let error = session.learn(budget, FEW, &Stop::new(), &mut |_| ()).unwrap_err().to_string();
    assert!(error.starts_with("cannot write"), "{error}");
    assert_eq!(Run::open(&path).unwrap().entries.last().unwrap().games, 10);
}
