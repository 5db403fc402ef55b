//! Curves as SVG: strength over processor time and over games, with error bands. The colours follow the
//! light or dark theme of whoever looks.

use super::compare::{Comparison, Curve, Point};
use std::fmt::Write;

const WIDTH: f64 = 760.0;
const PANEL: f64 = 330.0;
const LEFT: f64 = 56.0;
/// Room for the labels at the ends of the lines.
const RIGHT: f64 = 190.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 44.0;
/// Labels keep so far apart.
const LINE: f64 = 15.0;

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

/// What a panel shows.
#[derive(Clone, Copy)]
struct Panel<'a> {
    title: &'a str,
    x_title: &'a str,
    y_title: &'a str,
    x: fn(&Point) -> f64,
    /// The value and its margin.
    y: fn(&Point) -> Option<[f64; 2]>,
    yardsticks: &'a [(String, f64)],
}

/// The picture of a comparison.
pub fn svg(comparison: &Comparison) -> String {
    let rated: Vec<(String, f64)> =
        comparison.yardsticks.iter().map(|y| (y.name.clone(), y.rating)).collect();
    let rating = |point: &Point| Some([point.rating, point.margin]);
    let mut panels = vec![
        Panel {
            title: "Strength over processor time",
            x_title: "processor minutes of learning",
            y_title: "rating",
            x: |point| point.learning_seconds / 60.0,
            y: rating,
            yardsticks: &rated,
        },
        Panel {
            title: "Strength over games",
            x_title: "games learnt from",
            y_title: "rating",
            x: |point| point.games as f64,
            y: rating,
            yardsticks: &rated,
        },
    ];
    let has_league = |curve: &Curve| curve.points.iter().any(|point| point.league.is_some());
    if comparison.curves.iter().any(has_league) {
        panels.push(Panel {
            title: "Points in the league",
            x_title: "processor minutes of learning",
            y_title: "per cent",
            x: |point| point.learning_seconds / 60.0,
            y: |point| point.league.map(|[share, margin]| [100.0 * share, 100.0 * margin]),
            yardsticks: &[],
        });
    }
    let height = PANEL * panels.len() as f64;
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"{}\">{}",
        escape(&description(comparison)),
        style(comparison.curves.len())
    );
    let _ = write!(out, "<rect class=\"ground\" width=\"{WIDTH}\" height=\"{height}\"/>");
    for (number, panel) in panels.iter().enumerate() {
        let _ = write!(out, "<g transform=\"translate(0 {})\">", PANEL * number as f64);
        draw(&mut out, panel, &comparison.curves);
        out.push_str("</g>");
    }
    out.push_str("</svg>\n");
    out
}

/// The picture in words.
fn description(comparison: &Comparison) -> String {
    let last = |curve: &Curve| {
        let point = curve.points.last()?;
        Some(format!("{} {:.0} ± {:.0}", curve.label(), point.rating, point.margin))
    };
    let ends: Vec<String> = comparison.curves.iter().filter_map(last).collect();
    format!("How strong each method got at {}: {}", comparison.game, ends.join(", "))
}

fn style(curves: usize) -> String {
    let theme = |theme: usize| {
        let [ground, text, quiet, line] = match theme {
            0 => ["#fffdf8", "#23262b", "#5d6470", "#ddd6c9"],
            _ => ["#202329", "#ece9e2", "#a3abb8", "#343942"],
        };
        let mut css = format!(
            ".ground{{fill:{ground}}}text{{fill:{text}}}.quiet{{fill:{quiet}}}.grid,.yard{{stroke:{line}}}\
             .yard{{stroke:{quiet}}}"
        );
        for number in 0..curves {
            let colour = COLOURS[number % COLOURS.len()][theme];
            let _ = write!(
                css,
                ".l{number}{{stroke:{colour}}}.b{number}{{fill:{colour}}}text.t{number}{{fill:{colour}}}"
            );
        }
        css
    };
    format!(
        "<style>text{{font:12px system-ui,sans-serif}}.title{{font-size:15px;font-weight:600}}\
         .line{{fill:none;stroke-width:2}}.band{{opacity:.16}}.grid{{stroke-width:1}}\
         .yard{{stroke-width:.8;opacity:.7}}{}@media(prefers-color-scheme:dark){{{}}}</style>",
        theme(0),
        theme(1)
    )
}

fn draw(out: &mut String, panel: &Panel<'_>, curves: &[Curve]) {
    // On a logarithmic axis there is no zero: the first generation, which knows nothing, stands at its left end.
    let xs = || curves.iter().flat_map(|curve| &curve.points).map(panel.x);
    let least = xs().filter(|&x| x > 0.0).fold(f64::INFINITY, f64::min);
    let most = xs().fold(0.0, f64::max);
    if !least.is_finite() || most <= 0.0 {
        return;
    }
    let (low, high) = ((least / 1.5).log10(), (most.max(least * 2.0)).log10());
    let ys = || curves.iter().flat_map(|curve| &curve.points).filter_map(panel.y);
    let top = ys().map(|[y, _]| y).fold(f64::NEG_INFINITY, f64::max);
    let bottom = ys().map(|[y, _]| y).fold(f64::INFINITY, f64::min);
    let spread = (top - bottom).max(1.0);
    let (bottom, top) = (bottom - 0.08 * spread, top + 0.08 * spread);
    let x = |x: f64| LEFT + (x.log10().max(low) - low) / (high - low) * (WIDTH - LEFT - RIGHT);
    let y = |y: f64| {
        let y = y.clamp(bottom, top);
        TOP + (top - y) / (top - bottom) * (PANEL - TOP - BOTTOM)
    };
    let _ = write!(out, "<text class=\"title\" x=\"{LEFT}\" y=\"20\">{}</text>", panel.title);
    let (right, floor) = (WIDTH - RIGHT, PANEL - BOTTOM);
    for tick in log_ticks(low, high) {
        let at = x(tick);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{floor}\"/>\
             <text class=\"quiet\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            floor + 16.0,
            number(tick)
        );
    }
    for tick in ticks(bottom, top) {
        let at = y(tick);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"quiet\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            at + 4.0,
            number(tick)
        );
    }
    let _ = write!(
        out,
        "<text class=\"quiet\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text class=\"quiet\" x=\"{LEFT}\" y=\"31\" text-anchor=\"end\">{}</text>",
        f64::midpoint(LEFT, right),
        PANEL - 10.0,
        panel.x_title,
        panel.y_title
    );
    let mut labels: Vec<(f64, String, String)> = Vec::new();
    for (name, rating) in panel.yardsticks {
        if (bottom..=top).contains(rating) {
            let at = y(*rating);
            let _ = write!(
                out,
                "<line class=\"yard\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>"
            );
            labels.push((at, escape(name), "quiet".to_owned()));
        }
    }
    for (index, curve) in curves.iter().enumerate() {
        let points: Vec<(f64, [f64; 2])> =
            curve.points.iter().filter_map(|p| Some((x((panel.x)(p)), (panel.y)(p)?))).collect();
        let upper = points.iter().map(|&(x, [value, margin])| (x, y(value + margin)));
        let lower = points.iter().rev().map(|&(x, [value, margin])| (x, y(value - margin)));
        let band: Vec<(f64, f64)> = upper.chain(lower).collect();
        let line: Vec<(f64, f64)> = points.iter().map(|&(x, [value, _])| (x, y(value))).collect();
        let _ = write!(
            out,
            "<polygon class=\"band b{index}\" points=\"{}\"/>\
             <polyline class=\"line l{index}\" stroke-dasharray=\"{}\" points=\"{}\"/>",
            path(&band),
            DASHES[index % DASHES.len()],
            path(&line)
        );
        if let Some(&(_, at)) = line.last() {
            labels.push((at, escape(&curve.label()), format!("t{index}")));
        }
    }
    for (at, label, class) in apart(labels) {
        let _ = write!(
            out,
            "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{label}</text>",
            right + 8.0,
            at + 4.0
        );
    }
}

fn path(points: &[(f64, f64)]) -> String {
    let texts: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    texts.join(" ")
}

/// Labels moved apart, so that none lies on another.
fn apart(mut labels: Vec<(f64, String, String)>) -> Vec<(f64, String, String)> {
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    for index in 1..labels.len() {
        labels[index].0 = labels[index].0.max(labels[index - 1].0 + LINE);
    }
    // What was pushed over the edge pushes back.
    let mut limit = PANEL - 4.0;
    for label in labels.iter_mut().rev() {
        label.0 = label.0.min(limit);
        limit = label.0 - LINE;
    }
    labels
}

/// 1, 2 and 5 times powers of ten, or powers alone where there would be too many.
fn log_ticks(low: f64, high: f64) -> Vec<f64> {
    let factors: &[f64] = if high - low > 3.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
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
