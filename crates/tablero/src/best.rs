//! `tablero best`: the move of a player in a position.

use crate::PerfectGame;
use crate::signals::stop_when_told;
use anyhow::Context;
use engine::{Background, Report, Thinker, Thought};
use std::io::{IsTerminal, Write};
use std::time::Duration;
use table::{AnyTable, GameName, Player, Seats};

/// Ask a player for its move in a position.
///
/// The first word of the last line is the move, and what the player saw stands behind it. How far it has
/// come is told while it thinks, on a terminal or with --verbose. Ctrl-C stops it.
#[derive(clap::Args)]
#[command(
    after_help = "Players: random, minimax:DEPTH, level:1..10, engine[:time=2s|nodes=N|depth=N], and for
chess uci:PROGRAM, as in `tablero help match`.

Examples:
  tablero best chess --position '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' --player minimax:2
  tablero best checkers --position 'W:WK14:B10,11,19,18' --player engine:depth=12
  tablero best othello --player engine:time=5s
  tablero best chess --player 'uci:stockfish?depth=20'"
)]
pub struct Arguments {
    /// The game.
    game: PerfectGame,

    /// The position, as in `tablero play`; the usual start if not given.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,

    /// Who is asked.
    #[arg(long, default_value = "engine:time=1s")]
    player: Player,

    /// Tell how far it has come, even in a pipe.
    #[arg(long)]
    verbose: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let game = arguments.game.name();
    anyhow::ensure!(arguments.player.is_computer(), "a person cannot be asked here");
    engine::can_play(&arguments.player, game)?;
    let player = arguments.player.clone().with_seed(0);
    let players = Seats::Two { white: player.clone(), black: player };
    let start = game.start(arguments.position.as_deref(), 0);
    let start = start.map_err(anyhow::Error::msg).context("in --position")?;
    let table = AnyTable::open(&game.started(start, players, None, 0))?;
    let seat = table.turn().context("the game is over in this position")?;
    let stop = stop_when_told()?;
    let mut head = Thinker::new();
    if arguments.verbose || std::io::stdout().is_terminal() {
        head.watch(move |report| {
            // Whoever does not read this may still want the move.
            let _ = writeln!(std::io::stdout(), "{}", words(report, game));
        });
    }
    let thinking = Background::start(head, table, seat);
    while !thinking.wait(Duration::from_millis(20)) {
        if stop.is_set() {
            thinking.stop();
        }
    }
    let Thought { mv, report, .. } = thinking.finish().1?;
    match report {
        Some(report) => writeln!(out, "{mv} {}", words(&report, game))?,
        None => writeln!(out, "{mv}")?,
    }
    Ok(())
}

/// What a player saw: `depth 9 score +0.35 nodes 4711 line e4 e5`. Of a game that is decided it says by
/// how much, where that is known.
fn words(report: &Report, game: GameName) -> String {
    let margin = report.ahead.abs();
    let by = match game {
        GameName::Othello if margin < 64.0 => format!(" by {margin}"),
        _ => String::new(),
    };
    let score = match report.value {
        1.0 => format!("won{by}"),
        -1.0 => format!("lost{by}"),
        _ => format!("{:+.2}", report.ahead),
    };
    let Report { depth, nodes, .. } = report;
    format!("depth {depth} score {score} nodes {nodes} line {}", report.line.join(" "))
}
