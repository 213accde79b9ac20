//! What the programs of nexsolve need at a terminal: the command, generation by several processes, training
//! and studies.
//!
//! - [`Global`]: options of every command. [`KindArgs`] and [`choice`]: options that programs share.
//!   [`units`]: numbers with units, read and written.
//! - [`Fault`] and [`Exit`]: errors with remedies, and exit codes. [`run`] and [`apply`]: the frame of a
//!   program.
//! - [`output`], [`columns`] and [`terminal`]: results and notes. [`Display`]: progress.
//! - [`files`]: files replaced entirely or not at all.
//! - [`memory`], [`threads`] and [`stop`]: the limits of `--memory`, `--threads`, Ctrl-C and time.
//!
//! Results go to standard output, everything else to standard error.

mod args;
pub mod columns;
mod exit;
pub mod fault;
pub mod files;
pub mod memory;
pub mod output;
mod progress;
mod signals;
pub mod stop;
pub mod terminal;
pub mod threads;
pub mod units;

pub use args::{Global, KindArgs, choice};
pub use exit::Exit;
pub use fault::Fault;
pub use progress::Display;

/// Runs a program and ends the process. A fault is printed; so is a panic in any thread, as an internal
/// error. A file that grows beyond the limit of the system is an error, not the end of the process.
pub fn run(program: impl FnOnce() -> Result<Exit, Fault>) -> ! {
    std::panic::set_hook(Box::new(report_panic));
    signals::make_size_limits_errors();
    let exit = program().unwrap_or_else(|fault| {
        fault.show();
        fault.exit
    });
    exit.now()
}

/// Applies the options to the process. Call this before starting any thread.
pub fn apply(global: &Global) {
    fault::print_documents(global.json);
    memory::limit(global);
    if !global.quiet {
        nexsolve_db::on_note(|text| output::note(&fault::safe(text)));
    }
}

/// Reports a panic as an internal error, and ends the process with that exit code.
fn report_panic(info: &std::panic::PanicHookInfo<'_>) {
    Fault::of_panic(info).show();
    Exit::Fault.now()
}
