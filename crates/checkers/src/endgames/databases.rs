//! Databases of more pieces than the program comes with, as files of slices that the machine has made.
//!
//! Nothing here opens a file: a [`Shelf`] gives the bytes. What the search looks up ([`Results`]) is read when a slice is first asked
//! for, and stays in memory. Distances are asked for at the root only: they stay in the files, and a few blocks of them are kept.

use super::file::{BLOCK, HEAD, Head};
use super::material::{Material, NUMBERS};
use super::results::{Outcome, Results};
use super::{Value, best_of, seen_by_white, shipped};
use crate::Position;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};

/// So many blocks of distances are kept: 16 megabytes.
const BLOCKS_KEPT: usize = 1024;

/// Where the files of slices are read from.
pub trait Shelf: Send + Sync {
    /// These bytes of the file of a slice; `None` where there is no such file, or not so much of it.
    fn read(&self, slice: Material, range: Range<u64>) -> Option<Vec<u8>>;
}

/// All slices with at most so many pieces.
pub struct Databases {
    shelf: Box<dyn Shelf>,
    most_pieces: usize,
    slices: Vec<OnceLock<Option<Opened>>>,
    blocks: Mutex<Blocks>,
}

/// Blocks of distances, by their slice and their number.
type Blocks = HashMap<(Material, usize), Arc<Vec<u8>>>;

/// A slice that was asked for.
struct Opened {
    head: Head,
    results: Results,
    /// Where the blocks of distances end, read when a distance is first asked for.
    ends: OnceLock<Option<Vec<u64>>>,
}

impl Databases {
    pub fn new(shelf: Box<dyn Shelf>, most_pieces: usize) -> Databases {
        let slices = std::iter::repeat_with(OnceLock::new).take(NUMBERS).collect();
        Databases { shelf, most_pieces, slices, blocks: Mutex::default() }
    }

    pub fn most_pieces(&self) -> usize {
        self.most_pieces
    }

    /// How a position ends; `None` where it has more pieces, or where a capture is at hand, which must be played first.
    #[inline]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let material = Material::of(position);
        if material.pieces() > self.most_pieces || position.must_capture() {
            return None;
        }
        self.opened(material)?.results.outcome(&seen_by_white(position))
    }

    /// What a position is worth to its side to move, with the distance to the end.
    pub fn value(&self, position: &Position) -> Option<Value> {
        if let Some(value) = shipped().value(position) {
            return Some(value);
        }
        let material = Material::of(position);
        if material.pieces() > self.most_pieces {
            return None;
        }
        if position.must_capture() {
            return best_of(position, |after| self.value(after));
        }
        let opened = self.opened(material)?;
        let index = opened.head.numbering.index(&seen_by_white(position));
        let block = self.block(material, opened, index / BLOCK)?;
        block.get(index % BLOCK).map(|&byte| Value::of_byte(byte))
    }

    #[inline]
    fn opened(&self, material: Material) -> Option<&Opened> {
        self.slices.get(material.number()?)?.get_or_init(|| self.open(material)).as_ref()
    }

    #[cold]
    fn open(&self, material: Material) -> Option<Opened> {
        let head = self.shelf.read(material, 0..HEAD as u64)?;
        let head = Head::read(head.first_chunk()?).ok()?;
        if head.numbering.material != material {
            return None;
        }
        let results = head.unpack_results(&self.shelf.read(material, head.results())?).ok()?;
        Some(Opened { head, results, ends: OnceLock::new() })
    }

    fn block(&self, material: Material, opened: &Opened, number: usize) -> Option<Arc<Vec<u8>>> {
        let mut blocks = self.blocks.lock().ok()?;
        if let Some(block) = blocks.get(&(material, number)) {
            return Some(Arc::clone(block));
        }
        let head = &opened.head;
        let ends = opened
            .ends
            .get_or_init(|| head.unpack_ends(&self.shelf.read(material, head.ends())?).ok());
        let ends = ends.as_ref()?;
        let first = head.ends().end;
        let start = number.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
        let end = *ends.get(number)?;
        let packed =
            self.shelf.read(material, first.checked_add(start)?..first.checked_add(end)?)?;
        let block = Arc::new(head.unpack_block(number, &packed).ok()?);
        if blocks.len() >= BLOCKS_KEPT {
            blocks.clear();
        }
        blocks.insert((material, number), Arc::clone(&block));
        Some(block)
    }
}

static INSTALLED: OnceLock<Databases> = OnceLock::new();

/// Lets every search of this program look up these databases from now on. Databases that were installed before stay.
pub fn install(databases: Databases) {
    // A second call has nothing to do.
    let _ = INSTALLED.set(databases);
}

/// The databases that were installed.
#[inline]
pub fn installed() -> Option<&'static Databases> {
    INSTALLED.get()
}
