//! Middleware around every request and every answer.

use crate::api::AppState;
use crate::extract::ClientAddress;
use crate::problem::{Fault, Problem};
use crate::request::language_of;
use axum::Extension;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Instant;
use table::Language;

/// Everything comes from here, nothing is written into the page, no other page frames it. Images may also be blobs, which
/// only a script of the page can make: a board is drawn on a canvas from one to be saved as PNG.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
     font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Limits the address, refuses foreign hosts and origins, limits the time, writes problems in the language of the request, counts, logs, and
/// puts on the headers that keep browsers out of trouble. Tokens and invitations are in headers and
/// bodies, and neither is logged.
pub async fn guard(
    State(state): State<Arc<AppState>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    path: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let language = language_of(request.uri().query()).unwrap_or_default();
    let mut response = match state.requests.take(address, began) {
        Ok(()) => match state.hosts.check(&request) {
            Ok(()) => {
                let timeout = state.hub.config.answer_timeout;
                let answer = tokio::time::timeout(timeout, next.run(request)).await;
                let late = || Problem::from(Fault::Timeout).retry_after(5).into_response();
                answer.unwrap_or_else(|_| late())
            }
            Err(fault) => Problem::from(fault).into_response(),
        },
        Err(seconds) => {
            state.hub.metrics.limited();
            Problem::from(Fault::TooManyRequests).retry_after(seconds).into_response()
        }
    };
    if let Some(problem) = response.extensions_mut().remove::<Arc<Problem>>()
        && language != Language::English
    {
        response = problem.response(language);
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    state.hub.metrics.answered(response.status().as_u16());
    tracing::debug!(
        %method,
        path = path.as_ref().map_or("", MatchedPath::as_str),
        status = response.status().as_u16(),
        micros = began.elapsed().as_micros() as u64,
        "answered"
    );
    response
}
