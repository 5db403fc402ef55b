//! One game between two computers, played against real time.

use crate::adjudication::{Adjudication, Judgement};
use game::{Pair, Seat, Side, Stop};
use players::{Background, Thinker};
use std::time::{Duration, Instant};
use table::{Action, AnyTable, Command, Event, Localized, Millis, ThinkError, Thought};

/// What holds for a game besides its rules.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// So much too late is still in time: a machine that does other things as well loses no game.
    pub margin: Duration,
    /// When games are ended early, if they are.
    pub adjudication: Option<Adjudication>,
}

/// A game that was played.
#[derive(Debug, Clone)]
pub struct GameResult {
    /// The table at its end.
    pub table: AnyTable,
    pub termination: Termination,
}

/// How a game came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Termination {
    /// By the rules.
    Normal,
    /// Both players had said the same for long enough.
    Adjudicated,
    /// This side overstepped its time.
    TimeForfeit(Side),
    /// This side made no move that could be made.
    Failed(Side, ThinkError),
    /// The match was stopped, and the game counts for nothing.
    Stopped,
}

/// Lets the computers at a table play to the end. Time passes as they use it.
pub fn play_out(
    table: AnyTable,
    thinkers: &mut Pair<Thinker>,
    terms: &Terms,
    stop: &Stop,
) -> GameResult {
    let mut game = Running {
        start: table.events().last().map_or(0, Event::at),
        table,
        used: Duration::ZERO,
        scores: Vec::new(),
    };
    loop {
        let Some(seat @ Seat::Side(side)) = game.table.turn() else {
            return GameResult { table: game.table, termination: Termination::Normal };
        };
        if let Some(termination) = game.turn(seat, side, &mut thinkers[side], terms, stop) {
            return GameResult { table: game.table, termination };
        }
    }
}

struct Running {
    table: AnyTable,
    /// When it began, and what the players have used since.
    start: Millis,
    used: Duration,
    scores: Vec<(Side, Option<f64>)>,
}

impl Running {
    fn now(&self) -> Millis {
        self.start + self.used.as_millis() as Millis
    }

    /// One move; how the game ended, if it did.
    fn turn(
        &mut self,
        seat: Seat,
        side: Side,
        thinker: &mut Thinker,
        terms: &Terms,
        stop: &Stop,
    ) -> Option<Termination> {
        let left = self.table.clock().map(|clock| clock.left(side, self.now()));
        let left = left.map(Duration::from_millis);
        let deadline = left.map(|left| left + terms.margin);
        let begun = Instant::now();
        let thought = think(thinker, &self.table, seat, deadline, stop);
        let took = begun.elapsed();
        self.used += match (left, deadline) {
            (Some(left), Some(deadline)) if took >= left && took <= deadline => {
                left.saturating_sub(Duration::from_millis(1))
            }
            (Some(_), _) => took,
            // Without a clock no time is counted, and the same moves make the same record.
            (None, _) => Duration::ZERO,
        };
        let late = deadline.is_some_and(|deadline| took > deadline);
        if stop.is_set() {
            return Some(Termination::Stopped);
        }
        if late {
            self.lose_on_time(seat);
            return Some(Termination::TimeForfeit(side));
        }
        if let Err(error) = thought.and_then(|thought| self.make_move(seat, side, &thought)) {
            self.happen(&Event::Resigned { seat, at: self.now() });
            return Some(Termination::Failed(side, error));
        }
        self.adjudicate(terms)
    }

    fn make_move(&mut self, seat: Seat, side: Side, thought: &Thought) -> Result<(), ThinkError> {
        let action = Action::Move { mv: thought.mv.clone() };
        let command = Command { expected: self.table.next(), action };
        let decided = self.table.decide(&command, seat, self.now());
        self.table = decided
            .map_err(|refusal| {
                ThinkError::Illegal(Localized::exactly(|language| refusal.text(language)))
            })?
            .after;
        self.scores.push((side, thought.report.as_ref().map(|report| report.ahead)));
        Ok(())
    }

    /// The flag falls. The first move of a side is free, and no flag falls over it: a player that does not
    /// make it in the time of a whole game has given up.
    fn lose_on_time(&mut self, seat: Seat) {
        let at = self.now();
        match self.table.apply(&Event::TimeRanOut { seat, at }) {
            Ok(table) => self.table = table,
            Err(_) => self.happen(&Event::Resigned { seat, at }),
        }
    }

    fn adjudicate(&mut self, terms: &Terms) -> Option<Termination> {
        if self.table.is_over() {
            return None;
        }
        let at = self.now();
        let (white, black) = (Seat::Side(Side::White), Seat::Side(Side::Black));
        match terms.adjudication?.judge(&self.scores)? {
            Judgement::Won(side) => self.happen(&Event::Resigned { seat: Seat::Side(!side), at }),
            Judgement::Drawn => {
                self.happen(&Event::DrawOffered { seat: white, at });
                self.happen(&Event::DrawAgreed { seat: black, at });
            }
        }
        Some(Termination::Adjudicated)
    }

    fn happen(&mut self, event: &Event) {
        // What is decided here can happen: the game goes on, and these seats play it.
        match self.table.apply(event) {
            Ok(table) => self.table = table,
            Err(error) => debug_assert!(false, "{error}"),
        }
    }
}

/// Lets a player think, no longer than until the deadline.
fn think(
    thinker: &mut Thinker,
    table: &AnyTable,
    seat: Seat,
    deadline: Option<Duration>,
    stop: &Stop,
) -> Result<Thought, ThinkError> {
    /// How soon a stop is noticed.
    const POLL: Duration = Duration::from_millis(50);
    let begun = Instant::now();
    let thinking = Background::start(std::mem::take(thinker), table.clone(), seat);
    loop {
        let left = deadline.map(|deadline| deadline.saturating_sub(begun.elapsed()));
        if thinking.wait(left.map_or(POLL, |left| left.min(POLL))) {
            break;
        }
        let late = deadline.is_some_and(|deadline| begun.elapsed() > deadline);
        if late || stop.is_set() {
            thinking.stop();
            break;
        }
    }
    let (again, thought) = thinking.finish();
    *thinker = again;
    thought
}
