//! Whole matches between players that are quick and always the same.

use game::{Side, Stop};
use lab::{
    Adjudication, Contest, ContestError, Finished, MatchReport, Source, Termination, Terms,
    WinDrawLoss,
};
use std::time::Duration;
use table::{Card, Resources, TimeControl};

const CHESS: &dyn Card = &games::chess::CARD;
const CHECKERS: &dyn Card = &games::checkers::CARD;
const OTHELLO: &dyn Card = &games::othello::CARD;

fn contest(card: &'static dyn Card, first: &str, second: &str, games: usize) -> Contest {
    Contest {
        card,
        players: [first.parse().unwrap(), second.parse().unwrap()],
        games,
        seed: 7,
        openings: Source::usual(card, None),
        start: None,
        clock: None,
        terms: Terms { margin: Duration::from_millis(20), adjudication: Adjudication::usual(card) },
        resources: Resources::default(),
        concurrency: 1,
        sprt: None,
    }
}

fn play(contest: &Contest) -> (MatchReport, Vec<Finished>) {
    let mut games = Vec::new();
    let report = contest.play(&Stop::new(), |finished, _| games.push(finished.clone())).unwrap();
    games.sort_by_key(|finished| finished.number);
    (report, games)
}

#[test]
fn looking_ahead_beats_chance_in_every_game() {
    let for_two = games::CLUB.cards().iter().filter(|card| card.matches().is_some());
    for &card in for_two {
        let (report, games) = play(&contest(card, "minimax:2", "random", 6));
        assert_eq!(report.score.games(), 6);
        assert_eq!(report.score.pairs.iter().sum::<u64>(), 3);
        assert!(report.score.score().unwrap() > 0.6, "{card:?}: {}", report.score);
        assert!(games.iter().all(|finished| finished.game.table.is_over()));
    }
}

#[test]
fn a_pair_is_one_opening_with_colours_exchanged() {
    let (_, games) = play(&contest(OTHELLO, "minimax:1", "random", 4));
    for pair in games.chunks(2) {
        let [one, other] = pair else { panic!() };
        assert_eq!((one.side, other.side), (Side::White, Side::Black));
        let start = |finished: &Finished| finished.game.table.started().clone();
        assert_eq!(start(one).start, start(other).start);
        assert_eq!(
            start(one).players.get(game::Seat::Side(Side::White)).unwrap().to_string(),
            "minimax:1"
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_match_on_any_number_of_threads() {
    let one = contest(CHECKERS, "minimax:2", "random", 10);
    let several = Contest { concurrency: 3, ..one.clone() };
    let moves = |games: &[Finished]| -> Vec<_> {
        games.iter().map(|finished| finished.game.table.events().to_vec()).collect()
    };
    let ((report, games), (same, others)) = (play(&one), play(&several));
    assert_eq!(report.score, same.score);
    assert_eq!(moves(&games), moves(&others));
    let (_, different) = play(&Contest { seed: 8, ..one });
    assert_ne!(moves(&games), moves(&different));
}

#[test]
fn the_player_that_oversteps_its_time_loses() {
    // A tree of twenty moves takes years.
    let clock = Some(TimeControl { stock: 60, increment: 0 });
    let slow = Contest {
        clock,
        openings: Source::RandomPlies(4),
        ..contest(CHESS, "minimax:20", "random", 2)
    };
    let (report, games) = play(&slow);
    assert_eq!(report.on_time, [2, 0]);
    assert_eq!(report.score.losses, 2);
    assert!(
        games
            .iter()
            .all(|finished| matches!(finished.game.termination, Termination::TimeForfeit(_)))
    );
    assert!(games.iter().all(|finished| finished.game.table.is_over()));
}

#[test]
fn a_match_that_is_told_to_stop_reports_what_was_played() {
    let endless = contest(CHESS, "minimax:1", "minimax:1", 100_000);
    let stop = Stop::new();
    let mut played = 0;
    let report = endless
        .play(&stop, |_, _| {
            played += 1;
            if played == 3 {
                stop.set();
            }
        })
        .unwrap();
    assert!(report.score.games() >= 3 && report.score.games() < 100);
}

#[test]
fn a_test_ends_the_match() {
    let clear = Contest {
        sprt: Some("0,100".parse().unwrap()),
        ..contest(OTHELLO, "minimax:2", "random", 1000)
    };
    let (report, _) = play(&clear);
    assert!(report.score.games() < 300, "{}", report.score);
    assert!(clear.sprt.unwrap().log_likelihood_ratio(&report.score.pairs) >= lab::Sprt::BOUND);
}

#[test]
fn a_player_that_cannot_play_is_refused_before_the_first_game() {
    let refused = |card, first: &str| {
        contest(card, first, "random", 2).play(&Stop::new(), |_, _| panic!()).unwrap_err()
    };
    assert!(matches!(refused(CHESS, "human"), ContestError::Human(_)));
    let outside = refused(OTHELLO, "uci:stockfish").to_string();
    assert!(outside.contains("cannot play othello"), "{outside}");
    let missing = refused(CHESS, "uci:/no/such/program?nodes=1").to_string();
    assert!(missing.contains("cannot be started"), "{missing}");
    for unlimited in ["engine", "level:10", "uci:stockfish?Hash=1"] {
        let error = refused(CHESS, unlimited);
        assert!(matches!(error, ContestError::NoLimit(_)), "{error}");
        assert!(error.to_string().starts_with(&format!("{unlimited} has no limit")), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_loses_its_games_and_the_match_goes_on() {
    // It greets, and then ends.
    let program = "uci:sh -c 'echo uciok; echo readyok; echo readyok; sleep 0.2'?nodes=1";
    let failing = contest(CHESS, program, "random", 2);
    let (report, games) = play(&failing);
    assert_eq!((report.failures, report.score.losses), ([2, 0], 2));
    assert!(report.last_failure[0].is_some() && report.last_failure[1].is_none());
    assert_eq!(games[0].outcome, WinDrawLoss::Loss);
}

/// The text of the record of a game, each line end as a space.
fn record(finished: &Finished) -> String {
    let record = finished.game.record().unwrap();
    let again = games::CLUB.import(finished.game.table.card(), &record.text, 0).unwrap();
    assert_eq!(again.table.moves_played(), finished.game.table.moves_played());
    assert_eq!(again.table.verdict(), finished.game.table.verdict());
    record.text.replace('\n', " ")
}

#[test]
fn a_record_says_that_a_game_was_adjudicated() {
    for (card, players) in [(CHESS, "minimax:2"), (CHECKERS, "minimax:4")] {
        let (_, games) = play(&contest(card, players, "minimax:1", 8));
        let early = games.iter().filter(|game| game.game.termination == Termination::Adjudicated);
        let records: Vec<String> = early.map(record).collect();
        assert!(!records.is_empty(), "{card:?}");
        for text in records {
            assert!(text.contains("[Termination \"adjudication\"]"), "{text}");
            assert!(text.contains("by adjudication: both players agreed."), "{text}");
            assert!(!text.contains("resign") && !text.contains("gave up"), "{text}");
        }
    }
}

#[test]
fn a_record_says_who_overstepped_its_time() {
    for card in [CHESS, CHECKERS, OTHELLO] {
        let clock = Some(TimeControl { stock: 60, increment: 0 });
        let slow = Contest { clock, ..contest(card, "minimax:20", "random", 1) };
        let text = record(&play(&slow).1[0]);
        assert!(text.contains("because White overstepped its time."), "{text}");
        assert!(card == OTHELLO || text.contains("\"time forfeit\""), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn a_record_says_that_a_program_failed_and_how() {
    let greet = "echo uciok; echo readyok; echo readyok";
    let crash = format!("uci:sh -c '{greet}; sleep 0.2'?nodes=1");
    let text = record(&play(&contest(CHESS, &crash, "random", 1)).1[0]);
    assert!(text.contains("[Termination \"abandoned\"]"), "{text}");
    assert!(text.contains("because White failed: the program sh ended"), "{text}");
    let cheat = format!("uci:sh -c '{greet}; sleep 0.3; echo bestmove a1a1; sleep 1'?nodes=1");
    let text = record(&play(&contest(CHESS, &cheat, "random", 1)).1[0]);
    assert!(text.contains("[Termination \"rules infraction\"]"), "{text}");
    assert!(text.contains("because White failed: the program sh wants to play"), "{text}");
}

#[test]
fn a_record_of_a_game_that_was_played_to_its_end_is_that_of_the_table() {
    let (_, games) = play(&contest(OTHELLO, "random", "random", 1));
    assert_eq!(games[0].game.record(), games[0].game.table.export());
}

#[test]
fn every_game_of_a_match_can_be_written_for_other_programs() {
    for (card, extension) in [(CHESS, "pgn"), (CHECKERS, "pdn"), (OTHELLO, "ggf")] {
        let (_, games) = play(&contest(card, "random", "random", 2));
        let record = games[0].game.table.export().unwrap();
        assert_eq!(record.format.extension, extension);
        let again = games::CLUB.import(card, &record.text, 0).unwrap();
        assert_eq!(again.table.moves_played(), games[0].game.table.moves_played());
        assert_eq!(again.table.verdict(), games[0].game.table.verdict());
    }
}
