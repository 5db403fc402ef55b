//! A game in play, as the fold over its events.

use crate::analysis::Edit;
use crate::clock::{Clock, Millis};
use crate::event::{Event, Started, VERSION};
use crate::history::History;
use crate::playable::{DrawReason, Ending, Move, Opening, Playable, Start};
use crate::player::Player;
use crate::record::{Heading, seat_tag};
use crate::refusal::Localized;
use crate::seats::Seats;
use game::{Game, Notation, Rules, Seat, Side, Turn, Variations, Verdict};
use std::sync::Arc;

/// What a list takes for each item beside the item itself, and a short text for its letters, in bytes.
const ITEM: usize = 32;
const TEXT: usize = 32;

/// A game in play. Everything in it follows from its events. A copy shares the past with the original.
pub struct Table<K: Playable> {
    /// As the log writes them.
    events: History<Event>,
    started: Arc<Started>,
    start: Start<K>,
    players: Seats<Player>,
    /// The past and the present; only the first and the present state where moves are never taken back.
    positions: History<K::Game>,
    played: History<Played<Move<K>>>,
    clock: Option<Clock>,
    draw_offered_by: Option<Seat>,
    takeback_asked_by: Option<Seat>,
    /// Milliseconds that do not count for the timer of a game for one.
    downtime: i64,
    /// Whose turn it is by the rules of the board.
    to_move: Option<Seat>,
    end: Option<End<Ending<K>>>,
    /// What edits have made of the analysis.
    edited: Variations<String>,
    heading: Arc<Heading>,
}

// Not derived: that would ask the marker type to be `Clone`.
impl<K: Playable> Clone for Table<K> {
    fn clone(&self) -> Table<K> {
        Table {
            events: self.events.clone(),
            started: Arc::clone(&self.started),
            start: self.start.clone(),
            players: self.players.clone(),
            positions: self.positions.clone(),
            played: self.played.clone(),
            clock: self.clock,
            draw_offered_by: self.draw_offered_by,
            takeback_asked_by: self.takeback_asked_by,
            downtime: self.downtime,
            to_move: self.to_move,
            end: self.end,
            edited: self.edited.clone(),
            heading: Arc::clone(&self.heading),
        }
    }
}

/// The seeds of another game. There are two, because players are shown and boards are not: the one must
/// not tell the other.
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
    pub mv: M,
    /// Its name where it was made.
    pub name: String,
    pub seat: Seat,
    pub at: Millis,
    clock_before: Option<Clock>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End<R> {
    /// Who won; `None` when the game was called off.
    pub verdict: Option<Verdict>,
    pub reason: Reason<R>,
}

/// Why a game ended. `R` is the game's own reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason<R> {
    /// By the rules of the board.
    Rules(R),
    /// By the past of the game.
    History(DrawReason),
    Resignation,
    Time,
    /// A side's time ran out, but the other side could not have won any more.
    TimeWithoutMaterial,
    Agreement,
    Aborted,
    /// A record from elsewhere says who won, and not why.
    Unstated,
}

/// An event that cannot have happened: the log is damaged, or from a later version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadEvent {
    #[error("a game begins with a started event, and there is none")]
    Empty,
    /// The first event is something else, or a later one is a start.
    #[error("event {0}: a game starts with its first event and with no other")]
    NotAStart(u64),
    #[error(
        "the game was written in version {0} of the format; this program reads versions 1 to {VERSION}"
    )]
    Version(u32),
    #[error("the game is {0:?}, which this table does not play")]
    Game(String),
    #[error("event 0: the start of the game: {0}")]
    Start(Localized),
    #[error("event 0: the players do not fit the seats of the game")]
    Players,
    #[error("event {number}: the move {mv:?}: {reason}")]
    Move { number: u64, mv: String, reason: Localized },
    #[error("event {number}: the hidden board: {reason}")]
    Board { number: u64, reason: Localized },
    /// Anything else that cannot happen there.
    #[error("event {0} cannot happen at that point of the game")]
    Impossible(u64),
}

impl<K: Playable> Table<K> {
    /// The table right after a start.
    pub fn open(started: &Started) -> Result<Table<K>, BadEvent> {
        if !(1..=VERSION).contains(&started.version) {
            return Err(BadEvent::Version(started.version));
        }
        if started.game != K::CARD.name() {
            return Err(BadEvent::Game(started.game.chars().take(40).collect()));
        }
        let seats: Vec<Seat> = started.players.iter().map(|(seat, _)| seat).collect();
        let wanted = K::CARD.seats();
        if seats.len() != wanted.len() || !wanted.iter().all(|seat| seats.contains(seat)) {
            return Err(BadEvent::Players);
        }
        let Opening { start, board } = K::read_start(&started.start).map_err(BadEvent::Start)?;
        let first = if started.version == 1 { K::Game::start(&start) } else { K::first(&start) };
        let first = match board {
            Some(board) => K::lay(&first, &board).map_err(BadEvent::Start)?,
            None => first,
        };
        let table = Table {
            events: History::from_iter([Event::Started(started.clone())]),
            players: started.players.clone(),
            positions: History::from_iter([first]),
            start,
            played: History::default(),
            clock: started.clock.map(Clock::new),
            draw_offered_by: None,
            takeback_asked_by: None,
            downtime: 0,
            to_move: None,
            end: None,
            edited: Variations::default(),
            heading: Arc::default(),
            started: Arc::new(started.clone()),
        };
        Ok(table.settled(started.at))
    }

    /// The table at the beginning of a game, with the hidden board that the start has.
    pub fn begin(started: &Started) -> Result<Table<K>, BadEvent> {
        let table = Table::open(started)?;
        match K::board_at_start(&table.start) {
            Some(board) => table.apply(Event::Laid { board, at: started.at }),
            None => Ok(table),
        }
    }

    /// The table after all these events.
    pub fn replay(events: &[Event]) -> Result<Table<K>, BadEvent> {
        let (first, rest) = events.split_first().ok_or(BadEvent::Empty)?;
        let Event::Started(started) = first else { return Err(BadEvent::NotAStart(0)) };
        rest.iter().try_fold(Table::open(started)?, |table, event| {
            let event = table.read(event)?;
            table.apply(event)
        })
    }

    /// An event of the log with its move resolved: the one place where the text of a move is read back.
    pub fn read(&self, event: &Event) -> Result<Event<Move<K>>, BadEvent> {
        let impossible = || BadEvent::Impossible(self.next());
        if let Event::Moved { seat, .. } = event
            && self.turn() != Some(*seat)
        {
            return Err(impossible());
        }
        if let Event::Edited { edit, .. } = event
            && self.decide_edit(edit).as_ref() != Ok(edit)
        {
            return Err(impossible());
        }
        event.clone().try_map(|text| {
            self.position().read_move(&text).map_err(|error| BadEvent::Move {
                number: self.next(),
                mv: text.chars().take(40).collect(),
                reason: Localized::exactly(|language| K::why_not(&error, language)),
            })
        })
    }

    /// The table after one more event. What [`decide`](Table::decide) decided can always be applied; an
    /// event from elsewhere may be impossible. A move must have been read by [`read`](Table::read) or
    /// decided here: its legality is not looked at again.
    pub fn apply(mut self, event: Event<Move<K>>) -> Result<Table<K>, BadEvent> {
        let impossible = Err(BadEvent::Impossible(self.next()));
        if self.end.is_some() && !matches!(event, Event::Edited { .. }) {
            return impossible;
        }
        let at = event.at();
        let mut name = String::new();
        match &event {
            Event::Started(_) => return Err(BadEvent::NotAStart(self.next())),
            Event::Moved { seat, mv, .. } => {
                let late = self.clock.and_then(|clock| clock.flag_fallen(at)).is_some();
                if self.turn() != Some(*seat) || late {
                    return impossible;
                }
                name = self.make_move(*seat, *mv, at);
            }
            Event::Laid { board, .. } => self.lay(board)?,
            Event::Resigned { seat, .. } => {
                let Some(verdict) = self.lost_by(*seat) else { return impossible };
                self.end(Some(verdict), Reason::Resignation);
            }
            Event::LossRecorded { seat, .. } => {
                let Some(verdict @ Verdict::Won(_)) = self.lost_by(*seat) else {
                    return impossible;
                };
                self.end(Some(verdict), Reason::Unstated);
            }
            Event::DrawOffered { seat, .. } => {
                if self.other(*seat).is_none() || self.draw_offered_by.is_some() {
                    return impossible;
                }
                self.draw_offered_by = Some(*seat);
            }
            Event::DrawDeclined { seat, .. } => {
                if !self.must_answer(*seat, self.draw_offered_by) {
                    return impossible;
                }
                self.draw_offered_by = None;
            }
            Event::DrawAgreed { seat, .. } => {
                if !self.must_answer(*seat, self.draw_offered_by) {
                    return impossible;
                }
                self.end(Some(Verdict::Draw), Reason::Agreement);
            }
            Event::DrawClaimed { seat, .. } => {
                let Some(draw) = K::draw_by_history(&self.positions) else { return impossible };
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
                if !self.must_answer(*seat, self.takeback_asked_by) {
                    return impossible;
                }
                self.takeback_asked_by = None;
            }
            Event::TakenBack { moves, .. } => {
                if !self.may_take_back(*moves) {
                    return impossible;
                }
                self.take_back(*moves, at);
            }
            Event::PlayerChanged { seat, player, .. } => {
                let Some(sits) = self.players.get_mut(*seat) else { return impossible };
                sits.clone_from(player);
                // An offer was made by and to the players who sat there.
                self.draw_offered_by = None;
                self.takeback_asked_by = None;
            }
            Event::TimeRanOut { seat, .. } => {
                let fallen = self.clock.and_then(|clock| clock.flag_fallen(at));
                let Some(side) = fallen.filter(|&side| *seat == Seat::Side(side)) else {
                    return impossible;
                };
                self.end_on_time(side);
            }
            Event::Downtime { milliseconds, .. } => {
                if !self.is_timed() {
                    return impossible;
                }
                self.clock = self.clock.map(|clock| clock.without(*milliseconds));
                self.downtime = self.downtime.saturating_add(*milliseconds);
            }
            Event::Aborted { .. } => {
                if !self.may_abort() {
                    return impossible;
                }
                self.end(None, Reason::Aborted);
            }
            Event::Edited { edit, .. } => self.edit(edit)?,
        }
        self.events.push(event.map(|_| name));
        Ok(self.settled(at))
    }

    fn edit(&mut self, edit: &Edit) -> Result<(), BadEvent> {
        if let Edit::Entitle { tags } = edit {
            self.heading = Arc::new(tags.clone());
            return Ok(());
        }
        self.edited = self.after_edit(edit).map_err(|_| BadEvent::Impossible(self.next()))?;
        Ok(())
    }

    /// The game is over because the time of a side has run out.
    fn end_on_time(&mut self, side: Side) {
        let (verdict, reason) = if K::can_win(self.position(), !side) {
            (Verdict::won_by(!side), Reason::Time)
        } else {
            (Verdict::Draw, Reason::TimeWithoutMaterial)
        };
        self.end(Some(verdict), reason);
    }

    /// Is it this seat that has to answer the question of the other?
    fn must_answer(&self, seat: Seat, asked_by: Option<Seat>) -> bool {
        asked_by.is_some() && asked_by == self.other(seat)
    }

    /// Plays a move and returns its name.
    fn make_move(&mut self, seat: Seat, mv: Move<K>, at: Millis) -> String {
        let before = self.position();
        let name = before.write_move(mv);
        let after = before.play(mv);
        if !K::CARD.capabilities().takes_back {
            let first = self.positions.first().unwrap_or(before);
            // In logs of version 1 the board was laid by the first move: from here on it is known.
            let old = self.started.version == 1 && !K::is_laid(first);
            let board = if old { K::board_of(&after) } else { None };
            let laid = board.and_then(|board| K::lay(first, &board).ok());
            self.positions = History::from_iter([laid.unwrap_or_else(|| first.clone())]);
        }
        self.positions.push(after);
        let clock_before = self.clock;
        self.played.push(Played { mv, name: name.clone(), seat, at, clock_before });
        if let (Some(clock), Seat::Side(side)) = (self.clock, seat) {
            self.clock = Some(clock.pressed(side, at, self.played.len()));
        }
        if self.draw_offered_by != Some(seat) {
            self.draw_offered_by = None;
        }
        self.takeback_asked_by = None;
        name
    }

    fn lay(&mut self, board: &str) -> Result<(), BadEvent> {
        let number = self.next();
        let laid =
            |position| K::lay(position, board).map_err(|reason| BadEvent::Board { number, reason });
        self.positions = self.positions.iter().map(laid).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn take_back(&mut self, moves: usize, at: Millis) {
        let rest = self.played.len() - moves;
        let clock = self.played.get(rest).and_then(|played| played.clock_before);
        self.clock = clock.map(|clock| clock.resumed(at));
        self.played.truncate(rest);
        self.positions.truncate(rest + 1);
        self.draw_offered_by = None;
        self.takeback_asked_by = None;
    }

    /// Finds out whose turn it is and whether the game is over, and stops the clocks if it is.
    fn settled(mut self, now: Millis) -> Table<K> {
        self.to_move = None;
        if self.end.is_none() {
            match self.position().turn() {
                Turn::Over(outcome) => {
                    self.end(Some(outcome.verdict), Reason::Rules(outcome.reason));
                }
                Turn::ToMove(seat) => {
                    self.to_move = Some(seat);
                    let unclaimed = self.started.version == 1 && self.players.are_computers();
                    if let Some(draw) = K::draw_by_history(&self.positions)
                        && (draw.automatic || unclaimed)
                    {
                        self.end(Some(Verdict::Draw), Reason::History(draw.reason));
                    }
                }
            }
        }
        if self.end.is_some() {
            self.clock = self.clock.map(|clock| clock.stopped(now));
            self.draw_offered_by = None;
            self.takeback_asked_by = None;
        }
        self
    }

    fn end(&mut self, verdict: Option<Verdict>, reason: Reason<Ending<K>>) {
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
    #[allow(clippy::missing_panics_doc)]
    pub fn position(&self) -> &K::Game {
        self.positions.last().expect("a table begins with a position, and takebacks leave it")
    }

    /// The positions so far, the present one last. Where moves are never taken back, only the first and
    /// the present one.
    pub fn positions(&self) -> &History<K::Game> {
        &self.positions
    }

    pub fn start(&self) -> &Start<K> {
        &self.start
    }

    pub fn started(&self) -> &Started {
        &self.started
    }

    /// The tree of variations as edits have left it: moves that were made since are not in it.
    pub(crate) fn edited_tree(&self) -> &Variations<String> {
        &self.edited
    }

    /// What is said of people, place and time.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// The same table, in whose heading people are called so where it does not name them.
    pub fn with_names(mut self, names: &[(Seat, String)]) -> Table<K> {
        let mut heading = Heading::clone(&self.heading);
        for (seat, name) in names {
            let tag = seat_tag(*seat);
            if !heading.iter().any(|(named, _)| named == tag) {
                heading.set(tag, name);
            }
        }
        self.heading = Arc::new(heading);
        self
    }

    /// The moves that count, in order; moves that were taken back are not among them.
    pub fn played(&self) -> &History<Played<Move<K>>> {
        &self.played
    }

    pub fn events(&self) -> &History<Event> {
        &self.events
    }

    pub fn next(&self) -> u64 {
        self.events.len() as u64
    }

    pub fn turn(&self) -> Option<Seat> {
        self.to_move.filter(|_| self.end.is_none())
    }

    /// The table as it was before the event with this number.
    pub(crate) fn before(&self, number: usize) -> Result<Table<K>, BadEvent> {
        let before: Vec<Event> = self.events.iter().take(number).cloned().collect();
        Table::replay(&before)
    }

    /// The seat from which came what has happened from event `number` on, where the events tell; whose turn it is,
    /// when nothing has. No game is replayed for it.
    pub fn seat_at(&self, number: u64) -> Option<Seat> {
        let place = usize::try_from(number).ok()?;
        let decided = |event: &&Event| {
            !matches!(event, Event::Laid { .. } | Event::Downtime { .. } | Event::Edited { .. })
        };
        match self.events.since(place).find(decided) {
            None => self.turn(),
            Some(
                Event::Moved { seat, .. }
                | Event::Resigned { seat, .. }
                | Event::DrawOffered { seat, .. }
                | Event::DrawDeclined { seat, .. }
                | Event::DrawAgreed { seat, .. }
                | Event::DrawClaimed { seat, .. }
                | Event::TakebackAsked { seat, .. }
                | Event::TakebackDeclined { seat, .. },
            ) => Some(*seat),
            // Agreed to by the other one, if it was asked for.
            Some(Event::TakenBack { .. }) => match self.events.get(place.checked_sub(1)?)? {
                Event::TakebackAsked { seat, .. } => self.other(*seat),
                _ => None,
            },
            Some(_) => None,
        }
    }

    /// How the game ended, if it did.
    pub fn ended(&self) -> Option<End<Ending<K>>> {
        self.end
    }

    pub fn players(&self) -> &Seats<Player> {
        &self.players
    }

    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    pub fn draw_offered_by(&self) -> Option<Seat> {
        self.draw_offered_by
    }

    pub fn draw_offered_to(&self) -> Option<Seat> {
        self.other(self.draw_offered_by?)
    }

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

    /// Does a clock or a timer run?
    pub fn is_timed(&self) -> bool {
        let running = self.clock.and_then(|clock| clock.running()).is_some();
        self.end.is_none() && (running || self.timer(0).is_some_and(|timer| timer.running))
    }

    /// How long the timer of a game for one did not count.
    pub(crate) fn downtime(&self) -> i64 {
        self.downtime
    }

    /// The event that says that the time since the server was last `alive` does not count, where a clock or
    /// a timer runs.
    pub fn downtime_since(&self, alive: Millis, now: Millis) -> Option<Event<Move<K>>> {
        let alive = alive.max(self.events.last()?.at());
        let milliseconds = i64::try_from(now).ok()?.saturating_sub(i64::try_from(alive).ok()?);
        let is_due = milliseconds != 0 && self.is_timed();
        is_due.then_some(Event::Downtime { milliseconds, at: now })
    }

    /// About how many bytes of memory the table takes: its lists, and what a position keeps elsewhere.
    pub fn weight(&self) -> usize {
        let event = size_of::<Event>() + ITEM + TEXT;
        let played = size_of::<Played<Move<K>>>() + ITEM + TEXT;
        let position = size_of::<K::Game>() + ITEM + K::heap_size(self.position());
        size_of::<Table<K>>()
            + self.events.len() * event
            + self.played.len() * played
            + self.positions.len() * position
            + self.edited.count() * (size_of::<Variations<String>>() + ITEM + TEXT)
    }

    /// How many moves must be taken back so that this seat can move again instead of its last move.
    pub fn moves_to_take_back(&self, seat: Seat) -> Option<usize> {
        if !K::CARD.capabilities().takes_back {
            return None;
        }
        let mut back = self.played.iter().rev().enumerate();
        let (moves, _) = back.find(|(_, played)| played.seat == seat)?;
        Some(moves + 1)
    }

    /// Can it have happened that so many moves are taken back? They are when they were asked for, and
    /// without asking when a computer sits across the board.
    fn may_take_back(&self, moves: usize) -> bool {
        let is_right = |seat: Seat| self.moves_to_take_back(seat) == Some(moves);
        if let Some(by) = self.takeback_asked_by {
            return is_right(by);
        }
        let mut seats = K::CARD.seats().iter();
        seats.any(|&seat| is_right(seat) && self.takes_back_at_once(seat))
    }

    /// Is there no person who would have to agree when this seat takes back?
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
            version: VERSION,
            start: K::Game::write_start(&K::start_again(&self.start, seeds.board)),
            players: if exchange_sides { players.swap() } else { players },
            at,
            ..Started::clone(&self.started)
        }
    }
}
