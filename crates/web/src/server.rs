//! The loop that accepts connections, and the end of it.

use crate::api::{AppState, routes};
use crate::config::Config;
use crate::extract::ClientAddress;
use crate::guard::guard;
use crate::hub::Hub;
use crate::limits::{ConnectionLimit, RateLimiter};
use crate::page;
use crate::problem::{Fault, Problem};
use crate::write_timeout::WriteTimeout;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use store::Log;
use table::Club;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tower::ServiceExt;

/// The pause before accepting again when the system is out of files.
const PAUSE: Duration = Duration::from_millis(50);

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen { address: SocketAddr, error: io::Error },
}

/// A server that runs.
pub struct Running {
    address: SocketAddr,
    ending: watch::Sender<bool>,
    task: JoinHandle<()>,
}

/// Listens on an address and serves the games of a club from a log. Needs tokio's multi-threaded runtime.
pub async fn start(
    address: SocketAddr,
    club: Club,
    log: Arc<dyn Log>,
    config: Config,
) -> Result<Running, ServeError> {
    let failed = |error| ServeError::Listen { address, error };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let hub = Hub::start(club, log, config);
    let state = Arc::new(AppState {
        assets: page::Assets::of(club),
        requests: RateLimiter::new(hub.config.requests_per_second, hub.config.request_burst),
        games: RateLimiter::new(hub.config.games_per_second, hub.config.game_burst),
        streams: Arc::new(ConnectionLimit::new(hub.config.streams_per_address)),
        hub: Arc::clone(&hub),
    });
    let app = routes()
        .merge(page::routes())
        .fallback(|| async { Problem::from(Fault::NotFound) })
        .method_not_allowed_fallback(|| async { Problem::from(Fault::MethodNotAllowed) })
        .layer(middleware::from_fn_with_state(Arc::clone(&state), guard))
        .with_state(state);
    let (ending, ended) = watch::channel(false);
    let task = tokio::spawn(accept(listener, app, hub, ended));
    Ok(Running { address, ending, task })
}

impl Running {
    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends the server: nothing new is accepted, what is under way is finished, streams end.
    pub async fn end(self) {
        self.ending.send_replace(true);
        let _ = self.task.await;
    }
}

async fn accept(
    listener: TcpListener,
    app: Router,
    hub: Arc<Hub>,
    mut ended: watch::Receiver<bool>,
) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(hub.config.most_connections));
    loop {
        let accepted = tokio::select! {
            place = Arc::clone(&places).acquire_owned() => {
                let Ok(place) = place else { break };
                tokio::select! {
                    accepted = listener.accept() => accepted.map(|(stream, from)| (stream, from, place)),
                    _ = ended.changed() => break,
                }
            }
            _ = ended.changed() => break,
        };
        match accepted {
            Ok((stream, from, place)) => {
                let connection = connection(stream, from, app.clone(), &hub.config);
                let connection = graceful.watch(connection);
                tokio::spawn(async move {
                    // A connection that breaks needs no answer.
                    let _ = connection.await;
                    drop(place);
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    hub.end();
    let finished = tokio::time::timeout(hub.config.shutdown_timeout, graceful.shutdown()).await;
    if finished.is_err() {
        tracing::warn!("some connections did not finish in time");
    }
    let pool = Arc::clone(&hub.pool);
    let _ = tokio::task::spawn_blocking(move || pool.join()).await;
}

/// One connection, with its limits.
fn connection(
    stream: TcpStream,
    from: SocketAddr,
    app: Router,
    config: &Config,
) -> impl GracefulConnection<Error = hyper::Error> + Send + use<> {
    // Small answers go out at once.
    let _ = stream.set_nodelay(true);
    let trusted: Arc<[IpAddr]> = config.trusted_proxies.as_slice().into();
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        let address = ClientAddress::of(from.ip(), request.headers(), &trusted);
        request.extensions_mut().insert(address);
        app.clone().oneshot(request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(config.header_timeout)
        .max_buf_size(config.largest_head)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream, config.write_timeout)), service)
}
