//! The write-ahead log of a file, looked at before `SQLite` does.
//!
//! What was committed last stands in `FILE-wal`: a header of 32 bytes, then frames of 24 bytes and a page, each
//! with a checksum over everything before it. `SQLite` uses the frames up to the first one whose checksum is
//! wrong and drops the rest without a word. After a crash that is right: the rest was never finished. A machine
//! that loses power may have written the frames of the last transaction in any order, its commit frame included,
//! but never any of the next one: a commit is synced before the next begins. So where a whole transaction
//! follows behind the one with the frame that is wrong, bytes have changed, and the user has to know.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek};
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

/// A damaged write-ahead log that was copied before `SQLite` could write over it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptWal {
    pub damage: WalDamage,
    /// The copy, beside the store.
    pub copy: PathBuf,
}

/// Copies the write-ahead log of a store that is about to be opened, if it is damaged.
pub fn keep_damaged_wal(store: &Path) -> io::Result<Option<KeptWal>> {
    let Some(damage) = wal_damage(store)? else { return Ok(None) };
    let wal = wal_file(store);
    let name = |number: u32| {
        let mut name = wal.as_os_str().to_owned();
        name.push(format!(".damaged-{number}"));
        PathBuf::from(name)
    };
    let free = (1..1_000).map(name).find(|name| !name.exists());
    let copy = free.ok_or_else(|| io::Error::other("too many damaged logs are kept beside it"))?;
    fs::copy(&wal, &copy)?;
    File::open(&copy)?.sync_all()?;
    Ok(Some(KeptWal { damage, copy }))
}

/// The file in which the last commits of a store are kept.
pub fn wal_file(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Looks for damage in the write-ahead log of a store. `None` where there is no such log, where it is whole, where
/// only its end was never finished, and where a program is just beginning it anew.
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
    // Behind the damage: are all frames since a commit frame sound?
    let mut whole = false;
    while read_whole(&mut reader, &mut frame)? {
        // The file is used again from its beginning: what is left of an earlier round has other salts.
        let current = frame[8..16] == header[16..24];
        let next = checksum(sum, &frame[..8], big);
        let next = checksum(next, &frame[FRAME_HEADER..], big);
        // Each checksum begins with the one before, as it stands in the file: a frame behind the damage is
        // sound if it continues the one before it.
        sum = (word(&frame, 16), word(&frame, 20));
        let sound = current && next == sum;
        if sound && wrong == 0 {
            used += 1;
            continue;
        }
        wrong += 1;
        // A frame that ends a transaction says how large the file is afterwards.
        let commits = current && word(&frame, 4) != 0;
        if whole && sound && commits {
            dropped = wrong;
        }
        whole = commits || whole && sound;
    }
    if dropped == 0 {
        return Ok(None);
    }
    let mut now = [0; HEADER];
    reader.rewind()?;
    let begun_anew = !read_whole(&mut reader, &mut now)? || now != header;
    Ok((!begun_anew).then_some(WalDamage { used, dropped }))
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
