//! Refusals by the system lead to a message and exit code 7, and leave nothing half done.
#![cfg(unix)]

use crate::support::{FORMATS, command, ended, entries, path, place, refused, run, said, scratch};
use nexsolve_db::{Builder, Form, Provenance, Subject};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const COMMAND: &str = env!("CARGO_BIN_EXE_nexsolve");

/// Runs the command after a line of shell, started by another program. Returns the exit code and the output.
fn after(starter: &str, shell: &str, args: &str) -> (i32, String, String) {
    let mut command = Command::new("env");
    command.args(starter.split_whitespace()).args(["sh", "-c", &format!("{shell} && exec {COMMAND} {args}")]);
    ended(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts"))
}

#[test]
fn a_complete_database_is_recognised_in_a_read_only_folder() {
    let folder = scratch();
    let dir = path(folder.path());
    said(&format!("generate nex:2x2 --out {dir}"));
    let closed = format!("mount --bind {dir} {dir} && mount -o remount,ro,bind {dir}");
    let inside = |args: &str| after("unshare --mount", &closed, args);
    let (code, out, err) = inside(&format!("generate nex:2x2 --out {dir} --json"));
    if code == 1 || code == 32 {
        println!("SKIPPED: this system lets nobody mount a folder for reading alone");
        return;
    }
    assert!(code == 0 && out.contains("\"made\":0") && out.contains("\"complete\":true"), "{out}{err}");
    // Missing tables cannot be written there.
    assert_eq!(inside(&format!("generate nex:2x2 --metric dtw --out {dir}")).0, 7);
}

/// A command keeps the files of the tables that it reads open. If the system allows too few, the error says
/// so; it does not speak of damage.
#[test]
fn too_few_open_files_are_reported() {
    let folder = scratch();
    let dir = place(&folder, "nex");
    said(&format!("generate nex:3x3 --metric dtw --out {dir}"));
    let (small, table) = (place(&folder, "small"), place(&folder, "table.csv"));
    let within = |files: u32, args: &str| after("", &format!("ulimit -n {files}"), args);
    for args in [
        format!("verify {dir}"),
        format!("shrink {dir} --out {small}"),
        format!("query {dir} start"),
        format!("export {dir} --format csv --out {table}"),
    ] {
        let (code, out, err) = within(10, &args);
        assert_eq!(code, 7, "{args}: {out}{err}");
        assert!(err.contains("ulimit -n") && !err.contains("damage"), "{args}: {out}{err}");
        assert!(!Path::new(&table).exists());
        let (code, out, err) = within(256, &args);
        assert_eq!(code, 0, "{args}: {out}{err}");
    }
}

#[test]
fn a_place_that_cannot_be_written_is_reported() {
    let folder = scratch();
    let link = place(&folder, "link");
    symlink("nowhere", &link).expect("linked");
    refused(2, &format!("generate hex:2x2 --out {link}"), "is a link to nowhere, which does not exist");
    let inside = folder.path().join("closed");
    fs::create_dir(&inside).expect("made");
    fs::set_permissions(&inside, fs::Permissions::from_mode(0o555)).expect("ours");
    if fs::write(inside.join("probe"), "").is_ok() {
        println!("SKIPPED: this user may write everywhere");
        return;
    }
    for target in [path(&inside), &place(&folder, "closed/deeper")] {
        refused(7, &format!("generate nex:2x2 --out {target} --quiet"), "cannot be created");
    }
}

#[test]
fn a_database_of_a_board_without_tables_is_a_bad_file() {
    let folder = scratch();
    let subject = Subject { game: "nex".to_owned(), board: "nex:8x8".to_owned() };
    let provenance = Provenance { program: "a test".to_owned(), command: "none".to_owned() };
    let mut builder = Builder::open(folder.path(), subject, Form::Raw, provenance).expect("a new folder");
    builder.commit(Vec::new()).expect("a manifest");
    // Only one process at a time can work in a folder.
    let generate = format!("generate nex:8x8 --out {}", path(folder.path()));
    assert_eq!(run(&generate).0, 2);
    drop(builder);
    for line in ["info DIR", "verify DIR", "query --db DIR start", "export DIR --format csv", "compare DIR -"]
    {
        let line = line.replace("DIR", path(folder.path()));
        let (code, _, err) = run(&line);
        let says = "is a database of nex:8x8, but this version has no tables";
        assert!(code == 4 && err.contains(says), "{line}: {err}");
    }
}

/// Checking the files of a database keeps none of them open.
#[test]
fn a_database_may_have_more_tables_than_a_process_may_open_files() {
    let folder = scratch();
    let db = place(&folder, "db");
    for args in [
        &format!("generate nex:3x3 --metric dtw --out {db}"),
        &format!("generate nex:3x3 --metric wdl --out {db}"),
        &format!("info {db}"),
        &format!("generate nex:3x3 --metric wdl --out {db}"),
    ] {
        let (code, _, err) = after("", "ulimit -n 40", &format!("{args} --threads 2"));
        assert_eq!(code, 0, "{args}: {err}");
    }
    assert!(entries(&db).len() > 33);
}

#[test]
fn an_export_that_does_not_fit_leaves_nothing() {
    let folder = scratch();
    let [database, new, old] = ["database", "new", "old"].map(|name| place(&folder, name));
    said(&format!("generate nex:3x3 --out {database} --quiet"));
    fs::create_dir(&old).expect("made");
    for &format in FORMATS {
        let inside = if format == "npy" { old.clone() } else { format!("{old}/file") };
        for out in [&new, &inside] {
            // No file may be longer than a few kilobytes, and the signal about that is ignored.
            let args = format!("export {database} --format {format} --out {out}");
            let (code, _, err) = after("", "trap '' XFSZ && ulimit -f 4", &args);
            assert_eq!(code, 7, "{format}: {err}");
            assert!(!fs::exists(&new).expect("readable") && entries(&old).is_empty(), "{format}");
        }
    }
}

/// Files are written even if standard output is full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_keeps_no_file_from_being_written() {
    let folder = scratch();
    let [win, games, good] = ["win.txt", "games.txt", "good.txt"].map(|name| place(&folder, name));
    fs::write(&games, "Ba1?a2;Wb2?c2;!\n").expect("written");
    for (args, file) in [
        (format!("solve nex:2x2 --certificate {win}"), &win),
        (format!("replay --size 3 {games} --write {good}"), &good),
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let mut command = crate::support::command(&args);
        let ended = command.stdout(full).output().expect("it starts");
        assert_eq!(ended.status.code(), Some(7), "{args}");
        assert!(fs::read(file).is_ok_and(|bytes| !bytes.is_empty()), "{args}");
    }
    for args in ["--help", "--version", "help solve", "solve --help", "man", "completions zsh", "players"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let ended = crate::support::command(args).stdout(full).output().expect("it starts");
        let err = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(7), "{args}: {err}");
        assert!(err.contains("cannot write to standard output"), "{args}: {err}");
    }
    let (code, _, err) = run("solve nex:2x2 --certificate /dev/full");
    assert!(code == 7 && err.contains("/dev/full cannot be written"), "{err}");
}

/// On clusters and in containers, a user can have only so many processes and threads.
#[cfg(target_os = "linux")]
#[test]
fn too_few_processes_are_reported() {
    // The limit does not hold for the user who may do everything: another user runs a copy of the program.
    const OTHER: &str = "setpriv --reuid=47111 --regid=47111 --clear-groups";
    let folder = scratch();
    let program = folder.path().join("nexsolve");
    fs::copy(COMMAND, &program).expect("copied");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("ours");
    let limited = |starter: &str, most: u32, args: &str| {
        let mut command = Command::new("timeout");
        let line = format!("ulimit -u {most} && exec {} {args}", path(&program));
        command.args(["-s", "KILL", "120"]).args(starter.split_whitespace()).args(["bash", "-c", &line]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let output = command.spawn().and_then(std::process::Child::wait_with_output).expect("it starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let is_bound = |starter: &&str| {
        limited(starter, 1_000, "--version").0 == Some(0)
            && limited(starter, 1, "solve nex:2x2 --threads 2").0 != Some(0)
    };
    let Some(starter) = ["", OTHER].into_iter().find(is_bound) else {
        println!(
            "SKIPPED: no limit of processes binds this user, and setpriv cannot start the program as another"
        );
        return;
    };
    let mut refused = 0;
    for (args, all) in [
        ("solve nex:3x3 --engine search --threads 2", 1..=4),
        ("match nex:3x3 'uct(100,threads=4)' random --games 2 --threads 2", 1..=7),
        ("exam nex:2x2 --player random --threads 2", 1..=4),
        // With more, the server starts and does not end.
        ("serve --port 0 --threads 8", 1..=3),
    ] {
        for most in all {
            let (code, err) = limited(starter, most, args);
            assert!(matches!(code, Some(0 | 7)), "{args} with {most}: {code:?}: {err}");
            assert!(code == Some(0) || err.contains("ulimit -u"), "{args} with {most}: {err}");
            refused += u32::from(code == Some(7));
        }
    }
    assert!(refused > 3, "{refused} were refused");
}

/// A refusal of the system gives a message and an exit code: no signal ends the program.
#[test]
fn refused_memory_is_reported() {
    let folder = scratch();
    let [database, made, exported] = ["database", "made", "exported"].map(|name| place(&folder, name));
    said(&format!("generate nex:3x3 --out {database} --quiet"));
    let mut refused = 0;
    for kib in (24_000..=60_000).step_by(4_000).chain([100_000]) {
        let limit = format!("ulimit -v {kib}");
        // The size of the program depends on how it was built; if there is no room to load it, it cannot
        // start.
        if after("", &format!("({limit} && {COMMAND} --version)"), "--version").0 != 0 {
            continue;
        }
        for args in [
            "solve nex:3x4 --nodes 100000",
            "solve nex:3x3 --tree",
            &format!("generate nex:3x4 --out {made}{kib}"),
            &format!("shrink {database} --out {made}small{kib}"),
            &format!("info {database}"),
            &format!("verify {database}"),
            &format!("query --db {database} start"),
            &format!("export {database} --format {} --out {exported}", FORMATS.last().expect("one")),
        ] {
            let (code, _, err) = after("", &limit, &format!("{args} --threads 2"));
            assert!([0, 5, 7].contains(&code), "{args} in {kib} KiB: exit code {code}: {err}");
            assert!(code != 7 || err.contains("error: "), "{args} in {kib} KiB: {err}");
            refused += u32::from(code == 7);
        }
    }
    assert!(refused > 0, "nothing was refused");
}

/// The files below a folder with their contents.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let below = |path: PathBuf| path.strip_prefix(folder).expect("below").to_owned();
    all(folder).into_iter().map(|(path, bytes)| (below(path), bytes)).collect()
}

fn all(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in entries(folder) {
        if entry.is_dir() {
            found.extend(all(&entry));
        } else {
            let bytes = fs::read(&entry).expect("a file");
            found.insert(entry, bytes);
        }
    }
    found
}

/// A limit on the size of files is an error, not a signal that ends the command without a word; the same
/// command then resumes.
#[test]
fn a_limit_on_the_size_of_files_is_an_error_for_every_writer() {
    let scratch = scratch();
    let at = |name: &str| place(&scratch, name);
    said(&format!("generate nex:3x3 --metric dtw --out {}", at("nex33")));
    let nex = at("nex33");
    let writers = [
        format!("generate nex:3x3 --metric dtw --out {}", at("made")),
        format!("shrink {nex} --out {}", at("small")),
        format!("export {nex} --format csv --out {}", at("nex.csv")),
        format!("export {nex} --format npy --out {}", at("npy")),
        format!("match nex:3x3 random random --games 200 --records {}", at("games.txt")),
        format!("solve nex:3x3 --certificate {}", at("win.txt")),
        format!("report --db {nex} --out {}", at("report")),
        format!("publish {nex} --out {}", at("site")),
    ];
    for line in writers {
        let (code, _, err) = after("", "ulimit -f 2", &line);
        assert_eq!(code, 7, "{line}: {err}");
        assert!(err.contains("ulimit -f"), "{line}: {err}");
        said(&line);
    }
    assert_eq!(tree(&scratch.path().join("made")), tree(&scratch.path().join("nex33")));
}

#[test]
fn a_report_that_was_stopped_is_written_again_with_the_same_bytes() {
    let scratch = scratch();
    let nex = place(&scratch, "nex22");
    said(&format!("generate nex:2x2 --metric dtw --out {nex}"));
    let line = |out: &Path| format!("report --out {} --db {nex}", path(out));
    let undisturbed = scratch.path().join("undisturbed");
    said(&line(&undisturbed));
    let expected = tree(&undisturbed);
    // At each of these limits, some file is too large.
    for blocks in [1, 2, 4] {
        let out = scratch.path().join(format!("out{blocks}"));
        assert_eq!(after("", &format!("ulimit -f {blocks}"), &line(&out)).0, 7, "{blocks}");
        assert!(!out.exists(), "nothing is left");
        // What a killed run leaves, now and in an earlier version.
        fs::create_dir_all(out.join(".files.a1.partial/atlas")).expect("made");
        said(&line(&out));
        fs::write(out.join("openings/.nex-2x2.svg.a1.partial"), "half").expect("written");
        said(&line(&out));
        assert_eq!(tree(&out), expected, "{blocks}");
    }
}

#[test]
fn a_place_for_temporary_files_that_cannot_be_used_is_named() {
    for line in ["solve nex:4x4 --engine table", "plan nex:3x4", "exam nex:3x3 --player random", "facts"] {
        let mut command = command(line);
        let (code, _, err) = ended(command.env("TMPDIR", "/nonexistent/place").spawn().expect("it starts"));
        assert_eq!(code, 7, "{line}: {err}");
        assert!(err.contains("/nonexistent/place") && err.contains("TMPDIR"), "{line}: {err}");
    }
}
