//! Another program in a seat: `uci:PROGRAM`.

use crate::background::Stop;
use crate::thinker::{CannotThink, Report, Thought, Watch};
use crate::uci::{Choice, Client, ClientError, Go, Info, Patience, Points, Program};
use chess::{Coordinate, Position};
use game::{Counters, Game, Notation, Side, Valued};
use table::{Limit, Table};

/// Milliseconds for a move where neither a clock nor a limit is set.
const A_MOMENT: u64 = 1000;

/// Who deals with another program: starts it when it is needed, and again after it has failed.
#[derive(Default)]
pub struct Outside {
    /// The text that named it, and the program.
    running: Option<(String, Program, Client)>,
    /// Does it still have to be told that another game begins?
    new_game: bool,
}

impl Outside {
    /// What comes next is another game.
    pub fn new_game(&mut self) {
        self.new_game = true;
    }

    /// Has the program running and ready before its clock does.
    pub fn make_ready(&mut self, named: &str, stop: &Stop) -> Result<(), CannotThink> {
        self.running = Some(self.take(named, stop)?);
        Ok(())
    }

    /// The move of the program that this text names.
    pub fn think(
        &mut self,
        named: &str,
        table: &Table<Position>,
        stop: &Stop,
        mut watch: Option<&mut Watch>,
    ) -> Result<Thought, CannotThink> {
        let (named, program, mut client) = self.take(named, stop)?;
        let go = go(&program, table);
        let moves: Vec<_> = table.played().iter().map(|played| played.mv).collect();
        let choice = client.think(table.start(), &moves, go, stop, &mut |info| {
            if let (Some(watch), Some(report)) = (&mut watch, report(table.position(), info)) {
                watch(&report);
            }
        });
        // A program that has failed is dropped, and with it its process.
        if client.is_well() {
            self.running = Some((named, program, client));
        }
        Ok(thought(table.position(), &choice?))
    }

    /// The program as it runs, or started now; ready for the game at the table.
    fn take(&mut self, named: &str, stop: &Stop) -> Result<(String, Program, Client), CannotThink> {
        let new_game = std::mem::take(&mut self.new_game);
        let same = self.running.take().filter(|(running, ..)| running == named);
        if let Some((named, program, mut client)) = same {
            if new_game {
                client.new_game(stop)?;
            }
            return Ok((named, program, client));
        }
        let program: Program = named.parse()?;
        let mut client = Client::start(&program, Patience::default(), stop)?;
        client.new_game(stop)?;
        Ok((named.to_owned(), program, client))
    }
}

impl From<ClientError> for CannotThink {
    fn from(error: ClientError) -> CannotThink {
        match error {
            ClientError::Stopped => CannotThink::Stopped,
            other => CannotThink::Outside(other),
        }
    }
}

/// How it is told to think: by its own limit, by the clock of the game, or for a moment.
fn go(program: &Program, table: &Table<Position>) -> Go {
    let none = Go::default();
    match (program.limit, table.clock()) {
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

/// What the program said about its thinking, as far as it makes sense on the board.
fn report(position: &Position, info: &Info) -> Option<Report> {
    let units = Position::UNITS;
    let (value, ahead) = match info.score?.points {
        Points::Mate(moves) if moves > 0 => (1.0, units),
        Points::Mate(_) => (-1.0, -units),
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
    Some(Report { value, ahead, line, counters: Counters::default(), depth, nodes })
}
