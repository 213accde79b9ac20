//! Files of earlier versions stay readable, and `FORMAT.md` describes what is actually written.

use crate::fixtures::{KEPT, database, derived, derived_spec, make, strip, subject, tables};
use nexsolve_db::{Database, Form, Metric, Table, TableSpec, digest};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Reads a little-endian number of `len` bytes from a file.
fn number(file: &[u8], at: u64, len: u64) -> u64 {
    (0..len).rev().fold(0, |n, k| n << 8 | u64::from(file[(at + k) as usize]))
}

/// Returns the stored bytes, the kind and the code of a block, from a file with `blocks` blocks.
fn block_by_hand(file: &[u8], blocks: u64, block: u64) -> (&[u8], u64, u64) {
    let header_bytes = number(file, 40, 4);
    let index = file.len() as u64 - 64 - 16 * blocks;
    let begin = if block == 0 { 0 } else { number(file, index + 16 * (block - 1), 6) };
    let at = index + 16 * block;
    let stored = &file[(header_bytes + begin) as usize..(header_bytes + number(file, at, 6)) as usize];
    let identity = number(file, header_bytes - 8, 8);
    let (kind, code) = (number(file, at + 6, 1), number(file, at + 7, 1));
    let place = [identity, block, kind << 48 | code << 56];
    let seed = xxh3_64(&place.map(u64::to_le_bytes).concat());
    assert_eq!(xxh3_64_with_seed(stored, seed), number(file, at + 8, 8), "checksum of block {block}");
    (stored, kind, code)
}

/// Finds the value of an entry, using only the steps in `FORMAT.md`.
fn by_hand(file: &[u8], i: u64) -> i16 {
    let (bits, block_bytes) = (number(file, 11, 1), number(file, 32, 4));
    let code = if number(file, 44, 4) == 0 {
        let block = i * bits / (8 * block_bytes);
        let bit = i * bits - block * 8 * block_bytes;
        let (stored, kind, code) = block_by_hand(file, number(file, 24, 8), block);
        match kind {
            1 => u64::from(stored[(bit / 8) as usize]) >> (bit % 8),
            2 => u64::from(zstd::decode_all(stored).expect("a frame")[(bit / 8) as usize]) >> (bit % 8),
            3 => code,
            kind => panic!("kind {kind}"),
        }
    } else {
        in_strips_by_hand(file, i)
    } & ((1 << bits) - 1);
    let names = number(file, 13, 1) + number(file, 14, 1) + number(file, 15, 1);
    number(file, (48 + names).next_multiple_of(8) + 2 * code, 2) as u16 as i16
}

/// Finds the code of an entry in a table with strips. The higher bits are those of other entries.
fn in_strips_by_hand(file: &[u8], i: u64) -> u64 {
    let (bits, entries, strip) = (number(file, 11, 1), number(file, 16, 8), number(file, 44, 4));
    let trailer = file.len() as u64 - 64;
    let (blocks, patterns) = (number(file, trailer + 24, 8), number(file, trailer + 48, 8));
    let strips = entries.div_ceil(strip);
    let (each_numbers, codes) = if number(file, 8, 2) == 2 { (8192, 65_536) } else { (4096, 8192) };
    let (number_blocks, each) = (strips.div_ceil(each_numbers), (codes / strip).max(1));
    assert_eq!(blocks, number_blocks + patterns.div_ceil(each));
    let (block, at) = (i / strip / each_numbers, i / strip % each_numbers);
    let count = each_numbers.min(strips - each_numbers * block);
    let (stored, kind, _) = block_by_hand(file, blocks, block);
    let plain = if kind == 1 { stored.to_vec() } else { zstd::decode_all(stored).expect("a frame") };
    let width = plain.len() as u64 / count;
    let pattern = (0..width).rev().fold(0, |n, k| {
        let place = if kind == 4 { k * count + at } else { at * width + k };
        n << 8 | u64::from(plain[place as usize])
    });
    let (stored, kind, _) = block_by_hand(file, blocks, number_blocks + pattern / each);
    let plain = if kind == 1 { stored.to_vec() } else { zstd::decode_all(stored).expect("a frame") };
    let (at, within) = (pattern % each, i % strip);
    if kind == 4 {
        return u64::from(plain[(at * strip + within) as usize]);
    }
    if kind == 5 {
        let here = each.min(patterns - pattern / each * each);
        return u64::from(plain[(within * here + at) as usize]);
    }
    let begin = at * (strip * bits).div_ceil(8);
    u64::from(plain[(begin + within * bits / 8) as usize]) >> (within * bits % 8)
}

#[test]
fn a_value_is_found_by_hand() {
    for (version, form) in KEPT {
        for (spec, codes) in tables() {
            let file = fs::read(database(version, form).join(spec.file_name())).expect("a file");
            assert_eq!(number(&file, 44, 4), u64::from(strip(form, spec.metric)));
            let step = codes.len() / 50;
            for (i, &code) in
                codes.iter().enumerate().take(if form == Form::Raw { 500 } else { usize::MAX }).step_by(step)
            {
                assert_eq!(
                    by_hand(&file, i as u64),
                    spec.values[usize::from(code)],
                    "{form} {version} {} {i}",
                    spec.metric
                );
            }
        }
    }
}

#[test]
fn all_versions_are_read() {
    for (version, form) in KEPT {
        let database = Database::open(&database(version, form)).expect("a known version");
        assert_eq!(database.manifest().subject, subject());
        assert_eq!(database.manifest().form, form);
        assert_eq!(database.manifest().tables.len(), if version < 3 { 3 } else { 4 });
        if version >= 3 {
            let spec = derived_spec();
            let table = database.table(&spec.layer, spec.metric).expect("sound").expect("listed");
            assert!(table.is_derived() && *table.spec() == spec);
            assert!(database.manifest().table(&spec.layer, spec.metric).is_some_and(|table| table.derived));
        }
        for (spec, codes) in tables() {
            let table = database.table(&spec.layer, spec.metric).expect("sound").expect("listed");
            assert_eq!(table.values(), spec.values);
            assert!(form == Form::Raw || table.entries() == spec.entries);
            let codes = &codes[..table.entries() as usize];
            let read: Vec<u8> = (0..table.entries()).map(|i| table.code(i).expect("sound")).collect();
            assert_eq!(read, codes, "{form} {}", spec.metric);
        }
        let report = digest::check(&database, &AtomicBool::new(false), &|_, _| ()).expect("not interrupted");
        assert!(report.faults.is_empty(), "{:?}", report.faults);
    }
}

#[test]
fn a_derived_table_keeps_its_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    derived(folder.path());
    let file = derived_spec().file_name();
    let bytes = |folder: &Path| fs::read(folder.join(&file)).expect("a file");
    assert_eq!(bytes(folder.path()), bytes(&database(3, Form::Small)));
}

/// Sixteen bytes per line, as `hexdump -C` prints them, without its last line.
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
    make(folder.path(), Form::Compressed, 0, spec, &codes);
    let path = folder.path().join("p01n1.wdl");
    let dump = dump(&fs::read(&path).expect("a file"));
    assert!(document.contains(&dump), "FORMAT.md should contain:\n{dump}");
    let manifest = fs::read_to_string(folder.path().join("manifest.json")).expect("a file");
    let indented = manifest.lines().fold(String::new(), |text, line| text + "    " + line + "\n");
    assert!(document.contains(&indented), "FORMAT.md should contain:\n{indented}");
    // Entry 6, as in the document.
    assert_eq!(by_hand(&fs::read(&path).expect("a file"), 6), 1);
    assert_eq!(Table::open(&path, 0).expect("sound").value(6).expect("sound"), 1);
}
