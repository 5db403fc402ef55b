//! What each command does.

use crate::command::{self, Command};
use crate::help;
use crate::session::{Next, Question, Session, Turning, other};
use crate::telling::{self, sentence};
use engine::can_play;
use game::{Seat, Side};
use table::{Action, AnyTable, Event, GameName, Millis, Player, Seats, Seeds, Started, fill};

/// Who takes over when the computer is to play for a person, in a game that can be searched.
const STAND_IN: Player = Player::Minimax { depth: 3 };

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
                self.say(self.words().screen.type_new);
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

    /// Calls the game off before it has really begun.
    pub(crate) fn call_off(&mut self, now: Millis) {
        let now = self.time(now);
        if !self.flag_falls(now) {
            self.act_and_advance(Action::Abort, now);
        }
    }

    fn act_and_advance(&mut self, action: Action, now: Millis) {
        match self.actor() {
            None => self.say(self.words().screen.nobody_plays),
            Some(seat) => {
                if self.act(action, seat, now) {
                    self.advance(now);
                }
            }
        }
    }

    fn answer(&mut self, to_draw: Action, to_takeback: Action, now: Millis) {
        let Some((question, seat)) = self.question() else {
            return self.say(self.words().screen.nothing_asked);
        };
        let action = if question == Question::Draw { to_draw } else { to_takeback };
        let agrees = matches!(action, Action::OfferDraw | Action::TakeBack);
        if self.act(action, seat, now) {
            let words = self.words();
            let sentence = if agrees { words.screen.agrees } else { words.screen.disagrees };
            self.say(&fill(sentence, &[words.seat(seat)]));
            self.advance(now);
        }
    }

    fn make_move(&mut self, text: &str, now: Millis) {
        if self.question().is_some() {
            return self.say(self.words().screen.answer_first);
        }
        if text.eq_ignore_ascii_case("pass") && self.has_just_passed() {
            return self.say(self.words().screen.passed_already);
        }
        match self.actor() {
            None => self.say(self.words().screen.nobody_plays),
            Some(seat) => {
                if self.act(Action::Move { mv: text.to_owned() }, seat, now) {
                    self.paused = false;
                    self.advance(now);
                } else if let Some(word) = command::meant(text) {
                    self.say(&fill(self.words().screen.did_you_mean, &[word]));
                }
            }
        }
    }

    fn moves(&mut self, square: Option<&str>, now: Millis) {
        if self.table.is_over() {
            return self.say(self.words().screen.game_over);
        }
        if self.table.game() == GameName::Mines {
            return self.say(self.words().screen.closed_cells);
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
            (true, Some(square)) => self.say(&fill(self.words().screen.no_move_from, &[&square])),
            (true, None) => self.say(self.words().screen.not_your_turn),
        }
    }

    fn hint(&mut self) {
        match self.table.turn() {
            Some(seat) => self.request = Some(Next::Hint(seat)),
            None => self.say(self.words().screen.game_over),
        }
    }

    /// Of two people it is the one who moved last that asks; a person against the computer takes
    /// back at once, and as far as to a move that was a choice.
    fn undo(&mut self, now: Millis) {
        let asker = match *self.people() {
            [] => return self.say(self.words().screen.nobody_plays),
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
            self.say(self.words().screen.taken_back);
        }
        self.advance(now);
    }

    fn flip(&mut self, now: Millis) {
        if self.table.game() == GameName::Mines {
            return self.say(self.words().screen.no_other_side);
        }
        let bottom = !self.bottom();
        self.manner.turning = Turning::Still(bottom);
        let words = self.words();
        self.say(&fill(words.screen.stays_at_bottom, &[words.side(bottom)]));
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
        let words = self.words();
        let line = |(seat, player): (Seat, &Player)| {
            let name = if seat == Seat::Solo { "solo" } else { words.seat(seat) };
            format!("{name}: {player}, {}", telling::player(player, words))
        };
        let lines: Vec<String> = self.table.players().iter().map(line).collect();
        self.say(&lines.join("\n"));
    }

    fn seat(&mut self, seat: &str, player: &str, now: Millis) {
        let place = match seat.to_ascii_lowercase().as_str() {
            "white" => Seat::Side(Side::White),
            "black" => Seat::Side(Side::Black),
            "solo" => Seat::Solo,
            _ => return self.say(self.words().screen.seats_are),
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
            return self.say(self.words().screen.mayhem_is_over);
        }
        if before.is_none() && self.people().is_empty() {
            return self.say(self.words().screen.computer_plays);
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
        if self.manner.interactive && !self.manner.in_view && self.people().is_empty() {
            self.say(self.words().screen.mayhem_note);
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
        let scene = self.scene(0);
        let text = scene.position.or(scene.code);
        let text = text.unwrap_or_else(|| self.words().screen.code_at_the_end.to_owned());
        self.say(&text);
    }

    fn history(&mut self, now: Millis) {
        let moves = self.scene(now).moves;
        let first = self.table.events().iter().find_map(|event| match event {
            Event::Moved { seat, .. } => Some(*seat),
            _ => None,
        });
        let text = telling::history(self.table.game(), first, &moves, self.words());
        self.say(&text);
    }

    fn clock(&mut self, now: Millis) {
        let words = self.words();
        let text = match (self.table.timer(now), self.table.clock()) {
            (Some(timer), _) => fill(words.screen.time_is, &[&telling::time(timer.elapsed)]),
            (_, None) => words.screen.no_clock.to_owned(),
            (_, Some(clock)) => {
                let left = Side::BOTH.map(|side| {
                    format!("{} {}", words.side(side), telling::time(clock.left(side, now)))
                });
                fill(words.screen.clock_is, &[&left.join(", ")])
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
