//! Moves that are typed although their letters are keys: `d4`, `nf3`.
//!
//! What a key has done to the screen is taken back when the next letter shows that a move was meant, and the prompt opens
//! with both letters. What has reached the table stays, but for a mark on a cell, which goes as it came: a move that was made or
//! taken back is no matter of the screen.

use crate::command::Command;
use crate::screen::analysis::Prompt;
use crate::screen::model::{Model, Overlay, Stage};
use crate::screen::playing::Play;
use table::{Event, Millis};

/// The screen before a letter that is a key.
#[derive(Clone)]
pub(super) struct KeyBefore {
    letter: char,
    /// Did it make a step? Two steps in a row are steps.
    step: bool,
    stage: Stage,
    overlay: Option<Overlay>,
}

impl Model {
    /// Remembers the screen, in case that the letter turns out to begin a move.
    pub(super) fn before_key(&self, letter: char, step: bool) -> Option<KeyBefore> {
        let waits = self.board().is_some() && self.overlay.is_none();
        let (stage, overlay) = (&self.stage, &self.overlay);
        waits.then(|| KeyBefore { letter, step, stage: stage.clone(), overlay: overlay.clone() })
    }

    /// Does this letter, after the one before, begin a move? Then the prompt opens with both.
    pub(super) fn is_typed(&mut self, letter: char, step: bool) -> bool {
        let Some(before) = self.key_before.take() else { return false };
        let text: String = [before.letter, letter].iter().collect();
        if self.takes_mark_back(&before, &text) {
            return true;
        }
        let begins = match (board_of(&before.stage), self.board()) {
            (Some(then), Some(now)) => {
                then.is_same_moment(now) && then.begins_move(&text, self.now)
            }
            _ => false,
        };
        if !begins || before.step && step {
            return false;
        }
        (self.stage, self.overlay) = (before.stage, before.overlay);
        if let Stage::Analysis(analysis) = &mut self.stage {
            analysis.ask_for(Prompt::Command);
        } else if let Some(play) = self.play_mut() {
            play.write(None);
        }
        if let Some(board) = self.board_mut() {
            text.chars().for_each(|letter| board.add(letter));
        }
        true
    }
}

impl Model {
    /// A mark that the first letter has put is at the table, and goes by another one; then the prompt opens with both letters.
    fn takes_mark_back(&mut self, before: &KeyBefore, text: &str) -> bool {
        let now = self.now;
        let Some(then) = board_of(&before.stage) else { return false };
        let (games, next) = (then.session.games(), then.table().next());
        let Some(mark) = then.mark(now).filter(|_| then.begins_move(text, now)) else {
            return false;
        };
        let Some(play) = self.play_mut() else { return false };
        let table = play.table();
        let is_mark = |event: &Event| matches!(event, Event::Moved { mv, .. } if *mv == mark);
        let only = play.session.games() == games && table.next() == next + 1;
        if !only || !table.events().last().is_some_and(is_mark) {
            return false;
        }
        play.session.obey(Command::Move(&mark), now);
        play.write(None);
        text.chars().for_each(|letter| play.add(letter));
        true
    }
}

fn board_of(stage: &Stage) -> Option<&Play> {
    match stage {
        Stage::Home(_) => None,
        Stage::Play(play) => Some(play),
        Stage::Analysis(analysis) => Some(&analysis.board),
    }
}

impl Play {
    /// Has nothing happened at the table between the two?
    fn is_same_moment(&self, other: &Play) -> bool {
        self.session.games() == other.session.games() && self.table().next() == other.table().next()
    }

    /// Does a square have a name that begins so, or a legal move? Capitals do not matter.
    fn begins_move(&self, text: &str, now: Millis) -> bool {
        let scene = self.scene(now);
        let begins = |name: &str| name.to_lowercase().starts_with(&text.to_lowercase());
        scene.picture.cells.iter().any(|cell| begins(&cell.name))
            || scene.choices.iter().any(|choice| begins(&choice.mv))
    }
}
