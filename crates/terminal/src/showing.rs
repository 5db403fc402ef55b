//! What a session shows after a move: the board, or in a quiet session what has changed on it.

use crate::board;
use crate::session::Session;
use crate::squares;
use crate::text;
use table::scene::Control;
use table::{Millis, Scene, fill};

impl Session {
    /// What there is to see after a move: the board, or in a quiet session what has changed on it.
    pub(crate) fn show_move(&mut self, now: Millis) {
        match self.shown.take().filter(|_| self.quiet && !self.display.full_screen) {
            Some(before) => {
                let scene = self.scene(now);
                let changes =
                    squares::changes(self.card(), &before, &scene.picture, self.display.language);
                for line in &changes {
                    self.say(line);
                }
                if scene.over {
                    self.tell_counts(&scene);
                }
                self.tell_state(&scene);
                self.shown = Some(scene.picture);
            }
            None => self.show(now),
        }
    }

    /// The board and what is to be known of it.
    pub(crate) fn show(&mut self, now: Millis) {
        if self.display.full_screen {
            return;
        }
        let scene = self.scene(now);
        let drawn = board::draw(self.card(), &scene, self.display.look, self.bottom());
        self.say("");
        self.say(drawn.trim_end_matches('\n'));
        self.tell_counts(&scene);
        self.tell_state(&scene);
        self.shown = Some(scene.picture);
    }

    /// What counts, and the clocks.
    fn tell_counts(&mut self, scene: &Scene) {
        let (words, language, card) = (self.words(), self.display.language, self.card());
        let counted = text::tallies(&scene.tallies, card, language);
        let mut facts: Vec<String> =
            counted.into_iter().filter(|_| self.tallies_are_true()).collect();
        if let Some(timer) = scene.timer {
            facts.push(fill(words.time_is, &[&text::time(timer.elapsed)]));
        }
        facts.extend(self.table.statistics(language));
        // A transcript is the same each time, and the time that a game took is not.
        facts.extend(self.table.speed(language).filter(|_| self.display.interactive));
        let clock = |place: &table::scene::Place| {
            let left = text::time(place.clock?);
            Some(format!("{} {left}", self.seat_name(place.seat)))
        };
        let clocks: Vec<String> = scene.players.iter().filter_map(clock).collect();
        if !clocks.is_empty() {
            facts.push(fill(words.clock_is, &[&clocks.join(", ")]));
        }
        if !facts.is_empty() {
            self.say(&facts.join("   "));
        }
    }

    fn tell_state(&mut self, scene: &Scene) {
        // Whose turn it is stands in the prompt.
        for sentence in scene.status.iter().skip(usize::from(!scene.over)) {
            self.say(sentence);
        }
        if scene.controls.contains(&Control::ClaimDraw) {
            self.say(self.words().type_claim);
        }
    }
}
