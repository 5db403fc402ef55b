//! Our search as an engine for another program.

use crate::nboard;
use game::{Notation, Perfect, Rules, Side, Stop};
use othello::{Move, Position};
use search::{Budget, Control, Limits, Searchable, Searcher};
use std::io::{self, BufRead, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use uci::lines::{self, Line};

/// The transposition table in megabytes.
const TABLE: usize = 64;
/// What a move may take before anybody has said how long a game lasts.
const A_MOMENT: Duration = Duration::from_secs(1);
/// What is lost between two programs for each move.
const OVERHEAD: Duration = Duration::from_millis(10);
/// Moves of the book that are worse by no more than this are drawn from, in hundredths of a disc.
const BOOK_MARGIN: i32 = 16;
/// No clock shows more: a day.
const LONGEST: f64 = 86_400.0;

const COMMANDS: [&str; 16] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "showboard",
];

/// Answers the commands of another program until it quits or says no more. One that begins with `nboard` speaks the protocol of that
/// board from then on.
pub fn serve(mut input: impl BufRead, mut output: impl Write + Send) -> io::Result<()> {
    let mut engine = Engine::new();
    loop {
        let line = match lines::read(&mut input) {
            Line::Text(line) => line,
            Line::TooLong => continue,
            Line::End => return Ok(()),
        };
        let Some(order) = Order::read(&line) else { continue };
        if order.command == "nboard" {
            return nboard::serve(input, output);
        }
        let (sign, answer) = match engine.obey(&order) {
            Ok(answer) => ('=', answer),
            Err(refusal) => ('?', refusal.to_string()),
        };
        writeln!(output, "{sign}{} {answer}\n", order.number)?;
        output.flush()?;
        if order.command == "quit" {
            return Ok(());
        }
    }
}

/// A line of the other program.
struct Order {
    /// The number that the answer repeats, or nothing.
    number: String,
    command: String,
    arguments: Vec<String>,
}

impl Order {
    /// What a line orders; `None` where it says nothing.
    fn read(line: &str) -> Option<Order> {
        let said = line.split('#').next().unwrap_or_default();
        let mut words = said.split(|letter: char| letter.is_whitespace() || letter.is_control());
        let mut words = words.by_ref().filter(|word| !word.is_empty()).peekable();
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let number = words.next_if(is_number).unwrap_or_default().to_owned();
        let command = words.next()?.to_owned();
        Some(Order { number, command, arguments: words.map(str::to_owned).collect() })
    }

    fn argument(&self, index: usize) -> Result<&str, Refusal> {
        self.arguments.get(index).map(String::as_str).ok_or(Refusal::Syntax)
    }

    fn number_at(&self, index: usize) -> Result<f64, Refusal> {
        let number = self.argument(index)?.parse().ok();
        number.filter(|number| (0.0..=LONGEST).contains(number)).ok_or(Refusal::Syntax)
    }

    fn side_at(&self, index: usize) -> Result<Side, Refusal> {
        match self.argument(index)?.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Side::Black),
            "w" | "white" => Ok(Side::White),
            _ => Err(Refusal::Syntax),
        }
    }
}

/// Why a command was not obeyed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum Refusal {
    #[error("unknown command")]
    Unknown,
    #[error("syntax error")]
    Syntax,
    #[error("unacceptable size")]
    Size,
    #[error("illegal move: {0}")]
    Move(String),
    #[error("it is the other side's turn")]
    Turn,
    #[error("cannot undo")]
    Undo,
}

/// What a side may use.
#[derive(Debug, Clone, Copy, Default)]
struct Time {
    /// The time on its clock, and how many moves it is for; all of them if that is 0.
    left: Option<(f64, f64)>,
}

struct Engine {
    /// The positions of the game so far.
    past: Vec<Position<8>>,
    searcher: Searcher<Position<8>>,
    /// The time of Black and of White.
    times: [Time; 2],
}

impl Engine {
    fn new() -> Engine {
        let searcher = Searcher::new(TABLE, 1);
        Engine { past: vec![Position::standard()], searcher, times: [Time::default(); 2] }
    }

    fn position(&self) -> Position<8> {
        self.past.last().copied().unwrap_or_else(Position::standard)
    }

    fn obey(&mut self, order: &Order) -> Result<String, Refusal> {
        let nothing = Ok(String::new());
        match order.command.as_str() {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("tablero".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => Ok(COMMANDS.contains(&order.argument(0)?).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "komi" => order.argument(0).map(|_| String::new()),
            "quit" => nothing,
            "boardsize" if order.argument(0)? != "8" => Err(Refusal::Size),
            "boardsize" | "clear_board" => {
                self.past = vec![Position::standard()];
                self.searcher.clear();
                nothing
            }
            "play" => {
                self.turn_of(order.side_at(0)?)?;
                let read = self.position().read_move(order.argument(1)?);
                self.play(read.map_err(|error| Refusal::Move(error.to_string()))?);
                nothing
            }
            "genmove" => self.generate(order.side_at(0)?),
            "undo" if self.past.len() < 2 => Err(Refusal::Undo),
            "undo" => {
                self.past.pop();
                nothing
            }
            "time_settings" => {
                let [main, more, moves] =
                    [order.number_at(0)?, order.number_at(1)?, order.number_at(2)?];
                let left = if main > 0.0 { (main, 0.0) } else { (more, moves) };
                // By the protocol, extra time for no moves means no limit at all.
                let limited = main > 0.0 || moves > 0.0;
                self.times = [Time { left: limited.then_some(left) }; 2];
                nothing
            }
            "time_left" => {
                let left = Some((order.number_at(1)?, order.number_at(2)?));
                self.times[order.side_at(0)? as usize] = Time { left };
                nothing
            }
            "final_score" => Ok(self.final_score()),
            "showboard" => Ok(format!("\n{}", self.position())),
            _ => Err(Refusal::Unknown),
        }
    }

    /// Is it the turn of this side, or of nobody?
    fn turn_of(&self, side: Side) -> Result<(), Refusal> {
        let position = self.position();
        let turn = position.is_over() || position.side_to_move() == side;
        if turn { Ok(()) } else { Err(Refusal::Turn) }
    }

    fn play(&mut self, mv: Move) {
        self.past.push(self.position().play(mv));
    }

    /// Our move. When the game is over, passing is all that there is to say.
    fn generate(&mut self, side: Side) -> Result<String, Refusal> {
        self.turn_of(side)?;
        let mv = self.book_move().unwrap_or_else(|| self.search(side));
        if !self.position().is_over() {
            self.play(mv);
        }
        Ok(mv.to_string().to_uppercase().replace("PASS", "pass"))
    }

    /// A move of the book. Of those that are nearly as good as the best the clock draws one, so that games differ.
    fn book_move(&self) -> Option<Move> {
        let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let fraction = f64::from(clock.subsec_micros() % 1000) / 1000.0;
        book::choose(&self.position().book_moves(), BOOK_MARGIN, fraction).map(|(mv, _)| mv)
    }

    fn search(&mut self, side: Side) -> Move {
        let limits = Limits { time: Some(self.budget(side)), ..Limits::default() };
        let control = Control::new(Stop::new());
        let found = self.searcher.search(&self.past, &limits, &control, &mut |_| ());
        found.map_or(Move::Pass, |found| found.mv)
    }

    fn budget(&self, side: Side) -> Budget {
        match self.times[side as usize].left {
            None => Budget::exactly(A_MOMENT),
            Some((time, moves)) => {
                let moves = (moves > 0.0).then_some(moves as u32);
                // A side places a disc on every other empty square.
                let rest = (self.position().empty().len() as u32).div_ceil(2).max(1);
                let time = Duration::from_secs_f64(time);
                Budget::of_clock(time, Duration::ZERO, Some(moves.unwrap_or(rest)), OVERHEAD)
            }
        }
    }

    fn final_score(&self) -> String {
        let [black, white] =
            [Side::Black, Side::White].map(|side| self.position().discs(side).len());
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => format!("B+{}", black - white),
            std::cmp::Ordering::Less => format!("W+{}", white - black),
            std::cmp::Ordering::Equal => "0".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(orders: &str) -> Vec<String> {
        let mut output = Vec::new();
        serve(orders.as_bytes(), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        text.split_terminator("\n\n").map(str::to_owned).collect()
    }

    #[test]
    fn it_says_who_it_is_and_repeats_numbers() {
        let said =
            answers("1 protocol_version\n\n  # nothing\n2 name\nknown_command play\nquit\nname\n");
        assert_eq!(said, ["=1 2", "=2 tablero", "= true", "= "]);
    }

    #[test]
    fn it_plays_by_the_rules_and_says_what_is_wrong() {
        let said = answers(
            "boardsize 10\nboardsize 8\nplay black f5\nplay black f6\nplay white a1\nplay white f6\nundo\nundo\nundo\nsing\nplay black\n",
        );
        let signs: Vec<char> = said.iter().filter_map(|answer| answer.chars().next()).collect();
        assert_eq!(signs, ['?', '=', '=', '?', '?', '=', '=', '=', '?', '?', '?']);
        assert_eq!(said[3], "? it is the other side's turn");
        assert_eq!(said[4], "? illegal move: a disc on a1 turns nothing over");
    }

    #[test]
    fn it_makes_legal_moves_in_its_time_to_the_end_of_a_game() {
        let mut orders = String::from("time_settings 1 0 0\n");
        for _ in 0..70 {
            orders.push_str("time_left b 0 0\ngenmove b\ntime_left w 0 0\ngenmove w\n");
        }
        orders.push_str("final_score\n");
        let said = answers(&orders);
        let score = said.last().unwrap();
        assert!(
            score.starts_with("= B+") || score.starts_with("= W+") || score == "= 0",
            "{score}"
        );
        let moves = said.iter().filter(|answer| answer.len() == 4).count();
        assert!(moves >= 50, "{said:?}");
    }

    #[test]
    fn it_makes_the_first_moves_from_the_book() {
        let said = answers("time_settings 0 3600 1\ngenmove b\n");
        let mv = said[1].trim_start_matches("= ").to_ascii_lowercase();
        let known = Position::<8>::standard().book_moves();
        assert!(known.iter().any(|(known, _)| known.to_string() == mv), "{mv} {known:?}");
    }

    #[test]
    fn strange_times_are_refused() {
        let said = answers(
            "time_settings -1 0 0\ntime_settings 1e30 0 0\ntime_left b x 0\ntime_settings 0 5 1\n",
        );
        assert_eq!(said, ["? syntax error", "? syntax error", "? syntax error", "= "]);
    }
}
