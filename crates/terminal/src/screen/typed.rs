//! Moves that are typed although their letters are keys: `d4`, `nf3`, `kd2`.
//!
//! A letter that is a move by itself, such as the column of a disc, opens the prompt and is no key. Any other key acts at
//! once. What keys have done to the screen is taken back when a later letter shows that a move was meant, and the prompt
//! opens with all of them. What has reached the table stays, but for a mark on a cell, which goes as it came: a move that was
//! made or taken back is no matter of the screen. Commands are never guessed: they are written behind `:`.

use crate::command::Command;
use crate::screen::analysis::Prompt;
use crate::screen::input::Mode;
use crate::screen::model::{Model, Overlay, Stage};
use crate::screen::playing::Play;
use game::Viewer;
use table::{Event, Language, Millis};

/// So many keys in a row are remembered: `kd2` has two before the letter that shows what was meant.
const MOST_KEYS: usize = 2;

/// The screen before a letter that is a key.
#[derive(Clone)]
pub(super) struct KeyBefore {
    letter: char,
    /// Did it make a step? Steps in a row are steps.
    step: bool,
    stage: Stage,
    overlay: Option<Overlay>,
}

impl Model {
    /// The keys so far and this one, each with the screen before it, in case that they turn out to begin a move.
    pub(super) fn keys_with(&self, letter: char, step: bool) -> Vec<KeyBefore> {
        if self.board().is_none() || self.overlay.is_some() {
            return Vec::new();
        }
        let (stage, overlay) = (self.stage.clone(), self.overlay.clone());
        let mut keys = self.keys_before.clone();
        keys.push(KeyBefore { letter, step, stage, overlay });
        keys.drain(..keys.len().saturating_sub(MOST_KEYS));
        keys
    }

    /// Is this letter a move by itself? Then the prompt opens with it.
    pub(super) fn is_typed_alone(&mut self, letter: char) -> bool {
        let is_move = self.board().is_some_and(|board| board.is_column_to_play(letter));
        if is_move && self.overlay.is_none() {
            self.write_move(&letter.to_string());
        }
        is_move && self.overlay.is_none()
    }

    /// Does this letter, after the keys before, begin a move? Then the prompt opens with all of them.
    pub(super) fn is_typed(&mut self, letter: char, step: bool) -> bool {
        // A key that has opened a prompt is followed by what is written there.
        if self.mode() == Mode::Writing {
            return false;
        }
        let keys = std::mem::take(&mut self.keys_before);
        let typed = (0..keys.len()).any(|first| {
            let letters = keys[first..].iter().map(|key| key.letter);
            let text: String = letters.chain([letter]).collect();
            let steps = step && keys[first..].iter().all(|key| key.step);
            self.takes_mark_back(&keys[first], &text)
                || !steps && self.takes_keys_back(&keys[first], &text)
        });
        if !typed {
            self.keys_before = keys;
        }
        typed
    }

    fn takes_keys_back(&mut self, before: &KeyBefore, text: &str) -> bool {
        let begins = board_of(&before.stage).is_some_and(|then| then.begins_move(text, self.now));
        if !begins || moment(&before.stage) != moment(&self.stage) {
            return false;
        }
        (self.stage, self.overlay) = (before.stage.clone(), before.overlay.clone());
        self.write_move(text);
        true
    }

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
        self.write_move(text);
        true
    }

    /// Opens the prompt with the beginning of a move.
    fn write_move(&mut self, text: &str) {
        if let Stage::Analysis(analysis) = &mut self.stage {
            analysis.ask_for(Prompt::Command);
        } else if let Some(play) = self.play_mut() {
            play.write(None);
        }
        if let Some(board) = self.board_mut() {
            text.chars().for_each(|letter| board.add(letter));
        }
    }
}

fn board_of(stage: &Stage) -> Option<&Play> {
    match stage {
        Stage::Home(_) => None,
        Stage::Play(play) => Some(play),
        Stage::Analysis(analysis) => Some(&analysis.board),
    }
}

/// The game on the screen and the number of its next event: the same in a game and in an analysis that was opened from it.
fn moment(stage: &Stage) -> Option<(&str, u64)> {
    match stage {
        Stage::Home(_) => None,
        Stage::Play(play) => Some((&play.name, play.table().next())),
        Stage::Analysis(analysis) => Some((&analysis.name, analysis.game.next())),
    }
}

impl Play {
    /// Does a square have a name that begins so, or a legal move? Capitals do not matter.
    fn begins_move(&self, text: &str, now: Millis) -> bool {
        let scene = self.scene(now);
        let (card, language) = (self.card(), self.session.display.language);
        let text = text.to_lowercase();
        let begins = |name: &str| name.to_lowercase().starts_with(&text);
        let named = |name: &str| scene.picture.cells.iter().any(|cell| cell.name == name);
        let mut coordinates = scene.picture.columns.iter().flat_map(|column| {
            scene.picture.rows.iter().map(move |row| format!("{column}{row}").to_lowercase())
        });
        scene.picture.cells.iter().any(|cell| begins(&cell.name))
            || coordinates.any(|name| begins(&name) && named(&card.square_name(&name)))
            || scene
                .choices
                .iter()
                .any(|choice| begins(&choice.mv) || begins(&card.move_in(&choice.mv, language)))
    }

    /// Is this the letter of a column, in a game in which a column is a move? That some columns are full does not turn their
    /// letters into keys, nor does it that the computer is to move.
    pub(super) fn is_column_to_play(&self, letter: char) -> bool {
        let Some(seat) = self.table().turn() else { return false };
        let scene = self.table().scene(Viewer::Seat(seat), 0, Language::English);
        let columns = scene.picture.columns;
        let is_letter = |column: &String| column.chars().eq([letter]);
        columns.iter().any(is_letter)
            && scene.choices.iter().any(|choice| columns.contains(&choice.mv))
    }
}
