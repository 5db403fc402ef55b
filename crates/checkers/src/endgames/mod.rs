//! Endgame databases: every position with few pieces, who wins it, and in how many moves.
//!
//! A database is a pure function of the rules: [`Endgames::build`] makes it by retrograde analysis, piece by piece. Results are
//! those of best play without the rules that draw a game by repetition or lack of progress; a win in it makes progress
//! by itself, because its distance to the end falls with every move.

mod build;
mod slice;

use crate::{Move, Position};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use game::{Perfect, Rules, Side};
use slice::Material;
use std::collections::HashMap;
use std::io::{Read, Write};
use std::sync::LazyLock;

/// How the file of a database begins, with the version of its format.
const MAGIC: [u8; 8] = *b"TABLERE\x01";
/// More would not fit into memory.
const MOST_PIECES: usize = 6;

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

/// All positions with the same pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Slice {
    material: Material,
    values: Vec<u8>,
}

/// The results of all positions with at most so many pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endgames {
    most_pieces: usize,
    slices: HashMap<Material, Slice>,
}

impl Endgames {
    /// Nothing but that a side without pieces has lost.
    pub fn none() -> Endgames {
        Endgames { most_pieces: 1, slices: HashMap::new() }
    }

    /// Solves everything with at most so many pieces.
    pub fn build(most_pieces: usize) -> Endgames {
        let mut endgames = Endgames::none();
        for pieces in 2..=most_pieces {
            for material in Material::all(pieces) {
                if endgames.slices.contains_key(&material) {
                    continue;
                }
                for slice in build::solve(material, &endgames) {
                    endgames.slices.insert(slice.material, slice);
                }
            }
            endgames.most_pieces = pieces;
        }
        endgames
    }

    /// What a position is worth to its side to move; `None` where it has more pieces.
    pub fn value(&self, position: &Position) -> Option<Value> {
        let material = Material::of(position);
        if material.own.pieces() == 0 {
            return Some(Value::Lost(0));
        }
        if material.other.pieces() == 0 {
            // No game comes to this: a side without pieces has lost before the other moves again.
            return Some(Value::Won(1));
        }
        let slice = self.slices.get(&material)?;
        let white =
            if position.side_to_move() == Side::White { *position } else { position.turned() };
        Some(Value::of_byte(slice.values[material.index(&white)]))
    }

    /// The file of a database.
    pub fn pack(&self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.push(self.most_pieces as u8);
        let mut packer = ZlibEncoder::new(file, Compression::best());
        for material in materials(self.most_pieces) {
            // Writing into memory cannot fail.
            let _ = packer.write_all(self.slices.get(&material).map_or(&[], |slice| &slice.values));
        }
        packer.finish().unwrap_or_default()
    }

    /// Reads the file of a database.
    pub fn unpack(file: &[u8]) -> Result<Endgames, NotEndgames> {
        let packed = file.strip_prefix(&MAGIC).ok_or(NotEndgames::Other)?;
        let (&most_pieces, packed) = packed.split_first().ok_or(NotEndgames::Damaged)?;
        if !(1..=MOST_PIECES).contains(&usize::from(most_pieces)) {
            return Err(NotEndgames::Other);
        }
        let mut endgames = Endgames { most_pieces: most_pieces.into(), ..Endgames::none() };
        let mut unpacker = ZlibDecoder::new(packed);
        for material in materials(most_pieces.into()) {
            let mut values = vec![0; material.size()];
            unpacker.read_exact(&mut values).map_err(|_| NotEndgames::Damaged)?;
            endgames.slices.insert(material, Slice { material, values });
        }
        // The checksum at the end is read only when more is asked for.
        match unpacker.read(&mut [0]) {
            Ok(0) => Ok(endgames),
            _ => Err(NotEndgames::Damaged),
        }
    }

    /// A move that wins as soon as possible, or loses as late as possible, and the value of the position; `None` where the
    /// position has more pieces, or no move.
    pub fn best_move(&self, position: &Position) -> Option<(Move, Value)> {
        let value = self.value(position)?;
        let leads_to = |mv: &Move| self.value(&position.play(*mv)).map(Value::one_move_earlier);
        let mv = position.moves().into_iter().find(|mv| leads_to(mv) == Some(value))?;
        Some((mv, value))
    }

    /// How many positions with so many pieces are won, lost and drawn, and the longest way to the end of a game.
    pub fn counts(&self, pieces: usize) -> Counts {
        let mut counts = Counts::default();
        for slice in self.slices.values().filter(|slice| slice.material.pieces() == pieces) {
            for (index, &byte) in slice.values.iter().enumerate() {
                if slice.material.position(index).is_none() {
                    continue;
                }
                match Value::of_byte(byte) {
                    Value::Won(plies) => {
                        counts.won += 1;
                        counts.longest = counts.longest.max(plies);
                    }
                    Value::Lost(_) => counts.lost += 1,
                    Value::Drawn => counts.drawn += 1,
                }
            }
        }
        counts
    }
}

/// What the positions with so many pieces are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub won: u64,
    pub lost: u64,
    pub drawn: u64,
    pub longest: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Notation;

    /// The value of every position follows from those after its moves. Distances fall along them, so by induction the values
    /// of won and lost positions are right; and from a drawn one, where no move wins, a move leads to another that
    /// is drawn.
    fn follows_from_its_moves(endgames: &Endgames, position: &Position) {
        let after =
            position.moves().into_iter().map(|mv| endgames.value(&position.play(mv)).unwrap());
        let mut best = Value::Lost(0);
        for after in after {
            let value = after.one_move_earlier();
            best = match (best, value) {
                (Value::Won(a), Value::Won(b)) => Value::Won(a.min(b)),
                (Value::Won(_), _) | (Value::Drawn, Value::Lost(_)) => best,
                (Value::Lost(a), Value::Lost(b)) => Value::Lost(a.max(b)),
                _ => value,
            };
        }
        assert_eq!(endgames.value(position), Some(best), "{position}");
    }

    #[test]
    fn what_was_packed_is_unpacked_and_nothing_else() {
        let endgames = Endgames::build(3);
        assert!(
            materials(3).all(|material| endgames.slices[&material] == shipped().slices[&material])
        );
        let packed = endgames.pack();
        assert_eq!(Endgames::unpack(&packed), Ok(endgames));
        assert_eq!(Endgames::unpack(b"something else"), Err(NotEndgames::Other));
        assert_eq!(Endgames::unpack(&packed[..9]), Err(NotEndgames::Damaged));
        assert_eq!(Endgames::unpack(&packed[..packed.len() - 1]), Err(NotEndgames::Damaged));
        let mut damaged = packed;
        damaged[20_000] ^= 8;
        assert_eq!(Endgames::unpack(&damaged), Err(NotEndgames::Damaged));
    }

    #[test]
    fn the_best_moves_of_both_sides_end_a_game_when_they_should() {
        for (fen, value) in [("B:W6:BK4,K26", Value::Won(29)), ("B:WK4,K17:BK1,K7", Value::Won(19))]
        {
            let mut position = Position::read_start(fen).unwrap();
            let mut left = 0;
            assert_eq!(shipped().value(&position), Some(value), "{fen}");
            while let Some((mv, value)) = shipped().best_move(&position) {
                assert!(
                    matches!(value, Value::Won(plies) | Value::Lost(plies) if left == 0 || plies + 1 == left)
                );
                let (Value::Won(plies) | Value::Lost(plies)) = value else { break };
                left = plies;
                position = position.play(mv);
            }
            assert_eq!(left, 1, "{fen}");
        }
    }

    #[test]
    fn results_of_four_pieces_are_as_published_and_follow_from_each_other() {
        let endgames = shipped();
        let counts = |pieces| {
            let Counts { won, lost, drawn, .. } = endgames.counts(pieces);
            (won, lost, drawn)
        };
        assert_eq!(counts(2), (716, 402, 2_370));
        assert_eq!(counts(3), (100_250, 87_305, 8_477));
        assert_eq!(counts(4), (2_574_304, 1_917_090, 1_717_922));
        for slice in endgames.slices.values() {
            for index in 0..slice.values.len() {
                if let Some(position) = slice.material.position(index) {
                    follows_from_its_moves(endgames, &position);
                }
            }
        }
    }
}
