//! Requests, each as the interface has it.

use crate::http::{self, Ask};
use crate::{Answer, ClientError, Follow, Game, Link, Server};
use hyper::body::Incoming;
use hyper::header::SET_COOKIE;
use hyper::{Method, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// A request is repeated so often before it is given up ...
const TRIES: u32 = 8;
/// ... with pauses that begin like this and double up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(150);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// A client of a server: who it is there, and in which language it is spoken to.
#[derive(Debug, Clone)]
pub struct Client {
    server: Server,
    token: Option<String>,
    language: String,
}

/// A game to begin.
#[derive(Debug, Clone, Serialize)]
pub struct NewGame {
    pub game: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// The seats of the client.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mine: Option<Vec<String>>,
    /// May any client claim the others?
    pub open: bool,
}

/// What a seat wants to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "action", rename_all = "kebab-case")]
pub enum Action {
    Move {
        #[serde(rename = "move")]
        mv: String,
    },
    Resign,
    Abort,
    /// Accepts one, too.
    OfferDraw,
    DeclineDraw,
    ClaimDraw,
    /// Agrees, too.
    TakeBack,
    DeclineTakeback,
}

impl Client {
    /// A client with the token that it got from this server before.
    pub fn new(server: Server, token: Option<String>) -> Client {
        Client { server, token, language: "en".to_owned() }
    }

    /// The same, spoken to in a language: `en` or `es`.
    pub fn in_language(self, language: &str) -> Client {
        Client { language: language.to_owned(), ..self }
    }

    pub fn language(&self) -> &str {
        &self.language
    }

    pub fn server(&self) -> &Server {
        &self.server
    }

    /// What proves who the client is. Keep it secret, and for the next time.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Begins a game. Repeating it would begin another one, so it is sent once.
    pub async fn begin(&mut self, new: &NewGame) -> Result<Game, ClientError> {
        let body = serde_json::to_value(new).unwrap_or_default();
        self.once(Method::POST, "/api/games", Some(&body)).await
    }

    /// A game as it is.
    pub async fn game(&mut self, game: &str) -> Result<Game, ClientError> {
        self.ask(Method::GET, &format!("/api/games/{game}"), None).await
    }

    /// Sits down in the seat of a link, or sees the game as it is where the link has none.
    pub async fn sit_down(&mut self, link: &Link) -> Result<Game, ClientError> {
        match &link.invitation {
            None => self.game(&link.game).await,
            Some((seat, code)) => self.claim(&link.game, seat, Some(code)).await,
        }
    }

    /// Claims a seat: with its invitation, or an open one without. A claim can be repeated.
    pub async fn claim(
        &mut self,
        game: &str,
        seat: &str,
        invitation: Option<&str>,
    ) -> Result<Game, ClientError> {
        let body = match invitation {
            Some(code) => json!({ "seat": seat, "invitation": code }),
            None => json!({ "seat": seat }),
        };
        self.ask(Method::POST, &format!("/api/games/{game}/claims"), Some(&body)).await
    }

    /// Does something at the table, at most once: event `expected` has to be the next one. Without an answer the same is sent
    /// again until there is one, however long the server is gone: drop the future to give it up.
    pub async fn act(
        &mut self,
        game: &str,
        expected: u64,
        action: &Action,
    ) -> Result<Answer, ClientError> {
        let mut body = serde_json::to_value(action).unwrap_or_default();
        body["expected"] = json!(expected);
        let path = format!("/api/games/{game}/commands?scene=false");
        loop {
            match self.ask(Method::POST, &path, Some(&body)).await {
                Err(error) if error.is_passing() => {}
                answer => return answer,
            }
        }
    }

    /// Whether the server answers and its store can be written; where not, the error says why. Sent once: a check that
    /// waits for better times would not find the bad ones.
    pub async fn health(&mut self) -> Result<(), ClientError> {
        self.once::<Value>(Method::GET, "/healthz", None).await.map(|_| ())
    }

    /// A move that the server recommends, and why.
    pub async fn hint(&mut self, game: &str) -> Result<(String, Option<String>), ClientError> {
        let answer: Value =
            self.ask(Method::POST, &format!("/api/games/{game}/hints"), Some(&json!({}))).await?;
        let text = |name: &str| answer[name].as_str().map(str::to_owned);
        let mv = text("move").ok_or_else(|| ClientError::Unexpected(answer.to_string()))?;
        Ok((mv, text("reason")))
    }

    /// The next game with the same players. The player who asks second gets the same one.
    pub async fn rematch(&mut self, game: &str) -> Result<Game, ClientError> {
        let body = json!({ "exchange": true });
        self.ask(Method::POST, &format!("/api/games/{game}/rematch"), Some(&body)).await
    }

    /// Follows a game from now on.
    pub fn follow(&self, game: &str) -> Follow {
        Follow::new(self.clone(), game)
    }

    /// Asks until there is an answer: for what can be repeated without harm.
    async fn ask<T: DeserializeOwned>(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<T, ClientError> {
        let mut pause = FIRST_PAUSE;
        for _ in 1..TRIES {
            match self.once(method.clone(), path, body).await {
                Err(error) if error.is_passing() => tokio::time::sleep(pause).await,
                answer => return answer,
            }
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
        self.once(method, path, body).await
    }

    async fn once<T: DeserializeOwned>(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<T, ClientError> {
        let path = self.with_language(path);
        let ask = Ask {
            method,
            path: &path,
            token: self.token.as_deref(),
            body: body.map(ToString::to_string),
            last_event: None,
        };
        let answer = http::send(&self.server, ask).await?;
        self.take_token(&answer);
        let status = answer.status();
        let bytes = http::body(&self.server, answer).await?;
        if !status.is_success() {
            return Err(refusal(status.as_u16(), &bytes));
        }
        serde_json::from_slice(&bytes).map_err(|error| ClientError::Unexpected(error.to_string()))
    }

    /// The answer to a request for a stream.
    pub(crate) async fn open_stream(
        &self,
        game: &str,
        last_event: Option<u64>,
    ) -> Result<Response<Incoming>, ClientError> {
        let path = self.with_language(&format!("/api/games/{game}/stream"));
        let token = self.token.as_deref();
        let ask = Ask { method: Method::GET, path: &path, token, body: None, last_event };
        let answer = http::send(&self.server, ask).await?;
        if answer.status().is_success() {
            return Ok(answer);
        }
        let status = answer.status().as_u16();
        Err(refusal(status, &http::body(&self.server, answer).await?))
    }

    fn with_language(&self, path: &str) -> String {
        let joint = if path.contains('?') { '&' } else { '?' };
        format!("{path}{joint}lang={}", self.language)
    }

    /// The first answer that gives the client a seat sets the cookie with its token.
    fn take_token(&mut self, answer: &Response<Incoming>) {
        let cookies = answer.headers().get_all(SET_COOKIE).iter();
        let mut tokens = cookies.filter_map(|cookie| {
            let (token, _) = cookie.to_str().ok()?.strip_prefix("tablero=")?.split_once(';')?;
            (!token.is_empty()).then(|| token.to_owned())
        });
        self.token = tokens.next().or(self.token.take());
    }
}

fn refusal(status: u16, bytes: &[u8]) -> ClientError {
    let body: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let text = |name: &str| body[name].as_str().map(str::to_owned);
    let scene = serde_json::from_value(body["scene"].clone()).ok().map(Box::new);
    let message = text("message").unwrap_or_else(|| format!("the server answers {status}"));
    ClientError::Refused { status, code: text("code").unwrap_or_default(), message, scene }
}
