//! A game looked at again, as a stream while a client listens: each position is looked at in a moment that waits until nothing else
//! wants a thread ([`Pool::push_look`]). What is found is kept beside the log, so that a review goes on where it ended, even after
//! a restart, and is there at once for the next client.
//!
//! [`Pool::push_look`]: crate::pool::Pool::push_look

use crate::analysis::{AnalysisPermit, WHEN_FULL, keep_alive};
use crate::api::{Answer, AppState};
use crate::extract::{ClientAddress, QueryString, RoomRequest};
use crate::pool::Owner;
use crate::problem::Fault;
use crate::request::read_language;
use axum::Extension;
use axum::http::HeaderValue;
use axum::response::IntoResponse;
use axum::response::sse::{Event as Message, Sse};
use futures_util::stream::{self, Stream};
use game::{Stop, Verdict};
use players::{Positions, Thinker, judge_click};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::GameId;
use table::review::risk::{Click, ClickAt, RiskReview, clicks};
use table::review::{Judged, Looked, Review};
use table::{AnyTable, Language, Limit, Refusal, Resources};
use tokio::sync::watch;

/// What is looked at for each position: a game of sixty moves takes some ten seconds of one thread.
const NODES: u64 = 60_000;
const MEGABYTES: usize = 16;
/// The whole review is sent again at most so often; in between only how far it has come.
const BETWEEN_REVIEWS: Duration = Duration::from_millis(1500);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewQuery {
    lang: Option<String>,
}

/// `GET /api/games/ID/review`
pub async fn review(
    at: RoomRequest,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    QueryString(query): QueryString<ReviewQuery>,
) -> Answer {
    let language = read_language(query.lang.as_deref())?;
    let permit = AnalysisPermit::acquire(&at.state, address)?;
    let game = at.room.table();
    let work = if game.card().capabilities().odds && game.is_over() {
        let clicks = clicks(&game).unwrap_or_default();
        Work::Risks { waiting: clicks.into(), judged: Vec::new() }
    } else {
        at.room.may_be_analysed()?;
        let game = game.with_main_line();
        let positions = Positions::of(&game);
        let refused = || Fault::Refused(Refusal::NotInThisGame(table::Lack::Analysis));
        let positions = positions.ok_or_else(refused)?;
        let kept = at.state.hub.log.looks(&at.room.id).await?;
        Work::chances(&game, positions, &kept, at.room.table().is_over())
    };
    let state = &at.state;
    let resources = Resources { megabytes: MEGABYTES, ..Resources::default() };
    let reviewing = Reviewing {
        state: Arc::clone(state),
        id: at.room.id.clone(),
        owner: at.owner,
        address,
        game,
        language,
        work,
        thinker: Some(Thinker::with(resources)),
        sent: None,
        over: false,
        followed: false,
        ending: state.hub.ending(),
        _permit: permit,
    };
    let mut response = reviewing.stream().into_response();
    // Proxies that collect before they pass on would hold events back.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(response)
}

/// What is still to be looked at, and what has been.
enum Work {
    Chances {
        game: AnyTable,
        positions: Arc<Positions>,
        waiting: VecDeque<usize>,
        looked: Vec<Option<Looked>>,
        /// Can no move be made or taken back any more?
        keeps: bool,
    },
    Risks {
        waiting: VecDeque<ClickAt>,
        judged: Vec<Click>,
    },
}

impl Work {
    fn chances(game: &AnyTable, positions: Positions, kept: &[(u32, String)], over: bool) -> Work {
        let mut looked = vec![None; positions.moves() + 1];
        let keeps = over && game.moves_played() > 0;
        if keeps {
            take_kept(&mut looked, kept);
        }
        let waiting = positions.order().filter(|&ply| looked[ply].is_none()).collect();
        Work::Chances { game: game.clone(), positions: Arc::new(positions), waiting, looked, keeps }
    }

    /// Takes what another server has found meanwhile.
    fn follow(&mut self, kept: &[(u32, String)]) {
        if let Work::Chances { waiting, looked, .. } = self {
            take_kept(looked, kept);
            waiting.retain(|&ply| looked[ply].is_none());
        }
    }

    /// Is what is found kept for others?
    fn keeps(&self) -> bool {
        matches!(self, Work::Chances { keeps: true, .. })
    }

    fn left(&self) -> usize {
        match self {
            Work::Chances { waiting, .. } => waiting.len(),
            Work::Risks { waiting, .. } => waiting.len(),
        }
    }

    fn done(&self) -> usize {
        match self {
            Work::Chances { looked, .. } => looked.iter().flatten().count(),
            Work::Risks { judged, .. } => judged.len(),
        }
    }

    /// The review of what has been looked at, as clients get it.
    fn review(&self, game: &AnyTable, language: Language) -> Value {
        match self {
            Work::Chances { game, looked, .. } => {
                let Some(review) = Review::of(game, looked) else { return Value::Null };
                let mut told = json!(review);
                let card = game.card();
                let written = |name: &str| card.move_in(name, language);
                let remark = |judged: &Judged| json!(judged.remark_with(language, written));
                told["remarks"] = review.moves.iter().map(remark).collect();
                told["opening"] = json!(review.opening.as_ref().map(|opening| {
                    json!({ "name": opening.name(language), "plies": opening.plies })
                }));
                told["kind"] = json!("chances");
                told
            }
            Work::Risks { judged, .. } => {
                let mut told = json!(RiskReview::of(judged.clone()));
                told["kind"] = json!("risks");
                told["statistics"] = json!(game.statistics(language));
                told["speed"] = json!(game.speed(language));
                told
            }
        }
    }
}

fn take_kept(looked: &mut [Option<Looked>], kept: &[(u32, String)]) {
    for (ply, found) in kept {
        // What cannot be read is found again.
        if let (Some(place), Ok(found)) =
            (looked.get_mut(*ply as usize), serde_json::from_str(found))
        {
            *place = Some(found);
        }
    }
}

/// A review that a client listens to.
struct Reviewing {
    state: Arc<AppState>,
    id: GameId,
    owner: Owner,
    address: IpAddr,
    game: AnyTable,
    language: Language,
    work: Work,
    /// Away while a moment is under way.
    thinker: Option<Thinker>,
    /// When the whole review was last sent.
    sent: Option<Instant>,
    over: bool,
    /// Did another server do the work when this one last looked?
    followed: bool,
    ending: watch::Receiver<bool>,
    _permit: AnalysisPermit,
}

impl Drop for Reviewing {
    fn drop(&mut self) {
        if self.work.keeps() {
            self.state.hub.end_review(&self.id);
        }
    }
}

/// What is done in a moment.
type Look = Box<dyn FnOnce(&mut Thinker) -> Option<Found> + Send>;

/// What a moment came to.
enum Found {
    Looked(usize, Looked),
    Click(Click),
}

impl Reviewing {
    fn stream(self) -> Sse<impl Stream<Item = Result<Message, Infallible>>> {
        let messages = stream::unfold(self, |mut reviewing| async {
            let message = reviewing.next().await?;
            Some((Ok(message), reviewing))
        });
        Sse::new(messages).keep_alive(keep_alive())
    }

    /// First what is known, then how far it has come and now and then all of it, at last the end: browsers would ask again when a
    /// stream ends by itself.
    async fn next(&mut self) -> Option<Message> {
        if self.over {
            self.thinker.take()?;
            return Some(Message::default().event("end").data("{}"));
        }
        if self.sent.is_none() {
            self.over = self.work.left() == 0;
            return Some(self.whole());
        }
        if self.is_done_elsewhere().await {
            tokio::select! {
                () = tokio::time::sleep(BETWEEN_REVIEWS) => {}
                _ = self.ending.changed() => return None,
            }
            self.follow().await;
            self.followed = true;
        } else {
            // Since the last look the other server has come to its end.
            if std::mem::take(&mut self.followed) {
                self.follow().await;
            }
            if self.work.left() > 0 {
                let found = self.moment().await?;
                self.take(found).await;
            }
        }
        self.over = self.work.left() == 0;
        if self.over || self.sent.is_none_or(|sent| sent.elapsed() >= BETWEEN_REVIEWS) {
            return Some(self.whole());
        }
        let progress =
            json!({ "done": self.work.done(), "of": self.work.done() + self.work.left() });
        Some(Message::default().event("progress").data(progress.to_string()))
    }

    /// Does another server look at the positions of this game? Of several that share the log one does it for all.
    async fn is_done_elsewhere(&mut self) -> bool {
        if !self.work.keeps() {
            return false;
        }
        match self.state.hub.may_review(&self.id).await {
            Ok(may) => !may,
            Err(error) => {
                tracing::warn!(game = %self.id, %error, "the lease of a review could not be asked for");
                false
            }
        }
    }

    /// Takes what another server has found.
    async fn follow(&mut self) {
        match self.state.hub.log.looks(&self.id).await {
            Ok(kept) => self.work.follow(&kept),
            Err(error) => tracing::warn!(game = %self.id, %error, "a review is not followed"),
        }
    }

    fn whole(&mut self) -> Message {
        self.sent = Some(Instant::now());
        let told = json!({
            "done": self.work.done(),
            "of": self.work.done() + self.work.left(),
            "review": self.work.review(&self.game, self.language),
        });
        Message::default().event("review").data(told.to_string())
    }

    /// Looks at the next position when nothing else wants the thread. `None` when the server ends or the search fails.
    async fn moment(&mut self) -> Option<Found> {
        while !self.state.hub.pool.has_room_for_a_look(self.owner) {
            tokio::select! {
                () = tokio::time::sleep(WHEN_FULL) => {}
                _ = self.ending.changed() => return None,
            }
        }
        let mut thinker = self.thinker.take()?;
        let lost = self.game.verdict() == Some(Verdict::Lost) && !self.game.resigned();
        let work: Look = match &mut self.work {
            Work::Chances { positions, waiting, .. } => {
                let (positions, ply) = (Arc::clone(positions), waiting.pop_front()?);
                Box::new(move |thinker| {
                    let found = positions.look(thinker, ply, Limit::Nodes(NODES), &Stop::new());
                    Some(Found::Looked(ply, found.ok()?))
                })
            }
            Work::Risks { waiting, .. } => {
                let click = waiting.pop_front()?;
                let hit = lost && waiting.is_empty();
                Box::new(move |thinker| Some(Found::Click(judge_click(thinker, &click, hit))))
            }
        };
        // One thread, so that the same game has the same review.
        let look = move |_threads| {
            let found = work(&mut thinker);
            (thinker, found)
        };
        let turn = self.state.hub.pool.push_look(self.owner, look)?;
        let (thinker, found) = tokio::select! {
            seen = turn => seen.ok()?,
            _ = self.ending.changed() => return None,
        };
        self.thinker = Some(thinker);
        found
    }

    /// Keeps what was found: with the game while its owner may store something, and here in any case.
    async fn take(&mut self, found: Found) {
        match (&mut self.work, found) {
            (Work::Chances { looked, keeps, .. }, Found::Looked(ply, found)) => {
                let hub = &self.state.hub;
                if *keeps && hub.stored.take(self.address, Instant::now()).is_ok() {
                    let text = serde_json::to_string(&found).unwrap_or_default();
                    if let Err(error) = hub.log.keep_look(&self.id, ply as u32, text).await {
                        tracing::warn!(game = %self.id, %error, "a part of a review is not kept");
                    }
                }
                looked[ply] = Some(found);
            }
            (Work::Risks { judged, .. }, Found::Click(click)) => judged.push(click),
            _ => {}
        }
    }
}
