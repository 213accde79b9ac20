//! Generated databases: the right values, the same bytes after interruptions and on any threads, and refusals.

use crate::support::{command, document, outcome, path};
use nexsolve_core::Ranked;
use nexsolve_db::{Builder, Form, Metric, Provenance, Subject};
use nexsolve_games::hex::{Convention, Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_tablegen::{AnyTables, Keep, Kernel, Local, Settings};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

fn scratch() -> TempDir {
    tempfile::tempdir().expect("a scratch folder")
}

/// Makes a database and returns the document about it.
fn generate(board: &str, folder: &Path, more: &[&str]) -> serde_json::Value {
    let mut args = vec!["generate", board, "--out", path(folder), "--json", "--quiet"];
    args.extend(more);
    let (code, json) = document(&args);
    assert_eq!(code, 0, "{args:?}");
    json
}

/// The files of a folder with their contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder");
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().expect("text");
        (name, fs::read(entry.path()).expect("readable"))
    };
    entries.map(|entry| file(entry.expect("an entry"))).collect()
}

/// That both folders hold the same files.
fn assert_same(one: &Path, other: &Path, what: &str) {
    let (one, other) = (files(one), files(other));
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>(), "{what}");
    for (name, bytes) in &one {
        assert!(bytes == &other[name], "{what}: {name} differs");
    }
}

#[test]
fn tables_hold_what_the_rules_say() {
    fn check<G: Ranked + nexsolve_core::Symmetric>(game: &G, board: &str) {
        let expected = scratch();
        crate::support::build::write(
            game,
            board,
            expected.path(),
            &[Metric::Wdl, Metric::Dtw, Metric::Reach],
            |_| true,
        );
        for metric in ["wdl", "dtw"] {
            for form in [&[][..], &["--raw"]] {
                let folder = scratch();
                let mut more = vec!["--metric", metric];
                more.extend(form);
                generate(board, folder.path(), &more);
                for metric in [metric, "reach"] {
                    let csv = |folder: &Path| {
                        let args = ["export", path(folder), "--format", "csv", "--metric", metric];
                        outcome(&args)
                    };
                    assert!(csv(folder.path()) == csv(expected.path()), "{board} {metric} {form:?}");
                }
                let (code, out, _) = outcome(&["verify", path(folder.path())]);
                assert_eq!(code, 0, "{board} {metric}: {out}");
            }
        }
        // Counts too, where the tables that they are read from are the same.
        let folder = scratch();
        generate(board, folder.path(), &["--metric", "dtw"]);
        let totals = |folder: &Path| document(&["info", path(folder), "--json"]).1["totals"].clone();
        assert_eq!(totals(folder.path()), totals(expected.path()), "{board}");
    }
    for (rows, cols) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)] {
        check(&Nex::<u64>::new(rows, cols).expect("small"), &format!("nex:{rows}x{cols}"));
    }
    let hex = |swap, convention| {
        Hex::<u64>::new(3, 3, Variant { swap, convention, ..Variant::default() }).expect("small")
    };
    check(&hex(Swap::Off, Convention::Standard), "hex:3x3");
    check(&hex(Swap::On, Convention::Course), "hex:course+swap:3x3");
}

#[test]
fn the_counts_of_3x3_are_as_published() {
    let folder = scratch();
    let json = generate("nex:3x3", folder.path(), &[]);
    assert_eq!((&json["value"], &json["complete"]), (&"win".into(), &true.into()));
    assert_eq!(json["openings_by_value"], serde_json::json!({"win": 42, "draw": 30, "loss": 0}));
    let totals = &json["totals"];
    for (field, count) in [("reachable", 36_397), ("loss", 5_828), ("draw", 13_814), ("win", 16_755)] {
        assert_eq!(totals[field], count, "{field}");
    }
    assert_eq!((&json["made"], &json["found"]), (&22.into(), &0.into()));
    let phases = ["reach", "sweep", "write", "commit"].map(|phase| json["seconds_by_phase"][phase].as_f64());
    let sum: f64 = phases.map(|seconds| seconds.expect("a number")).iter().sum();
    assert!(sum > 0.0 && Some(sum) <= json["seconds"].as_f64(), "{phases:?}");
    // Nothing is left to do for the same command; another metric joins in.
    let again = generate("nex:3x3", folder.path(), &[]);
    assert_eq!((&again["made"], &again["found"]), (&0.into(), &22.into()));
    let more = generate("nex:3x3", folder.path(), &["--metric", "dtw"]);
    assert_eq!((&more["made"], &more["found"]), (&11.into(), &11.into()));
    assert_eq!((&more["distance"], &more["totals"]["longest_win"]), (&7.into(), &7.into()));
    let bare = scratch();
    let json = generate("nex:3x3", bare.path(), &["--no-reach"]);
    assert_eq!((&json["made"], &json["totals"]["reachable"]), (&11.into(), &serde_json::Value::Null));
    assert_eq!(json["totals"]["of"], "all");
}

#[test]
fn threads_and_memory_do_not_change_the_bytes() {
    for (board, metric) in [("nex:3x3", "wdl"), ("nex:2x5", "dtw"), ("hex:3x4", "dtw")] {
        let first = scratch();
        generate(board, first.path(), &["--metric", metric, "--threads", "1"]);
        for more in [&["--threads", "2"][..], &["--threads", "3", "--memory", "128MiB"]] {
            let other = scratch();
            let mut args = vec!["--metric", metric];
            args.extend(more);
            generate(board, other.path(), &args);
            assert_same(first.path(), other.path(), &format!("{board} {more:?}"));
        }
    }
}

#[test]
fn what_cannot_be_made_is_refused_and_nothing_touched() {
    let (made, foreign, file) = (scratch(), scratch(), scratch());
    generate("nex:2x2", made.path(), &[]);
    fs::write(foreign.path().join("notes.txt"), "mine").expect("written");
    let file = file.path().join("file");
    fs::write(&file, "mine").expect("written");
    let inside = file.join("deeper");
    let before = files(made.path());
    let fresh = scratch();
    for (args, code, says) in [
        (vec!["nex:2x3", "--out", path(made.path())], 2, "holds a database of nex:2x2, not of nex:2x3"),
        (vec!["hex:2x2", "--out", path(made.path())], 2, "holds a database of nex:2x2"),
        (vec!["nex:2x2", "--raw", "--out", path(made.path())], 2, "holds compressed tables, not raw ones"),
        (vec!["nex:2x2", "--out", path(foreign.path())], 2, "holds other files, such as notes.txt"),
        (vec!["nex:2x2", "--out", path(&file)], 2, "is a file, not a folder"),
        (vec!["nex:2x2", "--out", path(&inside)], 2, "is a file, not a folder"),
        (vec!["nex:2x2"], 2, "--out"),
        (vec!["--out", path(fresh.path())], 2, "no board is given"),
        (vec!["nex:2x2", "--out", path(fresh.path()), "--metric", "score"], 2, "wdl or dtw"),
        (vec!["nex:2x2", "--out", path(fresh.path()), "--metric", "dtc"], 2, "wdl, dtw, score"),
        (vec!["nex:8x8", "--out", path(fresh.path())], 2, "too many positions for a database"),
        (vec!["hex:8x8", "--out", path(fresh.path())], 2, "too many positions for a database"),
        (vec!["nex:4x5", "--out", path(fresh.path()), "--memory", "64MiB"], 2, "hint: give --memory "),
        (vec!["nex:5x5", "--out", path(fresh.path()), "--memory", "1GiB"], 2, "hint: give --memory "),
    ] {
        let args = [&["generate", "--quiet"][..], &args].concat();
        let (found, out, err) = outcome(&args);
        assert_eq!((found, out.as_str()), (code, ""), "{args:?}: {err}");
        assert!(err.contains(says), "{args:?}: {err}");
    }
    assert_eq!(files(made.path()), before);
    assert_eq!(files(foreign.path()).len(), 1);
    assert_eq!(files(fresh.path()).len(), 0);
    assert_eq!(fs::read_to_string(&file).expect("there"), "mine");
}

#[test]
fn a_memory_hint_is_enough() {
    let folder = scratch();
    let args =
        |memory| vec!["generate", "hex:4x4", "--out", path(folder.path()), "--quiet", "--memory", memory];
    let (code, _, err) = outcome(&args("16MiB"));
    assert_eq!(code, 2, "{err}");
    let hint = err.split("give --memory ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a hint");
    // Less is refused, and this much is not.
    let code = outcome(&args(hint)).0;
    assert_eq!(code, 0, "{hint}");
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = scratch();
    let inside = folder.path().join("closed");
    fs::create_dir(&inside).expect("made");
    fs::set_permissions(&inside, fs::Permissions::from_mode(0o555)).expect("ours");
    if fs::write(inside.join("probe"), "").is_ok() {
        eprintln!("skipped: this user may write everywhere");
        return;
    }
    for target in [inside.clone(), inside.join("deeper")] {
        let (code, out, err) = outcome(&["generate", "nex:2x2", "--out", path(&target), "--quiet"]);
        assert_eq!((code, out.as_str()), (7, ""), "{err}");
        assert!(err.contains("cannot be created"), "{err}");
    }
}

#[test]
fn two_processes_do_not_work_in_one_folder() {
    let folder = scratch();
    let subject = Subject { game: "nex".to_owned(), board: "nex:2x2".to_owned() };
    let provenance = Provenance { program: "a test".to_owned(), command: "hold the folder".to_owned() };
    let held = Builder::open(folder.path(), subject, Form::Compressed, provenance).expect("free");
    let args = ["generate", "nex:2x2", "--out", path(folder.path()), "--quiet"];
    let (code, out, err) = outcome(&args);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("is in use by another process"), "{err}");
    drop(held);
    assert_eq!(outcome(&args).0, 0);
}

/// Kills a generation again and again, each time when it has a file more than ever before, finished or not, until it comes to its
/// end; the bytes are those of one that was left alone.
#[cfg(unix)]
fn kill_and_resume(board: &str, metric: &str, signal: &str) {
    let (alone, killed) = (scratch(), scratch());
    generate(board, alone.path(), &["--metric", metric]);
    let files = || fs::read_dir(killed.path()).map_or(0, Iterator::count);
    let (mut kills, mut wanted) = (0_u32, 0);
    loop {
        wanted = files().max(wanted) + 1;
        let args = ["generate", board, "--metric", metric, "--out", path(killed.path()), "--quiet"];
        let mut child = command(&args)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("starts");
        while files() < wanted && child.try_wait().expect("it runs").is_none() {
            std::thread::sleep(std::time::Duration::from_micros(100));
        }
        let kill = std::process::Command::new("kill").args([signal, &child.id().to_string()]).output();
        kill.expect("there is a kill");
        let status = child.wait().expect("ends");
        if status.success() {
            break;
        }
        kills += 1;
        if signal == "-INT" && status.code().is_some() {
            assert_eq!(status.code(), Some(130), "at {wanted} files");
        }
    }
    assert!(kills > 0, "it was too fast to be killed");
    assert_same(alone.path(), killed.path(), board);
}

#[cfg(unix)]
#[test]
fn a_killed_generation_goes_on_to_the_same_bytes() {
    kill_and_resume("nex:3x4", "wdl", "-KILL");
    kill_and_resume("hex:3x4", "dtw", "-KILL");
    kill_and_resume("nex:3x4", "dtw", "-INT");
}

#[cfg(unix)]
#[test]
#[ignore = "slow: minutes"]
fn a_killed_generation_of_4x4_goes_on_to_the_same_bytes() {
    kill_and_resume("nex:4x4", "wdl", "-KILL");
    kill_and_resume("nex:3x5", "dtw", "-KILL");
}

/// The manifest in a folder.
fn manifest(folder: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(folder.join("manifest.json")).expect("a manifest")).expect("JSON")
}

/// The document of a plan.
fn plan(args: &[&str]) -> (i32, serde_json::Value) {
    document(&[&["plan", "--json", "--quiet"], args].concat())
}

#[test]
fn a_plan_counts_what_is_then_made() {
    for (board, more) in [
        ("nex:3x4", &[][..]),
        ("nex:3x3", &["--metric", "dtw", "--no-reach"]),
        ("hex:3x4", &["--raw"]),
        ("awari:9", &[]),
        ("draughts:3", &["--metric", "dtw"]),
        ("connect4:4x4", &[]),
    ] {
        let (code, planned) = plan(&[&[board], more].concat());
        assert_eq!(code, 0, "{board}");
        let folder = scratch();
        let made = generate(board, folder.path(), more);
        let tables = manifest(folder.path())["tables"].as_array().expect("tables").clone();
        let sum =
            |field: &str| tables.iter().map(|table| table[field].as_u64().expect("a number")).sum::<u64>();
        assert_eq!(planned["entries"], sum("entries"), "{board}");
        assert_eq!(planned["board"], made["board"]);
        let names = |metric: &serde_json::Value, layers: &serde_json::Value| {
            let layers = layers.as_array().expect("layers").clone();
            layers.into_iter().map(|layer| (layer.to_string(), metric.to_string())).collect::<Vec<_>>()
        };
        let steps = planned["steps"].as_array().expect("steps");
        let mut told: Vec<_> =
            steps.iter().flat_map(|step| names(&step["metric"], &step["layers"])).collect();
        let mut found: Vec<_> =
            tables.iter().map(|table| (table["layer"].to_string(), table["metric"].to_string())).collect();
        told.sort();
        found.sort();
        assert_eq!(told, found, "{board}: the plan names the tables that are made");
        let boards = planned["probe"]["boards"].as_array().expect("boards");
        assert!(!boards.is_empty() && !boards.contains(&made["board"]), "{board}: {boards:?}");
        let off = planned["bytes"].as_f64().expect("known") / sum("bytes") as f64;
        assert!((0.4..2.5).contains(&off), "{board}: {off}");
        for field in ["bytes", "seconds"] {
            let parts: f64 = steps.iter().map(|step| step[field].as_f64().expect("a number")).sum();
            let whole = planned[field].as_f64().expect("a number");
            assert!((parts - whole).abs() <= steps.len() as f64, "{board}: {field} {parts}, {whole}");
        }
    }
}

#[test]
fn a_plan_for_several_machines_counts_what_they_send() {
    for (board, game) in [("nex:3x4", "nex"), ("awari:9", "awari")] {
        let (code, planned) = plan(&[board, "--hosts", "3", "--network", "100MB", "--threads", "1"]);
        assert_eq!(code, 0);
        let hosts = &planned["hosts"];
        let figure = |name: &str| hosts[name].as_f64().unwrap_or_else(|| panic!("{game}: {name} in {hosts}"));
        assert_eq!((figure("number"), figure("network_bytes")), (3.0, 1e8));
        assert!(
            figure("memory_bytes") > 0.0 && figure("work_seconds") > 0.0 && figure("network_seconds") > 0.0
        );
        let exchanged = exchanged(board, 3);
        let off = figure("exchanged_bytes") / exchanged as f64;
        assert!((0.4..2.5).contains(&off), "{board}: {hosts}, but {exchanged}");
    }
    let (_, alone) = plan(&["nex:3x3", "--hosts", "1"]);
    let (seconds, work) = (&alone["seconds"], &alone["hosts"]["work_seconds"]);
    assert_eq!(seconds, work);
    let (_, small) = plan(&["nex:4x4", "--memory", "36MiB", "--hosts", "2"]);
    assert!(small["hosts"]["needs_memory_bytes"].as_u64() > Some(36 << 20), "{}", small["hosts"]);
    let (_, told, _) = outcome(&["plan", "nex:3x4", "--hosts", "16"]);
    assert!(told.contains("\n16 machines like this one: ") && told.contains("to send"), "{told}");
    for (args, message) in
        [(["--hosts", "0"], "1..=10000"), (["--network", "1GB"], "--hosts"), (["--hosts", "many"], "many")]
    {
        let (code, out, told) = outcome(&[&["plan", "nex:3x3"][..], &args].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {told}");
        assert!(told.contains(message), "{args:?}: {told}");
    }
}

/// The bytes that this number of processes send each other to make the default tables of a board.
fn exchanged(board: &str, processes: usize) -> u64 {
    let board = nexsolve_games::Board::parse(board).expect("a board");
    let tables = <dyn AnyTables>::of(board).expect("numbered").expect("numbered");
    let folder = scratch();
    let metric = tables.metrics()[0];
    let settings = Settings {
        metric,
        form: Form::Compressed,
        reach: tables.reach(),
        memory_bytes: 1 << 30,
        kernel: Kernel::Fast,
        keep: Keep::Durably,
        game: board.game_word().to_owned(),
        board: board.to_string(),
        program: "a test".to_owned(),
        command: "a test".to_owned(),
    };
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let start = |mut exchange: Local| {
            let (tables, settings, stop, folder) = (&tables, &settings, &stop, folder.path());
            scope.spawn(move || {
                nexsolve_tablegen::generate_together(&**tables, folder, settings, &mut exchange, stop, &())
            })
        };
        let team: Vec<_> = Local::team(processes).into_iter().map(start).collect();
        let made = team.into_iter().map(|member| member.join().expect("no panic").expect("a database"));
        made.map(|made| made.exchanged_bytes).max().expect("a process")
    })
}

#[test]
fn a_plan_says_what_does_not_fit() {
    let (code, small) = plan(&["nex:4x4", "--memory", "36MiB", "--disk", "1MB"]);
    assert_eq!(code, 0);
    assert_eq!((&small["fits"]["memory"], &small["fits"]["disk"]), (&false.into(), &false.into()));
    let needed = small["needs_memory_bytes"].as_u64().expect("a number");
    assert_eq!(plan(&["nex:4x4", "--memory", &format!("{needed}B")]).1["fits"]["memory"], true);
    assert_eq!(plan(&["nex:4x4", "--memory", &format!("{}B", needed - 1)]).1["fits"]["memory"], false);
    let (_, told, _) = outcome(&["plan", "nex:4x4", "--memory", "36MiB", "--disk", "1MB"]);
    assert!(
        told.contains("It does not fit: give --memory ") && told.contains("on the disk: it needs about "),
        "{told}"
    );
    for (args, code, message) in [
        (&["plan", "nex:9x9"][..], 2, "81 cells"),
        (&["plan", "nex:8x8"], 2, "too many positions"),
        (&["plan", "awari:9", "--metric", "wdl"], 2, "give --metric score"),
        (&["plan", "nex:3x3", "--disk", "much"], 2, "500GB"),
    ] {
        let (found, out, told) = outcome(args);
        assert_eq!((found, out.as_str()), (code, ""), "{args:?}: {told}");
        assert!(told.contains(message), "{args:?}: {told}");
    }
}
