//! Damaged databases: an error that names the file, and never a wrong value.

use crate::support::build::scores;
use crate::support::folder::{database, fed, nex};
use crate::support::{document, outcome, path};
use nexsolve_core::laws::SplitMix;
use nexsolve_core::{Bounds, Probe, Prober, Ranked, Score};
use nexsolve_db::{Database, DbProber, Metric};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The files of tables.
fn tables(folder: &Path) -> Vec<std::path::PathBuf> {
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_table = |file: &std::path::PathBuf| file.extension().is_some_and(|e| e == "wdl" || e == "dtw");
    let mut files: Vec<_> = names.filter(is_table).collect();
    files.sort();
    files
}

/// Changes a byte or cuts a file off, `times` times. Every position of the table must then have its value or give an error.
fn damage(times: u32, seed: u64) {
    let game = nex(3, 3);
    let mut by_layer: HashMap<&str, (Vec<_>, Vec<Score>)> = HashMap::new();
    for (position, score) in scores(&game) {
        let (layer, _) = game.rank(&position);
        let of_layer = by_layer.entry(&game.layers()[layer].name).or_default();
        of_layer.0.push(position);
        of_layer.1.push(score);
    }
    let folder = database(3, 3, &[Metric::Dtw]);
    let files = tables(folder.path());
    let mut random = SplitMix(seed);
    let mut errors = 0;
    for time in 0..times {
        let file = &files[random.below(files.len())];
        let good = fs::read(file).expect("there");
        let at = random.below(good.len());
        let mut bad = good.clone();
        if time % 4 == 0 {
            bad.truncate(at);
        } else {
            bad[at] ^= 1 << random.below(8);
        }
        fs::write(file, &bad).expect("written");
        let layer = file.file_stem().and_then(|stem| stem.to_str()).expect("a layer");
        let (positions, scores) = &by_layer[layer];
        let database = Arc::new(Database::open(folder.path()).expect("the manifest is good"));
        let prober = DbProber::new(Arc::new(game.clone()), database);
        let mut failed = 0;
        for (position, &score) in positions.iter().zip(scores) {
            match prober.probe(position) {
                Ok(Probe::Known(bounds)) => {
                    assert_eq!(bounds, Bounds::exact(score), "seed {seed}, time {time}: {}", file.display());
                }
                Ok(Probe::Absent) => panic!("seed {seed}, time {time}: a table has vanished"),
                Err(_) => failed += 1,
            }
            // A table that cannot be opened is tried anew each time.
            if failed == 100 {
                break;
            }
        }
        // All at once sees the same.
        match prober.probe_all(positions) {
            Ok(_) => assert!(failed == 0, "seed {seed}, time {time}"),
            Err(_) => assert!(failed > 0, "seed {seed}, time {time}"),
        }
        errors += u32::from(failed > 0);
        fs::write(file, &good).expect("written");
    }
    assert!(errors > times / 2, "{errors} of {times}");
}

#[test]
fn damage_is_an_error_and_never_a_wrong_value() {
    damage(200, 1);
}

#[test]
#[ignore = "slow: a minute"]
fn much_damage_is_an_error_and_never_a_wrong_value() {
    damage(10_000, 2);
}

#[test]
fn a_damaged_table_is_exit_4_with_a_remedy() {
    let folder = database(2, 3, &[Metric::Wdl]);
    let db = path(folder.path());
    let file = folder.path().join("p01n1.wdl");
    let good = fs::read(&file).expect("there");
    let mut changed = good.clone();
    changed[good.len() / 2] ^= 1;
    for bad in [Some(&changed[..]), Some(&good[..good.len() / 2]), Some(&[]), None] {
        match bad {
            Some(bytes) => fs::write(&file, bytes).expect("written"),
            None => fs::remove_file(&file).expect("there"),
        }
        for args in [
            vec!["query", "--db", db, "Ba1?a2"],
            vec!["export", db, "--format", "csv"],
            vec!["solve", "nex:2x3", "--db", db],
        ] {
            let (code, out, err) = outcome(&args);
            assert_eq!(code, 4, "{args:?}: {err}");
            assert!(args[0] == "export" || out.is_empty(), "{out}");
            assert!(err.contains("p01n1.wdl") && err.contains("generate the database again"), "{err}");
        }
        let (code, _, err) = fed(&["query", "--db", db, "-"], b"Ba1?a2\n");
        assert!(code == 4 && err.contains("p01n1.wdl"), "{err}");
        // Answers that do not need the table are still given.
        let (code, out, err) = outcome(&["info", db]);
        assert!(code == 4 && out.contains("p02n2") && err.contains("p01n1.wdl"), "{out}{err}");
    }
}

#[test]
fn verification_reports_every_damaged_file() {
    let folder = database(3, 3, &[Metric::Wdl]);
    let db = path(folder.path());
    let files = tables(folder.path());
    for file in &files[2..4] {
        let mut bytes = fs::read(file).expect("there");
        *bytes.last_mut().expect("not empty") ^= 1;
        fs::write(file, bytes).expect("written");
    }
    fs::remove_file(&files[5]).expect("there");
    let (code, out, err) = outcome(&["verify", db]);
    assert_eq!((code, out.as_str()), (4, ""));
    for file in [&files[2], &files[3], &files[5]] {
        assert!(err.contains(path(file)), "{err}");
    }
    assert!(err.contains("3 faults in its files"), "{err}");
    let (code, json) = document(&["verify", db, "--json"]);
    assert_eq!((code, json["damaged"].as_array().map(Vec::len)), (4, Some(3)));
}
