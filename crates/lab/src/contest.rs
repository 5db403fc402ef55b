//! A match: many games between two players.

use crate::bout::{Bout, How, Terms, play_out};
use crate::openings::{OpeningError, Openings, Source};
use crate::statistics::{Decision, Outcome, Sprt, Tally};
use engine::uci::ClientError;
use engine::{CannotThink, Stop, Thinker, can_play, has_own_limit};
use game::{Pair, Side, Verdict};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use table::{AnyTable, BadEvent, GameName, Millis, Player, Seats, TimeControl};

/// A match to be played. Games come in pairs: the same opening, colours exchanged.
#[derive(Debug, Clone)]
pub struct Contest {
    /// The game.
    pub game: GameName,
    /// The two players; the result is as the first one sees it.
    pub players: [Player; 2],
    /// How many games, at most.
    pub games: usize,
    /// What chance starts from: openings, and random players without a seed.
    pub seed: u64,
    /// Where the games start.
    pub openings: Source,
    /// The clock, if there is one.
    pub clock: Option<TimeControl>,
    /// What else holds.
    pub terms: Terms,
    /// How many games at a time.
    pub concurrency: usize,
    /// A test that may end the match early.
    pub sprt: Option<Sprt>,
}

/// A game of a match that was played to its end.
#[derive(Debug, Clone)]
pub struct Finished {
    /// Its number, from 0. Games 2n and 2n + 1 are a pair.
    pub number: usize,
    /// The side of the first player.
    pub side: Side,
    /// How it ended for the first player.
    pub outcome: Outcome,
    /// The game.
    pub bout: Bout,
}

/// What a match came to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// The games.
    pub tally: Tally,
    /// How often each player overstepped its time.
    pub on_time: [u64; 2],
    /// How often each player failed, and how it failed last.
    pub failures: [u64; 2],
    /// The last failure of each player.
    pub last_failure: [Option<CannotThink>; 2],
    /// Games that were ended early.
    pub adjudicated: u64,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// A player cannot take part.
    #[error(transparent)]
    Player(#[from] CannotThink),
    /// A person was invited.
    #[error("a match is between computers, and {0} is a person")]
    Human(Player),
    /// A player that would go by a clock which is not there.
    #[error(
        "{0} has no limit of its own and the match has no clock: give it one with --clock, or a \
         limit to the player, as in engine:nodes=50000 or uci:PROGRAM?nodes=50000"
    )]
    NoLimit(Player),
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// An opening cannot be put on a table.
    #[error(transparent)]
    Table(#[from] BadEvent),
}

/// A moment before this is no date. What players choose by chance depends on the start of a game, its time
/// included, so games start at moments that the seed decides, and their records have no dates.
const BEFORE_2000: Millis = 946_684_800_000;

impl Contest {
    /// Plays the match until all games are played, the test has ended, or it is told to stop: then games
    /// that are not finished do not count. `watch` sees every game that is finished, and how the match
    /// stands.
    pub fn play(
        &self,
        stop: &Stop,
        mut watch: impl FnMut(&Finished, &Report),
    ) -> Result<Report, ContestError> {
        for player in &self.players {
            if *player == Player::Human {
                return Err(ContestError::Human(player.clone()));
            }
            can_play(player, self.game)?;
            if self.clock.is_none() && !has_own_limit(player) {
                return Err(ContestError::NoLimit(player.clone()));
            }
        }
        let openings = Mutex::new(self.openings.draw(self.game, self.seed)?);
        let (next, enough) = (AtomicUsize::new(0), Stop::new());
        let (sender, results) = mpsc::channel();
        let workers = self.concurrency.clamp(1, self.games.max(1));
        thread::scope(|scope| {
            for _ in 0..workers {
                let sender = sender.clone();
                let (openings, next, enough) = (&openings, &next, &enough);
                scope.spawn(move || self.work(openings, next, enough, &sender));
            }
            drop(sender);
            let told = self.collect(&results, stop, &enough, &mut watch);
            enough.set();
            told
        })
    }

    /// Plays games until there are no more.
    fn work(
        &self,
        openings: &Mutex<Openings>,
        next: &AtomicUsize,
        enough: &Stop,
        sender: &Sender<Result<Finished, ContestError>>,
    ) {
        let mut heads = [Thinker::new(), Thinker::new()];
        while !enough.is_set() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games {
                return;
            }
            let opening =
                openings.lock().unwrap_or_else(PoisonError::into_inner).number(number / 2);
            let result = opening
                .map_err(ContestError::from)
                .and_then(|opening| self.game_number(number, &opening, &mut heads, enough));
            if result.transpose().is_some_and(|result| sender.send(result).is_err()) {
                return;
            }
        }
    }

    /// One game; `None` if it was broken off.
    fn game_number(
        &self,
        number: usize,
        opening: &str,
        heads: &mut [Thinker; 2],
        enough: &Stop,
    ) -> Result<Option<Finished>, ContestError> {
        let side = if number.is_multiple_of(2) { Side::White } else { Side::Black };
        let seed = self.seed.wrapping_add(number as u64);
        let [first, second] = self.players.clone().map(|player| player.with_seed(seed));
        let seats = Seats::Two { white: first, black: second };
        let seats = if side == Side::White { seats } else { seats.swap() };
        let started = self.game.started(opening.to_owned(), seats, self.clock, seed % BEFORE_2000);
        let table = AnyTable::open(&started)?;
        for (head, player) in heads.iter_mut().zip(&self.players) {
            head.new_game();
            match head.make_ready(player, enough) {
                Err(error) if is_hopeless(&error) => return Err(error.into()),
                // Whatever else is wrong costs it the game when it is to move.
                _ => {}
            }
        }
        let [one, two] = heads.each_mut().map(std::mem::take);
        let mut pair = match side {
            Side::White => Pair { white: one, black: two },
            Side::Black => Pair { white: two, black: one },
        };
        let bout = play_out(table, &mut pair, &self.terms, enough);
        *heads = match side {
            Side::White => [pair.white, pair.black],
            Side::Black => [pair.black, pair.white],
        };
        match &bout.how {
            How::Stopped => return Ok(None),
            How::Failed(_, error) if is_hopeless(error) => return Err(error.clone().into()),
            _ => {}
        }
        let outcome = match bout.table.verdict().unwrap_or(Verdict::Draw).winner() {
            None => Outcome::Draw,
            Some(winner) if winner == side => Outcome::Win,
            Some(_) => Outcome::Loss,
        };
        Ok(Some(Finished { number, side, outcome, bout }))
    }

    /// Takes the results as they come.
    fn collect(
        &self,
        results: &mpsc::Receiver<Result<Finished, ContestError>>,
        stop: &Stop,
        enough: &Stop,
        watch: &mut impl FnMut(&Finished, &Report),
    ) -> Result<Report, ContestError> {
        const GLANCE: std::time::Duration = std::time::Duration::from_millis(50);
        let mut report = Report::default();
        let mut outcomes: Vec<Option<Outcome>> = vec![None; self.games];
        loop {
            match results.recv_timeout(GLANCE) {
                Ok(finished) => {
                    let finished = finished?;
                    report.add(&finished, &mut outcomes);
                    watch(&finished, &report);
                    let decided = |test: Sprt| test.decide(&report.tally.pairs) != Decision::GoOn;
                    if self.sprt.is_some_and(decided) {
                        return Ok(report);
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(report),
            }
            if stop.is_set() {
                enough.set();
            }
        }
    }
}

/// Will the player fail in every game?
fn is_hopeless(error: &CannotThink) -> bool {
    use ClientError::{BadValue, NoOption, Start};
    match error {
        CannotThink::Outside(Start { .. } | NoOption { .. } | BadValue { .. }) => true,
        other => matches!(other, CannotThink::NotThisGame { .. } | CannotThink::BadProgram(_)),
    }
}

impl Report {
    fn add(&mut self, finished: &Finished, outcomes: &mut [Option<Outcome>]) {
        self.tally.add(finished.outcome);
        let partner = outcomes.get(finished.number ^ 1).copied().flatten();
        if let Some(partner) = partner {
            self.tally.add_pair(finished.outcome, partner);
        }
        if let Some(place) = outcomes.get_mut(finished.number) {
            *place = Some(finished.outcome);
        }
        let index = |side: Side| usize::from(side != finished.side);
        match &finished.bout.how {
            How::OnTime(side) => self.on_time[index(*side)] += 1,
            How::Failed(side, error) => {
                self.failures[index(*side)] += 1;
                self.last_failure[index(*side)] = Some(error.clone());
            }
            How::Adjudicated => self.adjudicated += 1,
            How::Played | How::Stopped => {}
        }
    }
}
