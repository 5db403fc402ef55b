//! What people see, in pictures made of text. `[x]` is the last move, `+` a check, `!` a piece that must
//! capture; capitals are white.

use crate::support::{BLACK, Play, SOLO, WHITE, choice, minefield, open, people, render};
use game::{Seat, Viewer};
use insta::assert_snapshot;
use table::{Action, Language};

fn shown(play: &Play, seat: Seat) -> String {
    render(&play.seen_by(Viewer::Seat(seat)))
}

fn in_spanish(play: &Play, seat: Seat) -> String {
    render(&play.table.scene(Viewer::Seat(seat), play.now, Language::Spanish))
}

/// The choices that begin on a square, as a front end shows them when a piece is picked up.
fn from(play: &Play, square: &str) -> String {
    let seat = play.table.turn().unwrap();
    let choices = play.seen_by(Viewer::Seat(seat)).choices;
    let here = choices.iter().filter(|choice| choice.path[0] == square).map(choice);
    here.collect::<Vec<_>>().join(", ")
}

#[test]
fn chess_at_the_start() {
    let play = people("chess", "");
    assert_snapshot!("chess_start_white", shown(&play, WHITE));
    assert_snapshot!("chess_start_black_in_spanish", in_spanish(&play, BLACK));
    assert_snapshot!("chess_start_spectator", render(&play.scene()));
}

#[test]
fn chess_in_the_middle() {
    let mut play = open("chess", "", &["human", "human"], Some("5+3"));
    play.moves("e4 d5").wait(4_000).make("exd5").wait(2_500).make("Qxd5").wait(1_000).make("Nc3");
    play.act(WHITE, &Action::OfferDraw).act(BLACK, &Action::TakeBack).wait(700);
    assert_snapshot!("chess_middle_black", shown(&play, BLACK));
    assert_snapshot!("chess_middle_white", shown(&play, WHITE));
    assert_snapshot!("chess_middle_in_spanish", in_spanish(&play, WHITE));
}

#[test]
fn chess_squares_that_a_piece_may_go_to() {
    let mut play = people("chess", "");
    assert_snapshot!(from(&play, "g1"), @"g1-f3=Nf3, g1-h3=Nh3");
    assert_snapshot!(from(&play, "e2"), @"e2-e3=e3, e2-e4=e4");
    assert_eq!(from(&play, "e1"), "");
    play.moves("e4 e5 Nf3 Nc6 Bc4 Bc5");
    assert_snapshot!(from(&play, "e1"), @"e1-f1=Kf1, e1-e2=Ke2, e1-g1=O-O");
}

#[test]
fn chess_check() {
    let mut play = people("chess", "");
    play.moves("e4 f5 Qh5");
    assert_snapshot!("chess_check", shown(&play, BLACK));
    assert_snapshot!(in_spanish(&play, BLACK).lines().nth(9).unwrap(), @"status: Juegan Negras. Negras están en jaque.");
}

#[test]
fn chess_castling_marks_where_the_king_went() {
    let mut play = people("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play.make("O-O");
    assert_snapshot!("chess_castled_short", render(&play.scene()));
    play.make("e8c8");
    assert_snapshot!("chess_castled_long", render(&play.scene()));
}

#[test]
fn chess_promotion_is_a_choice() {
    let play = people("chess", "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1");
    assert_snapshot!("chess_promotion", from(&play, "e7").replace(", ", "\n"));
}

#[test]
fn chess_draw_to_claim() {
    let mut play = people("chess", "");
    play.moves("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_snapshot!("chess_claim", shown(&play, WHITE));
}

#[test]
fn chess_at_the_end() {
    let mut play = people("chess", "");
    play.moves("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#");
    assert_snapshot!("chess_mate", shown(&play, BLACK));
    assert_snapshot!("chess_mate_in_spanish", in_spanish(&play, WHITE));
    let mut stalemate = people("chess", "7k/8/8/6Q1/8/8/8/K7 w - - 0 1");
    stalemate.make("Qg6");
    assert_snapshot!("chess_stalemate", render(&stalemate.scene()));
}

#[test]
fn checkers_at_the_start() {
    assert_snapshot!("checkers_start", shown(&people("checkers", ""), BLACK));
}

#[test]
fn checkers_must_capture() {
    let mut play = people("checkers", "");
    play.moves("11-15 22-18");
    assert_snapshot!("checkers_must_capture", shown(&play, BLACK));
    let status = in_spanish(&play, BLACK);
    assert_snapshot!(status.lines().nth(9).unwrap(), @"status: Juegan Negras. Negras deben capturar: 15x22.");
}

#[test]
fn checkers_jumps_are_picked_landing_by_landing() {
    let play = people("checkers", "B:W6,7,14,15,23:BK2,12");
    assert_snapshot!("checkers_paths", shown(&play, BLACK));
}

#[test]
fn checkers_at_the_end() {
    let mut play = people("checkers", "B:W18:B14");
    play.make("14x23");
    assert_snapshot!("checkers_end", shown(&play, WHITE));
}

#[test]
fn othello_at_the_start_and_after_a_move() {
    let mut play = people("othello", "");
    assert_snapshot!("othello_start", shown(&play, BLACK));
    play.make("f5");
    assert_snapshot!("othello_first_move", shown(&play, WHITE));
}

#[test]
fn othello_must_pass() {
    let mut play =
        people("othello", "XXXXXXX-OOOOOOO-OOOOOOO-OOOOOOO-OOOOOOO-OOOOOOO-OOOOOOO-OOOOOOO- O");
    assert_snapshot!("othello_pass", shown(&play, WHITE));
    assert_snapshot!("othello_pass_in_spanish", in_spanish(&play, WHITE));
    play.make("pass");
    assert_snapshot!("othello_passed", shown(&play, BLACK));
}

#[test]
fn othello_at_the_end() {
    let mut play = people("othello", &format!("{}-OX{} X", "X".repeat(40), "X".repeat(21)));
    assert_eq!(play.table.turn(), Some(BLACK));
    assert_eq!(from(&play, "a6"), "a6=a6");
    play.make("a6");
    assert_snapshot!("othello_end", shown(&play, BLACK));
}

const FIELD: [&str; 4] = ["*....", ".....", "..*..", "....."];

#[test]
fn mines_at_the_start_and_in_the_middle() {
    let mut play = minefield(&FIELD);
    assert_snapshot!("mines_start", shown(&play, SOLO));
    play.make("flag a1").make("open e1");
    assert_snapshot!("mines_middle", shown(&play, SOLO));
    assert_snapshot!(
        "mines_middle_spectator_in_spanish",
        render(&play.table.scene(Viewer::Spectator, play.now, Language::Spanish,))
    );
}

#[test]
fn mines_lost() {
    let mut play = minefield(&FIELD);
    play.make("flag b1").make("open e1").make("open a1");
    assert_snapshot!("mines_lost", shown(&play, SOLO));
    assert_snapshot!(in_spanish(&play, SOLO).lines().nth(5).unwrap(), @"status: Has perdido: había una mina.");
}

#[test]
fn mines_won() {
    let mut play = minefield(&["*..", "..."]);
    play.make("open c1").make("open a2");
    assert_snapshot!("mines_won", shown(&play, SOLO));
}
