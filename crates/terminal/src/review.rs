//! A review as text: a summary of a few lines with the chances as a sparkline.

use crate::text::wrapped;
use crate::tree::numbered;
use game::{Seat, Side, Viewer};
use std::fmt::Write;
use table::review::risk::RiskReview;
use table::review::{Judged, Judgement, Review, SideReview};
use table::{AnyTable, Card, Language, fill};

/// A sparkline has at most so many columns.
const WIDEST: usize = 72;
const EIGHTHS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const LETTERS: [char; 8] = ['_', '.', ',', '-', '=', '+', '*', '#'];
/// What is said of a side: nothing of good moves, which are the rest.
const COUNTED: [Judgement; 4] =
    [Judgement::Brilliant, Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];
/// A click gives away safety when it could have been so much safer.
const CARELESS: f64 = 0.005;
const MOST_CLICKS: usize = 12;

/// Writes summaries of reviews.
#[derive(Debug, Clone, Copy)]
pub struct Summary {
    pub language: Language,
    /// Without characters beyond ASCII?
    pub ascii: bool,
}

impl Summary {
    /// A game of two that was looked at again.
    pub fn of(self, game: &AnyTable, review: &Review) -> String {
        let words = &self.language.words().review;
        let mut text = self.heading(game);
        let scene = game.scene(Viewer::Spectator, 0, self.language);
        let name = |ply: usize| {
            scene
                .moves
                .get(ply - 1)
                .map(|name| game.card().move_in(name, self.language))
                .map(|name| numbered(scene.numbering, ply, &[name]))
        };
        if let Some(opening) = &review.opening {
            let left =
                opening.plies.checked_sub(1).and_then(|last| name(last + 1)).unwrap_or_default();
            let _ = writeln!(
                text,
                "{}",
                fill(words.left_opening, &[opening.name(self.language), &left])
            );
        }
        let card = game.card();
        let _ = writeln!(text, "{}", sparkline(&review.chances, self.ascii));
        let widest = card.sides().iter().map(|&side| self.side(card, side).chars().count()).max();
        for side in card.sides() {
            let line = self.side_line(card, &review.sides[side]);
            let _ = writeln!(text, "{:<1$}  {line}", self.side(card, side), widest.unwrap_or(0));
        }
        let told: Vec<&Judged> = review
            .moves
            .iter()
            .filter(|judged| {
                judged.judgement >= Judgement::Mistake
                    || judged.judgement == Judgement::Brilliant
                    || judged.missed_win.is_some()
            })
            .collect();
        for judged in told {
            let mark = if review.turning_points.contains(&judged.ply) { "*" } else { " " };
            let _ = writeln!(
                text,
                "{mark} {}",
                self.judged(card, judged, &name(judged.ply).unwrap_or_default())
            );
        }
        match review.turning_points.as_slice() {
            [] => {
                let _ = writeln!(text, "{}", words.no_turning_points);
            }
            plies => {
                let names: Vec<String> = plies.iter().filter_map(|&ply| name(ply)).collect();
                let _ = writeln!(text, "* {}: {}", words.turning_points, names.join(", "));
            }
        }
        if let Some(name) = review.losing_move.and_then(name) {
            let _ = writeln!(text, "{}", fill(words.lost_the_game, &[&name]));
        }
        text
    }

    /// A game with a hidden board.
    pub fn of_risks(self, game: &AnyTable, review: &RiskReview) -> String {
        let words = &self.language.words().review;
        let mut text = self.heading(game);
        for said in
            [game.statistics(self.language), game.speed(self.language)].into_iter().flatten()
        {
            let _ = writeln!(text, "{said}");
        }
        let expected: f64 = review.clicks.iter().map(|click| click.risk).sum();
        let hits = review.clicks.iter().filter(|click| click.hit).count();
        let _ = writeln!(text, "{}", fill(words.skill, &[&per_cent(review.skill)]));
        let _ = writeln!(text, "{}", fill(words.survival, &[&per_cent(review.survival)]));
        let _ =
            writeln!(text, "{}", fill(words.luck, &[&format!("{expected:.2}"), &hits.to_string()]));
        let careless: Vec<_> =
            review.clicks.iter().filter(|click| click.risk - click.least > CARELESS).collect();
        if careless.is_empty() {
            let _ = writeln!(text, "{}", words.no_risk);
        }
        for click in careless.iter().take(MOST_CLICKS) {
            let (risk, least) = (per_cent(click.risk), per_cent(click.least));
            let name = game.card().move_in(&click.name, self.language);
            let number = format!("{}. {name}", click.ply);
            let line = match &click.safer {
                Some(safer) => fill(words.safer, &[&number, &risk, safer, &least]),
                None => fill(words.risk, &[&number, &risk]),
            };
            let _ = writeln!(text, "  {line}");
        }
        text
    }

    /// Who played, when, and how it ended.
    fn heading(self, game: &AnyTable) -> String {
        let (card, heading) = (game.card(), game.heading());
        let people = heading.title(&card.sides()).into_iter().chain(heading.occasion());
        let title = card.words(self.language).title.to_owned();
        let end = Some(game.end_in(self.language)).filter(|end| !end.is_empty());
        let mut text = String::new();
        for line in people.chain([title]).chain(end) {
            let _ = writeln!(text, "{}", wrapped(line.split(' ')));
        }
        text
    }

    fn side(self, card: &'static dyn table::Card, side: Side) -> &'static str {
        card.seat_name(Seat::Side(side), self.language)
    }

    fn side_line(self, card: &'static dyn table::Card, side: &SideReview) -> String {
        let words = &self.language.words().review;
        let mut parts = Vec::new();
        if let Some(accuracy) = side.accuracy {
            parts.push(format!("{} {accuracy:.0} %", words.accuracy));
        }
        for judgement in COUNTED {
            let count = side.counts[judgement as usize];
            let name = match count {
                0 if judgement == Judgement::Brilliant => continue,
                1 => words.judgements[judgement as usize].to_lowercase(),
                _ => words.several[judgement as usize].to_owned(),
            };
            parts.push(format!("{count} {name}"));
        }
        if let Some(text) = card.words(self.language).units_lost {
            parts.push(fill(text, &[&format!("{:.0}", side.units)]));
        }
        parts.join(", ")
    }

    fn judged(self, card: &'static dyn Card, judged: &Judged, name: &str) -> String {
        let sign = judged.judgement.sign().map_or("", |(_, sign)| sign);
        let arrow = if self.ascii { "->" } else { "→" };
        let chances = format!("{} {arrow} {} %", per_cent(judged.before), per_cent(judged.after));
        let remark = judged
            .remark_with(self.language, |mv| card.move_in(mv, self.language))
            .unwrap_or_default();
        format!("{name}{sign}  {chances}  {remark}")
    }
}

/// A share in per cent, without decimals unless it would be nothing or all.
fn per_cent(share: f64) -> String {
    let whole = format!("{:.0}", 100.0 * share);
    let is_exact = share == 0.0 || share == 1.0;
    if (whole == "0" || whole == "100") && !is_exact {
        format!("{:.1}", 100.0 * share)
    } else {
        whole
    }
}

/// The chances of white, from the first position to the last; a gap where they are not known.
pub fn sparkline(chances: &[Option<f64>], ascii: bool) -> String {
    sparkline_in(chances, ascii, WIDEST)
}

/// The same in at most so many columns.
pub fn sparkline_in(chances: &[Option<f64>], ascii: bool, widest: usize) -> String {
    let signs = if ascii { LETTERS } else { EIGHTHS };
    let columns = chances.len().min(widest);
    let column = |at: usize| {
        let from = at * chances.len() / columns;
        let to = ((at + 1) * chances.len() / columns).max(from + 1);
        let known: Vec<f64> = chances[from..to].iter().copied().flatten().collect();
        if known.is_empty() {
            return ' ';
        }
        let mean = known.iter().sum::<f64>() / known.len() as f64;
        signs[((mean * 8.0) as usize).min(7)]
    };
    (0..columns).map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sparkline_rises_with_the_chances_of_white_and_has_gaps() {
        let line = sparkline(&[Some(0.0), Some(0.5), None, Some(1.0)], false);
        assert_eq!(line, "▁▅ █");
        assert_eq!(sparkline(&[Some(0.0), Some(0.5), None, Some(1.0)], true), "_= #");
        assert_eq!(sparkline(&vec![Some(0.5); 300], false).chars().count(), WIDEST);
        assert_eq!(sparkline(&[], false), "");
    }

    #[test]
    fn a_share_is_all_or_nothing_only_when_it_is() {
        let shown = [0.0, 0.001, 0.5, 0.999, 1.0].map(per_cent);
        assert_eq!(shown, ["0", "0.1", "50", "99.9", "100"]);
    }
}
