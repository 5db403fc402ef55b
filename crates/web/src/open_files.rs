//! How many files the process may have open. Each connection is one.

/// Descriptors that are kept for the store, for refusing connections, and for everything else.
pub const SPARE_FILES: usize = 64;

/// Raises the limit of the process as far as the system lets it: the usual one is 1,024.
pub fn raise_open_file_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        if limit.current < limit.maximum || limit.maximum.is_none() {
            limit.current = limit.maximum.or(Some(1 << 20));
            if let Err(error) = setrlimit(Resource::Nofile, limit) {
                tracing::warn!(%error, "the limit of open files cannot be raised");
            }
        }
    }
}

/// How many of the connections wanted the limit of the process leaves room for.
pub fn room_for(wanted: usize) -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        let most = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        // With a tiny limit there is still one connection; the system refuses what is too much.
        wanted.min(most.saturating_sub(SPARE_FILES)).max(1)
    }
    #[cfg(not(unix))]
    wanted
}

#[cfg(all(test, unix))]
mod tests {
    use super::{raise_open_file_limit, room_for};
    use rustix::process::{Resource, getrlimit};

    #[test]
    fn the_limit_is_raised_as_far_as_it_goes_and_spare_files_are_kept() {
        raise_open_file_limit();
        let limit = getrlimit(Resource::Nofile);
        assert!(limit.maximum.is_none() || limit.current == limit.maximum);
        assert_eq!(room_for(10), 10);
        let most = limit.current.unwrap() as usize;
        assert_eq!(room_for(usize::MAX), most - 64);
    }
}
