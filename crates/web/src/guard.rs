//! What happens to every request and every answer.

use crate::api::Desk;
use crate::asking::Address;
use crate::problem::Problem;
use axum::Extension;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Instant;

/// Everything comes from here, nothing is written into the page, nobody frames it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
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

/// Limits the address, limits the time, counts, logs, and puts on the headers that keep browsers
/// out of trouble. Tokens and invitations are in headers and bodies, and neither is logged.
pub async fn guard(
    State(desk): State<Arc<Desk>>,
    Extension(Address(address)): Extension<Address>,
    path: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let allowed = desk.requests.take(address, began);
    let mut response = match allowed {
        Ok(()) => {
            match tokio::time::timeout(desk.hub.config.answer_timeout, next.run(request)).await {
                Ok(response) => response,
                Err(_) => Problem::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "timeout",
                    "The answer took too long.",
                )
                .retry_after(5)
                .into_response(),
            }
        }
        Err(seconds) => {
            desk.hub.metrics.limited();
            let message = "You are asking too much at once. Wait a little.";
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", message)
                .retry_after(seconds)
                .into_response()
        }
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    desk.hub.metrics.answered(response.status().as_u16());
    tracing::debug!(
        %method,
        path = path.as_ref().map_or("", MatchedPath::as_str),
        status = response.status().as_u16(),
        micros = began.elapsed().as_micros() as u64,
        "answered"
    );
    response
}
