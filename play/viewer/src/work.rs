//! Work within limits: threads, a queue, and an end when the client disconnects.

use crate::limits::ServerLimits;
use crate::problem::{Problem, ProblemKind};
pub(crate) use crate::threads::Threads;
use nexsolve_solver::SearchObserver;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore, SemaphorePermit};
use tokio::{task, time};

/// A queue of requests in front of some threads.
#[derive(Debug)]
pub(crate) struct Lane {
    /// One for each thread.
    threads: Arc<Semaphore>,
    /// One for each request that is worked on or waits.
    places: Semaphore,
    /// Held by work that runs one piece at a time.
    turn: Arc<Mutex<()>>,
    wait: Duration,
}

/// The resources of a piece of work.
pub(crate) struct Share {
    /// Set when the time is up, or the client has disconnected.
    pub(crate) stop: Arc<AtomicBool>,
    /// The number of threads that the work may use.
    pub(crate) threads: usize,
    _permits: OwnedSemaphorePermit,
}

/// A search on this share is stopped by the flag alone.
impl SearchObserver for Share {}

/// Sets a flag when it is dropped, which happens when a client disconnects.
struct Leaving(Arc<AtomicBool>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl Lane {
    /// Creates a lane with this number of threads.
    pub(crate) fn new(threads: usize, limits: &ServerLimits) -> Self {
        let places = Semaphore::new(threads + limits.queue);
        let threads = Arc::new(Semaphore::new(threads));
        Self { threads, places, turn: Arc::default(), wait: limits.wait }
    }

    /// Does the work as soon as a thread is free. After `time` it sets the share's flag, and the work must
    /// end soon.
    ///
    /// # Errors
    /// If too many requests are waiting, the wait is too long, or the work fails or panics.
    pub(crate) async fn run<R: Send + 'static>(
        &self,
        time: Duration,
        threads: Threads,
        work: impl FnOnce(&Share) -> Result<R, Problem> + Send + 'static,
    ) -> Result<R, Problem> {
        let _place = self.place()?;
        self.begin(time, threads, work).await
    }

    /// The same, one piece of work at a time. Waiting work does not hold a thread.
    ///
    /// # Errors
    /// As [`Lane::run`].
    pub(crate) async fn run_alone<R: Send + 'static>(
        &self,
        time: Duration,
        threads: Threads,
        work: impl FnOnce(&Share) -> Result<R, Problem> + Send + 'static,
    ) -> Result<R, Problem> {
        let _place = self.place()?;
        let turn = time::timeout(time, Arc::clone(&self.turn).lock_owned()).await;
        let turn = turn.map_err(|_| busy("other work of this kind is still running"))?;
        self.begin(time, threads, move |share| {
            // Held until the work ends, which may be after its client has disconnected.
            let _turn = turn;
            work(share)
        })
        .await
    }

    fn place(&self) -> Result<SemaphorePermit<'_>, Problem> {
        self.places.try_acquire().map_err(|_| busy("too many requests are waiting"))
    }

    async fn begin<R: Send + 'static>(
        &self,
        time: Duration,
        threads: Threads,
        work: impl FnOnce(&Share) -> Result<R, Problem> + Send + 'static,
    ) -> Result<R, Problem> {
        let permit = time::timeout(self.wait, Arc::clone(&self.threads).acquire_owned()).await;
        let mut permits = match permit {
            Ok(permit) => permit.map_err(|_| Problem::server("the server is shutting down"))?,
            Err(_) => return Err(busy("all threads are busy")),
        };
        if threads == Threads::Some {
            let more = self.threads.available_permits() / 2;
            if let Ok(more) = Arc::clone(&self.threads).try_acquire_many_owned(more as u32) {
                permits.merge(more);
            }
        }
        // Without time, the work is stopped before it begins, even if it is fast.
        let stop = Arc::new(AtomicBool::new(time.is_zero()));
        let _leaving = Leaving(Arc::clone(&stop));
        let threads = permits.num_permits();
        let share = Share { stop: Arc::clone(&stop), threads, _permits: permits };
        // Reads over a network, far below, see the flag too.
        let flag = Some(Arc::clone(&stop));
        let mut done = task::spawn_blocking(move || nexsolve_core::stop::with(flag, || work(&share)));
        let done = if let Ok(done) = time::timeout(time, &mut done).await {
            done
        } else {
            stop.store(true, Relaxed);
            done.await
        };
        done.map_err(|_| Problem::panicked())?
    }
}

fn busy(message: &str) -> Problem {
    Problem::new(ProblemKind::Busy, message).hint("try again in a moment")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn limits(queue: usize, wait: u64) -> ServerLimits {
        ServerLimits { queue, wait: Duration::from_millis(wait), ..ServerLimits::default() }
    }

    const LONG: Duration = Duration::from_mins(10);

    /// Work that runs until it is stopped; reports its beginning and its end.
    fn endless(told: mpsc::Sender<&'static str>) -> impl FnOnce(&Share) -> Result<(), Problem> {
        move |share| {
            told.send("begun").expect("heard");
            while !share.stop.load(Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            told.send("ended").expect("heard");
            Ok(())
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_waits_for_a_turn_holds_no_thread() {
        let lane = Arc::new(Lane::new(2, &limits(2, 60_000)));
        let (told, heard) = mpsc::channel();
        let alone = |lane: Arc<Lane>, told| {
            tokio::spawn(async move { lane.run_alone(LONG, Threads::Some, endless(told)).await })
        };
        let first = alone(Arc::clone(&lane), told.clone());
        let heard = task::spawn_blocking(move || (heard.recv(), heard)).await.expect("begun");
        let second = alone(Arc::clone(&lane), told);
        // Its turn has not come, and the second thread is free.
        while lane.places.available_permits() > 2 {
            task::yield_now().await;
        }
        assert_eq!(lane.run(LONG, Threads::One, |_| Ok(7)).await, Ok(7));
        first.abort();
        let heard = task::spawn_blocking(move || [heard.1.recv(), heard.1.recv()]).await.expect("heard");
        assert_eq!(heard, [Ok("ended"), Ok("begun")]);
        second.abort();
    }

    #[tokio::test]
    async fn time_ends_work_and_a_panic_is_told() {
        let lane = Lane::new(1, &limits(1, 1_000));
        let (told, heard) = mpsc::channel();
        lane.run(Duration::from_millis(5), Threads::Some, endless(told)).await.expect("it ends");
        assert_eq!(heard.iter().collect::<Vec<_>>(), ["begun", "ended"]);
        let fault = lane.run::<()>(LONG, Threads::One, |_| panic!("a fault")).await.expect_err("it panics");
        assert_eq!(fault.kind, ProblemKind::Server);
        assert_eq!(lane.run(LONG, Threads::One, |share| Ok(share.threads)).await, Ok(1));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_leaves_ends_the_work_and_gives_the_thread_back() {
        let lane = Arc::new(Lane::new(1, &limits(1, 60_000)));
        let (told, heard) = mpsc::channel();
        let client = {
            let lane = Arc::clone(&lane);
            tokio::spawn(async move { lane.run(LONG, Threads::One, endless(told)).await })
        };
        let heard = task::spawn_blocking(move || {
            assert_eq!(heard.recv(), Ok("begun"));
            heard
        });
        let heard = heard.await.expect("begun");
        client.abort();
        assert!(client.await.expect_err("it has left").is_cancelled());
        assert_eq!(lane.run(LONG, Threads::One, |_| Ok(7)).await, Ok(7));
        assert_eq!(heard.recv(), Ok("ended"));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn too_many_are_told_to_come_again() {
        let lane = Arc::new(Lane::new(1, &limits(1, 50)));
        let (told, heard) = mpsc::channel();
        let first = {
            let lane = Arc::clone(&lane);
            tokio::spawn(async move { lane.run(LONG, Threads::One, endless(told)).await })
        };
        task::spawn_blocking(move || heard.recv()).await.expect("heard").expect("begun");
        let ask = || lane.run(LONG, Threads::One, |_| Ok(()));
        // One waits, and for too long; the other finds no place.
        let (one, other) = tokio::join!(ask(), ask());
        let messages = [one, other].map(|done| done.expect_err("busy").message);
        assert!(messages[0].contains("busy") && messages[1].contains("too many"), "{messages:?}");
        first.abort();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn half_of_the_free_threads_are_taken() {
        let lane = Lane::new(7, &limits(1, 50));
        assert_eq!(lane.run(LONG, Threads::Some, |share| Ok(share.threads)).await, Ok(4));
        assert_eq!(lane.run(LONG, Threads::One, |share| Ok(share.threads)).await, Ok(1));
    }
}
