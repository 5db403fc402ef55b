//! Who a client is to other people: its nickname, and how it goes on in another browser.
//!
//! A client is its token, which only its cookie has. To go on elsewhere it asks for a code that hands the token over once and for a
//! few minutes: the store keeps the token sealed with that code, and of the code the digest.

use crate::api::{Answer, AppState, with_cookie};
use crate::extract::JsonBody;
use crate::problem::{Fault, Problem};
use crate::request::{MeRequest, TakeRequest};
use crate::secret;
use crate::token::Token;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use qrcodegen::{QrCode, QrCodeEcc};
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;
use store::{Digest, Handover};
use table::Nickname;

/// A code can be used for so long.
pub const CODE_LIFE: Duration = Duration::from_mins(10);
/// The page on which a code is used; the code stands behind it as a fragment, which no server and no log sees.
pub const TAKING: &str = "/move";

type Shared = State<Arc<AppState>>;

/// `GET /api/me`
pub async fn show(State(state): Shared, headers: HeaderMap) -> Answer {
    let name = match Token::of(&headers) {
        Some(token) => state.hub.log.nickname(token.digest()).await?,
        None => None,
    };
    Ok(Json(json!({ "name": name })).into_response())
}

/// `POST /api/me`: takes a name, or gives it up.
pub async fn rename(
    State(state): Shared,
    headers: HeaderMap,
    JsonBody(wanted): JsonBody<MeRequest>,
) -> Answer {
    let hub = &state.hub;
    let name = match wanted.name.as_deref().map(str::trim) {
        None | Some("") => None,
        Some(name) => Some(Nickname::read(name, hub.club).map_err(Fault::BadNickname)?),
    };
    let name = name.map(|name| name.to_string());
    let token = Token::or_new(Token::of(&headers))?;
    hub.log.set_nickname(token.digest(), name.clone()).await?;
    hub.reseat(&[token.digest()]).await?;
    Ok(with_cookie(Json(json!({ "name": name })).into_response(), &token, &state))
}

/// `POST /api/me/move`: a code with which this client goes on elsewhere. A page is also told how its link looks to a camera.
pub async fn offer(State(state): Shared, headers: HeaderMap) -> Answer {
    let token = Token::of(&headers).ok_or(Fault::NoToken)?;
    let code = secret::token()?;
    let now = state.hub.config.clock.wall();
    let handover = Handover {
        owner: token.digest(),
        code: Digest::of(&code),
        sealed: secret::sealed(token.text().as_bytes(), &code),
        now,
        until: now + CODE_LIFE.as_millis() as u64,
    };
    state.hub.log.offer(handover).await?;
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    let link = origin.map(|origin| format!("{origin}{TAKING}#{code}"));
    let picture = link.as_deref().and_then(picture);
    let seconds = CODE_LIFE.as_secs();
    let answer = json!({ "code": code, "seconds": seconds, "link": link, "picture": picture });
    Ok(Json(answer).into_response())
}

/// `POST /api/me/take`: this client becomes the one that asked for the code, and brings along what it had itself.
pub async fn take(
    State(state): Shared,
    headers: HeaderMap,
    JsonBody(wanted): JsonBody<TakeRequest>,
) -> Answer {
    let hub = &state.hub;
    let taker = Token::of(&headers).map(|token| token.digest());
    let (code, now) = (Digest::of(&wanted.code), hub.config.clock.wall());
    let handed = hub.log.take_over(code, taker, now).await?;
    let text = String::from_utf8(secret::sealed(&handed.sealed, &wanted.code));
    let token = Token::handed(text.map_err(|error| Problem::internal(&error))?);
    let owners: Vec<Digest> = taker.into_iter().chain([handed.owner]).collect();
    hub.reseat(&owners).await?;
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), &token, &state))
}

/// A text as a square that cameras read: its size, and what is dark as the outline of a drawing.
fn picture(text: &str) -> Option<Value> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            let _ = write!(path, "M{x} {y}h1v1h-1z");
        }
    }
    Some(json!({ "size": code.size(), "path": path }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_code_seals_only_that_code_opens() {
        let token = "abcdefghijkmnpqrstuvwxyz23456789".repeat(3);
        let sealed = secret::sealed(token.as_bytes(), "code");
        assert_eq!(secret::sealed(&sealed, "code"), token.as_bytes());
        assert_ne!(secret::sealed(&sealed, "cod"), token.as_bytes());
        assert!(
            sealed.iter().zip(token.bytes()).filter(|(one, other)| **one == *other).count() < 9
        );
    }

    #[test]
    fn a_link_is_a_square_with_three_corners() {
        let drawn = picture("http://127.0.0.1:8888/move#abcdefghijkmnpqrstuvwxyz23456789").unwrap();
        let size = drawn["size"].as_i64().unwrap();
        assert!((21..=45).contains(&size), "{size}");
        let path = drawn["path"].as_str().unwrap();
        for (x, y) in [(0, 0), (size - 1, 0), (0, size - 1)] {
            assert!(path.contains(&format!("M{x} {y}h1v1h-1z")));
        }
        assert!(picture(&"x".repeat(5000)).is_none());
    }
}
