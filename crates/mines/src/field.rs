//! A game in play: opening, flags, chords, winning and losing.

use crate::{Cell, Layout, Level, NoGuessError, Seen, Start, Status, View, no_guess};
use game::{Game, Outcome, Rules, Seat, Turn, Verdict, Viewer};
use std::fmt;

/// A game of Minesweeper. It knows where the mines are; what a player may know of it is its
/// [`View`], which is the only part of it that can be written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    mines: Mines,
    view: View,
    closed_free: usize,
}

/// The mines, or how they will be laid.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Mines {
    Unlaid(Start),
    Laid(Layout),
}

/// What a player can do to a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// Open a closed cell without a flag.
    Open(Cell),
    /// Put a flag on a closed cell, or take it away.
    Flag(Cell),
    /// Open everything without a flag around an open cell whose number is that of the flags around
    /// it.
    Chord(Cell),
}

impl Move {
    /// The cell that the move is about.
    pub const fn cell(self) -> Cell {
        match self {
            Move::Open(cell) | Move::Flag(cell) | Move::Chord(cell) => cell,
        }
    }
}

/// Why a move cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Nothing moves any more.
    #[error("the game is over")]
    GameOver,
    /// Beyond the edge.
    #[error("{cell} is not on a board of {level}")]
    OffTheBoard {
        /// The cell.
        cell: Cell,
        /// The board.
        level: Level,
    },
    /// A cell that is open cannot be opened or flagged.
    #[error("{0} is open already")]
    AlreadyOpen(Cell),
    /// A flag keeps a cell from being opened.
    #[error("{0} has a flag: take it away first")]
    Flagged(Cell),
    /// A chord starts from a number.
    #[error("{0} is not open: a chord starts from an open number")]
    ChordOnClosed(Cell),
    /// A chord needs as many flags as the number says.
    #[error(
        "{cell} shows {number} and has {flags} {} around it: a chord needs as many",
        if *flags == 1 { "flag" } else { "flags" }
    )]
    FlagsDoNotFit {
        /// The cell.
        cell: Cell,
        /// Its number.
        number: u8,
        /// The flags around it.
        flags: u8,
    },
    /// A chord must open something.
    #[error("there is nothing left to open around {0}")]
    NothingToOpen(Cell),
    /// The first click is promised an opening, and there are too many mines for one here.
    #[error(
        "an opening at {cell} needs {needed} cells without mines and the board has {free}: \
         click nearer to a corner"
    )]
    NoRoom {
        /// The first click.
        cell: Cell,
        /// How many cells must be free.
        needed: usize,
        /// How many are.
        free: usize,
    },
    /// The mines are those of another board.
    #[error("the mines are laid on a board of {laid}, and this one is of {level}")]
    OtherLevel {
        /// The board with the mines.
        laid: Level,
        /// This board.
        level: Level,
    },
    /// No board without guessing was found for this first click.
    #[error(transparent)]
    NoGuess(#[from] NoGuessError),
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Every cell without a mine is open.
    Cleared,
    /// A mine was opened, here.
    Exploded(Cell),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Cleared => f.write_str("every cell without a mine is open"),
            Ending::Exploded(cell) => write!(f, "there was a mine in {cell}"),
        }
    }
}

impl Field {
    /// A game on a board that is already laid, with nothing open: the first click is promised nothing.
    pub fn on(layout: Layout) -> Field {
        let level = layout.level();
        let view = View::closed(level);
        Field { mines: Mines::Laid(layout), view, closed_free: level.free_cells() }
    }

    /// A game before the mines are laid, with nothing open even where the start names its first click:
    /// [`laid`](Field::laid) makes it.
    pub fn unlaid(start: Start) -> Field {
        let level = start.level();
        let closed_free = level.free_cells();
        Field { mines: Mines::Unlaid(start), view: View::closed(level), closed_free }
    }

    /// The layout that the first opening of a cell brings about; `None` where the mines are laid already
    /// or the move opens nothing. Looking for a board without guessing may take long.
    pub fn layout_for(&self, mv: Move) -> Result<Option<Layout>, Illegal> {
        match (&self.mines, mv) {
            (Mines::Unlaid(start), Move::Open(cell)) => {
                let start = *start;
                self.check_opening(cell)?;
                self.check_room(start, cell)?;
                Ok(Some(lay(start, cell)?))
            }
            _ => Ok(None),
        }
    }

    /// The game with its mines laid like this; a first click that the start names is made.
    pub fn laid(&self, layout: Layout) -> Result<Field, Illegal> {
        let level = self.level();
        if layout.level() != level {
            return Err(Illegal::OtherLevel { laid: layout.level(), level });
        }
        let first = match self.mines {
            Mines::Unlaid(start) => start.first(),
            Mines::Laid(_) => None,
        };
        let mut field = Field { mines: Mines::Laid(layout), ..self.clone() };
        if let Some(first) = first {
            field.open(&[level.index(first)])?;
        }
        Ok(field)
    }

    /// The size and the number of mines.
    pub fn level(&self) -> Level {
        self.view.level
    }

    /// What the player sees.
    pub fn seen(&self) -> &View {
        &self.view
    }

    /// Where the mines lie, once they are laid. Not for the player before the game is over.
    pub fn layout(&self) -> Option<&Layout> {
        match &self.mines {
            Mines::Unlaid(_) => None,
            Mines::Laid(layout) => Some(layout),
        }
    }

    /// Makes a move in place, if it is legal.
    pub fn make(&mut self, mv: Move) -> Result<(), Illegal> {
        self.check(mv)?;
        self.apply(mv)
    }

    fn apply(&mut self, mv: Move) -> Result<(), Illegal> {
        let index = self.level().index(mv.cell());
        match mv {
            Move::Flag(_) => {
                let marked = self.view.cells[index] == Seen::Flag;
                self.view.cells[index] = if marked { Seen::Closed } else { Seen::Flag };
                Ok(())
            }
            Move::Open(_) => self.open(&[index]),
            Move::Chord(_) => {
                let around = self.level().around(index);
                let targets: Vec<usize> =
                    around.filter(|&place| self.view.cells[place] == Seen::Closed).collect();
                self.open(&targets)
            }
        }
    }

    /// Opens cells and everything that opens with them, then looks whether the game is over.
    fn open(&mut self, targets: &[usize]) -> Result<(), Illegal> {
        let level = self.view.level;
        if let (Mines::Unlaid(start), Some(&first)) = (&self.mines, targets.first()) {
            self.mines = Mines::Laid(lay(*start, level.cell(first))?);
        }
        let Mines::Laid(layout) = &self.mines else { return Ok(()) };
        let cells = &mut self.view.cells;
        let mut hit = None;
        let mut waiting = targets.to_vec();
        while let Some(index) = waiting.pop() {
            if cells[index] != Seen::Closed {
                continue;
            }
            if layout.is_mine(index) {
                cells[index] = Seen::Hit;
                hit = Some(hit.map_or(index, |first: usize| first.min(index)));
                continue;
            }
            let number = layout.count_around(index);
            cells[index] = Seen::Number(number);
            self.closed_free -= 1;
            if number == 0 {
                waiting.extend(level.around(index).filter(|&place| cells[place] == Seen::Closed));
            }
        }
        if let Some(index) = hit {
            self.view.status = Status::Lost(level.cell(index));
            show_mines(cells, layout);
        } else if self.closed_free == 0 {
            self.view.status = Status::Won;
            cells.iter_mut().filter(|seen| seen.is_closed()).for_each(|seen| *seen = Seen::Flag);
        }
        Ok(())
    }

    /// Has the first click room for the opening that it is promised?
    fn check_room(&self, start: Start, cell: Cell) -> Result<(), Illegal> {
        let level = self.level();
        let (needed, free) = (start.rule().needs(level, level.index(cell)), level.free_cells());
        if needed > free { Err(Illegal::NoRoom { cell, needed, free }) } else { Ok(()) }
    }

    /// Can the cell be opened, as far as can be seen?
    fn check_opening(&self, cell: Cell) -> Result<(), Illegal> {
        if self.view.status != Status::Running {
            return Err(Illegal::GameOver);
        }
        match self.view.seen(cell) {
            None => Err(Illegal::OffTheBoard { cell, level: self.level() }),
            Some(Seen::Number(_)) => Err(Illegal::AlreadyOpen(cell)),
            Some(Seen::Flag) => Err(Illegal::Flagged(cell)),
            Some(_) => Ok(()),
        }
    }

    fn check_first(&self, start: Start, cell: Cell) -> Result<(), Illegal> {
        self.check_room(start, cell)?;
        if start.is_no_guess() {
            lay(start, cell)?;
        }
        Ok(())
    }

    fn check_chord(&self, cell: Cell, number: u8) -> Result<(), Illegal> {
        let (mut flags, mut closed) = (0, 0);
        for place in self.level().around(self.level().index(cell)) {
            flags += u8::from(self.view.cells[place] == Seen::Flag);
            closed += u8::from(self.view.cells[place] == Seen::Closed);
        }
        if flags != number {
            Err(Illegal::FlagsDoNotFit { cell, number, flags })
        } else if closed == 0 {
            Err(Illegal::NothingToOpen(cell))
        } else {
            Ok(())
        }
    }
}

/// The mines of a start when the first click is made.
fn lay(start: Start, first: Cell) -> Result<Layout, NoGuessError> {
    let (level, rule, seed) = (start.level(), start.rule(), start.seed());
    if start.is_no_guess() {
        no_guess::lay(level, rule, seed, first)
    } else {
        Ok(Layout::lay(level, rule, seed, first))
    }
}

/// At the end of a lost game: the mines that were not hit, and the flags that were wrong.
fn show_mines(cells: &mut [Seen], layout: &Layout) {
    for (index, seen) in cells.iter_mut().enumerate() {
        *seen = match (*seen, layout.is_mine(index)) {
            (Seen::Closed, true) => Seen::Mine,
            (Seen::Flag, false) => Seen::WrongFlag,
            (seen, _) => seen,
        };
    }
}

impl Rules for Field {
    type Move = Move;
    type Illegal = Illegal;
    type Ending = Ending;

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        let (level, cell) = (self.level(), mv.cell());
        let Some(seen) = self.view.seen(cell) else {
            return Err(Illegal::OffTheBoard { cell, level });
        };
        if self.view.status != Status::Running {
            return Err(Illegal::GameOver);
        }
        match (mv, seen) {
            (Move::Chord(_), Seen::Number(number)) => self.check_chord(cell, number),
            (Move::Chord(_), _) => Err(Illegal::ChordOnClosed(cell)),
            (_, Seen::Number(_)) => Err(Illegal::AlreadyOpen(cell)),
            (Move::Open(_), Seen::Flag) => Err(Illegal::Flagged(cell)),
            (Move::Open(_), _) => match self.mines {
                Mines::Unlaid(start) => self.check_first(start, cell),
                Mines::Laid(_) => Ok(()),
            },
            (Move::Flag(_), _) => Ok(()),
        }
    }

    fn play(&self, mv: Move) -> Field {
        let mut next = self.clone();
        if self.level().contains(mv.cell()) && next.apply(mv).is_err() {
            return self.clone();
        }
        next
    }
}

impl Game for Field {
    type Start = Start;
    type View = View;

    /// The mines are not laid before the first cell is opened. A start that names its first click
    /// begins with it made; should no board without guessing be found for it, nothing is open and
    /// opening it says why.
    fn start(start: &Start) -> Field {
        let level = start.level();
        let closed_free = level.free_cells();
        let mut field =
            Field { mines: Mines::Unlaid(*start), view: View::closed(level), closed_free };
        if let Some(first) = start.first() {
            let laid = field.open(&[level.index(first)]);
            debug_assert!(laid.is_ok() || start.is_no_guess());
        }
        field
    }

    fn turn(&self) -> Turn<Ending> {
        match self.view.status {
            Status::Running => Turn::ToMove(Seat::Solo),
            Status::Won => {
                Turn::Over(Outcome { verdict: Verdict::Won(Seat::Solo), reason: Ending::Cleared })
            }
            Status::Lost(cell) => {
                Turn::Over(Outcome { verdict: Verdict::Lost, reason: Ending::Exploded(cell) })
            }
        }
    }

    fn view(&self, _: Viewer) -> View {
        self.view.clone()
    }
}
