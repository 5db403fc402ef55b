//! A game in play, as the fold over its events.

use crate::clock::{Clock, Millis};
use crate::event::{Event, Started, VERSION};
use crate::playable::{DrawReason, Playable};
use crate::player::Player;
use crate::seats::Seats;
use game::{Seat, Turn, Verdict};

/// A game in play. Everything in it follows from its events.
#[derive(Debug, Clone)]
pub struct Table<G: Playable> {
    pub(crate) events: Vec<Event>,
    started: Started,
    start: G::Start,
    players: Seats<Player>,
    /// The past and the present; only the present where moves are never taken back.
    positions: Vec<G>,
    played: Vec<Played<G::Move>>,
    clock: Option<Clock>,
    draw_offered_by: Option<Seat>,
    takeback_asked_by: Option<Seat>,
    end: Option<End<G::Ending>>,
}

/// The seeds of another game. There are two, because players are shown and boards are not: from
/// the one nobody shall learn the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seeds {
    /// For a board that is laid by chance.
    pub board: u64,
    /// For players that draw lots.
    pub player: u64,
}

/// A move that was made.
#[derive(Debug, Clone)]
pub struct Played<M> {
    /// The move.
    pub mv: M,
    /// Its name where it was made.
    pub name: String,
    /// Who made it.
    pub seat: Seat,
    /// When.
    pub at: Millis,
    clock_before: Option<Clock>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End<R> {
    /// Who won; `None` when the game was called off.
    pub verdict: Option<Verdict>,
    /// Why.
    pub reason: Reason<R>,
}

/// Why a game ended. `R` is the game's own reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason<R> {
    /// By the rules of the board.
    Rules(R),
    /// By the past of the game.
    History(DrawReason),
    /// Somebody gave up.
    Resignation,
    /// Somebody's time ran out.
    Time,
    /// Somebody's time ran out, but the other side could not have won any more.
    TimeWithoutMaterial,
    /// Both sides agreed to a draw.
    Agreement,
    /// Called off.
    Aborted,
}

/// An event that cannot have happened: the log is damaged, or from a later version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadEvent {
    /// No events at all.
    #[error("a game begins with a started event, and there is none")]
    Empty,
    /// The first event is something else, or a later one is a start.
    #[error("event {0}: a game starts with its first event and with no other")]
    NotAStart(u64),
    /// A version that this program does not know.
    #[error(
        "the game was written in version {0} of the format; this program reads version {VERSION}"
    )]
    Version(u32),
    /// Another game.
    #[error("the game is {0:?}, which this table does not play")]
    Game(String),
    /// The start cannot be read.
    #[error("event 0: the start of the game: {0}")]
    Start(String),
    /// The players do not fit the game.
    #[error("event 0: the players do not fit the seats of the game")]
    Players,
    /// A move that cannot be made there.
    #[error("event {number}: the move {mv:?}: {reason}")]
    Move {
        /// The number of the event.
        number: u64,
        /// The move.
        mv: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Anything else that cannot happen there.
    #[error("event {0} cannot happen at that point of the game")]
    Impossible(u64),
}

impl<G: Playable> Table<G>
where
    G::Start: Clone,
{
    /// The table at the beginning of a game.
    pub fn open(started: &Started) -> Result<Table<G>, BadEvent> {
        if started.version != VERSION {
            return Err(BadEvent::Version(started.version));
        }
        if started.game != G::NAME {
            return Err(BadEvent::Game(started.game.chars().take(40).collect()));
        }
        let seats: Vec<Seat> = started.players.iter().map(|(seat, _)| seat).collect();
        if seats.len() != G::SEATS.len() || !G::SEATS.iter().all(|seat| seats.contains(seat)) {
            return Err(BadEvent::Players);
        }
        let first = G::read_board(&started.start).unwrap_or_else(|| {
            let start = G::read_start(&started.start).map_err(|error| error.to_string())?;
            let position = G::start(&start);
            Ok((start, position))
        });
        let (start, position) = first.map_err(BadEvent::Start)?;
        let mut table = Table {
            events: vec![Event::Started(started.clone())],
            players: started.players.clone(),
            positions: vec![position],
            start,
            played: Vec::new(),
            clock: started.clock.map(Clock::new),
            draw_offered_by: None,
            takeback_asked_by: None,
            end: None,
            started: started.clone(),
        };
        table.settle(started.at);
        Ok(table)
    }

    /// The table after all these events.
    pub fn replay(events: &[Event]) -> Result<Table<G>, BadEvent> {
        let (first, rest) = events.split_first().ok_or(BadEvent::Empty)?;
        let Event::Started(started) = first else { return Err(BadEvent::NotAStart(0)) };
        let mut table = Table::open(started)?;
        for event in rest {
            table.apply(event)?;
        }
        Ok(table)
    }

    /// One more event. What [`decide`](Table::decide) decided can always be applied; an event from
    /// elsewhere may be impossible, and then nothing changes.
    pub fn apply(&mut self, event: &Event) -> Result<(), BadEvent> {
        let impossible = Err(BadEvent::Impossible(self.next()));
        if self.end.is_some() {
            return impossible;
        }
        match event {
            Event::Started(_) => return Err(BadEvent::NotAStart(self.next())),
            Event::Moved { seat, mv, at } => self.make_move(*seat, mv, *at)?,
            Event::Resigned { seat, .. } => {
                let Some(verdict) = self.lost_by(*seat) else { return impossible };
                self.end(Some(verdict), Reason::Resignation);
            }
            Event::DrawOffered { seat, .. } => {
                if self.other(*seat).is_none() || self.draw_offered_by.is_some() {
                    return impossible;
                }
                self.draw_offered_by = Some(*seat);
            }
            Event::DrawDeclined { seat, .. } => {
                if !self.faces(*seat, self.draw_offered_by) {
                    return impossible;
                }
                self.draw_offered_by = None;
            }
            Event::DrawAgreed { seat, .. } => {
                if !self.faces(*seat, self.draw_offered_by) {
                    return impossible;
                }
                self.end(Some(Verdict::Draw), Reason::Agreement);
            }
            Event::DrawClaimed { seat, .. } => {
                let Some(draw) = G::draw_by_history(&self.positions) else { return impossible };
                if self.turn() != Some(*seat) {
                    return impossible;
                }
                self.end(Some(Verdict::Draw), Reason::History(draw.reason));
            }
            Event::TakebackAsked { seat, .. } => {
                if self.moves_to_take_back(*seat).is_none() || self.takeback_asked_by.is_some() {
                    return impossible;
                }
                self.takeback_asked_by = Some(*seat);
            }
            Event::TakebackDeclined { seat, .. } => {
                if !self.faces(*seat, self.takeback_asked_by) {
                    return impossible;
                }
                self.takeback_asked_by = None;
            }
            Event::TakenBack { moves, at } => {
                if !self.may_take_back(*moves) {
                    return impossible;
                }
                self.take_back(*moves, *at);
            }
            Event::PlayerChanged { seat, player, .. } => {
                let Some(place) = self.players.get_mut(*seat) else { return impossible };
                *place = player.clone();
                // What was offered, was offered by and to those who sat there.
                self.draw_offered_by = None;
                self.takeback_asked_by = None;
            }
            Event::TimeRanOut { seat: Seat::Side(side), at }
                if self.clock.and_then(|clock| clock.flag_fallen(*at)) == Some(*side) =>
            {
                let winner = !*side;
                let (verdict, reason) = if self.position().can_win(winner) {
                    (Verdict::won_by(winner), Reason::Time)
                } else {
                    (Verdict::Draw, Reason::TimeWithoutMaterial)
                };
                self.end(Some(verdict), reason);
            }
            Event::Aborted { .. } if self.may_abort() => self.end(None, Reason::Aborted),
            Event::TimeRanOut { .. } | Event::Aborted { .. } => return impossible,
        }
        self.events.push(event.clone());
        self.settle(event.at());
        Ok(())
    }

    /// Is it this seat that has to answer what somebody asked?
    fn faces(&self, seat: Seat, asked_by: Option<Seat>) -> bool {
        asked_by.is_some() && asked_by == self.other(seat)
    }

    fn make_move(&mut self, seat: Seat, text: &str, at: Millis) -> Result<(), BadEvent> {
        let number = self.next();
        let too_late = self.clock.and_then(|clock| clock.flag_fallen(at)).is_some();
        if self.turn() != Some(seat) || too_late {
            return Err(BadEvent::Impossible(number));
        }
        let position = self.position();
        let mv = position.read_move(text).map_err(|error| BadEvent::Move {
            number,
            mv: text.chars().take(40).collect(),
            reason: error.to_string(),
        })?;
        let name = position.write_move(mv);
        if G::TAKES_BACK {
            let next = position.play(mv);
            self.positions.push(next);
        } else if let Some(position) = self.positions.last_mut() {
            position.advance(mv);
        }
        let clock_before = self.clock;
        self.played.push(Played { mv, name, seat, at, clock_before });
        if let (Some(clock), Seat::Side(side)) = (self.clock, seat) {
            self.clock = Some(clock.pressed(side, at, self.played.len()));
        }
        if self.draw_offered_by != Some(seat) {
            self.draw_offered_by = None;
        }
        self.takeback_asked_by = None;
        Ok(())
    }

    fn take_back(&mut self, moves: usize, at: Millis) {
        let rest = self.played.len() - moves;
        self.clock = self.played[rest].clock_before.map(|clock| clock.resumed(at));
        self.played.truncate(rest);
        self.positions.truncate(rest + 1);
        self.draw_offered_by = None;
        self.takeback_asked_by = None;
    }

    /// Finds out whether the game is over now, and stops the clocks if it is.
    fn settle(&mut self, now: Millis) {
        if self.end.is_none() {
            let all_computers = self.players.iter().all(|(_, player)| player.is_computer());
            if let Turn::Over(outcome) = self.position().turn() {
                self.end(Some(outcome.verdict), Reason::Rules(outcome.reason));
            } else if let Some(draw) = G::draw_by_history(&self.positions)
                && (draw.automatic || all_computers)
            {
                self.end(Some(Verdict::Draw), Reason::History(draw.reason));
            }
        }
        if self.end.is_some() {
            self.clock = self.clock.map(|clock| clock.stopped(now));
            self.draw_offered_by = None;
            self.takeback_asked_by = None;
        }
    }

    fn end(&mut self, verdict: Option<Verdict>, reason: Reason<G::Ending>) {
        self.end = Some(End { verdict, reason });
    }

    fn lost_by(&self, seat: Seat) -> Option<Verdict> {
        match (self.players.get(seat), seat) {
            (None, _) => None,
            (Some(_), Seat::Side(side)) => Some(Verdict::won_by(!side)),
            (Some(_), Seat::Solo) => Some(Verdict::Lost),
        }
    }

    /// The present position.
    pub fn position(&self) -> &G {
        // There is always one: the start, and takebacks never reach below it.
        &self.positions[self.positions.len() - 1]
    }

    /// The positions so far, the present one last. Where moves are never taken back, just that one.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// Where the game started.
    pub fn start(&self) -> &G::Start {
        &self.start
    }

    /// How the game started.
    pub fn started(&self) -> &Started {
        &self.started
    }

    /// The moves that count, in order; moves that were taken back are not among them.
    pub fn played(&self) -> &[Played<G::Move>] {
        &self.played
    }

    /// All events, which are the whole game.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The number of the event that comes next.
    pub fn next(&self) -> u64 {
        self.events.len() as u64
    }

    /// Whose turn it is; `None` when the game is over.
    pub fn turn(&self) -> Option<Seat> {
        match (&self.end, self.position().turn()) {
            (None, Turn::ToMove(seat)) => Some(seat),
            _ => None,
        }
    }

    /// How the game ended, if it did.
    pub fn ended(&self) -> Option<End<G::Ending>> {
        self.end
    }

    /// Who plays.
    pub fn players(&self) -> &Seats<Player> {
        &self.players
    }

    /// The clocks.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Who has offered a draw that has not been answered.
    pub fn draw_offered_by(&self) -> Option<Seat> {
        self.draw_offered_by
    }

    /// Who has been offered a draw and not answered.
    pub fn draw_offered_to(&self) -> Option<Seat> {
        self.other(self.draw_offered_by?)
    }

    /// Who has asked to take back and not been answered.
    pub fn takeback_asked_by(&self) -> Option<Seat> {
        self.takeback_asked_by
    }

    /// The seat across the board, in a game of two.
    pub fn other(&self, seat: Seat) -> Option<Seat> {
        match (self.players.get(seat)?, seat) {
            (_, Seat::Side(side)) => Some(Seat::Side(!side)),
            (_, Seat::Solo) => None,
        }
    }

    /// How many moves must be taken back so that this seat can move again instead of its last move.
    pub fn moves_to_take_back(&self, seat: Seat) -> Option<usize> {
        if !G::TAKES_BACK {
            return None;
        }
        let last = self.played.iter().rposition(|played| played.seat == seat)?;
        Some(self.played.len() - last)
    }

    /// Can it have happened that so many moves are taken back? They are when they were asked for, and
    /// without asking when a computer sits across the board.
    fn may_take_back(&self, moves: usize) -> bool {
        let is_right = |seat: Seat| self.moves_to_take_back(seat) == Some(moves);
        match self.takeback_asked_by {
            Some(by) => is_right(by),
            None => G::SEATS.iter().any(|&seat| is_right(seat) && self.takes_back_at_once(seat)),
        }
    }

    /// Is there nobody who would have to agree when this seat takes back?
    pub(crate) fn takes_back_at_once(&self, seat: Seat) -> bool {
        let opponent = self.other(seat).and_then(|other| self.players.get(other));
        opponent.is_none_or(Player::is_computer)
    }

    /// Has the game not really begun? A game for one can always be called off.
    pub fn may_abort(&self) -> bool {
        self.played.len() < 2 || !self.players.is_for_two()
    }

    /// The clocks as they stood after a move that counts, the first one being number 0.
    pub fn clock_after(&self, number: usize) -> Option<Clock> {
        match self.played.get(number + 1) {
            Some(next) => next.clock_before,
            None => self.clock,
        }
    }

    /// How long the mover of a move that counts thought about it, where a clock ran.
    pub fn time_taken(&self, number: usize) -> Option<Millis> {
        let played = self.played.get(number)?;
        let (before, Seat::Side(side)) = (played.clock_before?, played.seat) else { return None };
        let runs = before.running() == Some(side);
        let had = before.at_the_turn(side) + self.started.clock?.increment;
        let kept = self.clock_after(number)?.at_the_turn(side);
        runs.then(|| had.saturating_sub(kept))
    }

    /// The start of another game with the same settings, the sides exchanged if that is wished.
    pub fn again(&self, exchange_sides: bool, seeds: Seeds, at: Millis) -> Started {
        let players =
            self.players.clone().map(|player| player.without_seed().with_seed(seeds.player));
        Started {
            start: G::write_start(&G::start_again(&self.start, seeds.board)),
            players: if exchange_sides { players.swap() } else { players },
            at,
            ..self.started.clone()
        }
    }
}
