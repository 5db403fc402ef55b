//! `tablero join` and `tablero invite`: games of a server in the terminal.

use crate::club::{self, CLUB, Game};
use crate::json::{self, JsonOption};
use crate::storage::data_folder;
use anyhow::Context;
use client::{Client, Link, NewGame, Server};
use files::Readers;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use table::{Language, Player, TimeControl};
use terminal::{JoinConfig, Pieces};

/// Play or watch a game of a tablero server in the terminal.
///
/// The link is that of the page. With an invitation (#SEAT.CODE) you sit down; without one you are in the seats that are
/// yours already, or watch. Who you are on a server is kept in your data directory, so that the same command comes back to the game.
/// When the connection breaks or the server is restarted, it goes on where it was: no move is lost, and none is made twice.
///
/// In a pipe each line waits until it is your turn, and is repeated; after the last one the program ends as soon as the server has
/// answered, and the game stays. Without a seat the game is watched to its end. Plain http only: a server behind https is reached
/// through a tunnel, such as ssh -L 7878:127.0.0.1:7878 HOST.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tablero join 'http://127.0.0.1:7878/games/k3j5d8f0#black.CODE'
  tablero join http://127.0.0.1:7878/games/k3j5d8f0")]
pub struct Join {
    /// The link to the game.
    link: Link,

    /// How pieces are shown: auto, letters or glyphs.
    #[arg(long, default_value = "auto")]
    pieces: Pieces,

    /// en or es; as the environment says if not given.
    #[arg(long)]
    language: Option<Language>,
}

/// Begin a game on a server and print the link for the other player.
///
/// Your own seat is yours: `tablero join` and the link without its code, or --join, sits you down.
#[derive(clap::Args)]
#[command(after_help = format!("Examples:
  tablero invite {first} --server http://127.0.0.1:7878
  tablero invite {first} --server http://127.0.0.1:7878 --side black --clock 5+3 --join", first = CLUB.cards()[0].name()))]
pub struct Invite {
    #[arg(value_parser = club::for_two(), help = "The game")]
    game: Game,

    /// The server.
    #[arg(long, value_name = "URL")]
    server: Server,

    /// Your side: white or black; the one that moves first if not given.
    #[arg(long, value_parser = ["white", "black"])]
    side: Option<String>,

    /// Where to start, as in `tablero play`.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,

    /// Minutes for the game plus seconds for each move, such as 5+3.
    #[arg(long, value_name = "TIME")]
    clock: Option<TimeControl>,

    /// A computer on the other side in place of a person, such as level:4.
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<Player>,

    /// Any visitor of the server may take the other seat.
    #[arg(long)]
    open: bool,

    /// Sit down at once.
    #[arg(long, conflicts_with = "json")]
    join: bool,

    #[command(flatten)]
    json: JsonOption,
}

pub fn join(arguments: Join) -> anyhow::Result<()> {
    let language = arguments.language.unwrap_or_else(terminal::language_of_environment);
    sit_down(arguments.link, arguments.pieces, language)
}

fn sit_down(link: Link, pieces: Pieces, language: Language) -> anyhow::Result<()> {
    let server = link.server.to_string();
    let token = Tokens::read()?.of(&server);
    let config = JoinConfig { club: CLUB, link, token, language, pieces };
    let mut kept = Ok(());
    terminal::join(config, |token| {
        if kept.is_ok() {
            kept = Tokens::keep(&server, token);
        }
    })?;
    kept
}

pub fn invite(arguments: &Invite, out: &mut impl Write) -> anyhow::Result<()> {
    let card = arguments.game;
    let first = if card.sides().first() == Some(&game::Side::Black) { "black" } else { "white" };
    let own = arguments.side.clone().unwrap_or_else(|| first.to_owned());
    let other = if own == "white" { "black" } else { "white" };
    let opponent = arguments.opponent.clone().unwrap_or(Player::Human);
    let players = [(own.clone(), Player::Human), (other.to_owned(), opponent)];
    let new = NewGame {
        game: card.name().to_owned(),
        players: players.map(|(seat, player)| (seat, player.to_string())).into(),
        start: arguments.position.clone(),
        clock: arguments.clock.map(|clock| clock.to_string()),
        mine: Some(vec![own]),
        open: arguments.open,
    };
    let server = arguments.server.to_string();
    let language = terminal::language_of_environment();
    let client = Client::new(arguments.server.clone(), Tokens::read()?.of(&server));
    let mut client = client.in_language(&language.to_string());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let begun = runtime.block_on(client.begin(&new))?;
    if let Some(token) = client.token() {
        Tokens::keep(&server, token)?;
    }
    let own = Link { server: arguments.server.clone(), game: begun.id.clone(), invitation: None };
    let invitation = begun.invitations.get(other).map(|code| (other.to_owned(), code.clone()));
    // An open seat needs no code, and neither does a game against a computer.
    let link = Link { invitation, ..own.clone() };
    if arguments.json.json {
        let told = json!({ "game": begun.id, "link": link.to_string(), "own": own.to_string() });
        return Ok(json::print(out, &told)?);
    }
    writeln!(out, "{link}")?;
    if arguments.join {
        return sit_down(own, Pieces::Auto, language);
    }
    writeln!(out, "Your own seat: tablero join {own}")?;
    Ok(())
}

/// Who this person is on each server: what their cookies are for browsers.
struct Tokens(BTreeMap<String, String>);

impl Tokens {
    fn file() -> anyhow::Result<PathBuf> {
        Ok(data_folder()?.join("servers.json"))
    }

    /// What is kept; nothing where there is no such file.
    fn read() -> anyhow::Result<Tokens> {
        // Without a data directory nothing can have been kept.
        let Ok(file) = Tokens::file() else { return Ok(Tokens(BTreeMap::new())) };
        match fs::read_to_string(&file) {
            Ok(text) => {
                let tokens = serde_json::from_str(&text).with_context(|| {
                    format!("{} is damaged: mend it or move it away", file.display())
                })?;
                Ok(Tokens(tokens))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Tokens(BTreeMap::new())),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
        }
    }

    fn of(&self, server: &str) -> Option<String> {
        self.0.get(server).cloned()
    }

    /// Keeps a token where only this user can read it, beside what another program may have kept meanwhile.
    fn keep(server: &str, token: &str) -> anyhow::Result<()> {
        let file = Tokens::file()?;
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let lock = file.with_extension("lock");
        let cannot = || format!("cannot lock {}", lock.display());
        let held = File::create(&lock).with_context(cannot)?;
        held.lock().with_context(cannot)?;
        let Tokens(mut tokens) = Tokens::read()?;
        if tokens.get(server).is_some_and(|known| known == token) {
            return Ok(());
        }
        tokens.insert(server.to_owned(), token.to_owned());
        let text = serde_json::to_string_pretty(&tokens)?;
        files::replace(&file, text.as_bytes(), Readers::UserOnly)
            .with_context(|| format!("cannot write {}", file.display()))
    }
}
