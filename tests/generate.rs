//! End-to-end tests of `generate` and `plan`: correct values, the same bytes after interruptions, and
//! refusals.

use crate::support::{
    build, command, files, json, list, manifest, number, path, place, refused, said, scratch, written,
};
use nexsolve_core::{Ranked, Symmetric};
use nexsolve_db::{Builder, Form, Metric, Provenance, Subject};
use nexsolve_games::hex::{Convention, Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_tablegen::{GenerateSettings, Keep, Kernel, Local};
use serde_json::{Value, json};
use std::fs;
use std::sync::atomic::AtomicBool;

#[test]
fn tables_hold_what_the_rules_say() {
    fn check<G: Ranked + Symmetric>(game: &G, board: &str) {
        let expected = scratch();
        let metrics = [Metric::Wdl, Metric::Dtw, Metric::Reach];
        build::write(game, board, expected.path(), &metrics, |_| true);
        let csv =
            |folder: &str, metric: &str| said(&format!("export {folder} --format csv --metric {metric}"));
        for (metric, form) in [("wdl", "--raw"), ("dtw", "")] {
            let folder = scratch();
            let made =
                json(&format!("generate {board} --metric {metric} {form} --out {}", path(folder.path())));
            for metric in [metric, "reach"] {
                let same = csv(path(folder.path()), metric) == csv(path(expected.path()), metric);
                assert!(same, "{board} {metric} {form}");
            }
            // The counts agree, too, if they come from the same tables.
            let totals = json(&format!("info {}", path(expected.path())))["totals"].clone();
            assert!(metric == "wdl" || made["totals"] == totals, "{board}: {made}");
        }
    }
    for (rows, cols) in [(1, 1), (1, 4), (2, 3), (3, 2), (3, 3)] {
        check(&Nex::<u64>::new(rows, cols).expect("small"), &format!("nex:{rows}x{cols}"));
    }
    check(&Nex::<u64>::new(3, 3).expect("small").with_swap(), "nex:swap:3x3");
    let with_final_moves = |rows, cols| Nex::<u64>::with_final_moves(rows, cols).expect("small");
    check(&with_final_moves(2, 3), "nex:final:2x3");
    check(&with_final_moves(3, 3), "nex:final:3x3");
    check(&with_final_moves(3, 3).with_swap(), "nex:final+swap:3x3");
    let hex = |swap, convention| {
        Hex::<u64>::new(3, 3, Variant { swap, convention, ..Variant::default() }).expect("small")
    };
    check(&hex(Swap::Off, Convention::Standard), "hex:3x3");
    check(&hex(Swap::On, Convention::Course), "hex:course+swap:3x3");
}

#[test]
fn the_counts_of_3x3_are_as_published() {
    let (folder, bare) = (scratch(), scratch());
    let generate = |more: &str| json(&format!("generate nex:3x3 --out {} {more}", path(folder.path())));
    let made = generate("");
    assert_eq!((&made["value"], &made["complete"]), (&"win".into(), &true.into()));
    assert_eq!(made["openings_by_value"], json!({"win": 42, "draw": 30, "loss": 0}));
    let totals = ["reachable", "loss", "draw", "win"].map(|field| number(&made["totals"][field]));
    assert_eq!(totals, [36_397, 5_828, 13_814, 16_755]);
    let phases = ["reach", "sweep", "write", "commit"].map(|phase| made["seconds_by_phase"][phase].as_f64());
    let sum: f64 = phases.map(|seconds| seconds.expect("a number")).iter().sum();
    assert!(sum > 0.0 && Some(sum) <= made["seconds"].as_f64(), "{phases:?}");
    // The same command has nothing left to do; another metric is added.
    let (again, more) = (generate(""), generate("--metric dtw"));
    let counts = [&made, &again, &more].map(|made| [number(&made["made"]), number(&made["found"])]);
    assert_eq!(counts, [[22, 0], [0, 22], [11, 11]]);
    assert_eq!((&more["distance"], &more["totals"]["longest_win"]), (&7.into(), &7.into()));
    let made = json(&format!("generate nex:3x3 --out {} --no-reach", path(bare.path())));
    assert_eq!((&made["made"], &made["totals"]["reachable"]), (&11.into(), &Value::Null));
    assert_eq!(made["totals"]["of"], "all");
}

#[test]
fn what_cannot_be_made_is_refused_and_nothing_touched() {
    let (made, foreign, other, fresh) = (scratch(), scratch(), scratch(), scratch());
    said(&format!("generate nex:2x2 --out {}", path(made.path())));
    written(&foreign, "notes.txt", "mine");
    let file = written(&other, "file", "mine");
    let before = files(made.path());
    let [made_at, foreign_at, fresh_at] = [&made, &foreign, &fresh].map(|folder| path(folder.path()));
    for (line, says) in [
        ("nex:2x3 --out MADE", "has a database of nex:2x2, not of nex:2x3"),
        ("hex:2x2 --out MADE", "has a database of nex:2x2"),
        ("nex:2x2 --raw --out MADE", "has compressed tables, not raw ones"),
        ("nex:2x2 --out FOREIGN", "has other files, such as notes.txt"),
        ("nex:2x2 --out FILE", "is a file, not a folder"),
        ("nex:2x2 --out FILE/deeper", "is a file, not a folder"),
        ("nex:2x2", "--out"),
        ("--out NEW", "no board is given"),
        ("nex:2x2 --out NEW --metric score", "give --metric wdl or dtw"),
        ("nex:2x2 --out NEW --metric dtc", "wdl, dtw, score"),
        ("nex:8x8 --out NEW", "too many positions for a database"),
        ("nex:4x5 --out NEW --memory 64MiB", "hint: give --memory "),
        ("awari:4 --out NEW --metric wdl", "depends on the stores"),
        ("draughts:2 --out NEW --metric score", "give --metric wdl or dtw"),
        ("awari:4 --out NEW --reach", "omit --reach"),
        ("awari:4x4 --out NEW", "expected the number of seeds, as in awari:12"),
        ("--game awari --rows 3 --cols 4 --out NEW", "has no rows and columns"),
        ("--game draughts --out NEW", "--size"),
    ] {
        let line = line.replace("MADE", made_at).replace("FOREIGN", foreign_at).replace("NEW", fresh_at);
        let code = if line.contains("--memory") { 7 } else { 2 };
        refused(code, &format!("generate --quiet {}", line.replace("FILE", &file)), says);
    }
    assert_eq!(files(made.path()), before);
    assert_eq!((files(foreign.path()).len(), files(fresh.path()).len()), (1, 0));
    assert_eq!(fs::read_to_string(&file).expect("there"), "mine");
    // Two processes cannot work in the same folder.
    let subject = Subject { game: "nex".to_owned(), board: "nex:2x2".to_owned() };
    let provenance = Provenance { program: "a test".to_owned(), command: "hold the folder".to_owned() };
    let held = Builder::open(fresh.path(), subject, Form::Compressed, provenance).expect("free");
    let generate = format!("generate nex:2x2 --out {fresh_at} --quiet");
    refused(2, &generate, "is in use by another process");
    drop(held);
    said(&generate);
    // Tables of another metric are added only on request.
    let other = scratch();
    let dir = path(other.path());
    said(&format!("generate nex:2x2 --metric dtw --out {dir} --quiet"));
    let message = refused(2, &format!("generate nex:2x2 --out {dir}"), "has tables of dtw, but none of wdl");
    assert!(message.contains("--metric dtw to resume"), "{message}");
    said(&format!("generate nex:2x2 --metric wdl --out {dir} --quiet"));
    said(&format!("generate nex:2x2 --out {dir} --quiet"));
    // --size gives the number of seeds.
    let seeds = place(&other, "seeds");
    assert_eq!(json(&format!("generate --game awari --size 3 --out {seeds}"))["board"], "awari:3");
}

/// Kills a generation repeatedly, each time when it has one file more than before, finished or not, until it
/// ends. The bytes are the same as without interruptions.
#[cfg(unix)]
fn kill_and_resume(board: &str, signal: &str) {
    let (alone, killed) = (scratch(), scratch());
    said(&format!("generate {board} --out {}", path(alone.path())));
    let made = || fs::read_dir(killed.path()).map_or(0, Iterator::count);
    let (mut kills, mut wanted) = (0_u32, 0);
    loop {
        wanted = made().max(wanted) + 1;
        let mut command = command(&format!("generate {board} --out {} --quiet", path(killed.path())));
        let mut child = command.spawn().expect("starts");
        while made() < wanted && child.try_wait().expect("it runs").is_none() {
            std::thread::sleep(std::time::Duration::from_micros(100));
        }
        let kill = std::process::Command::new("kill").args([signal, &child.id().to_string()]).output();
        kill.expect("there is a kill");
        let status = child.wait().expect("ends");
        if status.success() {
            break;
        }
        kills += 1;
        assert!(signal != "-INT" || [None, Some(130)].contains(&status.code()), "at {wanted} files");
    }
    assert!(kills > 0, "it was too fast to be killed");
    assert!(files(alone.path()) == files(killed.path()), "{board}");
}

#[cfg(unix)]
#[test]
fn a_killed_generation_goes_on_to_the_same_bytes() {
    kill_and_resume("nex:3x4", "-KILL");
    kill_and_resume("hex:3x4 --metric dtw", "-KILL");
    kill_and_resume("nex:3x4 --metric dtw", "-INT");
}

/// Returns the document of a plan.
fn plan(line: &str) -> Value {
    json(&format!("plan --quiet {line}"))
}

#[test]
fn a_plan_counts_what_is_then_made_and_sent() {
    let (alone, three) = ("", "--hosts 3 --network 100MB --threads 1");
    for (board, more) in [
        ("nex:3x4", three),
        ("nex:3x3 --metric dtw --no-reach", alone),
        ("hex:3x4 --raw", alone),
        ("awari:9", three),
        ("draughts:3 --metric dtw", alone),
        ("connect4:4x4", alone),
    ] {
        let (planned, folder) = (plan(&format!("{board} {more}")), scratch());
        let made = json(&format!("generate {board} --out {}", path(folder.path())));
        assert_eq!(planned["board"], made["board"]);
        let manifest = manifest(folder.path());
        let (tables, steps) = (list(&manifest["tables"]), list(&planned["steps"]));
        let sum = |field: &str| tables.iter().map(|table| number(&table[field])).sum::<u64>();
        assert_eq!(planned["entries"], sum("entries"), "{board}");
        let name = |layer: &Value, metric: &Value| format!("{layer} {metric}");
        let mut told: Vec<_> = steps
            .iter()
            .flat_map(|step| list(&step["layers"]).iter().map(|layer| name(layer, &step["metric"])))
            .collect();
        let mut found: Vec<_> = tables.iter().map(|table| name(&table["layer"], &table["metric"])).collect();
        told.sort();
        found.sort();
        assert_eq!(told, found, "{board}: the plan names the tables that are made");
        let boards = list(&planned["probe"]["boards"]);
        assert!(!boards.is_empty() && !boards.contains(&made["board"]), "{board}: {boards:?}");
        let figure =
            |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{board}: {value} in {planned}"));
        let off = figure(&planned["bytes"]) / sum("bytes") as f64;
        // On a busy machine, few boards are measured.
        assert!((0.25..4.0).contains(&off), "{board}: {off}");
        let [least, most] = [0, 1].map(|end| figure(&planned["seconds_range"][end]));
        let seconds = figure(&planned["seconds"]);
        assert!(0.0 <= least && least < seconds && seconds < most, "{board}: {least} to {most}, {seconds}");
        let share = &planned["probe"]["processor_share"];
        assert!(share.is_null() || (0.0..=1.0).contains(&figure(share)), "{board}: {share}");
        for field in ["bytes", "seconds"] {
            let parts: f64 = steps.iter().map(|step| figure(&step[field])).sum();
            let off = (parts - figure(&planned[field])).abs();
            assert!(off <= steps.len() as f64, "{board}: {field} {parts}, {planned}");
        }
        let hosts = &planned["hosts"];
        if more == three {
            assert_eq!((figure(&hosts["number"]), figure(&hosts["network_bytes"])), (3.0, 1e8));
            for field in ["memory_bytes", "work_seconds", "network_seconds"] {
                assert!(figure(&hosts[field]) > 0.0, "{field}");
            }
            let exchanged = exchanged(board, 3);
            let off = figure(&hosts["exchanged_bytes"]) / exchanged as f64;
            assert!((0.4..2.5).contains(&off), "{board}: {hosts}, but {exchanged}");
        }
    }
    let alone = plan("nex:3x3 --hosts 1");
    assert_eq!(alone["seconds"], alone["hosts"]["work_seconds"]);
}

/// Returns the number of bytes that this many processes exchange to make the default tables of a board.
fn exchanged(board: &str, processes: usize) -> u64 {
    let board = nexsolve_games::board(board).expect("a board");
    let tables = nexsolve_kernels::tables(board).expect("numbered").expect("numbered");
    let folder = scratch();
    let settings = GenerateSettings {
        metric: tables.metrics()[0],
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
    let small = "nex:4x4 --memory 36MiB --disk 1MB --hosts 16";
    let found = plan(small);
    let fits = &found["fits"];
    assert_eq!((&fits["memory"], &fits["disk"]), (&false.into(), &false.into()));
    assert!(number(&found["hosts"]["needs_memory_bytes"]) > 36 << 20, "{found}");
    let needed = number(&found["needs_memory_bytes"]);
    for (bytes, fits) in [(needed, true), (needed - 1, false)] {
        assert_eq!(plan(&format!("nex:4x4 --memory {bytes}B"))["fits"]["memory"], fits);
    }
    let told = said("plan nex:4x4 --quick");
    assert!(told.contains("before compression") && told.contains(" ?"), "{told}");
    let told = said(&format!("plan {small}"));
    for says in [
        " of an idle machine.",
        "It does not fit: give --memory ",
        "on the disk: it needs about ",
        "\n16 machines like this one: ",
        "to send",
    ] {
        assert!(told.contains(says), "{told}");
    }
    for (line, says) in [
        ("nex:9x9", "81 cells"),
        ("nex:8x8", "too many positions"),
        ("awari:9 --metric wdl", "give --metric score"),
        ("nex:3x3 --disk much", "500GB"),
        ("nex:3x3 --hosts 0", "1..=10000"),
        ("nex:3x3 --network 1GB", "--hosts"),
        ("nex:3x3 --hosts many", "many"),
    ] {
        refused(2, &format!("plan {line}"), says);
    }
}
