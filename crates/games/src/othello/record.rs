//! Othello as GGF, and read from transcripts.
//!
//! `RE` tells the result as black sees it, in discs, and after a colon why it is not the count on
//! the board: `r` for giving up, `t` for time, `s` for an agreement. A game that was called off has `?:a`
//! and one that goes on `?`. `TI` has the stock and the increment of the clock, `DT` the date.

use super::Othello;
use super::table::Searched;
use crate::import_error;
use ::othello::{Ggf, GgfReadError, GgfReader, Move, Position, Rows, Size, Transcript};
use ::table::record::{
    Cause, Date, Ending, Heading, ImportError, Listed, Listing, ParsedRecord, RecordFormat, Step,
    Time, player_named, read_control, written_name,
};
use ::chess::pgn::Comment;
use ::table::{Millis, Player, Reason, Seats, Table, TimeControl};
use std::time::Duration;
use game::{Line, LineMove, Notation, Rules, Seat, Side, Variations, Verdict};

pub const FORMAT: RecordFormat =
    RecordFormat { name: "GGF", extension: "ggf", media_type: "text/plain", keeps_variations: false, own_evaluations: true };

/// What GGF calls tags that PGN has, too.
const NAMES: [(&str, &str); 7] = [
    ("PB", "Black"),
    ("PW", "White"),
    ("PC", "Site"),
    ("EV", "Event"),
    ("RO", "Round"),
    ("RB", "BlackElo"),
    ("RW", "WhiteElo"),
];
/// What `DT` says in one.
const MOMENT: [&str; 4] = ["Date", "Time", "UTCDate", "UTCTime"];
/// The place of a game of which no other is known.
const HERE: &str = "tablero";

pub fn write<const N: usize>(table: &Table<Othello<N>>) -> String
where
    Othello<N>: Searched,
    Rows<N>: Size,
{
    let (heading, line) = (table.heading(), line_of(table));
    let moves: Vec<Move> = line.iter().map(|(mv, _)| *mv).collect();
    let mut ggf = Ggf::of(*table.start(), &moves);
    for (number, (written, (_, noted))) in ggf.moves.iter_mut().zip(line).enumerate() {
        let taken = table.time_taken(number).map(Duration::from_millis);
        written.seconds = taken.or(noted.took).map(|time| time.as_secs_f64());
        written.evaluation = noted.evaluation;
    }
    let mut tags = vec![("PC", heading.get("Site").unwrap_or(HERE).to_owned())];
    for (name, side) in [("PB", Side::Black), ("PW", Side::White)] {
        tags.extend(written_name(table, Seat::Side(side)).map(|value| (name, value)));
    }
    tags.extend(date_of(table).map(|date| ("DT", date)));
    let clock = table.started().clock;
    let said = heading.get("TI").filter(|said| clock.is_none() || read_clock(said) == clock);
    let kept = clock.map(|clock| format!("{}/{}", minutes(clock.stock), minutes(clock.increment)));
    tags.extend(said.map(str::to_owned).or(kept).map(|clock| ("TI", clock)));
    tags.push(("RE", result(table)));
    for (name, value) in heading.iter().filter(|(name, _)| !MOMENT.contains(name)) {
        let name = NAMES.iter().find(|known| known.1 == name).map_or(name, |known| known.0);
        if tags.iter().all(|known| known.0 != name) {
            tags.push((name, value.to_owned()));
        }
    }
    for (name, value) in tags {
        // A tag of another format may have a name that none has here; it stays with the game.
        ggf = ggf.clone().with_tag(name, &value).unwrap_or(ggf);
    }
    ggf.to_string() + "\n"
}

/// What GGF notes of a move, as comments have it.
#[derive(Default)]
struct Noted {
    /// How good its maker thought the position, in discs.
    evaluation: Option<f64>,
    took: Option<Duration>,
}

impl Noted {
    fn in_comments(comments: &[String]) -> Noted {
        let comments = || comments.iter().filter_map(|said| Comment::new(said).ok());
        Noted {
            evaluation: comments().find_map(|said| said.command("eval")?.parse().ok()),
            took: comments().find_map(|said| said.elapsed()),
        }
    }

    fn to_comment(&self) -> Option<String> {
        let evaluation = self.evaluation.map(|discs| format!("[%eval {discs}]"));
        let took = self.took.map(|took| Comment::of_elapsed(took).text().to_owned());
        let said: Vec<String> = evaluation.into_iter().chain(took).collect();
        (!said.is_empty()).then(|| said.join(" "))
    }
}

/// The moves that were played, or else the main line of the analysis, with what is noted of them.
fn line_of<const N: usize>(table: &Table<Othello<N>>) -> Vec<(Move, Noted)>
where
    Othello<N>: Searched,
    Rows<N>: Size,
{
    let tree = table.variations();
    let played: Vec<Move> = table.played().iter().map(|played| played.mv).collect();
    let longest = if played.is_empty() { usize::MAX } else { played.len() };
    let (mut position, mut here, mut line) = (*table.start(), &tree, Vec::new());
    while line.len() < longest
        && let Some((name, next)) = here.branches().next()
        && let Ok(mv) = position.read_move(name)
    {
        line.push((mv, Noted::in_comments(&next.remarks.after)));
        (position, here) = (position.play(mv), next);
    }
    line
}

/// When it was played, as the heading has it or as the table knows it.
fn date_of<const N: usize>(table: &Table<Othello<N>>) -> Option<String>
where
    Othello<N>: Searched,
    Rows<N>: Size,
{
    let heading = table.heading();
    if !heading.is_dated() {
        let date = Date::of(table.started().at)?;
        return Some(format!("{}_{}.UTC", date.day(), date.time()));
    }
    let day = heading.get("Date")?;
    Some(match (heading.get("Time"), heading.get("UTCTime")) {
        (Some(time), _) => format!("{day}_{time}"),
        (None, Some(time)) => format!("{day}_{time}.UTC"),
        (None, None) => day.to_owned(),
    })
}

/// `05:00`, with thousandths of a second where there are any.
fn minutes(time: Millis) -> String {
    let (minutes, seconds) = (time / 60_000, time % 60_000);
    let fraction = if time.is_multiple_of(1000) { "" } else { &format!(".{:03}", time % 1000) };
    format!("{minutes:02}:{:02}{fraction}", seconds / 1000)
}

fn result<const N: usize>(table: &Table<Othello<N>>) -> String
where
    Othello<N>: Searched,
    Rows<N>: Size,
{
    let Some(end) = table.ended() else { return "?".to_owned() };
    let whole_board = match end.verdict.and_then(Verdict::winner) {
        Some(Side::Black) => format!("+{}.000", N * N),
        Some(Side::White) => format!("-{}.000", N * N),
        None => "+0.000".to_owned(),
    };
    let said = table.heading().get("RE").filter(|said| {
        let is_same = end.verdict.is_some_and(|verdict| read_result(said).0 == Ending::Known(verdict));
        is_same && !matches!(end.reason, Reason::Rules(_) | Reason::History(_))
    });
    if let Some(said) = said {
        return said.to_owned();
    }
    match end.reason {
        Reason::Rules(_) | Reason::History(_) => {
            let count = |side| table.position().discs(side).len() as i64;
            format!("{:+}.000", count(Side::Black) - count(Side::White))
        }
        Reason::Resignation => format!("{whole_board}:r"),
        Reason::Time | Reason::TimeWithoutMaterial => format!("{whole_board}:t"),
        Reason::Agreement => format!("{whole_board}:s"),
        Reason::Aborted => "?:a".to_owned(),
        Reason::Unstated => whole_board,
    }
}

pub fn read<const N: usize>(text: &str) -> Result<ParsedRecord, ImportError>
where
    Rows<N>: Size,
{
    if text.contains("(;") { read_ggf::<N>(text) } else { read_transcript::<N>(text) }
}

fn read_ggf<const N: usize>(text: &str) -> Result<ParsedRecord, ImportError>
where
    Rows<N>: Size,
{
    let mut games = GgfReader::new(text.as_bytes());
    let ggf = games.next().ok_or(ImportError::NoGame)?.map_err(|error| {
        match error {
            GgfReadError::Text(error) => import_error(FORMAT.name, Some(error.place), &error.fault),
            GgfReadError::Input(error) => import_error(FORMAT.name, None, &error),
        }
    })?;
    let replayed = ggf.replay::<N>();
    let (start, moves) = replayed.map_err(|error| import_error(FORMAT.name, None, &error))?;
    let mut written = ggf.moves.iter().peekable();
    let times = moves.iter().map(|&mv| {
        // Passes may be left out of the text.
        let seconds = written.next_if(|written| written.mv == mv)?.seconds?;
        Some((seconds * 1000.0).round().max(0.0) as u64)
    });
    let times: Vec<Option<u64>> = times.collect();
    let clock = ggf.tag("TI").and_then(read_clock);
    let tree = noted_tree(&ggf, start, &moves);
    let (ending, cause) = read_result(ggf.tag("RE").unwrap_or_default());
    let date = ggf.tag("DT").and_then(|text| {
        let (day, time) = text.split_once('_')?;
        Date::read(day, time.split('.').next()?)
    });
    Ok(ParsedRecord {
        games: 1 + games.count(),
        tags: tags_in(&ggf),
        players: Seats::Two {
            white: player_named(ggf.tag("PW")),
            black: player_named(ggf.tag("PB")),
        },
        clock,
        began: date.map(Date::at),
        moves: steps(start, &moves, |number| {
            times.get(number).copied().flatten().map_or(Time::Unknown, Time::Took)
        }),
        start: Position::write_start(&start),
        tree,
        ending,
        cause,
    })
}

/// `05:00/00:02/02:00`: the stock, the increment, and what is had when the stock is used up, which no table gives.
fn read_clock(text: &str) -> Option<TimeControl> {
    let (stock, increment) = text.split_once('/').unwrap_or((text, ""));
    let increment = increment.split('/').next().unwrap_or_default();
    read_control(Some(&format!("{}+{}", seconds(stock)?, seconds(increment)?)))
}

/// What a game says before its moves, by the names that tags have in PGN.
fn tags_in(ggf: &Ggf) -> Heading {
    let mut heading = Heading::default();
    for tag in &ggf.tags {
        let (name, value) = (tag.name(), tag.value());
        match name {
            "TY" => {}
            "PC" if value == HERE => {}
            "DT" => set_date(&mut heading, value),
            "RE" => {
                heading.set("Result", value);
                heading.set("RE", value);
            }
            name => {
                let known = NAMES.iter().find(|known| known.0 == name);
                heading.set(known.map_or(name, |known| known.1), value);
            }
        }
    }
    heading
}

/// `2003.12.15_13:24:03.MST`, or a day alone.
fn set_date(heading: &mut Heading, text: &str) {
    let Some((day, time)) = text.split_once('_') else { return heading.set("Date", text) };
    heading.set("Date", day);
    match time.strip_suffix(".UTC") {
        Some(time) => {
            heading.set("UTCDate", day);
            heading.set("UTCTime", time);
        }
        None => heading.set("Time", time),
    }
}

/// The moves with what is noted of them.
fn noted_tree<const N: usize>(ggf: &Ggf, start: Position<N>, moves: &[Move]) -> Variations<String>
where
    Rows<N>: Size,
{
    let mut position = start;
    let mut written = ggf.moves.iter().peekable();
    let mut line = Vec::new();
    for &mv in moves {
        let name = position.write_move(mv);
        position = position.play(mv);
        // Passes may be left out of the text.
        let noted = written.next_if(|written| written.mv == mv).map(|written| Noted {
            evaluation: written.evaluation,
            took: written.seconds.and_then(|time| Duration::try_from_secs_f64(time).ok()),
        });
        let after = noted.unwrap_or_default().to_comment().into_iter().collect();
        line.push(LineMove { mv: name, nags: Vec::new(), after, variations: Vec::new() });
    }
    Line { before: Vec::new(), moves: line }.to_variations()
}

/// The games of a part of a file: what stands between `(;` and `;)`.
pub fn list(part: &[u8], is_last: bool) -> Listing {
    let mut reader = GgfReader::new(part);
    let mut listing = Listing { games: Vec::new(), read: 0 };
    while let Some(game) = reader.next() {
        let bytes = reader.last_game();
        if bytes.end == part.len() && !is_last && game.is_err() {
            listing.read = if listing.games.is_empty() { 0 } else { bytes.start };
            return listing;
        }
        let tags = game.as_ref().map(tags_in).unwrap_or_default();
        listing.read = bytes.end;
        listing.games.push(Listed { bytes, tags });
    }
    if is_last {
        listing.read = part.len();
    }
    listing
}

/// Seconds of `05:00`, `1:00:00`, `300` or `0.5`; nothing at all is none.
fn seconds(text: &str) -> Option<f64> {
    if text.is_empty() {
        return Some(0.0);
    }
    text.split(':')
        .try_fold(0.0, |total, part| Some(total * 60.0 + part.trim().parse::<f64>().ok()?))
}

fn read_result(text: &str) -> (Ending, Cause) {
    let (score, why) = text.split_once(':').unwrap_or((text, ""));
    let ending = match score.trim().parse::<f64>() {
        Ok(score) if score > 0.0 => Ending::Known(Verdict::won_by(Side::Black)),
        Ok(score) if score < 0.0 => Ending::Known(Verdict::won_by(Side::White)),
        Ok(_) => Ending::Known(Verdict::Draw),
        Err(_) if why == "a" => Ending::CalledOff,
        Err(_) => Ending::Unfinished,
    };
    let cause = match why {
        "t" => Cause::Time,
        "s" => Cause::Agreement,
        "r" => Cause::Resignation,
        _ => Cause::Unknown,
    };
    (ending, cause)
}

fn read_transcript<const N: usize>(text: &str) -> Result<ParsedRecord, ImportError>
where
    Rows<N>: Size,
{
    const NAME: &str = "transcript";
    if text.trim().is_empty() {
        return Err(ImportError::NoGame);
    }
    let start = Position::<N>::standard();
    let transcript: Transcript = text.parse().map_err(|error: ::othello::TranscriptError| {
        import_error(NAME, Some(error.place), &error.fault)
    })?;
    let moves = transcript.replay(start);
    let moves = moves.map_err(|error| import_error(NAME, None, &error))?;
    Ok(ParsedRecord {
        games: 1,
        tags: Heading::default(),
        start: Position::write_start(&start),
        players: Seats::Two { white: Player::Human, black: Player::Human },
        clock: None,
        began: None,
        moves: steps(start, &moves, |_| Time::Unknown),
        tree: Variations::default(),
        ending: Ending::Unfinished,
        cause: Cause::Unknown,
    })
}

fn steps<const N: usize>(start: Position<N>, moves: &[Move], time: impl Fn(usize) -> Time) -> Vec<Step>
where
    Rows<N>: Size,
{
    let mut position = start;
    let step = |(number, &mv): (usize, &Move)| {
        let name = position.write_move(mv);
        position = position.play(mv);
        Step { mv: name, time: time(number) }
    };
    moves.iter().enumerate().map(step).collect()
}

/// Writes how a game of a match came to its end. GGF knows giving up, time and agreement, and nothing
/// else: the sentence is a remark.
pub fn annotate(record: &str, _: &str, words: &str) -> Option<String> {
    let ggf: Ggf = record.trim().parse().ok()?;
    Some(format!("{}\n", ggf.with_tag("CO", words).ok()?))
}
