//! What can go wrong.

use crate::Scene;

/// Why something did not work.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The text is no address of a server or of a game on one.
    #[error("{0:?} is no address of a game: one is like http://127.0.0.1:7878/games/ID")]
    NoLink(String),
    #[error(
        "https needs TLS, which this program does not speak: use a tunnel to the server (ssh -L 7878:127.0.0.1:7878 HOST) and http://127.0.0.1:7878"
    )]
    NeedsTls,
    /// The server cannot be reached, or the connection broke. What was asked may have been done.
    #[error("no connection to {server}: {reason}")]
    Connection { server: String, reason: String },
    /// The server has refused, and nothing has changed.
    #[error("{message}")]
    Refused {
        status: u16,
        /// Stays the same in all versions and languages.
        code: String,
        message: String,
        /// What is true now, where the game has moved on.
        scene: Option<Box<Scene>>,
    },
    /// The answer is none that the interface describes.
    #[error("the server answers what this program does not understand: {0}")]
    Unexpected(String),
}

impl ClientError {
    /// May it work when it is tried again?
    pub fn is_passing(&self) -> bool {
        match self {
            ClientError::Connection { .. } => true,
            ClientError::Refused { status, .. } => matches!(status, 408 | 429 | 503),
            _ => false,
        }
    }
}
