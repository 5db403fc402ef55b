//! The games of a file of any length, part by part: where each stands and what is said of it, without its moves.

use super::Heading;
use game::Side;
use serde::Serialize;
use std::ops::Range;

/// A game of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its bytes within the part.
    pub bytes: Range<usize>,
    pub tags: Heading,
}

/// The games of a part of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    pub games: Vec<Listed>,
    /// How many bytes they take: the next part of the file has to begin there.
    pub read: usize,
}

/// A game of a file as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ListedGame {
    /// Its bytes in the part.
    pub from: usize,
    pub to: usize,
    /// The players; empty where the file names none.
    pub title: String,
    /// Where and when.
    pub occasion: String,
    pub result: String,
}

impl Listed {
    pub fn shown(&self, sides: &[Side]) -> ListedGame {
        ListedGame {
            from: self.bytes.start,
            to: self.bytes.end,
            title: self.tags.title(sides).unwrap_or_default(),
            occasion: self.tags.occasion().unwrap_or_default(),
            result: self.tags.get("Result").unwrap_or_default().to_owned(),
        }
    }
}

/// The games of a part of a file that has its tags in lines, as PGN and PDN do. A part begins where a game does; the game at
/// its end is left to the next part, unless it is the last.
///
/// A game begins with a tag after anything else, or with a tag that the game before has, after an empty line. Within a comment a line like a tag begins none,
/// unless it is `Event` after an empty line: then the comment was never closed.
pub fn of_tagged(part: &[u8], is_last: bool) -> Listing {
    let mut scan = Scan::default();
    let mut at = 0;
    for line in part.split_inclusive(|&byte| byte == b'\n') {
        scan.line(line, at);
        at += line.len();
    }
    let mut listing = Listing { games: scan.games, read: at };
    if is_last {
        listing.games.extend(scan.open.map(|(from, tags)| listed(from, at, tags)));
    } else {
        // Before the first game there is nothing to be passed over.
        listing.read = scan.open.filter(|_| !listing.games.is_empty()).map_or(0, |(from, _)| from);
    }
    listing
}

fn listed(from: usize, to: usize, tags: Vec<(String, String)>) -> Listed {
    Listed { bytes: from..to, tags: Heading::new(tags) }
}

#[derive(Default)]
struct Scan {
    games: Vec<Listed>,
    /// Where the game that is being read begins, and its tags.
    open: Option<(usize, Vec<(String, String)>)>,
    /// Has it anything but tags?
    has_moves: bool,
    in_comment: bool,
    after_empty: bool,
}

impl Scan {
    fn line(&mut self, line: &[u8], at: usize) {
        // A file may begin with the byte order mark of UTF-8.
        let text =
            line.strip_prefix(b"\xef\xbb\xbf").filter(|_| at == 0).unwrap_or(line).trim_ascii();
        let tag = text.starts_with(b"[").then(|| read_tag(text)).flatten();
        let after_empty = std::mem::replace(&mut self.after_empty, text.is_empty());
        let is_event = tag.as_ref().is_some_and(|(name, _)| name == "Event");
        match tag.filter(|_| !self.in_comment || is_event && after_empty) {
            Some(tag) => {
                let known = self
                    .open
                    .as_ref()
                    .is_some_and(|(_, tags)| tags.iter().any(|(name, _)| *name == tag.0));
                if self.has_moves || after_empty && known {
                    self.close(at);
                }
                self.open.get_or_insert_with(|| (at, Vec::new())).1.push(tag);
            }
            None if text.is_empty() || line.starts_with(b"%") => {}
            None => {
                self.has_moves = true;
                self.in_comment = is_within_comment(text, self.in_comment);
            }
        }
    }

    /// The game that is being read ends before `at`.
    fn close(&mut self, at: usize) {
        self.games.extend(self.open.take().map(|(from, tags)| listed(from, at, tags)));
        (self.has_moves, self.in_comment) = (false, false);
    }
}

/// Is the end of a line of moves within a comment, if its beginning is or is not?
fn is_within_comment(line: &[u8], mut within: bool) -> bool {
    for byte in line {
        match byte {
            b'{' => within = true,
            b'}' => within = false,
            b';' if !within => return false,
            _ => {}
        }
    }
    within
}

/// `[White "Lovelace, Ada"]`, in UTF-8 or else in Latin 1.
fn read_tag(line: &[u8]) -> Option<(String, String)> {
    let inner = line.strip_prefix(b"[")?.trim_ascii_start();
    let length =
        inner.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let (name, rest) = inner.split_at(length);
    let quoted = rest.trim_ascii_start().strip_prefix(b"\"")?;
    let mut value = Vec::new();
    let mut bytes = quoted.iter();
    loop {
        match bytes.next()? {
            b'"' => break,
            b'\\' => value.push(*bytes.next()?),
            byte => value.push(*byte),
        }
    }
    let name = String::from_utf8(name.to_vec()).ok().filter(|name| !name.is_empty())?;
    Some((name, decoded(value)))
}

/// Text in UTF-8, or else in Latin 1, as older files have it.
pub fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIDES: [Side; 2] = [Side::White, Side::Black];

    fn titles(text: &str, is_last: bool) -> Vec<String> {
        of_tagged(text.as_bytes(), is_last)
            .games
            .iter()
            .map(|game| game.shown(&SIDES).title)
            .collect()
    }

    fn game(name: &str, moves: &str) -> String {
        format!("[Event \"e\"]\n[White \"{name}\"]\n[Result \"*\"]\n\n{moves}\n\n")
    }

    #[test]
    fn games_are_found_where_their_tags_begin() {
        let text = game("a", "1. e4 {[White \"no\"]\n[Event \"no\"] (;} e5 *")
            + &game("b", "*")
            + &game("c", "; [ { \n1. d4 d5")
            + &game("d", "1. e4 {never closed")
            + &game("e \\\"x\\\"", "% {\n1. c4 *");
        let names = ["a – ?", "b – ?", "c – ?", "d – ?", "e \"x\" – ?"];
        assert_eq!(titles(&text, true), names);
        assert_eq!(titles(&text, false), names[..4]);
        let listing = of_tagged(text.as_bytes(), true);
        assert!(listing.games.iter().all(|game| text[game.bytes.clone()].starts_with("[Event")));
        assert_eq!(listing.games[4].shown(&SIDES).occasion, "e");
    }

    #[test]
    fn games_without_moves_are_told_apart_by_their_tags_and_old_letters_are_read() {
        let text = "[Event \"one\"]\n[White \"M\u{fc}ller\"]\n\n[Event \"two\"]\n";
        let latin: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
        let shown: Vec<_> =
            of_tagged(&latin, true).games.iter().map(|game| game.shown(&SIDES)).collect();
        assert_eq!(shown.len(), 2);
        assert_eq!((shown[0].title.as_str(), shown[1].occasion.as_str()), ("Müller – ?", "two"));
        let marked = "\u{feff}[Event \"one\"]\r\n\r\n*\r\n";
        assert_eq!(of_tagged(marked.as_bytes(), true).games[0].shown(&SIDES).occasion, "one");
        assert_eq!(of_tagged(b"1. e4 e5 1-0", true), Listing { games: vec![], read: 12 });
        assert_eq!(of_tagged(b"[Event \"cut", false).read, 0);
    }

    proptest! {
        /// Read in parts of any size, a file has the games that it has as a whole.
        #[test]
        fn parts_give_what_the_whole_gives(
            moves in prop::collection::vec("[a-h1-8{};\n\\[\\]\"% ]{0,40}", 1..8),
            size in 150_usize..400,
        ) {
            let text: String = moves.iter().map(|moves| game("x", moves)).collect();
            let whole = of_tagged(text.as_bytes(), true).games;
            let mut found = Vec::new();
            let mut from = 0;
            let mut wanted = size;
            loop {
                let to = text.len().min(from + wanted);
                let Listing { games, read } = of_tagged(&text.as_bytes()[from..to], to == text.len());
                found.extend(games.into_iter().map(|game| Listed {
                    bytes: game.bytes.start + from..game.bytes.end + from,
                    ..game
                }));
                if to == text.len() {
                    break;
                }
                // A game that is longer than the part asks for a longer one.
                wanted = if read == 0 { wanted * 2 } else { size };
                from += read;
            }
            prop_assert_eq!(found, whole);
        }

        #[test]
        fn no_bytes_upset_it(bytes in prop::collection::vec(any::<u8>(), 0..300), last in any::<bool>()) {
            let listing = of_tagged(&bytes, last);
            prop_assert!(listing.read <= bytes.len());
            prop_assert!(listing.games.iter().all(|game| game.bytes.end <= bytes.len()));
        }
    }
}
