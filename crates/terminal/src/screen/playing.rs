//! A game on the screen: a session, and where the cursor, the hand and the eyes are.

use crate::command::{self, Command};
use crate::screen::input::{Direction, Input, Mode};
use crate::session::Session;
use crate::text;
use game::{Seat, Side, Viewer};
use std::collections::{HashMap, VecDeque};
use table::card::Verbs;
use table::scene::{Cell, Choice, Colour, Picture};
use table::view::ViewModel;
use table::{AnyTable, Card, Language, Millis, Scene, fill};

/// So many moves can be entered ahead while the computer thinks.
const MOST_WAITING: usize = 8;
/// Longer than any command.
const LONGEST_LINE: usize = 2000;

/// A game on the screen.
#[derive(Clone)]
pub struct Play {
    /// The game, and what is said at it.
    pub(crate) session: Session,
    /// Its name in the storage.
    pub(super) name: String,
    /// So many of its events have been handed to the storage.
    pub(super) stored: u64,
    /// Does the storage know that the player was helped?
    pub(super) stored_help: bool,
    /// The cell under the cursor, by its place in the picture.
    pub cursor: usize,
    /// Where each side had the cursor when it last moved.
    cursors: HashMap<Seat, usize>,
    /// The squares that have been picked, in order: a piece, and landings of a jump.
    pub picked: Vec<String>,
    /// The squares of the move that was recommended.
    pub hint: Vec<String>,
    /// The odds of every cell by its name, while they are shown.
    pub odds: Option<HashMap<String, f64>>,
    /// What the move to each square is worth, while an analysis shows it.
    pub values: HashMap<String, String>,
    pub focus: Focus,
    /// The line that is being written.
    pub line: String,
    /// The lines that were written before, and the one that is looked at.
    history: Vec<String>,
    recalled: Option<usize>,
    /// A past position is looked at: the one after so many moves.
    pub past: Option<usize>,
    pub message: String,
    /// Moves that were entered while the computer thought.
    pub waiting: VecDeque<Waiting>,
    /// The game that the session had when this was last brought up to date.
    game: u64,
    /// The number of the event that was next when this was last brought up to date.
    pub(super) seen: u64,
    /// Has the end of this game been announced?
    pub(super) end_announced: bool,
}

/// Where keys go in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    Board,
    /// To the list of moves.
    Moves,
    Line,
}

/// A move that was entered before its turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Waiting {
    Path(Vec<String>),
    /// As it was written.
    Text(String),
}

/// What came of pointing at a square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pointed {
    /// Nothing that concerns the table.
    Nothing,
    /// This move is to be made.
    Move(String),
    /// One of these moves is to be made, which differ in the piece that is placed.
    Promotion(Vec<Choice>),
}

impl Play {
    /// The session comes onto the screen. Its game has this name in the storage, where so many of its
    /// events are already.
    pub fn new(session: Session, name: String, stored: u64) -> Play {
        let mut play = Play {
            game: session.games(),
            seen: session.table().next(),
            end_announced: session.table().is_over(),
            session,
            name,
            stored,
            stored_help: false,
            cursor: 0,
            cursors: HashMap::new(),
            picked: Vec::new(),
            hint: Vec::new(),
            odds: None,
            values: HashMap::new(),
            focus: Focus::Board,
            line: String::new(),
            history: Vec::new(),
            recalled: None,
            past: None,
            message: String::new(),
            waiting: VecDeque::new(),
        };
        play.settle_cursor();
        play
    }

    pub fn table(&self) -> &AnyTable {
        self.session.table()
    }

    pub fn card(&self) -> &'static dyn Card {
        self.session.table().card()
    }

    /// What there is to know of the start of this game, to be put behind its title.
    pub fn variant(&self) -> Option<String> {
        let start = &self.session.table().started().start;
        let described = self.card().describe(start, self.session.display.language)?;
        Some(described.trim_end_matches('.').to_owned())
    }

    /// What there is to see.
    pub fn scene(&self, now: Millis) -> Scene {
        self.session.scene(self.session.time(now))
    }

    /// The board, now or as it was.
    pub fn picture(&self, scene: &Scene) -> Picture {
        let past =
            self.past.and_then(|moves| self.session.table().picture_at(self.viewer(), moves));
        past.unwrap_or_else(|| scene.picture.clone())
    }

    /// The name of the opening, now or as far as it was played then.
    pub fn opening(&self, scene: &Scene) -> Option<String> {
        let Some(moves) = self.past else { return scene.opening.clone() };
        scene.opening.as_ref()?;
        let line = self.session.table().line(scene.moves.get(..moves)?).ok()?;
        line.scene(Viewer::Spectator, 0, self.session.display.language).opening
    }

    /// Names, controls and whatever else follows from a scene.
    pub fn view(&self, scene: &Scene) -> ViewModel {
        self.session.view(scene)
    }

    /// Is the board seen from the other side?
    pub fn is_turned(&self) -> bool {
        self.session.bottom() == Side::Black
    }

    pub(super) fn mode(&self) -> Mode {
        match self.focus {
            Focus::Line => Mode::Writing,
            Focus::Moves | Focus::Board if self.is_asked() => Mode::Asked,
            Focus::Moves | Focus::Board => Mode::Board,
        }
    }

    /// Does a person have to answer something?
    pub fn is_asked(&self) -> bool {
        self.session.proposal().is_some_and(|(_, seat)| !self.session.is_computer(seat))
    }

    /// Does a person have to wait for a computer?
    pub fn is_waiting(&self) -> bool {
        let computer = self.session.table().turn().is_some_and(|s| self.session.is_computer(s));
        computer && !self.session.people().is_empty()
    }

    /// Another game has come onto the table.
    pub(super) fn begin_another(&mut self, name: String) {
        let session = self.session.clone();
        let (message, history) = (std::mem::take(&mut self.message), self.history.split_off(0));
        *self = Play { history, message, ..Play::new(session, name, 0) };
    }

    /// Would another game put away one of two that goes on? Also before its first move: the key may begin that move.
    pub(super) fn is_worth_a_question(&self) -> bool {
        let table = self.session.table();
        !table.is_over() && table.players().is_for_two()
    }

    pub(super) fn is_another_game(&self) -> bool {
        self.game != self.session.games()
    }

    /// After something has happened at the table: what was picked or recommended before is no more.
    pub(super) fn follow(&mut self, before: Option<Seat>) {
        self.seen = self.session.table().next();
        self.picked.clear();
        self.hint.clear();
        self.past = None;
        if self.odds.is_some() {
            self.odds = self.find_odds();
        }
        let now = self.session.table().turn();
        if let (Some(before), Some(now)) = (before, now)
            && before != now
            && self.session.people().len() == 2
            && self.card().board().home_rows
        {
            self.cursors.insert(before, self.cursor);
            match self.cursors.get(&now) {
                Some(&cursor) => self.cursor = cursor,
                None => self.settle_cursor(),
            }
        }
    }

    /// Shows the odds of every cell, or hides them.
    pub(super) fn switch_odds(&mut self) {
        if self.odds.take().is_some() {
            return;
        }
        self.odds = self.find_odds();
        self.session.fairness.helped |= self.odds.is_some();
        if self.odds.is_none() {
            let (words, can) = (self.session.words(), self.card().capabilities());
            let said = if can.odds { words.no_odds_now } else { words.no_odds };
            said.clone_into(&mut self.message);
        }
    }

    fn find_odds(&self) -> Option<HashMap<String, f64>> {
        Some(self.session.odds()?.into_iter().collect())
    }

    /// The cursor where the side to move has something to do: before the middle of its own edge, or in
    /// the middle of the board.
    fn settle_cursor(&mut self) {
        let (columns, rows) = self.dimensions();
        let side = match (self.session.table().turn(), self.session.people().as_slice()) {
            (_, [Seat::Side(person)]) => *person,
            (Some(Seat::Side(side)), _) => side,
            _ => Side::White,
        };
        let row = match (self.card().board().home_rows, side) {
            (false, _) => rows / 2,
            (true, Side::White) => rows.saturating_sub(2),
            (true, Side::Black) => 1,
        };
        self.cursor = row * columns + columns / 2;
    }

    /// The board as it is now.
    fn board(&self) -> Option<Picture> {
        let table = self.session.table();
        table.picture_at(self.viewer(), table.moves_played())
    }

    fn viewer(&self) -> Viewer {
        self.session.people().first().map_or(Viewer::Spectator, |&seat| Viewer::Seat(seat))
    }

    /// How many columns and rows the board has.
    pub fn dimensions(&self) -> (usize, usize) {
        self.board().map_or((1, 1), |board| (board.columns.len(), board.rows.len()))
    }

    /// Moves the cursor on the screen.
    pub(super) fn go(&mut self, direction: Direction, steps: usize) {
        let (columns, rows) = self.dimensions();
        let (mut column, mut row) = (self.cursor % columns, self.cursor / columns);
        let turned = self.is_turned();
        let forward = matches!(direction, Direction::Down | Direction::Right) != turned;
        let (place, count) = match direction {
            Direction::Up | Direction::Down => (&mut row, rows),
            Direction::Left | Direction::Right => (&mut column, columns),
        };
        *place =
            if forward { (*place + steps).min(count - 1) } else { place.saturating_sub(steps) };
        self.cursor = row * columns + column;
    }

    /// The moves that can be picked now.
    fn choices(&self, now: Millis) -> Vec<Choice> {
        if self.is_asked() { Vec::new() } else { self.scene(now).choices }
    }

    /// Points at a cell: picks, plays or puts down.
    pub(super) fn point(&mut self, index: usize, now: Millis) -> Pointed {
        if self.past.take().is_some() {
            return Pointed::Nothing;
        }
        let scene = self.scene(now);
        let Some(cell) = scene.picture.cells.get(index) else { return Pointed::Nothing };
        self.cursor = index;
        if let Some(verbs) = self.card().capabilities().verbs.filter(|_| !scene.over) {
            return self.open_or_around(verbs, cell);
        }
        if self.is_waiting() {
            self.point_ahead(cell, now);
            return Pointed::Nothing;
        }
        let name = cell.name.clone();
        let choices = if self.is_asked() { Vec::new() } else { scene.choices.clone() };
        let begins = |choice: &&Choice| choice.path.starts_with(&self.picked);
        let open: Vec<&Choice> = choices.iter().filter(begins).collect();
        let is_end = |choice: &&Choice| {
            let goes_on = choice.path.len() > self.picked.len();
            let ends_here = goes_on && choice.path.last() == Some(&name);
            if self.picked.is_empty() { choice.is_meant_by(&name) } else { ends_here }
        };
        let ends: Vec<&Choice> = open.iter().copied().filter(is_end).collect();
        let one_way = ends.iter().all(|choice| choice.path == ends[0].path);
        if one_way && let [first, rest @ ..] = ends.as_slice() {
            return if rest.is_empty() {
                Pointed::Move(first.mv.clone())
            } else {
                Pointed::Promotion(ends.into_iter().cloned().collect())
            };
        }
        let steps = |choice: &&Choice| choice.path.get(self.picked.len()) == Some(&name);
        if !self.picked.is_empty() && open.iter().any(steps) {
            self.picked.push(name);
        } else if self.picked != [&*name] && choices.iter().any(|c| c.path.first() == Some(&name)) {
            self.picked = vec![name];
        } else {
            self.picked.clear();
        }
        Pointed::Nothing
    }

    /// A closed cell is opened, around an open one is opened, and a mark guards its cell.
    fn open_or_around(&mut self, verbs: Verbs, cell: &Cell) -> Pointed {
        let verb = match cell.piece {
            None => verbs.open,
            Some(piece) if piece.kind == verbs.marked => {
                self.message = fill(self.session.words().flag_guards, &[&cell.name]);
                return Pointed::Nothing;
            }
            Some(_) => verbs.around,
        };
        Pointed::Move(format!("{verb} {}", cell.name))
    }

    /// A move that is shown while the computer thinks waits for its turn.
    fn point_ahead(&mut self, cell: &Cell, now: Millis) {
        let name = cell.name.clone();
        let own = match self.session.people().as_slice() {
            [Seat::Side(side)] => {
                cell.piece.is_some_and(|piece| piece.side == Some(Colour::from(*side)))
            }
            _ => false,
        };
        if self.places_pieces(now) {
            self.wait(Waiting::Path(vec![name]));
        } else if own {
            self.picked = if self.picked == [&*name] { Vec::new() } else { vec![name] };
        } else if let [from] = self.picked.as_slice() {
            let path = vec![from.clone(), name];
            self.picked.clear();
            self.wait(Waiting::Path(path));
        }
    }

    /// Are pieces placed here and never moved? The side to move shows it, whichever that is.
    fn places_pieces(&self, now: Millis) -> bool {
        let table = self.session.table();
        let Some(seat) = table.turn() else { return false };
        let now = self.session.time(now);
        let choices = table.scene(Viewer::Seat(seat), now, Language::English).choices;
        choices.iter().all(|choice| choice.path.len() < 2)
    }

    /// Notes a move for later.
    pub(super) fn wait(&mut self, move_: Waiting) {
        let words = self.session.words();
        let shown = match &move_ {
            Waiting::Path(path) => path.join("-"),
            Waiting::Text(text) => text.clone(),
        };
        if self.waiting.len() < MOST_WAITING {
            self.waiting.push_back(move_);
            self.message = fill(words.move_waits, &[&shown]);
        }
    }

    /// The next move that was entered ahead, when its turn has come.
    pub(super) fn next_waiting(&mut self, now: Millis) -> Option<Pointed> {
        if self.is_waiting() || self.is_asked() || self.session.table().is_over() {
            return None;
        }
        match self.waiting.pop_front()? {
            Waiting::Text(text) => {
                Some(Pointed::Move(self.session.read_move(&text, self.session.time(now))))
            }
            Waiting::Path(path) => {
                let mut fits = self.choices(now);
                fits.retain(|choice| match path.as_slice() {
                    [only] => choice.is_meant_by(only),
                    path => {
                        choice.path.first() == path.first() && choice.path.last() == path.last()
                    }
                });
                match fits.as_slice() {
                    [one] => Some(Pointed::Move(one.mv.clone())),
                    [] => Some(Pointed::Move(path.concat())),
                    _ => Some(Pointed::Promotion(fits)),
                }
            }
        }
    }

    /// The cell under the cursor.
    pub(super) fn cell_name(&self, now: Millis) -> String {
        let scene = self.scene(now);
        scene.picture.cells.get(self.cursor).map(|cell| cell.name.clone()).unwrap_or_default()
    }

    /// The squares to which what is picked may go.
    pub fn targets(&self, scene: &Scene) -> Vec<String> {
        if self.is_asked() {
            return Vec::new();
        }
        let begins =
            |choice: &&Choice| !self.picked.is_empty() && choice.path.starts_with(&self.picked);
        let squares = |choice: &Choice| {
            [choice.path.get(self.picked.len()).cloned(), choice.path.last().cloned()]
        };
        let placing = |choice: &&Choice| choice.path.len() == 1;
        let placed = scene.choices.iter().filter(placing).flat_map(|choice| choice.path.clone());
        let moved = scene.choices.iter().filter(begins).flat_map(squares).flatten();
        let verbs = self.card().capabilities().verbs;
        if verbs.is_some() { Vec::new() } else { placed.chain(moved).collect() }
    }

    /// Escape: the nearest thing is given up. Is there anything?
    pub(super) fn give_up(&mut self) -> bool {
        let line = self.focus == Focus::Line;
        let something = line
            || self.focus == Focus::Moves
            || self.past.is_some()
            || !self.picked.is_empty()
            || !self.waiting.is_empty();
        if !line {
            self.past = None;
            self.picked.clear();
            self.waiting.clear();
        }
        self.focus = Focus::Board;
        self.line.clear();
        something
    }

    /// Looks at another position of the past: so many moves further.
    pub(super) fn look(&mut self, steps: isize) {
        let last = self.session.table().moves_played();
        let at = self.past.unwrap_or(last).saturating_add_signed(steps);
        self.past = (at < last).then_some(at);
    }

    /// Looks at the position after so many moves.
    pub(super) fn look_at(&mut self, moves: usize) {
        let last = self.session.table().moves_played();
        self.past = (moves < last).then_some(moves);
    }

    /// Begins to write a line.
    pub(super) fn write(&mut self, letter: Option<char>) {
        self.focus = Focus::Line;
        self.line = letter.into_iter().collect();
        self.recalled = None;
    }

    pub(super) fn add(&mut self, letter: char) {
        if self.line.len() < LONGEST_LINE && !letter.is_control() {
            self.line.push(letter);
        }
    }

    /// What is pressed while a line is written, but for what ends it.
    pub(super) fn edit_line(&mut self, input: Input) {
        match input {
            Input::Letter(letter) => self.add(letter),
            Input::Paste(text) => text.chars().for_each(|letter| self.add(letter)),
            Input::Erase if self.line.is_empty() => {
                self.give_up();
            }
            Input::Erase => {
                self.line.pop();
            }
            Input::EraseAll => self.line.clear(),
            Input::Go(to @ (Direction::Up | Direction::Down)) => self.recall(to),
            _ => {}
        }
    }

    /// A line that was written before.
    fn recall(&mut self, direction: Direction) {
        let last = self.history.len();
        let at = self.recalled.unwrap_or(last);
        let at = if direction == Direction::Up { at.checked_sub(1) } else { Some(at + 1) };
        let Some(at) = at else { return };
        self.recalled = (at < last).then_some(at);
        self.line = self.history.get(at).cloned().unwrap_or_default();
    }

    /// The line as it was written, when it is done.
    pub(super) fn take_line(&mut self) -> String {
        self.focus = Focus::Board;
        let line = std::mem::take(&mut self.line);
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            self.history.push(line.clone());
        }
        line
    }

    /// Is this line a move that has to wait for the computer?
    pub(super) fn has_to_wait(&self, line: &str) -> bool {
        matches!(command::read(line), Command::Move(_)) && self.is_waiting()
    }

    /// What each seat has on its clock, or how long the player has taken, as it is shown.
    pub fn clocks(&self, now: Millis) -> Vec<String> {
        let now = self.session.time(now);
        if let Some(timer) = self.session.table().timer(now) {
            return vec![text::whole_seconds(timer.elapsed)];
        }
        let Some(clock) = self.session.table().clock() else { return Vec::new() };
        Side::BOTH.map(|side| text::time(clock.left(side, now))).into()
    }

    /// In how many milliseconds a clock will look different.
    pub(super) fn next_change(&self, now: Millis) -> Option<Millis> {
        let now = self.session.time(now);
        if self.session.table().is_over() {
            return None;
        }
        if let Some(timer) = self.session.table().timer(now) {
            return timer.running.then(|| 1000 - timer.elapsed % 1000);
        }
        let clock = self.session.table().clock()?;
        let left = clock.left(clock.running()?, now);
        Some(if left < 20_000 { left % 100 + 1 } else { left % 1000 + 1 })
    }

    /// The squares of a move in the scene.
    pub(super) fn squares_of(&self, mv: &str, now: Millis) -> Vec<String> {
        let choices = self.scene(now).choices;
        choices.into_iter().find(|choice| choice.mv == mv).map(|c| c.path).unwrap_or_default()
    }

    /// The move that marks the cell under the cursor, if it can be marked.
    pub(super) fn mark(&self, now: Millis) -> Option<String> {
        let verbs = self.card().capabilities().verbs?;
        let scene = self.scene(now);
        let cell = scene.picture.cells.get(self.cursor)?;
        let closed = cell.shade == verbs.closed;
        (closed && !scene.over).then(|| format!("{} {}", verbs.mark, cell.name))
    }
}
