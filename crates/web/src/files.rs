//! Games as files.

use crate::api::{Answer, AppState};
use crate::extract::{ClientAddress, QueryString, RoomRequest};
use crate::pool::Owner;
use crate::problem::{Fault, Problem};
use crate::public::without_seeds;
use crate::request::{ExportQuery, Format, PartQuery, read_body};
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde_json::json;
use std::sync::Arc;
use table::{AnyTable, Club, Event};

/// The whole game as a file: for other programs, or as it is stored. Where something is hidden, only
/// when it is over.
pub async fn export(at: RoomRequest, QueryString(query): QueryString<ExportQuery>) -> Answer {
    let table = at.room.table();
    if table.card().capabilities().hidden && !table.is_over() {
        return Err(Fault::HiddenUntilOver.into());
    }
    let public = if table.is_over() { table } else { public(at.state.hub.club, &table)? };
    let (extension, media_type, text) = match query.format {
        Format::Events => ("ndjson", "application/x-ndjson", table::log::write(public.events())),
        Format::Record => {
            let record = public
                .with_names(&at.room.nicknames())
                .export()
                .map_err(|error| Fault::NothingToExport(error.why))?;
            (record.format.extension, record.format.media_type, record.text)
        }
    };
    let name = format!("tablero-{}-{}.{extension}", public.card().name(), at.room.id);
    let headers = [
        (header::CONTENT_TYPE, format!("{media_type}; charset=utf-8")),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, text).into_response())
}

/// `POST /api/files`: the games of a part of a file. Nothing is kept: the client asks for part after part, and the next one
/// begins where the games of this one end.
pub async fn list(
    State(state): State<Arc<AppState>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    QueryString(query): QueryString<PartQuery>,
    request: Request,
) -> Answer {
    let hub = &state.hub;
    let (club, config) = (hub.club, &hub.config);
    let card = match &query.game {
        Some(name) => Some(club.card(name).ok_or_else(|| Fault::NoSuchKind(club.names()))?),
        None => None,
    };
    let part = read_body(request.into_body(), config.largest_record, config.body_timeout).await?;
    let list = move || club.list_games(card, &part, query.last);
    let (card, listing) = hub.run(Owner::at(address), list).await?;
    let games: Vec<_> = listing.games.iter().map(|game| game.shown(&card.sides())).collect();
    Ok(Json(json!({ "game": card.name(), "games": games, "read": listing.read })).into_response())
}

/// The same game without the seeds of its players: a seed tells every move that its player will make.
fn public(club: Club, table: &AnyTable) -> Result<AnyTable, Problem> {
    let events: Vec<Event> = table.events().iter().cloned().map(without_seeds).collect();
    club.replay(&events).map_err(|error| Problem::internal(&error))
}
