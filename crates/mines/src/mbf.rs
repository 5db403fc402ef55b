//! The MBF board format of Minesweeper programs: bytes for width and height, two bytes for the number
//! of mines, the higher first, then a byte for the column and one for the row of each mine.

use crate::{Cell, Layout, LayoutError, Level, LevelError};

/// Why bytes are no board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MbfError {
    /// Too few bytes, or too many.
    #[error("{found} bytes were given, and {expected} were expected")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// No board has this size or so many mines.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The mines do not lie as they must.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl Layout {
    /// Reads a board in the MBF format.
    ///
    /// ```
    /// # use mines::Layout;
    /// let layout = Layout::from_mbf(&[3, 2, 0, 1, 2, 1])?;
    /// assert_eq!(layout.level().to_string(), "3x2/1");
    /// assert_eq!(layout.to_mbf(), [3, 2, 0, 1, 2, 1]);
    /// # Ok::<(), mines::MbfError>(())
    /// ```
    pub fn from_mbf(bytes: &[u8]) -> Result<Layout, MbfError> {
        let Some((&[width, height, high, low], places)) = bytes.split_first_chunk() else {
            return Err(MbfError::Length { found: bytes.len(), expected: 4 });
        };
        let mines = u16::from_be_bytes([high, low]);
        let level = Level::new(width.into(), height.into(), mines.into())?;
        let expected = 4 + 2 * usize::from(mines);
        if bytes.len() != expected {
            return Err(MbfError::Length { found: bytes.len(), expected });
        }
        let cells = places.chunks_exact(2).map(|place| Cell { x: place[0], y: place[1] });
        Ok(Layout::from_mines(level, cells)?)
    }

    /// Writes the board in the MBF format, the mines in reading order.
    pub fn to_mbf(&self) -> Vec<u8> {
        let level = self.level();
        let [high, low] = level.mines().to_be_bytes();
        let mut bytes = vec![level.width(), level.height(), high, low];
        bytes.extend(self.mines().flat_map(|cell| [cell.x, cell.y]));
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;
    use proptest::prelude::*;

    #[test]
    fn wrong_boards_are_refused() {
        let error = |bytes: &[u8]| Layout::from_mbf(bytes).unwrap_err().to_string();
        assert_eq!(error(&[9, 9]), "2 bytes were given, and 4 were expected");
        assert_eq!(error(&[3, 2, 0, 1, 2]), "5 bytes were given, and 6 were expected");
        assert_eq!(
            error(&[3, 2, 0, 1, 3, 1]),
            "a mine lies at column 3, row 1 of a board of 3x2/1"
        );
        assert_eq!(error(&[3, 2, 0, 2, 1, 1, 1, 1]), "two mines lie in b2");
        assert!(matches!(Layout::from_mbf(&[1, 2, 0, 1, 0, 0]), Err(MbfError::Level(_))));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(0_u8..6, 0..12)) {
            if let Ok(layout) = Layout::from_mbf(&bytes) {
                let again = layout.to_mbf();
                prop_assert_eq!(again.len(), bytes.len());
                prop_assert_eq!(Layout::from_mbf(&again), Ok(layout));
            }
        }

        #[test]
        fn a_board_reads_back_what_it_writes(seed: u64, width in 2_u32..60, height in 2_u32..60) {
            let level = Level::new(width, height, width * height / 4).unwrap();
            let layout = Layout::lay(level, Rule::Safe, seed, Cell { x: 0, y: 0 });
            prop_assert_eq!(Layout::from_mbf(&layout.to_mbf()), Ok(layout));
        }
    }
}
