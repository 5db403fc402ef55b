//! Endgame databases: every position with few pieces, who wins it, and in how many moves.
//!
//! A database is a pure function of the rules: [`solve`] makes it by retrograde analysis, slice by slice. Results are
//! those of best play without the rules that draw a game by repetition or lack of progress; a win in it makes progress
//! by itself, because its distance to the end falls with every move.
//!
//! The program comes with the positions of up to four pieces ([`shipped`]). More are made on the machine that wants them
//! ([`Slice::pack`]) and looked up in their files ([`Databases`]).

mod databases;
mod file;
mod material;
mod numbering;
mod results;
mod solve;

pub use databases::{Databases, Shelf, install, installed};
pub use file::{HEAD, Head};
pub use material::{Count, Material};
pub use results::{Outcome, Results};
pub use solve::{Unsolved, memory, solve};

use crate::{Move, Position};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use game::{Perfect, Rules, Side};
use material::NUMBERS;
use numbering::Numbering;
use std::io::{Read, Write};
use std::sync::{Arc, LazyLock};

/// How the file of a database in one piece begins, with the version of its format.
const MAGIC: [u8; 8] = *b"TABLERE\x01";
/// No database has more pieces.
pub const MOST_PIECES: usize = 7;

/// How many pieces the positions of [`shipped`] have at most.
pub const SHIPPED_PIECES: usize = 4;

/// The database that is part of the program. `tune checkers-endgames` writes it.
pub fn shipped() -> &'static Endgames {
    static SHIPPED: LazyLock<Endgames> = LazyLock::new(|| {
        let file = include_bytes!("four.bin");
        Endgames::unpack(file).unwrap_or_else(|_| Endgames::none())
    });
    &SHIPPED
}

/// How a position ends, by what the program comes with and what is installed; `None` where it has more pieces, or where a capture should be
/// played first.
#[inline]
pub fn outcome(position: &Position) -> Option<Outcome> {
    let pieces = (position.pieces(Side::White) | position.pieces(Side::Black)).count() as usize;
    if pieces <= SHIPPED_PIECES {
        return shipped().value(position).map(Outcome::from);
    }
    installed()?.outcome(position)
}

/// What a position is worth to its side to move, with the distance to the end: by what the program comes with and what is installed.
pub fn value(position: &Position) -> Option<Value> {
    installed().map_or_else(|| shipped().value(position), |databases| databases.value(position))
}

/// The move that is hardest for a person to meet, and the value of the position; `None` where a value is not known, or where there is no
/// move. It wins as soon as possible, or loses as late as possible; among such moves it is the one after which the largest share
/// of the replies is worse than the best one.
pub fn best_move(position: &Position) -> Option<(Move, Value)> {
    let best = value(position)?;
    let mut chosen: Option<(Move, (usize, usize))> = None;
    for &mv in &position.moves() {
        let after = position.play(mv);
        if value(&after)?.one_move_earlier() != best {
            continue;
        }
        let replies = after.moves();
        let bad = replies.iter().filter(|&&reply| {
            value(&after.play(reply))
                .is_some_and(|value| value.is_better_than(best.two_moves_later()))
        });
        let share = (bad.count(), replies.len().max(1));
        if chosen.is_none_or(|(_, other)| share.0 * other.1 > other.0 * share.1) {
            chosen = Some((mv, share));
        }
    }
    chosen.map(|(mv, _)| (mv, best))
}

/// Any move that keeps the value of a position, which best play of both sides could make.
pub fn quickest_move(position: &Position) -> Option<Move> {
    let best = value(position)?;
    let keeps = |mv: &Move| value(&position.play(*mv)).map(Value::one_move_earlier) == Some(best);
    position.moves().into_iter().find(keeps)
}

/// Why bytes are no database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotEndgames {
    #[error("it is no database of endgames of checkers for this program")]
    Other,
    #[error("the database is damaged, or not all of it is there")]
    Damaged,
}

/// All materials of a database, in the order of its file.
fn materials(most_pieces: usize) -> impl Iterator<Item = Material> {
    (2..=most_pieces).flat_map(Material::all)
}

/// What a position is worth to its side to move, with the moves of both sides until the game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    Won(usize),
    Drawn,
    Lost(usize),
}

/// The longest way to the end of a game that can be kept.
const LONGEST: usize = 254;

impl Value {
    /// The result of a game that is over after so many plies, with best play: the side to move has lost if they are even.
    fn ended_in(plies: usize) -> Value {
        if plies.is_multiple_of(2) { Value::Lost(plies) } else { Value::Won(plies) }
    }

    /// The value of a position to its side to move, if the best move leads to this one.
    fn one_move_earlier(self) -> Value {
        match self {
            Value::Won(plies) => Value::Lost(plies + 1),
            Value::Drawn => Value::Drawn,
            Value::Lost(plies) => Value::Won(plies + 1),
        }
    }

    /// The value two moves of best play later.
    fn two_moves_later(self) -> Value {
        match self {
            Value::Won(plies) => Value::Won(plies.saturating_sub(2)),
            Value::Drawn => Value::Drawn,
            Value::Lost(plies) => Value::Lost(plies.saturating_sub(2)),
        }
    }

    /// A win is better sooner and a loss later.
    fn is_better_than(self, other: Value) -> bool {
        let rank = |value: Value| match value {
            Value::Won(plies) => 1000 - plies as i32,
            Value::Drawn => 0,
            Value::Lost(plies) => plies as i32 - 1000,
        };
        rank(self) > rank(other)
    }

    /// As it is kept: 0 for a draw, or one more than the plies.
    fn byte(self) -> u8 {
        match self {
            Value::Drawn => 0,
            Value::Won(plies) | Value::Lost(plies) => plies.min(LONGEST) as u8 + 1,
        }
    }

    fn of_byte(byte: u8) -> Value {
        usize::from(byte).checked_sub(1).map_or(Value::Drawn, Value::ended_in)
    }
}

/// The value of a position by those after its moves; `None` where there is no move, or where one is not known.
fn best_of(position: &Position, value: impl Fn(&Position) -> Option<Value>) -> Option<Value> {
    let mut best: Option<Value> = None;
    for &mv in &position.moves() {
        let value = value(&position.play(mv))?.one_move_earlier();
        if best.is_none_or(|best| value.is_better_than(best)) {
            best = Some(value);
        }
    }
    best
}

/// The position with white to move.
#[inline]
fn seen_by_white(position: &Position) -> Position {
    if position.side_to_move() == Side::White { *position } else { position.turned() }
}

/// All positions with the same pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice {
    numbering: Numbering,
    values: Vec<u8>,
    /// Are there values of positions in which a capture is at hand?
    captures: bool,
}

impl Slice {
    pub fn material(&self) -> Material {
        self.numbering.material
    }

    /// How many of its positions are won, lost and drawn; `known` has what captures lead to.
    pub fn counts(&self, known: &Endgames) -> Counts {
        let (mut counts, mut decoder) = (Counts::default(), self.numbering.decoder());
        for index in 0..self.values.len() {
            let Some(position) = decoder.position(index) else { continue };
            let value = if self.captures || !position.must_capture() {
                Some(Value::of_byte(self.values[index]))
            } else {
                best_of(&position, |after| known.value(after))
            };
            counts.add(value.unwrap_or(Value::Drawn));
        }
        counts
    }
}

/// The results of all positions with at most so many pieces. A copy shares them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endgames {
    /// By the number of their material.
    slices: Vec<Option<Arc<Slice>>>,
}

impl Endgames {
    /// Nothing but that a side without pieces has lost.
    pub fn none() -> Endgames {
        Endgames { slices: vec![None; NUMBERS] }
    }

    /// Solves everything with at most so many pieces.
    pub fn build(most_pieces: usize) -> Endgames {
        let mut endgames = Endgames::none();
        for material in materials(most_pieces) {
            if endgames.slice(material).is_none() {
                // Wins with so few pieces are never too long.
                let solved = solve(material, &endgames, &|| true).unwrap_or_default();
                for slice in solved {
                    endgames.insert(slice);
                }
            }
        }
        endgames
    }

    pub fn insert(&mut self, slice: Slice) {
        if let Some(place) =
            slice.material().number().and_then(|number| self.slices.get_mut(number))
        {
            *place = Some(Arc::new(slice));
        }
    }

    #[inline]
    fn slice(&self, material: Material) -> Option<&Slice> {
        self.slices.get(material.number()?)?.as_deref()
    }

    /// What a position is worth to its side to move; `None` where it has more pieces.
    #[inline]
    pub fn value(&self, position: &Position) -> Option<Value> {
        let material = Material::of(position);
        if material.own.pieces() == 0 {
            return Some(Value::Lost(0));
        }
        if material.other.pieces() == 0 {
            // No game comes to this: a side without pieces has lost before the other moves again.
            return Some(Value::Won(1));
        }
        let slice = self.slice(material)?;
        if !slice.captures && position.must_capture() {
            return best_of(position, |after| self.value(after));
        }
        Some(Value::of_byte(slice.values[slice.numbering.index(&seen_by_white(position))]))
    }

    /// The file of everything with at most so many pieces, in one piece.
    pub fn pack(&self, most_pieces: usize) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.push(most_pieces as u8);
        let mut packer = ZlibEncoder::new(file, Compression::best());
        for material in materials(most_pieces) {
            // Writing into memory cannot fail.
            let _ = packer.write_all(self.slice(material).map_or(&[], |slice| &slice.values));
        }
        packer.finish().unwrap_or_default()
    }

    /// Reads such a file.
    pub fn unpack(file: &[u8]) -> Result<Endgames, NotEndgames> {
        let packed = file.strip_prefix(&MAGIC).ok_or(NotEndgames::Other)?;
        let (&most_pieces, packed) = packed.split_first().ok_or(NotEndgames::Damaged)?;
        if !(1..=SHIPPED_PIECES).contains(&usize::from(most_pieces)) {
            return Err(NotEndgames::Other);
        }
        let mut endgames = Endgames::none();
        let mut unpacker = ZlibDecoder::new(packed);
        for material in materials(most_pieces.into()) {
            let numbering = Numbering::new(material);
            let mut values = vec![0; numbering.size()];
            unpacker.read_exact(&mut values).map_err(|_| NotEndgames::Damaged)?;
            endgames.insert(Slice { numbering, values, captures: true });
        }
        // The checksum at the end is read only when more is asked for.
        match unpacker.read(&mut [0]) {
            Ok(0) => Ok(endgames),
            _ => Err(NotEndgames::Damaged),
        }
    }

    /// How many positions with so many pieces are won, lost and drawn, and the longest way to the end of a game.
    pub fn counts(&self, pieces: usize) -> Counts {
        let slices = Material::all(pieces).into_iter().filter_map(|material| self.slice(material));
        slices.map(|slice| slice.counts(self)).fold(Counts::default(), Counts::plus)
    }
}

/// What positions come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub won: u64,
    pub lost: u64,
    pub drawn: u64,
    /// The longest way to the end of a game.
    pub longest: usize,
}

impl Counts {
    fn add(&mut self, value: Value) {
        match value {
            Value::Won(plies) => {
                self.won += 1;
                self.longest = self.longest.max(plies);
            }
            Value::Lost(_) => self.lost += 1,
            Value::Drawn => self.drawn += 1,
        }
    }

    #[must_use]
    pub fn plus(self, other: Counts) -> Counts {
        Counts {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
            longest: self.longest.max(other.longest),
        }
    }
}

#[cfg(test)]
mod tests;
