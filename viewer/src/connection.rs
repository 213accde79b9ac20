//! Connections: their number, how long they last, and which one gives way to a new one.

use crate::limits::Limits;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;
use tokio::{select, time};

/// Bytes of a request's head, and of what is read of a connection at once.
const HEAD_BYTES: usize = 16 << 10;

/// The pause before accepting again, after the system refused.
const ACCEPT_AGAIN: Duration = Duration::from_millis(50);

/// A connection, as others see it.
#[derive(Debug, Default)]
struct Seat {
    /// Requests that are worked on, or wait for it.
    working: AtomicUsize,
    /// Told to make room for another.
    leave: Notify,
}

tokio::task_local! {
    static SEAT: Arc<Seat>;
}

/// While it lives, the connection of this task is worked for, and stays.
pub(crate) struct Working(Option<Arc<Seat>>);

/// Says that the connection of this task is worked for from now on.
pub(crate) fn working() -> Working {
    let seat = SEAT.try_with(Arc::clone).ok();
    if let Some(seat) = &seat {
        seat.working.fetch_add(1, Relaxed);
    }
    Working(seat)
}

impl Drop for Working {
    fn drop(&mut self) {
        if let Some(seat) = &self.0 {
            seat.working.fetch_sub(1, Relaxed);
        }
    }
}

/// All connections, the oldest first.
#[derive(Debug, Default)]
struct Seats(Mutex<BTreeMap<u64, Arc<Seat>>>);

impl Seats {
    fn change<R>(&self, change: impl FnOnce(&mut BTreeMap<u64, Arc<Seat>>) -> R) -> R {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks the oldest connection without work under way, an idle or slow one, to leave.
    fn make_room(&self) {
        let oldest = self.change(|seats| {
            let idle =
                seats.iter().find(|(_, seat)| seat.working.load(Relaxed) == 0).map(|(&number, _)| number);
            idle.and_then(|number| seats.remove(&number))
        });
        if let Some(seat) = oldest {
            seat.leave.notify_one();
        }
    }
}

/// Serves all connections until `shutdown` is ready. Work under way then ends without an answer.
pub(crate) async fn serve(listener: TcpListener, router: Router, limits: Limits, shutdown: impl Future) {
    let mut shutdown = pin!(shutdown);
    let room = Arc::new(Semaphore::new(limits.connections.max(1)));
    let seats = Arc::new(Seats::default());
    let mut tasks = JoinSet::new();
    for number in 0.. {
        let stream = select! {
            _ = &mut shutdown => break,
            accepted = listener.accept() => {
                let Ok((stream, _)) = accepted else {
                    time::sleep(ACCEPT_AGAIN).await;
                    continue;
                };
                stream
            }
        };
        while tasks.try_join_next().is_some() {}
        if room.available_permits() == 0 {
            seats.make_room();
        }
        let permit = select! {
            _ = &mut shutdown => break,
            permit = Arc::clone(&room).acquire_owned() => permit.expect("never closed"),
        };
        let (seat, seats, router) = (Arc::new(Seat::default()), Arc::clone(&seats), router.clone());
        seats.change(|seats| seats.insert(number, Arc::clone(&seat)));
        tasks.spawn(async move {
            SEAT.scope(Arc::clone(&seat), connection(stream, router, limits, &seat)).await;
            seats.change(|seats| seats.remove(&number));
            drop(permit);
        });
    }
    tasks.shutdown().await;
}

/// Serves one connection until it ends or its time is over.
async fn connection(stream: TcpStream, router: Router, limits: Limits, seat: &Seat) {
    // Answers are one small write. If the option fails they are a little later, which is no reason to refuse.
    let _ = stream.set_nodelay(true);
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut served = pin!(served);
    select! {
        // Whatever went wrong, the client has disconnected.
        _ = served.as_mut() => return,
        () = seat.leave.notified() => return,
        () = time::sleep(limits.connection) => served.as_mut().graceful_shutdown(),
    }
    let _ = time::timeout(limits.grace, served).await;
}
