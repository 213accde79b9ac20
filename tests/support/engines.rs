//! What tests of one engine against the other begin with.

use nexsolve_core::Tabled;
use nexsolve_db::{Database, Form, Metric};
use nexsolve_tablegen::{Keep, Kernel, Reach, Settings, generate};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

/// The seed of the positions to try; a failing test prints it. Without it each run tries others.
pub(crate) const SEED: &str = "NEXSOLVE_SEED";

pub(crate) fn seed() -> u64 {
    match std::env::var(SEED) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{SEED} is not a number: {text}")),
        Err(_) => RandomState::new().hash_one(0),
    }
}

pub(crate) fn scratch() -> TempDir {
    tempfile::tempdir().expect("a scratch folder")
}

/// The database of the game in this folder, made by the kernels that the command uses.
pub(crate) fn make<G: Tabled>(game: &G, folder: &Path, metric: Metric) -> Arc<Database> {
    let settings = Settings {
        metric,
        reach: Reach::of(game),
        form: Form::Compressed,
        memory_bytes: 8 << 30,
        kernel: Kernel::Fast,
        keep: Keep::Briefly,
        program: "a test".to_owned(),
        command: "forward against backward".to_owned(),
        game: "game".to_owned(),
        board: "board".to_owned(),
    };
    let made = generate(game, folder, &settings, &AtomicBool::new(false), &()).expect("a database");
    Arc::new(made.database)
}
