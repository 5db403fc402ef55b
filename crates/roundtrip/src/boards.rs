//! Positions, boards, and the moves of a game that has a notation without a position.

use crate::{parses_back, reads_back, text_of};
use chess::fen::shredder_fen;
use game::{Notation, Side};
use mines::{Cell, Field, Layout, Level, Start, View};
use othello::{OBF_LIMIT, Obf};

/// A FEN, X-FEN or Shredder-FEN.
pub fn chess_fen(bytes: &[u8]) {
    let text = text_of(bytes);
    if let Some(setup) = parses_back::<chess::Setup>(text) {
        assert_eq!(shredder_fen(&setup).parse(), Ok(setup), "{}", shredder_fen(&setup));
    }
    parses_back::<chess::Position>(text);
    reads_back(chess::Position::read_start, chess::Position::write_start, text);
}

/// The FEN of a board of checkers, and the drawing of one.
pub fn checkers_fen(bytes: &[u8]) {
    let text = text_of(bytes);
    parses_back::<checkers::Setup>(text);
    reads_back(checkers::Position::read_start, checkers::Position::write_start, text);
    reads_back(checkers::Giveaway::read_start, checkers::Giveaway::write_start, text);
    let read = |text: &str| checkers::text_board::read(text, Side::Black);
    reads_back(read, checkers::text_board::write, text);
}

/// A move of checkers in the first line, in the position of the second line or at the start.
pub fn checkers_move(bytes: &[u8]) {
    let (mv, start) = lines_of(text_of(bytes));
    parses_back::<checkers::MoveText>(mv);
    move_reads_back(
        &checkers::Position::read_start(start).unwrap_or(checkers::Position::START),
        mv,
    );
}

/// A line of OBF, and a text with several of them. Near its limit a line can be written as one beyond it.
pub fn obf(bytes: &[u8]) {
    let text = text_of(bytes);
    if text.len() > OBF_LIMIT / 2 {
        return;
    }
    parses_back::<Obf>(text);
    for obf in Obf::lines(text).flatten() {
        let _ = obf.resolve::<8>();
        assert_eq!(obf.to_string().parse(), Ok(obf));
    }
}

/// A drawn board of Othello.
pub fn othello_diagram(bytes: &[u8]) {
    let write = |setup: &othello::Setup| match setup.size() {
        4 => setup.position::<4>().map(|position| position.to_string()),
        6 => setup.position::<6>().map(|position| position.to_string()),
        8 => setup.position::<8>().map(|position| position.to_string()),
        _ => setup.position::<10>().map(|position| position.to_string()),
    };
    let write = |setup: &othello::Setup| write(setup).unwrap_or_default();
    reads_back(othello::Setup::from_diagram, write, text_of(bytes));
}

/// A board of mines as bytes.
pub fn mbf(bytes: &[u8]) {
    if let Ok(layout) = Layout::from_mbf(bytes) {
        let written = layout.to_mbf();
        assert_eq!(written.len(), bytes.len());
        assert_eq!(Layout::from_mbf(&written), Ok(layout));
    }
}

/// A start of Minesweeper: its share code or its words; the parts of it, and a board as a player sees it.
pub fn share_code(bytes: &[u8]) {
    let text = text_of(bytes);
    parses_back::<Start>(text);
    parses_back::<Level>(text);
    parses_back::<Cell>(text);
    parses_back::<View>(text);
    if let Some(mv) = mines::Move::read(text) {
        let written = Field::unlaid(Start::STANDARD).write_move(mv);
        assert_eq!(mines::Move::read(&written), Some(mv), "written as {written:?}");
    }
}

/// The first line, and the rest without its line end.
pub(crate) fn lines_of(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    (first, rest.trim_end_matches('\n'))
}

/// A move that can be read in a position is legal there and reads back from what is written for it.
pub(crate) fn move_reads_back<G: Notation>(position: &G, text: &str) {
    let write = |mv: &G::Move| position.write_move(*mv);
    if let Some(mv) = reads_back(|text| position.read_move(text), write, text) {
        assert_eq!(position.check(mv), Ok(()));
    }
}
