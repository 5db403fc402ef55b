//! Looking back, and why something cannot be moved: what a client asks of a game without changing it.

use crate::api::Answer;
use crate::extract::{QueryString, RoomRequest};
use crate::problem::{Fault, Problem};
use crate::request::{PictureQuery, ViewQuery, WhyQuery, read_language};
use crate::room::Room;
use axum::Json;
use axum::response::IntoResponse;
use game::{Seat, Viewer};
use serde_json::{Value, json};
use table::scene::{Cell, Colour, Mark, Picture};
use table::{Action, AnyTable, Command, Language, Localized, Refusal};

/// Openings have names for so many moves; after that the last one stays.
const NAMED_MOVES: usize = 80;

/// `GET /api/games/ID/picture`
pub async fn picture(at: RoomRequest, QueryString(query): QueryString<PictureQuery>) -> Answer {
    let viewer = at.room.viewer(at.digest(), query.seat.map(Seat::from))?;
    let table = at.room.table();
    let picture = table.picture_at(viewer, query.moves);
    let picture = picture.ok_or_else(|| Fault::NoSuchMove(table.moves_played()))?;
    let language = read_language(query.lang.as_deref())?;
    Ok(Json(json!({
        "moves": query.moves,
        "picture": picture,
        "position": table.position_text_at(query.moves),
        "opening": table.opening_at(query.moves, language),
    }))
    .into_response())
}

/// `GET /api/games/ID/pictures`
pub async fn pictures(at: RoomRequest, QueryString(query): QueryString<ViewQuery>) -> Answer {
    let viewer = at.room.viewer(at.digest(), query.seat())?;
    let (table, language) = (at.room.table(), query.language()?);
    let answer =
        at.state.hub.run(at.owner, move || every_picture(&table, viewer, language)).await?;
    Ok(Json(answer).into_response())
}

/// The first board, and what each move changed on it.
fn every_picture(table: &AnyTable, viewer: Viewer, language: Language) -> Value {
    let mut first: Option<Value> = None;
    let mut before: Option<Picture> = None;
    let mut changes = Vec::new();
    table.each_picture(viewer, &mut |picture| {
        match &before {
            None => first = Some(json!(picture)),
            Some(before) => changes.push(json!(changed_cells(&before.cells, &picture.cells))),
        }
        before = Some(picture);
    });
    let moves = table.moves_played();
    let named = 0..=moves.min(NAMED_MOVES);
    json!({
        "first": first,
        "changes": changes,
        "positions": (0..=moves).map(|made| table.position_text_at(made)).collect::<Vec<_>>(),
        "openings": named.map(|made| table.opening_at(made, language)).collect::<Vec<_>>(),
        "paths": (0..=moves).map(|made| table.path_at(made)).collect::<Vec<_>>(),
    })
}

/// The cells that differ, each with its index.
pub fn changed_cells<'a>(before: &[Cell], after: &'a [Cell]) -> Vec<(usize, &'a Cell)> {
    let changed = |(index, cell): &(usize, &Cell)| before.get(*index) != Some(cell);
    after.iter().enumerate().filter(changed).collect()
}

/// `GET /api/games/ID/why`: why what stands on a square cannot be moved by the client now.
pub async fn why(at: RoomRequest, QueryString(query): QueryString<WhyQuery>) -> Answer {
    let language = read_language(query.lang.as_deref())?;
    let seat = at.room.acting_seat(at.digest(), None)?;
    let (message, because) = match why_not(&at.room, seat, &query.square) {
        Some((why, because)) => (Some(why.text(language).to_owned()), because),
        None => (None, Vec::new()),
    };
    Ok(Json(json!({ "message": message, "because": because })).into_response())
}

/// The refusal that most of the moves from a square meet, where squares show its cause; otherwise the one that all of them meet.
fn why_not(room: &Room, seat: Seat, square: &str) -> Option<(Localized, Vec<String>)> {
    let (table, now) = (room.table(), room.now());
    if table.card().capabilities().verbs.is_some() {
        return None;
    }
    let cells = table.picture_at(Viewer::Spectator, table.moves_played())?.cells;
    let names: Vec<&str> =
        cells.iter().map(|cell| cell.name.as_str()).filter(|name| !name.is_empty()).collect();
    if !names.contains(&square) {
        return None;
    }
    let mut met: Vec<(Localized, Vec<String>, usize)> = Vec::new();
    let mut tried = 0;
    for name in names.iter().filter(|name| **name != square) {
        let mv = format!("{square}-{name}");
        let command = Command { expected: table.next(), action: Action::Move { mv: mv.clone() } };
        let Err(Refusal::Move(why)) = table.decide(&command, seat, now) else { return None };
        tried += 1;
        let because = table.culprits(&mv);
        // Refusals with the same cause are one, though each names its own move.
        let is_same = |(known, causes, _): &&mut (Localized, Vec<String>, usize)| {
            if because.is_empty() { causes.is_empty() && *known == why } else { *causes == because }
        };
        match met.iter_mut().find(is_same) {
            Some((.., times)) => *times += 1,
            None => met.push((why, because, 1)),
        }
    }
    // What must be done, and what the other side does, tells more than what merely stands in the way.
    let tells = |name: &String| {
        let own = match seat {
            Seat::Side(side) => Some(Colour::from(side)),
            Seat::Solo => None,
        };
        let cell = cells.iter().find(|cell| cell.name == *name);
        cell.is_some_and(|cell| {
            let is_foreign = cell.piece.is_some_and(|piece| piece.side != own);
            is_foreign || cell.marks.contains(&Mark::MustCapture)
        })
    };
    met.sort_by_key(|(_, because, times)| {
        (because.is_empty(), !because.iter().any(tells), std::cmp::Reverse(*times))
    });
    let (why, because, times) = met.into_iter().next()?;
    (!because.is_empty() || times == tried).then_some((why, because))
}

/// A refusal with the squares that show its cause.
pub fn with_cause(problem: Problem, room: &Room, mv: &str) -> Problem {
    let because = room.table().culprits(mv);
    problem.because(because)
}
