//! How many positions a second the endgame database that comes with the program can be asked about, in random order.
//!
//! ```text
//! cargo run --profile dist -p checkers --example probes
//! ```

#[path = "../../othello/examples/moment/mod.rs"]
mod moment;

use checkers::endgames::{self, SHIPPED_PIECES, Value};
use checkers::{Position, Square};
use game::Notation;
use moment::Moment;

/// So many positions,
const POSITIONS: usize = 1 << 20;
/// and each asked so often.
const ROUNDS: usize = 8;

fn main() {
    let mut state = 1;
    let positions: Vec<Position> = std::iter::from_fn(|| Some(random_position(&mut state)))
        .flatten()
        .take(POSITIONS)
        .collect();
    let shipped = endgames::shipped();
    let asked = (ROUNDS * positions.len()) as f64;
    let begun = Moment::now(1);
    let mut won = 0;
    for _ in 0..ROUNDS {
        for position in &positions {
            won += usize::from(matches!(shipped.value(position), Some(Value::Won(_))));
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{:.1} million/s, {:.0} ns each, with distances; {:.0} % are won",
        asked / 1e6 / seconds,
        1e9 * seconds / asked,
        100.0 * won as f64 / asked
    );
}

/// A position with as many pieces as the database knows; none where a man would stand on the row where it is crowned, or two pieces on a square.
fn random_position(state: &mut u64) -> Option<Position> {
    let mut pieces = [const { Vec::new() }; 2];
    for piece in 0..SHIPPED_PIECES {
        let square = Square::new(random(state) as u8 % 32 + 1)?;
        let king = if random(state).is_multiple_of(2) { "K" } else { "" };
        pieces[piece % 2].push(format!("{king}{square}"));
    }
    let [white, black] = pieces.map(|side| side.join(","));
    let side = if random(state).is_multiple_of(2) { 'W' } else { 'B' };
    Position::read_start(&format!("{side}:W{white}:B{black}")).ok()
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    *state >> 33
}
