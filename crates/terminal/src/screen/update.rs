//! What follows from an input: a new model, and what is to be done outside.

use crate::Questions;
use crate::command::{self, Command};
use crate::files::FileOutcome;
use crate::options::{Options, OptionsError};
use crate::saved::best_times;
use crate::screen::analysis::MOST_LINES;
use crate::screen::home::{Home, Pressed};
use crate::screen::input::{Act, Direction, Input};
use crate::screen::menus;
use crate::screen::model::{Beginning, Effect, Model, Overlay, Stage};
use crate::screen::playing::{Focus, Play, Pointed, Waiting};
use crate::session::{DisplayOptions, Question, Session};
use crate::storage::{StorageError, StorageEvent};
use crate::text::sentence;
use table::{
    AnyTable, Event, Imported, Lack, Localized, Millis, Refusal, ThinkError, Thought, fill,
};

/// The first model, and what is to be done first: the first screen, or a game at once where the options
/// leave nothing to ask.
pub fn begin(beginning: Beginning, now: Millis) -> Result<(Model, Vec<Effect>), OptionsError> {
    let mut model = first_model(&beginning, now);
    let Beginning { club, options, language, seed, .. } = beginning;
    let mut effects = vec![Effect::List];
    if Questions::new(club, options.clone(), language).is_empty() {
        model.start(&options, seed)?;
        effects.extend(model.follow_up());
    }
    Ok((model, effects))
}

fn first_model(beginning: &Beginning, now: Millis) -> Model {
    let &Beginning { club, ref options, look, language, size, orientation, seed, run, .. } =
        beginning;
    let home = Box::new(Home::new(club, options, language));
    Model {
        club,
        look,
        language,
        size,
        now,
        stage: Stage::Home(home),
        overlay: None,
        task: None,
        search: None,
        review: None,
        not_saved: None,
        names: (run, 0),
        seed,
        seeds_are_secret: beginning.seeds_are_secret,
        choices: None,
        orientation,
        last_ticket: 0,
        keys_before: Vec::new(),
    }
}

/// The same with lines of a game to look at, of which the computer shows so many.
pub fn begin_analysis(
    beginning: &Beginning,
    imported: Imported,
    lines: usize,
    now: Millis,
) -> (Model, Vec<Effect>) {
    let mut model = first_model(beginning, now);
    model.begin_analysis_of(imported);
    if let Some(analysis) = model.analysis_mut() {
        analysis.lines = lines.clamp(1, MOST_LINES);
    }
    let effects = model.follow_up();
    (model, effects)
}

/// What follows from an input.
pub fn update(mut model: Model, input: Input, now: Millis) -> (Model, Vec<Effect>) {
    let effects = model.update(input, now);
    (model, effects)
}

impl Model {
    /// The same in place, for a shell that keeps one model.
    pub(super) fn update(&mut self, input: Input, now: Millis) -> Vec<Effect> {
        self.now = now;
        let mut effects = Vec::new();
        let turn = self.play().and_then(|play| play.session.table().turn());
        self.take(input, &mut effects);
        self.follow(turn);
        effects.extend(self.follow_up());
        effects
    }

    fn take(&mut self, input: Input, effects: &mut Vec<Effect>) {
        if input.is_from_a_person() && !matches!(input, Input::Key { .. } | Input::Letter(_)) {
            self.keys_before.clear();
        }
        match input {
            Input::Key { letter, means } => self.key(letter, *means, effects),
            Input::Letter(letter) => {
                if !self.is_typed(letter, false) {
                    self.keys_before.clear();
                    self.route(Input::Letter(letter), effects);
                }
            }
            Input::Time => self.time_passes(),
            Input::Resized(columns, rows) => self.size = (columns, rows),
            Input::Thought { ticket, thought } => self.thought(ticket, thought),
            Input::Found { ticket, found } => self.found(ticket, found),
            Input::Looked { ticket, ply, looked } => self.looked(ticket, ply, looked),
            Input::File(outcome) => self.file_done(outcome),
            Input::Storage(event) => self.storage_event(event),
            Input::Act(act) => self.act(act, effects),
            Input::Point { gesture, column, row } => self.point(gesture, column, row, effects),
            input => self.route(input, effects),
        }
    }

    /// Hands an input to what is on top, or else to what fills the window.
    fn route(&mut self, input: Input, effects: &mut Vec<Effect>) {
        if self.overlay.is_some() {
            return self.take_on_top(input, effects);
        }
        match self.stage {
            Stage::Home(_) => self.take_at_home(input, effects),
            Stage::Play(_) => self.take_in_game(input, effects),
            Stage::Analysis(_) => self.take_in_analysis(input, effects),
        }
    }

    /// A letter that is a key, unless a move is being typed.
    fn key(&mut self, letter: char, means: Input, effects: &mut Vec<Effect>) {
        let step = matches!(means, Input::Go(_));
        if self.is_typed(letter, step) || self.is_typed_alone(letter) {
            return;
        }
        let keys = self.keys_with(letter, step);
        self.take(means, effects);
        self.keys_before = keys;
    }

    /// Begins a game on the screen.
    fn start(&mut self, options: &Options, seed: u64) -> Result<(), OptionsError> {
        let started = options.started(self.club, seed, self.now)?;
        let table = self.club.open(&started);
        let table = table.map_err(|error| {
            OptionsError::Start(Localized::exactly(|language| error.text(language)))
        })?;
        let name = self.draw_name();
        self.put_on_the_table(table, seed, self.now, name, 0);
        if let Some(play) = self.play_mut() {
            play.session.fairness.board_seed = Some(seed);
        }
        Ok(())
    }

    /// A game comes onto the screen. At its table it is `there`.
    fn put_on_the_table(
        &mut self,
        table: AnyTable,
        seed: u64,
        there: Millis,
        name: String,
        stored: u64,
    ) {
        let mut session = Session::at(self.club, table, self.display(), seed, [there, self.now]);
        session.fairness.seeds_are_secret = self.seeds_are_secret;
        self.overlay = None;
        self.stage = Stage::Play(Box::new(Play::new(session, name, stored)));
    }

    pub(super) fn display(&self) -> DisplayOptions {
        DisplayOptions {
            look: self.look,
            orientation: self.orientation,
            interactive: true,
            full_screen: true,
            language: self.language,
        }
    }

    fn file_done(&mut self, outcome: FileOutcome) {
        let now = self.now;
        match &mut self.stage {
            Stage::Home(_) => {}
            Stage::Play(play) => play.session.file_done(outcome, now),
            Stage::Analysis(_) => self.file_done_in_analysis(outcome),
        }
    }

    fn time_passes(&mut self) {
        let now = self.now;
        if let Some(play) = self.play_mut() {
            let now = play.session.time(now);
            play.session.flag_falls(now);
        }
    }

    fn thought(&mut self, ticket: u64, thought: Result<Thought, ThinkError>) {
        // An answer to a question that is no longer asked is no answer.
        let Some(task) = self.task.take_if(|task| task.ticket == ticket) else { return };
        let now = self.now;
        let Some(play) = self.play_mut() else { return };
        if let Question::Hint(_) = task.question {
            let squares = thought.as_ref().map(|thought| play.squares_of(&thought.mv, now));
            play.hint = squares.unwrap_or_default();
        }
        play.session.answered(task.question, thought, now);
    }

    fn storage_event(&mut self, event: StorageEvent) {
        match event {
            StorageEvent::Saved => self.not_saved = None,
            StorageEvent::NotSaved(error) => self.not_saved = Some(error),
            StorageEvent::Forked(name) => self.forked(&name),
            StorageEvent::Damaged(copy) => {
                let sentence = fill(self.words().last_moves_damaged, &[&copy]);
                self.say(sentence);
            }
            StorageEvent::Listed(saved) => {
                if let Stage::Home(home) = &mut self.stage {
                    home.saved = saved;
                    let last = home.saved.as_ref().map_or(0, Vec::len).saturating_sub(1);
                    home.list = home.list.map(|at| at.min(last));
                }
            }
            StorageEvent::Opened(name, events) => self.opened(name, events),
            StorageEvent::Times(_, times) => self.times(times),
            StorageEvent::Remembered(choices) => {
                if let Stage::Home(home) = &mut self.stage {
                    home.recall(&choices);
                }
                self.choices = Some(choices);
            }
        }
    }

    /// The best times: below the result of a game that has just ended, or as the answer to a command.
    fn times(&mut self, times: Result<Vec<Millis>, StorageError>) {
        let text = match times {
            Ok(times) => best_times(&times, self.words()),
            Err(error) => error.text(self.language),
        };
        match &mut self.overlay {
            Some(Overlay::Menu(menu)) => menu.notes.push(text),
            _ => self.tell(&text),
        }
    }

    /// Another process has gone on with a game, which is another one here from now on.
    fn forked(&mut self, name: &str) {
        let concerned = match &self.stage {
            Stage::Home(_) => true,
            Stage::Play(play) => play.name == name,
            Stage::Analysis(analysis) => analysis.name == name,
        };
        if concerned {
            self.say(self.words().game_of_its_own.to_owned());
        }
    }

    /// Shows a message in its place on the screen.
    pub(super) fn say(&mut self, message: String) {
        match &mut self.stage {
            Stage::Home(home) => home.message = message,
            Stage::Play(play) => play.message = message,
            Stage::Analysis(analysis) => analysis.board.message = message,
        }
    }

    /// A saved game goes on at the moment at which it was left.
    fn opened(&mut self, name: String, events: Result<Vec<Event>, StorageError>) {
        let (club, language) = (self.club, self.language);
        let Stage::Home(home) = &mut self.stage else { return };
        let table = events
            .map_err(|error| error.text(language))
            .and_then(|events| club.replay(&events).map_err(|error| error.text(language)));
        match table {
            Ok(table) if home.analyse && table.card().capabilities().hidden => {
                home.message = Refusal::NotInThisGame(Lack::Analysis).text(language);
            }
            Ok(table) if home.analyse || is_analysis(&table) => {
                let stored = table.next();
                self.begin_analysis(table, name, stored);
            }
            Ok(table) => {
                let there = table.events().last().map_or(self.now, Event::at);
                let (seed, stored) = (self.draw_seed(), table.next());
                self.put_on_the_table(table, seed, there, name, stored);
            }
            Err(reason) => home.message = sentence(&reason),
        }
    }

    pub(super) fn act(&mut self, act: Act, effects: &mut Vec<Effect>) {
        match act {
            Act::Suspend => return effects.push(Effect::Suspend),
            Act::Redraw => return effects.push(Effect::Redraw),
            Act::Leave => return effects.push(Effect::Leave),
            Act::Help => {
                self.overlay = match self.overlay {
                    Some(Overlay::Help(_)) => None,
                    _ => Some(Overlay::Help(0)),
                };
                return;
            }
            Act::Quit => return self.quit(effects),
            _ => self.overlay = None,
        }
        match act {
            Act::Stay => {}
            Act::Home => self.go_home(effects),
            Act::DeleteGame => {
                if let Stage::Home(home) = &mut self.stage
                    && let Some(game) = home.chosen()
                {
                    effects.push(Effect::Delete(game.name.clone()));
                }
            }
            Act::Menu => {
                self.overlay = menus::game_menu(self).or_else(|| menus::analysis_menu(self));
            }
            Act::Analyse => self.analyse_game(),
            act if self.play().is_some() => self.act_in_game(&act),
            act => self.act_in_analysis(&act),
        }
    }

    /// Leaves; a game that is running is worth a question, but not a second one.
    fn quit(&mut self, effects: &mut Vec<Effect>) {
        let asked = matches!(&self.overlay, Some(Overlay::Menu(menu)) if menus::is_farewell(menu));
        let running = match &self.stage {
            Stage::Home(_) => false,
            Stage::Play(play) => !play.session.table().is_over(),
            // What was tried is saved as it is tried.
            Stage::Analysis(analysis) => self.not_saved.is_some() && analysis.is_edited(),
        };
        if running && !asked {
            self.overlay = Some(menus::farewell(self));
        } else {
            effects.push(Effect::Leave);
        }
    }

    fn go_home(&mut self, effects: &mut Vec<Effect>) {
        let game = self.board().map(Play::card);
        let options = Options { game, ..Options::default() };
        let mut home = Home::new(self.club, &options, self.language);
        home.row = 0;
        if let Some(choices) = &self.choices {
            home.recall_settings(choices);
        }
        self.stage = Stage::Home(Box::new(home));
        effects.push(Effect::List);
    }

    fn act_in_game(&mut self, act: &Act) {
        let (now, words) = (self.now, self.words());
        let Some(play) = self.play_mut() else { return };
        let marks = play.card().capabilities().verbs.is_some();
        let command = match act {
            Act::Line => return play.write(None),
            Act::FlipOrMark if marks => return self.mark(),
            Act::Odds => return play.switch_odds(),
            Act::Hint if play.is_waiting() => {
                return words.not_your_turn.clone_into(&mut play.message);
            }
            Act::Mayhem if play.session.people().is_empty() => return play.session.take_over(now),
            Act::New | Act::Rematch if play.is_worth_a_question() => {
                return self.overlay = Some(menus::leave_for_another(self, act));
            }
            Act::New | Act::NewSurely => return self.play_again(Command::New),
            Act::Rematch | Act::RematchSurely if play.card().is_for_one() => {
                return self.play_again(Command::New);
            }
            Act::Rematch | Act::RematchSurely => return self.play_again(Command::Rematch),
            Act::Pause => return play.session.pause(),
            Act::Undo => Command::Undo,
            Act::FlipOrMark => Command::Flip,
            Act::Hint => Command::Hint,
            Act::Mayhem => Command::Mayhem,
            Act::Yes => Command::Yes,
            Act::No => Command::No,
            Act::Resign => Command::Resign,
            Act::OfferDraw => Command::Draw,
            Act::ClaimDraw => Command::Claim,
            Act::Abort => Command::Abort,
            Act::Move(mv) => Command::Move(mv),
            _ => return,
        };
        play.session.obey(command, now);
    }

    /// Marks the cell under the cursor.
    fn mark(&mut self) {
        let (now, words) = (self.now, self.words());
        let Some(play) = self.play_mut() else { return };
        match play.mark(now) {
            Some(mv) => play.session.obey(Command::Move(&mv), now),
            None if play.session.table().is_over() => {}
            None => words.flags_where_closed.clone_into(&mut play.message),
        }
    }

    /// A game that is left in the middle can be continued, and that is worth saying.
    fn play_again(&mut self, command: Command<'_>) {
        let (now, words, saved) = (self.now, self.words(), self.not_saved.is_none());
        let Some(play) = self.play_mut() else { return };
        let left = play.is_worth_a_question() && play.session.table().moves_played() > 1 && saved;
        play.session.obey(command, now);
        if left && play.is_another_game() {
            words.left_behind.clone_into(&mut play.message);
        }
    }

    pub(super) fn take_on_top(&mut self, input: Input, effects: &mut Vec<Effect>) {
        let rows = usize::from(self.size.1);
        match (&mut self.overlay, input) {
            (Some(Overlay::Help(top) | Overlay::Text { top, .. }), input) => match input {
                Input::Go(Direction::Up) => *top = top.saturating_sub(1),
                Input::Go(Direction::Down) => *top += 1,
                Input::Page(Direction::Up) => *top = top.saturating_sub(rows / 2),
                Input::Page(Direction::Down) => *top += rows / 2,
                Input::First => *top = 0,
                Input::Press | Input::Back | Input::Switch | Input::Letter('q') => {
                    self.overlay = None;
                }
                _ => {}
            },
            (Some(Overlay::Menu(menu)), input) => {
                let count = menu.items.len().max(1);
                match input {
                    Input::Go(Direction::Up | Direction::Left) => {
                        menu.chosen = (menu.chosen + count - 1) % count;
                    }
                    Input::Go(Direction::Down | Direction::Right) | Input::Switch => {
                        menu.chosen = (menu.chosen + 1) % count;
                    }
                    Input::Back => self.overlay = None,
                    Input::Press => {
                        let act = menu.items.get(menu.chosen).map(|item| item.act.clone());
                        self.act(act.unwrap_or(Act::Stay), effects);
                    }
                    Input::Letter(letter) => {
                        let key = |item: &&super::model::Item| item.key == Some(letter);
                        if let Some(act) = menu.items.iter().find(key).map(|i| i.act.clone()) {
                            self.act(act, effects);
                        }
                    }
                    _ => {}
                }
            }
            (None, _) => {}
        }
        self.keep_scroll_in_bounds();
    }

    /// A text is not scrolled beyond its end.
    fn keep_scroll_in_bounds(&mut self) {
        let most = super::paint::furthest_scroll(self);
        if let Some(Overlay::Help(top) | Overlay::Text { top, .. }) = &mut self.overlay {
            *top = (*top).min(most);
        }
    }

    pub(super) fn take_at_home(&mut self, input: Input, effects: &mut Vec<Effect>) {
        let chance = self.draw_seed();
        let Stage::Home(home) = &mut self.stage else { return };
        match input {
            Input::Go(Direction::Left | Direction::Right) if home.is_writing() => {}
            Input::Go(direction) => home.go(direction),
            Input::Switch => home.go(Direction::Down),
            Input::Letter('q') if !home.is_writing() => effects.push(Effect::Leave),
            Input::Letter('x') | Input::Erase if home.chosen().is_some() => {
                self.overlay = Some(menus::game_deletion(self));
            }
            Input::Letter('A') if home.list.is_some() => {
                let pressed = home.open_chosen(true);
                self.pressed_at_home(pressed, effects);
            }
            Input::Letter(letter) if home.is_writing() => home.add(letter),
            Input::Paste(text) if home.is_writing() => {
                text.chars().for_each(|letter| home.add(letter));
            }
            Input::Erase if home.is_writing() => home.erase(false),
            Input::EraseAll if home.is_writing() => home.erase(true),
            Input::Back if home.list.is_some() => home.list = None,
            Input::Back if home.is_writing() => home.go(Direction::Up),
            Input::Press => {
                let pressed = home.press(chance);
                self.pressed_at_home(pressed, effects);
            }
            _ => {}
        }
    }

    fn pressed_at_home(&mut self, pressed: Pressed, effects: &mut Vec<Effect>) {
        let language = self.language;
        match pressed {
            Pressed::Nothing => {}
            Pressed::List => effects.push(Effect::List),
            Pressed::Open(name) => effects.push(Effect::Open(name)),
            Pressed::Begin(options) => {
                let seed = self.draw_seed();
                if let Stage::Home(home) = &self.stage {
                    let choices = home.remembered();
                    self.choices = Some(choices.clone());
                    effects.push(Effect::Remember(choices));
                }
                if let Err(error) = self.start(&options, seed)
                    && let Stage::Home(home) = &mut self.stage
                {
                    home.message = sentence(&error.text(language));
                }
            }
        }
    }

    fn take_in_game(&mut self, input: Input, effects: &mut Vec<Effect>) {
        let now = self.now;
        let Some(play) = self.play_mut() else { return };
        match (play.focus, input) {
            (Focus::Line, Input::Press) => {
                let line = play.take_line();
                self.line(&line, effects);
            }
            (_, Input::Back) => self.back(),
            (Focus::Line, input) => play.edit_line(input),
            (Focus::Moves, Input::Go(direction)) => play.look(match direction {
                Direction::Up => -2,
                Direction::Left => -1,
                Direction::Right => 1,
                Direction::Down => 2,
            }),
            (Focus::Moves, Input::Switch | Input::Press) => play.focus = Focus::Board,
            (Focus::Board, Input::Switch) => play.focus = Focus::Moves,
            (_, Input::First) => play.look_at(0),
            (_, Input::Last) => play.past = None,
            (_, Input::Page(Direction::Up)) => play.look(-1),
            (_, Input::Page(Direction::Down)) => play.look(1),
            (Focus::Board, Input::Go(direction)) => play.go(direction, 1),
            (Focus::Board, Input::Press) => {
                let pointed = play.point(play.cursor, now);
                self.pointed(pointed);
            }
            (_, Input::Letter(letter)) => play.write(Some(letter)),
            (_, input @ Input::Paste(_)) => {
                play.write(None);
                play.edit_line(input);
            }
            _ => {}
        }
    }

    /// Escape gives something up; where there is nothing, it opens the menu.
    fn back(&mut self) {
        if self.play_mut().is_some_and(|play| !play.give_up()) {
            self.overlay = menus::game_menu(self);
        }
    }

    /// A line that was written. A few words concern the screen and not the table.
    fn line(&mut self, line: &str, effects: &mut Vec<Effect>) {
        let now = self.now;
        let Some(play) = self.play_mut() else { return };
        play.message.clear();
        match command::read(line) {
            Command::Help => self.act(Act::Help, effects),
            Command::Quit => self.act(Act::Quit, effects),
            Command::Games | Command::Continue(_) => {
                self.act(Act::Home, effects);
                if let Stage::Home(home) = &mut self.stage {
                    home.list = Some(0);
                }
            }
            Command::Nothing | Command::Board | Command::Quiet => {}
            Command::New => self.act(Act::New, effects),
            Command::Rematch => self.act(Act::Rematch, effects),
            _ if play.has_to_wait(line) => play.wait(Waiting::Text(line.trim().to_owned())),
            command => play.session.obey_written(command, now),
        }
    }

    pub(super) fn pointed(&mut self, pointed: Pointed) {
        let now = self.now;
        match pointed {
            Pointed::Nothing => {}
            Pointed::Move(mv) => match &mut self.stage {
                Stage::Home(_) => {}
                Stage::Play(play) => {
                    play.message.clear();
                    play.session.obey(Command::Move(&mv), now);
                }
                Stage::Analysis(analysis) => analysis.make_move(&mv),
            },
            Pointed::Promotion(choices) => self.overlay = Some(menus::promotion(self, &choices)),
        }
    }
}

/// Is a game one in which lines were tried and nothing was played?
fn is_analysis(table: &AnyTable) -> bool {
    table.moves_played() == 0 && !table.variations().is_empty()
}
