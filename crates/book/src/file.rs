//! A book as a file: the keys of its positions in rising order, their moves, and what these are worth.

use crate::{Book, BookMove, MOST_MOVES};
use weights::{ArrayLayout, File, Kind, Layout, ReadError, WriteError};

const ARCHITECTURE: &str = "book";
/// A book of so many positions is none of ours.
const MOST_POSITIONS: usize = 1 << 20;

/// Why bytes are no book of a game, or a book is no file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    #[error("it is no book")]
    Read(#[from] ReadError),
    #[error("it is no book of {0}")]
    Other(String),
    #[error("a book has at least one position")]
    Empty,
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl Book {
    /// The file of a book for a game.
    pub fn file(&self, game: &str) -> Result<Vec<u8>, BookError> {
        if self.is_empty() {
            return Err(BookError::Empty);
        }
        let count = self.len() as u32;
        let moves = [count, MOST_MOVES as u32];
        let arrays = [
            ArrayLayout::new("keys", Kind::I32, &[count, 2]),
            ArrayLayout::new("moves", Kind::I16, &moves),
            ArrayLayout::new("scores", Kind::I16, &moves),
        ];
        let keys = self.0.keys().flat_map(|key| [*key as u32 as i32, (key >> 32) as u32 as i32]);
        let filled = |of: fn(&BookMove) -> i32| {
            self.0.values().flat_map(move |moves| {
                (0..MOST_MOVES).map(move |place| moves.get(place).map_or(0, of))
            })
        };
        let moves = filled(|known| i32::from(known.encoded as i16));
        let scores = filled(|known| i32::from(known.score));
        let numbers: Vec<i32> = keys.chain(moves).chain(scores).collect();
        let layout = Layout { game, architecture: ARCHITECTURE, arrays: &arrays };
        Ok(weights::write(&layout, &numbers)?)
    }

    /// Reads the file of a book for a game.
    pub fn read(bytes: &[u8], game: &str) -> Result<Book, BookError> {
        let file = File::read(bytes)?;
        let other = || BookError::Other(game.to_owned());
        let arrays: Vec<_> = file.arrays().collect();
        let [keys, moves, scores] = arrays.as_slice() else { return Err(other()) };
        let count = keys.numbers().len() / 2;
        let is_whole = file.game == game
            && file.architecture == ARCHITECTURE
            && count <= MOST_POSITIONS
            && keys.numbers().len() == 2 * count
            && [moves, scores].iter().all(|array| array.numbers().len() == MOST_MOVES * count);
        if !is_whole {
            return Err(other());
        }
        let halves: Vec<i32> = keys.numbers().collect();
        let moves: Vec<i32> = moves.numbers().collect();
        let scores: Vec<i32> = scores.numbers().collect();
        let position = |place: usize| {
            let [low, high] = [halves[2 * place], halves[2 * place + 1]].map(|half| half as u32);
            let key = u64::from(low) | u64::from(high) << 32;
            let own = place * MOST_MOVES..(place + 1) * MOST_MOVES;
            let known = moves[own.clone()].iter().zip(&scores[own]).filter(|(mv, _)| **mv != 0);
            let known =
                known.map(|(mv, score)| BookMove { encoded: *mv as u16, score: *score as i16 });
            (key, known.collect())
        };
        Ok(Book((0..count).map(position).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_read_as_it_was_written_and_nothing_else_is() {
        let known = |encoded, score| BookMove { encoded, score };
        let book = Book(
            [
                (3, vec![known(1, -5)]),
                (u64::MAX - 7, vec![known(9, 30), known(65_000, 30), known(2, 0), known(4, -900)]),
            ]
            .into(),
        );
        let file = book.file("othello").unwrap();
        assert_eq!(Book::read(&file, "othello"), Ok(book));
        assert_eq!(Book::read(&file, "checkers"), Err(BookError::Other("checkers".to_owned())));
        assert_eq!(Book::default().file("othello"), Err(BookError::Empty));
        let mut damaged = file.clone();
        damaged[100] ^= 1;
        assert!(matches!(Book::read(&damaged, "othello"), Err(BookError::Read(_))));
        assert!(Book::read(&file[..file.len() - 1], "othello").is_err());
    }
}
