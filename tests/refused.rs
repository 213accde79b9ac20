//! Refusals by the system: a message, the exit code 7, and nothing half done.
#![cfg(unix)]

use crate::support::{FORMATS, document, outcome, outcome_of, path};
use nexsolve_db::{Builder, Form, Provenance, Subject};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const COMMAND: &str = env!("CARGO_BIN_EXE_nexsolve");

fn scratch() -> TempDir {
    tempfile::tempdir().expect("a scratch folder")
}

/// Runs the command after a line of shell; returns its exit code and its messages.
fn after(shell: &str, args: &str) -> (i32, String) {
    let (code, _, told) = outcome_of(surrounded(shell, args));
    (code, told)
}

/// The command after a line of shell, not yet started.
fn surrounded(shell: &str, args: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{shell} && exec {COMMAND} {args}")]);
    command
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("text")).collect()
}

#[test]
fn a_complete_database_is_recognised_in_a_read_only_folder() {
    let folder = scratch();
    let dir = path(folder.path());
    assert_eq!(document(&["generate", "nex:2x2", "--out", dir, "--json"]).0, 0);
    let closed = format!("mount --bind {dir} {dir} && mount -o remount,ro,bind {dir}");
    let inside = |args: &str| {
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", &format!("{closed} && exec {COMMAND} {args}")]);
        command
            .output()
            .ok()
            .filter(|output| output.status.code() != Some(1) && output.status.code() != Some(32))
    };
    let Some(output) = inside(&format!("generate nex:2x2 --out {dir} --json")) else {
        println!("SKIPPED: this system lets nobody mount a folder for reading alone");
        return;
    };
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a document");
    assert_eq!((&found["made"], &found["complete"]), (&0.into(), &true.into()), "{told}");
    // Where something is missing, it cannot be made.
    let output = inside(&format!("generate nex:2x2 --metric dtw --out {dir}")).expect("as before");
    assert_eq!(output.status.code(), Some(7));
}

#[test]
fn what_a_link_leads_to_is_told() {
    let folder = scratch();
    let link = folder.path().join("link");
    symlink("nowhere", &link).expect("linked");
    for args in [["generate", "nex:2x2", "--out"], ["generate", "hex:2x2", "--out"]] {
        let (code, _, told) = outcome(&[&args[..], &[path(&link)]].concat());
        assert_eq!(code, 2, "{told}");
        assert!(told.contains("is a link to nowhere, which does not exist"), "{told}");
    }
}

#[test]
fn a_database_of_a_board_without_tables_is_a_bad_file() {
    let folder = scratch();
    let subject = Subject { game: "nex".to_owned(), board: "nex:8x8".to_owned() };
    let provenance = Provenance { program: "a test".to_owned(), command: "none".to_owned() };
    let mut builder = Builder::open(folder.path(), subject, Form::Raw, provenance).expect("a new folder");
    builder.commit(Vec::new()).expect("a manifest");
    drop(builder);
    let dir = path(folder.path());
    let commands: [&[&str]; 5] = [
        &["info", dir],
        &["verify", dir],
        &["query", "--db", dir, "start"],
        &["export", dir, "--format", "csv"],
        &["compare", dir, "-"],
    ];
    for args in commands {
        let (code, _, told) = outcome(args);
        assert_eq!(code, 4, "{args:?}: {told}");
        assert!(told.contains("is a database of nex:8x8, and this version has no tables"), "{told}");
    }
}

#[test]
fn an_export_that_does_not_fit_leaves_nothing() {
    let folder = scratch();
    let database = folder.path().join("database");
    assert_eq!(outcome(&["generate", "nex:3x3", "--out", path(&database), "--quiet"]).0, 0);
    for &format in FORMATS {
        let (new, old) = (folder.path().join("new"), folder.path().join("old"));
        fs::create_dir_all(&old).expect("made");
        let out = if format == "npy" { old.clone() } else { old.join("file") };
        for out in [&new, &out] {
            // No file may be longer than a few kilobytes, and the signal about it is not heard.
            let args = format!("export {} --format {format} --out {}", path(&database), path(out));
            let (code, told) = after("trap '' XFSZ && ulimit -f 4", &args);
            assert_eq!(code, 7, "{format}: {told}");
            assert!(!new.exists() && names(&old).is_empty(), "{format}: {:?}", names(&old));
        }
    }
}

/// A refusal of the system gives a message and an exit code: no signal ends the program.
#[test]
fn refused_memory_is_reported() {
    let folder = scratch();
    let database = folder.path().join("database");
    assert_eq!(outcome(&["generate", "nex:3x3", "--out", path(&database), "--quiet"]).0, 0);
    let mut refused = 0;
    for kib in [24_000, 28_000, 32_000, 36_000, 40_000, 60_000, 100_000, 160_000] {
        let limit = format!("ulimit -v {kib}");
        // How large the program is depends on how it was built: where there is no room to load it, it cannot begin.
        if !surrounded(&limit, "--version").output().expect("sh").status.success() {
            continue;
        }
        for args in [
            "solve nex:3x4 --nodes 100000 --threads 2".to_owned(),
            "solve nex:3x3 --tree --threads 2".to_owned(),
            format!("generate nex:3x4 --threads 2 --out {}", path(&folder.path().join(kib.to_string()))),
            format!("verify {} --threads 2", path(&database)),
            format!("query --db {} start --threads 2", path(&database)),
            format!(
                "export {} --format {} --threads 2 --out {}",
                path(&database),
                FORMATS.last().expect("one"),
                path(&folder.path().join("p"))
            ),
        ] {
            let (code, told) = after(&limit, &args);
            assert!([0, 5, 7].contains(&code), "{args} in {kib} KiB: exit code {code}: {told}");
            assert!(code != 7 || told.contains("error: "), "{args} in {kib} KiB: {told}");
            refused += u32::from(code == 7);
        }
    }
    assert!(refused > 0, "nothing was refused");
}
