//! `tablero mines`: boards, probabilities, hints and win rates of Minesweeper.

use crate::json::{self, JsonOption};
use crate::progress;
use crate::signals::stop_and_tell;
use crate::storage::write_new;
use anyhow::{Context, Result, ensure};
use clap::ValueHint;
use game::Stop;
use indicatif::ProgressBar;
use mines::{
    Cell, Hint, Layout, Level, Probabilities, Rule, Seen, Solver, Start, Style, View, WinRate,
    no_guess,
};
use serde_json::json;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

/// What `tablero mines` can do. LEVEL is beginner, intermediate, expert, the same with `seed-` before it,
/// or WIDTHxHEIGHT/MINES.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Lay the mines of a board and print it with the code by which it can be shared
    Generate {
        /// beginner, intermediate, expert, seed-beginner, ..., or WIDTHxHEIGHT/MINES
        level: Level,
        /// The seed of the mines; a random one if not given
        #[arg(long)]
        seed: Option<u64>,
        /// What the first click is promised: safe or opening
        #[arg(long, default_value_t)]
        rule: Rule,
        /// A board that can be finished without guessing
        #[arg(long)]
        no_guess: bool,
        /// The first click, as x,y from 0 or as a name such as c4; the best one if not given
        #[arg(long, value_name = "CELL")]
        first: Option<Cell>,
        /// Write the board to this file in the MBF format too
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        mbf: Option<PathBuf>,
        #[command(flatten)]
        json: JsonOption,
    },
    /// Print the exact probability of a mine in every closed cell of a view
    ///
    /// The view is a line WIDTHxHEIGHT/MINES and the rows: 0 to 8, `.` for a closed cell, F for a flag.
    Probabilities {
        /// The file of the view; - for standard input
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        /// Print the number of layouts with a mine instead of a percentage
        #[arg(long)]
        counts: bool,
        #[command(flatten)]
        json: JsonOption,
    },
    /// Print the cell to open next in a view, and why
    Solve {
        /// The file of the view; - for standard input
        #[arg(value_hint = ValueHint::FilePath)]
        file: PathBuf,
        #[command(flatten)]
        json: JsonOption,
    },
    /// Let the solver play many games and print how many it wins; Ctrl-C ends it with those that were played
    Winrate {
        /// beginner, intermediate, expert, seed-beginner, ..., or WIDTHxHEIGHT/MINES
        level: Level,
        /// What the first click is promised: safe or opening
        #[arg(long, default_value_t)]
        rule: Rule,
        /// How many games
        #[arg(long)]
        games: u64,
        /// The first game is the board of this seed, the next that of the next seed, and so on
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many threads; all cores if not given
        #[arg(long)]
        threads: Option<usize>,
        /// Open the safest cell and look no further
        #[arg(long)]
        fast: bool,
        #[command(flatten)]
        json: JsonOption,
    },
}

/// Does what was asked for.
pub fn run(command: Command) -> Result<()> {
    match command {
        Command::Generate { level, seed, rule, no_guess, first, mbf, json } => {
            let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(Instant::now()));
            let start = Start::new(level, rule, seed)?;
            let start = start.opened_at(first.unwrap_or(rule.best_first_click(level)))?;
            let start = if no_guess { start.without_guessing() } else { start };
            generate(start, mbf.as_deref(), json.json)
        }
        Command::Probabilities { file, counts, json } => {
            probabilities(&read_view(&file)?, counts, json.json)
        }
        Command::Solve { file, json } => solve(&read_view(&file)?, json.json),
        Command::Winrate { level, rule, games, seed, threads, fast, json } => {
            let threads =
                threads.map_or_else(|| thread::available_parallelism().map(Into::into), Ok);
            let style = if fast { Style::FAST } else { Style::FULL };
            let games = Games { level, rule, count: games, seed };
            winrate(&games, threads.unwrap_or(1), style, json.json)
        }
    }
}

fn read_view(file: &Path) -> Result<View> {
    /// More than the text of the largest board.
    const LONGEST: u64 = 1 << 20;
    let mut text = String::new();
    if file == Path::new("-") {
        stdin().take(LONGEST).read_to_string(&mut text).context("standard input")?;
    } else {
        let name = file.display();
        let opened = fs::File::open(file).with_context(|| format!("{name}"))?;
        opened.take(LONGEST).read_to_string(&mut text).with_context(|| format!("{name}"))?;
    }
    text.parse().with_context(|| format!("{}", file.display()))
}

fn generate(start: Start, mbf: Option<&Path>, is_json: bool) -> Result<()> {
    let (level, rule, seed) = (start.level(), start.rule(), start.seed());
    let first = start.first().unwrap_or(rule.best_first_click(level));
    let layout = if start.is_no_guess() {
        let bar = progress::bar(0, progress::UNKNOWN);
        bar.set_message("looking for a board without guessing");
        let layout = no_guess::lay(level, rule, seed, first);
        bar.finish_and_clear();
        layout?
    } else {
        Layout::lay(level, rule, seed, first)
    };
    if let Some(file) = mbf {
        // Never in the place of something that is there already.
        write_new(file, &layout.to_mbf())?;
    }
    let row = |y| -> String {
        let letter =
            |x| layout.number(Cell { x, y }).map_or('*', |number| Seen::Number(number).letter());
        (0..level.width()).map(letter).collect()
    };
    let rows: Vec<String> = (0..level.height()).map(row).collect();
    let mut out = stdout().lock();
    if is_json {
        let told = json!({
            "code": start.to_string(),
            "first": first.to_string(),
            "3bv": layout.three_bv(),
            "level": level.to_string(),
            "rows": rows,
        });
        return Ok(json::print(&mut out, &told)?);
    }
    writeln!(out, "code {start}\nfirst {first}\n3bv {}\n{level}", layout.three_bv())?;
    rows.iter().try_for_each(|row| writeln!(out, "{row}"))?;
    Ok(())
}

fn probabilities(view: &View, counts: bool, is_json: bool) -> Result<()> {
    let found = Probabilities::of(view)?;
    let level = view.level();
    if is_json {
        let cells = (0..level.height())
            .flat_map(|y| (0..level.width()).map(move |x| Cell { x, y }))
            .filter_map(|cell| {
                let mine = found.of_mine(cell)?;
                let layouts = found.layouts_with_mine(cell).map(ToString::to_string);
                Some(json!({ "cell": cell.to_string(), "mine": mine, "layouts": layouts }))
            });
        let told = json!({
            "layouts": found.layouts().to_string(),
            "cells": cells.collect::<Vec<_>>(),
        });
        return Ok(json::print(&mut stdout(), &told)?);
    }
    let rows: Vec<Vec<String>> = (0..level.height())
        .map(|y| {
            let text = |x| {
                let cell = Cell { x, y };
                match (found.layouts_with_mine(cell), found.of_mine(cell)) {
                    (Some(count), _) if counts => count.to_string(),
                    (_, Some(mine)) => percentage(mine),
                    _ => view.seen(cell).map_or(' ', Seen::letter).to_string(),
                }
            };
            (0..level.width()).map(text).collect()
        })
        .collect();
    let width = rows.iter().flatten().map(String::len).max().unwrap_or(0);
    let mut out = stdout().lock();
    writeln!(out, "layouts {}", found.layouts())?;
    for row in rows {
        let padded: Vec<String> = row.iter().map(|text| format!("{text:>width$}")).collect();
        writeln!(out, "{}", padded.join(" "))?;
    }
    Ok(())
}

/// A probability as a percentage that reads 0% and 100% only where it is certain.
fn percentage(mine: f64) -> String {
    match mine {
        0.0 => "0%".to_owned(),
        1.0 => "100%".to_owned(),
        _ => format!("{:.1}%", (100.0 * mine).clamp(0.1, 99.9)),
    }
}

fn solve(view: &View, is_json: bool) -> Result<()> {
    let hint = Hint::of(view, &mut Solver::new(Style::FULL))?;
    if is_json {
        let told = hint.map(|hint| {
            let reason = hint.to_string();
            json!({ "cell": hint.cell.to_string(), "mine": hint.mine, "reason": reason })
        });
        return Ok(json::print(&mut stdout(), &json!({ "hint": told }))?);
    }
    match hint {
        Some(hint) => writeln!(stdout(), "{hint}")?,
        None => writeln!(stdout(), "every cell that is still closed is a mine")?,
    }
    Ok(())
}

/// The games of a measurement: the board of each has a seed of its own, from the first on.
struct Games {
    level: Level,
    rule: Rule,
    count: u64,
    seed: u64,
}

fn winrate(games: &Games, threads: usize, style: Style, is_json: bool) -> Result<()> {
    let &Games { level, rule, count, seed } = games;
    ensure!(count > 0, "at least one game was expected, not 0");
    ensure!((1..=1024).contains(&threads), "1 to 1024 threads were expected, not {threads}");
    Start::new(level, rule, seed)?.opened_at(rule.best_first_click(level))?;
    let bar = progress::bar(count, progress::COUNTED);
    let (stop, signal) = stop_and_tell()?;
    let (began, used) = (Instant::now(), cpu_seconds());
    let rate = played(games, threads, style, &bar, &stop);
    bar.finish_and_clear();
    let seconds = match (used, cpu_seconds()) {
        (Some(before), Some(after)) if after > before => after - before,
        _ => began.elapsed().as_secs_f64() * threads as f64,
    };
    let speed = rate.games as f64 / seconds;
    if is_json {
        let (least, most) = rate.interval();
        let told = json!({
            "level": level.to_string(),
            "games": rate.games,
            "wins": rate.wins,
            "share": rate.share(),
            "interval": [least, most],
            "games_per_cpu_second": speed,
            "stopped": signal.get().is_some(),
        });
        json::print(&mut stdout(), &told)?;
    } else {
        writeln!(stdout(), "{rate}\n{speed:.0} games per CPU-second")?;
    }
    signal.report()
}

/// Plays the games on so many threads, until they are all played or it is stopped.
fn played(games: &Games, threads: usize, style: Style, bar: &ProgressBar, stop: &Stop) -> WinRate {
    let &Games { level, rule, count, seed } = games;
    let first = rule.best_first_click(level);
    let (next, done, wins) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..threads.min(usize::try_from(count).unwrap_or(threads)) {
            scope.spawn(|| {
                let mut solver = Solver::new(style);
                while !stop.is_set() {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= count {
                        break;
                    }
                    let layout = Layout::lay(level, rule, seed.wrapping_add(game), first);
                    let won = u64::from(solver.wins(&layout, first));
                    let wins = wins.fetch_add(won, Ordering::Relaxed) + won;
                    done.fetch_add(1, Ordering::Relaxed);
                    bar.inc(1);
                    if game % 64 == 0 {
                        let share = 100.0 * wins as f64 / bar.position().max(1) as f64;
                        bar.set_message(format!(", {share:.1} % won"));
                    }
                }
            });
        }
    });
    WinRate { games: done.into_inner(), wins: wins.into_inner() }
}

/// The processor time that the program has used so far, where the system tells. Fields 14 and 15 of
/// `/proc/self/stat`, counted after the program's name, in hundredths of a second.
fn cpu_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    let mut ticks = fields.split_whitespace().skip(11).map(str::parse::<f64>);
    Some((ticks.next()?.ok()? + ticks.next()?.ok()?) / 100.0)
}
