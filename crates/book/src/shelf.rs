//! The book that a game uses.

use crate::Book;
use std::sync::OnceLock;

/// The book of a game: the one that is part of the program, unless another is put in its place before the first game.
pub struct Shelf {
    game: &'static str,
    shipped: &'static [u8],
    book: OnceLock<Book>,
}

impl Shelf {
    /// With the file of the book that is part of the program.
    pub const fn new(game: &'static str, shipped: &'static [u8]) -> Shelf {
        Shelf { game, shipped, book: OnceLock::new() }
    }

    pub fn game(&self) -> &'static str {
        self.game
    }

    /// The book that is used; an empty one if its file is none.
    pub fn book(&self) -> &Book {
        self.book.get_or_init(|| Book::read(self.shipped, self.game).unwrap_or_default())
    }

    /// Puts another book in the place of the one that is part of the program. False when one has been asked for already.
    pub fn install(&self, book: Book) -> bool {
        self.book.set(book).is_ok()
    }
}
