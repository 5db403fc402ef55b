//! Minesweeper: one player against the house.

mod record;
mod solver;
mod spanish;
mod survey;
mod table;
mod words;

use crate::localized;
use ::mines::{Level, Rule, Start, StartError};
use ::table::card::{
    BoardStyle, Coordinates, Drawing, Extra, Leaderboard, Kind, Matches, NumberField, OwnStart, PieceStyle,
    ShadeStyle, TypedBoards, Verbs,
};
use ::table::menu::Offer;
use ::table::scene::Piece;
use ::table::{Capabilities, Card, CardWords, Language, Localized, Playable, fill};
use game::Seat;
use words::MinesWords;

/// The rules of Minesweeper at a table.
pub struct Mines;

pub struct MinesCard;

pub const CARD: MinesCard = MinesCard;

const BOARD: BoardStyle = BoardStyle {
    turns: false,
    coordinates: Coordinates::Hidden,
    shades: &[
        ShadeStyle {
            name: "closed",
            colours: ["#cfd6da", "#3a414a"],
            themed: [["#d9ccb4", "#4a4136"], ["#c3d2de", "#35434f"], ["#cdcdcd", "#404346"]],
            ink: "var(--text)",
            mark: "light-dark(#1f6f8b, #6fc3df)",
            edge: Some(["#b3bcc2", "#4a525d"]),
            terminal: [250, 186],
            empty: ['.', '·'],
        },
        ShadeStyle {
            name: "open",
            colours: ["#f1f3f4", "#262b31"],
            themed: [["#f8f2e7", "#2b2721"], ["#f0f5f9", "#232b32"], ["#f3f3f3", "#282a2c"]],
            ink: "var(--text)",
            mark: "light-dark(#1f6f8b, #6fc3df)",
            edge: Some(["#dbe0e3", "#32383f"]),
            terminal: [255, 186],
            empty: [' ', ' '],
        },
    ],
    home_rows: false,
    narrow: true,
};

const fn digit(kind: &'static str, letter: char, ink: u8) -> PieceStyle {
    let drawing = Drawing::Digit;
    PieceStyle { kind, side: None, letters: [letter; 2], drawing, ink: Some(ink) }
}

const fn symbol(kind: &'static str, drawn: &'static str, letters: [char; 2]) -> PieceStyle {
    PieceStyle { kind, side: None, letters, drawing: Drawing::Symbol(drawn), ink: Some(31) }
}

const PIECES: [PieceStyle; 12] = [
    digit("1", '1', 94),
    digit("2", '2', 32),
    digit("3", '3', 91),
    digit("4", '4', 35),
    digit("5", '5', 33),
    digit("6", '6', 36),
    digit("7", '7', 37),
    digit("8", '8', 90),
    symbol("flag", "flag", ['F', '⚑']),
    symbol("wrong-flag", "wrong-flag", ['x', 'x']),
    symbol("mine", "mine", ['*', '*']),
    symbol("hit-mine", "hit-mine", ['X', 'X']),
];

const CAPABILITIES: Capabilities = Capabilities {
    takes_back: false,
    hidden: true,
    timed: true,
    odds: true,
    verbs: Some(Verbs {
        open: "open",
        mark: "flag",
        around: "chord",
        closed: "closed",
        marked: "flag",
        hit: "hit-mine",
    }),
    tallies_from_start: false,
    // The solver plays alike at every level: one is enough to offer.
    levels: &[10],
    engine: false,
    minimax: 0,
    uci: false,
    gtp: false,
    composed: false,
    worths: false,
    tallies_are_score: false,
    material_unit: 0,
};

const SIZE: [NumberField; 3] = [
    NumberField {
        name: "width",
        labels: [words::of(Language::English).width, words::of(Language::Spanish).width],
        before: "",
        least: 1,
        most: 100,
        usual: 20,
    },
    NumberField {
        name: "height",
        labels: [words::of(Language::English).height, words::of(Language::Spanish).height],
        before: "x",
        least: 1,
        most: 100,
        usual: 20,
    },
    NumberField {
        name: "mines",
        labels: [words::of(Language::English).mines, words::of(Language::Spanish).mines],
        before: "/",
        least: 0,
        most: 9999,
        usual: 60,
    },
];

/// The largest board without guessing that a server looks for, in cells: larger than an expert's.
const MOST_NO_GUESS: usize = 30 * 24;

impl Card for MinesCard {
    fn name(&self) -> &'static str {
        "mines"
    }

    fn seats(&self) -> &'static [Seat] {
        &[Seat::Solo]
    }

    fn words(&self, language: Language) -> &'static CardWords {
        &words::of(language).card
    }

    fn board(&self) -> &'static BoardStyle {
        &BOARD
    }

    fn pieces(&self) -> &'static [PieceStyle] {
        &PIECES
    }

    fn drawings(&self) -> &'static str {
        include_str!("pieces.svg")
    }

    fn other_drawings(&self) -> Option<&'static str> {
        Some(include_str!("plain.svg"))
    }

    fn letters(&self, language: Language) -> &'static [(&'static str, &'static str)] {
        match language {
            Language::English => &[],
            Language::Spanish => &[("open", "abre"), ("flag", "marca"), ("chord", "despeja")],
        }
    }

    fn art(&self) -> [(&'static str, Option<Piece>); 9] {
        let piece = |kind| Some(Piece::neutral(kind));
        [
            ("closed", piece("flag")),
            ("open", piece("2")),
            ("open", piece("1")),
            ("closed", None),
            ("open", piece("4")),
            ("open", piece("3")),
            ("closed", piece("flag")),
            ("open", piece("3")),
            ("open", None),
        ]
    }

    fn capabilities(&self) -> &'static Capabilities {
        &CAPABILITIES
    }

    fn example(&self) -> &'static str {
        "flag c4"
    }

    fn typed_boards(&self) -> Option<&'static TypedBoards> {
        Some(&survey::TYPED)
    }

    fn starts(&self, language: Language) -> Vec<Offer> {
        let words = words::of(language);
        let offer = |(name, level): &(&str, Level)| {
            let size = filled(words.level_value, *level);
            Offer::new(name, &format!("{} ({size})", title(name, words)))
        };
        Level::NAMED.iter().map(offer).collect()
    }

    fn describe(&self, start: &str, language: Language) -> Option<String> {
        let level = Mines::read_start(start).ok()?.start.level();
        let words = words::of(language);
        let size = filled(words.size, level);
        let named = Level::NAMED.iter().find(|(_, named)| *named == level);
        Some(named.map_or(size.clone(), |(name, _)| format!("{}: {size}", title(name, words))))
    }

    fn extras(&self, language: Language) -> Vec<Extra> {
        let words = words::of(language);
        vec![
            Extra {
                name: "first",
                label: words.first_click,
                offers: vec![
                    Offer::new("opening", words.first_click_opening),
                    Offer::new("safe", words.first_click_safe),
                ],
            },
            Extra {
                name: "guess",
                label: words.no_guess,
                offers: vec![Offer::new("", words.card.no), Offer::new("no-guess", words.card.yes)],
            },
        ]
    }

    fn own_start(&self) -> OwnStart {
        OwnStart::Numbers(&SIZE)
    }

    fn matches(&self) -> Option<&'static Matches> {
        None
    }

    fn kinds(&self) -> &'static [Kind] {
        const { &[Kind::of::<Mines>()] }
    }

    /// A code always has a seed; words have one if the last of them is a number.
    fn with_seed(&self, text: &str, seed: u64) -> String {
        let code = text.trim_start().starts_with('m') || text.trim_start().starts_with(table::BOARD);
        let last = text.split_whitespace().next_back();
        let named = last.is_some_and(|word| word.parse::<u64>().is_ok());
        if code || named { text.to_owned() } else { format!("{text} {seed}") }
    }

    fn leaderboard(&self, start: &str) -> Option<String> {
        let start: Start = start.parse().ok()?;
        Some(leaderboard(start.level(), start.rule(), start.is_no_guess()).name)
    }

    fn leaderboards(&self, text: Option<&str>) -> Result<Vec<Leaderboard>, Localized> {
        let levels = match text.map(|text| (text, text.parse::<Level>())) {
            None => vec![Level::BEGINNER, Level::INTERMEDIATE, Level::EXPERT],
            Some((_, Ok(level))) => vec![level],
            Some((text, Err(_))) => {
                let start: Start = text.parse().map_err(|error: StartError| localized(&error))?;
                return Ok(vec![leaderboard(start.level(), start.rule(), start.is_no_guess())]);
            }
        };
        let rules = [
            (Rule::Safe, false),
            (Rule::Safe, true),
            (Rule::Opening, false),
            (Rule::Opening, true),
        ];
        let of_level = |level| rules.map(|(rule, no_guess)| leaderboard(level, rule, no_guess));
        Ok(levels.into_iter().flat_map(of_level).collect())
    }

    /// The board of intermediate players without guessing, open in the middle: what is open decides where the mines lie.
    fn daily(&self, seed: u64) -> Option<String> {
        let level = Level::INTERMEDIATE;
        let middle = level.cell(level.cells() / 2 + usize::from(level.width()) / 2);
        let start = Start::new(level, Rule::Opening, seed).ok()?.without_guessing();
        Some(start.opened_at(middle).ok()?.to_string())
    }

    fn is_unseen(&self, start: &str, seed: u64) -> bool {
        let start: Result<Start, _> = start.parse();
        start.is_ok_and(|start| start.seed() == seed && start.first().is_none())
    }

    /// Boards without guessing are looked for, and where they are large or full of mines that takes too
    /// long.
    fn too_much(&self, start: &str, language: Language) -> Option<String> {
        let start: Start = start.parse().ok()?;
        let (cells, mines) = (start.level().cells(), usize::from(start.level().mines()));
        let too_much = start.is_no_guess() && (cells > MOST_NO_GUESS || 3 * mines > cells);
        too_much.then(|| fill(words::of(language).no_guess_limit, &[&MOST_NO_GUESS.to_string()]))
    }
}

/// The leaderboard for a level, a rule for the first click, and boards with or without guessing.
fn leaderboard(level: Level, rule: Rule, no_guess: bool) -> Leaderboard {
    Leaderboard {
        name: format!("{level} {rule}{}", if no_guess { " no-guess" } else { "" }),
        level: level.to_string(),
        rule: rule.to_string(),
        no_guess,
    }
}

/// What a level with a name is called.
fn title(name: &str, words: &MinesWords) -> &'static str {
    match name.trim_start_matches("seed-") {
        "beginner" => words.beginner,
        "intermediate" => words.intermediate,
        _ => words.expert,
    }
}

/// A text with the width, the height and the mines of a level.
fn filled(text: &str, level: Level) -> String {
    let numbers =
        [level.width().to_string(), level.height().to_string(), level.mines().to_string()];
    fill(text, &numbers.each_ref().map(String::as_str))
}
