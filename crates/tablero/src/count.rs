//! `tablero count`: what there is to know of a position.

use crate::club::{self, Game};
use crate::json::{self, JsonOption};
use anyhow::Context;
use clap::ValueHint;
use game::Viewer;
use serde_json::json;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use table::{Language, Player, Seats};

/// Count the moves of a position and say whether the game is over.
///
/// For checkers these are the moves of both sides by the rules, where captures are mandatory, and by counting steps and
/// single jumps, where they are not. A board is eight rows of eight characters there: b and w are men, B and W kings, a
/// space or a dot an empty square. It does not say whose turn it is: black's.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tablero count checkers board.txt
  tablero count checkers 'W:W31:B1'
  printf '%s\\n' ........ ..b..... .w...... ........ ........ ........ ........ ........ | tablero count checkers -")]
pub struct Arguments {
    #[arg(value_parser = club::any(), help = "The game")]
    game: Game,

    /// The position as `tablero play --position` takes it, a file with one, or - for the standard input; the usual start if
    /// not given.
    #[arg(value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    board: Option<String>,

    #[command(flatten)]
    json: JsonOption,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let card = arguments.game;
    let language = terminal::language_of_environment();
    let text = arguments.board.as_deref().map(read).transpose()?;
    let start = card.start(text.as_deref(), 0);
    let start = start.map_err(|why| {
        let why = why.text(language);
        match arguments.board.as_deref() {
            // What is no position may be the name of a file.
            Some(name) if name != "-" && !Path::new(name).exists() => match language {
                Language::English => {
                    anyhow::anyhow!("there is no file {name}, and it is no position: {why}")
                }
                Language::Spanish => {
                    anyhow::anyhow!("no hay ningún archivo {name}, y no es una posición: {why}")
                }
            },
            _ => anyhow::anyhow!("{why}"),
        }
    })?;
    let players = if card.is_for_one() {
        Seats::Solo { solo: Player::Human }
    } else {
        Seats::Two { white: Player::Human, black: Player::Human }
    };
    let table = card.open(&card.started(start.clone(), players, None, 0))?;
    let facts = table.facts(Viewer::Spectator, language);
    anyhow::ensure!(!facts.is_empty(), "there is nothing to count in {}", card.name());
    if arguments.json.json {
        let told = json!({ "game": card.name(), "position": start, "over": table.is_over(), "facts": facts });
        return Ok(json::print(out, &told)?);
    }
    for fact in facts {
        writeln!(out, "{}: {}", fact.label, fact.value)?;
    }
    Ok(())
}

/// The text of a position: of a file where there is one with that name.
fn read(text: &str) -> anyhow::Result<String> {
    /// More than any position.
    const LONGEST: u64 = 1 << 16;
    let mut found = String::new();
    if text == "-" {
        io::stdin().take(LONGEST).read_to_string(&mut found).context("the standard input")?;
    } else if Path::new(text).is_file() {
        let file = File::open(text).with_context(|| text.to_owned())?;
        file.take(LONGEST).read_to_string(&mut found).with_context(|| text.to_owned())?;
    } else {
        return Ok(text.to_owned());
    }
    Ok(terminal::without_last_end(&found).to_owned())
}
