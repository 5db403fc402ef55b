//! What a chess program is told: the lines from a graphical interface.

use std::fmt;

/// A line to a chess program.
///
/// Reading is generous, as the protocol asks: words that nobody knows are skipped, numbers that make
/// no sense are left out, and a line without any known word is nothing.
///
/// ```
/// # use uci::{Go, Order};
/// assert_eq!(Order::read("please isready now"), Some(Order::IsReady));
/// assert_eq!(Order::read("good morning"), None);
/// let go = Order::read("go wtime 1000 btime -5 depth many nodes 20").unwrap();
/// assert_eq!(go.to_string(), "go wtime 1000 btime 0 nodes 20");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Say who you are and that you speak UCI.
    Uci,
    /// Say when you are ready.
    IsReady,
    /// What comes next is another game.
    NewGame,
    /// Change a setting.
    SetOption {
        /// Its name.
        name: String,
        /// What it shall be; buttons have no value.
        value: Option<String>,
    },
    /// Look at this position.
    Position {
        /// A FEN, or `None` for the usual start.
        fen: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// Think.
    Go(Go),
    /// Stop thinking and say what you have.
    Stop,
    /// The move on which you pondered was played.
    PonderHit,
    /// End.
    Quit,
    /// Draw the position. Not in the protocol, but people expect it.
    Draw,
    /// Say what the position is worth at first sight.
    Eval,
    /// Search a fixed set of positions and say how many nodes it took.
    Bench,
}

/// How to think.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Go {
    /// Milliseconds that white has left.
    pub white_time: Option<u64>,
    /// Milliseconds that black has left.
    pub black_time: Option<u64>,
    /// Milliseconds that white gets with each move.
    pub white_increment: Option<u64>,
    /// Milliseconds that black gets with each move.
    pub black_increment: Option<u64>,
    /// Moves until there is more time.
    pub moves_to_go: Option<u64>,
    /// So many moves ahead.
    pub depth: Option<u64>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// Look for a mate in so many moves.
    pub mate: Option<u64>,
    /// Exactly so many milliseconds.
    pub move_time: Option<u64>,
    /// Count lines of play instead.
    pub perft: Option<u64>,
    /// Until told to stop.
    pub infinite: bool,
    /// On the other side's time, until it has moved.
    pub ponder: bool,
    /// Only these moves; all of them if there are none.
    pub only: Vec<String>,
}

/// The words that end a list of moves within `go`.
const GO_WORDS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
    "infinite",
    "ponder",
    "searchmoves",
];

impl Order {
    /// What a line asks for; `None` when there is nothing in it that is known.
    pub fn read(line: &str) -> Option<Order> {
        let words: Vec<&str> = line.split_whitespace().collect();
        (0..words.len()).find_map(|at| Order::of_words(words[at], &words[at + 1..]))
    }

    fn of_words(word: &str, rest: &[&str]) -> Option<Order> {
        Some(match word {
            "uci" => Order::Uci,
            "isready" => Order::IsReady,
            "ucinewgame" => Order::NewGame,
            "setoption" => read_option(rest)?,
            "position" => read_position(rest),
            "go" => Order::Go(Go::of_words(rest)),
            "stop" => Order::Stop,
            "ponderhit" => Order::PonderHit,
            "quit" => Order::Quit,
            "d" => Order::Draw,
            "eval" => Order::Eval,
            "bench" => Order::Bench,
            _ => return None,
        })
    }
}

/// `name` and `value` with as many words as there are: names have spaces.
fn read_option(words: &[&str]) -> Option<Order> {
    let begin = words.iter().position(|&word| word == "name")? + 1;
    let words = words.get(begin..)?;
    let end = words.iter().position(|&word| word == "value");
    let name = words[..end.unwrap_or(words.len())].join(" ");
    let value = end.map(|end| words[end + 1..].join(" "));
    (!name.is_empty()).then_some(Order::SetOption { name, value })
}

/// A start that is neither `startpos` nor `fen` is read as a FEN, too: the engine is to say what is wrong with
/// it and must not think about the position before.
fn read_position(words: &[&str]) -> Order {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(end);
    let known = |&word: &&str| word == "startpos" || word == "fen";
    let begin = start.iter().position(known);
    let standard = begin.is_some_and(|begin| start[begin] == "startpos");
    let fen = (!standard).then(|| start[begin.map_or(0, |begin| begin + 1)..].join(" "));
    let moves = moves.iter().skip(1).map(|&mv| mv.to_owned()).collect();
    Order::Position { fen, moves }
}

impl Go {
    fn of_words(words: &[&str]) -> Go {
        let mut go = Go::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !GO_WORDS.contains(word)) {
                        go.only.push(mv.to_owned());
                    }
                }
                _ => {
                    if let Some(place) = go.number(word)
                        && let Some(number) = words.peek().and_then(|text| read_number(text))
                    {
                        *place = Some(number);
                        words.next();
                    }
                }
            }
        }
        go
    }

    /// Where the number behind a word belongs.
    fn number(&mut self, word: &str) -> Option<&mut Option<u64>> {
        Some(match word {
            "wtime" => &mut self.white_time,
            "btime" => &mut self.black_time,
            "winc" => &mut self.white_increment,
            "binc" => &mut self.black_increment,
            "movestogo" => &mut self.moves_to_go,
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "movetime" => &mut self.move_time,
            "perft" => &mut self.perft,
            _ => return None,
        })
    }
}

/// A whole number. Clocks that went below zero are at zero, and what is too large is as large as
/// it gets.
fn read_number(text: &str) -> Option<u64> {
    let (digits, negative) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if negative { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Uci => f.write_str("uci"),
            Order::IsReady => f.write_str("isready"),
            Order::NewGame => f.write_str("ucinewgame"),
            Order::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Order::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Order::Position { fen, moves } => {
                match fen {
                    None => f.write_str("position startpos")?,
                    Some(fen) => write!(f, "position fen {fen}")?,
                }
                if moves.is_empty() { Ok(()) } else { write!(f, " moves {}", moves.join(" ")) }
            }
            Order::Go(go) => go.fmt(f),
            Order::Stop => f.write_str("stop"),
            Order::PonderHit => f.write_str("ponderhit"),
            Order::Quit => f.write_str("quit"),
            Order::Draw => f.write_str("d"),
            Order::Eval => f.write_str("eval"),
            Order::Bench => f.write_str("bench"),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        for (word, on) in [("ponder", self.ponder), ("infinite", self.infinite)] {
            if on {
                write!(f, " {word}")?;
            }
        }
        for (word, number) in [
            ("wtime", self.white_time),
            ("btime", self.black_time),
            ("winc", self.white_increment),
            ("binc", self.black_increment),
            ("movestogo", self.moves_to_go),
            ("depth", self.depth),
            ("nodes", self.nodes),
            ("mate", self.mate),
            ("movetime", self.move_time),
            ("perft", self.perft),
        ] {
            if let Some(number) = number {
                write!(f, " {word} {number}")?;
            }
        }
        if self.only.is_empty() {
            Ok(())
        } else {
            write!(f, " searchmoves {}", self.only.join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_word_of_go_is_read() {
        let text = "go ponder infinite wtime 1 btime 2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 \
                    mate 8 movetime 9 perft 10 searchmoves e2e4 d2d4";
        let Some(Order::Go(go)) = Order::read(text) else { panic!("{text}") };
        assert_eq!(go.to_string(), text);
        assert_eq!((go.white_time, go.perft), (Some(1), Some(10)));
        assert_eq!(go.only, ["e2e4", "d2d4"]);
    }

    #[test]
    fn a_list_of_moves_ends_where_the_next_word_begins() {
        let Some(Order::Go(go)) = Order::read("go searchmoves e2e4 d2d4 depth 3") else { panic!() };
        assert_eq!((go.only.len(), go.depth), (2, Some(3)));
    }

    #[test]
    fn numbers_out_of_reach_are_drawn_back_and_nonsense_is_left_out() {
        let Some(Order::Go(go)) = Order::read("go wtime -20 nodes 99999999999999999999999 depth x")
        else {
            panic!()
        };
        assert_eq!((go.white_time, go.nodes, go.depth), (Some(0), Some(u64::MAX), None));
    }

    #[test]
    fn names_and_values_of_options_have_spaces() {
        let read = |text| Order::read(text).unwrap();
        let clear = Order::SetOption { name: "Clear Hash".to_owned(), value: None };
        assert_eq!(read("setoption name Clear Hash"), clear);
        let path =
            Order::SetOption { name: "Some Path".to_owned(), value: Some("/a b/c".to_owned()) };
        assert_eq!(read("setoption name Some Path value /a b/c"), path);
        assert_eq!(Order::read("setoption name"), None);
    }

    #[test]
    fn a_position_is_a_start_and_moves() {
        let position = |fen: Option<&str>, moves: &[&str]| Order::Position {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        };
        let read = |text: &str| Order::read(text).unwrap();
        assert_eq!(read("position startpos"), position(None, &[]));
        assert_eq!(read("position startpos moves e2e4 e7e5"), position(None, &["e2e4", "e7e5"]));
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        assert_eq!(read(&format!("position fen {fen} moves a1a2")), position(Some(fen), &["a1a2"]));
        assert_eq!(read(&format!("position {fen}")), position(Some(fen), &[]));
        assert_eq!(read("position"), position(Some(""), &[]));
    }

    fn words() -> impl Strategy<Value = String> {
        let known = prop::sample::select(
            GO_WORDS
                .into_iter()
                .chain([
                    "uci",
                    "isready",
                    "ucinewgame",
                    "setoption",
                    "name",
                    "value",
                    "position",
                    "fen",
                    "startpos",
                    "moves",
                    "go",
                    "stop",
                    "ponderhit",
                    "quit",
                    "d",
                    "eval",
                    "bench",
                    "Hash",
                    "e2e4",
                    "-1",
                    "7",
                    "18446744073709551616",
                ])
                .collect::<Vec<_>>(),
        );
        let word = prop_oneof![4 => known.prop_map(str::to_owned), 1 => "\\PC{0,6}"];
        prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
    }

    proptest! {
        #[test]
        fn what_is_read_is_written_so_that_it_is_read_alike(line in words()) {
            if let Some(order) = Order::read(&line) {
                prop_assert_eq!(Order::read(&order.to_string()), Some(order));
            }
        }
    }
}
