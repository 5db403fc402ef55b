//! Who is asking: the token in the cookie, or in the Authorization header of a program's request.

use crate::problem::Problem;
use crate::secret;
use axum::http::{HeaderMap, HeaderValue, header};
use std::fmt;
use store::Digest;

const COOKIE: &str = "tablero";
/// A year: seats are kept for as long as people come back to a game.
const LIFE_IN_SECONDS: u32 = 31_536_000;

/// A token. It is written nowhere but in the cookie that hands it out, unless it is sealed.
pub struct Token {
    text: String,
    /// Is it to be handed out with this answer?
    new: bool,
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl Token {
    /// The token that a request carries, if any.
    pub fn of(headers: &HeaderMap) -> Option<Token> {
        let bearer = headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "));
        let cookie = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|(name, _)| *name == COOKIE)
            .map(|(_, value)| value);
        let text = bearer.or(cookie)?.trim();
        let fits =
            (16..=128).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
        fits.then(|| Token { text: text.to_owned(), new: false })
    }

    /// The token that a request carries, or a new one.
    pub fn or_new(token: Option<Token>) -> Result<Token, Problem> {
        match token {
            Some(token) => Ok(token),
            None => Ok(Token { text: secret::token()?, new: true }),
        }
    }

    /// One that another browser hands over.
    pub fn handed(text: String) -> Token {
        Token { text, new: true }
    }

    /// What must be sealed before it is kept anywhere.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same, to be handed out once more: a client that comes back keeps its seats for another year.
    pub fn renewed(self) -> Token {
        Token { new: true, ..self }
    }

    /// What the log keeps of it.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.text)
    }

    /// The cookie that hands it out, when it is new. A secure one is never sent without TLS.
    pub fn cookie(&self, secure: bool) -> Option<HeaderValue> {
        let Token { text, new } = self;
        let secure = if secure { "; Secure" } else { "" };
        let cookie = format!(
            "{COOKIE}={text}; Path=/; HttpOnly; SameSite=Lax; Max-Age={LIFE_IN_SECONDS}{secure}"
        );
        new.then(|| HeaderValue::try_from(cookie).ok()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::Token;
    use axum::http::{HeaderMap, HeaderValue, header};

    fn with(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_token_is_found_among_cookies_and_in_a_bearer_head() {
        let text = "abcdefghijkmnpqrstuvwxyz23456789";
        let cookie = "other=1; tablero=abcdefghijkmnpqrstuvwxyz23456789; more=2";
        assert_eq!(Token::of(&with(header::COOKIE, cookie)).unwrap().text, text);
        let bearer = "Bearer abcdefghijkmnpqrstuvwxyz23456789";
        assert_eq!(Token::of(&with(header::AUTHORIZATION, bearer)).unwrap().text, text);
        assert!(Token::of(&with(header::COOKIE, "tablero=short")).is_none());
        assert!(Token::of(&HeaderMap::new()).is_none());
    }

    #[test]
    fn only_a_new_token_is_handed_out_and_none_shows_itself() {
        let new = Token::or_new(Token::of(&HeaderMap::new())).unwrap();
        let cookie = |secure| new.cookie(secure).unwrap().to_str().unwrap().to_owned();
        assert!(cookie(false).contains("HttpOnly; SameSite=Lax"));
        assert!(!cookie(false).contains("Secure") && cookie(true).ends_with("; Secure"));
        assert_eq!(format!("{new:?}"), "Token(..)");
        let cookie = "tablero=abcdefghijkmnpqrstuvwxyz23456789";
        let known = Token::or_new(Token::of(&with(header::COOKIE, cookie))).unwrap();
        assert!(known.cookie(false).is_none());
    }
}
