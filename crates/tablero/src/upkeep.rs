//! `tablero backup`, `restore`, `check` and `games prune`: the file in which games are kept.

use crate::club::CLUB;
use crate::progress;
use crate::serve::RetentionArguments;
use crate::storage::usual_file;
use anyhow::{Context, bail, ensure};
use clap::ValueHint;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use store::{Address, FoundGames, GameId, Inspection, KeptWal, Sqlite, WalDamage};
use table::Event;
use table::record::Date;
use web::Pruned;

/// Copy all games into one file, while a server may be running.
///
/// The copy is the store as it is at this moment: every move that was answered before is in it. Copying the file of the
/// store by hand is not enough while a server runs, because the last moves are then in a file beside it.
///
///     tablero backup club-backup.db
///     tablero backup --store club.db /media/stick/club.db
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Backup {
    /// The file to write.
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,

    #[command(flatten)]
    place: Place,

    /// Write over a file that is there already.
    #[arg(long)]
    force: bool,
}

/// Put a backup in the place of the games that are kept.
///
/// The backup is checked first. The store that was there is kept beside it. End the server and close the screen before.
///
///     tablero restore club-backup.db
///     tablero restore --store club.db /media/stick/club.db
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Restore {
    /// The backup.
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,

    #[command(flatten)]
    place: Place,

    /// Restore a backup even if some of its games are damaged.
    #[arg(long)]
    force: bool,
}

/// Check the file of the games: is it whole, and can every game be opened?
///
/// Says which games are damaged and why; the others are not affected and can be played. The exit code is 1 when something is
/// damaged. With --salvage all games that are whole are written into a new store.
///
///     tablero check
///     tablero check --store club.db
///     tablero check --store club.db --salvage whole.db
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Check {
    #[command(flatten)]
    place: Place,

    /// Write the games that are whole into this new file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    salvage: Option<PathBuf>,
}

/// Remove old games.
///
/// What a person played is kept unless --keep says otherwise. The space is used again for new games.
///
///     tablero games prune --keep 90d --dry-run
///     tablero games prune --keep 90d --keep-unfinished 14d
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Prune {
    #[command(flatten)]
    place: Place,

    #[command(flatten)]
    keep: RetentionArguments,

    /// Only say how many games would be removed.
    #[arg(long)]
    dry_run: bool,
}

#[derive(clap::Args)]
pub struct Place {
    /// The file in which the games are kept. Without it, the one in your data directory.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    store: Option<PathBuf>,
}

impl Place {
    pub fn file(&self) -> anyhow::Result<PathBuf> {
        let is_address = |path: &PathBuf| path.to_str().is_some_and(Address::is_meant);
        // The address may have a password: it is not repeated.
        ensure!(
            !self.store.as_ref().is_some_and(is_address),
            "this command works on a file; for a database see docs/several-nodes.md"
        );
        self.store.clone().map_or_else(usual_file, Ok)
    }

    /// Opens the store, and warns of what is lost where the machine stopped while it was written. A file that was named has to be there.
    pub fn open(&self) -> anyhow::Result<Sqlite> {
        let store = self.file()?;
        ensure!(self.store.is_none() || store.exists(), "there is no {}", store.display());
        let log =
            Sqlite::open(&store).with_context(|| format!("cannot open {}", store.display()))?;
        if let Some(kept) = log.kept_wal() {
            eprintln!("tablero: {}", kept_wal_warning(&store, kept));
        }
        Ok(log)
    }
}

pub fn backup(arguments: &Backup, out: &mut impl Write) -> anyhow::Result<()> {
    let (store, copy) = (arguments.place.file()?, &arguments.file);
    ensure!(
        arguments.force || !copy.exists(),
        "{} is there already: name another file, or write over it with --force",
        copy.display()
    );
    store::backup(&store, copy).with_context(|| format!("cannot copy {}", store.display()))?;
    let whole = look_through(copy)?;
    writeln!(out, "{} games of {} are in {}.", whole.games(), store.display(), copy.display())?;
    Ok(())
}

pub fn restore(arguments: &Restore, out: &mut impl Write) -> anyhow::Result<()> {
    let (store, copy) = (arguments.place.file()?, &arguments.file);
    let found = look_through(copy)?;
    if !found.is_whole() {
        found.describe(copy, out)?;
        ensure!(
            arguments.force,
            "{} is damaged; with --force it is restored all the same",
            copy.display()
        );
    }
    let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
    let now = Date::of(at).map_or_else(String::new, |date| {
        format!("{}-{}", date.day(), date.time()).replace(['.', ':'], "")
    });
    let kept = store::restore(copy, &store, &now)
        .with_context(|| format!("cannot put a backup in the place of {}", store.display()))?;
    writeln!(out, "{} games of {} are in {}.", found.games(), copy.display(), store.display())?;
    if let Some(kept) = kept {
        writeln!(out, "What was there before is in {}.", kept.display())?;
    }
    Ok(())
}

pub fn check(arguments: &Check, out: &mut impl Write) -> anyhow::Result<()> {
    let store = arguments.place.file()?;
    let found = look_through(&store)?;
    found.describe(&store, out)?;
    if let Some(copy) = &arguments.salvage {
        ensure!(!copy.exists(), "{} is there already: name another file", copy.display());
        let lost = store::salvage(&store, copy, &found.whole)
            .with_context(|| format!("cannot save the games of {}", store.display()))?;
        for (game, error) in &lost {
            writeln!(out, "game {game}: {error}")?;
        }
        let saved = found.whole.len() - lost.len();
        writeln!(out, "{saved} games are in {}.", copy.display())?;
    } else if !found.is_whole() && !found.whole.is_empty() {
        writeln!(
            out,
            "To save what is whole: tablero check --store {} --salvage FILE",
            store.display()
        )?;
    }
    if !found.is_whole() {
        bail!("{} is damaged", store.display());
    }
    Ok(())
}

pub fn prune(arguments: &Prune, out: &mut impl Write) -> anyhow::Result<()> {
    let Prune { place, keep, dry_run } = arguments;
    let store = place.file()?;
    ensure!(store.exists(), "there is no {}", store.display());
    let failed = || format!("cannot prune {}", store.display());
    let log = place.open()?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let retention = keep.retention();
    let pruned = web::prune(&log, &retention, |_| false, *dry_run);
    let Pruned { games, of_computers } = runtime.block_on(pruned).with_context(failed)?;
    let done = if *dry_run { "would be removed" } else { "were removed" };
    writeln!(out, "{games} games {done}, {of_computers} of them between computers.")?;
    Ok(())
}

/// What is lost of a damaged write-ahead log, as a sentence.
fn wal_warning(store: &Path, damage: WalDamage) -> String {
    let WalDamage { used, dropped } = damage;
    format!(
        "{} is damaged: of the pages written last, {used} can be used and {dropped} are lost, so the latest moves may be \
         missing.",
        store::wal_file(store).display()
    )
}

/// The same for a store that has been opened, and where the damaged file is kept.
pub fn kept_wal_warning(store: &Path, kept: &KeptWal) -> String {
    let warning = wal_warning(store, kept.damage);
    format!("{warning} It is kept as {}; a backup may have more.", kept.copy.display())
}

/// What was found in a store.
struct Found {
    faults: Vec<String>,
    wal: Option<WalDamage>,
    whole: Vec<GameId>,
    damaged: Vec<(GameId, String)>,
    events: usize,
}

impl Found {
    fn games(&self) -> usize {
        self.whole.len() + self.damaged.len()
    }

    fn is_whole(&self) -> bool {
        self.faults.is_empty() && self.damaged.is_empty() && self.wal.is_none()
    }

    fn describe(&self, store: &Path, out: &mut impl Write) -> io::Result<()> {
        let (name, games) = (store.display(), self.games());
        if self.is_whole() {
            return writeln!(out, "{name}: {games} games, {} events: all is well.", self.events);
        }
        for fault in &self.faults {
            writeln!(out, "{name}: {fault}")?;
        }
        if let Some(damage) = self.wal {
            writeln!(out, "{}", wal_warning(store, damage))?;
        }
        for (game, why) in &self.damaged {
            writeln!(out, "game {game}: {why}")?;
        }
        writeln!(out, "{name}: {} of {games} games can be opened.", self.whole.len())
    }
}

/// Looks at the file and replays every game.
fn look_through(store: &Path) -> anyhow::Result<Found> {
    let failed = || format!("cannot read {}", store.display());
    let wal = store::wal_damage(store).with_context(failed)?;
    let inspection = Inspection::open(store).with_context(failed)?;
    let mut faults = inspection.faults().unwrap_or_else(|error| vec![error.to_string()]);
    let FoundGames { games, damage } = inspection.games();
    faults.extend(damage);
    let mut found = Found { faults, wal, whole: Vec::new(), damaged: Vec::new(), events: 0 };
    let progress = progress::bar(games.len() as u64, progress::FILES);
    for game in games {
        progress.inc(1);
        match replayed(&inspection, &game) {
            Ok(events) => {
                found.events += events;
                found.whole.push(game);
            }
            Err(error) => found.damaged.push((game, format!("{error:#}"))),
        }
    }
    progress.finish_and_clear();
    Ok(found)
}

/// Replays a game, and returns how many events it has.
fn replayed(inspection: &Inspection, game: &GameId) -> anyhow::Result<usize> {
    let lines = inspection.events(game)?;
    let events: Vec<Event> =
        lines.iter().map(|line| serde_json::from_str(line)).collect::<Result<_, _>>()?;
    CLUB.replay(&events)?;
    Ok(events.len())
}
