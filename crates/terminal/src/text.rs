//! Small pieces of text: sentences, lists, times, reports.

use crate::words::words;
use game::{Counters, Seat, Side};
use table::scene::{Colour, Tally};
use table::{AnyTable, Card, Language, Millis, Player, Report, fill};

/// So many columns are there at least.
const WIDTH: usize = 79;

/// A message of the rules as a sentence: with a capital, unless it begins with a square or a quotation,
/// and with a full stop; in lines that fit.
pub fn sentence(message: &str) -> String {
    wrapped(table::sentence(message).split(' '))
}

/// Words one after the other, in lines that fit.
pub fn wrapped<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    let mut used = 0;
    for word in words {
        let length = word.as_ref().chars().count();
        if used > 0 && used + 1 + length > WIDTH {
            text.push('\n');
            used = 0;
        } else if used > 0 {
            text.push(' ');
            used += 1;
        }
        text += word.as_ref();
        used += length;
    }
    text
}

/// A text in lines that fit, behind a label and indented below it.
pub fn wrapped_behind(label: &str, column: usize, text: &str) -> String {
    let mut lines = vec![format!("{label:<column$}")];
    let mut used = column;
    for (index, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if index > 0 && used + 1 + length > WIDTH {
            lines.push(" ".repeat(column));
            used = column;
        } else if index > 0 {
            lines.last_mut().into_iter().for_each(|line| line.push(' '));
            used += 1;
        }
        lines.last_mut().into_iter().for_each(|line| line.push_str(word));
        used += length;
    }
    lines.join("\n")
}

/// `4:05`, `1:02:03`; under twenty seconds also tenths.
pub fn time(milliseconds: Millis) -> String {
    match milliseconds {
        0..20_000 => format!("0:{:02}.{}", milliseconds / 1000, milliseconds / 100 % 10),
        _ => whole_seconds(milliseconds),
    }
}

/// `0:41.25`, `1:02:03.04`: a time that is compared with others.
pub fn hundredths(milliseconds: Millis) -> String {
    format!("{}.{:02}", whole_seconds(milliseconds), milliseconds / 10 % 100)
}

/// `0:07`, `4:05`, `1:02:03`: a time that is counted in seconds.
pub fn whole_seconds(milliseconds: Millis) -> String {
    let seconds = milliseconds / 1000;
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// A player in a sentence.
pub fn player(card: &dyn Card, player: &Player, language: Language) -> String {
    let words = words(language);
    match player {
        Player::Level(_) | Player::Engine(_) if card.words(language).solver.is_some() => {
            words.computer_solver.to_owned()
        }
        Player::Human => words.a_person.to_owned(),
        Player::Random { .. } => words.computer_at_random.to_owned(),
        Player::Minimax { depth: 1 } => words.computer_one_ahead.to_owned(),
        Player::Minimax { depth } => fill(words.computer_ahead, &[&depth.to_string()]),
        Player::Level(level) => fill(words.computer_level, &[&level.to_string()]),
        Player::Engine(_) => words.computer_full.to_owned(),
        Player::Learnt { .. } => words.self_taught.to_owned(),
        Player::Uci { .. } | Player::Gtp { .. } => words.another_program.to_owned(),
    }
}

/// What is played and by whom.
pub fn introduction(table: &AnyTable, language: Language) -> String {
    let (card, words) = (table.card(), words(language));
    let mut sentences = vec![sentence(card.words(language).in_a_sentence)];
    sentences.extend(card.describe(&table.started().start, language));
    let people = table.players().iter().filter(|(_, player)| !player.is_computer()).count();
    if people == 2 {
        sentences.push(words.two_people_play.to_owned());
    }
    for (seat, who) in table.players().iter() {
        let name = card.seat_name(seat, language);
        match (seat, who) {
            (Seat::Solo, Player::Human) => {}
            (Seat::Solo, who) => {
                sentences.push(fill(words.played_by, &[&player(card, who, language)]));
            }
            (_, Player::Human) if people == 2 => {}
            (_, Player::Human) => sentences.push(fill(words.you_are, &[name])),
            (_, who) => sentences.push(fill(words.side_is, &[name, &player(card, who, language)])),
        }
    }
    wrapped(sentences.join(" ").split(' '))
}

/// How good a position is: won, lost, or how far ahead in the units of the game.
pub fn value(report: &Report, language: Language) -> String {
    let tenths = (10.0 * report.ahead).round();
    match report.value {
        1.0 => words(language).value_won.to_owned(),
        -1.0 => words(language).value_lost.to_owned(),
        // Nothing is neither good nor bad.
        _ if tenths == 0.0 => "0".to_owned(),
        _ => format!("{:+}", tenths / 10.0),
    }
}

/// What counts, in one line; `None` where nothing counts yet.
pub fn tallies(tallies: &[Tally], card: &'static dyn Card, language: Language) -> Option<String> {
    let shown: Vec<&Tally> = tallies.iter().filter(|tally| !tally.value.is_empty()).collect();
    let label = shown.first()?.label;
    if shown.iter().all(|tally| tally.side.is_some() && tally.value == "0") {
        return None;
    }
    let side = |colour| match colour {
        Colour::White => card.side_name(Side::White, language),
        Colour::Black => card.side_name(Side::Black, language),
    };
    let part = |tally: &&Tally| match tally.side {
        Some(colour) => format!("{} {}", side(colour), tally.value),
        None => tally.value.clone(),
    };
    Some(format!("{label}: {}", shown.iter().map(part).collect::<Vec<_>>().join(", ")))
}

/// The moves so far, numbered in pairs in a game of two.
pub fn history(
    card: &'static dyn Card,
    first_mover: Option<Seat>,
    moves: &[String],
    language: Language,
) -> String {
    if moves.is_empty() {
        return words(language).no_move_yet.to_owned();
    }
    let for_two = !card.is_for_one();
    // A game that starts with the second side's move begins in the middle of a pair.
    let skipped = usize::from(for_two && first_mover != card.seats().first().copied());
    let mut numbered = Vec::new();
    for (index, mv) in card.moves_in(moves, language).into_iter().enumerate() {
        let place = index + skipped;
        match (for_two, place % 2) {
            (false, _) => numbered.push(format!("{}. {mv}", place + 1)),
            (true, 0) => numbered.push(format!("{}. {mv}", place / 2 + 1)),
            (true, _) if index == 0 => numbered.push(format!("1. ... {mv}")),
            (true, _) => numbered.push(mv),
        }
    }
    wrapped(numbered)
}

/// What a player that looks ahead has seen, in one short line.
pub fn report(card: &'static dyn Card, report: &Report, language: Language) -> String {
    let words = words(language);
    let value = value(report, language);
    let seen = &report.line[..report.line.len().min(4)];
    let line = card.moves_in(seen, language).join(" ");
    let Counters { made, reused } = report.counters;
    let (text, numbers) = if report.counters == Counters::default() {
        (words.report_nodes, [u64::from(report.depth), report.nodes])
    } else {
        (words.report_counters, [made, reused])
    };
    let [first, second] = numbers.map(|number| number.to_string());
    fill(text, &[&value, &line, &first, &second])
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::CLUB;

    #[test]
    fn messages_become_sentences() {
        assert_eq!(sentence("there is a disc on c4 already"), "There is a disc on c4 already.");
        assert_eq!(sentence("c4 is open already"), "c4 is open already.");
        assert_eq!(sentence("There is time left."), "There is time left.");
        assert_eq!(sentence("\"x\" is no move"), "\"x\" is no move.");
        assert_eq!(sentence(""), ".");
    }

    #[test]
    fn values_have_a_sign_unless_they_are_nothing() {
        let shown = |value: f64| {
            let counters = Counters::default();
            let (ahead, line) = (value * 128.0, Vec::new());
            let report = Report {
                value,
                ahead,
                exact: false,
                certainty: None,
                line,
                counters,
                ends_in: None,
                depth: 1,
                nodes: 20,
            };
            self::value(&report, Language::English)
        };
        assert_eq!([0.1, -1.0, 1.0, -0.0001, 0.0].map(shown), ["+12.8", "lost", "won", "0", "0"]);
    }

    #[test]
    fn times_are_short() {
        assert_eq!(time(0), "0:00.0");
        assert_eq!(hundredths(41_259), "0:41.25");
        assert_eq!(time(19_950), "0:19.9");
        assert_eq!(time(65_000), "1:05");
        assert_eq!(time(3_723_000), "1:02:03");
    }

    #[test]
    fn moves_are_numbered_in_pairs() {
        let moves: Vec<String> = ["e4", "e5", "Nf3"].map(String::from).into();
        let [chess, mines] = ["chess", "mines"].map(|name| CLUB.card(name).unwrap());
        let history =
            |card, first, moves: &[String]| super::history(card, first, moves, Language::English);
        let white = Some(Seat::Side(Side::White));
        assert_eq!(history(chess, white, &moves), "1. e4 e5 2. Nf3");
        let black = Some(Seat::Side(Side::Black));
        assert_eq!(history(chess, black, &moves), "1. ... e4 2. e5 Nf3");
        assert_eq!(history(mines, Some(Seat::Solo), &moves), "1. e4 2. e5 3. Nf3");
        assert_eq!(history(chess, white, &[]), "No move has been made yet.");
    }

    #[test]
    fn a_text_behind_a_label_is_indented_where_it_goes_on() {
        let text = wrapped_behind("label", 8, &["seven77"; 20].join(" "));
        assert!(text.starts_with("label   seven77 seven77"));
        assert!(text.lines().skip(1).all(|line| line.starts_with("        seven77")));
        assert!(text.lines().all(|line| line.len() <= WIDTH));
    }

    #[test]
    fn lines_fit_eighty_columns() {
        let text = wrapped(vec!["seven77"; 40]);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.split_whitespace().count(), 40);
    }
}
