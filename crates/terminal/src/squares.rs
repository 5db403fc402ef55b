//! What can be asked of the board in words: a square, the pieces, attacks, and what a move has changed.

use crate::session::Session;
use crate::text::wrapped;
use crate::words::words;
use game::{Seat, Side, Viewer};
use table::scene::{Cell, Choice, Picture};
use table::{Card, Language, Millis, Scene, fill};

/// What has changed between two pictures, the squares together that show the same now: `white pawn: e4`.
pub fn changes(
    card: &'static dyn Card,
    before: &Picture,
    after: &Picture,
    language: Language,
) -> Vec<String> {
    let same_board = before.cells.len() == after.cells.len();
    let cells = before.cells.iter().zip(&after.cells).filter(|_| same_board);
    let changed = cells.filter(|(old, new)| (old.piece, old.shade) != (new.piece, new.shade));
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for (_, cell) in changed {
        let what = content(card, cell, language);
        match groups.iter_mut().find(|(name, _)| *name == what) {
            Some((_, squares)) => squares.push(&cell.name),
            None => groups.push((what, vec![&cell.name])),
        }
    }
    // What stands somewhere is of more interest than what is empty now.
    groups.sort_by_key(|(what, _)| card.words(language).shades.contains(what));
    let line = |(what, squares): &(&str, Vec<&str>)| {
        wrapped(format!("{what}: {}", squares.join(", ")).split(' '))
    };
    groups.iter().map(line).collect()
}

/// What is on a square, or what it is called when nothing is.
fn content(card: &'static dyn Card, cell: &Cell, language: Language) -> &'static str {
    match cell.piece {
        Some(piece) => card.piece_name(piece, language),
        None => card.shade_name(cell.shade, language),
    }
}

/// `e4?`: what is on the square, where it may go and what may go there; `None` where there is no such square.
pub fn told(
    card: &'static dyn Card,
    scene: &Scene,
    name: &str,
    language: Language,
) -> Option<String> {
    let words = words(language);
    let cell = scene.picture.cells.iter().find(|cell| cell.name == name)?;
    let mut told = vec![format!("{name}: {}.", content(card, cell, language))];
    let moves = |wanted: &dyn Fn(&Choice) -> bool| -> String {
        let moves = scene.choices.iter().filter(|choice| wanted(choice));
        let names = moves.map(|choice| card.move_in(&choice.mv, language));
        names.collect::<Vec<_>>().join(", ")
    };
    // Where one square says everything there is neither from nor to.
    let is = |square: Option<&String>| square.is_some_and(|square| square == name);
    let from = moves(&|choice: &Choice| choice.path.len() > 1 && is(choice.path.first()));
    let to = moves(&|choice: &Choice| {
        choice.is_meant_by(name) || choice.path.len() > 1 && is(choice.path.last())
    });
    if !from.is_empty() {
        told.push(fill(words.may_go, &[&from]));
    }
    if !to.is_empty() && card.capabilities().verbs.is_none() {
        told.push(fill(words.goes_there, &[&to]));
    }
    Some(wrapped(told.join(" ").split(' ')))
}

/// What stands where, a line for each kind of piece, the strongest first.
pub fn pieces(card: &'static dyn Card, picture: &Picture, language: Language) -> String {
    let mut lines = Vec::new();
    for style in card.pieces().iter().rev() {
        let here = |cell: &&Cell| cell.piece == Some(style.piece());
        let squares: Vec<&str> =
            picture.cells.iter().filter(here).map(|cell| cell.name.as_str()).collect();
        if !squares.is_empty() {
            let name = card.piece_name(style.piece(), language);
            lines.push(wrapped(format!("{name}: {}", squares.join(", ")).split(' ')));
        }
    }
    let none = words(language).no_pieces.to_owned();
    if lines.is_empty() { none } else { lines.join("\n") }
}

/// What Tab may put behind what was typed: moves, and squares, seats and players behind the words that want one.
pub fn completions(card: &'static dyn Card, scene: &Scene, language: Language) -> Completions {
    let choices = scene.choices.iter();
    let mut moves: Vec<String> = choices.map(|choice| card.move_in(&choice.mv, language)).collect();
    let two = scene.choices.iter().filter(|choice| choice.path.len() > 1);
    moves.extend(two.map(|choice| choice.path.concat()));
    moves.sort();
    moves.dedup();
    let cells = scene.picture.cells.iter().map(|cell| cell.name.clone());
    let squares = cells.filter(|name| !name.is_empty()).collect();
    let seats = card.seats().iter().map(|&seat| match seat {
        Seat::Side(Side::White) => "white",
        Seat::Side(Side::Black) => "black",
        Seat::Solo => "solo",
    });
    let seats = seats.map(str::to_owned).collect();
    let mut players = vec!["human".to_owned()];
    players.extend(card.computers().iter().map(ToString::to_string));
    Completions { moves, squares, seats, players }
}

impl Session {
    /// Shows only what changes from now on, or the board again.
    pub(crate) fn be_quiet(&mut self) {
        self.quiet = !self.quiet;
        let words = self.words();
        self.say(if self.quiet { words.is_quiet } else { words.is_not_quiet });
    }

    /// A square for examples.
    pub(crate) fn first_square(&self) -> String {
        let cells = self.scene(0).picture.cells;
        cells.into_iter().map(|cell| cell.name).find(|name| !name.is_empty()).unwrap_or_default()
    }

    /// What names no square is a move with a sign.
    pub(crate) fn tell_of_square(&mut self, line: &str, now: Millis) {
        let name = self.card().square_name(line.trim_end_matches('?').trim());
        match told(self.card(), &self.scene(now), &name, self.display.language) {
            Some(told) => self.say(&told),
            None => self.make_move(line, now),
        }
    }

    pub(crate) fn tell_of_pieces(&mut self, now: Millis) {
        let picture = self.scene(now).picture;
        self.say(&pieces(self.card(), &picture, self.display.language));
    }

    /// What attacks a square: pieces, or empty squares where pieces are only placed.
    pub(crate) fn tell_of_attacks(&mut self, square: &str, now: Millis) {
        let (words, language, card) = (self.words(), self.display.language, self.card());
        let name = card.square_name(square);
        let picture = self.scene(now).picture;
        let on = |square: &str| picture.cells.iter().find(|cell| cell.name == square);
        if on(&name).is_none() {
            return self.say_sentence(&fill(words.no_such_square, &[square]));
        }
        let viewer = self.actor().map_or(Viewer::Spectator, Viewer::Seat);
        let Some(squares) = self.table.attackers(viewer, &name) else {
            return self.say(words.no_attacks_in_game);
        };
        let told = |square: &String| match on(square)?.piece {
            Some(piece) => Some(format!("{} {square}", card.piece_name(piece, language))),
            None => Some(square.clone()),
        };
        let attackers: Vec<String> = squares.iter().filter_map(told).collect();
        let sentence = match attackers.as_slice() {
            [] => fill(words.no_attacks, &[&name]),
            attackers => fill(words.attacked_by, &[&name, &attackers.join(", ")]),
        };
        self.say(&wrapped(sentence.split(' ')));
    }

    /// What Tab may complete.
    pub(crate) fn completions(&self, now: Millis) -> Completions {
        completions(self.card(), &self.scene(now), self.display.language)
    }
}

/// What can be typed now besides the words of commands.
#[derive(Debug, Clone, Default)]
pub struct Completions {
    pub moves: Vec<String>,
    pub squares: Vec<String>,
    pub seats: Vec<String>,
    pub players: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::CLUB;
    use table::{Action, Command};

    #[test]
    fn what_a_move_changes_is_told_with_pieces_first() {
        let card = CLUB.card("othello").unwrap();
        let players =
            table::Seats::Two { white: table::Player::Human, black: table::Player::Human };
        let start = card.start(None, 0).unwrap();
        let table = card.open(&card.started(start, players, None, 0)).unwrap();
        let picture =
            |table: &table::AnyTable| table.scene(Viewer::Spectator, 0, Language::English).picture;
        let action = Action::Move { mv: "d3".to_owned() };
        let after = table.decide(&Command { expected: 1, action }, table.turn().unwrap(), 0);
        let after = after.unwrap().after;
        let told = |language| changes(card, &picture(&table), &picture(&after), language);
        assert_eq!(told(Language::English), ["black disc: d3, d4"]);
        assert_eq!(told(Language::Spanish), ["ficha negra: d3, d4"]);
        assert_eq!(
            changes(card, &picture(&after), &picture(&table), Language::English),
            ["white disc: d4", "empty: d3"]
        );
    }
}
