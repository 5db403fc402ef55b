//! `tablero` as it is in packages: starts the build that fits the processor.
//!
//! A package holds two whole builds of the program, for any x86-64 processor and for those with AVX2 and BMI2
//! (`x86-64-v3`), because the fast paths are all over the rules: bitboards, PEXT, vectors that the compiler makes of
//! loops. This program stands at `bin/tablero` and becomes `../lib/tablero/LEVEL/tablero`.
//!
//! Decided against: choosing in each function, which costs a jump where a node of the search costs a few dozen
//! instructions; and one file that holds both builds and starts one from memory (`memfd_create`), which takes memory for
//! a copy in every process and which security monitors report, as malware starts like that.

mod level;

use level::Level;
use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Why no build was started.
#[derive(Debug, thiserror::Error)]
enum LaunchError {
    #[error("cannot tell in which folder this program is: {0}")]
    OwnPlace(io::Error),
    #[error("cannot start {}: {error}", program.display())]
    Start { program: PathBuf, error: io::Error },
}

/// Where the build of a level stands for a launcher.
fn program(launcher: &Path, level: Level) -> PathBuf {
    let prefix = launcher.parent().and_then(Path::parent).unwrap_or(Path::new("/"));
    prefix.join("lib/tablero").join(level.to_string()).join("tablero")
}

/// Runs the build with the words of the command line.
fn launch() -> Result<ExitCode, LaunchError> {
    let launcher = env::current_exe().map_err(LaunchError::OwnPlace)?;
    let program = program(&launcher, Level::of_this_processor());
    start(&program).map_err(|error| LaunchError::Start { program, error })
}

/// Becomes the program, with the process, its signals and its standard streams.
#[cfg(unix)]
fn start(program: &Path) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    let mut words = env::args_os();
    let name = words.next().unwrap_or_else(|| "tablero".into());
    Err(Command::new(program).arg0(name).args(words).exec())
}

#[cfg(not(unix))]
fn start(program: &Path) -> io::Result<ExitCode> {
    let code = Command::new(program).args(env::args_os().skip(1)).status()?.code();
    Ok(code.and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

fn main() -> ExitCode {
    launch().unwrap_or_else(|error| {
        eprintln!("tablero: {error}");
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_builds_are_found_beside_the_folder_of_the_launcher() {
        let program = |launcher| program(Path::new(launcher), Level::V3);
        let below = |prefix: &str| Path::new(prefix).join("lib/tablero/x86-64-v3/tablero");
        assert_eq!(program("/usr/bin/tablero"), below("/usr"));
        assert_eq!(program("/opt/club/bin/tablero"), below("/opt/club"));
        assert_eq!(program("/tablero"), below("/"));
    }
}
