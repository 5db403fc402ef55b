//! Players that search, at a table.

use crate::background::Stop;
use crate::level;
use crate::search::{Budget, Control, Limits, Progress, Searcher};
use crate::thinker::{CannotThink, Report, Thought, Watch};
use crate::{Searchable, random};
use game::{Counters, Seat};
use std::any::Any;
use std::time::Duration;
use table::{Limit, Playable, Player, Table};

/// Memory for a player that thinks for seconds, and for one that does not, in megabytes.
const LARGE: usize = 32;
const SMALL: usize = 2;
/// What a move may take where there is no clock.
const NO_CLOCK: Budget = Budget { soft: Duration::from_millis(1500), hard: Duration::from_secs(3) };
/// What is lost between the clock of the table and the player.
const OVERHEAD: Duration = Duration::from_millis(80);
/// Even with hours on the clock nobody waits longer.
const LONGEST: Duration = Duration::from_secs(30);

/// The search of whichever game is played, kept from move to move.
#[derive(Default)]
pub struct Searching {
    kept: Option<(Box<dyn Any + Send>, usize)>,
    /// Is what was learnt to be forgotten before the next thought?
    forget: bool,
}

impl Searching {
    /// The move that a player of this kind makes at a table.
    pub fn think<G>(
        &mut self,
        player: &Player,
        table: &Table<G>,
        seat: Seat,
        stop: &Stop,
        mut watch: Option<&mut Watch>,
    ) -> Result<Thought, CannotThink>
    where
        G: Playable<Start = G> + Searchable,
    {
        let limits = limits(player, table, seat);
        let quick = limits.time.is_none() && limits.nodes.is_some_and(|nodes| nodes < 1_000_000);
        let megabytes = if quick { SMALL } else { LARGE };
        let mut searcher = self.take::<G>(megabytes);
        let control = Control::new(stop.clone());
        let position = table.position();
        let found = searcher.search(table.positions(), &limits, &control, &mut |progress| {
            if let Some(watch) = &mut watch {
                watch(&report(position, progress, progress.depth, progress.nodes));
            }
        });
        self.kept = Some((Box::new(searcher), megabytes));
        if stop.is_set() {
            return Err(CannotThink::Stopped);
        }
        let found = found.ok_or(CannotThink::NotItsTurn)?;
        let line = match player {
            Player::Level(level) => {
                let number = table.played().len() as u64;
                level::choose::<G>(*level, &found.lines, seed_of(table, seat), number)
            }
            _ => found.lines.first(),
        };
        let line = line.ok_or(CannotThink::NotItsTurn)?;
        let report = report(position, line, found.depth, found.nodes);
        let mv = report.line.first().cloned().ok_or(CannotThink::NotItsTurn)?;
        Ok(Thought { mv, report: Some(report), reason: None })
    }

    /// Forgets what was learnt; the memory is kept.
    pub fn new_game(&mut self) {
        self.forget = true;
    }

    /// The kept search, or a new one if another game was played. It is to be put back.
    fn take<G: Searchable>(&mut self, megabytes: usize) -> Searcher<G> {
        let kept = self.kept.take().filter(|(_, size)| *size == megabytes);
        let kept = kept.and_then(|(searcher, _)| searcher.downcast().ok());
        let mut searcher = kept.map_or_else(|| Searcher::new(megabytes, 1), |kept| *kept);
        if std::mem::take(&mut self.forget) {
            searcher.clear();
        }
        searcher
    }
}

/// How far a player may look.
fn limits<G: Playable<Start = G> + Searchable>(
    player: &Player,
    table: &Table<G>,
    seat: Seat,
) -> Limits<G::Move> {
    match player {
        Player::Level(level) => level::limits(*level).unwrap_or_else(|| by_clock(table, seat)),
        Player::Engine(Limit::Time(milliseconds)) => {
            Limits::time(Duration::from_millis(*milliseconds))
        }
        Player::Engine(Limit::Nodes(nodes)) => Limits::nodes(*nodes),
        Player::Engine(Limit::Depth(depth)) => Limits::depth(u32::from(*depth)),
        _ => by_clock(table, seat),
    }
}

/// A share of what the clock shows, or a moment where there is none.
fn by_clock<G: Playable<Start = G> + Searchable>(table: &Table<G>, seat: Seat) -> Limits<G::Move> {
    let increment = table.started().clock.map_or(0, |control| control.increment);
    let budget = match (table.clock(), seat) {
        (Some(clock), Seat::Side(side)) => {
            let left = Duration::from_millis(clock.at_the_turn(side));
            let budget = Budget::of_clock(left, Duration::from_millis(increment), None, OVERHEAD);
            Budget { soft: budget.soft.min(LONGEST), hard: budget.hard.min(2 * LONGEST) }
        }
        _ => NO_CLOCK,
    };
    Limits { time: Some(budget), ..Limits::default() }
}

/// The seed of a player's choices: the same game gives the same ones, another game gives others.
fn seed_of<G: Playable<Start = G>>(table: &Table<G>, seat: Seat) -> u64 {
    let started = table.started();
    let side = u64::from(Some(&seat) == G::SEATS.first());
    let text = started.start.bytes().chain(started.at.to_le_bytes());
    text.fold(side, |seed, byte| random::mixed(seed ^ u64::from(byte)))
}

/// What a search came to, in words.
fn report<G: Playable + Searchable>(
    position: &G,
    progress: &Progress<G::Move>,
    depth: u32,
    nodes: u64,
) -> Report {
    let mut at = *position;
    let mut line = Vec::with_capacity(progress.line.len());
    for &mv in &progress.line {
        line.push(at.write_move(mv));
        at = at.play(mv);
    }
    let score = progress.score;
    let exact = f64::from(score.hundredths()) / 100.0;
    let (value, ahead) = match score.game_end_in() {
        Some(_) => (score.value(G::UNITS), score.value(G::UNITS) * G::UNITS),
        None if progress.solved => (f64::from(score.hundredths().signum()), exact),
        None => (score.value(G::UNITS), exact),
    };
    Report { value, ahead, line, counters: Counters::default(), depth, nodes }
}
