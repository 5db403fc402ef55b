//! The pages of the lab: all runs, and one run.
//!
//! Both are drawn from what lies in the directory at this moment. What changes while a run learns is in elements with
//! `data-part`, which the script exchanges (`assets/lab.js`).

mod numbers;
mod parts;
mod settings;

use super::preferences::{Preferences, PreferencesQuery};
use super::shell::Context;
use super::{answer, assets, texts};
use crate::api::AppState;
use crate::extract::QueryString;
use crate::lab::learner::{Now, Trouble};
use crate::lab::{Sight, blocking};
use crate::problem::Problem;
use crate::words::{self, LabWords};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lab::learning::{Contents, Group, Run};
use maud::{Markup, html};
use numbers::Numbers;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use table::{Card, fill};

/// `GET /lab`
pub async fn list(
    State(state): State<Arc<AppState>>,
    QueryString(query): QueryString<PreferencesQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    show(state, None, &query, headers).await
}

/// `GET /lab/RUN`
pub async fn run(
    State(state): State<Arc<AppState>>,
    run: Result<Path<String>, PathRejection>,
    QueryString(query): QueryString<PreferencesQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let run = run.map(|Path(run)| run).unwrap_or_default();
    show(state, Some(run), &query, headers).await
}

/// A page, or 304 where the client shows it already.
async fn show(
    state: Arc<AppState>,
    run: Option<String>,
    query: &PreferencesQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let preferences = Preferences::of(query, &headers);
    let work = move || {
        let lab = &state.lab;
        let sight = lab.see();
        let version = version(&state, &sight, run.as_deref(), preferences);
        let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
        let mut response = if known == Some(&version) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let context = Context { assets: &state.assets, preferences };
            let contents = lab.contents(&sight);
            let page = LabPage::new(context, &state, &sight, &contents, &version);
            let (status, page) = match &run {
                None => (StatusCode::OK, page.list()),
                Some(run) => page.run(run),
            };
            answer(status, page, preferences, &headers)
        };
        if let Ok(version) = HeaderValue::try_from(version) {
            response.headers_mut().insert(header::ETAG, version);
        }
        response
    };
    blocking(work).await
}

/// Equal where the page would be.
fn version(state: &AppState, sight: &Sight, run: Option<&str>, preferences: Preferences) -> String {
    let mut hasher = DefaultHasher::new();
    sight.hash(&mut hasher);
    run.and_then(|run| state.lab.squares().version(run)).hash(&mut hasher);
    state.assets.path("").hash(&mut hasher);
    format!("\"{:016x}-{}\"", hasher.finish(), preferences.language)
}

/// Everything that a page of the lab is drawn from.
struct LabPage<'a> {
    context: Context<'a>,
    words: &'static LabWords,
    numbers: Numbers,
    state: &'a AppState,
    now: &'a Now,
    contents: &'a Contents,
    version: &'a str,
}

/// A run with everything that belongs to it.
struct Shown<'a> {
    group: &'a Group,
    /// Its place in the group, and in the comparison.
    index: usize,
    name: &'a str,
    run: &'a Run,
    card: &'static dyn Card,
    learning: bool,
}

impl<'a> LabPage<'a> {
    fn new(
        context: Context<'a>,
        state: &'a AppState,
        sight: &'a Sight,
        contents: &'a Contents,
        version: &'a str,
    ) -> LabPage<'a> {
        let words = words::lab(context.language());
        let numbers = Numbers(words);
        LabPage { context, words, numbers, state, now: &sight.now, contents, version }
    }

    fn card(&self, game: &str) -> Option<&'static dyn Card> {
        self.state.hub.club.card(game)
    }

    /// The runs of a group whose game is here.
    fn shown(&self, group: &'a Group) -> Vec<Shown<'a>> {
        let Some(card) = self.card(&group.game) else { return Vec::new() };
        let shown = |(index, listed): (usize, &'a lab::learning::Listed)| {
            let (name, learning) = (listed.name.as_str(), listed.learning);
            Some(Shown { group, index, name, run: listed.run()?, card, learning })
        };
        group.runs.iter().enumerate().filter_map(shown).collect()
    }

    /// All runs.
    fn list(&self) -> Markup {
        let (words, contents) = (self.words, self.contents);
        let is_empty = contents.groups.is_empty() && contents.unreadable.is_empty();
        let changes = contents.groups.iter().flat_map(|group| &group.runs).any(|run| run.learning);
        let body = html! {
            div .intro {
                p .back { a href="/" { (self.context.words().home) } }
                h1 { (words.title) }
                p .quiet { (words.about) }
                p .quiet { (words.chart_help) }
            }
            @if self.state.lab.is_open() { (self.start_form(is_empty)) }
            @if is_empty { p #empty .quiet data-part { (words.no_runs) } }
            @for (number, group) in contents.groups.iter().enumerate() { (self.group(number, group)) }
            (self.unreadable())
        };
        self.page(words.title, changes, &body)
    }

    fn page(&self, title: &str, changes: bool, body: &Markup) -> Markup {
        let body = html! {
            main .home .lab data-version=(self.version) data-changes[changes] {
                (body)
                p #connection role="status" {}
            }
            (texts::data("texts", &texts::of_lab(self.context)))
        };
        self.context.page(&format!("{title} – tablero"), assets::LAB, &body)
    }

    fn group(&self, number: usize, group: &'a Group) -> Markup {
        let shown = self.shown(group);
        let Some(first) = shown.first() else { return html! {} };
        let all: Vec<usize> = shown.iter().map(|run| run.index).collect();
        let heading = format!("group-{number}-heading");
        html! {
            section .group aria-labelledby=(heading) data-acts
                data-game=(group.game) data-start=(group.start) data-mine=(parts::seats(first.card).0)
                data-other=(parts::seats(first.card).1) {
                h2 id=(heading) { (self.title(first.card, &group.start)) }
                (self.charts(&format!("group-{number}-charts"), group, &all))
                div .sheet id=(format!("group-{number}-runs")) data-part {
                    table .figures {
                        caption .hidden { (fill(self.words.runs_of, &[first.card.words(self.context.language()).title])) }
                        thead { tr {
                            th scope="col" { (self.words.run) }
                            th scope="col" { (self.words.games) }
                            th scope="col" { (self.words.time) }
                            th scope="col" { (self.words.rating) }
                        } }
                        @for run in &shown { (self.row(run)) }
                    }
                }
                p .refusal role="alert" {}
            }
        }
    }

    /// A run in the list: what it is, how far it has come, and stages of it to play.
    fn row(&self, shown: &Shown<'_>) -> Markup {
        let (words, last) = (self.words, shown.run.entries.last());
        let settings = &shown.run.header.settings;
        html! {
            tbody {
                tr {
                    th scope="row" {
                        a href=(format!("/lab/{}", shown.name)) { (shown.name) }
                        span .quiet { (format!("{} · {}", settings.method, settings.model)) }
                        @if shown.learning { span .badge { (words.learning_now) } }
                    }
                    td { (self.numbers.whole(last.map_or(0, |entry| entry.games))) }
                    td { (self.numbers.time(last.map_or(0.0, |entry| entry.learning_seconds))) }
                    td { (self.rating(shown.curve().and_then(|curve| curve.last_measured()))) }
                }
                tr .stages { td colspan="4" { (self.stages(shown)) } }
            }
        }
    }

    /// One run.
    fn run(&self, name: &str) -> (StatusCode, Markup) {
        let found = self.contents.find(name);
        let found = found.and_then(|(group, index)| {
            self.shown(group).into_iter().find(|shown| shown.index == index)
        });
        let Some(shown) = found else { return (StatusCode::NOT_FOUND, self.missing(name)) };
        let board = self.state.lab.squares().of(shown.run, name, shown.card, shown.learning);
        let (mine, other) = parts::seats(shown.card);
        let body = html! {
            div .intro {
                p .back { a href="/lab" { (self.words.back) } }
                h1 .name { (name) }
                p .quiet { (self.title(shown.card, &shown.group.start)) }
            }
            div .run data-acts data-game=(shown.group.game) data-start=(shown.group.start) data-mine=(mine) data-other=(other) {
                (self.state_of(&shown))
                p .refusal role="alert" {}
                div #stages data-part { (self.stages(&shown)) }
                (self.charts("charts", shown.group, &[shown.index]))
                p .quiet { (self.words.chart_help) }
                (self.generations(&shown))
            }
            (self.squares(&shown, &board))
            (self.settings(&shown))
            p #news .hidden role="status" data-part { (self.news(&shown)) }
        };
        let page = self.page(name, shown.learning || board.pending, &body);
        (StatusCode::OK, page)
    }

    /// A page that says that there is no such run, or that it cannot be read.
    fn missing(&self, name: &str) -> Markup {
        let damaged = self.contents.unreadable.iter().find(|run| run.name == name);
        let body = html! {
            div .missing {
                @if let Some(damaged) = damaged {
                    h1 .name { (name) }
                    p { (self.trouble_in_words(damaged.error().map(Trouble::of))) }
                } @else {
                    h1 { (self.context.words().not_found) }
                    p { (self.words.no_such_run) }
                }
                p { a .button href="/lab" { (self.words.back) } }
            }
        };
        self.page(self.words.title, false, &body)
    }
}
