//! The thread that learns: one run at a time, with a lower priority than everything that clients wait for.

use crate::room::lock;
use game::Stop;
use lab::learning::{Budget, Measuring, News, RunError, Session, SessionError, run_name};
use learn::Settings;
use std::fs;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use table::Card;
use tokio::sync::{oneshot, watch};

/// Threads that learn in a run that is begun here: one, so that its seed gives the same run again.
const THREADS: u32 = 1;
/// So many runs may have names that differ in their last number only.
const MOST_NAMESAKES: u32 = 1000;

/// What learns, if anything does.
#[derive(Default)]
pub struct Learner {
    state: Mutex<State>,
    /// Is a thread learning?
    busy: watch::Sender<bool>,
}

#[derive(Default)]
struct State {
    /// Set for the thread that is learning, from the request that starts it on.
    stop: Option<Stop>,
    progress: Option<Progress>,
    /// What went wrong last, and in which run, until another is started.
    trouble: Option<(String, Trouble)>,
    closed: bool,
}

/// What is learning, and what went wrong last.
#[derive(Debug, Clone, Hash)]
pub struct Now {
    pub progress: Option<Progress>,
    pub trouble: Option<(String, Trouble)>,
}

/// How far a run has come that is learning here.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Progress {
    pub run: String,
    pub games: u64,
    /// Processor time spent on learning so far, of the whole run, and the time at which it will end.
    pub learnt_for: Duration,
    pub until: Duration,
    /// Has it been asked to stop?
    pub stopping: bool,
}

/// Why learning ended before its time, as far as a client may know. The log of the server has the details.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trouble {
    DiskFull,
    NotWritten,
    Damaged,
    OtherVersion,
    InUse,
    Crashed,
}

impl Trouble {
    pub fn of(error: &RunError) -> Trouble {
        match error {
            RunError::Io { error, .. }
                if matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) =>
            {
                Trouble::DiskFull
            }
            RunError::Io { .. } | RunError::Exists { .. } => Trouble::NotWritten,
            RunError::InUse { .. } => Trouble::InUse,
            RunError::Version { .. } => Trouble::OtherVersion,
            RunError::NotARun { .. }
            | RunError::Header { .. }
            | RunError::Game { .. }
            | RunError::Damaged { .. }
            | RunError::NoGeneration { .. } => Trouble::Damaged,
        }
    }

    fn of_session(error: &SessionError) -> Trouble {
        match error {
            SessionError::Run(error) => Trouble::of(error),
            SessionError::Resume(_) | SessionError::Player(_) => Trouble::Damaged,
            SessionError::NotLearnable(_) | SessionError::Settings(_) => Trouble::Crashed,
        }
    }
}

/// What is to be learnt.
pub enum Task {
    /// A run that begins in this directory of runs, under a name that is free.
    Begin { folder: PathBuf, settings: Settings, time: Duration },
    /// A run that goes on for so much longer.
    Resume { path: PathBuf, run: String, time: Duration },
}

/// Why nothing was started.
#[derive(Debug)]
pub enum NotStarted {
    /// This run is learning; without a name it is just about to begin.
    Busy(Option<String>),
    /// The server is ending.
    Closed,
    Session(SessionError),
    Crashed,
}

impl Learner {
    pub fn now(&self) -> Now {
        let state = lock(&self.state);
        let stopping = state.stop.as_ref().is_some_and(Stop::is_set);
        let progress = state.progress.clone().map(|progress| Progress { stopping, ..progress });
        Now { progress, trouble: state.trouble.clone() }
    }

    /// Starts learning, and returns the name of the run once that has begun.
    pub async fn start(
        self: &Arc<Learner>,
        card: &'static dyn Card,
        task: Task,
    ) -> Result<String, NotStarted> {
        let stop = Stop::new();
        {
            let mut state = lock(&self.state);
            if state.closed {
                return Err(NotStarted::Closed);
            }
            if state.stop.is_some() {
                return Err(NotStarted::Busy(state.progress.as_ref().map(|p| p.run.clone())));
            }
            state.stop = Some(stop.clone());
            state.trouble = None;
            self.busy.send_replace(true);
        }
        let (begun, beginning) = oneshot::channel();
        let learner = Arc::clone(self);
        let work = move || {
            lower_priority();
            let learnt = catch_unwind(AssertUnwindSafe(|| learner.learn(card, task, &stop, begun)));
            learner.end(learnt.unwrap_or(Err(Trouble::Crashed)).err());
        };
        if let Err(error) = thread::Builder::new().name("learner".to_owned()).spawn(work) {
            tracing::error!(%error, "no thread can be started to learn");
            self.end(None);
        }
        beginning.await.unwrap_or(Err(NotStarted::Crashed))
    }

    /// Learns until the time is over or `stop` is set. Whether it could begin is sent to the request that waits.
    fn learn(
        &self,
        card: &'static dyn Card,
        task: Task,
        stop: &Stop,
        begun: oneshot::Sender<Result<String, NotStarted>>,
    ) -> Result<(), Trouble> {
        let (mut session, run, until) = match opened(card, task) {
            Ok(opened) => opened,
            Err(error) => {
                tracing::warn!(%error, "a run cannot learn");
                let _ = begun.send(Err(NotStarted::Session(error)));
                return Ok(());
            }
        };
        self.set_progress(&run, session.games(), session.learnt_for(), until);
        tracing::info!(run, "a run learns");
        let _ = begun.send(Ok(run.clone()));
        let budget = Budget { time: Some(until), games: None };
        let measuring = Measuring::with(Measuring::USUAL);
        let learnt = session.learn(budget, measuring, stop, &mut |news| {
            if let News::Step { games, learning } = news {
                self.set_progress(&run, *games, *learning, until);
            }
        });
        learnt.map_err(|error| {
            tracing::error!(run, %error, "learning ended");
            Trouble::of_session(&error)
        })
    }

    fn set_progress(&self, run: &str, games: u64, learnt_for: Duration, until: Duration) {
        let run = run.to_owned();
        lock(&self.state).progress =
            Some(Progress { run, games, learnt_for, until, stopping: false });
    }

    fn end(&self, trouble: Option<Trouble>) {
        let mut state = lock(&self.state);
        state.stop = None;
        let run = state.progress.take().map(|progress| progress.run);
        state.trouble = run.zip(trouble);
        self.busy.send_replace(false);
    }

    /// Asks the run to stop, if it is learning here.
    pub fn stop(&self, run: &str) -> bool {
        let state = lock(&self.state);
        let is_it = state.progress.as_ref().is_some_and(|progress| progress.run == run);
        if let (true, Some(stop)) = (is_it, &state.stop) {
            stop.set();
        }
        is_it
    }

    /// Asks what is learning to stop, and lets nothing begin any more.
    pub fn close(&self) {
        let mut state = lock(&self.state);
        state.closed = true;
        if let Some(stop) = &state.stop {
            stop.set();
        }
    }

    /// Waits until nothing is learning.
    pub async fn finished(&self) {
        let _ = self.busy.subscribe().wait_for(|busy| !busy).await;
    }
}

/// The session of a task, the name of its run, and the processor time at which it ends.
fn opened(
    card: &'static dyn Card,
    task: Task,
) -> Result<(Session, String, Duration), SessionError> {
    match task {
        Task::Resume { path, run, time } => {
            let session = Session::resume(card, &path)?;
            let until = session.learnt_for() + time;
            Ok((session, run, until))
        }
        Task::Begin { folder, settings, time } => {
            let name = run_name(card.name(), settings.method, settings.seed);
            let mut number = 1;
            loop {
                let run = match number {
                    1 => name.clone(),
                    number => format!("{name}-{number}"),
                };
                let path = folder.join(&run);
                let begun = if fs::symlink_metadata(&path).is_ok() {
                    Err(SessionError::Run(RunError::Exists { path }))
                } else {
                    Session::begin(card, &path, settings.clone(), THREADS)
                };
                match begun {
                    // Another program may have taken the name since.
                    Err(SessionError::Run(RunError::Exists { .. } | RunError::InUse { .. }))
                        if number < MOST_NAMESAKES =>
                    {
                        number += 1;
                    }
                    begun => return Ok((begun?, run, time)),
                }
            }
        }
    }
}

/// Lets every other thread go first. Only Linux has a priority for a single thread; elsewhere the call would slow
/// the whole server down.
pub fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 10) {
        tracing::debug!(%error, "learning keeps its priority");
    }
}
