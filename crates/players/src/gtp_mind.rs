//! Another program in a seat of Othello: `gtp:PROGRAM`.

use crate::search_mind::SearchMind;
use crate::spanish::{said_gtp_error, said_player_error};
use crate::uci_player::{UciPlayer, UciPlayerError};
use game::{Notation, Perfect, Stop};
use gtp::{Client, ClientError, Patience};
use othello::Position;
use table::{Limit, Mind, Playable, Player, Report, Request, Table, ThinkError, Thought, Watch};

/// The player of a game that programs speak of in GTP: another program, or the search of the house.
pub struct GtpMind<K: Playable<Game = Position<8>>> {
    search: SearchMind<K>,
    running: Option<Running>,
    /// Does the program still have to hear that another game begins?
    new_game: bool,
}

/// A program that runs.
struct Running {
    /// The text that named it.
    named: String,
    limit: Limit,
    client: Client,
}

impl<K: Playable<Game = Position<8>>> Default for GtpMind<K> {
    fn default() -> GtpMind<K> {
        GtpMind { search: SearchMind::default(), running: None, new_game: false }
    }
}

impl<K: Playable<Game = Position<8>>> Mind for GtpMind<K> {
    fn think(&mut self, request: &Request<'_>, watch: Watch<'_>) -> Result<Thought, ThinkError> {
        let Player::Gtp { program: named } = request.player else {
            return self.search.think(request, watch);
        };
        let table = request.table.of_kind::<K>().ok_or(ThinkError::NotItsTurn)?;
        let mut running = self.take(named, request.stop)?;
        let moves: Vec<_> = table.played().iter().map(|played| played.mv).collect();
        let time = time(running.limit, table);
        let chosen = running.client.think(table.start(), &moves, time, request.stop);
        // A program that has failed is dropped, and with it its process.
        if running.client.is_well() {
            self.running = Some(running);
        }
        let mv = chosen.map_err(|error| think_error::<K>(&error))?;
        Ok(Thought { mv: table.position().write_move(mv), report: None, reason: None })
    }

    fn hint(&mut self, request: &Request<'_>) -> Result<Thought, ThinkError> {
        self.search.hint(request)
    }

    fn analyse(
        &mut self,
        request: &Request<'_>,
        lines: usize,
        watch: &mut dyn FnMut(&[Report]),
    ) -> Result<bool, ThinkError> {
        self.search.analyse(request, lines, watch)
    }

    fn new_game(&mut self) {
        self.search.new_game();
        self.new_game = true;
    }

    fn make_ready(&mut self, player: &Player, stop: &Stop) -> Result<(), ThinkError> {
        if let Player::Gtp { program } = player {
            self.running = Some(self.take(program, stop)?);
        }
        Ok(())
    }
}

impl<K: Playable<Game = Position<8>>> GtpMind<K> {
    /// The program as it runs, or started now; ready for the game at the table.
    fn take(&mut self, named: &str, stop: &Stop) -> Result<Running, ThinkError> {
        let failed = |error| think_error::<K>(&error);
        let new_game = std::mem::take(&mut self.new_game);
        let same = self.running.take().filter(|running| running.named == named);
        if let Some(mut running) = same {
            if new_game {
                running.client.new_game(stop).map_err(failed)?;
            }
            return Ok(running);
        }
        let UciPlayer { program, limit } = named
            .parse()
            .map_err(|error: UciPlayerError| ThinkError::BadProgram(said_player_error(&error)))?;
        let client = Client::start(&program, Patience::default(), stop).map_err(failed)?;
        Ok(Running { named: named.to_owned(), limit, client })
    }
}

fn think_error<K: Playable<Game = Position<8>>>(error: &ClientError) -> ThinkError {
    let kind = match error {
        ClientError::Stopped => return ThinkError::Stopped,
        ClientError::Illegal { .. } => ThinkError::Illegal,
        ClientError::Start { .. } | ClientError::OtherStart => ThinkError::BadProgram,
        ClientError::Ended { .. } | ClientError::Silent { .. } | ClientError::Refused { .. } => {
            ThinkError::Outside
        }
    };
    kind(said_gtp_error::<K>(error))
}

/// The milliseconds that it has for the rest of the game: by its own limit for each move, or by the clock. The protocol has no
/// words for other limits.
fn time<K: Playable<Game = Position<8>>>(limit: Limit, table: &Table<K>) -> Option<u64> {
    let position = table.position();
    match (limit, table.clock()) {
        (Limit::Time(time), _) => Some(time * position.empty().len().div_ceil(2).max(1) as u64),
        (Limit::Clock, Some(clock)) => Some(clock.at_the_turn(position.side_to_move())),
        _ => None,
    }
}
