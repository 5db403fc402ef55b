//! The transposition table: what is known of positions that were searched, shared by all threads.
//!
//! An entry is two words. The second is the data, the first is the key of the position mixed with
//! the data: when two threads write the same entry at once and the words do not belong together, the
//! key does not fit any more, and the entry is taken for another position's. So no lock is needed.

use crate::huge_pages;
use crate::prefetch::prefetch;
use crate::score::{Bound, KNOWN_THRESHOLD, MATE_THRESHOLD, NO_EVAL};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What the table knows of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The encoded best move, 0 if there is none.
    pub best_move: u16,
    /// The score, with a mate counted from the position.
    score: i16,
    /// The evaluation before corrections, or [`NO_RAW_EVAL`].
    raw_eval: i16,
    pub depth: u8,
    /// How the score relates to the truth; `None` where only the evaluation is known.
    pub bound: Option<Bound>,
    /// Whether the position was once on a principal variation.
    pub pv: bool,
}

/// The position has no evaluation, because the side to move is in check.
const NO_RAW_EVAL: i16 = i16::MIN;

impl Entry {
    /// What a solver knows of a position: a score that is counted from the position, and no evaluation.
    #[inline]
    pub fn without_eval(best_move: u16, score: i32, depth: u8, bound: Bound) -> Entry {
        Entry::new(best_move, (score, 0), NO_EVAL, depth.into(), Some(bound), false)
    }

    /// What is known of a position so many plies from the root. A raw evaluation of [`NO_EVAL`] means none.
    pub fn new(
        best_move: u16,
        (score, ply): (i32, usize),
        raw_eval: i32,
        depth: i32,
        bound: Option<Bound>,
        pv: bool,
    ) -> Entry {
        Entry {
            best_move,
            score: to_table(score, ply),
            raw_eval: if raw_eval == NO_EVAL { NO_RAW_EVAL } else { raw_eval as i16 },
            depth: depth.clamp(0, 255) as u8,
            bound,
            pv,
        }
    }

    /// The score of the entry as the search counts it so many plies from the root.
    #[inline]
    pub fn tt_score(self, ply: usize) -> i32 {
        from_table(self.score, ply)
    }

    #[inline]
    pub fn raw_eval(self) -> Option<i32> {
        (self.raw_eval != NO_RAW_EVAL).then_some(i32::from(self.raw_eval))
    }

    /// The evaluation, replaced by the score of the entry where its bound says that it is nearer to the
    /// truth: a search has seen more than an evaluation.
    #[inline]
    pub fn refine(self, eval: i32, tt_score: i32) -> i32 {
        match self.bound {
            _ if tt_score.abs() >= MATE_THRESHOLD => eval,
            Some(Bound::Exact) => tt_score,
            Some(Bound::AtLeast) => eval.max(tt_score),
            Some(Bound::AtMost) => eval.min(tt_score),
            None => eval,
        }
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Four entries that share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// Remembers what searches have found out, shared by all threads, and by the solver of a game if it has one.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

/// Generations are counted modulo this.
const GENERATIONS: u8 = 32;
/// A generation more of age makes an entry as replaceable as so many plies less of depth.
const AGE_WEIGHT: i32 = 8;
/// An entry of this generation is not overwritten by one of the same position that is shallower by more.
const DEPTH_MARGIN: u8 = 4;
/// Buckets that are looked at for the share of entries in use.
const SAMPLE: usize = 250;

impl TranspositionTable {
    /// A table of so many megabytes, at least one. Where there is not so much memory the size is halved
    /// until it fits.
    pub fn new(megabytes: usize) -> TranspositionTable {
        TranspositionTable::within(megabytes, huge_pages::available())
    }

    fn within(megabytes: usize, available: usize) -> TranspositionTable {
        let mut megabytes = megabytes.clamp(1, usize::MAX >> 20);
        loop {
            let count = (megabytes << 20) / size_of::<Bucket>();
            let fits = megabytes << 20 <= available;
            let room = if fits { huge_pages::with_capacity(count) } else { None };
            if let Some(mut buckets) = room.or_else(|| (megabytes == 1).then(Vec::new)) {
                buckets.resize_with(count, Bucket::default);
                return TranspositionTable { buckets, generation: AtomicU8::new(0) };
            }
            megabytes /= 2;
        }
    }

    pub fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets all entries.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.generation = AtomicU8::new(0);
    }

    /// A new search begins: entries of older ones are replaced first.
    pub fn new_generation(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// The share of entries that this search has written, in thousandths.
    pub fn filled(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(SAMPLE)];
        let recent = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && generation_of(data) == generation
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(recent).count();
        (used * 1000 / (sample.len() * 4)) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// Asks the processor to load the entries of a key into the cache before they are needed.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let (check, data) = (slot.check.load(Relaxed), slot.data.load(Relaxed));
            (check ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Stores an entry in place of the shallowest or oldest one of its bucket.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let bucket = self.bucket(key);
        let mut place = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            let (check, data) = (slot.check.load(Relaxed), slot.data.load(Relaxed));
            if check ^ data == key && data != 0 {
                let old = unpack(data);
                if entry.best_move == 0 {
                    entry.best_move = old.best_move;
                }
                let much_shallower =
                    entry.depth + DEPTH_MARGIN < old.depth && generation_of(data) == generation;
                if entry.bound != Some(Bound::Exact) && much_shallower {
                    return;
                }
                place = slot;
                break;
            }
            let age = i32::from((GENERATIONS + generation - generation_of(data)) % GENERATIONS);
            let worth =
                if data == 0 { i32::MIN } else { i32::from(unpack(data).depth) - AGE_WEIGHT * age };
            if worth < least {
                least = worth;
                place = slot;
            }
        }
        let data = pack(entry, generation);
        place.check.store(key ^ data, Relaxed);
        place.data.store(data, Relaxed);
    }
}

#[inline]
fn pack(entry: Entry, generation: u8) -> u64 {
    let bound = match entry.bound {
        None => 0,
        Some(Bound::AtMost) => 1,
        Some(Bound::AtLeast) => 2,
        Some(Bound::Exact) => 3,
    };
    u64::from(entry.best_move)
        | u64::from(entry.score as u16) << 16
        | u64::from(entry.raw_eval as u16) << 32
        | u64::from(entry.depth) << 48
        | (bound | u64::from(entry.pv) << 2 | u64::from(generation) << 3) << 56
}

#[inline]
fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[inline]
fn unpack(data: u64) -> Entry {
    Entry {
        best_move: data as u16,
        score: (data >> 16) as i16,
        raw_eval: (data >> 32) as i16,
        depth: (data >> 48) as u8,
        bound: match data >> 56 & 3 {
            0 => None,
            1 => Some(Bound::AtMost),
            2 => Some(Bound::AtLeast),
            _ => Some(Bound::Exact),
        },
        pv: data >> 58 & 1 != 0,
    }
}

/// A score as the table keeps it: a mate, or a result that is known, is counted from the position, not from the root.
fn to_table(score: i32, ply: usize) -> i16 {
    let score = match score {
        score if score >= KNOWN_THRESHOLD => score + ply as i32,
        score if score <= -KNOWN_THRESHOLD => score - ply as i32,
        score => score,
    };
    score as i16
}

/// A score of the table as the search counts it, from the root.
fn from_table(score: i16, ply: usize) -> i32 {
    match i32::from(score) {
        score if score >= KNOWN_THRESHOLD => score - ply as i32,
        score if score <= -KNOWN_THRESHOLD => score + ply as i32,
        score => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entries() -> impl Strategy<Value = Entry> {
        let bounds = [None, Some(Bound::Exact), Some(Bound::AtLeast), Some(Bound::AtMost)];
        let words = (1u16.., any::<i16>(), any::<i16>(), any::<u8>());
        (words, proptest::sample::select(bounds.to_vec()), any::<bool>()).prop_map(
            |((best_move, score, raw_eval, depth), bound, pv)| Entry {
                best_move,
                score,
                raw_eval,
                depth,
                bound,
                pv,
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_stored_is_found_and_nothing_else(entry in entries(), key: u64, other: u64) {
            let table = TranspositionTable::new(1);
            prop_assert_eq!(table.probe(key), None);
            table.store(key, entry);
            prop_assert_eq!(table.probe(key), Some(entry));
            prop_assert_eq!(table.probe(other), (other == key).then_some(entry));
        }

        #[test]
        fn a_mate_is_counted_from_the_position(plies in 0usize..100, ply in 0usize..100) {
            let score = crate::score::MATE - (plies + ply) as i32;
            prop_assert_eq!(from_table(to_table(score, ply), ply), score);
            prop_assert_eq!(to_table(score, ply), (crate::score::MATE - plies as i32) as i16);
            prop_assert_eq!(from_table(to_table(-score, ply), ply), -score);
        }
    }

    #[test]
    fn a_table_that_does_not_fit_is_halved_until_it_does() {
        let fitting =
            |megabytes, mib: usize| TranspositionTable::within(megabytes, mib << 20).megabytes();
        assert_eq!(fitting(3, 64), 3);
        assert_eq!(fitting(32_768, 5), 4);
        assert_eq!(fitting(24, 20), 12);
        assert_eq!(fitting(0, 64), 1);
        assert_eq!(fitting(usize::MAX, 0), 1);
    }

    #[test]
    fn words_that_do_not_belong_together_are_no_entry() {
        let table = TranspositionTable::new(1);
        let entry = Entry {
            best_move: 7,
            score: 30,
            raw_eval: 20,
            depth: 5,
            bound: Some(Bound::Exact),
            pv: false,
        };
        table.store(99, entry);
        let slot = &table.bucket(99).0[0];
        slot.data.store(pack(Entry { score: 31, ..entry }, 0), Relaxed);
        assert_eq!(table.probe(99), None);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let table = TranspositionTable::new(1);
        let entry = |depth| Entry {
            best_move: 1,
            score: 0,
            raw_eval: 0,
            depth,
            bound: Some(Bound::AtLeast),
            pv: false,
        };
        // Keys that differ in their lowest bits only share a bucket.
        table.store(1, entry(20));
        (2..10).for_each(|key| table.store(key, entry(3)));
        assert!(table.probe(1).is_some());
        for _ in 0..4 {
            table.new_generation();
        }
        (10..14).for_each(|key| table.store(key, entry(3)));
        assert!(table.probe(1).is_none());
    }
}
