//! Minesweeper at the table.

use crate::playable::Playable;
use crate::scene::{Cell, Choice, Mark, Picture, Piece, Shade, Tally};
use crate::words::{Language, Words, spanish};
use game::{Game, Seat};
use mines::{Ending, Field, Layout, Move, Rule, Seen, Start, Status, View};

/// Before the bytes of an MBF file in hexadecimal: a board that came from a file and not from a seed.
pub(crate) const BOARD: &str = "board:";
/// The bytes of the largest board with all cells but one mined.
const LONGEST_BOARD: usize = 4 + 2 * 40_000;

impl Playable for Field {
    const NAME: &'static str = "mines";
    const SEATS: &'static [Seat] = &[Seat::Solo];
    const TAKES_BACK: bool = false;

    /// A code always has a seed; words have one if the last of them is a number.
    fn with_seed(text: &str, seed: u64) -> String {
        let code = text.trim_start().starts_with('m');
        let last = text.split_whitespace().next_back();
        let named = last.is_some_and(|word| word.parse::<u64>().is_ok());
        if code || named { text.to_owned() } else { format!("{text} {seed}") }
    }

    fn start_again(start: &Start, seed: u64) -> Start {
        start.again(seed)
    }

    fn read_board(text: &str) -> Option<Result<(Start, Field), String>> {
        let digits = text.trim().strip_prefix(BOARD)?;
        let board = || {
            let bytes = read_hexadecimal(digits).ok_or_else(|| {
                format!("after {BOARD} come the bytes of an MBF file in hexadecimal digits")
            })?;
            let layout = Layout::from_mbf(&bytes).map_err(|error| error.to_string())?;
            let start = Start::new(layout.level(), Rule::Safe, 0);
            Ok((start.map_err(|error| error.to_string())?, Field::on(layout)))
        };
        Some(board())
    }

    fn advance(&mut self, mv: Move) {
        // A move that cannot be made leaves the field as it is, as `play` does.
        let _ = self.make(mv);
    }

    /// On the board as it was laid: looking for one without guessing again would take long.
    fn first(&self, start: &Start) -> Field {
        let Some(layout) = self.layout() else { return Field::start(start) };
        let mut field = Field::on(layout.clone());
        if let Some(first) = start.first() {
            field.advance(Move::Open(first));
        }
        field
    }

    /// A board is shared with its first cell open: that cell decided where the mines lie.
    fn code(start: &str, mut moves: impl Iterator<Item = Move>) -> Option<String> {
        let Ok(start) = start.parse::<Start>() else { return Some(start.to_owned()) };
        let first = moves.find(|mv| matches!(mv, Move::Open(_))).map(Move::cell);
        let shared = match (start.first(), first) {
            (None, Some(first)) => start.opened_at(first).unwrap_or(start),
            _ => start,
        };
        Some(shared.to_string())
    }

    fn starts_timer(mv: Move) -> bool {
        !matches!(mv, Move::Flag(_))
    }

    fn picture(view: &View, last: Option<Move>) -> Picture {
        let level = view.level();
        let name = |index: usize| level.cell(index).to_string();
        let column = |column: usize| name(column).trim_end_matches(char::is_numeric).to_owned();
        let cell = |(index, &seen): (usize, &Seen)| Cell {
            name: name(index),
            shade: if seen.is_closed() || matches!(seen, Seen::Mine | Seen::WrongFlag) {
                Shade::Closed
            } else {
                Shade::Open
            },
            piece: piece(seen),
            marks: if last.is_some_and(|mv| level.index(mv.cell()) == index) {
                vec![Mark::LastMove]
            } else {
                Vec::new()
            },
        };
        Picture {
            columns: (0..usize::from(level.width())).map(column).collect(),
            rows: (1..=level.height()).map(|row| row.to_string()).collect(),
            cells: view.cells().iter().enumerate().map(cell).collect(),
        }
    }

    /// Closed cells can be opened and flagged. Chords are left to be tried: whether one opens
    /// anything is seen from the numbers and flags.
    fn choices(view: &View) -> Vec<Choice> {
        if view.status() != Status::Running {
            return Vec::new();
        }
        let choice = |(index, &seen): (usize, &Seen)| {
            let name = view.level().cell(index).to_string();
            let verb = match seen {
                Seen::Closed => "open",
                Seen::Flag => "flag",
                _ => return None,
            };
            Some(Choice { path: vec![name.clone()], mv: format!("{verb} {name}"), promotion: None })
        };
        view.cells().iter().enumerate().filter_map(choice).collect()
    }

    fn tallies(view: &View, _: &Field, words: &Words) -> Vec<Tally> {
        vec![Tally { label: words.mines_left, side: None, value: view.mines_left().to_string() }]
    }

    fn why_not(error: &Self::MoveError, language: Language) -> String {
        match language {
            Language::English => error.to_string(),
            Language::Spanish => spanish::mines_move(error),
        }
    }

    fn ending_words(ending: Ending, words: &Words) -> &'static str {
        match ending {
            Ending::Cleared => words.all_safe_cells_open,
            Ending::Exploded(_) => words.mine_hit,
        }
    }
}

fn read_hexadecimal(digits: &str) -> Option<Vec<u8>> {
    if digits.len() > 2 * LONGEST_BOARD || !digits.len().is_multiple_of(2) {
        return None;
    }
    let byte = |pair: &[u8]| {
        let digit = |&digit: &u8| char::from(digit).to_digit(16);
        let [high, low] = pair else { return None };
        u8::try_from(digit(high)? << 4 | digit(low)?).ok()
    };
    digits.as_bytes().chunks(2).map(byte).collect()
}

/// The text of a start on a board that is already laid.
pub(crate) fn write_board(layout: &Layout) -> String {
    let digits = layout.to_mbf().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
    BOARD.chars().chain(digits.filter_map(|digit| char::from_digit(digit.into(), 16))).collect()
}

fn piece(seen: Seen) -> Option<Piece> {
    match seen {
        Seen::Closed | Seen::Number(0) => None,
        Seen::Number(mines) => Some(Piece::Number { mines }),
        Seen::Flag => Some(Piece::Flag),
        Seen::Mine => Some(Piece::Mine),
        Seen::Hit => Some(Piece::HitMine),
        Seen::WrongFlag => Some(Piece::WrongFlag),
    }
}

#[cfg(test)]
mod tests {
    use crate::GameName;

    #[test]
    fn a_level_without_a_seed_gets_the_one_that_is_offered() {
        let start = |text| GameName::Mines.start(Some(text), 35).unwrap();
        assert_eq!(start("expert opening"), "m1-30x16x99-o-z");
        assert_eq!(start("expert opening 1"), "m1-30x16x99-o-1");
        assert_eq!(start("m1-30x16x99-o-1"), "m1-30x16x99-o-1");
        assert!(GameName::Mines.start(Some("m2-9x9x10-s-1"), 35).unwrap_err().contains("version"));
    }
}
