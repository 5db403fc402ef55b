//! Another program that plays Othello, driven over its standard input and output.
//!
//! As with programs that speak UCI: it is listened to on one thread and written to on another, every answer has its time,
//! answers have a length, and what does not answer is killed with all that it has started.

use game::{Notation, Perfect, Rules, Side, Stop};
use othello::{Illegal, Move, MoveError, Position};
use std::io::{self, BufReader};
use std::process::ChildStdout;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::time::{Duration, Instant};
use uci::lines::{self, Line};
use uci::{Process, Program};

/// Another program, running.
pub struct Client {
    program: Program,
    process: Process,
    orders: Sender<String>,
    answers: Receiver<Answer>,
    patience: Patience,
    /// The moves that it has heard of since the start.
    told: Vec<Move>,
    /// The start of the game and the moves that lead to it: finding them may take most of a second.
    way: Option<(Position<8>, Vec<Move>)>,
    /// Is it known what it will say next?
    in_step: bool,
}

/// How long a program is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Until it has answered anything but an order to move.
    pub answer: Duration,
    /// Beyond the time that it had for a move.
    pub grace: Duration,
    /// For a move, when it has no limit of time.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            answer: Duration::from_secs(15),
            grace: Duration::from_secs(10),
            silence: Duration::from_mins(2),
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
    /// It refused what it was told.
    #[error("the program {program} refused to {task}: {reason:?}")]
    Refused {
        /// The program.
        program: String,
        /// What it should have done.
        task: Task,
        /// What it said.
        reason: String,
    },
    /// It made a move that cannot be made.
    #[error("the program {program} wants to play {mv:?}: {}", why(*reason))]
    Illegal {
        /// The program.
        program: String,
        /// The move.
        mv: String,
        /// Why it is not legal; `None` where it is not the text of a move.
        reason: Option<Illegal>,
    },
    /// The protocol has no words for another start, and no way to it was found.
    #[error("a program that speaks GTP plays from the usual start only, or a few moves from it")]
    OtherStart,
    /// It was told to stop.
    #[error("the program was stopped")]
    Stopped,
}

fn why(illegal: Option<Illegal>) -> String {
    illegal.map_or_else(|| "not a move".to_owned(), |illegal| illegal.to_string())
}

/// What a program is expected to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Task {
    #[error("say which protocol it speaks")]
    Greet,
    #[error("begin a game")]
    BeginGame,
    #[error("hear of a move")]
    HearMove,
    #[error("move")]
    Move,
}

/// The answer to an order.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    obeyed: bool,
    text: String,
}

impl Client {
    /// Starts a program and sees whether it speaks GTP.
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
        let (heard, answers) = mpsc::sync_channel(64);
        let (process, orders) = Process::talk(program, move |output| listen(output, &heard))
            .map_err(|error| failed(&error))?;
        let mut client = Client {
            program: program.clone(),
            process,
            orders,
            answers,
            patience,
            told: Vec::new(),
            way: None,
            in_step: true,
        };
        client.order("protocol_version", Task::Greet, patience.answer, stop)?;
        client.new_game(stop)?;
        Ok(client)
    }

    /// Tells it that another game begins.
    pub fn new_game(&mut self, stop: &Stop) -> Result<(), ClientError> {
        let patience = self.patience.answer;
        // A program for one game on one board need not know these two.
        for order in ["set_game Othello", "boardsize 8"] {
            match self.order(order, Task::BeginGame, patience, stop) {
                Ok(_) | Err(ClientError::Refused { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        self.order("clear_board", Task::BeginGame, patience, stop)?;
        self.told.clear();
        Ok(())
    }

    /// Is it running and in step? One that is not is to be dropped and started again.
    pub fn is_well(&self) -> bool {
        self.in_step
    }

    /// Its move in the position that these moves lead to, with so many milliseconds on its clock for the rest of the game if
    /// its time is limited.
    pub fn think(
        &mut self,
        start: &Position<8>,
        moves: &[Move],
        time: Option<u64>,
        stop: &Stop,
    ) -> Result<Move, ClientError> {
        let way = match self.way.take() {
            Some((known, way)) if known == *start => way,
            _ => way_to(start).ok_or(ClientError::OtherStart)?,
        };
        let all = [way.as_slice(), moves].concat();
        self.way = Some((*start, way));
        if !all.starts_with(&self.told) {
            self.new_game(stop)?;
        }
        let usual = Position::standard();
        let mut now = self.told.iter().fold(usual, |position, &mv| position.play(mv));
        for &mv in &all[self.told.len()..] {
            self.tell(&now, mv, stop)?;
            now = now.play(mv);
        }
        if now.must_pass() {
            self.tell(&now, Move::Pass, stop)?;
            return Ok(Move::Pass);
        }
        let side = name(now.side_to_move());
        let mut patience = self.patience.silence;
        if let Some(time) = time {
            patience = Duration::from_millis(time) + self.patience.grace;
            // The protocol counts in whole seconds, and a program may not know clocks.
            let order = format!("time_left {side} {} 0", time.div_ceil(1000));
            match self.order(&order, Task::HearMove, self.patience.answer, stop) {
                Ok(_) | Err(ClientError::Refused { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let written = self.order(&format!("genmove {side}"), Task::Move, patience, stop)?;
        let mv = now.read_move(&written.to_ascii_lowercase()).map_err(|error| {
            // It takes its own move for played.
            self.in_step = false;
            ClientError::Illegal {
                program: self.program.name().to_owned(),
                mv: written.chars().take(20).collect(),
                reason: match error {
                    MoveError::Illegal(illegal) => Some(illegal),
                    MoveError::Unreadable { .. } => None,
                },
            }
        })?;
        self.told.push(mv);
        Ok(mv)
    }

    /// Tells it of a move. There are programs that pass by themselves and do not want to hear of it.
    fn tell(&mut self, now: &Position<8>, mv: Move, stop: &Stop) -> Result<(), ClientError> {
        let order = format!("play {} {mv}", name(now.side_to_move()));
        match self.order(&order, Task::HearMove, self.patience.answer, stop) {
            Err(ClientError::Refused { .. }) if mv == Move::Pass => {}
            other => drop(other?),
        }
        self.told.push(mv);
        Ok(())
    }

    /// What it says to an order that it obeys.
    fn order(
        &mut self,
        order: &str,
        task: Task,
        patience: Duration,
        stop: &Stop,
    ) -> Result<String, ClientError> {
        /// How soon a sign to stop is seen.
        const POLL: Duration = Duration::from_millis(10);
        let program = self.program.name().to_owned();
        // A program that has ended is noticed when it does not answer.
        let _ = self.orders.send(order.to_owned());
        let since = Instant::now();
        // Until the program has answered, its next answer may belong to this order.
        self.in_step = false;
        loop {
            let left = patience.saturating_sub(since.elapsed());
            match self.answers.recv_timeout(left.min(POLL)) {
                Ok(Answer { obeyed, text }) => {
                    self.in_step = true;
                    let reason = || text.chars().take(80).collect();
                    return if obeyed {
                        Ok(text)
                    } else {
                        Err(ClientError::Refused { program, task, reason: reason() })
                    };
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ClientError::Ended { program, task });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.is_set() {
                return Err(ClientError::Stopped);
            }
            if since.elapsed() >= patience {
                return Err(ClientError::Silent { program, task, time: patience });
            }
        }
    }
}

/// Moves that lead from the usual start to a position: the protocol has no words for another start. A position late in a game,
/// or one that no game leads to, has none here.
fn way_to(position: &Position<8>) -> Option<Vec<Move>> {
    /// What is looked through takes less than a second.
    const MOST: u32 = 1_000_000;
    let (mut way, mut left) = (Vec::new(), MOST);
    goes_on_to(position, Position::standard(), &mut way, &mut left).then_some(way)
}

/// Finds the rest of the way from a position, where only squares get a disc that have one in the end.
fn goes_on_to(end: &Position<8>, now: Position<8>, way: &mut Vec<Move>, left: &mut u32) -> bool {
    if now == *end {
        return true;
    }
    *left = left.saturating_sub(1);
    if *left == 0 || now.empty().len() < end.empty().len() {
        return false;
    }
    let moves = now.moves();
    for &mv in &moves {
        if matches!(mv, Move::Place(square) if end.empty().contains(square)) {
            continue;
        }
        way.push(mv);
        if goes_on_to(end, now.play(mv), way, left) {
            return true;
        }
        way.pop();
    }
    false
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if self.in_step {
            let _ = self.orders.send("quit".to_owned());
            self.process.farewell();
        }
    }
}

/// Passes on the answers of the program, until its output ends or the client is gone.
fn listen(output: ChildStdout, heard: &SyncSender<Answer>) {
    /// More than any answer that is of use here.
    const LONGEST: usize = 1 << 16;
    let mut output = BufReader::new(output);
    let mut answer: Option<Answer> = None;
    loop {
        match (lines::read(&mut output), &mut answer) {
            (Line::End, _) => return,
            (Line::Text(line), Some(begun)) if line.is_empty() => {
                begun.text.truncate(begun.text.trim_end().len());
                if answer.take().is_some_and(|answer| heard.send(answer).is_err()) {
                    return;
                }
            }
            (Line::Text(line), Some(begun)) if begun.text.len() < LONGEST => {
                begun.text.push('\n');
                begun.text.push_str(&line);
            }
            (Line::TooLong, _) | (Line::Text(_), Some(_)) => {}
            (Line::Text(line), None) => answer = first_line(&line),
        }
    }
}

/// The answer that a line begins; `None` for what is said without being asked.
fn first_line(line: &str) -> Option<Answer> {
    let obeyed = match line.chars().next()? {
        '=' => true,
        '?' => false,
        _ => return None,
    };
    let text = line[1..].trim_start_matches(|letter: char| letter.is_ascii_digit());
    Some(Answer { obeyed, text: text.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_of_an_answer_says_whether_the_order_was_obeyed() {
        let answer = |obeyed, text: &str| Some(Answer { obeyed, text: text.to_owned() });
        assert_eq!(first_line("= F5"), answer(true, "F5"));
        assert_eq!(first_line("=12 pass"), answer(true, "pass"));
        assert_eq!(first_line("? unknown command"), answer(false, "unknown command"));
        assert_eq!(first_line("hello"), None);
        assert_eq!(first_line(""), None);
    }

    #[test]
    fn a_way_leads_to_a_position_of_a_game_and_to_no_other() {
        let mut position = Position::standard();
        assert_eq!(way_to(&position), Some(Vec::new()));
        for step in 0..10 {
            let moves = position.moves();
            position = position.play(moves[5 * step % moves.len()]);
        }
        let way = way_to(&position).unwrap();
        let end = way.iter().fold(Position::standard(), |position, &mv| position.play(mv));
        assert_eq!(end, position);
        let start = Position::<8>::standard();
        let other = Position::new(start.discs(Side::White), start.discs(Side::Black), Side::Black);
        assert_eq!(way_to(&other), None);
    }

    /// A program that is a script.
    #[cfg(unix)]
    fn script(text: &str) -> (tempfile::TempDir, Program) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program");
        std::fs::write(&path, text).unwrap();
        let program = format!("/bin/sh '{}'", path.display()).parse().unwrap();
        (folder, program)
    }

    #[cfg(unix)]
    fn started(text: &str) -> Result<Client, ClientError> {
        let patience = Patience {
            answer: Duration::from_secs(20),
            grace: Duration::from_millis(200),
            silence: Duration::from_millis(200),
        };
        let (_folder, program) = script(text);
        Client::start(&program, patience, &Stop::new())
    }

    #[cfg(unix)]
    #[test]
    fn a_program_plays_and_hears_only_what_it_does_not_know() {
        let talk = "while read -r line; do case \"$line\" in gen*) printf '= F5\\n\\n';; \
                    *f5*) printf '? no\\n\\n';; *) printf '=\\n\\n';; esac; done";
        let mut client = started(talk).unwrap();
        let (start, stop) = (Position::standard(), Stop::new());
        let mv = client.think(&start, &[], Some(1000), &stop).unwrap();
        assert_eq!(mv.to_string(), "f5");
        // It knows its own move, and answers with one that is not legal any more.
        let reply = start.play(mv).read_move("f6").unwrap();
        let wrong = client.think(&start, &[mv, reply], None, &stop).unwrap_err();
        assert!(matches!(wrong, ClientError::Illegal { reason: Some(_), .. }), "{wrong}");
        assert!(!client.is_well());
        let other = Position::new(start.discs(Side::White), start.discs(Side::Black), Side::Black);
        assert_eq!(client.think(&other, &[], None, &stop), Err(ClientError::OtherStart));
    }

    #[cfg(unix)]
    #[test]
    fn programs_that_end_or_say_nothing_are_errors_and_not_waited_for() {
        let ended = started("exit 0").map(|_| ());
        assert!(matches!(ended, Err(ClientError::Ended { task: Task::Greet, .. })), "{ended:?}");
        let hang =
            "while read -r line; do case \"$line\" in gen*) ;; *) printf '=\\n\\n';; esac; done";
        let mut client = started(hang).unwrap();
        let silent = client.think(&Position::standard(), &[], None, &Stop::new());
        assert!(matches!(silent, Err(ClientError::Silent { task: Task::Move, .. })), "{silent:?}");
        assert!(!client.is_well());
        let stop = Stop::new();
        stop.set();
        let mut client = started(hang).unwrap();
        let stopped = client.think(&Position::standard(), &[], None, &stop);
        assert_eq!(stopped, Err(ClientError::Stopped));
        let nobody =
            Client::start(&"/no/such/program".parse().unwrap(), Patience::default(), &stop);
        assert!(matches!(nobody.map(|_| ()), Err(ClientError::Start { .. })));
    }
}
