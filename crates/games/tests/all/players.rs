//! Who sits where, and playing again.

use crate::support::{BLACK, Play, SOLO, WHITE, minefield, open, open_started, people, seeds, sit};
use game::Viewer;
use games::CLUB;
use table::menu::Menu;
use table::{Action, Event, Language, Player};

#[test]
fn a_person_hands_over_to_a_computer_and_comes_back() {
    let mut play = people("chess", "");
    play.make("e4").act(WHITE, &sit(WHITE, "minimax:2"));
    assert_eq!(play.table.players().get(WHITE), Some(&Player::Minimax { depth: 2 }));
    assert_eq!(play.names(), "e4", "the game goes on");
    play.act(BLACK, &sit(WHITE, "human"));
    assert_eq!(play.table.players().get(WHITE), Some(&Player::Human));
    assert_eq!(play.ask(BLACK, &sit(WHITE, "random:1")).unwrap_err().code(), "seat-taken");
}

#[test]
fn mayhem_can_begin_and_end_in_the_middle_of_a_game() {
    let mut play = open("chess", "", &["human", "random:2"], None);
    play.moves("e4 e5").act(WHITE, &sit(WHITE, "random:1")).moves("Nf3 Nc6");
    assert!(play.table.players().iter().all(|(_, player)| player.is_computer()));
    play.act(WHITE, &sit(WHITE, "human")).make("Bb5");
    assert_eq!(play.names(), "e4 e5 Nf3 Nc6 Bb5");
}

#[test]
fn who_plays_on_for_a_person_is_the_computer_across_or_the_usual_one_of_the_menu() {
    for card in CLUB.cards() {
        let menu = Menu::of(*card, Language::English);
        let usual: Player = menu.computers[menu.usual].value.parse().unwrap();
        let seats = card.seats();
        let play = open(card.name(), "", &vec!["human"; seats.len()], None);
        for &seat in seats {
            assert_eq!(play.table.stand_in(seat), usual, "{card:?}");
        }
        if let [person, computer] = *seats {
            let mut play = play;
            play.act(computer, &sit(computer, "random:7"));
            assert_eq!(play.table.stand_in(person), Player::Random { seed: None });
        }
    }
    let mines = CLUB.card("mines").unwrap();
    let name = mines.player_name(&mines.usual_computer(), Language::English);
    assert_eq!(name, "The solver");
}

#[test]
fn the_end_of_a_game_for_one_says_who_has_played() {
    let said =
        |play: &Play, viewer, language| play.table.scene(viewer, 0, language).status.concat();
    let reads = |play: &Play| {
        [Viewer::Seat(SOLO), Viewer::Spectator].map(|viewer| said(play, viewer, Language::English))
    };
    let mut won = minefield(&["..*", "...", "*.."]);
    won.make("open a1").make("open c3");
    let reason = "all cells without a mine are open.";
    assert_eq!(reads(&won), [format!("You won: {reason}"), format!("The game is won: {reason}")]);
    assert_eq!(
        said(&won, Viewer::Spectator, Language::Spanish).split(':').next(),
        Some("Partida ganada")
    );

    let mut left = minefield(&["..*", "...", "*.."]);
    left.make("open a1").act(SOLO, &sit(SOLO, "level:10")).make("open c3");
    assert_eq!(reads(&left), [(); 2].map(|()| format!("The computer won: {reason}")));
    let mut lost = minefield(&["..*", "...", "*.."]);
    lost.make("open a1").act(SOLO, &sit(SOLO, "random:1")).make("open c1");
    assert_eq!(reads(&lost), [(); 2].map(|()| "The computer lost: there was a mine.".to_owned()));
    let spanish = said(&lost, Viewer::Spectator, Language::Spanish);
    assert!(spanish.starts_with("El ordenador ha perdido: "), "{spanish}");
}

#[test]
fn an_offer_does_not_outlive_the_player_who_made_it() {
    let mut play = people("chess", "");
    play.act(WHITE, &Action::OfferDraw).act(WHITE, &sit(WHITE, "random:1"));
    assert_eq!(play.table.draw_offered_by(), None);
}

#[test]
fn playing_again_keeps_players_start_and_clock() {
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let mut play = open("chess", start, &["human", "random:5"], Some("3+2"));
    play.act(WHITE, &Action::Abort);
    let again = play.table.again(false, seeds(77), 9_999);
    assert_eq!(again.start, start);
    assert_eq!(again.clock, Some("3+2".parse().unwrap()));
    assert_eq!(again.players.get(WHITE), Some(&Player::Human));
    assert_eq!(again.players.get(BLACK), Some(&Player::Random { seed: Some(78) }));
    assert_eq!(again.at, 9_999);
    let exchanged = play.table.again(true, seeds(77), 9_999);
    assert_eq!(exchanged.players.get(BLACK), Some(&Player::Human));
    assert!(open_started(&exchanged).is_ok());
}

#[test]
fn playing_again_keeps_the_players_of_the_end() {
    let mut play = people("othello", "");
    play.act(WHITE, &sit(WHITE, "level:3")).act(BLACK, &Action::Resign);
    assert_eq!(play.table.again(false, seeds(1), 0).players.get(WHITE), Some(&Player::Level(3)));
}

#[test]
fn minesweeper_again_has_the_same_level_and_new_mines() {
    let play = open("mines", "m1-30x16x99-on-16-d4", &["human"], None);
    let again = play.table.again(false, seeds(35), 5);
    assert_eq!(again.start, "m1-30x16x99-on-z");
    let from_file = minefield(&["*..", "..*"]);
    let again = from_file.table.again(false, seeds(35), 5);
    assert_eq!(again.start, "m1-3x2x2-s-z");
}

#[test]
fn seats_that_a_game_does_not_have_are_not_filled() {
    let chess = people("chess", "");
    let Event::Started(mut started) = chess.table.events().first().cloned().unwrap() else {
        panic!()
    };
    started.players = table::Seats::Solo { solo: Player::Human };
    assert_eq!(open_started(&started).unwrap_err(), table::BadEvent::Players);
    let play = minefield(&["..*", "...", "*.."]);
    assert_eq!(play.ask(SOLO, &sit(WHITE, "human")).unwrap_err().code(), "no-such-seat");
}
