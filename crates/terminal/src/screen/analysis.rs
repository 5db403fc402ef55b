//! An analysis on the screen: a game with its tree of variations, a place in the tree, and what the search thinks of the
//! position there.
//!
//! The board of the place is a [`Play`] at a table of its own, at which the moves of the path have been made by two people.
//! So it is drawn, pointed at and typed at like a game. A move at it that the tree does not have becomes an edit of the
//! game, and edits are all that changes the game.

use crate::command::Command;
use crate::screen::input::Direction;
use crate::screen::playing::{Focus, Play};
use crate::screen::reviewing::Reviewing;
use crate::session::{DisplayOptions, Orientation, Session};
use crate::text::sentence;
use crate::tree::{Tree, nag_of, prose, with_prose};
use game::{Side, Viewer};
use std::sync::Arc;
use table::analysis::{LONGEST_LINE, Path, SIGNS, TreeMove};
use table::{
    Action, AnyTable, Club, Edit, Event, Found, Language, Millis, Note, Remembered, Scene,
};

/// How many lines of play can be shown, and how many are at first.
pub const MOST_LINES: usize = 5;
pub const USUAL_LINES: usize = 3;
/// As many as a position of Othello has moves, whose values are shown on their squares.
const EVERY_MOVE: usize = 32;

/// An analysis on the screen.
#[derive(Clone)]
pub struct Analysis {
    /// The game whose lines are looked at.
    pub(super) game: AnyTable,
    /// Its name in the storage.
    pub(super) name: String,
    /// So many of its events have been handed to the storage.
    pub(super) stored: u64,
    /// So many events it had when the analysis began.
    opened: u64,
    pub(crate) tree: Tree,
    /// The moves that lead to the position on the board.
    pub(crate) path: Path,
    /// The board of that position.
    pub(crate) board: Play,
    /// How many lines of play are shown.
    pub lines: usize,
    /// Is the search wanted?
    pub searching: bool,
    remembered: Remembered,
    /// What the line that is being written is for.
    pub prompt: Prompt,
    /// Is all of the tree in the file that is being written?
    pub(super) exported_whole: bool,
    /// What was found when the game was looked at again.
    pub(super) reviewing: Option<Reviewing>,
    /// The game that was left for the analysis, and when.
    pub(super) origin: Option<(Box<Play>, Millis)>,
}

/// What the line that is being written is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompt {
    /// A move or a command.
    Command,
    Comment,
    Sign,
    /// The name of a file to write the game to.
    File,
}

/// The board of an analysis does not turn with the side to move.
pub(super) fn fixed(display: DisplayOptions, bottom: Side) -> DisplayOptions {
    DisplayOptions { orientation: Orientation::Fixed(bottom), ..display }
}

impl Analysis {
    /// An analysis of a game, at the end of what was played. In the storage the game has this name, and so many of its events
    /// are there already.
    pub(super) fn new(
        club: Club,
        game: AnyTable,
        display: DisplayOptions,
        (name, stored): (String, u64),
        now: Millis,
    ) -> Analysis {
        let tree = Tree::of(&game);
        let path = played(&game);
        let line = game.line(&path).unwrap_or_else(|_| game.clone());
        let session = Session::still(club, line, display, 0, [now, now]);
        let mut board = Play::new(session, String::new(), 0);
        board.focus = Focus::Moves;
        Analysis {
            opened: game.next(),
            game,
            name,
            stored,
            tree,
            path,
            board,
            lines: USUAL_LINES,
            searching: true,
            remembered: Remembered::default(),
            prompt: Prompt::Command,
            exported_whole: true,
            reviewing: None,
            origin: None,
        }
    }

    /// The game whose lines are looked at.
    pub fn game(&self) -> &AnyTable {
        &self.game
    }

    /// The board of the position that is looked at.
    pub fn board(&self) -> &Play {
        &self.board
    }

    fn language(&self) -> Language {
        self.board.session.display.language
    }

    /// What a file did not bring onto the table.
    pub(super) fn tell_notes(&mut self, notes: &[Note]) {
        let language = self.language();
        let notes: Vec<String> = notes.iter().map(|note| note.text(language)).collect();
        self.board.message = notes.join(" ");
    }

    /// Is there something to be saved?
    pub(super) fn is_unsaved(&self) -> bool {
        let next = self.game.next();
        next > self.stored && (self.stored > 0 || next > self.opened)
    }

    /// Has something been tried or said since the analysis began?
    pub(super) fn is_edited(&self) -> bool {
        self.game.next() > self.opened
    }

    /// The last move of the path.
    pub(crate) fn current(&self) -> Option<&TreeMove> {
        self.tree.get(self.tree.place_of(&self.path)?)
    }

    /// Shows another position.
    pub(super) fn go_to(&mut self, path: Path) {
        let Ok(line) = self.game.line(&path) else { return };
        self.path = path;
        self.show(line);
    }

    fn show(&mut self, line: AnyTable) {
        self.board.session.table = line;
        self.board.picked.clear();
        self.board.message.clear();
    }

    pub(super) fn back(&mut self) {
        let before = self.path.len().saturating_sub(1);
        self.go_to(self.path[..before].to_vec());
    }

    pub(super) fn on(&mut self) {
        let mut line = self.tree.main_from(&self.path);
        line.truncate(self.path.len() + 1);
        self.go_to(line);
    }

    pub(super) fn first(&mut self) {
        self.go_to(Path::new());
    }

    pub(super) fn last(&mut self) {
        self.go_to(self.tree.main_from(&self.path));
    }

    /// Left and right walk along a line; up and down choose among the moves from the position before.
    pub(super) fn walk(&mut self, direction: Direction) {
        match direction {
            Direction::Left => self.back(),
            Direction::Right => self.on(),
            Direction::Up => self.beside(-1),
            Direction::Down => self.beside(1),
        }
    }

    fn beside(&mut self, step: isize) {
        if let Some(path) = self.tree.beside(&self.path, step) {
            self.go_to(path);
        }
    }

    pub(super) fn go_to_place(&mut self, at: usize) {
        self.go_to(self.tree.path_to(at));
    }

    /// Makes a move on the board: one that the tree does not have becomes a variation.
    pub(super) fn make_move(&mut self, text: &str) {
        let before = self.board.session.table.clone();
        if !self.move_on_board(text) {
            self.board.session.take_text().trim().clone_into(&mut self.board.message);
            return;
        }
        // A pass is no choice. Where one walks back to it, it is a move like others.
        let choices = self.board.scene(0).choices;
        if let [choice] = choices.as_slice()
            && choice.path.is_empty()
        {
            self.move_on_board(&choice.mv);
        }
        let path = played(&self.board.session.table);
        let known = self.tree.place_of(&path).is_some();
        if known || self.edit(Edit::Insert { path: path.clone() }) {
            self.path = path;
            self.show(self.board.session.table.clone());
        } else {
            self.board.session.table = before;
        }
    }

    fn move_on_board(&mut self, text: &str) -> bool {
        let session = &mut self.board.session;
        let Some(seat) = session.table().turn() else {
            session.say(session.words().game_over);
            return false;
        };
        let at = last_moment(&session.table);
        session.act(Action::Move { mv: text.to_owned() }, seat, at)
    }

    /// Changes the tree, or says why it cannot be. Time stands still at the table: no clock runs while lines are looked at.
    fn edit(&mut self, edit: Edit) -> bool {
        let command = table::Command { expected: self.game.next(), action: Action::Edit { edit } };
        let seat = self.game.card().seats()[0];
        match self.game.decide(&command, seat, last_moment(&self.game)) {
            Ok(decided) => {
                self.game = decided.after;
                self.tree = Tree::of(&self.game);
                true
            }
            Err(refusal) => {
                self.board.message = sentence(&refusal.text(self.language()));
                false
            }
        }
    }

    pub(super) fn promote(&mut self) {
        self.edit(Edit::Promote { path: self.path.clone() });
    }

    pub(super) fn make_main(&mut self) {
        self.edit(Edit::MakeMain { path: self.path.clone() });
    }

    /// Takes the last move out with all that comes after it.
    pub(super) fn delete(&mut self) {
        if self.edit(Edit::Delete { path: self.path.clone() }) {
            self.go_to(self.tree.known(&self.path).to_vec());
        }
    }

    fn remarks(&self) -> &[String] {
        self.current().map(|mv| mv.after.as_slice()).unwrap_or_default()
    }

    /// Begins to write what a prompt asks for. Only of a move can something be said.
    pub(super) fn ask_for(&mut self, prompt: Prompt) {
        if matches!(prompt, Prompt::Comment | Prompt::Sign) && self.current().is_none() {
            let words = self.board.session.words();
            return words.no_move_here.clone_into(&mut self.board.message);
        }
        self.prompt = prompt;
        self.board.write(None);
        self.board.message.clear();
        if prompt == Prompt::Comment {
            self.board.line = prose(self.remarks());
        }
    }

    pub(super) fn comment(&mut self, text: &str) {
        let text = with_prose(self.remarks(), text);
        self.edit(Edit::Comment { path: self.path.clone(), text });
    }

    /// Gives a move one of the signs in place of the one that it has; nothing takes it away.
    pub(super) fn rate(&mut self, sign: &str) {
        let nag = nag_of(sign.trim());
        if nag.is_none() && !sign.trim().is_empty() {
            let words = self.board.session.words();
            return words.no_such_sign.clone_into(&mut self.board.message);
        }
        let nags = self.current().map(|mv| mv.nags.clone()).unwrap_or_default();
        let own = |nag: &u8| SIGNS.iter().any(|(_, number)| number == nag);
        let nags = nag.into_iter().chain(nags.into_iter().filter(|nag| !own(nag))).collect();
        self.edit(Edit::Rate { path: self.path.clone(), nags });
    }

    pub(super) fn flip(&mut self, now: Millis) {
        self.board.session.obey(Command::Flip, now);
        self.board.session.take_text();
    }

    pub(super) fn switch_focus(&mut self) {
        let focus = &mut self.board.focus;
        *focus = if *focus == Focus::Moves { Focus::Board } else { Focus::Moves };
    }

    /// More or fewer lines of play.
    pub(super) fn change_lines(&mut self, more: bool) {
        let lines = if more { self.lines + 1 } else { self.lines.saturating_sub(1) };
        self.lines = lines.clamp(1, MOST_LINES);
    }

    pub(super) fn best_move(&self) -> Option<String> {
        self.found()?.lines.first()?.moves.first().cloned()
    }

    /// What a search is asked now: how many lines of play, and the name under which the answer is remembered. Nothing where
    /// no search is wanted, or where nothing is left to find.
    pub(super) fn wanted(&self) -> Option<(usize, String)> {
        let (lines, key) = self.question()?;
        let complete = self.remembered.get(&key).is_some_and(|found| found.complete);
        (self.searching && !complete).then_some((lines, key))
    }

    fn question(&self) -> Option<(usize, String)> {
        let table = self.board.table();
        table.turn()?;
        let lines = if places(&self.board.scene(0)) { EVERY_MOVE } else { self.lines };
        Some((lines, format!("{} {lines} {}", table.card().name(), table.position_text()?)))
    }

    /// Remembers what a search has found, unless more is known.
    pub(super) fn keep(&mut self, key: &str, found: Found) {
        let better = |old: Arc<Found>| found.is_better_than(&old);
        if self.remembered.get(key).is_none_or(better) {
            self.remembered.keep(key, Arc::new(found));
        }
    }

    /// What is known of the position on the board.
    pub(crate) fn found(&self) -> Option<Arc<Found>> {
        self.remembered.get(&self.question()?.1).filter(|_| self.searching)
    }

    /// Marks the best move on the board as hints are; where each move has a square of its own, its value is shown there.
    pub(super) fn mark_found(&mut self) {
        self.board.hint.clear();
        self.board.values.clear();
        let Some(found) = self.found() else { return };
        let scene = self.board.scene(0);
        let squares = |mv: Option<&String>| {
            let choice = scene.choices.iter().find(|choice| Some(&choice.mv) == mv);
            choice.map(|choice| choice.path.clone()).unwrap_or_default()
        };
        self.board.hint =
            found.lines.first().map(|line| squares(line.moves.first())).unwrap_or_default();
        if places(&scene) {
            for line in &found.lines {
                let square = squares(line.moves.first()).into_iter().next();
                self.board.values.extend(square.map(|square| (square, line.own.clone())));
            }
        }
    }

    /// The game goes on where it was left, with what the analysis has brought.
    pub(super) fn into_origin(self, now: Millis) -> Option<Box<Play>> {
        let (mut play, since) = self.origin?;
        play.session.table = self.game;
        play.session.stood_still(now.saturating_sub(since));
        play.stored = self.stored;
        play.seen = play.session.table().next();
        Some(play)
    }
}

/// The names of the moves that were played at a table.
fn played(table: &AnyTable) -> Path {
    let mut moves = table.scene(Viewer::Spectator, 0, Language::English).moves;
    moves.truncate(LONGEST_LINE);
    moves
}

/// When something last happened at a table.
fn last_moment(table: &AnyTable) -> Millis {
    table.events().last().map_or(0, Event::at)
}

/// Are pieces only placed? Then each move has a square of its own.
fn places(scene: &Scene) -> bool {
    !scene.choices.is_empty() && scene.choices.iter().all(|choice| choice.path.len() < 2)
}
