//! Files of earlier versions stay readable, and `FORMAT.md` shows what is really written.

use crate::fixtures::{database, make, subject, tables};
use nexsolve_db::{Database, Form, Metric, Table, TableSpec, digest};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The value of an entry, found as `FORMAT.md` says and by nothing else.
fn by_hand(file: &[u8], i: u64) -> i16 {
    let number =
        |at: u64, len: u64| (0..len).rev().fold(0, |n, k| n << 8 | u64::from(file[(at + k) as usize]));
    let (bits, block_bytes, header_bytes) = (number(11, 1), number(32, 4), number(40, 4));
    let block = i * bits / (8 * block_bytes);
    let bit = i * bits - block * 8 * block_bytes;
    let index = file.len() as u64 - 64 - 16 * number(24, 8);
    let begin = if block == 0 { 0 } else { number(index + 16 * (block - 1), 6) };
    let at = index + 16 * block;
    let stored = &file[(header_bytes + begin) as usize..(header_bytes + number(at, 6)) as usize];
    let identity = number(header_bytes - 8, 8);
    let place = [identity, block, number(at + 6, 1) << 48 | number(at + 7, 1) << 56];
    let seed = xxh3_64(&place.map(u64::to_le_bytes).concat());
    assert_eq!(xxh3_64_with_seed(stored, seed), number(at + 8, 8), "checksum of block {block}");
    let code = match number(at + 6, 1) {
        1 => u64::from(stored[(bit / 8) as usize]) >> (bit % 8),
        2 => u64::from(zstd::decode_all(stored).expect("a frame")[(bit / 8) as usize]) >> (bit % 8),
        3 => number(at + 7, 1),
        kind => panic!("kind {kind}"),
    } & ((1 << bits) - 1);
    let names = number(13, 1) + number(14, 1) + number(15, 1);
    number((48 + names).next_multiple_of(8) + 2 * code, 2) as u16 as i16
}

#[test]
fn a_value_is_found_by_hand() {
    for form in [Form::Raw, Form::Compressed] {
        for (spec, codes) in tables() {
            let file = fs::read(database(form).join(spec.file_name())).expect("a file");
            let step = codes.len() / 50;
            for (i, &code) in
                codes.iter().enumerate().take(if form == Form::Raw { 500 } else { usize::MAX }).step_by(step)
            {
                assert_eq!(
                    by_hand(&file, i as u64),
                    spec.values[usize::from(code)],
                    "{form} {} {i}",
                    spec.metric
                );
            }
        }
    }
}

#[test]
fn version_1_is_read() {
    for form in [Form::Raw, Form::Compressed] {
        let database = Database::open(&database(form)).expect("version 1");
        assert_eq!(database.manifest().subject, subject());
        assert_eq!(database.manifest().form, form);
        assert_eq!(database.manifest().tables.len(), 3);
        for (spec, codes) in tables() {
            let table = database.table(&spec.layer, spec.metric).expect("sound").expect("listed");
            assert_eq!(table.values(), spec.values);
            assert!(form == Form::Raw || table.entries() == spec.entries);
            let codes = &codes[..table.entries() as usize];
            let read: Vec<u8> = (0..table.entries()).map(|i| table.code(i).expect("sound")).collect();
            assert_eq!(read, codes, "{form} {}", spec.metric);
        }
        let report = digest::check(&database, &AtomicBool::new(false), &()).expect("not interrupted");
        assert!(report.faults.is_empty(), "{:?}", report.faults);
    }
}

/// Sixteen bytes a line, as `hexdump -C` prints them, without its last line.
fn dump(bytes: &[u8]) -> String {
    let mut text = String::new();
    for (i, line) in bytes.chunks(16).enumerate() {
        let mut hex = String::new();
        for (k, byte) in line.iter().enumerate() {
            write!(hex, "{}{byte:02x} ", if k == 8 { " " } else { "" }).expect("text");
        }
        let shown: String =
            line.iter().map(|&b| if (32..127).contains(&b) { b as char } else { '.' }).collect();
        writeln!(text, "    {:08x}  {hex:<50}|{shown}|", 16 * i).expect("text");
    }
    text
}

#[test]
fn the_format_document_shows_what_is_written() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../FORMAT.md");
    let document = fs::read_to_string(document).expect("the document");
    let folder = tempfile::tempdir().expect("a folder");
    let spec = TableSpec { layer: "p01n1".into(), metric: Metric::Wdl, entries: 11, values: vec![-1, 0, 1] };
    let codes = [0, 2, 2, 1, 0, 0, 2, 1, 2, 2, 0];
    make(folder.path(), Form::Compressed, spec, &codes);
    let path = folder.path().join("p01n1.wdl");
    let dump = dump(&fs::read(&path).expect("a file"));
    assert!(document.contains(&dump), "FORMAT.md should contain:\n{dump}");
    let manifest = fs::read_to_string(folder.path().join("manifest.json")).expect("a file");
    let indented = manifest.lines().fold(String::new(), |text, line| text + "    " + line + "\n");
    assert!(document.contains(&indented), "FORMAT.md should contain:\n{indented}");
    // What the document says of entry 6.
    assert_eq!(by_hand(&fs::read(&path).expect("a file"), 6), 1);
    assert_eq!(Table::open(&path, 0).expect("sound").value(6).expect("sound"), 1);
}
