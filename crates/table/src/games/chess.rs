//! Chess at the table.

use super::{board, chequered, marks};
use crate::playable::{DrawReason, HistoryDraw, Playable};
use crate::scene::{Cell, Choice, Mark, Picture, Piece, Tally};
use crate::words::{Language, Words, fill, spanish};
use chess::history::{self, HistoryDraw as ChessDraw};
use chess::{Coordinate, Ending, File, Move, Position, Rank, Role, Square};
use game::{Notation, Perfect, Seat, Side};

impl Playable for Position {
    const NAME: &'static str = "chess";
    const SEATS: &'static [Seat] = &[Seat::Side(Side::White), Seat::Side(Side::Black)];

    fn draw_by_history(past: &[Position]) -> Option<HistoryDraw> {
        // Nothing that lies before the last capture or pawn move can come up again.
        let clock = past.last()?.halfmove_clock();
        let reach = past.len().min(usize::from(clock) + 1);
        let keys: Vec<u64> = past[past.len() - reach..].iter().map(Perfect::key).collect();
        let draw = history::draw(&keys, clock)?;
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

    /// `chess960` alone is one of the 960 starts, drawn by lot.
    fn with_seed(text: &str, seed: u64) -> String {
        match text.trim() {
            "chess960" => format!("chess960:{}", seed % 960),
            other => other.to_owned(),
        }
    }

    fn position_text(&self) -> Option<String> {
        Some(Self::write_start(self))
    }

    fn picture(view: &Position, last: Option<Move>) -> Picture {
        let checked = view.in_check().then(|| view.king(view.side_to_move()));
        // Castling is the king moving onto its rook, and then neither stands there.
        let last = last.map(|mv| match view.board().piece(mv.to()) {
            Some(_) => [mv.from(), mv.to()],
            None => [mv.from(), view.king(!view.side_to_move())],
        });
        board(8, 8, true, |column, row| {
            let square = Square::new(File::ALL[column], Rank::ALL[7 - row]);
            Cell {
                name: square.to_string(),
                shade: chequered(column, row),
                piece: view.board().piece(square).map(piece),
                marks: marks([
                    (Mark::LastMove, last.is_some_and(|squares| squares.contains(&square))),
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

    fn tallies(view: &Position, first: &Position, words: &Words) -> Vec<Tally> {
        let tally = |side: Side| Tally {
            label: words.captured,
            side: Some(side.into()),
            value: captured_by(side, view, first),
        };
        Side::BOTH.map(tally).into()
    }

    fn remark(view: &Position, words: &Words) -> Option<String> {
        let side = words.side(view.side_to_move());
        view.in_check().then(|| fill(words.in_check, &[side]))
    }

    fn why_not(error: &Self::MoveError, language: Language) -> String {
        match language {
            Language::English => error.to_string(),
            Language::Spanish => spanish::chess_move(error),
        }
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

/// The letters of the pieces that the other side had at first and has no more, the strongest
/// first. Pieces that came from pawns make up for the pawns that they were.
fn captured_by(side: Side, view: &Position, first: &Position) -> String {
    const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let count = |position: &Position, role| position.board().pieces(!side, role).count();
    let promoted = |&role: &Role| count(view, role).saturating_sub(count(first, role));
    let promoted: usize = ROLES.iter().take(4).map(promoted).sum();
    let missing = |role: Role| {
        let there = count(view, role) + if role == Role::Pawn { promoted } else { 0 };
        let letter = role.letter().to_ascii_uppercase();
        std::iter::repeat_n(letter, count(first, role).saturating_sub(there))
    };
    ROLES.into_iter().flat_map(missing).collect()
}
