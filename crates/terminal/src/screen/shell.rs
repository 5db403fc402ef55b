//! What surrounds the model: the terminal, the time, chance, signals, thinking, files and the log.

use crate::look::Look;
use crate::screen::input::{self, Input};
use crate::screen::model::{Beginning, Effect, Model};
use crate::screen::update::{begin, begin_analysis};
use crate::screen::window::Window;
use crate::session::Question;
use crate::shell::{Clock, Config, PlayError, ThinkerKey};
use crate::storage::{Storage, StorageEvent};
use crate::words::words;
use crossterm::event::{self, Event};
use game::{Seat, Stop};
use players::{Background, Positions, Thinker};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};
use table::{AnyTable, Found, Imported, Limit, Looked, Report, Resources, fill};

/// How often the shell looks whether a thought is complete.
const POLL: Duration = Duration::from_millis(15);
/// What the search of an analysis has not found in this time it will not find soon.
const LONGEST_SEARCH: Duration = Duration::from_mins(10);
/// So many nodes are looked at for each position of a review.
const NODES_OF_A_REVIEW: u64 = 60_000;
/// Milliseconds between the moves of two computers, if nothing else is given.
const USUAL_DELAY: u64 = 500;

/// What wakes the shell.
enum Message {
    /// A key, the mouse, another size.
    Terminal(Event),
    Storage(StorageEvent),
    /// What the search of an analysis has found so far.
    Found(u64, Found),
    /// What a review has found after so many moves.
    Looked(u64, usize, Looked),
    /// A signal of the system.
    #[cfg_attr(not(unix), allow(dead_code))]
    Signal(i32),
    /// There is no terminal any more.
    Gone,
}

/// Why the shell ends.
enum End {
    Left,
    /// The system wants it.
    #[cfg_attr(not(unix), allow(dead_code))]
    Signal(i32),
}

/// Plays on the full screen until the player leaves. Standard input and output have to be a terminal.
pub fn play(config: Config) -> Result<(), PlayError> {
    run(config, None)?.report();
    Ok(())
}

/// The same with lines of a game to look at, of which the computer shows so many.
pub fn analyse(config: Config, imported: Imported, lines: usize) -> Result<(), PlayError> {
    run(config, Some((imported, lines)))?.report();
    Ok(())
}

impl End {
    /// The parent process is to see that a signal ended this one.
    #[cfg_attr(not(unix), allow(clippy::unused_self))]
    fn report(self) {
        #[cfg(unix)]
        if let End::Signal(signal) = self {
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    }
}

fn run(config: Config, analysed: Option<(Imported, usize)>) -> Result<End, PlayError> {
    let (sender, messages) = mpsc::channel();
    let clock = Clock::start();
    let random = RandomState::new();
    let run = random.hash_one((std::process::id(), clock.now()));
    let language = config.language;
    let beginning = Beginning {
        club: config.club,
        orientation: config.orientation(),
        options: config.options,
        look: Look::of_environment(true, config.pieces),
        language,
        size: crossterm::terminal::size()?,
        seed: config.seed.unwrap_or_else(|| random.hash_one(Instant::now())),
        seeds_are_secret: config.seed.is_none(),
        run,
    };
    // The caller reports what cannot begin, on the terminal as it is.
    let (model, effects) = match analysed {
        None => begin(beginning, clock.now())?,
        Some((imported, lines)) => begin_analysis(&beginning, imported, lines, clock.now()),
    };
    listen_to_signals(&sender)?;
    let events = sender.clone();
    let storage = Storage::start(config.club, config.storage, run, move |event| {
        let _ = events.send(Message::Storage(event));
    });
    let mut shell = Shell {
        model,
        clock,
        storage,
        delay: Duration::from_millis(config.delay.unwrap_or(USUAL_DELAY)),
        thinkers: HashMap::new(),
        resources: config.resources,
        game: None,
        thinking: None,
        analyst: None,
        search: None,
        review: None,
        sender: sender.clone(),
        end: None,
        asked_to_redraw: false,
    };
    let mut window = Window::open()?;
    listen_to_terminal(sender);
    let end = shell.run(&mut window, &messages, effects)?;
    // The terminal first, so that the prompt does not wait for the disk.
    drop(window);
    if let Some(error) = shell.storage.close() {
        // There is nowhere to say that this cannot be said.
        let _ =
            writeln!(io::stderr(), "{}", fill(words(language).not_kept, &[&error.text(language)]));
    }
    Ok(end)
}

fn listen_to_terminal(sender: Sender<Message>) {
    thread::spawn(move || {
        loop {
            let message = event::read().map_or(Message::Gone, Message::Terminal);
            let gone = matches!(message, Message::Gone);
            if sender.send(message).is_err() || gone {
                return;
            }
        }
    });
}

#[cfg(unix)]
fn listen_to_signals(sender: &Sender<Message>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    let mut signals = Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP])?;
    let sender = sender.clone();
    thread::spawn(move || {
        for signal in &mut signals {
            if sender.send(Message::Signal(signal)).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn listen_to_signals(_: &Sender<Message>) -> io::Result<()> {
    Ok(())
}

/// A question that a computer is thinking about, or will when its time has come.
struct Thinking {
    ticket: u64,
    begins: Instant,
    question: Question,
    table: AnyTable,
    at_work: Option<Background>,
}

struct Shell {
    model: Model,
    clock: Clock,
    storage: Storage,
    delay: Duration,
    thinkers: HashMap<ThinkerKey, Thinker>,
    resources: Resources,
    /// How the game began that the thinkers know.
    game: Option<table::Event>,
    thinking: Option<Thinking>,
    /// Who searches for analyses, between two searches.
    analyst: Option<Thinker>,
    /// The search that goes on, by its ticket.
    search: Option<(u64, Background<()>)>,
    /// What stops the review that goes on, by its ticket.
    review: Option<(u64, Stop)>,
    sender: Sender<Message>,
    end: Option<End>,
    asked_to_redraw: bool,
}

impl Shell {
    fn run(
        &mut self,
        window: &mut Window,
        messages: &Receiver<Message>,
        effects: Vec<Effect>,
    ) -> io::Result<End> {
        self.carry_out(effects, window);
        let size = window.size()?;
        self.feed(Input::Resized(size.0, size.1), window);
        window.draw(&self.model)?;
        loop {
            if let Some(end) = self.end.take() {
                return Ok(end);
            }
            let changed = self.wait(window, messages)?;
            if self.asked_to_redraw {
                self.asked_to_redraw = false;
                window.forget()?;
                window.draw(&self.model)?;
            } else if changed {
                window.draw(&self.model)?;
            }
        }
    }

    /// Waits until something happens. Has the screen changed?
    fn wait(&mut self, window: &mut Window, messages: &Receiver<Message>) -> io::Result<bool> {
        let first = match self.timeout() {
            None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(timeout) => messages.recv_timeout(timeout),
        };
        let mut changed = false;
        match first {
            Ok(message) => {
                changed |= self.receive(message, window)?;
                // What has come in the meantime is not worth a picture each.
                while let Ok(message) = messages.try_recv() {
                    if self.end.is_some() {
                        break;
                    }
                    changed |= self.receive(message, window)?;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.end = Some(End::Left),
        }
        changed |= self.poll_thinker(window);
        if self.until_change().is_some_and(|left| left.is_zero()) {
            let before = self.model.face();
            self.feed(Input::Time, window);
            changed |= before != self.model.face();
        }
        Ok(changed)
    }

    /// How long it is until the screen changes by itself.
    fn until_change(&self) -> Option<Duration> {
        let at = self.model.now + self.model.next_change()?;
        Some(Duration::from_millis(at.saturating_sub(self.clock.now())))
    }

    /// How long nothing can change by itself; for ever, if nothing runs.
    fn timeout(&self) -> Option<Duration> {
        let thought = self.thinking.as_ref().map(|thinking| match thinking.at_work {
            Some(_) => POLL,
            None => thinking.begins.saturating_duration_since(Instant::now()),
        });
        [thought, self.until_change()].into_iter().flatten().min()
    }

    fn receive(&mut self, message: Message, window: &mut Window) -> io::Result<bool> {
        match message {
            Message::Terminal(event) => match input::read(&event, self.model.mode()) {
                Some(input) => {
                    self.feed(input, window);
                    Ok(true)
                }
                None => Ok(false),
            },
            Message::Storage(event) => {
                self.feed(Input::Storage(event), window);
                Ok(true)
            }
            Message::Found(ticket, found) => {
                self.feed(Input::Found { ticket, found }, window);
                Ok(true)
            }
            Message::Looked(ticket, ply, looked) => {
                self.feed(Input::Looked { ticket, ply, looked }, window);
                Ok(true)
            }
            Message::Gone => {
                self.end = Some(End::Left);
                Ok(false)
            }
            Message::Signal(signal) => self.signal(signal, window),
        }
    }

    #[cfg(unix)]
    fn signal(&mut self, signal: i32, window: &mut Window) -> io::Result<bool> {
        use signal_hook::consts::{SIGCONT, SIGTSTP};
        match signal {
            SIGCONT => {
                window.come_back()?;
                let (columns, rows) = window.size()?;
                self.feed(Input::Resized(columns, rows), window);
                Ok(true)
            }
            SIGTSTP => {
                suspend(window);
                Ok(false)
            }
            _ => {
                self.end = Some(End::Signal(signal));
                Ok(false)
            }
        }
    }

    #[cfg(not(unix))]
    fn signal(&mut self, _: i32, _: &mut Window) -> io::Result<bool> {
        Ok(false)
    }

    fn feed(&mut self, input: Input, window: &mut Window) {
        let effects = self.model.update(input, self.clock.now());
        self.carry_out(effects, window);
    }

    fn carry_out(&mut self, effects: Vec<Effect>, window: &mut Window) {
        for effect in effects {
            match effect {
                Effect::Think { ticket, question, table } => self.think(ticket, question, table),
                Effect::Analyse { ticket, table, lines } => self.analyse(ticket, table, lines),
                Effect::Review { ticket, game } => self.review(ticket, &game),
                Effect::Forget(ticket) => self.forget(ticket),
                Effect::Save(request) => self.storage.save(request),
                Effect::List => self.storage.list(),
                Effect::Open(name) => self.storage.open(name),
                Effect::Delete(name) => self.storage.delete(name),
                Effect::Times(leaderboard) => self.storage.times(leaderboard),
                Effect::Remember(choices) => self.storage.remember(choices),
                Effect::File(job) => self.feed(Input::File(job.run()), window),
                Effect::Suspend => suspend(window),
                Effect::Redraw => self.asked_to_redraw = true,
                Effect::Leave => self.end = Some(End::Left),
            }
        }
    }

    /// Two computers do not play faster than one can watch.
    fn think(&mut self, ticket: u64, question: Question, table: AnyTable) {
        let watched = table.is_between_computers();
        let paced = watched && table.moves_played() > 0 && matches!(question, Question::Move(_));
        // What a thinker has learnt in another game is of no use here.
        if self.game.as_ref() != table.events().first() {
            self.game = table.events().first().cloned();
            self.thinkers.values_mut().for_each(Thinker::new_game);
        }
        let begins = Instant::now() + if paced { self.delay } else { Duration::ZERO };
        self.thinking = Some(Thinking { ticket, begins, question, table, at_work: None });
    }

    /// Searches a position; what it finds comes back as messages.
    fn analyse(&mut self, ticket: u64, table: AnyTable, lines: usize) {
        let Some(Seat::Side(side)) = table.turn() else { return };
        let analyst = self.analyst.take().unwrap_or_else(|| Thinker::with(self.resources));
        let (sender, searched) = (self.sender.clone(), table.clone());
        let watch = move |reports: &[Report], complete| {
            let found = Found::of(&searched, reports, side, complete);
            // The shell that has ended hears nothing any more.
            let _ = sender.send(Message::Found(ticket, found));
        };
        let search = Background::analyse(analyst, table, lines, LONGEST_SEARCH, watch);
        self.search = Some((ticket, search));
    }

    /// Looks at the positions of a game on a thread of its own; what it finds comes back as messages.
    fn review(&mut self, ticket: u64, game: &AnyTable) {
        let Some(positions) = Positions::of(game) else { return };
        let (stop, sender) = (Stop::new(), self.sender.clone());
        self.review = Some((ticket, stop.clone()));
        thread::spawn(move || {
            let mut thinker = Thinker::new();
            for ply in positions.order() {
                let limit = Limit::Nodes(NODES_OF_A_REVIEW);
                // A position that cannot be looked at leaves a gap.
                let Ok(looked) = positions.look(&mut thinker, ply, limit, &stop) else { continue };
                if stop.is_set() || sender.send(Message::Looked(ticket, ply, looked)).is_err() {
                    return;
                }
            }
        });
    }

    fn forget(&mut self, ticket: u64) {
        if let Some((_, stop)) = self.review.take_if(|(other, _)| *other == ticket) {
            stop.set();
        }
        if let Some((_, search)) = self.search.take_if(|(other, _)| *other == ticket) {
            search.stop();
            // A search that does not stop at once is left alone, and another takes its place.
            if search.wait(POLL) {
                self.analyst = Some(search.finish().0);
            }
        }
        let Some(thinking) = self.thinking.take_if(|thinking| thinking.ticket == ticket) else {
            return;
        };
        let Some(background) = thinking.at_work else { return };
        background.stop();
        // A thinker that does not stop at once is left alone, and another takes its place.
        if background.wait(POLL) {
            self.thinkers.insert(thinking.question.thinker(), background.finish().0);
        }
    }

    /// Lets a computer begin to think, or takes what it came to. Is there something new?
    fn poll_thinker(&mut self, window: &mut Window) -> bool {
        let Some(thinking) = &mut self.thinking else { return false };
        match &thinking.at_work {
            None if Instant::now() >= thinking.begins => {
                let key = thinking.question.thinker();
                let thinker = self.thinkers.remove(&key);
                let thinker = thinker.unwrap_or_else(|| Thinker::with(self.resources));
                let table = thinking.table.clone();
                thinking.at_work = Some(thinking.question.start(thinker, table));
                false
            }
            Some(background) if background.is_done() => {
                let Some(done) = self.thinking.take() else { return false };
                let Some(background) = done.at_work else { return false };
                let (thinker, thought) = background.finish();
                self.thinkers.insert(done.question.thinker(), thinker);
                self.feed(Input::Thought { ticket: done.ticket, thought }, window);
                true
            }
            _ => false,
        }
    }
}

/// Stops this program until the shell wants it again; the signal to go on brings it back.
fn suspend(window: &mut Window) {
    #[cfg(unix)]
    {
        window.step_aside();
        let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
    }
    #[cfg(not(unix))]
    let _ = window;
}
