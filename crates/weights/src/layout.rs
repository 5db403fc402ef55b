//! What a file should hold: names, kinds and shapes.

use std::fmt;

/// The type of the numbers of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    I8,
    I16,
    I32,
    F32,
}

impl Kind {
    /// The bytes of a number.
    pub const fn bytes(self) -> usize {
        match self {
            Kind::I8 => 1,
            Kind::I16 => 2,
            Kind::I32 | Kind::F32 => 4,
        }
    }

    /// The code of the kind in a file.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Kind::I8 => 1,
            Kind::I16 => 2,
            Kind::I32 => 4,
            Kind::F32 => 5,
        }
    }

    pub(crate) const fn of_code(code: u8) -> Option<Kind> {
        match code {
            1 => Some(Kind::I8),
            2 => Some(Kind::I16),
            4 => Some(Kind::I32),
            5 => Some(Kind::F32),
            _ => None,
        }
    }

    /// The least and the greatest whole number.
    pub const fn range(self) -> (i32, i32) {
        match self {
            Kind::I8 => (i8::MIN as i32, i8::MAX as i32),
            Kind::I16 => (i16::MIN as i32, i16::MAX as i32),
            Kind::I32 | Kind::F32 => (i32::MIN, i32::MAX),
        }
    }
}

/// `i16`
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::I8 => "i8",
            Kind::I16 => "i16",
            Kind::I32 => "i32",
            Kind::F32 => "f32",
        })
    }
}

/// The dimensions of an array: one to four, none of them 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Those that are not used are 0.
    dimensions: [u32; Shape::MOST_DIMENSIONS],
    used: usize,
}

impl Shape {
    pub const MOST_DIMENSIONS: usize = 4;

    /// The shape with these dimensions; `None` if there are too few, too many, or one is 0, or if they multiply to
    /// more than `u32::MAX` numbers.
    pub const fn new(dimensions: &[u32]) -> Option<Shape> {
        let used = dimensions.len();
        if used == 0 || used > Shape::MOST_DIMENSIONS {
            return None;
        }
        let mut shape = Shape { dimensions: [0; Shape::MOST_DIMENSIONS], used };
        let mut count = 1u32;
        let mut i = 0;
        while i < used {
            count = match count.checked_mul(dimensions[i]) {
                Some(0) | None => return None,
                Some(count) => count,
            };
            shape.dimensions[i] = dimensions[i];
            i += 1;
        }
        Some(shape)
    }

    /// How many numbers an array of this shape has.
    pub const fn count(self) -> usize {
        let mut count = 1;
        let mut i = 0;
        while i < self.used {
            count *= self.dimensions[i] as usize;
            i += 1;
        }
        count
    }

    pub fn dimensions(&self) -> &[u32] {
        &self.dimensions[..self.used]
    }

    /// All dimensions as a file has them.
    pub(crate) const fn padded(self) -> [u32; Shape::MOST_DIMENSIONS] {
        self.dimensions
    }

    pub(crate) const fn same(self, other: Shape) -> bool {
        let mut i = 0;
        while i < Shape::MOST_DIMENSIONS {
            if self.dimensions[i] != other.dimensions[i] {
                return false;
            }
            i += 1;
        }
        true
    }
}

/// `4 x 32`
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.dimensions().iter().map(u32::to_string).collect();
        f.pad(&texts.join(" x "))
    }
}

/// An array that a file should have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArrayLayout<'a> {
    pub name: &'a str,
    pub kind: Kind,
    pub shape: Shape,
}

impl<'a> ArrayLayout<'a> {
    /// For constants: a shape that is none does not build.
    ///
    /// # Panics
    /// If [`Shape::new`] refuses the dimensions.
    pub const fn new(name: &'a str, kind: Kind, dimensions: &[u32]) -> ArrayLayout<'a> {
        match Shape::new(dimensions) {
            Some(shape) => ArrayLayout { name, kind, shape },
            None => panic!("an array has one to four dimensions, none of them 0"),
        }
    }
}

/// What a file should hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout<'a> {
    pub game: &'a str,
    pub architecture: &'a str,
    pub arrays: &'a [ArrayLayout<'a>],
}

impl Layout<'_> {
    /// How many numbers there are in all arrays.
    pub const fn count(&self) -> usize {
        let mut count = 0;
        let mut i = 0;
        while i < self.arrays.len() {
            count += self.arrays[i].shape.count();
            i += 1;
        }
        count
    }
}
