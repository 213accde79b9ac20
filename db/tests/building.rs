//! Tests of creating, interrupting, extending and protecting databases.

use crate::fixtures::{provenance, subject};
use nexsolve_db::{
    BuildError, Builder, Counts, Database, FinishedTable, Form, Metric, OpenError, Provenance, Subject,
    TableError, TableFault, TableSpec, digest, packed,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Command;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

fn scratch() -> TempDir {
    tempfile::tempdir().expect("a scratch folder")
}

fn try_open(folder: &Path) -> Result<Builder, BuildError> {
    Builder::open(folder, subject(), Form::Compressed, provenance())
}

fn build(folder: &Path) -> Builder {
    try_open(folder).expect("a folder of ours")
}

fn spec(layer: &str) -> TableSpec {
    TableSpec { layer: layer.into(), metric: Metric::Wdl, entries: 1000, values: vec![-1, 0, 1] }
}

fn codes(layer: &str) -> Vec<u8> {
    (0..1000).map(|i| ((i * 7 + layer.len() + usize::from(layer.as_bytes()[1])) % 11 % 3) as u8).collect()
}

fn counts(layer: &str) -> Counts {
    let mut positions = vec![0; 3];
    for code in codes(layer) {
        positions[usize::from(code)] += 1;
    }
    Counts { positions, reachable: None }
}

fn write(builder: &Builder, layer: &str) -> FinishedTable {
    let mut writer = builder.begin(spec(layer)).expect("not there yet");
    for piece in packed::pack(&codes(layer), 2).chunks(33) {
        writer.append(piece).expect("room");
    }
    writer.finish().expect("room")
}

fn add(builder: &mut Builder, layer: &str) {
    let table = write(builder, layer);
    builder.commit(vec![(table, counts(layer))]).expect("room");
}

/// Returns the files of a folder with their contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let contents = |path: &Path| if path.is_dir() { Vec::new() } else { fs::read(path).expect("a file") };
    entries.map(|entry| (entry.file_name().into_string().expect("text"), contents(&entry.path()))).collect()
}

const LAYERS: [&str; 4] = ["p3", "p2", "p1", "p0"];

/// Makes the missing tables, as a generator would. Stops after `steps` steps without cleaning up, as if the
/// process had been killed. Returns whether all tables are finished.
fn generate(folder: &Path, mut steps: usize) -> bool {
    let mut step = || {
        steps = steps.saturating_sub(1);
        steps > 0
    };
    let mut builder = build(folder);
    for layer in LAYERS {
        if builder.finished(layer, Metric::Wdl).is_some() {
            continue;
        }
        let mut writer = builder.begin(spec(layer)).expect("not there yet");
        for piece in packed::pack(&codes(layer), 2).chunks(100) {
            writer.append(piece).expect("room");
            if !step() {
                std::mem::forget(writer);
                return false;
            }
        }
        let table = writer.finish().expect("room");
        if !step() {
            std::mem::forget(table);
            return false;
        }
        builder.commit(vec![(table, counts(layer))]).expect("room");
        if !step() {
            return false;
        }
    }
    true
}

fn assert_complete(folder: &Path) {
    let database = Database::open(folder).expect("a database");
    for layer in LAYERS {
        let table = database.table(layer, Metric::Wdl).expect("sound").expect("listed");
        let read: Vec<u8> = (0..1000).map(|i| table.code(i).expect("sound")).collect();
        assert_eq!(read, codes(layer));
    }
}

#[test]
fn finished_tables_are_listed_and_can_be_read() {
    let folder = scratch();
    assert!(generate(folder.path(), usize::MAX));
    assert_complete(folder.path());
    let database = Database::open(folder.path()).expect("a database");
    let manifest = database.manifest();
    assert_eq!((&manifest.subject, manifest.form), (&subject(), Form::Compressed));
    assert_eq!(manifest.runs, [provenance()]);
    let layers: Vec<_> = manifest.tables.iter().map(|table| table.layer.as_str()).collect();
    assert_eq!(layers, ["p0", "p1", "p2", "p3"], "sorted, whichever was made first");
    for record in &manifest.tables {
        let bytes = fs::read(folder.path().join(&record.file)).expect("a file");
        assert_eq!(record.bytes, bytes.len() as u64);
        assert_eq!(record.digest, blake3::hash(&bytes).to_hex().as_str());
        assert_eq!(record.spec(), spec(&record.layer));
        assert_eq!(record.counts, counts(&record.layer));
    }
    assert!(database.table("p9", Metric::Wdl).expect("no fault").is_none());
    assert!(database.table("p0", Metric::Dtw).expect("no fault").is_none());
    let expected = ["lock", "manifest.json", "p0.wdl", "p1.wdl", "p2.wdl", "p3.wdl"];
    assert_eq!(files(folder.path()).into_keys().collect::<Vec<_>>(), expected);
}

#[test]
fn interruptions_leave_no_trace() {
    let whole = scratch();
    assert!(generate(whole.path(), usize::MAX));
    let expected = files(whole.path());
    for steps in 1..30 {
        let folder = scratch();
        let finished = generate(folder.path(), steps);
        // Interrupted again, earlier, and then to the end.
        generate(folder.path(), 3);
        assert!(generate(folder.path(), usize::MAX));
        assert!(files(folder.path()) == expected, "after {steps} steps, {finished}");
    }
}

#[test]
fn a_table_that_is_not_listed_is_made_again() {
    let folder = scratch();
    add(&mut build(folder.path()), "p0");
    // Killed between renaming a table and writing the manifest, and killed while writing a manifest.
    fs::write(folder.path().join("p1.wdl"), "half a table").expect("room");
    fs::write(folder.path().join(".manifest.json.Xy12zA.partial"), "{").expect("room");
    let mut builder = build(folder.path());
    assert!(builder.finished("p1", Metric::Wdl).is_none());
    assert!(builder.finished("p0", Metric::Wdl).is_some());
    add(&mut builder, "p1");
    assert_eq!(
        files(folder.path()).into_keys().collect::<Vec<_>>(),
        ["lock", "manifest.json", "p0.wdl", "p1.wdl"]
    );
}

#[test]
fn a_dropped_table_leaves_no_file() {
    let folder = scratch();
    let builder = build(folder.path());
    let mut writer = builder.begin(spec("p0")).expect("not there yet");
    writer.append(&[0; 10]).expect("room");
    assert!(files(folder.path()).contains_key(".p0.wdl.partial"));
    drop(writer);
    drop(write(&builder, "p1"));
    assert_eq!(files(folder.path()).into_keys().collect::<Vec<_>>(), ["lock"]);
}

#[test]
fn finished_tables_can_be_read_while_others_are_made() {
    let folder = scratch();
    let mut builder = build(folder.path());
    add(&mut builder, "p1");
    let table = builder.database().table("p1", Metric::Wdl).expect("sound").expect("listed");
    add(&mut builder, "p0");
    assert_eq!(table.code(5).expect("sound"), codes("p1")[5]);
    let again = builder.database().table("p1", Metric::Wdl).expect("sound").expect("listed");
    assert!(std::sync::Arc::ptr_eq(&table, &again), "the table stays open");
    assert!(builder.database().table("p0", Metric::Wdl).expect("sound").is_some());
    assert_eq!(builder.into_database().manifest().tables.len(), 2);
}

#[test]
fn one_process_at_a_time_makes_tables() {
    let folder = scratch();
    let first = build(folder.path());
    assert!(matches!(try_open(folder.path()), Err(BuildError::Locked { .. })));
    drop(first);
    build(folder.path());
}

#[test]
fn the_folder_of_another_database_is_refused() {
    let folder = scratch();
    add(&mut build(folder.path()), "p0");
    let before = files(folder.path());
    let other = Subject { board: "nex:3x3".into(), ..subject() };
    let refused = Builder::open(folder.path(), other, Form::Compressed, provenance()).err().expect("refused");
    assert!(matches!(refused, BuildError::Subject { .. }));
    assert!(refused.to_string().ends_with("a database of nex:2x2, not of nex:3x3: choose another folder"));
    let refused = Builder::open(folder.path(), subject(), Form::Raw, provenance()).err().expect("refused");
    assert!(matches!(refused, BuildError::Form { .. }));
    assert!(files(folder.path()) == before);

    let home = scratch();
    fs::write(home.path().join("letter.txt"), "Dear").expect("room");
    let refused = try_open(home.path()).err().expect("refused");
    assert!(matches!(&refused, BuildError::Foreign { file, .. } if file == "letter.txt"), "{refused}");
    assert_eq!(files(home.path()).len(), 1, "no file was added");
    assert!(matches!(try_open(&home.path().join("letter.txt")), Err(BuildError::Io { .. })));
    build(&home.path().join("new/folder"));
}

#[test]
fn foreign_files_stay() {
    let folder = scratch();
    add(&mut build(folder.path()), "p0");
    let theirs = ["README", ".partial", ".letter.partial", "p0.wdl.partial", ".p0.txt.partial"];
    for name in theirs {
        fs::write(folder.path().join(name), "theirs").expect("room");
    }
    fs::create_dir(folder.path().join("pictures")).expect("room");
    fs::write(folder.path().join(".p7.wdl.partial"), "ours").expect("room");
    add(&mut build(folder.path()), "p1");
    let after = files(folder.path());
    assert!(theirs.iter().all(|name| after[*name] == b"theirs") && after.contains_key("pictures"));
    assert!(!after.contains_key(".p7.wdl.partial"));
}

#[test]
fn runs_are_listed_once_each() {
    let folder = scratch();
    let open = |command: &str| {
        let provenance = Provenance { command: command.into(), ..provenance() };
        Builder::open(folder.path(), subject(), Form::Compressed, provenance).expect("ours")
    };
    for (command, layer) in
        [("first", Some("p0")), ("idle", None), ("second", Some("p1")), ("first", Some("p2"))]
    {
        let mut builder = open(command);
        if let Some(layer) = layer {
            add(&mut builder, layer);
        }
    }
    let database = Database::open(folder.path()).expect("a database");
    let commands: Vec<_> = database.manifest().runs.iter().map(|run| run.command.as_str()).collect();
    assert_eq!(commands, ["first", "second"]);
}

#[test]
fn finished_tables_are_not_made_again() {
    let folder = scratch();
    let mut builder = build(folder.path());
    let twice = write(&builder, "p0");
    assert!(matches!(
        builder.commit(vec![(twice, Counts { positions: vec![1], reachable: None })]),
        Err(BuildError::Counts { expected: 3, found: 1, .. })
    ));
    add(&mut builder, "p0");
    assert!(matches!(builder.begin(spec("p0")), Err(BuildError::Finished { .. })));
    assert!(matches!(builder.begin(spec("../p0")), Err(BuildError::Spec(_))));
}

#[test]
fn missing_damaged_and_swapped_tables_are_detected() {
    let folder = scratch();
    assert!(generate(folder.path(), usize::MAX));
    let expected = files(folder.path());
    let path = |name: &str| folder.path().join(name);
    let table = |layer: &str| Database::open(folder.path()).expect("a database").table(layer, Metric::Wdl);
    // A missing table is made again.
    fs::remove_file(path("p2.wdl")).expect("it was there");
    let error = table("p2").expect_err("gone");
    assert!(matches!(error, TableError { fault: TableFault::Missing, .. }));
    assert!(error.to_string().contains("p2.wdl"), "{error}");
    assert!(generate(folder.path(), usize::MAX) && files(folder.path()) == expected);
    // A damaged table stops the build until it is removed.
    let bytes = &expected["p2.wdl"];
    fs::write(path("p2.wdl"), &bytes[..bytes.len() - 1]).expect("room");
    let error = try_open(folder.path()).err().expect("damaged");
    assert!(matches!(error, BuildError::Tables(_)));
    assert!(
        error.to_string().contains("remove the file and run the command that made the database again"),
        "{error}"
    );
    fs::remove_file(path("p2.wdl")).expect("it was there");
    assert!(generate(folder.path(), usize::MAX) && files(folder.path()) == expected);
    // A table whose file was swapped for another table's.
    for (name, other) in [("p1.wdl", "p2.wdl"), ("p2.wdl", "p1.wdl")] {
        fs::write(path(name), &expected[other]).expect("room");
    }
    for layer in ["p1", "p2"] {
        let error = table(layer).expect_err("another").fault;
        assert!(matches!(error, TableFault::Differs { .. }), "{error}");
    }
    let report = check(folder.path());
    assert_eq!((report.tables, report.faults.len()), (4, 2));
}

fn check(folder: &Path) -> digest::Checked {
    let database = Database::open(folder).expect("a database");
    digest::check(&database, &AtomicBool::new(false), &|_, _| ()).expect("not interrupted")
}

#[test]
fn a_check_finds_every_changed_byte() {
    let folder = scratch();
    add(&mut build(folder.path()), "p0");
    let file = folder.path().join("p0.wdl");
    let bytes = fs::read(&file).expect("a file");
    let report = check(folder.path());
    assert_eq!((report.tables, report.blocks, report.bytes), (1, 1, bytes.len() as u64));
    assert!(report.faults.is_empty());
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 0x10;
        fs::write(&file, changed).expect("room");
        let faults = check(folder.path()).faults;
        assert!(!faults.is_empty() && faults.iter().all(|fault| fault.file == file), "{place}");
    }
    fs::write(&file, bytes).expect("room");
    let database = Database::open(folder.path()).expect("a database");
    assert!(digest::check(&database, &AtomicBool::new(true), &|_, _| ()).is_err());
}

#[test]
fn every_changed_manifest_is_detected() {
    let folder = scratch();
    add(&mut build(folder.path()), "p0");
    let file = folder.path().join("manifest.json");
    let bytes = fs::read(&file).expect("a file");
    let refused = |bytes: &[u8]| {
        fs::write(&file, bytes).expect("room");
        let error = Database::open(folder.path()).expect_err("damaged");
        assert!(error.to_string().contains("manifest.json"), "{error}");
        error
    };
    refused(&bytes[1..]);
    assert!(matches!(try_open(folder.path()), Err(BuildError::Open(_))));
    for place in 0..bytes.len() {
        for change in
            [1, 2, 4, 8, 16, 32, 64, 128, 255, bytes[place] ^ b' ', bytes[place] ^ b'"', bytes[place]]
        {
            let mut changed = bytes.clone();
            changed[place] ^= change;
            if changed != bytes {
                refused(&changed);
            }
        }
        refused(&bytes[..place]);
        refused(&[&bytes[..place], &bytes[place + 1..]].concat());
        refused(&[&bytes[..place], b" ", &bytes[place..]].concat());
    }
    refused(&[&bytes[..], b"\n"].concat());
    let text = String::from_utf8(bytes.clone()).expect("text");
    let of_version = |version: &str| refused(text.replace("version\": 1", version).as_bytes());
    assert!(matches!(of_version("version\": 4"), OpenError::Version { found: 4, .. }));
    assert!(matches!(of_version("version\": 3"), OpenError::Damaged { .. }));
    assert!(matches!(of_version("version\": 2"), OpenError::Damaged { .. }));
    let zeroth = of_version("version\": 0");
    assert!(matches!(zeroth, OpenError::Version { found: 0, .. }) && !zeroth.to_string().contains("newer"));
    // A manifest that is too large is not read.
    let sparse = fs::File::create(&file).expect("room");
    sparse.set_len(1 << 40).expect("a file with a hole");
    let error = Database::open(folder.path()).expect_err("too large").to_string();
    assert!(error.contains("larger than any manifest"), "{error}");
    fs::write(&file, bytes).expect("room");
    Database::open(folder.path()).expect("sound again");
    assert!(matches!(Database::open(scratch().path()), Err(OpenError::NoDatabase { .. })));
}

/// Reading a pipe would wait for ever.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_in_place_of_a_file_is_refused() {
    let folder = scratch();
    add(&mut build(folder.path()), "p0");
    for name in ["p0.wdl", "manifest.json"] {
        let file = folder.path().join(name);
        fs::remove_file(&file).expect("removed");
        assert!(Command::new("mkfifo").arg(&file).status().expect("it runs").success());
        let opened = Database::open(folder.path()).map_err(|error| error.to_string());
        let error = match opened {
            Ok(database) => database.table("p0", Metric::Wdl).expect_err("a pipe").to_string(),
            Err(error) => error,
        };
        assert!(error.contains(name) && error.contains("not a regular file"), "{error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_names_the_file() {
    let folder = scratch();
    let mut builder = build(folder.path());
    add(&mut builder, "p1");
    std::os::unix::fs::symlink("/dev/full", folder.path().join(".p0.wdl.partial")).expect("room");
    let error = builder.begin(spec("p0")).err().expect("no room for the header");
    assert!(matches!(error, BuildError::Io { .. }));
    assert!(error.to_string().contains("p0.wdl") && error.to_string().contains("No space left"), "{error}");
    assert_eq!(files(folder.path()).into_keys().collect::<Vec<_>>(), ["lock", "manifest.json", "p1.wdl"]);
    add(&mut builder, "p0");
}

#[test]
fn a_manifest_that_cannot_be_replaced_loses_nothing() {
    let folder = scratch();
    let mut builder = build(folder.path());
    let table = write(&builder, "p0");
    let in_the_way = folder.path().join("manifest.json");
    fs::create_dir(&in_the_way).expect("room");
    let error = builder.commit(vec![(table, counts("p0"))]).expect_err("a folder is in the way");
    assert!(error.to_string().contains("manifest.json"), "{error}");
    assert!(builder.finished("p0", Metric::Wdl).is_none());
    fs::remove_dir(&in_the_way).expect("empty");
    add(&mut builder, "p0");
    drop(builder);
    assert_eq!(files(folder.path()).into_keys().collect::<Vec<_>>(), ["lock", "manifest.json", "p0.wdl"]);
}
