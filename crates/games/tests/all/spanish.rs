//! What is wrong with a start, a record or a saved game is said in Spanish, too: broken texts of every kind
//! are read, and no English is found in what is said of them.

use crate::support::{card, import, minefield, people, read_log};
use std::collections::BTreeSet;
use table::{Action, Language};

/// Words that hardly an English sentence does without, and no Spanish one has.
const ENGLISH: [&str; 48] = [
    "the", "is", "are", "was", "were", "and", "or", "of", "to", "it", "its", "that", "this",
    "there", "not", "cannot", "be", "has", "have", "with", "from", "for", "by", "at", "in", "on",
    "an", "which", "where", "move", "game", "board", "square", "squares", "cell", "piece",
    "pieces", "king", "rook", "pawn", "line", "expected", "found", "value", "name", "nothing",
    "side", "turn",
];

/// The text without what it quotes: that is the player's own.
fn unquoted(text: &str) -> String {
    let unescaped = text.replace("\\\"", "").replace("\\'", "");
    let outside =
        |quote| move |text: String| text.split(quote).step_by(2).collect::<Vec<_>>().join(" ");
    let text = outside('"')(unescaped);
    let text = outside('`')(outside('\'')(text));
    let mut parts = text.split(['«', '»']);
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.skip(1).step_by(2).collect::<String>()
}

/// The shapes of what was said, and what of it is not Spanish.
#[derive(Default)]
struct Said {
    shapes: BTreeSet<String>,
    wrong: BTreeSet<String>,
}

impl Said {
    fn hear(&mut self, english: &str, spanish: &str, of: &str) {
        let plain = unquoted(spanish).to_lowercase();
        let mut words = plain.split(|letter: char| !letter.is_alphanumeric());
        if english == spanish || words.any(|word| ENGLISH.contains(&word)) {
            self.wrong.insert(format!("{spanish} of {of:?}"));
        }
        // Numbers and squares vary; what is left is the shape of the sentence.
        let shape = |word: &&str| word.len() > 2 && word.chars().all(char::is_alphabetic);
        self.shapes.insert(plain.split_whitespace().filter(shape).collect::<Vec<_>>().join(" "));
    }

    /// All of it was Spanish, and there were more shapes than so many: an input that no longer reaches
    /// what it should shows here.
    fn check(&self, shapes: usize) {
        let first: Vec<&String> = self.wrong.iter().take(20).collect();
        assert!(first.is_empty(), "{first:#?}");
        assert!(self.shapes.len() > shapes, "{}: {:#?}", self.shapes.len(), self.shapes);
    }

    fn start(&mut self, game: &str, text: &str) {
        if let Err(why) = card(game).start(Some(text), 1) {
            self.hear(&why.english, &why.spanish, text);
        }
    }

    fn record(&mut self, game: &str, text: &str) {
        if let Err(error) = import(game, text, 0) {
            self.hear(&error.to_string(), &error.text(Language::Spanish), text);
        }
    }

    fn log(&mut self, text: &str) {
        if let Err(error) = read_log(text) {
            self.hear(&error.to_string(), &error.text(Language::Spanish), text);
        }
    }
}

/// The text with every letter replaced by others in turn, left out, and the rest cut off.
fn damaged(text: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = text.chars().collect();
    (0..letters.len()).flat_map(move |place| {
        let with = |letters: &[char], other: Option<char>| -> String {
            let (before, after) = (&letters[..place], &letters[place + 1..]);
            before.iter().copied().chain(other).chain(after.iter().copied()).collect()
        };
        let mut texts: Vec<String> = [' ', '"', '9', ']', 'x', 'W', '/', '(', '{', '\n']
            .map(|other| with(&letters, Some(other)))
            .into();
        texts.push(with(&letters, None));
        texts.push(letters[..place].iter().collect());
        texts
    })
}

#[test]
fn what_is_wrong_with_a_start_is_said_in_spanish() {
    let mut said = Said::default();
    let long = "1".repeat(5000);
    let of_chess = [
        "rubbish",
        "chess960:960",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "kk6/8/8/8/8/8/8/KK6 w - - 0 1",
        "k7/8/8/8/8/8/8/K6Q b - - 0 1 x y",
        "k6P/8/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/1Q6/8/8/8/8/K7 w - - 0 1",
        "k6R/8/8/8/8/8/8/R2QK3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
        "4k3/8/8/8/8/8/R7/4K3 w A - 0 1",
        "4k3/8/8/8/8/8/4K3/R6R w HA - 0 1",
        "4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 99999",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w Z - 0 1",
        "4k3/QQQQQQQQ/QQQQQQQQ/8/8/8/8/4K3 w - - 0 1",
        "4k3/pppppppp/pppppppp/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/1b2r2b/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/5n2/3n4/4K3 w - - 0 1",
        &long,
    ];
    for text in of_chess {
        said.start("chess", text);
    }
    for text in [
        "rubbish",
        "giveaway rubbish",
        "B:W:B",
        "B:W1:B12",
        "B:W33:B1",
        "B:W22-21:B1",
        "B:W21,21:B1",
        "B:W21:W22:B1",
        "B:W21",
        "B:W21:B1 x",
        "B:W21:B21",
        "B:W13-32:B1-12",
        &long,
    ] {
        said.start("checkers", text);
    }
    let empty = "-".repeat(64);
    for text in [
        "rubbish",
        "5x5",
        &format!("{empty} Z;"),
        &format!("{empty} X; A1:+4;"),
        &format!("{empty} X; rubbish;"),
        &"-".repeat(36),
        &format!("{} X;", "-".repeat(25)),
        &long,
    ] {
        said.start("othello", text);
    }
    for text in [
        "rubbish",
        "1x1/1",
        "9x9/0",
        "9x9/81 opening",
        "2x2/3 opening",
        "beginner maybe",
        "m2-9x9x10-s-1",
        "m1-9x9x10-s-1-z99",
        "m1-9x9x10-s-1-!",
        "board:x",
        "board:00",
        "board:020100010505",
        "board:0202000200000000",
        "board:02020001",
        &long,
    ] {
        said.start("mines", text);
    }
    for text in [
        "rubbish",
        "9x9",
        "......./......./......./......./......./...Z... r",
        "......./......./......./......./...R.../....... y",
        "......./......./......./......./......./R.R.R.. r",
        "......./......./......./......./YYY..../RRRR... r",
        "./. r",
        &long,
    ] {
        said.start("four", text);
    }
    for card in games::CLUB.cards() {
        let usual = card.start(None, 1).unwrap();
        damaged(&usual).for_each(|text| said.start(card.name(), &text));
    }
    said.check(55);
}

#[test]
fn what_is_wrong_with_a_record_is_said_in_spanish() {
    let mut said = Said::default();
    let mut chess = people("chess", "");
    chess.moves("e4 e5 Nf3 Nc6").act(crate::support::WHITE, &Action::Resign);
    let mut checkers = people("checkers", "");
    checkers.moves("11-15 22-18 15x22").act(crate::support::WHITE, &Action::Resign);
    let mut othello = people("othello", "");
    othello.moves("f5 d6").act(crate::support::WHITE, &Action::Resign);
    let mut mines = minefield(&["*..", "..."]);
    mines.make("open b1").act(crate::support::SOLO, &Action::Resign);
    let mut four = people("four", "");
    four.moves("d d c").act(crate::support::WHITE, &Action::Resign);
    for play in [chess, checkers, othello, mines, four] {
        let game = play.table.card().name();
        damaged(&play.table.export().unwrap().text).for_each(|text| said.record(game, &text));
    }
    for (game, text) in [
        ("chess", "1. e5 *"),
        ("chess", "1. Ke3 *"),
        ("chess", "1. Qd3 *"),
        ("chess", "1. Nf3 a6 2. d3 b6 3. Nd2 *"),
        ("chess", "1. a4a5 *"),
        ("chess", "1. g8f6 *"),
        ("chess", "1. e4 -- *"),
        ("chess", "1. e4 <what> *"),
        ("chess", "[Variant \"Crazyhouse\"]\n\n1. N@f3 *"),
        ("chess", "(1. e4) *"),
        ("chess", "1. e4 ) *"),
        ("chess", "1. e4 (1. d4 *"),
        ("chess", "1. e4 { *"),
        ("chess", "[Event \"x"),
        ("chess", "[\"x\"]"),
        ("chess", "[Event x]"),
        ("chess", "[Event \"x\" y]"),
        ("chess", "[Variant \"Atomic\"]\n\n1. e4 *"),
        ("chess", "[FEN \"x\"]\n\n1. e4 *"),
        ("chess", "[Game \"go\"]\n\n1. e4 *"),
        ("checkers", "1. 11-16 11-15 *"),
        ("checkers", "[GameType \"20\"]\n\n1. 11-15 *"),
        ("checkers", "[GameType \"21\"]\n[FEN \"x\"]\n\n1. 11-15 *"),
        ("checkers", "1. 11-15 (1... *"),
        ("checkers", "1. 11-15 { *"),
        ("checkers", "1. 11-15 ) *"),
        ("checkers", "(1. 11-15) *"),
        ("checkers", "! 1. 11-15 *"),
        ("checkers", "1. 11-15 (!x) *"),
        ("checkers", "1. 11-15 $999 *"),
        ("checkers", "[x"),
        ("checkers", "[X y]"),
        ("checkers", "[X \"y\" z]"),
        ("othello", "f5f5"),
        ("othello", "rubbish"),
        ("othello", "1 f5"),
        ("othello", "(;GM[Go]BO[8 x];)"),
        ("othello", "(;BO[8 x];)"),
        ("othello", "(;GM[Othello];)"),
        ("othello", "(;GM[Othello]BO[7 x];)"),
        ("othello", "(;GM[Othello]BO[8 x *];)"),
        ("othello", "(;GM[Othello"),
        ("othello", "(;GM;)"),
        ("mines", "Board:\n"),
        ("mines", "Width: 4\nBoard:\n*0\n00\n"),
        ("mines", "Board:\n*0\n000\n"),
        ("mines", "Board:\n*0\n00\n1.23 lc x y\n"),
        ("mines", "Board:\n00\n00\n"),
        ("mines", "rubbish"),
        ("four", "[Game \"four\"]\n[Start \"x\"]\n"),
        ("four", "[Game \"four\"]\n[Start \"7x6\"]\n\n1. z"),
        ("four", "[Game"),
    ] {
        said.record(game, text);
        assert!(import(game, text, 0).is_err(), "{game}: {text}");
    }
    said.check(75);
}

#[test]
fn what_is_wrong_with_a_saved_game_is_said_in_spanish() {
    let mut said = Said::default();
    for text in [
        include_str!("../golden/chess.jsonl"),
        include_str!("../golden/four-2.jsonl"),
        include_str!("../golden/mines-2.jsonl"),
    ] {
        let lines: Vec<&str> = text.lines().take(4).collect();
        damaged(&lines.join("\n")).for_each(|text| said.log(&text));
        // Lines left out and lines that come twice.
        for index in 0..lines.len() {
            let mut lines = lines.clone();
            lines.remove(index);
            said.log(&lines.join("\n"));
            lines.extend_from_within(..);
            said.log(&lines.join("\n"));
        }
    }
    said.check(30);
}

#[test]
fn the_detector_finds_english_and_passes_over_quotations() {
    let mut said = Said::default();
    said.hear("the move \"e5\"", "la jugada \"the game\" de «the board» y 'the piece'", "e5");
    assert!(said.wrong.is_empty(), "{:?}", said.wrong);
    said.hear("the square", "la jugada: the square is empty", "e5");
    assert_eq!(said.wrong.len(), 1);
}
