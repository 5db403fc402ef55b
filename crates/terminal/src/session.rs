//! A session at the keyboard: lines and thoughts come in, text goes out.
//!
//! Nothing here waits, reads a clock or opens a file. [`Session::waits_for`] says what is wanted; whoever
//! runs the session gets it and hands it in, with the time.

use crate::board;
use crate::help;
use crate::look::Look;
use crate::telling::{self, sentence};
use engine::{CannotThink, Report, Thought, agrees_to_draw};
use game::{Seat, Side, Viewer};
use std::collections::HashMap;
use table::scene::Control;
use table::{
    Action, AnyTable, BadEvent, Command, Event, GameName, Imported, Language, Millis, Player,
    Seats, Started, Words, fill, import,
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
    /// Is the board in view all the time? Then only what is not to be seen there is told.
    pub in_view: bool,
    /// The language of what is told. Commands are English everywhere.
    pub language: Language,
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
#[derive(Clone)]
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
    /// What each computer saw when it last moved.
    reports: HashMap<Seat, Report>,
    /// How many games have been on the table.
    games: u64,
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
        Ok(Session::at(AnyTable::open(started)?, manner, seed, now, now))
    }

    /// A session that goes on with a game at whose table it is `there`.
    pub(crate) fn at(
        table: AnyTable,
        manner: Manner,
        seed: u64,
        there: Millis,
        now: Millis,
    ) -> Session {
        let mut session = Session {
            table,
            manner,
            seed,
            shift: there.wrapping_sub(now).cast_signed(),
            request: None,
            paused: false,
            before_mayhem: None,
            passed: None,
            reports: HashMap::new(),
            games: 0,
            text: String::new(),
        };
        session.introduce(now);
        session
    }

    /// The game.
    pub fn table(&self) -> &AnyTable {
        &self.table
    }

    pub(crate) fn words(&self) -> &'static Words {
        self.manner.language.words()
    }

    /// How many games were on the table before this one.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// What the computer in a seat saw when it last moved.
    pub(crate) fn report(&self, seat: Seat) -> Option<&Report> {
        self.reports.get(&seat)
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
        let words = self.words();
        match (self.question(), self.table.turn()) {
            _ if self.table.is_over() && self.table.players().is_for_two() => {
                "new, rematch, save FILE or quit> ".to_owned()
            }
            _ if self.table.is_over() => "r for new mines, save FILE or quit> ".to_owned(),
            (Some((_, seat)), _) => format!("{}, yes or no> ", words.seat(seat)),
            (None, _) if self.paused => "paused> ".to_owned(),
            (None, Some(seat @ Seat::Side(_))) => format!("{}> ", words.seat(seat)),
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
                let words = &self.words().screen;
                let note = if self.manner.in_view { words.paused } else { words.stopped_go_on };
                return self.say(note);
            }
            Err(error) => {
                self.paused = true;
                return self.say(&sentence(&error.to_string()));
            }
        };
        if self.act(Action::Move { mv: thought.mv.clone() }, seat, now) {
            let who = if seat == Seat::Solo { "The computer".to_owned() } else { seat.to_string() };
            if !self.manner.in_view {
                let report = thought.report.as_ref().map(telling::report);
                let report = report.map(|report| format!(": {report}")).unwrap_or_default();
                self.say(&format!("{who} plays {}{report}.", thought.mv));
            }
            if let Some(report) = thought.report {
                self.reports.insert(seat, report);
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
            Ok(Thought { reason: Some(reason), .. }) => self.say(reason.text(self.manner.language)),
            Ok(Thought { mv, report: Some(report), .. }) => {
                let line = report.line.join(" ");
                let value = telling::value(&report, self.words());
                let sentence = self.words().screen.try_move_for;
                self.say(&fill(sentence, &[&mv, &value, &line]));
            }
            Ok(Thought { mv, .. }) => self.say(&fill(self.words().screen.try_move, &[&mv])),
            Err(CannotThink::Stopped) => self.say(self.words().screen.stopped),
            Err(error) => self.say(&sentence(&error.to_string())),
        }
    }

    /// What a computer that was offered a draw thinks of the position. It declines when it could not
    /// think.
    pub fn considered(&mut self, seat: Seat, best: Result<Thought, CannotThink>, now: Millis) {
        let now = self.time(now);
        if self.flag_falls(now) {
            return;
        }
        let agrees = best.is_ok_and(|best| agrees_to_draw(&self.table, seat, &best));
        let words = self.words();
        let (sentence, action) = if agrees {
            (words.interface.accepts_draw, Action::OfferDraw)
        } else {
            (words.interface.declines_draw, Action::DeclineDraw)
        };
        self.say(&fill(sentence, &[words.seat(seat)]));
        self.act(action, seat, now);
        if self.table.is_over() {
            self.advance(now);
        }
    }

    /// A game was written to a file, or could not be.
    pub fn saved(&mut self, file: &str, result: Result<(), String>) {
        let words = &self.words().screen;
        match result {
            Ok(()) => self.say(&fill(words.saved_to, &[file])),
            Err(reason) => self.say(&sentence(&fill(words.not_saved_to, &[file, &reason]))),
        }
    }

    /// The text of a saved game, or why there is none.
    pub fn loaded(&mut self, file: &str, text: Result<String, String>, now: Millis) {
        let game = self.table.game();
        match text.and_then(|text| read_game(game, &text, now)) {
            Ok(Imported { table, notes }) => {
                self.say(&fill(self.words().screen.loaded_from, &[file]));
                for note in notes {
                    self.say(&sentence(&note.to_string()));
                }
                let last = table.events().last().map_or(now, Event::at);
                self.before_mayhem = None;
                self.put_on_the_table(table, last, now);
            }
            Err(reason) => {
                let words = &self.words().screen;
                self.say(&sentence(&fill(words.not_loaded_from, &[file, &reason])));
            }
        }
    }

    /// Another game takes the place of this one. At its table it is `there`.
    pub(crate) fn put_on_the_table(&mut self, table: AnyTable, there: Millis, now: Millis) {
        self.table = table;
        self.shift = there.wrapping_sub(now).cast_signed();
        self.paused = false;
        self.passed = None;
        self.reports.clear();
        self.games += 1;
        self.introduce(now);
    }

    fn introduce(&mut self, now: Millis) {
        if self.manner.in_view {
            let now = self.time(now);
            return self.advance(now);
        }
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

    /// Stops the computers, or lets them go on.
    pub(crate) fn pause(&mut self) {
        if self.paused {
            self.paused = false;
        } else if !self.table.is_over() && self.people().len() < self.table.game().seats().len() {
            self.paused = true;
            self.say(self.words().screen.paused);
        }
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
            (Some(_), _) if self.manner.in_view => self.agree_to_takeback(now),
            (Some((question, seat)), _) if !self.is_computer(seat) => {
                let words = self.words();
                let asks = match question {
                    Question::Draw => words.screen.asks_for_draw,
                    Question::Takeback => words.screen.asks_to_take_back,
                };
                let by = other(seat).map(|by| words.seat(by)).unwrap_or_default();
                self.say(&fill(asks, &[by]));
            }
            (Some(_), _) => self.agree_to_takeback(now),
            (None, Some(seat)) if self.is_computer(seat) && !self.people().is_empty() => {}
            _ => self.show(now),
        }
    }

    /// A computer never minds when somebody takes back.
    fn agree_to_takeback(&mut self, now: Millis) {
        if let Some((Question::Takeback, seat)) = self.question()
            && self.is_computer(seat)
            && self.act(Action::TakeBack, seat, now)
        {
            self.advance(now);
        }
    }

    fn pass_for_whoever_must(&mut self, now: Millis) {
        let Some(seat) = self.table.turn().filter(|&seat| !self.is_computer(seat)) else { return };
        if self.question().is_some() {
            return;
        }
        let scene = self.table.scene(Viewer::Seat(seat), now, self.manner.language);
        if let [choice] = &*scene.choices
            && choice.path.is_empty()
            && self.act(Action::Move { mv: choice.mv.clone() }, seat, now)
        {
            let words = self.words();
            self.say(&fill(words.screen.passes, &[words.seat(seat)]));
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
        self.table.scene(viewer.unwrap_or(Viewer::Spectator), now, self.manner.language)
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
    pub(crate) fn tallies_are_true(&self) -> bool {
        use table::GameName::{Checkers, Chess};
        let game = self.table.game();
        let Some(Event::Started(started)) = self.table.events().first() else { return true };
        !matches!(game, Chess | Checkers) || game.start(None, 0).as_ref() == Ok(&started.start)
    }

    /// The board and what is to be known of it.
    pub(crate) fn show(&mut self, now: Millis) {
        if self.manner.in_view {
            return;
        }
        let scene = self.scene(now);
        self.text.push('\n');
        self.text += &board::draw(&scene, self.manner.look, self.bottom());
        let words = self.words();
        let counted = telling::tallies(&scene.tallies, words).filter(|_| self.tallies_are_true());
        let mut facts: Vec<String> = counted.into_iter().collect();
        if let Some(timer) = scene.timer {
            facts.push(fill(words.screen.time_is, &[&telling::time(timer.elapsed)]));
        }
        if let AnyTable::Mines(mines) = &self.table {
            facts.extend(telling::mines_statistics(mines));
        }
        let clock = |place: &table::scene::Place| {
            place.clock.map(|left| format!("{} {}", words.seat(place.seat), telling::time(left)))
        };
        let clocks: Vec<String> = scene.players.iter().filter_map(clock).collect();
        if !clocks.is_empty() {
            facts.push(fill(words.screen.clock_is, &[&clocks.join(", ")]));
        }
        if !facts.is_empty() {
            self.say(&facts.join("   "));
        }
        // Whose turn it is stands in the prompt.
        for sentence in scene.status.iter().skip(usize::from(!scene.over)) {
            self.say(sentence);
        }
        if scene.controls.contains(&Control::ClaimDraw) {
            self.say(words.screen.type_claim);
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
pub(crate) fn next_seed(seed: u64) -> u64 {
    // The finaliser of SplitMix64: every bit of the old number moves about half of the new ones.
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
