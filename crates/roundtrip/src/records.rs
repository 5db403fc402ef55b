//! Games as files, and the moves in them.

use crate::boards::{lines_of, move_reads_back};
use crate::{parses_back, reads_back, short_message, text_of};
use checkers::pdn::{self, Limits};
use chess::epd::{Epd, MAX_LINE_BYTES};
use chess::{Coordinate, San, pgn};
use game::{Notation, TextPosition};
use mines::Replay;
use othello::{Ggf, GgfReader, Position, Transcript};

/// A move of chess in the first line, in the position of the second line or at the start.
pub fn san(bytes: &[u8]) {
    let (mv, start) = lines_of(text_of(bytes));
    parses_back::<San>(mv);
    parses_back::<Coordinate>(mv);
    let position = chess::Position::read_start(start).unwrap_or_default();
    move_reads_back(&position, mv);
    if let Ok(legal) = position.read_move(mv) {
        assert_eq!(San::of(&position, legal).resolve(&position), Ok(legal));
        assert_eq!(Coordinate::of(&position, legal).resolve(&position), Ok(legal));
        assert_eq!(Coordinate::of_chess960(&position, legal).resolve(&position), Ok(legal));
    }
}

/// A file of games of chess.
pub fn pgn(bytes: &[u8]) {
    for game in pgn::Reader::new(bytes) {
        match game {
            Err(error) => short_message(&error),
            Ok(game) => {
                let written = game.to_string();
                match written.parse::<pgn::Game>() {
                    Ok(again) => assert_eq!(again, game, "written as {written}"),
                    Err(error) => panic!("{game:?} is written as {written}: {error}"),
                }
            }
        }
    }
}

/// A line of EPD. Near its limit a line can be written as one beyond it.
pub fn epd(bytes: &[u8]) {
    if bytes.len() > MAX_LINE_BYTES / 2 {
        return;
    }
    if let Some(epd) = parses_back::<Epd>(text_of(bytes)) {
        let _ = (epd.best_moves(), epd.avoid_moves(), epd.line("pv"), epd.perft().count());
    }
}

/// A file of games of checkers.
pub fn pdn(bytes: &[u8]) {
    for record in pdn::Games::new(bytes, Limits::default()) {
        match record {
            Err(error) => short_message(&error),
            Ok(mut record) => {
                let moves = record.moves().ok();
                let written = record.to_string();
                let mut again = pdn::Games::new(written.as_bytes(), Limits::default());
                let Some(Ok(mut back)) = again.next() else {
                    panic!("{record:?} is written as {written}");
                };
                assert!(again.next().is_none(), "written as more than one game: {written}");
                assert_eq!(back.moves().ok(), moves, "written as {written}");
                forget_positions(record.line_mut());
                forget_positions(back.line_mut());
                assert_eq!(back, record, "written as {written}");
            }
        }
    }
}

/// Where a move stands in its file is not a part of the game.
fn forget_positions(line: &mut pdn::Line) {
    for ply in &mut line.plies {
        ply.place = TextPosition::default();
        ply.variations.iter_mut().for_each(forget_positions);
    }
}

/// A file of games of Othello, and a file with one.
pub fn ggf(bytes: &[u8]) {
    if let Some(ggf) = parses_back::<Ggf>(text_of(bytes)) {
        let _ = (ggf.replay::<4>(), ggf.replay::<6>(), ggf.replay::<8>());
    }
    for game in GgfReader::new(bytes) {
        match game {
            Err(error) => short_message(&error),
            Ok(game) => assert_eq!(game.to_string().parse(), Ok(game)),
        }
    }
}

/// The moves of a game of Othello in a row.
pub fn transcript(bytes: &[u8]) {
    let start = Position::<8>::standard();
    if let Some(transcript) = parses_back::<Transcript>(text_of(bytes))
        && let Ok(moves) = transcript.replay(start)
    {
        let written: Transcript = moves.iter().copied().collect();
        assert_eq!(written.replay(start), Ok(moves));
    }
}

/// A replay of Minesweeper.
pub fn rawvf(bytes: &[u8]) {
    if let Some(replay) = reads_back(Replay::read, Replay::write, text_of(bytes)) {
        assert!(replay.accepted().len() <= replay.moves.len());
    }
}
