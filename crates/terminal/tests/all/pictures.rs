//! Snapshots of what is drawn. `INSTA_UPDATE=always cargo test -p terminal` writes them again.

use crate::desk::{Desk, UNICODE, against, options};
use games::CLUB;
use insta::assert_snapshot;
use table::{Language, Localized};
use terminal::screen::{Input, SavedGame, StorageEvent};
use terminal::{Look, Options, Pieces};

const ASCII: Look = Look::PLAIN;

/// A game after a few moves.
fn played(game: &str, look: Look, language: Language, size: (u16, u16)) -> Desk {
    let (options, lines): (Options, &[&str]) = match game {
        "chess" => (
            Options { clock: Some("5+3".parse().unwrap()), ..options(game) },
            &["e4", "d5", "exd5", "Qxd5", "Nc3"],
        ),
        "checkers" => (options(game), &["11-15", "22-18"]),
        "othello" => (options(game), &["d3", "c5"]),
        "mines" => {
            let level = Some("expert opening 7".to_owned());
            (Options { level, ..options(game) }, &["p9", "flag a1"])
        }
        _ => (options(game), &["d", "d", "c", "e"]),
    };
    let mut desk = Desk::with(options, look, language, size);
    for line in lines {
        desk.now += 7_000;
        desk.line(line);
    }
    desk
}

#[test]
fn every_game_fits_its_window_in_both_alphabets() {
    for game in CLUB.cards().iter().map(|card| card.name()) {
        for (look, alphabet) in [(UNICODE, "unicode"), (ASCII, "ascii")] {
            for size in [(80, 24), (120, 40)] {
                let mut desk = played(game, look, Language::English, size);
                if CLUB.card(game).unwrap().board().home_rows {
                    desk.keys("⏎");
                }
                let name = format!("{game}-{alphabet}-{}x{}", size.0, size.1);
                let screen = desk.screen();
                assert!(look.unicode || screen.is_ascii(), "{name}:\n{screen}");
                assert_snapshot!(name, screen);
            }
        }
    }
}

#[test]
fn a_window_that_is_too_small_says_so() {
    let desk = played("chess", UNICODE, Language::English, (40, 12));
    assert_snapshot!("too-small", desk.screen());
    let desk = played("chess", UNICODE, Language::English, (1, 1));
    desk.screen();
}

#[test]
fn a_board_that_does_not_fit_is_seen_around_the_cursor() {
    let level = Some("100x60/900 3".to_owned());
    let mut desk = Desk::new(Options { level, ..options("mines") });
    desk.keys("⏎");
    assert_snapshot!("mines-larger-than-the-window", desk.screen());
}

#[test]
fn letters_and_probabilities_of_narrow_columns_stand_apart() {
    let level = Some("expert opening 7".to_owned());
    let options = Options { level, ..options("mines") };
    let mut desk = Desk::with(options, UNICODE, Language::English, (100, 24));
    desk.keys("⏎");
    assert!(desk.screen().contains(" x y z  ab  ad"), "{}", desk.screen());
    desk.keys("O");
    assert_snapshot!("mines-expert-probabilities", desk.screen());
    desk.keys("→→→→→→→→→→→→→→→→→");
    assert!(desk.screen().contains(" z  aa ab ac ad"), "{}", desk.screen());
}

#[test]
fn the_first_screen_in_both_languages() {
    for (language, name) in [(Language::English, "home"), (Language::Spanish, "home-spanish")] {
        let desk = Desk::with(Options::default(), UNICODE, language, (80, 24));
        assert_snapshot!(name, desk.screen());
    }
    let mut desk = Desk::with(Options::default(), ASCII, Language::Spanish, (80, 24));
    let mines = CLUB.place_of(CLUB.card("mines").unwrap());
    desk.keys(&"→".repeat(mines));
    assert_snapshot!("home-mines-spanish-ascii", desk.screen());
}

#[test]
fn the_games_that_can_be_continued() {
    let mut desk = Desk::new(Options::default());
    desk.now += 1_000_000_000;
    let game = |game: &str, players: &str, moves, minutes: u64| SavedGame {
        name: format!("t{minutes}"),
        game: CLUB.card(game).unwrap(),
        players: serde_json::from_str(players).unwrap(),
        moves,
        at: desk.now - minutes * 60_000,
        end: None,
    };
    let saved = vec![
        game("chess", r#"{"white":"human","black":"level:4"}"#, 23, 0),
        game("mines", r#"{"solo":"human"}"#, 1, 59),
        game("checkers", r#"{"white":"minimax:3","black":"human"}"#, 7, 3000),
        SavedGame {
            end: Some(Localized::exactly(|language| match language {
                Language::English => "White won by checkmate.".to_owned(),
                Language::Spanish => "Las blancas ganaron por jaque mate.".to_owned(),
            })),
            ..game("chess", r#"{"white":"level:2","black":"human"}"#, 41, 4000)
        },
    ];
    desk.feed(Input::Storage(StorageEvent::Listed(Ok(saved))));
    desk.keys("↑⏎↓");
    assert_snapshot!("continue", desk.screen());
}

#[test]
fn the_windows_on_top() {
    let mut desk = played("chess", UNICODE, Language::English, (80, 24));
    desk.keys("?");
    assert_snapshot!("help", desk.screen());
    desk.keys("⎋⎋");
    assert_snapshot!("menu", desk.screen());
    desk.keys("⎋q");
    assert_snapshot!("leave", desk.screen());

    let position = Some("k7/8/1K6/8/8/8/8/7R w - - 0 1".to_owned());
    let mut desk = Desk::new(Options { position, ..options("chess") });
    desk.line("Rh8");
    assert_snapshot!("end", desk.screen());

    let position = Some("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1".to_owned());
    let mut desk = Desk::new(Options { position, ..options("chess") });
    let (e7, e8) = (desk.square("e7"), desk.square("e8"));
    desk.click(e7);
    desk.click(e8);
    assert_snapshot!("promotion", desk.screen());
}

#[test]
fn a_lost_field_shows_its_mines_and_its_code() {
    let mut desk = played("mines", UNICODE, Language::English, (80, 24));
    for line in ["b1", "c1", "d1", "e1", "f1", "g1", "h1"] {
        desk.line(line);
    }
    assert_snapshot!("mines-lost", desk.screen());
}

#[test]
fn the_counters_of_the_minimax_player_and_its_thinking() {
    let mut desk = Desk::new(against("human", "minimax:2", "chess"));
    desk.line("e4");
    assert_snapshot!("thinking", desk.screen());
    desk.think();
    desk.line("d4");
    desk.think();
    assert_snapshot!("minimax", desk.screen());
}

#[test]
fn a_game_in_spanish() {
    let mut desk = played("checkers", UNICODE, Language::Spanish, (80, 24));
    desk.line("draw");
    assert_snapshot!("checkers-spanish", desk.screen());
    desk.keys("n?");
    assert_snapshot!("help-spanish", desk.screen());
}

#[test]
fn pieces_are_big_in_large_windows_and_as_they_are_asked_for() {
    let sizes = [
        ("chess", (200, 60)),
        ("checkers", (120, 40)),
        ("othello", (120, 40)),
        ("four", (120, 40)),
    ];
    for (game, size) in sizes {
        let position = (game == "checkers").then(|| "B:WK10,14,32:BK22,K23,1".to_owned());
        let options = Options { position, ..options(game) };
        let desk = Desk::with(options, UNICODE, Language::English, size);
        assert_snapshot!(format!("big-{game}-{}x{}", size.0, size.1), desk.screen());
    }
    let shown = |pieces, size| {
        let look = Look { pieces, ..UNICODE };
        Desk::with(options("chess"), look, Language::English, size).screen()
    };
    assert!(shown(Pieces::Auto, (119, 40)).contains('♜'));
    assert!(shown(Pieces::Auto, (120, 39)).contains('♜'));
    assert!(!shown(Pieces::Auto, (120, 40)).contains('♜'));
    assert!(shown(Pieces::Glyphs, (200, 60)).contains('♜'));
    assert!(!shown(Pieces::Big, (100, 38)).contains('♜'));
    assert!(shown(Pieces::Big, (80, 24)).contains('♜'), "there is no room for them");
    // Half of a shape is colour.
    let plain = Look::of_colours(true, terminal::Colours::None);
    let desk = Desk::with(options("chess"), plain, Language::English, (200, 60));
    assert!(desk.screen().contains('♜'));
}

#[test]
fn without_unicode_every_character_is_one_that_any_font_has() {
    for card in CLUB.cards() {
        for language in [Language::English, Language::Spanish] {
            for size in [(60, 20), (80, 24), (160, 50)] {
                let look = Look::of_colours(false, terminal::Colours::Sixteen);
                let mut desk = Desk::with(options(card.name()), look, language, size);
                let ascii = |desk: &Desk| {
                    let screen = desk.screen();
                    assert!(screen.is_ascii(), "{card:?} {language}\n{screen}");
                };
                ascii(&desk);
                for keys in ["⏎", "↓⏎", "?", "⎋", "⎋⎋⎋", "H", ":history⏎", "⎋A", "R", "⎋o", "↑⏎"]
                {
                    desk.keys(keys);
                    desk.think();
                    ascii(&desk);
                }
            }
        }
    }
}
