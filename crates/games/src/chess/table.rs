//! Chess at the table.

use super::words;
use super::{CARD, Chess, record};
use crate::board::{board, chequered, marks};
use crate::{NAMED_PLIES, said};
use ::chess::attacks::attackers;
use ::chess::engine::{Breakdown, Evaluator, PieceWorth};
use ::chess::history::{self, HistoryDraw as ChessDraw};
use ::chess::{
    Bitboard, Coordinate, Ending, File, Illegal, Move, MoveError, Position, Rank, Role, SanError, Square, StartError,
};
use ::table::record::{ExportError, ImportError, ParsedRecord, RecordFormat};
use ::table::scene::{Cell, Choice, Fact, Mark, Picture, Piece, Tally};
use ::table::{
    Card, DrawReason, History, HistoryDraw, Language, Mind, Playable, Table, fill,
};
use players::UciMind;
use game::{Notation, Perfect, Side};

impl Playable for Chess {
    type Game = Position;

    const CARD: &'static dyn Card = &CARD;
    const RECORD: RecordFormat = record::FORMAT;

    fn draw_by_history(past: &History<Position>) -> Option<HistoryDraw> {
        // Nothing that lies before the last capture or pawn move can come up again.
        let clock = past.last()?.halfmove_clock();
        if clock < 8 {
            return None;
        }
        let reach = past.len().min(usize::from(clock) + 1);
        let keys: Vec<u64> = past.since(past.len() - reach).map(Perfect::key).collect();
        let draw = history::draw(&keys, clock)?;
        let reason = match draw {
            ChessDraw::Threefold => DrawReason::Threefold,
            ChessDraw::FiftyMoves => DrawReason::FiftyMoves,
            ChessDraw::Fivefold => DrawReason::Fivefold,
            ChessDraw::SeventyFiveMoves => DrawReason::SeventyFiveMoves,
        };
        Some(HistoryDraw { reason, automatic: draw.is_automatic() })
    }

    fn can_win(position: &Position, side: Side) -> bool {
        position.can_mate(side)
    }

    fn position_text(position: &Position) -> Option<String> {
        Some(Position::write_start(position))
    }

    fn opening(past: &History<Position>) -> Option<game::Reached> {
        ::chess::openings::opening_of(past.iter().take(NAMED_PLIES))
    }

    fn material(position: &Position) -> Option<i32> {
        const WORTH: [(Role, i32); 5] =
            [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
        let of = |side| -> i32 {
            let count = |role| position.board().pieces(side, role).count() as i32;
            WORTH.iter().map(|&(role, worth)| worth * count(role)).sum()
        };
        Some(of(Side::White) - of(Side::Black))
    }

    fn plain_name(position: &Position, mv: Move) -> String {
        Coordinate::of(position, mv).to_string()
    }

    fn culprits(position: &Position, text: &str) -> Vec<String> {
        culprits(position, text).iter().map(ToString::to_string).collect()
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
                ]),
            }
        })
    }

    fn choices(view: &Position) -> Vec<Choice> {
        let choice = |&mv: &Move| {
            let written = Coordinate::of(view, mv);
            // A castling move is a king that goes to its rook.
            let rook = Some(mv.to()).filter(|&rook| view.board().side(view.side_to_move()).has(rook) && rook != written.to);
            Choice {
                path: vec![written.from.to_string(), written.to.to_string()],
                mv: view.write_move(mv),
                places: mv.promotion().map(|role| Piece::of(view.side_to_move(), name(role))),
                also: rook.map(|rook| rook.to_string()).into_iter().collect(),
            }
        };
        view.moves().iter().map(choice).collect()
    }

    fn first_number(first: &Position) -> u32 {
        first.fullmove_number().into()
    }

    fn tallies(view: &Position, first: &Position, language: Language) -> Vec<Tally> {
        let tally = |side: Side| {
            let taken = captured_by(side, view, first);
            Tally {
                label: words::of(language).captured,
                side: Some(side.into()),
                value: taken.iter().map(|role| role.letter().to_ascii_uppercase()).collect(),
                pieces: taken.iter().map(|&role| Piece::of(!side, name(role))).collect(),
            }
        };
        Side::BOTH.map(tally).into()
    }

    fn remark(view: &Position, language: Language) -> Option<String> {
        let words = words::of(language);
        view.in_check().then(|| fill(words.in_check, &[words.card.side(view.side_to_move())]))
    }

    fn facts(view: &Position, language: Language) -> Vec<Fact> {
        let words = words::of(language);
        vec![
            Fact { label: words.legal_moves, value: view.count_moves().to_string() },
            Fact { label: words.check, value: words.card.yes_or_no(view.in_check()).to_owned() },
        ]
    }

    fn worths(view: &Position) -> Vec<(String, i32)> {
        let pieces = Breakdown::of(view, &mut Evaluator::default()).pieces;
        let own = |PieceWorth { square, piece, worth }: PieceWorth| {
            let worth = if piece.side == Side::White { worth? } else { -worth? };
            Some((square.to_string(), worth))
        };
        pieces.into_iter().filter_map(own).collect()
    }

    fn attackers(view: &Position, square: &str) -> Option<Vec<String>> {
        let Ok(square) = square.parse::<Square>() else { return Some(Vec::new()) };
        let (board, occupied) = (view.board(), view.board().occupied());
        let of = |side| attackers(board, square, side, occupied);
        let all = of(Side::White) | of(Side::Black);
        Some(all.into_iter().map(|square| square.to_string()).collect())
    }

    fn write_record(table: &Table<Chess>) -> Result<String, ExportError> {
        Ok(record::write(table))
    }

    fn read_record(text: &str) -> Result<ParsedRecord, ImportError> {
        record::read(text)
    }

    fn mind() -> Box<dyn Mind> {
        Box::new(UciMind::<Chess>::default())
    }

    fn why_no_start(error: &StartError, language: Language) -> String {
        said(error, language)
    }

    fn why_not(error: &MoveError, language: Language) -> String {
        said(error, language)
    }

    fn ending_words(ending: Ending, language: Language) -> &'static str {
        let words = words::of(language);
        match ending {
            Ending::Checkmate => words.checkmate,
            Ending::Stalemate => words.stalemate,
            Ending::InsufficientMaterial => words.insufficient_material,
        }
    }
}

/// The squares that show why a text is no move.
fn culprits(position: &Position, text: &str) -> Vec<Square> {
    let Err(error) = position.read_move(text) else { return Vec::new() };
    let (MoveError::Illegal(why) | MoveError::San(SanError::Illegal(_, why))) = error else {
        return Vec::new();
    };
    let (board, side) = (position.board(), position.side_to_move());
    let king = position.king(side);
    let from = text.get(..2).and_then(|name| name.parse::<Square>().ok());
    let attackers = |square: Square, lifted: Option<Square>| -> Vec<Square> {
        let lifted = lifted.map_or(Bitboard::EMPTY, Bitboard::of);
        attackers(board, square, !side, board.occupied() & !lifted).into_iter().collect()
    };
    match why {
        Illegal::StillInCheck(_) | Illegal::CastlingInCheck => attackers(king, None),
        Illegal::ExposesKing(_) => attackers(king, from),
        Illegal::IntoCheck(square) | Illegal::CastlingThroughCheck(square) => attackers(square, Some(king)),
        Illegal::OwnPieceInTheWay(_, _, square)
        | Illegal::PathBlocked(_, _, _, square)
        | Illegal::PawnBlocked(square)
        | Illegal::CastlingBlocked(square) => vec![square],
        _ => Vec::new(),
    }
}

fn piece(piece: ::chess::Piece) -> Piece {
    Piece::of(piece.side, name(piece.role))
}

const fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The pieces that the other side had at first and has no more, the strongest first. Pieces that came
/// from pawns make up for the pawns that they were.
fn captured_by(side: Side, view: &Position, first: &Position) -> Vec<Role> {
    const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let count = |position: &Position, role| position.board().pieces(!side, role).count();
    let promoted = |&role: &Role| count(view, role).saturating_sub(count(first, role));
    let promoted: usize = ROLES.iter().take(4).map(promoted).sum();
    let missing = |role: Role| {
        let there = count(view, role) + if role == Role::Pawn { promoted } else { 0 };
        std::iter::repeat_n(role, count(first, role).saturating_sub(there))
    };
    ROLES.into_iter().flat_map(missing).collect()
}
