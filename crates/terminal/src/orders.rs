//! What each command does.

use crate::command::{self, Command};
use crate::help;
use crate::session::{Next, Question, Session, Turning, other};
use crate::telling::{self, sentence};
use engine::can_play;
use game::{Seat, Side};
use table::{Action, AnyTable, Event, GameName, Millis, Player, Seats, Seeds, Started};

/// Who takes over when the computer is to play for a person, in a game that can be searched.
const STAND_IN: Player = Player::Minimax { depth: 3 };

const NOBODY: &str = "No person plays. `players white human` takes a seat.";

impl Session {
    /// A line that was typed.
    pub fn line(&mut self, line: &str, now: Millis) {
        let outside = now;
        let now = self.time(now);
        let command = command::read(line);
        if self.flag_falls(now) && is_too_late(command) {
            return;
        }
        match command {
            Command::Nothing => self.nothing(now),
            Command::Help => {
                let help = help::text(self.table.game());
                self.say(help.trim_end());
            }
            Command::Board => self.show(now),
            Command::Moves(square) => self.moves(square, now),
            Command::Hint => self.hint(),
            Command::Undo => self.undo(now),
            Command::Flip => self.flip(now),
            Command::FlipByItself => {
                self.manner.turning = Turning::ByItself;
                self.show(now);
            }
            Command::Resign => self.act_and_advance(Action::Resign, now),
            Command::Draw => self.act_and_advance(Action::OfferDraw, now),
            Command::Yes => self.answer(Action::OfferDraw, Action::TakeBack, now),
            Command::No => self.answer(Action::DeclineDraw, Action::DeclineTakeback, now),
            Command::Claim => self.act_and_advance(Action::ClaimDraw, now),
            Command::Restart if self.table.game() != GameName::Mines => {
                self.say("Type new for a new game.");
            }
            Command::New | Command::Restart => self.again(false, None, outside),
            Command::Rematch => self.again(true, None, outside),
            Command::StartFrom(text) => self.again(false, Some(text), outside),
            Command::Players => self.players(),
            Command::Seat { seat, player } => self.seat(seat, player, now),
            Command::Mayhem => self.mayhem(now),
            Command::Save(file) => {
                let text = table::log::write(self.table.events());
                self.request = Some(Next::Save { file: file.to_owned(), text });
            }
            Command::Export(file) => match self.table.export() {
                Ok(record) => {
                    self.request = Some(Next::Export { file: file.to_owned(), text: record.text });
                }
                Err(error) => self.say(&sentence(&error.to_string())),
            },
            Command::Load(file) => self.request = Some(Next::Load { file: file.to_owned() }),
            Command::Position => self.position(),
            Command::History => self.history(now),
            Command::Clock => self.clock(now),
            Command::Quit => self.request = Some(Next::Leave),
            Command::Incomplete(message) => self.say(&sentence(message)),
            Command::Move(text) => self.make_move(text, now),
        }
    }

    fn nothing(&mut self, now: Millis) {
        if self.paused {
            self.paused = false;
        } else if self.question().is_none() {
            self.show(now);
        }
    }

    fn act_and_advance(&mut self, action: Action, now: Millis) {
        match self.actor() {
            None => self.say(NOBODY),
            Some(seat) => {
                if self.act(action, seat, now) {
                    self.advance(now);
                }
            }
        }
    }

    fn answer(&mut self, to_draw: Action, to_takeback: Action, now: Millis) {
        let Some((question, seat)) = self.question() else {
            return self.say("Nobody has asked anything.");
        };
        let action = if question == Question::Draw { to_draw } else { to_takeback };
        let agrees = matches!(action, Action::OfferDraw | Action::TakeBack);
        if self.act(action, seat, now) {
            self.say(&format!("{seat} {}.", if agrees { "agrees" } else { "does not agree" }));
            self.advance(now);
        }
    }

    fn make_move(&mut self, text: &str, now: Millis) {
        if self.question().is_some() {
            return self.say("Please answer yes or no first.");
        }
        if text.eq_ignore_ascii_case("pass") && self.has_just_passed() {
            return self.say("The pass was made for you already.");
        }
        match self.actor() {
            None => self.say(NOBODY),
            Some(seat) => {
                if self.act(Action::Move { mv: text.to_owned() }, seat, now) {
                    self.paused = false;
                    self.advance(now);
                } else if let Some(word) = command::meant(text) {
                    self.say(&format!("Did you mean {word}?"));
                }
            }
        }
    }

    fn moves(&mut self, square: Option<&str>, now: Millis) {
        if self.table.is_over() {
            return self.say("The game is over.");
        }
        if self.table.game() == GameName::Mines {
            return self.say("Every cell that is closed can be opened or flagged.");
        }
        let choices = self.scene(now).choices;
        // Checkers squares have two names.
        let named = square.map(|name| match name.parse::<checkers::Square>() {
            Ok(square) if self.table.game() == GameName::Checkers => square.to_string(),
            _ => name.to_ascii_lowercase(),
        });
        let wanted = |from: Option<&String>| named.is_none() || from == named.as_ref();
        let moves: Vec<&str> =
            choices.iter().filter(|c| wanted(c.path.first())).map(|c| &*c.mv).collect();
        match (moves.is_empty(), named) {
            (false, _) => self.say(&telling::wrapped(moves)),
            (true, Some(square)) => self.say(&format!("No move starts from {square}.")),
            (true, None) => self.say("It is not your turn."),
        }
    }

    fn hint(&mut self) {
        match self.table.turn() {
            Some(seat) => self.request = Some(Next::Hint(seat)),
            None => self.say("The game is over."),
        }
    }

    /// Of two people it is the one who moved last that asks; a person against the computer takes
    /// back at once, and as far as to a move that was a choice.
    fn undo(&mut self, now: Millis) {
        let asker = match *self.people() {
            [] => return self.say(NOBODY),
            [person] => person,
            [first, ..] => match self.table.turn() {
                Some(seat) if self.has_just_passed() => seat,
                Some(seat) => other(seat).unwrap_or(seat),
                None => first,
            },
        };
        if !self.act(Action::TakeBack, asker, now) {
            return;
        }
        let forced = |session: &Session| {
            session.scene(now).choices.iter().all(|choice| choice.path.is_empty())
        };
        while self.table.turn() == Some(asker) && forced(self) {
            if !self.act(Action::TakeBack, asker, now) {
                break;
            }
        }
        if matches!(self.table.events().last(), Some(Event::TakenBack { .. })) {
            self.say("Taken back.");
        }
        self.advance(now);
    }

    fn flip(&mut self, now: Millis) {
        if self.table.game() == GameName::Mines {
            return self.say("This board has no other side.");
        }
        let bottom = !self.bottom();
        self.manner.turning = Turning::Still(bottom);
        self.say(&format!("{bottom} stays at the bottom. `flip auto` lets the board turn."));
        self.show(now);
    }

    fn again(&mut self, exchange_sides: bool, start: Option<&str>, now: Millis) {
        let seed = self.draw_seed();
        let seeds = Seeds { board: seed, player: self.draw_seed() };
        let mut started: Started = self.table.again(exchange_sides, seeds, now);
        if let Some(text) = start {
            match self.table.game().start(Some(text), seed) {
                Ok(start) => started.start = start,
                Err(reason) => return self.say(&sentence(&reason)),
            }
        }
        match AnyTable::open(&started) {
            Ok(table) => {
                if exchange_sides {
                    self.before_mayhem = self.before_mayhem.take().map(Seats::swap);
                }
                self.put_on_the_table(table, now, now);
            }
            Err(error) => self.say(&sentence(&error.to_string())),
        }
    }

    fn players(&mut self) {
        let line = |(seat, player): (Seat, &Player)| {
            let name = if seat == Seat::Solo { "solo".to_owned() } else { seat.to_string() };
            format!("{name}: {player}, {}", telling::player(player))
        };
        let lines: Vec<String> = self.table.players().iter().map(line).collect();
        self.say(&lines.join("\n"));
    }

    fn seat(&mut self, seat: &str, player: &str, now: Millis) {
        let place = match seat.to_ascii_lowercase().as_str() {
            "white" => Seat::Side(Side::White),
            "black" => Seat::Side(Side::Black),
            "solo" => Seat::Solo,
            _ => return self.say("The seats are white and black, or solo in Minesweeper."),
        };
        let seed = self.draw_seed();
        let player = match player.parse::<Player>() {
            Ok(player) => player.with_seed(seed),
            Err(error) => return self.say(&sentence(&error.to_string())),
        };
        if let Err(error) = can_play(&player, self.table.game()) {
            return self.say(&sentence(&error.to_string()));
        }
        if self.act(Action::ChangePlayer { seat: place, player }, place, now) {
            self.before_mayhem = None;
            self.paused = false;
            self.players();
            self.advance(now);
        }
    }

    /// The computer plays every side, until this is asked for again.
    fn mayhem(&mut self, now: Millis) {
        let before = self.before_mayhem.clone();
        if before.is_some() && self.table.is_over() {
            return self.say("The game is over. Type new, and mayhem then gives the seats back.");
        }
        if before.is_none() && self.people().is_empty() {
            return self.say("The computer plays already.");
        }
        let remembered = before.is_none().then(|| self.table.players().clone());
        let wanted = before.unwrap_or_else(|| self.stand_ins());
        for (seat, player) in wanted.iter() {
            let action = Action::ChangePlayer { seat, player: player.clone() };
            if self.table.players().get(seat) != Some(player) && !self.act(action, seat, now) {
                return;
            }
        }
        self.before_mayhem = remembered;
        self.paused = false;
        self.players();
        if self.manner.interactive && self.people().is_empty() {
            self.say("Ctrl-C stops the game for a while; mayhem again gives the seats back.");
        }
        self.advance(now);
    }

    /// The players, with computers in place of people: the one that plays already, if one does.
    fn stand_ins(&mut self) -> Seats<Player> {
        let usual = match self.table.game() {
            GameName::Mines => Player::Random { seed: Some(self.draw_seed()) },
            _ => STAND_IN,
        };
        let players = self.table.players();
        let computer = players.iter().map(|(_, player)| player).find(|p| p.is_computer());
        let stand_in = computer.cloned().unwrap_or(usual);
        players.clone().map(|player| if player.is_computer() { player } else { stand_in.clone() })
    }

    fn position(&mut self) {
        let text = match (&self.table, self.table.position_text()) {
            (AnyTable::Mines(mines), _) if self.table.is_over() => telling::mines_code(mines),
            (_, Some(text)) => text,
            _ => "The code of this board is shown when the game is over.".to_owned(),
        };
        self.say(&text);
    }

    fn history(&mut self, now: Millis) {
        let moves = self.scene(now).moves;
        let first = self.table.events().iter().find_map(|event| match event {
            Event::Moved { seat, .. } => Some(*seat),
            _ => None,
        });
        self.say(&telling::history(self.table.game(), first, &moves));
    }

    fn clock(&mut self, now: Millis) {
        let text = match (&self.table, self.table.clock()) {
            (AnyTable::Mines(mines), _) => {
                format!("Time: {}", telling::time(telling::mines_time(mines, now)))
            }
            (_, None) => "There is no clock. Start with --clock 5+3 for one.".to_owned(),
            (_, Some(clock)) => {
                let left = Side::BOTH
                    .map(|side| format!("{side} {}", telling::time(clock.left(side, now))));
                format!("Clock: {}", left.join(", "))
            }
        };
        self.say(&text);
    }
}

/// Is this of no use to somebody who has just been told, and shown, that a flag has fallen?
fn is_too_late(command: Command<'_>) -> bool {
    use Command::{Board, Claim, Draw, Move, No, Nothing, Resign, Undo, Yes};
    matches!(command, Move(_) | Draw | Yes | No | Claim | Resign | Undo | Nothing | Board)
}
