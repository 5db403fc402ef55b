//! Who wins, and how soon, by going backwards from the ends of the game (retrograde analysis).
//!
//! Positions in which the side to move must capture follow from databases with fewer pieces, crownings from those with
//! fewer men. All other moves stay among positions with the same pieces, as one side or the other sees them: two slices,
//! which are solved together. From every position whose result becomes known, the moves that lead to it are taken
//! back, in the order of distance: a position before a lost one is won, and one all of whose moves lead to won ones
//! is lost.

use super::slice::Material;
use super::{Endgames, Slice, Value};
use crate::squares::Direction;
use crate::{Position, Setup, Squares};
use game::{Pair, Perfect, Rules, Side};

/// A move draws or wins, so that not all of them lose: the count of those that are left never gets to nothing.
const NEVER: u8 = u8::MAX;

/// What is known of the positions of a slice while it is solved.
struct Work {
    material: Material,
    values: Vec<u8>,
    /// The moves of each position that are not yet known to lose.
    left: Vec<u8>,
    /// If all moves lose, it takes at least so long: a crowning that loses is known from the beginning.
    at_least: Vec<u8>,
}

/// Positions that may become known, by the plies to the end of the game: slice and number.
#[derive(Default)]
struct Queue(Vec<Vec<(u8, u32)>>);

impl Queue {
    fn push(&mut self, plies: usize, slice: usize, index: usize) {
        if self.0.len() <= plies {
            self.0.resize_with(plies + 1, Vec::new);
        }
        self.0[plies].push((slice as u8, index as u32));
    }
}

/// The results of these pieces, as each side sees them. Everything that captures and crownings lead to is known.
pub fn solve(material: Material, known: &Endgames) -> Vec<Slice> {
    let is_symmetric = material == material.turned();
    let both = [material, material.turned()];
    let mut works: Vec<Work> = both[..if is_symmetric { 1 } else { 2 }]
        .iter()
        .map(|&material| Work {
            material,
            values: vec![0; material.size()],
            left: vec![0; material.size()],
            at_least: vec![0; material.size()],
        })
        .collect();
    let mut queue = Queue::default();
    for (slice, work) in works.iter_mut().enumerate() {
        for index in 0..work.values.len() {
            if let Some(position) = work.material.position(index) {
                begin(work, index, &position, known, |plies| queue.push(plies, slice, index));
            }
        }
    }
    let mut plies = 0;
    while plies < queue.0.len() {
        for (slice, index) in std::mem::take(&mut queue.0[plies]) {
            let (slice, index) = (usize::from(slice), index as usize);
            if works[slice].values[index] != 0 {
                continue;
            }
            works[slice].values[index] = Value::ended_in(plies).byte();
            let Some(position) = works[slice].material.position(index) else { continue };
            let before = if is_symmetric { 0 } else { 1 - slice };
            each_before(&position, |earlier| {
                let work = &mut works[before];
                let index = work.material.index(&earlier);
                if work.values[index] != 0 {
                    return;
                }
                if plies % 2 == 0 {
                    queue.push(plies + 1, before, index);
                } else if work.left[index] != NEVER {
                    work.left[index] -= 1;
                    if work.left[index] == 0 {
                        queue.push((plies + 1).max(work.at_least[index].into()), before, index);
                    }
                }
            });
        }
        plies += 1;
    }
    works.into_iter().map(|Work { material, values, .. }| Slice { material, values }).collect()
}

/// Looks at the moves of a position: at once known is what ends the game, captures, and what a crowning wins.
fn begin(
    work: &mut Work,
    index: usize,
    position: &Position,
    known: &Endgames,
    mut ends_in: impl FnMut(usize),
) {
    let moves = position.moves();
    let (mut won, mut lost, mut left, mut draws) = (None, 0, 0, false);
    for &mv in &moves {
        let after = position.play(mv);
        let is_same = !mv.is_capture() && Material::of(&after) == work.material.turned();
        if is_same {
            left += 1;
            continue;
        }
        match known.value(&after) {
            Some(Value::Lost(plies)) => {
                won = Some(won.map_or(plies + 1, |sooner: usize| sooner.min(plies + 1)));
            }
            Some(Value::Won(plies)) => lost = lost.max(plies + 1),
            Some(Value::Drawn) | None => draws = true,
        }
    }
    if let Some(plies) = won {
        ends_in(plies);
    }
    let may_be_lost = !draws && won.is_none();
    work.left[index] = if may_be_lost { left } else { NEVER };
    work.at_least[index] = lost as u8;
    if left == 0 && may_be_lost {
        ends_in(lost);
    }
}

/// Calls `visit` with the predecessors of a position in which white is to move: black takes back its last move, if that neither
/// captured nor crowned. Predecessors are turned, so that white is to move in them as well.
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
