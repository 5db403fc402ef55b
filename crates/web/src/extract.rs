//! Extractors: what handlers get of a request.

use crate::api::AppState;
use crate::pool::Owner;
use crate::problem::{Fault, Problem};
use crate::request::read_json;
use crate::room::Room;
use crate::token::Token;
use crate::words::problems;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use serde::de::DeserializeOwned;
use std::net::IpAddr;
use std::sync::Arc;
use store::{Digest, GameId};
use table::{Language, Localized};

/// A request about one game.
pub struct RoomRequest {
    pub state: Arc<AppState>,
    pub room: Arc<Room>,
    /// For whom a thread works where this request needs one.
    pub owner: Owner,
    pub token: Option<Token>,
}

impl RoomRequest {
    /// The client's token, as the log knows it.
    pub fn digest(&self) -> Option<Digest> {
        self.token.as_ref().map(Token::digest)
    }
}

impl FromRequestParts<Arc<AppState>> for RoomRequest {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<RoomRequest, Problem> {
        let id = Path::<String>::from_request_parts(parts, state).await;
        let Path(id) = id.map_err(|_| Fault::NoSuchGame)?;
        let address = parts.extensions.get::<ClientAddress>().map(|address| address.0);
        let owner = address.map_or(Owner::Unseen, Owner::at);
        let room = state.hub.room(&game_id(&id)?, owner).await?;
        let request =
            RoomRequest { state: Arc::clone(state), room, owner, token: Token::of(&parts.headers) };
        if parts.method != Method::GET {
            state.hub.look_for_a_seat(&request.room, request.digest()).await?;
        }
        if !request.room.seats_of(request.digest()).is_empty() {
            state.hub.serve(&request.room, owner);
        }
        Ok(request)
    }
}

/// The ID of a game in a path.
pub fn game_id(text: &str) -> Result<GameId, Problem> {
    text.parse().map_err(|_| Fault::NoSuchGame.into())
}

/// The query string of an address.
pub struct QueryString<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<AppState>> for QueryString<T> {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<AppState>,
    ) -> Result<QueryString<T>, Problem> {
        let bad = |error: QueryRejection| {
            Fault::BadQuery(Localized::exactly(|language| match language {
                Language::English => error.to_string(),
                Language::Spanish => problems(language).bad_query.to_owned(),
            }))
        };
        let Query(query) = Query::from_request_parts(parts, state).await.map_err(bad)?;
        Ok(QueryString(query))
    }
}

/// The body of a request, as JSON.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<AppState>> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &Arc<AppState>) -> Result<JsonBody<T>, Problem> {
        let config = &state.hub.config;
        read_json(request, config.largest_body, config.body_timeout).await.map(JsonBody)
    }
}

/// The address of the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The peer itself or, behind a trusted proxy, the client that the proxy names. Each proxy appends its
    /// own peer, so the last address that is no trusted proxy is the client.
    pub fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> ClientAddress {
        let mut address = peer.to_canonical();
        let lines: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(','))
            .collect();
        for named in lines.iter().rev() {
            let named = named.trim().parse::<IpAddr>();
            let (true, Ok(named)) = (trusted.contains(&address), named) else { break };
            address = named.to_canonical();
        }
        ClientAddress(address)
    }
}

#[cfg(test)]
mod tests {
    use super::ClientAddress;
    use axum::http::{HeaderMap, HeaderValue};
    use std::net::IpAddr;

    fn seen(peer: &str, forwarded: &[&'static str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        let trusted: [IpAddr; 2] = ["127.0.0.1", "10.0.0.1"].map(|ip| ip.parse().unwrap());
        ClientAddress::of(peer.parse().unwrap(), &headers, &trusted).0.to_string()
    }

    #[test]
    fn only_a_trusted_proxy_says_for_whom_it_speaks() {
        assert_eq!(seen("192.0.2.1", &["198.51.100.7"]), "192.0.2.1");
        assert_eq!(seen("127.0.0.1", &["198.51.100.7"]), "198.51.100.7");
        assert_eq!(seen("::ffff:127.0.0.1", &["198.51.100.7"]), "198.51.100.7");
        assert_eq!(seen("127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn what_a_client_claims_before_the_proxy_adds_is_not_believed() {
        assert_eq!(seen("127.0.0.1", &["203.0.113.9, 198.51.100.7"]), "198.51.100.7");
        assert_eq!(seen("127.0.0.1", &["203.0.113.9", "198.51.100.7, 10.0.0.1"]), "198.51.100.7");
        assert_eq!(seen("127.0.0.1", &["203.0.113.9, nonsense"]), "127.0.0.1");
    }
}
