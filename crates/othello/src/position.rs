//! The position: which discs lie where, and whose turn it is.

use crate::square::column_letter;
use crate::word::{Rows, Size, SquaresOf, Word, WordOf, folded};
use crate::{Direction, Illegal, Move, Obf, Square, Squares};
use game::{Game, Outcome, Perfect, Rules, Side, Turn, Valued, Verdict};
use std::fmt;
use std::iter;

/// A position on a board of `N` by `N` squares, where `N` is 4, 6, 8 or 10.
///
/// Any arrangement of discs can be played on, so every one is a position; a program that names
/// another `N` does not compile.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<const N: usize>
where
    Rows<N>: Size,
{
    /// The discs of the side to move. Kept by turn and not by colour: moves need no choice then.
    mover: WordOf<N>,
    opponent: WordOf<N>,
    side_to_move: Side,
}

/// Why a game of Othello ends: there is one reason only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NeitherSideCanMove;

impl fmt::Display for NeitherSideCanMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("neither side can move")
    }
}

impl<const N: usize> Position<N>
where
    Rows<N>: Size,
{
    /// The squares that the board has.
    pub const BOARD: SquaresOf<N> = <Rows<N> as Size>::BOARD;

    /// The corner farthest from `a1`.
    pub const LAST: Square = match Square::new(N - 1, N - 1) {
        Some(square) => square,
        None => unreachable!(),
    };

    /// A position with these discs, black's and white's. Squares beyond the board are ignored, and
    /// a square in both sets is black's.
    pub fn new(black: SquaresOf<N>, white: SquaresOf<N>, side_to_move: Side) -> Self {
        let black = black.0 & Self::BOARD.0;
        let white = white.0 & Self::BOARD.0 & !black;
        match side_to_move {
            Side::Black => Position { mover: black, opponent: white, side_to_move },
            Side::White => Position { mover: white, opponent: black, side_to_move },
        }
    }

    /// A board without discs.
    ///
    /// ```
    /// # use othello::Position;
    /// assert_eq!(Position::<8>::empty_board().empty(), Position::<8>::BOARD);
    /// ```
    pub fn empty_board() -> Self {
        Self::new(Squares::NONE, Squares::NONE, Side::Black)
    }

    /// The start of the official rules: white on `d4` and `e5`, black on `e4` and `d5`, or the
    /// same in the middle of a smaller board. Black begins.
    ///
    /// ```
    /// # use game::Side;
    /// # use othello::Position;
    /// assert_eq!(Position::<8>::standard().discs(Side::White).to_string(), "d4 e5");
    /// assert_eq!(Position::<4>::standard().discs(Side::White).to_string(), "b2 c3");
    /// ```
    pub fn standard() -> Self {
        let (falling, rising) = Self::middle();
        Self::new(rising, falling, Side::Black)
    }

    /// The start with the colours the other way round: black on `d4` and `e5`, white on `e4` and
    /// `d5`. It is the mirror image of the standard one. Black begins.
    ///
    /// ```
    /// # use game::Side;
    /// # use othello::Position;
    /// assert_eq!(Position::<8>::mirrored().discs(Side::Black).to_string(), "d4 e5");
    /// ```
    pub fn mirrored() -> Self {
        let (falling, rising) = Self::middle();
        Self::new(falling, rising, Side::Black)
    }

    /// The two diagonals of the middle four squares, `d4 e5` first.
    fn middle() -> (SquaresOf<N>, SquaresOf<N>) {
        let (near, far) = (N / 2 - 1, N / 2);
        let both = |squares: [_; 2]| squares.into_iter().flatten().collect();
        (
            both([Square::new(near, near), Square::new(far, far)]),
            both([Square::new(far, near), Square::new(near, far)]),
        )
    }

    /// The discs of a side.
    #[inline]
    pub fn discs(self, side: Side) -> SquaresOf<N> {
        match (side, self.side_to_move) {
            (Side::Black, Side::Black) | (Side::White, Side::White) => Squares(self.mover),
            _ => Squares(self.opponent),
        }
    }

    /// The squares without a disc.
    #[inline]
    pub fn empty(self) -> SquaresOf<N> {
        Squares(Self::BOARD.0 & !(self.mover | self.opponent))
    }

    /// The side whose disc lies on the square; `None` on an empty square or one that the board does
    /// not have.
    ///
    /// ```
    /// # use game::Side;
    /// # use othello::Position;
    /// let start = Position::<8>::standard();
    /// assert_eq!(start.contents("d4".parse()?), Some(Side::White));
    /// assert_eq!(start.contents("d3".parse()?), None);
    /// # Ok::<(), othello::SquareError>(())
    /// ```
    pub fn contents(self, square: Square) -> Option<Side> {
        if self.discs(Side::Black).contains(square) {
            Some(Side::Black)
        } else if self.discs(Side::White).contains(square) {
            Some(Side::White)
        } else {
            None
        }
    }

    /// The position with a disc of this side put on the square, whatever was there before. Nothing
    /// is turned over and the turn stays. A square that the board does not have stays without.
    ///
    /// ```
    /// # use game::Side;
    /// # use othello::Position;
    /// let board = Position::<8>::standard();
    /// let placed = board.with_disc("a1".parse()?, Side::Black).with_disc("d4".parse()?, Side::Black);
    /// assert_eq!(placed.discs(Side::Black).to_string(), "a1 d4 e4 d5");
    /// assert_eq!(placed.discs(Side::White).to_string(), "e5");
    /// # Ok::<(), othello::SquareError>(())
    /// ```
    pub fn with_disc(self, square: Square, side: Side) -> Self {
        let disc = Squares::from(square);
        let [white, black] = Side::BOTH.map(|owner| {
            let others = self.discs(owner) - disc;
            if owner == side { others | disc } else { others }
        });
        Self::new(black, white, self.side_to_move)
    }

    /// The squares of the board from `from`, which is the first, in a straight line to the edge.
    ///
    /// ```
    /// # use othello::{Direction, Position, Squares};
    /// let column: Squares = Position::<8>::walk("f5".parse()?, Direction::South).collect();
    /// assert_eq!(column.to_string(), "f5 f6 f7 f8");
    /// let diagonal: Squares = Position::<8>::walk("f5".parse()?, Direction::SouthEast).collect();
    /// assert_eq!(diagonal.to_string(), "f5 g6 h7");
    /// # Ok::<(), othello::SquareError>(())
    /// ```
    pub fn walk(from: Square, direction: Direction) -> impl Iterator<Item = Square> {
        let on_board = |square: &Square| Self::BOARD.contains(*square);
        let (columns, rows) = direction.step();
        iter::successors(Some(from).filter(on_board), move |square| {
            square.shifted(columns, rows).filter(on_board)
        })
    }

    /// The empty squares on which a disc of the side to move would turn something over.
    ///
    /// ```
    /// # use othello::Position;
    /// assert_eq!(Position::<8>::standard().places().to_string(), "d3 c4 f5 e6");
    /// ```
    #[inline]
    pub fn places(self) -> SquaresOf<N> {
        Squares(Word::places(self.mover, self.opponent)) & Self::BOARD
    }

    /// The places that the other side would have if it were its turn.
    // Asked where there are no places, which is rare: kept out of line, perft is 1.09 times faster.
    #[cold]
    #[inline(never)]
    fn places_after_pass(self) -> SquaresOf<N> {
        Squares(Word::places(self.opponent, self.mover)) & Self::BOARD
    }

    /// The opponent's discs that a disc of the side to move turns over when it is placed on the
    /// square: none where it may not be placed.
    ///
    /// ```
    /// # use othello::{Position, Squares};
    /// let start = Position::<8>::standard();
    /// assert_eq!(start.discs_turned("d3".parse()?).to_string(), "d4");
    /// assert_eq!(start.discs_turned("a1".parse()?), Squares::NONE);
    /// # Ok::<(), othello::SquareError>(())
    /// ```
    pub fn discs_turned(self, square: Square) -> SquaresOf<N> {
        if self.empty().contains(square) {
            Squares(Word::turned(square, self.mover, self.opponent))
        } else {
            Squares::NONE
        }
    }

    /// The position with the discs on these squares turned to their other colour. Empty squares
    /// stay empty.
    ///
    /// ```
    /// # use game::Side;
    /// # use othello::Position;
    /// let start = Position::<8>::standard();
    /// let turned = start.with_turned(start.discs_turned("d3".parse()?));
    /// assert_eq!(turned.discs(Side::Black).to_string(), "d4 e4 d5");
    /// # Ok::<(), othello::SquareError>(())
    /// ```
    pub fn with_turned(self, squares: SquaresOf<N>) -> Self {
        let [white, black] = Side::BOTH
            .map(|side| (self.discs(side) - squares) | (self.discs(side.other()) & squares));
        Self::new(black, white, self.side_to_move)
    }

    /// Is a pass the only move?
    ///
    /// ```
    /// # use game::{Perfect, Side};
    /// # use othello::{Move, Position};
    /// let [b1, c1, d1] = ["b1", "c1", "d1"].map(|name| name.parse().unwrap());
    /// let discs = [(b1, Side::Black), (c1, Side::White), (d1, Side::White)];
    /// let position = discs.iter().fold(Position::<4>::empty_board(), |board, &(square, side)| {
    ///     board.with_disc(square, side)
    /// });
    /// assert!(position.must_pass());
    /// assert_eq!(position.moves()[..], [Move::Pass]);
    /// ```
    pub fn must_pass(self) -> bool {
        self.places().is_empty() && !self.places_after_pass().is_empty()
    }

    /// Is the game over, neither side having a move?
    pub fn is_over(self) -> bool {
        self.places().is_empty() && self.places_after_pass().is_empty()
    }

    /// The side that won: `None` while the game goes on, and in a draw.
    ///
    /// ```
    /// # use game::Side;
    /// # use othello::Position;
    /// let start = Position::<8>::standard();
    /// assert_eq!(start.winner(), None);
    /// let black_alone = start.with_turned(start.discs(Side::White));
    /// assert_eq!(black_alone.winner(), Some(Side::Black));
    /// ```
    pub fn winner(self) -> Option<Side> {
        self.turn().outcome().and_then(|outcome| outcome.verdict.winner())
    }

    fn verdict(self) -> Verdict {
        match self.mover.count().cmp(&self.opponent.count()) {
            std::cmp::Ordering::Greater => Verdict::won_by(self.side_to_move),
            std::cmp::Ordering::Less => Verdict::won_by(!self.side_to_move),
            std::cmp::Ordering::Equal => Verdict::Draw,
        }
    }
}

/// A move is checked first, which says why it is not legal, and then played.
///
/// ```
/// # use game::{Rules, Side};
/// # use othello::{Illegal, Move, Position, Square};
/// let start = Position::<8>::standard();
/// let [d3, d4, a1] = ["d3", "d4", "a1"].map(|name| name.parse::<Square>().unwrap());
/// assert_eq!(start.check(Move::Place(d4)), Err(Illegal::Occupied(d4)));
/// assert_eq!(start.check(Move::Place(a1)), Err(Illegal::TurnsNothing(a1)));
/// assert_eq!(start.check(Move::Pass), Err(Illegal::PassWithMoves(d3)));
/// assert_eq!(start.check(Move::Place(d3)), Ok(()));
/// assert_eq!(start.play(Move::Place(d3)).discs(Side::Black).to_string(), "d3 d4 e4 d5");
/// ```
impl<const N: usize> Rules for Position<N>
where
    Rows<N>: Size,
{
    type Move = Move;
    type Illegal = Illegal;
    type Ending = NeitherSideCanMove;

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        let places = self.places();
        match mv {
            Move::Place(square) if places.contains(square) => Ok(()),
            Move::Place(square) if !Self::BOARD.contains(square) => Err(Illegal::OffTheBoard {
                column: column_letter(square.column()),
                row: square.row() as u8 + 1,
                last: Self::LAST,
            }),
            _ if self.is_over() => Err(Illegal::GameOver),
            Move::Place(square) if !self.empty().contains(square) => Err(Illegal::Occupied(square)),
            Move::Place(square) => Err(Illegal::TurnsNothing(square)),
            Move::Pass => places.iter().next().map_or(Ok(()), |s| Err(Illegal::PassWithMoves(s))),
        }
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        let (placed, turned) = match mv {
            Move::Place(square) => {
                (WordOf::<N>::of(square), Word::turned(square, self.mover, self.opponent))
            }
            Move::Pass => (Word::NONE, Word::NONE),
        };
        Position {
            mover: self.opponent & !turned,
            opponent: self.mover | turned | placed,
            side_to_move: !self.side_to_move,
        }
    }
}

/// Each move with the position after it:
///
/// ```
/// # use game::{Perfect, Rules};
/// # use othello::Position;
/// let start = Position::<8>::standard();
/// let moves = start.moves();
/// let next: Vec<_> = moves.iter().map(|&mv| (mv, start.play(mv))).collect();
/// assert_eq!(next.len(), 4);
/// assert_eq!(next[0].0.to_string(), "d3");
/// assert_eq!(next[0].1.places().to_string(), "c3 e3 c5");
/// ```
impl<const N: usize> Perfect for Position<N>
where
    Rows<N>: Size,
{
    type Moves = <Rows<N> as Size>::Moves;

    const FINISHED_LINES_COUNT: bool = true;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    #[inline]
    fn moves(&self) -> Self::Moves {
        let mut moves: Self::Moves = self.places().iter().map(Move::Place).collect();
        if moves.is_empty() && !self.places_after_pass().is_empty() {
            moves.extend([Move::Pass]);
        }
        moves
    }

    fn ending(&self, can_move: bool) -> Option<Outcome<NeitherSideCanMove>> {
        (!can_move).then(|| Outcome { verdict: self.verdict(), reason: NeitherSideCanMove })
    }

    fn key(&self) -> u64 {
        let side = match self.side_to_move {
            Side::Black => 0x9e37_79b9_7f4a_7c15,
            Side::White => 0xd1b5_4a32_d192_ed03,
        };
        // Books keep it: it does not change.
        folded(Word::folded(self.mover, self.opponent) ^ side, 0x8ebc_6af0_9c88_c6e3)
    }

    #[inline]
    fn count_moves(&self) -> usize {
        let places = self.places();
        if places.is_empty() {
            usize::from(!self.places_after_pass().is_empty())
        } else {
            places.len()
        }
    }
}

/// `2m/t - 1`, where `m` of all `t` discs are those of the side to move; -1, 1 or 0 when the game is
/// lost, won or drawn.
///
/// ```
/// # use game::{Rules, Valued};
/// # use othello::{Move, Position};
/// let start = Position::<8>::standard();
/// assert_eq!(start.valuation(), 0.0);
/// // White to move has one of five discs.
/// assert_eq!(start.play(Move::Place("d3".parse()?)).valuation(), 2.0 * 1.0 / 5.0 - 1.0);
/// # Ok::<(), othello::SquareError>(())
/// ```
///
/// With it [`minimax`](game::minimax) chooses a move, and says which line of play it expects:
///
/// ```
/// # use game::{GameTree, Tree, minimax};
/// # use othello::Position;
/// let best = minimax(&GameTree::new(Position::<8>::standard()).prune(3));
/// // White is left with two of seven discs.
/// assert_eq!(best.value, -(2.0 * 2.0 / 7.0 - 1.0));
/// assert_eq!(best.line.iter().map(ToString::to_string).collect::<Vec<_>>(), ["d3", "c3", "b3"]);
/// ```
impl<const N: usize> Valued for Position<N>
where
    Rows<N>: Size,
{
    /// The discs of a full board.
    const UNITS: f64 = (N * N) as f64;

    fn valuation(&self) -> f64 {
        match self.turn() {
            Turn::ToMove(_) => {
                let own = self.mover.count() as f64;
                2.0 * own / (self.mover | self.opponent).count() as f64 - 1.0
            }
            Turn::Over(outcome) => match outcome.verdict.winner() {
                Some(side) if side == self.side_to_move => 1.0,
                Some(_) => -1.0,
                None => 0.0,
            },
        }
    }
}

/// The position as OBF writes it.
impl<const N: usize> fmt::Debug for Position<N>
where
    Rows<N>: Size,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Obf::of(*self))
    }
}
