//! A program to be started, as a text names it.

use std::fmt;

/// A program to be started, and how it is set.
///
/// `PROGRAM ARGUMENTS?NAME=VALUE&NAME=VALUE`: the words are split at spaces, and quotes keep a path
/// with spaces together. Behind the question mark stand options of the program.
///
/// ```
/// # use uci::Program;
/// let program: Program = "stockfish?Threads=1&UCI_Elo=2000".parse().unwrap();
/// assert_eq!(program.words, ["stockfish"]);
/// assert_eq!(program.options[1], ("UCI_Elo".to_owned(), "2000".to_owned()));
/// assert_eq!("'/opt/my chess' --uci".parse::<Program>().unwrap().words.len(), 2);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The program, and its arguments.
    pub words: Vec<String>,
    /// Names and values of options, in their order.
    pub options: Vec<(String, String)>,
}

/// Why a text names no program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// Nothing there.
    #[error("the name of a program is missing: write uci:PROGRAM, such as uci:stockfish")]
    Missing,
    /// A quote without its partner.
    #[error("a quote is not closed in {0:?}")]
    OpenQuote(String),
    /// Not a setting.
    #[error("an option of a program is NAME=VALUE, such as Threads=1, not {0:?}")]
    Option(String),
    /// Not for others to set.
    #[error("the option UCI_Chess960 is set by itself, as the start of each game needs it")]
    Chess960,
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

impl std::str::FromStr for Program {
    type Err = ProgramError;

    fn from_str(text: &str) -> Result<Program, ProgramError> {
        let (call, settings) = text.split_once('?').unwrap_or((text, ""));
        let words = split_words(call)?;
        if words.first().is_none_or(String::is_empty) {
            return Err(ProgramError::Missing);
        }
        let mut program = Program { words, options: Vec::new() };
        for setting in settings.split('&').filter(|setting| !setting.trim().is_empty()) {
            let wrong = || ProgramError::Option(cut(setting));
            let (name, value) = setting.split_once('=').ok_or_else(wrong)?;
            let (name, value) = (name.trim(), value.trim());
            if name.is_empty() || setting.contains(char::is_control) {
                return Err(wrong());
            }
            // Castling is written in another way then, and the start of a game decides that.
            if name.eq_ignore_ascii_case("UCI_Chess960") {
                return Err(ProgramError::Chess960);
            }
            program.options.push((name.to_owned(), value.to_owned()));
        }
        Ok(program)
    }
}

/// Words as a shell would split them, with quotes and nothing else.
fn split_words(text: &str) -> Result<Vec<String>, ProgramError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut open: Option<char> = None;
    for letter in text.chars() {
        match open {
            Some(quote) if letter == quote => open = None,
            None if letter == '\'' || letter == '"' => {
                open = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if open.is_some() { Err(ProgramError::OpenQuote(cut(text))) } else { Ok(words) }
}

impl Program {
    /// Its name without the folder, for messages.
    pub fn name(&self) -> &str {
        let path = self.words.first().map_or("", String::as_str);
        path.rsplit(['/', '\\']).next().unwrap_or(path)
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Program, ProgramError> {
        text.parse()
    }

    #[test]
    fn a_program_has_arguments_and_options() {
        let plain = read("gnuchess --uci").unwrap();
        assert_eq!(plain.words, ["gnuchess", "--uci"]);
        assert!(plain.options.is_empty());
        let full = read("\"/opt/my engine/x y\" -a?Clear Hash=&Hash=64").unwrap();
        assert_eq!(full.words, ["/opt/my engine/x y", "-a"]);
        assert_eq!(full.name(), "x y");
        assert_eq!(full.options[0], ("Clear Hash".to_owned(), String::new()));
        assert_eq!(full.options.len(), 2);
    }

    #[test]
    fn what_names_no_program_is_refused_with_the_reason() {
        assert_eq!(read("  "), Err(ProgramError::Missing));
        assert_eq!(read("?Hash=1"), Err(ProgramError::Missing));
        assert_eq!(read("''"), Err(ProgramError::Missing));
        assert_eq!(read("a 'b"), Err(ProgramError::OpenQuote("a 'b".to_owned())));
        assert_eq!(read("a?Hash"), Err(ProgramError::Option("Hash".to_owned())));
        assert_eq!(read("a?Hash=1&uci_chess960=true"), Err(ProgramError::Chess960));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[a-z'\" ?&=\\PC]{0,40}") {
            if let Ok(program) = read(&text) {
                prop_assert!(!program.words[0].is_empty());
            }
        }
    }
}
