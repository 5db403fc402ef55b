//! Chess at the table.

use super::{board, chequered, marks};
use crate::playable::{DrawReason, HistoryDraw, Playable};
use crate::scene::{Cell, Choice, Mark, Picture, Piece, Tally};
use crate::words::{Words, fill};
use chess::history::{self, HistoryDraw as ChessDraw};
use chess::{Coordinate, Ending, File, Move, Position, Rank, Role, Square};
use game::{Notation, Perfect, Seat, Side};

impl Playable for Position {
    const NAME: &'static str = "chess";
    const SEATS: &'static [Seat] = &[Seat::Side(Side::White), Seat::Side(Side::Black)];

    fn draw_by_history(past: &[Position]) -> Option<HistoryDraw> {
        let keys: Vec<u64> = past.iter().map(Perfect::key).collect();
        let draw = history::draw(&keys, past.last()?.halfmove_clock())?;
        let reason = match draw {
            ChessDraw::Threefold => DrawReason::Threefold,
            ChessDraw::FiftyMoves => DrawReason::FiftyMoves,
            ChessDraw::Fivefold => DrawReason::Fivefold,
            ChessDraw::SeventyFiveMoves => DrawReason::SeventyFiveMoves,
        };
        Some(HistoryDraw { reason, automatic: draw.is_automatic() })
    }

    fn can_win(&self, side: Side) -> bool {
        self.can_mate(side)
    }

    fn picture(view: &Position, last: Option<Move>) -> Picture {
        let checked = view.in_check().then(|| view.king(view.side_to_move()));
        board(8, 8, true, |column, row| {
            let square = Square::new(File::ALL[column], Rank::ALL[7 - row]);
            Cell {
                name: square.to_string(),
                shade: chequered(column, row),
                piece: view.board().piece(square).map(piece),
                marks: marks([
                    (
                        Mark::LastMove,
                        last.is_some_and(|mv| mv.from() == square || mv.to() == square),
                    ),
                    (Mark::Check, checked == Some(square)),
                    (Mark::MustCapture, false),
                ]),
            }
        })
    }

    fn choices(view: &Position) -> Vec<Choice> {
        let choice = |&mv: &Move| {
            let written = Coordinate::of(view, mv);
            Choice {
                path: vec![written.from.to_string(), written.to.to_string()],
                mv: view.write_move(mv),
                promotion: mv.promotion().map(role_name),
            }
        };
        view.moves().iter().map(choice).collect()
    }

    fn tallies(view: &Position, words: &Words) -> Vec<Tally> {
        let tally = |side: Side| Tally {
            label: words.captured,
            side: Some(side.into()),
            value: captured_by(view, side),
        };
        Side::BOTH.map(tally).into()
    }

    fn remark(view: &Position, words: &Words) -> Option<String> {
        let side = words.side(view.side_to_move());
        view.in_check().then(|| fill(words.in_check, &[side]))
    }

    fn ending_words(ending: Ending, words: &Words) -> &'static str {
        match ending {
            Ending::Checkmate => words.checkmate,
            Ending::Stalemate => words.stalemate,
            Ending::InsufficientMaterial => words.insufficient_material,
        }
    }
}

fn piece(piece: chess::Piece) -> Piece {
    let side = piece.side.into();
    match piece.role {
        Role::Pawn => Piece::Pawn { side },
        Role::Knight => Piece::Knight { side },
        Role::Bishop => Piece::Bishop { side },
        Role::Rook => Piece::Rook { side },
        Role::Queen => Piece::Queen { side },
        Role::King => Piece::King { side },
    }
}

const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The letters of the pieces that are missing on the other side, the strongest first. Pieces that
/// came from pawns make up for the pawns that they were.
fn captured_by(view: &Position, side: Side) -> String {
    const FULL: [(Role, usize); 5] =
        [(Role::Queen, 1), (Role::Rook, 2), (Role::Bishop, 2), (Role::Knight, 2), (Role::Pawn, 8)];
    let count = |role| view.board().pieces(!side, role).count();
    let promoted: usize =
        FULL.iter().take(4).map(|&(role, full)| count(role).saturating_sub(full)).sum();
    FULL.iter()
        .flat_map(|&(role, full)| {
            let there = count(role) + if role == Role::Pawn { promoted } else { 0 };
            std::iter::repeat_n(role.letter().to_ascii_uppercase(), full.saturating_sub(there))
        })
        .collect()
}
