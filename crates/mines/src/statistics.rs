//! What can be said of a game in numbers.

use crate::{Field, Layout, Move, Seen, Status};

/// A move and when it was made, in milliseconds since the game was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Timed {
    /// When.
    pub milliseconds: u64,
    /// What.
    pub mv: Move,
}

/// The moves made so far, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Clicks {
    /// Cells opened one by one.
    pub open: u32,
    /// Flags put and taken away.
    pub flag: u32,
    /// Chords.
    pub chord: u32,
}

impl Clicks {
    /// All of them.
    pub const fn total(self) -> u32 {
        self.open + self.flag + self.chord
    }
}

/// The 3BV of a board: how few clicks without flags can clear it, and how much of that is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardValue {
    /// One for each area of zeros, one for each number that no zero touches.
    pub total: u32,
    /// The part of it that is open.
    pub solved: u32,
}

/// The numbers of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Statistics {
    /// From the first opened cell to the last move, in milliseconds.
    pub milliseconds: u64,
    /// The moves.
    pub clicks: Clicks,
    /// The 3BV. It tells of cells that are closed, so a running game keeps it to itself.
    pub board_value: Option<BoardValue>,
}

impl Statistics {
    /// The numbers of a game that came about by these moves, in order. Moves that the game refused do
    /// not belong in the list.
    pub fn of(field: &Field, moves: &[Timed]) -> Statistics {
        let mut clicks = Clicks::default();
        for timed in moves {
            match timed.mv {
                Move::Open(_) => clicks.open += 1,
                Move::Flag(_) => clicks.flag += 1,
                Move::Chord(_) => clicks.chord += 1,
            }
        }
        let first = moves.iter().find(|timed| !matches!(timed.mv, Move::Flag(_)));
        let milliseconds = match (first, moves.last()) {
            (Some(first), Some(last)) => last.milliseconds.saturating_sub(first.milliseconds),
            _ => 0,
        };
        let over = field.seen().status() != Status::Running;
        let board_value = field
            .layout()
            .filter(|_| over)
            .map(|layout| BoardValue::of(layout, field.seen().cells()));
        Statistics { milliseconds, clicks, board_value }
    }

    /// The 3BV solved for each click: above 1 only with chords.
    pub fn efficiency(&self) -> Option<f64> {
        let clicks = self.clicks.total();
        let value = self.board_value.filter(|_| clicks > 0)?;
        Some(f64::from(value.solved) / f64::from(clicks))
    }

    /// The 3BV solved for each second.
    pub fn value_per_second(&self) -> Option<f64> {
        let value = self.board_value.filter(|_| self.milliseconds > 0)?;
        Some(f64::from(value.solved) * 1000.0 / self.milliseconds as f64)
    }
}

impl BoardValue {
    /// The value of a layout when the cells are seen like this.
    fn of(layout: &Layout, seen: &[Seen]) -> BoardValue {
        let level = layout.level();
        let numbers: Vec<Option<u8>> =
            (0..level.cells()).map(|index| layout.number(level.cell(index))).collect();
        let open = |index: usize| matches!(seen.get(index), Some(Seen::Number(_)));
        let mut value = BoardValue { total: 0, solved: 0 };
        let mut add = |solved: bool| {
            value.total += 1;
            value.solved += u32::from(solved);
        };
        let mut reached = vec![false; level.cells()];
        for start in 0..level.cells() {
            if numbers[start] != Some(0) || reached[start] {
                continue;
            }
            add(open(start));
            let mut waiting = vec![start];
            while let Some(index) = waiting.pop() {
                if !std::mem::replace(&mut reached[index], true) && numbers[index] == Some(0) {
                    waiting.extend(level.around(index).filter(|&place| !reached[place]));
                }
            }
        }
        for index in 0..level.cells() {
            if numbers[index].is_some() && !reached[index] {
                add(open(index));
            }
        }
        value
    }
}

impl Layout {
    /// The 3BV: how few clicks, without flags, can clear the board.
    pub fn three_bv(&self) -> u32 {
        BoardValue::of(self, &[]).total
    }
}
