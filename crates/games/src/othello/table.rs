//! Othello at the table.

use super::words;
use super::{CARD, Othello, record};
use crate::board::{board, marks};
use crate::{NAMED_PLIES, localized, said};
use ::othello::{Move, MoveError, NeitherSideCanMove, Position, Rows, Size, Square, StartError};
use ::table::record::{ExportError, ImportError, ParsedRecord, RecordFormat};
use ::table::scene::{Cell, Choice, Fact, Mark, Picture, Piece, Tally};
use ::table::{Card, History, Language, Localized, Mind, Opening, Playable, Table, fill};
use players::{GtpMind, SearchMind};
use game::{Notation, Perfect, Side};
use std::any::Any;

/// A board for which the search has an evaluation.
///
/// Apart from [`Playable`], because the compiler does not see through a bound on the position what its
/// moves are.
pub trait Searched {
    fn mind() -> Box<dyn Mind>;
}

macro_rules! searched {
    ($($rows:literal)*) => {
        $(impl Searched for Othello<$rows> {
            fn mind() -> Box<dyn Mind> {
                Box::new(SearchMind::<Othello<$rows>>::default())
            }
        })*
    };
}

searched!(4 6 10);

impl Searched for Othello<8> {
    fn mind() -> Box<dyn Mind> {
        Box::new(GtpMind::<Othello<8>>::default())
    }
}

/// The same discs with the move of a side.
fn with_turn<const N: usize>(view: &Position<N>, side: Side) -> Position<N>
where
    Rows<N>: Size,
{
    Position::new(view.discs(Side::Black), view.discs(Side::White), side)
}

impl<const N: usize> Playable for Othello<N>
where
    Othello<N>: Searched,
    Rows<N>: Size,
{
    type Game = Position<N>;

    const CARD: &'static dyn Card = &CARD;
    const RECORD: RecordFormat = record::FORMAT;

    /// `6x6` is the usual start on that board.
    fn read_start(text: &str) -> Result<Opening<Self>, Localized> {
        let start = if text.trim() == format!("{N}x{N}") {
            Position::standard()
        } else {
            Position::read_start(text).map_err(|error| localized(&error))?
        };
        Ok(Opening { start, board: None })
    }

    fn position_text(position: &Position<N>) -> Option<String> {
        Some(Position::write_start(position))
    }

    /// Openings have names on the usual board.
    fn opening(past: &History<Position<N>>) -> Option<game::Reached> {
        let past: &History<Position<8>> = (past as &dyn Any).downcast_ref()?;
        ::othello::openings::opening_of(past.iter().take(NAMED_PLIES))
    }

    fn picture(view: &Position<N>, last: Option<Move>) -> Picture {
        board(N, N, false, |column, row| {
            let square = Square::new(column, row);
            let disc = square.and_then(|square| view.contents(square));
            let placed = square.is_some_and(|square| last == Some(Move::Place(square)));
            Cell {
                name: square.map(|square| square.to_string()).unwrap_or_default(),
                shade: "felt",
                piece: disc.map(|side| Piece::of(side, "disc")),
                marks: marks([(Mark::LastMove, placed)]),
            }
        })
    }

    fn choices(view: &Position<N>) -> Vec<Choice> {
        let disc = Piece::of(view.side_to_move(), "disc");
        let choice = |mv: &Move| Choice {
            path: match mv {
                Move::Place(square) => vec![square.to_string()],
                Move::Pass => Vec::new(),
            },
            mv: mv.to_string(),
            places: matches!(mv, Move::Place(_)).then_some(disc),
            also: Vec::new(),
        };
        view.moves().iter().map(choice).collect()
    }

    fn tallies(view: &Position<N>, _: &Position<N>, language: Language) -> Vec<Tally> {
        let tally = |side: Side| Tally {
            label: words::of(language).discs,
            side: Some(side.into()),
            value: view.discs(side).len().to_string(),
            pieces: Vec::new(),
        };
        Side::BOTH.map(tally).into()
    }

    fn remark(view: &Position<N>, language: Language) -> Option<String> {
        let words = words::of(language);
        view.must_pass().then(|| fill(words.must_pass, &[words.card.side(view.side_to_move())]))
    }

    fn facts(view: &Position<N>, language: Language) -> Vec<Fact> {
        let words = words::of(language);
        vec![
            Fact { label: words.discs, value: words.card.of_both(|side| view.discs(side).len()) },
            Fact { label: words.moves, value: words.card.of_both(|side| with_turn(view, side).places().len()) },
        ]
    }

    /// The squares on which a disc of the other side would turn this one over, whoever has the move.
    fn attackers(view: &Position<N>, square: &str) -> Option<Vec<String>> {
        let square = square.parse::<Square>().ok()?;
        let Some(side) = view.contents(square) else { return Some(Vec::new()) };
        let view = with_turn(view, !side);
        let turns = |place: &Square| view.discs_turned(*place).contains(square);
        Some(view.places().into_iter().filter(turns).map(|place| place.to_string()).collect())
    }

    fn write_record(table: &Table<Self>) -> Result<String, ExportError> {
        Ok(record::write(table))
    }

    fn read_record(text: &str) -> Result<ParsedRecord, ImportError> {
        record::read::<N>(text)
    }

    fn mind() -> Box<dyn Mind> {
        <Self as Searched>::mind()
    }

    fn why_no_start(error: &StartError, language: Language) -> String {
        said(error, language)
    }

    fn why_not(error: &MoveError, language: Language) -> String {
        said(error, language)
    }

    fn ending_words(_: NeitherSideCanMove, language: Language) -> &'static str {
        words::of(language).more_discs
    }
}
