//! What a file says of a game besides its moves: who played, where and when.

use super::parsed::{Ending, ParsedRecord, name_of, termination, write_control};
use super::{Date, Note};
use crate::analysis::EditError;
use crate::playable::Playable;
use crate::player::Player;
use crate::table::Table;
use game::{Seat, Side};
use serde::{Deserialize, Serialize};

/// No heading has more tags.
pub const MOST_TAGS: usize = 64;
/// No tag has a longer value, in characters.
pub const LONGEST_TAG: usize = 255;
/// No tag has a longer name.
const LONGEST_NAME: usize = 32;

/// Tags that follow from the table itself, in any format; a format may have more of them.
const DERIVED: [&str; 4] = ["Result", "Game", "Start", "Comment"];
/// Of these it is kept that a file does not know them.
const MAY_BE_UNKNOWN: [&str; 3] = ["White", "Black", "Date"];
const UNKNOWN: &str = "?";
/// When it was played.
const MOMENT: [&str; 3] = ["Date", "UTCDate", "UTCTime"];
/// What a list shows of a game behind its players.
const OCCASION: [&str; 3] = ["Event", "Site", "Date"];

/// Tags with the names that they have in PGN, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Heading(Vec<(String, String)>);

impl Heading {
    /// The tags of a file as they are.
    pub fn new<N: Into<String>, V: Into<String>>(
        tags: impl IntoIterator<Item = (N, V)>,
    ) -> Heading {
        Heading(tags.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// Gives a tag a value, in its place if it is there and at the end if not.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a tag that says something.
    pub fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.iter().find(|(other, _)| *other == name)?;
        is_known(value).then_some(value)
    }

    /// Who played, in the order of the first moves; none where neither is known.
    pub fn title(&self, sides: &[Side]) -> Option<String> {
        let names: Vec<Option<&str>> =
            sides.iter().map(|side| self.get(seat_tag(Seat::Side(*side)))).collect();
        if names.iter().all(Option::is_none) {
            return None;
        }
        Some(names.iter().map(|name| name.unwrap_or("?")).collect::<Vec<_>>().join(" – "))
    }

    /// Where and when: `Paris Opera, 1858`.
    pub fn occasion(&self) -> Option<String> {
        let said: Vec<&str> = OCCASION
            .iter()
            .filter_map(|name| self.get(name))
            // The part of a date that is not known is no part of it.
            .map(|value| value.split(".?").next().unwrap_or_default())
            .collect();
        (!said.is_empty()).then(|| said.join(", "))
    }

    /// A heading as it is kept: tags with names, each once, and each run of white space in a value one space.
    pub(crate) fn usual(&self) -> Result<Heading, EditError> {
        let mut kept: Vec<(String, String)> = Vec::new();
        for (name, value) in self.iter() {
            let value = one_line(value);
            if !is_name(name) || DERIVED.contains(&name) {
                return Err(EditError::TagName(name.chars().take(40).collect()));
            }
            if value.chars().count() > LONGEST_TAG {
                return Err(EditError::TagTooLong);
            }
            let says = is_known(&value) || MAY_BE_UNKNOWN.contains(&name) && !value.is_empty();
            if says && !kept.iter().any(|(other, _)| other == name) {
                kept.push((name.to_owned(), value));
            }
        }
        if kept.len() > MOST_TAGS { Err(EditError::TooManyTags) } else { Ok(Heading(kept)) }
    }

    /// What the tags of a file say that the table of its game, which has ended in this way, does not say itself.
    pub(super) fn of_record(record: &ParsedRecord, end: &str, notes: &mut Vec<Note>) -> Heading {
        let is_over = record.ending != Ending::Unfinished;
        let says_more = |(name, value): &(&str, &str)| match *name {
            "TimeControl" => record.clock.is_none() && *value != "-",
            "Termination" => is_over && *value != end,
            "White" | "Black" => value.parse::<Player>().is_err(),
            name => !DERIVED.contains(&name),
        };
        let mut heading = Heading::default();
        let mut left_out = 0;
        for (name, value) in record.tags.iter().filter(|tag| is_known(tag.1)).filter(says_more) {
            let cut: String = value.chars().take(LONGEST_TAG).collect();
            left_out += usize::from(cut.len() < value.len());
            match Heading::new(heading.iter().chain([(name, cut.as_str())])).usual() {
                Ok(usual) => heading = usual,
                Err(_) => left_out += 1,
            }
        }
        if is_over {
            let is_dated = MOMENT.iter().any(|name| record.tags.get(name).is_some());
            let unknown = MAY_BE_UNKNOWN.into_iter().filter(|name| match *name {
                "Date" => !is_dated,
                name => record.tags.get(name).is_none(),
            });
            unknown.for_each(|name| heading.set(name, UNKNOWN));
        }
        if left_out > 0 {
            notes.push(Note::TagsLeftOut(left_out));
        }
        heading
    }

    /// Has it a date, or says that the date is unknown?
    pub fn is_dated(&self) -> bool {
        self.iter().any(|(name, _)| MOMENT.contains(&name))
    }
}

/// The tag with the name of the player in a seat.
pub const fn seat_tag(seat: Seat) -> &'static str {
    match seat {
        Seat::Side(Side::White) => "White",
        Seat::Side(Side::Black) => "Black",
        Seat::Solo => "Player",
    }
}

/// Does a value say anything? `?`, `-` and `????.??.??` do not.
fn is_known(value: &str) -> bool {
    value.chars().any(|letter| !matches!(letter, '?' | '.' | '-' | ' '))
}

fn is_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A text with each run of white space and control characters as one space.
pub(crate) fn one_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// How the player in a seat is named in a file: a person as the heading has it.
pub fn written_name<K: Playable>(table: &Table<K>, seat: Seat) -> Option<String> {
    let player = table.players().get(seat)?;
    let mut tags = table.heading().iter().filter(|_| *player == Player::Human);
    let named = tags.find(|(name, _)| *name == seat_tag(seat));
    Some(named.map_or_else(|| name_of(player), |(_, name)| name.to_owned()))
}

/// The tags of a game in files whose tags are those of PGN: what the table knows, then what its heading says besides.
pub fn tags_of<K: Playable>(table: &Table<K>) -> Vec<(String, String)> {
    let (started, heading) = (table.started(), table.heading());
    let mut tags: Vec<(&str, String)> = Vec::new();
    for &seat in K::CARD.seats() {
        tags.extend(written_name(table, seat).map(|value| (seat_tag(seat), value)));
    }
    if heading.is_dated() {
        let said = MOMENT.iter().filter_map(|&name| Some((name, heading.get(name)?.to_owned())));
        tags.extend(said);
    } else if let Some(date) = Date::of(started.at) {
        tags.extend(MOMENT.into_iter().zip([date.day(), date.day(), date.time()]));
    }
    if started.clock.is_some() || heading.get("TimeControl").is_none() {
        tags.push(("TimeControl", write_control(started.clock)));
    }
    let end = table.ended();
    let said = heading.get("Termination").filter(|_| end.is_some());
    tags.push(("Termination", said.unwrap_or(termination(end.as_ref())).to_owned()));
    let known: Vec<&str> = tags.iter().map(|(name, _)| *name).collect();
    let besides = heading.iter().filter(|(name, value)| !known.contains(name) && is_known(value));
    let besides: Vec<(String, String)> =
        besides.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    tags.into_iter().map(|(name, value)| (name.to_owned(), value)).chain(besides).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading(tags: &[(&str, &str)]) -> Heading {
        Heading::new(tags.iter().copied())
    }

    #[test]
    fn a_title_names_the_players_and_an_occasion_what_is_known_of_it() {
        let opera = heading(&[
            ("Event", "Paris Opera"),
            ("Site", "?"),
            ("Date", "1858.??.??"),
            ("White", "Morphy"),
            ("Black", ""),
        ]);
        assert_eq!(opera.title(&[Side::White, Side::Black]).as_deref(), Some("Morphy – ?"));
        assert_eq!(opera.title(&[Side::Black, Side::White]).as_deref(), Some("? – Morphy"));
        assert_eq!(opera.occasion().as_deref(), Some("Paris Opera, 1858"));
        let nothing = heading(&[("White", "?"), ("Date", "????.??.??"), ("Round", "-")]);
        assert_eq!((nothing.title(&[Side::White]), nothing.occasion()), (None, None));
    }

    #[test]
    fn a_heading_is_kept_in_its_usual_form() {
        let given = [("Event", " A\n\tB "), ("Round", "?"), ("Event", "C"), ("White", "?")];
        let usual = heading(&given).usual().unwrap();
        assert_eq!(usual, heading(&[("Event", "A B"), ("White", "?")]));
        assert_eq!(usual.usual().as_ref(), Ok(&usual));
    }

    #[test]
    fn what_no_heading_holds_is_refused() {
        let many: Vec<(String, String)> =
            (0..=MOST_TAGS).map(|number| (format!("T{number}"), "x".to_owned())).collect();
        assert_eq!(Heading(many).usual(), Err(EditError::TooManyTags));
        let long = "x".repeat(LONGEST_TAG + 1);
        assert_eq!(heading(&[("Event", &long)]).usual(), Err(EditError::TagTooLong));
        for name in ["", "two words", "Result", "Game", &"x".repeat(LONGEST_NAME + 1)] {
            let refused = heading(&[(name, "x")]).usual();
            assert!(matches!(refused, Err(EditError::TagName(_))), "{name}");
        }
    }
}
