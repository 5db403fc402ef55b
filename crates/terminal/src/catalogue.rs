//! The games of a file of any size, and choosing one of them line by line.

use crate::words::words;
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};
use table::record::{LONGEST_RECORD, ListedGame, Listing, decoded};
use table::{Card, Club, Language, fill};

/// So many bytes are looked through at a time.
const PART: usize = 1 << 20;
/// So many games are listed at a time.
const PAGE: usize = 20;

/// Where the games of a file are, and who played them.
pub struct Catalogue {
    games: Vec<Entry>,
}

struct Entry {
    from: u64,
    to: u64,
    shown: ListedGame,
}

impl Catalogue {
    /// Looks a file through. `progress` is told how much of it has been read, from 0 to 100.
    pub fn of(
        file: &mut (impl Read + Seek),
        club: Club,
        named: Option<&'static dyn Card>,
        progress: &mut dyn FnMut(u64),
    ) -> io::Result<Catalogue> {
        let size = file.seek(SeekFrom::End(0))?;
        let (mut games, mut card, mut from, mut length) = (Vec::new(), named, 0, PART);
        while from < size {
            let to = size.min(from + length as u64);
            let part = read_part(file, from, to)?;
            let (of, Listing { games: found, read }) = club.list_games(card, &part, to == size);
            if !found.is_empty() {
                card = Some(of);
            }
            games.extend(found.iter().map(|game| Entry {
                from: from + game.bytes.start as u64,
                to: from + game.bytes.end as u64,
                shown: game.shown(&of.sides()),
            }));
            progress(to * 100 / size);
            // A game that is longer than the part asks for a longer one.
            match read {
                _ if to == size => break,
                0 if length >= LONGEST_RECORD => break,
                0 => length *= 2,
                read => (from, length) = (from + read as u64, PART),
            }
        }
        Ok(Catalogue { games })
    }

    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// The text of a game, counted from 1; `None` where there are not so many.
    pub fn text(&self, file: &mut (impl Read + Seek), number: usize) -> Option<io::Result<String>> {
        let Entry { from, to, .. } = self.games.get(number.checked_sub(1)?)?;
        Some(read_part(file, *from, *to).map(decoded))
    }

    /// The numbers of the games of which all these words are said.
    fn find(&self, words: &str) -> Vec<usize> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let fits = |(_, entry): &(usize, &Entry)| {
            let ListedGame { title, occasion, result, .. } = &entry.shown;
            let said = format!("{title} {occasion} {result}").to_lowercase();
            words.iter().all(|word| said.contains(word))
        };
        (1..).zip(&self.games).filter(fits).map(|(number, _)| number).collect()
    }

    /// Lets a person choose: a number opens a game, words search, an empty line goes on. `None` when they leave.
    pub fn choose(
        &self,
        input: &mut impl BufRead,
        out: &mut impl Write,
        language: Language,
    ) -> io::Result<Option<usize>> {
        let texts = words(language);
        let mut found = self.find("");
        let mut shown = 0;
        loop {
            let page = found.iter().skip(shown).take(PAGE);
            for &number in page.clone() {
                writeln!(out, "{}", self.line(number))?;
            }
            shown += page.len();
            let of = |count: usize| count.to_string();
            writeln!(
                out,
                "{}",
                fill(texts.games_shown, &[&of(shown), &of(found.len()), &of(self.len())])
            )?;
            write!(out, "{} ", texts.choose_game)?;
            out.flush()?;
            let mut answer = String::new();
            if input.read_line(&mut answer)? == 0 {
                return Ok(None);
            }
            match (answer.trim(), answer.trim().parse::<usize>()) {
                ("q", _) => return Ok(None),
                ("", _) => shown = if shown < found.len() { shown } else { 0 },
                (_, Ok(number)) if (1..=self.len()).contains(&number) => return Ok(Some(number)),
                (words, _) => (found, shown) = (self.find(words), 0),
            }
        }
    }

    fn line(&self, number: usize) -> String {
        let ListedGame { title, occasion, result, .. } = &self.games[number - 1].shown;
        let said = [title, occasion, result].into_iter().filter(|said| !said.is_empty());
        let said = said.map(String::as_str).collect::<Vec<_>>().join("  ");
        let visible = |letter: char| if letter.is_control() { ' ' } else { letter };
        format!("{number:>6}  {}", said.chars().map(visible).collect::<String>())
    }
}

fn read_part(file: &mut (impl Read + Seek), from: u64, to: u64) -> io::Result<Vec<u8>> {
    let mut part = Vec::new();
    file.seek(SeekFrom::Start(from))?;
    file.take(to - from).read_to_end(&mut part)?;
    Ok(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn file(games: usize) -> Cursor<Vec<u8>> {
        let game = |number| {
            format!(
                "[Event \"Cup\"]\n[White \"Ada {number}\"]\n[Black \"M\u{fc}ller\"]\n\n1. e4 {{{}}} *\n\n",
                "x".repeat(500)
            )
        };
        let text: String = (1..=games).map(game).collect();
        // Latin 1.
        Cursor::new(text.chars().map(|letter| letter as u8).collect())
    }

    fn catalogue(file: &mut Cursor<Vec<u8>>) -> Catalogue {
        Catalogue::of(file, games::CLUB, None, &mut |_| ()).unwrap()
    }

    #[test]
    fn a_file_of_several_parts_has_all_its_games() {
        let mut file = file(5000);
        let mut told = Vec::new();
        let games = Catalogue::of(&mut file, games::CLUB, None, &mut |percent| told.push(percent));
        let games = games.unwrap();
        assert_eq!(games.len(), 5000);
        assert!(told.len() > 2 && told.is_sorted() && told.last() == Some(&100), "{told:?}");
        let text = games.text(&mut file, 4321).unwrap().unwrap();
        assert!(text.starts_with("[Event") && text.contains("Ada 4321") && text.contains("Müller"));
        assert!(games.text(&mut file, 0).is_none() && games.text(&mut file, 5001).is_none());
    }

    #[test]
    fn a_person_searches_and_chooses() {
        let games = catalogue(&mut file(50));
        let choose = |typed: &str| {
            let mut out = Vec::new();
            let chosen = games.choose(&mut typed.as_bytes(), &mut out, Language::English).unwrap();
            (chosen, String::from_utf8(out).unwrap())
        };
        let (chosen, said) = choose("\nada müller 4\n7\n");
        assert_eq!(chosen, Some(7));
        assert!(
            said.contains("     1  Ada 1 – Müller  Cup") && said.contains("Ada 40 –"),
            "{said}"
        );
        assert!(!said.contains("Ada 50 –"));
        for left in ["", "q\n", "51\nq\n"] {
            assert_eq!(choose(left).0, None);
        }
    }
}
