//! The laws without a fuzzer: every seed, every beginning of one, and copies that are damaged.

use roundtrip::LAWS;
use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

/// How many damaged copies of a seed are tried.
const COPIES: u64 = 300;
/// Bytes that mean something in one of the formats.
const TELLING: &[u8] = b" \n\r\t\0\"\\/[](){};:%.,-+*#=!?$|&~_0189abehKQWBXOxlrmv\xef\xbb\xbf\xc3";

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(name)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_law_has_a_target_and_seeds_and_nothing_else_has() {
    let laws: BTreeSet<String> = LAWS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(laws.len(), LAWS.len());
    for name in ["fuzz_targets", "seeds"] {
        let stems = files(&folder(name))
            .into_iter()
            .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned());
        assert_eq!(stems.collect::<BTreeSet<_>>(), laws, "{name}");
    }
    for law in &laws {
        let target = fs::read_to_string(folder("fuzz_targets").join(law).with_extension("rs"));
        assert!(target.unwrap().contains(&format!("roundtrip::{law}(bytes)")), "{law}");
    }
}

#[test]
fn every_seed_and_every_beginning_of_one_keeps_its_law() {
    for (name, law) in LAWS {
        for seed in files(&folder("seeds").join(name)) {
            let bytes = fs::read(&seed).unwrap();
            for length in 0..=bytes.len() {
                holds(name, law, &bytes[..length]);
            }
        }
    }
}

#[test]
fn every_damaged_seed_keeps_its_law() {
    for (name, law) in LAWS {
        for seed in files(&folder("seeds").join(name)) {
            let bytes = fs::read(&seed).unwrap();
            for copy in 0..COPIES {
                holds(name, law, &damaged(&bytes, copy));
            }
        }
    }
}

/// Says which input it was where a law does not hold.
fn holds(name: &str, law: roundtrip::Law, bytes: &[u8]) {
    let held = catch_unwind(|| law(bytes)).is_ok();
    assert!(held, "the law of {name} does not hold of {:?}", String::from_utf8_lossy(bytes));
}

/// The copy of that number: a few bytes replaced, put in, taken out or repeated.
fn damaged(bytes: &[u8], copy: u64) -> Vec<u8> {
    let mut numbers = Numbers(copy);
    let mut bytes = bytes.to_vec();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(bytes.len() + 1);
        let end = (at + numbers.below(8)).min(bytes.len());
        match numbers.below(4) {
            0 => bytes.insert(at, TELLING[numbers.below(TELLING.len())]),
            1 => drop(bytes.splice(at..end, [TELLING[numbers.below(TELLING.len())]])),
            2 => drop(bytes.drain(at..end)),
            _ => bytes.extend_from_within(at..end),
        }
    }
    bytes
}

/// Numbers that look random and are the same in every run: `SplitMix64`.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % most.max(1) as u64) as usize
    }
}
