//! The moves of a position one by one, those most likely to be best first. Moves are listed only when
//! they are asked for: often the first one is enough.

use crate::histories::{Before, Histories};
use crate::searchable::{MOST_MOVES, Searchable};
use arrayvec::ArrayVec;

/// A move and how early it is to be looked at.
#[derive(Debug, Clone, Copy)]
struct Rated<M> {
    mv: M,
    rating: i32,
}

/// How far the picking has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Known,
    ListNoisy,
    GoodNoisy,
    ListQuiet,
    Quiet,
    BadNoisy,
}

/// What helps to put the moves in order.
#[derive(Debug, Clone, Copy)]
pub struct Hints<M> {
    /// The best move of an earlier look.
    pub known: Option<M>,
    /// Quiet moves that were good in neighbouring positions.
    pub killers: [u16; 2],
    /// What was played before.
    pub before: Before,
}

/// The moves of a position, in order.
pub struct Picker<M> {
    stage: Stage,
    hints: Hints<M>,
    /// Noisy moves that lose more than this in exchanges come last, or not at all.
    loss: i32,
    noisy_only: bool,
    rated: ArrayVec<Rated<M>, MOST_MOVES>,
    next: usize,
    losing: ArrayVec<M, MOST_MOVES>,
}

impl<M: Copy + Eq> Picker<M> {
    /// Every move.
    pub fn all(hints: Hints<M>) -> Picker<M> {
        Picker {
            stage: Stage::Known,
            hints,
            loss: 0,
            noisy_only: false,
            rated: ArrayVec::new(),
            next: 0,
            losing: ArrayVec::new(),
        }
    }

    /// Noisy moves that win at least so much in exchanges.
    pub fn noisy(hints: Hints<M>, at_least: i32) -> Picker<M> {
        Picker { noisy_only: true, loss: -at_least, ..Picker::all(hints) }
    }

    /// Quiet moves are of no interest any more.
    pub fn skip_quiet(&mut self) {
        self.noisy_only = true;
        if self.stage == Stage::Quiet {
            self.stage = Stage::BadNoisy;
        }
    }

    /// The next move.
    pub fn next<G>(&mut self, at: &G, histories: &Histories<G>) -> Option<M>
    where
        G: Searchable<Move = M>,
    {
        loop {
            match self.stage {
                Stage::Known => {
                    self.stage = Stage::ListNoisy;
                    let wanted = |mv: &M| !self.noisy_only || at.is_noisy(*mv);
                    self.hints.known = self.hints.known.filter(wanted);
                    if self.hints.known.is_some() {
                        return self.hints.known;
                    }
                }
                Stage::ListNoisy => {
                    self.list_noisy(at, histories);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.best() {
                    Some(Rated { mv, rating }) => {
                        if at.exchange_wins(mv, -self.loss - rating / 512) {
                            return Some(mv);
                        }
                        if !self.noisy_only {
                            self.losing.push(mv);
                        }
                    }
                    None if self.noisy_only => self.stage = Stage::BadNoisy,
                    None => self.stage = Stage::ListQuiet,
                },
                Stage::ListQuiet => {
                    self.list_quiet(at, histories);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if let Some(Rated { mv, .. }) = self.best() {
                        return Some(mv);
                    }
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => return self.losing.pop_at(0),
            }
        }
    }

    fn list_noisy<G: Searchable<Move = M>>(&mut self, at: &G, histories: &Histories<G>) {
        let known = self.hints.known;
        let rated = &mut self.rated;
        at.each_noisy(|mv| {
            if Some(mv) != known {
                let rating = 16 * at.gain(mv) + histories.of_noisy(at, mv);
                rated.push(Rated { mv, rating });
            }
        });
    }

    fn list_quiet<G: Searchable<Move = M>>(&mut self, at: &G, histories: &Histories<G>) {
        let Hints { known, killers, before } = self.hints;
        let answer = histories.answer(before);
        self.rated.clear();
        self.next = 0;
        let rated = &mut self.rated;
        at.each_quiet(|mv| {
            if Some(mv) != known {
                let code = at.code(mv);
                let rank = if code == killers[0] {
                    KILLER
                } else if code == killers[1] {
                    KILLER / 2
                } else if code == answer {
                    KILLER / 3
                } else {
                    0
                };
                let rating = rank + histories.of_quiet(at, mv, before) + at.promise(mv);
                rated.push(Rated { mv, rating });
            }
        });
    }

    /// The best of the moves that have not been named.
    #[inline]
    fn best(&mut self) -> Option<Rated<M>> {
        let rest = self.rated.get_mut(self.next..)?;
        let (mut best, mut highest) = (0, rest.first()?.rating);
        for (place, rated) in rest.iter().enumerate() {
            if rated.rating > highest {
                (best, highest) = (place, rated.rating);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        rest.first().copied()
    }
}

/// What being a killer adds to the rating of a move.
const KILLER: i32 = 24_000;
