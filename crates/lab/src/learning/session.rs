//! A run at work: learning, measuring, keeping.

use super::cpu::Threads;
use super::run::{Entry, Header, Measured, Run, RunError};
use game::Stop;
use learn::{
    Conditions, Learning, LearntPlayer, Opponent, ResumeError, Settings, Snapshot, Tally, Trainer,
};
use std::path::Path;
use std::time::Duration;
use table::Card;

/// When a session ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Budget {
    /// So much processor time for learning, of the whole run.
    pub time: Option<Duration>,
    /// So many games to learn from, of the whole run.
    pub games: Option<u64>,
}

/// How generations are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measuring {
    /// Games against each fixed player; a fifth of them against one that hardly ever wins or loses.
    pub games: u64,
    /// Games in the league.
    pub league: u64,
}

impl Measuring {
    /// Games against each fixed player that usually measure a generation.
    pub const USUAL: u64 = 20;

    /// So many games against each fixed player, and twenty times as many in the league, where they are short.
    pub const fn with(games: u64) -> Measuring {
        Measuring { games, league: 20 * games }
    }
}

/// What a session says on its way.
#[derive(Debug)]
pub enum News<'a> {
    /// A step was learnt.
    Step { games: u64, learning: Duration },
    /// A generation was measured and kept.
    Generation { run: &'a Run },
}

/// Why a session cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("no program can learn {0}: something is hidden, or one plays alone")]
    NotLearnable(&'static str),
    #[error(transparent)]
    Settings(#[from] learn::SettingsError),
    #[error("the run cannot go on: {0}")]
    Resume(#[from] ResumeError),
    #[error("what was learnt cannot be played: {0}")]
    Player(#[from] learn::LoadError),
}

/// A run at work.
pub struct Session {
    run: Run,
    learning: &'static dyn Learning,
    trainer: Box<dyn Trainer>,
    threads: Threads,
    steps: u64,
    games: u64,
    positions: u64,
    /// The error of the last step in games that were kept aside.
    error: Option<f64>,
    learnt_for: Duration,
    measured_for: Duration,
}

/// How the game with this start is learnt.
pub fn learning_of(
    card: &'static dyn Card,
    start: &str,
) -> Result<&'static dyn Learning, SessionError> {
    card.kind_of(start).learning.ok_or(SessionError::NotLearnable(card.name()))
}

impl Session {
    /// Begins a run in a directory.
    pub fn begin(
        card: &'static dyn Card,
        path: &Path,
        settings: Settings,
        threads: u32,
    ) -> Result<Session, SessionError> {
        let learning = learning_of(card, &settings.start)?;
        let trainer = learning.begin(&settings)?;
        let run = Run::create(path, Header::new(card.name(), settings, threads))?;
        Ok(Session::new(run, learning, trainer))
    }

    /// Goes on with the run of a directory.
    pub fn resume(card: &'static dyn Card, path: &Path) -> Result<Session, SessionError> {
        let (run, state) = Run::resume(path)?;
        run.check_game(card.name())?;
        let settings = &run.header.settings;
        let learning = learning_of(card, &settings.start)?;
        let trainer = match &state {
            Some(state) => learning.resume(settings, state)?,
            None => learning.begin(settings)?,
        };
        let mut session = Session::new(run, learning, trainer);
        if let Some(last) = session.run.entries.last() {
            (session.steps, session.games, session.positions) =
                (last.steps, last.games, last.positions);
            session.learnt_for = duration(last.learning_seconds);
            session.measured_for = duration(last.measuring_seconds);
        }
        Ok(session)
    }

    fn new(run: Run, learning: &'static dyn Learning, trainer: Box<dyn Trainer>) -> Session {
        let threads = Threads::new(run.header.threads as usize);
        Session {
            run,
            learning,
            trainer,
            threads,
            steps: 0,
            games: 0,
            positions: 0,
            error: None,
            learnt_for: Duration::ZERO,
            measured_for: Duration::ZERO,
        }
    }

    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The processor time that was spent on learning so far.
    pub fn learnt_for(&self) -> Duration {
        self.learnt_for
    }

    /// The games that were learnt from so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Learns until the budget is used up or `stop` is set, and keeps what was learnt. The first
    /// generation knows nothing; the steps between two grow with the run.
    pub fn learn(
        &mut self,
        budget: Budget,
        measuring: Measuring,
        stop: &Stop,
        watch: &mut dyn FnMut(&News<'_>),
    ) -> Result<(), SessionError> {
        if self.run.entries.is_empty() {
            self.keep(measuring, stop, watch)?;
        }
        loop {
            if stop.is_set() || self.is_used_up(budget) {
                let kept = self.run.entries.last().map_or(0, |entry| entry.steps);
                if self.steps > kept {
                    self.keep(measuring, stop, watch)?;
                }
                return Ok(());
            }
            let trainer = &mut self.trainer;
            let (learnt, spent) = self.threads.measure(|crew| trainer.step(crew));
            self.steps += 1;
            self.games += learnt.games;
            self.positions += learnt.positions;
            self.error = learnt.error.map(f64::from);
            self.learnt_for += spent;
            watch(&News::Step { games: self.games, learning: self.learnt_for });
            if is_generation(self.steps) {
                self.keep(measuring, stop, watch)?;
            }
        }
    }

    fn is_used_up(&self, budget: Budget) -> bool {
        budget.time.is_some_and(|time| self.learnt_for >= time)
            || budget.games.is_some_and(|games| self.games >= games)
    }

    /// Measures and keeps a generation. Once `stop` is set it is kept without being measured.
    fn keep(
        &mut self,
        measuring: Measuring,
        stop: &Stop,
        watch: &mut dyn FnMut(&News<'_>),
    ) -> Result<(), SessionError> {
        let snapshot = self.trainer.player();
        let (measured, spent) = self.threads.measure(|_| self.measure(&snapshot, measuring, stop));
        let (results, league) = measured?;
        self.measured_for += spent;
        let entry = Entry {
            generation: self.run.entries.len() as u32,
            steps: self.steps,
            games: self.games,
            positions: self.positions,
            learning_seconds: self.learnt_for.as_secs_f64(),
            measuring_seconds: self.measured_for.as_secs_f64(),
            results,
            league,
            error: self.error,
        };
        self.run.add(entry, &snapshot, &self.trainer.state())?;
        watch(&News::Generation { run: &self.run });
        Ok(())
    }

    fn measure(
        &self,
        snapshot: &Snapshot,
        measuring: Measuring,
        stop: &Stop,
    ) -> Result<(Vec<Measured>, Option<Tally>), SessionError> {
        let player = self.learning.player(snapshot)?;
        let Header { settings, .. } = &self.run.header;
        // Every generation has games of its own.
        let seed = settings.seed ^ (self.run.entries.len() as u64 + 1) << 32;
        let one_sided = |opponent: &str| {
            let last = self.run.entries.last()?;
            let result = last.results.iter().find(|result| result.opponent == opponent)?;
            Some(!(0.02..=0.98).contains(&result.tally.share()))
        };
        let yardsticks = self.learning.yardsticks().into_iter();
        let results = yardsticks.map(|opponent| {
            let games = match one_sided(&opponent.to_string()) {
                Some(true) => measuring.games.div_ceil(5),
                _ => measuring.games,
            };
            let depth = self.learning.measured_depth();
            let start = settings.start.clone();
            let conditions = Conditions { start, seed, depth, league: false, games: 0..games };
            measured(&*player, opponent, &conditions, stop)
        });
        let results = results.flatten().collect();
        let league = self.learning.league().and_then(|_| {
            let start = settings.start.clone();
            let games = 0..measuring.league;
            let conditions = Conditions { start, seed, depth: 1, league: true, games };
            measured(&*player, Opponent::Heuristic, &conditions, stop)
        });
        Ok((results, league.map(|measured| measured.tally)))
    }
}

/// Seconds of a journal as a duration.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// Games against a fixed player, until `stop` is set; `None` if there were none.
pub fn measured(
    player: &dyn LearntPlayer,
    opponent: Opponent,
    conditions: &Conditions,
    stop: &Stop,
) -> Option<Measured> {
    let mut tally = Tally::default();
    let mut number = conditions.games.start;
    while number < conditions.games.end && !stop.is_set() {
        // A pair: the same opening, colours exchanged.
        let games = number..(number + 2).min(conditions.games.end);
        number = games.end;
        tally = tally + player.measure(opponent, &Conditions { games, ..conditions.clone() })?;
    }
    let depth = conditions.depth;
    (tally.games() > 0).then(|| Measured { opponent: opponent.to_string(), depth, tally })
}

/// Is there a generation after so many steps? After each of the first, then after each sixth more.
fn is_generation(steps: u64) -> bool {
    let mut at = 1;
    while at < steps {
        at += (at / 6).max(1);
    }
    at == steps
}

#[cfg(test)]
mod tests {
    use super::is_generation;

    #[test]
    fn generations_come_less_often_as_a_run_gets_longer() {
        let all: Vec<u64> = (1..=60).filter(|&steps| is_generation(steps)).collect();
        assert_eq!(
            all,
            [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 21, 24, 28, 32, 37, 43, 50, 58]
        );
    }
}
