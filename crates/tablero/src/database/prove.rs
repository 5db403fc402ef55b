//! Playing won endings against perfect defence.

use super::{Prove, folder};
use crate::progress;
use anyhow::ensure;
use checkers::endgames::{self, Value, best_move};
use checkers::{Position, Setup, Squares, history};
use game::{Pair, Perfect, Rules, Side};
use search::{Control, Limits, Searcher};
use std::io::Write;
use std::time::Duration;

pub fn run(arguments: &Prove, out: &mut impl Write) -> anyhow::Result<()> {
    let folder = arguments.place.folder()?;
    folder::install_from(folder);
    let time = Duration::from_millis(arguments.time);
    let mut searcher = Searcher::new(16, 1);
    let mut numbers = Numbers(arguments.seed);
    let (mut won, mut longest) = (0, 0);
    let bar = progress::bar(arguments.positions.into(), progress::COUNTED);
    for _ in 0..arguments.positions {
        let (start, plies) = won_position(usize::from(arguments.pieces), &mut numbers);
        longest = longest.max(plies);
        searcher.clear();
        if is_won(start, time, &mut searcher) {
            won += 1;
        } else {
            bar.suspend(|| writeln!(out, "{start} should be won in {plies}"))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let positions = arguments.positions;
    writeln!(
        out,
        "{won} of {positions} positions won, the longest in {longest} moves of both sides"
    )?;
    ensure!(won == positions, "{} positions were not won", positions - won);
    Ok(())
}

/// A random position with a capture for nobody at the beginning that the side to move wins, and in how many moves of both sides.
fn won_position(most_pieces: usize, numbers: &mut Numbers) -> (Position, usize) {
    loop {
        let pieces = 2 + numbers.below(most_pieces - 1);
        let mut sets = [0u32; 4];
        for _ in 0..pieces {
            sets[numbers.below(4)] |= 1 << numbers.below(32);
        }
        let [men, other_men, kings, other_kings] = sets.map(Squares);
        let setup = Setup {
            men: Pair { white: men, black: other_men },
            kings: Pair { white: kings, black: other_kings },
            side_to_move: if numbers.below(2) == 0 { Side::White } else { Side::Black },
        };
        let Ok(position) = setup.position() else { continue };
        if let Some(Value::Won(plies)) = endgames::value(&position)
            && plies > 1
        {
            return (position, plies);
        }
    }
}

/// Does the search win against the longest defence, before a rule makes it a draw?
fn is_won(start: Position, time: Duration, searcher: &mut Searcher<Position>) -> bool {
    let winner = start.side_to_move();
    let mut past = vec![start];
    loop {
        let position = past[past.len() - 1];
        let mv = if position.side_to_move() == winner {
            let limits = Limits::time(time);
            searcher.search(&past, &limits, &Control::default(), &mut |_| ()).map(|found| found.mv)
        } else {
            best_move(&position).map(|(mv, _)| mv)
        };
        let Some(mv) = mv else { return position.side_to_move() != winner };
        past.push(position.play(mv));
        if history::draw(&past).is_some() {
            return false;
        }
    }
}

/// Numbers in which no pattern is seen.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % limit.max(1)
    }
}
