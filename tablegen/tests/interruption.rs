//! Interrupted runs and lost tables: the next run ends with the same bytes.

use crate::common::{StopAt, files, least, make, settings, unreached};
use nexsolve_core::Ranked;
use nexsolve_db::{Builder, Database, Metric, Provenance, Subject};
use nexsolve_games::awari::Seeds;
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_tablegen::{
    GameWithEngine, GenerateError, GenerateObserver, GenerateSettings, Kernel, Reach, Tables, cyclic,
    generate, plan, shrink,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

fn write(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    fs::create_dir_all(folder).expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).expect("written");
    }
}

#[track_caller]
fn same(expected: &BTreeMap<String, Vec<u8>>, folder: &Path, what: &str) {
    let found = files(folder);
    assert!(expected.keys().eq(found.keys()), "{what}: {:?}", found.keys());
    for (name, bytes) in expected {
        assert!(found[name] == *bytes, "{what}: {name} differs");
    }
}

/// Stops at each event of a run in turn, and continues with the finished tables.
fn stopped_anywhere(game: &dyn Tables, settings: &GenerateSettings) {
    let scratch = tempfile::tempdir().expect("a folder");
    let whole = scratch.path().join("whole");
    make(game, &whole, settings);
    let expected = files(&whole);
    let (mut stops, mut kept) = (0, 0);
    for event in 0.. {
        let folder = scratch.path().join(format!("stopped{event}"));
        let stop = AtomicBool::new(false);
        let observer = StopAt::new(event, &stop);
        match generate(game, &folder, settings, &stop, &observer) {
            Err(GenerateError::Stopped) => stops += 1,
            Err(error) => panic!("{error}"),
            Ok(_) if !stop.load(Relaxed) => break,
            Ok(_) => {}
        }
        let resumed = generate(game, &folder, settings, &AtomicBool::new(false), &()).expect("a database");
        if stop.load(Relaxed) && resumed.made > 0 {
            kept = kept.max(resumed.found);
        }
        same(&expected, &folder, &format!("stopped at event {event}"));
        fs::remove_dir_all(&folder).expect("removed");
    }
    assert!(stops > 10, "{stops}");
    assert!(kept > 1, "{kept} tables were kept");
}

/// The same when a database is written in the small form.
#[test]
fn a_database_is_shrunk_on_after_a_stop() {
    let scratch = tempfile::tempdir().expect("a folder");
    let full = scratch.path().join("full");
    let game = nex(3, 3);
    make(&nexsolve_kernels::joined(&game), &full, &settings(Metric::Dtw, Kernel::Fast));
    let full = Database::open(&full).expect("just made");
    let provenance = Provenance { program: "a test".to_owned(), command: "shrink".to_owned() };
    let shrunk = |folder: &Path, stop: &AtomicBool, observer: &dyn GenerateObserver| {
        shrink(&nexsolve_kernels::joined(&game), &full, folder, provenance.clone(), stop, observer).map(drop)
    };
    let whole = scratch.path().join("whole");
    shrunk(&whole, &AtomicBool::new(false), &()).expect("room");
    let expected = files(&whole);
    let mut stops = 0;
    for event in 0.. {
        let folder = scratch.path().join(format!("stopped{event}"));
        let stop = AtomicBool::new(false);
        let observer = StopAt::new(event, &stop);
        match shrunk(&folder, &stop, &observer) {
            Err(GenerateError::Stopped) => stops += 1,
            Err(error) => panic!("{error}"),
            Ok(()) if !stop.load(Relaxed) => break,
            Ok(()) => {}
        }
        shrunk(&folder, &AtomicBool::new(false), &()).expect("room");
        same(&expected, &folder, &format!("stopped at event {event}"));
    }
    assert!(stops > 10, "{stops}");
}

/// Removes the tables of the last steps, as if they had never been made; with and without leaving their
/// files, as after a crash before they were listed. Then single tables.
fn tables_lost(game: &dyn Tables, settings: &GenerateSettings) {
    let scratch = tempfile::tempdir().expect("a folder");
    let whole = scratch.path().join("whole");
    make(game, &whole, settings);
    let expected = files(&whole);
    let steps: Vec<Vec<String>> = plan(game, settings)
        .expect("a plan")
        .steps
        .iter()
        .map(|step| step.layers.iter().map(|layer| format!("{layer}.{}", step.metric)).collect())
        .collect();
    for (at, step) in steps.iter().enumerate() {
        let lost: Vec<&String> = steps[at..].iter().flatten().collect();
        let mut left = expected.clone();
        left.retain(|name, _| !lost.contains(&name));
        let folder = scratch.path().join(format!("from{at}"));
        write(&folder, &left);
        make(game, &folder, settings);
        same(&expected, &folder, &format!("without the steps from {at} on"));

        let folder = scratch.path().join(format!("unlisted{at}"));
        write(&folder, &left);
        let subject = Subject { game: settings.game.clone(), board: settings.board.clone() };
        let generic = if settings.kernel == Kernel::Generic { " (the engine for all games)" } else { "" };
        let program = format!("{}{generic}", settings.program);
        let provenance = Provenance { program, command: settings.command.clone() };
        let mut builder = Builder::open(&folder, subject, settings.form, provenance).expect("opened");
        builder.commit(Vec::new()).expect("listed");
        drop(builder);
        let mut crashed = files(&folder);
        crashed.extend(lost.iter().map(|&name| (name.clone(), b"half of it".to_vec())));
        write(&folder, &crashed);
        make(game, &folder, settings);
        same(&expected, &folder, &format!("with unlisted files from step {at} on"));

        for name in step {
            fs::remove_file(whole.join(name)).expect("removed");
            make(game, &whole, settings);
            same(&expected, &whole, &format!("without {name}"));
        }
        // Every second table of this step and of later ones.
        for name in lost.iter().step_by(2) {
            fs::remove_file(whole.join(name)).expect("removed");
        }
        make(game, &whole, settings);
        same(&expected, &whole, &format!("without every other table from step {at} on"));
    }
}

fn nex(rows: u32, cols: u32) -> Nex<u64> {
    Nex::new(rows, cols).expect("a board")
}

fn hex(rows: u32, cols: u32) -> Hex<u64> {
    Hex::new(rows, cols, Variant::default()).expect("a board")
}

#[test]
fn nex_goes_on_after_a_stop() {
    for metric in [Metric::Wdl, Metric::Dtw] {
        let how = settings(metric, Kernel::Fast);
        for game in [nex(2, 3), nex(3, 3)] {
            stopped_anywhere(&nexsolve_kernels::joined(&game), &how);
            stopped_anywhere(
                &nexsolve_kernels::joined(&game),
                &least(&nexsolve_kernels::joined(&game), &how),
            );
        }
        stopped_anywhere(&nexsolve_kernels::joined(&nex(2, 3)), &settings(metric, Kernel::Generic));
    }
}

#[test]
fn hex_goes_on_after_a_stop() {
    let how = settings(Metric::Wdl, Kernel::Fast);
    stopped_anywhere(&nexsolve_kernels::joined(&hex(3, 3)), &how);
    stopped_anywhere(&nexsolve_kernels::joined(&hex(3, 4)), &how);
    stopped_anywhere(&nexsolve_kernels::joined(&hex(2, 3)), &settings(Metric::Dtw, Kernel::Fast));
}

#[test]
fn lost_tables_of_nex_are_made_again() {
    for metric in [Metric::Wdl, Metric::Dtw] {
        let how = settings(metric, Kernel::Fast);
        for game in [nex(2, 3), nex(1, 7), nex(3, 3)] {
            tables_lost(&nexsolve_kernels::joined(&game), &how);
            tables_lost(&nexsolve_kernels::joined(&game), &least(&nexsolve_kernels::joined(&game), &how));
        }
        tables_lost(&nexsolve_kernels::joined(&nex(2, 3)), &settings(metric, Kernel::Generic));
    }
}

#[test]
fn lost_tables_of_hex_are_made_again() {
    let how = settings(Metric::Wdl, Kernel::Fast);
    for game in [hex(1, 1), hex(3, 3), hex(3, 4), hex(2, 5)] {
        tables_lost(&nexsolve_kernels::joined(&game), &how);
    }
    tables_lost(&nexsolve_kernels::joined(&hex(2, 3)), &settings(Metric::Dtw, Kernel::Fast));
}

#[test]
fn games_in_which_play_can_return_go_on() {
    let how = |metric| unreached(metric, Kernel::Fast);
    let awari = Seeds::new(4).expect("the game has 48");
    let slow = GameWithEngine::new(Draughts::endings(RUSSIAN, 2), cyclic::engine::<Draughts>);
    let fast = nexsolve_kernels::joined(&Draughts::endings(RUSSIAN, 3));
    for metric in [Metric::Wdl, Metric::Dtw] {
        for draughts in [&slow, &fast] {
            stopped_anywhere(draughts, &how(metric));
            stopped_anywhere(draughts, &least(draughts, &how(metric)));
        }
        tables_lost(&nexsolve_kernels::joined(&Draughts::endings(RUSSIAN, 3)), &how(metric));
    }
    stopped_anywhere(&nexsolve_kernels::joined(&awari), &how(Metric::Score));
    tables_lost(&nexsolve_kernels::joined(&awari), &how(Metric::Score));
    tables_lost(
        &nexsolve_kernels::joined(&awari),
        &least(&nexsolve_kernels::joined(&awari), &how(Metric::Score)),
    );
}

/// One metric after another, and reachable positions later or first: the tables are the same.
#[test]
fn a_database_is_added_to() {
    fn check(game: &dyn Tables, kernel: Kernel) {
        let tables = |folder: &Path| {
            let mut files = files(folder);
            files.remove("manifest.json");
            files
        };
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = |name: &str| scratch.path().join(name);
        let with = |metric, reach| GenerateSettings { reach, ..settings(metric, kernel) };
        let (wdl, dtw) = (Metric::Wdl, Metric::Dtw);
        make(game, &folder("a"), &with(wdl, Reach::Counted));
        make(game, &folder("a"), &with(dtw, Reach::Counted));
        make(game, &folder("b"), &with(dtw, Reach::Left));
        make(game, &folder("b"), &with(wdl, Reach::Counted));
        make(game, &folder("c"), &with(wdl, Reach::Left));
        make(game, &folder("c"), &with(dtw, Reach::Counted));
        let expected = tables(&folder("a"));
        let reach = |name: &&String| Path::new(name).extension().is_some_and(|metric| metric == "reach");
        assert_eq!(expected.keys().filter(reach).count(), game.layers().len());
        for name in ["b", "c"] {
            let found = tables(&folder(name));
            assert!(expected == found, "{name}: {:?}", found.keys());
        }
    }
    check(&nexsolve_kernels::joined(&nex(3, 3)), Kernel::Fast);
    check(&nexsolve_kernels::joined(&nex(2, 3)), Kernel::Generic);
    check(&nexsolve_kernels::joined(&hex(2, 3)), Kernel::Fast);
}

/// Engines store different codes for free ranks, so a game's own engine only continues its own tables.
#[test]
fn an_engine_does_not_go_on_from_the_tables_of_another() {
    let scratch = tempfile::tempdir().expect("a folder");
    let game = hex(3, 3);
    for (name, first, second) in [("a", Kernel::Fast, Kernel::Generic), ("b", Kernel::Generic, Kernel::Fast)]
    {
        let folder = scratch.path().join(name);
        make(&nexsolve_kernels::joined(&game), &folder, &settings(Metric::Wdl, first));
        for layer in &Ranked::layers(&game)[..5] {
            fs::remove_file(folder.join(format!("{}.wdl", layer.name))).expect("removed");
        }
        let how = settings(Metric::Wdl, second);
        let found = generate(&nexsolve_kernels::joined(&game), &folder, &how, &AtomicBool::new(false), &());
        assert!(matches!(found, Err(GenerateError::Kernel)));
        make(&nexsolve_kernels::joined(&game), &folder, &settings(Metric::Wdl, first));
    }
}
