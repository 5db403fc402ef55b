//! What can be pressed and typed.

use crate::help::formats;
use crate::screen::model::{Model, Stage};
use crate::screen::paint::wrapped;
use game::Side;
use table::fill;

/// The help in lines of a width; headings begin with `# `.
pub fn lines(model: &Model, width: usize) -> Vec<String> {
    let words = model.words();
    let marks = if model.look.unicode { words.help_marks } else { words.help_marks_ascii };
    let formats = formats(model.club);
    let mut parts = Vec::new();
    if let Stage::Analysis(analysis) = &model.stage {
        let card = analysis.board.card();
        let light = card.side_name(Side::White, model.language).to_lowercase();
        let example = card.move_in(card.example(), model.language);
        let flip = if card.board().turns { words.help_flip } else { "" };
        parts.push(fill(words.help_analysis, &[&example, flip, &light, &formats]));
        parts.push(marks.to_owned());
    } else if let Some(play) = model.play() {
        let card = play.card();
        let again = if card.is_for_one() { words.help_restart } else { words.help_rematch };
        let marked = card.capabilities().verbs.is_some();
        if marked {
            parts.push(words.help_cells.to_owned());
        } else {
            let example = card.move_in(card.example(), model.language);
            let column = example.chars().count() == 1;
            let how = if column { words.help_columns } else { words.help_keys_and_moves };
            parts.push(fill(words.help_board, &[&fill(how, &[&example])]));
            parts.push(marks.to_owned());
        }
        let keys_of_the_game: String = [
            (card.capabilities().takes_back, words.help_take_back),
            (!card.capabilities().hidden, words.help_analyse),
            (marked, words.help_mark),
            (card.board().turns, words.help_flip),
        ]
        .into_iter()
        .filter_map(|(has, line)| has.then_some(line))
        .collect();
        parts.push(fill(words.help_keys, &[&keys_of_the_game, again]));
        let commands =
            if card.is_for_one() { words.help_commands_for_one } else { words.help_commands };
        parts.push(fill(commands, &[&formats]));
    } else {
        parts.push(words.help_form.to_owned());
    }
    let mut lines = Vec::new();
    for part in parts {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(part.lines().flat_map(|line| wrapped(line, width)));
    }
    lines
}
