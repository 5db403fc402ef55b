//! What the search says, in the words of the protocol.

use crate::answer::{Info, Known, Points, ScoreLine};
use chess::{Coordinate, Move, Position};
use game::{Perfect, Rules};
use search::{Bound, Progress, Score};
use std::fmt::Write;

/// How a move is told.
pub fn write_move(position: &Position, mv: Move, chess960: bool) -> String {
    let written =
        if chess960 { Coordinate::of_chess960(position, mv) } else { Coordinate::of(position, mv) };
    written.to_string()
}

/// How a line of play is told.
pub fn write_line(position: &Position, line: &[Move], chess960: bool) -> Vec<String> {
    let mut at = *position;
    let mut written = Vec::with_capacity(line.len());
    for &mv in line {
        written.push(write_move(&at, mv, chess960));
        at = at.play(mv);
    }
    written
}

/// How far a search has come.
pub fn info(
    progress: &Progress<Move>,
    position: &Position,
    chess960: bool,
    show_chances: bool,
) -> Info {
    let microseconds = progress.elapsed.as_micros().max(1);
    let speed = u128::from(progress.nodes) * 1_000_000 / microseconds;
    let bound = match progress.bound {
        Bound::Exact => Known::Exactly,
        Bound::AtLeast => Known::AtLeast,
        Bound::AtMost => Known::AtMost,
    };
    Info {
        depth: Some(progress.depth.into()),
        selective_depth: Some(progress.selective_depth.into()),
        rank: Some(progress.rank as u64),
        score: Some(ScoreLine { points: points(progress.score), bound }),
        chances: show_chances.then(|| chances(progress.score)),
        nodes: Some(progress.nodes),
        speed: Some(u64::try_from(speed).unwrap_or(u64::MAX)),
        filled: Some(progress.filled.into()),
        time: Some(progress.elapsed.as_millis() as u64),
        line: write_line(position, &progress.line, chess960),
        words: None,
    }
}

/// What there is to say where the game is over: it is mate, or it is a draw.
pub fn info_at_the_end(position: &Position, show_chances: bool) -> Info {
    let mated = position.in_check() && !position.can_move();
    let (points, chances) =
        if mated { (Points::Mate(0), [0, 0, 1000]) } else { (Points::Centipawns(0), [0, 1000, 0]) };
    Info {
        depth: Some(0),
        score: Some(ScoreLine { points, bound: Known::Exactly }),
        chances: show_chances.then_some(chances),
        ..Info::default()
    }
}

/// The end of the game is told in full moves, rounded up for the side that mates.
fn points(score: Score) -> Points {
    match score.game_end_in() {
        Some(plies) if score > Score::DRAW => Points::Mate(i64::from(plies + 1) / 2),
        Some(plies) => Points::Mate(i64::from(plies) / 2),
        None => Points::Centipawns(score.hundredths().into()),
    }
}

/// Chances to win, draw and lose, in thousandths: a logistic curve for the win and its mirror
/// image for the loss. Two pawns ahead wins more often than not, and a pawn is two points in three.
pub fn chances(score: Score) -> [u64; 3] {
    const EVEN_CHANCE: f64 = 150.0;
    const SPREAD: f64 = 75.0;
    let win_at = |hundredths: f64| 1000.0 / (1.0 + ((EVEN_CHANCE - hundredths) / SPREAD).exp());
    let hundredths = f64::from(score.hundredths());
    let (win, loss) = (win_at(hundredths).round() as u64, win_at(-hundredths).round() as u64);
    [win, 1000_u64.saturating_sub(win + loss), loss]
}

/// A picture of the position, with what identifies it.
pub fn draw(position: &Position) -> String {
    let mut text = String::from("\n +---+---+---+---+---+---+---+---+\n");
    for (row, rank) in chess::Rank::ALL.iter().rev().enumerate() {
        for file in chess::File::ALL {
            let piece = position.board().piece(chess::Square::new(file, *rank));
            let _ = write!(text, " | {}", piece.map_or(' ', chess::Piece::letter));
        }
        let _ = write!(text, " | {}\n +---+---+---+---+---+---+---+---+\n", 8 - row);
    }
    let checkers: Vec<String> =
        position.checkers().into_iter().map(|square| format!(" {square}")).collect();
    let _ = write!(
        text,
        "   a   b   c   d   e   f   g   h\n\nFen: {position}\nKey: {:016X}\nCheckers:{}",
        position.key(),
        checkers.concat()
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_full_moves() {
        assert_eq!(points(Score::win_in(1)), Points::Mate(1));
        assert_eq!(points(Score::win_in(3)), Points::Mate(2));
        assert_eq!(points(-Score::win_in(2)), Points::Mate(-1));
        assert_eq!(points(-Score::win_in(4)), Points::Mate(-2));
        assert_eq!(points(-Score::win_in(0)), Points::Mate(0));
        assert_eq!(points(Score::new(-45)), Points::Centipawns(-45));
    }

    #[test]
    fn chances_add_up_and_mirror() {
        for hundredths in (-3000..3000).step_by(7) {
            let [win, draw, loss] = chances(Score::new(hundredths));
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(chances(Score::new(-hundredths)), [loss, draw, win]);
        }
        assert_eq!(chances(Score::win_in(5)), [1000, 0, 0]);
    }

    #[test]
    fn castling_is_told_as_the_interface_wants_it() {
        let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let mv = "e1g1".parse::<Coordinate>().unwrap().resolve(&position).unwrap();
        assert_eq!(write_move(&position, mv, false), "e1g1");
        assert_eq!(write_move(&position, mv, true), "e1h1");
    }
}
