//! What holds whatever is pressed.

use crate::desk::{Desk, against, options};
use crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use game::Viewer;
use games::CLUB;
use proptest::prelude::*;
use std::collections::HashMap;
use table::scene::Choice;
use table::{Found, FoundLine, Language, ThinkError, Thought};
use terminal::Options;
use terminal::screen::{Effect, Input, SaveRequest, Stage};

#[derive(Debug, Clone)]
enum Doing {
    Key(KeyCode),
    Line(String),
    Mouse(MouseEventKind, u16, u16),
    Resize(u16, u16),
    Wait(u64),
    Think,
    /// The search of an analysis finds the first moves there are.
    Find,
    Stop,
    Nonsense(String),
}

fn doing() -> impl Strategy<Value = Doing> {
    let letters = "[ -~éñ]".prop_map(|text| KeyCode::Char(text.chars().next().unwrap_or('x')));
    let keys = prop_oneof![
        Just(KeyCode::Enter),
        Just(KeyCode::Esc),
        Just(KeyCode::Tab),
        Just(KeyCode::Up),
        Just(KeyCode::Down),
        Just(KeyCode::Left),
        Just(KeyCode::Right),
        Just(KeyCode::PageUp),
        Just(KeyCode::PageDown),
        Just(KeyCode::Home),
        Just(KeyCode::End),
        Just(KeyCode::Backspace),
        Just(KeyCode::F(10)),
    ];
    let lines = prop_oneof![
        "[a-h][1-8][a-h][1-8]",
        "(undo|draw|yes|no|flip|mayhem|new|rematch|moves|hint|resign|history|position)",
        "players (white|black|solo) (human|random|minimax:1)",
    ];
    let mouse = prop_oneof![
        Just(MouseEventKind::Down(MouseButton::Left)),
        Just(MouseEventKind::Up(MouseButton::Left)),
        Just(MouseEventKind::Down(MouseButton::Right)),
        Just(MouseEventKind::Down(MouseButton::Middle)),
        Just(MouseEventKind::ScrollUp),
        Just(MouseEventKind::ScrollDown),
    ];
    prop_oneof![
        4 => letters.prop_map(Doing::Key),
        6 => keys.prop_map(Doing::Key),
        3 => lines.prop_map(Doing::Line),
        6 => (mouse, 0..90u16, 0..45u16).prop_map(|(kind, x, y)| Doing::Mouse(kind, x, y)),
        1 => (0..130u16, 0..50u16).prop_map(|(width, height)| Doing::Resize(width, height)),
        1 => (0..90_000u64).prop_map(Doing::Wait),
        2 => Just(Doing::Think),
        2 => "[AApmxCW!*+=Eu-]".prop_map(|text| Doing::Key(KeyCode::Char(text.chars().next().unwrap_or('A')))),
        2 => Just(Doing::Find),
        1 => Just(Doing::Stop),
        1 => "[a-z0-9]{0,5}".prop_map(Doing::Nonsense),
    ]
}

fn beginning() -> impl Strategy<Value = Options> {
    let clock = Some("1+1".parse().unwrap());
    prop_oneof![
        Just(Options::default()),
        prop::sample::select(CLUB.cards().to_vec()).prop_map(|card| options(card.name())),
        Just(Options { clock, ..options("chess") }),
        Just(against("human", "random:3", "checkers")),
        Just(against("random:1", "random:2", "othello")),
    ]
}

fn answer(desk: &mut Desk, thought: Result<Thought, ThinkError>) {
    if let Some((ticket, _)) = desk.asked() {
        desk.feed(Input::Thought { ticket, thought });
    }
}

fn find(desk: &mut Desk) {
    let asked = |effect: &Effect| match effect {
        Effect::Analyse { ticket, table, .. } => Some((*ticket, table.clone())),
        _ => None,
    };
    let Some((ticket, table)) = desk.effects.iter().rev().find_map(asked) else { return };
    let viewer = Viewer::Seat(table.turn().unwrap());
    let line = |choice: Choice| FoundLine {
        certainty: None,
        value: 0.5,
        score: "+1.25".to_owned(),
        own: "+1.25".to_owned(),
        moves: vec![choice.mv],
        paths: vec![choice.path],
    };
    let choices = table.scene(viewer, desk.now, Language::English).choices;
    let lines = choices.into_iter().map(line).collect();
    let found = Found { depth: 3, nodes: 9, complete: false, lines };
    desk.feed(Input::Found { ticket, found });
}

fn make(desk: &mut Desk, doing: &Doing) {
    match doing {
        Doing::Key(code) => desk.key(*code),
        Doing::Line(line) => desk.line(line),
        Doing::Mouse(kind, x, y) => desk.mouse(*kind, (*x, *y)),
        Doing::Resize(width, height) => desk.feed(Input::Resized(*width, *height)),
        Doing::Wait(milliseconds) => {
            desk.now += milliseconds;
            desk.feed(Input::Time);
        }
        Doing::Think => {
            if let (Some(_), Stage::Play(play)) = (desk.asked(), &desk.model().stage) {
                let seat = play.table().turn().unwrap();
                let scene = play.table().scene(Viewer::Seat(seat), desk.now, Language::English);
                let mv = scene.choices[scene.choices.len() / 2].mv.clone();
                answer(desk, Ok(Thought { mv, report: None, reason: None }));
            }
        }
        Doing::Find => find(desk),
        Doing::Stop => answer(desk, Err(ThinkError::Stopped)),
        Doing::Nonsense(text) => {
            let thought = Thought { mv: text.clone(), report: None, reason: None };
            answer(desk, Ok(thought));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Nothing panics, every picture can be drawn, the table has only events that could happen, and
    /// what is saved of a game goes on from what was saved of it before.
    #[test]
    fn whatever_is_pressed_the_game_stays_a_game(
        options in beginning(),
        doings in prop::collection::vec(doing(), 0..60),
    ) {
        let mut desk = Desk::new(options);
        for doing in &doings {
            make(&mut desk, doing);
            desk.screen();
        }
        if let Stage::Play(play) = &desk.model().stage {
            let again = CLUB.replay(&play.table().events().to_vec());
            prop_assert!(again.is_ok(), "{again:?}");
        }
        if let Stage::Analysis(analysis) = &desk.model().stage {
            let again = CLUB.replay(&analysis.game().events().to_vec());
            prop_assert!(again.is_ok(), "{again:?}");
            let board = analysis.board().scene(desk.now);
            let line = analysis.game().line(&board.moves);
            prop_assert_eq!(line.unwrap().position_text(), board.position);
        }
        let mut saved: HashMap<&str, &SaveRequest> = HashMap::new();
        for request in desk.kept() {
            if let Some(before) = saved.insert(&request.name, request) {
                let same = request.events.iter().zip(&before.events).all(|(now, then)| now == then);
                prop_assert!(same && request.events.len() > before.events.len());
            }
        }
    }
}
