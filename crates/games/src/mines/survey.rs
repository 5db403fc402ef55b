//! Boards that are typed: what can be known of them, exactly.

use super::solver::odds_of;
use super::words;
use super::{Mines, SIZE};
use crate::{NAMED, localized, said};
use ::mines::{Cell, Probabilities, ProbabilityError, View};
use ::table::card::{Impossible, Known, Letter, Survey, TypedBoards};
use ::table::scene::{Fact, Piece};
use ::table::{Language, Localized, Playable, fill, sentence};

pub const TYPED: TypedBoards = TypedBoards {
    example: EXAMPLE,
    letters: &LETTERS,
    words: |language| &words::of(language).typed,
    survey,
};

/// A board of a game in play, with cells that are certain and cells that are not.
const EXAMPLE: &str = "\
8x7/10
000001..
012322..
01......
0124....
0001....
1111....
........
";

/// Counting takes seconds on some drawn boards of this size; that of an expert has half as many cells.
const MOST_CELLS: usize = 1_000;

const LETTERS: [Letter; 11] = [
    Letter { letter: '.', shade: "closed", piece: None },
    open('0', None),
    open('1', Some("1")),
    open('2', Some("2")),
    open('3', Some("3")),
    open('4', Some("4")),
    open('5', Some("5")),
    open('6', Some("6")),
    open('7', Some("7")),
    open('8', Some("8")),
    Letter { letter: 'F', shade: "closed", piece: Some(Piece::neutral("flag")) },
];

const fn open(letter: char, kind: Option<&'static str>) -> Letter {
    let piece = match kind {
        Some(kind) => Some(Piece::neutral(kind)),
        None => None,
    };
    Letter { letter, shade: "open", piece }
}

fn survey(text: &str, language: Language) -> Result<Survey, Localized> {
    let view: View = text.parse().map_err(|error| localized::<::mines::ViewError>(&error))?;
    let level = view.level();
    if level.cells() > MOST_CELLS {
        let numbers = [MOST_CELLS.to_string(), level.cells().to_string()];
        let numbers = numbers.each_ref().map(String::as_str);
        return Err(Localized::exactly(|language| fill(words::of(language).typed_limit, &numbers)));
    }
    let numbers: [u32; SIZE.len()] =
        [level.width().into(), level.height().into(), level.mines().into()];
    Ok(Survey {
        board: view.to_string(),
        numbers: numbers.to_vec(),
        picture: Mines::picture(&view, None),
        known: Probabilities::of(&view)
            .map(|found| known_of(&view, &found, language))
            .map_err(|error| impossible(&error, language)),
    })
}

fn impossible(error: &ProbabilityError, language: Language) -> Impossible {
    let cell = match error {
        ProbabilityError::Clue { cell, .. } | ProbabilityError::TooEntangled(cell) => Some(cell),
        ProbabilityError::GameOver | ProbabilityError::MineCount { .. } => None,
    };
    Impossible { reason: sentence(&said(error, language)), cell: cell.map(Cell::to_string) }
}

fn known_of(view: &View, found: &Probabilities, language: Language) -> Known {
    let words = words::of(language);
    let odds = odds_of(view, found);
    let least = odds.iter().map(|(_, mine)| *mine).fold(f64::INFINITY, f64::min);
    let with = |chance: f64| odds.iter().filter(move |(_, mine)| *mine == chance);
    let safest: Vec<String> = with(least).map(|(name, _)| name.clone()).collect();
    let verdict = match safest.as_slice() {
        [] => words.all_open.to_owned(),
        _ if least == 1.0 => sentence(words.all_mines),
        cells if least == 0.0 => fill(words.certain, &[&listed(cells, language)]),
        [cell] => fill(words.safest, &[cell, &percent(least, language)]),
        cells => fill(words.safest_cells, &[&listed(cells, language), &percent(least, language)]),
    };
    let layouts = found.layouts().to_string();
    let facts = vec![
        Fact { label: words.layouts, value: in_short(&layouts, language) },
        Fact { label: words.certainly_safe, value: with(0.0).count().to_string() },
        Fact { label: words.certainly_mines, value: with(1.0).count().to_string() },
    ];
    Known { odds, layouts, safest, verdict, facts }
}

/// Cells as a sentence lists them, the first few by name.
fn listed(cells: &[String], language: Language) -> String {
    let (named, rest) = cells.split_at(cells.len().min(NAMED));
    let mut parts = named.to_vec();
    if !rest.is_empty() {
        parts.push(fill(words::of(language).more_cells, &[&rest.len().to_string()]));
    }
    language.words().all_of(&parts)
}

/// A probability that is not certain, which it never reads as.
fn percent(mine: f64, language: Language) -> String {
    let words = words::of(language);
    let number = format!("{:.1}", (100.0 * mine).clamp(0.1, 99.9));
    fill(words.per_cent, &[&number.replace('.', words.decimal)])
}

/// A large number as people read it: in groups of three digits, or as a power of ten.
fn in_short(digits: &str, language: Language) -> String {
    const LONGEST: usize = 15;
    const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    if digits.len() <= LONGEST {
        let groups: Vec<&str> = digits
            .as_bytes()
            .rchunks(3)
            .rev()
            .filter_map(|group| str::from_utf8(group).ok())
            .collect();
        return groups.join("\u{202f}");
    }
    let exponent = (digits.len() - 1).to_string();
    let exponent: String =
        exponent.bytes().map(|digit| SUPERSCRIPTS[usize::from(digit - b'0')]).collect();
    let (first, second) = (&digits[..1], &digits[1..3]);
    format!("≈ {first}{}{second} × 10{exponent}", words::of(language).decimal)
}
