//! What each command does.

use crate::board;
use crate::command::{self, Command, Missing};
use crate::files::FileJob;
use crate::help;
use crate::session::{
    BeforeMayhem, GamesJob, Next, Orientation, Proposal, Question, Session, other,
};
use crate::text;
use game::{Seat, Side};
use players::{Thinker, can_play};
use table::{Action, Event, Language, Millis, Player, Scene, Seeds, fill};

impl Session {
    /// A line that was typed.
    pub fn line(&mut self, line: &str, now: Millis) {
        self.obey_written(command::read(line), now);
    }

    /// Does what a command asks for that a person has written: a move in the letters of the language.
    pub(crate) fn obey_written(&mut self, command: Command<'_>, now: Millis) {
        match command {
            Command::Move(text) => {
                let mv = self.read_move(text, self.time(now));
                self.obey(Command::Move(&mv), now);
            }
            command => self.obey(command, now),
        }
    }

    /// Does what a command asks for, or says why it cannot be.
    pub fn obey(&mut self, command: Command<'_>, now: Millis) {
        let outside = now;
        let now = self.time(now);
        if self.flag_falls(now) && is_too_late(command) {
            return;
        }
        let language = self.display.language;
        match command {
            Command::Nothing => self.nothing(now),
            Command::Help => {
                let help = help::text(self.club, self.card(), language);
                self.say(help.trim_end());
            }
            Command::Board => self.show(now),
            Command::Quiet => self.be_quiet(),
            Command::Square(line) => self.tell_of_square(line, now),
            Command::Pieces => self.tell_of_pieces(now),
            Command::Attacks(square) => self.tell_of_attacks(square, now),
            Command::Games => self.request = Some(Next::Games(GamesJob::List)),
            Command::Continue(number) => self.go_on_with(number),
            Command::Times => self.ask_for_times(),
            Command::Moves(square) => self.moves(square, now),
            Command::Hint => self.hint(),
            Command::Odds => self.show_odds(now),
            Command::Undo => self.undo(now),
            Command::Flip => self.flip(now),
            Command::FlipByItself => {
                self.display.orientation = Orientation::Automatic;
                self.show(now);
            }
            Command::Resign => self.act_and_advance(Action::Resign, now),
            Command::Draw => self.act_and_advance(Action::OfferDraw, now),
            Command::Yes => self.answer(Action::OfferDraw, Action::TakeBack, now),
            Command::No => self.answer(Action::DeclineDraw, Action::DeclineTakeback, now),
            Command::Claim => self.act_and_advance(Action::ClaimDraw, now),
            Command::Abort => self.act_and_advance(Action::Abort, now),
            Command::Restart if !self.card().is_for_one() => self.say(self.words().type_new),
            Command::New | Command::Restart => self.again(false, None, outside),
            Command::Rematch => self.again(true, None, outside),
            Command::StartFrom(text) => self.again(false, Some(text), outside),
            Command::Players => self.players(),
            Command::Seat { seat, player } => self.seat(seat, player, now),
            Command::Mayhem => self.mayhem(now),
            Command::Save(file) => {
                let text = table::log::write(self.table.events().iter());
                let file = file.to_owned();
                self.request = Some(Next::File(FileJob::Save { file, text }));
            }
            Command::Export(file) => match self.table.export() {
                Ok(record) => {
                    let (file, text) = (file.to_owned(), record.text);
                    self.request = Some(Next::File(FileJob::Export { file, text }));
                }
                Err(error) => self.say_sentence(error.why.text(language)),
            },
            Command::Load(file) => {
                self.request = Some(Next::File(FileJob::Load { file: file.to_owned() }));
            }
            Command::Position => self.position(),
            Command::History => self.history(now),
            Command::Clock => self.clock(now),
            Command::Quit => self.request = Some(Next::Leave),
            Command::Incomplete(missing) => self.ask_for(missing),
            Command::Move(text) => self.make_move(text, now),
        }
    }

    fn ask_for(&mut self, missing: Missing) {
        let words = self.words();
        let extension = self.card().kinds()[0].record.extension;
        self.say_sentence(&match missing {
            Missing::FileToSave => words.write_save.to_owned(),
            Missing::FileToExport => fill(words.write_export, &[extension]),
            Missing::FileToLoad => words.write_load.to_owned(),
            Missing::Player => words.write_player.to_owned(),
            Missing::Square => fill(words.write_square, &[&self.first_square()]),
        });
    }

    fn nothing(&mut self, now: Millis) {
        if self.paused {
            self.paused = false;
        } else if self.proposal().is_none() {
            self.show(now);
        }
    }

    fn act_and_advance(&mut self, action: Action, now: Millis) {
        match self.actor() {
            None => self.say(self.words().nobody_plays),
            Some(seat) => {
                if self.act(action, seat, now) {
                    self.advance(now);
                }
            }
        }
    }

    fn answer(&mut self, to_draw: Action, to_takeback: Action, now: Millis) {
        let Some((proposal, seat)) = self.proposal() else {
            return self.say(self.words().nothing_asked);
        };
        let action = if proposal == Proposal::Draw { to_draw } else { to_takeback };
        let agrees = matches!(action, Action::OfferDraw | Action::TakeBack);
        if self.act(action, seat, now) {
            let words = self.words();
            let sentence = if agrees { words.agrees } else { words.disagrees };
            self.say(&fill(sentence, &[self.seat_name(seat)]));
            self.advance(now);
        }
    }

    pub(crate) fn make_move(&mut self, text: &str, now: Millis) {
        if self.proposal().is_some() {
            return self.say(self.words().answer_first);
        }
        if text.eq_ignore_ascii_case("pass") && self.has_just_passed() {
            return self.say(self.words().passed_already);
        }
        match self.actor() {
            None => self.say(self.words().nobody_plays),
            Some(seat) => {
                if self.act(Action::Move { mv: text.to_owned() }, seat, now) {
                    self.paused = false;
                    self.advance(now);
                } else if let Some(word) = command::meant(text) {
                    self.say(&fill(self.words().did_you_mean, &[word]));
                }
            }
        }
    }

    fn moves(&mut self, square: Option<&str>, now: Millis) {
        let words = self.words();
        if self.table.is_over() {
            return self.say(words.game_over);
        }
        if self.card().capabilities().verbs.is_some() {
            return self.say(words.closed_cells);
        }
        let choices = self.scene(now).choices;
        let named = square.map(|name| self.card().square_name(name));
        let wanted = |choice: &&table::scene::Choice| match &named {
            None => true,
            Some(name) => choice.path.first() == Some(name) || choice.is_meant_by(name),
        };
        let wanted = choices.iter().filter(wanted);
        let moves: Vec<String> = wanted.map(|choice| self.written(&choice.mv)).collect();
        match (moves.is_empty(), &named) {
            (false, _) => self.say(&text::wrapped(moves)),
            (true, Some(square)) => self.say(&fill(words.no_move_from, &[square])),
            (true, None) => self.say(words.not_your_turn),
        }
    }

    fn hint(&mut self) {
        match self.table.turn() {
            Some(seat) => {
                self.fairness.helped = true;
                self.request = Some(Next::Think(Question::Hint(seat)));
            }
            None => self.say(self.words().game_over),
        }
    }

    /// The odds of every cell that a person to move can be told.
    pub(crate) fn odds(&self) -> Option<Vec<(String, f64)>> {
        let seat = self.table.turn().filter(|seat| !self.is_computer(*seat))?;
        self.card().capabilities().odds.then(|| Thinker::new().odds(&self.table, seat)).flatten()
    }

    fn show_odds(&mut self, now: Millis) {
        let words = self.words();
        if !self.card().capabilities().odds {
            return self.say(words.no_odds);
        }
        match self.odds() {
            Some(odds) => {
                self.fairness.helped = true;
                let board = board::odds(&self.scene(now).picture, &odds);
                self.say(&format!("{board}{}", words.odds_legend));
            }
            None if self.table.is_over() => self.say(words.game_over),
            None => self.say(words.no_odds_now),
        }
    }

    /// Of two people it is the one who moved last that asks; a person against the computer takes
    /// back at once, and as far as to a move that was a choice.
    fn undo(&mut self, now: Millis) {
        let asker = match *self.people() {
            [] => return self.say(self.words().nobody_plays),
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
        while self.proposal().is_none() && self.table.turn() == Some(asker) && forced(self) {
            if !self.act(Action::TakeBack, asker, now) {
                break;
            }
        }
        if matches!(self.table.events().last(), Some(Event::TakenBack { .. })) {
            self.say(self.words().taken_back);
        }
        self.advance(now);
    }

    fn flip(&mut self, now: Millis) {
        let words = self.words();
        if !self.card().board().turns {
            return self.say(words.no_other_side);
        }
        let bottom = !self.bottom();
        self.display.orientation = Orientation::Fixed(bottom);
        self.say(&fill(words.stays_at_bottom, &[self.seat_name(Seat::Side(bottom))]));
        self.show(now);
    }

    pub(crate) fn again(&mut self, exchange_sides: bool, start: Option<&str>, now: Millis) {
        let language = self.display.language;
        let seed = self.draw_seed();
        let seeds = Seeds { board: seed, player: self.draw_seed() };
        let mut started = self.table.again(exchange_sides, seeds, now);
        if let Some(before) = self.before_mayhem.clone().filter(|before| before.sit_down_next) {
            let players = before.players.map(|it| it.without_seed().with_seed(seeds.player));
            started.players = if exchange_sides { players.swap() } else { players };
        }
        if let Some(text) = start {
            match self.card().start(Some(text), seed) {
                Ok(start) => started.start = start,
                Err(reason) => return self.say_sentence(reason.text(language)),
            }
        }
        match self.card().open(&started) {
            Ok(table) => {
                self.before_mayhem.take_if(|before| before.sit_down_next);
                if let Some(before) = self.before_mayhem.as_mut().filter(|_| exchange_sides) {
                    before.players = before.players.clone().swap();
                }
                self.put_on_the_table(table, now, now);
                self.fairness.board_seed = Some(seed);
            }
            Err(error) => self.say_sentence(&error.text(language)),
        }
    }

    fn players(&mut self) {
        let line = |(seat, player): (Seat, &Player)| {
            let name = if seat == Seat::Solo { "solo" } else { self.seat_name(seat) };
            format!(
                "{name}: {player}, {}",
                text::player(self.card(), player, self.display.language)
            )
        };
        let lines: Vec<String> = self.table.players().iter().map(line).collect();
        self.say(&lines.join("\n"));
    }

    /// The seat of a name: as commands write it, or as the game calls the side in any language.
    fn seat_named(&self, name: &str) -> Option<Seat> {
        let name = name.to_lowercase();
        let written = |seat: &Seat| match seat {
            Seat::Side(Side::White) => "white",
            Seat::Side(Side::Black) => "black",
            Seat::Solo => "solo",
        };
        let called = |seat: &Seat| {
            let languages = [Language::English, Language::Spanish];
            languages.iter().any(|&l| self.card().seat_name(*seat, l).to_lowercase() == name)
        };
        let all = [Seat::Side(Side::White), Seat::Side(Side::Black), Seat::Solo];
        let own = self.card().seats().iter().copied().find(called);
        own.or_else(|| all.into_iter().find(|seat| written(seat) == name))
    }

    fn seat(&mut self, seat: &str, player: &str, now: Millis) {
        let language = self.display.language;
        let Some(seat) = self.seat_named(seat) else { return self.say(self.words().seats_are) };
        let seed = self.draw_seed();
        match player.parse::<Player>() {
            Ok(player) => self.change_player(seat, player.with_seed(seed), now),
            Err(error) => self.say_sentence(&error.text(language)),
        }
    }

    fn change_player(&mut self, seat: Seat, player: Player, now: Millis) {
        if let Err(error) = can_play(&player, self.card()) {
            return self.say_sentence(&error.text(self.display.language));
        }
        if self.act(Action::ChangePlayer { seat, player }, seat, now) {
            self.before_mayhem = None;
            self.paused = false;
            self.players();
            self.advance(now);
        }
    }

    /// Lets a person take over from a computer: in the seats from which people were relieved, or in the
    /// first.
    pub(crate) fn take_over(&mut self, now: Millis) {
        if self.before_mayhem.is_some() {
            return self.obey(Command::Mayhem, now);
        }
        let now = self.time(now);
        if !self.flag_falls(now) {
            self.change_player(self.card().seats()[0], Player::Human, now);
        }
    }

    /// The computer plays every side, until this is asked for again.
    fn mayhem(&mut self, now: Millis) {
        if let Some(before) = self.before_mayhem.as_mut().filter(|_| self.table.is_over()) {
            before.sit_down_next = true;
            return self.say(self.words().mayhem_is_over);
        }
        let before = self.before_mayhem.as_ref().map(|before| before.players.clone());
        if before.is_none() && self.people().is_empty() {
            return self.say(self.words().computer_plays);
        }
        let remembered = before.is_none().then(|| self.table.players().clone());
        let wanted = match before {
            Some(players) => players.iter().map(|(seat, it)| (seat, it.clone())).collect(),
            None => self.stand_ins(),
        };
        for (seat, player) in wanted {
            let sits_there = self.table.players().get(seat) == Some(&player);
            if !sits_there && !self.act(Action::ChangePlayer { seat, player }, seat, now) {
                return;
            }
        }
        self.before_mayhem =
            remembered.map(|players| BeforeMayhem { players, sit_down_next: false });
        self.paused = false;
        self.players();
        if self.display.interactive && !self.display.full_screen && self.people().is_empty() {
            self.say(self.words().mayhem_note);
        }
        self.advance(now);
    }

    /// The seats in which people sit, and the computers that play on for them.
    fn stand_ins(&mut self) -> Vec<(Seat, Player)> {
        let people = self.people();
        people
            .into_iter()
            .map(|s| (s, self.table.stand_in(s).with_seed(self.draw_seed())))
            .collect()
    }

    fn position(&mut self) {
        let scene = self.scene(0);
        let text = scene.position.or(scene.code);
        let text = text.unwrap_or_else(|| self.words().code_at_the_end.to_owned());
        self.say(&text);
    }

    fn history(&mut self, now: Millis) {
        let Scene { moves, opening, .. } = self.scene(now);
        let first = self.table.events().iter().find_map(|event| match event {
            Event::Moved { seat, .. } => Some(*seat),
            _ => None,
        });
        let text = text::history(self.card(), first, &moves, self.display.language);
        self.say(&text);
        if let Some(opening) = opening {
            self.say(&opening);
        }
    }

    fn clock(&mut self, now: Millis) {
        let words = self.words();
        let name = |side| self.seat_name(Seat::Side(side));
        let text = match (self.table.timer(now), self.table.clock()) {
            (Some(timer), _) => fill(words.time_is, &[&text::time(timer.elapsed)]),
            (_, None) => words.no_clock.to_owned(),
            (_, Some(clock)) => {
                let left = Side::BOTH
                    .map(|side| format!("{} {}", name(side), text::time(clock.left(side, now))));
                fill(words.clock_is, &[&left.join(", ")])
            }
        };
        self.say(&text);
    }
}

/// Is this command of no use any more when the flag has just fallen, which ends the game and is shown?
fn is_too_late(command: Command<'_>) -> bool {
    use Command::{Abort, Board, Claim, Draw, Move, No, Nothing, Resign, Undo, Yes};
    matches!(command, Move(_) | Draw | Yes | No | Claim | Resign | Undo | Abort | Nothing | Board)
}
