//! A game as the interface describes it. Fields that this crate does not know are left out, so that a newer server is
//! understood as far as possible.

use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;

/// The answer of `GET /api/games/ID`.
#[derive(Debug, Clone, Deserialize)]
pub struct Game {
    pub id: String,
    /// The seat from which it is seen; `None` for a spectator.
    #[serde(default)]
    pub you: Option<String>,
    #[serde(default)]
    pub seats: Vec<SeatState>,
    pub scene: Scene,
    pub view: View,
    /// The codes for the seats that wait for a person, when the game has just begun.
    #[serde(default)]
    pub invitations: HashMap<String, String>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct SeatState {
    pub seat: String,
    #[serde(default)]
    pub taken: bool,
    #[serde(default)]
    pub open: bool,
    #[serde(default)]
    pub yours: bool,
    #[serde(default)]
    pub nickname: Option<String>,
}

/// Everything that is true at the table for a viewer.
#[derive(Debug, Clone, Deserialize)]
pub struct Scene {
    pub game: String,
    /// The number of the event that comes next: what a command has to expect.
    pub next: u64,
    pub picture: Picture,
    #[serde(default)]
    pub choices: Vec<Choice>,
    #[serde(default)]
    pub status: Vec<String>,
    #[serde(default)]
    pub tallies: Vec<Tally>,
    #[serde(default)]
    pub moves: Vec<String>,
    #[serde(default)]
    pub opening: Option<String>,
    #[serde(default)]
    pub controls: Vec<String>,
    #[serde(default)]
    pub over: bool,
    #[serde(default)]
    pub position: Option<String>,
    #[serde(default)]
    pub timer: Option<Timer>,
    #[serde(default)]
    pub code: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Picture {
    pub columns: Vec<String>,
    pub rows: Vec<String>,
    pub cells: Vec<Cell>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Cell {
    pub name: String,
    pub shade: String,
    #[serde(default)]
    pub piece: Option<Piece>,
    #[serde(default)]
    pub marks: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Piece {
    pub kind: String,
    #[serde(default)]
    pub side: Option<String>,
}

/// A move that can be made now.
#[derive(Debug, Clone, Deserialize)]
pub struct Choice {
    pub path: Vec<String>,
    #[serde(rename = "move")]
    pub mv: String,
    #[serde(default)]
    pub also: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Tally {
    pub label: String,
    #[serde(default)]
    pub side: Option<String>,
    pub value: String,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Timer {
    pub elapsed: u64,
    #[serde(default)]
    pub running: bool,
}

/// What a screen shows around the board.
#[derive(Debug, Clone, Deserialize)]
pub struct View {
    /// The seat at the bottom edge.
    pub bottom: String,
    #[serde(default)]
    pub bars: Vec<Bar>,
    #[serde(default)]
    pub your_turn: bool,
    #[serde(default)]
    pub watching: bool,
    #[serde(default)]
    pub thinking: bool,
}

/// A player beside the board.
#[derive(Debug, Clone, Deserialize)]
pub struct Bar {
    pub seat: String,
    pub side: String,
    pub player: String,
    #[serde(default)]
    pub to_move: bool,
    /// Milliseconds left.
    #[serde(default)]
    pub clock: Option<u64>,
}

/// The answer to a command.
#[derive(Debug, Clone, Deserialize)]
pub struct Answer {
    /// Had it been carried out before?
    #[serde(default)]
    pub repeated: bool,
    #[serde(default)]
    pub next: u64,
}

/// A message of the stream.
#[derive(Debug, Clone, Deserialize)]
pub struct Message {
    #[serde(default)]
    pub you: Option<String>,
    /// What has happened since the message before; empty after a gap.
    #[serde(default)]
    pub events: Vec<Value>,
    pub scene: Scene,
    pub view: View,
    #[serde(default)]
    pub seats: Vec<SeatState>,
    /// The next game of the same players, from then on when it has begun.
    #[serde(default)]
    pub rematch: Option<String>,
}
