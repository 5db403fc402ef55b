//! Who wins, and how soon, by going backwards from the ends of the game (retrograde analysis).
//!
//! Positions in which the side to move must capture follow from databases with fewer pieces, crownings from those with
//! fewer men. All other moves stay among positions with the same pieces, as one side or the other sees them: two slices,
//! which are solved together. From every position whose result becomes known, the moves that lead to it are taken
//! back, in the order of distance: a position before a lost one is won, and one all of whose moves lead to won ones
//! is lost.
//!
//! What becomes known at a distance is found by looking through all bytes of a slice for it. A queue would take eight times the memory.

use super::material::Material;
use super::numbering::{Decoder, Numbering};
use super::{Endgames, LONGEST, Slice, Value};
use crate::setup::crowning_row;
use crate::squares::Direction;
use crate::{Position, Setup, Squares};
use game::{Pair, Perfect, Rules, Side};

/// A move draws or wins, so that not all of them lose: the count of those that are left never gets to nothing.
const NEVER: u8 = u8::MAX;
/// How many values are looked through at once.
const STRETCH: usize = 4096;

/// Why pieces were not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    #[error("a win with these pieces takes more than {LONGEST} moves")]
    TooLong,
    #[error("stopped")]
    Stopped,
}

/// What is known of the positions of a slice while it is solved.
struct Work {
    numbering: Numbering,
    /// As they are kept in the end. A value further away than the distance that is looked at may still become a nearer one.
    values: Vec<u8>,
    /// The moves of each position that are not yet known to lose.
    left: Vec<u8>,
    /// If all moves lose, it takes at least so long: a crowning that loses is known from the beginning.
    at_least: Vec<u8>,
}

/// How many bytes it takes to solve these pieces: three for each position of both slices.
pub fn memory(material: Material) -> u64 {
    let slices = if material == material.turned() { 1 } else { 2 };
    3 * slices * Numbering::new(material).size() as u64
}

/// The results of these pieces, as each side sees them. Everything that captures and crownings lead to is known. It gives up when `go_on`,
/// which it asks now and then, says no.
pub fn solve(
    material: Material,
    known: &Endgames,
    go_on: &dyn Fn() -> bool,
) -> Result<Vec<Slice>, Unsolved> {
    let is_symmetric = material == material.turned();
    let both = [material, material.turned()];
    let mut latest = 0;
    let mut works: Vec<Work> = Vec::new();
    for &material in &both[..if is_symmetric { 1 } else { 2 }] {
        let (work, last) = begin(Numbering::new(material), known, go_on)?;
        works.push(work);
        latest = latest.max(last);
    }
    let mut plies = 0;
    while plies <= latest {
        if plies > LONGEST {
            return Err(Unsolved::TooLong);
        }
        for slice in 0..works.len() {
            let before = if is_symmetric { 0 } else { 1 - slice };
            if !go_on() {
                return Err(Unsolved::Stopped);
            }
            latest = latest.max(take_back(&mut works, slice, before, plies));
        }
        plies += 1;
    }
    let done = |Work { numbering, values, .. }| Slice { numbering, values, captures: true };
    Ok(works.into_iter().map(done).collect())
}

/// Looks at the moves of all positions of a slice: at once known is what ends the game, captures, and what a crowning wins. Returns the
/// greatest distance as well.
fn begin(
    numbering: Numbering,
    known: &Endgames,
    go_on: &dyn Fn() -> bool,
) -> Result<(Work, usize), Unsolved> {
    let size = numbering.size();
    let mut work =
        Work { numbering, values: vec![0; size], left: vec![0; size], at_least: vec![0; size] };
    let (mut decoder, mut latest) = (numbering.decoder(), 0);
    for index in 0..size {
        if index.is_multiple_of(1 << 20) && !go_on() {
            return Err(Unsolved::Stopped);
        }
        let Some(position) = decoder.position(index) else { continue };
        let start = if position.must_capture() || can_crown(&position) {
            look_at_moves(&position, known)
        } else {
            let left = position.count_moves() as u8;
            Start { left, ends_in: (left == 0).then_some(0), at_least: 0 }
        };
        work.left[index] = start.left;
        work.at_least[index] = start.at_least as u8;
        if let Some(plies) = start.ends_in {
            work.values[index] = Value::ended_in(plies).byte();
            latest = latest.max(plies);
        }
    }
    Ok((work, latest))
}

/// Can a man of the side to move, which is white, be crowned by a step?
#[inline]
fn can_crown(position: &Position) -> bool {
    let vacant = !(position.pieces(Side::White) | position.pieces(Side::Black)).0;
    let men = position.men(Side::White).0;
    let steps = Direction::NorthEast.step(men) | Direction::NorthWest.step(men);
    steps & vacant & crowning_row(Side::White).0 != 0
}

/// What the moves of a position say at the beginning.
struct Start {
    left: u8,
    /// The distance, where the result is known.
    ends_in: Option<usize>,
    at_least: usize,
}

fn look_at_moves(position: &Position, known: &Endgames) -> Start {
    let (mut won, mut at_least, mut left, mut draws) = (None, 0, 0, false);
    let men = position.men(Side::White);
    for &mv in &position.moves() {
        let is_crowned = men.contains(mv.from()) && crowning_row(Side::White).contains(mv.to());
        if !mv.is_capture() && !is_crowned {
            left += 1;
            continue;
        }
        match known.value(&position.play(mv)) {
            Some(Value::Lost(plies)) => {
                won = Some(won.map_or(plies + 1, |sooner: usize| sooner.min(plies + 1)));
            }
            Some(Value::Won(plies)) => at_least = at_least.max(plies + 1),
            Some(Value::Drawn) | None => draws = true,
        }
    }
    if draws || won.is_some() {
        return Start { left: NEVER, ends_in: won, at_least: 0 };
    }
    Start { left, ends_in: (left == 0).then_some(at_least), at_least }
}

/// Takes back the moves before all positions of a slice that end after so many plies. Returns the greatest distance that
/// became known.
fn take_back(works: &mut [Work], slice: usize, before: usize, plies: usize) -> usize {
    let wanted = Value::ended_in(plies).byte();
    let mut decoder: Decoder = works[slice].numbering.decoder();
    let (size, mut latest) = (works[slice].values.len(), 0);
    let mut found: Vec<usize> = Vec::with_capacity(STRETCH);
    for first in (0..size).step_by(STRETCH) {
        let stretch = &works[slice].values[first..size.min(first + STRETCH)];
        if !stretch.contains(&wanted) {
            continue;
        }
        found.clear();
        let places = stretch.iter().enumerate().filter(|&(_, &byte)| byte == wanted);
        found.extend(places.map(|(place, _)| first + place));
        let work = &mut works[before];
        for &index in &found {
            let Some(position) = decoder.position(index) else { continue };
            each_before(&position, |earlier| {
                let index = work.numbering.index(&earlier);
                let sooner = if plies.is_multiple_of(2) {
                    plies + 1
                } else if work.left[index] == NEVER || work.left[index] == 0 {
                    return;
                } else {
                    work.left[index] -= 1;
                    if work.left[index] > 0 {
                        return;
                    }
                    (plies + 1).max(work.at_least[index].into())
                };
                let (value, byte) = (&mut work.values[index], Value::ended_in(sooner).byte());
                if *value == 0 || byte < *value {
                    *value = byte;
                    latest = latest.max(sooner);
                }
            });
        }
    }
    latest
}

/// Calls `visit` with the predecessors of a position in which white is to move: black takes back its last move, if that neither
/// captured nor crowned. Predecessors are turned, so that white is to move in them as well.
#[inline]
fn each_before(position: &Position, mut visit: impl FnMut(Position)) {
    let vacant = !(position.pieces(Side::White) | position.pieces(Side::Black)).0;
    let (men, kings) = (position.men(Side::Black), position.kings(Side::Black));
    let back = [Direction::NorthEast, Direction::NorthWest];
    for direction in Direction::ALL {
        let mut take_back = |set: u32, is_king: bool| {
            let mut rest = set & direction.back().step(vacant);
            while rest != 0 {
                let to = rest & rest.wrapping_neg();
                rest &= rest - 1;
                let from = direction.step(to);
                let moved = |set: Squares| Squares(set.0 & !to | from);
                let (men, kings) = if is_king { (men, moved(kings)) } else { (moved(men), kings) };
                let setup = Setup {
                    men: Pair { white: position.men(Side::White), black: men },
                    kings: Pair { white: position.kings(Side::White), black: kings },
                    side_to_move: Side::Black,
                };
                let earlier = Position::from_valid(&setup);
                if !earlier.must_capture() {
                    visit(earlier.turned());
                }
            }
        };
        if back.contains(&direction) {
            take_back(men.0, false);
        }
        take_back(kings.0, true);
    }
}
