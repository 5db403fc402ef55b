//! What surrounds a session: the keyboard, the clock, chance, files, thinking and waiting.

use crate::ask::Questions;
use crate::command::{self, Command};
use crate::files;
use crate::look::Look;
use crate::options::{Options, OptionsError};
use crate::reader::{Input, Reader};
use crate::session::{Manner, Next, Session, Turning};
use engine::{Background, CannotThink, Thinker, Thought};
use game::{Seat, Side};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use table::{AnyTable, BadEvent, Language, Millis, Player};

/// How long nobody looks whether Ctrl-C was pressed or a flag has fallen.
const GLANCE: Duration = Duration::from_millis(20);

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
    /// The language.
    pub language: Language,
    /// Where games are kept as they are played; the line front end keeps none.
    pub shelf: Shelf,
}

/// Where games are kept as they are played.
#[derive(Debug, Clone, Default)]
pub enum Shelf {
    /// Nowhere.
    #[default]
    Nowhere,
    /// In a file, which is made if it is not there.
    File(PathBuf),
    /// There should have been a place, and this is why there is none.
    Missing(String),
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
    let look = Look::of_environment(io::stdout().is_terminal(), wishes.ascii);
    let language = wishes.language;
    let manner = Manner { look, turning, interactive, in_view: false, language };
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

/// The time by the system's clock when the game began, and how much has passed since. It never goes
/// back.
pub(crate) struct Clock {
    began: Millis,
    since: Instant,
}

impl Clock {
    pub(crate) fn start() -> Clock {
        let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock { began: began.as_millis() as Millis, since: Instant::now() }
    }

    pub(crate) fn now(&self) -> Millis {
        self.began + self.since.elapsed().as_millis() as Millis
    }
}

/// Ctrl-C, while nobody is being asked for a line.
#[derive(Clone, Default)]
struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    fn listen(interactive: bool) -> Interrupt {
        let interrupt = Interrupt::default();
        if interactive {
            let pressed = interrupt.clone();
            // Where there is no way to listen, Ctrl-C ends the program as it does everywhere.
            let _ = ctrlc::set_handler(move || pressed.press());
        }
        interrupt
    }

    fn press(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has Ctrl-C been pressed since this was last asked? No press is lost between two questions.
    fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

/// Who thinks: each seat with its own head, and one for advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Head {
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
                    self.session.hinted(hint, self.clock.now());
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
        // Whoever pressed Ctrl-C wanted to type, and now can.
        self.interrupt.take();
        match self.reader.read(&prompt, &mut self.out)? {
            Input::Line(line) => self.session.line(&line, self.clock.now()),
            Input::End if self.interactive => self.session.line("quit", self.clock.now()),
            Input::End => self.session.end_of_input(),
        }
        Ok(())
    }

    /// The move of a computer. Two computers do not play faster than one can watch.
    fn think(&mut self, seat: Seat) -> io::Result<Result<Thought, CannotThink>> {
        let players = self.session.table().players();
        let watched = players.iter().all(|(_, player)| player.is_computer());
        let quick = matches!(players.get(seat), Some(Player::Random { .. }) | None);
        let begun = watched && self.session.table().moves_played() > 0;
        let delay = if begun { self.delay } else { Duration::ZERO };
        if !wait(delay, &self.interrupt) {
            // The terminal has written ^C.
            write!(self.out, "\r  \r")?;
            return Ok(Err(CannotThink::Stopped));
        }
        self.thinking(Head::Player(seat), quick, |head, table| Background::start(head, table, seat))
    }

    fn advise(&mut self, seat: Seat) -> io::Result<Result<Thought, CannotThink>> {
        self.thinking(Head::Adviser, false, |head, table| Background::hint(head, table, seat))
    }

    /// Lets a head think, and says so where somebody waits. Ctrl-C stops it, and so does the fall of
    /// a flag, which the session then sees for itself.
    fn thinking(
        &mut self,
        head: Head,
        quick: bool,
        start: impl FnOnce(Thinker, AnyTable) -> Background,
    ) -> io::Result<Result<Thought, CannotThink>> {
        const NOTE: &str = "Thinking. Ctrl-C stops it.";
        let shown = self.interactive && !quick;
        if shown {
            write!(self.out, "{NOTE}")?;
            self.out.flush()?;
        }
        let thinker = self.heads.remove(&head).unwrap_or_default();
        let thinking = start(thinker, self.session.table().clone());
        while !thinking.wait(GLANCE) {
            if self.interrupt.take() || self.session.time_is_up(self.clock.now()) {
                thinking.stop();
                break;
            }
        }
        let (thinker, thought) = thinking.finish();
        self.heads.insert(head, thinker);
        if shown {
            // The terminal may have written ^C behind the note.
            write!(self.out, "\r{:1$}\r", "", NOTE.len() + 2)?;
        }
        Ok(thought)
    }
}

/// Waits, or is told to stop: then the answer is no.
fn wait(duration: Duration, interrupt: &Interrupt) -> bool {
    let begun = Instant::now();
    while !interrupt.take() {
        let left = duration.saturating_sub(begun.elapsed());
        if left.is_zero() {
            return true;
        }
        thread::sleep(left.min(GLANCE));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::GameName;

    const WHITE: Seat = Seat::Side(Side::White);

    /// A computer that thinks for years is to make the second move of white, and has a minute for it.
    fn shell() -> Shell<Vec<u8>> {
        let options = Options {
            game: Some(GameName::Chess),
            white: Some(Player::Minimax { depth: 20 }),
            clock: Some("1+0".parse().unwrap()),
            ..Options::default()
        };
        let manner = Manner {
            look: Look::PLAIN,
            turning: Turning::ByItself,
            interactive: true,
            in_view: false,
            language: Language::English,
        };
        let started = options.started(1, 0).unwrap();
        let mut session = Session::open(&started, manner, 1, 0).unwrap();
        let first = Thought { mv: "e4".to_owned(), report: None, reason: None };
        session.thought(WHITE, Ok(first), 0);
        session.line("e5", 0);
        assert_eq!(session.waits_for(), Next::Think(WHITE));
        Shell {
            session,
            reader: Reader::pipe(),
            out: Vec::new(),
            clock: Clock { began: 0, since: Instant::now() },
            delay: Duration::ZERO,
            interrupt: Interrupt::default(),
            heads: HashMap::new(),
            interactive: true,
        }
    }

    #[test]
    fn thinking_ends_with_ctrl_c_whenever_it_is_pressed_and_with_the_fall_of_the_flag() {
        let mut shell = shell();
        // Before it thinks, and while it does.
        shell.interrupt.press();
        assert_eq!(shell.think(WHITE).unwrap(), Err(CannotThink::Stopped));
        assert_eq!(String::from_utf8(shell.out.split_off(0)).unwrap(), "\r  \r");
        let interrupt = shell.interrupt.clone();
        let finger = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            interrupt.press();
        });
        assert_eq!(shell.think(WHITE).unwrap(), Err(CannotThink::Stopped));
        finger.join().unwrap();
        assert!(!shell.session.time_is_up(shell.clock.now()));

        shell.clock.began = 60_000 - 50;
        shell.clock.since = Instant::now();
        let thought = shell.think(WHITE).unwrap();
        assert_eq!(thought, Err(CannotThink::Stopped));
        shell.session.thought(WHITE, thought, shell.clock.now());
        assert!(shell.session.take_text().ends_with("You won by time.\n"));
    }
}
