//! The names of openings.
//!
//! A table maps positions to names, so that an opening is recognised in any order of moves. It is read
//! from a text of one opening a line, `code | English name | Spanish name | moves`, in which a game
//! without codes leaves out the first field; lines that begin with `#` are comments.

use crate::{Notation, Perfect};
use std::collections::HashMap;

/// An opening that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Opening {
    /// Its code in the literature: `C60` in chess, none in games that have no such codes.
    pub code: Option<&'static str>,
    /// Its name in English.
    pub name: &'static str,
    /// Its name in Spanish, which is the English one where players use that.
    pub spanish: &'static str,
}

/// The opening of a game, and where the game left the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reached {
    /// The last opening that the game came through.
    pub opening: Opening,
    /// The number of moves of either side up to the last position that lies on a line of the table.
    pub plies: usize,
}

/// The openings of a game by the keys of their positions.
#[derive(Debug, Clone, Default)]
pub struct Openings {
    /// Every position of every line; those within a line may have no name.
    names: HashMap<u64, Option<Opening>>,
}

impl Openings {
    /// Reads a table of lines from `start`. `key` tells positions apart, and may ignore what makes no
    /// difference to an opening. A line that cannot be read or played is left out:
    /// [`laws::openings_hold_in`](crate::laws::openings_hold_in) finds it in the tests.
    pub fn read<G: Perfect + Notation>(
        text: &'static str,
        start: G,
        key: impl Fn(&G) -> u64,
    ) -> Openings {
        let mut openings = Openings::default();
        for (opening, moves) in lines(text).filter_map(parse) {
            let Some(line) = play(start, moves) else { continue };
            for position in &line {
                openings.names.entry(key(position)).or_default();
            }
            if let Some(end) = line.last() {
                openings.names.insert(key(end), Some(opening));
            }
        }
        openings
    }

    /// The opening of the position with this key.
    pub fn get(&self, key: u64) -> Option<Opening> {
        self.names.get(&key).copied().flatten()
    }

    /// Names a position, unless it has a name.
    pub fn add(&mut self, key: u64, opening: Opening) {
        self.names.entry(key).or_default().get_or_insert(opening);
    }

    /// The opening of a game, given the keys of all its positions from the start. The last position that
    /// has a name decides.
    pub fn reached(&self, keys: impl IntoIterator<Item = u64>) -> Option<Reached> {
        let known = keys.into_iter().enumerate().filter_map(|(ply, key)| {
            let name = self.names.get(&key)?;
            Some((ply, *name))
        });
        let (plies, opening) = known.fold((0, None), |(_, last), (ply, name)| (ply, name.or(last)));
        Some(Reached { opening: opening?, plies })
    }
}

/// The lines of a table without its comments.
pub(crate) fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The opening of a line, and its moves.
pub(crate) fn parse(line: &'static str) -> Option<(Opening, &'static str)> {
    let mut fields = line.rsplit(" | ");
    let (moves, spanish, name) = (fields.next()?, fields.next()?, fields.next()?);
    let code = fields.next();
    fields.next().is_none().then_some((Opening { code, name, spanish }, moves))
}

/// Every position from `start` to the end of a line of moves; `None` if one of them is not legal.
pub(crate) fn play<G: Perfect + Notation>(start: G, moves: &str) -> Option<Vec<G>> {
    let mut position = start;
    let mut line = vec![position];
    for text in moves.split(' ') {
        position = position.play(position.read_move(text).ok()?);
        line.push(position);
    }
    Some(line)
}
