//! A computer player as front ends keep it: it finds the mind that fits the table, and remembers its last
//! answer.

use crate::ability::can_play;
use game::{Seat, Stop};
use std::any::TypeId;
use std::time::Duration;
use table::{
    AnyTable, Event, History, Limit, Mind, Player, Report, Request, Resources, ThinkError, Thought,
};

/// Hears how far a thinker has come.
type Watcher = Box<dyn FnMut(&Report) + Send>;

/// A computer player. Asked twice in the same place, it answers at once; what its mind keeps serves
/// the next move of the same game.
#[derive(Default)]
pub struct Thinker {
    mind: Option<(TypeId, Box<dyn Mind>)>,
    /// The game it last thought about, for whom, and the answer.
    last: Option<(History<Event>, Player, Thought)>,
    watcher: Option<Watcher>,
    longest: Option<Duration>,
    resources: Resources,
}

impl Thinker {
    pub fn new() -> Thinker {
        Thinker::default()
    }

    /// A player that may use so much of the machine.
    pub fn with(resources: Resources) -> Thinker {
        Thinker { resources, ..Thinker::default() }
    }

    /// The same player, which searches no longer than this about a move, whatever its own limit.
    #[must_use]
    pub fn within(self, longest: Option<Duration>) -> Thinker {
        Thinker { longest, ..self }
    }

    /// Uses so many threads from now on.
    pub fn set_threads(&mut self, threads: usize) {
        self.resources.threads = threads;
    }

    pub(crate) fn resources(&self) -> Resources {
        self.resources
    }

    /// The move of the computer player in a seat whose turn it is.
    pub fn think(
        &mut self,
        table: &AnyTable,
        seat: Seat,
        stop: &Stop,
    ) -> Result<Thought, ThinkError> {
        let player = table.players().get(seat).ok_or(ThinkError::NotItsTurn)?.clone();
        self.think_as(&player, table, seat, stop)
    }

    /// The move that another player would make whose turn it is, in place of the one who sits there.
    pub fn think_for(
        &mut self,
        player: &Player,
        table: &AnyTable,
        stop: &Stop,
    ) -> Result<Thought, ThinkError> {
        let seat = table.turn().ok_or(ThinkError::NotItsTurn)?;
        self.think_as(player, table, seat, stop)
    }

    /// What comes next is another game: what was learnt in this one is forgotten, and another program
    /// goes on running and hears of it.
    pub fn new_game(&mut self) {
        self.last = None;
        if let Some((_, mind)) = &mut self.mind {
            mind.new_game();
        }
    }

    /// Calls `watcher` with every report on the way to a move.
    pub fn watch(&mut self, watcher: impl FnMut(&Report) + Send + 'static) {
        self.watcher = Some(Box::new(watcher));
    }

    /// Does what takes time before the first move of a player, such as starting another program, so that
    /// no clock runs meanwhile.
    pub fn make_ready(
        &mut self,
        player: &Player,
        table: &AnyTable,
        stop: &Stop,
    ) -> Result<(), ThinkError> {
        self.mind(table).make_ready(player, stop)
    }

    /// A move to recommend to the player in a seat.
    pub fn hint(
        &mut self,
        table: &AnyTable,
        seat: Seat,
        stop: &Stop,
    ) -> Result<Thought, ThinkError> {
        if table.turn() != Some(seat) {
            return Err(ThinkError::NotItsTurn);
        }
        let Thinker { longest, resources, .. } = *self;
        let player = &Player::Human;
        self.mind(table).hint(&Request { player, table, seat, stop, longest, resources })
    }

    /// Looks at the position of a table for so long, and tells of its best lines as it looks further. Returns whether there
    /// is nothing more to find.
    pub fn analyse(
        &mut self,
        table: &AnyTable,
        lines: usize,
        longest: Duration,
        stop: &Stop,
        watch: &mut dyn FnMut(&[Report]),
    ) -> Result<bool, ThinkError> {
        let seat = table.turn().ok_or(ThinkError::NotItsTurn)?;
        let (player, resources) = (&Player::Human, self.resources);
        let request = Request { player, table, seat, stop, longest: Some(longest), resources };
        self.mind(table).analyse(&request, lines, watch)
    }

    /// Looks at the position of a table as far as the limit goes, and returns the best lines that it has found. With limits of
    /// nodes or depth and one thread the same positions in the same order give the same lines.
    pub fn look(
        &mut self,
        table: &AnyTable,
        lines: usize,
        limit: Limit,
        stop: &Stop,
    ) -> Result<Vec<Report>, ThinkError> {
        let seat = table.turn().ok_or(ThinkError::NotItsTurn)?;
        let (player, resources) = (&Player::Engine(limit), self.resources);
        let longest = match limit {
            Limit::Time(milliseconds) => Some(Duration::from_millis(milliseconds)),
            _ => self.longest,
        };
        let request = Request { player, table, seat, stop, longest, resources };
        let mut found = Vec::new();
        self.mind(table).analyse(&request, lines, &mut |reports| found = reports.to_vec())?;
        Ok(found)
    }

    /// Looks at the position of a table so many moves ahead, or less far where that takes more nodes than `most`, but then by an even
    /// number of moves less. Returns the best line.
    pub fn look_ahead(
        &mut self,
        table: &AnyTable,
        depth: u32,
        most: u64,
    ) -> Result<Option<Report>, ThinkError> {
        let seat = table.turn().ok_or(ThinkError::NotItsTurn)?;
        let (player, resources) = (&Player::Engine(Limit::Nodes(most)), self.resources);
        let enough = Stop::new();
        let request =
            Request { player, table, seat, stop: &enough, longest: self.longest, resources };
        let mut found = None;
        let looked = self.mind(table).analyse(&request, 1, &mut |reports| {
            let Some(report) = reports.first() else { return };
            if report.depth <= depth && (depth - report.depth).is_multiple_of(2) || report.exact {
                found = Some(report.clone());
            }
            if report.depth >= depth {
                enough.set();
            }
        });
        match looked {
            Err(error) if error != ThinkError::Stopped => Err(error),
            _ => Ok(found),
        }
    }

    /// The odds that each cell is one to avoid, where a game has them.
    pub fn odds(&mut self, table: &AnyTable, seat: Seat) -> Option<Vec<(String, f64)>> {
        let Thinker { longest, resources, .. } = *self;
        let (player, stop) = (&Player::Human, &Stop::new());
        self.mind(table).odds(&Request { player, table, seat, stop, longest, resources })
    }

    fn think_as(
        &mut self,
        player: &Player,
        table: &AnyTable,
        seat: Seat,
        stop: &Stop,
    ) -> Result<Thought, ThinkError> {
        if *player == Player::Human {
            return Err(ThinkError::Human);
        }
        can_play(player, table.card())?;
        if table.turn() != Some(seat) {
            return Err(ThinkError::NotItsTurn);
        }
        if let Some((events, by, thought)) = &self.last
            && by == player
            && events == table.events()
        {
            return Ok(thought.clone());
        }
        let mut watcher = self.watcher.take();
        let Thinker { longest, resources, .. } = *self;
        let request = Request { player, table, seat, stop, longest, resources };
        let thought = self.mind(table).think(&request, &mut |report| {
            if let Some(watcher) = &mut watcher {
                watcher(report);
            }
        });
        self.watcher = watcher;
        let thought = thought?;
        self.last = Some((table.events().clone(), player.clone(), thought.clone()));
        Ok(thought)
    }

    /// The mind for this kind of game: the one that is kept, if it fits.
    fn mind(&mut self, table: &AnyTable) -> &mut dyn Mind {
        if self.mind.as_ref().is_some_and(|(kind, _)| *kind != table.kind()) {
            self.mind = None;
        }
        let (_, mind) = self.mind.get_or_insert_with(|| (table.kind(), table.mind()));
        mind.as_mut()
    }
}
