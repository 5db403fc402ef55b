//! The names of seats in requests and answers.

use game::{Seat, Side, Viewer};
use serde::{Deserialize, Serialize};

/// A seat by its name: `white`, `black` or `solo`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeatName {
    White,
    Black,
    Solo,
}

impl From<SeatName> for Seat {
    fn from(name: SeatName) -> Seat {
        match name {
            SeatName::White => Seat::Side(Side::White),
            SeatName::Black => Seat::Side(Side::Black),
            SeatName::Solo => Seat::Solo,
        }
    }
}

impl From<Seat> for SeatName {
    fn from(seat: Seat) -> SeatName {
        match seat {
            Seat::Side(Side::White) => SeatName::White,
            Seat::Side(Side::Black) => SeatName::Black,
            Seat::Solo => SeatName::Solo,
        }
    }
}

impl SeatName {
    pub const fn text(self) -> &'static str {
        match self {
            SeatName::White => "white",
            SeatName::Black => "black",
            SeatName::Solo => "solo",
        }
    }

    /// The seat of a name in the log.
    pub fn of(text: &str) -> Option<SeatName> {
        [SeatName::White, SeatName::Black, SeatName::Solo].into_iter().find(|s| s.text() == text)
    }
}

/// The seat from which a viewer sees a game, if any.
pub fn you(viewer: Viewer) -> Option<SeatName> {
    match viewer {
        Viewer::Seat(seat) => Some(seat.into()),
        Viewer::Spectator => None,
    }
}
