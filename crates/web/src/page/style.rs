//! What the cards add to the style sheet and to the sprite.
//!
//! Rules are scoped by `data-board`, which names the card, so that two games may call their squares alike.

use std::fmt::Write;
use table::Club;
use table::card::{Card, OTHER_THEMES, ShadeStyle};

/// Sizes of boards that the server can draw right before the script has run: the policy allows no style
/// within a page.
const SIZES: [u32; 14] = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 30];
/// The colour that lies on both squares of the last move, where colours tell squares apart.
const TINT: &str = "color-mix(in srgb,var(--mark) 30%,#0000)";

/// Patterns that tell cells apart without their colours: those that are closed, and the one that ended the game.
const HATCH: &str =
    "repeating-linear-gradient(45deg,#0000 0 6px,light-dark(#0000002e,#ffffff26) 6px 8px)";
const CROSSES: &str = "repeating-linear-gradient(45deg,#0000 0 5px,#fff5 5px 7px),repeating-linear-gradient(-45deg,#0000 0 5px,#fff5 5px 7px)";

/// The same style sheet with the light colours alone, for browsers that do not know `light-dark()`.
pub fn light_only(style: &str) -> String {
    let mut light = String::with_capacity(style.len());
    let mut rest = style;
    while let Some((before, pair)) = rest.split_once("light-dark(") {
        let (mut depth, mut comma, mut end) = (0_u32, None, None);
        for (at, letter) in pair.char_indices() {
            match letter {
                '(' => depth += 1,
                ')' if depth > 0 => depth -= 1,
                ')' => {
                    end = Some(at);
                    break;
                }
                ',' if depth == 0 => comma = comma.or(Some(at)),
                _ => {}
            }
        }
        let (Some(comma), Some(end)) = (comma, end) else { break };
        light.extend([before, &pair[..comma]]);
        rest = &pair[end + 1..];
    }
    light += rest;
    light
        .replace("color-scheme: light dark", "color-scheme: light")
        .replace("color-scheme: dark", "color-scheme: light")
}

/// The style rules for the squares of every card.
pub fn rules(club: Club) -> String {
    let mut text = String::new();
    for size in SIZES {
        let _ = write!(
            text,
            "[data-columns=\"{size}\"]{{--columns:{size}}}[data-rows=\"{size}\"]{{--rows:{size}}}"
        );
    }
    for card in club.cards() {
        for shade in card.board().shades {
            text += &rule(*card, shade);
            for (theme, [light, dark]) in OTHER_THEMES.iter().zip(shade.themed) {
                let (board, name) = (card.name(), shade.name);
                let rim =
                    if shade.edge.is_some() { ";--rim:inset 0 0 0 1px #0000002e" } else { "" };
                let _ = write!(
                    text,
                    "[data-squares={theme}] [data-board={board}] .{name}{{--square:light-dark({light},{dark}){rim}}}"
                );
            }
        }
        if let Some(verbs) = card.capabilities().verbs {
            let (board, closed, hit) = (card.name(), verbs.closed, verbs.hit);
            let _ = write!(
                text,
                "[data-board={board}] button.{closed}:hover{{background-color:color-mix(in \
                 srgb,var(--square),#fff 12%)}}\
                 [data-board={board}] [data-piece={hit}]{{--square:#b3312b}}\
                 [data-pieces=pattern] [data-board={board}] .{closed}{{background-image:{HATCH}}}\
                 [data-pieces=pattern] [data-board={board}] [data-piece={hit}]{{background-image:{CROSSES}}}"
            );
        }
    }
    text
}

fn rule(card: &dyn Card, shade: &ShadeStyle) -> String {
    let ShadeStyle { name, colours: [light, dark], ink, mark, edge, .. } = shade;
    let mut text = format!(
        "[data-board={}] .{name}{{--square:light-dark({light},{dark});--on-square:{ink};--mark:{mark}",
        card.name()
    );
    match edge {
        None => text.extend([";--tint:", TINT]),
        Some([light, dark]) => {
            let closed = card.capabilities().verbs.is_some_and(|verbs| verbs.closed == *name);
            let width = if card.board().narrow && !closed { "0.5px" } else { "1px" };
            let raised =
                if closed { ",inset 0 2px 0 1px light-dark(#ffffffa0,#ffffff14)" } else { "" };
            let _ = write!(
                text,
                ";--dot:18%;--rim:inset 0 0 0 {width} light-dark({light},{dark}){raised}"
            );
        }
    }
    text + "}"
}

/// The drawings of the page and of every card as one file. The names of a card's drawings begin with that
/// of the card.
pub fn sprite(icons: &str, club: Club, other_set: bool) -> String {
    let drawings = |card: &&dyn Card| {
        let other = card.other_drawings().filter(|_| other_set);
        other
            .unwrap_or(card.drawings())
            .replace("<symbol id=\"", &format!("<symbol id=\"{}-", card.name()))
    };
    let drawings: String = club.cards().iter().map(drawings).collect();
    icons.replace("</svg>", &format!("{drawings}</svg>"))
}
