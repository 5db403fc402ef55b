//! Choosing what to play: a form with one choice in each row, and the list of games that can be
//! continued. What there is to choose comes from [`Menu`], as on the page.

use crate::options::Options;
use crate::screen::input::Direction;
use crate::screen::keeper::Saved;
use game::Side;
use table::menu::{Menu, Offer};
use table::{GameName, Player, Words};

/// Longer than any position.
const LONGEST_TEXT: usize = 2000;

/// The first screen.
#[derive(Debug, Clone)]
pub struct Home {
    /// The game that is chosen.
    pub game: GameName,
    /// The row that has the cursor.
    pub row: usize,
    /// What is chosen for each game.
    settings: [Settings; 4],
    /// The list of games that can be continued, when it is open: the one that has the cursor.
    pub list: Option<usize>,
    /// The games that can be continued, or why they are not known.
    pub saved: Result<Vec<Saved>, String>,
    /// What is to be said.
    pub message: String,
}

/// What is chosen for a game. Every number is a place in its menu.
#[derive(Debug, Clone, Default)]
struct Settings {
    who: usize,
    side: usize,
    opponent: usize,
    white: usize,
    black: usize,
    clock: usize,
    start: usize,
    own_start: String,
    first_click: usize,
    no_guess: bool,
}

/// What a row of the form chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The game.
    Game,
    /// Who plays against whom.
    Who,
    /// The colour.
    Side,
    /// The computer on the other side.
    Opponent,
    /// The computer with the white pieces.
    White,
    /// The computer with the black pieces.
    Black,
    /// The clock.
    Clock,
    /// Where it starts, or the level.
    Start,
    /// A start in one's own words.
    OwnStart,
    /// What the first click is promised.
    FirstClick,
    /// A board that needs no guess.
    NoGuess,
    /// Go.
    Begin,
    /// The list of games that can be continued.
    Continue,
}

/// A row of the form.
#[derive(Debug, Clone)]
pub struct Row {
    /// What it chooses.
    pub field: Field,
    /// What that is called.
    pub label: &'static str,
    /// What there is to choose from.
    pub options: Vec<String>,
    /// What is chosen.
    pub chosen: usize,
}

/// What came of pressing something on the first screen.
#[derive(Debug, Clone)]
pub enum Pressed {
    /// Nothing that concerns anybody else.
    Nothing,
    /// A game is to begin.
    Begin(Box<Options>),
    /// The list is wanted.
    List,
    /// This game is to be continued.
    Continue(String),
}

impl Home {
    /// The form, with what is known already.
    pub fn new(options: &Options, words: &Words) -> Home {
        let usual = |game| {
            let menu = Menu::of(game, words);
            Settings {
                opponent: menu.usual,
                white: menu.usual,
                black: menu.usual,
                ..Settings::default()
            }
        };
        let mut home = Home {
            game: options.game.unwrap_or(GameName::Chess),
            row: 0,
            settings: GameName::ALL.map(usual),
            list: None,
            saved: Ok(Vec::new()),
            message: String::new(),
        };
        home.fill_in(options, words);
        home.row = usize::from(options.game.is_some());
        home
    }

    /// What the command line has said.
    fn fill_in(&mut self, options: &Options, words: &Words) {
        let menu = Menu::of(self.game, words);
        let settings = self.settings_mut();
        if let Some(clock) = options.clock {
            let clock = clock.to_string();
            settings.clock = menu.clocks.iter().position(|c| c.value == clock).unwrap_or_default();
        }
        if let Some(text) = options.position.as_ref().or(options.level.as_ref()) {
            let known = menu.starts.iter().position(|start| start.value == *text);
            settings.start = known.unwrap_or(menu.starts.len());
            settings.own_start.clone_from(text);
        }
    }

    fn settings(&self) -> &Settings {
        &self.settings[self.game as usize]
    }

    fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings[self.game as usize]
    }

    /// Is a text being written?
    pub fn is_writing(&self) -> bool {
        self.list.is_none() && self.fields().get(self.row) == Some(&Field::OwnStart)
    }

    /// The text of a start in one's own words.
    pub fn own_start(&self) -> &str {
        &self.settings().own_start
    }

    fn fields(&self) -> Vec<Field> {
        use Field::{
            Begin, Black, Clock, Continue, FirstClick, Game, NoGuess, Opponent, OwnStart, Side,
            Start, White, Who,
        };
        let settings = self.settings();
        let mut fields = vec![Game, Who];
        match (self.game, settings.who) {
            (GameName::Mines, _) | (_, 1) => {}
            (_, 0) => fields.extend([Opponent, Side]),
            _ => fields.extend([White, Black]),
        }
        if self.game != GameName::Mines {
            fields.push(Clock);
        }
        fields.push(Start);
        if settings.start == self.starts() {
            fields.push(OwnStart);
        } else if self.game == GameName::Mines {
            fields.extend([FirstClick, NoGuess]);
        }
        fields.extend([Begin, Continue]);
        fields
    }

    /// How many starts the menu has; one's own comes behind them.
    fn starts(&self) -> usize {
        Menu::of(self.game, table::Language::English.words()).starts.len()
    }

    /// The rows of the form.
    pub fn rows(&self, words: &Words) -> Vec<Row> {
        let menu = Menu::of(self.game, words);
        self.fields().into_iter().map(|field| self.row(field, &menu, words)).collect()
    }

    fn row(&self, field: Field, menu: &Menu, words: &Words) -> Row {
        let (interface, screen) = (&words.interface, &words.screen);
        let labels = |offers: &[Offer]| offers.iter().map(|offer| offer.label.clone()).collect();
        let settings = self.settings();
        let own = |text: &str| -> Vec<String> { vec![text.to_owned()] };
        let solo = self.game == GameName::Mines;
        let (label, options, chosen): (&str, Vec<String>, usize) = match field {
            Field::Game => {
                let names = GameName::ALL.map(|game| words.game(game).to_owned());
                (screen.game, names.into(), self.game as usize)
            }
            Field::Who if solo => {
                let mut who = own(interface.play_solo);
                who.extend(menu.computers.iter().map(|offer| offer.label.clone()));
                (screen.who_plays, who, settings.who)
            }
            Field::Who => {
                let who =
                    [interface.play_computer, interface.play_friend, interface.watch_computers];
                (screen.who_plays, who.map(str::to_owned).into(), settings.who)
            }
            Field::Side => {
                let side = |&side: &Side| words.side(side).to_owned();
                let mut sides: Vec<String> = menu.sides.iter().map(side).collect();
                sides.push(interface.either_colour.to_owned());
                (interface.your_colour, sides, settings.side)
            }
            Field::Opponent => (interface.opponent, labels(&menu.computers), settings.opponent),
            Field::White => (words.white, labels(&menu.computers), settings.white),
            Field::Black => (words.black, labels(&menu.computers), settings.black),
            Field::Clock => (interface.clock, labels(&menu.clocks), settings.clock),
            Field::Start => {
                let mut starts: Vec<String> = labels(&menu.starts);
                starts.push(
                    (if solo { interface.own_level } else { interface.own_position }).to_owned(),
                );
                let label = if solo { interface.level } else { interface.position };
                (label, starts, settings.start)
            }
            Field::OwnStart => ("", own(&settings.own_start), 0),
            Field::FirstClick => {
                (interface.first_click, labels(&menu.first_clicks), settings.first_click)
            }
            Field::NoGuess => {
                let answers = vec![screen.no.to_owned(), screen.yes.to_owned()];
                (interface.no_guess, answers, usize::from(settings.no_guess))
            }
            Field::Begin => ("", own(interface.start), 0),
            Field::Continue => ("", own(interface.continue_game), 0),
        };
        Row { field, label, options, chosen }
    }

    /// Moves the cursor, or changes what is chosen in its row.
    pub(super) fn go(&mut self, direction: Direction, words: &Words) {
        if let Some(at) = self.list {
            let last = self.saved.as_ref().map_or(0, Vec::len).saturating_sub(1);
            self.list = Some(match direction {
                Direction::Up => at.saturating_sub(1),
                Direction::Down => (at + 1).min(last),
                Direction::Left | Direction::Right => at,
            });
            return;
        }
        let last = self.fields().len() - 1;
        match direction {
            Direction::Up => self.row = self.row.checked_sub(1).unwrap_or(last),
            Direction::Down => self.row = if self.row == last { 0 } else { self.row + 1 },
            Direction::Left => self.step(self.row, false, words),
            Direction::Right => self.step(self.row, true, words),
        }
    }

    /// The next or the former choice of a row. Behind the last comes the first.
    pub(super) fn step(&mut self, row: usize, forward: bool, words: &Words) {
        let rows = self.rows(words);
        let Some(row) = rows.get(row).filter(|row| row.options.len() > 1) else { return };
        let count = row.options.len();
        let chosen = if forward { row.chosen + 1 } else { row.chosen + count - 1 } % count;
        self.choose(row.field, chosen);
    }

    /// Chooses something.
    pub(super) fn choose(&mut self, field: Field, chosen: usize) {
        self.message.clear();
        if field == Field::Game {
            self.game = GameName::ALL[chosen.min(GameName::ALL.len() - 1)];
            return;
        }
        let settings = self.settings_mut();
        match field {
            Field::Who => settings.who = chosen,
            Field::Side => settings.side = chosen,
            Field::Opponent => settings.opponent = chosen,
            Field::White => settings.white = chosen,
            Field::Black => settings.black = chosen,
            Field::Clock => settings.clock = chosen,
            Field::Start => settings.start = chosen,
            Field::FirstClick => settings.first_click = chosen,
            Field::NoGuess => settings.no_guess = chosen == 1,
            Field::Game | Field::OwnStart | Field::Begin | Field::Continue => {}
        }
    }

    /// Puts the cursor on a row.
    pub(super) fn go_to(&mut self, field: Field) {
        self.row = self.fields().iter().position(|each| *each == field).unwrap_or(self.row);
    }

    /// One more letter of the text.
    pub(super) fn add(&mut self, letter: char) {
        let text = &mut self.settings_mut().own_start;
        if text.len() < LONGEST_TEXT && !letter.is_control() {
            text.push(letter);
        }
    }

    /// One letter less.
    pub(super) fn erase(&mut self, all: bool) {
        let text = &mut self.settings_mut().own_start;
        if all {
            text.clear();
        } else {
            text.pop();
        }
    }

    /// Enter: begins, or opens what the cursor is on.
    pub(super) fn press(&mut self, chance: u64, words: &Words) -> Pressed {
        if let Some(at) = self.list {
            let game = self.saved.as_ref().ok().and_then(|games| games.get(at));
            return game.map_or(Pressed::Nothing, |game| Pressed::Continue(game.name.clone()));
        }
        match self.fields().get(self.row) {
            Some(Field::Continue) => {
                self.list = Some(0);
                Pressed::List
            }
            _ => Pressed::Begin(Box::new(self.options(chance, words))),
        }
    }

    /// The game that is chosen. Chance decides where that is left to it.
    pub fn options(&self, chance: u64, words: &Words) -> Options {
        let menu = Menu::of(self.game, words);
        let settings = self.settings();
        let computer = |index: usize| -> Option<Player> {
            menu.computers.get(index).and_then(|offer| offer.value.parse().ok())
        };
        let mut options = Options { game: Some(self.game), ..Options::default() };
        let own = settings.own_start.trim();
        let start = menu.starts.get(settings.start).map_or(own, |offer| offer.value.as_str());
        if self.game == GameName::Mines {
            options.player = settings.who.checked_sub(1).and_then(computer);
            let click = menu.first_clicks.get(settings.first_click);
            let click = click.map(|offer| offer.value.as_str()).unwrap_or_default();
            let guess = if settings.no_guess { " no-guess" } else { "" };
            let listed = settings.start < menu.starts.len();
            let level = if listed { format!("{start} {click}{guess}") } else { start.to_owned() };
            options.level = Some(level);
            return options;
        }
        options.position = (!start.is_empty()).then(|| start.to_owned());
        let clock = menu.clocks.get(settings.clock);
        options.clock = clock.and_then(|offer| offer.value.parse().ok());
        (options.white, options.black) = match settings.who {
            0 => {
                let drawn = menu.sides.get((chance >> 32) as usize % 2);
                let side = menu.sides.get(settings.side).or(drawn).copied();
                let (person, computer) = (Some(Player::Human), computer(settings.opponent));
                if side == Some(Side::White) { (person, computer) } else { (computer, person) }
            }
            1 => (Some(Player::Human), Some(Player::Human)),
            _ => (computer(settings.white), computer(settings.black)),
        };
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Language;

    fn home() -> (Home, &'static Words) {
        let words = Language::English.words();
        (Home::new(&Options::default(), words), words)
    }

    #[test]
    fn enter_alone_begins_chess_against_the_usual_computer_with_the_first_move() {
        let (mut home, words) = home();
        let Pressed::Begin(options) = home.press(0, words) else { panic!() };
        assert_eq!(options.game, Some(GameName::Chess));
        assert_eq!(options.white, Some(Player::Human));
        assert_eq!(options.black, Some(Player::Level(4)));
    }

    #[test]
    fn every_choice_of_every_game_is_a_game_that_the_table_takes() {
        let (mut home, words) = home();
        for game in GameName::ALL {
            home.choose(Field::Game, game as usize);
            for row in home.rows(words).into_iter().skip(1) {
                for option in 0..row.options.len() {
                    home.choose(row.field, option);
                    let options = home.options(1 << 32, words);
                    let own = home.fields().contains(&Field::OwnStart);
                    let started =
                        game.start(options.position.as_deref().or(options.level.as_deref()), 1);
                    assert_eq!(
                        started.is_ok(),
                        !own || game != GameName::Mines,
                        "{game} {row:?} {option}"
                    );
                }
                home.choose(row.field, row.chosen);
            }
        }
    }

    #[test]
    fn the_colour_can_be_left_to_chance() {
        let (mut home, words) = home();
        home.choose(Field::Side, 2);
        let white = |chance| home.options(chance, words).white == Some(Player::Human);
        assert_eq!([white(0), white(1 << 32)], [true, false]);
    }

    #[test]
    fn going_down_comes_round_and_going_right_changes_the_choice() {
        let (mut home, words) = home();
        let rows = home.rows(words).len();
        for _ in 0..rows {
            home.go(Direction::Down, words);
        }
        assert_eq!(home.row, 0);
        home.go(Direction::Left, words);
        assert_eq!(home.game, GameName::Mines);
        home.go(Direction::Right, words);
        assert_eq!(home.game, GameName::Chess);
    }

    #[test]
    fn a_level_of_ones_own_is_written_in_its_row() {
        let (mut home, words) = home();
        home.choose(Field::Game, GameName::Mines as usize);
        home.choose(Field::Start, home.starts());
        home.go_to(Field::OwnStart);
        assert!(home.is_writing());
        "12x10/15".chars().for_each(|letter| home.add(letter));
        let started = home.options(0, words).started(5, 0).unwrap();
        assert_eq!(started.start, "m1-12x10x15-s-5");
    }
}
