//! `tablero best`: the move of a player in a position.

use crate::club::{self, Game};
use crate::engine_options::{EngineOptions, machine};
use crate::signals::stop_on_signal;
use anyhow::Context;
use players::{Background, Thinker};
use std::io::{IsTerminal, Write};
use std::time::Duration;
use table::{Player, Report, Seats, Thought};

/// Ask a player for its move in a position.
///
/// The first word of the last line is the move, and what the player saw stands behind it. Its progress is
/// printed while it thinks, on a terminal or with --verbose. Ctrl-C stops it. It uses all processors unless
/// --threads says otherwise.
#[derive(clap::Args)]
#[command(after_help = format!("\
Players: random, minimax:DEPTH, level:1..10, engine[:time=2s|nodes=N|depth=N], and for {} \
uci:PROGRAM, as in `tablero help match`.

Examples:{}
  tablero best {first} --player 'uci:stockfish?depth=20'

Positions:{}", club::with_uci(), examples(), club::starts(|_| true, "or like"), first = club::with_uci()))]
pub struct Arguments {
    #[arg(value_parser = club::any(), help = "The game")]
    game: Game,

    /// The position, as in `tablero play`; the usual start if not given.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,

    /// The player to ask.
    #[arg(long, default_value = "engine:time=1s")]
    player: Player,

    #[command(flatten)]
    engine: EngineOptions,

    /// Print its progress even in a pipe.
    #[arg(long)]
    verbose: bool,
}

fn examples() -> String {
    let players = ["minimax:2", "engine:depth=12", "engine:time=5s"];
    let for_two = club::CLUB.cards().iter().filter(|card| card.matches().is_some());
    let example =
        |(card, player): (&Game, _)| format!("\n  tablero best {} --player {player}", card.name());
    for_two.zip(players).map(example).collect()
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let card = arguments.game;
    anyhow::ensure!(arguments.player.is_computer(), "a person cannot be asked here");
    players::can_play(&arguments.player, card)?;
    let player = arguments.player.clone().with_seed(0);
    let players = if card.is_for_one() {
        Seats::Solo { solo: player }
    } else {
        Seats::Two { white: player.clone(), black: player }
    };
    let start = card.start(arguments.position.as_deref(), 0);
    let start = start.map_err(anyhow::Error::msg).context("in --position")?;
    let table = card.open(&card.started(start, players, None, 0))?;
    let seat = table.turn().context("the game is over in this position")?;
    let stop = stop_on_signal()?;
    let mut thinker = Thinker::with(arguments.engine.or(machine()));
    if arguments.verbose || std::io::stdout().is_terminal() {
        thinker.watch(|report| {
            // The move may still be wanted where this line cannot be written.
            let _ = writeln!(std::io::stdout(), "{}", words(report));
        });
    }
    let thinking = Background::start(thinker, table, seat);
    while !thinking.wait(Duration::from_millis(20)) {
        if stop.is_set() {
            thinking.stop();
        }
    }
    let Thought { mv, report, .. } = thinking.finish().1?;
    match report {
        Some(report) => writeln!(out, "{mv} {}", words(&report))?,
        None => writeln!(out, "{mv}")?,
    }
    Ok(())
}

/// What a player saw: `depth 9 score +0.35 nodes 4711 line e4 e5`. Of a game that is decided it says by
/// how much, where that is known.
fn words(report: &Report) -> String {
    let margin = report.ahead.abs();
    let by = if margin.is_finite() { format!(" by {margin}") } else { String::new() };
    let score = match report.value {
        1.0 => format!("won{by}"),
        -1.0 => format!("lost{by}"),
        _ => format!("{:+.2}", report.ahead),
    };
    let certainty = report.certainty.filter(|&certainty| certainty < 100);
    let certainty =
        certainty.map_or(String::new(), |certainty| format!(" certainty {certainty} %"));
    let Report { depth, nodes, .. } = report;
    format!("depth {depth} score {score}{certainty} nodes {nodes} line {}", report.line.join(" "))
}
