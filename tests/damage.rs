//! Damaged tables: every command that reads a database names the file and gives no wrong value, and
//! `generate` loses nothing.

use crate::support::{document, entries, fed, files, json, list, path, place, refused, run, said, scratch};
use std::fs;
use std::path::{Path, PathBuf};

/// A kind of damage to a file. From the file's bytes and those of another table, returns the damaged bytes;
/// `None` if the file is deleted.
type Damage = fn(&[u8], &[u8]) -> Option<Vec<u8>>;

/// Damage that the length, the header or the trailer of the file shows.
const SEEN: [(&str, Damage); 8] = [
    ("missing", |_, _| None),
    ("empty", |_, _| Some(Vec::new())),
    ("a byte short", |file, _| Some(file[..file.len() - 1].to_vec())),
    ("a byte longer", |file, _| Some([file, &[0]].concat())),
    ("of another version", |file, _| Some(changed(file, 8))),
    ("of another layer, by its header", |file, _| Some(changed(file, 60))),
    ("not a table", |file, _| Some(changed(file, 0))),
    ("another table's", |_, other| Some(other.to_vec())),
];

/// Returns the file with one bit changed.
fn changed(file: &[u8], at: usize) -> Vec<u8> {
    let mut file = file.to_vec();
    file[at] ^= 4;
    file
}

/// Returns the offset of the first byte of the blocks, or of the index if all blocks are constant.
const IN_A_BLOCK: Damage = |file, _| {
    let header_bytes = u32::from_le_bytes(*file[40..].first_chunk().expect("a header")) as usize;
    Some(changed(file, header_bytes))
};

/// A database of 2×2 Nex, and its tables.
fn made(folder: &str) -> Vec<PathBuf> {
    said(&format!("generate nex:2x2 --metric dtw --out {folder} --quiet"));
    let is_table = |file: &PathBuf| file.extension().is_some_and(|end| end == "dtw" || end == "reach");
    entries(folder).into_iter().filter(is_table).collect()
}

/// Damages a file, runs `look`, and restores the file.
fn with_damage(file: &Path, other: &Path, damage: Damage, look: impl FnOnce()) {
    let [own, foreign] = [file, other].map(|file| fs::read(file).expect("a table"));
    match damage(&own, &foreign) {
        Some(bytes) => fs::write(file, bytes).expect("written"),
        None => fs::remove_file(file).expect("there"),
    }
    look();
    fs::write(file, own).expect("written");
}

#[test]
fn every_kind_of_damage_to_every_table_is_told() {
    let folder = scratch();
    let db = place(&folder, "db");
    let tables = made(&db);
    assert_eq!(tables.len(), 8);
    let generate = format!("generate nex:2x2 --metric dtw --out {db}");
    let whole = files(&db);
    for (number, file) in tables.iter().enumerate() {
        let (other, name) = (&tables[(number + 1) % tables.len()], path(file));
        for (what, damage) in SEEN {
            with_damage(file, other, damage, || {
                let before = files(&db);
                let (code, found) = document(&format!("info {db}"));
                let damaged = list(&found["damaged"]);
                assert!(
                    code == 4 && found["complete"] == false && damaged.len() == 1,
                    "{name} {what}: {found}"
                );
                assert!(
                    damaged[0].as_str().is_some_and(|told| told.contains(name)),
                    "{name} {what}: {found}"
                );
                let (code, out, err) = run(&format!("query --db {db} start"));
                assert!(code == 4 && out.is_empty() && err.contains(name), "{name} {what}: {out}{err}");
                let (code, out, err) = run(&format!("{generate} --json"));
                if what == "missing" {
                    assert!(code == 0 && out.contains("\"complete\":true"), "{name}: {out}{err}");
                    let table = file.file_name().and_then(|name| name.to_str()).expect("a name");
                    assert!(
                        err.contains(&format!("listed in the manifest, but missing in {db}: {table}")),
                        "{err}"
                    );
                    assert!(files(&db) == whole, "{name}: other bytes");
                } else {
                    assert!(
                        code == 4
                            && err.contains(name)
                            && (err.contains("remove the file") || what == "of another version"),
                        "{name} {what}: {err}"
                    );
                    assert!(files(&db) == before, "{name} {what}: changed");
                }
            });
        }
        // The inside of a table is checked when it is read, and completely by `verify`.
        with_damage(file, other, IN_A_BLOCK, || {
            let before = files(&db);
            let (code, _, err) = run(&format!("verify {db}"));
            assert!(code == 4 && err.contains(name), "{name}: {err}");
            let (code, _, err) = run(&generate);
            assert!(code == 4 && err.contains(name) || code == 0, "{name}: {err}");
            let says = format!(
                "of {} tables already there, only file size and header were checked; nexsolve verify {db} checks the values",
                tables.len()
            );
            assert!(err.contains(&says), "{name}: {err}");
            assert!(files(&db) == before, "{name}: changed");
        });
    }
    assert!(files(&db) == whole);
    assert_eq!(json(&format!("info {db}"))["complete"], true);
}

#[test]
fn every_command_names_a_damaged_table() {
    let folder = scratch();
    let [db, made_at, games, values] = ["db", "made", "games", "values"].map(|name| place(&folder, name));
    let tables = made(&db);
    said(&format!("match nex:2x2 random random --games 2 --records {games}"));
    fs::write(&values, "start;win\n").expect("written");
    let (file, other) = (&tables[0], &tables[1]);
    let (name, before) = (path(file), files(&db));
    for (what, damage) in SEEN {
        with_damage(file, other, damage, || {
            for line in [
                format!("query --db {db} Ba1?a2"),
                format!("query --db {db} -"),
                format!("verify {db}"),
                format!("export {db} --format csv"),
                format!("export {db} --format npy --out {made_at}"),
                format!("shrink {db} --out {made_at}"),
                format!("compare {db} {values}"),
                format!("solve nex:2x2 --db {db}"),
                format!("match nex:2x2 table random --db {db}"),
                format!("play nex:2x2 --black table --white table --db {db}"),
                format!("gtp nex:2x2 --player table --db {db}"),
                format!("audit {games} --db {db}"),
                format!("report --db {db} --out {made_at}"),
                format!("serve --db {db} --port 0"),
            ] {
                let (code, out, err) = fed(&line, "start\n");
                // Each line of a stream is answered.
                let is_due =
                    if line.ends_with(" -") { out.starts_with("start\terror: ") } else { out.is_empty() };
                assert!(code == 4 && is_due && err.contains(name), "{line}, {what}: {code} {out}{err}");
                assert!(!fs::exists(&made_at).expect("readable"), "{line}, {what}");
            }
        });
    }
    assert!(files(&db) == before);
}

#[test]
fn a_table_is_made_again_from_sound_ones_only() {
    let folder = scratch();
    let db = place(&folder, "db");
    let tables = made(&db);
    let named = |name: &str| tables.iter().find(|file| file.ends_with(name)).expect("a table");
    let (lost, input) = (named("p01n1.dtw"), named("p02n2.dtw"));
    with_damage(
        lost,
        lost,
        |_, _| None,
        || {
            with_damage(input, input, IN_A_BLOCK, || {
                let before = files(&db);
                refused(4, &format!("generate nex:2x2 --metric dtw --out {db} --quiet"), path(input));
                assert!(files(&db) == before, "nothing has been changed");
            });
        },
    );
    // All damaged tables are reported at once, not one at a time.
    for file in &tables {
        fs::write(file, "").expect("written");
    }
    let err =
        refused(4, &format!("generate nex:2x2 --metric dtw --out {db} --quiet"), "8 faults in its files");
    assert!(tables.iter().all(|file| err.contains(path(file))), "{err}");
}
