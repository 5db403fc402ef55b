//! What can be typed.

use crate::text::wrapped_behind;
use crate::words::words;
use table::{Card, Club, Language, fill};

/// The column at which explanations begin.
const COLUMN: usize = 17;

/// The help for a game.
pub fn text(club: Club, card: &'static dyn Card, language: Language) -> String {
    let words = words(language);
    let commands = if card.is_for_one() {
        let starts = card.starts(language);
        let start = starts.first().map(|offer| offer.value.as_str()).unwrap_or_default();
        fill(words.help_for_one, &[start])
    } else {
        words.help_for_two.to_owned()
    };
    let export = fill(words.help_export_text, &[&formats(club)]);
    let export = wrapped_behind(words.help_export, COLUMN, &export);
    let typing = card.words(language).typing;
    format!("{typing}\n{commands}{}{export}\n{}\n", words.help_files, words.help_quit)
}

/// The names of the files that other programs read, as a list.
pub fn formats(club: Club) -> String {
    let mut names: Vec<&str> = Vec::new();
    for kind in club.cards().iter().flat_map(|card| card.kinds()) {
        if !names.contains(&kind.record.name) {
            names.push(kind.record.name);
        }
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::WORDS;
    use games::CLUB;

    #[test]
    fn every_word_is_explained_and_every_line_fits() {
        for language in [Language::English, Language::Spanish] {
            let of = |card: &&'static dyn Card| text(CLUB, *card, language);
            let all: String = CLUB.cards().iter().map(of).collect::<String>() + "help yes no";
            for word in WORDS {
                assert!(all.contains(word), "{word} is not explained");
            }
            for line in all.lines() {
                assert!(line.chars().count() < 80, "{line}");
            }
        }
    }
}
