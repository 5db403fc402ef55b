//! What the commands do, a file for each game.

pub mod checkers;
pub mod chess;
pub mod levels;
pub mod othello;
mod work;

/// Says how the first of two has fared.
fn show(tally: learn::Tally) {
    let (share, error) = (tally.share(), tally.error());
    let learn::Tally { won, drawn, lost } = tally;
    let points = |share: f64| 400.0 * (share / (1.0 - share)).log10();
    println!(
        "+{won} ={drawn} -{lost}, {:.1} % +- {:.1}, {:+.0} points",
        100.0 * share,
        196.0 * error,
        points(share)
    );
}
