//! What follows from an input: a new model, and what is to be done outside.

use crate::options::OptionsError;
use crate::screen::home::{Home, Pressed};
use crate::screen::input::{Act, Direction, Input};
use crate::screen::keeper::News;
use crate::screen::menus;
use crate::screen::model::{Beginning, Effect, Model, Overlay, Question, Stage};
use crate::screen::playing::{Focus, Play, Pointed, Waiting};
use crate::session::{Manner, Session, Turning};
use crate::{Options, Questions};
use game::Side;
use table::scene::Control;
use table::{AnyTable, Event, GameName, Millis};

/// The first model, and what is to be done first: the first screen, or a game at once where
/// everything was said already.
pub fn begin(beginning: Beginning, now: Millis) -> Result<(Model, Vec<Effect>), OptionsError> {
    let Beginning { options, look, language, size, keep_still, seed, run } = beginning;
    let home = Box::new(Home::new(&options, language.words()));
    let mut model = Model {
        look,
        language,
        size,
        now,
        stage: Stage::Home(home),
        overlay: None,
        task: None,
        unkept: None,
        names: (run, 0),
        seed,
        keep_still,
        last_ticket: 0,
    };
    let mut effects = vec![Effect::List];
    if Questions::new(options.clone()).text().is_none() {
        model.start(&options, seed)?;
        effects.extend(model.settle());
    }
    Ok((model, effects))
}

/// What follows from an input.
pub fn update(mut model: Model, input: Input, now: Millis) -> (Model, Vec<Effect>) {
    model.now = now;
    let mut effects = Vec::new();
    let turn = model.play().and_then(|play| play.session.table().turn());
    model.take(input, &mut effects);
    model.follow(turn);
    effects.extend(model.settle());
    (model, effects)
}

impl Model {
    fn take(&mut self, input: Input, effects: &mut Vec<Effect>) {
        match input {
            Input::Time => self.time_passes(),
            Input::Resized(columns, rows) => self.size = (columns, rows),
            Input::Thought { ticket, thought } => self.thought(ticket, thought),
            Input::Written { file, result } => {
                if let Some(play) = self.play_mut() {
                    play.session.saved(&file, result);
                }
            }
            Input::Read { file, text } => {
                let now = self.now;
                if let Some(play) = self.play_mut() {
                    play.session.loaded(&file, text, now);
                }
            }
            Input::News(news) => self.news(news),
            Input::Act(act) => self.act(act, effects),
            Input::Point { gesture, column, row } => self.point(gesture, column, row, effects),
            input if self.overlay.is_some() => self.take_on_top(input, effects),
            input => match self.stage {
                Stage::Home(_) => self.take_at_home(input, effects),
                Stage::Play(_) => self.take_in_game(input, effects),
            },
        }
    }

    /// Begins a game on the screen.
    fn start(&mut self, options: &Options, seed: u64) -> Result<(), OptionsError> {
        let started = options.started(seed, self.now)?;
        let table = AnyTable::open(&started).map_err(|e| OptionsError::Start(e.to_string()))?;
        let name = self.draw_name();
        self.put_on_the_table(table, seed, self.now, name, 0);
        Ok(())
    }

    /// A game comes onto the screen. At its table it is `there`.
    fn put_on_the_table(
        &mut self,
        table: AnyTable,
        seed: u64,
        there: Millis,
        name: String,
        kept: u64,
    ) {
        let turning = if self.keep_still { Turning::Still(Side::White) } else { Turning::ByItself };
        let manner = Manner {
            look: self.look,
            turning,
            interactive: true,
            in_view: true,
            language: self.language,
        };
        let session = Session::at(table, manner, seed, there, self.now);
        self.overlay = None;
        self.stage = Stage::Play(Box::new(Play::new(session, name, kept)));
    }

    fn time_passes(&mut self) {
        let now = self.now;
        if let Some(play) = self.play_mut() {
            let now = play.session.time(now);
            play.session.flag_falls(now);
        }
    }

    fn thought(&mut self, ticket: u64, thought: Result<engine::Thought, engine::CannotThink>) {
        // An answer to a question that is no longer asked is no answer.
        let Some(task) = self.task.take_if(|task| task.ticket == ticket) else { return };
        let now = self.now;
        let Some(play) = self.play_mut() else { return };
        match task.question {
            Question::Move(seat) => play.session.thought(seat, thought, now),
            Question::Draw(seat) => play.session.considered(seat, thought, now),
            Question::Hint(_) => {
                let squares = thought.as_ref().map(|thought| play.squares_of(&thought.mv, now));
                play.hint = squares.unwrap_or_default();
                play.session.hinted(thought, now);
            }
        }
    }

    fn news(&mut self, news: News) {
        match news {
            News::Kept => self.unkept = None,
            News::Unkept(reason) => self.unkept = Some(reason),
            News::Listed(saved) => {
                if let Stage::Home(home) = &mut self.stage {
                    home.saved = saved;
                    let last = home.saved.as_ref().map_or(0, Vec::len).saturating_sub(1);
                    home.list = home.list.map(|at| at.min(last));
                }
            }
            News::Opened(name, events) => self.opened(name, events),
        }
    }

    /// A game from the shelf goes on at the moment at which it was left.
    fn opened(&mut self, name: String, events: Result<Vec<Event>, String>) {
        let Stage::Home(home) = &mut self.stage else { return };
        let table =
            events.and_then(|events| AnyTable::replay(&events).map_err(|error| error.to_string()));
        match table {
            Ok(table) => {
                let there = table.events().last().map_or(self.now, Event::at);
                let (seed, kept) = (self.draw_seed(), table.next());
                self.put_on_the_table(table, seed, there, name, kept);
            }
            Err(reason) => home.message = crate::telling::sentence(&reason),
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
            Act::Menu => self.overlay = menus::game_menu(self),
            act => self.act_in_game(act),
        }
    }

    /// Leaves; a game that is running is worth a question, but not a second one.
    fn quit(&mut self, effects: &mut Vec<Effect>) {
        let asked = matches!(&self.overlay, Some(Overlay::Menu(menu)) if menus::is_farewell(menu));
        let running = self.play().is_some_and(|play| !play.session.table().is_over());
        if running && !asked {
            self.overlay = Some(menus::farewell(self));
        } else {
            effects.push(Effect::Leave);
        }
    }

    fn go_home(&mut self, effects: &mut Vec<Effect>) {
        let game = self.play().map(Play::game);
        let options = Options { game, ..Options::default() };
        let mut home = Home::new(&options, self.words());
        home.row = 0;
        self.stage = Stage::Home(Box::new(home));
        effects.push(Effect::List);
    }

    fn act_in_game(&mut self, act: Act) {
        let (now, words) = (self.now, self.words());
        let Some(play) = self.play_mut() else { return };
        let mines = play.game() == GameName::Mines;
        let over = play.session.table().is_over();
        match act {
            Act::Line => play.write(None),
            Act::Undo => play.session.line("undo", now),
            Act::Flip if mines => match play.flag(now) {
                Some(line) => play.session.line(&line, now),
                None if over => {}
                None => words.screen.flags_where_closed.clone_into(&mut play.message),
            },
            Act::Flip => play.session.line("flip", now),
            Act::Hint if play.is_waiting() => {
                words.screen.not_your_turn.clone_into(&mut play.message);
            }
            Act::Hint => play.session.line("hint", now),
            Act::Mayhem => play.session.line("mayhem", now),
            Act::New => self.play_again("new"),
            Act::Rematch => self.play_again(if mines { "new" } else { "rematch" }),
            Act::Yes => play.session.line("yes", now),
            Act::No => play.session.line("no", now),
            Act::Pause => play.session.pause(),
            Act::Move(mv) => play.session.line(&mv, now),
            Act::Control(control) => self.control(control),
            _ => {}
        }
    }

    /// A game that is left in the middle can be continued, and that is worth saying.
    fn play_again(&mut self, line: &str) {
        let (now, words, kept) = (self.now, self.words(), self.unkept.is_none());
        let Some(play) = self.play_mut() else { return };
        let table = play.session.table();
        let running = !table.is_over() && table.moves_played() > 1 && kept;
        let for_two = table.players().is_for_two();
        play.session.line(line, now);
        if running && for_two && play.is_another_game() {
            words.screen.left_behind.clone_into(&mut play.message);
        }
    }

    fn control(&mut self, control: Control) {
        let now = self.now;
        let Some(play) = self.play_mut() else { return };
        let line = match control {
            Control::Resign => "resign",
            Control::OfferDraw => "draw",
            Control::AcceptDraw | Control::AllowTakeback => "yes",
            Control::DeclineDraw | Control::DeclineTakeback => "no",
            Control::ClaimDraw => "claim",
            Control::TakeBack => "undo",
            Control::Abort => return play.session.call_off(now),
            Control::Rematch => return self.play_again("rematch"),
        };
        play.session.line(line, now);
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

    /// Nobody scrolls beyond the end.
    fn keep_scroll_in_bounds(&mut self) {
        let most = super::paint::furthest_scroll(self);
        if let Some(Overlay::Help(top) | Overlay::Text { top, .. }) = &mut self.overlay {
            *top = (*top).min(most);
        }
    }

    pub(super) fn take_at_home(&mut self, input: Input, effects: &mut Vec<Effect>) {
        let words = self.words();
        let chance = self.draw_seed();
        let Stage::Home(home) = &mut self.stage else { return };
        match input {
            Input::Go(Direction::Left | Direction::Right) if home.is_writing() => {}
            Input::Go(direction) => home.go(direction, words),
            Input::Switch => home.go(Direction::Down, words),
            Input::Letter('q') if !home.is_writing() => effects.push(Effect::Leave),
            Input::Letter(letter) if home.is_writing() => home.add(letter),
            Input::Paste(text) if home.is_writing() => {
                text.chars().for_each(|letter| home.add(letter));
            }
            Input::Erase if home.is_writing() => home.erase(false),
            Input::EraseAll if home.is_writing() => home.erase(true),
            Input::Back if home.list.is_some() => home.list = None,
            Input::Back if home.is_writing() => home.go(Direction::Up, words),
            Input::Press => {
                let pressed = home.press(chance, words);
                self.pressed_at_home(pressed, effects);
            }
            _ => {}
        }
    }

    fn pressed_at_home(&mut self, pressed: Pressed, effects: &mut Vec<Effect>) {
        match pressed {
            Pressed::Nothing => {}
            Pressed::List => effects.push(Effect::List),
            Pressed::Continue(name) => effects.push(Effect::Open(name)),
            Pressed::Begin(options) => {
                let seed = self.draw_seed();
                if let Err(error) = self.start(&options, seed)
                    && let Stage::Home(home) = &mut self.stage
                {
                    home.message = crate::telling::sentence(&error.to_string());
                }
            }
        }
    }

    fn take_in_game(&mut self, input: Input, effects: &mut Vec<Effect>) {
        let now = self.now;
        let Some(play) = self.play_mut() else { return };
        match (play.focus, input) {
            (Focus::Line, Input::Letter(letter)) => play.add(letter),
            (Focus::Line, Input::Paste(text)) => text.chars().for_each(|c| play.add(c)),
            (Focus::Line, Input::Erase) if play.line.is_empty() => {
                play.give_up();
            }
            (Focus::Line, Input::Erase) => {
                play.line.pop();
            }
            (Focus::Line, Input::EraseAll) => play.line.clear(),
            (Focus::Line, Input::Go(to @ (Direction::Up | Direction::Down))) => play.recall(to),
            (Focus::Line, Input::Press) => {
                let line = play.take_line();
                self.line(&line, effects);
            }
            (_, Input::Back) => self.back(),
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
            (_, Input::Paste(text)) => {
                play.write(None);
                text.chars().for_each(|letter| play.add(letter));
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
        use crate::command::{Command, read};
        let now = self.now;
        let Some(play) = self.play_mut() else { return };
        play.message.clear();
        match read(line) {
            Command::Help => self.act(Act::Help, effects),
            Command::Quit => self.act(Act::Quit, effects),
            Command::Nothing | Command::Board => {}
            _ if play.has_to_wait(line) => play.wait(Waiting::Text(line.trim().to_owned())),
            _ => play.session.line(line, now),
        }
    }

    pub(super) fn pointed(&mut self, pointed: Pointed) {
        let now = self.now;
        match pointed {
            Pointed::Nothing => {}
            Pointed::Move(mv) => {
                if let Some(play) = self.play_mut() {
                    play.message.clear();
                    play.session.line(&mv, now);
                }
            }
            Pointed::Promotion(choices) => self.overlay = Some(menus::promotion(self, &choices)),
        }
    }
}
