//! `tablero match`: two computers play many games.

use crate::club::{self, Game};
use crate::engine_options::EngineOptions;
use crate::json::{self, JsonOption};
use crate::progress;
use crate::signals::stop_and_tell;
use anyhow::Context;
use clap::ValueHint;
use lab::{
    Adjudication, Contest, Decision, Finished, MatchReport, Source, Sprt, Termination, Terms,
};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use table::{Language, Player, Resources, TimeControl};

/// Let two computers play a match, and say which is better and how sure that is.
///
/// Games come in pairs: each opening is played twice, with colours exchanged. The last line is `score
/// +W =D -L elo E +- M` as the first player sees it; E is the difference in rating and M the half width
/// of the interval that holds the truth in 95 of 100 cases, measured between pairs. Ctrl-C ends the match
/// with the result so far; the exit status is 128 and the number of the signal then.
///
/// Without a clock every player needs a limit of its own, such as engine:nodes=50000, and one that has
/// none (engine, level:10, uci:PROGRAM) is refused. With limits of nodes or depth the same seed gives the
/// same match, whatever --concurrency is.
#[derive(clap::Args)]
#[command(after_help = format!("\
Players: random, minimax:DEPTH, level:1..10, engine[:time=2s|nodes=N|depth=N], and for {uci} any
program that speaks UCI, with arguments, its options and a limit:
  uci:stockfish  'uci:gnuchess --uci'  'uci:stockfish?Threads=1&UCI_LimitStrength=true&UCI_Elo=2000'
  'uci:ethereal-chess?nodes=100000'  'uci:/opt/my engine?time=0.1s'

Openings, unless --random-plies or --openings says otherwise, and adjudication: a game is won when
both players say so, 3 moves each in a row, and drawn after 40 moves when both see no more than
0.15 for 8 moves each in a row.{rules}

Examples:
  tablero match {last} engine:nodes=50000 minimax:4 --games 100
  tablero match {uci} engine uci:stockfish?UCI_LimitStrength=true\\&UCI_Elo=2400 --games 200 --clock 1+0
  tablero match {uci} engine 'uci:gnuchess --uci' --games 200 --clock 1+0.01 --save games
  tablero match {uci} level:5 level:4 --games 200 --openings book.epd
  tablero match {uci} engine:nodes=20000 'uci:./tablero-before uci?nodes=20000' --games 20000 --sprt 0,5
  for n in 1 2 3 4 5 6 7 8; do tablero match {last} level:$((n+1)) level:$n --games 100; done",
    uci = club::with_uci(), rules = club::match_rules(), last = last()))]
pub struct Arguments {
    #[arg(value_parser = club::matched(), help = "The game")]
    game: Game,

    /// The first player; the result is as it sees it.
    first: Player,

    /// The second player.
    second: Player,

    /// How many games: the most, with --sprt.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// What chance starts from: the openings, and random players without a seed.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// A clock, as programs are tested: SECONDS for the game plus seconds for each move, such as 1+0.01;
    /// minutes have an m, as in 5m+3.
    #[arg(long, value_name = "TIME", value_parser = read_clock)]
    clock: Option<TimeControl>,

    /// So many milliseconds too late are forgiven.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    margin: u64,

    /// Start from the openings of this file, in an order that the seed decides.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["random_plies", "position"])]
    openings: Option<PathBuf>,

    /// Make the random moves from here, as in `tablero play`; from the usual start if not given.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,

    /// Start after so many random moves, counting those of both sides.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(0..=1000))]
    random_plies: Option<u32>,

    /// How many games at a time.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,

    #[command(flatten)]
    engine: EngineOptions,

    /// Play every game to its end.
    #[arg(long)]
    no_adjudication: bool,

    /// Write the games to this file, which must not exist, in the format in which the game is exported.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,

    /// End the match when it is clear whether the first player is better by the lower or by the upper
    /// of two differences in rating, such as 0,5. It is wrong in one of twenty cases.
    #[arg(long, value_name = "LOWER,UPPER", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Print a line for each game.
    #[arg(long)]
    verbose: bool,

    #[command(flatten)]
    json: JsonOption,
}

/// A game for the examples.
fn last() -> &'static str {
    let with_matches = |card: &&Game| card.matches().is_some();
    club::CLUB.cards().iter().rfind(with_matches).map_or("", |card| card.name())
}

/// Reads a clock of seconds, or of minutes with an `m`.
fn read_clock(text: &str) -> Result<TimeControl, String> {
    let wrong = || {
        let text: String = text.chars().take(40).collect();
        format!(
            "a clock is seconds for the game plus seconds for each move, such as 1+0.01 or 5m+3, not {text:?}"
        )
    };
    let (stock, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| {
        let (number, unit) = text.strip_suffix('m').map_or((text, 1.0), |number| (number, 60.0));
        number.trim().parse::<f64>().ok().map(|number| number * unit * 1000.0)
    };
    let milliseconds = |text: &str| {
        seconds(text).filter(|time| (0.0..=86_400_000.0).contains(time)).map(|t| t.round() as u64)
    };
    let stock = milliseconds(stock).ok_or_else(wrong)?;
    let increment = milliseconds(increment).filter(|&time| time <= 600_000).ok_or_else(wrong)?;
    if stock + increment == 0 { Err(wrong()) } else { Ok(TimeControl { stock, increment }) }
}

pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let contest = contest(arguments)?;
    let mut file = arguments.save.as_deref().map(Save::to).transpose()?;
    let (stop, signal) = stop_and_tell()?;
    let bar = progress::bar(arguments.games.into(), progress::COUNTED);
    let mut failed = Ok(());
    let report = contest.play(&stop, |finished, report| {
        bar.inc(1);
        bar.set_message(format!(", {}", report.score));
        let printed = bar.suspend(|| print_line(arguments, finished));
        let saved = file.as_mut().map_or(Ok(()), |file| file.add(finished));
        if let Err(error) = printed.and(saved) {
            failed = Err(error);
            stop.set();
        }
    })?;
    bar.finish_and_clear();
    failed?;
    if arguments.json.json {
        let ended_by = signal.get();
        json::print(&mut std::io::stdout(), &told(&contest, &report, ended_by.is_some()))?;
    } else {
        summary(&contest, &report)?;
    }
    signal.report()
}

/// The result for other programs.
fn told(contest: &Contest, report: &MatchReport, stopped: bool) -> Value {
    let MatchReport { score, on_time, failures, last_failure, adjudicated } = report;
    let elo = score.elo();
    let player = |index: usize| {
        json!({
            "player": contest.players[index].to_string(),
            "overstepped_time": on_time[index],
            "failures": failures[index],
            "last_failure": last_failure[index].as_ref().map(ToString::to_string),
        })
    };
    let mut told = json!({
        "game": contest.card.name(),
        "players": [player(0), player(1)],
        "games": score.games(),
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "pairs": score.pairs,
        "elo": elo.map(|elo| elo.difference + 0.0),
        "margin": elo.map(|elo| elo.margin),
        "superiority": score.superiority(),
        "adjudicated": adjudicated,
        "stopped": stopped,
    });
    if let Some(test) = contest.sprt {
        let decision = match test.decide(&score.pairs) {
            Decision::GoOn => "undecided",
            Decision::Lower => "lower",
            Decision::Upper => "upper",
        };
        told["sprt"] = json!({
            "lower": test.lower,
            "upper": test.upper,
            "ratio": test.log_likelihood_ratio(&score.pairs),
            "bound": Sprt::BOUND,
            "decision": decision,
        });
    }
    told
}

fn contest(arguments: &Arguments) -> anyhow::Result<Contest> {
    let card = arguments.game;
    let start = arguments.position.clone();
    let openings = match (&arguments.openings, arguments.random_plies) {
        (Some(file), _) => {
            anyhow::ensure!(
                card.matches().is_some_and(|matches| matches.read_openings.is_some()),
                "files of openings are for {}; use --random-plies",
                club::with_opening_files()
            );
            read_openings(card, file).with_context(|| format!("{}", file.display()))?
        }
        (None, Some(plies)) => Source::RandomPlies(plies as usize),
        (None, None) => Source::usual(card, start.as_deref()),
    };
    let adjudication = if arguments.no_adjudication { None } else { Adjudication::usual(card) };
    Ok(Contest {
        card,
        players: [arguments.first.clone(), arguments.second.clone()],
        games: arguments.games as usize,
        seed: arguments.seed,
        openings,
        start,
        clock: arguments.clock,
        terms: Terms { margin: Duration::from_millis(arguments.margin), adjudication },
        concurrency: arguments.concurrency as usize,
        resources: arguments.engine.or(Resources::default()),
        sprt: arguments.sprt,
    })
}

fn read_openings(card: Game, file: &Path) -> anyhow::Result<Source> {
    /// A hundred thousand openings, with much around them.
    const LONGEST: u64 = 256 << 20;
    let mut text = Vec::new();
    File::open(file)?.take(LONGEST + 1).read_to_end(&mut text)?;
    anyhow::ensure!(text.len() as u64 <= LONGEST, "a file of openings has at most {LONGEST} bytes");
    let name = file.to_string_lossy();
    Ok(Source::read(card, &name, &String::from_utf8_lossy(&text))?)
}

/// The file for the games, which is made when there is one to write.
struct Save<'a> {
    path: &'a Path,
    file: Option<File>,
}

impl Save<'_> {
    /// Refuses what exists already or cannot be made, before any game is played.
    fn to(path: &Path) -> anyhow::Result<Save<'_>> {
        let cannot = || format!("cannot make {}", path.display());
        let exists = path.try_exists().with_context(cannot)?;
        anyhow::ensure!(!exists, "{}: it exists already", cannot());
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let is_there = folder.is_none_or(Path::is_dir);
        anyhow::ensure!(is_there && path.file_name().is_some(), "{}: no such folder", cannot());
        Ok(Save { path, file: None })
    }

    /// Writes a game, whole.
    fn add(&mut self, finished: &Finished) -> anyhow::Result<()> {
        let mut text = finished.game.record()?.text;
        while !text.ends_with("\n\n") {
            text.push('\n');
        }
        let mut file = match self.file.take() {
            Some(file) => file,
            None => File::create_new(self.path)
                .with_context(|| format!("cannot make {}", self.path.display()))?,
        };
        file.write_all(text.as_bytes()).context("cannot save a game")?;
        self.file = Some(file);
        Ok(())
    }
}

/// A line about a game.
fn print_line(arguments: &Arguments, finished: &Finished) -> anyhow::Result<()> {
    if arguments.verbose && !arguments.json.json {
        let Finished { number, side, outcome, game } = finished;
        let name = |side| game.table.card().side_name(side, Language::English);
        let how = match &game.termination {
            Termination::Normal | Termination::Stopped => String::new(),
            Termination::Adjudicated => ", adjudicated".to_owned(),
            Termination::TimeForfeit(side) => format!(", {} overstepped its time", name(*side)),
            Termination::Failed(side, error) => format!(", {} failed: {error}", name(*side)),
        };
        let moves = game.table.moves_played().div_ceil(2);
        let outcome = format!("{outcome:?}").to_lowercase();
        writeln!(
            std::io::stdout(),
            "game {} as {}: {outcome} in {moves} moves{how}",
            number + 1,
            name(*side)
        )?;
    } else if arguments.verbose {
        let Finished { number, side, outcome, game } = finished;
        let told = json!({
            "number": number + 1,
            "side": format!("{side:?}").to_lowercase(),
            "outcome": format!("{outcome:?}").to_lowercase(),
            "plies": game.table.moves_played(),
            "termination": match &game.termination {
                Termination::Normal => "normal",
                Termination::Stopped => "stopped",
                Termination::Adjudicated => "adjudicated",
                Termination::TimeForfeit(_) => "time",
                Termination::Failed(..) => "failed",
            },
        });
        json::print(&mut std::io::stdout(), &told)?;
    }
    Ok(())
}

fn summary(contest: &Contest, report: &MatchReport) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let MatchReport { score, on_time, failures, last_failure, adjudicated } = report;
    for (index, player) in contest.players.iter().enumerate() {
        if on_time[index] > 0 {
            writeln!(out, "overstepped its time: {player}, {} games", on_time[index])?;
        }
        if let Some(error) = &last_failure[index] {
            writeln!(out, "failed: {player}, {} games, at last because: {error}", failures[index])?;
        }
    }
    let games = score.games();
    writeln!(out, "games {games}, adjudicated {adjudicated}")?;
    let [zero, one, two, three, four] = score.pairs;
    writeln!(out, "pairs by points: 0 {zero}, 0.5 {one}, 1 {two}, 1.5 {three}, 2 {four}")?;
    if let (Some(draws), Some(superiority)) = (score.draw_ratio(), score.superiority()) {
        writeln!(out, "draw ratio {:.1} %", 100.0 * draws)?;
        writeln!(out, "likelihood of superiority {:.1} %", 100.0 * superiority)?;
    }
    if let Some(test) = contest.sprt {
        let ratio = test.log_likelihood_ratio(&score.pairs);
        let decision = match test.decide(&score.pairs) {
            Decision::GoOn => "not decided".to_owned(),
            Decision::Lower => format!("not better by {}", test.upper),
            Decision::Upper => format!("better than by {}", test.lower),
        };
        let (lower, upper, bound) = (test.lower, test.upper, Sprt::BOUND);
        writeln!(out, "sprt {lower},{upper}: {ratio:.2} of {bound:.2}, {decision}")?;
    }
    writeln!(out, "{score}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::read_clock;

    #[test]
    fn clocks_are_in_seconds() {
        let clock = |text| read_clock(text).map(|clock| (clock.stock, clock.increment));
        assert_eq!(clock("1+0.01"), Ok((1000, 10)));
        assert_eq!(clock("5m+3"), Ok((300_000, 3000)));
        assert_eq!(clock("60"), Ok((60_000, 0)));
        for wrong in ["", "0", "x+1", "1+x", "-1+1", "nan", "1e9", "1+700"] {
            assert!(clock(wrong).is_err(), "{wrong}");
        }
    }
}
