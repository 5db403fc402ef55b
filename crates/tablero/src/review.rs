//! `tablero review`: games that were played, looked at again.

use crate::club::{self, CLUB, Game};
use crate::progress;
use crate::signals::stop_on_signal;
use crate::storage::write_new;
use anyhow::{Context, bail, ensure};
use clap::ValueHint;
use game::Stop;
use indicatif::ProgressBar;
use players::{Positions, Thinker, judge_click};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use table::review::risk::{RiskReview, clicks};
use table::review::{Looked, Review, annotations};
use table::{Action, AnyTable, Command, Edit, Language, Limit, Resources};
use terminal::{Subject, Summary};

/// The transposition table of a review.
const MEGABYTES: usize = 32;

/// Look at games again: each move judged by the chances that it gave away.
///
/// Prints a summary for each game of the file: a sparkline of White's chances, the accuracy of both sides, mistakes with the
/// better move, and the moves that changed who would win (marked with *). Minesweeper is judged by the risk of each click. How
/// chances follow from scores was measured: see docs/chances.md.
///
/// With a limit of nodes or depth the same file gives the same review everywhere.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tablero review my-game.pgn
  tablero review my-games.pgn --number 12 --nodes 500000
  tablero review my-games.pgn --save annotated.pgn
  tablero review game.ggf --json | jq .games[0].review.sides
  tablero review game.rawvf")]
pub struct Arguments {
    /// A file with games: PGN, PDN, GGF, RAWVF or one that was saved here; - for the standard input.
    #[arg(value_hint = ValueHint::FilePath)]
    file: String,

    /// The game, where the file does not tell.
    #[arg(long, value_parser = club::any(), hide_possible_values = true)]
    game: Option<Game>,

    /// Only this game of a file of many, counted from 1.
    #[arg(long, value_name = "NUMBER")]
    number: Option<usize>,

    /// Look at so many nodes for each position.
    #[arg(long, value_name = "NUMBER", default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(100..), conflicts_with_all = ["time", "depth"])]
    nodes: u64,

    /// Look so many milliseconds at each position.
    #[arg(long, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u64).range(1..=600_000), conflicts_with = "depth")]
    time: Option<u64>,

    /// Look so many moves ahead.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..=60))]
    depth: Option<u8>,

    /// Write the games with evaluations, signs, sentences and better lines to this file, which must not exist.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,

    /// Print the reviews as JSON.
    #[arg(long)]
    json: bool,

    /// Without characters beyond ASCII.
    #[arg(long)]
    ascii: bool,

    /// The language of the summary: en or es.
    #[arg(long)]
    language: Option<Language>,
}

impl Arguments {
    fn limit(&self) -> Limit {
        match (self.time, self.depth) {
            (Some(time), _) => Limit::Time(time),
            (None, Some(depth)) => Limit::Depth(depth),
            (None, None) => Limit::Nodes(self.nodes),
        }
    }
}

/// A game that has been looked at.
pub struct Reviewed {
    pub game: AnyTable,
    pub found: Findings,
}

/// What there is to say of a game.
pub enum Findings {
    Chances { review: Box<Review>, looked: Vec<Option<Looked>> },
    Risks(RiskReview),
}

pub fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    let language = arguments.language.unwrap_or_else(terminal::language_of_environment);
    let subject = Subject {
        game: arguments.game,
        text: Some(&arguments.file),
        number: arguments.number,
        asks: false,
    };
    if let Some(save) = &arguments.save {
        ensure!(!save.exists(), "{} is there already: name another file", save.display());
    }
    let mut games = subject.games(CLUB, language).map_err(anyhow::Error::msg)?;
    let numbers: Vec<usize> = match arguments.number {
        Some(number) => vec![number],
        None => (1..=games.count()).collect(),
    };
    let stop = stop_on_signal()?;
    let bar = progress::bar(1, progress::COUNTED);
    let mut thinker = Thinker::with(Resources { megabytes: MEGABYTES, ..Resources::default() });
    let summary = Summary { language, ascii: arguments.ascii };
    let (mut saved, mut listed, mut failed) = (String::new(), Vec::new(), 0);
    for (done, &number) in numbers.iter().enumerate() {
        if numbers.len() > 1 {
            bar.set_message(format!(" ({} / {})", done + 1, numbers.len()));
        }
        let reviewed = games.read(number).map_err(anyhow::Error::msg).and_then(|imported| {
            let looked = look_at(&imported.table, arguments.limit(), &mut thinker, &stop, &bar)?;
            let Some(reviewed) = looked else { return Ok(None) };
            let keeps = arguments.save.is_some();
            let annotated = if keeps { reviewed.annotated(language)? } else { String::new() };
            Ok(Some((reviewed, annotated)))
        });
        let (reviewed, annotated) = match reviewed {
            Ok(Some(reviewed)) => reviewed,
            Ok(None) => break,
            // The other games of the file are reviewed and kept all the same.
            Err(reason) if numbers.len() > 1 => {
                failed += 1;
                bar.suspend(|| eprintln!("tablero: {reason:#}"));
                continue;
            }
            Err(reason) => return Err(reason),
        };
        saved += &annotated;
        if arguments.json {
            listed.push(reviewed.to_json(number));
        } else {
            let text = reviewed.summary(summary);
            let space = if done == 0 { "" } else { "\n" };
            bar.suspend(|| write!(out, "{space}{text}"))?;
        }
    }
    bar.finish_and_clear();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&json!({ "games": listed }))?)?;
    }
    if let Some(save) = &arguments.save {
        write_new(save, saved.as_bytes())?;
    }
    ensure!(failed == 0, "{failed} of {} games could not be reviewed", numbers.len());
    ensure!(!stop.is_set(), "it was stopped");
    Ok(())
}

/// Looks at a game; `None` when it was stopped.
pub fn look_at(
    game: &AnyTable,
    limit: Limit,
    thinker: &mut Thinker,
    stop: &Stop,
    bar: &ProgressBar,
) -> anyhow::Result<Option<Reviewed>> {
    thinker.new_game();
    bar.reset();
    if game.card().capabilities().hidden {
        let at = clicks(game).context("a game with a hidden board is reviewed when it is over")?;
        bar.set_length(at.len() as u64);
        let lost = game.verdict().is_some_and(|verdict| verdict == game::Verdict::Lost);
        let mut judged = Vec::new();
        for (number, click) in (1..).zip(&at) {
            let hit = lost && number == at.len() && !game.resigned();
            judged.push(judge_click(thinker, click, hit));
            bar.inc(1);
            if stop.is_set() {
                return Ok(None);
            }
        }
        let found = Findings::Risks(RiskReview::of(judged));
        return Ok(Some(Reviewed { game: game.clone(), found }));
    }
    // A file without a game has a main line: it is looked at as if it had been played.
    let game = game.with_main_line();
    let positions = Positions::of(&game).context("this game cannot be reviewed")?;
    bar.set_length(positions.moves() as u64 + 1);
    let mut looked: Vec<Option<Looked>> = vec![None; positions.moves() + 1];
    for ply in positions.order() {
        match positions.look(thinker, ply, limit, stop) {
            Ok(found) => looked[ply] = Some(found),
            Err(table::ThinkError::Stopped) => return Ok(None),
            Err(error) => bail!("{error}"),
        }
        bar.inc(1);
    }
    let review = Review::of(&game, &looked).context("this game cannot be reviewed")?;
    Ok(Some(Reviewed { game, found: Findings::Chances { review: Box::new(review), looked } }))
}

impl Reviewed {
    pub fn summary(&self, summary: Summary) -> String {
        match &self.found {
            Findings::Chances { review, .. } => summary.of(&self.game, review),
            Findings::Risks(review) => summary.of_risks(&self.game, review),
        }
    }

    /// The file of the game with what the review says.
    pub fn annotated(&self, language: Language) -> anyhow::Result<String> {
        let game = match &self.found {
            Findings::Chances { review, looked } => {
                let moves = annotations(&self.game, review, looked, language);
                let action = Action::Edit { edit: Edit::Merge { moves } };
                let command = Command { expected: self.game.next(), action };
                let seat = self.game.card().seats()[0];
                let decided = self.game.decide(&command, seat, 0);
                decided.map_err(|refusal| anyhow::anyhow!(refusal.text(language)))?.after
            }
            Findings::Risks(_) => self.game.clone(),
        };
        let mut text = game.export()?.text;
        while !text.ends_with("\n\n") {
            text.push('\n');
        }
        Ok(text)
    }

    fn to_json(&self, number: usize) -> Value {
        let heading = self.game.heading();
        let review = match &self.found {
            Findings::Chances { review, .. } => json!(review),
            Findings::Risks(review) => json!(review),
        };
        json!({
            "number": number,
            "game": self.game.card().name(),
            "tags": heading,
            "moves": self.game.moves_played(),
            "end": self.game.end_in(Language::English),
            "review": review,
        })
    }
}
