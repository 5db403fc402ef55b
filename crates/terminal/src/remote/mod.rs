//! A game on a server, line by line: [`Remote`] turns lines into requests and messages of the server into text. It is a value
//! like a [`Session`](crate::Session); [`join`] is the shell around it, with the connection, the keyboard and the time.
//!
//! Decided against: a table of its own that follows the events. What a viewer may see is decided by the server, and a hidden
//! board never leaves it; so the scene that it sends is all that is drawn.

mod scene;
mod shell;

pub use shell::{JoinConfig, join};

use crate::board;
use crate::command::{self, Command};
use crate::look::Look;
use crate::squares;
use crate::text::{sentence, time, wrapped};
use crate::words::{self, TerminalWords};
use client::{Action, Answer, ClientError, Followed, Game, Message, SeatState};
use game::Side;
use table::scene::Picture;
use table::{Card, Club, Language, Scene, fill};

/// What is wanted of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    Act { expected: u64, action: Action },
    Hint,
    Rematch,
    Claim(String),
    Leave,
}

/// A game on a server, as one viewer sees it.
pub struct Remote {
    card: &'static dyn Card,
    language: Language,
    look: Look,
    /// What the server said last.
    state: State,
    quiet: bool,
    shown: Option<Picture>,
    /// The command that has not been answered yet, and the event before which nothing new is true.
    pending: bool,
    awaited: u64,
    is_lost: bool,
    text: String,
}

struct State {
    you: Option<String>,
    seats: Vec<SeatState>,
    scene: client::Scene,
    view: client::View,
    rematch: Option<String>,
}

impl Remote {
    /// A game that was opened. `None` where this program does not know the game.
    pub fn open(club: Club, game: Game, look: Look, language: Language) -> Option<Remote> {
        let card = club.card(&game.scene.game)?;
        let Game { you, seats, scene, view, .. } = game;
        let state = State { you, seats, scene, view, rematch: None };
        let mut remote = Remote {
            card,
            language,
            look,
            state,
            quiet: false,
            shown: None,
            pending: false,
            awaited: 0,
            is_lost: false,
            text: String::new(),
        };
        remote.introduce();
        Some(remote)
    }

    fn words(&self) -> &'static TerminalWords {
        words::words(self.language)
    }

    fn say(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    /// The text since this was last asked.
    pub fn take_text(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    pub fn is_over(&self) -> bool {
        self.state.scene.over
    }

    /// Has the viewer a seat?
    pub fn is_playing(&self) -> bool {
        self.state.seats.iter().any(|seat| seat.yours)
    }

    /// Is there something for the viewer to do, and nothing under way that has to be waited for? A script goes on then.
    pub fn is_ready(&self) -> bool {
        self.is_up_to_date() && (self.state.view.your_turn || self.is_over() || self.is_asked())
    }

    /// Has the last command been answered, and is what it changed on the board?
    pub fn is_up_to_date(&self) -> bool {
        !self.pending && self.state.scene.next >= self.awaited
    }

    /// Does the other side wait for an answer?
    fn is_asked(&self) -> bool {
        let asked = ["accept-draw", "allow-takeback"];
        self.state.scene.controls.iter().any(|control| asked.contains(&control.as_str()))
    }

    pub fn prompt(&self) -> String {
        match &self.state.you {
            _ if self.is_over() || !self.is_playing() => "> ".to_owned(),
            Some(seat) => format!("{}> ", self.seat_name(seat)),
            None => "> ".to_owned(),
        }
    }

    fn seat_name(&self, seat: &str) -> String {
        let bar = self.state.view.bars.iter().find(|bar| bar.seat == seat);
        let side = bar.map(|bar| bar.side.clone()).filter(|side| !side.is_empty());
        side.unwrap_or_else(|| seat.to_owned())
    }

    fn introduce(&mut self) {
        let words = self.words();
        let mut told = vec![sentence(self.card.words(self.language).in_a_sentence)];
        for bar in &self.state.view.bars {
            if bar.side.is_empty() {
                told.push(fill(words.played_by, &[&bar.player]));
            } else {
                told.push(format!("{}: {}.", bar.side, bar.player));
            }
        }
        let yours = self.state.seats.iter().filter(|seat| seat.yours);
        let yours: Vec<String> = yours.map(|seat| self.seat_name(&seat.seat)).collect();
        told.push(match yours.as_slice() {
            [] => words.you_watch.to_owned(),
            seats => fill(words.you_sit, &[&seats.join(", ")]),
        });
        self.say(&wrapped(told.join(" ").split(' ')));
        let open: Vec<&str> =
            self.state.seats.iter().filter(|s| s.open).map(|s| &*s.seat).collect();
        if !open.is_empty() {
            let line = fill(words.seats_are_open, &[&open.join(", ")]);
            self.say(&line);
        }
        self.tell_who_is_missing();
        self.show();
    }

    fn tell_who_is_missing(&mut self) {
        let missing = |seat: &&SeatState| !seat.taken && !seat.yours;
        let missing = self.state.seats.iter().filter(missing);
        let missing: Vec<String> = missing.map(|seat| self.seat_name(&seat.seat)).collect();
        if !missing.is_empty() && !self.is_over() {
            let line = fill(self.words().waiting_for_person, &[&missing.join(", ")]);
            self.say(&line);
        }
    }

    /// The scene as the drawing of this program wants it.
    fn scene(&self) -> Scene {
        scene::of(self.card, &self.state.scene)
    }

    fn bottom(&self) -> Side {
        if self.card.board().turns && self.state.view.bottom == "black" {
            Side::Black
        } else {
            Side::White
        }
    }

    /// The board and what is to be known of it.
    fn show(&mut self) {
        let scene = self.scene();
        self.text.push('\n');
        self.text += &board::draw(self.card, &scene, self.look, self.bottom());
        self.tell_state();
        self.shown = Some(scene.picture);
    }

    /// The board after a move, or in a quiet session what has changed on it.
    fn show_move(&mut self) {
        match self.shown.take().filter(|_| self.quiet) {
            None => self.show(),
            Some(before) => {
                let picture = self.scene().picture;
                let changes = squares::changes(self.card, &before, &picture, self.language);
                for line in &changes {
                    self.say(line);
                }
                self.tell_state();
                self.shown = Some(picture);
            }
        }
    }

    fn tell_state(&mut self) {
        let clock = |bar: &client::Bar| Some(format!("{} {}", bar.side, time(bar.clock?)));
        let clocks: Vec<String> = self.state.view.bars.iter().filter_map(clock).collect();
        if !clocks.is_empty() {
            let line = fill(self.words().clock_is, &[&clocks.join(", ")]);
            self.say(&line);
        }
        let status = self.state.scene.status.join(" ");
        self.say(&wrapped(status.split(' ')));
        if self.is_over()
            && let Some(code) = self.state.scene.code.clone()
        {
            self.say(&code);
        }
        if self.is_asked() {
            self.say(self.words().answer_yes_or_no);
        }
    }

    /// What a line asks of the server; what can be told without it is told.
    pub fn line(&mut self, line: &str) -> Option<Request> {
        let words = self.words();
        match command::read(line) {
            Command::Nothing | Command::Board => self.show(),
            Command::Help => self.help(),
            Command::Quit => return Some(Request::Leave),
            Command::Quiet => {
                self.quiet = !self.quiet;
                self.say(if self.quiet { words.is_quiet } else { words.is_not_quiet });
            }
            Command::Moves(square) => self.moves(square),
            Command::Pieces => self.pieces(),
            Command::History => {
                let moves = self.card.moves_in(&self.state.scene.moves, self.language).join(" ");
                let none = moves.is_empty();
                self.say(&if none {
                    words.no_move_yet.to_owned()
                } else {
                    wrapped(moves.split(' '))
                });
            }
            Command::Clock | Command::Players => self.tell_state(),
            Command::Position => {
                let text = self.state.scene.position.clone().or(self.state.scene.code.clone());
                self.say(&text.unwrap_or_else(|| words.code_at_the_end.to_owned()));
            }
            Command::Hint => return Some(Request::Hint),
            Command::Rematch | Command::New | Command::Restart => return Some(Request::Rematch),
            Command::Square(line) if self.is_square(line) => self.square(line),
            Command::Resign => return self.act(Action::Resign),
            Command::Undo => return self.act(Action::TakeBack),
            Command::Claim => return self.act(Action::ClaimDraw),
            Command::Yes if self.is_asked_to_take_back() => return self.act(Action::TakeBack),
            Command::Draw | Command::Yes => return self.act(Action::OfferDraw),
            Command::No if self.is_asked_to_take_back() => {
                return self.act(Action::DeclineTakeback);
            }
            Command::No => return self.act(Action::DeclineDraw),
            Command::Move(text) | Command::Square(text) => {
                if let Some(seat) = text.strip_prefix("sit ") {
                    return Some(Request::Claim(seat.trim().to_lowercase()));
                }
                let mv = self.read_move(text);
                return self.act(Action::Move { mv });
            }
            _ => self.say(words.not_on_a_server),
        }
        None
    }

    fn is_asked_to_take_back(&self) -> bool {
        self.state.scene.controls.iter().any(|control| control == "allow-takeback")
    }

    fn help(&mut self) {
        let typing = self.card.words(self.language).typing;
        let text = format!("{typing}\n{}", self.words().help_remote);
        self.say(text.trim_end());
    }

    /// A command for the table as it is seen now; one at a time.
    fn act(&mut self, action: Action) -> Option<Request> {
        if self.pending {
            self.say(self.words().not_answered_yet);
            return None;
        }
        self.pending = true;
        Some(Request::Act { expected: self.state.scene.next, action })
    }

    fn moves(&mut self, square: Option<&str>) {
        let words = self.words();
        let wanted = square.map(|square| self.card.square_name(square));
        let fits = |choice: &&client::Choice| match &wanted {
            None => true,
            Some(square) => choice.path.first() == Some(square),
        };
        let moves = self.state.scene.choices.iter().filter(fits);
        let moves: Vec<String> =
            moves.map(|choice| self.card.move_in(&choice.mv, self.language)).collect();
        let text = if moves.is_empty() { words.not_your_turn.to_owned() } else { wrapped(moves) };
        self.say(&text);
    }

    /// The move that is meant in the letters of the language: one that can be made, if there is one.
    fn read_move(&self, text: &str) -> String {
        let readings = self.card.readings(text, self.language);
        let plain = |mv: &str| mv.trim_end_matches(['+', '#']).to_owned();
        let choices = &self.state.scene.choices;
        let can_be_made =
            |mv: &&String| choices.iter().any(|choice| plain(&choice.mv) == plain(mv));
        let made = readings.iter().find(can_be_made).or(readings.first());
        made.cloned().unwrap_or_default()
    }

    fn is_square(&self, line: &str) -> bool {
        let name = self.card.square_name(line.trim_end_matches('?').trim());
        self.state.scene.picture.cells.iter().any(|cell| cell.name == name)
    }

    fn square(&mut self, line: &str) {
        let name = self.card.square_name(line.trim_end_matches('?').trim());
        let told = squares::told(self.card, &self.scene(), &name, self.language);
        self.say(&told.unwrap_or_default());
    }

    fn pieces(&mut self) {
        let lines = squares::pieces(self.card, &self.scene().picture, self.language);
        self.say(&lines);
    }

    /// What came over the stream.
    pub fn followed(&mut self, followed: Followed) {
        match followed {
            Followed::Lost(_) => {
                if !std::mem::replace(&mut self.is_lost, true) {
                    self.say(self.words().connection_lost);
                }
            }
            Followed::Update(message) | Followed::Resync(message) => self.message(*message),
        }
    }

    fn message(&mut self, message: Message) {
        if std::mem::take(&mut self.is_lost) {
            self.say(self.words().connection_back);
        }
        let Message { you, events, scene, view, seats, rematch } = message;
        let before = &self.state;
        let new = scene.next != before.scene.next || scene.status != before.scene.status;
        let came = |seat: &&SeatState| {
            let had = before.seats.iter().find(|other| other.seat == seat.seat);
            seat.taken && !seat.yours && had.is_some_and(|had| !had.taken)
        };
        let came: Vec<String> = seats.iter().filter(came).map(|seat| seat.seat.clone()).collect();
        // A scene without events, after a gap: the moves tell what has happened.
        let meanwhile = scene.moves.strip_prefix(before.scene.moves.as_slice()).unwrap_or_default();
        let meanwhile = if events.is_empty() {
            self.card.moves_in(meanwhile, self.language).join(" ")
        } else {
            String::new()
        };
        let again = rematch.is_some() && before.rematch.is_none();
        let seats = if seats.is_empty() { std::mem::take(&mut self.state.seats) } else { seats };
        self.state = State { you, seats, scene, view, rematch };
        for seat in came {
            let line = fill(self.words().sat_down, &[&self.seat_name(&seat)]);
            self.say(&line);
        }
        for event in &events {
            self.tell_event(event);
        }
        if !meanwhile.is_empty() {
            let line = fill(self.words().played_meanwhile, &[&meanwhile]);
            self.say(&wrapped(line.split(' ')));
        }
        if new {
            self.show_move();
        }
        if again {
            self.say(self.words().rematch_waits);
        }
    }

    /// A move from another seat, before the board after it.
    fn tell_event(&mut self, event: &serde_json::Value) {
        let text = |name: &str| event[name].as_str().unwrap_or_default().to_owned();
        let own = self.state.seats.iter().any(|seat| seat.yours && seat.seat == text("seat"));
        if text("event") == "moved" && !own {
            let name = self.seat_name(&text("seat"));
            let line = fill(
                self.words().side_plays_move,
                &[&name, &self.card.move_in(&text("move"), self.language), ""],
            );
            self.say(&line);
        }
    }

    /// The answer to a command.
    pub fn answered(&mut self, answer: Result<Answer, ClientError>) {
        self.pending = false;
        match answer {
            Ok(answer) => self.awaited = self.awaited.max(answer.next),
            Err(error) => self.refused(&error),
        }
    }

    /// Why something cannot be.
    pub fn refused(&mut self, error: &ClientError) {
        self.pending = false;
        self.say(&sentence(&error.to_string()));
    }

    /// A move to consider.
    pub fn hinted(&mut self, mv: &str, reason: Option<&str>) {
        let line = reason.map_or_else(
            || fill(self.words().try_move, &[&self.card.move_in(mv, self.language)]),
            str::to_owned,
        );
        self.say(&wrapped(line.split(' ')));
    }

    /// Another game, or this one from another seat.
    pub fn opened(&mut self, game: Game) {
        let Game { you, seats, scene, view, .. } = game;
        self.state = State { you, seats, scene, view, rematch: None };
        self.shown = None;
        self.awaited = 0;
        self.introduce();
    }

    /// The next game of the same players, when another player has begun it.
    pub fn rematch(&self) -> Option<&str> {
        self.state.rematch.as_deref()
    }

    /// What Tab may complete.
    pub fn completions(&self) -> squares::Completions {
        squares::completions(self.card, &self.scene(), self.language)
    }
}
