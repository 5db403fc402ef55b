//! What a person wants to be called: text from a stranger that other people see.

use crate::card::Club;
use crate::player::Player;
use crate::words::Language;
use std::fmt;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{
    GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection, skeleton,
};

/// No nickname has more characters.
pub const LONGEST: usize = 20;
/// No letter carries more marks: Vietnamese and Hebrew need two.
const MOST_MARKS: usize = 2;
/// What may stand between letters.
const BETWEEN: [char; 5] = [' ', '-', '_', '.', '\''];
/// Words that sound as if the house itself spoke, beside those that it uses for players.
const HOUSE: [&str; 13] = [
    "tablero",
    "system",
    "sistema",
    "admin",
    "administrator",
    "administrador",
    "moderator",
    "moderador",
    "computer",
    "ordenador",
    "bot",
    "server",
    "servidor",
];

/// A name that can be shown to anybody: letters of one script and digits, in the usual form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nickname(String);

/// Why a text is no nickname.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NicknameError {
    #[error("A name has at least one letter or digit.")]
    Empty,
    #[error("A name has at most {LONGEST} characters, not {0}.")]
    TooLong(usize),
    #[error(
        "A name has letters and digits, and between them spaces, dots, apostrophes and dashes; {0:?} is none of these."
    )]
    Letter(char),
    #[error("The letters of a name are of one alphabet.")]
    Alphabets,
    #[error("That could be mistaken for a word of the club itself. Please take another name.")]
    Reserved,
}

impl Nickname {
    /// Reads a name that is no word of this club.
    pub fn read(text: &str, club: Club) -> Result<Nickname, NicknameError> {
        // A name that is far too long is not looked at.
        let given = text.chars().count();
        if given > 8 * LONGEST {
            return Err(NicknameError::TooLong(given));
        }
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ").nfc().collect();
        let length = text.chars().count();
        if length > LONGEST {
            return Err(NicknameError::TooLong(length));
        }
        let may_stand = |letter: &char| {
            let in_names = letter.is_alphanumeric() || is_combining_mark(*letter);
            BETWEEN.contains(letter) || in_names && letter.identifier_allowed()
        };
        if let Some(letter) = text.chars().find(|letter| !may_stand(letter)) {
            return Err(NicknameError::Letter(letter));
        }
        let letters: String = text.chars().filter(|letter| !BETWEEN.contains(letter)).collect();
        if !letters.chars().any(char::is_alphanumeric) {
            return Err(NicknameError::Empty);
        }
        if let Some(mark) = one_mark_too_many(&text) {
            return Err(NicknameError::Letter(mark));
        }
        if !letters.check_restriction_level(RestrictionLevel::HighlyRestrictive) {
            return Err(NicknameError::Alphabets);
        }
        if text.parse::<Player>().is_ok()
            || reserved(club).iter().any(|word| is_like(&letters, word))
        {
            return Err(NicknameError::Reserved);
        }
        Ok(Nickname(text))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Nickname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The mark on a letter that has enough of them.
fn one_mark_too_many(text: &str) -> Option<char> {
    let mut marks = 0;
    text.chars().find(|letter| {
        marks = if is_combining_mark(*letter) { marks + 1 } else { 0 };
        marks > MOST_MARKS
    })
}

/// The words with which the club names players and sides, in every language.
fn reserved(club: Club) -> Vec<String> {
    let mut words: Vec<String> = HOUSE.map(str::to_owned).to_vec();
    for language in [Language::English, Language::Spanish] {
        let all = language.words();
        let texts = &all.interface;
        words.extend(
            [all.you, texts.opponent, texts.opponent_person, texts.person].map(str::to_owned),
        );
        words.extend([texts.free_seat, texts.full_strength, texts.random].map(str::to_owned));
        for card in club.cards() {
            words
                .extend(card.seats().iter().map(|&seat| card.seat_name(seat, language).to_owned()));
            words.extend(card.computers().iter().map(|player| card.player_name(player, language)));
        }
    }
    words
}

/// Does a name look like a word, perhaps with other digits behind it?
fn is_like(name: &str, word: &str) -> bool {
    let word: String = word.chars().filter(|letter| letter.is_alphabetic()).collect();
    let digits = bones("0123456789");
    let looks = |name: &str| {
        let name = bones(name);
        let rest = name.strip_prefix(&bones(&word));
        rest.is_some_and(|rest| rest.chars().all(|letter| digits.contains(letter)))
    };
    // A capital I looks like a small l, and is the capital of a small i.
    !word.is_empty() && (looks(name) || looks(&name.to_lowercase()))
}

/// What a text looks like at a glance: its confusable letters made the same, without marks and capitals.
fn bones(text: &str) -> String {
    skeleton(text).filter(|letter| !is_combining_mark(*letter)).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOBODY: Club = Club::new(&[]);

    fn read(text: &str) -> Result<String, NicknameError> {
        Nickname::read(text, NOBODY).map(|name| name.to_string())
    }

    #[test]
    fn names_of_people_are_names() {
        for name in
            ["Ana", "O'Brien", "jean-luc", "Łukasz", "Иван", "明子", "Αλέξης", "x", "R2-D2", "Vân"]
        {
            assert_eq!(read(name).as_deref(), Ok(name));
        }
        assert_eq!(read("  Ana \t María "), Ok("Ana María".to_owned()));
        assert_eq!(read("Jose\u{301}"), Ok("José".to_owned()));
    }

    #[test]
    fn what_cannot_be_shown_to_anybody_is_refused() {
        assert_eq!(read(""), Err(NicknameError::Empty));
        assert_eq!(read(" - "), Err(NicknameError::Empty));
        assert_eq!(read(&"x".repeat(21)), Err(NicknameError::TooLong(21)));
        assert_eq!(read(&"x".repeat(100_000)), Err(NicknameError::TooLong(100_000)));
        for (text, letter) in [
            ("a\u{0}b", '\u{0}'),
            ("a\u{1b}[31m", '\u{1b}'),
            ("a\u{202e}b", '\u{202e}'),
            ("a\u{200b}b", '\u{200b}'),
            ("<b>", '<'),
            ("a\"b", '"'),
            ("level:3", ':'),
            ("👑", '👑'),
            ("o\u{308}\u{308}\u{308}\u{308}", '\u{308}'),
        ] {
            assert_eq!(read(text), Err(NicknameError::Letter(letter)), "{text:?}");
        }
        // A Cyrillic letter among Latin ones.
        assert_eq!(read("p\u{430}ul"), Err(NicknameError::Alphabets));
    }

    #[test]
    fn nobody_is_called_like_the_club_or_its_players() {
        for name in [
            "You",
            "you",
            "Y0U",
            "Tú",
            "TU",
            "tablero",
            "Tab1ero",
            "Admin",
            "engine",
            "random",
            "human",
            "Opponent",
            "B.o.t",
            "Computer 7",
        ] {
            assert_eq!(read(name), Err(NicknameError::Reserved), "{name}");
        }
        for name in ["Yousef", "Tulio", "Botond"] {
            assert!(read(name).is_ok(), "{name}");
        }
    }
}
