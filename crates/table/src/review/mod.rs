//! Looking at a game again: each move judged by the chances that it gave away.
//!
//! A review is a function of a game and of what a search found about its positions ([`Looked`]); where a position has not been
//! looked at yet, its moves are left out, so that a review can be shown while it grows. How chances follow from scores is data
//! of the card ([`Chances`]).
//!
//! In a game with a hidden board moves are judged by the risk that they took ([`risk`]).
//!
//! Decided against: judging by the score itself. A pawn decides a game that is even and means nothing in one that is won.

mod annotate;
mod chances;
mod course;
mod looked;
pub mod risk;

pub use annotate::annotations;
pub use chances::Chances;
pub use course::{Course, CourseMove, OpeningLeft};
pub use looked::{Looked, LookedLine, Score};

use crate::any::AnyTable;
use crate::words::{Language, fill};
use game::{Pair, Side, Verdict};
use serde::{Serialize, Serializer};

/// A move that gives away so much of the chances is an inaccuracy, a mistake, a blunder.
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.10;
const BLUNDER: f64 = 0.20;
/// A move that gives away less is as good as the best.
const NOTHING: f64 = 0.005;
/// The second best move is so much worse when there is only one good one.
const ONLY_MOVE: f64 = 0.10;
/// A side that stands worse than this after a sacrifice has not played a brilliant move.
const SOUND: f64 = 0.45;
/// So much material is a sacrifice, when it is not back after any of so many moves of the line that follows: an exchange takes several.
const SACRIFICE: i32 = 2;
const SACRIFICE_PLIES: std::ops::RangeInclusive<usize> = 3..=6;
/// Whoever has such chances is winning.
const WINNING: f64 = 0.75;
const MOST_TURNING_POINTS: usize = 5;
/// How fast the accuracy of a move falls with the chances that it gives away: a blunder has 41 per cent at best.
const SEVERITY: f64 = 4.4;

/// What a move was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// It gives up material, and no other move is as good.
    Brilliant,
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Judgement {
    pub const ALL: [Judgement; 6] = [
        Judgement::Brilliant,
        Judgement::Best,
        Judgement::Good,
        Judgement::Inaccuracy,
        Judgement::Mistake,
        Judgement::Blunder,
    ];

    fn of_loss(lost: f64) -> Judgement {
        match lost {
            lost if lost >= BLUNDER => Judgement::Blunder,
            lost if lost >= MISTAKE => Judgement::Mistake,
            lost if lost >= INACCURACY => Judgement::Inaccuracy,
            lost if lost >= NOTHING => Judgement::Good,
            _ => Judgement::Best,
        }
    }

    /// Its number in PGN, and the sign that people write; none for moves of which nothing is said.
    pub const fn sign(self) -> Option<(u8, &'static str)> {
        match self {
            Judgement::Brilliant => Some((3, "!!")),
            Judgement::Best | Judgement::Good => None,
            Judgement::Inaccuracy => Some((6, "?!")),
            Judgement::Mistake => Some((2, "?")),
            Judgement::Blunder => Some((4, "??")),
        }
    }

    /// Was another move clearly better?
    pub fn is_wrong(self) -> bool {
        self >= Judgement::Inaccuracy
    }

    pub fn name(self, language: Language) -> &'static str {
        language.words().review.judgements[self as usize]
    }
}

/// A game that has been looked at again, as far as its positions have been.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Review {
    /// The chances of white after each number of moves, from none on; none where that position was not looked at.
    pub chances: Vec<Option<f64>>,
    /// The moves that could be judged, in the order of the game.
    pub moves: Vec<Judged>,
    #[serde(serialize_with = "both")]
    pub sides: Pair<SideReview>,
    /// The moves that changed who would win, by their numbers.
    pub turning_points: Vec<usize>,
    /// The move that lost the game for certain, by its number.
    pub losing_move: Option<usize>,
    pub opening: Option<OpeningLeft>,
}

/// A move with its judgement. Chances are those of the side that made it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judged {
    /// Its number, the first one being 1.
    pub ply: usize,
    #[serde(serialize_with = "side_name")]
    pub side: Side,
    #[serde(rename = "move")]
    pub name: String,
    pub judgement: Judgement,
    pub before: f64,
    pub after: f64,
    /// The score after it, as white sees it.
    pub score: String,
    /// What it gave away in units of the game, where both scores have them.
    pub units: Option<f64>,
    /// Are the scores before and after it proven?
    pub exact: bool,
    /// In how many moves the side could have won for certain, where it missed that.
    pub missed_win: Option<u32>,
    /// The line that was better, where one was.
    pub better: Vec<String>,
    /// The squares of its first move.
    pub better_path: Vec<String>,
}

/// What there is to say of the moves of one side.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct SideReview {
    /// From 0 to 100; none before the first move that was a choice.
    pub accuracy: Option<f64>,
    /// How many moves there are of each judgement, in their order.
    pub counts: [usize; Judgement::ALL.len()],
    /// What all moves together gave away in units of the game.
    pub units: f64,
}

fn both<S: Serializer>(pair: &Pair<SideReview>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Both<'a> {
        white: &'a SideReview,
        black: &'a SideReview,
    }
    Both { white: &pair.white, black: &pair.black }.serialize(serializer)
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn side_name<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match side {
        Side::White => "white",
        Side::Black => "black",
    })
}

impl Review {
    /// The review of a game: `looked` has what was found after each number of moves, from none on. `None` where the game is not one
    /// whose positions can be looked at.
    pub fn of(game: &AnyTable, looked: &[Option<Looked>]) -> Option<Review> {
        let curve = game.card().chances()?;
        let course = game.course()?;
        let count = course.moves.len();
        let looked = |ply: usize| looked.get(ply).and_then(Option::as_ref);
        let score = |ply: usize| looked(ply)?.best().map(|line| line.score);
        let chances: Vec<Option<f64>> = (0..=count)
            .map(|ply| match course.verdict.filter(|_| ply == count) {
                Some(verdict) => Some(of_verdict(verdict)),
                None => score(ply).map(|score| curve.of_white(score, ply)),
            })
            .collect();
        let judge = Judge { game, curve, chances: &chances };
        let moves: Vec<Judged> = (1..=count)
            .filter_map(|ply| {
                let after = score(ply).or_else(|| {
                    let winner = course.verdict.filter(|_| ply == count)?.winner();
                    Some(winner.map_or(Score::Exact(0.0), |winner| Score::Decided {
                        winner,
                        plies: Some(0),
                    }))
                });
                judge.judged(ply, &course.moves[ply - 1], looked(ply - 1)?, after?, looked(ply))
            })
            .collect();
        let sides = Pair::from_fn(|side| SideReview::of(&moves, side, &course));
        let losing_move = losing_move(&moves, &chances);
        Some(Review {
            turning_points: turning_points(&moves),
            losing_move,
            opening: course.opening,
            chances,
            moves,
            sides,
        })
    }

    /// The judgement of a move by its number.
    pub fn judged(&self, ply: usize) -> Option<&Judged> {
        self.moves.iter().find(|judged| judged.ply == ply)
    }
}

impl Judged {
    /// What it gave away of the chances.
    pub fn lost(&self) -> f64 {
        (self.before - self.after).max(0.0)
    }

    /// What there is to say of it, in sentences: "Blunder. Rd1 was better."
    pub fn remark(&self, language: Language) -> Option<String> {
        self.remark_with(language, str::to_owned)
    }

    /// The same with moves as `written` writes them.
    pub fn remark_with(
        &self,
        language: Language,
        written: impl Fn(&str) -> String,
    ) -> Option<String> {
        let words = &language.words().review;
        self.judgement.sign()?;
        let mut said = vec![format!("{}.", self.judgement.name(language))];
        if let Some(moves) = self.missed_win {
            said.push(match moves {
                1 => words.missed_win_at_once.to_owned(),
                moves => fill(words.missed_win, &[&moves.to_string()]),
            });
        }
        if let Some(better) = self.better.first() {
            said.push(fill(words.was_better, &[&written(better)]));
        }
        Some(said.join(" "))
    }
}

/// The chances of white in a game that is over.
fn of_verdict(verdict: Verdict) -> f64 {
    match verdict.winner() {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    }
}

struct Judge<'a> {
    game: &'a AnyTable,
    curve: &'a Chances,
    chances: &'a [Option<f64>],
}

impl Judge<'_> {
    fn judged(
        &self,
        ply: usize,
        made: &CourseMove,
        before: &Looked,
        after: Score,
        follows: Option<&Looked>,
    ) -> Option<Judged> {
        let CourseMove { side, name, forced } = made;
        let side = *side;
        let own = |white: f64| if side == Side::White { white } else { 1.0 - white };
        let best = before.best()?;
        let is_best = best.moves.first() == Some(name);
        let alone = own(self.chances.get(ply).copied().flatten()?);
        let compared = before.played.filter(|_| !after.is_certain());
        let after_chance = compared.map_or(alone, |score| own(self.curve.of_white(score, ply)));
        let after = compared.unwrap_or(after);
        let before_chance = own(self.chances.get(ply - 1).copied().flatten()?);
        // The search after a move sees further than the one before it: what the best move seems to lose was never there.
        let before_chance = if is_best || *forced { after_chance } else { before_chance };
        let lost = (before_chance - after_chance).max(0.0);
        let missed = best.score.win_in(side).filter(|_| !is_best && !after.is_won_by(side));
        let mut judgement = Judgement::of_loss(lost);
        if missed.is_some() {
            judgement = judgement.max(Judgement::Inaccuracy);
        }
        if is_best && !forced && self.is_brilliant(ply, side, before, after_chance, follows) {
            judgement = Judgement::Brilliant;
        }
        let wrong = judgement > Judgement::Best && !is_best;
        let better = if wrong { best.moves.clone() } else { Vec::new() };
        let squares = self.game.squares_along_at(ply - 1, better.get(..1).unwrap_or_default());
        Some(Judged {
            ply,
            side,
            name: name.clone(),
            judgement,
            before: before_chance,
            after: after_chance,
            score: after.text(),
            units: units(best.score, after, side)
                .map(|units| if is_best || *forced { 0.0 } else { units }),
            exact: best.score.is_certain() && after.is_certain(),
            missed_win: missed,
            better,
            better_path: squares.into_iter().next().unwrap_or_default(),
        })
    }

    /// Does the best move give up material for good, while the second best is clearly worse?
    fn is_brilliant(
        &self,
        ply: usize,
        side: Side,
        before: &Looked,
        after: f64,
        follows: Option<&Looked>,
    ) -> bool {
        let own = |white: f64| if side == Side::White { white } else { 1.0 - white };
        let [best, second, ..] = before.lines.as_slice() else { return false };
        let [first, other] =
            [best, second].map(|line| own(self.curve.of_white(line.score, ply - 1)));
        if after < SOUND || first - other < ONLY_MOVE {
            return false;
        }
        let follows = follows.and_then(Looked::best).map_or(&[][..], |line| &line.moves);
        let sign = if side == Side::White { 1 } else { -1 };
        let material = |plies, line: &[String]| {
            self.game.material_along(plies, line).map(|material| sign * material)
        };
        // Who takes back has given up nothing by it, and had no more before than when the other side took.
        let had =
            [ply - 1, ply.saturating_sub(2)].into_iter().filter_map(|at| material(at, &[])).min();
        let settled = SACRIFICE_PLIES.map(|plies| follows.get(..plies).unwrap_or(follows));
        let has = settled.filter_map(|line| material(ply, line)).max();
        had.zip(has).is_some_and(|(had, has)| had - has >= SACRIFICE)
    }
}

/// What a side has given away in units of the game.
fn units(before: Score, after: Score, side: Side) -> Option<f64> {
    Some((before.ahead_for(side)? - after.ahead_for(side)?).max(0.0))
}

impl SideReview {
    fn of(moves: &[Judged], side: Side, course: &Course) -> SideReview {
        let mut counts = [0; Judgement::ALL.len()];
        let (mut accuracies, mut units) = (Vec::new(), 0.0);
        for judged in moves.iter().filter(|judged| judged.side == side) {
            counts[judged.judgement as usize] += 1;
            units += judged.units.unwrap_or(0.0);
            // Where there was no choice nothing could be done better.
            if !course.moves[judged.ply - 1].forced {
                accuracies.push(100.0 * (-SEVERITY * judged.lost()).exp());
            }
        }
        let accuracy = (!accuracies.is_empty())
            .then(|| accuracies.iter().sum::<f64>() / accuracies.len() as f64);
        SideReview { accuracy, counts, units }
    }
}

/// The greatest mistakes that won, lost or opened the game, in the order of the game.
fn turning_points(moves: &[Judged]) -> Vec<usize> {
    let standing = |chance: f64| i8::from(chance >= WINNING) - i8::from(chance <= 1.0 - WINNING);
    let mut turns: Vec<&Judged> = moves
        .iter()
        .filter(|judged| {
            judged.lost() >= MISTAKE && standing(judged.before) != standing(judged.after)
        })
        .collect();
    turns.sort_by(|a, b| b.lost().total_cmp(&a.lost()));
    let mut plies: Vec<usize> =
        turns.iter().take(MOST_TURNING_POINTS).map(|judged| judged.ply).collect();
    plies.sort_unstable();
    plies
}

/// The last move after which the game was lost for certain, and before which it was not.
fn losing_move(moves: &[Judged], chances: &[Option<f64>]) -> Option<usize> {
    let lost = |judged: &&Judged| {
        let white_before = chances.get(judged.ply - 1).copied().flatten();
        let own = |white: f64| if judged.side == Side::White { white } else { 1.0 - white };
        judged.after == 0.0 && white_before.is_some_and(|white| own(white) > 0.0)
    };
    moves.iter().rfind(lost).map(|judged| judged.ply)
}
