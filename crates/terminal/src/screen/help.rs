//! What can be pressed and typed.

use crate::help::formats;
use crate::screen::model::{Model, Stage};
use crate::screen::paint::wrapped;
use game::Side;
use table::fill;

/// The help in lines of a width; headings begin with `# `.
pub fn lines(model: &Model, width: usize) -> Vec<String> {
    let words = model.words();
    let mut parts = Vec::new();
    if let Stage::Analysis(analysis) = &model.stage {
        let card = analysis.board.card();
        let light = card.side_name(Side::White, model.language).to_lowercase();
        let formats = formats(model.club);
        parts.push(fill(words.help_analysis, &[card.example(), &light, &formats]));
        let marks = if model.look.unicode { words.help_marks } else { words.help_marks_ascii };
        parts.push(marks.to_owned());
    } else if let Some(play) = model.play() {
        let card = play.card();
        let again = if card.is_for_one() { words.help_restart } else { words.help_rematch };
        let mut flip_or_mark = words.help_flip;
        if card.capabilities().verbs.is_some() {
            flip_or_mark = words.help_mark;
            parts.push(words.help_cells.to_owned());
        } else {
            parts.push(fill(words.help_board, &[card.example()]));
            let marks = if model.look.unicode { words.help_marks } else { words.help_marks_ascii };
            parts.push(marks.to_owned());
        }
        parts.push(fill(words.help_keys, &[flip_or_mark, again]));
        parts.push(fill(words.help_commands, &[&formats(model.club)]));
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
