//! The shared search on Othello and checkers: the theorem that it is minimax when it is plain, and what
//! it owes to each game.

use checkers::history;
use engine::{Control, Limits, Searchable, Searcher};
use game::{GameTree, Notation, Side, Tree, Verdict, minimax};

/// Positions of random games from a start.
fn positions<G: Searchable>(start: G, games: u64, step: usize) -> Vec<G> {
    let mut found = Vec::new();
    for seed in 1..=games {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut position = start;
        for number in 0..120 {
            let Some(moves) = position.moves_unless_over() else { break };
            if number % step == seed as usize % step {
                found.push(position);
            }
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            position = position.play(moves[(state >> 33) as usize % moves.len()]);
        }
    }
    found
}

/// The value of a position by minimax over the plain tree, in hundredths; a decided one is very far from
/// zero.
fn by_minimax<G: Searchable>(position: &G, depth: u32) -> i32 {
    let value = minimax(&GameTree::new(*position).prune(depth as usize)).value;
    if value.abs() >= 1.0 {
        100_000 * value as i32
    } else {
        (value * G::UNITS * 100.0).round() as i32
    }
}

fn the_plain_search_is_minimax<G: Searchable>(start: G, games: u64) {
    let mut searcher = Searcher::new(1, 1);
    for position in positions(start, games, 9) {
        for depth in 1..=4 {
            let found = searcher.search_plainly(&position, depth).unwrap();
            let expected = by_minimax(&position, depth);
            let score = match found.score.game_end_in() {
                Some(_) => 100_000 * found.score.hundredths().signum(),
                None => found.score.hundredths(),
            };
            assert_eq!(score, expected, "{position:?} {depth}");
            let after = -by_minimax(&position.play(found.mv), depth - 1);
            assert_eq!(after, expected, "{position:?} {depth} {:?}", found.mv);
        }
    }
}

#[test]
fn without_heuristics_the_search_of_othello_is_minimax() {
    the_plain_search_is_minimax(othello::Position::<8>::standard(), 12);
}

#[test]
fn without_heuristics_the_search_of_checkers_is_minimax() {
    the_plain_search_is_minimax(checkers::Position::START, 12);
}

/// Plays on from a position, both sides with so many positions for a move.
fn played_out(start: checkers::Position, nodes: u64) -> Vec<checkers::Position> {
    use game::{Game, Perfect};
    let mut past = vec![start];
    let mut searcher = Searcher::new(4, 1);
    while history::draw(&past).is_none() {
        let found = searcher.search(&past, &Limits::nodes(nodes), &Control::default(), &mut |_| ());
        let (Some(found), Some(present)) = (found, past.last()) else { break };
        assert!(present.moves().contains(&found.mv));
        past.push(present.play(found.mv));
    }
    past
}

/// Not to make progress is to draw after forty moves: who is ahead has to hunt.
#[test]
fn kings_that_are_more_catch_those_that_are_fewer() {
    use game::Game;
    for text in ["W:WK31,K32:BK14", "W:WK29,K30,K31:BK4", "B:WK18:BK1,K2,K3"] {
        let start = checkers::Position::read_start(text).unwrap();
        let past = played_out(start, 20_000);
        let outcome = past.last().unwrap().turn().outcome();
        let ahead = if text.starts_with('W') { Side::White } else { Side::Black };
        assert_eq!(outcome.map(|o| o.verdict), Some(Verdict::won_by(ahead)), "{text} {past:?}");
    }
}

/// White is lost if it moves on, and the position has been there twice: going back is a draw.
#[test]
fn a_side_that_is_behind_repeats_the_position_for_the_third_time() {
    use game::Game;
    let start = checkers::Position::read_start("B:WK32:BK5,K1,12,K21").unwrap();
    let mut past = vec![start];
    for text in ["1-6", "32-28", "6-1", "28-32", "1-6", "32-28", "6-1"] {
        let present = past[past.len() - 1];
        past.push(present.play(present.read_move(text).unwrap()));
    }
    let found = Searcher::new(1, 1)
        .search(&past, &Limits::nodes(5_000), &Control::default(), &mut |_| ())
        .unwrap();
    assert_eq!((found.mv.to_string().as_str(), found.score.hundredths()), ("28-32", 0));
}

#[test]
fn the_end_of_a_game_of_othello_is_played_exactly() {
    let text = "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X;";
    let position = text.parse::<othello::Obf>().unwrap().resolve::<8>().unwrap();
    let [best, ..] = positions(position, 1, 8)[1..] else { panic!() };
    assert!(best.empty().len() <= 14, "{best:?}");
    let mut seen = Vec::new();
    let found = Searcher::new(1, 1)
        .search(&[best], &Limits::nodes(2_000_000), &Control::default(), &mut |progress| {
            seen.push(progress.clone());
        })
        .unwrap();
    assert_eq!(found.score.hundredths() % 200, 0);
    assert_eq!(seen.last().map(|progress| progress.score), Some(found.score));
    let mut end = best;
    for &mv in &found.lines[0].line {
        use game::Game;
        end = end.play(mv);
    }
    assert!(end.is_over());
}
