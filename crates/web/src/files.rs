//! Games as files.

use crate::api::Answer;
use crate::extract::{QueryString, RoomRequest};
use crate::problem::{Fault, Problem};
use crate::public::without_seeds;
use crate::request::{ExportQuery, Format};
use axum::http::header;
use axum::response::IntoResponse;
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
            let record = public.export().map_err(|error| Fault::NothingToExport(error.why))?;
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

/// The same game without the seeds of its players: a seed tells every move that its player will make.
fn public(club: Club, table: &AnyTable) -> Result<AnyTable, Problem> {
    let events: Vec<Event> = table.events().iter().cloned().map(without_seeds).collect();
    club.replay(&events).map_err(|error| Problem::internal(&error))
}
