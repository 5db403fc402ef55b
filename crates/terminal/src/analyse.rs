//! What is to be analysed, and an analysis as text that ends by itself.

use crate::board;
use crate::catalogue::Catalogue;
use crate::files::{FileJob, FileOutcome, read_game, without_last_end};
use crate::look::Look;
use crate::shell::{Clock, Config};
use crate::text;
use crate::tree::numbered;
use crate::words::{io_error, words};
use game::{Seat, Side, Stop, Viewer};
use players::Thinker;
use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;
use table::log::LONGEST_LOG;
use table::record::decoded;
use table::{
    AnyTable, Card, Club, Found, FoundLine, ImportError, Imported, Lack, Language, Localized,
    Millis, Note, Player, Refusal, Scene, Seats, fill,
};

/// The time that the search gets where the output is not a terminal.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is analysed: a game of the club, if one is named, and where it comes from.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    pub game: Option<&'static dyn Card>,
    /// The name of a file, `-` for the standard input, or a position; the usual start if nothing is given.
    pub text: Option<&'a str>,
    /// Which game of a file of many, counted from 1.
    pub number: Option<usize>,
    /// Is a person asked which one, where no number is given?
    pub asks: bool,
}

impl Subject<'_> {
    /// Reads it; `None` when a person who was asked has left. The error is a message in the language.
    pub fn read(&self, club: Club, language: Language) -> Result<Option<Imported>, String> {
        let now = Clock::start().now();
        let imported = match self.text {
            None => Some(self.position(club, None, now, language)?),
            Some("-") => {
                let name = words(language).standard_input;
                let bytes = standard_input().map_err(|error| not_read(name, &error, language))?;
                self.one_of(&mut Cursor::new(bytes), name, club, now, language)?
            }
            Some(name) if Path::new(name).is_file() => {
                let mut file =
                    File::open(name).map_err(|error| not_read(name, &error, language))?;
                self.one_of(&mut file, name, club, now, language)?
            }
            Some(name) if Path::new(name).exists() => {
                Some(self.game(club, name, &read_file(name, language)?, now, language)?)
            }
            Some(text) => Some(self.position(club, Some(text), now, language)?),
        };
        if imported.as_ref().is_some_and(|it| it.table.card().capabilities().hidden) {
            return Err(Refusal::NotInThisGame(Lack::Analysis).text(language));
        }
        Ok(imported)
    }

    /// The games of a file, to be read one after another. The error is a message in the language.
    pub fn games(&self, club: Club, language: Language) -> Result<GamesOf<'_>, String> {
        let text = self.text.unwrap_or("-");
        let name = if text == "-" { words(language).standard_input } else { text };
        let failed = |error: io::Error| not_read(name, &error, language);
        let bytes = if text == "-" { Some(standard_input().map_err(failed)?) } else { None };
        let mut file: Box<dyn ReadSeek> = match bytes {
            Some(bytes) => Box::new(Cursor::new(bytes)),
            None => Box::new(File::open(text).map_err(failed)?),
        };
        let catalogue = Catalogue::of(&mut file, club, self.game, &mut |percent| {
            tell_progress(name, percent, language);
        });
        let (subject, catalogue) = (*self, catalogue.map_err(failed)?);
        Ok(GamesOf { subject, club, language, file, catalogue, name: name.to_owned() })
    }

    /// The game of a file that is wanted: by its number, by the choice of a person, or the first.
    fn one_of(
        &self,
        file: &mut (impl Read + Seek),
        name: &str,
        club: Club,
        now: Millis,
        language: Language,
    ) -> Result<Option<Imported>, String> {
        let failed = |error: io::Error| not_read(name, &error, language);
        let games = Catalogue::of(file, club, self.game, &mut |percent| {
            tell_progress(name, percent, language);
        });
        let games = games.map_err(failed)?;
        if games.len() == 0 && self.number.is_none_or(|number| number == 1) {
            let text = whole(file).map_err(failed)?;
            return self.game(club, name, &text, now, language).map(Some);
        }
        let mut read = |number: usize| {
            let text = games
                .text(file, number)
                .ok_or_else(|| no_such_game(name, games.len(), number, language))?;
            let source =
                if games.len() > 1 { format!("{name}, {number}") } else { name.to_owned() };
            self.game(club, &source, &text.map_err(failed)?, now, language)
        };
        if games.len() == 1 || self.number.is_some() || !self.asks {
            let mut imported = read(self.number.unwrap_or(1))?;
            if games.len() > 1 && self.number.is_none() {
                imported.notes.insert(0, Note::Games(games.len()));
            }
            return Ok(Some(imported));
        }
        let (mut input, mut out) = (io::stdin().lock(), io::stdout());
        while let Some(number) = games.choose(&mut input, &mut out, language).map_err(failed)? {
            match read(number) {
                Ok(imported) => return Ok(Some(imported)),
                // Another one can be chosen.
                Err(reason) => writeln!(out, "{reason}\n").map_err(failed)?,
            }
        }
        Ok(None)
    }

    /// A game from a text, which may be nothing but a position.
    fn game(
        &self,
        club: Club,
        source: &str,
        text: &str,
        now: Millis,
        language: Language,
    ) -> Result<Imported, String> {
        self.recorded(club, source, text, now, language).or_else(|reason| {
            self.position(club, Some(without_last_end(text)), now, language).map_err(|_| reason)
        })
    }

    /// A game from a text that must be one.
    fn recorded(
        &self,
        club: Club,
        source: &str,
        text: &str,
        now: Millis,
        language: Language,
    ) -> Result<Imported, String> {
        let card = self.game.unwrap_or(club.cards()[0]);
        let read = read_game(club, card, text, now, language).and_then(|imported| {
            let other = imported.table.card();
            if self.game.is_none_or(|game| game == other) {
                return Ok(imported);
            }
            Err(ImportError::OtherGame(other.name().to_owned()).text(language))
        });
        read.map_err(|reason| fill(words(language).not_read_from, &[source, &reason]))
    }

    /// A position of the first game that can read it, as a game of two people.
    fn position(
        &self,
        club: Club,
        text: Option<&str>,
        now: Millis,
        language: Language,
    ) -> Result<Imported, String> {
        let words = words(language);
        let open = |card: &'static dyn Card| open(card, text, now);
        if let Some(card) = self.game {
            return open(card).map_err(|reason| {
                let (name, reason) = (card.words(language).in_a_sentence, reason.text(language));
                fill(words.no_position_of, &[text.unwrap_or_default(), name, reason])
            });
        }
        // Where something is hidden, a text is a level and no position: such games come last.
        let (hidden, open_boards): (Vec<_>, Vec<_>) =
            club.cards().iter().partition(|card| card.capabilities().hidden);
        let read = open_boards.iter().chain(&hidden).find_map(|card| open(*card).ok());
        read.ok_or_else(|| {
            let name = |card: &&'static dyn Card| card.words(language).in_a_sentence;
            let tried: Vec<&str> = open_boards.iter().map(name).collect();
            fill(words.no_file_or_position, &[text.unwrap_or_default(), &tried.join(", ")])
        })
    }
}

/// What a file of games is read from.
trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

/// The games of a file.
pub struct GamesOf<'a> {
    subject: Subject<'a>,
    club: Club,
    language: Language,
    file: Box<dyn ReadSeek>,
    catalogue: Catalogue,
    name: String,
}

impl GamesOf<'_> {
    /// How many there are: at least one, in a file in which none is marked.
    pub fn count(&self) -> usize {
        self.catalogue.len().max(1)
    }

    /// Reads a game, counted from 1. The error is a message in the language.
    pub fn read(&mut self, number: usize) -> Result<Imported, String> {
        let GamesOf { subject, club, language, file, catalogue, name } = self;
        let (language, now) = (*language, Clock::start().now());
        let failed = |error: io::Error| not_read(name, &error, language);
        if catalogue.len() == 0 && number == 1 {
            let text = whole(file).map_err(failed)?;
            return subject.recorded(*club, name, &text, now, language);
        }
        let text = catalogue
            .text(file, number)
            .ok_or_else(|| no_such_game(name, catalogue.len(), number, language))?;
        let source = if catalogue.len() > 1 { format!("{name}, {number}") } else { name.clone() };
        subject.recorded(*club, &source, &text.map_err(failed)?, now, language)
    }
}

fn no_such_game(name: &str, games: usize, number: usize, language: Language) -> String {
    let (words, number) = (words(language), number.to_string());
    match games {
        1 => fill(words.not_so_many_games_in_one, &[name, &number]),
        games => fill(words.not_so_many_games, &[name, &games.to_string(), &number]),
    }
}

/// Says how far a large file has been read, to a person who watches.
fn tell_progress(name: &str, percent: u64, language: Language) {
    let mut out = io::stderr();
    if !out.is_terminal() {
        return;
    }
    // The line is cleared at the end.
    let text = fill(words(language).reading_games, &[name, &percent.to_string()]);
    let text = if percent < 100 { text } else { String::new() };
    let _ = write!(out, "\r{text}\x1b[K");
}

/// A table of two people at a position; without a text at the usual start.
fn open(card: &'static dyn Card, text: Option<&str>, now: Millis) -> Result<Imported, Localized> {
    let start = card.start(text, 0)?;
    let players = match card.seats() {
        [Seat::Solo] => Seats::Solo { solo: Player::Human },
        _ => Seats::Two { white: Player::Human, black: Player::Human },
    };
    let table = card.open(&card.started(start, players, None, now));
    let table = table.map_err(|error| Localized::exactly(|language| error.text(language)))?;
    Ok(Imported { table, notes: Vec::new() })
}

/// Why a file cannot be read.
fn not_read(name: &str, error: &io::Error, language: Language) -> String {
    let reason = io_error(error.kind(), &error.to_string(), language);
    fill(words(language).not_read_from, &[name, &reason])
}

fn standard_input() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(LONGEST_LOG as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file in which no games are marked: one game, a position, or a game that was saved here.
fn whole(file: &mut (impl Read + Seek)) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(LONGEST_LOG as u64 + 1).read_to_end(&mut bytes)?;
    Ok(decoded(bytes))
}

fn read_file(file: &str, language: Language) -> Result<String, String> {
    match (FileJob::Load { file: file.to_owned() }).run() {
        FileOutcome::Read { text: Ok(text), .. } => Ok(text),
        FileOutcome::Read { text: Err(error), .. } => {
            Err(fill(words(language).not_read_from, &[file, &error.text(language)]))
        }
        FileOutcome::Written { .. } => Ok(String::new()),
    }
}

/// Prints the position at the end of a game, its opening, and the best lines from there after a second.
pub fn print_analysis(
    config: &Config,
    imported: &Imported,
    lines: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let language = config.language;
    let game = &imported.table;
    let shown = game.scene(Viewer::Spectator, 0, language);
    let line = game.line(&shown.moves).unwrap_or_else(|_| game.clone());
    let viewer = line.turn().map_or(Viewer::Spectator, Viewer::Seat);
    let scene = line.scene(viewer, 0, language);
    let look = Look::of_environment(io::stdout().is_terminal(), config.pieces);
    write!(out, "{}", board::draw(game.card(), &scene, look, Side::White))?;
    let heading = game.heading();
    let people = heading.title(&game.card().sides()).into_iter().chain(heading.occasion());
    let position = people.chain(scene.position.clone());
    let notes = imported.notes.iter().map(|note| note.text(language));
    for fact in position.chain(scene.opening.clone()).chain(shown.status).chain(notes) {
        writeln!(out, "{}", text::wrapped(fact.split(' ')))?;
    }
    for line in best_lines(config, &line, &scene, lines) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The best lines of a position behind their scores; none where the game is over.
fn best_lines(config: &Config, table: &AnyTable, scene: &Scene, lines: usize) -> Vec<String> {
    let Some(Seat::Side(side)) = table.turn() else { return Vec::new() };
    let mut found = None;
    let searched = Thinker::with(config.resources).analyse(
        table,
        lines,
        PATIENCE,
        &Stop::new(),
        &mut |reports| found = Some(Found::of(table, reports, side, false)),
    );
    let lines = found.filter(|_| searched.is_ok()).map(|found| found.lines).unwrap_or_default();
    let widest = lines.iter().map(|line| line.score.chars().count()).max().unwrap_or(0);
    let ply = scene.moves.len() + 1;
    let written = |line: &FoundLine| {
        let moves = table.card().moves_in(&line.moves, config.language);
        let moves = numbered(scene.numbering, ply, &moves);
        format!("{:<widest$} {moves}", line.score)
    };
    lines.iter().map(written).collect()
}
