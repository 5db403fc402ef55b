//! A player at the keyboard.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use game::Stop;
use games::CLUB;
use players::Thinker;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use table::{AnyTable, Language, Player, Thought};
use terminal::screen::{
    Analysis, Beginning, Effect, Input, Model, Play, Question, SaveRequest, Stage, begin,
    begin_analysis, draw, read, update,
};
use terminal::{Colours, Look, Options, Orientation};

pub const UNICODE: Look = Look::of_colours(true, Colours::True);

/// A screen, and what it has asked for.
pub struct Desk {
    model: Option<Model>,
    pub effects: Vec<Effect>,
    pub now: u64,
}

pub fn options(game: &str) -> Options {
    let mut options = Options { game: CLUB.card(game), ..Options::default() };
    if game == "mines" {
        options.level = Some("beginner opening 7".to_owned());
    } else {
        (options.white, options.black) = (Some(Player::Human), Some(Player::Human));
    }
    options
}

pub fn against(white: &str, black: &str, game: &str) -> Options {
    let (white, black) = (white.parse().unwrap(), black.parse().unwrap());
    Options { game: CLUB.card(game), white: Some(white), black: Some(black), ..Options::default() }
}

fn beginning(options: Options, look: Look, language: Language, size: (u16, u16)) -> Beginning {
    Beginning {
        club: CLUB,
        options,
        look,
        language,
        size,
        orientation: Orientation::Fixed(game::Side::White),
        seed: 1,
        seeds_are_secret: true,
        run: 0xab,
    }
}

impl Desk {
    pub fn new(options: Options) -> Desk {
        Desk::with(options, UNICODE, Language::English, (80, 24))
    }

    pub fn with(options: Options, look: Look, language: Language, size: (u16, u16)) -> Desk {
        let now = 1_000_000;
        let (model, effects) = begin(beginning(options, look, language, size), now).unwrap();
        Desk { model: Some(model), effects, now }
    }

    /// Lines of a record are looked at.
    pub fn analysing(record: &str, look: Look, language: Language, size: (u16, u16)) -> Desk {
        let now = 1_000_000;
        let imported = CLUB.import(CLUB.cards()[0], record, now).unwrap();
        let beginning = beginning(Options::default(), look, language, size);
        let (model, effects) = begin_analysis(&beginning, imported, 3, now);
        Desk { model: Some(model), effects, now }
    }

    pub fn model(&self) -> &Model {
        self.model.as_ref().unwrap()
    }

    pub fn play(&self) -> &Play {
        match &self.model().stage {
            Stage::Play(play) => play,
            Stage::Home(_) | Stage::Analysis(_) => panic!("no game is on the screen"),
        }
    }

    pub fn analysis(&self) -> &Analysis {
        match &self.model().stage {
            Stage::Analysis(analysis) => analysis,
            Stage::Home(_) | Stage::Play(_) => panic!("no analysis is on the screen"),
        }
    }

    pub fn table(&self) -> &AnyTable {
        self.play().table()
    }

    pub fn moves(&self) -> Vec<String> {
        self.play().scene(self.now).moves
    }

    pub fn feed(&mut self, input: Input) {
        let (model, effects) = update(self.model.take().unwrap(), input, self.now);
        self.model = Some(model);
        self.effects.extend(effects);
    }

    fn event(&mut self, event: &Event) {
        if let Some(input) = read(event, self.model().mode()) {
            self.feed(input);
        }
    }

    pub fn key(&mut self, code: KeyCode) {
        self.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    pub fn control(&mut self, letter: char) {
        self.event(&Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)));
    }

    /// Presses keys, one for each letter; arrows are arrows, `⏎` is Enter, `⎋` Escape, `⇥` Tab.
    pub fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.key(match key {
                '⏎' => KeyCode::Enter,
                '⎋' => KeyCode::Esc,
                '⇥' => KeyCode::Tab,
                '←' => KeyCode::Left,
                '→' => KeyCode::Right,
                '↑' => KeyCode::Up,
                '↓' => KeyCode::Down,
                letter => KeyCode::Char(letter),
            });
        }
    }

    /// Writes a command.
    pub fn line(&mut self, line: &str) {
        self.keys(&format!(":{line}⏎"));
    }

    /// Does something with the mouse.
    pub fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let modifiers = KeyModifiers::NONE;
        self.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    }

    pub fn click(&mut self, place: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), place);
        self.mouse(MouseEventKind::Up(MouseButton::Left), place);
    }

    /// Where a text stands on the screen.
    pub fn find(&self, text: &str) -> (u16, u16) {
        let screen = self.screen();
        for (row, line) in screen.lines().enumerate() {
            if let Some(at) = line.find(text) {
                return (line[..at].chars().count() as u16, row as u16);
            }
        }
        panic!("{text:?} is not on the screen:\n{screen}");
    }

    /// The middle of a square of a board of eight by eight in a window of 80 by 24, white at the bottom.
    pub fn square(&self, name: &str) -> (u16, u16) {
        let letters = self.find("a   b   c   d");
        let first = self.find("8  ");
        let (column, row) = (name.as_bytes()[0] - b'a', 8 - (name.as_bytes()[1] - b'0'));
        (letters.0 + 4 * u16::from(column), first.1 + 2 * u16::from(row))
    }

    /// Where the hardware cursor is; `None` where it is hidden.
    pub fn hardware_cursor(&self) -> Option<(u16, u16)> {
        let (width, height) = self.model().size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(self.model(), frame)).unwrap();
        let backend = terminal.backend();
        let place = backend.cursor_position();
        backend.cursor_visible().then_some((place.x, place.y))
    }

    /// What is on the screen, as text.
    pub fn screen(&self) -> String {
        let (width, height) = self.model().size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(self.model(), frame)).unwrap();
        let buffer = terminal.backend().buffer();
        let mut text = String::new();
        for row in 0..height {
            let line: String = (0..width).map(|column| buffer[(column, row)].symbol()).collect();
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// The question that a computer is thinking about.
    pub fn asked(&self) -> Option<(u64, Question)> {
        self.model().task.map(|task| (task.ticket, task.question))
    }

    /// The computer says this.
    pub fn answer(&mut self, ticket: u64, mv: &str) {
        let thought = Ok(Thought { mv: mv.to_owned(), report: None, reason: None });
        self.feed(Input::Thought { ticket, thought });
    }

    /// The computer thinks, as often as it is asked.
    pub fn think(&mut self) {
        while let Some((ticket, question)) = self.asked() {
            let (table, stop) = (self.table().clone(), Stop::new());
            let thought = match question {
                Question::Move(seat) => Thinker::new().think(&table, seat, &stop),
                Question::Hint(seat) => Thinker::new().hint(&table, seat, &stop),
                Question::Draw(_) => Thinker::new().hint(&table, table.turn().unwrap(), &stop),
            };
            self.feed(Input::Thought { ticket, thought });
        }
    }

    /// What was to be kept, in order.
    pub fn kept(&self) -> Vec<&SaveRequest> {
        fn request(effect: &Effect) -> Option<&SaveRequest> {
            if let Effect::Save(request) = effect { Some(request) } else { None }
        }
        self.effects.iter().filter_map(request).collect()
    }

    pub fn has_left(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::Leave))
    }
}
