//! What was learnt, as pictures of the board.

use crate::club::CLUB;
use crate::json::{self, JsonOption};
use crate::storage::write_whole;
use ::learn::HeatMap;
use clap::ValueHint;
use lab::learning::{heat, learning_of};
use serde_json::json;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// Show what a program has learnt: what a piece is worth to it on each square.
///
/// Each number is the mean change of the value, in hundredths of a game, that the piece makes where it stands
/// in positions of the program's own games.
#[derive(clap::Args)]
pub struct Arguments {
    /// The run, and the generation if it is not the last: NAME@12.
    #[arg(value_name = "DIR[@GENERATION]", value_hint = ValueHint::DirPath)]
    player: String,

    /// Draw it into this file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,

    #[command(flatten)]
    json: JsonOption,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let (name, generation) = super::split(&arguments.player)?;
    let run = super::open(name)?;
    let Some(card) = CLUB.card(&run.header.game) else {
        anyhow::bail!("there is no game {:?} here", run.header.game);
    };
    let start = &run.header.settings.start;
    let maps = learning_of(card, start)?.heat_maps(&run.player(generation)?, start)?;
    anyhow::ensure!(
        !maps.is_empty(),
        "this model does not look at squares: there is nothing to draw"
    );
    if let Some(file) = &arguments.svg {
        write_whole(file, heat::svg(&maps).as_bytes())?;
    }
    if arguments.json.json {
        let map = |map: &HeatMap| json!({ "piece": map.title, "columns": map.columns, "rows": map.rows, "squares": map.squares });
        let told = json!({ "maps": maps.iter().map(map).collect::<Vec<_>>() });
        return Ok(json::print(out, &told)?);
    }
    write!(out, "{}", heat::text(&maps, std::io::stdout().is_terminal()))?;
    Ok(())
}
