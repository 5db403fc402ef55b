//! Where lines come from.

use crate::command::WORDS;
use crate::squares::Completions;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, ExternalPrinter, Helper};
use std::io::{self, BufRead, Read, Write};

/// More than any move, position or file name. A longer line is cut.
const LONGEST: u64 = 16 << 10;

/// What came of asking for a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Input {
    Line(String),
    /// Ctrl-C on a terminal.
    Interrupted,
    /// There are no more.
    End,
}

/// Where lines come from.
pub enum Reader {
    /// A person who types, with a line that can be edited.
    Terminal(Box<Editor<Words, DefaultHistory>>),
    /// A pipe or a file. Its lines are repeated.
    Pipe(io::Stdin),
}

impl Reader {
    /// Reads from the terminal.
    pub fn terminal() -> io::Result<Reader> {
        let mut editor = Editor::with_config(Config::default()).map_err(outside)?;
        editor.set_helper(Some(Words::new()));
        Ok(Reader::Terminal(Box::new(editor)))
    }

    /// Reads from standard input as it is.
    pub fn pipe() -> Reader {
        Reader::Pipe(io::stdin())
    }

    /// What writes above the line that is being edited.
    pub fn printer(&mut self) -> Option<Box<dyn ExternalPrinter + Send>> {
        match self {
            Reader::Terminal(editor) => {
                let printer = editor.create_external_printer().ok()?;
                Some(Box::new(printer))
            }
            Reader::Pipe(_) => None,
        }
    }

    /// What Tab completes from now on besides the words of commands.
    pub fn offer(&mut self, completions: impl FnOnce() -> Completions) {
        if let Reader::Terminal(editor) = self
            && let Some(words) = editor.helper_mut()
        {
            words.now = completions();
        }
    }

    /// Asks for a line. Ctrl-D on a terminal is the end.
    pub fn read(&mut self, prompt: &str, out: &mut impl Write) -> io::Result<Input> {
        match self {
            Reader::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    editor.add_history_entry(line.as_str()).map_err(outside)?;
                    Ok(Input::Line(line))
                }
                Err(ReadlineError::Interrupted) => Ok(Input::Interrupted),
                Err(ReadlineError::Eof) => Ok(Input::End),
                Err(error) => Err(outside(error)),
            },
            Reader::Pipe(input) => {
                let Some(line) = read_line(&mut input.lock())? else { return Ok(Input::End) };
                writeln!(out, "{}", repeated(&line, prompt))?;
                Ok(Input::Line(line))
            }
        }
    }

    /// Asks a pipe for a line that is repeated later, when it counts; a terminal has shown it already.
    pub fn read_ahead(&mut self, prompt: &str, out: &mut impl Write) -> io::Result<Input> {
        match self {
            Reader::Terminal(_) => self.read(prompt, out),
            Reader::Pipe(input) => {
                Ok(read_line(&mut input.lock())?.map_or(Input::End, Input::Line))
            }
        }
    }
}

/// A line of a pipe behind its prompt.
pub fn repeated(line: &str, prompt: &str) -> String {
    let harmless = |letter: char| if letter.is_control() { '?' } else { letter };
    format!("{prompt}{}", line.chars().map(harmless).collect::<String>())
}

fn outside(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// The next line without its end, cut where it is too long; `None` at the end.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    while !bytes.ends_with(b"\n") {
        let rest = input.fill_buf()?;
        let end = rest.iter().position(|&byte| byte == b'\n');
        let (length, over) = (rest.len(), rest.is_empty() || end.is_some());
        input.consume(end.map_or(length, |end| end + 1));
        if over {
            break;
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
}

/// Completes the words of commands, moves, and what the words want behind them: files, squares, seats and players.
pub struct Words {
    files: FilenameCompleter,
    now: Completions,
}

impl Words {
    fn new() -> Words {
        Words { files: FilenameCompleter::new(), now: Completions::default() }
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        place: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..place];
        let from = before.rfind(' ').map_or(0, |space| space + 1);
        let words: Vec<&str> = before[..from].split_whitespace().collect();
        let Completions { moves, squares, seats, players } = &self.now;
        let pair = |word: &str| Pair { display: word.to_owned(), replacement: word.to_owned() };
        let begun = &before[from..];
        let of = |offered: &[String]| -> Vec<Pair> {
            let fits = |word: &&String| word.starts_with(begun);
            offered.iter().filter(fits).map(|word| pair(word)).collect()
        };
        let found = match words.as_slice() {
            ["save" | "export" | "load"] => return self.files.complete(line, place, context),
            ["moves" | "attacks"] => of(squares),
            ["players"] => of(seats),
            ["players", _] => of(players),
            [] => {
                let commands = WORDS.into_iter().filter(|word| word.starts_with(begun));
                let mut found: Vec<Pair> = commands.map(pair).collect();
                found.extend(of(moves));
                found
            }
            // Moves of several words, such as a verb and a cell.
            _ => {
                let fits = |mv: &&String| mv.starts_with(before);
                let rest = moves.iter().filter(fits).map(|mv| pair(&mv[from..]));
                rest.collect()
            }
        };
        Ok((from, found))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_long_ones_are_cut() {
        let long = "x".repeat(40_000);
        let text = format!("e2e4\r\n{long}\nlast\n\nunended");
        let mut input = text.as_bytes();
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next().as_deref(), Some("e2e4"));
        assert_eq!(next().map(|line| line.len()), Some(LONGEST as usize));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().as_deref(), Some("unended"));
        assert_eq!(next(), None);
    }

    #[test]
    fn files_are_completed_behind_the_words_that_want_one() {
        let words = Words::new();
        let history = DefaultHistory::new();
        let completed = |line: &str| {
            let (_, pairs) = words.complete(line, line.len(), &Context::new(&history)).unwrap();
            pairs.into_iter().map(|pair| pair.replacement).collect::<Vec<_>>()
        };
        for word in ["save", "export", "load"] {
            assert_eq!(completed(&format!("{word} Cargo.to")), ["Cargo.toml"]);
        }
        assert_eq!(completed("ex"), ["export"]);
    }

    #[test]
    fn moves_squares_seats_and_players_are_completed_where_they_belong() {
        let all = |words: &str| words.split(", ").map(str::to_owned).collect::<Vec<String>>();
        let now = Completions {
            moves: all("Nc3, Nf3, e2e4, e4, flag c4"),
            squares: all("e2, e4"),
            seats: all("white, black"),
            players: all("human, level:1, level:10"),
        };
        let words = Words { now, ..Words::new() };
        let history = DefaultHistory::new();
        let completed = |line: &str| {
            let (_, pairs) = words.complete(line, line.len(), &Context::new(&history)).unwrap();
            pairs.into_iter().map(|pair| pair.replacement).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(completed("N"), "Nc3 Nf3");
        assert_eq!(completed("e2"), "e2e4");
        assert_eq!(completed("attacks e"), "e2 e4");
        assert_eq!(completed("players b"), "black");
        assert_eq!(completed("players black level:1"), "level:1 level:10");
        assert_eq!(completed("flag c"), "c4");
        assert_eq!(completed("q"), "quit quiet");
    }

    #[test]
    fn bytes_that_are_no_text_are_read_as_well() {
        assert_eq!(read_line(&mut &b"e2\xff\n"[..]).unwrap().as_deref(), Some("e2\u{fffd}"));
    }
}
