//! The small windows in which something is chosen.

use crate::screen::input::Act;
use crate::screen::model::{Item, Menu, Model, Overlay, Stage};
use crate::screen::playing::Play;
use std::cmp::Reverse;
use table::scene::{Choice, Scene};
use table::view::{ControlName, ControlState, ViewModel};

fn item(label: &str, key: Option<char>, act: Act) -> Item {
    Item { label: label.to_owned(), key, act }
}

/// What a control of the view model does here, and its key; `None` where there is nothing to do.
pub fn act_of(control: &ControlState, scene: &Scene) -> Option<(Option<char>, Act)> {
    use ControlName as C;
    Some(match control.name {
        C::Odds => (Some('O'), Act::Odds),
        C::Pass => {
            let pass = scene.choices.iter().find(|choice| choice.path.is_empty())?;
            (None, Act::Move(pass.mv.clone()))
        }
        C::Mark | C::Flip => (Some('f'), Act::FlipOrMark),
        C::Hint => (Some('H'), Act::Hint),
        C::Rematch | C::Restart => (Some('r'), Act::Rematch),
        C::AcceptDraw | C::AllowTakeback => (Some('y'), Act::Yes),
        C::DeclineDraw | C::DeclineTakeback => (Some('n'), Act::No),
        C::ClaimDraw => (None, Act::ClaimDraw),
        C::TakeBack => (Some('u'), Act::Undo),
        C::OfferDraw => (None, Act::OfferDraw),
        C::Resign => (None, Act::Resign),
        C::Abort => (None, Act::Abort),
        C::Mayhem => (Some('m'), Act::Mayhem),
        C::New => (Some('n'), Act::New),
    })
}

/// The controls that make sense now, with their keys: of two with the same key the first has it.
fn controls(view: &ViewModel, scene: &Scene) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for control in view.controls.iter().filter(|control| control.enabled) {
        let Some((key, act)) = act_of(control, scene) else { continue };
        let key = key.filter(|key| items.iter().all(|item| item.key != Some(*key)));
        items.push(item(control.label, key, act));
    }
    items
}

/// Everything that can be done in the game now; nothing where there is no game.
pub fn game_menu(model: &Model) -> Option<Overlay> {
    let play = model.play()?;
    let words = model.words();
    let scene = play.scene(model.now);
    let view = play.view(&scene);
    let stay = if scene.over { words.look_at_board } else { words.go_on };
    let mut items = vec![item(stay, None, Act::Stay)];
    items.extend(controls(&view, &scene));
    if view.paced {
        items.push(item(words.pause, Some('p'), Act::Pause));
    }
    items.extend(analyse(model, &view));
    items.push(item(words.another_game, Some('o'), Act::Home));
    items.push(item(words.write_command, Some(':'), Act::Line));
    items.push(item(words.help, Some('?'), Act::Help));
    items.push(item(words.leave, Some('q'), Act::Quit));
    let title = play.card().words(model.language).title.to_owned();
    Some(Overlay::Menu(Menu { title, notes: Vec::new(), items, chosen: 0, is_question: false }))
}

/// The entry that leads to an analysis, where the game has lines to look at.
fn analyse(model: &Model, view: &ViewModel) -> Option<Item> {
    view.analysable.then(|| item(model.words().analyse, Some('A'), Act::Analyse))
}

/// Everything that can be done in an analysis.
pub fn analysis_menu(model: &Model) -> Option<Overlay> {
    let Stage::Analysis(analysis) = &model.stage else { return None };
    let words = model.words();
    let mut items = vec![item(words.look_on, None, Act::Stay)];
    if analysis.origin.is_some() {
        items.push(item(words.to_the_game, Some('g'), Act::ToTheGame));
    }
    if analysis.current().is_some() {
        items.push(item(words.comment_move, Some('C'), Act::Comment));
        items.push(item(words.rate_move, Some('!'), Act::Sign));
        items.push(item(words.promote, Some('p'), Act::Promote));
        items.push(item(words.make_main, Some('m'), Act::MakeMain));
        items.push(item(words.delete_line, Some('x'), Act::Delete));
    }
    let scene = analysis.board.scene(model.now);
    if let Some(pass) = scene.choices.iter().find(|choice| choice.path.is_empty()) {
        let pass_name = analysis.board.card().move_in(&pass.mv, model.language);
        items.push(item(&pass_name, None, Act::Move(pass.mv.clone())));
    }
    items.push(item(model.interface().flip, Some('f'), Act::FlipOrMark));
    items.push(item(words.search_on_off, Some('E'), Act::Search));
    items.push(item(words.review, Some('R'), Act::Review));
    if analysis.review().is_some() {
        items.push(item(words.next_judged, Some(']'), Act::Judged(true)));
        items.push(item(words.former_judged, Some('['), Act::Judged(false)));
    }
    items.push(item(words.write_file, Some('W'), Act::Export));
    items.push(item(words.another_game, Some('o'), Act::Home));
    items.push(item(words.help, Some('?'), Act::Help));
    items.push(item(words.leave, Some('q'), Act::Quit));
    let title = words.analysis.to_owned();
    Some(Overlay::Menu(Menu { title, notes: Vec::new(), items, chosen: 0, is_question: false }))
}

/// The question before a line is taken out.
pub fn deletion(model: &Model) -> Overlay {
    let words = model.words();
    let items = vec![
        item(words.keep_line, Some('n'), Act::Stay),
        item(words.delete_line, Some('y'), Act::DeleteSurely),
    ];
    let title = words.delete_question.to_owned();
    Overlay::Menu(Menu { title, notes: Vec::new(), items, chosen: 0, is_question: true })
}

/// The question before a game of the list is deleted.
pub fn game_deletion(model: &Model) -> Overlay {
    let words = model.words();
    let chosen = match &model.stage {
        Stage::Home(home) => home.chosen().map(|game| game.told(model.language, words)),
        Stage::Play(_) | Stage::Analysis(_) => None,
    };
    let items = vec![
        item(words.keep_game, Some('n'), Act::Stay),
        item(words.delete_game, Some('y'), Act::DeleteGame),
    ];
    let title = words.delete_game_question.to_owned();
    Overlay::Menu(Menu {
        title,
        notes: chosen.into_iter().collect(),
        items,
        chosen: 0,
        is_question: true,
    })
}

/// The question before leaving a game that is running.
pub fn farewell(model: &Model) -> Overlay {
    let words = model.words();
    let note = if model.not_saved.is_none() { words.is_saved } else { words.is_not_saved };
    let items = vec![
        item(words.go_on, Some('n'), Act::Stay),
        item(words.another_game, Some('o'), Act::Home),
        item(words.leave, Some('y'), Act::Leave),
    ];
    let title = words.leave_question.to_owned();
    Overlay::Menu(Menu { title, notes: vec![note.to_owned()], items, chosen: 0, is_question: true })
}

/// The question before a game that is running makes room for another.
pub fn leave_for_another(model: &Model, act: &Act) -> Overlay {
    let (words, interface) = (model.words(), model.interface());
    let (label, act) = match act {
        Act::Rematch => (interface.rematch, Act::RematchSurely),
        _ => (interface.new_game, Act::NewSurely),
    };
    let note = if model.not_saved.is_none() { words.is_saved } else { words.is_not_saved };
    let items = vec![item(words.go_on, Some('n'), Act::Stay), item(label, Some('y'), act)];
    let title = words.leave_question.to_owned();
    Overlay::Menu(Menu { title, notes: vec![note.to_owned()], items, chosen: 0, is_question: true })
}

/// Is it the question before leaving?
pub fn is_farewell(menu: &Menu) -> bool {
    menu.is_question && menu.items.iter().any(|item| item.act == Act::Leave)
}

/// Moves that differ in the piece that is placed, such as what a pawn becomes.
pub fn promotion(model: &Model, choices: &[Choice]) -> Overlay {
    let mut items: Vec<(usize, Item)> = Vec::new();
    if let Some(card) = model.board().map(Play::card) {
        items.extend(choices.iter().map(|choice| {
            let act = Act::Move(choice.mv.clone());
            let pieces = card.pieces();
            let place = choice.places.and_then(|p| pieces.iter().position(|s| s.piece() == p));
            let Some((place, piece)) = place.zip(choice.places) else {
                return (0, item(&card.move_in(&choice.mv, model.language), None, act));
            };
            let key = pieces[place].letters[0].to_ascii_lowercase();
            (place, item(card.piece_name(piece, model.language), Some(key), act))
        }));
    }
    // A card lists its pieces from the weakest to the strongest, which is nearly always meant.
    items.sort_by_key(|(place, _)| Reverse(*place));
    let items = items.into_iter().map(|(_, item)| item).collect();
    let title = model.interface().promote_to.to_owned();
    Overlay::Menu(Menu { title, notes: Vec::new(), items, chosen: 0, is_question: false })
}

/// How the game ended, and what next.
pub fn end(model: &Model) -> Overlay {
    let (words, interface) = (model.words(), model.interface());
    let mut menu = Menu {
        title: words.game_over.trim_end_matches('.').to_owned(),
        notes: Vec::new(),
        items: Vec::new(),
        chosen: 0,
        is_question: false,
    };
    let Some(play) = model.play() else { return Overlay::Menu(menu) };
    let scene = play.scene(model.now);
    menu.notes.extend(scene.status);
    menu.notes.extend(play.table().statistics(model.language));
    menu.notes.extend(play.table().speed(model.language));
    menu.notes.extend(scene.code);
    if play.card().is_for_one() {
        menu.items.push(item(interface.restart, Some('r'), Act::Rematch));
    } else {
        menu.items.push(item(interface.rematch, Some('r'), Act::Rematch));
        menu.items.push(item(interface.new_game, Some('n'), Act::New));
    }
    menu.items.extend(analyse(model, &play.view(&play.scene(model.now))));
    menu.items.push(item(words.look_at_board, None, Act::Stay));
    menu.items.push(item(words.another_game, Some('o'), Act::Home));
    menu.items.push(item(words.leave, Some('q'), Act::Leave));
    Overlay::Menu(menu)
}
