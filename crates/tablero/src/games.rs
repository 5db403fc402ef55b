//! `tablero games`: the games that were played here, from the store that the screen and the server use.

use crate::club;
use crate::club::{CLUB, Game};
use crate::json::{self, JsonOption};
use crate::progress;
use crate::review::look_at;
use crate::signals::stop_on_signal;
use crate::storage::write_new;
use crate::upkeep::{Place, Prune, prune};
use anyhow::{Context, bail, ensure};
use clap::ValueHint;
use players::Thinker;
use serde_json::json;
use std::collections::BTreeSet;
use std::future::Future;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};
use store::{
    Digest, GameId, Log, NewGame, NewSeat, Outcome, OwnGame, OwnQuery, Sqlite, StoreError, Summary,
};
use table::record::Date;
use table::{AnyTable, Event, Language, Limit, Player};
use terminal::{Subject, Summary as Printed};

/// What a review of a game in the store looks at for each position.
const NODES: u64 = 60_000;

/// Work on the games that are kept.
#[derive(clap::Subcommand)]
pub enum Games {
    List(List),
    Show(Show),
    Export(Export),
    Import(Import),
    Review(Review),
    Delete(Delete),
    Prune(Prune),
}

/// List finished games, the latest first.
///
///     tablero games list
///     tablero games list --game chess --result lost --opponent level:5
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct List {
    #[command(flatten)]
    place: Place,

    #[command(flatten)]
    which: Which,

    /// At most so many.
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    limit: u32,

    #[command(flatten)]
    json: JsonOption,
}

#[derive(clap::Args)]
struct Which {
    /// Only this game.
    #[arg(long, value_parser = club::any(), hide_possible_values = true)]
    game: Option<Game>,

    /// Only games that were won, drawn or lost.
    #[arg(long, value_name = "RESULT", value_parser = read_outcome)]
    result: Option<Outcome>,

    /// Only games against this opponent, such as level:4.
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<Player>,

    /// Only games with an opening in whose name these words are.
    #[arg(long, value_name = "WORDS", default_value = "")]
    opening: String,
}

/// Print a game: its moves, its last board and how it ended.
#[derive(clap::Args)]
pub struct Show {
    /// Its name in the list.
    name: GameId,

    #[command(flatten)]
    place: Place,

    #[command(flatten)]
    json: JsonOption,
}

/// Write games as files for other programs.
///
///     tablero games export all-my-games.pgn --game chess
///     tablero games export one.pgn --name k3j5d8f0
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Export {
    /// The file, which must not exist; - for the standard output.
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,

    #[command(flatten)]
    place: Place,

    #[command(flatten)]
    which: Which,

    /// Only the game with this name.
    #[arg(long, value_name = "NAME")]
    name: Option<GameId>,
}

/// Put the games of a file among those that are kept.
#[derive(clap::Args)]
pub struct Import {
    /// The file.
    #[arg(value_hint = ValueHint::FilePath)]
    file: String,

    #[command(flatten)]
    place: Place,

    /// The game, where the file does not tell.
    #[arg(long, value_parser = club::any(), hide_possible_values = true)]
    game: Option<Game>,
}

/// Look at a game again, as `tablero review` does with a file.
#[derive(clap::Args)]
pub struct Review {
    /// Its name in the list.
    name: GameId,

    #[command(flatten)]
    place: Place,

    /// Look at so many nodes for each position.
    #[arg(long, value_name = "NUMBER", default_value_t = NODES, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
}

/// Delete games for good.
#[derive(clap::Args)]
pub struct Delete {
    /// Their names in the list.
    #[arg(required = true)]
    names: Vec<GameId>,

    #[command(flatten)]
    place: Place,
}

fn read_outcome(text: &str) -> Result<Outcome, String> {
    match text {
        "won" => Ok(Outcome::Won),
        "drawn" => Ok(Outcome::Drawn),
        "lost" => Ok(Outcome::Lost),
        _ => Err("won, drawn or lost was expected".to_owned()),
    }
}

pub fn run(command: &Games, out: &mut impl Write) -> anyhow::Result<()> {
    match command {
        Games::List(arguments) => list(arguments, out),
        Games::Show(arguments) => show(arguments, out),
        Games::Export(arguments) => export(arguments, out),
        Games::Import(arguments) => import(arguments, out),
        Games::Review(arguments) => review(arguments, out),
        Games::Delete(arguments) => delete(arguments, out),
        Games::Prune(arguments) => prune(arguments, out),
    }
}

/// The store, and something that waits for its answers.
struct Kept {
    log: Sqlite,
    runtime: tokio::runtime::Runtime,
}

impl Kept {
    /// The store of a command that looks into it.
    fn open(place: &Place) -> anyhow::Result<Kept> {
        Kept::of(place.open()?)
    }

    /// The store of a command that adds to it: one that is not there yet is made.
    fn open_or_make(place: &Place) -> anyhow::Result<Kept> {
        let file = place.file()?;
        let failed = || format!("cannot open {}", file.display());
        Kept::of(Sqlite::open(&file).with_context(failed)?)
    }

    fn of(log: Sqlite) -> anyhow::Result<Kept> {
        Ok(Kept { log, runtime: tokio::runtime::Builder::new_current_thread().build()? })
    }

    fn wait<T>(&self, answer: impl Future<Output = Result<T, StoreError>>) -> anyhow::Result<T> {
        Ok(self.runtime.block_on(answer)?)
    }

    /// Finished games of the person at this machine, after it is known how all of them ended.
    fn games(&self, which: &Which, limit: u32) -> anyhow::Result<Vec<OwnGame>> {
        const PIECE: u32 = 200;
        while self.wait(web::settle(&self.log, CLUB, Digest::NOBODY, PIECE))? == PIECE {}
        let query = OwnQuery {
            owner: Digest::NOBODY,
            kind: which.game.map(|card| card.name().to_owned()),
            outcome: which.result,
            opponent: which.opponent.as_ref().map(ToString::to_string),
            words: which.opening.clone(),
            since: 0,
            until: u64::MAX,
            after: None,
            limit,
        };
        self.wait(self.log.own_games(query))
    }

    fn table(&self, name: &GameId) -> anyhow::Result<AnyTable> {
        let lines = self.wait(self.log.read(name, 0)).with_context(|| format!("game {name}"))?;
        let events: Vec<Event> =
            lines.iter().map(|line| serde_json::from_str(line)).collect::<Result<_, _>>()?;
        Ok(CLUB.replay(&events)?)
    }
}

fn list(arguments: &List, out: &mut impl Write) -> anyhow::Result<()> {
    let kept = Kept::open(&arguments.place)?;
    let games = kept.games(&arguments.which, arguments.limit)?;
    if arguments.json.json {
        let game = |game: &OwnGame| {
            let opening = game.opening.as_deref();
            json!({
                "name": game.id.as_str(),
                "game": game.kind,
                "at": game.at,
                "result": result(game.outcome),
                "opponent": game.opponent,
                "moves": game.moves,
                "opening": opening.map(|kept| web::opening_in(kept, Language::English)),
            })
        };
        let told = json!({ "games": games.iter().map(game).collect::<Vec<_>>() });
        return Ok(json::print(out, &told)?);
    }
    if games.is_empty() {
        writeln!(out, "There are no such finished games.")?;
    }
    for game in games {
        let result = result(game.outcome).unwrap_or("-");
        let day = Date::of(game.at).map(Date::day).unwrap_or_default();
        let opening = game.opening.as_deref().map(|kept| web::opening_in(kept, Language::English));
        let opponent = game.opponent.as_deref().filter(|name| *name != "self").unwrap_or_default();
        let line = format!(
            "{:<12} {day:<10} {:<8} {result:<5} {opponent:<10} {:>3} moves  {}",
            game.id,
            game.kind,
            game.moves,
            opening.unwrap_or_default()
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn result(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Won => Some("won"),
        Outcome::Drawn => Some("drawn"),
        Outcome::Lost => Some("lost"),
        Outcome::None => None,
    }
}

fn show(arguments: &Show, out: &mut impl Write) -> anyhow::Result<()> {
    let table = Kept::open(&arguments.place)?.table(&arguments.name)?;
    let language = terminal::language_of_environment();
    let scene = table.scene(game::Viewer::Spectator, 0, language);
    if arguments.json.json {
        let told = json!({
            "name": arguments.name.as_str(),
            "game": scene.game,
            "players": table.players(),
            "start": table.started().start,
            "moves": scene.moves,
            "position": scene.position,
            "over": scene.over,
            "status": scene.status,
        });
        return Ok(json::print(out, &told)?);
    }
    let look = terminal::Look::of_environment(false, terminal::Pieces::Letters);
    write!(out, "{}", terminal::draw(table.card(), &scene, look, game::Side::White))?;
    writeln!(out, "{}", scene.moves.join(" "))?;
    writeln!(out, "{}", scene.status.join(" "))?;
    Ok(())
}

fn export(arguments: &Export, out: &mut impl Write) -> anyhow::Result<()> {
    let kept = Kept::open(&arguments.place)?;
    let names: Vec<GameId> = if let Some(name) = &arguments.name {
        vec![name.clone()]
    } else {
        let games = kept.games(&arguments.which, u32::MAX)?;
        ensure_one_kind(&games)?;
        games.into_iter().map(|game| game.id).collect()
    };
    let (mut text, mut left_out) = (String::new(), 0);
    let bar = progress::bar(names.len() as u64, progress::FILES);
    for name in &names {
        let exported = kept.runtime.block_on(web::exported(&kept.log, CLUB, name));
        match exported.with_context(|| format!("game {name} cannot be written as a file")) {
            Ok(record) => text += &record,
            Err(error) if arguments.name.is_some() => return Err(error),
            Err(error) => {
                bar.suspend(|| writeln!(io::stderr(), "tablero: {error:#}"))?;
                left_out += 1;
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if arguments.file.as_os_str() == "-" {
        out.write_all(text.as_bytes())?;
    } else {
        write_new(&arguments.file, text.as_bytes())?;
        writeln!(out, "{} games are in {}.", names.len() - left_out, arguments.file.display())?;
    }
    ensure!(left_out == 0, "{left_out} of {} games could not be written", names.len());
    Ok(())
}

/// A file for other programs holds games of one kind: of another one they would not be read.
fn ensure_one_kind(games: &[OwnGame]) -> anyhow::Result<()> {
    let kinds: BTreeSet<&str> = games.iter().map(|game| game.kind.as_str()).collect();
    let kinds: Vec<&str> = kinds.into_iter().collect();
    ensure!(
        kinds.len() < 2,
        "these are games of {}, and a file holds those of one: say which by --game",
        kinds.join(" and ")
    );
    Ok(())
}

fn import(arguments: &Import, out: &mut impl Write) -> anyhow::Result<()> {
    let kept = Kept::open_or_make(&arguments.place)?;
    let language = terminal::language_of_environment();
    let subject =
        Subject { game: arguments.game, text: Some(&arguments.file), number: None, asks: false };
    let mut games = subject.games(CLUB, language).map_err(anyhow::Error::msg)?;
    let mut imported = 0;
    let bar = progress::bar(games.count() as u64, progress::FILES);
    for number in 1..=games.count() {
        match games.read(number) {
            Ok(game) => {
                let id =
                    web::new_game_name().map_err(|error| anyhow::anyhow!("{error}"))?.parse()?;
                kept.wait(kept.log.create(new_game(id, &game.table)?))?;
                imported += 1;
            }
            Err(reason) => bar.suspend(|| writeln!(io::stderr(), "tablero: {reason}"))?,
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    writeln!(out, "{imported} of {} games are kept.", games.count())?;
    ensure!(imported == games.count(), "some games could not be read");
    Ok(())
}

/// A game from a file, as the screen keeps games.
fn new_game(id: GameId, table: &AnyTable) -> anyhow::Result<NewGame> {
    let events: Vec<String> =
        table.events().iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as u64;
    let summary = Summary {
        kind: table.card().name().to_owned(),
        players: serde_json::to_string(table.players())?,
        moves: table.moves_played() as u64,
        over: table.is_over(),
        computer_to_move: false,
        at: now,
        time: None,
        flag_at: None,
    };
    let seat = |(seat, _): (game::Seat, &Player)| NewSeat {
        seat: web::SeatName::from(seat).text().to_owned(),
        token: Some(Digest::NOBODY),
        invitation: None,
    };
    let seats = table.players().iter().map(seat).collect();
    Ok(NewGame { id, events, summary, leaderboard: None, seats })
}

fn review(arguments: &Review, out: &mut impl Write) -> anyhow::Result<()> {
    let table = Kept::open(&arguments.place)?.table(&arguments.name)?;
    let language = terminal::language_of_environment();
    let (stop, bar, mut thinker) =
        (stop_on_signal()?, progress::bar(1, progress::COUNTED), Thinker::new());
    let limit = Limit::Nodes(arguments.nodes);
    let Some(reviewed) = look_at(&table, limit, &mut thinker, &stop, &bar)? else {
        bail!("it was stopped");
    };
    bar.finish_and_clear();
    write!(out, "{}", reviewed.summary(Printed { language, ascii: false }))?;
    Ok(())
}

fn delete(arguments: &Delete, out: &mut impl Write) -> anyhow::Result<()> {
    let kept = Kept::open(&arguments.place)?;
    for name in &arguments.names {
        let named = || format!("game {name}");
        // A game that is not there is said to be missing, and not that it has no seat.
        kept.wait(kept.log.read(name, 0)).with_context(named)?;
        let gone = kept.wait(kept.log.discard(name, Digest::NOBODY)).with_context(named)?;
        let said =
            if gone { "is deleted" } else { "is off your list; somebody else played it, too" };
        writeln!(out, "{name} {said}.")?;
    }
    Ok(())
}
