//! Writing a file.

use crate::checksum::fletcher64;
use crate::error::WriteError;
use crate::layout::{ArrayLayout, Kind, Layout};
use crate::{ARCHITECTURE_BYTES, ARRAY_NAME_BYTES, GAME_BYTES, MAGIC, MOST_ARRAYS, VERSION};

/// The file with this layout and these numbers: those of each array one after the other.
pub fn write(layout: &Layout<'_>, numbers: &[i32]) -> Result<Vec<u8>, WriteError> {
    write_with(layout, numbers, |array, index, found| {
        let (least, greatest) = array.kind.range();
        if found < least || found > greatest {
            let (array, kind) = (array.name.to_owned(), array.kind);
            return Err(WriteError::Range { array, index, found, kind });
        }
        Ok(match array.kind {
            Kind::F32 => (found as f32).to_le_bytes(),
            Kind::I8 | Kind::I16 | Kind::I32 => found.to_le_bytes(),
        })
    })
}

/// The same for floats. Where the layout has integers, they are rounded.
pub fn write_floats(layout: &Layout<'_>, numbers: &[f32]) -> Result<Vec<u8>, WriteError> {
    write_with(layout, numbers, |array, index, found| {
        let (least, greatest) = array.kind.range();
        let rounded = found.round();
        match array.kind {
            Kind::F32 => Ok(found.to_le_bytes()),
            _ if rounded >= least as f32 && rounded <= greatest as f32 => {
                Ok((rounded as i32).to_le_bytes())
            }
            kind => {
                let array = array.name.to_owned();
                Err(WriteError::Range { array, index, found: rounded as i32, kind })
            }
        }
    })
}

/// `bytes` gives the little-endian bytes of a number for the kind of an array; those beyond its size
/// are cut off.
fn write_with<T: Copy>(
    layout: &Layout<'_>,
    numbers: &[T],
    bytes: impl Fn(&ArrayLayout<'_>, usize, T) -> Result<[u8; 4], WriteError>,
) -> Result<Vec<u8>, WriteError> {
    let count = layout.arrays.len();
    if count == 0 || count > MOST_ARRAYS {
        return Err(WriteError::Arrays { found: count });
    }
    let expected = layout.count();
    if numbers.len() != expected {
        return Err(WriteError::Count { found: numbers.len(), expected });
    }
    let mut file = Vec::from(MAGIC);
    file.extend(VERSION.to_le_bytes());
    file.extend((count as u16).to_le_bytes());
    write_name(&mut file, "the game", layout.game, GAME_BYTES)?;
    write_name(&mut file, "the architecture", layout.architecture, ARCHITECTURE_BYTES)?;
    for array in layout.arrays {
        write_name(&mut file, "an array", array.name, ARRAY_NAME_BYTES)?;
        file.extend([array.kind.code(), array.shape.dimensions().len() as u8, 0, 0]);
        file.extend(array.shape.padded().iter().flat_map(|dimension| dimension.to_le_bytes()));
    }
    let mut rest = numbers;
    for array in layout.arrays {
        let (numbers, after) = rest.split_at(array.shape.count());
        for (index, &found) in numbers.iter().enumerate() {
            file.extend(&bytes(array, index, found)?[..array.kind.bytes()]);
        }
        rest = after;
    }
    let checksum = fletcher64(&file);
    file.extend(checksum.to_le_bytes());
    Ok(file)
}

fn write_name(
    file: &mut Vec<u8>,
    what: &'static str,
    name: &str,
    most: usize,
) -> Result<(), WriteError> {
    let right = (1..=most).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_graphic());
    if !right {
        let found = name.chars().take(80).collect();
        return Err(WriteError::Name { what, found, most });
    }
    file.extend(name.bytes());
    file.resize(file.len() + most - name.len(), 0);
    Ok(())
}
