//! May this seat do this now, and what happens then?

use crate::clock::Millis;
use crate::event::{Action, Command, Event};
use crate::playable::{Move, MoveError, Playable};
use crate::player::Player;
use crate::refusal::{Lack, Localized, Refusal};
use crate::table::Table;
use game::{Notation, Seat};

/// A game of more events than this takes milliseconds to replay.
const LONG_TO_REPLAY: u64 = 500;

/// The events of a table, with the moves of its game.
type Events<K> = Vec<Event<Move<K>>>;

impl<K: Playable> Table<K> {
    /// The events that a command brings about, or why it is refused. Nothing changes: the events have
    /// to be applied, and stored first where they must not be lost.
    pub fn decide(&self, command: &Command, seat: Seat, now: Millis) -> Result<Events<K>, Refusal> {
        let Command { expected, action } = command;
        let expected = self.after_downtime(*expected);
        if expected < self.next() {
            return Err(self.repeated_or_stale(command, seat));
        }
        if expected > self.next() {
            return Err(Refusal::Ahead { expected, next: self.next() });
        }
        if self.players().get(seat).is_none() {
            return Err(Refusal::NoSuchSeat);
        }
        if matches!(action, Action::Edit { .. }) {
            return self.decide_action(action, seat, now);
        }
        if self.ended().is_some() {
            return Err(Refusal::GameOver(Localized::new(|language| self.end_in(language))));
        }
        if let Some(side) = self.clock().and_then(|clock| clock.flag_fallen(now)) {
            return Ok(vec![Event::TimeRanOut { seat: Seat::Side(side), at: now }]);
        }
        let mut events = self.decide_action(action, seat, now)?;
        events.extend(self.claim_after(&events));
        Ok(events)
    }

    /// May deciding this take long? Finding a hidden board may, also when a late command is compared with
    /// what was decided then; and a long game is replayed for that.
    pub(crate) fn takes_long(&self, command: &Command) -> bool {
        let moves = matches!(command.action, Action::Move { .. });
        let late = self.after_downtime(command.expected) < self.next();
        let unlaid = !K::is_laid(self.position()) || late;
        moves && K::CARD.capabilities().hidden && unlaid || late && self.next() > LONG_TO_REPLAY
    }

    /// The number that a client expects, behind events of which it could not know: the server was down, and
    /// nothing else has happened.
    fn after_downtime(&self, expected: u64) -> u64 {
        let since = self.events().since(expected as usize);
        expected + since.take_while(|event| matches!(event, Event::Downtime { .. })).count() as u64
    }

    /// A command that comes late is the repetition of one that was carried out exactly if the table
    /// of then would have decided what has happened since.
    fn repeated_or_stale(&self, command: &Command, seat: Seat) -> Refusal {
        let expected = self.after_downtime(command.expected) as usize;
        // A board may have been laid before the move of the same command.
        let mut since = self.events().since(expected);
        let happened = since.find(|event| !matches!(event, Event::Laid { .. }));
        let repeated = match (&command.action, happened) {
            // Nearly all commands are moves, mostly in the words of the event: no need to replay.
            (Action::Move { .. }, Some(Event::Moved { seat: by, .. })) if *by != seat => false,
            (Action::Move { mv }, Some(Event::Moved { mv: made, .. })) if mv == made => true,
            (_, happened) => {
                let at = happened.map_or(0, Event::at);
                self.would_have_decided(expected, command, seat, at)
            }
        };
        if repeated {
            Refusal::Repeated
        } else {
            Refusal::Stale { expected: command.expected, next: self.next() }
        }
    }

    /// Would the table as it was before event `number` have decided what has happened since?
    fn would_have_decided(&self, number: usize, command: &Command, seat: Seat, at: Millis) -> bool {
        let Ok(then) = self.before(number) else { return false };
        let command = Command { expected: number as u64, action: command.action.clone() };
        let decided = then.decide(&command, seat, at).and_then(|events| {
            let after = events.into_iter().try_fold(then, Table::apply);
            after.map_err(Refusal::Broken)
        });
        decided.is_ok_and(|after| {
            let mut decided = after.events().since(number);
            let mut happened = self.events().since(number);
            decided.all(|event| happened.next() == Some(event))
        })
    }

    fn decide_action(&self, action: &Action, seat: Seat, at: Millis) -> Result<Events<K>, Refusal> {
        let event = match action {
            Action::Move { mv } => return self.decide_move(mv, seat, at),
            Action::Resign => Event::Resigned { seat, at },
            Action::OfferDraw => self.decide_draw_offer(seat, at)?,
            Action::DeclineDraw => match self.draw_offered_by() {
                Some(by) if by != seat => Event::DrawDeclined { seat, at },
                _ => return Err(Refusal::NothingToDecline),
            },
            Action::ClaimDraw => match K::draw_by_history(self.positions()) {
                Some(_) if self.turn() == Some(seat) => Event::DrawClaimed { seat, at },
                _ => return Err(Refusal::NoDrawToClaim),
            },
            Action::TakeBack => self.decide_takeback(seat, at)?,
            Action::DeclineTakeback => match self.takeback_asked_by() {
                Some(by) if by != seat => Event::TakebackDeclined { seat, at },
                _ => return Err(Refusal::NothingToDecline),
            },
            Action::ChangePlayer { seat: place, player } => {
                self.decide_player(seat, *place, player, at)?
            }
            Action::Edit { edit } => Event::Edited { edit: self.decide_edit(edit)?, at },
            Action::CallTime => return Err(Refusal::TimeLeft),
            Action::Abort => {
                if !self.may_abort() {
                    return Err(Refusal::TooLateToAbort);
                }
                Event::Aborted { at }
            }
        };
        Ok(vec![event])
    }

    fn decide_move(&self, text: &str, seat: Seat, at: Millis) -> Result<Events<K>, Refusal> {
        match self.turn() {
            Some(turn) if turn != seat => {
                let side = |language| K::CARD.seat_name(turn, language).to_owned();
                return Err(Refusal::NotYourTurn(Localized::exactly(side)));
            }
            _ => {}
        }
        self.moved(text, seat, at)
            .map_err(|error| Refusal::Move(Localized::new(|language| K::why_not(&error, language))))
    }

    /// The events of a move as it was typed: where a hidden board has to be laid for it, that first.
    pub(crate) fn moved(
        &self,
        text: &str,
        seat: Seat,
        at: Millis,
    ) -> Result<Events<K>, MoveError<K>> {
        let Some(board) = K::board_for(self.position(), text)? else {
            return Ok(vec![Event::Moved { seat, mv: self.position().read_move(text)?, at }]);
        };
        let laid = K::lay(self.position(), &board);
        let mv = laid.as_ref().unwrap_or(self.position()).read_move(text)?;
        Ok(vec![Event::Laid { board, at }, Event::Moved { seat, mv, at }])
    }

    /// Computers among themselves claim a draw as soon as they can: they would play on for ever
    /// otherwise.
    fn claim_after(&self, events: &[Event<Move<K>>]) -> Option<Event<Move<K>>> {
        let sits_down = |event: &Event<_>| matches!(event, Event::PlayerChanged { .. });
        if !self.players().are_computers() && !events.iter().any(sits_down) {
            return None;
        }
        let mut events = events.iter().cloned();
        let after = events.try_fold(self.clone(), Table::apply).ok()?;
        let (seat, at) = (after.turn()?, after.events().last()?.at());
        if !after.players().are_computers() {
            return None;
        }
        K::draw_by_history(after.positions()).map(|_| Event::DrawClaimed { seat, at })
    }

    fn decide_draw_offer(&self, seat: Seat, at: Millis) -> Result<Event<Move<K>>, Refusal> {
        if self.other(seat).is_none() {
            return Err(Refusal::NotInThisGame(Lack::Draws));
        }
        match self.draw_offered_by() {
            None => Ok(Event::DrawOffered { seat, at }),
            Some(by) if by == seat => Err(Refusal::AlreadyOffered),
            Some(_) => Ok(Event::DrawAgreed { seat, at }),
        }
    }

    fn decide_takeback(&self, seat: Seat, at: Millis) -> Result<Event<Move<K>>, Refusal> {
        if !K::CARD.capabilities().takes_back {
            let why = Localized::new(|language| K::CARD.words(language).no_takebacks.to_owned());
            return Err(Refusal::NotInThisGame(Lack::TakingBack(why)));
        }
        if let Some(by) = self.takeback_asked_by() {
            return match self.moves_to_take_back(by) {
                Some(moves) if by != seat => Ok(Event::TakenBack { moves, at }),
                _ => Err(Refusal::AlreadyAsked),
            };
        }
        let moves = self.moves_to_take_back(seat).ok_or(Refusal::NothingToTakeBack)?;
        if self.takes_back_at_once(seat) {
            Ok(Event::TakenBack { moves, at })
        } else {
            Ok(Event::TakebackAsked { seat, at })
        }
    }

    fn decide_player(
        &self,
        seat: Seat,
        place: Seat,
        player: &Player,
        at: Millis,
    ) -> Result<Event<Move<K>>, Refusal> {
        let sits = self.players().get(place).ok_or(Refusal::NoSuchSeat)?;
        if place != seat && !sits.is_computer() {
            return Err(Refusal::SeatTaken);
        }
        Ok(Event::PlayerChanged { seat: place, player: player.clone(), at })
    }
}
