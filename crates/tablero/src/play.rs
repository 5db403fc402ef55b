//! `tablero play`: a game at the keyboard.

use crate::shelf::usual_file;
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use table::{GameName, Language, Player, TimeControl};
use terminal::{Options, PlayError, Shelf, Wishes};

/// Play a game.
///
/// On a terminal it fills the window; press ? there for the keys. With --lines it plays line by line,
/// and asks for what is not said. In a pipe it asks nothing: it reads commands, prints plain text and
/// ends at the end of input; `help` in the game tells the commands.
#[derive(clap::Args)]
#[command(after_help = "Players: human, random, random:SEED, minimax:DEPTH, level:1 to level:10,
engine[:time=2s|nodes=N|depth=N], and for chess uci:PROGRAM, another program that speaks UCI, with
its arguments, options and limit: 'uci:gnuchess --uci', 'uci:stockfish?UCI_Elo=1500&time=0.5s'

Examples:
  tablero play
  tablero play chess --black minimax:3
  tablero play chess --black uci:stockfish --clock 5+3
  tablero play checkers --white minimax:4 --black minimax:4 --delay 0
  tablero play othello --white human --black human
  tablero play mines --level expert
  tablero play mines --position 'intermediate opening no-guess 42'")]
pub struct Arguments {
    /// The game.
    game: Option<AnyGame>,

    /// Who plays white.
    #[arg(long, value_name = "PLAYER")]
    white: Option<Player>,

    /// Who plays black.
    #[arg(long, value_name = "PLAYER")]
    black: Option<Player>,

    /// Who plays Minesweeper.
    #[arg(long)]
    player: Option<Player>,

    /// Where to start: for chess a FEN, for checkers its FEN, for Othello OBF, for Minesweeper words
    /// such as `expert opening 42` or the code of a board.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,

    /// The level of Minesweeper: beginner, intermediate, expert or WIDTHxHEIGHT/MINES, with `opening`
    /// and `no-guess` behind it if wished.
    #[arg(long)]
    level: Option<String>,

    /// What chance starts from: the same number gives the same mines and the same random moves.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Line by line, even on a terminal.
    #[arg(long)]
    lines: bool,

    /// Letters for pieces, even on a terminal that can show more.
    #[arg(long)]
    ascii: bool,

    /// Keep white at the bottom instead of the side to move.
    #[arg(long)]
    no_flip: bool,

    /// A clock: minutes for the game plus seconds for each move, such as 5+3.
    #[arg(long, value_name = "TIME")]
    clock: Option<TimeControl>,

    /// Milliseconds between the moves of two computers [default: 500 on a terminal, 0 in a pipe].
    #[arg(long, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    delay: Option<u64>,

    /// The language, en or es [default: that of the environment].
    #[arg(long)]
    language: Option<Language>,

    /// The file in which games are kept as they are played, or :memory: to keep them nowhere. Without
    /// it, a file in your data directory, the same as that of `tablero serve`. Line by line, nothing is
    /// kept by itself.
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

/// The games.
#[derive(Clone, Copy, ValueEnum)]
enum AnyGame {
    /// Chess, and Chess960 by its position.
    Chess,
    /// Checkers, by the rules of English draughts.
    Checkers,
    /// Othello.
    Othello,
    /// Minesweeper.
    Mines,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let game = arguments.game.map(|game| match game {
        AnyGame::Chess => GameName::Chess,
        AnyGame::Checkers => GameName::Checkers,
        AnyGame::Othello => GameName::Othello,
        AnyGame::Mines => GameName::Mines,
    });
    let Arguments { white, black, player, position, level, clock, .. } = arguments;
    let screen = has_screen() && !arguments.lines;
    let wishes = Wishes {
        options: Options { game, white, black, player, position, level, clock },
        seed: arguments.seed,
        ascii: arguments.ascii,
        keep_still: arguments.no_flip,
        delay: arguments.delay,
        language: arguments.language.unwrap_or_else(terminal::language_of_environment),
        shelf: if screen { shelf(arguments.store) } else { Shelf::Nowhere },
    };
    finish(if screen { terminal::screen::play(wishes) } else { terminal::play(wishes) })
}

/// Lets somebody choose on the full screen, with nothing said.
pub fn choose() -> anyhow::Result<()> {
    let language = terminal::language_of_environment();
    finish(terminal::screen::play(Wishes { language, shelf: shelf(None), ..Wishes::default() }))
}

/// Is there a terminal to be filled?
pub fn has_screen() -> bool {
    let dumb = std::env::var("TERM").is_ok_and(|kind| kind == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// Where games are kept. That there is no place stops nobody from playing.
fn shelf(file: Option<PathBuf>) -> Shelf {
    match file {
        Some(file) if file.as_os_str() == ":memory:" => Shelf::Nowhere,
        Some(file) => Shelf::File(file),
        None => match usual_file() {
            Ok(file) => Shelf::File(file),
            Err(error) => Shelf::Missing(format!("{error:#}")),
        },
    }
}

fn finish(result: Result<(), PlayError>) -> anyhow::Result<()> {
    match result {
        // As itself, so that a broken pipe is recognised.
        Err(PlayError::Io(error)) => Err(error.into()),
        other => Ok(other?),
    }
}
