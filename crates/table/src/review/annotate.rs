//! A review as what files say about a game: evaluations, signs, sentences and better lines.

use super::{Judged, Judgement, Looked, Review};
use crate::analysis::{TreeMove, listed};
use crate::any::AnyTable;
use crate::words::Language;
use game::{Line, LineMove, Side};

/// What a review adds to the tree of variations of its game: after each move its evaluation, a sign and a sentence where it was
/// brilliant or wrong, and the better line instead of a mistake. For [`Edit::Merge`](crate::Edit::Merge).
pub fn annotations(
    game: &AnyTable,
    review: &Review,
    looked: &[Option<Looked>],
    language: Language,
) -> Vec<TreeMove> {
    let Some(course) = game.course() else { return Vec::new() };
    let format = game.card().kind_of(&game.started().start).record;
    let mut moves = Vec::new();
    for (ply, made) in (1..).zip(&course.moves) {
        let judged = review.judged(ply);
        let seen_by = if format.own_evaluations { made.side } else { Side::White };
        let score = looked.get(ply).and_then(Option::as_ref).and_then(Looked::best);
        let evaluation =
            score.map(|line| format!("[%eval {}]", plain(&line.score.text_for(seen_by))));
        let remark = judged.and_then(|judged| judged.remark(language));
        let said: Vec<String> = evaluation.into_iter().chain(remark).collect();
        moves.push(LineMove {
            mv: made.name.clone(),
            nags: judged
                .and_then(|judged| judged.judgement.sign())
                .map(|(nag, _)| nag)
                .into_iter()
                .collect(),
            after: if said.is_empty() { Vec::new() } else { vec![said.join(" ")] },
            variations: judged.and_then(better).into_iter().collect(),
        });
    }
    listed(&Line { before: Vec::new(), moves }.to_variations(), &[])
}

/// The line that was better than a mistake.
fn better(judged: &Judged) -> Option<Line<String>> {
    if judged.judgement < Judgement::Mistake || judged.better.is_empty() {
        return None;
    }
    let mv = |name: &String| LineMove {
        mv: name.clone(),
        nags: Vec::new(),
        after: Vec::new(),
        variations: Vec::new(),
    };
    Some(Line { before: Vec::new(), moves: judged.better.iter().map(mv).collect() })
}

/// A score as other programs read it: without the plus that people like.
fn plain(score: &str) -> &str {
    score.strip_prefix('+').unwrap_or(score)
}
