//! What a piece is worth to a run on each square. A board takes two hundred games of the learnt player to draw, which
//! may be seconds: they are played on a thread of its own, and a page that asks meanwhile asks again.

use super::learner::lower_priority;
use crate::room::lock;
use lab::learning::{Header, Run, SessionError, learning_of};
use learn::HeatMap;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use table::Card;

/// The boards of so many runs are kept.
const MOST: usize = 64;

/// The boards that were drawn, by run.
#[derive(Default)]
pub struct Squares {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    drawn: HashMap<String, Drawn>,
    /// The run whose board is being drawn; one at a time.
    drawing: Option<String>,
}

/// The boards of a generation; none where its model does not look at squares or cannot be read.
#[derive(Debug, Clone)]
pub struct Drawn {
    pub generation: u32,
    pub maps: Arc<[HeatMap]>,
    /// A run may be thrown away and another begun under its name.
    header: Header,
}

/// What there is to see of a run's boards.
#[derive(Debug, Clone)]
pub struct Board {
    pub drawn: Option<Drawn>,
    /// Is it worth asking again?
    pub pending: bool,
}

impl Squares {
    /// The boards of the last generation, drawn now if they are not yet. While a run is learning those of an earlier
    /// one will do: drawing each would take more time than learning it.
    pub fn of(
        self: &Arc<Squares>,
        run: &Run,
        name: &str,
        card: &'static dyn Card,
        learning: bool,
    ) -> Board {
        let Some(last) = run.entries.last().map(|entry| entry.generation) else {
            return Board { drawn: None, pending: false };
        };
        let mut state = lock(&self.state);
        let drawn = state.drawn.get(name).filter(|drawn| drawn.header == run.header).cloned();
        if drawn.as_ref().is_some_and(|drawn| learning || drawn.generation == last) {
            return Board { drawn, pending: false };
        }
        if state.drawing.is_none() {
            state.drawing = Some(name.to_owned());
            drop(state);
            self.draw(run.path().to_owned(), name.to_owned(), card, last, run.header.clone());
        }
        Board { drawn, pending: true }
    }

    fn draw(
        self: &Arc<Squares>,
        path: PathBuf,
        name: String,
        card: &'static dyn Card,
        generation: u32,
        header: Header,
    ) {
        let squares = Arc::clone(self);
        let work = move || {
            lower_priority();
            let maps = catch_unwind(AssertUnwindSafe(|| maps(&path, card, generation)));
            let maps = maps.unwrap_or_default().into();
            squares.keep(name, Drawn { generation, maps, header });
        };
        if let Err(error) = thread::Builder::new().name("squares".to_owned()).spawn(work) {
            tracing::error!(%error, "no thread can be started to draw what was learnt");
            lock(&self.state).drawing = None;
        }
    }

    fn keep(&self, name: String, drawn: Drawn) {
        let mut state = lock(&self.state);
        if state.drawn.len() >= MOST {
            state.drawn.clear();
        }
        state.drawn.insert(name, drawn);
        state.drawing = None;
    }

    /// What a page that shows the boards of a run depends on.
    pub fn version(&self, name: &str) -> Option<u32> {
        lock(&self.state).drawn.get(name).map(|drawn| drawn.generation)
    }
}

fn maps(path: &Path, card: &'static dyn Card, generation: u32) -> Vec<HeatMap> {
    let drawn = || {
        let run = Run::open(path)?;
        let start = &run.header.settings.start;
        let snapshot = run.player(Some(generation))?;
        Ok::<_, SessionError>(learning_of(card, start)?.heat_maps(&snapshot, start)?)
    };
    drawn().unwrap_or_else(|error| {
        tracing::warn!(%error, "what was learnt cannot be drawn");
        Vec::new()
    })
}
