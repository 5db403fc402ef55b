//! Making databases, slice by slice and resumable.

use super::folder::Folder;
use super::{Make, megabytes};
use crate::progress;
use crate::signals::stop_on_signal_or_end_at_second;
use anyhow::Context;
use checkers::endgames::{self, Endgames, Material, SHIPPED_PIECES, Unsolved, memory, shipped};
use game::Stop;
use std::collections::VecDeque;
use std::io::Write;
use std::num::NonZero;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

pub fn run(arguments: &Make, out: &mut impl Write) -> anyhow::Result<()> {
    let folder = arguments.place.folder()?;
    folder.prepare()?;
    let threads = arguments
        .threads
        .map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), usize::from);
    let stop = stop_on_signal_or_end_at_second()?;
    let mut known = shipped().clone();
    for pieces in SHIPPED_PIECES + 1..=usize::from(arguments.pieces) {
        if !make(pieces, &folder, &known, threads, &stop, out)? {
            writeln!(
                out,
                "stopped: what is whole is kept, and the same command goes on from there"
            )?;
            return Ok(());
        }
        if pieces < usize::from(arguments.pieces) {
            for slice in Material::all(pieces) {
                known.insert(folder.read_slice(slice)?);
            }
        }
    }
    super::list(&folder, out)
}

/// Both slices of the same pieces, as one side and the other see them, are made together.
fn pairs(pieces: usize, folder: &Folder) -> Vec<Material> {
    let is_first = |slice: &Material| *slice <= slice.turned();
    let is_missing = |slice: &Material| !folder.has(*slice) || !folder.has(slice.turned());
    Material::all(pieces).into_iter().filter(is_first).filter(is_missing).collect()
}

/// Makes what is missing of so many pieces; `known` has all with fewer. Returns false if it was stopped.
fn make(
    pieces: usize,
    folder: &Folder,
    known: &Endgames,
    threads: usize,
    stop: &Stop,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let begun = Instant::now();
    let missing = pairs(pieces, folder);
    let Some(largest) = missing.iter().map(|&slice| needed(slice)).max() else { return Ok(true) };
    let fewer: u64 = (2..pieces).flat_map(Material::all).map(Material::positions).sum();
    let positions: u64 = missing.iter().map(|&slice| both(slice)).sum();
    writeln!(
        out,
        "{pieces} pieces: {} parts with {:.0} million positions, at most {} of memory, {} at once, in {}",
        missing.len(),
        positions as f64 / 1e6,
        megabytes(fewer + threads as u64 * largest),
        threads,
        folder.path().display()
    )?;
    let bar = progress::bar(positions, "{wide_bar} {percent}% of the positions, {left}");
    // Crownings lead to slices with fewer men, which must be there before.
    for men in 0..=pieces {
        let jobs: VecDeque<Material> =
            missing.iter().copied().filter(|slice| slice.men() == men).collect();
        let jobs = Mutex::new(jobs);
        let work = || -> anyhow::Result<()> {
            let next = || jobs.lock().ok()?.pop_back();
            while let Some(slice) = next().filter(|_| !stop.is_set()) {
                if solve(slice, folder, known, stop)? {
                    bar.inc(both(slice));
                }
            }
            Ok(())
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let done = workers.into_iter().map(|worker| {
                worker.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a part was not solved")))
            });
            done.fold(Ok(()), anyhow::Result::and)
        })?;
        if stop.is_set() {
            bar.finish_and_clear();
            return Ok(false);
        }
    }
    bar.finish_and_clear();
    writeln!(out, "{pieces} pieces made in {:.0} s", begun.elapsed().as_secs_f64())?;
    Ok(true)
}

/// The positions of a slice and of the one that is made with it.
fn both(slice: Material) -> u64 {
    let slices = if slice == slice.turned() { 1 } else { 2 };
    slices * slice.positions()
}

/// The slices with as many pieces to which crownings lead.
fn crowned(slice: Material) -> Vec<Material> {
    let mut crowned: Vec<Material> =
        [slice, slice.turned()].into_iter().filter_map(Material::crowned).collect();
    crowned.dedup();
    crowned
}

/// The bytes of memory that it takes to make a slice and the one that is made with it.
fn needed(slice: Material) -> u64 {
    memory(slice) + crowned(slice).into_iter().map(Material::positions).sum::<u64>()
}

/// Makes a slice and the one as the other side sees it. Returns false if it was stopped.
fn solve(slice: Material, folder: &Folder, known: &Endgames, stop: &Stop) -> anyhow::Result<bool> {
    let mut known = known.clone();
    for slice in crowned(slice) {
        known.insert(folder.read_slice(slice)?);
    }
    match endgames::solve(slice, &known, &|| !stop.is_set()) {
        Ok(slices) => {
            for slice in slices {
                let material = slice.material();
                folder.write(material, &slice.pack())?;
            }
            Ok(true)
        }
        Err(Unsolved::Stopped) => Ok(false),
        Err(error) => Err(error).with_context(|| slice.to_string()),
    }
}
