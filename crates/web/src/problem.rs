//! What is answered when something cannot be done: a status, a code for programs, a sentence for
//! people. Nothing of the machine shows in it.

use crate::requests::sentence;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::Place;
use serde::Serialize;
use store::StoreError;
use table::{ImportError, Language, Refusal, Scene};

/// A refusal on its way to the client.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The status.
    pub status: StatusCode,
    /// A short name for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The language of the sentence.
    pub language: Language,
    /// In how many seconds to try again.
    pub retry_after: Option<u64>,
    /// What is true now, where that helps to go on.
    pub scene: Option<Box<Scene>>,
    /// Where in the text that was sent it is.
    pub place: Option<Place>,
}

#[derive(Serialize)]
struct Body<'a> {
    code: &'a str,
    message: &'a str,
    lang: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<&'a Scene>,
}

impl Problem {
    /// A problem with its three parts.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Problem {
        let message = message.into();
        let language = Language::English;
        Problem { status, code, message, language, retry_after: None, scene: None, place: None }
    }

    /// The request cannot be read.
    pub fn bad_request(code: &'static str, message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// What was asked for is understood and cannot be.
    pub fn unfit(code: &'static str, message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// There is no such game.
    pub fn no_such_game() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "no-such-game", "There is no such game.")
    }

    /// Something went wrong here. What it was stands in the server's log and not in the answer.
    pub fn internal(error: &dyn std::error::Error) -> Problem {
        tracing::error!(%error, "a request failed");
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Problem::new(status, "internal", "Something went wrong on the server.")
    }

    /// The same, with what is true now.
    pub fn with_scene(mut self, scene: Scene) -> Problem {
        self.scene = Some(Box::new(scene));
        self
    }

    /// The same, with the time after which to try again.
    pub fn retry_after(mut self, seconds: u64) -> Problem {
        self.retry_after = Some(seconds);
        self
    }
}

impl Problem {
    /// The table has refused a command.
    pub fn refused(refusal: &Refusal, language: Language) -> Problem {
        let status = match refusal {
            Refusal::NoSuchSeat => StatusCode::NOT_FOUND,
            Refusal::SeatTaken => StatusCode::FORBIDDEN,
            Refusal::Move(_) | Refusal::NotInThisGame(_) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::CONFLICT,
        };
        Problem { language, ..Problem::new(status, refusal.code(), refusal.said(language)) }
    }
}

impl From<&ImportError> for Problem {
    fn from(error: &ImportError) -> Problem {
        Problem { place: error.place(), ..Problem::unfit("bad-record", sentence(error)) }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::NoSuchGame => Problem::no_such_game(),
            StoreError::NoSuchSeat => {
                Problem::new(StatusCode::NOT_FOUND, "no-such-seat", "This game has no such seat.")
            }
            StoreError::SeatTaken => Problem::new(
                StatusCode::CONFLICT,
                "seat-claimed",
                "Somebody else sits in that seat already.",
            ),
            StoreError::NotInvited => Problem::new(
                StatusCode::FORBIDDEN,
                "not-invited",
                "That seat is kept for somebody with an invitation.",
            ),
            other => Problem::internal(&other),
        }
    }
}

impl From<getrandom::Error> for Problem {
    fn from(error: getrandom::Error) -> Problem {
        Problem::internal(&error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let scene = self.scene.as_deref();
        let (line, column) = self.place.map(|place| (place.line, place.column)).unzip();
        let lang = self.language.to_string();
        let body = Body { code: self.code, message: &self.message, lang, line, column, scene };
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
