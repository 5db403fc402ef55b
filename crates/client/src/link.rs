//! Addresses: of a server, and of a game on it.

use crate::ClientError;
use std::fmt;
use std::str::FromStr;

/// A server that speaks plain HTTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// As it is written in addresses: a name, an IPv4 address, or an IPv6 address in brackets.
    host: String,
    port: u16,
}

impl Server {
    /// Where to connect to.
    pub(crate) fn address(&self) -> (&str, u16) {
        (self.host.trim_start_matches('[').trim_end_matches(']'), self.port)
    }

    /// What the `Host` header says.
    pub(crate) fn authority(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}:{}", self.host, self.port)
    }
}

impl FromStr for Server {
    type Err = ClientError;

    /// `http://HOST[:PORT]`; what follows the first `/` is left out.
    fn from_str(text: &str) -> Result<Server, ClientError> {
        let wrong = || ClientError::NoLink(text.to_owned());
        if text.starts_with("https://") {
            return Err(ClientError::NeedsTls);
        }
        let rest = text.strip_prefix("http://").unwrap_or(text);
        let authority = rest.split(['/', '#', '?']).next().unwrap_or_default();
        let (host, port) = match authority.rsplit_once(':') {
            // The colons of an IPv6 address stand in brackets.
            Some((host, port)) if !port.ends_with(']') => {
                (host, port.parse().map_err(|_| wrong())?)
            }
            _ => (authority, 80),
        };
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b".-_[]:".contains(&byte);
        if host.is_empty() || !host.bytes().all(is_letter) {
            return Err(wrong());
        }
        Ok(Server { host: host.to_owned(), port })
    }
}

/// A game on a server, and perhaps the code with which a seat is claimed: `http://HOST/games/ID#SEAT.CODE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub server: Server,
    /// The name of the game.
    pub game: String,
    /// A seat and its invitation.
    pub invitation: Option<(String, String)>,
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/games/{}", self.server, self.game)?;
        match &self.invitation {
            Some((seat, code)) => write!(f, "#{seat}.{code}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Link {
    type Err = ClientError;

    fn from_str(text: &str) -> Result<Link, ClientError> {
        let wrong = || ClientError::NoLink(text.to_owned());
        let server = text.parse()?;
        let (_, rest) = text.split_once("/games/").ok_or_else(wrong)?;
        let (game, code) = rest.split_once('#').map_or((rest, None), |(g, c)| (g, Some(c)));
        let game = game.split(['/', '?']).next().unwrap_or_default();
        let is_name = |text: &str| {
            !text.is_empty()
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
        };
        let invitation = match code.map(|code| code.split_once('.')) {
            None => None,
            Some(Some((seat, code))) if is_name(seat) && is_name(code) => {
                Some((seat.to_owned(), code.to_owned()))
            }
            Some(_) => return Err(wrong()),
        };
        if !is_name(game) {
            return Err(wrong());
        }
        Ok(Link { server, game: game.to_owned(), invitation })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_the_server_the_game_and_the_seat() {
        let link: Link = "http://127.0.0.1:7878/games/abc123#black.xYz_-9".parse().unwrap();
        assert_eq!(link.game, "abc123");
        assert_eq!(link.invitation, Some(("black".to_owned(), "xYz_-9".to_owned())));
        assert_eq!(link.to_string(), "http://127.0.0.1:7878/games/abc123#black.xYz_-9");
        let link: Link = "http://[::1]:80/games/abc?lang=es".parse().unwrap();
        assert_eq!(link.server.address(), ("::1", 80));
        assert_eq!(link.to_string(), "http://[::1]:80/games/abc");
        assert_eq!(
            "localhost:9000/".parse::<Server>().unwrap().to_string(),
            "http://localhost:9000"
        );
    }

    #[test]
    fn what_is_no_link_is_refused_and_https_is_explained() {
        for wrong in [
            "",
            "http://",
            "http://host:x/games/a",
            "http://host/games/",
            "http://host/game/abc",
            "http://ho st/games/a",
            "http://host/games/a#black",
            "http://host/games/a b",
            "http://host\r\nX: y/games/a",
        ] {
            assert!(matches!(wrong.parse::<Link>(), Err(ClientError::NoLink(_))), "{wrong}");
        }
        assert!(matches!("https://host/games/a".parse::<Link>(), Err(ClientError::NeedsTls)));
    }
}
