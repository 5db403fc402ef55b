//! One request and its answer over a connection of its own.

use crate::{ClientError, Server};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// What has not been answered in this time is asked again. A computer's move is no part of an answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// More than any answer.
const LONGEST_ANSWER: usize = 16 << 20;

/// What is asked for.
pub struct Ask<'a> {
    pub method: Method,
    /// With its query.
    pub path: &'a str,
    pub token: Option<&'a str>,
    pub body: Option<String>,
    /// The last event that was read, for a stream that goes on.
    pub last_event: Option<u64>,
}

fn broken(server: &Server, reason: &dyn ToString) -> ClientError {
    ClientError::Connection { server: server.to_string(), reason: reason.to_string() }
}

/// Sends a request. The answer has come as far as its head.
pub async fn send(server: &Server, ask: Ask<'_>) -> Result<Response<Incoming>, ClientError> {
    let failed = |reason: &dyn ToString| broken(server, reason);
    let answer = timeout(PATIENCE, async {
        let socket = TcpStream::connect(server.address()).await.map_err(|e| failed(&e))?;
        // A move is a few bytes that must not wait for more.
        socket.set_nodelay(true).map_err(|e| failed(&e))?;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(socket))
            .await
            .map_err(|e| failed(&e))?;
        // Ends with the answer that it carries; what goes wrong there is seen in the answer.
        tokio::spawn(connection);
        let mut request = Request::builder()
            .method(ask.method)
            .uri(ask.path)
            .header("Host", server.authority())
            .header("Content-Type", "application/json");
        if let Some(token) = ask.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        if let Some(event) = ask.last_event {
            request = request.header("Last-Event-ID", event);
        }
        let body = Full::new(Bytes::from(ask.body.unwrap_or_default()));
        let request = request.body(body).map_err(|e| ClientError::Unexpected(e.to_string()))?;
        sender.send_request(request).await.map_err(|e| failed(&e))
    });
    answer.await.map_err(|_| broken(server, &"no answer"))?
}

/// The whole body of an answer.
pub async fn body(server: &Server, answer: Response<Incoming>) -> Result<Vec<u8>, ClientError> {
    let mut body = answer.into_body();
    let mut bytes = Vec::new();
    loop {
        let frame = timeout(PATIENCE, body.frame()).await;
        match frame.map_err(|_| broken(server, &"the answer stopped"))? {
            None => return Ok(bytes),
            Some(frame) => {
                let frame = frame.map_err(|error| broken(server, &error))?;
                bytes.extend_from_slice(frame.data_ref().map_or(&[][..], |data| data));
                if bytes.len() > LONGEST_ANSWER {
                    return Err(ClientError::Unexpected("an answer without end".to_owned()));
                }
            }
        }
    }
}
