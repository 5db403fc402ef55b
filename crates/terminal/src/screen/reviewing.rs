//! A review on the screen: what a search finds about each position of the game comes in one by one, and what follows from it is
//! shown beside the analysis: the chances as a line, and what is to be said of the move that led to the board.

use crate::screen::analysis::Analysis;
use crate::screen::model::{Effect, Model, Stage};
use table::review::{Judged, Review};
use table::{Language, Looked, fill};

/// A review that is going on, or done.
#[derive(Clone)]
pub struct Reviewing {
    /// The number of the question.
    ticket: u64,
    /// What was found, by the number of moves.
    looked: Vec<Option<Looked>>,
    done: usize,
    /// How many positions there are to look at.
    of: usize,
    /// What follows from it so far.
    pub review: Option<Review>,
}

impl Analysis {
    pub fn review(&self) -> Option<&Review> {
        self.reviewing.as_ref()?.review.as_ref()
    }

    /// How far the review has come; `None` where there is none or nothing is left to do.
    pub(crate) fn review_progress(&self) -> Option<(usize, usize)> {
        let reviewing = self.reviewing.as_ref()?;
        (reviewing.done < reviewing.of).then_some((reviewing.done, reviewing.of))
    }

    /// How many moves of the game lead to the board; `None` on a variation.
    pub(crate) fn ply_of_game(&self) -> Option<usize> {
        let main = self.tree.main_from(&[]);
        main.starts_with(&self.path).then_some(self.path.len())
    }

    /// What is to be said of the move that led to the board.
    pub(crate) fn remark(&self, language: Language) -> Option<String> {
        let judged = self.review()?.judged(self.ply_of_game().filter(|ply| *ply > 0)?)?;
        let sign = judged.judgement.sign().map(|(_, sign)| sign).unwrap_or_default();
        let card = self.board.card();
        let name = card.move_in(&judged.name, language);
        let remark = judged.remark_with(language, |mv| card.move_in(mv, language))?;
        Some(format!("{name}{sign} {remark}"))
    }

    /// Goes to the next move that was wrong or brilliant, or to the one before.
    pub(super) fn walk_judged(&mut self, forward: bool) {
        let here = self.path.len();
        let Some(review) = self.review() else { return };
        let told = |judged: &&Judged| judged.judgement.sign().is_some();
        let mut plies = review.moves.iter().filter(told).map(|judged| judged.ply);
        let wanted =
            if forward { plies.find(|ply| *ply > here) } else { plies.rfind(|ply| *ply < here) };
        if let Some(ply) = wanted {
            let mut path = self.tree.main_from(&[]);
            path.truncate(ply);
            self.go_to(path);
        }
    }
}

impl Model {
    /// Looks at every position of the game again.
    pub(super) fn begin_review(&mut self) {
        self.last_ticket += 1;
        let (ticket, words) = (self.last_ticket, self.words());
        let Some(analysis) = self.analysis_mut() else { return };
        // What was looked at and not played counts as a game, too.
        let game = analysis.game.with_main_line();
        let course = game.course().filter(|_| game.card().chances().is_some());
        let (moves, ends) =
            course.map_or((0, false), |course| (course.moves.len(), course.verdict.is_some()));
        if moves == 0 {
            return words.no_review.clone_into(&mut analysis.board.message);
        }
        let of = moves + usize::from(!ends);
        let looked = vec![None; moves + 1];
        analysis.reviewing = Some(Reviewing { ticket, looked, done: 0, of, review: None });
    }

    /// What was found about a position. An answer to a question that is no longer asked is no answer.
    pub(super) fn looked(&mut self, ticket: u64, ply: usize, looked: Looked) {
        let Some(analysis) = self.analysis_mut() else { return };
        let game = analysis.game.with_main_line();
        let Some(reviewing) = analysis.reviewing.as_mut().filter(|one| one.ticket == ticket) else {
            return;
        };
        if let Some(place) = reviewing.looked.get_mut(ply) {
            *place = Some(looked);
            reviewing.done += 1;
            reviewing.review = Review::of(&game, &reviewing.looked);
        }
    }

    /// The review begins when it is wanted, and ends with the analysis.
    pub(super) fn follow_review(&mut self, effects: &mut Vec<Effect>) {
        let wanted = match &self.stage {
            Stage::Analysis(analysis) => {
                let going_on = analysis.review_progress().and(analysis.reviewing.as_ref());
                going_on.map(|reviewing| (reviewing.ticket, analysis.game.with_main_line()))
            }
            Stage::Home(_) | Stage::Play(_) => None,
        };
        let ticket = wanted.as_ref().map(|(ticket, _)| *ticket);
        if let Some(other) = self.review.take_if(|other| Some(*other) != ticket) {
            effects.push(Effect::Forget(other));
        }
        if let Some((ticket, game)) = wanted.filter(|_| self.review.is_none()) {
            self.review = Some(ticket);
            effects.push(Effect::Review { ticket, game });
        }
    }

    /// How far a review has come, in words.
    pub(crate) fn review_note(&self, analysis: &Analysis) -> Option<String> {
        let (done, of) = analysis.review_progress()?;
        Some(fill(self.words().reviewing, &[&done.to_string(), &of.to_string()]))
    }
}
