//! Reading a file, at compile time or later.

use crate::checksum::fletcher64;
use crate::error::{Mismatch, ReadError};
use crate::layout::{ArrayLayout, Kind, Layout, Shape};
use crate::{
    ARCHITECTURE_AT, ARCHITECTURE_BYTES, ARRAY_BYTES, ARRAY_NAME_BYTES, ARRAYS_AT, CHECKSUM_BYTES,
    GAME_AT, GAME_BYTES, MAGIC, MOST_ARRAYS, VERSION,
};

/// A file whose header, length and checksum are right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct File<'a> {
    pub game: &'a str,
    pub architecture: &'a str,
    arrays: usize,
    bytes: &'a [u8],
}

/// An array of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Array<'a> {
    pub name: &'a str,
    pub kind: Kind,
    pub shape: Shape,
    bytes: &'a [u8],
}

/// Reads a file that is part of the program. Meant for constants, where a file that cannot be read or does not fit
/// the layout is an error of the build.
///
/// # Panics
/// With the reason, if there is one.
pub const fn embedded(bytes: &'static [u8], layout: &Layout<'static>) -> File<'static> {
    let file = match File::read(bytes) {
        Ok(file) => file,
        Err(error) => panic!("{}", error.reason()),
    };
    match file.check(layout) {
        Ok(()) => file,
        Err(error) => panic!("{}", error.reason()),
    }
}

impl<'a> File<'a> {
    /// Reads a file of any game and architecture.
    pub const fn read(bytes: &'a [u8]) -> Result<File<'a>, ReadError> {
        if bytes.len() < ARRAYS_AT {
            // Other files are short, too: say that first.
            return match bytes.first_chunk::<8>() {
                Some(found) if !same(found, &MAGIC) => Err(ReadError::Magic { found: *found }),
                _ => Err(ReadError::Short { length: bytes.len(), expected: ARRAYS_AT }),
            };
        }
        if let Some(found) = bytes.first_chunk::<8>()
            && !same(found, &MAGIC)
        {
            return Err(ReadError::Magic { found: *found });
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            return Err(ReadError::Version { found: version });
        }
        let arrays = u16::from_le_bytes([bytes[10], bytes[11]]) as usize;
        if arrays == 0 || arrays > MOST_ARRAYS {
            return Err(ReadError::Arrays { found: arrays });
        }
        let data = ARRAYS_AT + arrays * ARRAY_BYTES;
        if bytes.len() < data {
            return Err(ReadError::Short { length: bytes.len(), expected: data });
        }
        let Some(game) = name(bytes, GAME_AT, GAME_BYTES) else {
            return Err(ReadError::Name { what: "the game", at: GAME_AT });
        };
        let Some(architecture) = name(bytes, ARCHITECTURE_AT, ARCHITECTURE_BYTES) else {
            return Err(ReadError::Name { what: "the architecture", at: ARCHITECTURE_AT });
        };
        // At most 256 times four bytes times 2^32: no overflow.
        let mut length = (data + CHECKSUM_BYTES) as u64;
        let mut array = 0;
        while array < arrays {
            length += match read_layout(bytes, array) {
                Ok(layout) => layout.shape.count() as u64 * layout.kind.bytes() as u64,
                Err(error) => return Err(error),
            };
            array += 1;
        }
        if bytes.len() as u64 != length {
            return Err(ReadError::Length { found: bytes.len(), expected: length });
        }
        let (content, end) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
        let (found, expected) = (fletcher64(content), long(end, 0));
        if found != expected {
            return Err(ReadError::Checksum { found, expected });
        }
        Ok(File { game, architecture, arrays, bytes })
    }

    /// Is this what a reader expects, array by array?
    pub const fn check<'b>(&self, layout: &Layout<'b>) -> Result<(), Mismatch<'b>>
    where
        'a: 'b,
    {
        if !same(self.game.as_bytes(), layout.game.as_bytes()) {
            return Err(Mismatch::Game { found: self.game, expected: layout.game });
        }
        let (found, expected) = (self.architecture, layout.architecture);
        if !same(found.as_bytes(), expected.as_bytes()) {
            return Err(Mismatch::Architecture { found, expected });
        }
        let (found, expected) = (self.arrays, layout.arrays.len());
        if found != expected {
            return Err(Mismatch::Arrays { found, expected });
        }
        let mut array = 0;
        while array < self.arrays {
            // `read` has seen that there is a layout.
            if let Ok(ArrayLayout { name, kind, shape }) = read_layout(self.bytes, array) {
                let expected = layout.arrays[array];
                if !same(name.as_bytes(), expected.name.as_bytes()) {
                    let expected = expected.name;
                    return Err(Mismatch::Name { array, found: name, expected });
                }
                if kind.code() != expected.kind.code() {
                    let expected = expected.kind;
                    return Err(Mismatch::Kind { array: name, found: kind, expected });
                }
                if !shape.same(expected.shape) {
                    let expected = expected.shape;
                    return Err(Mismatch::Shape { array: name, found: shape, expected });
                }
            }
            array += 1;
        }
        Ok(())
    }

    /// The arrays, in their order.
    pub fn arrays(&self) -> impl Iterator<Item = Array<'a>> + use<'a> {
        let bytes = self.bytes;
        let mut rest = &bytes[ARRAYS_AT + self.arrays * ARRAY_BYTES..];
        // `read` has seen that there is a layout for each.
        (0..self.arrays).map_while(move |array| {
            let ArrayLayout { name, kind, shape } = read_layout(bytes, array).ok()?;
            let numbers;
            (numbers, rest) = rest.split_at(shape.count() * kind.bytes());
            Some(Array { name, kind, shape, bytes: numbers })
        })
    }

    /// The numbers of all arrays in pairs, for a file in which all of them are `i16`.
    ///
    /// # Panics
    /// If the file has other numbers, more or fewer: a [layout](File::check) that fits says that it has not.
    pub const fn pairs<const N: usize>(&self) -> [[i16; 2]; N] {
        let mut at = ARRAYS_AT + self.arrays * ARRAY_BYTES;
        assert!(
            at + 4 * N + CHECKSUM_BYTES == self.bytes.len(),
            "weights: another number of pairs than the code has"
        );
        let mut array = 0;
        while array < self.arrays {
            let kind = self.bytes[ARRAYS_AT + array * ARRAY_BYTES + ARRAY_NAME_BYTES];
            assert!(kind == Kind::I16.code(), "weights: expected numbers of 16 bits");
            array += 1;
        }
        let mut pairs = [[0; 2]; N];
        let mut i = 0;
        while i < N {
            let bytes = self.bytes;
            pairs[i][0] = i16::from_le_bytes([bytes[at], bytes[at + 1]]);
            pairs[i][1] = i16::from_le_bytes([bytes[at + 2], bytes[at + 3]]);
            at += 4;
            i += 1;
        }
        pairs
    }

    /// The bytes of the whole file.
    pub const fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The checksum at the end of the file, which is right.
    pub const fn checksum(&self) -> u64 {
        long(self.bytes, self.bytes.len() - CHECKSUM_BYTES)
    }
}

impl<'a> Array<'a> {
    /// The numbers as integers, the last dimension fastest; those of an array of floats are rounded.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = i32> + Clone + use<'a> {
        self.values().map(|value| value.round() as i32)
    }

    /// The numbers, the last dimension fastest. Each kind of number is exact.
    pub fn values(&self) -> impl ExactSizeIterator<Item = f64> + Clone + use<'a> {
        let kind = self.kind;
        self.bytes.chunks_exact(kind.bytes()).map(move |bytes| {
            let sign = -i32::from(bytes.last().is_some_and(|&highest| highest >= 0x80));
            let word = bytes.iter().rev().fold(sign, |word, &byte| word << 8 | i32::from(byte));
            match kind {
                Kind::F32 => f64::from(f32::from_bits(word.cast_unsigned())),
                Kind::I8 | Kind::I16 | Kind::I32 => f64::from(word),
            }
        })
    }
}

/// The description of an array in the header.
const fn read_layout(bytes: &[u8], array: usize) -> Result<ArrayLayout<'_>, ReadError> {
    let at = ARRAYS_AT + array * ARRAY_BYTES;
    let Some(name) = name(bytes, at, ARRAY_NAME_BYTES) else {
        return Err(ReadError::Name { what: "an array", at });
    };
    let at = at + ARRAY_NAME_BYTES;
    let Some(kind) = Kind::of_code(bytes[at]) else {
        return Err(ReadError::Kind { array, found: bytes[at], at });
    };
    let at = at + 1;
    let dimensions =
        [word(bytes, at + 3), word(bytes, at + 7), word(bytes, at + 11), word(bytes, at + 15)];
    let used = bytes[at] as usize;
    let wrong = Err(ReadError::Shape { array, at });
    if used > Shape::MOST_DIMENSIONS || bytes[at + 1] != 0 || bytes[at + 2] != 0 {
        return wrong;
    }
    let (used, rest) = dimensions.split_at(used);
    let mut i = 0;
    while i < rest.len() {
        if rest[i] != 0 {
            return wrong;
        }
        i += 1;
    }
    match Shape::new(used) {
        Some(shape) => Ok(ArrayLayout { name, kind, shape }),
        None => wrong,
    }
}

const fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

const fn long(bytes: &[u8], at: usize) -> u64 {
    (word(bytes, at + 4) as u64) << 32 | word(bytes, at) as u64
}

/// The name in a field that is filled up with zeros.
const fn name(bytes: &[u8], at: usize, length: usize) -> Option<&str> {
    let (_, field) = bytes.split_at(at);
    let (field, _) = field.split_at(length);
    let mut end = 0;
    while end < length && field[end].is_ascii_graphic() {
        end += 1;
    }
    let (name, rest) = field.split_at(end);
    let mut i = 0;
    while i < rest.len() {
        if rest[i] != 0 {
            return None;
        }
        i += 1;
    }
    match str::from_utf8(name) {
        Ok(name) if !name.is_empty() => Some(name),
        _ => None,
    }
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut i = 0;
    while i < one.len() {
        if one[i] != other[i] {
            return false;
        }
        i += 1;
    }
    true
}
