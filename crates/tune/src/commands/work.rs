//! Work for all processors, and games that are kept batch by batch.

use anyhow::Context;
use files::Readers;
use std::collections::VecDeque;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// The answers to questions 0 to `count`, in their order, asked on all processors.
pub fn on_all<T: Send>(count: usize, answer: impl Fn(usize) -> T + Sync) -> anyhow::Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|&number| number < count);
        numbers.map(|number| (number, answer(number))).collect::<Vec<_>>()
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut answers: Vec<(usize, T)> = Vec::with_capacity(count);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            // With some answers missing the others would be taken for those of other questions.
            let more = worker.join().map_err(|_| anyhow::anyhow!("a game came to no end"))?;
            answers.extend(more);
        }
        anyhow::Ok(())
    })?;
    answers.sort_by_key(|(number, _)| *number);
    Ok(answers.into_iter().map(|(_, answer)| answer).collect())
}

/// Writes a file, whole or not at all, and says so.
pub fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    files::replace(file, bytes, Readers::Usual)
        .with_context(|| format!("cannot write {}", file.display()))?;
    println!("written {}", file.display());
    Ok(())
}

/// The first seed and the file of each batch of so many games.
pub fn batches_in(folder: &Path, first_seed: u64, games: u64, count: u64) -> Vec<(u64, PathBuf)> {
    let batch = |number| (first_seed + number * games, folder.join(format!("{number:04}.samples")));
    (0..count).map(batch).collect()
}

/// Plays the batches that are not there yet, each from its first seed on and to its file, on all processors.
pub fn play_batches(
    batches: Vec<(u64, PathBuf)>,
    play: impl Fn(u64, &mut Vec<u8>) + Sync,
) -> io::Result<()> {
    let (count, start) = (batches.len(), Instant::now());
    let missing = batches.into_iter().filter(|(_, file)| !file.exists()).collect();
    let missing: Mutex<VecDeque<(u64, PathBuf)>> = Mutex::new(missing);
    let next = || missing.lock().ok()?.pop_front();
    let work = || -> io::Result<()> {
        while let Some((seed, file)) = next() {
            let mut bytes = Vec::new();
            play(seed, &mut bytes);
            files::replace(&file, &bytes, Readers::Usual)?;
            println!("{} of {count}, {:.0?}", file.display(), start.elapsed());
        }
        Ok(())
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err(io::Error::other("a game came to no end")))
        })
    })
}
