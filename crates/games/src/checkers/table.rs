//! Checkers and giveaway checkers at the table.

use super::words;
use super::{CARD, Checkers, GiveawayCheckers, record};
use crate::board::{board, chequered, marks};
use crate::{NAMED_PLIES, said};
use ::checkers::giveaway::{self, Giveaway, Refused};
use ::checkers::{Ending, Illegal, Move, MoveError, Position, Rank, ResolveError, Setup, Square, StartError, history, seed};
use ::table::record::{ExportError, ImportError, ParsedRecord, RecordFormat};
use ::table::scene::{Cell, Choice, Fact, Mark, Picture, Piece, Tally, draw_words};
use ::table::{
    Card, DrawReason, History, HistoryDraw, Language, Mind, Playable, Table, fill,
};
use players::SearchMind;
use game::{Notation, Perfect, Rules, Side};
use std::borrow::Borrow;

impl Playable for Checkers {
    type Game = Position;

    const CARD: &'static dyn Card = &CARD;
    const RECORD: RecordFormat = record::FORMAT;

    fn draw_by_history(past: &History<Position>) -> Option<HistoryDraw> {
        draw(&past.to_vec())
    }

    fn position_text(position: &Position) -> Option<String> {
        Some(Position::write_start(position))
    }

    fn opening(past: &History<Position>) -> Option<game::Reached> {
        ::checkers::openings::opening_of(past.iter().take(NAMED_PLIES))
    }

    /// A man counts two and a king three.
    fn material(position: &Position) -> Option<i32> {
        let of = |side| (2 * position.pieces(side).count() + position.kings(side).count()) as i32;
        Some(of(Side::White) - of(Side::Black))
    }

    fn path(mv: Move) -> Vec<String> {
        path(mv)
    }

    fn culprits(position: &Position, text: &str) -> Vec<String> {
        position.read_move(text).err().map_or_else(Vec::new, |error| culprits(&error))
    }

    fn picture(view: &Position, last: Option<Move>) -> Picture {
        picture(view, last)
    }

    fn choices(view: &Position) -> Vec<Choice> {
        choices(view)
    }

    fn tallies(view: &Position, first: &Position, language: Language) -> Vec<Tally> {
        tallies(view, first, language)
    }

    fn remark(view: &Position, language: Language) -> Option<String> {
        remark(view, language)
    }

    fn facts(view: &Position, language: Language) -> Vec<Fact> {
        facts(view, language)
    }

    fn attackers(view: &Position, square: &str) -> Option<Vec<String>> {
        Some(attackers(view, square))
    }

    fn write_record(table: &Table<Checkers>) -> Result<String, ExportError> {
        Ok(record::write(table))
    }

    fn read_record(text: &str) -> Result<ParsedRecord, ImportError> {
        record::read(text)
    }

    fn mind() -> Box<dyn Mind> {
        Box::new(SearchMind::<Checkers>::default())
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
            Ending::NoPieces => words.no_pieces,
            Ending::NoMoves => words.no_moves,
            Ending::ThirdRepetition => draw_words(DrawReason::Threefold, language.words()),
            Ending::FortyMoves => draw_words(DrawReason::FortyMoves, language.words()),
        }
    }
}

impl Playable for GiveawayCheckers {
    type Game = Giveaway;

    const CARD: &'static dyn Card = &CARD;

    fn draw_by_history(past: &History<Giveaway>) -> Option<HistoryDraw> {
        draw(&past.to_vec())
    }

    fn position_text(position: &Giveaway) -> Option<String> {
        Some(Giveaway::write_start(position))
    }

    fn path(mv: Move) -> Vec<String> {
        path(mv)
    }

    fn culprits(position: &Giveaway, text: &str) -> Vec<String> {
        match position.read_move(text) {
            Err(Refused::AsInCheckers(error)) => culprits(&error),
            _ => Vec::new(),
        }
    }

    fn picture(view: &Giveaway, last: Option<Move>) -> Picture {
        picture(&view.0, last)
    }

    fn choices(view: &Giveaway) -> Vec<Choice> {
        choices(&view.0)
    }

    fn tallies(view: &Giveaway, first: &Giveaway, language: Language) -> Vec<Tally> {
        tallies(&view.0, &first.0, language)
    }

    fn remark(view: &Giveaway, language: Language) -> Option<String> {
        remark(&view.0, language)
    }

    fn facts(view: &Giveaway, language: Language) -> Vec<Fact> {
        facts(&view.0, language)
    }

    fn attackers(view: &Giveaway, square: &str) -> Option<Vec<String>> {
        Some(attackers(&view.0, square))
    }

    fn mind() -> Box<dyn Mind> {
        Box::new(SearchMind::<GiveawayCheckers>::default())
    }

    fn why_no_start(error: &giveaway::StartError, language: Language) -> String {
        said(error, language)
    }

    fn why_not(error: &Refused<MoveError>, language: Language) -> String {
        match error {
            Refused::AsInCheckers(error) => Checkers::why_not(error, language),
            Refused::GameOver { winner } => {
                let words = words::of(language);
                fill(words.giveaway_over, &[words.card.side(*winner)])
            }
        }
    }

    fn ending_words(ending: giveaway::Ending, language: Language) -> &'static str {
        let words = words::of(language);
        match ending {
            giveaway::Ending::GaveAll => words.gave_all,
            giveaway::Ending::NoMoves => words.no_moves_left,
        }
    }
}

/// The draw that the positions so far bring about. Both kinds of checkers share it.
fn draw<P: Borrow<Position>>(past: &[P]) -> Option<HistoryDraw> {
    let reason = match history::draw(past)?.reason {
        Ending::FortyMoves => DrawReason::FortyMoves,
        _ => DrawReason::Threefold,
    };
    Some(HistoryDraw { reason, automatic: true })
}

/// The squares of a jump over several pieces.
fn path(mv: Move) -> Vec<String> {
    let squares: Vec<String> = mv.squares().map(|square| square.to_string()).collect();
    if squares.len() > 2 { squares } else { Vec::new() }
}

/// The pieces that must capture or go on, or the one that stands in the way.
fn culprits(error: &MoveError) -> Vec<String> {
    let MoveError::Unresolved(ResolveError::Illegal { reason, .. }) = error else { return Vec::new() };
    let mut squares: Vec<Square> = match reason {
        Illegal::CaptureMandatory { captures } => captures.iter().map(|mv| mv.from()).collect(),
        Illegal::JumpGoesOn { at, .. } => vec![*at],
        Illegal::Taken { square, .. }
        | Illegal::OwnPiece(square)
        | Illegal::JumpedTwice(square) => vec![*square],
        _ => Vec::new(),
    };
    squares.dedup();
    squares.iter().map(ToString::to_string).collect()
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
                (Mark::MustCapture, must_capture),
            ]),
        }
    })
}

fn choices(view: &Position) -> Vec<Choice> {
    let choice = |&mv: &Move| Choice {
        path: mv.squares().map(|square| square.to_string()).collect(),
        mv: view.write_move(mv),
        places: None,
        also: Vec::new(),
    };
    view.moves().iter().map(choice).collect()
}

fn tallies(view: &Position, first: &Position, language: Language) -> Vec<Tally> {
    let tally = |side: Side| {
        let taken = first.pieces(!side).count().saturating_sub(view.pieces(!side).count());
        Tally {
            label: words::of(language).captured,
            side: Some(side.into()),
            value: taken.to_string(),
            pieces: vec![Piece::of(!side, "man"); taken as usize],
        }
    };
    Side::BOTH.map(tally).into()
}

fn remark(view: &Position, language: Language) -> Option<String> {
    let words = words::of(language);
    let moves = view.moves();
    let captures = moves.iter().filter(|mv| mv.is_capture());
    let names: Vec<String> = captures.map(|&mv| view.write_move(mv)).collect();
    let side = words.card.side(view.side_to_move());
    let any = language.words().any_of(&names);
    (!names.is_empty()).then(|| fill(words.must_capture, &[side, &any]))
}

/// The pieces that could capture what stands on a square if it were their turn, by a jump that is not their first, too.
fn attackers(view: &Position, square: &str) -> Vec<String> {
    let attacked = square.parse::<Square>().ok();
    let Some((square, piece)) =
        attacked.and_then(|square| Some((square, view.piece_at(square)?)))
    else {
        return Vec::new();
    };
    let setup = Setup { side_to_move: !piece.side, ..view.setup() };
    let Ok(view) = setup.position() else { return Vec::new() };
    let moves = view.moves();
    let captures = moves.iter().filter(|&&mv| view.play(mv).piece_at(square).is_none());
    let mut squares: Vec<Square> = captures.map(|mv| mv.from()).collect();
    squares.sort();
    squares.dedup();
    squares.iter().map(ToString::to_string).collect()
}

/// The moves of both sides, as if each were to move, and whether the game is over: by the rules, and as
/// [`seed`] counts.
fn facts(view: &Position, language: Language) -> Vec<Fact> {
    let (words, setup) = (words::of(language), view.setup());
    let with_turn = |side| Setup { side_to_move: side, ..setup }.position();
    let legal = |side| with_turn(side).map_or(0, |position| position.count_moves());
    let single = |side| seed::moves_for(&setup, side) as usize;
    let over = |sides: &[Side], moves: &dyn Fn(Side) -> usize| {
        let stuck = sides.iter().filter(|&&side| moves(side) == 0);
        let names: Vec<&str> = stuck.map(|&side| words.card.side(side)).collect();
        match names.as_slice() {
            [] => words.card.no.to_owned(),
            names => fill(words.cannot_move, &[&language.words().all_of(names)]),
        }
    };
    vec![
        Fact { label: words.moves_by_the_rules, value: words.card.of_both(legal) },
        Fact { label: words.over_by_the_rules, value: over(&[view.side_to_move()], &legal) },
        Fact { label: words.single_moves, value: words.card.of_both(single) },
        Fact { label: words.over_without_moves, value: over(&Side::BOTH, &single) },
    ]
}

/// The playing square in this place, counted from the top left. Those are the dark ones.
fn square_at(column: usize, row: usize) -> Option<Square> {
    let name = format!("{}{}", char::from(b'a' + column as u8), 8 - row);
    name.parse().ok()
}

fn piece(piece: ::checkers::Piece) -> Piece {
    Piece::of(
        piece.side,
        match piece.rank {
            Rank::Man => "man",
            Rank::King => "crowned-man",
        },
    )
}
