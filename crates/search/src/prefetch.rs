//! Prefetching: loading memory into the cache before it is needed.

/// Asks the processor to load the cache line of a value, without waiting for it.
#[cfg(target_arch = "x86_64")]
#[inline]
#[allow(unsafe_code)]
pub fn prefetch<T>(value: &T) {
    use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: the instruction changes nothing but the cache, and the address is that of a reference.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
}

/// On other processors the memory is loaded when it is needed.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub fn prefetch<T>(_: &T) {}
