//! `tablero uci`: the search behind the protocol.
//!
//! One thread reads lines, one obeys them, one thinks. What is said while it thinks is heard at once:
//! `stop` and `quit` end the search, `isready` is answered, settings are kept and take effect before
//! the next search. A `go` in the middle of a search ends that search, whose move is told, and begins
//! anew. When the input ends, a search with a limit is finished and any other is stopped.
//!
//! After a `position` that cannot be read none is known, and `go` is answered with the null move: an
//! interface that gets a move for an older position would play it.

use crate::answer::{Answer, Info};
use crate::lines::{self, Line};
use crate::order::{Go, Order};
use crate::settings::{Change, Settings};
use crate::speech;
use crate::start;
use crate::syzygy::Tables;
use chess::engine::network::Network;
use chess::engine::{Evaluator, Tablebase};
use chess::{Coordinate, Move, Position};
use game::{Game, Perfect, Rules, Side, Stop, Turn};
use levels::Level;
use search::{Budget, Control, Found, Limits, Progress, Searcher};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// From so many nodes on a search also says what comes up in the middle of an iteration. Before that an
/// iteration is over in a moment.
const TELL_UNFINISHED_FROM: u64 = 3_000_000;

/// No file of a network is larger.
const LARGEST_NETWORK: u64 = 64 << 20;

/// Said where a position would be needed and none is known.
const NO_POSITION: &str = "no position is known until the next position command";

/// The move that the protocol has for none.
const NULL_MOVE: &str = "0000";

/// Serves the protocol until it is told to quit or the input ends. `bench` does the work of the order of
/// that name, and returns the line that answers it.
pub fn serve(
    bench: fn() -> String,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let (heard, lines) = mpsc::sync_channel(1024);
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            let line = lines::read(&mut input);
            let ended = line == Line::End;
            if heard.send(line).is_err() || ended {
                return;
            }
        }
    });
    let mut session = Session::new(bench, Output::new(output));
    for line in lines {
        let order = match line {
            Line::End => break,
            Line::TooLong => {
                session.tell(&format!("a line of more than {} bytes is ignored", lines::LONGEST));
                // It may have been a position.
                session.past.clear();
                continue;
            }
            Line::Text(line) => Order::read(&line),
        };
        if order == Some(Order::Quit) {
            session.leave();
            break;
        }
        if let Some(order) = order {
            session.obey(order);
        }
        // Nobody listens any more.
        if session.output.is_broken() {
            session.leave();
            break;
        }
    }
    session.end();
    session.output.result()
}

/// Where answers go, line by line, from whichever thread.
#[derive(Clone)]
struct Output(Arc<Mutex<Sink>>);

struct Sink {
    to: Box<dyn Write + Send>,
    error: Option<io::Error>,
}

impl Output {
    fn new(to: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(Sink { to: Box::new(to), error: None })))
    }

    fn lock(&self) -> MutexGuard<'_, Sink> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, text: &impl std::fmt::Display) {
        let mut sink = self.lock();
        if sink.error.is_none() {
            let said = writeln!(sink.to, "{text}").and_then(|()| sink.to.flush());
            sink.error = said.err();
        }
    }

    fn is_broken(&self) -> bool {
        self.lock().error.is_some()
    }

    fn result(&self) -> io::Result<()> {
        self.lock().error.take().map_or(Ok(()), Err)
    }
}

/// Keeps a search from telling its move before it may.
#[derive(Clone, Default)]
struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    fn open(&self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }

    fn wait(&self) {
        let open = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.0.1.wait_while(open, |open| !*open).unwrap_or_else(PoisonError::into_inner));
    }
}

/// A search that goes on.
struct Thinking {
    control: Control,
    gate: Gate,
    /// Does it end by itself?
    limited: bool,
    /// Does it end when it is told to?
    obedient: bool,
    thread: JoinHandle<Searcher<Position>>,
}

struct Session {
    bench: fn() -> String,
    output: Output,
    settings: Settings,
    /// The positions so far, the present one last; empty when none is known.
    past: Vec<Position>,
    /// Away while it thinks.
    searcher: Option<Searcher<Position>>,
    /// The megabytes that its table was asked to have.
    asked: usize,
    /// The network that evaluates instead of the program's own terms.
    network: Option<Arc<Network>>,
    /// The tablebases that are open.
    tables: Option<Arc<Tables>>,
    /// Are other tables wanted?
    tables_changed: bool,
    /// Does the searcher still evaluate in another way?
    evaluation_changed: bool,
    thinking: Option<Thinking>,
    /// Shall the searcher forget what it knows before it thinks again?
    forget: bool,
    /// What a player that is held back chooses by: another one in each game.
    seed: RandomState,
}

impl Session {
    fn new(bench: fn() -> String, output: Output) -> Session {
        Session {
            bench,
            output,
            settings: Settings::default(),
            past: vec![Position::standard()],
            searcher: None,
            asked: 0,
            network: None,
            tables: None,
            tables_changed: false,
            evaluation_changed: false,
            thinking: None,
            forget: false,
            seed: RandomState::new(),
        }
    }

    fn say(&self, answer: &Answer) {
        self.output.say(answer);
    }

    /// Words to a person.
    fn tell(&self, words: &str) {
        self.say(&Answer::Info(Info::words(words)));
    }

    fn position(&self) -> Option<&Position> {
        self.past.last()
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Uci => self.introduce(),
            Order::IsReady => {
                self.make_ready();
                self.say(&Answer::ReadyOk);
            }
            Order::NewGame => {
                self.forget = true;
                self.seed = RandomState::new();
                self.past = vec![Position::standard()];
                self.make_ready();
            }
            Order::SetOption { name, value } => {
                match self.settings.set(&name, value.as_deref().unwrap_or_default().trim()) {
                    Ok(Change::Set) => {}
                    Ok(Change::Forget) => self.forget = true,
                    Ok(Change::EvalFile) => self.load_network(),
                    Ok(Change::SyzygyPath) => self.tables_changed = true,
                    Err(error) => self.tell(&error.to_string()),
                }
            }
            Order::Position { fen, moves } => self.set_up(fen.as_deref(), &moves),
            Order::Go(go) => self.go(&go),
            Order::Stop => self.stop(),
            Order::PonderHit => {
                if let Some(thinking) = &self.thinking {
                    thinking.control.ponder_hit();
                    thinking.gate.open();
                }
            }
            Order::Quit => {}
            Order::Draw => match self.position() {
                Some(position) => self.output.say(&speech::draw(position)),
                None => self.tell(NO_POSITION),
            },
            Order::Eval => match self.position() {
                Some(position) => {
                    self.output.say(&evaluation(position, self.network.as_ref()));
                }
                None => self.tell(NO_POSITION),
            },
            Order::Bench => self.bench(),
        }
    }

    fn introduce(&self) {
        self.say(&Answer::Name(format!("tablero {}", env!("CARGO_PKG_VERSION"))));
        self.say(&Answer::Author("the authors of tablero".to_owned()));
        for option in Settings::options() {
            self.say(&Answer::Option(option));
        }
        self.say(&Answer::UciOk);
    }

    /// A start and all the moves from it, or no position.
    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) {
        self.past.clear();
        let start = fen.map_or_else(|| Ok((Position::standard(), Vec::new())), start::read);
        let (start, dropped) = match start {
            Ok(start) => start,
            Err(error) => return self.tell(&format!("{error}; {NO_POSITION}")),
        };
        for fault in dropped {
            self.tell(&format!("{fault}; the position is read without that"));
        }
        let mut past = vec![start];
        let mut now = start;
        for (index, text) in moves.iter().enumerate() {
            match read_move(&now, text) {
                Ok(mv) => now = now.play(mv),
                Err(reason) => {
                    let number = index + 1;
                    let text: String = text.chars().take(20).collect();
                    return self.tell(&format!("move {number}, {text:?}: {reason}; {NO_POSITION}"));
                }
            }
            past.push(now);
        }
        self.past = past;
    }

    /// Reads the network of `EvalFile`; without a name that of the program evaluates again. When the file cannot be read, everything stays
    /// as it was.
    fn load_network(&mut self) {
        let file = &self.settings.eval_file;
        let network = match file.as_str() {
            "" => None,
            file => match read_network(Path::new(file)) {
                Ok(network) => Some(Arc::new(network)),
                Err(reason) => return self.tell(&format!("EvalFile {file:?}: {reason}")),
            },
        };
        self.network = network;
        self.evaluation_changed = true;
    }

    /// Opens the tables of `SyzygyPath`, or closes those that are open.
    fn open_tables(&mut self) {
        // One set can be open at a time, so what the searcher holds of the old one goes first.
        if let Some(searcher) = &mut self.searcher {
            searcher.set_evaluation(Evaluator::default);
        }
        self.tables = None;
        self.evaluation_changed = true;
        let folders = &self.settings.syzygy_path;
        if !folders.is_empty() {
            match Tables::open(folders) {
                Ok(tables) => {
                    let (files, most) = (tables.files, tables.most_pieces());
                    self.tell(&format!("{files} tables of up to {most} pieces"));
                    self.tables = Some(Arc::new(tables));
                }
                Err(reason) => self.tell(&format!("SyzygyPath {folders:?}: {reason}")),
            }
        }
    }

    /// Has the searcher as it is to be, if it is not away.
    fn make_ready(&mut self) {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.thread.is_finished()) {
            self.finish();
        }
        if self.thinking.is_some() {
            return;
        }
        if std::mem::take(&mut self.tables_changed) {
            self.open_tables();
        }
        let (hash, threads) = (self.settings.hash, self.settings.threads);
        let before = self.searcher.as_ref().map(|_| self.asked);
        let searcher = self.searcher.get_or_insert_with(|| Searcher::new(hash, threads));
        if before.is_some_and(|before| before != hash) {
            searcher.resize(hash);
        }
        self.asked = hash;
        searcher.set_threads(threads);
        let is_new = before.is_none() && (self.network.is_some() || self.tables.is_some());
        if std::mem::take(&mut self.evaluation_changed) || is_new {
            let (network, tables) = (self.network.clone(), self.tables.clone());
            searcher.set_evaluation(move || evaluator(network.as_ref(), tables.as_ref()));
        }
        if std::mem::take(&mut self.forget) {
            searcher.clear();
        }
        let megabytes = searcher.megabytes();
        if before != Some(hash) && megabytes < hash {
            self.tell(&format!(
                "there is memory for {megabytes} megabytes of Hash, not for {hash}"
            ));
        }
    }

    /// Ends the search, whose move is told.
    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.stop();
            thinking.gate.open();
        }
        self.finish();
    }

    /// Ends everything, and waits for nothing that would go on.
    fn leave(&mut self) {
        self.thinking = self.thinking.take().filter(|thinking| thinking.obedient);
        self.stop();
    }

    /// Waits for the end of the search.
    fn finish(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            match thinking.thread.join() {
                Ok(searcher) => self.searcher = Some(searcher),
                Err(_) => self.tell("the search has failed and begins anew"),
            }
        }
    }

    /// No more orders come: what ends by itself may do so.
    fn end(&mut self) {
        match &self.thinking {
            Some(thinking) if thinking.limited && !self.output.is_broken() => self.finish(),
            _ => self.stop(),
        }
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        self.make_ready();
        if let Some(depth) = go.perft {
            return self.perft(depth.min(100) as u32);
        }
        let limits = self.position().map(|position| self.limits(position, go)).unwrap_or_default();
        let bounded = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some();
        let limited = !go.infinite && !go.ponder && (bounded || self.past.is_empty());
        let stop = Stop::new();
        let control = if go.ponder { Control::pondering(stop) } else { Control::new(stop) };
        let gate = Gate::default();
        // A search that was given no limit tells its move only when it is asked to.
        if limited {
            gate.open();
        }
        let Some(searcher) = self.searcher.take() else { return };
        let search = Search {
            past: self.past.clone(),
            limits,
            settings: self.settings.clone(),
            tables: self.tables.clone(),
            seed: self.seed.clone(),
            control: control.clone(),
            gate: gate.clone(),
            output: self.output.clone(),
        };
        let thread = thread::spawn(move || search.run(searcher));
        self.thinking = Some(Thinking { control, gate, limited, obedient: true, thread });
    }

    fn limits(&self, position: &Position, go: &Go) -> Limits<Move> {
        let (left, increment) = match position.side_to_move() {
            Side::White => (go.white_time, go.white_increment),
            Side::Black => (go.black_time, go.black_increment),
        };
        let milliseconds = |time: u64| Duration::from_millis(time.min(1 << 40));
        let time = match (go.move_time, left) {
            _ if go.infinite => None,
            (Some(time), _) => Some(Budget::exactly(milliseconds(time.max(1)))),
            (None, Some(left)) => Some(Budget::of_clock(
                milliseconds(left),
                milliseconds(increment.unwrap_or(0)),
                go.moves_to_go.map(|moves| moves.min(1000) as u32),
                milliseconds(self.settings.overhead),
            )),
            (None, None) => None,
        };
        // A mate that is not seen so deep is not looked for any longer, unless more was asked for.
        let hunt = go.mate.filter(|_| !go.infinite && go.nodes.is_none() && time.is_none());
        let depth = go.depth.or(hunt.map(|moves| moves.min(100) * 3 + 6));
        Limits {
            depth: depth.map(|depth| depth.clamp(1, 1000) as u32),
            nodes: go.nodes.map(|nodes| nodes.max(1)),
            time,
            // The protocol counts moves of one side, the search those of both.
            mate: go.mate.map(|moves| (2 * moves.clamp(1, 1000)) as u32),
            only: go.only.iter().filter_map(|text| read_move(position, text).ok()).collect(),
            lines: self.settings.lines,
            ..Limits::default()
        }
    }

    fn perft(&mut self, depth: u32) {
        let Some(&position) = self.position() else { return self.tell(NO_POSITION) };
        let chess960 = self.settings.chess960;
        self.work(true, move |output, control| {
            let mut total = 0;
            for &mv in &*position.moves() {
                let below = depth.saturating_sub(1);
                let Some(nodes) = count(&position.play(mv), below, control) else { break };
                total += nodes;
                let written = speech::write_move(&position, mv, chess960);
                output.say(&format_args!("{written}: {nodes}"));
            }
            output.say(&format_args!("\nNodes searched: {total}\n"));
        });
    }

    fn bench(&mut self) {
        self.stop();
        self.make_ready();
        let bench = self.bench;
        self.work(false, move |output, _| output.say(&bench()));
    }

    /// Does something else than a search on the thread that thinks.
    fn work(&mut self, obedient: bool, work: impl FnOnce(&Output, &Control) + Send + 'static) {
        let Some(searcher) = self.searcher.take() else { return };
        let (output, control) = (self.output.clone(), Control::new(Stop::new()));
        let told = control.clone();
        let thread = thread::spawn(move || {
            work(&output, &told);
            searcher
        });
        let gate = Gate::default();
        self.thinking = Some(Thinking { control, gate, limited: true, obedient, thread });
    }
}

/// Counts lines of play, and drops it when it is told to.
fn count(position: &Position, depth: u32, control: &Control) -> Option<u64> {
    if depth <= 4 {
        return Some(game::perft(position, depth));
    }
    let moves = position.moves();
    moves.iter().try_fold(0, |total, &mv| {
        let go_on = !control.is_stopped();
        go_on.then(|| count(&position.play(mv), depth - 1, control)).flatten().map(|n| total + n)
    })
}

/// Everything that a search takes along to its thread.
struct Search {
    past: Vec<Position>,
    limits: Limits<Move>,
    settings: Settings,
    tables: Option<Arc<Tables>>,
    seed: RandomState,
    control: Control,
    gate: Gate,
    output: Output,
}

impl Search {
    fn run(self, mut searcher: Searcher<Position>) -> Searcher<Position> {
        let Some(position) = self.past.last() else {
            self.gate.wait();
            self.output.say(&Answer::Info(Info::words(NO_POSITION)));
            let mv = Some(NULL_MOVE.to_owned());
            self.output.say(&Answer::BestMove { mv, ponder: None });
            return searcher;
        };
        let Settings { chess960, show_chances, .. } = self.settings;
        let found = self.find(&mut searcher, position);
        self.gate.wait();
        let write = |position: &Position, mv| speech::write_move(position, mv, chess960);
        let answer = if let Some(found) = found {
            let after = position.play(found.mv);
            let ponder = found.ponder.map(|mv| write(&after, mv));
            Answer::BestMove { mv: Some(write(position, found.mv)), ponder }
        } else {
            self.output.say(&Answer::Info(speech::info_at_the_end(position, show_chances)));
            // A game that is over for lack of pieces still has moves, and interfaces want one.
            let mv = position.moves().first().map(|&mv| write(position, mv));
            Answer::BestMove { mv, ponder: None }
        };
        self.output.say(&answer);
        searcher
    }

    /// Searches, and says what it finds. The move that is found is always that of the best line that was
    /// said last, with its score: a search that is stopped may know better than at the end of its last
    /// iteration, or may have said a bound since.
    fn find(&self, searcher: &mut Searcher<Position>, position: &Position) -> Option<Found<Move>> {
        let Settings { chess960, show_chances, lines, .. } = self.settings;
        let say = |progress: &Progress<Move>| {
            if progress.rank <= lines {
                let info = speech::info(progress, position, chess960, show_chances);
                self.output.say(&Answer::Info(info));
            }
        };
        let mut last = None;
        let mut watch = |progress: &Progress<Move>| {
            let long = lines == 1 && progress.nodes > TELL_UNFINISHED_FROM;
            if progress.complete || long {
                say(progress);
                if progress.rank == 1 {
                    last = Some((progress.line.clone(), progress.score, progress.bound));
                }
            }
        };
        let level = self.settings.level().and_then(Level::of::<Position>);
        let limits = match level {
            Some(level) => held_back(&self.limits, level),
            None => self.limits.clone(),
        };
        let limits =
            match self.tables.as_ref().filter(|_| limits.lines == 1 && limits.only.is_empty()) {
                Some(tables) => {
                    Limits { only: tables.best_moves(position).unwrap_or_default(), ..limits }
                }
                None => limits,
            };
        let mut found = searcher.search(&self.past, &limits, &self.control, &mut watch)?;
        if let Some(level) = level {
            let mut drawn = 0_u32;
            let draw = || {
                drawn += 1;
                f64::from(self.seed.hash_one((self.past.len(), drawn)) as u32) / 2f64.powi(32)
            };
            let chosen = level.choose(position, &found.lines, draw)?;
            let (mv, ponder) = (*chosen.line.first()?, chosen.line.get(1).copied());
            let line = Progress { rank: 1, ..chosen.clone() };
            found = Found { mv, ponder, score: line.score, lines: vec![line], ..found };
        }
        let best = found.lines.first()?;
        if last != Some((best.line.clone(), best.score, best.bound)) {
            found.lines.iter().for_each(say);
        }
        Some(found)
    }
}

/// The limits of a level, within those that were given.
fn held_back(given: &Limits<Move>, level: Level) -> Limits<Move> {
    let held: Limits<Move> = level.limits();
    let less = |given: Option<u64>, held: Option<u64>| [given, held].into_iter().flatten().min();
    let depth = less(given.depth.map(Into::into), held.depth.map(Into::into));
    Limits {
        depth: depth.map(|depth| depth as u32),
        nodes: less(given.nodes, held.nodes),
        lines: held.lines.max(given.lines),
        ..given.clone()
    }
}

/// By the network, if there is one, and by the tables, if there are any.
fn evaluator(network: Option<&Arc<Network>>, tables: Option<&Arc<Tables>>) -> Evaluator {
    let by_network = |network: &Arc<Network>| Evaluator::of_network(Arc::clone(network));
    let evaluator = network.map_or_else(Evaluator::default, by_network);
    match tables {
        Some(tables) => evaluator.with_tablebase(Arc::clone(tables) as Arc<dyn Tablebase>),
        None => evaluator,
    }
}

fn read_network(file: &Path) -> Result<Network, String> {
    let mut bytes = Vec::new();
    let opened = fs::File::open(file);
    opened
        .and_then(|opened| opened.take(LARGEST_NETWORK).read_to_end(&mut bytes))
        .map_err(|error| error.to_string())?;
    Network::read(&bytes).map_err(|error| error.to_string())
}

/// A move as interfaces write it.
fn read_move(position: &Position, text: &str) -> Result<Move, String> {
    let coordinate: Coordinate =
        text.parse().map_err(|error: chess::NotACoordinate| error.to_string())?;
    coordinate.resolve(position).map_err(|error| error.to_string())
}

/// What the position is worth at first sight, as white sees it.
fn evaluation(position: &Position, network: Option<&Arc<Network>>) -> String {
    if matches!(position.turn(), Turn::Over(_)) {
        return "Evaluation: none, the game is over".to_owned();
    }
    let hundredths = evaluator(network, None).evaluate(position);
    let white = match position.side_to_move() {
        Side::White => hundredths,
        Side::Black => -hundredths,
    };
    format!("Evaluation: {:+.2} (as white sees it, before any search)", f64::from(white) / 100.0)
}
