//! Snapshots of what is drawn. `INSTA_UPDATE=always cargo test -p terminal` writes them anew.

use crate::desk::{Desk, UNICODE, against, options};
use insta::assert_snapshot;
use table::{GameName, Language};
use terminal::screen::{Input, News, Saved};
use terminal::{Colours, Look, Options};

const ASCII: Look = Look { unicode: false, colours: Colours::None };

/// A game after a few moves.
fn played(game: GameName, look: Look, language: Language, size: (u16, u16)) -> Desk {
    let (options, lines): (Options, &[&str]) = match game {
        GameName::Chess => (
            Options { clock: Some("5+3".parse().unwrap()), ..options(game) },
            &["e4", "d5", "exd5", "Qxd5", "Nc3"],
        ),
        GameName::Checkers => (options(game), &["11-15", "22-18"]),
        GameName::Othello => (options(game), &["d3", "c5"]),
        GameName::Mines => {
            let level = Some("expert opening 7".to_owned());
            (Options { level, ..options(game) }, &["p9", "flag a1"])
        }
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
    for game in GameName::ALL {
        for (look, alphabet) in [(UNICODE, "unicode"), (ASCII, "ascii")] {
            for size in [(80, 24), (120, 40)] {
                let mut desk = played(game, look, Language::English, size);
                if matches!(game, GameName::Chess | GameName::Checkers) {
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
    let desk = played(GameName::Chess, UNICODE, Language::English, (40, 12));
    assert_snapshot!("too-small", desk.screen());
    let desk = played(GameName::Chess, UNICODE, Language::English, (1, 1));
    desk.screen();
}

#[test]
fn a_board_that_does_not_fit_is_seen_around_the_cursor() {
    let level = Some("100x60/900 3".to_owned());
    let mut desk = Desk::new(Options { level, ..options(GameName::Mines) });
    desk.keys("⏎");
    assert_snapshot!("mines-larger-than-the-window", desk.screen());
}

#[test]
fn the_first_screen_in_both_languages() {
    for (language, name) in [(Language::English, "home"), (Language::Spanish, "home-spanish")] {
        let desk = Desk::with(Options::default(), UNICODE, language, (80, 24));
        assert_snapshot!(name, desk.screen());
    }
    let mut desk = Desk::with(Options::default(), ASCII, Language::Spanish, (80, 24));
    desk.keys("←");
    assert_snapshot!("home-mines-spanish-ascii", desk.screen());
}

#[test]
fn the_games_that_can_be_continued() {
    let mut desk = Desk::new(Options::default());
    desk.now += 1_000_000_000;
    let game = |game: GameName, players: &str, moves, minutes: u64| Saved {
        name: format!("t{minutes}"),
        game,
        players: serde_json::from_str(players).unwrap(),
        moves,
        at: desk.now - minutes * 60_000,
    };
    let saved = vec![
        game(GameName::Chess, r#"{"white":"human","black":"level:4"}"#, 23, 0),
        game(GameName::Mines, r#"{"solo":"human"}"#, 1, 59),
        game(GameName::Checkers, r#"{"white":"minimax:3","black":"human"}"#, 7, 3000),
    ];
    desk.feed(Input::News(News::Listed(Ok(saved))));
    desk.keys("↑⏎↓");
    assert_snapshot!("continue", desk.screen());
}

#[test]
fn the_windows_on_top() {
    let mut desk = played(GameName::Chess, UNICODE, Language::English, (80, 24));
    desk.keys("?");
    assert_snapshot!("help", desk.screen());
    desk.keys("⎋⎋");
    assert_snapshot!("menu", desk.screen());
    desk.keys("⎋q");
    assert_snapshot!("leave", desk.screen());

    let position = Some("k7/8/1K6/8/8/8/8/7R w - - 0 1".to_owned());
    let mut desk = Desk::new(Options { position, ..options(GameName::Chess) });
    desk.line("Rh8");
    assert_snapshot!("end", desk.screen());

    let position = Some("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1".to_owned());
    let mut desk = Desk::new(Options { position, ..options(GameName::Chess) });
    let (e7, e8) = (desk.square("e7"), desk.square("e8"));
    desk.click(e7);
    desk.click(e8);
    assert_snapshot!("promotion", desk.screen());
}

#[test]
fn a_lost_field_shows_its_mines_and_its_code() {
    let mut desk = played(GameName::Mines, UNICODE, Language::English, (80, 24));
    for line in ["b1", "c1", "d1", "e1", "f1", "g1", "h1"] {
        desk.line(line);
    }
    assert_snapshot!("mines-lost", desk.screen());
}

#[test]
fn the_counters_of_the_minimax_player_and_its_thinking() {
    let mut desk = Desk::new(against("human", "minimax:2", GameName::Chess));
    desk.line("e4");
    assert_snapshot!("thinking", desk.screen());
    desk.think();
    desk.line("d4");
    desk.think();
    assert_snapshot!("minimax", desk.screen());
}

#[test]
fn a_game_in_spanish() {
    let mut desk = played(GameName::Checkers, UNICODE, Language::Spanish, (80, 24));
    desk.line("draw");
    assert_snapshot!("checkers-spanish", desk.screen());
    desk.keys("n?");
    assert_snapshot!("help-spanish", desk.screen());
}
