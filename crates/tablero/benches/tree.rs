//! Minimax over the lazy tree next to minimax written by hand, for the three games, in one run on one
//! thread.
//!
//! `cargo bench -p tablero --bench tree`. Both give the same value and line. They take turns, and the
//! best time of each counts.

use game::{GameTree, Notation, Tree, Valued, laws, minimax};
use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 15;

fn timed<R>(f: impl FnOnce() -> R) -> (Duration, R) {
    let start = Instant::now();
    let result = black_box(f());
    (start.elapsed(), result)
}

fn compare<G: Valued + Notation<Start = G>>(name: &str, start: &str, levels: usize) {
    let position = G::read_start(start).expect("a position");
    let mut best = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let (tree, one) = timed(|| minimax(&GameTree::new(black_box(position)).prune(levels)));
        let (hand, two) = timed(|| laws::minimax_by_hand(black_box(&position), levels));
        assert_eq!(one, two);
        best = [best[0].min(tree), best[1].min(hand)];
    }
    let [tree, hand] = best;
    let ratio = tree.as_secs_f64() / hand.as_secs_f64();
    println!("{name:>8} depth {levels}: tree {tree:>8.1?}, by hand {hand:>8.1?}, ratio {ratio:.3}");
}

fn main() {
    type Chess = chess::Position;
    type Checkers = checkers::Position;
    type Othello = othello::Position<8>;
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let kings = "W:WK18,K19,K31:BK1,K2,K32";
    let discs = "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X";
    compare::<Chess>("chess", "startpos", 4);
    compare::<Chess>("chess", kiwipete, 3);
    compare::<Checkers>("checkers", &Checkers::START.to_string(), 8);
    compare::<Checkers>("checkers", kings, 6);
    compare::<Othello>("othello", &Othello::write_start(&Othello::standard()), 7);
    compare::<Othello>("othello", discs, 5);
}
