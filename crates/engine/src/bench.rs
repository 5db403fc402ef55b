//! A fixed amount of work: its node count tells whether two builds search alike.

use crate::search::{Control, Limits, Searcher};
use crate::{Searchable, Stop};
use game::Notation;
use std::fmt;
use std::time::{Duration, Instant};

/// The positions and how deep they are looked at.
const CHESS: (&[&str], u32) = (
    &[
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8",
        "2rq1rk1/pb1n1ppp/1p2pn2/3p4/1b1P1B2/2NBPN2/PP2QPPP/2R2RK1 w - - 4 13",
        "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/PBN2N2/1P2QPPP/R1BR2K1 b - - 1 13",
        "3r1rk1/p4ppp/1p2p3/2q5/4n3/P1Q1PN2/1P3PPP/2R2RK1 w - - 0 20",
        "8/5pk1/4p1p1/3pP2p/3P1P1P/3K2P1/8/8 w - - 0 40",
        "8/8/1p1k4/p1p2p2/P1P2P2/1P2K3/8/8 w - - 0 50",
        "4r1k1/5ppp/8/2p5/1p6/1P4P1/P4P1P/3R2K1 w - - 0 30",
        "6k1/1b3pp1/p3p2p/1p6/1P1N4/P3PP2/5KPP/8 w - - 0 30",
        "1k1r3r/ppq2p2/2pbpn2/6pp/3P4/2P1BN1P/PPQ2PP1/R3R1K1 w - - 0 18",
    ],
    11,
);
const CHECKERS: (&[&str], u32) = (
    &[
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "W:W18,21,22,26,27,28,30,32:B1,3,5,7,8,10,12,14",
        "B:WK9,20,27:BK19,12,11",
    ],
    13,
);
const OTHELLO: (&[&str], u32) = (
    &[
        "---------------------------OX------XO--------------------------- X;",
        "-------------------X--X---XXXO---OXXXO--OOXXX----OX-X----------- O;",
    ],
    9,
);

/// What the work came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature {
    /// The positions that were looked at: the same for every build that searches alike.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// `123456 nodes 1000000 nps`
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let speed = self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9);
        write!(f, "{} nodes {speed:.0} nps", self.nodes)
    }
}

/// Searches a fixed set of positions of all games, with one thread and 16 megabytes.
pub fn bench() -> Signature {
    let begun = Instant::now();
    let nodes = nodes_of::<chess::Position>(CHESS)
        + nodes_of::<checkers::Position>(CHECKERS)
        + nodes_of::<othello::Position<8>>(OTHELLO);
    Signature { nodes, elapsed: begun.elapsed() }
}

fn nodes_of<G: Searchable + Notation<Start = G>>((positions, depth): (&[&str], u32)) -> u64 {
    let mut searcher = Searcher::new(16, 1);
    let nodes = |text: &&str| {
        searcher.clear();
        let control = Control::new(Stop::new());
        let position = G::read_start(text).ok()?;
        let found = searcher.search(&[position], &Limits::depth(depth), &control, &mut |_| ());
        Some(found?.nodes)
    };
    positions.iter().filter_map(nodes).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goes_on<G: Searchable + Notation<Start = G>>((positions, _): (&[&str], u32)) {
        for text in positions {
            assert!(G::read_start(text).is_ok_and(|p| p.moves_unless_over().is_some()), "{text}");
        }
    }

    #[test]
    fn every_position_can_be_searched() {
        goes_on::<chess::Position>(CHESS);
        goes_on::<checkers::Position>(CHECKERS);
        goes_on::<othello::Position<8>>(OTHELLO);
    }
}
