//! Draws by agreement and by the past of a game.

use crate::support::{BLACK, Play, WHITE, open, people, sit};
use game::Verdict;
use table::Action;

const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8";

fn repeat(play: &mut Play, moves: &str, times: usize) {
    for _ in 0..times {
        play.moves(moves);
    }
}

const ROOKS: &str = "r7/8/8/7k/8/7K/8/R7 w - - 0 1";

#[test]
fn threefold_repetition_is_claimed_by_a_person() {
    let mut play = people("chess", "");
    repeat(&mut play, SHUFFLE, 2);
    assert!(!play.table.is_over());
    assert!(play.status().ends_with("A draw can be claimed: threefold repetition."));
    assert_eq!(play.ask(BLACK, &Action::ClaimDraw).unwrap_err().code(), "no-draw-to-claim");
    play.act(WHITE, &Action::ClaimDraw);
    assert_eq!(play.status(), "Draw by threefold repetition.");
    assert_eq!(play.table.verdict(), Some(Verdict::Draw));
}

#[test]
fn a_claim_that_is_let_pass_is_lost_with_the_position() {
    let mut play = people("chess", "");
    repeat(&mut play, SHUFFLE, 2);
    play.make("e4");
    assert_eq!(play.ask(BLACK, &Action::ClaimDraw).unwrap_err().code(), "no-draw-to-claim");
}

#[test]
fn threefold_repetition_ends_a_game_of_two_computers() {
    let mut play = open("chess", "", &["random:1", "random:2"], None);
    play.moves(SHUFFLE).moves(SHUFFLE);
    assert_eq!(play.status(), "Draw by threefold repetition.");
    let mut mixed = open("chess", "", &["random:1", "human"], None);
    mixed.moves(SHUFFLE).moves(SHUFFLE);
    assert!(!mixed.table.is_over());
}

#[test]
fn a_draw_that_could_be_claimed_ends_the_game_when_the_last_person_leaves() {
    let mut play = open("chess", "", &["random:1", "human"], None);
    play.moves(SHUFFLE).moves(SHUFFLE).act(BLACK, &sit(BLACK, "random:2"));
    assert_eq!(play.status(), "Draw by threefold repetition.");
}

#[test]
fn fivefold_repetition_ends_any_game() {
    let mut play = people("chess", "");
    repeat(&mut play, SHUFFLE, 3);
    assert!(!play.table.is_over());
    play.moves(SHUFFLE);
    assert_eq!(play.status(), "Draw by fivefold repetition.");
}

#[test]
fn taking_back_takes_the_repetition_back() {
    let mut play = open("chess", "", &["human", "random:1"], None);
    play.moves(SHUFFLE).moves(SHUFFLE);
    assert!(play.ask(WHITE, &Action::ClaimDraw).is_ok());
    play.act(WHITE, &Action::TakeBack);
    assert_eq!(play.names(), "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6");
    play.moves("Ng1 Ng8");
    assert!(play.ask(WHITE, &Action::ClaimDraw).is_ok());
}

#[test]
fn fifty_moves_are_claimed_and_seventy_five_end_the_game() {
    let mut early = people("chess", &ROOKS.replace("0 1", "98 60"));
    early.make("Rb1");
    assert_eq!(early.ask(BLACK, &Action::ClaimDraw).unwrap_err().code(), "no-draw-to-claim");
    let mut claimed = people("chess", &ROOKS.replace("0 1", "99 60"));
    claimed.make("Rb1");
    assert!(claimed.status().contains("fifty moves each without capture or pawn move"));
    claimed.act(BLACK, &Action::ClaimDraw);
    assert_eq!(claimed.status(), "Draw by fifty moves each without capture or pawn move.");
    let mut ended = people("chess", &ROOKS.replace("0 1", "149 90"));
    ended.make("Rb1");
    assert_eq!(ended.status(), "Draw by seventy-five moves each without capture or pawn move.");
    let mut computers =
        open("chess", &ROOKS.replace("0 1", "99 60"), &["random:1", "level:2"], None);
    computers.make("Rb1");
    assert!(computers.table.is_over());
}

#[test]
fn checkmate_comes_before_any_draw() {
    let mut play = people("chess", "7k/8/6K1/8/8/8/8/R7 w - - 149 90");
    play.make("Ra8");
    assert_eq!(play.status(), "White won by checkmate.");
}

#[test]
fn checkers_is_drawn_at_the_third_repetition() {
    let mut play = people("checkers", "B:WK32:BK1");
    play.moves("1-6 32-28 6-1 28-32 1-6 32-28 6-1");
    assert!(!play.table.is_over());
    play.make("28-32");
    assert_eq!(play.status(), "Draw by threefold repetition.");
}

#[test]
fn checkers_is_drawn_after_forty_moves_of_each_side_without_progress() {
    let mut play = people("checkers", "B:WK29,K30,K31,K32:BK1,K2,K3,K4");
    // Four kings on each side have enough positions to walk through: each time the first way that
    // leads to a position that has come up at most once.
    let mut seen = std::collections::HashMap::new();
    while !play.table.is_over() {
        let seat = play.table.turn().unwrap();
        let choices = play.seen_by(game::Viewer::Seat(seat)).choices;
        let next = choices.iter().find_map(|choice| {
            let mut next = play.clone();
            next.make(&choice.mv);
            let text = next.table.position_text().unwrap();
            let safe = next.scene().status.iter().all(|line| !line.contains("must capture"));
            (safe && seen.get(&text).copied().unwrap_or(0) < 2).then_some((next, text))
        });
        let (next, text) = next.unwrap();
        *seen.entry(text).or_insert(0) += 1;
        play = next;
    }
    assert_eq!(play.status(), "Draw by forty moves each without progress.");
    assert_eq!(play.table.moves_played(), 80);
}

#[test]
fn a_draw_is_offered_and_accepted() {
    for game in ["chess", "checkers", "othello"] {
        let mut play = people(game, "");
        play.act(WHITE, &Action::OfferDraw);
        assert!(play.status().ends_with("White offers a draw."));
        assert_eq!(play.table.draw_offered_by(), Some(WHITE));
        play.act(BLACK, &Action::OfferDraw);
        assert_eq!(play.status(), "Draw by agreement.");
        assert_eq!(play.table.draw_offered_by(), None);
    }
}

#[test]
fn a_draw_is_offered_and_turned_down() {
    let mut play = people("chess", "");
    play.make("e4").act(WHITE, &Action::OfferDraw).act(BLACK, &Action::DeclineDraw);
    assert_eq!(play.table.draw_offered_by(), None);
    play.act(BLACK, &Action::OfferDraw);
    assert_eq!(play.table.draw_offered_by(), Some(BLACK));
}

#[test]
fn moving_turns_a_draw_down_that_the_other_side_offered() {
    let mut play = people("chess", "");
    play.act(WHITE, &Action::OfferDraw).make("e4");
    assert_eq!(play.table.draw_offered_by(), Some(WHITE), "the own move leaves the offer standing");
    play.make("e5");
    assert_eq!(play.table.draw_offered_by(), None);
}

#[test]
fn a_position_that_is_drawn_at_the_start_is_over_at_once() {
    let play = people("chess", "8/8/4k3/8/8/4K3/8/8 w - - 0 1");
    assert_eq!(play.status(), "Draw by insufficient material.");
    assert_eq!(play.ask(WHITE, &Action::Resign).unwrap_err().code(), "game-over");
}
