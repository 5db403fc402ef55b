//! What the search that all games share owes to checkers and to Othello.

use checkers::history;
use game::{Game, Notation, Perfect, Rules, Side, Verdict};
use search::{Control, Limits, Searcher};

/// Plays on from a position, both sides with so many positions for a move.
fn played_out(start: checkers::Position, nodes: u64) -> Vec<checkers::Position> {
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
    let mut position = text.parse::<othello::Obf>().unwrap().resolve::<8>().unwrap();
    while position.empty().len() > 14 {
        position = position.play(position.moves()[0]);
    }
    let mut seen = Vec::new();
    let found = Searcher::new(1, 1)
        .search(&[position], &Limits::nodes(2_000_000), &Control::default(), &mut |progress| {
            seen.push(progress.clone());
        })
        .unwrap();
    assert_eq!(found.score.hundredths() % 200, 0);
    assert_eq!(seen.last().map(|progress| progress.score), Some(found.score));
    let mut end = position;
    for &mv in &found.lines[0].line {
        end = end.play(mv);
    }
    assert!(end.is_over());
}
