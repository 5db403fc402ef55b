//! What the tests of the log share.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use store::{Answer, Append, GameId, Log, NewGame, NewSeat, Summary};

struct Sleeper(Thread);

impl Wake for Sleeper {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits for an answer on this thread.
pub fn wait<T>(answer: impl Future<Output = T>) -> T {
    let waker = Waker::from(Arc::new(Sleeper(thread::current())));
    let mut answer = pin!(answer);
    loop {
        match answer.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(result) => return result,
            Poll::Pending => thread::park(),
        }
    }
}

pub fn id(name: &str) -> GameId {
    name.parse().unwrap()
}

pub fn summary(at: u64) -> Summary {
    Summary {
        kind: "chess".to_owned(),
        players: "{}".to_owned(),
        moves: 0,
        over: false,
        computer_to_move: false,
        at,
        time: None,
        flag_at: None,
    }
}

pub fn create(log: &(impl Log + ?Sized), game: &str, event: &str) -> Answer<()> {
    let seats = vec![NewSeat { seat: "white".to_owned(), token: None, invitation: None }];
    log.create(NewGame {
        id: id(game),
        events: vec![event.to_owned()],
        summary: summary(0),
        leaderboard: None,
        seats,
    })
}

pub fn append(log: &(impl Log + ?Sized), game: &str, expected: u64, events: &[&str]) -> Answer<()> {
    let events = events.iter().map(|&event| event.to_owned()).collect();
    log.append(Append { game: id(game), expected, events, summary: summary(expected) })
}
