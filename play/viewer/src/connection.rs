//! Connections: their number, and how long they last.

use crate::limits::ServerLimits;
use crate::routes::Answers;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::{select, time};

/// Bytes of a request's head, and of one read from a connection.
const HEAD_BYTES: usize = 16 << 10;

/// The pause before accepting again, after the system refused.
const ACCEPT_AGAIN: Duration = Duration::from_millis(50);

/// Serves all connections until `shutdown` is ready. Work in progress then ends without an answer. Clients
/// beyond the greatest number of connections wait for one to end.
pub(crate) async fn serve(
    listener: TcpListener,
    answers: Answers,
    limits: ServerLimits,
    shutdown: impl Future,
) {
    let mut shutdown = pin!(shutdown);
    let room = Arc::new(Semaphore::new(limits.connections.max(1)));
    let mut tasks = JoinSet::new();
    loop {
        let next = async {
            let permit = Arc::clone(&room).acquire_owned().await.expect("never closed");
            (permit, listener.accept().await)
        };
        let (permit, accepted) = select! {
            _ = &mut shutdown => break,
            next = next => next,
        };
        while tasks.try_join_next().is_some() {}
        let Ok((stream, _)) = accepted else {
            time::sleep(ACCEPT_AGAIN).await;
            continue;
        };
        let answers = answers.clone();
        tasks.spawn(async move {
            connection(stream, answers, limits).await;
            drop(permit);
        });
    }
    tasks.shutdown().await;
}

/// Serves one connection until it ends or exceeds its time.
async fn connection(stream: TcpStream, answers: Answers, limits: ServerLimits) {
    // Answers are single small writes. If the option fails, they are only a little later, so ignore the
    // error.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let answers = answers.clone();
        async move { Ok::<_, Infallible>(answers.answer(request).await) }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    let mut served = pin!(served);
    select! {
        // On any error, the client has disconnected.
        _ = served.as_mut() => return,
        () = time::sleep(limits.connection) => served.as_mut().graceful_shutdown(),
    }
    let _ = time::timeout(limits.grace, served).await;
}
