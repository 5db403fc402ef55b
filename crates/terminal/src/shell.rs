//! The shell around a session, line by line: the keyboard, the clock, chance, files, thinking and waiting.

use crate::ask::Questions;
use crate::command::{self, Command};
use crate::kept::GameLog;
use crate::look::{Look, Pieces};
use crate::options::{Options, OptionsError};
use crate::reader::{Input, Reader};
use crate::session::{DisplayOptions, Next, Orientation, Question, Session};
use crate::storage::StorageError;
use crate::words::{io_error, words};
use game::{Seat, Side};
use players::{Background, Thinker};
use signal_hook::consts::SIGINT;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use table::{
    AnyTable, BadEvent, Club, Language, Millis, Player, Resources, ThinkError, Thought, fill,
};

/// How often the shell looks whether Ctrl-C was pressed or a flag has fallen.
const POLL: Duration = Duration::from_millis(20);

/// What a front end starts with.
#[derive(Debug, Clone)]
pub struct Config {
    /// The games; the first is the usual one.
    pub club: Club,
    /// How the game begins.
    pub options: Options,
    /// What chance starts from; something new if nothing is given.
    pub seed: Option<u64>,
    /// How pieces are shown.
    pub pieces: Pieces,
    /// Keeps white at the bottom.
    pub no_flip: bool,
    /// Milliseconds between the moves of two computers; if nothing is given, half a second on a
    /// terminal and none in a pipe.
    pub delay: Option<u64>,
    pub language: Language,
    /// Where games are saved as they are played.
    pub storage: StorageConfig,
    /// What the searches of computer players may use.
    pub resources: Resources,
}

impl Config {
    /// The usual for everything but the games.
    pub fn new(club: Club) -> Config {
        Config {
            club,
            options: Options::default(),
            seed: None,
            pieces: Pieces::Auto,
            no_flip: false,
            delay: None,
            language: Language::default(),
            storage: StorageConfig::None,
            resources: Resources::default(),
        }
    }

    pub(crate) fn orientation(&self) -> Orientation {
        if self.no_flip { Orientation::Fixed(Side::White) } else { Orientation::Automatic }
    }
}

/// Where games are saved as they are played.
#[derive(Debug, Clone, Default)]
pub enum StorageConfig {
    #[default]
    None,
    /// In a file, which is made if it is not there.
    File(PathBuf),
    /// There should have been a file, and this is why there is none.
    Unavailable(String),
}

/// Why a game did not begin, or was cut off.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    #[error(transparent)]
    Options(#[from] OptionsError),
    #[error(transparent)]
    Table(#[from] BadEvent),
    /// The terminal or the pipe failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl PlayError {
    pub fn text(&self, language: Language) -> String {
        match self {
            PlayError::Options(error) => error.text(language),
            PlayError::Table(error) => error.text(language),
            PlayError::Io(error) => io_error(error.kind(), &error.to_string(), language),
        }
    }
}

/// Plays on standard input and output until the player leaves or the input ends.
pub fn play(config: Config) -> Result<(), PlayError> {
    let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut reader = if interactive { Reader::terminal()? } else { Reader::pipe() };
    let mut out = io::stdout();
    let (club, language, orientation) = (config.club, config.language, config.orientation());
    let clock = Clock::start();
    let run = RandomState::new().hash_one((std::process::id(), clock.now()));
    let mut log = GameLog::start(club, config.storage, run);
    let questions = Questions::new(club, config.options, language);
    let questions = if interactive && !questions.is_empty() {
        questions.offering_saved(log.has_unfinished())
    } else {
        questions
    };
    let Some(answered) = ask(questions, interactive, &mut reader, &mut out)? else {
        return Ok(());
    };
    let given = config.seed;
    let seed = given.unwrap_or_else(|| RandomState::new().hash_one(Instant::now()));
    let look = Look::of_environment(io::stdout().is_terminal(), config.pieces);
    let display = DisplayOptions { look, orientation, interactive, full_screen: false, language };
    let continues = answered.continues();
    let session = if continues {
        let Some(events) = log.choose(&mut reader, &mut out, language)? else { return Ok(()) };
        let table = club.replay(&events)?;
        log.continues(&table);
        let there = table.events().last().map_or(clock.now(), table::Event::at);
        let mut session = Session::at(club, table, display, seed, [there, clock.now()]);
        session.fairness.seeds_are_secret = given.is_none();
        session
    } else {
        let started = answered.into_options().started(club, seed, clock.now())?;
        let session = Session::open(club, &started, display, seed, clock.now())?;
        session.with_first_seed(given.is_none())
    };
    let delay = config.delay.unwrap_or(if interactive { 500 } else { 0 });
    let delay = Duration::from_millis(delay);
    let interrupt = Interrupt::listen(interactive);
    let shell = Shell {
        session,
        reader,
        out,
        clock,
        delay,
        interrupt,
        thinkers: HashMap::new(),
        resources: config.resources,
        log,
        interactive,
        language,
    };
    Ok(shell.run()?)
}

/// Asks for what the options leave open, where a person can be asked. `None`: they left.
fn ask(
    mut questions: Questions,
    interactive: bool,
    reader: &mut Reader,
    out: &mut impl Write,
) -> io::Result<Option<Questions>> {
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
    Ok(Some(questions))
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

/// Ctrl-C, while no line is being read.
#[derive(Clone, Default)]
struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    fn listen(interactive: bool) -> Interrupt {
        let interrupt = Interrupt::default();
        if interactive {
            // Where there is no way to listen, Ctrl-C ends the program as it does everywhere.
            let _ = signal_hook::flag::register(SIGINT, Arc::clone(&interrupt.0));
        }
        interrupt
    }

    /// Has Ctrl-C been pressed since this was last asked? No press is lost between two questions.
    fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

/// Which thinker a question goes to: each seat has its own, and advice has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ThinkerKey {
    Player(Seat),
    Adviser,
}

impl Question {
    pub(crate) fn thinker(self) -> ThinkerKey {
        match self {
            Question::Move(seat) => ThinkerKey::Player(seat),
            Question::Hint(_) | Question::Draw(_) => ThinkerKey::Adviser,
        }
    }

    /// Lets a thinker begin with the question on a thread of its own.
    pub(crate) fn start(self, thinker: Thinker, table: AnyTable) -> Background {
        match self {
            Question::Move(seat) => Background::start(thinker, table, seat),
            Question::Hint(seat) => Background::hint(thinker, table, seat),
            Question::Draw(seat) => {
                let to_move = table.turn().unwrap_or(seat);
                Background::hint(thinker, table, to_move)
            }
        }
    }
}

struct Shell<W> {
    session: Session,
    reader: Reader,
    out: W,
    clock: Clock,
    delay: Duration,
    interrupt: Interrupt,
    thinkers: HashMap<ThinkerKey, Thinker>,
    resources: Resources,
    log: GameLog,
    interactive: bool,
    language: Language,
}

impl<W: Write> Shell<W> {
    fn run(mut self) -> io::Result<()> {
        loop {
            self.log.keep(&self.session, self.clock.now());
            let text = self.session.take_text();
            self.out.write_all(text.as_bytes())?;
            if let Some(error) = self.log.failure() {
                writeln!(self.out, "{}", not_kept(&error, self.language))?;
            }
            self.out.flush()?;
            match self.session.waits_for() {
                Next::Leave => {
                    if let Some(error) = self.log.close() {
                        writeln!(self.out, "{}", not_kept(&error, self.language))?;
                    }
                    return Ok(());
                }
                Next::Games(job) => {
                    let event = self.log.ask(job, &mut self.session, self.clock.now());
                    if let Some(error) = event {
                        writeln!(self.out, "{}", error.text(self.language))?;
                    }
                }
                Next::Read => self.read()?,
                Next::Think(question) => {
                    let thought = self.think(question)?;
                    self.session.answered(question, thought, self.clock.now());
                }
                Next::File(job) => self.session.file_done(job.run(), self.clock.now()),
            }
        }
    }

    fn read(&mut self) -> io::Result<()> {
        let prompt = self.session.prompt();
        // A player who pressed Ctrl-C wanted to type, and now can.
        self.interrupt.take();
        let now = self.clock.now();
        self.reader.offer(|| self.session.completions(now));
        match self.reader.read(&prompt, &mut self.out)? {
            Input::Line(line) => self.session.line(&line, self.clock.now()),
            Input::Interrupted if self.is_worth_a_question() && !self.leaves()? => {
                writeln!(self.out, "{}", words(self.language).leave_not)?;
            }
            Input::End | Input::Interrupted if self.interactive => {
                self.session.obey(Command::Quit, self.clock.now());
            }
            Input::End | Input::Interrupted => self.session.end_of_input(),
        }
        Ok(())
    }

    fn is_worth_a_question(&self) -> bool {
        let table = self.session.table();
        !table.is_over() && table.moves_played() > 0
    }

    /// Asks whether a running game is to be left. A second Ctrl-C says yes.
    fn leaves(&mut self) -> io::Result<bool> {
        let words = words(self.language);
        let note = if self.log.is_kept() { words.is_saved } else { words.is_not_saved };
        writeln!(self.out, "{note}")?;
        let answer = self.reader.read(words.leave_now, &mut self.out)?;
        let yes = |line: &str| matches!(command::read(line), Command::Yes | Command::Quit);
        Ok(match answer {
            Input::Line(line) => yes(&line),
            Input::Interrupted | Input::End => true,
        })
    }

    /// Lets a computer think, and says so where a person waits. Two computers do not play faster than one
    /// can watch. Ctrl-C stops it, and so does the fall of a flag, which the session then sees for itself.
    fn think(&mut self, question: Question) -> io::Result<Result<Thought, ThinkError>> {
        let table = self.session.table();
        let mut quick = false;
        if let Question::Move(seat) = question {
            quick = matches!(table.players().get(seat), Some(Player::Random { .. }) | None);
            let paced = table.is_between_computers() && table.moves_played() > 0;
            let delay = if paced { self.delay } else { Duration::ZERO };
            if !wait(delay, &self.interrupt) {
                // The terminal has written ^C.
                write!(self.out, "\r  \r")?;
                return Ok(Err(ThinkError::Stopped));
            }
        }
        let note = words(self.language).thinking_note;
        let shown = self.interactive && !quick;
        if shown {
            write!(self.out, "{note}")?;
            self.out.flush()?;
        }
        let thinker = self.thinkers.remove(&question.thinker());
        let thinker = thinker.unwrap_or_else(|| Thinker::with(self.resources));
        let thinking = question.start(thinker, self.session.table().clone());
        while !thinking.wait(POLL) {
            if self.interrupt.take() || self.session.time_is_up(self.clock.now()) {
                thinking.stop();
                break;
            }
        }
        let (thinker, thought) = thinking.finish();
        self.thinkers.insert(question.thinker(), thinker);
        if shown {
            // The terminal may have written ^C behind the note.
            write!(self.out, "\r{:1$}\r", "", note.chars().count() + 2)?;
        }
        Ok(thought)
    }
}

fn not_kept(error: &StorageError, language: Language) -> String {
    fill(words(language).not_kept, &[&error.text(language)])
}

/// Waits. Returns false if Ctrl-C is pressed meanwhile.
fn wait(duration: Duration, interrupt: &Interrupt) -> bool {
    let begun = Instant::now();
    while !interrupt.take() {
        let left = duration.saturating_sub(begun.elapsed());
        if left.is_zero() {
            return true;
        }
        thread::sleep(left.min(POLL));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::CLUB;

    const WHITE: Seat = Seat::Side(Side::White);
    const MOVE: Question = Question::Move(WHITE);

    impl Interrupt {
        /// Does what the signal handler does.
        fn press(&self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    /// A computer that thinks for years is to make the second move of white, and has a minute for it.
    fn shell() -> Shell<Vec<u8>> {
        let options = Options {
            game: CLUB.card("chess"),
            white: Some(Player::Minimax { depth: 20 }),
            clock: Some("1+0".parse().unwrap()),
            ..Options::default()
        };
        let display = DisplayOptions {
            look: Look::PLAIN,
            orientation: Orientation::Automatic,
            interactive: true,
            full_screen: false,
            language: Language::English,
        };
        let started = options.started(CLUB, 1, 0).unwrap();
        let mut session = Session::open(CLUB, &started, display, 1, 0).unwrap();
        let first = Thought { mv: "e4".to_owned(), report: None, reason: None };
        session.thought(WHITE, Ok(first), 0);
        session.line("e5", 0);
        assert_eq!(session.waits_for(), Next::Think(MOVE));
        Shell {
            session,
            reader: Reader::pipe(),
            out: Vec::new(),
            clock: Clock { began: 0, since: Instant::now() },
            delay: Duration::ZERO,
            interrupt: Interrupt::default(),
            thinkers: HashMap::new(),
            resources: Resources::default(),
            log: GameLog::start(CLUB, StorageConfig::None, 1),
            interactive: true,
            language: Language::English,
        }
    }

    #[test]
    fn thinking_ends_with_ctrl_c_whenever_it_is_pressed_and_with_the_fall_of_the_flag() {
        let mut shell = shell();
        // Before it thinks, and while it does.
        shell.interrupt.press();
        assert_eq!(shell.think(MOVE).unwrap(), Err(ThinkError::Stopped));
        assert_eq!(String::from_utf8(shell.out.split_off(0)).unwrap(), "\r  \r");
        let interrupt = shell.interrupt.clone();
        let finger = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            interrupt.press();
        });
        assert_eq!(shell.think(MOVE).unwrap(), Err(ThinkError::Stopped));
        finger.join().unwrap();
        assert!(!shell.session.time_is_up(shell.clock.now()));

        shell.clock.began = 60_000 - 50;
        shell.clock.since = Instant::now();
        let thought = shell.think(MOVE).unwrap();
        assert_eq!(thought, Err(ThinkError::Stopped));
        shell.session.thought(WHITE, thought, shell.clock.now());
        assert!(shell.session.take_text().ends_with("You won by time.\n"));
    }
}
