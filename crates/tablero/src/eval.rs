//! `tablero eval`: what a chess position is worth before any search, piece by piece.

use anyhow::Context;
use chess::engine::{Breakdown, Evaluator, PieceWorth};
use chess::{File, Piece, Position, Rank, Square};
use std::io::Write;

/// Show what a chess position is worth before any search, and what each piece adds to that.
///
/// Below each piece stands by how much the evaluation would fall without it, in pawns: above zero is good for White,
/// below zero for Black. A piece that is worth less than usual stands badly; nothing stands below a king, and below a
/// piece that shields one from a check which could not be.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tablero eval
  tablero eval 'r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9'")]
pub struct Arguments {
    /// The position as a FEN; the usual start if not given.
    #[arg(value_name = "FEN")]
    position: Option<String>,
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let position = match &arguments.position {
        Some(text) => text.parse::<Position>().context("in the FEN")?,
        None => Position::standard(),
    };
    let Breakdown { score, pieces } = Breakdown::of(&position, &mut Evaluator::default());
    let on = |square: Square| pieces.iter().find(|worth| worth.square == square);
    writeln!(out, "{}", row("", &File::ALL.map(|file| file.letter().to_string())))?;
    for rank in Rank::ALL.into_iter().rev() {
        let squares = File::ALL.map(|file| on(Square::new(file, rank)));
        let letter = |worth: &PieceWorth| Piece::letter(worth.piece).to_string();
        let letters = squares.map(|found| found.map_or_else(|| ".".to_owned(), letter));
        let worth = |worth: &PieceWorth| worth.worth.map_or_else(String::new, pawns);
        writeln!(out, "{}", row(&rank.digit().to_string(), &letters))?;
        writeln!(out, "{}", row("", &squares.map(|found| found.map_or_else(String::new, worth))))?;
    }
    writeln!(out, "\nevaluation {} as White sees it, before any search", pawns(score))?;
    Ok(())
}

/// Columns under each other.
fn row(name: &str, cells: &[String]) -> String {
    let row = cells.iter().fold(format!("{name:<2}"), |row, cell| row + &format!("{cell:^7}"));
    row.trim_end().to_owned()
}

fn pawns(hundredths: i32) -> String {
    format!("{:+.2}", f64::from(hundredths) / 100.0)
}
