//! Small pieces of text: sentences, lists, times, reports.

use crate::options::title;
use engine::Report;
use game::{Counters, Seat};
use mines::{Level, Statistics, Timed};
use table::scene::{Colour, Tally};
use table::{AnyTable, GameName, Language, Millis, Player, Table, Words, fill};

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

/// `4:05`, `1:02:03`; under twenty seconds also tenths.
pub fn time(milliseconds: Millis) -> String {
    match milliseconds {
        0..20_000 => format!("0:{:02}.{}", milliseconds / 1000, milliseconds / 100 % 10),
        _ => whole_seconds(milliseconds),
    }
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
pub fn player(player: &Player, words: &Words) -> String {
    let words = &words.screen;
    match player {
        Player::Human => words.a_person.to_owned(),
        Player::Random { .. } => words.computer_at_random.to_owned(),
        Player::Minimax { depth: 1 } => words.computer_one_ahead.to_owned(),
        Player::Minimax { depth } => fill(words.computer_ahead, &[&depth.to_string()]),
        Player::Level(level) => fill(words.computer_level, &[&level.to_string()]),
        Player::Engine(_) => words.computer_full.to_owned(),
        Player::Uci { .. } => words.another_program.to_owned(),
    }
}

/// What is played and by whom.
pub fn introduction(table: &AnyTable) -> String {
    let mut said = vec![sentence(title(table.game()))];
    if let AnyTable::Mines(mines) = table {
        let level: Level = mines.position().level();
        let (width, height, mines) = (level.width(), level.height(), level.mines());
        said.push(format!("{width} x {height} cells, {mines} mines."));
    }
    let people = table.players().iter().filter(|(_, player)| !player.is_computer()).count();
    if people == 2 {
        said.push("Two people play.".to_owned());
    }
    for (seat, who) in table.players().iter() {
        match (seat, who) {
            (Seat::Solo, Player::Human) => {}
            (Seat::Solo, who) => {
                said.push(format!("Played by {}.", player(who, Language::English.words())));
            }
            (_, Player::Human) if people == 2 => {}
            (seat, Player::Human) => said.push(format!("You are {seat}.")),
            (seat, who) => {
                said.push(format!("{seat} is {}.", player(who, Language::English.words())));
            }
        }
    }
    wrapped(said.join(" ").split(' '))
}

/// How good a position is: won, lost, or how far ahead in the units of the game.
pub fn value(report: &Report, words: &Words) -> String {
    let tenths = (10.0 * report.ahead).round();
    match report.value {
        1.0 => words.screen.value_won.to_owned(),
        -1.0 => words.screen.value_lost.to_owned(),
        // Nothing is neither good nor bad.
        _ if tenths == 0.0 => "0".to_owned(),
        _ => format!("{:+}", tenths / 10.0),
    }
}

/// What counts, in one line; `None` where there is nothing to tell yet.
pub fn tallies(tallies: &[Tally], words: &Words) -> Option<String> {
    let told: Vec<&Tally> = tallies.iter().filter(|tally| !tally.value.is_empty()).collect();
    let label = told.first()?.label;
    if told.iter().all(|tally| tally.side.is_some() && tally.value == "0") {
        return None;
    }
    let part = |tally: &&Tally| match tally.side {
        Some(Colour::White) => format!("{} {}", words.white, tally.value),
        Some(Colour::Black) => format!("{} {}", words.black, tally.value),
        None => tally.value.clone(),
    };
    Some(format!("{label}: {}", told.iter().map(part).collect::<Vec<_>>().join(", ")))
}

/// The moves so far, numbered in pairs in a game of two.
pub fn history(
    game: GameName,
    first_mover: Option<Seat>,
    moves: &[String],
    words: &Words,
) -> String {
    if moves.is_empty() {
        return words.screen.no_move_yet.to_owned();
    }
    let for_two = game.seats().len() == 2;
    // A game that starts with the second side's move begins in the middle of a pair.
    let skipped = usize::from(for_two && first_mover != game.seats().first().copied());
    let mut told = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let place = index + skipped;
        match (for_two, place % 2) {
            (false, _) => told.push(format!("{}. {mv}", place + 1)),
            (true, 0) => told.push(format!("{}. {mv}", place / 2 + 1)),
            (true, _) if index == 0 => told.push(format!("1. ... {mv}")),
            (true, _) => told.push(mv.clone()),
        }
    }
    wrapped(told)
}

/// What a player that looks ahead has to say, in one short line.
pub fn report(report: &Report) -> String {
    let Report { line, counters, .. } = report;
    let mut play = String::new();
    for mv in line.iter().take(4) {
        play += mv;
        play.push(' ');
    }
    let value = value(report, Language::English.words());
    let told = format!("value {value}, line {}", play.trim_end());
    if *counters == Counters::default() {
        return format!("{told}, depth {}, positions {}", report.depth, report.nodes);
    }
    format!("{told}, nodes made {}, reused {}", counters.made, counters.reused)
}

/// The numbers of a Minesweeper game that is over.
pub fn mines_statistics(table: &Table<mines::Field>) -> Option<String> {
    let moves: Vec<Timed> = table
        .played()
        .iter()
        .map(|played| Timed { milliseconds: played.at, mv: played.mv })
        .collect();
    let statistics = Statistics::of(table.position(), &moves);
    let value = statistics.board_value?;
    let efficiency = statistics.efficiency().map_or(0.0, |efficiency| 100.0 * efficiency);
    let clicks = statistics.clicks.total();
    Some(format!(
        "3BV {} of {}, {clicks} clicks, efficiency {efficiency:.0} %",
        value.solved, value.total
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Side;

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
        let told = |value: f64| {
            let counters = Counters::default();
            let (ahead, line) = (value * 128.0, Vec::new());
            let report = Report { value, ahead, line, counters, depth: 1, nodes: 20 };
            self::value(&report, Language::English.words())
        };
        assert_eq!([0.1, -1.0, 1.0, -0.0001, 0.0].map(told), ["+12.8", "lost", "won", "0", "0"]);
    }

    #[test]
    fn times_are_short() {
        assert_eq!(time(0), "0:00.0");
        assert_eq!(time(19_950), "0:19.9");
        assert_eq!(time(65_000), "1:05");
        assert_eq!(time(3_723_000), "1:02:03");
    }

    #[test]
    fn moves_are_numbered_in_pairs() {
        let moves: Vec<String> = ["e4", "e5", "Nf3"].map(String::from).into();
        let words = Language::English.words();
        let white = Some(Seat::Side(Side::White));
        assert_eq!(history(GameName::Chess, white, &moves, words), "1. e4 e5 2. Nf3");
        let black = Some(Seat::Side(Side::Black));
        assert_eq!(history(GameName::Chess, black, &moves, words), "1. ... e4 2. e5 Nf3");
        assert_eq!(history(GameName::Mines, Some(Seat::Solo), &moves, words), "1. e4 2. e5 3. Nf3");
        assert_eq!(history(GameName::Chess, white, &[], words), "No move has been made yet.");
    }

    #[test]
    fn lines_fit_eighty_columns() {
        let text = wrapped(vec!["seven77"; 40]);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.split_whitespace().count(), 40);
    }
}
