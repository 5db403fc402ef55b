//! Openings of chess from files: EPD and PGN.

use ::chess::Position;
use ::chess::epd::Epd;
use ::chess::pgn::Reader;
use game::{Game, Rules};

/// So many moves of a PGN game are its opening.
const PLIES: usize = 16;

/// The positions of an EPD file, or those after the first eight moves of each game of a PGN file.
/// Positions in which the game is over are left out.
pub fn read(name: &str, text: &str) -> Result<Vec<String>, String> {
    let ends_with = |ending| name.to_ascii_lowercase().ends_with(ending);
    let positions = if ends_with(".epd") {
        read_epd(text)?
    } else if ends_with(".pgn") {
        read_pgn(text)?
    } else {
        let skipped = name.chars().count().saturating_sub(40);
        let name: String = name.chars().skip(skipped).collect();
        return Err(format!(
            "openings come from a file whose name ends with .epd or .pgn, not {name:?}"
        ));
    };
    let goes_on = |position: &&Position| position.turn().outcome().is_none();
    Ok(positions.iter().filter(goes_on).map(ToString::to_string).collect())
}

fn read_epd(text: &str) -> Result<Vec<Position>, String> {
    let written = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let lines = text.lines().enumerate().filter(|(_, line)| written(line));
    let read = |(index, line): (usize, &str)| {
        let read = line.parse().map(|epd: Epd| epd.position);
        read.map_err(|error| format!("line {}: {error}", index + 1))
    };
    lines.map(read).collect()
}

fn read_pgn(text: &str) -> Result<Vec<Position>, String> {
    let mut positions = Vec::new();
    for game in Reader::new(text.as_bytes()) {
        let game = game.map_err(|error| error.to_string())?;
        let line = game.main_line().take(PLIES);
        let last = line.last().map_or(game.start, |(position, node)| position.play(node.mv));
        positions.push(last);
    }
    Ok(positions)
}
