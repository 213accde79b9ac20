//! The server.

use crate::app::{App, ViewerSettings};
use crate::connection;
use crate::guard::Names;
use crate::routes::Answers;
use nexsolve_core::parallel::in_pool;
use nexsolve_oracle::OpenedError;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// A server that is ready to answer.
pub struct Viewer {
    app: Arc<App>,
}

/// How often the server checks whether it should end.
const WATCH: Duration = Duration::from_millis(50);

/// The number of threads that answer; work that takes time has threads of its own.
const WORKERS: usize = 2;

/// The time for running work to stop when the server ends.
const LAST: Duration = Duration::from_secs(5);

/// Why a server could not be started or ended.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The system allows no more threads.
    #[error("no threads: {0}")]
    Threads(String),
    /// The listener cannot be used.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Viewer {
    /// Opens the databases.
    ///
    /// # Errors
    /// If one of them cannot be opened.
    pub fn new(settings: ViewerSettings) -> Result<Self, OpenedError> {
        Ok(Self { app: Arc::new(App::new(settings)?) })
    }

    /// The routes, for clients that address the server by these names.
    pub fn answers(&self, names: Names) -> Answers {
        Answers { app: Arc::clone(&self.app), names }
    }

    /// Serves all clients of this listener until `stop` is set. `hosts` are the public names of a proxy in
    /// front of the server. Small databases are deleted when the server ends.
    ///
    /// # Errors
    /// If threads cannot be started, or the listener cannot be used.
    pub fn serve(self, listener: TcpListener, hosts: &[String], stop: &AtomicBool) -> Result<(), ServeError> {
        let names = Names::of(listener.local_addr()?.ip(), hosts);
        listener.set_nonblocking(true)?;
        // The runtime panics if the system refuses a thread: find out first.
        in_pool(WORKERS, || ()).map_err(|error| ServeError::Threads(error.to_string()))?;
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(WORKERS).enable_all().build()?;
        let (answers, limits) = (self.answers(names), self.app.limits);
        runtime.block_on(async {
            let shutdown = async {
                while !stop.load(Relaxed) {
                    tokio::time::sleep(WATCH).await;
                }
            };
            let listener = tokio::net::TcpListener::from_std(listener)?;
            connection::serve(listener, answers, limits, shutdown).await;
            io::Result::Ok(())
        })?;
        self.app.close();
        runtime.shutdown_timeout(LAST);
        Ok(())
    }
}
