//! Curves as SVG: strength over processor time and over games, with error bands.
//!
//! One drawing, two dresses: [`svg`] is a file that stands alone and follows the theme of the system; [`panels`] are
//! pictures for a page that has a style sheet ([`style`]) and follows the page's own choice of colours, because a
//! page may forbid styles within it.

use super::compare::{Comparison, Curve, Point};
use std::fmt::Write;

/// The sizes of a panel.
struct Frame {
    width: f64,
    height: f64,
    left: f64,
    /// Room for the labels at the ends of the lines.
    right: f64,
    top: f64,
    bottom: f64,
    /// Labels keep so far apart.
    line: f64,
    /// No label has more letters.
    longest: usize,
}

const FILE: Frame = Frame {
    width: 760.0,
    height: 330.0,
    left: 56.0,
    right: 190.0,
    top: 34.0,
    bottom: 44.0,
    line: 15.0,
    longest: 40,
};

/// Narrow enough for the labels to be read on a phone.
const PAGE: Frame = Frame {
    width: 400.0,
    height: 300.0,
    left: 46.0,
    right: 104.0,
    top: 24.0,
    bottom: 40.0,
    line: 14.0,
    longest: 14,
};

/// The colours of the lines in the light and in the dark theme; a line has a dash of its own, too.
const COLOURS: [[&str; 2]; 8] = [
    ["#1f6f8b", "#6fc3df"],
    ["#b3312b", "#f08a80"],
    ["#2d7a46", "#7fce97"],
    ["#9a6a00", "#e5b95c"],
    ["#6a4fa3", "#b9a3ea"],
    ["#a8447c", "#ec9cc6"],
    ["#3f5f9e", "#9db8ee"],
    ["#5d6470", "#a3abb8"],
];
const DASHES: [&str; 8] = ["", "7 3", "2 3", "10 3 2 3", "1 4", "12 4", "5 2 1 2 1 2", "4 4"];

/// The words of the pictures.
#[derive(Debug, Clone, Copy)]
pub struct ChartWords {
    pub over_time: &'static str,
    pub over_games: &'static str,
    pub in_league: &'static str,
    pub kept_aside: &'static str,
    pub minutes: &'static str,
    /// Where all runs are shorter than two minutes.
    pub seconds: &'static str,
    pub games: &'static str,
    pub rating: &'static str,
    pub per_cent: &'static str,
    pub error: &'static str,
}

impl ChartWords {
    pub const ENGLISH: ChartWords = ChartWords {
        over_time: "Strength over processor time",
        over_games: "Strength over games",
        in_league: "Points in the league",
        kept_aside: "Error in games kept aside, in hundredths of a game",
        minutes: "processor minutes of learning",
        seconds: "processor seconds of learning",
        games: "games learnt from",
        rating: "rating",
        per_cent: "per cent",
        error: "error",
    };
}

/// What a panel shows.
#[derive(Clone, Copy)]
struct Panel<'a> {
    title: &'static str,
    x_title: &'static str,
    y_title: &'static str,
    x: fn(&Point) -> f64,
    /// The value and its margin.
    y: fn(&Point) -> Option<[f64; 2]>,
    yardsticks: &'a [(String, f64)],
}

/// A curve with its label; its place in the comparison gives it its colour.
struct Line<'a> {
    index: usize,
    label: String,
    points: &'a [Point],
}

fn panels_of<'a>(
    lines: &[Line<'_>],
    words: &ChartWords,
    rated: &'a [(String, f64)],
) -> Vec<Panel<'a>> {
    let points = || lines.iter().flat_map(|line| line.points);
    let is_short = points().all(|point| point.learning_seconds < 120.0);
    let (time_title, time): (_, fn(&Point) -> f64) = if is_short {
        (words.seconds, |point| point.learning_seconds)
    } else {
        (words.minutes, |point| point.learning_seconds / 60.0)
    };
    let rating = |point: &Point| point.is_measured().then_some([point.rating, point.margin]);
    let mut panels = vec![
        Panel {
            title: words.over_time,
            x_title: time_title,
            y_title: words.rating,
            x: time,
            y: rating,
            yardsticks: rated,
        },
        Panel {
            title: words.over_games,
            x_title: words.games,
            y_title: words.rating,
            x: |point| point.games as f64,
            y: rating,
            yardsticks: rated,
        },
    ];
    if points().any(|point| point.league.is_some()) {
        panels.push(Panel {
            title: words.in_league,
            x_title: time_title,
            y_title: words.per_cent,
            x: time,
            y: |point| point.league.map(|[share, margin]| [100.0 * share, 100.0 * margin]),
            yardsticks: &[],
        });
    }
    if points().any(|point| point.error.is_some()) {
        panels.push(Panel {
            title: words.kept_aside,
            x_title: time_title,
            y_title: words.error,
            x: time,
            y: |point| point.error.map(|error| [100.0 * error, 0.0]),
            yardsticks: &[],
        });
    }
    panels
}

fn rated_yardsticks(comparison: &Comparison) -> Vec<(String, f64)> {
    comparison.yardsticks.iter().map(|y| (y.name.clone(), y.rating)).collect()
}

/// The picture of a comparison, as a file.
pub fn svg(comparison: &Comparison) -> String {
    let rated = rated_yardsticks(comparison);
    let curves = comparison.curves.iter().enumerate();
    let lines: Vec<Line<'_>> = curves
        .map(|(index, curve)| Line { index, label: curve.label(), points: &curve.points })
        .collect();
    let panels = panels_of(&lines, &ChartWords::ENGLISH, &rated);
    let (width, height) = (FILE.width, FILE.height * panels.len() as f64);
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{}\"><style>text{{font:12px system-ui,sans-serif}}.title{{font-size:15px;\
         font-weight:600}}{SHAPES}{}@media(prefers-color-scheme:dark){{{}}}</style>",
        escape(&description(comparison)),
        theme(0),
        theme(1)
    );
    let _ = write!(out, "<rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>");
    for (number, panel) in panels.iter().enumerate() {
        let _ = write!(
            out,
            "<g transform=\"translate(0 {})\"><text class=\"title\" x=\"{}\" y=\"20\">{}</text>",
            FILE.height * number as f64,
            FILE.left,
            panel.title
        );
        draw(&mut out, &FILE, panel, &lines);
        out.push_str("</g>");
    }
    out.push_str("</svg>\n");
    out
}

/// A picture for a page: the SVG has no style of its own and is left out by screen readers; the caller says
/// beside it what it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    pub title: &'static str,
    pub svg: String,
}

/// Some curves of a comparison, or all of them, each panel as a picture. There is none before games were learnt
/// from.
pub fn panels(
    comparison: &Comparison,
    curves: &[usize],
    label: &dyn Fn(&Curve) -> String,
    words: &ChartWords,
) -> Vec<Picture> {
    let rated = rated_yardsticks(comparison);
    let line = |&index: &usize| {
        let curve = comparison.curves.get(index)?;
        Some(Line { index, label: label(curve), points: &curve.points })
    };
    let lines: Vec<Line<'_>> = curves.iter().filter_map(line).collect();
    let panels = panels_of(&lines, words, &rated);
    let picture = |panel: &Panel<'_>| {
        let (width, height) = (PAGE.width, PAGE.height);
        let mut out = format!(
            "<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" aria-hidden=\"true\" focusable=\"false\">"
        );
        let empty = out.len();
        draw(&mut out, &PAGE, panel, &lines);
        let is_drawn = out.len() > empty;
        out.push_str("</svg>");
        is_drawn.then_some(Picture { title: panel.title, svg: out })
    };
    panels.iter().filter_map(picture).collect()
}

/// The rules for [`panels`] in the style sheet of a page, whose colours follow its `color-scheme`.
pub fn style() -> String {
    let mut css = String::new();
    for rule in SHAPES.split_inclusive('}') {
        let _ = write!(css, ".chart {rule}");
    }
    for (index, [light, dark]) in COLOURS.iter().enumerate() {
        let _ = write!(css, ".chart .c{index}{{--line:light-dark({light},{dark})}}");
    }
    css + ".chart .line{stroke:var(--line)}.chart .band,.chart .dot,.chart text.end{fill:var(--line)}"
}

/// What both dresses share.
const SHAPES: &str = ".line{fill:none;stroke-width:2}.band{opacity:.16}.grid{stroke-width:1}\
                      .yard{stroke-width:.8;opacity:.7}";

/// The picture in words.
fn description(comparison: &Comparison) -> String {
    let last = |curve: &Curve| {
        let point = curve.last_measured()?;
        Some(format!("{} {:.0} ± {:.0}", curve.label(), point.rating, point.margin))
    };
    let ends: Vec<String> = comparison.curves.iter().filter_map(last).collect();
    format!("How strong each method got at {}: {}", comparison.game, ends.join(", "))
}

/// The colours of a file in the light theme or in the dark one.
fn theme(theme: usize) -> String {
    let [ground, text, quiet, line] = match theme {
        0 => ["#fffdf8", "#23262b", "#5d6470", "#ddd6c9"],
        _ => ["#202329", "#ece9e2", "#a3abb8", "#343942"],
    };
    let mut css = format!(
        ".ground{{fill:{ground}}}text{{fill:{text}}}.quiet{{fill:{quiet}}}.grid{{stroke:{line}}}\
         .yard{{stroke:{quiet}}}"
    );
    for (number, colours) in COLOURS.iter().enumerate() {
        let colour = colours[theme];
        let _ = write!(
            css,
            ".line.c{number}{{stroke:{colour}}}.band.c{number},.dot.c{number},text.c{number}{{fill:{colour}}}"
        );
    }
    css
}

/// A label beside the end of a line: its height, its text, its class.
type Label = (f64, String, String);

fn draw(out: &mut String, frame: &Frame, panel: &Panel<'_>, lines: &[Line<'_>]) {
    // On a logarithmic axis there is no zero: the first generation, which knows nothing, stands at its left end.
    let xs = || lines.iter().flat_map(|line| line.points).map(panel.x);
    let least = xs().filter(|&x| x > 0.0).fold(f64::INFINITY, f64::min);
    let most = xs().fold(0.0, f64::max);
    let ys = || lines.iter().flat_map(|line| line.points).filter_map(panel.y);
    if !least.is_finite() || most <= 0.0 || ys().next().is_none() {
        return;
    }
    let (low, high) = ((least / 1.5).log10(), (most.max(least * 2.0)).log10());
    let top = ys().map(|[y, _]| y).fold(f64::NEG_INFINITY, f64::max);
    let bottom = ys().map(|[y, _]| y).fold(f64::INFINITY, f64::min);
    let spread = (top - bottom).max(1.0);
    let (bottom, top) = (bottom - 0.08 * spread, top + 0.08 * spread);
    let (left, right) = (frame.left, frame.width - frame.right);
    let (ceiling, floor) = (frame.top, frame.height - frame.bottom);
    let x = |x: f64| left + (x.log10().max(low) - low) / (high - low) * (right - left);
    let y = |y: f64| {
        let y = y.clamp(bottom, top);
        ceiling + (top - y) / (top - bottom) * (floor - ceiling)
    };
    for tick in log_ticks(low, high, (right - left) / (high - low)) {
        let at = x(tick);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{ceiling}\" y2=\"{floor}\"/>\
             <text class=\"quiet\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            floor + 16.0,
            number(tick)
        );
    }
    for tick in ticks(bottom, top) {
        let at = y(tick);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"quiet\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 6.0,
            at + 4.0,
            number(tick)
        );
    }
    let _ = write!(
        out,
        "<text class=\"quiet\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text class=\"quiet\" x=\"4\" y=\"{:.1}\">{}</text>",
        f64::midpoint(left, right),
        frame.height - 8.0,
        panel.x_title,
        ceiling - 8.0,
        panel.y_title
    );
    let mut labels: Vec<Label> = Vec::new();
    for (name, rating) in panel.yardsticks {
        if (bottom..=top).contains(rating) {
            let at = y(*rating);
            let _ = write!(
                out,
                "<line class=\"yard\" x1=\"{left}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>"
            );
            labels.push((at, name.clone(), "quiet".to_owned()));
        }
    }
    for line in lines {
        let points: Vec<(f64, [f64; 2])> =
            line.points.iter().filter_map(|p| Some((x((panel.x)(p)), (panel.y)(p)?))).collect();
        let upper = points.iter().map(|&(x, [value, margin])| (x, y(value + margin)));
        let lower = points.iter().rev().map(|&(x, [value, margin])| (x, y(value - margin)));
        let band: Vec<(f64, f64)> = upper.chain(lower).collect();
        let middle: Vec<(f64, f64)> = points.iter().map(|&(x, [value, _])| (x, y(value))).collect();
        let style = line.index % COLOURS.len();
        let _ = write!(
            out,
            "<polygon class=\"band c{style}\" points=\"{}\"/>\
             <polyline class=\"line c{style}\" stroke-dasharray=\"{}\" points=\"{}\"/>",
            path(&band),
            DASHES[style],
            path(&middle)
        );
        for (x, y) in &middle {
            let _ =
                write!(out, "<circle class=\"dot c{style}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\"/>");
        }
        if let Some(&(_, at)) = middle.last() {
            labels.push((at, line.label.clone(), format!("end c{style}")));
        }
    }
    for (at, label, class) in apart(labels, frame) {
        let _ = write!(
            out,
            "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            right + 8.0,
            at + 4.0,
            escape(&shortened(&label, frame.longest))
        );
    }
}

fn shortened(label: &str, longest: usize) -> String {
    if label.chars().count() <= longest {
        return label.to_owned();
    }
    label.chars().take(longest.saturating_sub(1)).chain(['…']).collect()
}

fn path(points: &[(f64, f64)]) -> String {
    let texts: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    texts.join(" ")
}

/// Labels moved apart, so that none lies on another.
fn apart(mut labels: Vec<Label>, frame: &Frame) -> Vec<Label> {
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    for index in 1..labels.len() {
        labels[index].0 = labels[index].0.max(labels[index - 1].0 + frame.line);
    }
    // What was pushed over the edge pushes back.
    let mut limit = frame.height - 4.0;
    for label in labels.iter_mut().rev() {
        label.0 = label.0.min(limit);
        limit = label.0 - frame.line;
    }
    labels
}

/// Round numbers, as many as there is room for: so much for each power of ten.
fn log_ticks(low: f64, high: f64, room: f64) -> Vec<f64> {
    let factors: &[f64] = match room {
        room if room > 140.0 => &[1.0, 2.0, 5.0],
        room if room > 80.0 => &[1.0, 3.0],
        _ => &[1.0],
    };
    let powers = low.floor() as i32..=high.ceil() as i32;
    let all = powers.flat_map(|power| factors.iter().map(move |f| f * 10f64.powi(power)));
    all.filter(|tick| (low..=high).contains(&tick.log10())).collect()
}

/// About five round numbers.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let step = steps.into_iter().find(|&step| step >= rough).unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|n| n as f64 * step).collect()
}

fn number(number: f64) -> String {
    match number {
        n if n >= 1e6 => format!("{}M", n / 1e6),
        n if n >= 10_000.0 => format!("{}k", n / 1e3),
        n if n.fract().abs() < 1e-9 => format!("{n:.0}"),
        n => format!("{}", (n * 1e4).round() / 1e4),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
