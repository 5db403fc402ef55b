//! Another program that plays chess, driven over its standard input and output.
//!
//! A [`Client`] owns the process. It is listened to on one thread and written to on another, every
//! answer has its time, lines have a length, and what does not answer is killed. A program that thinks
//! without a limit of time is waited for while it comes further: words alone, however many, do not
//! count. When a client is dropped its program is asked to quit, and killed if it does not; however this process
//! ends, neither the program nor what it has started is left behind (`process.rs`).

use crate::answer::{Answer, Info, OptionKind, OptionLine};
use crate::lines::{self, Line};
use crate::order::{Go, Order};
use crate::process::Process;
use crate::program::Program;
use chess::{Coordinate, File, Move, Position};
use game::{Rules, Stop};
use std::io::{self, BufReader};
use std::process::ChildStdout;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::time::{Duration, Instant};

/// Another program, running.
pub struct Client {
    program: Program,
    process: Process,
    orders: Sender<Order>,
    answers: Receiver<Answer>,
    options: Vec<OptionLine>,
    patience: Patience,
    chess960: bool,
    /// Is it known what it will say next?
    in_step: bool,
}

/// How long a program is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Until it has said who it is, and until it is ready.
    pub greeting: Duration,
    /// Beyond the time that it had for a move, and until it has stopped.
    pub grace: Duration,
    /// Without coming deeper or further, when it thinks without a limit of time.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            greeting: Duration::from_secs(15),
            grace: Duration::from_secs(3),
            silence: Duration::from_mins(1),
        }
    }
}

/// Why another program made no move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// There is no such program, or it must not be started.
    #[error("the program {program} cannot be started: {reason}")]
    Start {
        /// The program.
        program: String,
        kind: io::ErrorKind,
        /// What the system says.
        reason: String,
    },
    /// It ended, or closed its output.
    #[error("the program {program} ended while it was expected to {task}")]
    Ended {
        /// The program.
        program: String,
        /// What it should have done.
        task: Task,
    },
    /// It does not answer.
    #[error("the program {program} was expected to {task}, and did not within {} s", time.as_secs_f64())]
    Silent {
        /// The program.
        program: String,
        /// What it should have done.
        task: Task,
        /// How long it was waited for.
        time: Duration,
    },
    /// It does not know an option.
    #[error("the program {program} has no option {name:?}; it has {}", listed(others))]
    NoOption {
        /// The program.
        program: String,
        /// The option.
        name: String,
        /// Those that it has.
        others: Vec<String>,
    },
    /// An option cannot have that value.
    #[error("the option {name} of {program} is {}, not {given:?}", range(expected))]
    BadValue {
        /// The program.
        program: String,
        /// The option.
        name: String,
        /// What it can be.
        expected: OptionKind,
        /// What it should have been.
        given: String,
    },
    /// It made a move that cannot be made.
    #[error("the program {program} wants to play {mv:?}: {}", why(*reason))]
    Illegal {
        /// The program.
        program: String,
        /// The move.
        mv: String,
        /// Why it is not legal; `None` where it is not the text of a move.
        reason: Option<chess::Illegal>,
    },
    /// It was told to stop.
    #[error("the program was stopped")]
    Stopped,
}

/// What a program is expected to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Task {
    #[error("greet with uciok")]
    Greet,
    #[error("be ready")]
    BeReady,
    #[error("move")]
    Move,
    #[error("stop")]
    Stop,
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn why(illegal: Option<chess::Illegal>) -> String {
    illegal.map_or_else(|| chess::NotACoordinate.to_string(), |illegal| illegal.to_string())
}

/// The values that an option can have.
fn range(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Check { .. } => "true or false".to_owned(),
        OptionKind::Spin { min, max, .. } => format!("a number from {min} to {max}"),
        OptionKind::Combo { choices, .. } => format!("one of {}", choices.join(", ")),
        OptionKind::Button | OptionKind::Text { .. } => "any text".to_owned(),
    }
}

/// What a program came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Its move.
    pub mv: Move,
    /// What it said last about its best line.
    pub info: Info,
}

impl Client {
    /// Starts a program, greets it and sets its options.
    pub fn start(
        program: &Program,
        patience: Patience,
        stop: &Stop,
    ) -> Result<Client, ClientError> {
        let failed = |error: &io::Error| ClientError::Start {
            program: program.name().to_owned(),
            kind: error.kind(),
            reason: error.to_string(),
        };
        // A program that talks without end is read no faster than the client listens.
        let (heard, answers) = mpsc::sync_channel(1024);
        let (process, orders) = Process::talk(program, move |output| listen(output, &heard))
            .map_err(|error| failed(&error))?;
        let mut client = Client {
            program: program.clone(),
            process,
            orders,
            answers,
            options: Vec::new(),
            patience,
            chess960: false,
            in_step: true,
        };
        client.greet(stop)?;
        Ok(client)
    }

    fn greet(&mut self, stop: &Stop) -> Result<(), ClientError> {
        self.send(Order::Uci);
        let mut options = Vec::new();
        let greeting = Wait::until(self.patience.greeting, Task::Greet);
        self.hear(greeting, stop, |answer| match answer {
            Answer::Option(option) => {
                options.push(option);
                Heard::Nothing
            }
            Answer::UciOk => Heard::Wanted(()),
            _ => Heard::Nothing,
        })?;
        self.options = options;
        for (name, value) in self.program.options.clone() {
            let order = self.set_option(&name, &value)?;
            self.send(order);
        }
        self.be_ready(stop)
    }

    /// The order that sets an option, if the program has one of that name that can be so.
    fn set_option(&self, name: &str, value: &str) -> Result<Order, ClientError> {
        let program = || self.program.name().to_owned();
        let same = |option: &&OptionLine| option.name.eq_ignore_ascii_case(name);
        let option = self.options.iter().find(same).ok_or_else(|| ClientError::NoOption {
            program: program(),
            name: name.to_owned(),
            others: self.names_of_options(),
        })?;
        if !fits(&option.kind, value) {
            let (name, given) = (option.name.clone(), value.chars().take(40).collect());
            let expected = option.kind.clone();
            return Err(ClientError::BadValue { program: program(), name, expected, given });
        }
        let value = (option.kind != OptionKind::Button).then(|| value.to_owned());
        Ok(Order::SetOption { name: option.name.clone(), value })
    }

    fn names_of_options(&self) -> Vec<String> {
        self.options.iter().map(|option| option.name.clone()).take(40).collect()
    }

    fn be_ready(&mut self, stop: &Stop) -> Result<(), ClientError> {
        self.send(Order::IsReady);
        let ready = Wait::until(self.patience.greeting, Task::BeReady);
        self.hear(ready, stop, |answer| match answer {
            Answer::ReadyOk => Heard::Wanted(()),
            _ => Heard::Nothing,
        })
    }

    /// Tells it that another game begins.
    pub fn new_game(&mut self, stop: &Stop) -> Result<(), ClientError> {
        self.send(Order::NewGame);
        self.be_ready(stop)
    }

    /// Is it running and in step? One that is not is to be dropped and started again.
    pub fn is_well(&self) -> bool {
        self.in_step
    }

    /// Its move in the position that these moves lead to. `watch` hears everything that it says about
    /// its thinking.
    pub fn think(
        &mut self,
        start: &Position,
        moves: &[Move],
        go: Go,
        stop: &Stop,
        watch: &mut dyn FnMut(&Info),
    ) -> Result<Choice, ClientError> {
        let (position, now) = self.describe(start, moves, stop)?;
        let time = go.move_time.or(match game::Perfect::side_to_move(&now) {
            game::Side::White => go.white_time,
            game::Side::Black => go.black_time,
        });
        let wait = match time {
            Some(time) => {
                Wait::until(Duration::from_millis(time) + self.patience.grace, Task::Move)
            }
            None => Wait { renewed: true, ..Wait::until(self.patience.silence, Task::Move) },
        };
        // Whatever it said unasked is not the answer to what it is asked now.
        self.answers.try_iter().take(4096).for_each(drop);
        self.send(position);
        self.send(Order::Go(go));
        let mut last = Info::default();
        let (mut depth, mut nodes) = (None, None);
        let mut heed = |answer| match answer {
            Answer::Info(info) => {
                watch(&info);
                let further = info.depth > depth || info.nodes > nodes;
                (depth, nodes) = (depth.max(info.depth), nodes.max(info.nodes));
                if info.score.is_some() && info.rank.unwrap_or(1) == 1 {
                    last = info;
                }
                if further { Heard::Progress } else { Heard::Nothing }
            }
            Answer::BestMove { mv, .. } => Heard::Wanted(mv),
            _ => Heard::Nothing,
        };
        let written = match self.hear(wait, stop, &mut heed) {
            Err(ClientError::Stopped) => {
                self.send(Order::Stop);
                let end = Wait::until(self.patience.grace, Task::Stop);
                self.in_step = self.hear(end, &Stop::new(), &mut heed).is_ok();
                return Err(ClientError::Stopped);
            }
            other => other?,
        };
        let mv = self.read_move(&now, written.as_deref().unwrap_or("(none)"))?;
        Ok(Choice { mv, info: last })
    }

    /// The order that describes a position, and the position itself.
    fn describe(
        &mut self,
        start: &Position,
        moves: &[Move],
        stop: &Stop,
    ) -> Result<(Order, Position), ClientError> {
        let chess960 = is_chess960(start);
        if chess960 != self.chess960 {
            let order = self.set_option("UCI_Chess960", if chess960 { "true" } else { "false" })?;
            self.send(order);
            self.be_ready(stop)?;
            self.chess960 = chess960;
        }
        let mut now = *start;
        let mut written = Vec::with_capacity(moves.len());
        for &mv in moves {
            let coordinate =
                if chess960 { Coordinate::of_chess960(&now, mv) } else { Coordinate::of(&now, mv) };
            written.push(coordinate.to_string());
            now = now.play(mv);
        }
        let fen = (*start != Position::standard()).then(|| {
            if chess960 { chess::fen::shredder_fen(&start.to_setup()) } else { start.to_string() }
        });
        Ok((Order::Position { fen, moves: written }, now))
    }

    fn read_move(&mut self, now: &Position, written: &str) -> Result<Move, ClientError> {
        let wrong = |reason| ClientError::Illegal {
            program: self.program.name().to_owned(),
            mv: written.chars().take(20).collect(),
            reason,
        };
        let coordinate: Coordinate =
            written.parse().map_err(|_: chess::NotACoordinate| wrong(None))?;
        coordinate.resolve(now).map_err(|illegal| wrong(Some(illegal)))
    }

    fn send(&self, order: Order) {
        // A program that has ended is noticed when it does not answer.
        let _ = self.orders.send(order);
    }

    /// Waits for what `heed` wants.
    fn hear<T>(
        &mut self,
        wait: Wait,
        stop: &Stop,
        mut heed: impl FnMut(Answer) -> Heard<T>,
    ) -> Result<T, ClientError> {
        /// How soon a sign to stop is seen.
        const POLL: Duration = Duration::from_millis(10);
        let program = || self.program.name().to_owned();
        let mut since = Instant::now();
        loop {
            let left = wait.patience.saturating_sub(since.elapsed());
            match self.answers.recv_timeout(left.min(POLL)) {
                Ok(answer) => match heed(answer) {
                    Heard::Wanted(answer) => return Ok(answer),
                    Heard::Progress if wait.renewed => since = Instant::now(),
                    Heard::Progress | Heard::Nothing => {}
                },
                Err(RecvTimeoutError::Disconnected) => {
                    self.in_step = false;
                    return Err(ClientError::Ended { program: program(), task: wait.task });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.is_set() {
                return Err(ClientError::Stopped);
            }
            if since.elapsed() >= wait.patience {
                self.in_step = false;
                let (task, time) = (wait.task, wait.patience);
                return Err(ClientError::Silent { program: program(), task, time });
            }
        }
    }
}

/// What is waited for.
#[derive(Clone, Copy)]
struct Wait {
    patience: Duration,
    /// Does the time begin again whenever there is progress?
    renewed: bool,
    task: Task,
}

/// What an answer is to whoever waits.
enum Heard<T> {
    /// What it was waited for.
    Wanted(T),
    /// A sign that it will come.
    Progress,
    /// Words.
    Nothing,
}

impl Wait {
    const fn until(patience: Duration, task: Task) -> Wait {
        Wait { patience, renewed: false, task }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if self.in_step {
            self.send(Order::Quit);
            self.process.farewell();
        }
    }
}

/// Passes on what is understood, until the output of the program ends or the client is gone.
fn listen(output: ChildStdout, heard: &SyncSender<Answer>) {
    let mut output = BufReader::new(output);
    loop {
        match lines::read(&mut output) {
            Line::Text(line) => {
                if let Some(answer) = Answer::read(&line)
                    && heard.send(answer).is_err()
                {
                    return;
                }
            }
            Line::TooLong => {}
            Line::End => return,
        }
    }
}

/// Does this value suit an option, and if not, what would?
fn fits(kind: &OptionKind, value: &str) -> bool {
    match kind {
        OptionKind::Check { .. } => matches!(value, "true" | "false"),
        OptionKind::Spin { min, max, .. } => {
            value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number))
        }
        OptionKind::Combo { choices, .. } => {
            choices.iter().any(|choice| choice.eq_ignore_ascii_case(value))
        }
        OptionKind::Button | OptionKind::Text { .. } => true,
    }
}

/// Is castling possible from other squares than the usual ones?
fn is_chess960(start: &Position) -> bool {
    start.castling_rooks().into_iter().any(|rook| {
        let white = rook.rank() == chess::Rank::First;
        let king = start.king(if white { game::Side::White } else { game::Side::Black });
        king.file() != File::E || !matches!(rook.file(), File::A | File::H)
    })
}
