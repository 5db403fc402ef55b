//! Who asks, about which game, and what they sent: what the requests have in common.

use crate::api::Desk;
use crate::live::Live;
use crate::problem::Problem;
use crate::requests::{read_json, sentence};
use crate::token::Token;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use std::net::IpAddr;
use std::sync::Arc;
use store::{Digest, GameId};

/// A request about one game.
pub struct AtGame {
    pub desk: Arc<Desk>,
    /// The game in memory.
    pub live: Arc<Live>,
    /// The token of whoever asks.
    pub token: Option<Token>,
}

impl AtGame {
    /// Whoever asks, as the log knows them.
    pub fn digest(&self) -> Option<Digest> {
        self.token.as_ref().map(Token::digest)
    }
}

impl FromRequestParts<Arc<Desk>> for AtGame {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<Desk>) -> Result<AtGame, Problem> {
        let id = Path::<String>::from_request_parts(parts, desk).await;
        let Path(id) = id.map_err(|_| Problem::no_such_game())?;
        let live = desk.hub.live(&game_id(&id)?).await?;
        Ok(AtGame { desk: Arc::clone(desk), live, token: Token::of(&parts.headers) })
    }
}

/// The name of a game in a path.
pub fn game_id(text: &str) -> Result<GameId, Problem> {
    text.parse().map_err(|_| Problem::no_such_game())
}

/// What stands behind the question mark of an address.
pub struct InQuery<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<Desk>> for InQuery<T> {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        desk: &Arc<Desk>,
    ) -> Result<InQuery<T>, Problem> {
        let bad = |error: QueryRejection| Problem::bad_request("bad-query", sentence(&error));
        let Query(query) = Query::from_request_parts(parts, desk).await.map_err(bad)?;
        Ok(InQuery(query))
    }
}

/// What stands in the body of a request, as JSON.
pub struct InBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Desk>> for InBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, desk: &Arc<Desk>) -> Result<InBody<T>, Problem> {
        let config = &desk.hub.config;
        read_json(request, config.largest_body, config.body_timeout).await.map(InBody)
    }
}

/// The address from which a request comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address(pub IpAddr);

impl Address {
    /// The peer itself; of a proxy that is trusted, whomever it speaks for. Each proxy adds at the end
    /// whom it was asked by, so that the last one that is no trusted proxy is the client.
    pub fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> Address {
        let mut address = peer.to_canonical();
        let lines: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(','))
            .collect();
        for told in lines.iter().rev() {
            let told = told.trim().parse::<IpAddr>();
            let (true, Ok(told)) = (trusted.contains(&address), told) else { break };
            address = told.to_canonical();
        }
        Address(address)
    }
}

#[cfg(test)]
mod tests {
    use super::Address;
    use axum::http::{HeaderMap, HeaderValue};
    use std::net::IpAddr;

    fn seen(peer: &str, forwarded: &[&'static str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        let trusted: [IpAddr; 2] = ["127.0.0.1", "10.0.0.1"].map(|ip| ip.parse().unwrap());
        Address::of(peer.parse().unwrap(), &headers, &trusted).0.to_string()
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
