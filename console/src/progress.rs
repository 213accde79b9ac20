//! Shows progress on standard error: a bar on a terminal, otherwise a line every half minute.

use crate::args::Global;
use crate::output;
use crate::units::seconds;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Shorter work shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two lines if standard error is not a terminal.
const PAUSE: Duration = Duration::from_secs(30);

/// Shows the progress of some work.
pub struct Display {
    started: Instant,
    form: Shown,
}

enum Shown {
    Nothing,
    /// The bar, once it is shown.
    Bar(OnceLock<ProgressBar>),
    /// When the last line was printed.
    Lines(Mutex<Instant>),
}

impl Display {
    /// Begins to measure the work.
    pub fn new(global: &Global) -> Self {
        let started = Instant::now();
        let form = if global.quiet {
            Shown::Nothing
        } else if std::io::stderr().is_terminal() {
            Shown::Bar(OnceLock::new())
        } else {
            Shown::Lines(Mutex::new(started))
        };
        Self { started, form }
    }

    /// Returns the seconds since the work began.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Shown::Bar(bar) = &self.form
            && let Some(bar) = bar.get()
        {
            bar.finish_and_clear();
        }
    }

    /// Shows that `done` of `all` are done. `noun` names what is counted, and `about` adds details.
    pub fn show(&self, done: u64, all: u64, noun: &str, about: &dyn Fn() -> String) {
        let now = Instant::now();
        if now - self.started < PATIENCE {
            return;
        }
        match &self.form {
            Shown::Nothing => {}
            Shown::Bar(bar) => {
                let bar = bar.get_or_init(|| new_bar(self.started.elapsed()));
                bar.set_length(all);
                bar.set_position(done);
                bar.set_message(about());
            }
            Shown::Lines(last) => {
                let Ok(mut last) = last.lock() else { return };
                if now - *last >= PAUSE {
                    *last = now;
                    let time = seconds(self.seconds());
                    output::note(&format!("{time}: {done} of {all} {noun}; {}", about()));
                }
            }
        }
    }
}

fn new_bar(elapsed: Duration) -> ProgressBar {
    let template = "{spinner} {bar:8} {human_pos}/{human_len} {elapsed}, {left} left; {wide_msg}";
    // The time left assumes the rate so far.
    let left = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let (done, rest) = (state.pos(), state.len().unwrap_or(0).saturating_sub(state.pos()));
        let _ = if done == 0 {
            write!(out, "?")
        } else {
            let time = state.elapsed().mul_f64(rest as f64 / done as f64);
            write!(out, "{:#}", HumanDuration(time))
        };
    };
    let style =
        ProgressStyle::with_template(template).expect("the template is well formed").with_key("left", left);
    let bar = ProgressBar::new(0).with_style(style).with_elapsed(elapsed);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
