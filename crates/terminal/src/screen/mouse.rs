//! What the mouse brings about.

use crate::command::Command;
use crate::screen::input::{Direction, Gesture, Input};
use crate::screen::model::{Effect, Model, Stage};
use crate::screen::paint::{Target, target_at};
use crate::screen::playing::Focus;

impl Model {
    /// Something was pointed at.
    pub(super) fn point(
        &mut self,
        gesture: Gesture,
        column: u16,
        row: u16,
        effects: &mut Vec<Effect>,
    ) {
        let target = target_at(self, column, row);
        match (gesture, target) {
            (Gesture::WheelUp | Gesture::WheelDown, target) => {
                self.wheel(gesture == Gesture::WheelUp, target);
            }
            (Gesture::Press, Some(Target::Cell(index))) => self.point_at_cell(index),
            (Gesture::Release, Some(Target::Cell(index))) => self.drop_on_cell(index),
            (Gesture::Mark | Gesture::Around, Some(Target::Cell(index))) => {
                self.mark_cell(index, gesture == Gesture::Mark);
            }
            (Gesture::Press, Some(Target::Act(act))) => self.act(act, effects),
            (Gesture::Press, Some(Target::Position(moves))) => {
                if let Some(play) = self.play_mut() {
                    play.look_at(moves);
                }
            }
            (Gesture::Press, Some(Target::TreeMove(at))) => {
                if let Some(analysis) = self.analysis_mut() {
                    analysis.go_to_place(at);
                }
            }
            (Gesture::Press, Some(Target::Choice(field, chosen))) => {
                if let Stage::Home(home) = &mut self.stage {
                    home.go_to(field);
                    home.choose(field, chosen);
                }
            }
            (Gesture::Press, Some(Target::Step(field, forward))) => {
                if let Stage::Home(home) = &mut self.stage {
                    home.go_to(field);
                    home.step(home.row, forward);
                }
            }
            (Gesture::Press, Some(Target::Button(field))) => {
                if let Stage::Home(home) = &mut self.stage {
                    home.go_to(field);
                    self.take_at_home(Input::Press, effects);
                }
            }
            (Gesture::Press, Some(Target::Saved(index))) => {
                if let Stage::Home(home) = &mut self.stage {
                    home.list = Some(index);
                    self.take_at_home(Input::Press, effects);
                }
            }
            (Gesture::Press, Some(Target::Outside)) => self.overlay = None,
            _ => {}
        }
    }

    fn point_at_cell(&mut self, index: usize) {
        let now = self.now;
        if let Some(board) = self.board_mut() {
            board.focus = Focus::Board;
            let pointed = board.point(index, now);
            self.pointed(pointed);
        }
    }

    /// What was picked up on one square and let go on another moves there.
    fn drop_on_cell(&mut self, index: usize) {
        let now = self.now;
        if let Some(board) = self.board_mut()
            && !board.picked.is_empty()
            && index != board.cursor
        {
            let pointed = board.point(index, now);
            self.pointed(pointed);
        }
    }

    /// Marks a cell, or opens around it; where there is neither, puts down what was picked up.
    fn mark_cell(&mut self, index: usize, mark: bool) {
        let now = self.now;
        let Some(play) = self.board_mut() else { return };
        let Some(verbs) = play.card().capabilities().verbs else {
            play.picked.clear();
            return;
        };
        play.cursor = index;
        let around = || Some(format!("{} {}", verbs.around, play.cell_name(now)));
        let mv = if mark { play.mark(now) } else { around() };
        if let Some(mv) = mv {
            play.session.obey(Command::Move(&mv), now);
        }
    }

    fn wheel(&mut self, up: bool, target: Option<Target>) {
        let direction = if up { Direction::Up } else { Direction::Down };
        if self.overlay.is_some() {
            return self.take_on_top(Input::Go(direction), &mut Vec::new());
        }
        match (&mut self.stage, target) {
            (Stage::Play(play), _) => play.look(if up { -1 } else { 1 }),
            (Stage::Analysis(analysis), _) if up => analysis.back(),
            (Stage::Analysis(analysis), _) => analysis.on(),
            (Stage::Home(home), Some(Target::Choice(field, _) | Target::Step(field, _))) => {
                home.go_to(field);
                home.step(home.row, !up);
            }
            (Stage::Home(home), _) => home.go(direction),
        }
    }
}
