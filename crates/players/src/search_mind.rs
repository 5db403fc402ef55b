//! Computer players of games that a search can look into.

use crate::learnt;
use crate::random;
use game::{Best, Counters, KeptTree, Notation, Perfect, Seat, Stop, Valued};
use learn::{LearntPlayer, Snapshot};
use levels::Level;
use search::{Budget, Control, Limits, Progress, Score, Searchable, Searcher};
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::{
    Limit, Mind, Move, Playable, Player, Report, Request, Resources, Table, ThinkError, Thought,
    Watch,
};

/// What a player uses that answers within a moment.
const MODEST: Resources = Resources { threads: 1, megabytes: 2 };
/// A player that looks at fewer positions than this answers within a moment.
const QUICK: u64 = 1_000_000;
/// What a move may take where there is no clock.
const NO_CLOCK: Budget = Budget { soft: Duration::from_millis(1500), hard: Duration::from_secs(3) };
/// What is lost between the clock of the table and the player.
const OVERHEAD: Duration = Duration::from_millis(80);
/// Even with hours on the clock a person does not want to wait longer.
const LONGEST: Duration = Duration::from_secs(30);
/// Nodes that a minimax player keeps at most: some hundred megabytes in chess.
const MOST_NODES: usize = 2_000_000;
/// A hint looks at so many positions, which takes about half a second.
const HINT: Player = Player::Engine(Limit::Nodes(300_000));

/// A position that the search and the plain tree can look into, and whose moves have names.
pub trait Searched: Searchable + Notation<Start = Self> {}
impl<G: Searchable + Notation<Start = G>> Searched for G {}

/// The player of a game with hooks for the search: `level:N`, `engine`, `minimax:N` and `random`. It keeps
/// its transposition table and its tree from move to move.
pub struct SearchMind<K: Playable<Game: Searched>> {
    tree: Option<KeptTree<K::Game>>,
    searcher: Option<(Searcher<K::Game>, Resources)>,
    /// Is what was learnt to be forgotten before the next thought?
    forget: bool,
    /// The learnt player that moved last, and what it was made of.
    learnt: Option<(Arc<Snapshot>, Arc<dyn LearntPlayer>)>,
}

impl<K: Playable<Game: Searched>> Default for SearchMind<K> {
    fn default() -> SearchMind<K> {
        SearchMind { tree: None, searcher: None, forget: false, learnt: None }
    }
}

impl<K: Playable<Game: Searched>> Mind for SearchMind<K> {
    fn think(&mut self, request: &Request<'_>, watch: Watch<'_>) -> Result<Thought, ThinkError> {
        let table = request.table.of_kind::<K>().ok_or(ThinkError::NotItsTurn)?;
        match request.player {
            Player::Level(_) | Player::Engine(_) => self.search(request, table, watch),
            Player::Minimax { depth } => self.minimax(*depth, request, table),
            Player::Learnt { run, generation, depth } => {
                self.learnt(run, *generation, *depth, request, table)
            }
            _ => random::draw_lots(request),
        }
    }

    fn hint(&mut self, request: &Request<'_>) -> Result<Thought, ThinkError> {
        self.think(&Request { player: &HINT, ..*request }, &mut |_| ())
    }

    fn analyse(
        &mut self,
        request: &Request<'_>,
        lines: usize,
        watch: &mut dyn FnMut(&[Report]),
    ) -> Result<bool, ThinkError> {
        let table = request.table.of_kind::<K>().ok_or(ThinkError::NotItsTurn)?;
        let position = table.position();
        let lines = lines.clamp(1, position.moves().len().max(1));
        let own = match request.player {
            Player::Engine(Limit::Nodes(nodes)) => Limits::nodes(*nodes),
            Player::Engine(Limit::Depth(depth)) => Limits::depth(u32::from(*depth)),
            _ => Limits::default(),
        };
        let limits = within(request.longest, Limits { lines, winner_first: false, ..own });
        let Resources { threads, megabytes } = request.resources;
        if let Some((searcher, used)) = &mut self.searcher
            && used.megabytes == megabytes
        {
            // An analysis goes on from what it has found, with as many threads as there are now.
            searcher.set_threads(threads);
            *used = request.resources;
        }
        let searcher = self.searcher(request.resources);
        let control = Control::new(request.stop.clone());
        let begun = Instant::now();
        let mut seen = Vec::new();
        let past = table.positions().to_vec();
        let mut tell = |lines: &[Progress<Move<K>>]| {
            let mut reports: Vec<Report> =
                lines.iter().map(|line| report(position, line)).collect();
            // Lines may come from two iterations, and then not in the order of their scores.
            reports.sort_by(|a, b| b.ahead.total_cmp(&a.ahead));
            watch(&reports);
        };
        let found = searcher.search(&past, &limits, &control, &mut |progress| {
            if progress.rank == 1 {
                seen.clear();
            }
            if progress.complete {
                seen.push(progress.clone());
            }
            if seen.len() == lines {
                tell(&seen);
                seen.clear();
            }
        });
        let found = found.ok_or(ThinkError::NotItsTurn)?;
        if request.stop.is_set() {
            return Err(ThinkError::Stopped);
        }
        tell(&found.lines);
        let limited = limits.nodes.is_some() || limits.depth.is_some();
        let certain = |line: &Progress<_>| line.certainty.is_none() || line.solved;
        let certain = found.lines.iter().all(certain);
        Ok(!limited && certain && request.longest.is_none_or(|longest| begun.elapsed() < longest))
    }

    fn new_game(&mut self) {
        self.tree = None;
        self.forget = true;
    }
}

impl<K: Playable<Game: Searched>> SearchMind<K> {
    fn minimax(
        &mut self,
        depth: u8,
        request: &Request<'_>,
        table: &Table<K>,
    ) -> Result<Thought, ThinkError> {
        let position = table.position();
        let tree = self.tree.get_or_insert_with(|| KeptTree::new(*position, MOST_NODES));
        tree.move_to(position);
        tree.reset_counters();
        let stop = request.stop;
        let best = match request.longest {
            Some(longest) => deepest_within(longest, tree, depth, stop),
            None => {
                tree.best_while(usize::from(depth), || !stop.is_set()).map(|best| (best, depth))
            }
        };
        let (best, depth) = best.ok_or(ThinkError::Stopped)?;
        tree_thought(position, &best, tree.counters(), u32::from(depth))
            .ok_or(ThinkError::NotItsTurn)
    }

    fn learnt(
        &mut self,
        run: &str,
        generation: Option<u32>,
        depth: Option<u8>,
        request: &Request<'_>,
        table: &Table<K>,
    ) -> Result<Thought, ThinkError> {
        let snapshot = learnt::find(run, generation, K::CARD.name())?;
        let learning = learnt::learning(K::CARD, &table.started().start)?;
        let player = match &self.learnt {
            Some((kept, player)) if Arc::ptr_eq(kept, &snapshot) => Arc::clone(player),
            _ => learnt::player(&snapshot, learning)?,
        };
        let depth = depth.unwrap_or_else(|| learning.measured_depth());
        self.learnt = Some((snapshot, Arc::clone(&player)));
        let position = table.position();
        let tie = random::mixed(seed_of(table, request.seat) ^ table.played().len() as u64);
        let deadline = request.longest.map(|longest| Instant::now() + longest);
        let go_on = || !request.stop.is_set() && deadline.is_none_or(|end| Instant::now() < end);
        let choice = player.choose(position, depth, tie, &go_on).ok_or(ThinkError::NotItsTurn)?;
        if request.stop.is_set() {
            return Err(ThinkError::Stopped);
        }
        let mv = position.moves().get(choice.index).copied().ok_or(ThinkError::NotItsTurn)?;
        let line = names(position, &[mv]);
        let mv = line.first().cloned().ok_or(ThinkError::NotItsTurn)?;
        let (value, nodes) = (choice.value, choice.nodes);
        // What it has learnt is who wins, not by how much: from -1 to 1.
        let ahead = value;
        let (counters, depth) = (Counters::default(), u32::from(depth));
        let report = Report {
            value,
            ahead,
            exact: false,
            certainty: None,
            line,
            counters,
            ends_in: None,
            depth,
            nodes,
        };
        Ok(Thought { mv, report: Some(report), reason: None })
    }

    fn search(
        &mut self,
        request: &Request<'_>,
        table: &Table<K>,
        watch: Watch<'_>,
    ) -> Result<Thought, ThinkError> {
        let Request { player, seat, stop, longest, .. } = *request;
        if let Some(thought) = from_book(player, table, seat) {
            return Ok(thought);
        }
        let own = limits(player, table, seat);
        let searcher = self.searcher(resources(&own, request.resources));
        let limits = within(longest, own);
        let control = Control::new(stop.clone());
        let position = table.position();
        let past = table.positions().to_vec();
        let found = searcher.search(&past, &limits, &control, &mut |progress| {
            if progress.complete {
                watch(&report(position, progress));
            }
        });
        if stop.is_set() {
            return Err(ThinkError::Stopped);
        }
        let found = found.ok_or(ThinkError::NotItsTurn)?;
        let line = match level::<K>(player) {
            Some(level) => {
                let number = table.played().len() as u64;
                let draw = random::fractions(seed_of(table, seat), number);
                level.choose(position, &found.lines, draw)
            }
            None => found.lines.first(),
        };
        let line = line.ok_or(ThinkError::NotItsTurn)?;
        let report = report(position, line);
        let mv = report.line.first().cloned().ok_or(ThinkError::NotItsTurn)?;
        Ok(Thought { mv, report: Some(report), reason: None })
    }

    /// The searcher that is kept, or a new one where it may use more or less.
    fn searcher(&mut self, resources: Resources) -> &mut Searcher<K::Game> {
        if self.searcher.as_ref().is_some_and(|(_, used)| *used != resources) {
            self.searcher = None;
        }
        let new = || (Searcher::new(resources.megabytes, resources.threads), resources);
        let (searcher, _) = self.searcher.get_or_insert_with(new);
        if std::mem::take(&mut self.forget) {
            searcher.clear();
        }
        searcher
    }
}

/// What a player with these limits uses of what it may use.
fn resources<M>(limits: &Limits<M>, most: Resources) -> Resources {
    match (limits.nodes, limits.depth) {
        (None, None) => most,
        (Some(nodes), _) if limits.time.is_none() && nodes < QUICK => MODEST,
        _ => Resources { threads: 1, ..most },
    }
}

/// Moves of a book that are worse by no more than this are drawn from, in hundredths of what a pawn is in chess.
const BOOK_MARGIN: i32 = 4;
/// Who overlooks more than this knows no book.
const MOST_BLIND: f64 = 0.1;

/// How far a player may look.
fn limits<K: Playable<Game: Searched>>(
    player: &Player,
    table: &Table<K>,
    seat: Seat,
) -> Limits<Move<K>> {
    match player {
        Player::Engine(Limit::Time(milliseconds)) => {
            Limits::time(Duration::from_millis(*milliseconds))
        }
        Player::Engine(Limit::Nodes(nodes)) => Limits::nodes(*nodes),
        Player::Engine(Limit::Depth(depth)) => Limits::depth(u32::from(*depth)),
        _ => level::<K>(player).map_or_else(|| by_clock(table, seat), |level| level.limits()),
    }
}

/// A player that is a level and held back.
fn level<K: Playable<Game: Searched>>(player: &Player) -> Option<Level> {
    match player {
        Player::Level(number) => Level::of::<K::Game>(*number),
        _ => None,
    }
}

/// A move that was looked at beforehand, where a player may know it: one that is limited by nodes or depth is there to be measured, and
/// a weak one does not know openings by heart. Of moves that are nearly as good as the best one is drawn, so that games differ.
fn from_book<K: Playable<Game: Searched>>(
    player: &Player,
    table: &Table<K>,
    seat: Seat,
) -> Option<Thought> {
    let margin = match player {
        Player::Engine(Limit::Clock | Limit::Time(_)) => BOOK_MARGIN,
        Player::Level(_) => match level::<K>(player) {
            Some(Level(handicap)) if handicap.blindness > MOST_BLIND => return None,
            Some(Level(handicap)) => BOOK_MARGIN + handicap.temperature,
            None => BOOK_MARGIN,
        },
        _ => return None,
    };
    let position = table.position();
    let number = table.played().len() as u64;
    let fraction = random::fractions(seed_of(table, seat), number)();
    let margin = margin * K::Game::PARAMETERS.swing;
    let (mv, score) = book::choose(&position.book_moves(), margin, fraction)?;
    let line = names(position, &[mv]);
    let mv = line.first().cloned()?;
    let score = Score::new(score);
    let report = Report {
        value: score.value(K::Game::UNITS),
        ahead: f64::from(score.hundredths()) / 100.0,
        exact: false,
        certainty: None,
        line,
        counters: Counters::default(),
        ends_in: None,
        depth: 0,
        nodes: 0,
    };
    Some(Thought { mv, report: Some(report), reason: None })
}

/// The same limits, with an end to the time.
fn within<M>(longest: Option<Duration>, limits: Limits<M>) -> Limits<M> {
    let Some(longest) = longest else { return limits };
    let Budget { soft, hard } = limits.time.unwrap_or(Budget { soft: longest, hard: longest });
    let time = Some(Budget { soft: soft.min(longest), hard: hard.min(longest) });
    Limits { time, ..limits }
}

/// A share of what the clock shows, or a moment where there is none.
fn by_clock<K: Playable>(table: &Table<K>, seat: Seat) -> Limits<Move<K>> {
    let increment = table.started().clock.map_or(0, |control| control.increment);
    let budget = match (table.clock(), seat) {
        (Some(clock), Seat::Side(side)) => {
            let left = Duration::from_millis(clock.at_the_turn(side));
            let budget = Budget::of_clock(left, Duration::from_millis(increment), None, OVERHEAD);
            Budget { soft: budget.soft.min(LONGEST), hard: budget.hard.min(2 * LONGEST) }
        }
        _ => NO_CLOCK,
    };
    Limits { time: Some(budget), ..Limits::default() }
}

/// The seed of a player's choices: the same game gives the same ones, another game gives others.
fn seed_of<K: Playable>(table: &Table<K>, seat: Seat) -> u64 {
    let started = table.started();
    let side = u64::from(Some(&seat) == K::CARD.seats().first());
    let text = started.start.bytes().chain(started.at.to_le_bytes());
    text.fold(side, |seed, byte| random::mixed(seed ^ u64::from(byte)))
}

/// What a search came to.
fn report<G: Searched>(position: &G, progress: &Progress<G::Move>) -> Report {
    let line = names(position, &progress.line);
    let score = progress.score;
    let exact = f64::from(score.hundredths()) / 100.0;
    let sign = f64::from(score.hundredths().signum());
    let (value, ahead) = match score.game_end_in() {
        Some(_) => (sign, sign * f64::INFINITY),
        // Beyond all evaluations: known to be won, though not by how much.
        None if score.hundredths().abs() > Score::new(i32::MAX).hundredths() => {
            (sign, sign * f64::INFINITY)
        }
        None if progress.solved => (sign, exact),
        // Proven to be won, though not by how much.
        None if progress.certainty == Some(100) => (sign, sign * f64::INFINITY),
        None => (score.value(G::UNITS), exact),
    };
    let Progress { depth, nodes, certainty, .. } = *progress;
    let ends_in = score.game_end_in().map(i32::unsigned_abs);
    let exact = progress.solved || ahead.is_infinite();
    let counters = Counters::default();
    Report { value, ahead, exact, certainty, line, counters, ends_in, depth, nodes }
}

/// What the plain tree comes to at the greatest depth, up to the given one, that it finishes in this time; and that
/// depth. It looks one move ahead however short the time is, so that there is always an answer unless it is stopped.
fn deepest_within<G: Valued>(
    longest: Duration,
    tree: &KeptTree<G>,
    depth: u8,
    stop: &Stop,
) -> Option<(Best<G::Move>, u8)> {
    let begun = Instant::now();
    let finished = (1..=depth).map_while(|levels| {
        let in_time = || levels == 1 || begun.elapsed() < longest;
        let best = tree.best_while(usize::from(levels), || !stop.is_set() && in_time());
        best.map(|best| (best, levels))
    });
    finished.last().filter(|_| !stop.is_set())
}

/// What the plain tree came to.
fn tree_thought<G: Valued + Notation>(
    position: &G,
    best: &Best<G::Move>,
    counters: Counters,
    depth: u32,
) -> Option<Thought> {
    let line = names(position, &best.line);
    let mv = line.first()?.clone();
    let nodes = counters.made + counters.reused;
    let decided = best.value.abs() == 1.0;
    let ahead = best.value * if decided { f64::INFINITY } else { G::UNITS };
    let ends_in = decided.then_some(line.len() as u32);
    let report = Report {
        value: best.value,
        ahead,
        exact: decided,
        certainty: None,
        line,
        counters,
        ends_in,
        depth,
        nodes,
    };
    Some(Thought { mv, report: Some(report), reason: None })
}

/// The names of the moves of a line.
fn names<G: Valued + Notation>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut at = *position;
    let name = |&mv: &G::Move| {
        let name = at.write_move(mv);
        at = at.play(mv);
        name
    };
    line.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_player_without_a_limit_of_nodes_or_depth_uses_all_threads() {
        let most = Resources { threads: 4, megabytes: 100 };
        let of = |limits: Limits<()>| {
            let Resources { threads, megabytes } = resources(&limits, most);
            (threads, megabytes)
        };
        assert_eq!(of(Limits::time(Duration::from_secs(1))), (4, 100));
        assert_eq!(of(Limits::nodes(5_000_000)), (1, 100));
        assert_eq!(of(Limits::depth(20)), (1, 100));
        assert_eq!(of(Limits::nodes(5_000)), (1, 2));
    }
}
