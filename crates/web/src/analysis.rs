//! Looking at lines of play: the tree of a game's variations, any line of it as a board, and what the search thinks of a
//! position, as a stream while a client listens.
//!
//! A search goes on in moments, each of which waits until nothing else wants a thread ([`Pool::push_look`]); between them
//! it keeps what it has found. So a game in play is never slower for it, and clients that analyse take turns.
//!
//! [`Pool::push_look`]: crate::pool::Pool::push_look

use crate::api::{Answer, AppState};
use crate::extract::{ClientAddress, JsonBody, QueryString, RoomRequest};
use crate::limits::ConnectionPermit;
use crate::page::piece_name;
use crate::pool::Owner;
use crate::problem::{Fault, Problem};
use crate::request::{ViewQuery, read_language};
use crate::room::{Room, lock};
use crate::seat::SeatName;
use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::response::IntoResponse;
use axum::response::sse::{Event as Message, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use game::{Seat, Side, Stop, Viewer};
use players::Thinker;
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::card::{Composition, PieceStyle};
use table::scene::{Cell, Piece};
use table::{
    AnyTable, Card, EditError, Found, Language, Localized, Player, Refusal, Remembered, Report,
    Resources, Seats,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// How long the first moments of a search are, so that there is something to see at once, and each later one.
const MOMENTS: [Duration; 3] =
    [Duration::from_millis(60), Duration::from_millis(150), Duration::from_millis(400)];
/// A search ends after so many moments: what it has not found in two minutes it will not find soon.
const MOST_MOMENTS: usize = 300;
/// An owner with too many moments waiting asks again after this time.
pub const WHEN_FULL: Duration = Duration::from_millis(300);
/// The transposition table of an analysis.
const MEGABYTES: usize = 16;
/// As many as a position of Othello has moves, whose values are shown on their squares.
const MOST_LINES: usize = 32;
/// The server runs at most so many analyses at a time, and answers further clients with 503.
const MOST_AT_A_TIME: usize = 24;
/// A comment keeps the connection open while a search waits for its turn.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

pub fn keep_alive() -> KeepAlive {
    KeepAlive::new().interval(KEEP_ALIVE)
}

/// Which line, and how it is looked at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineQuery {
    /// The moves from the start, separated by spaces.
    #[serde(default)]
    moves: String,
    lang: Option<String>,
    /// How many lines of play are wanted.
    lines: Option<usize>,
}

impl LineQuery {
    fn path(&self) -> Vec<String> {
        self.moves.split_whitespace().map(str::to_owned).collect()
    }
}

/// What all analyses and reviews of a server share.
pub struct Analyses {
    remembered: Mutex<Remembered>,
    places: Arc<Semaphore>,
}

impl Default for Analyses {
    fn default() -> Analyses {
        Analyses { remembered: Mutex::default(), places: Arc::new(Semaphore::new(MOST_AT_A_TIME)) }
    }
}

/// What an analysis or a review holds while it goes on.
pub struct AnalysisPermit {
    _stream: ConnectionPermit,
    _place: OwnedSemaphorePermit,
}

impl AnalysisPermit {
    /// Permission for one more analysis or review of a client. Asked for before there is any work to be done for it.
    pub fn acquire(state: &AppState, address: IpAddr) -> Result<AnalysisPermit, Problem> {
        let too_many = || {
            state.hub.metrics.limited();
            Problem::from(Fault::TooManyStreams).retry_after(10)
        };
        let stream = state.streams.acquire(address).ok_or_else(too_many)?;
        let place = Arc::clone(&state.analyses.places).try_acquire_owned();
        let place = place.map_err(|_| Problem::from(Fault::Busy).retry_after(5))?;
        Ok(AnalysisPermit { _stream: stream, _place: place })
    }
}

impl Room {
    /// A game that two people play is not looked at before its end.
    pub fn may_be_analysed(&self) -> Result<(), Problem> {
        let table = self.table();
        if table.card().capabilities().hidden {
            return Err(Fault::Refused(Refusal::NotInThisGame(table::Lack::Analysis)).into());
        }
        if !table.is_over() && self.is_between_two() {
            return Err(Fault::NoFairAnalysis.into());
        }
        Ok(())
    }
}

/// `GET /api/games/ID/tree`
pub async fn tree(at: RoomRequest, QueryString(query): QueryString<LineQuery>) -> Answer {
    read_language(query.lang.as_deref())?;
    at.room.may_be_analysed()?;
    let table = at.room.table();
    let heading = table.heading();
    Ok(Json(json!({
        "next": table.next(),
        "moves": table.variations(),
        "tags": heading,
        "title": heading.title(&table.card().sides()),
        "occasion": heading.occasion(),
    }))
    .into_response())
}

/// `GET /api/games/ID/line?moves=e4 e5`
pub async fn line(at: RoomRequest, QueryString(query): QueryString<LineQuery>) -> Answer {
    let language = read_language(query.lang.as_deref())?;
    let table = line_of(&at.room, &query)?;
    let viewer = table.turn().map_or(Viewer::Spectator, Viewer::Seat);
    Ok(Json(table.scene(viewer, 0, language)).into_response())
}

/// `GET /api/games/ID/worths?moves=e4 e5`
pub async fn worths(at: RoomRequest, QueryString(query): QueryString<LineQuery>) -> Answer {
    read_language(query.lang.as_deref())?;
    let table = line_of(&at.room, &query)?;
    let worths: BTreeMap<String, i32> = table.worths(Viewer::Spectator).into_iter().collect();
    Ok(Json(json!({ "worths": worths })).into_response())
}

fn line_of(room: &Room, query: &LineQuery) -> Result<AnyTable, Problem> {
    room.may_be_analysed()?;
    let line = room.table().line(&query.path());
    line.map_err(|error: EditError| Fault::Refused(Refusal::Edit(error)).into())
}

/// `GET /api/games/ID/analysis?moves=e4 e5&lines=3`
pub async fn analysis(
    at: RoomRequest,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    QueryString(query): QueryString<LineQuery>,
) -> Answer {
    read_language(query.lang.as_deref())?;
    let permit = AnalysisPermit::acquire(&at.state, address)?;
    let table = line_of(&at.room, &query)?;
    let lines = query.lines.unwrap_or(1).clamp(1, MOST_LINES);
    let look = Look::new(&at.state, table, lines, at.owner, permit);
    let mut response = look.stream().into_response();
    // Proxies that collect before they pass on would hold events back.
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(response)
}

/// A position to be looked at: as text, or by what stands where.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    game: String,
    /// In the notation of the game; empty for the usual start.
    text: Option<String>,
    /// The names of pieces by the names of squares.
    #[serde(default)]
    placed: HashMap<String, String>,
    #[serde(default)]
    side: Option<SeatName>,
    #[serde(default)]
    rights: Vec<String>,
}

/// `POST /api/positions`
pub async fn position(
    State(state): State<Arc<AppState>>,
    QueryString(query): QueryString<ViewQuery>,
    JsonBody(wanted): JsonBody<PositionRequest>,
) -> Answer {
    let language = query.language()?;
    let club = state.hub.club;
    let card = club.card(&wanted.game).ok_or_else(|| Fault::NoSuchKind(club.names()))?;
    if !card.capabilities().composed {
        return Err(Fault::Refused(Refusal::NotInThisGame(table::Lack::Analysis)).into());
    }
    let text = match &wanted.text {
        Some(text) if text.trim().is_empty() => None,
        Some(text) => Some(text.clone()),
        None => composed(card, &wanted)?,
    };
    let table = open(card, text.as_deref())?;
    let (viewer, side) = match table.turn() {
        Some(seat) => (Viewer::Seat(seat), Some(seat)),
        None => (Viewer::Spectator, card.seats().first().copied()),
    };
    let scene = table.scene(viewer, 0, language);
    let position = scene.position.clone().unwrap_or_default();
    Ok(Json(json!({
        "position": position,
        "picture": scene.picture,
        "side": side.map(SeatName::from),
        "rights": card.rights_in(&position),
        "status": scene.status,
        "over": scene.over,
        "facts": table.facts(viewer, language),
    }))
    .into_response())
}

/// The text of what was set up on the usual board.
fn composed(card: &'static dyn Card, wanted: &PositionRequest) -> Result<Option<String>, Problem> {
    let usual = open(card, None)?.scene(Viewer::Spectator, 0, Language::default()).picture;
    let piece = |cell: &Cell| -> Option<Piece> {
        let name = wanted.placed.get(&cell.name)?;
        card.pieces().iter().map(PieceStyle::piece).find(|piece| piece_name(*piece) == *name)
    };
    let side = match wanted.side.map(Seat::from) {
        Some(Seat::Side(side)) => side,
        _ => card.sides().first().copied().unwrap_or(Side::White),
    };
    let setup = Composition {
        cells: usual.cells.iter().map(|cell| (cell.name.as_str(), piece(cell))).collect(),
        side,
        rights: wanted.rights.iter().map(String::as_str).collect(),
    };
    Ok(card.compose(&setup))
}

/// A table of two people at a position; without a text at the usual start.
pub fn open(card: &'static dyn Card, text: Option<&str>) -> Result<AnyTable, Problem> {
    let players = Seats::Two { white: Player::Human, black: Player::Human };
    let start = card.start(text, 0).map_err(Fault::BadStart)?;
    let table = card.open(&card.started(start, players, None, 0));
    Ok(table
        .map_err(|error| Fault::BadStart(Localized::exactly(|language| error.text(language))))?)
}

/// An analysis that a client looks at.
struct Look {
    state: Arc<AppState>,
    owner: Owner,
    table: AnyTable,
    lines: usize,
    /// The name under which what is found is remembered; none where a position has no text.
    key: Option<String>,
    /// Away while a moment is under way.
    thinker: Option<Thinker>,
    moments: usize,
    /// The best that has been sent.
    sent: Option<Arc<Found>>,
    over: bool,
    ending: watch::Receiver<bool>,
    _permit: AnalysisPermit,
}

impl Look {
    fn new(
        state: &Arc<AppState>,
        table: AnyTable,
        lines: usize,
        owner: Owner,
        permit: AnalysisPermit,
    ) -> Look {
        let position = table.position_text();
        let key = position.map(|text| format!("{} {lines} {text}", table.card().name()));
        Look {
            state: Arc::clone(state),
            owner,
            over: table.turn().is_none(),
            table,
            lines,
            key,
            thinker: Some(Thinker::with(Resources {
                megabytes: MEGABYTES,
                ..Resources::default()
            })),
            moments: 0,
            sent: None,
            ending: state.hub.ending(),
            _permit: permit,
        }
    }

    fn stream(self) -> Sse<impl Stream<Item = Result<Message, Infallible>>> {
        let messages = stream::unfold(self, |mut look| async {
            let message = look.next().await?;
            Some((Ok(message), look))
        });
        Sse::new(messages).keep_alive(keep_alive())
    }

    /// What is remembered first, then whatever a search finds that is better.
    async fn next(&mut self) -> Option<Message> {
        if self.over {
            return self.end();
        }
        if self.moments == 0
            && self.sent.is_none()
            && let Some(found) = self.remembered()
        {
            self.over = found.complete;
            return Some(self.message(found));
        }
        while self.moments < MOST_MOMENTS {
            let found = self.moment().await?;
            if self.sent.as_ref().is_none_or(|sent| found.is_better_than(sent)) {
                let found = Arc::new(found);
                if let Some(key) = &self.key {
                    lock(&self.state.analyses.remembered).keep(key, Arc::clone(&found));
                }
                self.over = found.complete;
                return Some(self.message(found));
            }
        }
        self.end()
    }

    fn remembered(&self) -> Option<Arc<Found>> {
        lock(&self.state.analyses.remembered).get(self.key.as_deref()?)
    }

    /// Thinks for a moment when nothing else wants the thread. `None` when the server ends or the search fails.
    async fn moment(&mut self) -> Option<Found> {
        while !self.state.hub.pool.has_room_for_a_look(self.owner) {
            tokio::select! {
                () = tokio::time::sleep(WHEN_FULL) => {}
                _ = self.ending.changed() => return None,
            }
        }
        let mut thinker = self.thinker.take()?;
        let (table, lines) = (self.table.clone(), self.lines);
        let longest = MOMENTS[self.moments.min(MOMENTS.len() - 1)];
        self.moments += 1;
        let look = move |threads| {
            thinker.set_threads(threads);
            let mut best: Vec<Report> = Vec::new();
            let complete = thinker.analyse(&table, lines, longest, &Stop::new(), &mut |reports| {
                best = reports.to_vec();
            });
            (thinker, best, complete)
        };
        let turn = self.state.hub.pool.push_look(self.owner, look)?;
        let (thinker, best, complete) = tokio::select! {
            seen = turn => seen.ok()?,
            _ = self.ending.changed() => return None,
        };
        self.thinker = Some(thinker);
        let Some(Seat::Side(side)) = self.table.turn() else { return None };
        Some(Found::of(&self.table, &best, side, complete.ok()?))
    }

    fn message(&mut self, found: Arc<Found>) -> Message {
        let data = serde_json::to_string(&*found).unwrap_or_default();
        self.sent = Some(found);
        Message::default().event("found").data(data)
    }

    /// The last message: browsers would ask again when a stream ends by itself.
    fn end(&mut self) -> Option<Message> {
        self.thinker.take()?;
        self.moments = MOST_MOMENTS;
        self.over = true;
        Some(Message::default().event("end").data("{}"))
    }
}
