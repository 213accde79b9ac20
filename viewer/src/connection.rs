//! Connections: how many, for how long, and which makes room for another.

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

/// What the system cannot accept it may accept after a while.
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

    /// Asks the oldest connection to leave that nobody works for: it is idle, or slow.
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

/// Serves all who connect until `shutdown` is ready. Work that is under way then is ended, and not answered.
pub(crate) async fn serve(listener: TcpListener, router: Router, limits: Limits, shutdown: impl Future) {
    let mut shutdown = pin!(shutdown);
    let room = Arc::new(Semaphore::new(limits.connections.max(1)));
    let seats = Arc::new(Seats::default());
    let mut tasks = JoinSet::new();
    for number in 0.. {
        let stream = select! {
            _ = &mut shutdown => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(_) => {
                    time::sleep(ACCEPT_AGAIN).await;
                    continue;
                }
            },
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

/// Serves one connection for as long as it may last.
async fn connection(stream: TcpStream, router: Router, limits: Limits, seat: &Seat) {
    // An answer is one small write; that it may go later than it could is no reason to serve nobody.
    let _ = stream.set_nodelay(true);
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut served = pin!(served);
    select! {
        // Whatever went wrong, the client is no longer there to hear of it.
        _ = served.as_mut() => return,
        () = seat.leave.notified() => return,
        () = time::sleep(limits.connection) => served.as_mut().graceful_shutdown(),
    }
    let _ = time::timeout(limits.grace, served).await;
}
