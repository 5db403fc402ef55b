//! Who may do what when, and commands that come twice, late or early.

use crate::support::{BLACK, Play, SOLO, WHITE, minefield, mv, open, people, sit};
use game::Seat;
use table::{Action, Event, Language, Refusal};

#[track_caller]
fn refused(play: &Play, seat: Seat, action: &Action, code: &str) {
    let before = play.table.events().to_vec();
    let refusal = play.ask(seat, action).unwrap_err();
    assert_eq!(refusal.code(), code, "{refusal}");
    let [english, spanish] = [Language::English, Language::Spanish].map(|l| refusal.text(l));
    assert!(english.ends_with('.') && spanish.ends_with('.'), "{english} {spanish}");
    assert_ne!(english, spanish);
    assert_eq!(play.table.events().to_vec(), before);
}

#[test]
fn every_refusal_has_its_code() {
    let mut chess = people("chess", "");
    refused(&chess, SOLO, &mv("e4"), "no-such-seat");
    refused(&chess, BLACK, &mv("e5"), "not-your-turn");
    refused(&chess, WHITE, &mv("e5"), "illegal-move");
    refused(&chess, WHITE, &mv("pumpkin"), "illegal-move");
    refused(&chess, WHITE, &mv(&"e".repeat(100_000)), "illegal-move");
    refused(&chess, WHITE, &Action::DeclineDraw, "nothing-to-decline");
    refused(&chess, WHITE, &Action::DeclineTakeback, "nothing-to-decline");
    refused(&chess, WHITE, &Action::ClaimDraw, "no-draw-to-claim");
    refused(&chess, WHITE, &Action::TakeBack, "nothing-to-take-back");
    refused(&chess, WHITE, &sit(BLACK, "random:1"), "seat-taken");
    refused(&chess, WHITE, &sit(SOLO, "random:1"), "no-such-seat");
    refused(&chess, WHITE, &Action::CallTime, "time-left");
    chess.moves("e4 e5");
    refused(&chess, BLACK, &Action::Abort, "too-late-to-abort");
    chess.act(WHITE, &Action::OfferDraw);
    refused(&chess, WHITE, &Action::OfferDraw, "already-offered");
    refused(&chess, WHITE, &Action::DeclineDraw, "nothing-to-decline");
    chess.act(WHITE, &Action::TakeBack);
    refused(&chess, WHITE, &Action::TakeBack, "already-asked");
    refused(&chess, WHITE, &Action::DeclineTakeback, "nothing-to-decline");
    chess.act(BLACK, &Action::Resign);
    refused(&chess, WHITE, &mv("Nf3"), "game-over");
    refused(&chess, BLACK, &Action::Resign, "game-over");

    let mines = minefield(&["*..", "..."]);
    refused(&mines, SOLO, &Action::OfferDraw, "not-in-this-game");
    refused(&mines, SOLO, &Action::TakeBack, "not-in-this-game");
    refused(&mines, WHITE, &mv("open a1"), "no-such-seat");
}

#[test]
fn refusals_are_sentences() {
    let mut play = people("chess", "");
    let said = |play: &Play, seat, action: &Action| play.ask(seat, action).unwrap_err().to_string();
    assert_eq!(said(&play, BLACK, &mv("e5")), "It is not your turn: White is to move.");
    play.act(BLACK, &Action::Resign);
    assert_eq!(said(&play, WHITE, &mv("e4")), "The game is over: White won by resignation.");
}

#[test]
fn a_long_move_is_not_echoed_at_full_length() {
    let refusal = people("chess", "").ask(WHITE, &mv(&"e".repeat(100_000))).unwrap_err();
    assert!(refusal.to_string().len() < 300);
}

#[test]
fn a_repeated_command_is_told_apart_from_a_stale_one() {
    let mut play = people("chess", "");
    play.wait(10).make("Nf3").wait(10);
    assert_eq!(play.ask_expecting(1, WHITE, &mv("Nf3")), Err(Refusal::Repeated));
    assert_eq!(play.ask_expecting(1, WHITE, &mv("g1f3")), Err(Refusal::Repeated));
    let stale = Refusal::Stale { expected: 1, next: 2 };
    assert_eq!(play.ask_expecting(1, WHITE, &mv("e4")), Err(stale.clone()));
    assert_eq!(play.ask_expecting(1, BLACK, &mv("Nf3")), Err(stale.clone()));
    assert_eq!(play.ask_expecting(1, SOLO, &mv("Nf3")), Err(stale.clone()));
    assert_eq!(play.ask_expecting(1, WHITE, &Action::Resign), Err(stale));
    assert_eq!(play.ask_expecting(0, WHITE, &mv("Nf3")).unwrap_err().code(), "stale");
}

#[test]
fn a_command_is_recognised_after_its_move_was_taken_back_and_played_again() {
    let mut play = people("chess", "");
    play.moves("Nf3").act(WHITE, &Action::TakeBack).act(BLACK, &Action::TakeBack);
    let next = play.table.next();
    play.moves("g1f3 e5");
    assert_eq!(play.ask_expecting(1, WHITE, &mv("Nf3")), Err(Refusal::Repeated));
    assert_eq!(play.ask_expecting(2, WHITE, &Action::TakeBack), Err(Refusal::Repeated));
    assert_eq!(play.ask_expecting(3, BLACK, &Action::TakeBack), Err(Refusal::Repeated));
    assert_eq!(play.ask_expecting(next, WHITE, &mv("Nf3")), Err(Refusal::Repeated));
    assert_eq!(play.ask_expecting(3, WHITE, &mv("Nf3")).unwrap_err().code(), "stale");
}

#[test]
fn of_two_commands_that_race_for_a_number_one_is_stale() {
    let mut play = people("chess", "");
    play.moves("e4 e5");
    play.act(BLACK, &Action::OfferDraw);
    assert_eq!(play.ask_expecting(3, WHITE, &mv("Nf3")).unwrap_err().code(), "stale");
    assert_eq!(play.ask_expecting(3, WHITE, &Action::OfferDraw).unwrap_err().code(), "stale");
    assert_eq!(play.ask_expecting(3, BLACK, &Action::OfferDraw), Err(Refusal::Repeated));
}

#[test]
fn a_command_ahead_of_the_table_is_refused() {
    let play = people("othello", "");
    for expected in [2, 3, u64::MAX] {
        let refusal = play.ask_expecting(expected, BLACK, &mv("f5"));
        assert_eq!(refusal, Err(Refusal::Ahead { expected, next: 1 }));
    }
}

#[test]
fn a_repeated_flag_is_not_taken_away_again() {
    let mut play = minefield(&["*..", "..."]);
    play.make("flag a1");
    assert_eq!(play.ask_expecting(1, SOLO, &mv("f a1")), Err(Refusal::Repeated));
    play.make("flag a1");
    assert_eq!(play.table.moves_played(), 2);
}

#[test]
fn the_last_command_of_a_game_can_come_twice() {
    let mut play = people("chess", "");
    play.moves("f3 e5 g4 Qh4");
    assert!(play.table.is_over());
    assert_eq!(play.ask_expecting(4, BLACK, &mv("Qh4#")), Err(Refusal::Repeated));
    assert_eq!(play.ask(BLACK, &mv("Qh4#")).unwrap_err().code(), "game-over");
}

#[test]
fn a_command_that_found_a_fallen_flag_can_come_twice() {
    let mut play = open("chess", "", &["human", "human"], Some("1"));
    play.moves("e4 e5").wait(60_000);
    let number = play.table.next();
    play.act(WHITE, &mv("Nf3"));
    assert_eq!(play.status(), "Black won by time.");
    play.wait(5);
    assert_eq!(play.ask_expecting(number, WHITE, &mv("Nf3")), Err(Refusal::Repeated));
}

#[test]
fn deciding_changes_nothing() {
    let play = people("checkers", "");
    let events = play.ask(BLACK, &mv("11-15")).unwrap();
    assert_eq!(events, [Event::Moved { seat: BLACK, mv: "11-15".into(), at: play.now }]);
    assert_eq!(play.table.next(), 1);
    assert_eq!(play.table.moves_played(), 0);
}

#[test]
fn resigning_gives_the_game_to_the_other_side() {
    let mut play = people("othello", "");
    play.make("f5").act(BLACK, &Action::Resign);
    assert_eq!(play.status(), "White won by resignation.");
    let mut alone = minefield(&["*..", "..."]);
    alone.act(SOLO, &Action::Resign);
    assert_eq!(alone.status(), "The game is lost: resignation.");
}

#[test]
fn a_game_can_be_called_off_before_both_have_moved() {
    let mut play = people("chess", "");
    play.make("e4").act(WHITE, &Action::Abort);
    assert_eq!(play.status(), "The game was called off.");
    assert_eq!(play.table.verdict(), None);
    let mut alone = minefield(&["*....", "....*"]);
    alone.make("flag a1").make("flag e2").act(SOLO, &Action::Abort);
    assert!(alone.table.is_over());
}

#[test]
fn commands_are_read_from_json() {
    let read = |text: &str| serde_json::from_str::<table::Command>(text).unwrap();
    assert_eq!(read(r#"{"expected":3,"action":"resign"}"#).action, Action::Resign);
    assert_eq!(read(r#"{"expected":3,"action":"move","move":"e4"}"#).action, mv("e4"));
    let change = r#"{"expected":3,"action":"change-player","seat":"black","player":"minimax:3"}"#;
    assert_eq!(read(change).action, sit(BLACK, "minimax:3"));
    assert!(serde_json::from_str::<table::Command>(r#"{"action":"resign"}"#).is_err());
}

#[test]
fn refusals_speak_spanish() {
    let said = |play: &Play, seat, text: &str| {
        play.ask(seat, &mv(text)).unwrap_err().text(Language::Spanish)
    };
    let chess = people("chess", "");
    assert_eq!(said(&chess, BLACK, "e5"), "No te toca: juegan blancas.");
    assert_eq!(said(&chess, WHITE, "e2e5"), "Jugada ilegal de peón: así no se mueve de e2 a e5.");
    assert_eq!(
        said(&chess, WHITE, "Qd4"),
        "Jugada ilegal de dama: el camino de d1 a d4 está cortado en d2."
    );
    assert_eq!(said(&chess, WHITE, "O-O"), "Enroque ilegal: f1 no está vacía.");
    let checkers = people("checkers", "");
    assert_eq!(
        said(&checkers, BLACK, "11-20"),
        "11-20: en 16, entre 11 y 20, no hay nada que saltar."
    );
    let othello = people("othello", "");
    assert_eq!(said(&othello, BLACK, "a1"), "Una ficha en a1 no da la vuelta a ninguna.");
    let mut mines = minefield(&["*..", "...", "..."]);
    mines.make("open b1");
    assert_eq!(said(&mines, SOLO, "open b1"), "b1 ya está abierta.");
}
