//! Another program in a seat: `uci:PROGRAM`.

use crate::search_mind::SearchMind;
use crate::spanish::{said_client_error, said_player_error};
use crate::uci_player::{UciPlayer, UciPlayerError};
use chess::{Coordinate, Position};
use game::{Counters, Notation, Rules, Side, Stop, Valued};
use table::{Limit, Mind, Playable, Player, Report, Request, Table, ThinkError, Thought, Watch};
use uci::{Choice, Client, ClientError, Go, Info, Patience, Points};

/// Milliseconds for a move where neither a clock nor a limit is set.
const A_MOMENT: u64 = 1000;

/// The player of a game that UCI speaks of: another program, or the search of the house.
pub struct UciMind<K: Playable<Game = Position>> {
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

impl<K: Playable<Game = Position>> Default for UciMind<K> {
    fn default() -> UciMind<K> {
        UciMind { search: SearchMind::default(), running: None, new_game: false }
    }
}

impl<K: Playable<Game = Position>> Mind for UciMind<K> {
    fn think(&mut self, request: &Request<'_>, watch: Watch<'_>) -> Result<Thought, ThinkError> {
        let Player::Uci { program: named } = request.player else {
            return self.search.think(request, watch);
        };
        let table = request.table.of_kind::<K>().ok_or(ThinkError::NotItsTurn)?;
        let mut running = self.take(named, request.stop)?;
        let go = go(running.limit, table);
        let moves: Vec<_> = table.played().iter().map(|played| played.mv).collect();
        let choice = running.client.think(table.start(), &moves, go, request.stop, &mut |info| {
            if let Some(report) = report(table.position(), info) {
                watch(&report);
            }
        });
        // A program that has failed is dropped, and with it its process.
        if running.client.is_well() {
            self.running = Some(running);
        }
        let choice = choice.map_err(|error| think_error::<K>(&error))?;
        Ok(thought(table.position(), &choice))
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
        if let Player::Uci { program } = player {
            self.running = Some(self.take(program, stop)?);
        }
        Ok(())
    }
}

impl<K: Playable<Game = Position>> UciMind<K> {
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
        let mut client = Client::start(&program, Patience::default(), stop).map_err(failed)?;
        client.new_game(stop).map_err(failed)?;
        Ok(Running { named: named.to_owned(), limit, client })
    }
}

fn think_error<K: Playable<Game = Position>>(error: &ClientError) -> ThinkError {
    let kind = match error {
        ClientError::Stopped => return ThinkError::Stopped,
        ClientError::Illegal { .. } => ThinkError::Illegal,
        ClientError::Start { .. } | ClientError::NoOption { .. } | ClientError::BadValue { .. } => {
            ThinkError::BadProgram
        }
        ClientError::Ended { .. } | ClientError::Silent { .. } => ThinkError::Outside,
    };
    kind(said_client_error::<K>(error))
}

/// How long it thinks: by its own limit, by the clock of the game, or for a moment.
fn go<K: Playable<Game = Position>>(limit: Limit, table: &Table<K>) -> Go {
    let none = Go::default();
    match (limit, table.clock()) {
        (Limit::Time(time), _) => Go { move_time: Some(time), ..none },
        (Limit::Nodes(nodes), _) => Go { nodes: Some(nodes), ..none },
        (Limit::Depth(depth), _) => Go { depth: Some(depth.into()), ..none },
        (Limit::Clock, None) => Go { move_time: Some(A_MOMENT), ..none },
        (Limit::Clock, Some(clock)) => {
            let increment = table.started().clock.map(|control| control.increment);
            Go {
                white_time: Some(clock.at_the_turn(Side::White)),
                black_time: Some(clock.at_the_turn(Side::Black)),
                white_increment: increment,
                black_increment: increment,
                ..none
            }
        }
    }
}

fn thought(position: &Position, choice: &Choice) -> Thought {
    Thought {
        mv: position.write_move(choice.mv),
        report: report(position, &choice.info),
        reason: None,
    }
}

/// A mate is counted in moves of the side that gives it. `None` where a program names more than fit.
fn plies_to_mate(moves: i64) -> Option<u32> {
    let own = u32::from(moves > 0);
    u32::try_from(moves.unsigned_abs()).ok()?.checked_mul(2)?.checked_sub(own)
}

/// What the program said about its thinking, as far as it makes sense on the board.
fn report(position: &Position, info: &Info) -> Option<Report> {
    let units = Position::UNITS;
    let (value, ahead) = match info.score?.points {
        Points::Mate(moves) if moves > 0 => (1.0, f64::INFINITY),
        Points::Mate(_) => (-1.0, f64::NEG_INFINITY),
        Points::Centipawns(hundredths) => {
            let ahead = hundredths as f64 / 100.0;
            ((ahead / units).clamp(-0.999, 0.999), ahead)
        }
    };
    let mut at = *position;
    let mut line = Vec::new();
    for text in &info.line {
        let resolved = text.parse().ok().and_then(|mv: Coordinate| mv.resolve(&at).ok());
        let Some(mv) = resolved else { break };
        line.push(at.write_move(mv));
        at = at.play(mv);
    }
    let depth = info.depth.unwrap_or_default() as u32;
    let nodes = info.nodes.unwrap_or_default();
    let ends_in = match info.score?.points {
        Points::Mate(moves) => plies_to_mate(moves),
        Points::Centipawns(_) => None,
    };
    Some(Report {
        value,
        ahead,
        exact: false,
        certainty: None,
        line,
        counters: Counters::default(),
        ends_in,
        depth,
        nodes,
    })
}

#[cfg(test)]
mod tests {
    use super::plies_to_mate;

    #[test]
    fn a_mate_that_no_game_can_reach_is_no_mate() {
        let plies = [1, 3, 0, -1, -3].map(plies_to_mate);
        assert_eq!(plies, [Some(1), Some(5), Some(0), Some(2), Some(6)]);
        for far in [1 << 31, 1 << 32, i64::MAX, i64::MIN] {
            assert_eq!(plies_to_mate(far), None, "{far}");
        }
    }
}
