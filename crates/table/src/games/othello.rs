//! Othello at the table.

use super::{board, marks};
use crate::playable::Playable;
use crate::scene::{Cell, Choice, Mark, Picture, Piece, Shade, Tally};
use crate::words::{Language, Words, fill, spanish};
use game::{Notation, Perfect, Seat, Side};
use othello::{Move, NeitherSideCanMove, Position, Square};

/// The board that everybody knows.
type Board = Position<8>;

impl Playable for Board {
    const NAME: &'static str = "othello";
    const SEATS: &'static [Seat] = &[Seat::Side(Side::Black), Seat::Side(Side::White)];

    fn position_text(&self) -> Option<String> {
        Some(Self::write_start(self))
    }

    fn picture(view: &Board, last: Option<Move>) -> Picture {
        board(8, 8, false, |column, row| {
            let square = Square::new(column, row);
            Cell {
                name: square.map(|square| square.to_string()).unwrap_or_default(),
                shade: Shade::Felt,
                piece: square
                    .and_then(|square| view.contents(square))
                    .map(|side| Piece::Disc { side: side.into() }),
                marks: marks([
                    (
                        Mark::LastMove,
                        square.is_some_and(|square| last == Some(Move::Place(square))),
                    ),
                    (Mark::Check, false),
                    (Mark::MustCapture, false),
                ]),
            }
        })
    }

    fn choices(view: &Board) -> Vec<Choice> {
        let choice = |mv: &Move| Choice {
            path: match mv {
                Move::Place(square) => vec![square.to_string()],
                Move::Pass => Vec::new(),
            },
            mv: mv.to_string(),
            promotion: None,
        };
        view.moves().iter().map(choice).collect()
    }

    fn tallies(view: &Board, _: &Board, words: &Words) -> Vec<Tally> {
        let tally = |side: Side| Tally {
            label: words.discs,
            side: Some(side.into()),
            value: view.discs(side).len().to_string(),
        };
        Side::BOTH.map(tally).into()
    }

    fn remark(view: &Board, words: &Words) -> Option<String> {
        let side = words.side(view.side_to_move());
        view.must_pass().then(|| fill(words.must_pass, &[side]))
    }

    fn why_not(error: &Self::MoveError, language: Language) -> String {
        match language {
            Language::English => error.to_string(),
            Language::Spanish => spanish::othello_move(error),
        }
    }

    fn ending_words(_: NeitherSideCanMove, words: &Words) -> &'static str {
        words.more_discs
    }
}
