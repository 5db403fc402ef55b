//! Games as files.

use crate::api::Answer;
use crate::asking::{AtGame, InQuery};
use crate::problem::Problem;
use crate::requests::{Exported, Format, sentence};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use table::{AnyTable, Event, ExportError, GameName};

/// The whole game as a file: for other programs, or as it is stored. Where something is hidden, only
/// when it is over.
pub async fn export(at: AtGame, InQuery(wanted): InQuery<Exported>) -> Answer {
    let table = at.live.table();
    if table.game() == GameName::Mines && !table.is_over() {
        let message = "This game can be exported when it is over, because it holds what is hidden.";
        return Err(Problem::new(StatusCode::CONFLICT, "not-over", message));
    }
    let shown = if table.is_over() { None } else { Some(without_seeds(&table)?) };
    let shown = shown.as_ref().unwrap_or(&table);
    let (extension, media_type, text) = match wanted.format {
        Format::Events => ("ndjson", "application/x-ndjson", table::log::write(shown.events())),
        Format::Record => {
            let record = shown.export().map_err(|error| match error {
                ExportError::Secret => Problem::internal(&error),
                ExportError::NoMines => {
                    Problem::new(StatusCode::CONFLICT, "nothing-to-export", sentence(&error))
                }
            })?;
            (record.extension, record.media_type, record.text)
        }
    };
    let name = format!("tablero-{}-{}.{extension}", table.game().name(), at.live.id);
    let headers = [
        (header::CONTENT_TYPE, format!("{media_type}; charset=utf-8")),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, text).into_response())
}

/// The same game, the seeds of its players forgotten: whoever knows one can tell what the player will
/// do.
fn without_seeds(table: &AnyTable) -> Result<AnyTable, Problem> {
    let hide = |event: &Event| {
        let mut event = event.clone();
        match &mut event {
            Event::Started(started) => {
                started.players = started.players.clone().map(table::Player::without_seed);
            }
            Event::PlayerChanged { player, .. } => *player = player.clone().without_seed(),
            _ => {}
        }
        event
    };
    let events: Vec<Event> = table.events().iter().map(hide).collect();
    AnyTable::replay(&events).map_err(|error| Problem::internal(&error))
}
