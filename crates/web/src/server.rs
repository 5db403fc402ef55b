//! The loop that accepts connections, and the end of it.

use crate::analysis::Analyses;
use crate::api::{AppState, routes};
use crate::config::Config;
use crate::extract::ClientAddress;
use crate::guard::guard;
use crate::host::Hosts;
use crate::hub::Hub;
use crate::lab::{self, Lab};
use crate::limits::{ConnectionLimit, ConnectionPermit, RateLimiter};
use crate::open_files::{SPARE_FILES, room_for};
use crate::page;
use crate::problem::{Fault, Problem};
use crate::write_timeout::WriteTimeout;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header;
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
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinHandle;
use tower::ServiceExt;

/// The pause before accepting again when the system is out of files.
const PAUSE: Duration = Duration::from_millis(50);

/// What a connection is sent for which there is no place.
const REFUSAL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\n\
    Connection: close\r\n\r\n";

/// A client that is refused has so long to take the answer.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);

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
    let hub = Hub::start(club, log, config).await;
    let state = Arc::new(AppState {
        assets: page::Assets::of(club),
        requests: RateLimiter::new(hub.config.requests_per_second, hub.config.request_burst),
        games: RateLimiter::new(hub.config.games_per_second, hub.config.game_burst),
        streams: Arc::new(ConnectionLimit::new(hub.config.streams_per_address)),
        hosts: Hosts::of(address, &hub.config.hosts),
        lab: Lab::new(club, address, &hub.config),
        analyses: Analyses::default(),
        hub: Arc::clone(&hub),
    });
    let app = routes()
        .merge(lab::api::routes())
        .merge(page::routes())
        .fallback(page::no_page)
        .method_not_allowed_fallback(|| async { Problem::from(Fault::MethodNotAllowed) })
        .layer(middleware::from_fn_with_state(Arc::clone(&state), guard))
        .with_state(Arc::clone(&state));
    let (ending, ended) = watch::channel(false);
    let task = tokio::spawn(accept(listener, app, state, ended));
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
    state: Arc<AppState>,
    mut ended: watch::Receiver<bool>,
) {
    let (hub, lab) = (Arc::clone(&state.hub), &state.lab);
    let graceful = GracefulShutdown::new();
    let places = Places::of(&hub.config);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = ended.changed() => break,
        };
        match accepted {
            Ok((stream, from)) => {
                let Some(place) = places.take(from.ip()) else {
                    hub.metrics.limited();
                    places.refuse(stream);
                    continue;
                };
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
    lab.close();
    let timeout = hub.config.shutdown_timeout;
    let (connections, learning) = tokio::join!(
        tokio::time::timeout(timeout, graceful.shutdown()),
        tokio::time::timeout(timeout, lab.finished()),
    );
    if connections.is_err() {
        tracing::warn!("some connections did not finish in time");
    }
    if learning.is_err() {
        // Its generations are on the disk; only the games since the last one are lost.
        tracing::warn!("learning did not stop in time");
    }
    if !hub.timed_rooms().is_empty() {
        hub.beat().await;
    }
    let pool = Arc::clone(&hub.pool);
    let _ = tokio::task::spawn_blocking(move || pool.join()).await;
    hub.leave().await;
}

/// Room for connections: so many in all, and so many for each address.
struct Places {
    all: Arc<Semaphore>,
    of_each: Arc<ConnectionLimit>,
    /// For the moment that a refusal takes.
    refusing: Arc<Semaphore>,
    trusted: Vec<IpAddr>,
}

impl Places {
    fn of(config: &Config) -> Places {
        Places {
            all: Arc::new(Semaphore::new(room_for(config.most_connections))),
            of_each: Arc::new(ConnectionLimit::new(config.connections_per_address)),
            refusing: Arc::new(Semaphore::new(SPARE_FILES / 2)),
            trusted: config.trusted_proxies.clone(),
        }
    }

    /// A place for one more connection, until it is dropped. A trusted proxy connects for many clients.
    fn take(&self, from: IpAddr) -> Option<(OwnedSemaphorePermit, Option<ConnectionPermit>)> {
        let own = if self.trusted.contains(&from.to_canonical()) {
            None
        } else {
            Some(self.of_each.acquire(from)?)
        };
        let place = Arc::clone(&self.all).try_acquire_owned().ok()?;
        Some((place, own))
    }

    /// Answers a connection for which there is no place, and closes it; without an answer where many are
    /// being refused already.
    fn refuse(&self, mut stream: TcpStream) {
        let Ok(permit) = Arc::clone(&self.refusing).try_acquire_owned() else { return };
        tokio::spawn(async move {
            let answer = async {
                stream.write_all(REFUSAL).await?;
                stream.shutdown().await?;
                // What the client has sent must be read, or closing would take the answer back from it.
                let mut request = [0; 4096];
                while stream.read(&mut request).await? > 0 {}
                io::Result::Ok(())
            };
            let _ = tokio::time::timeout(REFUSAL_TIMEOUT, answer).await;
            drop(permit);
        });
    }
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
        if trusted.contains(&from.ip().to_canonical())
            && let Some(host) = request.headers().get("x-forwarded-host").cloned()
        {
            request.headers_mut().insert(header::HOST, host);
        }
        request.extensions_mut().insert(address);
        app.clone().oneshot(request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(config.header_timeout)
        .max_buf_size(config.largest_head)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream, config.write_timeout)), service)
}
