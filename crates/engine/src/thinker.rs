//! Choosing a move.

use crate::background::Stop;
use crate::level;
use crate::outside::Outside;
use crate::random;
use crate::searching::Searching;
use crate::uci::{ClientError, Program, ProgramError};
use game::{Best, Counters, Game, KeptTree, Perfect, Seat, Valued, Viewer};
use mines::{Hint, Seen, Solver, Style};
use std::any::Any;
use table::{AnyTable, Event, GameName, Guest, Language, Limit, Playable, Player, Said, Table};

/// What a player came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Thought {
    /// The move, as a command wants it.
    pub mv: String,
    /// What a player that looked ahead has seen.
    pub report: Option<Report>,
    /// Why this move, where that can be said in a sentence.
    pub reason: Option<Said>,
}

/// What a player that looks ahead has seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// How good it thinks its side stands, from -1, lost, to 1, won.
    pub value: f64,
    /// The same in the units of the game: pawns, men, discs at the end of the game. All there is where
    /// the game is decided, unless it is known by how much.
    pub ahead: f64,
    /// The play that it expects, as people write it.
    pub line: Vec<String>,
    /// The nodes of its tree that it had to make, and those it had already, where it keeps a tree.
    pub counters: Counters,
    /// How many moves ahead it looked.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
}

/// Why no move was chosen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotThink {
    /// It was told to stop.
    #[error("the player was stopped")]
    Stopped,
    /// It came to an end that it should never come to.
    #[error("the player failed while it was thinking")]
    Failed,
    /// The game is over, or it is somebody else's turn.
    #[error("it is not the turn of that seat")]
    NotItsTurn,
    /// A person sits there.
    #[error("a person sits there")]
    Human,
    /// A Minesweeper board on which every closed cell has a flag.
    #[error("every cell that is closed has a flag, so there is none to open")]
    AllFlagged,
    /// A Minesweeper board that gives no hint.
    #[error("there is no hint: {0}")]
    NoHint(String),
    /// A player that cannot play this game.
    #[error("{player} cannot play {game}; {others} can")]
    NotThisGame {
        /// The player.
        player: Player,
        /// The game.
        game: &'static str,
        /// Who could.
        others: &'static str,
    },
    /// Another program cannot be started, does not answer, or cheats.
    #[error(transparent)]
    Outside(ClientError),
    /// What is behind `uci:` names no program.
    #[error(transparent)]
    BadProgram(#[from] ProgramError),
}

/// Nodes that a minimax player keeps at most: some hundred megabytes in chess.
const MOST_NODES: usize = 2_000_000;
/// A hint looks at so many positions, which takes about half a second.
const HINT: Player = Player::Engine(Limit::Nodes(300_000));

/// Until so many moves of both sides have been played, an even game is too young to be called a draw.
const YOUNG: usize = 60;
/// Whoever is behind by more than this, in the units of the game, is glad of a draw at any time.
const BEHIND: f64 = 1.5;

/// Does a computer agree to a draw that it was offered? It is told what the best play was seen to be
/// for whoever is to move. It agrees when it stands worse, and late in the game when it stands no better.
pub fn agrees_to_draw(table: &AnyTable, seat: Seat, best: &Thought) -> bool {
    best.report.as_ref().is_some_and(|report| {
        let own = if table.turn() == Some(seat) { report.ahead } else { -report.ahead };
        own < -BEHIND || own <= 0.0 && table.moves_played() >= YOUNG
    })
}

/// Can this player play this game? People can play anything.
pub fn can_play(player: &Player, game: GameName) -> Result<(), CannotThink> {
    let refuse = |others| {
        Err(CannotThink::NotThisGame { player: player.clone(), game: game.name(), others })
    };
    match (player, game) {
        (Player::Human | Player::Random { .. } | Player::Level(_) | Player::Engine(_), _) => Ok(()),
        (_, GameName::Mines) => refuse("human, random, level:1 to level:10 and engine"),
        (Player::Minimax { .. }, _) => Ok(()),
        (Player::Uci { program }, GameName::Chess) => {
            program.parse::<Program>()?;
            Ok(())
        }
        (Player::Uci { .. }, _) => {
            refuse("human, random, minimax:DEPTH, level:1 to level:10 and engine")
        }
    }
}

/// Does this player make its moves without a clock that tells it when to? One that has no limit of its
/// own takes a moment for each, however long that is on a machine.
pub fn has_own_limit(player: &Player) -> bool {
    match player {
        Player::Engine(limit) => *limit != Limit::Clock,
        Player::Level(level) => level::limits::<()>(*level).is_some(),
        Player::Uci { program } => {
            program.parse().is_ok_and(|program: Program| program.limit != Limit::Clock)
        }
        Player::Human | Player::Random { .. } | Player::Minimax { .. } => true,
    }
}

/// A player's head. It remembers what it thought: asked twice in the same place, it answers
/// at once, and a minimax player goes on with the tree that it has.
#[derive(Default)]
pub struct Thinker {
    /// The tree of whichever game is played.
    tree: Option<Box<dyn Any + Send>>,
    /// The game it last thought about, for whom, and what came of it.
    last: Option<(Vec<Event>, Player, Thought)>,
    /// The search of whichever game is played.
    searching: Searching,
    /// Another program that thinks instead.
    outside: Outside,
    /// Who is told how far it has come.
    watch: Option<Watch>,
}

/// Somebody who is told how far the thinking has come.
pub(crate) type Watch = Box<dyn FnMut(&Report) + Send>;

impl Thinker {
    /// A head with nothing in it.
    pub fn new() -> Thinker {
        Thinker::default()
    }

    /// The move of the computer player in a seat whose turn it is.
    pub fn think(
        &mut self,
        table: &AnyTable,
        seat: Seat,
        stop: &Stop,
    ) -> Result<Thought, CannotThink> {
        let player = table.players().get(seat).ok_or(CannotThink::NotItsTurn)?.clone();
        self.think_as(&player, table, seat, stop)
    }

    /// The move that another player would make whose turn it is, whoever sits there.
    pub fn think_for(
        &mut self,
        player: &Player,
        table: &AnyTable,
        stop: &Stop,
    ) -> Result<Thought, CannotThink> {
        let seat = table.turn().ok_or(CannotThink::NotItsTurn)?;
        self.think_as(player, table, seat, stop)
    }

    /// What comes next is another game: what was learnt in this one is forgotten, and another program
    /// is told so and goes on running.
    pub fn new_game(&mut self) {
        self.tree = None;
        self.last = None;
        self.searching.new_game();
        self.outside.new_game();
    }

    /// Has somebody told how far the thinking has come, as it goes on.
    pub fn watch(&mut self, watch: impl FnMut(&Report) + Send + 'static) {
        self.watch = Some(Box::new(watch));
    }

    /// Does what takes time before the first move of a player, such as starting another program, so that
    /// no clock runs meanwhile.
    pub fn make_ready(&mut self, player: &Player, stop: &Stop) -> Result<(), CannotThink> {
        match player {
            Player::Uci { program } => self.outside.make_ready(program, stop),
            _ => Ok(()),
        }
    }

    /// A move to recommend to whoever sits in a seat.
    pub fn hint(
        &mut self,
        table: &AnyTable,
        seat: Seat,
        stop: &Stop,
    ) -> Result<Thought, CannotThink> {
        if let AnyTable::Mines(table) = table {
            return cell_to_open(table, seat, Style::FULL);
        }
        self.think_as(&HINT, table, seat, stop)
    }

    fn think_as(
        &mut self,
        player: &Player,
        table: &AnyTable,
        seat: Seat,
        stop: &Stop,
    ) -> Result<Thought, CannotThink> {
        if *player == Player::Human {
            return Err(CannotThink::Human);
        }
        can_play(player, table.game())?;
        if table.turn() != Some(seat) {
            return Err(CannotThink::NotItsTurn);
        }
        if let Some((events, by, thought)) = &self.last
            && (events.as_slice(), by) == (table.events(), player)
        {
            return Ok(thought.clone());
        }
        let (searching, watch) = (&mut self.searching, self.watch.as_mut());
        let thought = match (player, table) {
            (Player::Uci { program }, AnyTable::Chess(table)) => {
                self.outside.think(program, table, stop, watch)?
            }
            (Player::Level(_) | Player::Engine(_), AnyTable::Chess(table)) => {
                searching.think(player, table, seat, stop, watch)?
            }
            (Player::Level(_) | Player::Engine(_), AnyTable::Checkers(table)) => {
                searching.think(player, table, seat, stop, watch)?
            }
            (Player::Level(_) | Player::Engine(_), AnyTable::Othello(table)) => {
                searching.think(player, table, seat, stop, watch)?
            }
            (Player::Level(1..=5), AnyTable::Mines(table)) => {
                cell_to_open(table, seat, Style::FAST)?
            }
            (Player::Level(_) | Player::Engine(_), AnyTable::Mines(table)) => {
                cell_to_open(table, seat, Style::FULL)?
            }
            _ => table.receive(Thinking { head: self, player, seat, stop })?,
        };
        self.last = Some((table.events().to_vec(), player.clone(), thought.clone()));
        Ok(thought)
    }

    /// The kept tree, moved on to this position, or a new one. It is to be put back.
    fn take_tree<G: Perfect + Send + 'static>(&mut self, position: &G) -> KeptTree<G> {
        let kept = self.tree.take().and_then(|tree| tree.downcast::<KeptTree<G>>().ok());
        let mut tree = kept.map_or_else(|| KeptTree::new(*position, MOST_NODES), |tree| *tree);
        tree.move_to(position);
        tree.reset_counters();
        tree
    }
}

/// A visit to the table in order to think.
struct Thinking<'a> {
    head: &'a mut Thinker,
    player: &'a Player,
    seat: Seat,
    stop: &'a Stop,
}

impl Guest for Thinking<'_> {
    type Answer = Result<Thought, CannotThink>;

    fn at_perfect<G>(self, table: &Table<G>) -> Self::Answer
    where
        G: Playable<Start = G> + Perfect + Valued + Send + 'static,
        G::Move: Send,
    {
        let position = table.position();
        if let Player::Minimax { depth } = self.player {
            let tree = self.head.take_tree(position);
            let best = tree.best_while(usize::from(*depth), || !self.stop.is_set());
            let counters = tree.counters();
            self.head.tree = Some(Box::new(tree));
            let best = best.ok_or(CannotThink::Stopped)?;
            return spoken(position, &best, counters, u32::from(*depth))
                .ok_or(CannotThink::NotItsTurn);
        }
        let moves = position.moves();
        let chosen = choice(self.player, table.played().len(), moves.len());
        let mv = chosen.and_then(|index| moves.get(index)).ok_or(CannotThink::NotItsTurn)?;
        Ok(Thought { mv: position.write_move(*mv), report: None, reason: None })
    }

    fn at_mines(self, table: &Table<mines::Field>) -> Self::Answer {
        let view = table.position().view(Viewer::Seat(self.seat));
        let closed: Vec<usize> =
            (0..view.cells().len()).filter(|&i| view.cells()[i] == Seen::Closed).collect();
        let chosen = choice(self.player, table.played().len(), closed.len());
        let cell = chosen.and_then(|index| closed.get(index)).ok_or(CannotThink::AllFlagged)?;
        Ok(Thought { mv: format!("open {}", view.level().cell(*cell)), report: None, reason: None })
    }
}

/// The cell that a solver of this style would open, with its exact reason. A flag that stands on it is
/// taken away first. Any cell will do for the first.
fn cell_to_open(
    table: &Table<mines::Field>,
    seat: Seat,
    style: Style,
) -> Result<Thought, CannotThink> {
    if table.turn() != Some(seat) {
        return Err(CannotThink::NotItsTurn);
    }
    let view = table.position().view(Viewer::Seat(seat));
    let thought = |cell: mines::Cell, reason: Said| Thought {
        mv: match view.seen(cell) {
            Some(Seen::Flag) => format!("flag {cell}"),
            _ => format!("open {cell}"),
        },
        report: None,
        reason: Some(reason),
    };
    if view.opened() == 0 {
        let cell = table.start().rule().best_first_click(view.level());
        let reason = Said::new(|language| match language {
            Language::English => format!("Open {cell}: the first cell is never a mine."),
            Language::Spanish => format!("Abre {cell}: la primera casilla nunca es una mina."),
        });
        return Ok(thought(cell, reason));
    }
    match Hint::of(&view, &mut Solver::new(style)) {
        Ok(Some(hint)) => Ok(thought(hint.cell, Said::hint(&hint))),
        Ok(None) => Err(CannotThink::NoHint("every cell that is closed is a mine".to_owned())),
        Err(error) => Err(CannotThink::NoHint(error.to_string())),
    }
}

fn choice(player: &Player, moves_played: usize, count: usize) -> Option<usize> {
    let seed = match player {
        Player::Random { seed } => seed.unwrap_or_default(),
        _ => 0,
    };
    random::choice(seed, moves_played as u64, count)
}

/// What a tree came to, in words.
fn spoken<G: Playable + Valued>(
    position: &G,
    best: &Best<G::Move>,
    counters: Counters,
    depth: u32,
) -> Option<Thought> {
    let mut at = *position;
    let mut line = Vec::new();
    for &mv in &best.line {
        line.push(at.write_move(mv));
        at = at.play(mv);
    }
    let mv = line.first()?.clone();
    let nodes = counters.made + counters.reused;
    let ahead = best.value * G::UNITS;
    let report = Report { value: best.value, ahead, line, counters, depth, nodes };
    Some(Thought { mv, report: Some(report), reason: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{GameTree, Notation, Side, Tree, minimax};
    use table::Seats;

    const WHITE: Seat = Seat::Side(Side::White);

    fn table(start: &str, white: &str) -> AnyTable {
        let players = Seats::Two { white: white.parse().unwrap(), black: Player::Human };
        let start = GameName::Chess.start(Some(start), 0).unwrap();
        AnyTable::open(&GameName::Chess.started(start, players, None, 0)).unwrap()
    }

    fn play(table: &mut AnyTable, mv: &str) {
        let seat = table.turn().unwrap();
        table.apply(&Event::Moved { seat, mv: mv.to_owned(), at: 0 }).unwrap();
    }

    #[test]
    fn a_thought_about_one_game_is_not_the_answer_in_another_of_the_same_length() {
        let mut head = Thinker::new();
        let mate = table("k7/8/1K6/8/8/8/8/7R w - - 0 1", "minimax:1");
        assert_eq!(head.think(&mate, WHITE, &Stop::new()).unwrap().mv, "Rh8#");
        let other = table("k7/8/1K6/8/8/8/8/6R1 w - - 0 1", "minimax:1");
        assert_eq!(head.think(&other, WHITE, &Stop::new()).unwrap().mv, "Rg8#");
    }

    #[test]
    fn minimax_3_reuses_nodes_and_plays_what_the_plain_tree_says() {
        let mut head = Thinker::new();
        let mut table = table("startpos", "minimax:3");
        for (number, reply) in ["e5", "Nc6", "a6"].iter().enumerate() {
            let thought = head.think(&table, WHITE, &Stop::new()).unwrap();
            let AnyTable::Chess(chess) = &table else { unreachable!() };
            let plain = minimax(&GameTree::new(*chess.position()).prune(3));
            assert_eq!(thought.mv, chess.position().write_move(plain.line[0]));
            let report = thought.report.unwrap();
            assert_eq!(report.value, plain.value);
            assert_eq!(report.counters.reused > 0, number > 0);
            play(&mut table, &thought.mv);
            play(&mut table, reply);
        }
    }
}
