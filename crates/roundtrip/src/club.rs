//! What is read for whichever game it is: saved games and files of other programs.

use crate::{short_message, text_of};
use games::CLUB;
use table::{AnyTable, Event, Language, log};

/// The moment at which files are read.
const NOW: u64 = 1_793_700_000_000;

/// A saved game: its events are written as they were read, and they make the same table again.
pub fn log(bytes: &[u8]) {
    let events = match log::read_events(text_of(bytes)) {
        Ok(events) => events,
        Err(error) => return short_message(&error),
    };
    let written = log::write(&events);
    assert_eq!(log::read_events(&written).as_ref(), Ok(&events), "written as {written}");
    if !searches_a_board(&events) {
        match CLUB.replay(&events) {
            Err(error) => short_message(&error),
            Ok(table) => replays(&table),
        }
    }
}

/// In a log of version 1, and where the first click stands in the start, a board without guessing is
/// searched for by the fold: seconds of work that say nothing about reading.
pub(crate) fn searches_a_board(events: &[Event]) -> bool {
    matches!(events.first(), Some(Event::Started(started))
        if started.start.parse().is_ok_and(mines::Start::is_no_guess))
}

/// The table's own log gives the same table, and everything that a front end asks of it can be answered.
pub(crate) fn replays(table: &AnyTable) {
    let events: Vec<Event> = table.events().iter().cloned().collect();
    let again = log::read(CLUB, &log::write(&events));
    let again = again.unwrap_or_else(|error| panic!("a log that is not read back: {error}"));
    assert!(again.events().iter().eq(&events));
    assert_eq!(again.position_text(), table.position_text());
    assert_eq!((again.turn(), again.verdict()), (table.turn(), table.verdict()));
    for language in [Language::English, Language::Spanish] {
        let viewer = game::Viewer::Spectator;
        assert_eq!(
            serde_json::to_string(&table.scene(viewer, NOW, language)).ok(),
            serde_json::to_string(&again.scene(viewer, NOW, language)).ok(),
        );
    }
    if let Ok(record) = table.export()
        && let Err(error) = table.card().import(&record.text, None, NOW)
    {
        panic!("a record that is not read back: {error}\n{}", record.text);
    }
}

/// A file of another program, for every game.
pub fn import(bytes: &[u8]) {
    for card in CLUB.cards() {
        match card.import(text_of(bytes), None, NOW) {
            Err(error) => short_message(&error),
            Ok(imported) => replays(&imported.table),
        }
    }
}
