//! News as nodes send them to each other: the payload of a notification.
//!
//! The first line is the name of the node, each further line one piece of news. A payload has at most 8,000 bytes; where that is too little,
//! it says only that there are news.

use crate::{Appended, Digest, News, Note};
use std::fmt::Write;

/// Where notifications are sent.
pub const CHANNEL: &str = "tablero";
/// Bytes of a payload: `PostgreSQL` takes fewer than 8,000.
pub const LONGEST: usize = 7_900;
/// Instead of news: there were too many to be listed.
pub const TOO_MUCH: &str = "*";

/// The payload for news of a node.
pub fn written(node: &str, news: &[News]) -> String {
    let mut text = node.to_owned();
    for news in news {
        text.push('\n');
        let _ = match news {
            News::Appended(Appended { game, next }) => write!(text, "a\t{game}\t{next}"),
            News::Seated(game) => write!(text, "s\t{game}"),
            News::Removed(game) => write!(text, "r\t{game}"),
            News::Looked(game) => write!(text, "l\t{game}"),
            News::Owner(owner) => write!(text, "o\t{}", owner.hex()),
            News::Noted(Note { game, node, key, text: said }) => {
                let _ = write!(text, "n\t{game}\t{node}\t{key}");
                said.as_ref().map_or(Ok(()), |said| write!(text, "\t{said}"))
            }
            News::Missed => write!(text, "{TOO_MUCH}"),
        };
    }
    if text.len() > LONGEST { format!("{node}\n{TOO_MUCH}") } else { text }
}

/// The news of a payload; none where this node has sent it itself. What cannot be read counts as missed.
pub fn read(payload: &str, own: &str) -> Vec<News> {
    let mut lines = payload.lines();
    if lines.next() == Some(own) {
        return Vec::new();
    }
    lines.map(|line| piece(line).unwrap_or(News::Missed)).collect()
}

fn piece(line: &str) -> Option<News> {
    let mut fields = line.split('\t');
    let kind = fields.next()?;
    let first = fields.next()?;
    Some(match kind {
        "a" => News::Appended(Appended {
            game: first.parse().ok()?,
            next: fields.next()?.parse().ok()?,
        }),
        "s" => News::Seated(first.parse().ok()?),
        "r" => News::Removed(first.parse().ok()?),
        "l" => News::Looked(first.parse().ok()?),
        "o" => News::Owner(Digest::from_hex(first)?),
        "n" => News::Noted(Note {
            game: first.parse().ok()?,
            node: fields.next()?.to_owned(),
            key: fields.next()?.to_owned(),
            text: fields.next().map(str::to_owned),
        }),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_arrive_as_they_were_sent_and_not_at_the_sender() {
        let game = |name: &str| name.parse().unwrap();
        let note = |text: Option<&str>| {
            let (node, key) = ("n1".to_owned(), "here x".to_owned());
            News::Noted(Note { game: game("g"), node, key, text: text.map(str::to_owned) })
        };
        let news = [
            News::Appended(Appended { game: game("abc"), next: 7 }),
            News::Seated(game("s")),
            News::Removed(game("r")),
            News::Looked(game("l")),
            News::Owner(Digest::of("ann")),
            note(Some("{\"é\": 1}")),
            note(Some("")),
            note(None),
            News::Missed,
        ];
        let payload = written("n1", &news);
        assert_eq!(read(&payload, "n2"), news);
        assert_eq!(read(&payload, "n1"), []);
    }

    #[test]
    fn too_many_news_become_the_news_that_there_are_some() {
        let appended =
            |n: u64| News::Appended(Appended { game: format!("g{n}").parse().unwrap(), next: n });
        let news: Vec<News> = (0..2_000).map(appended).collect();
        let payload = written("n1", &news);
        assert!(payload.len() < LONGEST);
        assert_eq!(read(&payload, "n2"), [News::Missed]);
        for damaged in ["n1\na\tx", "n1\na\t../x\t1", "n1\nz\tg", "n1\no\tzz"] {
            assert_eq!(read(damaged, "n2"), [News::Missed], "{damaged}");
        }
    }
}
