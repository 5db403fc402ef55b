//! Clocks: none, sudden death, increments, and flags that fall.

use crate::support::{BLACK, Play, WHITE, open, people};
use proptest::prelude::*;
use table::{Action, Event, TimeControl};

fn timed(start: &str, clock: &str) -> Play {
    open("chess", start, &["human", "human"], Some(clock))
}

fn clocks(play: &Play) -> [u64; 2] {
    let left: Vec<u64> = play.scene().players.iter().filter_map(|place| place.clock).collect();
    left.try_into().unwrap()
}

#[test]
fn without_a_clock_nobody_runs_out_of_time() {
    let mut play = people("chess", "");
    play.moves("e4 e5").wait(u64::MAX / 2);
    assert!(play.scene().players.iter().all(|place| place.clock.is_none()));
    assert_eq!(play.ask(BLACK, &Action::CallTime).unwrap_err().code(), "time-left");
    play.make("Nf3");
}

#[test]
fn the_first_move_of_each_side_is_free() {
    let mut play = timed("", "1+5");
    play.wait(600_000).make("e4").wait(600_000).make("e5");
    assert_eq!(clocks(&play), [60_000, 60_000]);
    play.wait(1_000);
    assert_eq!(clocks(&play), [59_000, 60_000]);
}

#[test]
fn sudden_death_gives_nothing_back() {
    let mut play = timed("", "1");
    play.moves("e4 e5").wait(10_000).make("Nf3").wait(20_000).make("Nc6").wait(1);
    assert_eq!(clocks(&play), [49_999, 40_000]);
}

#[test]
fn an_increment_is_added_after_each_timed_move() {
    let mut play = timed("", "1+3");
    play.moves("e4 e5").wait(10_000).make("Nf3").wait(1_000).make("Nc6");
    assert_eq!(clocks(&play), [53_000, 62_000]);
}

#[test]
fn a_clock_of_increments_alone_starts_with_one() {
    let mut play = timed("", "0+3");
    assert_eq!(clocks(&play), [3_000, 3_000]);
    play.moves("e4 e5").wait(2_999).make("Nf3");
    assert_eq!(clocks(&play), [3_001, 3_000]);
}

#[test]
fn the_flag_falls_on_whoever_is_to_move() {
    let mut play = timed("", "1");
    play.moves("e4 e5").wait(59_999);
    assert_eq!(play.ask(BLACK, &Action::CallTime).unwrap_err().code(), "time-left");
    play.wait(1);
    let fallen = [Event::TimeRanOut { seat: WHITE, at: play.now }];
    assert_eq!(play.ask(BLACK, &Action::CallTime).unwrap(), fallen);
    assert_eq!(play.ask(WHITE, &Action::CallTime).unwrap(), fallen);
    assert_eq!(play.ask(WHITE, &crate::support::mv("Nf3")).unwrap(), fallen, "too late to move");
    play.act(BLACK, &Action::CallTime);
    assert_eq!(play.status(), "Black won by time.");
    assert_eq!(clocks(&play), [0, 60_000]);
    assert_eq!(play.wait(5_000).table.clock().unwrap().running(), None);
}

#[test]
fn a_flag_that_falls_against_a_bare_king_is_a_draw() {
    let mut play = timed("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "1");
    play.moves("e4 Kd7").wait(60_000).act(BLACK, &Action::CallTime);
    assert_eq!(play.status(), "Draw by time, because the other side could not have won.");
    let mut other = timed("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "1");
    other.moves("e4 Kd7 Kd2").wait(60_000).act(WHITE, &Action::CallTime);
    assert_eq!(other.status(), "White won by time.");
}

#[test]
fn black_begins_in_checkers_and_othello_and_clocks_follow() {
    for (game, moves) in [("checkers", "11-15 22-18"), ("othello", "f5 d6")] {
        let mut play = open(game, "", &["human", "human"], Some("1"));
        play.moves(moves).wait(5_000);
        assert_eq!(clocks(&play), [60_000, 55_000]);
        play.wait(55_000).act(WHITE, &Action::CallTime);
        assert_eq!(play.status(), "White won by time.");
    }
}

#[test]
fn clocks_stop_at_the_end() {
    let mut play = timed("", "1");
    play.moves("f3 e5").wait(1_000).make("g4").wait(2_000).make("Qh4").wait(600_000);
    assert_eq!(clocks(&play), [59_000, 58_000]);
}

#[test]
fn time_that_runs_backwards_gives_nobody_more_of_it() {
    let mut play = timed("", "1");
    play.moves("e4 e5").now = 0;
    play.make("Nf3");
    assert_eq!(clocks(&play), [60_000, 60_000]);
}

/// The server was last alive at a moment and goes on at another.
fn goes_on(play: &mut Play, alive: u64, now: u64) -> Option<Event> {
    let decided = play.table.downtime_since(alive, now)?;
    (play.table, play.now) = (decided.after, now);
    decided.events.last().cloned()
}

#[test]
fn time_during_which_the_server_was_down_is_given_back() {
    let mut play = timed("", "1");
    play.moves("e4 e5");
    let turn = play.now;
    let event = goes_on(&mut play, turn + 4_000, turn + 900_000);
    assert_eq!(event, Some(Event::Downtime { milliseconds: 896_000, at: turn + 900_000 }));
    assert_eq!(clocks(&play), [56_000, 60_000]);
    play.wait(1_000).make("Nf3");
    assert_eq!(clocks(&play), [55_000, 60_000]);
    let again = crate::support::replay(play.table.events()).unwrap();
    assert_eq!(again.clock(), play.table.clock());
}

#[test]
fn a_machine_whose_clock_was_set_back_takes_nothing_and_gives_nothing() {
    let mut play = timed("", "1");
    play.wait(1_000_000).moves("e4 e5");
    let turn = play.now;
    let event = goes_on(&mut play, turn + 4_000, turn - 500_000);
    assert_eq!(event, Some(Event::Downtime { milliseconds: -504_000, at: turn - 500_000 }));
    assert_eq!(clocks(&play), [56_000, 60_000]);
    play.wait(1_000).make("Nf3");
    assert_eq!(clocks(&play), [55_000, 60_000]);
}

#[test]
fn the_timer_of_a_game_for_one_does_not_count_downtime() {
    let mut play = crate::support::minefield(&["*.....", "......"]);
    assert_eq!(goes_on(&mut play, 0, 5_000), None, "nothing runs before the first cell is opened");
    play.make("open f2");
    let opened = play.now;
    assert!(play.scene().timer.unwrap().running, "the board was won by one click");
    goes_on(&mut play, opened + 2_000, opened + 100_000);
    assert_eq!(play.wait(3_000).scene().timer.unwrap().elapsed, 5_000);
}

#[test]
fn nothing_is_given_back_where_no_clock_runs() {
    let mut play = people("chess", "");
    play.moves("e4 e5");
    assert_eq!(goes_on(&mut play, 0, 900_000), None);
    let mut play = timed("", "1");
    play.make("e4");
    assert_eq!(goes_on(&mut play, 0, 900_000), None, "the first moves are free");
    play.moves("e5").act(WHITE, &Action::Resign);
    assert_eq!(goes_on(&mut play, 0, 900_000), None);
}

#[test]
fn a_command_that_was_sent_before_the_server_went_down_is_carried_out_once() {
    let mut play = timed("", "1");
    play.moves("e4 e5");
    let (expected, turn) = (play.table.next(), play.now);
    goes_on(&mut play, turn, turn + 900_000);
    let knight = crate::support::mv("Nf3");
    assert_eq!(play.ask_expecting(expected, WHITE, &knight).unwrap().len(), 1);
    play.act(WHITE, &knight);
    for late in [expected, expected + 1] {
        let repeated = play.ask_expecting(late, WHITE, &knight).unwrap_err();
        assert_eq!(repeated, table::Refusal::Repeated);
        let coordinates = crate::support::mv("g1f3");
        assert_eq!(play.ask_expecting(late, WHITE, &coordinates).unwrap_err(), repeated);
        let other = play.ask_expecting(late, WHITE, &crate::support::mv("Nc3")).unwrap_err();
        assert_eq!(other.code(), "stale");
    }
}

#[test]
fn clocks_that_make_no_sense_are_refused() {
    for text in ["", "x", "0", "0+0", "-1", "5+", "5+-1", "1441", "5+601", "nan", "inf", "5+3+1"] {
        let error = text.parse::<TimeControl>().unwrap_err();
        assert!(error.to_string().contains("such as 5+3"), "{text}");
    }
}

proptest! {
    #[test]
    fn a_time_control_reads_back_what_it_writes(
        stock in 0_u64..=86_400_000, increment in 0_u64..=600_000,
    ) {
        prop_assume!(stock + increment > 0);
        let control = TimeControl { stock, increment };
        prop_assert_eq!(control.to_string().parse(), Ok(control));
    }
}
