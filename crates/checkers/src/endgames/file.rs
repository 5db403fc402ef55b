//! The file of a slice: who wins each position with the same pieces, and when.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | how it begins, with the version |
//! | 4 | men and kings of the side to move, men and kings of the other side |
//! | 4 | how long the results are in the file |
//! | 4 | how long the ends of the blocks are in the file |
//! | 8 each | how many positions are won, lost and drawn |
//! | 1 | the longest way to the end of a game |
//! | | the results ([`Results`]), packed |
//! | | where each block of distances ends, counted from the first, 8 bytes each, packed |
//! | | the blocks of distances, [`BLOCK`] positions each, packed |
//! | 4 | CRC-32 of all bytes before |
//!
//! Packed means zlib. Positions in which the side to move must capture are left out: the caller plays the captures first.
//! In the file they have the value of the position before them, which packs best.

use super::material::{Count, Material};
use super::numbering::Numbering;
use super::results::Results;
use super::{Counts, NotEndgames, Slice, Value};
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::{Read, Write};

/// How a file begins, with the version of its format.
const MAGIC: [u8; 8] = *b"TABLERC\x01";
/// How long the part before the results is.
pub const HEAD: usize = 8 + 4 + 4 + 4 + 3 * 8 + 1;
/// The positions of a block of distances.
pub const BLOCK: usize = 1 << 14;
const CHECKSUM: usize = 4;

/// What the first bytes of a file say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    pub(super) numbering: Numbering,
    /// What its positions come to.
    pub counts: Counts,
    results: u32,
    ends: u32,
}

impl Head {
    pub fn read(head: &[u8; HEAD]) -> Result<Head, NotEndgames> {
        let (magic, rest) = head.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(NotEndgames::Other);
        }
        let &[own_men, own_kings, other_men, other_kings, ref lengths @ ..] = rest else {
            return Err(NotEndgames::Damaged);
        };
        let count = |men: u8, kings: u8| Count { men: men.into(), kings: kings.into() };
        let material =
            Material { own: count(own_men, own_kings), other: count(other_men, other_kings) };
        let is_whole = material.own.pieces() > 0 && material.other.pieces() > 0;
        if !is_whole || !(2..=super::MOST_PIECES).contains(&material.pieces()) {
            return Err(NotEndgames::Other);
        }
        let number = |at: usize| lengths.get(at..).and_then(|rest| rest.first_chunk());
        let length = |at: usize| number(at).map_or(0, |bytes| u32::from_le_bytes(*bytes));
        let count = |at: usize| u64::from(length(at)) | u64::from(length(at + 4)) << 32;
        let counts = Counts {
            won: count(8),
            lost: count(16),
            drawn: count(24),
            longest: lengths.last().copied().unwrap_or(0).into(),
        };
        let numbering = Numbering::new(material);
        Ok(Head { numbering, counts, results: length(0), ends: length(4) })
    }

    pub fn material(&self) -> Material {
        self.numbering.material
    }

    /// Where the results are in the file.
    pub fn results(&self) -> std::ops::Range<u64> {
        let first = HEAD as u64;
        first..first + u64::from(self.results)
    }

    /// Where the ends of the blocks are in the file.
    pub fn ends(&self) -> std::ops::Range<u64> {
        let first = self.results().end;
        first..first + u64::from(self.ends)
    }

    fn blocks(&self) -> usize {
        self.numbering.size().div_ceil(BLOCK)
    }

    /// Reads the ends of the blocks from their part of the file.
    pub fn unpack_ends(&self, packed: &[u8]) -> Result<Vec<u64>, NotEndgames> {
        let bytes = unpacked(packed, 8 * self.blocks())?;
        Ok(bytes.as_chunks().0.iter().map(|end| u64::from_le_bytes(*end)).collect())
    }

    /// The distances of a block from its part of the file.
    pub fn unpack_block(&self, block: usize, packed: &[u8]) -> Result<Vec<u8>, NotEndgames> {
        unpacked(packed, self.numbering.size().saturating_sub(block * BLOCK).min(BLOCK))
    }

    /// Reads the results from their part of the file.
    pub fn unpack_results(&self, packed: &[u8]) -> Result<Results, NotEndgames> {
        let mut bytes = Vec::new();
        // No slice of the right size is larger than this.
        let most = self.numbering.size() as u64 + 1024;
        let unpacker = ZlibDecoder::new(packed);
        unpacker.take(most).read_to_end(&mut bytes).map_err(|_| NotEndgames::Damaged)?;
        Results::from_bytes(self.numbering, &bytes).ok_or(NotEndgames::Damaged)
    }
}

/// Unpacks exactly so many bytes.
fn unpacked(packed: &[u8], length: usize) -> Result<Vec<u8>, NotEndgames> {
    let mut bytes = vec![0; length];
    let mut unpacker = ZlibDecoder::new(packed);
    unpacker.read_exact(&mut bytes).map_err(|_| NotEndgames::Damaged)?;
    // The checksum at the end is read only when more is asked for.
    match unpacker.read(&mut [0]) {
        Ok(0) => Ok(bytes),
        _ => Err(NotEndgames::Damaged),
    }
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::new(5));
    // Writing into memory cannot fail.
    let _ = packer.write_all(bytes);
    packer.finish().unwrap_or_default()
}

impl Slice {
    /// The file of a slice.
    pub fn pack(mut self) -> Vec<u8> {
        let counts = self.leave_out_captures();
        let results = packed(&Results::of(&self).bytes());
        let blocks: Vec<Vec<u8>> = self.values.chunks(BLOCK).map(packed).collect();
        let mut end = 0;
        let ends: Vec<u8> = blocks
            .iter()
            .flat_map(|block| {
                end += block.len() as u64;
                end.to_le_bytes()
            })
            .collect();
        let ends = packed(&ends);
        let Material { own, other } = self.numbering.material;
        let mut file = MAGIC.to_vec();
        file.extend([own.men, own.kings, other.men, other.kings].map(|count| count as u8));
        file.extend((results.len() as u32).to_le_bytes());
        file.extend((ends.len() as u32).to_le_bytes());
        file.extend(
            [counts.won, counts.lost, counts.drawn].iter().flat_map(|count| count.to_le_bytes()),
        );
        file.push(counts.longest as u8);
        file.extend(results);
        file.extend(ends);
        file.extend(blocks.concat());
        file.extend(checksum(&file).to_le_bytes());
        file
    }

    /// Reads a whole file.
    pub fn unpack(file: &[u8]) -> Result<Slice, NotEndgames> {
        let (body, sum) = file.split_last_chunk::<CHECKSUM>().ok_or(NotEndgames::Damaged)?;
        let head = Head::read(body.first_chunk().ok_or(NotEndgames::Other)?)?;
        if checksum(body) != u32::from_le_bytes(*sum) {
            return Err(NotEndgames::Damaged);
        }
        let part = |range: std::ops::Range<u64>| {
            body.get(range.start as usize..range.end as usize).ok_or(NotEndgames::Damaged)
        };
        let ends = head.unpack_ends(part(head.ends())?)?;
        let (mut values, mut start) = (Vec::with_capacity(head.numbering.size()), head.ends().end);
        let first = start;
        for (block, end) in ends.into_iter().enumerate() {
            let end = first.saturating_add(end);
            values.extend(head.unpack_block(block, part(start..end.max(start))?)?);
            start = end;
        }
        Ok(Slice { numbering: head.numbering, values, captures: false })
    }

    /// Gives positions in which a capture is at hand the value of the position before them; returns what there was.
    fn leave_out_captures(&mut self) -> Counts {
        let (mut decoder, mut before) = (self.numbering.decoder(), 0);
        let mut counts = Counts::default();
        for (index, value) in self.values.iter_mut().enumerate() {
            let position = decoder.position(index);
            if position.is_some() {
                counts.add(Value::of_byte(*value));
            }
            match position {
                Some(position) if !position.must_capture() => before = *value,
                _ => *value = before,
            }
        }
        self.captures = false;
        counts
    }
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}
