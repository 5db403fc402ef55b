//! What follows by itself when an input has been taken: moves entered ahead are made, computers think,
//! events are saved, and the end is announced.

use crate::saved::is_begun;
use crate::screen::menus;
use crate::screen::model::{Effect, Model, Overlay, Task};
use crate::screen::playing::Play;
use crate::session::{GamesJob, Next, Question};
use crate::storage::SaveRequest;
use game::Seat;

impl Model {
    /// After the input: another game may be on the table, or another side to move.
    pub(super) fn follow(&mut self, turn_before: Option<Seat>) {
        let another = self.play().is_some_and(Play::is_another_game);
        let name = if another { self.draw_name() } else { String::new() };
        let Some(play) = self.play_mut() else { return };
        let text = play.session.take_text();
        if another {
            play.begin_another(name);
        } else if play.seen != play.session.table().next() {
            play.follow(turn_before);
        }
        if !text.trim().is_empty() {
            self.tell(&text);
        }
    }

    /// Shows a text below the board; what does not fit there is read in a window of its own.
    pub(super) fn tell(&mut self, text: &str) {
        let text = text.trim();
        let long = text.lines().count() > 2;
        self.say(if long { String::new() } else { text.to_owned() });
        if long {
            let lines = text.lines().map(str::to_owned).collect();
            self.overlay = Some(Overlay::Text { lines, top: 0 });
        }
    }

    /// What the table wants now: moves entered ahead are made, computers think, events are saved.
    pub(super) fn follow_up(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.make_waiting_move();
        self.carry_requests_out(&mut effects);
        self.save(&mut effects);
        self.announce_the_end(&mut effects);
        self.follow_search(&mut effects);
        self.follow_review(&mut effects);
        self.follow_analysis(&mut effects);
        effects
    }

    fn make_waiting_move(&mut self) {
        let now = self.now;
        if self.overlay.is_some() || self.task.is_some_and(|task| self.is_current(task)) {
            return;
        }
        let turn = self.play().and_then(|play| play.session.table().turn());
        let Some(play) = self.play_mut() else { return };
        let Some(pointed) = play.next_waiting(now) else { return };
        let before = play.session.table().next();
        self.pointed(pointed);
        if let Some(play) = self.play_mut()
            && play.session.table().next() == before
        {
            // Where one of them cannot be made, those behind it were thought of otherwise.
            play.waiting.clear();
        }
        self.follow(turn);
    }

    /// Is a question still about the table as it is?
    fn is_current(&self, task: Task) -> bool {
        self.play()
            .is_some_and(|play| task.at == (play.session.games(), play.session.table().next()))
    }

    /// What the session waits for.
    fn carry_requests_out(&mut self, effects: &mut Vec<Effect>) {
        if let Some(task) = self.task
            && !self.is_current(task)
        {
            self.task = None;
            effects.push(Effect::Forget(task.ticket));
        }
        let Some(play) = self.play_mut() else { return };
        let question = match play.session.waits_for() {
            // The list is a screen of its own, where games are opened, too.
            Next::Read | Next::Games(GamesJob::List | GamesJob::Open(_)) => None,
            Next::Think(question) => Some(question),
            Next::File(job) => return effects.push(Effect::File(job)),
            Next::Games(GamesJob::Times(leaderboard)) => {
                return effects.push(Effect::Times(leaderboard));
            }
            Next::Leave => return effects.push(Effect::Leave),
        };
        match (question, self.task) {
            (Some(question), Some(task)) if task.question == question => {}
            // A hint is thought about until it is there, or the game has moved on.
            (None, Some(Task { question: Question::Hint(_), .. })) => {}
            (question, task) => {
                effects.extend(task.map(|task| Effect::Forget(task.ticket)));
                self.task = None;
                if let Some(question) = question {
                    self.ask(question, effects);
                }
            }
        }
    }

    fn ask(&mut self, question: Question, effects: &mut Vec<Effect>) {
        self.last_ticket += 1;
        let ticket = self.last_ticket;
        let Some(play) = self.play() else { return };
        let table = play.session.table().clone();
        let at = (play.session.games(), table.next());
        self.task = Some(Task { ticket, question, at });
        effects.push(Effect::Think { ticket, question, table });
    }

    /// A game is saved from its first move on.
    fn save(&mut self, effects: &mut Vec<Effect>) {
        let now = self.now;
        let Some(play) = self.play_mut() else { return };
        let table = play.session.table();
        let begun = is_begun(table) || play.stored > 0;
        let helped = play.session.is_disqualified();
        if begun && (table.next() > play.stored || helped != play.stored_help) {
            let leaderboard = play.session.leaderboard();
            let request = SaveRequest::of(table, &play.name, now);
            effects.push(Effect::Save(SaveRequest { leaderboard, helped, ..request }));
            play.stored = table.next();
            play.stored_help = helped;
        }
    }

    fn announce_the_end(&mut self, effects: &mut Vec<Effect>) {
        let Some(play) = self.play_mut() else { return };
        if play.session.table().is_over() && !play.end_announced {
            play.end_announced = true;
            play.waiting.clear();
            let table = play.session.table();
            let won = table.time_of_a_win().is_some();
            // What was saved before is asked for after it.
            let leaderboard = play.card().leaderboard(&table.started().start).filter(|_| won);
            effects.extend(leaderboard.map(Effect::Times));
            self.overlay = Some(menus::end(self));
        }
    }
}
