//! What the searches of a command may use of the machine.

use std::num::NonZero;
use std::thread::available_parallelism;
use table::Resources;

/// `--threads` and `--hash`.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct EngineOptions {
    /// With how many threads a player searches that is not limited by nodes or depth.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// How many megabytes its transposition table has.
    #[arg(long, value_name = "MEGABYTES", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: Option<u32>,
}

/// The size of the table where a player has the machine to itself.
const LARGE: usize = 128;

/// What a player may use that has the machine to itself.
pub fn machine() -> Resources {
    Resources { threads: available_parallelism().map_or(1, NonZero::get), megabytes: LARGE }
}

impl EngineOptions {
    /// What was asked for, and of `usual` what was not.
    pub fn or(self, usual: Resources) -> Resources {
        Resources {
            threads: self.threads.map_or(usual.threads, usize::from),
            megabytes: self.hash.map_or(usual.megabytes, |megabytes| megabytes as usize),
        }
    }
}
