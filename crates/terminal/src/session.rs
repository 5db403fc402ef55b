//! A session at the keyboard: lines and thoughts come in, text goes out.
//!
//! Nothing here waits, reads a clock or opens a file. [`Session::waits_for`] says what is wanted; whoever
//! runs the session gets it and hands it in, with the time.

use crate::board::{self, Look};
use crate::help;
use crate::telling::{self, sentence};
use engine::{CannotThink, Thought};
use game::{Seat, Side, Viewer};
use std::collections::HashMap;
use table::scene::Control;
use table::{
    Action, AnyTable, BadEvent, Command, Event, GameName, Imported, Language, Millis, Player,
    Seats, Started, import,
};

/// How a session is shown.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// What the terminal can show.
    pub look: Look,
    /// Which side is at the bottom.
    pub turning: Turning,
    /// Does somebody sit there who can be asked?
    pub interactive: bool,
}

/// Which side is at the bottom of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turning {
    /// The side to move, or the only person there is.
    ByItself,
    /// Always this one.
    Still(Side),
}

/// What a session waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// A line, for [`Session::line`].
    Read,
    /// The move of the computer in this seat, for [`Session::thought`].
    Think(Seat),
    /// A hint for this seat, for [`Session::hinted`].
    Hint(Seat),
    /// What the computer in this seat thinks of a draw: the best move of whoever is to move, for
    /// [`Session::considered`].
    Consider(Seat),
    /// A saved game to be written to a file, for [`Session::saved`]. It may replace another one.
    Save {
        /// The name of the file.
        file: String,
        /// What to write.
        text: String,
    },
    /// A game for other programs to be written to a file, for [`Session::saved`]. It replaces nothing.
    Export {
        /// The name of the file.
        file: String,
        /// What to write.
        text: String,
    },
    /// The text of a file, for [`Session::loaded`].
    Load {
        /// The name of the file.
        file: String,
    },
    /// The end.
    Leave,
}

/// A session.
pub struct Session {
    pub(crate) table: AnyTable,
    pub(crate) manner: Manner,
    /// The seed of the present game; the next one comes from it.
    seed: u64,
    /// How much later it is at the table than outside: a game that was loaded goes on at the moment
    /// at which it was saved.
    shift: i64,
    pub(crate) request: Option<Next>,
    /// The computers wait although it is their turn.
    pub(crate) paused: bool,
    /// Who sat where before the computer took over.
    pub(crate) before_mayhem: Option<Seats<Player>>,
    /// The number of the event after a pass that was made for somebody.
    passed: Option<u64>,
    /// How well each computer thought to stand when it last moved.
    standings: HashMap<Seat, f64>,
    text: String,
}

/// Something that one side asks and the other has to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    Draw,
    Takeback,
}

impl Session {
    /// A session that begins with this game.
    pub fn open(
        started: &Started,
        manner: Manner,
        seed: u64,
        now: Millis,
    ) -> Result<Session, BadEvent> {
        let mut session = Session {
            table: AnyTable::open(started)?,
            manner,
            seed,
            shift: 0,
            request: None,
            paused: false,
            before_mayhem: None,
            passed: None,
            standings: HashMap::new(),
            text: String::new(),
        };
        session.introduce(now);
        Ok(session)
    }

    /// The game.
    pub fn table(&self) -> &AnyTable {
        &self.table
    }

    /// What has been said since this was last asked.
    pub fn take_text(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// What the session waits for.
    pub fn waits_for(&mut self) -> Next {
        if let Some(request) = self.request.take() {
            return request;
        }
        if self.table.is_over() {
            let nobody_asks = !self.manner.interactive && self.people().is_empty();
            return if nobody_asks { Next::Leave } else { Next::Read };
        }
        match (self.question(), self.table.turn()) {
            (Some((Question::Draw, seat)), _) if self.is_computer(seat) => Next::Consider(seat),
            (None, Some(seat)) if self.is_computer(seat) && !self.paused => Next::Think(seat),
            _ => Next::Read,
        }
    }

    /// What stands before the line that is read.
    pub fn prompt(&self) -> String {
        match (self.question(), self.table.turn()) {
            _ if self.table.is_over() && self.table.players().is_for_two() => {
                "new, rematch, save FILE or quit> ".to_owned()
            }
            _ if self.table.is_over() => "r for new mines, save FILE or quit> ".to_owned(),
            (Some((_, seat)), _) => format!("{seat}, yes or no> "),
            (None, _) if self.paused => "paused> ".to_owned(),
            (None, Some(seat @ Seat::Side(_))) => format!("{seat}> "),
            _ => "> ".to_owned(),
        }
    }

    /// There are no more lines.
    pub fn end_of_input(&mut self) {
        if !self.table.is_over() {
            let status = self.scene(0).status.into_iter().next().unwrap_or_default();
            self.say(&format!("The input ended before the game did. {status}"));
        }
        self.request = Some(Next::Leave);
    }

    /// The move that a computer came to.
    pub fn thought(&mut self, seat: Seat, thought: Result<Thought, CannotThink>, now: Millis) {
        let now = self.time(now);
        if self.flag_falls(now) {
            return;
        }
        let thought = match thought {
            Ok(thought) => thought,
            Err(CannotThink::Stopped) => {
                self.paused = true;
                return self.say("Stopped. Press Enter to let it go on, or type a command.");
            }
            Err(error) => {
                self.paused = true;
                return self.say(&sentence(&error.to_string()));
            }
        };
        if self.act(Action::Move { mv: thought.mv.clone() }, seat, now) {
            let who = if seat == Seat::Solo { "The computer".to_owned() } else { seat.to_string() };
            match thought.report {
                None => self.say(&format!("{who} plays {}.", thought.mv)),
                Some(report) => {
                    self.standings.insert(seat, report.value);
                    let report = telling::report(&report);
                    self.say(&format!("{who} plays {}: {report}.", thought.mv));
                }
            }
            self.advance(now);
        } else {
            self.paused = true;
        }
    }

    /// A move to consider.
    pub fn hinted(&mut self, hint: Result<Thought, CannotThink>, now: Millis) {
        if self.flag_falls(self.time(now)) {
            return;
        }
        match hint {
            Ok(Thought { reason: Some(reason), .. }) => self.say(&sentence(&reason)),
            Ok(Thought { mv, report: Some(report), .. }) => {
                let line = report.line.join(" ");
                let value = telling::value(&report);
                self.say(&format!("Try {mv}. Value {value}, line {line}."));
            }
            Ok(Thought { mv, .. }) => self.say(&format!("Try {mv}.")),
            Err(CannotThink::Stopped) => self.say("Stopped."),
            Err(error) => self.say(&sentence(&error.to_string())),
        }
    }

    /// What a computer that was offered a draw thinks of the position. It accepts when it stands
    /// worse, by its own last look as well: whoever looks ahead from its own move sees itself too well.
    /// It does not when it could not think.
    pub fn considered(&mut self, seat: Seat, best: Result<Thought, CannotThink>, now: Millis) {
        let now = self.time(now);
        if self.flag_falls(now) {
            return;
        }
        let value = best.ok().and_then(|thought| thought.report).map(|report| report.value);
        let stands_worse = value.is_some_and(|value| {
            if self.table.turn() == Some(seat) { value < 0.0 } else { value > 0.0 }
        });
        let knew_it = self.standings.get(&seat).is_none_or(|&value| value < 0.0);
        if stands_worse && knew_it {
            self.say(&format!("{seat} accepts the draw."));
            self.act(Action::OfferDraw, seat, now);
        } else {
            self.say(&format!("{seat} declines the draw."));
            self.act(Action::DeclineDraw, seat, now);
        }
        if self.table.is_over() {
            self.advance(now);
        }
    }

    /// A game was written to a file, or could not be.
    pub fn saved(&mut self, file: &str, result: Result<(), String>) {
        match result {
            Ok(()) => self.say(&format!("Saved to {file}.")),
            Err(reason) => self.say(&sentence(&format!("Not saved to {file}: {reason}"))),
        }
    }

    /// The text of a saved game, or why there is none.
    pub fn loaded(&mut self, file: &str, text: Result<String, String>, now: Millis) {
        let game = self.table.game();
        match text.and_then(|text| read_game(game, &text, now)) {
            Ok(Imported { table, notes }) => {
                self.say(&format!("Loaded {file}."));
                for note in notes {
                    self.say(&sentence(&note.to_string()));
                }
                let last = table.events().last().map_or(now, Event::at);
                self.before_mayhem = None;
                self.put_on_the_table(table, last, now);
            }
            Err(reason) => self.say(&sentence(&format!("Not loaded from {file}: {reason}"))),
        }
    }

    /// Another game takes the place of this one. At its table it is `there`.
    pub(crate) fn put_on_the_table(&mut self, table: AnyTable, there: Millis, now: Millis) {
        self.table = table;
        self.shift = there.wrapping_sub(now).cast_signed();
        self.paused = false;
        self.passed = None;
        self.standings.clear();
        self.introduce(now);
    }

    fn introduce(&mut self, now: Millis) {
        self.say(&telling::introduction(&self.table));
        let game = self.table.game();
        let legend = board::legend(game.name(), self.manner.look).unwrap_or_default();
        if !self.people().is_empty() && !self.table.is_over() {
            let first = format!("{legend} {}", help::first_steps(game));
            self.say(&telling::wrapped(first.split_whitespace()));
        } else if self.manner.interactive && !self.table.is_over() {
            self.say(legend.trim());
            self.say("Ctrl-C stops the game for a while and lets you type.");
        }
        let now = self.time(now);
        self.advance(now);
    }

    /// The time at the table.
    pub(crate) fn time(&self, now: Millis) -> Millis {
        now.wrapping_add_signed(self.shift)
    }

    /// A new seed, for another game.
    pub(crate) fn draw_seed(&mut self) -> u64 {
        self.seed = next_seed(self.seed);
        self.seed
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    pub(crate) fn is_computer(&self, seat: Seat) -> bool {
        self.table.players().get(seat).is_some_and(Player::is_computer)
    }

    /// The seats in which people sit.
    pub(crate) fn people(&self) -> Vec<Seat> {
        let person = |(seat, player): (Seat, &Player)| (!player.is_computer()).then_some(seat);
        self.table.players().iter().filter_map(person).collect()
    }

    /// What is asked, and who has to answer.
    pub(crate) fn question(&self) -> Option<(Question, Seat)> {
        let draw = self.table.draw_offered_by().map(|by| (Question::Draw, by));
        let takeback = self.table.takeback_asked_by().map(|by| (Question::Takeback, by));
        let (question, by) = draw.or(takeback)?;
        Some((question, other(by)?))
    }

    /// Whoever the keyboard belongs to now.
    pub(crate) fn actor(&self) -> Option<Seat> {
        let person = |seat: &Seat| !self.is_computer(*seat);
        let answers = self.question().map(|(_, seat)| seat).filter(person);
        let moves = || self.table.turn().filter(person);
        answers.or_else(moves).or_else(|| self.people().first().copied())
    }

    /// Does what a seat wants, or says why it cannot be.
    pub(crate) fn act(&mut self, action: Action, seat: Seat, now: Millis) -> bool {
        let command = Command { expected: self.table.next(), action };
        let events = match self.table.decide(&command, seat, now) {
            Ok(events) => events,
            Err(refusal) => {
                self.say(&sentence(&refusal.to_string()));
                return false;
            }
        };
        for event in &events {
            if let Err(error) = self.table.apply(event) {
                self.say(&sentence(&error.to_string()));
                return false;
            }
        }
        true
    }

    /// Has somebody's time run out? Then no thought is of use any more.
    pub fn time_is_up(&self, now: Millis) -> bool {
        self.fallen_flag(self.time(now)).is_some()
    }

    fn fallen_flag(&self, now: Millis) -> Option<Side> {
        self.table.clock().and_then(|clock| clock.flag_fallen(now))
    }

    /// Has somebody's time run out? Then the game ends here.
    pub(crate) fn flag_falls(&mut self, now: Millis) -> bool {
        let Some(side) = self.fallen_flag(now) else { return false };
        if self.act(Action::CallTime, Seat::Side(side), now) {
            self.advance(now);
        }
        true
    }

    /// What follows when something has happened: passes that cannot be helped, and what there is
    /// to see now.
    pub(crate) fn advance(&mut self, now: Millis) {
        self.pass_for_whoever_must(now);
        if self.table.is_over() {
            return self.show(now);
        }
        match (self.question(), self.table.turn()) {
            (Some((question, seat)), _) if !self.is_computer(seat) => {
                let asks = match question {
                    Question::Draw => "offers a draw. Do you accept?",
                    Question::Takeback => "asks to take the last move back. Do you agree?",
                };
                let by = other(seat).map(|by| by.to_string()).unwrap_or_default();
                self.say(&format!("{by} {asks}"));
            }
            (Some((Question::Takeback, seat)), _) => {
                if self.act(Action::TakeBack, seat, now) {
                    self.advance(now);
                }
            }
            (Some(_), _) => {}
            (None, Some(seat)) if self.is_computer(seat) && !self.people().is_empty() => {}
            _ => self.show(now),
        }
    }

    fn pass_for_whoever_must(&mut self, now: Millis) {
        let Some(seat) = self.table.turn().filter(|&seat| !self.is_computer(seat)) else { return };
        if self.question().is_some() {
            return;
        }
        let scene = self.table.scene(Viewer::Seat(seat), now, Language::English);
        if let [choice] = &*scene.choices
            && choice.path.is_empty()
            && self.act(Action::Move { mv: choice.mv.clone() }, seat, now)
        {
            self.say(&format!("{seat} has no move and passes."));
            self.passed = Some(self.table.next());
        }
    }

    /// Was the last thing that happened a pass made for somebody?
    pub(crate) fn has_just_passed(&self) -> bool {
        self.passed == Some(self.table.next())
    }

    pub(crate) fn scene(&self, now: Millis) -> table::Scene {
        let seat = self.table.turn().or_else(|| self.actor());
        let seat = seat.filter(|&seat| !self.is_computer(seat) || self.table.is_over());
        let viewer = seat.or_else(|| self.people().first().copied()).map(Viewer::Seat);
        self.table.scene(viewer.unwrap_or(Viewer::Spectator), now, Language::English)
    }

    /// The side at the bottom of the board.
    pub(crate) fn bottom(&self) -> Side {
        use table::GameName::{Mines, Othello};
        if let Turning::Still(side) = self.manner.turning {
            return side;
        }
        // Those two are always looked at from the same side.
        if matches!(self.table.game(), Othello | Mines) {
            return Side::White;
        }
        let side = |seat| if let Seat::Side(side) = seat { Some(side) } else { None };
        match *self.people() {
            [] => Side::White,
            [person] => side(person).unwrap_or(Side::White),
            _ => self.side_to_move(),
        }
    }

    /// The side whose turn it is, or would be if the game were not over.
    pub(crate) fn side_to_move(&self) -> Side {
        if let Some(Seat::Side(side)) = self.table.turn() {
            return side;
        }
        let moved = self.table.events().iter().rev().find_map(|event| match event {
            Event::Moved { seat: Seat::Side(side), .. } => Some(*side),
            _ => None,
        });
        moved.map_or(Side::White, |side| !side)
    }

    /// What is missing on the board was captured only if the game began with everything on it.
    fn tallies_are_true(&self) -> bool {
        use table::GameName::{Checkers, Chess};
        let game = self.table.game();
        let Some(Event::Started(started)) = self.table.events().first() else { return true };
        !matches!(game, Chess | Checkers) || game.start(None, 0).as_ref() == Ok(&started.start)
    }

    /// The board and what is to be known of it.
    pub(crate) fn show(&mut self, now: Millis) {
        let scene = self.scene(now);
        self.text.push('\n');
        self.text += &board::draw(&scene, self.manner.look, self.bottom());
        let counted = telling::tallies(&scene.tallies).filter(|_| self.tallies_are_true());
        let mut facts: Vec<String> = counted.into_iter().collect();
        if let AnyTable::Mines(mines) = &self.table {
            facts.push(format!("Time: {}", telling::time(telling::mines_time(mines, now))));
            facts.extend(telling::mines_statistics(mines));
        }
        let clock = |place: &table::scene::Place| {
            place.clock.map(|left| format!("{} {}", place.seat, telling::time(left)))
        };
        let clocks: Vec<String> = scene.players.iter().filter_map(clock).collect();
        if !clocks.is_empty() {
            facts.push(format!("Clock: {}", clocks.join(", ")));
        }
        if !facts.is_empty() {
            self.say(&facts.join("   "));
        }
        // Whose turn it is stands in the prompt.
        for sentence in scene.status.iter().skip(usize::from(!scene.over)) {
            self.say(sentence);
        }
        if scene.controls.contains(&Control::ClaimDraw) {
            self.say("Type claim to end the game with it.");
        }
    }
}

/// The seat across the board.
pub(crate) fn other(seat: Seat) -> Option<Seat> {
    match seat {
        Seat::Side(side) => Some(Seat::Side(!side)),
        Seat::Solo => None,
    }
}

/// Reads a saved game, or one that another program wrote: of this game or, if it is none, of another.
fn read_game(game: GameName, text: &str, now: Millis) -> Result<Imported, String> {
    if text.trim_start().starts_with('{') {
        let table = table::log::read(text).map_err(|error| error.to_string())?;
        return Ok(Imported { table, notes: Vec::new() });
    }
    import(game, text, now).or_else(|error| {
        let mut others = GameName::ALL.into_iter().filter(|&other| other != game);
        let found = others.find_map(|other| import(other, text, now).ok());
        found.ok_or_else(|| error.to_string())
    })
}

/// A seed that looks unlike the one before it.
fn next_seed(seed: u64) -> u64 {
    // The finaliser of SplitMix64: every bit of the old number moves about half of the new ones.
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
