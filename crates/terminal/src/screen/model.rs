//! Everything that the screen shows, as a value.

use crate::files::FileJob;
use crate::look::Look;
use crate::options::Options;
use crate::screen::analysis::Analysis;
use crate::screen::home::Home;
use crate::screen::input::{Act, Mode};
use crate::screen::playing::Play;
use crate::screen::typed::KeyBefore;
use crate::session::{Orientation, Question};
use crate::storage::{SaveRequest, StorageError};
use crate::words::{self, TerminalWords};
use table::{AnyTable, Club, Interface, Language, Millis};

/// The whole state of the screen.
#[derive(Clone)]
pub struct Model {
    pub club: Club,
    /// What the terminal can show.
    pub look: Look,
    pub language: Language,
    /// Columns and rows of the window.
    pub size: (u16, u16),
    /// The time when it last mattered.
    pub now: Millis,
    /// What fills the window.
    pub stage: Stage,
    /// What lies on top of it.
    pub overlay: Option<Overlay>,
    /// What a computer is thinking about.
    pub task: Option<Task>,
    /// The search of an analysis that goes on.
    pub(super) search: Option<Search>,
    /// The review that goes on, by its ticket.
    pub(super) review: Option<u64>,
    /// Why games are not saved, if they are not.
    pub not_saved: Option<StorageError>,
    /// What the games of this run are called in the storage: a part that no other run has, and how many
    /// have been named.
    pub(super) names: (u64, u32),
    /// Where chance goes on.
    pub(super) seed: u64,
    /// Were the seeds drawn, so that no player knows a board in advance?
    pub(super) seeds_are_secret: bool,
    /// What was chosen on the first screen when a game last began, as the storage keeps it.
    pub(super) choices: Option<String>,
    pub(super) orientation: Orientation,
    /// The last question that was asked of a computer.
    pub(super) last_ticket: u64,
    /// The last keys, as far as they were letters, each with the screen before it.
    pub(super) keys_before: Vec<KeyBefore>,
}

/// What fills the window.
#[derive(Clone)]
pub enum Stage {
    Home(Box<Home>),
    Play(Box<Play>),
    Analysis(Box<Analysis>),
}

/// Something on top of the rest.
#[derive(Debug, Clone)]
pub enum Overlay {
    /// The keys and commands, scrolled down by so many lines.
    Help(usize),
    /// A text to read.
    Text {
        lines: Vec<String>,
        /// Scrolled down by so many.
        top: usize,
    },
    Menu(Menu),
}

/// Things to choose from.
#[derive(Debug, Clone)]
pub struct Menu {
    /// What it is about.
    pub title: String,
    /// What there is to know.
    pub notes: Vec<String>,
    pub items: Vec<Item>,
    /// The one that Enter takes.
    pub chosen: usize,
    /// Is something lost by a wrong answer? Then no letter moves the choice, and Enter alone changes nothing.
    pub is_question: bool,
}

/// One thing to choose.
#[derive(Debug, Clone)]
pub struct Item {
    /// What it is called.
    pub label: String,
    /// The key that takes it at once.
    pub key: Option<char>,
    pub act: Act,
}

/// What a computer is thinking about, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The number of the question.
    pub ticket: u64,
    pub question: Question,
    /// The game and the event that it was asked at: an answer that comes later is of no use.
    pub(super) at: (u64, u64),
}

/// A search that goes on: the number of the question, and the name under which its answer is remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Search {
    pub(super) ticket: u64,
    pub(super) key: String,
}

/// What is to be done outside.
pub enum Effect {
    /// Think about a question. The answer is an [`Input::Thought`](super::Input::Thought) of this ticket.
    Think {
        ticket: u64,
        question: Question,
        table: AnyTable,
    },
    /// Search the position of a table for its best lines, so many of them. What is found comes as
    /// [`Input::Found`](super::Input::Found) of this ticket, again and again, until it is forgotten.
    Analyse {
        ticket: u64,
        table: AnyTable,
        lines: usize,
    },
    /// Look at every position of a game again. What is found comes as [`Input::Looked`](super::Input::Looked) of this ticket,
    /// position by position, unless it is forgotten.
    Review {
        ticket: u64,
        game: AnyTable,
    },
    /// The answer of this ticket is of no use any more.
    Forget(u64),
    /// Save a game as it is.
    Save(SaveRequest),
    /// List the games that can be continued.
    List,
    /// Read the events of a saved game.
    Open(String),
    /// Delete a saved game for good, and list the others.
    Delete(String),
    /// Find the best times of a leaderboard.
    Times(String),
    /// Keep what was chosen on the first screen.
    Remember(String),
    /// Read or write a file.
    File(FileJob),
    /// Give the terminal back to the shell.
    Suspend,
    Redraw,
    Leave,
}

/// What a run of the screen begins with.
#[derive(Debug, Clone)]
pub struct Beginning {
    pub club: Club,
    /// How the game begins, as far as it is known.
    pub options: Options,
    /// What the terminal can show.
    pub look: Look,
    pub language: Language,
    /// Columns and rows of the window.
    pub size: (u16, u16),
    pub orientation: Orientation,
    pub seed: u64,
    /// Was the seed drawn, so that no player knows a board in advance?
    pub seeds_are_secret: bool,
    /// A number that no other run has, for the names of its games.
    pub run: u64,
}

impl Model {
    /// The words of the terminal.
    pub fn words(&self) -> &'static TerminalWords {
        words::words(self.language)
    }

    /// The words that all front ends share.
    pub fn interface(&self) -> &'static Interface {
        &self.language.words().interface
    }

    pub fn mode(&self) -> Mode {
        match (&self.overlay, &self.stage) {
            (None, Stage::Home(home)) if home.is_writing() => Mode::Writing,
            (None, Stage::Play(play)) => play.mode(),
            (None, Stage::Analysis(analysis)) => analysis.mode(),
            (Some(Overlay::Menu(menu)), _) if menu.is_question => Mode::Question,
            (Some(_), _) | (None, Stage::Home(_)) => Mode::List,
        }
    }

    /// In how many milliseconds something on the screen will look different by itself; never, if
    /// nothing runs and no computer thinks.
    pub fn next_change(&self) -> Option<Millis> {
        let spinner = self.task.map(|_| SPIN - self.now % SPIN);
        let clock = match &self.stage {
            Stage::Play(play) => play.next_change(self.now),
            Stage::Home(_) | Stage::Analysis(_) => None,
        };
        [spinner, clock].into_iter().flatten().min()
    }

    /// What of the screen changes by itself: nothing is drawn while this stays the same.
    pub fn face(&self) -> (Option<u64>, Vec<String>) {
        let clocks = match &self.stage {
            Stage::Play(play) => play.clocks(self.now),
            Stage::Home(_) | Stage::Analysis(_) => Vec::new(),
        };
        (self.task.map(|_| self.now / SPIN), clocks)
    }

    pub(super) fn draw_seed(&mut self) -> u64 {
        self.seed = crate::session::next_seed(self.seed);
        self.seed
    }

    /// A name for another game, which no other game has.
    pub(super) fn draw_name(&mut self) -> String {
        let (run, drawn) = &mut self.names;
        *drawn += 1;
        format!("t{run:016x}n{drawn}")
    }

    pub(super) fn play(&self) -> Option<&Play> {
        match &self.stage {
            Stage::Play(play) => Some(play),
            Stage::Home(_) | Stage::Analysis(_) => None,
        }
    }

    pub(super) fn play_mut(&mut self) -> Option<&mut Play> {
        match &mut self.stage {
            Stage::Play(play) => Some(play),
            Stage::Home(_) | Stage::Analysis(_) => None,
        }
    }

    pub(super) fn analysis_mut(&mut self) -> Option<&mut Analysis> {
        match &mut self.stage {
            Stage::Analysis(analysis) => Some(analysis),
            Stage::Home(_) | Stage::Play(_) => None,
        }
    }

    /// The board on the screen: of a game, or of a line of an analysis.
    pub(super) fn board(&self) -> Option<&Play> {
        match &self.stage {
            Stage::Play(play) => Some(play),
            Stage::Analysis(analysis) => Some(&analysis.board),
            Stage::Home(_) => None,
        }
    }

    pub(super) fn board_mut(&mut self) -> Option<&mut Play> {
        match &mut self.stage {
            Stage::Play(play) => Some(play),
            Stage::Analysis(analysis) => Some(&mut analysis.board),
            Stage::Home(_) => None,
        }
    }
}

/// Milliseconds between two pictures of the spinner.
pub const SPIN: Millis = 120;
