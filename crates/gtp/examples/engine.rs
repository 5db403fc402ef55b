//! The engine of `tablero gtp othello` alone: an older state of the project is built in little time, and plays against a newer one by
//! `tablero match othello gtp:OLDER gtp:NEWER`.

use std::io;

fn main() -> io::Result<()> {
    gtp::serve(io::stdin().lock(), io::stdout())
}
