//! Where lines come from.

use crate::command::WORDS;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::io::{self, BufRead, Read, Write};

/// More than any move, position or file name. A longer line is cut.
const LONGEST: u64 = 16 << 10;

/// What came of asking for a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Input {
    Line(String),
    /// There are no more.
    End,
}

/// Where lines come from.
pub enum Reader {
    /// A person who types, with a line that can be edited.
    Terminal(Box<Editor<Words, DefaultHistory>>),
    /// A pipe or a file. Its lines are repeated.
    Pipe(io::StdinLock<'static>),
}

impl Reader {
    /// Reads from the terminal.
    pub fn terminal() -> io::Result<Reader> {
        let mut editor = Editor::with_config(Config::default()).map_err(outside)?;
        editor.set_helper(Some(Words { files: FilenameCompleter::new() }));
        Ok(Reader::Terminal(Box::new(editor)))
    }

    /// Reads from standard input as it is.
    pub fn pipe() -> Reader {
        Reader::Pipe(io::stdin().lock())
    }

    /// Asks for a line. Ctrl-C and Ctrl-D on a terminal are the end.
    pub fn read(&mut self, prompt: &str, out: &mut impl Write) -> io::Result<Input> {
        match self {
            Reader::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    editor.add_history_entry(line.as_str()).map_err(outside)?;
                    Ok(Input::Line(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Input::End),
                Err(error) => Err(outside(error)),
            },
            Reader::Pipe(input) => {
                let Some(line) = read_line(input)? else { return Ok(Input::End) };
                let harmless = |letter: char| if letter.is_control() { '?' } else { letter };
                writeln!(out, "{prompt}{}", line.chars().map(harmless).collect::<String>())?;
                Ok(Input::Line(line))
            }
        }
    }
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

/// Completes the words of commands, and the names of files behind the words that want one.
pub struct Words {
    files: FilenameCompleter,
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
        if ["save ", "export ", "load "].iter().any(|word| before.starts_with(word)) {
            return self.files.complete(line, place, context);
        }
        let pair = |word: &str| Pair { display: word.to_owned(), replacement: word.to_owned() };
        Ok((0, WORDS.into_iter().filter(|word| word.starts_with(before)).map(pair).collect()))
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
        let words = Words { files: FilenameCompleter::new() };
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
    fn bytes_that_are_no_text_are_read_as_well() {
        assert_eq!(read_line(&mut &b"e2\xff\n"[..]).unwrap().as_deref(), Some("e2\u{fffd}"));
    }
}
