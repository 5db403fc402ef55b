//! Heat maps of boards, as text and as SVG.

use learn::HeatMap;
use std::fmt::Write;

/// The boards as numbers, coloured where the terminal shows colours.
pub fn text(maps: &[HeatMap], coloured: bool) -> String {
    let mut out = String::new();
    for map in maps {
        let _ = writeln!(out, "{}", map.title);
        let most = largest(map);
        for row in map.squares.chunks(map.columns) {
            for square in row {
                let number = square.map_or_else(|| "   . ".to_owned(), |n| format!("{n:>5.0}"));
                match square {
                    Some(n) if coloured => {
                        let _ = write!(
                            out,
                            "\x1b[48;5;{}m\x1b[38;5;16m{number} \x1b[0m",
                            shade(*n / most)
                        );
                    }
                    _ => {
                        let _ = write!(out, "{number} ");
                    }
                }
            }
            out.push('\n');
        }
        out.push('\n');
    }
    out
}

/// One of the 256 colours of a terminal, from red over white to blue.
fn shade(part: f32) -> u8 {
    const SHADES: [u8; 7] = [203, 210, 224, 255, 189, 111, 75];
    SHADES[(f32::midpoint(part, 1.0) * 6.99).clamp(0.0, 6.0) as usize]
}

fn largest(map: &HeatMap) -> f32 {
    map.squares.iter().flatten().fold(0.01, |most, n| n.abs().max(most))
}

const CELL: usize = 44;
const TITLE: usize = 26;

/// The boards side by side, three in a row. A square that helps is blue, one that harms red; its number is in it.
pub fn svg(maps: &[HeatMap]) -> String {
    let Some(first) = maps.first() else { return String::new() };
    let (wide, high) = (first.columns * CELL + 16, first.rows * CELL + TITLE + 10);
    let in_row = maps.len().min(3);
    let (width, height) = (in_row * wide, maps.len().div_ceil(3) * high);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"What each piece is worth on each square\"><style>text{{font:12px system-ui,sans-serif;\
         text-anchor:middle;fill:#23262b}}.title{{font-size:14px;text-anchor:start}}.ground{{fill:#fffdf8}}\
         .empty{{stroke:#ddd6c9;fill:#fffdf8}}.square{{stroke:#ddd6c9;fill:#fff}}.more{{fill:#2f86c9}}\
         .less{{fill:#d5483f}}@media(prefers-color-scheme:dark){{.ground,.empty{{fill:#202329}}\
         .title{{fill:#ece9e2}}.empty{{stroke:#343942}}}}</style>\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>"
    );
    for (number, map) in maps.iter().enumerate() {
        let (left, top) = (number % 3 * wide + 8, number / 3 * high);
        let _ = write!(
            out,
            "<text class=\"title\" x=\"{left}\" y=\"{}\">{}</text>",
            top + 18,
            map.title
        );
        draw(&mut out, map, left, top + TITLE);
    }
    out.push_str("</svg>\n");
    out
}

/// One board for a page, without a style of its own: `.heat` with `.square`, `.empty`, `.more` and `.less`.
pub fn picture(map: &HeatMap, label: &str) -> String {
    let (width, height) = (map.columns * CELL + 2, map.rows * CELL + 2);
    let mut out = format!(
        "<svg class=\"heat\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
        label.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
    );
    draw(&mut out, map, 1, 1);
    out.push_str("</svg>");
    out
}

/// The squares of a board, the first with its corner here.
fn draw(out: &mut String, map: &HeatMap, left: usize, top: usize) {
    let most = largest(map);
    for (index, square) in map.squares.iter().enumerate() {
        let (x, y) = (left + index % map.columns * CELL, top + index / map.columns * CELL);
        let mut rect = |class: &str, opacity: &str| {
            let _ = write!(
                out,
                "<rect class=\"{class}\"{opacity} x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
            );
        };
        let Some(n) = square else {
            rect("empty", "");
            continue;
        };
        rect("square", "");
        let class = if *n < 0.0 { "less" } else { "more" };
        rect(class, &format!(" fill-opacity=\"{:.2}\"", 0.75 * n.abs() / most));
        // Adding zero takes the sign from a zero.
        let n = n.round() + 0.0;
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{n:.0}</text>",
            x + CELL / 2,
            y + CELL / 2 + 4
        );
    }
}
