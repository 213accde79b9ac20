//! Small databases that exist only while a program runs.

use crate::tables;
use nexsolve_db::{Database, Form, Keep, Metric};
use nexsolve_games::{Board, NameError};
use nexsolve_tablegen::{
    AnyTables, GenerateError, GenerateObserver, GenerateProgress, GenerateSettings, Reach, generate,
};
use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Generates the most informative tables of a board in a folder that is soon deleted: nothing is flushed to
/// disk. Calls `progress` with the entries done and all entries, from any thread. The oracle's `Maker`; its
/// manifest names the command `nexsolve serve`.
///
/// # Errors
/// If the board has no tables, as [`generate`], or if `stop` is set.
pub fn generate_briefly(
    board: Board,
    folder: &Path,
    memory_bytes: u64,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Database, Box<dyn Error + Send + Sync>> {
    generate_for("nexsolve serve", board, folder, memory_bytes, stop, progress)
}

/// Like [`generate_briefly`], for a command that the manifest names.
///
/// # Errors
/// As [`generate_briefly`].
pub fn generate_for(
    command: &str,
    board: Board,
    folder: &Path,
    memory_bytes: u64,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Database, Box<dyn Error + Send + Sync>> {
    let missing = || NameError::new(format!("there are no tables of {board}"));
    let found = tables(board)?.ok_or_else(missing)?;
    Ok(generate_observed(command, &*found, board, folder, memory_bytes, stop, &CountObserver(progress))?)
}

/// Like [`generate_for`], from tables that the caller has found, and with an observer.
///
/// # Errors
/// As [`generate`].
pub fn generate_observed(
    command: &str,
    tables: &dyn AnyTables,
    board: Board,
    folder: &Path,
    memory_bytes: u64,
    stop: &AtomicBool,
    observer: &dyn GenerateObserver,
) -> Result<Database, GenerateError> {
    let all = tables.metrics();
    let metric = if all.contains(&Metric::Dtw) { Metric::Dtw } else { all[0] };
    // Programs for WebAssembly write no compressed tables.
    let form = if cfg!(target_family = "wasm") { Form::Raw } else { Form::Compressed };
    let settings = GenerateSettings {
        keep: Keep::Briefly,
        command: command.to_owned(),
        ..tables.settings(board, metric, Reach::Left, form, memory_bytes)
    };
    Ok(generate(tables, folder, &settings, stop, observer)?.database)
}

/// Passes progress on as two numbers.
struct CountObserver<'a>(&'a (dyn Fn(u64, u64) + Sync));

impl GenerateObserver for CountObserver<'_> {
    fn progress(&self, GenerateProgress { done, total, .. }: GenerateProgress) {
        (self.0)(done, total);
    }
}
