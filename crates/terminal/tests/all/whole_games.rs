//! Whole games of each kind: by typing only, by keys only and by mouse only, in both languages.

use crate::desk::{Desk, UNICODE, options};
use game::{Seat, Stop, Viewer};
use games::CLUB;
use players::Thinker;
use table::scene::Choice;
use table::{Card, Language};
use terminal::Options;
use terminal::screen::Overlay;

/// Longer than any game that is played here.
const LONGEST: usize = 600;
const WINDOW: (u16, u16) = (100, 30);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Typing,
    Keys,
    Mouse,
}

/// A game to play: where it starts, and the moves where they are not left to chance.
struct Script {
    game: &'static str,
    position: Option<&'static str>,
    moves: &'static [&'static str],
}

const SCRIPTS: [Script; 7] = [
    Script { game: "chess", position: None, moves: &["f3", "e5", "g4", "Qh4#"] },
    // A pawn becomes a queen, and mates.
    Script { game: "chess", position: Some("k7/7P/1K6/8/8/8/8/8 w - - 0 1"), moves: &["h8=Q#"] },
    // Castling, and a rook that is taken.
    Script {
        game: "chess",
        position: Some("3rk3/8/8/8/8/8/PPP5/R3K2R w KQ - 0 1"),
        moves: &["O-O", "Rd7", "Rae1+", "Kd8", "Rf8+", "Kc7", "Re7", "Rxe7", "Rf1"],
    },
    Script { game: "checkers", position: None, moves: &[] },
    Script { game: "othello", position: None, moves: &[] },
    Script { game: "four", position: None, moves: &[] },
    Script { game: "mines", position: None, moves: &[] },
];

fn open(script: &Script, language: Language) -> Desk {
    let position = script.position.map(str::to_owned);
    let options = Options { position, ..options(script.game) };
    Desk::with(options, UNICODE, language, WINDOW)
}

/// Where each cell is on the screen: where the hardware cursor is when the cursor is there.
fn places(script: &Script, language: Language) -> Vec<(u16, u16)> {
    let mut desk = open(script, language);
    let count = desk.play().scene(desk.now).picture.cells.len();
    let place = |index| {
        go_to(&mut desk, index);
        desk.hardware_cursor().unwrap()
    };
    (0..count).map(place).collect()
}

/// Moves the cursor with the arrows.
fn go_to(desk: &mut Desk, index: usize) {
    let columns = desk.play().scene(desk.now).picture.columns.len();
    let steps = |from: usize, to: usize, [back, on]: [&str; 2]| {
        if to < from { back.repeat(from - to) } else { on.repeat(to - from) }
    };
    let at = desk.play().cursor;
    let keys = steps(at / columns, index / columns, ["↑", "↓"])
        + &steps(at % columns, index % columns, ["←", "→"]);
    desk.keys(&keys);
    assert_eq!(desk.play().cursor, index);
}

fn index_of(desk: &Desk, name: &str) -> usize {
    let cells = desk.play().scene(desk.now).picture.cells;
    cells.iter().position(|cell| cell.name == name).unwrap_or_else(|| panic!("no cell {name}"))
}

/// The next move: of the script, of the solver where a board is hidden, or by lot.
fn next(desk: &Desk, script: &Script, made: usize, lot: &mut u64) -> Option<Choice> {
    let table = desk.table();
    let seat = table.turn()?;
    let choices = table.scene(Viewer::Seat(seat), desk.now, Language::English).choices;
    let is = |wanted: &str| choices.iter().find(|choice| choice.mv == wanted).cloned();
    if let Some(mv) = script.moves.get(made) {
        return Some(is(mv).unwrap_or_else(|| panic!("{mv} is not among {choices:?}")));
    }
    if !script.moves.is_empty() {
        return None;
    }
    if seat == Seat::Solo {
        let mv = Thinker::new().hint(table, seat, &Stop::new()).unwrap().mv;
        let cell = mv.rsplit(' ').next().unwrap().to_owned();
        return Some(Choice { path: vec![cell], mv, places: None, also: Vec::new() });
    }
    *lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    choices.get((*lot >> 33) as usize % choices.len()).cloned()
}

fn type_move(desk: &mut Desk, choice: &Choice, language: Language) {
    let written = desk.table().card().move_in(&choice.mv, language);
    // A cell alone opens.
    let text = written.split_once(' ').map_or(written.as_str(), |(_, cell)| cell);
    desk.keys(&format!("{}⏎", text.trim_end_matches(['+', '#'])));
}

/// Points at the squares of a move, and at the piece that is placed where there is a question.
fn point(
    desk: &mut Desk,
    choice: &Choice,
    card: &'static dyn Card,
    language: Language,
    mut at: impl FnMut(&mut Desk, usize),
    mut answer: impl FnMut(&mut Desk, &str),
) {
    let before = desk.table().next();
    for square in &choice.path {
        if desk.table().next() == before {
            let index = index_of(desk, square);
            at(desk, index);
        }
    }
    if let (Some(Overlay::Menu(_)), Some(piece)) = (&desk.model().overlay, choice.places)
        && desk.table().next() == before
    {
        answer(desk, card.piece_name(piece, language));
    }
}

fn play(script: &Script, way: Way, language: Language) {
    let mut desk = open(script, language);
    let card = CLUB.card(script.game).unwrap();
    let places = if way == Way::Mouse { places(script, language) } else { Vec::new() };
    let (mut lot, mut made) = (7, 0);
    while let Some(choice) = next(&desk, script, made, &mut lot) {
        let before = desk.table().next();
        match way {
            Way::Typing => type_move(&mut desk, &choice, language),
            Way::Keys => {
                let at = |desk: &mut Desk, index| {
                    go_to(desk, index);
                    desk.keys("⏎");
                };
                // The strongest piece is offered first.
                let answer = |desk: &mut Desk, _: &str| desk.keys("⏎");
                point(&mut desk, &choice, card, language, at, answer);
            }
            Way::Mouse => {
                let at = |desk: &mut Desk, index: usize| desk.click(places[index]);
                let answer = |desk: &mut Desk, name: &str| desk.click(desk.find(name));
                point(&mut desk, &choice, card, language, at, answer);
            }
        }
        let told = format!("{way:?} {language} {} after {made}: {choice:?}", script.game);
        assert!(desk.table().next() > before, "{told}\n{}", desk.screen());
        made += 1;
        assert!(made < LONGEST, "{told}");
    }
    let whole = script.moves.is_empty() || script.moves.last().is_some_and(|mv| mv.ends_with('#'));
    assert_eq!(desk.table().is_over(), whole, "{way:?} {language} {}", script.game);
    assert!(whole == desk.model().overlay.is_some(), "the end is announced");
}

fn play_all(way: Way) {
    for script in &SCRIPTS {
        for language in [Language::English, Language::Spanish] {
            play(script, way, language);
        }
    }
}

#[test]
fn whole_games_are_played_by_typing_only() {
    play_all(Way::Typing);
}

#[test]
fn whole_games_are_played_by_keys_only() {
    play_all(Way::Keys);
}

#[test]
fn whole_games_are_played_by_mouse_only() {
    play_all(Way::Mouse);
}
