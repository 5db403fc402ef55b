//! A table of any game: what front ends, the server and the log work with.

use crate::analysis::{EditError, TreeMove, listed};
use crate::card::Card;
use crate::clock::{Clock, Millis};
use crate::event::{Command, Event, Started};
use crate::history::History;
use crate::mind::Mind;
use crate::playable::{Move, Playable};
use crate::player::Player;
use crate::record::{ExportError, Heading, Record};
use crate::refusal::Refusal;
use crate::review::Course;
use crate::scene::{Fact, Picture, Scene, Timer};
use crate::seats::Seats;
use crate::table::{BadEvent, Seeds, Table};
use crate::words::Language;
use game::{Game, Seat, Verdict, Viewer};
use std::any::{Any, TypeId};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A table of any game. A copy is a snapshot and costs as much as a reference.
#[derive(Clone)]
pub struct AnyTable(Arc<dyn Seen>);

/// What a command brings about.
#[derive(Debug, Clone)]
pub struct Decided {
    /// As the log writes them.
    pub events: Vec<Event>,
    /// The table after them. It is true as soon as the events are safe.
    pub after: AnyTable,
}

impl Decided {
    /// The number of the first of the events.
    pub fn first(&self) -> u64 {
        self.after.next() - self.events.len() as u64
    }
}

impl AnyTable {
    pub fn new<K: Playable>(table: Table<K>) -> AnyTable {
        AnyTable(Arc::new(table))
    }

    /// The table with its rules, for code that knows which game it is.
    pub fn of_kind<K: Playable>(&self) -> Option<&Table<K>> {
        let table: &dyn Any = self.0.as_any();
        table.downcast_ref()
    }
}

impl Deref for AnyTable {
    type Target = dyn Seen;

    fn deref(&self) -> &(dyn Seen + 'static) {
        &*self.0
    }
}

impl fmt::Debug for AnyTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {} events", self.card().name(), self.next())
    }
}

/// What can be asked of a table whichever game is played. One implementation serves every game.
pub trait Seen: Send + Sync {
    fn card(&self) -> &'static dyn Card;

    /// Tells kinds of games apart: two tables of the same kind can be thought about by the same mind.
    fn kind(&self) -> TypeId;

    /// The events that a command brings about and the table after them, or why it is refused. Nothing
    /// changes here.
    fn decide(&self, command: &Command, seat: Seat, now: Millis) -> Result<Decided, Refusal>;

    /// The event that says that the time since the server was last `alive` does not count, and the table
    /// after it, where a clock or a timer runs.
    fn downtime_since(&self, alive: Millis, now: Millis) -> Option<Decided>;

    /// Does a clock or a timer run?
    fn is_timed(&self) -> bool;

    /// May deciding this take so long that nothing else should wait for it?
    fn takes_long(&self, command: &Command) -> bool;

    /// The table after one more event of a log.
    fn apply(&self, event: &Event) -> Result<AnyTable, BadEvent>;

    /// What a viewer sees at a moment.
    fn scene(&self, viewer: Viewer, now: Millis, language: Language) -> Scene;

    /// All events, which are the whole game.
    fn events(&self) -> &History<Event>;

    /// The number of the event that comes next.
    fn next(&self) -> u64;

    fn started(&self) -> &Started;

    /// Whose turn it is; `None` when the game is over.
    fn turn(&self) -> Option<Seat>;

    /// The seat from which came what has happened from event `number` on, where the events tell; whose turn it is,
    /// when nothing has.
    fn seat_at(&self, number: u64) -> Option<Seat>;

    fn players(&self) -> &Seats<Player>;

    fn clock(&self) -> Option<&Clock>;

    /// Who has offered a draw that has not been answered.
    fn draw_offered_by(&self) -> Option<Seat>;

    /// Who has been offered a draw and not answered.
    fn draw_offered_to(&self) -> Option<Seat>;

    /// Who has asked to take back and not been answered.
    fn takeback_asked_by(&self) -> Option<Seat>;

    fn is_over(&self) -> bool;

    /// Who won, when the game is over and was not called off.
    fn verdict(&self) -> Option<Verdict>;

    /// How the game ended, as a sentence; nothing while it runs.
    fn end_in(&self, language: Language) -> String;

    /// How many moves count.
    fn moves_played(&self) -> usize;

    /// About how many bytes of memory the table takes.
    fn weight(&self) -> usize;

    /// The present position in the notation of the game; `None` where something is hidden.
    fn position_text(&self) -> Option<String>;

    /// The board as it was after so many of the moves that count, the last of them marked, as a viewer
    /// saw it then. `None` when there have not been so many.
    fn picture_at(&self, viewer: Viewer, moves: usize) -> Option<Picture>;

    /// The position as text after so many of the moves that count; `None` where something is hidden, or when there have not
    /// been so many.
    fn position_text_at(&self, moves: usize) -> Option<String>;

    /// The name of the opening after so many of the moves that count, where it has one.
    fn opening_at(&self, moves: usize, language: Language) -> Option<String>;

    /// A table at which the moves of a path have been made from the start of this one, by two people without a clock.
    fn line(&self, path: &[String]) -> Result<AnyTable, EditError>;

    /// The squares that each move of a line from here touches.
    fn squares_along(&self, moves: &[String]) -> Vec<Vec<String>>;

    /// The squares that each move of a line touches from the position after so many of the moves that count.
    fn squares_along_at(&self, moves: usize, line: &[String]) -> Vec<Vec<String>>;

    /// What a review has to know of the game; none where something is hidden or one plays alone.
    fn course(&self) -> Option<Course>;

    /// The material of white less that of black at the end of a line from the position after so many of the moves that count,
    /// where a game has material.
    fn material_along(&self, moves: usize, line: &[String]) -> Option<i32>;

    /// Every board of the game in order, from the one before the first move on, as a viewer saw them.
    fn each_picture(&self, viewer: Viewer, take: &mut dyn FnMut(Picture));

    /// The squares that show why a text is no move here.
    fn culprits(&self, text: &str) -> Vec<String>;

    /// The squares of the last of so many moves, in order, where it went over more than two.
    fn path_at(&self, moves: usize) -> Vec<String>;

    /// The cells that a move would open here by itself, each at its own risk; `None` where it opens nothing.
    fn opens(&self, mv: &str) -> Option<Vec<String>>;

    /// The tree of variations as a list.
    fn variations(&self) -> Vec<TreeMove>;

    /// What is said of people, place and time.
    fn heading(&self) -> &Heading;

    /// The same table, in whose heading people are called so where it does not name them.
    fn with_names(&self, names: &[(Seat, String)]) -> AnyTable;

    /// What there is to know of the present position, as far as a viewer sees it.
    fn facts(&self, viewer: Viewer, language: Language) -> Vec<Fact>;

    /// The squares from which a square is attacked, as far as a viewer sees it; `None` where a game knows no attacks.
    fn attackers(&self, viewer: Viewer, square: &str) -> Option<Vec<String>>;

    /// What each piece is worth to its own side where it stands, by its square, as far as a viewer sees it.
    fn worths(&self, viewer: Viewer) -> Vec<(String, i32)>;

    /// How long a game for one has taken at a moment.
    fn timer(&self, now: Millis) -> Option<Timer>;

    /// Facts about a finished game, beside its result.
    fn statistics(&self, language: Language) -> Option<String>;

    /// How fast a finished game was played, where that is counted.
    fn speed(&self, language: Language) -> Option<String>;

    /// The start of another game with the same settings, the sides exchanged if that is wished.
    fn again(&self, exchange_sides: bool, seeds: Seeds, at: Millis) -> Started;

    /// The moves that a player who draws lots in this seat chooses from, in a fixed order.
    fn lots(&self, seat: Seat) -> Vec<String>;

    /// The game as a file for other programs.
    fn export(&self) -> Result<Record, ExportError>;

    /// A computer player for this kind of game.
    fn mind(&self) -> Box<dyn Mind>;

    fn as_any(&self) -> &dyn Any;
}

impl AnyTable {
    /// A game in which nothing was played but whose analysis has a main line, as if that had been played.
    pub fn with_main_line(&self) -> AnyTable {
        if self.moves_played() > 0 {
            return self.clone();
        }
        let (mut line, mut parent) = (Vec::new(), None);
        for (at, step) in self.variations().iter().enumerate() {
            // The main line of each position comes first.
            if step.parent == parent {
                line.push(step.mv.clone());
                parent = Some(at);
            }
        }
        self.line(&line).unwrap_or_else(|_| self.clone())
    }
}

impl dyn Seen {
    /// Has a player given up?
    pub fn resigned(&self) -> bool {
        self.events().iter().any(|event| matches!(event, Event::Resigned { .. }))
    }

    /// How long a game for one took, when a person has won it alone.
    pub fn time_of_a_win(&self) -> Option<Millis> {
        if self.verdict() != Some(Verdict::Won(Seat::Solo)) || self.is_between_computers() {
            return None;
        }
        let changed = |event: &Event| matches!(event, Event::PlayerChanged { .. });
        let alone = !self.events().iter().any(changed);
        self.timer(0).filter(|_| alone).map(|timer| timer.elapsed)
    }

    /// Do computers sit in all seats?
    pub fn is_between_computers(&self) -> bool {
        self.players().are_computers()
    }

    /// The computer that plays on for the person in a seat: the one that plays already, if one does, else
    /// the usual one of the game. It has no seed yet.
    pub fn stand_in(&self, seat: Seat) -> Player {
        let mut others = self.players().iter().filter(|(other, _)| *other != seat);
        let computer = others.find(|(_, player)| player.is_computer());
        computer.map_or_else(|| self.card().usual_computer(), |(_, it)| it.clone().without_seed())
    }
}

/// Events with the table after them.
fn decided<K: Playable>(
    table: &Table<K>,
    events: Vec<Event<Move<K>>>,
) -> Result<Decided, BadEvent> {
    let after = events.into_iter().try_fold(table.clone(), Table::apply)?;
    let events = after.events().since(table.next() as usize).cloned().collect();
    Ok(Decided { events, after: AnyTable::new(after) })
}

impl<K: Playable> Seen for Table<K> {
    fn card(&self) -> &'static dyn Card {
        K::CARD
    }

    fn kind(&self) -> TypeId {
        TypeId::of::<K>()
    }

    fn decide(&self, command: &Command, seat: Seat, now: Millis) -> Result<Decided, Refusal> {
        // What was decided can always be applied.
        decided(self, self.decide(command, seat, now)?).map_err(Refusal::Broken)
    }

    fn downtime_since(&self, alive: Millis, now: Millis) -> Option<Decided> {
        decided(self, vec![self.downtime_since(alive, now)?]).ok()
    }

    fn is_timed(&self) -> bool {
        self.is_timed()
    }

    fn takes_long(&self, command: &Command) -> bool {
        self.takes_long(command)
    }

    fn apply(&self, event: &Event) -> Result<AnyTable, BadEvent> {
        Ok(AnyTable::new(self.clone().apply(self.read(event)?)?))
    }

    fn scene(&self, viewer: Viewer, now: Millis, language: Language) -> Scene {
        self.scene(viewer, now, language)
    }

    fn events(&self) -> &History<Event> {
        self.events()
    }

    fn next(&self) -> u64 {
        self.next()
    }

    fn started(&self) -> &Started {
        self.started()
    }

    fn turn(&self) -> Option<Seat> {
        self.turn()
    }

    fn seat_at(&self, number: u64) -> Option<Seat> {
        self.seat_at(number)
    }

    fn players(&self) -> &Seats<Player> {
        self.players()
    }

    fn clock(&self) -> Option<&Clock> {
        self.clock()
    }

    fn draw_offered_by(&self) -> Option<Seat> {
        self.draw_offered_by()
    }

    fn draw_offered_to(&self) -> Option<Seat> {
        self.draw_offered_to()
    }

    fn takeback_asked_by(&self) -> Option<Seat> {
        self.takeback_asked_by()
    }

    fn is_over(&self) -> bool {
        self.ended().is_some()
    }

    fn verdict(&self) -> Option<Verdict> {
        self.ended().and_then(|end| end.verdict)
    }

    fn end_in(&self, language: Language) -> String {
        self.end_in(language)
    }

    fn moves_played(&self) -> usize {
        self.played().len()
    }

    fn weight(&self) -> usize {
        self.weight()
    }

    fn position_text(&self) -> Option<String> {
        K::position_text(self.position())
    }

    fn picture_at(&self, viewer: Viewer, moves: usize) -> Option<Picture> {
        self.picture_at(viewer, moves)
    }

    fn position_text_at(&self, moves: usize) -> Option<String> {
        self.position_text_at(moves)
    }

    fn opening_at(&self, moves: usize, language: Language) -> Option<String> {
        self.opening_at(moves, language)
    }

    fn line(&self, path: &[String]) -> Result<AnyTable, EditError> {
        self.line(path).map(AnyTable::new)
    }

    fn squares_along(&self, moves: &[String]) -> Vec<Vec<String>> {
        self.squares_along(moves)
    }

    fn squares_along_at(&self, moves: usize, line: &[String]) -> Vec<Vec<String>> {
        self.squares_along_at(moves, line)
    }

    fn course(&self) -> Option<Course> {
        self.course()
    }

    fn each_picture(&self, viewer: Viewer, take: &mut dyn FnMut(Picture)) {
        self.each_picture(viewer, take);
    }

    fn culprits(&self, text: &str) -> Vec<String> {
        K::culprits(self.position(), text)
    }

    fn path_at(&self, moves: usize) -> Vec<String> {
        self.path_at(moves)
    }

    fn material_along(&self, moves: usize, line: &[String]) -> Option<i32> {
        self.material_along(moves, line)
    }

    fn opens(&self, mv: &str) -> Option<Vec<String>> {
        self.opens(mv)
    }

    fn variations(&self) -> Vec<TreeMove> {
        listed(&self.variations(), &self.played_names())
    }

    fn heading(&self) -> &Heading {
        self.heading()
    }

    fn with_names(&self, names: &[(Seat, String)]) -> AnyTable {
        AnyTable::new(self.clone().with_names(names))
    }

    fn facts(&self, viewer: Viewer, language: Language) -> Vec<Fact> {
        K::facts(&self.position().view(viewer), language)
    }

    fn attackers(&self, viewer: Viewer, square: &str) -> Option<Vec<String>> {
        K::attackers(&self.position().view(viewer), square)
    }

    fn worths(&self, viewer: Viewer) -> Vec<(String, i32)> {
        K::worths(&self.position().view(viewer))
    }

    fn timer(&self, now: Millis) -> Option<Timer> {
        self.timer(now)
    }

    fn statistics(&self, language: Language) -> Option<String> {
        self.ended().and_then(|_| K::statistics(self, language))
    }

    fn speed(&self, language: Language) -> Option<String> {
        self.ended().and_then(|_| K::speed(self, language))
    }

    fn again(&self, exchange_sides: bool, seeds: Seeds, at: Millis) -> Started {
        self.again(exchange_sides, seeds, at)
    }

    fn lots(&self, seat: Seat) -> Vec<String> {
        K::lots(&self.position().view(Viewer::Seat(seat)))
    }

    fn export(&self) -> Result<Record, ExportError> {
        let text = K::write_record(self)?;
        Ok(Record { format: K::RECORD, text })
    }

    fn mind(&self) -> Box<dyn Mind> {
        K::mind()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
