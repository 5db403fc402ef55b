//! One thing for each seat of a game.

use crate::player::Player;
use game::{Seat, Side};
use serde::{Deserialize, Serialize};

/// One thing for each seat: two in a game of two sides, one in a game for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, try_from = "Written<T>")]
pub enum Seats<T> {
    /// A game of two sides.
    Two {
        /// White's.
        white: T,
        /// Black's.
        black: T,
    },
    /// A game for one.
    Solo {
        /// The player's.
        solo: T,
    },
}

impl<T> Seats<T> {
    /// What belongs to a seat, if the game has that seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        match (self, seat) {
            (Seats::Two { white, .. }, Seat::Side(Side::White)) => Some(white),
            (Seats::Two { black, .. }, Seat::Side(Side::Black)) => Some(black),
            (Seats::Solo { solo }, Seat::Solo) => Some(solo),
            _ => None,
        }
    }

    /// What belongs to a seat, to be changed.
    pub fn get_mut(&mut self, seat: Seat) -> Option<&mut T> {
        match (self, seat) {
            (Seats::Two { white, .. }, Seat::Side(Side::White)) => Some(white),
            (Seats::Two { black, .. }, Seat::Side(Side::Black)) => Some(black),
            (Seats::Solo { solo }, Seat::Solo) => Some(solo),
            _ => None,
        }
    }

    /// The seats with what belongs to them, white's first.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        let (first, second) = match self {
            Seats::Two { white, black } => {
                ((Seat::Side(Side::White), white), Some((Seat::Side(Side::Black), black)))
            }
            Seats::Solo { solo } => ((Seat::Solo, solo), None),
        };
        std::iter::once(first).chain(second)
    }

    /// Is it a game of two sides?
    pub fn is_for_two(&self) -> bool {
        matches!(self, Seats::Two { .. })
    }

    /// The same function applied to each.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Seats<U> {
        match self {
            Seats::Two { white, black } => Seats::Two { white: f(white), black: f(black) },
            Seats::Solo { solo } => Seats::Solo { solo: f(solo) },
        }
    }

    /// White's and black's exchanged.
    pub fn swap(self) -> Seats<T> {
        match self {
            Seats::Two { white, black } => Seats::Two { white: black, black: white },
            solo @ Seats::Solo { .. } => solo,
        }
    }
}

impl Seats<Player> {
    /// Do computers sit in all of them?
    pub fn are_computers(&self) -> bool {
        self.iter().all(|(_, player)| player.is_computer())
    }
}

/// Any seats at all, as they may be written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<T> {
    white: Option<T>,
    black: Option<T>,
    solo: Option<T>,
}

impl<T> TryFrom<Written<T>> for Seats<T> {
    type Error = &'static str;

    fn try_from(written: Written<T>) -> Result<Seats<T>, &'static str> {
        match written {
            Written { white: Some(white), black: Some(black), solo: None } => {
                Ok(Seats::Two { white, black })
            }
            Written { white: None, black: None, solo: Some(solo) } => Ok(Seats::Solo { solo }),
            _ => Err("the seats are white and black, or solo alone"),
        }
    }
}

/// How a seat is written in events: `white`, `black` or `solo`.
pub(crate) mod text {
    use game::{Seat, Side};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    const WHITE: &str = "white";
    const BLACK: &str = "black";
    const SOLO: &str = "solo";

    // Serde asks for a reference.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match seat {
            Seat::Side(Side::White) => WHITE,
            Seat::Side(Side::Black) => BLACK,
            Seat::Solo => SOLO,
        })
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            WHITE => Ok(Seat::Side(Side::White)),
            BLACK => Ok(Seat::Side(Side::Black)),
            SOLO => Ok(Seat::Solo),
            other => Err(D::Error::unknown_variant(other, &[WHITE, BLACK, SOLO])),
        }
    }
}
