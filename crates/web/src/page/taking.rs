//! The page that the link of another browser opens: games come along when the person says so, not when a program looks at the link.

use super::preferences::{Preferences, PreferencesQuery};
use super::shell::Context;
use super::{answer, assets, texts};
use crate::api::AppState;
use crate::extract::QueryString;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use maud::html;
use serde_json::json;
use std::sync::Arc;

/// `GET /move`
pub async fn show(
    State(state): State<Arc<AppState>>,
    QueryString(set): QueryString<PreferencesQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let preferences = Preferences::of(&set, &headers);
    let context = Context { assets: &state.assets, preferences };
    let words = context.words();
    let body = html! {
        main .home {
            h1 { (words.take_title) }
            p { (words.take_use) }
            p { button #take .main type="button" { (words.take) } }
            p .refusal role="alert" {}
        }
        (texts::data("texts", &json!({ "failed": words.failed, "without_code": words.take_without_code })))
    };
    let page = context.page(&format!("{} – tablero", words.take_title), assets::TAKING, &body);
    Ok(answer(StatusCode::OK, page, preferences, &headers))
}
