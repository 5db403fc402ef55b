//! A match: many games between two players.

use crate::game_result::{GameResult, Termination, Terms, play_out};
use crate::openings::{OpeningError, Openings, Source};
use crate::statistics::{Decision, MatchScore, Sprt, WinDrawLoss};
use game::{Pair, Side, Stop, Verdict};
use players::{Thinker, can_play, has_own_limit};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use table::{BadEvent, Card, Millis, Player, Resources, Seats, ThinkError, TimeControl};

/// A match to be played. Games come in pairs: the same opening, colours exchanged.
#[derive(Debug, Clone)]
pub struct Contest {
    pub card: &'static dyn Card,
    /// The two players; the result is as the first one sees it.
    pub players: [Player; 2],
    /// How many games, at most.
    pub games: usize,
    /// What chance starts from: openings, and random players without a seed.
    pub seed: u64,
    pub openings: Source,
    /// Where random openings lead from, if not from the usual start.
    pub start: Option<String>,
    pub clock: Option<TimeControl>,
    pub terms: Terms,
    /// How many games at a time.
    pub concurrency: usize,
    /// What each player may use.
    pub resources: Resources,
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
    pub outcome: WinDrawLoss,
    pub game: GameResult,
}

/// What a match came to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MatchReport {
    pub score: MatchScore,
    /// How often each player overstepped its time.
    pub on_time: [u64; 2],
    /// How often each player failed.
    pub failures: [u64; 2],
    pub last_failure: [Option<ThinkError>; 2],
    /// Games that were ended early.
    pub adjudicated: u64,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    #[error("there are no matches of {0}: it is not a game for two computers")]
    NoMatches(&'static str),
    /// A player cannot take part.
    #[error(transparent)]
    Player(#[from] ThinkError),
    #[error("a match is between computers, and {0} is a person")]
    Human(Player),
    /// A player that would go by a clock which is not there.
    #[error(
        "{0} has no limit of its own and the match has no clock: give it one with --clock, or a \
         limit to the player, as in engine:nodes=50000 or uci:PROGRAM?nodes=50000"
    )]
    NoLimit(Player),
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
    /// Plays the match until all games are played, the test has ended, or `stop` is set: games that are
    /// not finished then do not count. `watch` sees every game that is finished, and how the match stands.
    pub fn play(
        &self,
        stop: &Stop,
        mut watch: impl FnMut(&Finished, &MatchReport),
    ) -> Result<MatchReport, ContestError> {
        if self.card.matches().is_none() {
            return Err(ContestError::NoMatches(self.card.name()));
        }
        for player in &self.players {
            if *player == Player::Human {
                return Err(ContestError::Human(player.clone()));
            }
            can_play(player, self.card)?;
            if self.clock.is_none() && !has_own_limit(player) {
                return Err(ContestError::NoLimit(player.clone()));
            }
        }
        let openings = self.openings.draw(self.card, self.start.as_deref(), self.seed)?;
        let openings = Mutex::new(openings);
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
            let report = self.collect(&results, stop, &enough, &mut watch);
            enough.set();
            report
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
        let mut thinkers = [(); 2].map(|()| Thinker::with(self.resources));
        while !enough.is_set() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games {
                return;
            }
            let opening =
                openings.lock().unwrap_or_else(PoisonError::into_inner).number(number / 2);
            let result = opening
                .map_err(ContestError::from)
                .and_then(|opening| self.game_number(number, &opening, &mut thinkers, enough));
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
        thinkers: &mut [Thinker; 2],
        enough: &Stop,
    ) -> Result<Option<Finished>, ContestError> {
        let side = if number.is_multiple_of(2) { Side::White } else { Side::Black };
        let seed = self.seed.wrapping_add(number as u64);
        let [first, second] = self.players.clone().map(|player| player.with_seed(seed));
        let seats = Seats::Two { white: first, black: second };
        let seats = if side == Side::White { seats } else { seats.swap() };
        let started = self.card.started(opening.to_owned(), seats, self.clock, seed % BEFORE_2000);
        let table = self.card.open(&started)?;
        for (thinker, player) in thinkers.iter_mut().zip(&self.players) {
            thinker.new_game();
            match thinker.make_ready(player, &table, enough) {
                Err(error) if is_hopeless(&error) => return Err(error.into()),
                // Whatever else is wrong costs it the game when it is to move.
                _ => {}
            }
        }
        let [one, two] = thinkers.each_mut().map(std::mem::take);
        let mut pair = match side {
            Side::White => Pair { white: one, black: two },
            Side::Black => Pair { white: two, black: one },
        };
        let game = play_out(table, &mut pair, &self.terms, enough);
        *thinkers = match side {
            Side::White => [pair.white, pair.black],
            Side::Black => [pair.black, pair.white],
        };
        match &game.termination {
            Termination::Stopped => return Ok(None),
            Termination::Failed(_, error) if is_hopeless(error) => {
                return Err(error.clone().into());
            }
            _ => {}
        }
        let outcome = match game.table.verdict().unwrap_or(Verdict::Draw).winner() {
            None => WinDrawLoss::Draw,
            Some(winner) if winner == side => WinDrawLoss::Win,
            Some(_) => WinDrawLoss::Loss,
        };
        Ok(Some(Finished { number, side, outcome, game }))
    }

    /// Takes the results as they come.
    fn collect(
        &self,
        results: &mpsc::Receiver<Result<Finished, ContestError>>,
        stop: &Stop,
        enough: &Stop,
        watch: &mut impl FnMut(&Finished, &MatchReport),
    ) -> Result<MatchReport, ContestError> {
        const POLL: std::time::Duration = std::time::Duration::from_millis(50);
        let mut report = MatchReport::default();
        let mut outcomes: Vec<Option<WinDrawLoss>> = vec![None; self.games];
        loop {
            match results.recv_timeout(POLL) {
                Ok(finished) => {
                    let finished = finished?;
                    report.add(&finished, &mut outcomes);
                    watch(&finished, &report);
                    let decided = |test: Sprt| test.decide(&report.score.pairs) != Decision::GoOn;
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
fn is_hopeless(error: &ThinkError) -> bool {
    matches!(
        error,
        ThinkError::NotThisGame { .. } | ThinkError::BadProgram(_) | ThinkError::NotLearnt(_)
    )
}

impl MatchReport {
    fn add(&mut self, finished: &Finished, outcomes: &mut [Option<WinDrawLoss>]) {
        self.score.add(finished.outcome);
        let partner = outcomes.get(finished.number ^ 1).copied().flatten();
        if let Some(partner) = partner {
            self.score.add_pair(finished.outcome, partner);
        }
        if let Some(place) = outcomes.get_mut(finished.number) {
            *place = Some(finished.outcome);
        }
        let index = |side: Side| usize::from(side != finished.side);
        match &finished.game.termination {
            Termination::TimeForfeit(side) => self.on_time[index(*side)] += 1,
            Termination::Failed(side, error) => {
                self.failures[index(*side)] += 1;
                self.last_failure[index(*side)] = Some(error.clone());
            }
            Termination::Adjudicated => self.adjudicated += 1,
            Termination::Normal | Termination::Stopped => {}
        }
    }
}
