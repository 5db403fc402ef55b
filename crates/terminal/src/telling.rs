//! Small pieces of text: sentences, lists, times, reports.

use crate::options::title;
use engine::Report;
use game::{Counters, Seat};
use mines::{Level, Move, Statistics, Timed};
use table::scene::{Colour, Tally};
use table::{AnyTable, GameName, Millis, Player, Table};

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
    let seconds = milliseconds / 1000;
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, milliseconds) {
        (0, 0..20_000) => format!("0:{rest:02}.{}", milliseconds / 100 % 10),
        (0, _) => format!("{minutes}:{rest:02}"),
        _ => format!("{hours}:{minutes:02}:{rest:02}"),
    }
}

/// A player in a sentence.
pub fn player(player: &Player) -> String {
    match player {
        Player::Human => "a person".to_owned(),
        Player::Random { .. } => "the computer, playing at random".to_owned(),
        Player::Minimax { depth: 1 } => "the computer, looking 1 move ahead".to_owned(),
        Player::Minimax { depth } => format!("the computer, looking {depth} moves ahead"),
        other => other.to_string(),
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
            (Seat::Solo, who) => said.push(format!("Played by {}.", player(who))),
            (_, Player::Human) if people == 2 => {}
            (seat, Player::Human) => said.push(format!("You are {seat}.")),
            (seat, who) => said.push(format!("{seat} is {}.", player(who))),
        }
    }
    wrapped(said.join(" ").split(' '))
}

/// How good a position is: won, lost, or how far ahead in the units of the game.
pub fn value(report: &Report) -> String {
    let tenths = (10.0 * report.ahead).round();
    match report.value {
        1.0 => "won".to_owned(),
        -1.0 => "lost".to_owned(),
        // Nothing is neither good nor bad.
        _ if tenths == 0.0 => "0".to_owned(),
        _ => format!("{:+}", tenths / 10.0),
    }
}

/// What counts, in one line; `None` where there is nothing to tell yet.
pub fn tallies(tallies: &[Tally]) -> Option<String> {
    let told: Vec<&Tally> = tallies.iter().filter(|tally| !tally.value.is_empty()).collect();
    let label = told.first()?.label;
    if told.iter().all(|tally| tally.side.is_some() && tally.value == "0") {
        return None;
    }
    let part = |tally: &&Tally| match tally.side {
        Some(Colour::White) => format!("White {}", tally.value),
        Some(Colour::Black) => format!("Black {}", tally.value),
        None => tally.value.clone(),
    };
    Some(format!("{label}: {}", told.iter().map(part).collect::<Vec<_>>().join(", ")))
}

/// The moves so far, numbered in pairs in a game of two.
pub fn history(game: GameName, first_mover: Option<Seat>, moves: &[String]) -> String {
    if moves.is_empty() {
        return "No move has been made yet.".to_owned();
    }
    let for_two = game.seats().len() == 2;
    // A game that starts with the second side's move begins in the middle of a pair.
    let skipped = usize::from(for_two && first_mover != game.seats().first().copied());
    let mut words = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let place = index + skipped;
        match (for_two, place % 2) {
            (false, _) => words.push(format!("{}. {mv}", place + 1)),
            (true, 0) => words.push(format!("{}. {mv}", place / 2 + 1)),
            (true, _) if index == 0 => words.push(format!("1. ... {mv}")),
            (true, _) => words.push(mv.clone()),
        }
    }
    wrapped(words)
}

/// What a player that looks ahead has to say, in one short line.
pub fn report(report: &Report) -> String {
    let Report { line, counters, .. } = report;
    let mut play = String::new();
    for mv in line.iter().take(4) {
        play += mv;
        play.push(' ');
    }
    let told = format!("value {}, line {}", value(report), play.trim_end());
    if *counters == Counters::default() {
        return format!("{told}, depth {}, positions {}", report.depth, report.nodes);
    }
    format!("{told}, nodes made {}, reused {}", counters.made, counters.reused)
}

/// The time of a Minesweeper game, from the first opened cell to now or the end.
pub fn mines_time(table: &Table<mines::Field>, now: Millis) -> Millis {
    let first = table.played().iter().find(|played| !matches!(played.mv, Move::Flag(_)));
    let end = match (table.ended(), table.played().last()) {
        (Some(_), Some(last)) => last.at,
        _ => now,
    };
    first.map_or(0, |first| end.saturating_sub(first.at))
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

/// The code by which a Minesweeper board can be shared: with its first click where there was one.
pub fn mines_code(table: &Table<mines::Field>) -> String {
    let start = *table.start();
    let first = table.played().iter().find(|played| matches!(played.mv, Move::Open(_)));
    let opened = first.filter(|_| start.first().is_none()).map(|played| played.mv.cell());
    opened.and_then(|cell| start.opened_at(cell).ok()).unwrap_or(start).to_string()
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
            self::value(&Report { value, ahead, line, counters, depth: 1, nodes: 20 })
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
        let white = Some(Seat::Side(Side::White));
        assert_eq!(history(GameName::Chess, white, &moves), "1. e4 e5 2. Nf3");
        let black = Some(Seat::Side(Side::Black));
        assert_eq!(history(GameName::Chess, black, &moves), "1. ... e4 2. e5 Nf3");
        assert_eq!(history(GameName::Mines, Some(Seat::Solo), &moves), "1. e4 2. e5 3. Nf3");
        assert_eq!(history(GameName::Chess, white, &[]), "No move has been made yet.");
    }

    #[test]
    fn lines_fit_eighty_columns() {
        let text = wrapped(vec!["seven77"; 40]);
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.split_whitespace().count(), 40);
    }
}
