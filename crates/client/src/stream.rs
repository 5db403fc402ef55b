//! Following a game: server-sent events, taken up again where they broke off.

use crate::client::Client;
use crate::{ClientError, Message};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// The server gives a sign of life every 15 seconds.
const LONGEST_SILENCE: Duration = Duration::from_secs(40);
const FIRST_PAUSE: Duration = Duration::from_millis(150);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// More than any message.
const LONGEST_MESSAGE: usize = 16 << 20;

/// What following a game brings.
#[derive(Debug)]
pub enum Followed {
    /// What has happened since the message before.
    Update(Box<Message>),
    /// Forget what you had: this is true now. It is the first message, and it comes again after a gap.
    Resync(Box<Message>),
    /// The connection is gone. It is tried again by the next call.
    Lost(ClientError),
}

/// A game that is followed.
#[derive(Debug)]
pub struct Follow {
    client: Client,
    game: String,
    body: Option<Incoming>,
    parser: Parser,
    pause: Duration,
}

impl Follow {
    pub(crate) fn new(client: Client, game: &str) -> Follow {
        Follow {
            client,
            game: game.to_owned(),
            body: None,
            parser: Parser::default(),
            pause: Duration::ZERO,
        }
    }

    /// Waits for what comes next. An error is for good: the game is not there, or is not to be seen.
    pub async fn next(&mut self) -> Result<Followed, ClientError> {
        loop {
            if let Some((kind, data)) = self.parser.take() {
                let message = serde_json::from_str(&data)
                    .map_err(|error| ClientError::Unexpected(error.to_string()))?;
                self.pause = Duration::ZERO;
                return match kind.as_str() {
                    "update" => Ok(Followed::Update(Box::new(message))),
                    "resync" => Ok(Followed::Resync(Box::new(message))),
                    // A message of a newer version.
                    _ => continue,
                };
            }
            let Some(body) = &mut self.body else {
                sleep(self.pause).await;
                self.pause = (2 * self.pause).clamp(FIRST_PAUSE, LONGEST_PAUSE);
                match self.client.open_stream(&self.game, self.parser.last_event).await {
                    Ok(answer) => self.body = Some(answer.into_body()),
                    Err(error) if error.is_passing() => return Ok(Followed::Lost(error)),
                    Err(error) => return Err(error),
                }
                continue;
            };
            let lost = match timeout(LONGEST_SILENCE, body.frame()).await {
                Ok(Some(Ok(frame))) => {
                    self.parser.feed(frame.data_ref().map_or(&[][..], |data| data));
                    self.parser.is_too_long().then(|| "a message without end".to_owned())
                }
                Ok(Some(Err(error))) => Some(error.to_string()),
                Ok(None) => Some("the stream ended".to_owned()),
                Err(_) => Some("no sign of life".to_owned()),
            };
            if let Some(reason) = lost {
                self.body = None;
                self.parser.forget_part();
                let server = self.client.server().to_string();
                return Ok(Followed::Lost(ClientError::Connection { server, reason }));
            }
        }
    }
}

/// Server-sent events out of bytes that come in any pieces.
#[derive(Debug, Default)]
struct Parser {
    bytes: Vec<u8>,
    kind: String,
    data: Vec<String>,
    id: Option<u64>,
    /// The number of the last event in a whole message.
    last_event: Option<u64>,
    whole: std::collections::VecDeque<(String, String)>,
}

impl Parser {
    fn feed(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        while let Some(end) = self.bytes.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.bytes.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line);
            self.line(line.trim_end_matches(['\n', '\r']));
        }
    }

    fn line(&mut self, line: &str) {
        if line.is_empty() {
            let kind = std::mem::take(&mut self.kind);
            let data = std::mem::take(&mut self.data);
            let id = self.id.take();
            if !data.is_empty() {
                self.last_event = id.or(self.last_event);
                self.whole.push_back((kind, data.join("\n")));
            }
            return;
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "event" => value.clone_into(&mut self.kind),
            "data" => self.data.push(value.to_owned()),
            "id" => self.id = value.parse().ok(),
            // A comment is a sign of life.
            _ => {}
        }
    }

    fn take(&mut self) -> Option<(String, String)> {
        self.whole.pop_front()
    }

    fn is_too_long(&self) -> bool {
        self.bytes.len() + self.data.iter().map(String::len).sum::<usize>() > LONGEST_MESSAGE
    }

    /// The rest of a message does not come any more.
    fn forget_part(&mut self) {
        self.bytes.clear();
        self.kind.clear();
        self.data.clear();
        self.id = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_in_any_pieces_and_a_broken_one_counts_for_nothing() {
        let text = ": hello\n\nevent: resync\nid: 7\ndata: {\"a\":\ndata: 1}\n\nevent: update\r\nid: 8\r\ndata: x\r\n\r\n";
        for size in 1..text.len() {
            let mut parser = Parser::default();
            text.as_bytes().chunks(size).for_each(|part| parser.feed(part));
            assert_eq!(parser.take(), Some(("resync".to_owned(), "{\"a\":\n1}".to_owned())));
            assert_eq!(parser.take(), Some(("update".to_owned(), "x".to_owned())));
            assert_eq!((parser.take(), parser.last_event), (None, Some(8)));
        }
        let mut parser = Parser::default();
        parser.feed(b"event: update\nid: 7\ndata: one\n\nevent: update\nid: 8\ndata: tw");
        parser.forget_part();
        parser.feed(b"event: update\nid: 9\ndata: three\n\n");
        assert_eq!(parser.take().unwrap().1, "one");
        assert_eq!(parser.take().unwrap().1, "three");
        assert_eq!(parser.last_event, Some(9));
    }
}
