//! Memory in huge pages, where the system offers them.

/// A vector with room for so many values, in huge pages where the system offers them; `None` where there
/// is not so much memory. Random access to a table in small pages misses the translation buffer of the
/// processor nearly every time.
pub fn with_capacity<T>(count: usize) -> Option<Vec<T>> {
    let mut room = Vec::new();
    room.try_reserve_exact(count).ok()?;
    advise(&room);
    Some(room)
}

/// The bytes that are available without swapping. The system grants allocations beyond that, and kills
/// the process that uses them.
#[cfg(target_os = "linux")]
pub fn available() -> usize {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let number = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok());
    number.map_or(usize::MAX, |kilobytes| kilobytes.saturating_mul(1024))
}

#[cfg(not(target_os = "linux"))]
pub fn available() -> usize {
    usize::MAX
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise<T>(room: &Vec<T>) {
    use rustix::mm::{Advice, madvise};
    const PAGE: usize = 4096;
    let start = room.as_ptr() as usize;
    let first = start.next_multiple_of(PAGE);
    let end = (start + room.capacity() * size_of::<T>()) / PAGE * PAGE;
    if first < end {
        // SAFETY: the range lies within memory that the vector owns, and the advice changes how the
        // memory is provided, not what is in it.
        let advised = unsafe { madvise(first as *mut _, end - first, Advice::LinuxHugepage) };
        // A system that refuses provides the memory in small pages.
        advised.ok();
    }
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_: &Vec<T>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_memory_than_there_is_is_refused() {
        assert!(with_capacity::<u64>(1 << 58).is_none());
        assert!(with_capacity::<u64>(1 << 10).is_some_and(|room| room.capacity() >= 1 << 10));
        assert!(available() > 1 << 20);
    }
}
