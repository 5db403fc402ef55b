//! Levels of any game against each other.

use super::show;
use anyhow::Context;
use game::{Notation, Perfect};
use levels::Level;
use search::{Handicap, Searchable};

/// Plays pairs of games between two levels, each a number or what holds it back.
pub fn contest(game: &str, pairs: u64, levels: [&str; 2]) -> anyhow::Result<()> {
    match game {
        "chess" => play(&chess::Position::standard_start(), pairs, levels, |past| {
            let keys: Vec<u64> = past.iter().map(Perfect::key).collect();
            let clock = past.last().map_or(0, chess::Position::halfmove_clock);
            chess::history::draw(&keys, clock).is_some()
        }),
        "checkers" => play(&checkers::Position::standard_start(), pairs, levels, |past| {
            checkers::history::draw(past).is_some()
        }),
        "othello" => play(&othello::Position::<8>::standard_start(), pairs, levels, |_| false),
        _ => anyhow::bail!("levels of {game:?} are not tuned here"),
    }
}

fn play<G: Searchable>(
    start: &G,
    pairs: u64,
    [first, second]: [&str; 2],
    is_draw: impl Fn(&[G]) -> bool,
) -> anyhow::Result<()> {
    let levels = [read::<G>(first)?, read::<G>(second)?];
    tune::levels::contest(start, pairs, levels, is_draw, |tally| {
        if tally.games() % 50 == 0 {
            show(tally);
        }
    });
    Ok(())
}

/// A level by its number, or `DEPTH,NODES,CHOICE,BLINDNESS,TEMPERATURE`.
fn read<G: Searchable>(text: &str) -> anyhow::Result<Level> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.parse().ok()).collect();
    let level = match numbers.as_deref() {
        Some([level]) => Level::of::<G>(*level as u8),
        Some(&[depth, nodes, choice, blindness, temperature]) => Some(Level(Handicap::new(
            depth as u32,
            nodes as u64,
            choice as usize,
            blindness,
            temperature as i32,
        ))),
        _ => None,
    };
    let wrong = "a level is 1 to 9, or DEPTH,NODES,CHOICE,BLINDNESS,TEMPERATURE";
    level.with_context(|| format!("{wrong}, not {text:?}"))
}
