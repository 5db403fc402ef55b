//! Counting lines of play: published figures, and two slower or independent ways.

use chess::{Position, Setup};
use game::perft;

/// Position, depth, nodes.
const STANDARD: [(&str, u32, u64); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164_075_551),
];

#[test]
fn the_six_standard_positions_give_the_published_figures() {
    for (fen, depth, nodes) in STANDARD {
        let position: Position = fen.parse().unwrap();
        assert_eq!(perft(&position, depth), nodes, "{fen}");
    }
}

#[test]
fn castling_and_en_passant_with_their_pins_are_counted_right() {
    // Each was made so that one rule alone decides the count.
    let positions = [
        // A pawn that takes en passant would open the rank of its king.
        ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 1, 6),
        // It may take when the rank stays closed.
        ("8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1", 1, 7),
        // Taking en passant answers the check of the pawn that moved two.
        ("8/8/8/1k6/2Pp4/8/8/4KR2 b - c3 0 1", 1, 9),
        // Castling long is allowed although b1 is attacked.
        ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 1, 16),
        // Castling short is not when the king would pass over f1.
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", 1, 12),
        // Two checkers: only the king moves.
        ("4k3/8/8/8/4r3/5n2/8/3QK2R w K - 0 1", 1, 2),
    ];
    for (fen, depth, nodes) in positions {
        let position: Position = fen.parse().unwrap();
        assert_eq!(perft(&position, depth), nodes, "{fen}\n{}", position.board());
    }
}

#[test]
#[ignore = "needs reference data"]
fn every_position_of_the_reference_files_gives_its_figures() {
    const MOST_NODES: u64 = 3_000_000;
    for name in ["chess/perft.epd", "chess/perft-960.epd"] {
        let text = reference::read(name);
        let mut checked = 0;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let mut fields = line.split(';');
            let fen = fields.next().unwrap_or_default().trim();
            let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
            for field in fields {
                let (depth, nodes) = field.trim().split_once(' ').unwrap();
                let depth: u32 = depth.trim_start_matches('D').parse().unwrap();
                let nodes: u64 = nodes.parse().unwrap();
                if nodes <= MOST_NODES {
                    assert_eq!(perft(&position, depth), nodes, "{fen} at depth {depth}");
                    checked += 1;
                }
            }
        }
        assert!(checked >= 400, "only {checked} figures of {name} were checked");
    }
}

#[test]
fn all_starts_of_chess960_are_different_and_valid() {
    let mut seen = std::collections::HashSet::new();
    for number in 0..960 {
        let setup = Setup::chess960(number).unwrap();
        assert_eq!(setup.validate().unwrap().to_setup(), setup);
        assert!(seen.insert(setup.to_string()), "{number} comes twice");
    }
}
