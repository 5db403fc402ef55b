//! The write-ahead log of a file, looked at before `SQLite` does.
//!
//! What was committed last stands in `FILE-wal`: a header of 32 bytes, then frames of 24 bytes and a page, each
//! with a checksum over everything before it. `SQLite` uses the frames up to the first one whose checksum is
//! wrong and drops the rest without a word. After a crash that is right: the rest was never finished. Where a
//! whole transaction follows behind a frame that is wrong, bytes have changed, and the user has to know.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The two magic numbers: the checksums are over little-endian or over big-endian words.
const LITTLE: u32 = 0x377f_0682;
const BIG: u32 = 0x377f_0683;

/// What is lost of a damaged write-ahead log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WalDamage {
    /// Pages up to the damage, which are used.
    pub used: u64,
    /// Pages from the damage on, which are not.
    pub dropped: u64,
}

/// The file in which the last commits of a store are kept.
pub fn wal_file(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Looks for damage in the write-ahead log of a store that no program has open. `None` where there is no such
/// log, where it is whole, or where only its end was never finished.
pub fn wal_damage(store: &Path) -> io::Result<Option<WalDamage>> {
    let file = match File::open(wal_file(store)) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let length = file.metadata()?.len();
    let mut reader = BufReader::new(file);
    let mut header = [0; HEADER];
    if length <= HEADER as u64 {
        return Ok(None);
    }
    reader.read_exact(&mut header)?;
    let (magic, page_size) = (word(&header, 0), word(&header, 8) as usize);
    let big = magic == BIG;
    let mut sum = checksum((0, 0), &header[..24], big);
    let sound = (magic == LITTLE || big)
        && page_size.is_power_of_two()
        && (512..=65_536).contains(&page_size)
        && sum == (word(&header, 24), word(&header, 28));
    if !sound {
        return Ok(Some(WalDamage { used: 0, dropped: (length - HEADER as u64) / 4096 + 1 }));
    }
    let mut frame = vec![0; FRAME_HEADER + page_size];
    let (mut used, mut wrong, mut dropped) = (0, 0, 0);
    while read_whole(&mut reader, &mut frame)? {
        // The file is used again from its beginning: what is left of an earlier round has other salts.
        if frame[8..16] != header[16..24] {
            break;
        }
        if wrong == 0 {
            let next = checksum(sum, &frame[..8], big);
            let next = checksum(next, &frame[FRAME_HEADER..], big);
            if next == (word(&frame, 16), word(&frame, 20)) {
                sum = next;
                used += 1;
                continue;
            }
        }
        wrong += 1;
        // A frame that ends a transaction says how large the file is afterwards.
        if wrong > 1 && word(&frame, 4) != 0 {
            dropped = wrong;
        }
    }
    Ok((dropped > 0).then_some(WalDamage { used, dropped }))
}

/// Fills the buffer; false at the end of the file, and where it ends in between.
fn read_whole(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match reader.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

/// Carries the checksum on over more bytes, two words at a time.
fn checksum((mut one, mut two): (u32, u32), bytes: &[u8], big: bool) -> (u32, u32) {
    let read = |bytes: &[u8], at: usize| {
        let word = word(bytes, at);
        if big { word } else { word.swap_bytes() }
    };
    for pair in bytes.chunks_exact(8) {
        one = one.wrapping_add(read(pair, 0)).wrapping_add(two);
        two = two.wrapping_add(read(pair, 4)).wrapping_add(one);
    }
    (one, two)
}
