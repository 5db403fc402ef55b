//! How games end in a few words, who is ahead, and what is special about a day.

use crate::cards::{act, open};
use game::{Seat, Side, Viewer};
use games::CLUB;
use table::{Action, AnyTable, Language, Sitting, ViewModel};

fn view(table: &AnyTable, own: &[Seat], language: Language) -> ViewModel {
    let viewer = own.first().map_or(Viewer::Spectator, |seat| Viewer::Seat(*seat));
    let scene = table.scene(viewer, 1_000, language);
    let sitting = Sitting { own: own.to_vec(), ..Sitting::default() };
    ViewModel::of(table, &scene, &sitting, language)
}

fn after(game: &str, start: &str, moves: &str) -> AnyTable {
    let table = open(CLUB.card(game).unwrap(), start, "human", "human");
    moves.split_whitespace().fold(table, |table, mv| {
        let seat = table.turn().unwrap();
        act(&table, seat, Action::Move { mv: mv.to_owned() }).unwrap()
    })
}

#[test]
fn a_headline_has_the_score_where_tallies_are_one_and_is_said_to_who_won() {
    let start = format!("OX{} X;", "-".repeat(62));
    let table = after("othello", &start, "pass c1");
    let (white, black) = (Seat::Side(Side::White), Seat::Side(Side::Black));
    let headline = |own: &[Seat], language| view(&table, own, language).headline.unwrap();
    assert_eq!(headline(&[white], Language::English), "You won, 3 to 0");
    assert_eq!(headline(&[black], Language::English), "You lost, 0 to 3");
    assert_eq!(headline(&[], Language::English), "White won, 3 to 0");
    assert_eq!(headline(&[white], Language::Spanish), "Has ganado, 3 a 0");
    assert_eq!(view(&after("othello", &start, "pass"), &[], Language::English).headline, None);
}

#[test]
fn the_side_with_more_material_leads() {
    let leads = |table: &AnyTable| -> Vec<_> {
        let bars = view(table, &[], Language::English).bars;
        bars.into_iter().filter_map(|bar| Some((bar.seat, bar.lead?))).collect()
    };
    let (white, black) = (Seat::Side(Side::White), Seat::Side(Side::Black));
    let start = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(leads(&after("chess", start, "")), [(black, "+8".to_owned())]);
    assert_eq!(leads(&after("chess", start, "exd5")), [(white, "+1".to_owned())]);
    assert_eq!(leads(&after("checkers", "B:WK18:B9,14,2", "")), [(black, "+1½".to_owned())]);
}

#[test]
fn a_jump_over_several_squares_names_all_of_them() {
    let table = after("checkers", "B:W6,15:B1", "1x19");
    assert_eq!(table.path_at(1), ["1", "10", "19"]);
    assert_eq!(table.path_at(0), Vec::<String>::new());
}

#[test]
fn every_board_of_a_game_is_the_one_that_is_asked_for_alone() {
    for (game, start, moves) in [("chess", "startpos", "e4 e5 Nf3"), ("mines", "9x9/10 safe 5", "")]
    {
        let table = after(game, start, moves);
        let mut pictures = Vec::new();
        table.each_picture(Viewer::Spectator, &mut |picture| pictures.push(picture));
        let alone = (0..=table.moves_played())
            .map(|made| table.picture_at(Viewer::Spectator, made).unwrap());
        assert_eq!(pictures, alone.collect::<Vec<_>>(), "{game}");
    }
}

#[test]
fn a_board_of_the_day_can_be_begun_and_follows_from_its_seed() {
    let daily: Vec<_> = CLUB.cards().iter().filter(|card| card.daily(1).is_some()).collect();
    assert!(!daily.is_empty());
    for card in daily {
        let [one, same, other] = [1, 1, 2].map(|seed| card.daily(seed).unwrap());
        assert_eq!(one, same);
        assert_ne!(one, other);
        assert!(card.start(Some(&one), 0).is_ok());
    }
}

#[test]
fn names_of_moves_have_the_letters_of_the_language() {
    let card = CLUB.card("chess").unwrap();
    for (name, spanish) in
        [("Nf3", "Cf3"), ("Qxd8+", "Dxd8+"), ("e8=R", "e8=T"), ("O-O-O", "O-O-O"), ("Kb1", "Rb1")]
    {
        assert_eq!(card.move_in(name, Language::Spanish), spanish);
        assert_eq!(card.move_in(name, Language::English), name);
    }
}
