//! Memory in large pages.

/// Room for so many values, in pages of megabytes where the system offers them. A table that is looked
/// into at random otherwise makes the machine look for the page at nearly every look.
pub fn room_for<T>(count: usize) -> Vec<T> {
    let room = Vec::with_capacity(count);
    advise(&room);
    room
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
