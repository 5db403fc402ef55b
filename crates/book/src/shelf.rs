//! The book that a game uses.

use crate::Book;
use std::sync::OnceLock;

/// Finds the book of a game elsewhere than in the program.
type Find = fn(game: &str) -> Option<Book>;

/// The book of a game: the one that is part of the program, unless another is found when it is first asked for.
pub struct Shelf {
    game: &'static str,
    shipped: &'static [u8],
    find: OnceLock<Find>,
    book: OnceLock<Book>,
}

impl Shelf {
    /// With the file of the book that is part of the program.
    pub const fn new(game: &'static str, shipped: &'static [u8]) -> Shelf {
        Shelf { game, shipped, find: OnceLock::new(), book: OnceLock::new() }
    }

    /// The book that is used; an empty one if its file is none.
    pub fn book(&self) -> &Book {
        let shipped = || Book::read(self.shipped, self.game).unwrap_or_default();
        let found = || self.find.get().and_then(|find| find(self.game));
        self.book.get_or_init(|| found().unwrap_or_else(shipped))
    }

    /// Says where another book may be found. False when that was said before.
    pub fn install(&self, find: Find) -> bool {
        self.find.set(find).is_ok()
    }
}
