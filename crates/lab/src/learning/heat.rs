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
         .line{{stroke:#ddd6c9;fill:#fffdf8}}@media(prefers-color-scheme:dark){{.ground{{fill:#202329}}\
         .title{{fill:#ece9e2}}.line{{stroke:#343942}}}}</style>\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>"
    );
    for (number, map) in maps.iter().enumerate() {
        let (left, top) = (number % 3 * wide + 8, number / 3 * high);
        let most = largest(map);
        let _ = write!(
            out,
            "<text class=\"title\" x=\"{left}\" y=\"{}\">{}</text>",
            top + 18,
            map.title
        );
        for (index, square) in map.squares.iter().enumerate() {
            let x = left + index % map.columns * CELL;
            let y = top + TITLE + index / map.columns * CELL;
            let _ = write!(
                out,
                "<rect class=\"line\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
            );
            if let Some(n) = square {
                let colour = if *n < 0.0 { "#d5483f" } else { "#2f86c9" };
                let _ = write!(
                    out,
                    "<rect fill=\"#fff\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>\
                     <rect fill=\"{colour}\" fill-opacity=\"{:.2}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" \
                     height=\"{CELL}\"/><text x=\"{}\" y=\"{}\">{n:.0}</text>",
                    0.75 * n.abs() / most,
                    x + CELL / 2,
                    y + CELL / 2 + 4
                );
            }
        }
    }
    out.push_str("</svg>\n");
    out
}
