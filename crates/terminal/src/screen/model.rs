//! Everything that the screen shows, as a value.

use crate::look::Look;
use crate::options::Options;
use crate::screen::home::Home;
use crate::screen::input::{Act, Mode};
use crate::screen::playing::Play;
use game::Seat;
use table::{AnyTable, Language, Millis, Words};

/// The whole state of the screen.
#[derive(Clone)]
pub struct Model {
    /// What the terminal can show.
    pub look: Look,
    /// The language.
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
    /// Why games are not kept, if they are not.
    pub unkept: Option<String>,
    /// What the games of this run are called in the log: a part that no other run has, and how many
    /// have been named.
    pub(super) names: (u64, u32),
    /// Where chance goes on.
    pub(super) seed: u64,
    /// A board that does not turn.
    pub(super) keep_still: bool,
    /// The last question that was asked of a computer.
    pub(super) last_ticket: u64,
}

/// What fills the window.
#[derive(Clone)]
pub enum Stage {
    /// Choosing.
    Home(Box<Home>),
    /// Playing.
    Play(Box<Play>),
}

/// Something on top of the rest.
#[derive(Debug, Clone)]
pub enum Overlay {
    /// The keys and commands, scrolled down by so many lines.
    Help(usize),
    /// A text to read.
    Text {
        /// The lines.
        lines: Vec<String>,
        /// Scrolled down by so many.
        top: usize,
    },
    /// Something to choose.
    Menu(Menu),
}

/// Things to choose from.
#[derive(Debug, Clone)]
pub struct Menu {
    /// What it is about.
    pub title: String,
    /// What there is to know.
    pub notes: Vec<String>,
    /// The choices.
    pub items: Vec<Item>,
    /// The one that Enter takes.
    pub chosen: usize,
}

/// One thing to choose.
#[derive(Debug, Clone)]
pub struct Item {
    /// What it is called.
    pub label: String,
    /// The key that takes it at once.
    pub key: Option<char>,
    /// What it does.
    pub act: Act,
}

/// What a computer is thinking about, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The number of the question.
    pub ticket: u64,
    /// The question.
    pub question: Question,
    /// The game and the event that it was asked at: an answer that comes later is of no use.
    pub(super) at: (u64, u64),
}

/// What is asked of a computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The move of its seat.
    Move(Seat),
    /// A move to recommend.
    Hint(Seat),
    /// Whether the computer in this seat accepts a draw.
    Draw(Seat),
}

/// What is to be done outside.
pub enum Effect {
    /// Think about a question. The answer is an [`Input::Thought`](super::Input::Thought) of this ticket.
    Think {
        /// The number of the question.
        ticket: u64,
        /// The question.
        question: Question,
        /// The game.
        table: Box<AnyTable>,
    },
    /// Nobody waits for this answer any more.
    Forget(u64),
    /// Put events of a game on the shelf.
    Keep(super::keeper::Record),
    /// Which games can be continued?
    List,
    /// The events of a game on the shelf.
    Open(String),
    /// Write a saved game to a file.
    Save {
        /// The file.
        file: String,
        /// The game.
        text: String,
    },
    /// Write a game for other programs to a file.
    Export {
        /// The file.
        file: String,
        /// The game.
        text: String,
    },
    /// Read a file.
    Load(String),
    /// Let the shell have the terminal.
    Suspend,
    /// Draw everything anew.
    Redraw,
    /// The end.
    Leave,
}

/// What a run of the screen begins with.
#[derive(Debug, Clone)]
pub struct Beginning {
    /// What is wanted, as far as it was said.
    pub options: Options,
    /// What the terminal can show.
    pub look: Look,
    /// The language.
    pub language: Language,
    /// Columns and rows of the window.
    pub size: (u16, u16),
    /// A board that does not turn.
    pub keep_still: bool,
    /// Where chance starts.
    pub seed: u64,
    /// A number that no other run has, for the names of its games.
    pub run: u64,
}

impl Model {
    /// The words.
    pub fn words(&self) -> &'static Words {
        self.language.words()
    }

    /// Where keys go.
    pub fn mode(&self) -> Mode {
        match (&self.overlay, &self.stage) {
            (None, Stage::Home(home)) if home.is_writing() => Mode::Writing,
            (None, Stage::Play(play)) => play.mode(),
            (Some(_), _) | (None, Stage::Home(_)) => Mode::List,
        }
    }

    /// In how many milliseconds something on the screen will look different by itself; never, if
    /// nothing runs and nobody thinks.
    pub fn next_change(&self) -> Option<Millis> {
        let spinner = self.task.map(|_| SPIN - self.now % SPIN);
        let clock = match &self.stage {
            Stage::Play(play) => play.next_change(self.now),
            Stage::Home(_) => None,
        };
        [spinner, clock].into_iter().flatten().min()
    }

    /// What of the screen changes by itself: nothing is drawn while this stays the same.
    pub fn face(&self) -> (Option<u64>, Vec<String>) {
        let clocks = match &self.stage {
            Stage::Play(play) => play.clocks(self.now),
            Stage::Home(_) => Vec::new(),
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
            Stage::Home(_) => None,
        }
    }

    pub(super) fn play_mut(&mut self) -> Option<&mut Play> {
        match &mut self.stage {
            Stage::Play(play) => Some(play),
            Stage::Home(_) => None,
        }
    }
}

/// Milliseconds between two pictures of the spinner.
pub const SPIN: Millis = 120;
