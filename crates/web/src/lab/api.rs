//! The handlers of the lab's API: runs as data, and starting, stopping and going on.

use super::learner::{NotStarted, Task, Trouble};
use super::{LONGEST, USUAL_MINUTES, blocking};
use crate::api::{Answer, AppState, stores};
use crate::begin::one_more_game;
use crate::extract::{ClientAddress, JsonBody, QueryString};
use crate::problem::{Fault, Problem};
use crate::request::ViewQuery;
use crate::words;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use lab::learning::{Contents, Group, MOST_RUNS, Run, RunError, SessionError, learning_of};
use learn::{Method, SettingsError};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::Localized;

/// What a run is counted as when it begins, in kilobytes of what an address may store in a day.
const KILOBYTES: f64 = 1024.0;

pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/lab/runs", get(list).post(begin))
        .route("/api/lab/runs/{run}", get(look))
        .route("/api/lab/runs/{run}/stop", post(stop))
        .route("/api/lab/runs/{run}/resume", post(resume))
}

/// `POST /api/lab/runs`: a run to begin.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewRunRequest {
    game: String,
    /// Where its games start, in the notation of the game.
    start: Option<String>,
    method: Method,
    /// Processor time for learning.
    #[serde(default = "usual_minutes")]
    minutes: u64,
    /// What chance starts from.
    #[serde(default = "usual_seed")]
    seed: u64,
}

/// `POST /api/lab/runs/RUN/resume`: a run to go on with.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ResumeRequest {
    /// Processor time for learning, on top of what was spent before.
    #[serde(default = "usual_minutes")]
    minutes: u64,
}

/// A body without anything in it.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

const fn usual_minutes() -> u64 {
    USUAL_MINUTES
}

const fn usual_seed() -> u64 {
    1
}

type RunName = Result<Path<String>, PathRejection>;

async fn list(
    State(state): State<Arc<AppState>>,
    QueryString(_): QueryString<ViewQuery>,
) -> Answer {
    let open = state.lab.is_open();
    let contents = read(&state).await?;
    let runs = contents
        .groups
        .iter()
        .flat_map(|group| (0..group.runs.len()).filter_map(move |index| summary(group, index)));
    let unreadable = contents.unreadable.iter().map(|run| json!({ "run": run.name }));
    Ok(Json(json!({
        "open": open,
        "runs": runs.collect::<Vec<Value>>(),
        "unreadable": unreadable.collect::<Vec<Value>>(),
        "left_out": contents.left_out,
    }))
    .into_response())
}

async fn look(
    State(state): State<Arc<AppState>>,
    run: RunName,
    QueryString(_): QueryString<ViewQuery>,
) -> Answer {
    let run = name(run)?;
    let contents = read(&state).await?;
    if contents.unreadable.iter().any(|unreadable| unreadable.name == run) {
        return Err(Fault::RunDamaged.into());
    }
    let (group, index) = contents.find(&run).ok_or(Fault::NoSuchRun)?;
    let mut found = summary(group, index).ok_or(Fault::NoSuchRun)?;
    let comparison = &group.comparison;
    found["points"] = json!(comparison.curves.get(index).map(|curve| &curve.points));
    found["yardsticks"] = json!(comparison.yardsticks);
    Ok(Json(found).into_response())
}

/// The runs, read off the threads of the runtime.
async fn read(state: &Arc<AppState>) -> Result<Contents, Problem> {
    let state = Arc::clone(state);
    blocking(move || state.lab.contents(&state.lab.see())).await
}

/// A run in a list.
fn summary(group: &Group, index: usize) -> Option<Value> {
    let listed = group.runs.get(index)?;
    let Run { header, entries, .. } = listed.run()?;
    let (settings, last) = (&header.settings, entries.last());
    let rated = group.comparison.curves.get(index).and_then(|curve| curve.last_measured());
    Some(json!({
        "run": listed.name,
        "game": group.game,
        "start": group.start,
        "method": settings.method,
        "model": settings.model,
        "seed": settings.seed,
        "generations": entries.len(),
        "games": last.map_or(0, |entry| entry.games),
        "learning_seconds": last.map_or(0.0, |entry| entry.learning_seconds),
        "rating": rated.map(|point| point.rating),
        "margin": rated.map(|point| point.margin),
        "learning": listed.learning,
    }))
}

/// The name in the path.
fn name(run: RunName) -> Result<String, Fault> {
    run.map(|Path(run)| run).map_err(|_| Fault::NoSuchRun)
}

/// Refuses to start and stop on a server that is open to strangers.
fn allowed(state: &AppState) -> Result<(), Fault> {
    if state.lab.is_open() { Ok(()) } else { Err(Fault::LabClosed) }
}

fn time(minutes: u64) -> Result<Duration, Fault> {
    if (1..=LONGEST).contains(&minutes) {
        Ok(Duration::from_secs(60 * minutes))
    } else {
        Err(Fault::BadMinutes(LONGEST))
    }
}

async fn begin(
    State(state): State<Arc<AppState>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    QueryString(_): QueryString<ViewQuery>,
    JsonBody(wanted): JsonBody<NewRunRequest>,
) -> Answer {
    allowed(&state)?;
    let lab = &state.lab;
    let card = lab.club.card(&wanted.game).ok_or_else(|| Fault::NoSuchKind(lab.club.names()))?;
    let time = time(wanted.minutes)?;
    if card.kinds().iter().all(|kind| kind.learning.is_none()) {
        return Err(Fault::NotLearnable.into());
    }
    let start = card.start(wanted.start.as_deref(), wanted.seed).map_err(Fault::BadStart)?;
    let learning = learning_of(card, &start).map_err(|_| Fault::NotLearnable)?;
    let settings = learning.usual(wanted.method, wanted.seed, start);
    one_more_game(&state, address)?;
    stores(&state, address)?;
    state.hub.stored.charge(address, KILOBYTES, Instant::now());
    let folder = lab.catalogue.as_ref().ok_or(Fault::LabClosed)?.folder().to_owned();
    let at = Arc::clone(&state);
    let look = blocking(move || at.lab.see().look).await?;
    if look.runs.len() + look.left_out >= MOST_RUNS {
        return Err(Fault::TooManyRuns(MOST_RUNS).into());
    }
    let task = Task::Begin { folder, settings, time };
    let run = lab.learner.start(card, task).await.map_err(not_started)?;
    let location = HeaderValue::try_from(format!("/api/lab/runs/{run}"));
    let mut response =
        (StatusCode::CREATED, Json(json!({ "run": run, "learning": true }))).into_response();
    if let Ok(location) = location {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

async fn resume(
    State(state): State<Arc<AppState>>,
    run: RunName,
    QueryString(_): QueryString<ViewQuery>,
    JsonBody(wanted): JsonBody<ResumeRequest>,
) -> Answer {
    allowed(&state)?;
    let time = time(wanted.minutes)?;
    let run = name(run)?;
    let (at, called) = (Arc::clone(&state), run.clone());
    let opened = blocking(move || {
        let path = at.lab.path(&called)?;
        let opened = Run::open(&path).map_err(|error| refused(&error))?;
        Ok::<_, Fault>((path, opened.header.game))
    });
    let (path, game) = opened.await??;
    let card = state.lab.club.card(&game).ok_or(Fault::RunDamaged)?;
    let task = Task::Resume { path, run, time };
    let run = state.lab.learner.start(card, task).await.map_err(not_started)?;
    Ok(Json(json!({ "run": run, "learning": true })).into_response())
}

async fn stop(
    State(state): State<Arc<AppState>>,
    run: RunName,
    QueryString(_): QueryString<ViewQuery>,
    JsonBody(Nothing {}): JsonBody<Nothing>,
) -> Answer {
    allowed(&state)?;
    let run = name(run)?;
    if state.lab.learner.stop(&run) {
        return Ok(Json(json!({ "run": run, "stopping": true })).into_response());
    }
    let at = Arc::clone(&state);
    let elsewhere = blocking(move || Ok::<_, Fault>(Run::is_learning(&at.lab.path(&run)?)));
    Err(if elsewhere.await?? { Fault::LearnsElsewhere } else { Fault::NotLearning }.into())
}

fn not_started(why: NotStarted) -> Problem {
    match why {
        NotStarted::Busy(run) => Fault::AlreadyLearning(run.unwrap_or_default()).into(),
        NotStarted::Closed => Problem::from(Fault::Busy).retry_after(5),
        NotStarted::Crashed => Fault::Internal.into(),
        NotStarted::Session(SessionError::Run(error)) => refused(&error).into(),
        NotStarted::Session(SessionError::Resume(_) | SessionError::Player(_)) => {
            Fault::RunDamaged.into()
        }
        NotStarted::Session(SessionError::NotLearnable(_)) => Fault::NotLearnable.into(),
        NotStarted::Session(SessionError::Settings(error)) => {
            Fault::BadSettings(said(&error)).into()
        }
    }
}

/// Why a run cannot learn.
fn refused(error: &RunError) -> Fault {
    match Trouble::of(error) {
        Trouble::DiskFull | Trouble::NotWritten => Fault::StoreUnavailable,
        Trouble::InUse => Fault::LearnsElsewhere,
        Trouble::Damaged | Trouble::OtherVersion | Trouble::Crashed => Fault::RunDamaged,
    }
}

/// What is wrong with settings, as a client can have caused it.
fn said(error: &SettingsError) -> Localized {
    Localized::exactly(|language| {
        let words = words::problems(language);
        let why = match error {
            SettingsError::NoFeatures(_) => words.no_features,
            SettingsError::NoPolicy(_) => words.no_policy,
            _ => words.bad_settings,
        };
        why.to_owned()
    })
}
