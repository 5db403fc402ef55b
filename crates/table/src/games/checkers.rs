//! Checkers at the table.

use super::{board, chequered, marks};
use crate::playable::{DrawReason, HistoryDraw, Playable};
use crate::scene::{Cell, Choice, Mark, Picture, Piece, Tally};
use crate::words::{Language, Words, fill, spanish};
use checkers::{Ending, Move, Position, Rank, Square, history};
use game::{Notation, Perfect, Seat, Side};

impl Playable for Position {
    const NAME: &'static str = "checkers";
    const SEATS: &'static [Seat] = &[Seat::Side(Side::Black), Seat::Side(Side::White)];

    fn draw_by_history(past: &[Position]) -> Option<HistoryDraw> {
        let reason = match history::draw(past)?.reason {
            Ending::FortyMoves => DrawReason::FortyMoves,
            _ => DrawReason::Threefold,
        };
        Some(HistoryDraw { reason, automatic: true })
    }

    fn position_text(&self) -> Option<String> {
        Some(Self::write_start(self))
    }

    fn picture(view: &Position, last: Option<Move>) -> Picture {
        let moves = view.moves();
        board(8, 8, true, |column, row| {
            let square = square_at(column, row);
            let touched = |mv: Move| mv.squares().any(|other| Some(other) == square);
            let must_capture = moves.iter().any(|mv| mv.is_capture() && Some(mv.from()) == square);
            Cell {
                name: square.map(|square| square.to_string()).unwrap_or_default(),
                shade: chequered(column, row),
                piece: square.and_then(|square| view.piece_at(square)).map(piece),
                marks: marks([
                    (Mark::LastMove, last.is_some_and(touched)),
                    (Mark::Check, false),
                    (Mark::MustCapture, must_capture),
                ]),
            }
        })
    }

    fn choices(view: &Position) -> Vec<Choice> {
        let choice = |&mv: &Move| Choice {
            path: mv.squares().map(|square| square.to_string()).collect(),
            mv: view.write_move(mv),
            promotion: None,
        };
        view.moves().iter().map(choice).collect()
    }

    fn tallies(view: &Position, first: &Position, words: &Words) -> Vec<Tally> {
        let tally = |side: Side| Tally {
            label: words.captured,
            side: Some(side.into()),
            value: (first.pieces(!side).count() - view.pieces(!side).count()).to_string(),
        };
        Side::BOTH.map(tally).into()
    }

    fn remark(view: &Position, words: &Words) -> Option<String> {
        let captures = view.moves();
        let names: Vec<String> =
            captures.iter().filter(|mv| mv.is_capture()).map(|&mv| view.write_move(mv)).collect();
        let side = words.side(view.side_to_move());
        (!names.is_empty()).then(|| fill(words.must_capture, &[side, &words.any_of(&names)]))
    }

    fn why_not(error: &Self::MoveError, language: Language) -> String {
        match language {
            Language::English => error.to_string(),
            Language::Spanish => spanish::checkers_move(error),
        }
    }

    fn ending_words(ending: Ending, words: &Words) -> &'static str {
        match ending {
            Ending::NoPieces => words.no_pieces,
            Ending::NoMoves => words.no_moves,
            Ending::ThirdRepetition => words.threefold,
            Ending::FortyMoves => words.forty_moves,
        }
    }
}

/// The playing square in this place, counted from the top left. Those are the dark ones.
fn square_at(column: usize, row: usize) -> Option<Square> {
    let name = format!("{}{}", char::from(b'a' + column as u8), 8 - row);
    name.parse().ok()
}

fn piece(piece: checkers::Piece) -> Piece {
    let side = piece.side.into();
    match piece.rank {
        Rank::Man => Piece::Man { side },
        Rank::King => Piece::CrownedMan { side },
    }
}
