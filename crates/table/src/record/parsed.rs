//! A game as a file says it was, and the events that make it one at a table.

use super::{Heading, Note};
use crate::analysis::{Edit, LONGEST_COMMENT, listed};
use crate::clock::{Millis, TimeControl};
use crate::event::{Event, Started, VERSION};
use crate::playable::{Move, Playable};
use crate::player::Player;
use crate::refusal::Localized;
use crate::seats::Seats;
use crate::table::{BadEvent, End, Reason, Table};
use crate::words::Language;
use game::{Seat, Side, Variations, Verdict};

/// What a file says of a game.
#[derive(Debug, Clone)]
pub struct ParsedRecord {
    /// How many games the file has.
    pub games: usize,
    /// What it says before the moves, with the names that tags have in PGN.
    pub tags: Heading,
    /// Where the game starts, in the notation of the game.
    pub start: String,
    pub players: Seats<Player>,
    pub clock: Option<TimeControl>,
    /// When it began.
    pub began: Option<Millis>,
    pub moves: Vec<Step>,
    /// Everything that is said, and the variations; empty where the format has none.
    pub tree: Variations<String>,
    pub ending: Ending,
    /// Why it ended so, where the board does not say.
    pub cause: Cause,
}

/// A move of a file.
#[derive(Debug, Clone)]
pub struct Step {
    /// The move in the notation of the game.
    pub mv: String,
    pub time: Time,
}

/// What a file says about the time of a move.
#[derive(Debug, Clone)]
pub enum Time {
    Unknown,
    /// What the mover had left after it.
    Left(Millis),
    /// How long it took.
    Took(Millis),
    /// When it was made, since the game began.
    Since(Millis),
}

/// How a file says that a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Unfinished,
    CalledOff,
    Known(Verdict),
}

/// Why a game ended, where files tell causes apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    Unknown,
    Time,
    Agreement,
    Resignation,
}

impl Cause {
    /// The cause that words about the end of a game speak of: the tag `Termination`, and what is said
    /// after the last move.
    pub fn of(termination: Option<&str>, said: &str) -> Cause {
        let termination = termination.unwrap_or_default().to_ascii_lowercase();
        let said = said.to_ascii_lowercase();
        let speaks_of = |word: &str| termination.contains(word) || said.contains(word);
        if termination.contains("time") {
            Cause::Time
        } else if speaks_of("agree") {
            Cause::Agreement
        } else if speaks_of("resign") {
            Cause::Resignation
        } else {
            Cause::Unknown
        }
    }
}

/// The value of the tag `Termination` of a game that ended so, or goes on.
pub fn termination<R>(end: Option<&End<R>>) -> &'static str {
    match end.map(|end| &end.reason) {
        None => "unterminated",
        Some(Reason::Aborted) => "abandoned",
        Some(Reason::Time | Reason::TimeWithoutMaterial) => "time forfeit",
        Some(_) => "normal",
    }
}

/// How a player is named in a file. Of another program only the name is written: neither its path nor its
/// options.
pub fn name_of(player: &Player) -> String {
    match player {
        Player::Uci { program } | Player::Gtp { program } => {
            let protocol = if matches!(player, Player::Uci { .. }) { "uci" } else { "gtp" };
            let call = program.split('?').next().unwrap_or_default().trim();
            let path = match call.strip_prefix(['\'', '"']) {
                Some(quoted) => quoted.split(['\'', '"']).next(),
                None => call.split_whitespace().next(),
            };
            let name = path.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default();
            format!("{protocol}:{}", name.replace(char::is_control, " "))
        }
        // Neither is the directory of a run.
        Player::Learnt { run, generation, depth } => {
            let run = run.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            Player::Learnt { run, generation: *generation, depth: *depth }.to_string()
        }
        other => other.to_string(),
    }
}

/// The computer player that a file names; any other name is a person's.
pub fn player_named(name: Option<&str>) -> Player {
    match name.unwrap_or_default().parse() {
        Ok(Player::Uci { .. } | Player::Gtp { .. } | Player::Learnt { .. }) | Err(_) => {
            Player::Human
        }
        Ok(player) => player.with_seed(0),
    }
}

/// Minutes and seconds of chess players: `300+3` for five minutes and three seconds a move.
pub fn write_control(control: Option<TimeControl>) -> String {
    match control {
        None => "-".to_owned(),
        Some(TimeControl { stock, increment }) => {
            format!("{}+{}", stock as f64 / 1000.0, increment as f64 / 1000.0)
        }
    }
}

/// Reads `300+3` and `300`. Clocks of another kind, such as so many moves in so much time, are none that
/// a table has.
pub fn read_control(text: Option<&str>) -> Option<TimeControl> {
    let text = text?;
    let (stock, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| text.trim().parse::<f64>().ok();
    format!("{}+{}", seconds(stock)? / 60.0, seconds(increment)?).parse().ok()
}

impl ParsedRecord {
    /// The game at a table.
    pub fn put_on_a_table<K: Playable>(
        &self,
        now: Millis,
        notes: &mut Vec<Note>,
    ) -> Result<Table<K>, BadEvent> {
        let began = self.began.unwrap_or(now);
        let (mut table, left_out) = self.play::<K>(began)?;
        let is_over = self.ending != Ending::Unfinished || table.ended().is_some();
        if is_over && self.clock.is_some() && !self.clocks_agree(&table) {
            // Its clocks ran otherwise than those of a table: what the file says of them stays as it is.
            let untimed = ParsedRecord { clock: None, ..self.clone() };
            return untimed.put_on_a_table(now, notes);
        }
        if left_out == 0 && self.ending == Ending::Unfinished && table.ended().is_none() {
            // It goes on now: everything happened so much later.
            let later = now.saturating_sub(last_moment(&table) - began).wrapping_sub(began);
            let events: Vec<Event> =
                table.events().iter().map(|event| event.clone().later(later)).collect();
            table = Table::replay(&events)?;
        }
        if left_out > 0 {
            notes.push(Note::MovesAfterTheEnd(left_out));
        }
        let table = self.conclusion(&table).into_iter().try_fold(table, Table::apply)?;
        let table = self.entitled(table, notes)?;
        let table = self.annotated(table, notes)?;
        if let (Ending::Known(said), Some(end)) = (self.ending, table.ended())
            && end.verdict != Some(said)
        {
            let name =
                |side| Localized::exactly(|language| K::CARD.side_name(side, language).to_owned());
            notes.push(Note::OtherResult(said.winner().map(name)));
        }
        Ok(table)
    }

    /// The table with what the file says of people, place and time.
    fn entitled<K: Playable>(
        &self,
        table: Table<K>,
        notes: &mut Vec<Note>,
    ) -> Result<Table<K>, BadEvent> {
        if K::CARD.capabilities().hidden {
            return Ok(table);
        }
        let tags = Heading::of_record(self, termination(table.ended().as_ref()), notes);
        if tags.is_empty() {
            return Ok(table);
        }
        let at = last_moment(&table);
        table.apply(Event::Edited { edit: Edit::Entitle { tags }, at })
    }

    /// The table with what the file says about the moves.
    fn annotated<K: Playable>(
        &self,
        table: Table<K>,
        notes: &mut Vec<Note>,
    ) -> Result<Table<K>, BadEvent> {
        // How it ended is said when it is written again.
        let end = table.end_in(Language::English);
        let tree = self.tree.said_differently(&mut |remarks| {
            remarks.after.retain(|said| *said != end);
            if self.clock.is_some() {
                remarks.after.iter_mut().for_each(|said| *said = without_clock(said));
                remarks.after.retain(|said| !said.is_empty());
            }
            for said in [&mut remarks.before, &mut remarks.after] {
                *said = said.iter().flat_map(|text| in_parts(text)).collect();
            }
        });
        let says = tree.fold(&mut |remarks, below: Vec<(&String, bool)>| {
            !remarks.is_empty() || below.len() > 1 || below.iter().any(|(_, says)| *says)
        });
        if !says {
            return Ok(table);
        }
        let edit = Edit::Merge { moves: listed(&tree, &[]) };
        let Ok(edit) = table.decide_edit(&edit) else {
            notes.push(Note::VariationsLeftOut);
            return Ok(table);
        };
        let at = last_moment(&table);
        table.apply(Event::Edited { edit, at })
    }

    /// Do the clocks of the table show what the file says?
    fn clocks_agree<K: Playable>(&self, table: &Table<K>) -> bool {
        let near = |one: Millis, other: Millis| one.abs_diff(other) <= 10;
        let agrees = |(number, step): (usize, &Step)| {
            let taken = table.time_taken(number);
            match (&step.time, table.played().get(number).map(|played| played.seat)) {
                (Time::Unknown, _) => taken.is_none(),
                (Time::Left(left), Some(Seat::Side(side))) => table
                    .clock_after(number)
                    .is_some_and(|clock| near(clock.at_the_turn(side), *left)),
                (Time::Took(took), _) => taken.is_some_and(|taken| near(taken, *took)),
                _ => true,
            }
        };
        self.moves.iter().enumerate().take(table.played().len()).all(agrees)
    }

    /// The moves played at a table, and how many were left when the game was over.
    fn play<K: Playable>(&self, began: Millis) -> Result<(Table<K>, usize), BadEvent> {
        let mut table = Table::begin(&Started {
            version: VERSION,
            game: K::CARD.name().to_owned(),
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
            let events = table.moved(&step.mv, seat, at).map_err(|error| BadEvent::Move {
                number: table.next(),
                mv: step.mv.chars().take(40).collect(),
                reason: Localized::exactly(|language| K::why_not(&error, language)),
            })?;
            table = events.into_iter().try_fold(table, Table::apply)?;
        }
        Ok((table, 0))
    }

    /// When a move was made, if the one before was made at `at`. It never is so late that the mover's
    /// time had run out.
    fn moment<K: Playable>(&self, table: &Table<K>, time: &Time, at: Millis) -> Millis {
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

    /// The events that explain an end that the board does not.
    fn conclusion<K: Playable>(&self, table: &Table<K>) -> Vec<Event<Move<K>>> {
        let Some(turn) = table.turn() else { return Vec::new() };
        let at = last_moment(table);
        let out_of_time = || {
            let clock = table.clock()?;
            let side = clock.running()?;
            let verdict = if K::can_win(table.position(), !side) {
                Verdict::won_by(!side)
            } else {
                Verdict::Draw
            };
            let at = at.checked_add(clock.left(side, at))?;
            (self.cause == Cause::Time && self.ending == Ending::Known(verdict))
                .then_some(Event::TimeRanOut { seat: Seat::Side(side), at })
        };
        match (out_of_time(), self.ending) {
            (Some(event), _) => vec![event],
            (None, Ending::CalledOff) if table.may_abort() => vec![Event::Aborted { at }],
            (None, Ending::Unfinished | Ending::CalledOff) => vec![],
            (None, Ending::Known(Verdict::Won(Seat::Side(side)))) => {
                let seat = Seat::Side(!side);
                match self.cause {
                    Cause::Resignation => vec![Event::Resigned { seat, at }],
                    _ => vec![Event::LossRecorded { seat, at }],
                }
            }
            (None, Ending::Known(Verdict::Draw)) => {
                let claimed = K::draw_by_history(table.positions()).is_some();
                if claimed && self.cause != Cause::Agreement {
                    return vec![Event::DrawClaimed { seat: turn, at }];
                }
                let other = if turn == Seat::Side(Side::White) { Side::Black } else { Side::White };
                let seat = Seat::Side(other);
                vec![Event::DrawOffered { seat: turn, at }, Event::DrawAgreed { seat, at }]
            }
            (None, Ending::Known(_)) => vec![Event::Resigned { seat: Seat::Solo, at }],
        }
    }
}

/// A comment without the commands that tell of clocks.
fn without_clock(text: &str) -> String {
    let mut rest = text.to_owned();
    for command in ["[%clk ", "[%emt "] {
        while let Some(from) = rest.find(command)
            && let Some(length) = rest[from..].find(']')
        {
            rest.replace_range(from..=from + length, "");
        }
    }
    rest.trim().to_owned()
}

/// A comment as comments that are not too long to be kept, divided between words.
fn in_parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut length = 0;
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > LONGEST_COMMENT {
            parts.push(String::new());
            length = 0;
        }
        let Some(part) = parts.last_mut() else { break };
        part.push_str(if length > 0 { " " } else { "" });
        part.push_str(word);
        length = part.chars().count();
    }
    parts
}

fn last_moment<K: Playable>(table: &Table<K>) -> Millis {
    table.events().last().map_or(0, Event::at)
}
