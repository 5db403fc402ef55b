//! A session at the keyboard: lines, commands and thoughts come in, text goes out.
//!
//! Nothing here waits, reads a clock or opens a file. [`Session::waits_for`] says what is wanted; the shell
//! gets it and hands it in, with the time.

use crate::files::{FileError, FileJob, FileOutcome, read_game, without_last_end};
use crate::look::Look;
use crate::storage::SavedGame;
use crate::text::{self, sentence};
use crate::words::{self, TerminalWords};
use game::{Seat, Side, Viewer};
use players::agrees_to_draw;
use std::collections::HashMap;
use table::scene::Picture;
use table::view::{Sitting, ViewModel};
use table::{
    Action, AnyTable, BadEvent, Card, Club, Command, Event, Imported, Language, Millis, Player,
    Report, Scene, Seats, Started, ThinkError, Thought, fill,
};

/// How a session is shown.
#[derive(Debug, Clone, Copy)]
pub struct DisplayOptions {
    /// What the terminal can show.
    pub look: Look,
    pub orientation: Orientation,
    /// Is there a person at a terminal who can be asked?
    pub interactive: bool,
    /// Is the board in view all the time? Then the text leaves out what is seen there.
    pub full_screen: bool,
    /// The language of the text. Command words are English everywhere.
    pub language: Language,
}

/// Which side is at the bottom of a board that turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orientation {
    /// The only person there is, or of two people the side to move.
    Automatic,
    Fixed(Side),
}

/// What a session waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// A line, for [`Session::line`].
    Read,
    /// What a computer comes to, for [`Session::answered`].
    Think(Question),
    /// A file to be read or written, for [`Session::file_done`].
    File(FileJob),
    /// Something about the games that were played here, for [`Session::games_done`].
    Games(GamesJob),
    Leave,
}

/// What is wanted of the games that were played here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GamesJob {
    List,
    /// The game with this name.
    Open(String),
    /// The best times of this leaderboard.
    Times(String),
}

/// What is asked of a computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The move of its seat.
    Move(Seat),
    /// A move to recommend to this seat.
    Hint(Seat),
    /// Whether the computer in this seat accepts a draw; it looks for the best move of the side to move.
    Draw(Seat),
}

#[derive(Clone)]
pub struct Session {
    pub(crate) club: Club,
    pub(crate) table: AnyTable,
    pub(crate) display: DisplayOptions,
    /// The seed of the present game; the next one comes from it.
    seed: u64,
    /// How much later it is at the table than outside: a game that was loaded goes on at the moment
    /// at which it was saved.
    shift: i64,
    pub(crate) request: Option<Next>,
    /// The computers wait although it is their turn.
    pub(crate) paused: bool,
    /// Who sat where before the computer took over.
    pub(crate) before_mayhem: Option<BeforeMayhem>,
    /// The number of the event after a pass that the session made for a person.
    passed: Option<u64>,
    /// What each computer saw when it last moved.
    reports: HashMap<Seat, Report>,
    /// How many games have been on the table.
    games: u64,
    /// Is only what has changed shown after a move, and not the board?
    pub(crate) quiet: bool,
    /// The board as it was last shown or told.
    pub(crate) shown: Option<Picture>,
    /// The games as they were last listed; `continue` names one by its number.
    pub(crate) listed: Vec<SavedGame>,
    /// The latest game is to be continued as soon as the list is there.
    pub(crate) continue_latest: bool,
    pub(crate) fairness: Fairness,
    text: String,
}

/// Who sat where before the computer took over.
#[derive(Debug, Clone)]
pub(crate) struct BeforeMayhem {
    pub(crate) players: Seats<Player>,
    /// Do they sit there again when the next game begins? Mayhem was taken back when this one was over.
    pub(crate) sit_down_next: bool,
}

/// What decides whether the time of a game may be compared with others.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Fairness {
    /// Was the player helped in this game?
    pub(crate) helped: bool,
    /// The seed that was drawn for the board of this game, where it began here.
    pub(crate) board_seed: Option<u64>,
    /// Is no seed known in advance?
    pub(crate) seeds_are_secret: bool,
}

/// Something that one side asks and the other has to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proposal {
    Draw,
    Takeback,
}

impl Session {
    /// A session that begins with this game.
    pub fn open(
        club: Club,
        started: &Started,
        display: DisplayOptions,
        seed: u64,
        now: Millis,
    ) -> Result<Session, BadEvent> {
        Ok(Session::at(club, club.open(started)?, display, seed, [now, now]))
    }

    /// A session that goes on with a game. The times are those at the table and outside.
    pub(crate) fn at(
        club: Club,
        table: AnyTable,
        display: DisplayOptions,
        seed: u64,
        [there, now]: [Millis; 2],
    ) -> Session {
        let mut session = Session::still(club, table, display, seed, [there, now]);
        session.introduce(now);
        session
    }

    /// The same at a table at which nothing happens by itself.
    pub(crate) fn still(
        club: Club,
        table: AnyTable,
        display: DisplayOptions,
        seed: u64,
        [there, now]: [Millis; 2],
    ) -> Session {
        Session {
            club,
            table,
            display,
            seed,
            shift: there.wrapping_sub(now).cast_signed(),
            request: None,
            paused: false,
            before_mayhem: None,
            passed: None,
            reports: HashMap::new(),
            games: 0,
            quiet: false,
            shown: None,
            listed: Vec::new(),
            continue_latest: false,
            fairness: Fairness::default(),
            text: String::new(),
        }
    }

    /// The same where the seed of the session is that of the present board, and says whether it was drawn.
    pub(crate) fn with_first_seed(mut self, seeds_are_secret: bool) -> Session {
        let board_seed = Some(self.seed);
        self.fairness = Fairness { board_seed, seeds_are_secret, helped: false };
        self
    }

    pub fn table(&self) -> &AnyTable {
        &self.table
    }

    pub(crate) fn card(&self) -> &'static dyn Card {
        self.table.card()
    }

    pub(crate) fn words(&self) -> &'static TerminalWords {
        words::words(self.display.language)
    }

    pub(crate) fn seat_name(&self, seat: Seat) -> &'static str {
        self.card().seat_name(seat, self.display.language)
    }

    /// The name of a move in the language of the text.
    pub(crate) fn written(&self, mv: &str) -> String {
        self.card().move_in(mv, self.display.language)
    }

    /// The move that a person means who writes in the language of the text: the first reading that can be made.
    pub(crate) fn read_move(&self, text: &str, now: Millis) -> String {
        let readings = self.card().readings(text, self.display.language);
        let can_be_made = |mv: &&String| {
            let action = Action::Move { mv: (*mv).clone() };
            let command = Command { expected: self.table.next(), action };
            let seat = self.table.turn();
            seat.is_some_and(|seat| self.table.decide(&command, seat, now).is_ok())
        };
        let made = readings.iter().find(can_be_made).or(readings.first());
        made.cloned().unwrap_or_default()
    }

    /// How many games were on the table before this one.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// What the computer in a seat saw when it last moved.
    pub(crate) fn report(&self, seat: Seat) -> Option<&Report> {
        self.reports.get(&seat)
    }

    /// The text since this was last asked.
    pub fn take_text(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// What the session waits for.
    pub fn waits_for(&mut self) -> Next {
        if let Some(request) = self.request.take() {
            return request;
        }
        if self.table.is_over() {
            // In a pipe a game between computers ends the program; a person who handed a seat to one goes on.
            let nobody_plays = self.people().is_empty() && self.before_mayhem.is_none();
            let unattended = !self.display.interactive && nobody_plays;
            return if unattended { Next::Leave } else { Next::Read };
        }
        match (self.proposal(), self.table.turn()) {
            (Some((Proposal::Draw, seat)), _) if self.is_computer(seat) => {
                Next::Think(Question::Draw(seat))
            }
            (None, Some(seat)) if self.is_computer(seat) && !self.paused => {
                Next::Think(Question::Move(seat))
            }
            _ => Next::Read,
        }
    }

    /// What stands before the line that is read.
    pub fn prompt(&self) -> String {
        let words = self.words();
        match (self.proposal(), self.table.turn()) {
            _ if self.table.is_over() && self.card().is_for_one() => {
                words.prompt_over_solo.to_owned()
            }
            _ if self.table.is_over() => words.prompt_over.to_owned(),
            (Some((_, seat)), _) => fill(words.prompt_answer, &[self.seat_name(seat)]),
            (None, _) if self.paused => words.prompt_paused.to_owned(),
            (None, Some(seat @ Seat::Side(_))) => format!("{}> ", self.seat_name(seat)),
            _ => "> ".to_owned(),
        }
    }

    /// There are no more lines.
    pub fn end_of_input(&mut self) {
        if !self.table.is_over() {
            let status = self.scene(0).status.into_iter().next().unwrap_or_default();
            self.say(&fill(self.words().input_ended, &[&status]));
        }
        self.request = Some(Next::Leave);
    }

    /// What a computer came to.
    pub fn answered(
        &mut self,
        question: Question,
        thought: Result<Thought, ThinkError>,
        now: Millis,
    ) {
        match question {
            Question::Move(seat) => self.thought(seat, thought, now),
            Question::Hint(_) => self.hinted(thought, now),
            Question::Draw(seat) => self.considered(seat, thought, now),
        }
    }

    /// The move of the computer in a seat.
    pub fn thought(&mut self, seat: Seat, thought: Result<Thought, ThinkError>, now: Millis) {
        let now = self.time(now);
        if self.flag_falls(now) {
            return;
        }
        let words = self.words();
        let thought = match thought {
            Ok(thought) => thought,
            Err(ThinkError::Stopped) => {
                self.paused = true;
                let full_screen = self.display.full_screen;
                return self.say(if full_screen { words.paused } else { words.stopped_go_on });
            }
            Err(error) => {
                self.paused = true;
                return self.say_sentence(&error.text(self.display.language));
            }
        };
        if self.act(Action::Move { mv: thought.mv.clone() }, seat, now) {
            if !self.display.full_screen {
                let report = thought.report.as_ref();
                let report = report.map(|it| text::report(self.card(), it, self.display.language));
                let report = report.map(|report| format!(": {report}")).unwrap_or_default();
                let mv = self.written(&thought.mv);
                self.say(&match seat {
                    Seat::Solo => fill(words.computer_plays_move, &[&mv, &report]),
                    Seat::Side(_) => {
                        let name = self.seat_name(seat);
                        fill(words.side_plays_move, &[name, &mv, &report])
                    }
                });
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
    pub fn hinted(&mut self, hint: Result<Thought, ThinkError>, now: Millis) {
        if self.flag_falls(self.time(now)) {
            return;
        }
        let (words, language) = (self.words(), self.display.language);
        match hint {
            Ok(Thought { reason: Some(reason), .. }) => self.say(reason.text(language)),
            Ok(Thought { mv, report: Some(report), .. }) => {
                let line = self.card().moves_in(&report.line, language).join(" ");
                let value = text::value(&report, language);
                self.say(&fill(words.try_move_for, &[&self.written(&mv), &value, &line]));
            }
            Ok(Thought { mv, .. }) => self.say(&fill(words.try_move, &[&self.written(&mv)])),
            Err(ThinkError::Stopped) => self.say(words.stopped),
            Err(error) => self.say_sentence(&error.text(language)),
        }
    }

    /// What a computer that was offered a draw thinks of the position. It declines when it could not
    /// think.
    pub fn considered(&mut self, seat: Seat, best: Result<Thought, ThinkError>, now: Millis) {
        let now = self.time(now);
        if self.flag_falls(now) {
            return;
        }
        let agrees = best.is_ok_and(|best| agrees_to_draw(&self.table, seat, &best));
        let interface = &self.display.language.words().interface;
        let (sentence, action) = if agrees {
            (interface.accepts_draw, Action::OfferDraw)
        } else {
            (interface.declines_draw, Action::DeclineDraw)
        };
        self.say(&fill(sentence, &[self.seat_name(seat)]));
        self.act(action, seat, now);
        if self.table.is_over() {
            self.advance(now);
        }
    }

    /// What came of reading or writing a file.
    pub fn file_done(&mut self, outcome: FileOutcome, now: Millis) {
        match outcome {
            FileOutcome::Written { file, result } => self.saved(&file, result),
            FileOutcome::Read { file, text } => self.loaded(&file, text, now),
        }
    }

    fn saved(&mut self, file: &str, result: Result<(), FileError>) {
        let words = self.words();
        match result {
            Ok(()) => self.say(&fill(words.saved_to, &[file])),
            Err(error) => {
                let reason = error.text(self.display.language);
                self.say_sentence(&fill(words.not_saved_to, &[file, &reason]));
            }
        }
    }

    /// The text of a saved game, of a record or of a position, or why there is none.
    pub fn loaded(&mut self, file: &str, text: Result<String, FileError>, now: Millis) {
        let (words, language) = (self.words(), self.display.language);
        let text = match text {
            Ok(text) => text,
            Err(error) => {
                let reason = error.text(language);
                return self.say_sentence(&fill(words.not_loaded_from, &[file, &reason]));
            }
        };
        match read_game(self.club, self.card(), &text, now, language) {
            Ok(Imported { table, notes }) => {
                self.say(&fill(words.loaded_from, &[file]));
                for note in notes {
                    self.say_sentence(&note.text(language));
                }
                let last = table.events().last().map_or(now, Event::at);
                self.before_mayhem = None;
                self.put_on_the_table(table, last, now);
            }
            Err(_) if self.card().start(Some(without_last_end(&text)), 0).is_ok() => {
                self.say(&fill(words.loaded_from, &[file]));
                self.again(false, Some(without_last_end(&text)), now);
            }
            Err(reason) => self.say_sentence(&fill(words.not_loaded_from, &[file, &reason])),
        }
    }

    /// Another game takes the place of this one. At its table it is `there`.
    pub(crate) fn put_on_the_table(&mut self, table: AnyTable, there: Millis, now: Millis) {
        self.table = table;
        self.shift = there.wrapping_sub(now).cast_signed();
        self.paused = false;
        self.passed = None;
        self.reports.clear();
        self.shown = None;
        let seeds_are_secret = self.fairness.seeds_are_secret;
        self.fairness = Fairness { seeds_are_secret, ..Fairness::default() };
        self.games += 1;
        self.introduce(now);
    }

    fn introduce(&mut self, now: Millis) {
        let now = self.time(now);
        if self.display.full_screen {
            return self.advance(now);
        }
        let language = self.display.language;
        self.say(&text::introduction(&self.table, language));
        let card = self.card().words(language);
        let legend = card.legend[usize::from(self.display.look.unicode)];
        if !self.people().is_empty() && !self.table.is_over() {
            let first = format!("{legend} {}", card.first_steps);
            self.say(&text::wrapped(first.split_whitespace()));
        } else if self.display.interactive && !self.table.is_over() {
            self.say(legend);
            self.say(self.words().ctrl_c_stops);
        }
        self.advance(now);
    }

    /// The time at the table.
    pub(crate) fn time(&self, now: Millis) -> Millis {
        now.wrapping_add_signed(self.shift)
    }

    /// So much time has passed outside that does not count at the table.
    pub(crate) fn stood_still(&mut self, passed: Millis) {
        self.shift = self.shift.wrapping_sub_unsigned(passed);
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

    /// Says a message as a sentence, in lines that fit.
    pub(crate) fn say_sentence(&mut self, message: &str) {
        self.say(&sentence(message));
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
    pub(crate) fn proposal(&self) -> Option<(Proposal, Seat)> {
        let draw = self.table.draw_offered_by().map(|by| (Proposal::Draw, by));
        let takeback = self.table.takeback_asked_by().map(|by| (Proposal::Takeback, by));
        let (proposal, by) = draw.or(takeback)?;
        Some((proposal, other(by)?))
    }

    /// The seat for which the person at the keyboard acts now.
    pub(crate) fn actor(&self) -> Option<Seat> {
        let person = |seat: &Seat| !self.is_computer(*seat);
        let answers = self.proposal().map(|(_, seat)| seat).filter(person);
        let moves = || self.table.turn().filter(person);
        answers.or_else(moves).or_else(|| self.people().first().copied())
    }

    /// Does what a seat wants, or says why it cannot be.
    pub(crate) fn act(&mut self, action: Action, seat: Seat, now: Millis) -> bool {
        let command = Command { expected: self.table.next(), action };
        match self.table.decide(&command, seat, now) {
            Ok(decided) => {
                self.table = decided.after;
                true
            }
            Err(refusal) => {
                self.say_sentence(&refusal.text(self.display.language));
                false
            }
        }
    }

    /// Stops the computers, or lets them go on.
    pub(crate) fn pause(&mut self) {
        if self.paused {
            self.paused = false;
        } else if !self.table.is_over() && self.people().len() < self.card().seats().len() {
            self.paused = true;
            self.say(self.words().paused);
        }
    }

    /// Has a side's time run out? Then no thought is of use any more.
    pub fn time_is_up(&self, now: Millis) -> bool {
        self.fallen_flag(self.time(now)).is_some()
    }

    fn fallen_flag(&self, now: Millis) -> Option<Side> {
        self.table.clock().and_then(|clock| clock.flag_fallen(now))
    }

    /// Has a side's time run out? Then the game ends here.
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
        self.pass_if_forced(now);
        if self.table.is_over() {
            self.show_move(now);
            let compared = self.display.interactive && !self.display.full_screen;
            if compared && self.table.time_of_a_win().is_some() {
                self.ask_for_times();
            }
            return;
        }
        match (self.proposal(), self.table.turn()) {
            (Some(_), _) if self.display.full_screen => self.agree_to_takeback(now),
            (Some((proposal, seat)), _) if !self.is_computer(seat) => {
                let words = self.words();
                let asks = match proposal {
                    Proposal::Draw => words.asks_for_draw,
                    Proposal::Takeback => words.asks_to_take_back,
                };
                let by = other(seat).map(|by| self.seat_name(by)).unwrap_or_default();
                self.say(&fill(asks, &[by]));
            }
            (Some(_), _) => self.agree_to_takeback(now),
            (None, Some(seat)) if self.is_computer(seat) && !self.people().is_empty() => {}
            _ => self.show_move(now),
        }
    }

    /// A computer always lets a person take back.
    fn agree_to_takeback(&mut self, now: Millis) {
        if let Some((Proposal::Takeback, seat)) = self.proposal()
            && self.is_computer(seat)
            && self.act(Action::TakeBack, seat, now)
        {
            self.advance(now);
        }
    }

    fn pass_if_forced(&mut self, now: Millis) {
        let Some(seat) = self.table.turn().filter(|&seat| !self.is_computer(seat)) else { return };
        if self.proposal().is_some() {
            return;
        }
        let scene = self.table.scene(Viewer::Seat(seat), now, self.display.language);
        if let [choice] = &*scene.choices
            && choice.path.is_empty()
            && self.act(Action::Move { mv: choice.mv.clone() }, seat, now)
        {
            self.say(&fill(self.words().passes, &[self.seat_name(seat)]));
            self.passed = Some(self.table.next());
        }
    }

    /// Was the last event a pass that the session made for a person?
    pub(crate) fn has_just_passed(&self) -> bool {
        self.passed == Some(self.table.next())
    }

    /// What the person at the keyboard sees: who has to answer, else who is to move, else the first person.
    pub(crate) fn scene(&self, now: Millis) -> Scene {
        let person = |seat: &Seat| !self.is_computer(*seat) || self.table.is_over();
        let answers = self.proposal().map(|(_, seat)| seat).filter(person);
        let seat = answers.or_else(|| self.table.turn().or_else(|| self.actor()).filter(person));
        let viewer = seat.or_else(|| self.people().first().copied()).map(Viewer::Seat);
        self.table.scene(viewer.unwrap_or(Viewer::Spectator), now, self.display.language)
    }

    /// What follows from a scene for the screen. The keyboard has every seat.
    pub(crate) fn view(&self, scene: &Scene) -> ViewModel {
        let sitting = Sitting { own: self.card().seats().to_vec(), ..Sitting::default() };
        ViewModel::of(&self.table, scene, &sitting, self.display.language)
    }

    /// The side at the bottom of the board. Two people at one keyboard see it turn with the side to move;
    /// otherwise it is as on every front end.
    pub(crate) fn bottom(&self) -> Side {
        match self.display.orientation {
            _ if !self.card().board().turns => Side::White,
            Orientation::Fixed(side) => side,
            Orientation::Automatic if self.people().len() == 2 => self.side_to_move(),
            Orientation::Automatic => match self.view(&self.scene(0)).bottom {
                Seat::Side(side) => side,
                Seat::Solo => Side::White,
            },
        }
    }

    /// The seat whose player stands below the other.
    pub(crate) fn bottom_seat(&self, view: &ViewModel) -> Seat {
        if self.card().board().turns { Seat::Side(self.bottom()) } else { view.bottom }
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

    /// Do tallies count since the usual start where only that makes sense?
    pub(crate) fn tallies_are_true(&self) -> bool {
        let usual = || self.card().start(None, 0).as_ref() == Ok(&self.table.started().start);
        !self.card().capabilities().tallies_from_start || usual()
    }
}

/// The seat across the board.
pub(crate) fn other(seat: Seat) -> Option<Seat> {
    match seat {
        Seat::Side(side) => Some(Seat::Side(!side)),
        Seat::Solo => None,
    }
}

/// A seed that looks unlike the one before it.
pub(crate) fn next_seed(seed: u64) -> u64 {
    // The finaliser of SplitMix64: every bit of the old number moves about half of the new ones.
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
