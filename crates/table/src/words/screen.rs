//! The words that only the full-screen terminal needs.

/// The words of the full-screen terminal.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Screen {
    pub too_small: &'static str,
}

pub(super) const ENGLISH: Screen =
    Screen { too_small: "The window is too small: {} × {} is needed." };

pub(super) const SPANISH: Screen =
    Screen { too_small: "La ventana es demasiado pequeña: hacen falta {} × {}." };
