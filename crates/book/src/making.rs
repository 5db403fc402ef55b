//! Making a book.

use crate::{Book, BookMove, MOST_MOVES};
use search::{Control, Limits, Searchable, Searcher};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// How a book is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// How many positions it is to have.
    pub positions: usize,
    /// How many positions the search looks at for each of them.
    pub nodes: u64,
    /// A position is reached the later the more plies lead to it: each counts as such a loss, in hundredths.
    pub ply: i32,
    /// The table of the search in megabytes.
    pub megabytes: usize,
}

/// A position that waits to be looked at: what both sides have lost on the way to it, and its number in the order of being found.
type Waiting = Reverse<(i32, usize)>;

/// What was found about a position: each move with the key of the position after it.
type Node = Vec<(BookMove, u64)>;

/// Makes a book from a start on. What `known` has of it is not looked at again, so that a book that was broken off can be gone on with.
/// `go_on` is told of each position how many there are, and gets the book so far when it asks for it; the book ends when it says no.
pub fn make<G: Searchable>(
    start: &G,
    plan: Plan,
    known: &Book,
    mut go_on: impl FnMut(usize, &dyn Fn() -> Book) -> bool,
) -> Book {
    let mut searcher = Searcher::new(plan.megabytes, 1);
    let mut nodes: BTreeMap<u64, Node> = BTreeMap::new();
    // In the order of being looked at.
    let mut order: Vec<u64> = Vec::new();
    let mut found = vec![start.canonical()];
    let mut waiting: BinaryHeap<Waiting> = BinaryHeap::from([Reverse((0, 0))]);
    while order.len() < plan.positions {
        let Some(Reverse((lost, number))) = waiting.pop() else { break };
        let position = found[number];
        let key = position.key();
        if nodes.contains_key(&key) || position.moves_unless_over().is_none() {
            continue;
        }
        let moves = match known.0.get(&key) {
            Some(moves) => moves.clone(),
            None => look(&mut searcher, &position, plan.nodes),
        };
        let best = moves.first().map_or(0, |first| i32::from(first.score));
        let mut kept = Vec::with_capacity(moves.len());
        for known in moves {
            let Some(mv) = position.decode_move(known.encoded) else { continue };
            let after = position.play(mv).canonical();
            kept.push((known, after.key()));
            waiting.push(Reverse((lost + best - i32::from(known.score) + plan.ply, found.len())));
            found.push(after);
        }
        nodes.insert(key, kept);
        order.push(key);
        if !go_on(order.len(), &|| carried_back(&nodes, &order)) {
            break;
        }
    }
    carried_back(&nodes, &order)
}

fn look<G: Searchable>(searcher: &mut Searcher<G>, position: &G, nodes: u64) -> Vec<BookMove> {
    // What was found before would make a book depend on the order in which it was made.
    searcher.clear();
    let limits = Limits { lines: MOST_MOVES, ..Limits::nodes(nodes) };
    let found = searcher.search(&[*position], &limits, &Control::default(), &mut |_| ());
    let lines = found.map(|found| found.lines).unwrap_or_default();
    let known = |line: &search::Progress<G::Move>| {
        let score = line.score.hundredths().clamp(-i32::from(i16::MAX), i32::from(i16::MAX));
        let mv = line.line.first().filter(|_| line.depth > 0)?;
        Some(BookMove { encoded: position.encode_move(*mv), score: score as i16 })
    };
    lines.iter().filter_map(known).collect()
}

/// What later positions are worth becomes the worth of the moves that lead to them, as often as anything changes; the best move first.
fn carried_back(nodes: &BTreeMap<u64, Node>, order: &[u64]) -> Book {
    let mut book: BTreeMap<u64, Vec<BookMove>> = BTreeMap::new();
    let moves = |node: &Node| node.iter().map(|(known, _)| *known).collect();
    book.extend(nodes.iter().map(|(key, node)| (*key, moves(node))));
    let worth = |book: &BTreeMap<u64, Vec<BookMove>>, key: &u64| -> Option<i16> {
        book.get(key)?.iter().map(|known| known.score).max()
    };
    // Positions come to be looked at after those that lead to them, so going backwards nearly always does it in one round; a
    // position that is come to again by another way takes one more. No round is needed that changes nothing.
    for _ in 0..order.len() {
        let mut changed = false;
        for key in order.iter().rev() {
            let Some(node) = nodes.get(key) else { continue };
            for (place, (_, after)) in node.iter().enumerate() {
                let Some(later) = worth(&book, after).map(i16::saturating_neg) else { continue };
                if let Some(known) = book.get_mut(key).and_then(|moves| moves.get_mut(place))
                    && known.score != later
                {
                    known.score = later;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    for moves in book.values_mut() {
        moves.sort_by_key(|known| Reverse(known.score));
    }
    Book(book)
}
