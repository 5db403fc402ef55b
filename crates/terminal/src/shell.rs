//! What surrounds a session: the keyboard, the clock, chance, files, thinking and waiting.

use crate::ask::Questions;
use crate::board::Look;
use crate::command::{self, Command};
use crate::files;
use crate::options::{Options, OptionsError};
use crate::reader::{Input, Reader};
use crate::session::{Manner, Next, Session, Turning};
use engine::{CannotThink, Stop, Thinker, Thought};
use game::{Seat, Side};
use std::collections::HashMap;
use std::env;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use table::{AnyTable, BadEvent, Millis, Player};

/// What somebody wants who starts to play.
#[derive(Debug, Clone, Default)]
pub struct Wishes {
    /// How the game begins.
    pub options: Options,
    /// What chance starts from; something new if nothing is said.
    pub seed: Option<u64>,
    /// Letters for pieces, even where more could be shown.
    pub ascii: bool,
    /// A board that does not turn.
    pub keep_still: bool,
    /// Milliseconds between the moves of two computers; if nothing is said, half a second on a
    /// terminal and none in a pipe.
    pub delay: Option<u64>,
}

/// Why a game did not begin, or was cut off.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// It cannot begin like that.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The table refused it.
    #[error(transparent)]
    Table(#[from] BadEvent),
    /// The terminal or the pipe failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Plays on standard input and output until nobody wants to any more.
pub fn play(wishes: Wishes) -> Result<(), PlayError> {
    let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut reader = if interactive { Reader::terminal()? } else { Reader::pipe() };
    let mut out = io::stdout();
    let Some(options) = ask(wishes.options, interactive, &mut reader, &mut out)? else {
        return Ok(());
    };
    let seed = wishes.seed.unwrap_or_else(|| RandomState::new().hash_one(Instant::now()));
    let turning = if wishes.keep_still { Turning::Still(Side::White) } else { Turning::ByItself };
    let manner = Manner { look: look(wishes.ascii), turning, interactive };
    let clock = Clock::start();
    let started = options.started(seed, clock.now())?;
    let session = Session::open(&started, manner, seed, clock.now())?;
    let delay = wishes.delay.unwrap_or(if interactive { 500 } else { 0 });
    let delay = Duration::from_millis(delay);
    let interrupt = Interrupt::listen(interactive);
    let heads = HashMap::new();
    Ok(Shell { session, reader, out, clock, delay, interrupt, heads, interactive }.run()?)
}

/// Asks for what the options leave open, where somebody can be asked. `None`: they left.
fn ask(
    options: Options,
    interactive: bool,
    reader: &mut Reader,
    out: &mut impl Write,
) -> io::Result<Option<Options>> {
    let mut questions = Questions::new(options);
    while let Some((menu, prompt)) = questions.text().filter(|_| interactive) {
        write!(out, "{menu}")?;
        let line = match reader.read(&prompt, out)? {
            Input::Line(line) if command::read(&line) != Command::Quit => line,
            _ => return Ok(None),
        };
        if let Err(message) = questions.answer(&line) {
            writeln!(out, "{message}")?;
        }
        writeln!(out)?;
    }
    Ok(Some(questions.into_options()))
}

/// What the terminal can show, as far as its environment tells.
fn look(ascii: bool) -> Look {
    let says = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let terminal = io::stdout().is_terminal() && says("TERM").as_deref() != Some("dumb");
    let locale = says("LC_ALL").or_else(|| says("LC_CTYPE")).or_else(|| says("LANG"));
    let utf8 =
        locale.is_some_and(|name| name.to_ascii_lowercase().replace('-', "").ends_with("utf8"));
    Look { unicode: terminal && utf8 && !ascii, colour: terminal && says("NO_COLOR").is_none() }
}

/// The time by the system's clock when the game began, and how much has passed since. It never goes
/// back.
struct Clock {
    began: Millis,
    since: Instant,
}

impl Clock {
    fn start() -> Clock {
        let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock { began: began.as_millis() as Millis, since: Instant::now() }
    }

    fn now(&self) -> Millis {
        self.began + self.since.elapsed().as_millis() as Millis
    }
}

/// Ctrl-C, while nobody is being asked for a line.
struct Interrupt(Arc<Mutex<Stop>>);

impl Interrupt {
    fn listen(interactive: bool) -> Interrupt {
        let current = Arc::new(Mutex::new(Stop::new()));
        if interactive {
            let heard = Arc::clone(&current);
            let stop = move || heard.lock().unwrap_or_else(PoisonError::into_inner).set();
            // Where there is no way to listen, Ctrl-C ends the program as it does everywhere.
            let _ = ctrlc::set_handler(stop);
        }
        Interrupt(current)
    }

    /// A sign that is given when Ctrl-C is pressed from now on.
    fn fresh(&self) -> Stop {
        let stop = Stop::new();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
        stop
    }
}

/// Who thinks: each seat with its own head, and one for advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Head {
    Player(Seat),
    Adviser,
}

struct Shell<W> {
    session: Session,
    reader: Reader,
    out: W,
    clock: Clock,
    delay: Duration,
    interrupt: Interrupt,
    heads: HashMap<Head, Thinker>,
    interactive: bool,
}

impl<W: Write> Shell<W> {
    fn run(mut self) -> io::Result<()> {
        loop {
            let text = self.session.take_text();
            self.out.write_all(text.as_bytes())?;
            self.out.flush()?;
            match self.session.waits_for() {
                Next::Leave => return Ok(()),
                Next::Read => self.read()?,
                Next::Think(seat) => {
                    let thought = self.think(seat)?;
                    self.session.thought(seat, thought, self.clock.now());
                }
                Next::Hint(seat) => {
                    let hint = self.advise(seat)?;
                    self.session.hinted(hint);
                }
                Next::Consider(seat) => {
                    let to_move = self.session.table().turn().unwrap_or(seat);
                    let best = self.advise(to_move)?;
                    self.session.considered(seat, best, self.clock.now());
                }
                Next::Save { file, text } => {
                    let result = files::save(&file, &text);
                    self.session.saved(&file, result);
                }
                Next::Export { file, text } => {
                    let result = files::export(&file, &text);
                    self.session.saved(&file, result);
                }
                Next::Load { file } => {
                    let text = files::load(&file);
                    self.session.loaded(&file, text, self.clock.now());
                }
            }
        }
    }

    fn read(&mut self) -> io::Result<()> {
        let prompt = self.session.prompt();
        match self.reader.read(&prompt, &mut self.out)? {
            Input::Line(line) => self.session.line(&line, self.clock.now()),
            Input::End if self.interactive => self.session.line("quit", self.clock.now()),
            Input::End => self.session.end_of_input(),
        }
        Ok(())
    }

    /// The move of a computer. Two computers do not play faster than one can watch.
    fn think(&mut self, seat: Seat) -> io::Result<Result<Thought, CannotThink>> {
        let stop = self.interrupt.fresh();
        let watched = self.session.table().players().iter().all(|(_, player)| player.is_computer());
        if watched && self.session.table().moves_played() > 0 && !wait(self.delay, &stop) {
            // The terminal has written ^C.
            write!(self.out, "\r  \r")?;
            return Ok(Err(CannotThink::Stopped));
        }
        let player = self.session.table().players().get(seat);
        let quick = matches!(player, Some(Player::Random { .. }) | None);
        self.thinking(Head::Player(seat), quick, |head, table| head.think(table, seat, &stop))
    }

    fn advise(&mut self, seat: Seat) -> io::Result<Result<Thought, CannotThink>> {
        let stop = self.interrupt.fresh();
        self.thinking(Head::Adviser, false, |head, table| head.hint(table, seat, &stop))
    }

    /// Lets a head think, and says so where somebody waits.
    fn thinking(
        &mut self,
        head: Head,
        quick: bool,
        think: impl FnOnce(&mut Thinker, &AnyTable) -> Result<Thought, CannotThink>,
    ) -> io::Result<Result<Thought, CannotThink>> {
        const NOTE: &str = "Thinking. Ctrl-C stops it.";
        let shown = self.interactive && !quick;
        if shown {
            write!(self.out, "{NOTE}")?;
            self.out.flush()?;
        }
        let thought = think(self.heads.entry(head).or_default(), self.session.table());
        if shown {
            // The terminal may have written ^C behind the note.
            write!(self.out, "\r{:1$}\r", "", NOTE.len() + 2)?;
        }
        Ok(thought)
    }
}

/// Waits, or is told to stop: then the answer is no.
fn wait(duration: Duration, stop: &Stop) -> bool {
    let begun = Instant::now();
    while !stop.is_set() {
        let left = duration.saturating_sub(begun.elapsed());
        if left.is_zero() {
            return true;
        }
        thread::sleep(left.min(Duration::from_millis(20)));
    }
    false
}
