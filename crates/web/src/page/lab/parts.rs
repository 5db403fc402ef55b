//! What the pages of the lab are put together from.

use super::{LabPage, Shown};
use crate::lab::learner::{Progress, Trouble};
use crate::lab::squares::{Board, Drawn};
use crate::lab::{LONGEST, USUAL_MINUTES};
use crate::page::board::standing;
use crate::seat::SeatName;
use game::Seat;
use lab::learning::{Curve, Group, Point, chart, heat};
use learn::{HeatMap, Method};
use maud::{Markup, PreEscaped, html};
use table::card::PieceStyle;
use table::scene::{Colour, Piece};
use table::{Card, Player, fill};

/// Stages of a run that are offered in a row, with the first and the last.
const STAGES: usize = 5;

/// The seat of a person who plays a learnt player, and that of the player: a person moves first.
pub fn seats(card: &'static dyn Card) -> (&'static str, &'static str) {
    let sides = card.sides();
    let seat =
        |index: usize| sides.get(index).map_or("", |side| SeatName::from(Seat::Side(*side)).text());
    (seat(0), seat(1))
}

impl Shown<'_> {
    pub fn curve(&self) -> Option<&Curve> {
        self.group.comparison.curves.get(self.index)
    }

    /// The player of a generation, as strong as the page says.
    fn player(&self, generation: u32) -> String {
        let run = self.name.to_owned();
        Player::Learnt { run, generation: Some(generation), depth: None }.to_string()
    }
}

/// Some of so many generations: the first, the last, and between them as evenly as can be.
fn stages(count: usize) -> Vec<u32> {
    let last = count.saturating_sub(1);
    let steps = (STAGES - 1).min(last).max(1);
    let mut stages: Vec<u32> = (0..=steps).map(|step| (step * last / steps) as u32).collect();
    stages.dedup();
    stages.truncate(count);
    stages
}

/// The field for the time that a run shall learn.
fn minutes(label: &str) -> Markup {
    html! {
        label .field { span { (label) }
            input name="minutes" type="number" inputmode="numeric" min="1" max=(LONGEST) value=(USUAL_MINUTES) required autocomplete="off";
        }
    }
}

impl LabPage<'_> {
    /// A game by its title and what there is to know of its start.
    pub fn title(&self, card: &'static dyn Card, start: &str) -> String {
        let title = card.words(self.context.language()).title;
        match card.describe(start, self.context.language()) {
            None => title.to_owned(),
            Some(about) => format!("{title}, {}", about.trim_end_matches('.')),
        }
    }

    pub fn rating(&self, point: Option<&Point>) -> Markup {
        match point {
            Some(point) if point.is_measured() => html! {
                (self.numbers.decimals(point.rating, 0)) " "
                span .margin { "± " (self.numbers.decimals(point.margin, 0)) }
            },
            _ => html! { span .margin { (self.words.not_measured) } },
        }
    }

    /// The curves of some runs of a group, with what they show in words.
    pub fn charts(&self, id: &str, group: &Group, runs: &[usize]) -> Markup {
        let words = self.words;
        // All of them are of one game: its name says nothing there.
        let prefix = format!("{}-", group.game);
        let label =
            |curve: &Curve| curve.run.strip_prefix(&prefix).unwrap_or(&curve.run).to_owned();
        let pictures = chart::panels(&group.comparison, runs, &label, &words.chart);
        let end = |&index: &usize| {
            let curve = group.comparison.curves.get(index)?;
            let point = curve.last_measured()?;
            let numbers = [point.rating, point.margin].map(|n| self.numbers.decimals(n, 0));
            Some(fill(words.chart_end, &[&curve.run, &numbers[0], &numbers[1]]))
        };
        let ends: Vec<String> = runs.iter().filter_map(end).collect();
        html! {
            div .charts id=(id) data-part {
                @for picture in &pictures {
                    figure {
                        figcaption { (picture.title) }
                        div role="img" aria-label=(fill(words.chart_shows, &[picture.title, &ends.join(", ")])) {
                            (PreEscaped(&picture.svg))
                        }
                    }
                }
                @if pictures.is_empty() { p .quiet { (words.no_curve) } }
            }
        }
    }

    /// A few generations to play, from the first to the last.
    pub fn stages(&self, shown: &Shown<'_>) -> Markup {
        let stages = stages(shown.run.entries.len());
        html! {
            @if !stages.is_empty() {
                div .play {
                    span .quiet { (self.words.play_heading) }
                    @for generation in stages {
                        (self.play(shown, generation, "stage", &generation.to_string()))
                    }
                }
            }
        }
    }

    fn play(&self, shown: &Shown<'_>, generation: u32, place: &str, text: &str) -> Markup {
        let label = fill(self.words.play_this, &[shown.name, &generation.to_string()]);
        html! {
            button type="button" id=(format!("{place}-{}-{generation}", shown.name))
                data-player=(shown.player(generation)) aria-label=(label) { (text) }
        }
    }

    /// The form that starts a run.
    pub fn start_form(&self, unfolded: bool) -> Markup {
        let words = self.words;
        html! {
            details #start .fold .starting open[unfolded] data-acts {
                summary { (words.start_heading) }
                form .fields {
                    p .quiet .wide { (words.start_help) }
                    label .field { span { (words.game) }
                        select name="game" autocomplete="off" {
                            @for (card, start, label) in self.learnable() {
                                option data-game=(card.name()) data-start=(start) { (label) }
                            }
                        }
                    }
                    label .field { span { (words.method) }
                        select name="method" autocomplete="off" {
                            @for method in Method::ALL {
                                option value=(method) selected[method == Method::Td] { (self.method(method)) }
                            }
                        }
                    }
                    (minutes(words.minutes_field))
                    label .field { span { (words.seed) }
                        input name="seed" type="number" inputmode="numeric" min="0" max="999999999" value="1" required autocomplete="off";
                    }
                    button .main type="submit" { (words.start) }
                    p .refusal .wide role="alert" {}
                }
            }
        }
    }

    /// Everything that can be learnt: each kind of game of each card, with its start.
    fn learnable(&self) -> Vec<(&'static dyn Card, String, String)> {
        let language = self.context.language();
        let mut found = Vec::new();
        for &card in self.state.hub.club.cards() {
            let mut kinds = Vec::new();
            for offer in card.starts(language) {
                let named = Some(offer.value.as_str()).filter(|name| !name.is_empty());
                let Ok(start) = card.start(named, 0) else { continue };
                let kind = card.kind_of(&start);
                let is_new = !kinds.iter().any(|other| std::ptr::eq(*other, kind));
                if kind.learning.is_some() && is_new {
                    kinds.push(kind);
                    let title = self.title(card, &start);
                    found.push((card, offer.value, title));
                }
            }
        }
        found
    }

    /// What a run is doing, and what can be done about it.
    pub fn state_of(&self, shown: &Shown<'_>) -> Markup {
        let words = self.words;
        let progress = self.now.progress.as_ref().filter(|progress| progress.run == shown.name);
        let trouble = self.now.trouble.as_ref().filter(|(run, _)| run == shown.name);
        let is_open = self.state.lab.is_open();
        html! {
            div #state data-part {
                @if let Some(progress) = progress {
                    p { b { (words.learning_now) ":" } " " (self.progress(progress)) }
                    @if progress.stopping {
                        p .quiet { (words.stopping) }
                    } @else if is_open {
                        button #stop type="button" data-stop=(shown.name) { (words.stop) }
                    }
                } @else if shown.learning {
                    p { b { (words.learning_elsewhere) } }
                }
                @if let Some((_, trouble)) = trouble { p .bad-news { (self.trouble_in_words(Some(*trouble))) } }
            }
            @if is_open {
                // Not a part that is exchanged while something is written into it.
                div #resume data-part hidden[shown.learning] {
                    form .resume data-resume=(shown.name) {
                        (minutes(words.more_minutes))
                        button #go-on type="submit" { (words.go_on) }
                    }
                }
            }
        }
    }

    fn progress(&self, progress: &Progress) -> String {
        let time = |time: std::time::Duration| self.numbers.time(time.as_secs_f64());
        let games = self.numbers.whole(progress.games);
        fill(self.words.progress, &[&games, &time(progress.learnt_for), &time(progress.until)])
    }

    pub fn trouble_in_words(&self, trouble: Option<Trouble>) -> &'static str {
        let words = self.words;
        match trouble {
            Some(Trouble::DiskFull) => words.disk_full,
            Some(Trouble::NotWritten) => words.not_written,
            Some(Trouble::Damaged) => words.damaged,
            Some(Trouble::OtherVersion) => words.other_version,
            Some(Trouble::InUse) => words.in_use,
            Some(Trouble::Crashed) => words.crashed,
            None => words.unreadable,
        }
    }

    /// The runs that cannot be read, and why.
    pub fn unreadable(&self) -> Markup {
        let words = self.words;
        let strange = self.contents.groups.iter().filter(|group| self.card(&group.game).is_none());
        let strange =
            strange.flat_map(|group| &group.runs).map(|run| (&run.name, words.other_game));
        let unreadable = self.contents.unreadable.iter().map(|run| {
            let trouble = run.error().map(Trouble::of);
            let is_file = matches!(trouble, Some(Trouble::NotWritten | Trouble::DiskFull));
            (&run.name, self.trouble_in_words(trouble.filter(|_| !is_file)))
        });
        let all: Vec<_> = unreadable.chain(strange).collect();
        html! {
            div #unreadable data-part {
                @if !all.is_empty() {
                    h2 { (words.unreadable_heading) }
                    ul { @for (name, why) in all { li { b { (name) } " " span .quiet { (why) } } } }
                }
                @if self.contents.left_out > 0 {
                    p .quiet { (fill(words.left_out, &[&self.contents.left_out.to_string()])) }
                }
            }
        }
    }

    /// Every generation of a run, the newest first.
    pub fn generations(&self, shown: &Shown<'_>) -> Markup {
        let words = self.words;
        let points = shown.curve().map_or(&[][..], |curve| &curve.points);
        let league = points.iter().any(|point| point.league.is_some());
        html! {
            div #generations .sheet data-part {
                h2 { (words.generations) }
                table .figures {
                    caption .hidden { (words.generations) }
                    thead { tr {
                        th scope="col" { abbr title=(words.generation) { (words.generation_short) } }
                        th scope="col" { (words.games) }
                        th scope="col" { (words.time) }
                        th scope="col" { (words.rating) }
                        @if league { th scope="col" { (words.league) } }
                        th scope="col" { span .hidden { (words.play) } }
                    } }
                    tbody {
                        @for point in points.iter().rev() {
                            tr {
                                th scope="row" { (point.generation) }
                                td { (self.numbers.whole(point.games)) }
                                td { (self.numbers.time(point.learning_seconds)) }
                                td { (self.rating(Some(point))) }
                                @if league { td { @if let Some(share) = point.league { (self.share(share)) } } }
                                td { (self.play(shown, point.generation, "play", words.play)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn share(&self, share: [f64; 2]) -> Markup {
        let [share, margin] = self.numbers.share(share);
        html! { (share) " " span .margin { "± " (margin) } }
    }

    /// What is read out when a generation is ready.
    pub fn news(&self, shown: &Shown<'_>) -> String {
        let point =
            shown.curve().and_then(|curve| curve.last_measured()).filter(|_| shown.learning);
        point.map_or_else(String::new, |point| {
            let numbers = [point.rating, point.margin].map(|n| self.numbers.decimals(n, 0));
            let generation = point.generation.to_string();
            let [rating, margin] = &numbers;
            fill(self.words.new_generation, &[shown.name, &generation, rating, margin])
        })
    }

    /// What a piece is worth on each square.
    pub fn squares(&self, shown: &Shown<'_>, board: &Board) -> Markup {
        let words = self.words;
        html! {
            section #square-values data-part aria-labelledby="squares-heading" {
                @match &board.drawn {
                    Some(Drawn { generation, maps, .. }) => {
                        h2 #squares-heading { (fill(words.squares_heading, &[&generation.to_string()])) }
                        @if maps.is_empty() {
                            p .quiet { (words.no_squares) }
                        } @else {
                            p .quiet { (words.squares_help) }
                            div .maps { @for map in maps.iter() { (self.map(shown.card, map)) } }
                        }
                    }
                    None => {
                        @let last = shown.run.entries.last().map_or(0, |entry| entry.generation);
                        h2 #squares-heading { (fill(words.squares_heading, &[&last.to_string()])) }
                        @if board.pending { p .quiet { (words.squares_pending) } }
                    }
                }
            }
        }
    }

    fn map(&self, card: &'static dyn Card, map: &HeatMap) -> Markup {
        let piece = piece(card, &map.title);
        let name = piece.map(|piece| card.piece_name(piece, self.context.language()));
        let name = name.filter(|name| !name.is_empty()).unwrap_or(&map.title);
        let numbers = || map.squares.iter().flatten();
        let least = numbers().copied().fold(f32::INFINITY, f32::min);
        let most = numbers().copied().fold(f32::NEG_INFINITY, f32::max);
        let [least, most] = [least, most].map(|n| self.numbers.decimals(f64::from(n), 0));
        html! {
            figure {
                figcaption data-board=(card.name()) {
                    @if let Some(piece) = piece { span .sign { (standing(self.context, card, piece)) } }
                    (name)
                }
                (PreEscaped(heat::picture(map, &fill(self.words.squares_of, &[name, &least, &most]))))
            }
        }
    }
}

/// The piece of this kind of the side that moves first.
fn piece(card: &'static dyn Card, kind: &str) -> Option<Piece> {
    let side = card.sides().first().map(|side| Colour::from(*side));
    let style = card.pieces().iter().find(|style| style.kind == kind && style.side == side);
    style.map(PieceStyle::piece)
}

#[cfg(test)]
mod tests {
    use super::stages;

    #[test]
    fn the_first_and_the_last_generation_are_always_offered() {
        assert!(stages(0).is_empty());
        assert_eq!(stages(1), [0]);
        assert_eq!(stages(2), [0, 1]);
        assert_eq!(stages(5), [0, 1, 2, 3, 4]);
        assert_eq!(stages(33), [0, 8, 16, 24, 32]);
    }
}
