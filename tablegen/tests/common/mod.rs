//! Shared code of the tests of whole databases.

use nexsolve_core::{Ranked, Unmoves};
use nexsolve_db::{Database, Form, Metric};
use nexsolve_tablegen::{
    GenerateObserver, GenerateProgress, GenerateSettings, Keep, Kernel, Phase, PlanError, Reach, Tables,
    generate, plan,
};
use nexsolve_verify::{self as verify, Depth, verify};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Everything counted, with more memory than small boards need.
pub(crate) fn settings(metric: Metric, kernel: Kernel) -> GenerateSettings {
    GenerateSettings {
        metric,
        reach: Reach::Counted,
        form: Form::Compressed,
        memory_bytes: 4 << 30,
        kernel,
        keep: Keep::Briefly,
        program: "tests".to_owned(),
        command: "a test".to_owned(),
        game: "game".to_owned(),
        board: "board".to_owned(),
    }
}

/// The same without reachable positions.
pub(crate) fn unreached(metric: Metric, kernel: Kernel) -> GenerateSettings {
    GenerateSettings { reach: Reach::Left, ..settings(metric, kernel) }
}

/// The same in the least memory that the plan allows.
pub(crate) fn least(game: &dyn Tables, settings: &GenerateSettings) -> GenerateSettings {
    match plan(game, &GenerateSettings { memory_bytes: 1, ..settings.clone() }) {
        Err(PlanError::NeedsMemory { needed, .. }) => {
            GenerateSettings { memory_bytes: needed, ..settings.clone() }
        }
        other => panic!("{other:?}"),
    }
}

/// Makes a database.
pub(crate) fn make(game: &dyn Tables, folder: &Path, settings: &GenerateSettings) -> Database {
    generate(game, folder, settings, &AtomicBool::new(false), &()).expect("a database").database
}

/// All values of a database are right.
pub(crate) fn assert_right<G: Ranked + Unmoves>(game: &G, database: &Database, what: &str) {
    let how = verify::VerifySettings { layers: &[], depth: Depth::All, memory_bytes: 1 << 30 };
    let report = verify(game, database, &how, &AtomicBool::new(false), &()).expect("read");
    assert!(report.is_right(), "{what}: {report:?}");
}

/// All files of a folder except the lock.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
    let names = entries.map(|entry| entry.file_name().into_string().expect("text"));
    let names = names.filter(|name| name != "lock");
    names.map(|name| (name.clone(), fs::read(folder.join(&name)).expect("read"))).collect()
}

/// Sets the flag at an event of a run.
pub(crate) struct StopAt<'a> {
    event: usize,
    seen: AtomicUsize,
    stop: &'a AtomicBool,
}

impl<'a> StopAt<'a> {
    pub(crate) fn new(event: usize, stop: &'a AtomicBool) -> Self {
        Self { event, seen: AtomicUsize::new(0), stop }
    }

    fn event(&self) {
        if self.seen.fetch_add(1, Relaxed) == self.event {
            self.stop.store(true, Relaxed);
        }
    }
}

impl GenerateObserver for StopAt<'_> {
    fn phase(&self, _: Phase) {
        self.event();
    }
    fn progress(&self, _: GenerateProgress) {
        self.event();
    }
}
