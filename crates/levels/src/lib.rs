//! Levels of play: from one who has just learnt the rules to one who plays as well as the search can.
//!
//! A weaker player looks less far, overlooks moves, and weighs what it has seen less exactly. It overlooks what people
//! overlook: a move of its own, or the reply to one, and more often the harder the move is to see
//! ([`Searchable::visibility`]). A move whose reply was overlooked looks like any other move, plus what it takes at
//! once: so a piece is left hanging, or a protected one is taken, but no move is without a reason.

use search::{Handicap, Limits, Progress, Searchable};

/// The last level that is held back; the next one plays as well as it can.
pub const LAST: u8 = 9;

/// A level that is held back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level(pub Handicap);

impl Level {
    /// The level of a game with this number; `None` for one that plays as well as it can.
    pub fn of<G: Searchable>(number: u8) -> Option<Level> {
        G::HANDICAPS.get(usize::from(number.max(1)) - 1).copied().map(Level)
    }

    /// How the search is limited.
    pub fn limits<M>(&self) -> Limits<M> {
        Limits {
            depth: Some(self.0.depth),
            nodes: Some(self.0.nodes),
            lines: self.0.choice,
            // Who overlooks moves does not know endgames by heart.
            tables: self.0.blindness <= 0.0,
            ..Limits::default()
        }
    }

    /// The line that is chosen of those that the search found, best first. `draw` gives numbers from 0 to 1, which the
    /// caller has drawn: they decide what is overlooked and how inexactly the rest is weighed.
    pub fn choose<'a, G: Searchable>(
        &self,
        position: &G,
        lines: &'a [Progress<G::Move>],
        mut draw: impl FnMut() -> f64,
    ) -> Option<&'a Progress<G::Move>> {
        let best = lines.first()?;
        // The search may not have got to the last ones.
        let searched = || lines.iter().filter(|line| line.depth > 0 || best.depth == 0);
        let ordinary = searched().nth(searched().count() / 2)?.score.hundredths();
        let mut overlooks = |at: &G, mv, before| {
            draw() < self.0.blindness * (1.0 - at.visibility(mv, before)).clamp(0.0, 1.0)
        };
        let mut seen = Vec::with_capacity(lines.len());
        for line in searched() {
            let Some(&mv) = line.line.first() else { continue };
            if overlooks(position, mv, None) {
                continue;
            }
            let after = position.play(mv);
            let reply = line.line.get(1);
            let score = if reply.is_some_and(|&reply| overlooks(&after, reply, Some(mv))) {
                ordinary + gain(position, &after)
            } else {
                line.score.hundredths()
            };
            seen.push((line, f64::from(score)));
        }
        let temperature = f64::from(self.0.temperature * G::PARAMETERS.swing);
        let weighed =
            seen.into_iter().map(|(line, score)| (line, score + temperature * gumbel(draw())));
        let chosen = weighed.max_by(|(_, one), (_, other)| one.total_cmp(other));
        Some(chosen.map_or(best, |(line, _)| line))
    }
}

/// What a move takes at once, in hundredths, by what is on the board.
fn gain<G: Searchable>(before: &G, after: &G) -> i32 {
    (-(after.valuation() + before.valuation()) * G::UNITS * 100.0) as i32
}

/// Gumbel noise from a uniform number. The greatest of scores with such noise is a sample of their softmax.
fn gumbel(fraction: f64) -> f64 {
    -(-fraction.clamp(1e-9, 1.0 - 1e-9).ln()).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Move, Position};
    use game::Perfect;
    use search::{Bound, Control, Score, Searcher};
    use std::time::Duration;

    /// Numbers from 0 to 1, in which no pattern is seen.
    fn numbers(mut state: u64) -> impl FnMut() -> f64 {
        move || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as f64 / f64::from(1_u32 << 31)
        }
    }

    /// The first moves of the start, with these scores.
    fn lines(scores: &[i32]) -> Vec<Progress<Move>> {
        let moves = Position::standard().moves();
        let line = |(index, (&score, &mv)): (usize, (&i32, &Move))| Progress {
            depth: 1,
            selective_depth: 1,
            rank: index + 1,
            score: Score::new(score),
            bound: Bound::Exact,
            complete: true,
            nodes: 1,
            elapsed: Duration::ZERO,
            filled: 0,
            line: vec![mv],
            solved: false,
            certainty: None,
        };
        scores.iter().zip(moves.iter()).enumerate().map(line).collect()
    }

    fn counts(level: u8, lines: &[Progress<Move>]) -> Vec<u32> {
        let mut counts = vec![0; lines.len()];
        let mut draw = numbers(u64::from(level));
        let level = Level::of::<Position>(level).unwrap();
        for _ in 0..2000 {
            let chosen = level.choose(&Position::standard(), lines, &mut draw).unwrap();
            counts[chosen.rank - 1] += 1;
        }
        counts
    }

    #[test]
    fn better_moves_are_chosen_more_often_and_hopeless_ones_hardly_ever() {
        for level in 1..=9 {
            let counts = counts(level, &lines(&[0, -10, -40, -900]));
            assert!(counts[0] > counts[1] && counts[1] > counts[2], "{level}: {counts:?}");
            assert!(counts[3] < 40, "{level}: {counts:?}");
        }
    }

    #[test]
    fn a_move_that_was_not_searched_is_not_chosen() {
        let mut lines = lines(&[0, 0, 0]);
        lines[1].depth = 0;
        assert_eq!(counts(1, &lines)[1], 0);
    }

    #[test]
    fn every_level_looks_further_and_sees_more_than_the_one_below() {
        fn of_game<G: Searchable>() {
            for pair in G::HANDICAPS.windows(2) {
                let [below, above] = [pair[0], pair[1]];
                assert!(below.depth <= above.depth && below.nodes <= above.nodes);
                assert!(below.blindness > above.blindness && below.temperature > above.temperature);
            }
            assert!(Level::of::<G>(LAST).is_some() && Level::of::<G>(LAST + 1).is_none());
            assert_eq!(Level::of::<G>(0), Level::of::<G>(1));
        }
        of_game::<Position>();
        of_game::<checkers::Position>();
        of_game::<othello::Position<8>>();
    }

    #[test]
    fn a_pawn_that_is_protected_from_afar_is_taken_by_beginners_now_and_then_and_never_by_level_9()
    {
        let position: Position = "6k1/5p1b/8/8/4p3/8/4Q1PP/6K1 w - - 0 1".parse().unwrap();
        let taken = |level: u8| {
            let level = Level::of::<Position>(level).unwrap();
            let limits = level.limits();
            let found =
                Searcher::new(1, 1).search(&[position], &limits, &Control::default(), &mut |_| ());
            let (found, mut draw) = (found.unwrap(), numbers(7));
            let takes = |_: &u32| {
                let chosen = level.choose(&position, &found.lines, &mut draw).unwrap();
                chosen.line[0].to().to_string() == "e4"
            };
            (0..500).filter(takes).count()
        };
        // How the search ranks the rest of the moves decides between neighbouring levels, so three are taken together.
        let taken: Vec<usize> = (1..=9).map(taken).collect();
        let [beginners, best] =
            [&taken[..3], &taken[6..]].map(|levels| levels.iter().sum::<usize>());
        assert!(beginners > 10 && beginners > 2 * best, "{taken:?}");
        assert_eq!(taken[8], 0, "{taken:?}");
    }
}
