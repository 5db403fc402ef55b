//! The small windows in which something is chosen.

use crate::screen::input::Act;
use crate::screen::model::{Item, Menu, Model, Overlay};
use table::GameName;
use table::scene::{Choice, Control};

fn item(label: &str, key: Option<char>, act: Act) -> Item {
    Item { label: label.to_owned(), key, act }
}

/// Everything that can be done in the game now; nothing where there is no game.
pub fn game_menu(model: &Model) -> Option<Overlay> {
    let play = model.play()?;
    let words = model.words();
    let (interface, screen) = (&words.interface, &words.screen);
    let mines = play.game() == GameName::Mines;
    let over = play.session.table().is_over();
    let stay = if over { screen.look_at_board } else { screen.go_on };
    let mut items = vec![item(stay, None, Act::Stay)];
    for control in play.controls(model.now) {
        let key = (control == Control::TakeBack).then_some('u');
        if control != Control::Rematch {
            items.push(item(words.control(control), key, Act::Control(control)));
        }
    }
    if !over && !play.is_watched() {
        items.push(item(interface.hint, Some('H'), Act::Hint));
    }
    if !over {
        let taken = play.session.before_mayhem.is_some();
        let mayhem = if taken { interface.mayhem_off } else { interface.mayhem_on };
        items.push(item(mayhem, Some('m'), Act::Mayhem));
    }
    if !over && play.is_watched() {
        items.push(item(screen.pause, Some('p'), Act::Pause));
    }
    if !mines {
        items.push(item(interface.flip, Some('f'), Act::Flip));
    }
    let again = if mines { interface.restart } else { interface.rematch };
    items.push(item(again, Some('r'), Act::Rematch));
    items.push(item(interface.new_game, Some('n'), Act::New));
    items.push(item(screen.another_game, Some('o'), Act::Home));
    items.push(item(screen.write_command, Some(':'), Act::Line));
    items.push(item(screen.help, Some('?'), Act::Help));
    items.push(item(screen.leave, Some('q'), Act::Quit));
    let title = words.game(play.game()).to_owned();
    Some(Overlay::Menu(Menu { title, notes: Vec::new(), items, chosen: 0 }))
}

/// The question before leaving a game that is running.
pub fn farewell(model: &Model) -> Overlay {
    let screen = &model.words().screen;
    let note = if model.unkept.is_none() { screen.is_saved } else { screen.is_not_saved };
    let items = vec![
        item(screen.leave, Some('y'), Act::Leave),
        item(screen.another_game, Some('o'), Act::Home),
        item(screen.go_on, Some('n'), Act::Stay),
    ];
    let title = screen.leave_question.to_owned();
    Overlay::Menu(Menu { title, notes: vec![note.to_owned()], items, chosen: 0 })
}

/// Is it the question before leaving?
pub fn is_farewell(menu: &Menu) -> bool {
    menu.items.first().is_some_and(|item| item.act == Act::Leave)
}

/// What a pawn shall become.
pub fn promotion(model: &Model, choices: &[Choice]) -> Overlay {
    let words = model.words();
    let side = match model.play().map(|play| play.session.side_to_move()) {
        Some(game::Side::Black) => 1,
        _ => 0,
    };
    let interface = &words.interface;
    let choice = |choice: &Choice| {
        let (names, key) = match choice.promotion {
            Some("queen") => (interface.queen, 'q'),
            Some("rook") => (interface.rook, 'r'),
            Some("bishop") => (interface.bishop, 'b'),
            _ => (interface.knight, 'n'),
        };
        item(names[side], Some(key), Act::Move(choice.mv.clone()))
    };
    let mut items: Vec<Item> = choices.iter().map(choice).collect();
    // The one that is nearly always meant comes first.
    items.sort_by_key(|item| "qrbn".find(item.key.unwrap_or('z')));
    let title = interface.promote_to.to_owned();
    Overlay::Menu(Menu { title, notes: Vec::new(), items, chosen: 0 })
}

/// How the game ended, and what next.
pub fn end(model: &Model) -> Overlay {
    let words = model.words();
    let (interface, screen) = (&words.interface, &words.screen);
    let mut menu = Menu {
        title: screen.game_over.trim_end_matches('.').to_owned(),
        notes: Vec::new(),
        items: Vec::new(),
        chosen: 0,
    };
    let Some(play) = model.play() else { return Overlay::Menu(menu) };
    let scene = play.scene(model.now);
    menu.notes.extend(scene.status);
    if let table::AnyTable::Mines(mines) = play.session.table() {
        menu.notes.extend(crate::telling::mines_statistics(mines));
        menu.notes.extend(scene.code);
        menu.items.push(item(interface.restart, Some('r'), Act::Rematch));
    } else {
        menu.items.push(item(interface.rematch, Some('r'), Act::Rematch));
        menu.items.push(item(interface.new_game, Some('n'), Act::New));
    }
    menu.items.push(item(screen.look_at_board, None, Act::Stay));
    menu.items.push(item(screen.another_game, Some('o'), Act::Home));
    menu.items.push(item(screen.leave, Some('q'), Act::Leave));
    Overlay::Menu(menu)
}
