//! Elementary mates are given in time.

use chess::Position;
use game::{Game, Perfect, Rules, Side};
use search::{Control, Limits, Searcher};

const NODES: u64 = 10_000;

/// How many moves white needs for mate, if the rule of fifty moves does not end the game before.
fn moves_to_mate(fen: &str) -> Option<usize> {
    let mut searcher = Searcher::new(4, 1);
    let mut past: Vec<Position> = vec![fen.parse().unwrap()];
    while let Some(position) = past.last().filter(|position| position.halfmove_clock() < 100) {
        if position.turn().outcome().is_some() {
            let mated = position.in_check() && position.side_to_move() == Side::Black;
            return mated.then_some(past.len() / 2);
        }
        let found =
            searcher.search(&past, &Limits::nodes(NODES), &Control::default(), &mut |_| ())?;
        past.push(past.last()?.play(found.mv));
    }
    None
}

#[test]
fn a_bare_king_is_mated_within_fifty_moves() {
    for pieces in ["Q7", "R7", "BB6", "BN6", "NB6"] {
        let fen = format!("{pieces}/8/8/4k3/8/8/8/4K3 b - - 0 1");
        let moves = moves_to_mate(&fen);
        assert!(moves.is_some(), "{fen}");
    }
}
