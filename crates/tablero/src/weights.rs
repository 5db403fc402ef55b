//! `tablero weights`: what is in a file of weights.

use anyhow::Context;
use clap::ValueHint;
use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use weights::{Array, File, Kind};

/// No evaluation comes near this; a larger file is another thing.
const MOST_BYTES: u64 = 1 << 28;

/// Say what is in a file of weights, or what is wrong with it.
///
/// Such a file holds the numbers of an evaluation: how much each feature of a position counts. Its game, its
/// architecture and its arrays are printed, with the range of the numbers in each. A file that is damaged
/// is refused with the reason.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tablero weights crates/chess/src/engine/network.bin
  tablero weights crates/othello/src/engine/weights.bin

`tablero learn` writes such files, and `cargo run --release -p tune` fits those that are part of the program.")]
pub struct Arguments {
    /// The file.
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let name = || arguments.file.display().to_string();
    let bytes = read(arguments).with_context(name)?;
    let file = File::read(&bytes).with_context(name)?;
    describe(&file, out)?;
    Ok(())
}

fn read(arguments: &Arguments) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(&arguments.file)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    let fits = bytes.len() as u64 <= MOST_BYTES;
    anyhow::ensure!(fits, "more than {MOST_BYTES} bytes: no file of weights is so large");
    Ok(bytes)
}

fn describe(file: &File<'_>, out: &mut impl Write) -> io::Result<()> {
    let arrays: Vec<Array<'_>> = file.arrays().collect();
    let numbers: usize = arrays.iter().map(|array| array.shape.count()).sum();
    let many = if arrays.len() == 1 { "array" } else { "arrays" };
    writeln!(out, "game          {}", file.game)?;
    writeln!(out, "architecture  {}", file.architecture)?;
    writeln!(out, "numbers       {numbers} in {} {many}", arrays.len())?;
    writeln!(out, "size          {} bytes, format version {}", file.size(), weights::VERSION)?;
    writeln!(out, "checksum      {:016x}", file.checksum())?;
    let width = |text: &dyn Fn(&Array<'_>) -> String, title: &str| {
        arrays.iter().map(|array| text(array).len()).fold(title.len(), usize::max)
    };
    let name = width(&|array| array.name.to_owned(), "array");
    let shape = width(&|array| array.shape.to_string(), "shape");
    writeln!(out)?;
    writeln!(
        out,
        "{:name$}  kind  {:shape$}  {:>11}  {:>11}",
        "array", "shape", "least", "greatest"
    )?;
    for array in &arrays {
        let (least, greatest) = array
            .values()
            .fold((f64::MAX, f64::MIN), |(least, most), n| (least.min(n), most.max(n)));
        let [least, greatest] = [least, greatest].map(|number| match array.kind {
            Kind::F32 => format!("{number:.4}"),
            Kind::I8 | Kind::I16 | Kind::I32 => number.to_string(),
        });
        writeln!(
            out,
            "{:name$}  {:4}  {:shape$}  {least:>11}  {greatest:>11}",
            array.name, array.kind, array.shape
        )?;
    }
    Ok(())
}
