//! What is remembered of positions that were looked at, shared by all threads.
//!
//! An entry is two words. The second is the data, the first is the key of the position mixed with
//! the data: when two threads write the same entry at once and the words do not belong together, the
//! key does not fit any more, and the entry is taken for another position's. So no lock is needed.

use crate::pages;
use crate::score::{Bound, WON_SOON};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The code of the best move, 0 if there is none.
    pub code: u16,
    /// The score, with an end of the game counted from the position.
    pub score: i16,
    /// What the position was worth at first sight, or [`NO_OPINION`].
    pub opinion: i16,
    /// How far it was looked at.
    pub depth: u8,
    /// How the score relates to the truth; `None` where only the opinion is known.
    pub bound: Option<Bound>,
    /// Whether the position was once part of a main line.
    pub principal: bool,
}

/// The position was never judged by its looks.
pub const NO_OPINION: i16 = i16::MIN;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Four entries that share a line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The table.
pub struct Transpositions {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

/// Ages are counted modulo this.
const AGES: u8 = 32;

impl Transpositions {
    /// A table of about so many megabytes, at least one: the half of it, or the half of that, where
    /// there is not so much memory.
    pub fn new(megabytes: usize) -> Transpositions {
        Transpositions::within(megabytes, pages::available())
    }

    /// The same where so many bytes are available.
    fn within(megabytes: usize, available: usize) -> Transpositions {
        let mut megabytes = megabytes.clamp(1, usize::MAX >> 20);
        loop {
            let count = (megabytes << 20) / size_of::<Bucket>();
            let room = if megabytes << 20 <= available { pages::room_for(count) } else { None };
            if let Some(mut buckets) = room.or_else(|| (megabytes == 1).then(Vec::new)) {
                buckets.resize_with(count, Bucket::default);
                return Transpositions { buckets, age: AtomicU8::new(0) };
            }
            megabytes /= 2;
        }
    }

    /// Its size.
    pub fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = AtomicU8::new(0);
    }

    /// A new search begins: entries of older ones make room first.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// How much is filled by the present search, in thousandths.
    pub fn filled(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let recent = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && age_of(data) == age
        };
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(recent).count();
        (used * 1000 / (sample.len() * 4)) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// Asks the machine to have the entry of a key at hand soon.
    #[inline]
    pub fn fetch(&self, key: u64) {
        crate::prefetch::prefetch(self.bucket(key));
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn look_up(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let (check, data) = (slot.check.load(Relaxed), slot.data.load(Relaxed));
            (check ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Remembers what is known of a position, in the place of what is worth least: what was looked at
    /// less deeply or longer ago.
    #[inline]
    pub fn remember(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut place = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            let (check, data) = (slot.check.load(Relaxed), slot.data.load(Relaxed));
            if check ^ data == key && data != 0 {
                let old = unpack(data);
                if entry.code == 0 {
                    entry.code = old.code;
                }
                let much_shallower = entry.depth + 4 < old.depth && age_of(data) == age;
                if entry.bound != Some(Bound::Exact) && much_shallower {
                    return;
                }
                place = slot;
                break;
            }
            let years = i32::from((AGES + age - age_of(data)) % AGES);
            let worth =
                if data == 0 { i32::MIN } else { i32::from(unpack(data).depth) - 8 * years };
            if worth < least {
                least = worth;
                place = slot;
            }
        }
        let data = pack(entry, age);
        place.check.store(key ^ data, Relaxed);
        place.data.store(data, Relaxed);
    }
}

#[inline]
fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        None => 0,
        Some(Bound::AtMost) => 1,
        Some(Bound::AtLeast) => 2,
        Some(Bound::Exact) => 3,
    };
    u64::from(entry.code)
        | u64::from(entry.score as u16) << 16
        | u64::from(entry.opinion as u16) << 32
        | u64::from(entry.depth) << 48
        | (bound | u64::from(entry.principal) << 2 | u64::from(age) << 3) << 56
}

#[inline]
fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[inline]
fn unpack(data: u64) -> Entry {
    Entry {
        code: data as u16,
        score: (data >> 16) as i16,
        opinion: (data >> 32) as i16,
        depth: (data >> 48) as u8,
        bound: match data >> 56 & 3 {
            0 => None,
            1 => Some(Bound::AtMost),
            2 => Some(Bound::AtLeast),
            _ => Some(Bound::Exact),
        },
        principal: data >> 58 & 1 != 0,
    }
}

/// A score as the table keeps it: the end of the game is counted from the position, not from the root.
pub fn from_here(score: i32, ply: usize) -> i16 {
    let score = match score {
        score if score >= WON_SOON => score + ply as i32,
        score if score <= -WON_SOON => score - ply as i32,
        score => score,
    };
    score as i16
}

/// A score of the table as the search counts it, from the root.
pub fn from_root(score: i16, ply: usize) -> i32 {
    match i32::from(score) {
        score if score >= WON_SOON => score - ply as i32,
        score if score <= -WON_SOON => score + ply as i32,
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
            |((code, score, opinion, depth), bound, principal)| Entry {
                code,
                score,
                opinion,
                depth,
                bound,
                principal,
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_remembered_is_found_and_nothing_else(entry in entries(), key: u64, other: u64) {
            let table = Transpositions::new(1);
            prop_assert_eq!(table.look_up(key), None);
            table.remember(key, entry);
            prop_assert_eq!(table.look_up(key), Some(entry));
            prop_assert_eq!(table.look_up(other), (other == key).then_some(entry));
        }

        #[test]
        fn an_end_of_the_game_is_counted_from_the_position(plies in 0usize..100, ply in 0usize..100) {
            let score = crate::score::WON - (plies + ply) as i32;
            prop_assert_eq!(from_root(from_here(score, ply), ply), score);
            prop_assert_eq!(from_here(score, ply), (crate::score::WON - plies as i32) as i16);
            prop_assert_eq!(from_root(from_here(-score, ply), ply), -score);
        }
    }

    #[test]
    fn a_table_that_does_not_fit_is_halved_until_it_does() {
        let fitting =
            |megabytes, mib: usize| Transpositions::within(megabytes, mib << 20).megabytes();
        assert_eq!(fitting(3, 64), 3);
        assert_eq!(fitting(32_768, 5), 4);
        assert_eq!(fitting(24, 20), 12);
        assert_eq!(fitting(0, 64), 1);
        assert_eq!(fitting(usize::MAX, 0), 1);
    }

    #[test]
    fn words_that_do_not_belong_together_are_no_entry() {
        let table = Transpositions::new(1);
        let entry = Entry {
            code: 7,
            score: 30,
            opinion: 20,
            depth: 5,
            bound: Some(Bound::Exact),
            principal: false,
        };
        table.remember(99, entry);
        let slot = &table.bucket(99).0[0];
        slot.data.store(pack(Entry { score: 31, ..entry }, 0), Relaxed);
        assert_eq!(table.look_up(99), None);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let table = Transpositions::new(1);
        let entry = |depth| Entry {
            code: 1,
            score: 0,
            opinion: 0,
            depth,
            bound: Some(Bound::AtLeast),
            principal: false,
        };
        // Keys that differ in their lowest bits only share a bucket.
        table.remember(1, entry(20));
        (2..10).for_each(|key| table.remember(key, entry(3)));
        assert!(table.look_up(1).is_some());
        for _ in 0..4 {
            table.grow_older();
        }
        (10..14).for_each(|key| table.remember(key, entry(3)));
        assert!(table.look_up(1).is_none());
    }
}
