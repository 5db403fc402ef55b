//! Looking back: boards as they were, how long it took, and the same board again.

use crate::support::{Play, SOLO, card, open, people};
use game::Viewer;
use table::scene::{Mark, Picture, Timer};
use table::{Action, AnyTable};

/// Plays some of the moves offered, and returns the picture that was seen after each.
fn pictures(play: &mut Play, moves: usize) -> Vec<Picture> {
    let mut seen = vec![play.scene().picture];
    while let Some(seat) = play.table.turn().filter(|_| seen.len() <= moves) {
        let choices = play.seen_by(Viewer::Seat(seat)).choices;
        let choice = choices[(seen.len() * 7919) % choices.len()].mv.clone();
        play.make(&choice);
        seen.push(play.scene().picture);
    }
    seen
}

#[test]
fn the_board_after_any_move_is_shown_as_it_was_seen_then() {
    for (game, start, players) in [
        ("chess", "", ["human", "human"].as_slice()),
        ("checkers", "", &["human", "human"]),
        ("othello", "", &["human", "human"]),
        ("mines", "9x9/10 safe 7", &["human"]),
        ("mines", "9x9/10 opening no-guess 7", &["human"]),
        ("mines", "m1-9x9x10-o-16-d4", &["human"]),
        ("mines", "board:0302000200000201", &["human"]),
    ] {
        let mut play = open(game, start, players, None);
        let seen = pictures(&mut play, 30);
        for (moves, picture) in seen.iter().enumerate() {
            let then = play.table.picture_at(Viewer::Spectator, moves);
            assert_eq!(then.as_ref(), Some(picture), "{game} {start} after {moves}");
        }
        assert_eq!(play.table.picture_at(Viewer::Spectator, seen.len()), None);
    }
}

#[test]
fn moves_that_were_taken_back_are_not_looked_back_at() {
    let mut play = open("chess", "", &["human", "random:1"], None);
    play.moves("e4 e5 Nf3 Nc6").act(crate::support::WHITE, &Action::TakeBack).make("Bc4");
    let after = play.table.picture_at(Viewer::Spectator, 3).unwrap();
    assert_eq!(after, play.scene().picture);
    let marked = after.cells.iter().filter(|cell| cell.marks == [Mark::LastMove]);
    assert_eq!(marked.map(|cell| cell.name.as_str()).collect::<Vec<_>>(), ["c4", "f1"]);
    assert_eq!(play.table.picture_at(Viewer::Spectator, 4), None);
}

#[test]
fn time_runs_from_the_first_opening_to_the_end() {
    let mut play = open("mines", "9x9/10 safe 7", &["human"], None);
    let timer = |play: &Play| play.scene().timer.unwrap();
    play.wait(500).make("flag a1").wait(500);
    assert_eq!(timer(&play), Timer { elapsed: 0, running: false });
    play.make("open e5").wait(1_250);
    assert_eq!(timer(&play), Timer { elapsed: 1_250, running: true });
    play.act(SOLO, &Action::Resign).wait(9_000);
    assert_eq!(timer(&play), Timer { elapsed: 1_250, running: false });
    assert_eq!(people("chess", "").scene().timer, None);
}

#[test]
fn a_board_can_be_shared_when_it_is_over_and_not_before() {
    for (start, moves) in [
        ("9x9/10 safe 7", ["flag a1", "open i9"].as_slice()),
        ("m1-9x9x10-o-16-d4", &[]),
        ("board:0302000200000201", &["open c1"]),
    ] {
        let mut play = open("mines", start, &["human"], None);
        for mv in moves {
            play.make(mv);
        }
        assert_eq!(play.scene().code, None);
        play.act(SOLO, &Action::Resign);
        let code = play.scene().code.unwrap();
        let again = open("mines", &code, &["human"], None);
        let layout = |table: &AnyTable| {
            let table = table.of_kind::<games::mines::Mines>().unwrap();
            table.position().layout().cloned()
        };
        assert!(layout(&play.table).is_some());
        assert_eq!(layout(&again.table), layout(&play.table), "{start}: {code}");
    }
    let mut chess = people("chess", "");
    chess.act(crate::support::WHITE, &Action::Resign);
    assert_eq!(chess.scene().code, None);
}

#[test]
fn a_position_that_is_copied_begins_the_same_game() {
    for (game, moves) in [("chess", "e4 e5 Nf3"), ("checkers", "11-15 22-18"), ("othello", "d3")] {
        let mut play = people(game, "");
        let position = play.moves(moves).scene().position.unwrap();
        let start = card(game).start(Some(&position), 0).unwrap();
        let copy = open(game, &start, &["human", "human"], None);
        let seat = play.table.turn().unwrap();
        assert_eq!(copy.table.turn(), Some(seat));
        let choices = |play: &Play| play.seen_by(Viewer::Seat(seat)).choices;
        assert_eq!(choices(&copy), choices(&play));
    }
    let mines = open("mines", "9x9/10 safe 7", &["human"], None);
    assert_eq!(mines.scene().position, None);
}

#[test]
fn the_seed_of_the_mines_is_not_that_of_a_player() {
    let play = open("mines", "9x9/10 safe 7", &["random:5"], None);
    let again = play.table.again(false, crate::support::seeds(35), 0);
    assert_eq!(again.start, "m1-9x9x10-s-z");
    assert_eq!(again.players.get(SOLO).unwrap().to_string(), "random:36");
}
