//! The lab: programs that teach themselves, seen from a browser.
//!
//! The runs are directories (`lab::learning`), and a run may be learning in this server or in another process that
//! was started on a command line; only the files tell. So nothing here watches them: a page that shows a run that is
//! learning asks again, once a second and only while it is visible, with the version of what it shows
//! (`If-None-Match`). The answer is mostly 304, for the price of a few system calls for each run. Server-sent events
//! would need a task that polls the files all the same, and streams to keep open and to end.
//!
//! Learning starts and stops from the page only where the server is not open to strangers, because it takes a
//! processor: on a loopback address without a proxy, or with [`Config::lab`]. One run learns at a time
//! ([`learner`]). Files are read and boards are drawn off the threads of the runtime.

pub mod api;
pub mod learner;
pub mod squares;

use crate::config::Config;
use crate::problem::{Fault, Problem};
use lab::learning::{Catalogue, Contents, Look};
use learner::{Learner, Now};
use squares::Squares;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use table::Club;

/// The longest that a run may be told to learn at once, in minutes.
pub const LONGEST: u64 = 600;
/// What forms propose.
pub const USUAL_MINUTES: u64 = 5;

/// The lab of a server.
pub struct Lab {
    club: Club,
    /// `None` where there is no data directory.
    catalogue: Option<Catalogue>,
    is_open: bool,
    learner: Arc<Learner>,
    squares: Arc<Squares>,
}

/// What there is to see at a moment. Two that are equal are drawn alike.
#[derive(Debug, Hash)]
pub struct Sight {
    pub look: Look,
    pub now: Now,
}

impl Lab {
    pub fn new(club: Club, address: SocketAddr, config: &Config) -> Lab {
        let is_loopback = address.ip().to_canonical().is_loopback();
        let has_proxy = !config.trusted_proxies.is_empty() || !config.hosts.is_empty();
        Lab {
            club,
            catalogue: config.learnt.clone().map(Catalogue::new),
            is_open: config.learnt.is_some() && (config.lab || is_loopback && !has_proxy),
            learner: Arc::default(),
            squares: Arc::default(),
        }
    }

    /// May clients start and stop learning?
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Looks at the directory. Reads its files, so it may block.
    pub fn see(&self) -> Sight {
        let look = self.catalogue.as_ref().map(Catalogue::look).unwrap_or_default();
        Sight { look, now: self.learner.now() }
    }

    /// The runs. Reads their files, so it may block.
    pub fn contents(&self, sight: &Sight) -> Contents {
        self.catalogue.as_ref().map(|all| all.read(&sight.look)).unwrap_or_default()
    }

    pub fn squares(&self) -> &Arc<Squares> {
        &self.squares
    }

    /// The directory of a run. A client names no path: what is no name of a run is no run.
    fn path(&self, run: &str) -> Result<PathBuf, Fault> {
        let is_name = !run.is_empty() && players::is_run_name(run);
        let path = self.catalogue.as_ref().filter(|_| is_name).map(|all| all.folder().join(run));
        path.filter(|path| path.join("run.json").is_file()).ok_or(Fault::NoSuchRun)
    }

    /// Asks what is learning to stop, and lets nothing begin any more.
    pub fn close(&self) {
        self.learner.close();
    }

    /// Waits until what was learning has kept what it has learnt.
    pub async fn finished(&self) {
        self.learner.finished().await;
    }
}

/// Does work that blocks, off the threads of the runtime.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Problem::internal(&error))
}
