//! Databases made by earlier versions still open, with the same answers, and the commands that made them still make the same bytes.

use crate::support::{command, document, outcome, outcome_of, path};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The databases that are kept, in order.
fn kept() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/databases");
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut kept: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    kept.sort();
    kept
}

fn manifest(database: &Path) -> Value {
    let text = fs::read_to_string(database.join("manifest.json")).expect("a manifest");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn there_is_one_of_each_kind() {
    let mut kinds = BTreeSet::new();
    for database in kept() {
        let manifest = manifest(&database);
        let form = manifest["form"].as_str().expect("a form");
        kinds.insert(manifest["subject"]["game"].to_string().trim_matches('"').to_owned());
        for table in manifest["tables"].as_array().expect("a list") {
            kinds.insert(format!("{form} {}", table["metric"].as_str().expect("a metric")));
        }
    }
    for kind in ["nex", "hex", "awari", "draughts"] {
        assert!(kinds.contains(kind), "{kind}");
    }
    for metric in ["wdl", "dtw", "reach", "score"] {
        for form in ["raw", "compressed", "small"] {
            assert!(kinds.contains(&format!("{form} {metric}")), "{form} {metric}");
        }
    }
}

#[test]
fn every_answer_is_the_one_recorded() {
    for database in kept() {
        let answers = fs::read_to_string(database.with_extension("answers")).expect("answers");
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let positions: String = answers
            .lines()
            .filter_map(|line| line.split('\t').next())
            .flat_map(|line| [line, "\n"])
            .collect();
        let file = scratch.path().join("positions.txt");
        fs::write(&file, positions).expect("written");
        let mut query = command(&["query", "--db", path(&database), "-"]);
        query.stdin(File::open(&file).expect("there"));
        let (code, out, err) = outcome_of(query);
        assert_eq!((code, err.as_str()), (0, ""), "{}", database.display());
        assert!(answers.lines().count() > 100, "{}", database.display());
        assert_eq!(out, answers, "{}", database.display());
    }
}

#[test]
fn they_are_sound() {
    for database in kept() {
        let (code, json) = document(&["verify", path(&database), "--json"]);
        assert_eq!((code, &json["right"]), (0, &Value::Bool(true)), "{json}");
    }
}

#[test]
fn the_same_commands_make_the_same_bytes() {
    for database in kept() {
        let manifest = manifest(&database);
        // Shrunk databases are written in version 3; those of version 2 are read.
        if manifest["form"] == "small" && manifest["format_version"] == 2 {
            continue;
        }
        let made_by = manifest["runs"][0]["command"].as_str().expect("a command").to_owned();
        let args: Vec<&str> = made_by.split(' ').skip(1).collect();
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let mut made = scratch.path().join("made");
        let (code, _, err) = outcome(&[&args[..], &["--out", path(&made), "--quiet"]].concat());
        assert_eq!(code, 0, "{made_by}: {err}");
        if manifest["form"] == "small" {
            let small = scratch.path().join("small");
            let (code, _, err) = outcome(&["shrink", path(&made), "--out", path(&small), "--quiet"]);
            assert_eq!(code, 0, "{made_by}, small: {err}");
            made = small;
        }
        assert!(files(&database) == files(&made), "{made_by} makes other bytes than {}", database.display());
    }
}

/// All files of a database with their contents, but the lock.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let name = |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    entries
        .map(|path| (name(&path), fs::read(&path).expect("a file")))
        .filter(|(name, _)| name != "lock")
        .collect()
}
