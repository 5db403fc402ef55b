//! May this seat do this now, and what happens then?

use crate::clock::Millis;
use crate::event::{Action, Command, Event};
use crate::playable::Playable;
use crate::player::Player;
use crate::refusal::{Lack, Refusal, Said};
use crate::table::Table;
use game::Seat;

impl<G: Playable> Table<G>
where
    G::Start: Clone,
{
    /// The events that a command brings about, or why it is refused. Nothing changes: the events have
    /// to be applied, and stored first where they must not be lost.
    pub fn decide(
        &self,
        command: &Command,
        seat: Seat,
        now: Millis,
    ) -> Result<Vec<Event>, Refusal> {
        let Command { expected, action } = command;
        if *expected < self.next() {
            return Err(self.repeated_or_stale(command, seat));
        }
        if *expected > self.next() {
            return Err(Refusal::Ahead { expected: *expected, next: self.next() });
        }
        if self.players().get(seat).is_none() {
            return Err(Refusal::NoSuchSeat);
        }
        if self.ended().is_some() {
            return Err(Refusal::GameOver(Said::new(|language| self.end_in(language))));
        }
        if let Some(side) = self.clock().and_then(|clock| clock.flag_fallen(now)) {
            return Ok(vec![Event::TimeRanOut { seat: Seat::Side(side), at: now }]);
        }
        self.decide_action(action, seat, now)
    }

    /// A command that comes late is the repetition of one that was carried out exactly if the table
    /// of then would have decided what has happened since.
    fn repeated_or_stale(&self, command: &Command, seat: Seat) -> Refusal {
        let (before, since) = self.events().split_at(command.expected as usize);
        let repeated = match (&command.action, since.first()) {
            // Nearly all commands are moves, mostly in the words of the event: no need to replay.
            (Action::Move { .. }, Some(Event::Moved { seat: by, .. })) if *by != seat => false,
            (Action::Move { mv }, Some(Event::Moved { mv: made, .. })) if mv == made => true,
            (_, happened) => Table::<G>::replay(before).is_ok_and(|then| {
                let at = happened.map_or(0, Event::at);
                then.decide(command, seat, at).is_ok_and(|events| since.starts_with(&events))
            }),
        };
        if repeated {
            Refusal::Repeated
        } else {
            Refusal::Stale { expected: command.expected, next: self.next() }
        }
    }

    fn decide_action(
        &self,
        action: &Action,
        seat: Seat,
        at: Millis,
    ) -> Result<Vec<Event>, Refusal> {
        let event = match action {
            Action::Move { mv } => self.decide_move(mv, seat, at)?,
            Action::Resign => Event::Resigned { seat, at },
            Action::OfferDraw => self.decide_draw_offer(seat, at)?,
            Action::DeclineDraw => match self.draw_offered_by() {
                Some(by) if by != seat => Event::DrawDeclined { seat, at },
                _ => return Err(Refusal::NothingToDecline),
            },
            Action::ClaimDraw => match G::draw_by_history(self.positions()) {
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

    fn decide_move(&self, text: &str, seat: Seat, at: Millis) -> Result<Event, Refusal> {
        match self.turn() {
            Some(turn) if turn != seat => return Err(Refusal::NotYourTurn(turn)),
            _ => {}
        }
        let position = self.position();
        let mv = position
            .read_move(text)
            .map_err(|error| Refusal::Move(Said::new(|language| G::why_not(&error, language))))?;
        Ok(Event::Moved { seat, mv: position.write_move(mv), at })
    }

    fn decide_draw_offer(&self, seat: Seat, at: Millis) -> Result<Event, Refusal> {
        if self.other(seat).is_none() {
            return Err(Refusal::NotInThisGame(Lack::Draws));
        }
        match self.draw_offered_by() {
            None => Ok(Event::DrawOffered { seat, at }),
            Some(by) if by == seat => Err(Refusal::AlreadyOffered),
            Some(_) => Ok(Event::DrawAgreed { seat, at }),
        }
    }

    fn decide_takeback(&self, seat: Seat, at: Millis) -> Result<Event, Refusal> {
        if !G::TAKES_BACK {
            return Err(Refusal::NotInThisGame(Lack::TakingBack));
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
    ) -> Result<Event, Refusal> {
        let sits = self.players().get(place).ok_or(Refusal::NoSuchSeat)?;
        if place != seat && !sits.is_computer() {
            return Err(Refusal::SeatTaken);
        }
        Ok(Event::PlayerChanged { seat: place, player: player.clone(), at })
    }
}
