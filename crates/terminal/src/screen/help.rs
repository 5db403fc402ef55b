//! What can be pressed and typed.

use crate::screen::model::Model;
use crate::screen::paint::wrapped;
use crate::screen::playing::Play;
use table::GameName;

/// The help in lines of a width; headings begin with `# `.
pub fn lines(model: &Model, width: usize) -> Vec<String> {
    let words = &model.words().screen;
    let game = model.play().map(Play::game);
    let moves = match game {
        Some(GameName::Mines) => words.help_mines,
        Some(_) => words.help_board,
        None => words.help_form,
    };
    let marks = match (game, model.look.unicode) {
        (None | Some(GameName::Mines), _) => "",
        (Some(_), true) => words.help_marks,
        (Some(_), false) => words.help_marks_ascii,
    };
    let commands = if game.is_some() { words.help_commands } else { "" };
    let text = [moves, marks, if game.is_some() { words.help_keys } else { "" }, commands];
    let mut lines = Vec::new();
    for part in text.into_iter().filter(|part| !part.is_empty()) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(part.lines().flat_map(|line| wrapped(line, width)));
    }
    lines
}
