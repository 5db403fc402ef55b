//! The lines between a chess program and its interface.

use crate::text_of;
use ::uci::{Answer, Order};

/// A line in either direction.
pub fn uci(bytes: &[u8]) {
    for line in text_of(bytes).lines() {
        if let Some(order) = Order::read(line) {
            let written = order.to_string();
            assert_eq!(Order::read(&written), Some(order), "written as {written:?}");
        }
        if let Some(answer) = Answer::read(line) {
            let written = answer.to_string();
            assert_eq!(Answer::read(&written), Some(answer), "written as {written:?}");
        }
    }
}
