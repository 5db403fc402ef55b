//! Chess as PGN.

use super::Chess;
use ::chess::pgn::{Comment, Game, GameResult, Line, Node, ReadError, Reader, TextError, Variant};
use ::chess::{File, Move, Position};
use ::table::analysis::LONGEST_LINE;
use ::table::record::{
    Cause, Date, Ending, Heading, ImportError, ParsedRecord, RecordFormat, Step, Time,
    player_named, read_control, tags_of,
};
use ::table::{Language, Seats, Table};
use game::{Notation, Rules, Seat, Side, Variations, Verdict};
use std::time::Duration;

pub const FORMAT: RecordFormat = RecordFormat {
    name: "PGN",
    extension: "pgn",
    media_type: "application/vnd.chess-pgn",
    keeps_variations: true,
    own_evaluations: false,
};

pub fn write(table: &Table<Chess>) -> String {
    let mut game = Game::new(*table.start(), []);
    game.moves = line_of(table);
    game.variant = variant_of(table.start());
    game.result = GameResult::of(table.ended().and_then(|end| end.verdict));
    for (name, value) in tags_of(table) {
        // The names are tags, and the values are short and of printable characters.
        let _ = game.tags.set(&name, &value);
    }
    for (number, node) in game.moves.nodes.iter_mut().enumerate() {
        let seat = table.played().get(number).map(|played| played.seat);
        if let (Some(clock), Some(Seat::Side(side))) = (table.clock_after(number), seat) {
            let left = Duration::from_millis(clock.at_the_turn(side));
            let said = std::mem::take(&mut node.comments);
            node.comments.push(Comment::of_clock(left));
            node.comments.extend(said.iter().cloned());
        }
    }
    if table.ended().is_some()
        && let Ok(end) = Comment::new(&table.end_in(Language::English))
    {
        let comments = match game.moves.nodes.last_mut() {
            Some(node) => &mut node.comments,
            None => &mut game.moves.comments,
        };
        // A file that was written here and read again says it already.
        if !comments.contains(&end) {
            comments.push(end);
        }
    }
    game.to_string()
}

/// The moves of a game with all that is said about them, and the variations. What was played is the main line; where
/// nothing was, the main line of the analysis is.
fn line_of(table: &Table<Chess>) -> Line<Move> {
    let played = table.played();
    let tree = table.variations().translated(table.start(), &mut |position: &Position, name| {
        let mv = position.read_move(name).ok()?;
        Some((mv, position.play(mv)))
    });
    let longest = if played.is_empty() { usize::MAX } else { played.len() };
    let mut line = Line::of_line(&game::Line::of_variations(&tree, longest));
    // No tree is as long as the longest games.
    line.nodes.extend(played.since(line.nodes.len()).map(|played| Node::new(played.mv)));
    line
}

/// What a game says about its moves, and its variations, with the moves as they are named here.
fn named_tree(game: &Game) -> Variations<String> {
    let plies = game.moves.nodes.len().min(LONGEST_LINE);
    let line = Line { comments: game.moves.comments.clone(), nodes: game.moves.nodes[..plies].to_vec() };
    let tree = line.to_line().to_variations();
    tree.translated(&game.start, &mut |position: &Position, &mv| {
        Some((position.write_move(mv), position.play(mv)))
    })
}

/// Chess960 is written as such where castling is not from the usual squares.
fn variant_of(start: &Position) -> Variant {
    let unusual = start.castling_rooks().into_iter().any(|rook| {
        let side = if rook.rank() == ::chess::Rank::First { Side::White } else { Side::Black };
        start.king(side).file() != File::E || !matches!(rook.file(), File::A | File::H)
    });
    if unusual { Variant::Chess960 } else { Variant::Standard }
}

pub fn read(text: &str) -> Result<ParsedRecord, ImportError> {
    let mut reader = Reader::new(text.as_bytes());
    let game = reader.next().ok_or(ImportError::NoGame)?.map_err(|error| import_error(&error))?;
    // Files of other games have tags like those of PGN, and may have no moves.
    if let Some(other) = game.tags.get("Game").or(game.tags.get("GameType")) {
        return Err(ImportError::OtherGame(other.chars().take(40).collect()));
    }
    let mut games = 1;
    while !matches!(reader.read_text(), Ok(None)) {
        games += 1;
    }
    let tag = |name| game.tags.get(name);
    let day = tag("UTCDate").or(tag("Date")).unwrap_or_default();
    let date = Date::read(day, tag("UTCTime").unwrap_or_default());
    let step = |(position, node): (Position, &Node<::chess::Move>)| Step {
        mv: position.write_move(node.mv),
        time: match (node.clock(), node.elapsed()) {
            (Some(left), _) => Time::Left(left.as_millis() as u64),
            (None, Some(took)) => Time::Took(took.as_millis() as u64),
            (None, None) => Time::Unknown,
        },
    };
    let last = game.moves.nodes.last().map_or(&game.moves.comments, |node| &node.comments);
    let said: String = last.iter().map(Comment::prose).collect();
    Ok(ParsedRecord {
        games,
        tags: Heading::new(game.tags.iter()),
        start: Position::write_start(&game.start),
        players: Seats::Two {
            white: player_named(tag("White")),
            black: player_named(tag("Black")),
        },
        clock: read_control(tag("TimeControl")),
        began: date.map(Date::at),
        moves: game.main_line().map(step).collect(),
        tree: named_tree(&game),
        ending: match game.result {
            GameResult::WhiteWins => Ending::Known(Verdict::won_by(Side::White)),
            GameResult::BlackWins => Ending::Known(Verdict::won_by(Side::Black)),
            GameResult::Draw => Ending::Known(Verdict::Draw),
            GameResult::Unknown if tag("Termination") == Some("abandoned") => Ending::CalledOff,
            GameResult::Unknown => Ending::Unfinished,
        },
        cause: Cause::of(tag("Termination"), &said),
    })
}

fn import_error(error: &ReadError) -> ImportError {
    match error {
        ReadError::Text(TextError::Syntax(error)) => {
            crate::import_error(FORMAT.name, Some(error.place), &error.fault)
        }
        ReadError::Resolve(error) => {
            crate::import_error(FORMAT.name, Some(error.place), &error.fault)
        }
        ReadError::Text(TextError::Io(error)) => crate::import_error(FORMAT.name, None, error),
    }
}

/// Writes how a game of a match came to its end: the sentence takes the place of the table's own, which
/// stands after the last move.
pub fn annotate(record: &str, termination: &str, words: &str) -> Option<String> {
    let mut game: Game = record.parse().ok()?;
    game.tags.set("Termination", termination).ok()?;
    let comments = match game.moves.nodes.last_mut() {
        Some(node) => &mut node.comments,
        None => &mut game.moves.comments,
    };
    comments.pop();
    comments.push(Comment::new(words).ok()?);
    Some(game.to_string())
}
