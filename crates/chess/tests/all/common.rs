//! What several tests of chess share.

use chess::Position;
use proptest::prelude::*;

/// Positions that random games start from: the usual one, ones rich in castling, promotion and en
/// passant, and Chess960.
pub const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/pppppppp/3k4/8/8/3K4/PPPPPPPP/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1r1k1r2/8/8/8/8/8/8/1R1K2R1 w GBfb - 0 1",
];

/// A game from one of [`STARTS`] or of Chess960, as random choices.
pub fn random_game() -> impl Strategy<Value = Vec<Position>> {
    let start = prop_oneof![
        3 => prop::sample::select(&STARTS[..]).prop_map(|fen| fen.parse().expect("a position")),
        1 => (0..960u16).prop_map(|n| Position::chess960(n).expect("a start")),
    ];
    (start, prop::collection::vec(any::<u32>(), 0..120))
        .prop_map(|(start, choices)| game::laws::playout(start, &choices))
}
