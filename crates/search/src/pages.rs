//! Memory in large pages, as far as there is any.

/// Room for so many values, in pages of megabytes where the system offers them; `None` where it has not
/// so much to give. A table that is looked into at random otherwise makes the machine look for the page
/// at nearly every look.
pub fn room_for<T>(count: usize) -> Option<Vec<T>> {
    let mut room = Vec::new();
    room.try_reserve_exact(count).ok()?;
    advise(&room);
    Some(room)
}

/// The bytes that can be had without taking them from others. The system promises more than it has, and
/// ends who wants to use it.
#[cfg(target_os = "linux")]
pub fn available() -> usize {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let number = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok());
    number.map_or(usize::MAX, |kilobytes| kilobytes.saturating_mul(1024))
}

/// Not known here.
#[cfg(not(target_os = "linux"))]
pub fn available() -> usize {
    usize::MAX
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn advise<T>(room: &Vec<T>) {
    const PAGE: usize = 4096;
    let start = room.as_ptr() as usize;
    let first = start.next_multiple_of(PAGE);
    let end = (start + room.capacity() * size_of::<T>()) / PAGE * PAGE;
    if first < end {
        // SAFETY: the range lies within memory that the vector owns, and the advice changes how the
        // memory is provided, not what is in it. A refusal does no harm.
        unsafe { libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_: &Vec<T>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_there_is_is_refused() {
        assert!(room_for::<u64>(1 << 58).is_none());
        assert!(room_for::<u64>(1 << 10).is_some_and(|room| room.capacity() >= 1 << 10));
        assert!(available() > 1 << 20);
    }
}
