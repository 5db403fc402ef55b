//! Choosing what to play: a form with one choice in each row, and the list of games that can be
//! continued. What there is to choose comes from [`Menu`], as on the page.

use crate::options::Options;
use crate::screen::input::Direction;
use crate::storage::{SavedGame, StorageError};
use crate::words::words;
use game::Side;
use serde_json::{Value, json};
use table::menu::{Menu, Offer};
use table::{Card, Club, Language, Player};

/// Longer than any position.
const LONGEST_TEXT: usize = 2000;

#[derive(Debug, Clone)]
pub struct Home {
    club: Club,
    language: Language,
    /// The place of the chosen game in the club.
    game: usize,
    /// The row that has the cursor.
    pub row: usize,
    /// What is chosen for each game of the club.
    settings: Vec<Settings>,
    /// The list of games that can be continued, when it is open: the one that has the cursor.
    pub list: Option<usize>,
    /// The games that can be continued, or why they are not known.
    pub saved: Result<Vec<SavedGame>, StorageError>,
    /// Is the game that is being read to be looked at, and not to be continued?
    pub(super) analyse: bool,
    pub message: String,
    /// Has anything been chosen here? Then what was chosen last time is of no use any more.
    touched: bool,
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
    extras: Vec<usize>,
}

/// What a row of the form chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    Game,
    /// Who plays against whom.
    Who,
    /// The colour of a person against a computer.
    Side,
    /// The computer on the other side.
    Opponent,
    /// The computers that play each other.
    White,
    Black,
    Clock,
    Start,
    /// A start in the notation of the game.
    OwnStart,
    /// What else can be chosen about the start, by its place in the menu.
    Extra(usize),
    /// The button that begins.
    Begin,
    /// The list of games that can be continued.
    Continue,
}

/// A row of the form.
#[derive(Debug, Clone)]
pub struct Row {
    pub field: Field,
    pub label: &'static str,
    pub options: Vec<String>,
    /// The place of the chosen option.
    pub chosen: usize,
}

/// What came of pressing something on the first screen.
#[derive(Debug, Clone)]
pub enum Pressed {
    /// Nothing outside the form.
    Nothing,
    /// A game is to begin.
    Begin(Box<Options>),
    /// The list is wanted.
    List,
    /// This saved game is to be read.
    Open(String),
}

impl Home {
    /// The form, with what is known already.
    pub fn new(club: Club, options: &Options, language: Language) -> Home {
        let usual = |card: &&'static dyn Card| {
            let menu = Menu::of(*card, language);
            Settings {
                opponent: menu.usual,
                white: menu.usual,
                black: menu.usual,
                extras: vec![0; menu.extras.len()],
                ..Settings::default()
            }
        };
        let mut home = Home {
            club,
            language,
            game: club.place_of(options.card(club)),
            row: usize::from(options.game.is_some()),
            settings: club.cards().iter().map(usual).collect(),
            list: None,
            saved: Ok(Vec::new()),
            analyse: false,
            message: String::new(),
            touched: options.position.is_some()
                || options.level.is_some()
                || options.clock.is_some(),
        };
        home.fill_in(options);
        home
    }

    /// What the command line has given.
    fn fill_in(&mut self, options: &Options) {
        let menu = self.menu();
        let settings = &mut self.settings[self.game];
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

    /// What is chosen, for the next time: values and not places, which another version may number otherwise.
    pub fn remembered(&self) -> String {
        let of = |(card, settings): (&&'static dyn Card, &Settings)| {
            let menu = Menu::of(*card, self.language);
            let value = |offers: &[Offer], place: usize| {
                offers.get(place).map(|offer| offer.value.clone()).unwrap_or_default()
            };
            let extras = menu.extras.iter().zip(&settings.extras);
            let own = (settings.start == menu.starts.len()).then_some(&settings.own_start);
            let kept = json!({
                "who": settings.who,
                "side": settings.side,
                "opponent": value(&menu.computers, settings.opponent),
                "white": value(&menu.computers, settings.white),
                "black": value(&menu.computers, settings.black),
                "clock": value(&menu.clocks, settings.clock),
                "start": value(&menu.starts, settings.start),
                "own_start": own,
                "extras": extras.map(|(extra, &at)| value(&extra.offers, at)).collect::<Vec<_>>(),
            });
            (card.name().to_owned(), kept)
        };
        let games: serde_json::Map<_, _> =
            self.club.cards().iter().zip(&self.settings).map(of).collect();
        json!({ "game": self.card().name(), "games": games }).to_string()
    }

    /// What was chosen last time, unless something has been chosen already.
    pub fn recall(&mut self, remembered: &str) {
        if self.touched {
            return;
        }
        let kept: Value = serde_json::from_str(remembered).unwrap_or_default();
        let card = kept["game"].as_str().and_then(|name| self.club.card(name));
        // On the command line a game was named.
        if let Some(card) = card.filter(|_| self.row == 0) {
            self.game = self.club.place_of(card);
        }
        self.recall_settings(remembered);
    }

    /// The same for all but the game.
    pub fn recall_settings(&mut self, remembered: &str) {
        let kept: Value = serde_json::from_str(remembered).unwrap_or_default();
        for (card, settings) in self.club.cards().iter().zip(&mut self.settings) {
            let kept = &kept["games"][card.name()];
            let menu = Menu::of(*card, self.language);
            let place = |offers: &[Offer], value: &Value, usual: usize| {
                let known = |value: &str| offers.iter().position(|offer| offer.value == value);
                value.as_str().and_then(known).unwrap_or(usual)
            };
            let number = |value: &Value, most: usize| {
                value.as_u64().map(|number| number as usize).filter(|&n| n <= most).unwrap_or(0)
            };
            let people = if card.is_for_one() { menu.computers.len() } else { 2 };
            settings.who = number(&kept["who"], people);
            settings.side = number(&kept["side"], menu.sides.len());
            settings.opponent = place(&menu.computers, &kept["opponent"], settings.opponent);
            settings.white = place(&menu.computers, &kept["white"], settings.white);
            settings.black = place(&menu.computers, &kept["black"], settings.black);
            settings.clock = place(&menu.clocks, &kept["clock"], settings.clock);
            settings.start = place(&menu.starts, &kept["start"], settings.start);
            if let Some(own) = kept["own_start"].as_str().filter(|own| own.len() < LONGEST_TEXT) {
                settings.start = menu.starts.len();
                own.clone_into(&mut settings.own_start);
            }
            for ((extra, chosen), value) in menu
                .extras
                .iter()
                .zip(&mut settings.extras)
                .zip(kept["extras"].as_array().into_iter().flatten())
            {
                *chosen = place(&extra.offers, value, 0);
            }
        }
    }

    /// The game of the list that has the cursor.
    pub fn chosen(&self) -> Option<&SavedGame> {
        self.saved.as_ref().ok()?.get(self.list?)
    }

    pub fn card(&self) -> &'static dyn Card {
        self.club.cards()[self.game]
    }

    fn menu(&self) -> Menu {
        Menu::of(self.card(), self.language)
    }

    fn settings(&self) -> &Settings {
        &self.settings[self.game]
    }

    /// Is a text being written?
    pub fn is_writing(&self) -> bool {
        self.list.is_none() && self.fields().get(self.row) == Some(&Field::OwnStart)
    }

    /// The text of a start in the notation of the game.
    pub fn own_start(&self) -> &str {
        &self.settings().own_start
    }

    fn fields(&self) -> Vec<Field> {
        use Field::{
            Begin, Black, Clock, Continue, Extra, Game, Opponent, OwnStart, Side, Start, White, Who,
        };
        let (settings, menu) = (self.settings(), self.menu());
        let mut fields = vec![Game, Who];
        match settings.who {
            _ if self.card().is_for_one() => {}
            0 => fields.extend([Opponent, Side]),
            1 => {}
            _ => fields.extend([White, Black]),
        }
        if !menu.clocks.is_empty() {
            fields.push(Clock);
        }
        fields.push(Start);
        // A start of one's own comes behind those of the menu, and says everything.
        if settings.start == menu.starts.len() {
            fields.push(OwnStart);
        } else {
            fields.extend((0..menu.extras.len()).map(Extra));
        }
        fields.extend([Begin, Continue]);
        fields
    }

    /// The rows of the form.
    pub fn rows(&self) -> Vec<Row> {
        let menu = self.menu();
        self.fields().into_iter().map(|field| self.row(field, &menu)).collect()
    }

    fn row(&self, field: Field, menu: &Menu) -> Row {
        let (words, interface) = (words(self.language), &self.language.words().interface);
        let card = self.card().words(self.language);
        let labels = |offers: &[Offer]| offers.iter().map(Offer::told).collect();
        let settings = self.settings();
        let own = |text: &str| -> Vec<String> { vec![text.to_owned()] };
        let (label, options, chosen): (&str, Vec<String>, usize) = match field {
            Field::Game => {
                let title = |card: &&'static dyn Card| card.words(self.language).title.to_owned();
                (words.game, self.club.cards().iter().map(title).collect(), self.game)
            }
            Field::Who if self.card().is_for_one() => {
                let mut who = own(interface.play_solo);
                who.extend(menu.computers.iter().map(|offer| offer.label.clone()));
                (words.who_plays, who, settings.who)
            }
            Field::Who => {
                let who =
                    [interface.play_computer, interface.play_friend, interface.watch_computers];
                (words.who_plays, who.map(str::to_owned).into(), settings.who)
            }
            Field::Side => {
                let side = |&side: &Side| card.side(side).to_owned();
                let mut sides: Vec<String> = menu.sides.iter().map(side).collect();
                sides.push(interface.either_colour.to_owned());
                (interface.your_colour, sides, settings.side)
            }
            Field::Opponent => (interface.opponent, labels(&menu.computers), settings.opponent),
            Field::White => (card.side(Side::White), labels(&menu.computers), settings.white),
            Field::Black => (card.side(Side::Black), labels(&menu.computers), settings.black),
            Field::Clock => (interface.clock, labels(&menu.clocks), settings.clock),
            Field::Start => {
                let mut starts: Vec<String> = labels(&menu.starts);
                starts.push(card.own_start.to_owned());
                (card.start, starts, settings.start)
            }
            Field::OwnStart => ("", own(&settings.own_start), 0),
            Field::Extra(index) => match (menu.extras.get(index), settings.extras.get(index)) {
                (Some(extra), Some(&chosen)) => (extra.label, labels(&extra.offers), chosen),
                _ => ("", Vec::new(), 0),
            },
            Field::Begin => ("", own(interface.start), 0),
            Field::Continue => ("", own(interface.continue_game), 0),
        };
        Row { field, label, options, chosen }
    }

    /// Moves the cursor, or changes what is chosen in its row.
    pub(super) fn go(&mut self, direction: Direction) {
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
            Direction::Left => self.step(self.row, false),
            Direction::Right => self.step(self.row, true),
        }
    }

    /// The next or the former choice of a row. Behind the last comes the first.
    pub(super) fn step(&mut self, row: usize, forward: bool) {
        let rows = self.rows();
        let Some(row) = rows.get(row).filter(|row| row.options.len() > 1) else { return };
        let count = row.options.len();
        let chosen = if forward { row.chosen + 1 } else { row.chosen + count - 1 } % count;
        self.choose(row.field, chosen);
    }

    pub(super) fn choose(&mut self, field: Field, chosen: usize) {
        self.message.clear();
        self.touched = true;
        let settings = &mut self.settings[self.game];
        match field {
            Field::Game => self.game = chosen.min(self.club.cards().len() - 1),
            Field::Who => settings.who = chosen,
            Field::Side => settings.side = chosen,
            Field::Opponent => settings.opponent = chosen,
            Field::White => settings.white = chosen,
            Field::Black => settings.black = chosen,
            Field::Clock => settings.clock = chosen,
            Field::Start => settings.start = chosen,
            Field::Extra(index) => {
                settings.extras.get_mut(index).into_iter().for_each(|extra| *extra = chosen);
            }
            Field::OwnStart | Field::Begin | Field::Continue => {}
        }
    }

    /// Puts the cursor on a row.
    pub(super) fn go_to(&mut self, field: Field) {
        self.row = self.fields().iter().position(|each| *each == field).unwrap_or(self.row);
    }

    /// One more letter of the text.
    pub(super) fn add(&mut self, letter: char) {
        self.touched = true;
        let text = &mut self.settings[self.game].own_start;
        if text.len() < LONGEST_TEXT && !letter.is_control() {
            text.push(letter);
        }
    }

    pub(super) fn erase(&mut self, all: bool) {
        let text = &mut self.settings[self.game].own_start;
        if all {
            text.clear();
        } else {
            text.pop();
        }
    }

    /// Enter: begins, or opens what the cursor is on.
    pub(super) fn press(&mut self, chance: u64) -> Pressed {
        if self.list.is_some() {
            return self.open_chosen(false);
        }
        match self.fields().get(self.row) {
            Some(Field::Continue) => {
                self.list = Some(0);
                Pressed::List
            }
            _ => Pressed::Begin(Box::new(self.options(chance))),
        }
    }

    /// Opens the game of the list that has the cursor: to be continued, or to be looked at.
    pub(super) fn open_chosen(&mut self, analyse: bool) -> Pressed {
        self.analyse = analyse;
        self.chosen().map_or(Pressed::Nothing, |game| Pressed::Open(game.name.clone()))
    }

    /// The text of the start, the words of the extras behind it.
    fn start(&self, menu: &Menu) -> Option<String> {
        let settings = self.settings();
        let mut parts = Vec::new();
        if let Some(start) = menu.starts.get(settings.start) {
            let extras = menu.extras.iter().zip(&settings.extras);
            let chosen = extras.filter_map(|(extra, &chosen)| extra.offers.get(chosen));
            parts.push(start.value.as_str());
            parts.extend(chosen.map(|offer| offer.value.as_str()));
        } else {
            parts.push(settings.own_start.trim());
        }
        parts.retain(|part| !part.is_empty());
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    /// The game that is chosen. Chance decides where that is left to it.
    pub fn options(&self, chance: u64) -> Options {
        let (menu, settings) = (self.menu(), self.settings());
        let computer = |index: usize| -> Option<Player> {
            menu.computers.get(index).and_then(|offer| offer.value.parse().ok())
        };
        let mut options = Options { game: Some(self.card()), ..Options::default() };
        let start = self.start(&menu);
        if self.card().is_for_one() {
            options.player = settings.who.checked_sub(1).and_then(computer);
            let listed = settings.start < menu.starts.len();
            options.level = if listed { start } else { Some(start.unwrap_or_default()) };
            return options;
        }
        options.position = start;
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
    use games::CLUB;

    fn home() -> Home {
        Home::new(CLUB, &Options::default(), Language::English)
    }

    #[test]
    fn enter_alone_begins_the_first_game_against_the_usual_computer_with_the_first_move() {
        let Pressed::Begin(options) = home().press(0) else { panic!() };
        assert_eq!(options.game, Some(CLUB.cards()[0]));
        assert_eq!(options.white, Some(Player::Human));
        assert_eq!(options.black, Some(Player::Level(4)));
    }

    #[test]
    fn what_was_chosen_is_there_the_next_time_and_a_damaged_memory_is_no_harm() {
        let mut first = home();
        first.choose(Field::Game, 3);
        first.choose(Field::Start, 2);
        first.choose(Field::Game, 0);
        first.choose(Field::Who, 0);
        first.choose(Field::Opponent, 6);
        first.choose(Field::Side, 1);
        first.choose(Field::Clock, 2);
        let kept = first.remembered();
        let mut next = home();
        next.recall(&kept);
        let options = |home: &Home| format!("{:?}", home.options(0));
        assert_eq!(options(&next), options(&first));
        assert_eq!(next.remembered(), kept);
        // A game that was named on the command line stays.
        let mines = CLUB.card("mines");
        let named = Options { game: mines, ..Options::default() };
        let mut named = Home::new(CLUB, &named, Language::Spanish);
        named.recall(&kept);
        assert_eq!(Some(named.card()), mines);
        for damaged in ["", "{", "[]", "{\"game\": 7, \"games\": {\"chess\": {\"who\": 99}}}"] {
            let mut home = home();
            home.recall(damaged);
            assert_eq!(options(&home), options(&self::home()), "{damaged}");
        }
        let mut touched = home();
        touched.choose(Field::Who, 1);
        touched.recall(&kept);
        assert_eq!(touched.settings().who, 1);
    }

    #[test]
    fn every_choice_of_every_game_is_a_game_that_the_table_takes() {
        let mut home = home();
        for (place, card) in CLUB.cards().iter().enumerate() {
            home.choose(Field::Game, place);
            for row in home.rows().into_iter().skip(1) {
                for option in 0..row.options.len() {
                    home.choose(row.field, option);
                    let options = home.options(1 << 32);
                    let own = home.fields().contains(&Field::OwnStart);
                    let started =
                        card.start(options.position.as_deref().or(options.level.as_deref()), 1);
                    let expected = !own || !card.is_for_one();
                    assert_eq!(started.is_ok(), expected, "{card:?} {row:?} {option}");
                }
                home.choose(row.field, row.chosen);
            }
        }
    }

    #[test]
    fn the_colour_can_be_left_to_chance() {
        let mut home = home();
        home.choose(Field::Side, 2);
        let white = |chance| home.options(chance).white == Some(Player::Human);
        assert_eq!([white(0), white(1 << 32)], [true, false]);
    }

    #[test]
    fn going_down_comes_round_and_going_right_changes_the_choice() {
        let mut home = home();
        for _ in 0..home.rows().len() {
            home.go(Direction::Down);
        }
        assert_eq!(home.row, 0);
        home.go(Direction::Left);
        assert_eq!(Some(&home.card()), CLUB.cards().last());
        home.go(Direction::Right);
        assert_eq!(Some(&home.card()), CLUB.cards().first());
    }

    #[test]
    fn a_level_of_ones_own_is_written_in_its_row() {
        let mut home = home();
        let mines = CLUB.card("mines").unwrap();
        home.choose(Field::Game, CLUB.place_of(mines));
        home.choose(Field::Start, mines.starts(Language::English).len());
        home.go_to(Field::OwnStart);
        assert!(home.is_writing());
        "12x10/15".chars().for_each(|letter| home.add(letter));
        let started = home.options(0).started(CLUB, 5, 0).unwrap();
        assert_eq!(started.start, "m1-12x10x15-s-5");
    }
}
