//! What can be known of a board that a person has typed.

use crate::api::{Answer, AppState};
use crate::extract::{ClientAddress, JsonBody, QueryString};
use crate::pool::{Odds, Owner};
use crate::problem::Fault;
use crate::request::ViewQuery;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::card::{Impossible, Known, Survey};
use table::scene::{Fact, Picture};

/// A board whose odds are wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardRequest {
    game: String,
    /// As boards of the game are typed.
    board: String,
}

/// The answer to a board that can be read. What can be known of it is missing where there can be no such board.
#[derive(Debug, Serialize)]
struct SurveyAnswer {
    board: String,
    numbers: Vec<u32>,
    picture: Picture,
    fault: Option<FaultOfBoard>,
    layouts: Option<String>,
    probabilities: Vec<Odds>,
    safest: Vec<String>,
    verdict: Option<String>,
    facts: Vec<Fact>,
}

/// Why there can be no such board.
#[derive(Debug, Serialize)]
struct FaultOfBoard {
    message: String,
    cell: Option<String>,
}

impl SurveyAnswer {
    fn of(Survey { board, numbers, picture, known }: Survey) -> SurveyAnswer {
        let (known, fault) = match known {
            Ok(known) => (Some(known), None),
            Err(Impossible { reason, cell }) => {
                (None, Some(FaultOfBoard { message: reason, cell }))
            }
        };
        let answer = SurveyAnswer {
            board,
            numbers,
            picture,
            fault,
            layouts: None,
            probabilities: Vec::new(),
            safest: Vec::new(),
            verdict: None,
            facts: Vec::new(),
        };
        let Some(Known { odds, layouts, safest, verdict, facts }) = known else { return answer };
        SurveyAnswer {
            layouts: Some(layouts),
            probabilities: odds.into_iter().map(|(cell, avoid)| Odds { cell, avoid }).collect(),
            safest,
            verdict: Some(verdict),
            facts,
            ..answer
        }
    }
}

/// `POST /api/probabilities`
pub async fn probabilities(
    State(state): State<Arc<AppState>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    QueryString(query): QueryString<ViewQuery>,
    JsonBody(wanted): JsonBody<BoardRequest>,
) -> Answer {
    let language = query.language()?;
    let club = state.hub.club;
    let card = club.card(&wanted.game).ok_or_else(|| Fault::NoSuchKind(club.names()))?;
    let typed = card.typed_boards().ok_or(Fault::NoOdds)?;
    let survey = move || (typed.survey)(&wanted.board, language);
    let survey = state.hub.run_when_idle(Owner::at(address), survey).await?;
    Ok(Json(SurveyAnswer::of(survey.map_err(Fault::BadBoard)?)).into_response())
}
