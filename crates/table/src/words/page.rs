//! The words that only the page needs.

/// The words of the page.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Page {
    pub tagline: &'static str,
}

pub(super) const ENGLISH: Page = Page { tagline: "A club of classic board games" };

pub(super) const SPANISH: Page = Page { tagline: "Un club de juegos de tablero clásicos" };
