//! What is hidden in Minesweeper stays hidden.

use crate::support::{Play, SOLO, minefield, mv, open};
use game::Viewer;
use proptest::prelude::*;
use table::{Language, log};

fn bytes(play: &Play) -> Vec<String> {
    let mut all = Vec::new();
    for viewer in [Viewer::Seat(SOLO), Viewer::Spectator] {
        for language in [Language::English, Language::Spanish] {
            let mut scene = play.table.scene(viewer, play.now, language);
            // When it is over, the board is given away on purpose.
            assert!(scene.over || scene.code.is_none());
            scene.code = None;
            all.push(serde_json::to_string(&scene).unwrap());
        }
        for moves in 0..=play.table.moves_played() {
            let then = play.table.picture_at(viewer, moves).unwrap();
            all.push(serde_json::to_string(&then).unwrap());
        }
    }
    all
}

#[test]
fn two_boards_that_look_alike_give_the_same_bytes() {
    // The wall of numbers is the same; behind it the mines lie differently.
    let mut one = minefield(&["..*.*", "..*..", "..*..", "....."]);
    let mut two = minefield(&["..*..", "..*..", "..*.*", "....."]);
    for text in ["open a1", "flag c1", "open b4"] {
        for play in [&mut one, &mut two] {
            if play.ask(SOLO, &mv(text)).is_ok() {
                play.make(text);
            }
        }
        assert_eq!(bytes(&one), bytes(&two));
    }
    let refused =
        |play: &Play, text| play.ask(SOLO, &mv(text)).map(drop).map_err(|e| e.to_string());
    for text in ["open a1", "open c1", "chord a1", "chord e1", "flag b1"] {
        assert_eq!(refused(&one, text), refused(&two, text));
    }
    assert_ne!(log::write(one.table.events()), log::write(two.table.events()));
    assert_eq!(one.table.position_text(), None);
}

#[test]
fn a_board_that_is_lost_shows_its_mines() {
    let mut one = minefield(&["*...*", "....."]);
    let mut two = minefield(&["*..*.", "....."]);
    one.make("open a1");
    two.make("open a1");
    assert_ne!(bytes(&one), bytes(&two));
}

#[test]
fn a_spectator_sees_what_the_player_sees() {
    let mut play = open("mines", "expert opening 5", &["human"], None);
    play.make("open d4").make("flag a1");
    let (player, spectator) = (play.seen_by(Viewer::Seat(SOLO)), play.scene());
    assert_eq!(player.picture, spectator.picture);
    assert_eq!(player.tallies, spectator.tallies);
    assert_eq!(player.status, spectator.status);
    assert_eq!(player.moves, spectator.moves);
    assert!(spectator.choices.is_empty());
}

#[test]
fn neither_seed_nor_start_is_in_a_scene() {
    let mut play = open("mines", "m1-9x9x10-s-3w5e11264sg", &["human"], None);
    play.make("open a1");
    for text in bytes(&play) {
        assert!(!text.contains("3w5e11264sg") && !text.contains("m1-") && !text.contains("start"));
    }
}

#[test]
fn the_seed_of_a_random_player_is_hidden_while_the_game_runs() {
    let mut play = open("mines", "m1-9x9x10-s-3w5e11264sg", &["random:424242"], None);
    play.make("open a1");
    assert!(bytes(&play).iter().all(|text| !text.contains("424242")));
    let all = bytes(&play);
    let mut scenes = all.iter().filter(|text| text.contains("\"players\""));
    assert!(scenes.all(|text| text.contains("\"random\"")));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Many seeds on a tiny board: all of those that look alike after the same moves are the same
    /// to the byte, in what is shown and in what is refused.
    #[test]
    fn seeds_that_look_alike_cannot_be_told_apart(
        moves in prop::collection::vec((0_u8..3, 0_u8..16), 1..6),
    ) {
        let mut seen = std::collections::HashMap::new();
        for seed in 0..36 {
            let digit = char::from_digit(seed, 36).unwrap();
            let mut play = open("mines", &format!("m1-4x4x4-s-{digit}"), &["human"], None);
            let mut refusals = Vec::new();
            for &(verb, cell) in &moves {
                let verb = ["open", "flag", "chord"][usize::from(verb)];
                let text = format!("{verb} {}{}", char::from(b'a' + cell % 4), 1 + cell / 4);
                match play.ask(SOLO, &mv(&text)) {
                    Ok(events) => events.iter().for_each(|event| play.apply(event).unwrap()),
                    Err(refusal) => refusals.push(refusal.to_string()),
                }
            }
            let looks: Vec<_> = play.scene().picture.cells.iter().map(|cell| cell.piece.map(|piece| format!("{piece:?}"))).collect();
            let shades: Vec<_> = play.scene().picture.cells.iter().map(|cell| format!("{:?}", cell.shade)).collect();
            let all = (bytes(&play), refusals);
            let first = seen.entry((looks, shades)).or_insert_with(|| all.clone());
            prop_assert_eq!(&*first, &all);
        }
    }
}
