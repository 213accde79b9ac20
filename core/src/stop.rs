//! The stop flag of the current work, for code that waits and has no parameter for one: a read over a
//! network, far below the contracts of games and probers.
//!
//! [`with`] sets the flag for what runs on this thread, and the loops of [`crate::parallel`] carry it to
//! their threads.
//!
//! ```
//! use nexsolve_core::stop;
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//!
//! let flag = Arc::new(AtomicBool::new(true));
//! assert!(stop::with(Some(flag), stop::is_set));
//! assert!(!stop::is_set());
//! ```

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A flag that is set when work must end.
pub type Flag = Arc<AtomicBool>;

thread_local! {
    static CURRENT: RefCell<Option<Flag>> = const { RefCell::new(None) };
}

/// Puts the flag before this one back, also after a panic.
struct Before(Option<Flag>);

impl Drop for Before {
    fn drop(&mut self) {
        CURRENT.replace(self.0.take());
    }
}

/// Calls `work` with this flag; without one, it cannot be stopped.
pub fn with<R>(flag: Option<Flag>, work: impl FnOnce() -> R) -> R {
    let _before = Before(CURRENT.replace(flag));
    work()
}

/// Returns the flag of the current work, if it has one.
pub fn current() -> Option<Flag> {
    CURRENT.with_borrow(Clone::clone)
}

/// Returns whether the current work must end.
pub fn is_set() -> bool {
    CURRENT.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag.load(Relaxed)))
}

/// The time between two looks at the flag. Whoever waits with another function looks as often.
pub const BEAT: Duration = Duration::from_millis(20);

/// The current work must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

/// A lock that can be waited for in work that can be stopped.
#[derive(Debug, Default)]
pub struct Turn {
    is_taken: Mutex<bool>,
    given_back: Condvar,
}

/// A lock that is held. Dropping it gives it back.
#[derive(Debug)]
pub struct Taken<'t>(&'t Turn);

impl Turn {
    /// Waits for the lock, and takes it.
    ///
    /// # Errors
    /// [`Stopped`], soon after the flag of the current work is set.
    pub fn take(&self) -> Result<Taken<'_>, Stopped> {
        let mut is_taken = self.is_taken.lock().unwrap_or_else(PoisonError::into_inner);
        while *is_taken {
            if is_set() {
                return Err(Stopped);
            }
            let waited = self.given_back.wait_timeout(is_taken, BEAT);
            is_taken = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *is_taken = true;
        Ok(Taken(self))
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        *self.0.is_taken.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.0.given_back.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel;

    #[test]
    fn parallel_loops_carry_the_flag() {
        let flag = Arc::new(AtomicBool::new(true));
        let seen =
            with(Some(flag), || parallel::in_pool(3, || parallel::map(100, |_| is_set())).expect("threads"));
        assert!(seen.into_iter().all(|is_set| is_set));
        assert!(parallel::map(100, |_| is_set()).into_iter().all(|is_set| !is_set));
    }

    #[test]
    fn the_flag_before_is_put_back() {
        let set = || Some(Arc::new(AtomicBool::new(true)));
        with(set(), || {
            assert!(!with(None, is_set) && is_set());
            let panicked = std::panic::catch_unwind(|| with(None, || panic!("work that panics")));
            assert!(panicked.is_err() && is_set());
        });
        assert!(current().is_none());
    }

    #[test]
    fn who_waits_for_a_turn_can_be_stopped() {
        let turn = Turn::default();
        let taken = turn.take().expect("free");
        let flag = Arc::new(AtomicBool::new(false));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| with(Some(Arc::clone(&flag)), || turn.take().err()));
            flag.store(true, Relaxed);
            assert_eq!(waiting.join().expect("no panic"), Some(Stopped));
        });
        drop(taken);
        assert!(with(Some(flag), || turn.take().is_ok()), "a free lock is taken at once");
    }
}
