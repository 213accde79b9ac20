//! Small databases, for the time that a program runs.

use crate::any::AnyTables;
use crate::generate::generate;
use crate::settings::{Kernel, Reach, Settings};
use nexsolve_db::{Database, Form, Keep, Metric};
use nexsolve_games::{Board, NameError};
use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Generates the most informative tables of a board in a folder that is soon deleted: nothing is flushed to disk. The oracle's `Maker`.
///
/// # Errors
/// If the board has no tables, as [`generate`](crate::generate), or if `stop` is set.
pub fn generate_briefly(
    board: Board,
    folder: &Path,
    memory_bytes: u64,
    stop: &AtomicBool,
) -> Result<Database, Box<dyn Error + Send + Sync>> {
    let missing = || NameError::new(format!("there are no tables of {board}"));
    let tables = <dyn AnyTables>::of(board)?.ok_or_else(missing)?;
    let all = tables.metrics();
    let settings = Settings {
        metric: if all.contains(&Metric::Dtw) { Metric::Dtw } else { all[0] },
        reach: Reach::Left,
        form: Form::Compressed,
        memory_bytes,
        kernel: Kernel::Fast,
        keep: Keep::Briefly,
        program: concat!("nexsolve ", env!("CARGO_PKG_VERSION")).to_owned(),
        command: "nexsolve serve".to_owned(),
        game: board.game_word().to_owned(),
        board: board.to_string(),
    };
    Ok(generate(&*tables, folder, &settings, stop, &())?.database)
}
