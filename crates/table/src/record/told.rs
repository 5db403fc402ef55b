//! A game as a file tells it, and the events that make it one at a table.

use super::Note;
use crate::clock::{Millis, TimeControl};
use crate::event::{Event, Started, VERSION};
use crate::playable::Playable;
use crate::player::Player;
use crate::seats::Seats;
use crate::table::{BadEvent, End, Reason, Table};
use game::{Seat, Side, Verdict};

/// What a file tells of a game.
pub(super) struct Told {
    /// How many games the file has.
    pub games: usize,
    /// Where the game starts, in the notation of the game.
    pub start: String,
    pub players: Seats<Player>,
    pub clock: Option<TimeControl>,
    /// When it began.
    pub began: Option<Millis>,
    pub moves: Vec<Step>,
    pub ending: Ending,
    /// Why it ended so, where the board does not say.
    pub cause: Cause,
}

/// A move of a file.
pub(super) struct Step {
    /// The move in the notation of the game.
    pub mv: String,
    pub time: Time,
}

/// What a file says about the time of a move.
pub(super) enum Time {
    Unknown,
    /// What the mover had left after it.
    Left(Millis),
    /// How long it took.
    Took(Millis),
    /// When it was made, since the game began.
    Since(Millis),
}

/// How a file says that a game ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Unfinished,
    CalledOff,
    Known(Verdict),
}

/// Why a game ended, where files tell causes apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    Unknown,
    Time,
    Agreement,
}

impl Cause {
    /// The cause that words about the end of a game speak of: the tag `Termination`, and what is said
    /// after the last move.
    pub fn of(termination: Option<&str>, said: &str) -> Cause {
        let termination = termination.unwrap_or_default().to_ascii_lowercase();
        if termination.contains("time") {
            Cause::Time
        } else if termination.contains("agree") || said.to_ascii_lowercase().contains("agree") {
            Cause::Agreement
        } else {
            Cause::Unknown
        }
    }
}

/// The value of the tag `Termination` of a game that ended so, or goes on.
pub(super) fn termination<R>(end: Option<&End<R>>) -> &'static str {
    match end.map(|end| &end.reason) {
        None => "unterminated",
        Some(Reason::Aborted) => "abandoned",
        Some(Reason::Time | Reason::TimeWithoutMaterial) => "time forfeit",
        Some(_) => "normal",
    }
}

/// How a player is named in a file. Of another program only the name is told: neither where it is kept nor
/// what it is told.
pub(super) fn name_of(player: &Player) -> String {
    match player {
        Player::Uci { program } => {
            let call = program.split('?').next().unwrap_or_default().trim();
            let path = match call.strip_prefix(['\'', '"']) {
                Some(quoted) => quoted.split(['\'', '"']).next(),
                None => call.split_whitespace().next(),
            };
            let name = path.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default();
            format!("uci:{}", name.replace(char::is_control, " "))
        }
        other => other.to_string(),
    }
}

/// The computer player that a file names; anybody else is a person.
pub(super) fn player_named(name: Option<&str>) -> Player {
    match name.unwrap_or_default().parse() {
        Ok(Player::Uci { .. }) | Err(_) => Player::Human,
        Ok(player) => player.with_seed(0),
    }
}

/// Minutes and seconds of chess players: `300+3` for five minutes and three seconds a move.
pub(super) fn write_control(control: Option<TimeControl>) -> String {
    match control {
        None => "-".to_owned(),
        Some(TimeControl { stock, increment }) => {
            format!("{}+{}", stock as f64 / 1000.0, increment as f64 / 1000.0)
        }
    }
}

/// Reads `300+3` and `300`. Clocks of another kind, such as so many moves in so much time, are none that
/// a table has.
pub(super) fn read_control(text: Option<&str>) -> Option<TimeControl> {
    let text = text?;
    let (stock, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| text.trim().parse::<f64>().ok();
    format!("{}+{}", seconds(stock)? / 60.0, seconds(increment)?).parse().ok()
}

impl Told {
    /// The game at a table.
    pub fn put_on_a_table<G: Playable>(
        mut self,
        now: Millis,
        notes: &mut Vec<Note>,
    ) -> Result<Table<G>, BadEvent>
    where
        G::Start: Clone,
    {
        let began = self.began.unwrap_or(now);
        let (mut table, mut left_out) = self.play::<G>(began)?;
        let seated = self.players.clone();
        if left_out > 0 && seated.iter().all(|(_, player)| player.is_computer()) {
            // Computers must stop at draws that people may play on from; so people played on.
            self.players = seated.clone().map(|_| Player::Human);
            (table, left_out) = self.play(began)?;
        }
        if left_out == 0 && self.ending == Ending::Unfinished && table.ended().is_none() {
            let took = last_moment(&table) - began;
            (table, _) = self.play(now.saturating_sub(took))?;
            self.seat_again(&mut table, &seated)?;
        }
        if left_out > 0 {
            notes.push(Note::MovesAfterTheEnd(left_out));
        }
        self.conclude(&mut table)?;
        if let (Ending::Known(said), Some(end)) = (self.ending, table.ended())
            && end.verdict != Some(said)
        {
            notes.push(Note::OtherResult(said.to_string()));
        }
        Ok(table)
    }

    /// The moves played at a table, and how many were left when the game was over.
    fn play<G: Playable>(&self, began: Millis) -> Result<(Table<G>, usize), BadEvent>
    where
        G::Start: Clone,
    {
        let mut table = Table::open(&Started {
            version: VERSION,
            game: G::NAME.to_owned(),
            start: self.start.clone(),
            players: self.players.clone(),
            clock: self.clock,
            at: began,
        })?;
        let mut at = began;
        for (index, step) in self.moves.iter().enumerate() {
            let Some(seat) = table.turn() else {
                return Ok((table, self.moves.len() - index));
            };
            at = self.moment(&table, &step.time, at);
            table.apply(&Event::Moved { seat, mv: step.mv.clone(), at })?;
        }
        Ok((table, 0))
    }

    /// When a move was made, if the one before was made at `at`. It never is so late that the mover's
    /// time had run out.
    fn moment<G: Playable>(&self, table: &Table<G>, time: &Time, at: Millis) -> Millis
    where
        G::Start: Clone,
    {
        let running = table.clock().and_then(|clock| Some((clock, clock.running()?)));
        let left = running.map(|(clock, side)| clock.left(side, at));
        let increment = self.clock.map_or(0, |control| control.increment);
        let took = match *time {
            Time::Unknown => 0,
            Time::Left(after) => left.map_or(0, |left| (left + increment).saturating_sub(after)),
            Time::Took(took) => took,
            Time::Since(since) => table.started().at.saturating_add(since).saturating_sub(at),
        };
        at.saturating_add(left.map_or(took, |left| took.min(left.saturating_sub(1))))
    }

    /// Puts the computers back that had to make room for people.
    fn seat_again<G: Playable>(
        &self,
        table: &mut Table<G>,
        seated: &Seats<Player>,
    ) -> Result<(), BadEvent>
    where
        G::Start: Clone,
    {
        let at = last_moment(table);
        for (seat, player) in seated.iter() {
            if self.players.get(seat) != Some(player) && table.ended().is_none() {
                table.apply(&Event::PlayerChanged { seat, player: player.clone(), at })?;
            }
        }
        Ok(())
    }

    /// The events that explain an end that the board does not.
    fn conclude<G: Playable>(&self, table: &mut Table<G>) -> Result<(), BadEvent>
    where
        G::Start: Clone,
    {
        let Some(turn) = table.turn() else { return Ok(()) };
        let at = last_moment(table);
        let out_of_time = || {
            let clock = table.clock()?;
            let side = clock.running()?;
            let verdict = if table.position().can_win(!side) {
                Verdict::won_by(!side)
            } else {
                Verdict::Draw
            };
            let at = at.checked_add(clock.left(side, at))?;
            (self.cause == Cause::Time && self.ending == Ending::Known(verdict))
                .then_some(Event::TimeRanOut { seat: Seat::Side(side), at })
        };
        let events = match (out_of_time(), self.ending) {
            (Some(event), _) => vec![event],
            (None, Ending::CalledOff) if table.may_abort() => vec![Event::Aborted { at }],
            (None, Ending::Unfinished | Ending::CalledOff) => vec![],
            (None, Ending::Known(Verdict::Won(Seat::Side(side)))) => {
                vec![Event::Resigned { seat: Seat::Side(!side), at }]
            }
            (None, Ending::Known(Verdict::Draw)) => {
                let claimed = G::draw_by_history(table.positions()).is_some();
                if claimed && self.cause != Cause::Agreement {
                    vec![Event::DrawClaimed { seat: turn, at }]
                } else {
                    let other =
                        if turn == Seat::Side(Side::White) { Side::Black } else { Side::White };
                    let other = Seat::Side(other);
                    vec![
                        Event::DrawOffered { seat: turn, at },
                        Event::DrawAgreed { seat: other, at },
                    ]
                }
            }
            (None, Ending::Known(_)) => vec![Event::Resigned { seat: Seat::Solo, at }],
        };
        events.iter().try_for_each(|event| table.apply(event))
    }
}

fn last_moment<G: Playable>(table: &Table<G>) -> Millis
where
    G::Start: Clone,
{
    table.events().last().map_or(0, Event::at)
}
