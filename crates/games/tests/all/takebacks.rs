//! Taking moves back.

use crate::support::{BLACK, SOLO, WHITE, minefield, open, people, sit};
use table::Action;

#[test]
fn people_have_to_agree_to_a_takeback() {
    let mut play = people("chess", "");
    play.moves("e4 e5").act(BLACK, &Action::TakeBack);
    assert!(play.status().ends_with("Black asks to take a move back."));
    assert_eq!(play.names(), "e4 e5");
    play.act(WHITE, &Action::TakeBack);
    assert_eq!(play.names(), "e4");
    assert_eq!(play.table.turn(), Some(BLACK));
    assert_eq!(play.table.takeback_asked_by(), None);
}

#[test]
fn a_takeback_reaches_to_the_last_move_of_the_one_who_asks() {
    let mut play = people("chess", "");
    play.moves("e4 e5 Nf3").act(BLACK, &Action::TakeBack).act(WHITE, &Action::TakeBack);
    assert_eq!(play.names(), "e4");
    play.moves("c5 Nf3 d6").act(WHITE, &Action::TakeBack).act(BLACK, &Action::TakeBack);
    assert_eq!(play.names(), "e4 c5");
}

#[test]
fn a_takeback_can_be_refused_or_overtaken_by_a_move() {
    let mut play = people("checkers", "");
    play.make("11-15").act(BLACK, &Action::TakeBack).act(WHITE, &Action::DeclineTakeback);
    assert_eq!(play.table.takeback_asked_by(), None);
    play.act(BLACK, &Action::TakeBack).make("22-18");
    assert_eq!(play.table.takeback_asked_by(), None);
    assert_eq!(play.names(), "11-15 22-18");
}

#[test]
fn a_computer_is_not_asked() {
    let mut play = open("othello", "", &["minimax:2", "human"], None);
    play.moves("f5 d6").act(BLACK, &Action::TakeBack);
    assert_eq!(play.names(), "");
    play.make("f5").act(BLACK, &Action::TakeBack);
    assert_eq!(play.names(), "");
    assert_eq!(play.ask(BLACK, &Action::TakeBack).unwrap_err().code(), "nothing-to-take-back");
}

#[test]
fn a_wish_to_take_back_does_not_outlive_the_player_who_was_asked() {
    let mut play = people("chess", "");
    play.moves("e4 e5").act(WHITE, &Action::TakeBack).act(BLACK, &sit(BLACK, "random:3"));
    assert_eq!(play.table.takeback_asked_by(), None);
    play.act(WHITE, &Action::TakeBack);
    assert_eq!(play.names(), "");
}

#[test]
fn clocks_go_back_with_the_moves() {
    let mut play = open("chess", "", &["human", "minimax:1"], Some("5+2"));
    play.moves("e4 e5").wait(10_000).make("Nf3").wait(20_000).make("Nc6").wait(30_000);
    let clocks = |play: &crate::support::Play| {
        play.scene().players.iter().map(|place| place.clock.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(clocks(&play), [262_000, 282_000]);
    play.act(WHITE, &Action::TakeBack);
    assert_eq!(clocks(&play), [300_000, 300_000]);
    play.wait(1_000);
    assert_eq!(clocks(&play), [299_000, 300_000], "white's clock runs again from the takeback on");
    play.make("Nc3").wait(500);
    assert_eq!(clocks(&play), [301_000, 299_500]);
}

#[test]
fn a_takeback_to_the_first_move_stops_the_clocks() {
    let mut play = open("chess", "", &["human", "minimax:1"], Some("1"));
    play.moves("e4 e5").act(WHITE, &Action::TakeBack).wait(600_000);
    assert_eq!(play.table.clock().unwrap().running(), None);
    play.make("d4");
    assert!(!play.table.is_over());
}

#[test]
fn the_log_keeps_what_was_taken_back() {
    let mut play = open("chess", "", &["human", "random:1"], None);
    play.moves("e4 e5").act(WHITE, &Action::TakeBack).make("d4");
    assert_eq!(play.table.next(), 5);
    assert_eq!(play.table.moves_played(), 1);
}

#[test]
fn what_is_open_in_minesweeper_stays_open() {
    let mut play = minefield(&["*..", "..."]);
    play.make("open b1");
    assert_eq!(play.ask(SOLO, &Action::TakeBack).unwrap_err().code(), "not-in-this-game");
}
