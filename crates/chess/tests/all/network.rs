//! The network: the fast way against the obvious one, and its symmetries.

use crate::common::random_game;
use chess::engine::network::{
    HIDDEN, HIDDEN_ONE, INPUTS, LAYOUT, Network, NetworkCache, NetworkError, OUTPUT_ONE, PHASES,
    SCALE, inputs,
};
use chess::{Bitboard, Board, Piece, Position, Setup, Square};
use game::Perfect;
use proptest::prelude::*;
use std::sync::Arc;

/// The numbers of a network, all different in a way that looks random.
fn numbers(seed: u64) -> Vec<i32> {
    let mut state = seed;
    let mut below = |most: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i32 % most as i32
    };
    let rows = (INPUTS * HIDDEN, 121, 60);
    let biases = (HIDDEN, 200, 40);
    let output = (PHASES * 2 * HIDDEN, 255, 127);
    let bias = (PHASES, 4000, 2000);
    let mut numbers = Vec::new();
    for (count, most, less) in [rows, biases, output, bias] {
        numbers.extend((0..count).map(|_| below(most) - less));
    }
    numbers
}

fn network(numbers: &[i32]) -> Arc<Network> {
    Arc::new(Network::read(&weights::write(&LAYOUT, numbers).unwrap()).unwrap())
}

/// The score, unit by unit from the inputs that are there.
fn score(numbers: &[i32], position: &Position) -> i32 {
    let (rows, rest) = numbers.split_at(INPUTS * HIDDEN);
    let (biases, rest) = rest.split_at(HIDDEN);
    let (outputs, output_biases) = rest.split_at(PHASES * 2 * HIDDEN);
    let pieces = inputs(position).count();
    // From two kings alone to all 32 pieces there are four numbers of pieces to a phase.
    let phase = pieces.div_ceil(4) - 1;
    let mut sum = 0;
    let outputs = outputs.chunks_exact(HIDDEN).skip(2 * phase).take(2);
    for (view, output) in outputs.enumerate() {
        for unit in 0..HIDDEN {
            let row = |inputs: [usize; 2]| rows[inputs[view] * HIDDEN + unit];
            let hidden = biases[unit] + inputs(position).map(row).sum::<i32>();
            let clipped = hidden.clamp(0, i32::from(HIDDEN_ONE));
            sum += clipped * clipped * output[unit];
        }
    }
    let one = i32::from(HIDDEN_ONE);
    let output = i64::from(sum / one + output_biases[phase]);
    (output * i64::from(SCALE) / i64::from(one * i32::from(OUTPUT_ONE))) as i32
}

/// The position with every piece moved by a map of the squares, perhaps in the other colour, and no castling.
fn moved(position: &Position, map: usize, other_colours: bool) -> Option<Position> {
    let mut board = Board::EMPTY;
    for (square, Piece { side, role }) in position.board().iter() {
        let side = if other_colours { !side } else { side };
        board.put(Square::from_index(square.index() ^ map)?, Piece { side, role });
    }
    let side = position.side_to_move();
    let side_to_move = if other_colours { !side } else { side };
    let setup = Setup {
        board,
        side_to_move,
        castling_rooks: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    setup.validate().ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn the_score_is_that_of_adding_everything_up_whatever_was_evaluated_before(
        game in random_game(), seed in any::<u64>(), order in any::<u64>(),
    ) {
        let numbers = numbers(seed);
        let mut cache = NetworkCache::new(network(&numbers));
        let count = game.len();
        for step in 0..count {
            let jumps = (order as usize).wrapping_mul(step * step) % count;
            for position in [&game[step], &game[jumps]] {
                prop_assert_eq!(cache.evaluate(position), score(&numbers, position));
            }
        }
    }

    #[test]
    fn a_position_is_worth_the_same_with_colours_exchanged_and_in_the_mirror(game in random_game()) {
        let mut cache = NetworkCache::new(network(&numbers(7)));
        for position in &game {
            let score = cache.evaluate(position);
            for (map, other_colours) in [(0b11_1000, true), (0b111, false)] {
                if let Some(moved) = moved(position, map, other_colours) {
                    prop_assert_eq!(cache.evaluate(&moved), score, "{} {}", position, moved);
                }
            }
        }
    }
}

#[test]
fn a_file_that_is_no_network_is_refused_with_the_reason() {
    let mut bytes = weights::write(&LAYOUT, &numbers(1)).unwrap();
    assert!(Network::read(&bytes).is_ok());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    assert!(matches!(Network::read(&bytes), Err(NetworkError::Read(_))));
    let terms = include_bytes!("../../src/engine/evaluation/weights.bin");
    let error = Network::read(terms).unwrap_err().to_string();
    assert!(error.starts_with("it is no network for this program"), "{error}");
}
