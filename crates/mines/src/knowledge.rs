//! What follows from a view by looking at one clue, or two that overlap.
//!
//! The board has a wall of one cell around it, so that the eight cells around any cell lie at fixed
//! distances; a place here is an index into that larger board. Each cell carries the set of unknown
//! cells around it as nine bits, three rows of three, and the number of mines already located there:
//! looking at a clue, or at a pair of them, is then a few operations on small integers.

use crate::Level;

/// An index into the board with its wall.
pub(crate) type Place = u16;

/// What is known of a cell: 0 to 8 is an open number.
pub(crate) const UNKNOWN: u8 = 9;
pub(crate) const MINE: u8 = 10;
pub(crate) const SAFE: u8 = 11;
pub(crate) const WALL: u8 = 12;

#[derive(Debug, Clone, Copy)]
struct Known {
    what: u8,
    mines_around: u8,
    unknown_around: u16,
}

/// What is known of every cell of a board.
#[derive(Debug, Clone)]
pub(crate) struct Knowledge {
    level: Level,
    stride: usize,
    cells: Vec<Known>,
    mines_left: i32,
    unknown: i32,
    /// Cells found safe and not open yet.
    safe: Vec<Place>,
    /// Clues to be looked at alone, and those to be looked at in pairs.
    single: Vec<Place>,
    paired: Vec<Place>,
}

/// A clue that cannot be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contradiction(pub(crate) Place);

/// `SHIFTED[dy + 2][dx + 2][set]`: a set of cells around the place `(dx, dy)`, seen from the origin.
static SHIFTED: [[[u16; 512]; 5]; 5] = shifted();

const fn shifted() -> [[[u16; 512]; 5]; 5] {
    let mut table = [[[0; 512]; 5]; 5];
    let mut i = 0;
    while i < 25 * 512 {
        let (set, dx, dy) = (i % 512, (i / 512 % 5) as i32 - 2, (i / 512 / 5) as i32 - 2);
        let mut bit = 0;
        while bit < 9 {
            let (x, y) = (bit % 3 + dx, bit / 3 + dy);
            if set >> bit & 1 == 1 && 0 <= x && x < 3 && 0 <= y && y < 3 {
                table[(dy + 2) as usize][(dx + 2) as usize][set] |= 1 << (y * 3 + x);
            }
            bit += 1;
        }
        i += 1;
    }
    table
}

impl Knowledge {
    /// Nothing is open.
    pub(crate) fn closed(level: Level) -> Knowledge {
        let stride = usize::from(level.width()) + 2;
        let wall = Known { what: WALL, mines_around: 0, unknown_around: 0 };
        let mut knowledge = Knowledge {
            level,
            stride,
            cells: vec![wall; stride * (usize::from(level.height()) + 2)],
            mines_left: i32::from(level.mines()),
            unknown: level.cells() as i32,
            safe: Vec::new(),
            single: Vec::new(),
            paired: Vec::new(),
        };
        for index in 0..level.cells() {
            let place = knowledge.place(index);
            knowledge.cells[usize::from(place)].what = UNKNOWN;
            for (bit, around) in knowledge.around(place) {
                knowledge.cells[usize::from(around)].unknown_around |= 1 << (8 - bit);
            }
        }
        knowledge
    }

    /// The same without knowing how many mines there are.
    pub(crate) fn without_mine_count(self) -> Knowledge {
        Knowledge { mines_left: i32::MAX / 2, ..self }
    }

    pub(crate) fn level(&self) -> Level {
        self.level
    }

    /// The distance from a place to the one below it.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// The number of places, those of the wall included.
    pub(crate) fn places(&self) -> usize {
        self.cells.len()
    }

    /// Mines that are not located; negative where the clues ask for more than there are.
    pub(crate) fn mines_left(&self) -> i32 {
        self.mines_left
    }

    /// Cells of which nothing is known.
    pub(crate) fn unknown(&self) -> usize {
        self.unknown as usize
    }

    /// The place of a cell in reading order.
    pub(crate) fn place(&self, index: usize) -> Place {
        let width = usize::from(self.level.width());
        ((index / width + 1) * self.stride + index % width + 1) as Place
    }

    /// The cell at a place, in reading order.
    pub(crate) fn index(&self, place: Place) -> usize {
        let (row, column) = (usize::from(place) / self.stride, usize::from(place) % self.stride);
        (row - 1) * usize::from(self.level.width()) + column - 1
    }

    #[inline]
    pub(crate) fn what(&self, place: Place) -> u8 {
        self.cells[usize::from(place)].what
    }

    /// The number of a clue without the mines already located; `None` where there is no clue.
    #[inline]
    pub(crate) fn clue(&self, place: Place) -> Option<u8> {
        let cell = self.cells[usize::from(place)];
        (cell.what <= 8).then(|| cell.what.wrapping_sub(cell.mines_around))
    }

    /// The mines located around a place.
    #[inline]
    pub(crate) fn mines_around(&self, place: Place) -> u8 {
        self.cells[usize::from(place)].mines_around
    }

    /// How many cells around a place are unknown.
    #[inline]
    pub(crate) fn unknown_around(&self, place: Place) -> u32 {
        self.cells[usize::from(place)].unknown_around.count_ones()
    }

    /// The eight places around one, the wall included, with their bits.
    #[inline]
    pub(crate) fn around(&self, place: Place) -> impl Iterator<Item = (usize, Place)> + use<> {
        let stride = self.stride;
        [0, 1, 2, 3, 5, 6, 7, 8].into_iter().map(move |bit| {
            (bit, (usize::from(place) + (bit / 3) * stride + bit % 3 - stride - 1) as Place)
        })
    }

    /// The unknown places around one.
    #[inline]
    pub(crate) fn unknown_places(&self, place: Place) -> impl Iterator<Item = Place> + use<> {
        self.members(place, self.cells[usize::from(place)].unknown_around)
    }

    /// The places of a set seen from a place.
    #[inline]
    fn members(&self, place: Place, mut set: u16) -> impl Iterator<Item = Place> + use<> {
        let stride = self.stride;
        std::iter::from_fn(move || {
            (set != 0).then(|| {
                let bit = set.trailing_zeros() as usize;
                set &= set - 1;
                (usize::from(place) + (bit / 3) * stride + bit % 3 - stride - 1) as Place
            })
        })
    }

    /// Every unknown place in reading order.
    pub(crate) fn unknowns(&self) -> impl Iterator<Item = Place> {
        let cells = self.cells.iter().enumerate();
        cells.filter(|(_, cell)| cell.what == UNKNOWN).map(|(place, _)| place as Place)
    }

    /// A cell is open and shows this number.
    pub(crate) fn open(&mut self, place: Place, number: u8) -> Result<(), Contradiction> {
        match self.what(place) {
            UNKNOWN => self.forget(place, 0),
            SAFE => {}
            _ => return Err(Contradiction(place)),
        }
        self.cells[usize::from(place)].what = number;
        if self.mines_around(place) > number {
            return Err(Contradiction(place));
        }
        self.single.push(place);
        Ok(())
    }

    /// The next cell that was found safe and is not open.
    pub(crate) fn next_safe(&mut self) -> Option<Place> {
        while let Some(place) = self.safe.pop() {
            if self.what(place) == SAFE {
                return Some(place);
            }
        }
        None
    }

    /// Every cell that was found safe and is not open.
    pub(crate) fn safe_places(&self) -> impl Iterator<Item = Place> {
        self.safe.iter().copied().filter(|&place| self.what(place) == SAFE)
    }

    /// Is a cell waiting to be opened?
    pub(crate) fn has_safe(&self) -> bool {
        self.safe_places().next().is_some()
    }

    /// A cell is no longer unknown; the clues around it change.
    fn forget(&mut self, place: Place, mine: u8) {
        self.unknown -= 1;
        for (bit, around) in self.around(place) {
            let cell = &mut self.cells[usize::from(around)];
            cell.unknown_around &= !(1 << (8 - bit));
            cell.mines_around += mine;
            if cell.what <= 8 {
                self.single.push(around);
            }
        }
    }

    /// An unknown cell is found to be a mine.
    pub(crate) fn mark_mine(&mut self, place: Place) {
        if self.what(place) == UNKNOWN {
            self.cells[usize::from(place)].what = MINE;
            self.mines_left -= 1;
            self.forget(place, 1);
        }
    }

    /// An unknown cell is found to be safe.
    pub(crate) fn mark_safe(&mut self, place: Place) {
        if self.what(place) == UNKNOWN {
            self.cells[usize::from(place)].what = SAFE;
            self.safe.push(place);
            self.forget(place, 0);
        }
    }

    /// Draws every conclusion from clues alone, pairs of clues, and the number of mines where it
    /// settles everything, until nothing new follows.
    pub(crate) fn settle(&mut self) -> Result<(), Contradiction> {
        loop {
            while let Some(place) = self.single.pop() {
                if self.look_at(place)? {
                    self.paired.push(place);
                }
            }
            if let Some(place) = self.paired.pop() {
                self.look_at_pairs(place)?;
            } else if !self.count_mines() {
                return Ok(());
            }
        }
    }

    /// Looks at one clue. Is anything around it still unknown?
    fn look_at(&mut self, place: Place) -> Result<bool, Contradiction> {
        let cell = self.cells[usize::from(place)];
        let unknown = cell.unknown_around.count_ones() as u8;
        if cell.mines_around > cell.what || cell.what - cell.mines_around > unknown {
            return Err(Contradiction(place));
        }
        let clue = cell.what - cell.mines_around;
        if unknown == 0 {
            return Ok(false);
        }
        if clue == 0 {
            self.members(place, cell.unknown_around).for_each(|around| self.mark_safe(around));
        } else if clue == unknown {
            self.members(place, cell.unknown_around).for_each(|around| self.mark_mine(around));
        } else {
            return Ok(true);
        }
        Ok(false)
    }

    /// Compares a clue with every one whose cells can overlap its own.
    fn look_at_pairs(&mut self, place: Place) -> Result<(), Contradiction> {
        let (x, y) = (usize::from(place) % self.stride, usize::from(place) / self.stride);
        let columns = x.saturating_sub(2)..=(x + 2).min(self.stride - 1);
        let rows = y.saturating_sub(2)..=(y + 2).min(self.cells.len() / self.stride - 1);
        for other_y in rows {
            for other_x in columns.clone() {
                let other = other_y * self.stride + other_x;
                if self.cells[other].what <= 8 && other != usize::from(place) {
                    self.compare(place, other as Place, other_x + 2 - x, other_y + 2 - y)?;
                }
            }
        }
        Ok(())
    }

    /// If one of two clues has so many more mines that all its own cells must be mines, then the
    /// other's own cells are safe.
    #[inline]
    fn compare(
        &mut self,
        one: Place,
        other: Place,
        dx: usize,
        dy: usize,
    ) -> Result<(), Contradiction> {
        let (a, b) = (self.cells[usize::from(one)], self.cells[usize::from(other)]);
        let seen_from_a = SHIFTED[dy][dx][usize::from(b.unknown_around)];
        let common = a.unknown_around & seen_from_a;
        if common == 0 {
            return Ok(());
        }
        let only_a = a.unknown_around & !common;
        let only_b = b.unknown_around & !SHIFTED[4 - dy][4 - dx][usize::from(a.unknown_around)];
        if only_a | only_b == 0 && self.clue(one) != self.clue(other) {
            return Err(Contradiction(other));
        }
        let surplus = i32::from(a.what) - i32::from(a.mines_around) - i32::from(b.what)
            + i32::from(b.mines_around);
        if surplus > only_a.count_ones() as i32 || -surplus > only_b.count_ones() as i32 {
            return Err(Contradiction(other));
        }
        if surplus == only_a.count_ones() as i32 {
            self.members(one, only_a).for_each(|place| self.mark_mine(place));
            self.members(other, only_b).for_each(|place| self.mark_safe(place));
        } else if -surplus == only_b.count_ones() as i32 {
            self.members(one, only_a).for_each(|place| self.mark_safe(place));
            self.members(other, only_b).for_each(|place| self.mark_mine(place));
        }
        Ok(())
    }

    /// No mine is left, or nothing but mines.
    fn count_mines(&mut self) -> bool {
        if self.unknown == 0 || (self.mines_left != 0 && self.mines_left != self.unknown) {
            return false;
        }
        let all: Vec<Place> = self.unknowns().collect();
        let none_left = self.mines_left == 0;
        for place in all {
            if none_left { self.mark_safe(place) } else { self.mark_mine(place) }
        }
        true
    }
}
