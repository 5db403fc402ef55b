//! The command line: reads words, calls the crates that do the work, prints what they say.

mod analyse;
mod bench;
mod best;
mod book;
mod club;
mod completions;
mod count;
mod database;
mod engine_options;
mod eval;
mod games;
mod gtp;
mod health;
mod join;
mod json;
mod learn;
mod man;
mod match_;
mod mines;
#[cfg(test)]
mod packaging;
mod perft;
mod play;
mod progress;
mod review;
mod serve;
mod signals;
mod storage;
mod suite;
mod transfer;
mod uci;
mod upkeep;
mod weights;
mod words;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::io;
use std::process::ExitCode;
use table::Language;

#[derive(Parser)]
#[command(
    name = "tablero",
    version,
    about = format!("A club of classic board games: {}", club::listed(Language::English, "and")),
    after_help = "Without a command a screen comes up on which a game is chosen.\n\n\
                  Run `tablero help COMMAND` for what a command can do, with examples."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Arguments),
    Analyse(analyse::Arguments),
    Review(review::Arguments),

    Count(count::Arguments),
    Perft(perft::Arguments),
    Best(best::Arguments),
    Match(match_::Arguments),
    Suite(suite::Arguments),
    Bench(bench::Arguments),
    Eval(eval::Arguments),
    Weights(weights::Arguments),
    Learn(learn::Arguments),
    Uci(uci::Arguments),
    Gtp(gtp::Arguments),
    Serve(serve::Arguments),
    Health(health::Arguments),
    Join(join::Join),
    Invite(join::Invite),
    Backup(upkeep::Backup),
    Restore(upkeep::Restore),
    Check(upkeep::Check),

    /// The games that were played here: list, show, export, import, review, delete, prune.
    #[command(subcommand)]
    Games(games::Games),

    #[command(subcommand)]
    Store(transfer::Store),

    #[command(subcommand)]
    Database(database::Command),

    #[command(subcommand)]
    Book(book::Command),

    /// Minesweeper boards, exact probabilities, hints and win rates.
    #[command(subcommand)]
    Mines(mines::Command),

    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// The whole command line. `play` and `analyse` have their help in the language that their arguments or the environment
/// ask for; a list of commands is in one language.
fn command_line(arguments: &[String]) -> clap::Command {
    let at_a_board = |name: &String| name == "play" || name == "analyse";
    let about_board = matches!(arguments, [_, one, ..] if at_a_board(one))
        || matches!(arguments, [_, one, two, ..] if one == "help" && at_a_board(two));
    let language = if about_board { play::language_of_help(arguments) } else { Language::English };
    Arguments::command()
        .mut_subcommand("play", |play| play::in_language(play, language))
        .mut_subcommand("analyse", |analyse| analyse::in_language(analyse, language))
}

fn run(command: Command) -> anyhow::Result<()> {
    // What a machine has made for itself must not change the count that the bench compares.
    if !matches!(command, Command::Bench(_) | Command::Database(_)) {
        database::install();
        book::install();
    }
    match command {
        Command::Play(arguments) => play::run(arguments),
        Command::Analyse(arguments) => analyse::run(&arguments),
        Command::Review(arguments) => review::run(&arguments, &mut io::stdout()),
        Command::Count(arguments) => count::run(&arguments, &mut io::stdout()),
        Command::Perft(arguments) => perft::run(&arguments, &mut io::stdout().lock()),
        Command::Best(arguments) => best::run(&arguments, &mut io::stdout()),
        Command::Match(arguments) => match_::run(&arguments),
        Command::Suite(arguments) => suite::run(&arguments, &mut io::stdout()),
        Command::Bench(_) => bench::run(&mut io::stdout()),
        Command::Eval(arguments) => eval::run(&arguments, &mut io::stdout()),
        Command::Weights(arguments) => weights::run(&arguments, &mut io::stdout()),
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Uci(_) => uci::run(),
        Command::Database(command) => database::run(&command, &mut io::stdout()),
        Command::Book(command) => book::run(&command, &mut io::stdout()),
        Command::Gtp(arguments) => gtp::run(&arguments),
        Command::Mines(command) => mines::run(command),
        Command::Join(arguments) => join::join(arguments),
        Command::Invite(arguments) => join::invite(&arguments, &mut io::stdout()),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Health(arguments) => health::run(&arguments, &mut io::stdout()),
        Command::Backup(arguments) => upkeep::backup(&arguments, &mut io::stdout()),
        Command::Restore(arguments) => upkeep::restore(&arguments, &mut io::stdout()),
        Command::Games(command) => games::run(&command, &mut io::stdout()),
        Command::Store(command) => transfer::run(&command, &mut io::stdout()),
        Command::Check(arguments) => upkeep::check(&arguments, &mut io::stdout()),
        Command::Completions(arguments) => {
            Ok(completions::run(&arguments, command_line(&[]), &mut io::stdout().lock())?)
        }
        Command::Man(arguments) => man::run(&arguments, command_line(&[]), &mut io::stdout()),
    }
}

fn main() -> ExitCode {
    learn::offer_learnt_players();
    let arguments: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let matches = command_line(&arguments).try_get_matches_from(std::env::args_os());
    let parsed = match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(parsed) => parsed,
        Err(error) => return refuse(&error, play::language_of_help(&arguments)),
    };
    let result = match parsed.command {
        Some(command) => run(command),
        None if play::is_interactive() => {
            database::install();
            book::install();
            play::choose()
        }
        None => command_line(&[]).print_help().map_err(Into::into),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has seen enough, as `head` has.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if let Some(ended) = error.downcast_ref::<signals::EndedBySignal>() {
                return ExitCode::from(128 + ended.0);
            }
            eprintln!("tablero: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Says what is wrong with the arguments, or shows the help or the version that they ask for.
fn refuse(error: &clap::Error, language: Language) -> ExitCode {
    match words::usage_error(error, language).filter(|_| error.use_stderr()) {
        Some(text) => {
            eprint!("{text}");
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
        }
        None => error.exit(),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    kind == Some(io::ErrorKind::BrokenPipe)
}
