//! What a chess program says: the lines to a graphical interface.

use std::fmt;

/// A line from a chess program.
///
/// Reading skips what it does not know, as the protocol asks of both sides.
///
/// ```
/// # use uci::{Answer, Points};
/// let line = "info depth 12 seldepth 20 score cp -31 upperbound nodes 4711 pv e7e5 g1f3";
/// let Some(Answer::Info(info)) = Answer::read(line) else { panic!() };
/// assert_eq!(info.score.unwrap().points, Points::Centipawns(-31));
/// assert_eq!(info.line, ["e7e5", "g1f3"]);
/// assert_eq!(info.to_string(), line);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The name of the program.
    Name(String),
    /// Who made it.
    Author(String),
    /// A setting that it has.
    Option(OptionLine),
    /// That was all about me.
    UciOk,
    /// Everything asked for so far is done.
    ReadyOk,
    /// What it found out so far.
    Info(Info),
    /// The move.
    BestMove {
        /// The move; `None` where there is none.
        mv: Option<String>,
        /// The answer that it would ponder on.
        ponder: Option<String>,
    },
}

/// A setting of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionLine {
    /// Its name.
    pub name: String,
    /// What it can be.
    pub kind: OptionKind,
}

/// What a setting can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// As it is at first.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// As it is at first.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// As it is at first.
        default: String,
        /// All of them.
        choices: Vec<String>,
    },
    /// Something that can be done.
    Button,
    /// Any text.
    Text {
        /// As it is at first.
        default: String,
    },
}

/// What a program found out so far. Only what was said is there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info {
    /// Moves looked ahead everywhere.
    pub depth: Option<u64>,
    /// Moves looked ahead at most.
    pub selective_depth: Option<u64>,
    /// The rank of this line among the best, from 1.
    pub rank: Option<u64>,
    /// How good it is.
    pub score: Option<ScoreLine>,
    /// Chances to win, draw and lose, in thousandths.
    pub chances: Option<[u64; 3]>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Positions in a second.
    pub speed: Option<u64>,
    /// Thousandths of the hash table in use.
    pub filled: Option<u64>,
    /// Milliseconds.
    pub time: Option<u64>,
    /// The play that it expects.
    pub line: Vec<String>,
    /// Words to a person.
    pub words: Option<String>,
}

/// How good a line is for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreLine {
    /// The score.
    pub points: Points,
    /// What is known of it.
    pub bound: Known,
}

/// A score in the words of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Points {
    /// Hundredths of a pawn.
    Centipawns(i64),
    /// Mate in so many moves; below zero the side to move is mated.
    Mate(i64),
}

/// What is known of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// It is this.
    Exactly,
    /// It is this or more.
    AtLeast,
    /// It is this or less.
    AtMost,
}

impl Answer {
    /// What a line says; `None` when there is nothing in it that is known.
    pub fn read(line: &str) -> Option<Answer> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (&first, rest) = words.split_first()?;
        Some(match first {
            "id" => match rest.split_first()? {
                (&"name", name) => Answer::Name(name.join(" ")),
                (&"author", author) => Answer::Author(author.join(" ")),
                _ => return None,
            },
            "option" => Answer::Option(OptionLine::of_words(rest)?),
            "uciok" => Answer::UciOk,
            "readyok" => Answer::ReadyOk,
            "info" => Answer::Info(Info::of_words(rest)),
            "bestmove" => {
                let mv = rest.first().filter(|&&mv| mv != "(none)" && mv != "0000");
                let ponder = (rest.get(1) == Some(&"ponder")).then(|| rest.get(2)).flatten();
                let owned = |text: Option<&&str>| text.map(|&text| text.to_owned());
                Answer::BestMove { mv: owned(mv), ponder: owned(ponder) }
            }
            _ => return None,
        })
    }
}

impl OptionLine {
    /// The words behind each keyword, up to the next one: names and choices have spaces.
    fn of_words(words: &[&str]) -> Option<OptionLine> {
        const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
        let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
        for &word in words {
            match parts.last_mut() {
                // Within a name, only `type` ends it: "Skill Level min" is a possible name.
                Some(("name", part)) if word != "type" => part.push(word),
                _ if KEYS.contains(&word) => parts.push((word, Vec::new())),
                Some((_, part)) => part.push(word),
                None => {}
            }
        }
        let part = |key| parts.iter().find(|(k, _)| *k == key).map(|(_, part)| part.join(" "));
        let number = |key| part(key).and_then(|text| text.parse().ok());
        let default = part("default").unwrap_or_default();
        let kind = match part("type")?.as_str() {
            "check" => OptionKind::Check { default: default == "true" },
            "spin" => OptionKind::Spin {
                default: number("default")?,
                min: number("min").unwrap_or(i64::MIN),
                max: number("max").unwrap_or(i64::MAX),
            },
            "combo" => {
                let choices = parts.iter().filter(|(key, _)| *key == "var");
                OptionKind::Combo { default, choices: choices.map(|(_, c)| c.join(" ")).collect() }
            }
            "button" => OptionKind::Button,
            "string" => OptionKind::Text { default },
            _ => return None,
        };
        part("name").filter(|name| !name.is_empty()).map(|name| OptionLine { name, kind })
    }
}

impl Info {
    /// Words to a person.
    pub fn words(text: impl Into<String>) -> Info {
        Info { words: Some(text.into()), ..Info::default() }
    }

    fn of_words(words: &[&str]) -> Info {
        let mut info = Info::default();
        let mut at = 0;
        while let Some(&word) = words.get(at) {
            at += 1;
            let rest = words.get(at..).unwrap_or_default();
            let number = |index: usize| rest.get(index).and_then(|text| text.parse::<u64>().ok());
            match word {
                "pv" => {
                    info.line = rest.iter().map(|&mv| mv.to_owned()).collect();
                    break;
                }
                "string" => {
                    info.words = Some(rest.join(" "));
                    break;
                }
                "score" => {
                    let (score, taken) = ScoreLine::of_words(rest);
                    info.score = score.or(info.score);
                    at += taken;
                }
                "wdl" => {
                    if let (Some(win), Some(draw), Some(loss)) = (number(0), number(1), number(2)) {
                        info.chances = Some([win, draw, loss]);
                        at += 3;
                    }
                }
                _ => {
                    if let Some(place) = info.number(word)
                        && let Some(number) = number(0)
                    {
                        *place = Some(number);
                        at += 1;
                    }
                }
            }
        }
        info
    }

    /// Where the number behind a word belongs.
    fn number(&mut self, word: &str) -> Option<&mut Option<u64>> {
        Some(match word {
            "depth" => &mut self.depth,
            "seldepth" => &mut self.selective_depth,
            "multipv" => &mut self.rank,
            "nodes" => &mut self.nodes,
            "nps" => &mut self.speed,
            "hashfull" => &mut self.filled,
            "time" => &mut self.time,
            _ => return None,
        })
    }
}

impl ScoreLine {
    /// The score, and how many words it had.
    fn of_words(words: &[&str]) -> (Option<ScoreLine>, usize) {
        let number = words.get(1).and_then(|text| text.parse().ok());
        let points = match (words.first(), number) {
            (Some(&"cp"), Some(number)) => Points::Centipawns(number),
            (Some(&"mate"), Some(number)) => Points::Mate(number),
            _ => return (None, 0),
        };
        let bound = match words.get(2) {
            Some(&"lowerbound") => Known::AtLeast,
            Some(&"upperbound") => Known::AtMost,
            _ => Known::Exactly,
        };
        (Some(ScoreLine { points, bound }), if bound == Known::Exactly { 2 } else { 3 })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Name(name) => write!(f, "id name {name}"),
            Answer::Author(author) => write!(f, "id author {author}"),
            Answer::Option(option) => option.fmt(f),
            Answer::UciOk => f.write_str("uciok"),
            Answer::ReadyOk => f.write_str("readyok"),
            Answer::Info(info) => info.fmt(f),
            Answer::BestMove { mv, ponder } => {
                write!(f, "bestmove {}", mv.as_deref().unwrap_or("(none)"))?;
                ponder.as_ref().map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
            }
        }
    }
}

impl fmt::Display for OptionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } => write!(f, "string default {default}"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let numbers = |f: &mut fmt::Formatter<'_>, pairs: &[(&str, Option<u64>)]| {
            let mut said = pairs.iter().filter_map(|(word, number)| Some((word, (*number)?)));
            said.try_for_each(|(word, number)| write!(f, " {word} {number}"))
        };
        let depth = [("depth", self.depth), ("seldepth", self.selective_depth)];
        numbers(f, &depth)?;
        numbers(f, &[("multipv", self.rank)])?;
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
        }
        if let Some([win, draw, loss]) = self.chances {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        let work = [("nodes", self.nodes), ("nps", self.speed), ("hashfull", self.filled)];
        numbers(f, &work)?;
        numbers(f, &[("time", self.time)])?;
        if !self.line.is_empty() {
            write!(f, " pv {}", self.line.join(" "))?;
        }
        self.words.as_ref().map_or(Ok(()), |words| write!(f, " string {words}"))
    }
}

impl fmt::Display for ScoreLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.points {
            Points::Centipawns(number) => write!(f, "cp {number}")?,
            Points::Mate(number) => write!(f, "mate {number}")?,
        }
        f.write_str(match self.bound {
            Known::Exactly => "",
            Known::AtLeast => " lowerbound",
            Known::AtMost => " upperbound",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn options_of_known_programs_are_read_and_written() {
        for line in [
            "option name Hash type spin default 16 min 1 max 33554432",
            "option name Clear Hash type button",
            "option name UCI_Chess960 type check default false",
            "option name Analysis Contempt type combo default Both var Off var White var Black var Both",
            "option name NalimovPath type string default /usr/share/my tables",
        ] {
            let Some(Answer::Option(option)) = Answer::read(line) else { panic!("{line}") };
            assert_eq!(option.to_string(), line);
        }
        assert_eq!(Answer::read("option name Odd type knob default 3"), None);
    }

    #[test]
    fn a_line_of_another_program_is_read_and_the_rest_skipped() {
        let line = "info depth 5 currmove e2e4 currmovenumber 1 multipv 2 score mate -3 lowerbound \
                    wdl 10 20 970 nps 5 tbhits 0 time 3 pv a2a3";
        let Some(Answer::Info(info)) = Answer::read(line) else { panic!() };
        let score = info.score.unwrap();
        assert_eq!((score.points, score.bound), (Points::Mate(-3), Known::AtLeast));
        assert_eq!((info.rank, info.chances), (Some(2), Some([10, 20, 970])));
        assert_eq!(info.line, ["a2a3"]);
    }

    #[test]
    fn a_program_without_a_move_says_none_in_two_ways() {
        let none = Some(Answer::BestMove { mv: None, ponder: None });
        assert_eq!(Answer::read("bestmove (none)"), none);
        assert_eq!(Answer::read("bestmove 0000"), none);
        let some = Answer::read("bestmove e2e4 ponder e7e5").unwrap();
        assert_eq!(some.to_string(), "bestmove e2e4 ponder e7e5");
    }

    fn words() -> impl Strategy<Value = String> {
        let known = prop::sample::select(vec![
            "id",
            "name",
            "author",
            "option",
            "type",
            "spin",
            "check",
            "combo",
            "button",
            "string",
            "default",
            "min",
            "max",
            "var",
            "uciok",
            "readyok",
            "info",
            "depth",
            "seldepth",
            "multipv",
            "score",
            "cp",
            "mate",
            "lowerbound",
            "upperbound",
            "wdl",
            "nodes",
            "nps",
            "hashfull",
            "time",
            "pv",
            "bestmove",
            "ponder",
            "(none)",
            "e2e4",
            "-5",
            "7",
            "99999999999999999999",
        ]);
        let word = prop_oneof![6 => known.prop_map(str::to_owned), 1 => "\\PC{0,6}"];
        prop::collection::vec(word, 0..14).prop_map(|words| words.join(" "))
    }

    proptest! {
        #[test]
        fn any_line_is_read_without_trouble(line in words()) {
            if let Some(Answer::Info(info)) = Answer::read(&line) {
                let again = Answer::read(&info.to_string());
                prop_assert_eq!(again, Some(Answer::Info(info)));
            }
        }
    }
}
