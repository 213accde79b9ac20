//! Changed, shortened and swapped files give an error or the right answer, never a wrong answer or a panic.

use super::*;
use crate::layout::{self, BlockEncoding, BlockEntry, ENTRY_BYTES, TRAILER_BYTES, Trailer};
use crate::storage::Storage;
use crate::{FilePart, Memory, TableFault, packed};
use rayon::prelude::*;
use std::io;
use xxhash_rust::xxh3::xxh3_64;

/// Returns small tables with all kinds of blocks, and their codes.
fn samples() -> Vec<(Vec<u8>, Vec<u8>)> {
    let mixed: Vec<u8> = [
        vec![2; 256],
        noise(256, 3),
        noise(256, 3),
        (0..256).map(|i| u8::from(i % 64 == 5)).collect(),
        vec![1; 37],
    ]
    .concat();
    let few = noise(11, 3);
    let long = noise(90, 17);
    let cases = [
        (Form::Compressed, 3, mixed.clone()),
        (Form::Raw, 3, mixed),
        (Form::Compressed, 3, few.clone()),
        (Form::Raw, 3, few),
        (Form::Raw, 17, long),
        (Form::Compressed, 2, Vec::new()),
        (Form::Compressed, 2, vec![1; 600]),
    ];
    let whole = cases.map(|(form, values, codes)| (header(form, codes.len() as u64, values), codes));
    let alike: Vec<u8> = (0..40).flat_map(|i| noise(7 + i % 4, 5).split_off((i % 4) as usize)).collect();
    let strips = [(5, 7, alike), (3, 50, noise(101, 3)), (3, 9, Vec::new()), (2, 600, vec![1; 600])];
    let strips = strips.map(|(values, strip, codes)| (cut(codes.len() as u64, values, strip), codes));
    let encode_one = |(header, codes): (Header, Vec<u8>)| {
        (encode(&header, &packed::pack(&codes, header.spec.bits())), codes)
    };
    let derived = (Header { derived: true, ..header(Form::Small, 300, 3) }, vec![0; 300]);
    whole.into_iter().chain(strips).chain([derived]).map(encode_one).collect()
}

/// Reads everything, and panics if an answer is wrong. Returns whether a fault was found.
fn is_found_out(bytes: Vec<u8>, codes: &[u8]) -> bool {
    let Ok(table) = open(bytes) else { return true };
    assert_eq!(table.entries(), codes.len() as u64);
    let (mut faults, mut last) = (0, None);
    for (index, &code) in codes.iter().enumerate() {
        match table.code_near(index as u64, &mut last) {
            Ok(found) => assert_eq!(found, code, "a wrong answer"),
            Err(_) => faults += 1,
        }
    }
    let mut packed = Vec::new();
    faults += (0..table.blocks()).filter(|&block| table.load(block, &mut packed).is_err()).count();
    faults > 0 || table.check_index().is_err()
}

#[test]
fn every_changed_byte_is_detected() {
    for (bytes, codes) in samples() {
        assert!(!is_found_out(bytes.clone(), &codes), "nothing is wrong");
        (0..bytes.len()).into_par_iter().for_each(|place| {
            for change in 1..=255 {
                let mut bytes = bytes.clone();
                bytes[place] ^= change;
                assert!(is_found_out(bytes, &codes), "byte {place}, change {change}");
            }
        });
    }
}

#[test]
fn every_wrong_length_is_detected() {
    for (bytes, codes) in samples() {
        for len in 0..bytes.len() {
            assert!(open(bytes[..len].to_vec()).is_err(), "{len} bytes");
            assert!(is_found_out(bytes[..len].to_vec(), &codes));
            // The end is present, but something before it is missing.
            let shorter = [&bytes[..len], &bytes[len + 1..]].concat();
            assert!(is_found_out(shorter, &codes), "without byte {len}");
            let longer = [&bytes[..len], &[0], &bytes[len..]].concat();
            assert!(is_found_out(longer, &codes), "one more at {len}");
        }
        assert!(open([&bytes[..], &[0]].concat()).is_err());
        assert!(open([&bytes[..], &bytes[..]].concat()).is_err());
    }
}

fn fault(bytes: Vec<u8>) -> TableFault {
    open(bytes).expect_err("damaged").fault
}

#[test]
fn a_file_without_its_end_is_unfinished() {
    let (bytes, _) = samples().swap_remove(0);
    for len in 8..bytes.len() {
        // If a whole number of words is missing, the end may look valid, but it is in the wrong place.
        let fault = fault(bytes[..len].to_vec());
        assert!(matches!(fault, TableFault::Unfinished), "{len}: {fault}");
    }
    assert!(matches!(fault(bytes[..7].to_vec()), TableFault::NotATable));
    assert!(matches!(
        fault(b"something else, longer than the header of a table is".to_vec()),
        TableFault::NotATable
    ));
}

/// Returns the file with these bytes in its header, and a matching checksum.
fn with_header(bytes: &[u8], at: usize, new: &[u8]) -> Vec<u8> {
    let len = u32::from_le_bytes(*bytes[40..].first_chunk().expect("a header")) as usize;
    let mut bytes = bytes.to_vec();
    bytes[at..at + new.len()].copy_from_slice(new);
    let checksum = xxh3_64(&bytes[..len - 8]);
    bytes[len - 8..len].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Returns the file with these bytes in its trailer, and a matching checksum.
fn with_trailer(bytes: &[u8], at: usize, new: &[u8]) -> Vec<u8> {
    let start = bytes.len() - TRAILER_BYTES;
    let mut bytes = bytes.to_vec();
    bytes[start + at..start + at + new.len()].copy_from_slice(new);
    let checksum = xxh3_64(&bytes[start..start + 56]);
    bytes[start + 56..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Returns the file with a trailer whose checksum matches the index.
fn with_index(bytes: &[u8], index: usize) -> Vec<u8> {
    let end = bytes.len() - TRAILER_BYTES;
    with_trailer(bytes, 32, &xxh3_64(&bytes[index..end]).to_le_bytes())
}

#[test]
fn unknown_versions_and_fields_are_refused() {
    let (bytes, _) = samples().swap_remove(0);
    let newer = with_header(&bytes, 8, &4_u16.to_le_bytes());
    assert!(matches!(fault(newer), TableFault::Version { found: 4 }));
    let message = open(with_header(&bytes, 8, &[7])).expect_err("newer").to_string();
    assert_eq!(
        message,
        "table here/p05n3.dtw: it has format version 7; this program reads versions 1 to 3; use the version of nexsolve that made it, or a newer one"
    );
    let message = open(with_header(&bytes, 8, &[0])).expect_err("older").to_string();
    assert!(message.contains("there was no version before the first"), "{message}");
    let fields: [(usize, &[u8]); 12] = [
        (10, &[0]),                    // metric
        (10, &[99]),                   // metric
        (11, &[4]),                    // bits
        (12, &[0]),                    // form
        (12, &[4]),                    // form
        (16, &u64::MAX.to_le_bytes()), // entries
        (24, &9_u64.to_le_bytes()),    // blocks
        (32, &63_u32.to_le_bytes()),   // block bytes
        (32, &0_u32.to_le_bytes()),    // block bytes
        (40, &u32::MAX.to_le_bytes()), // header bytes
        (36, &0_u16.to_le_bytes()),    // values
        (51, &[0xff]),                 // names: not UTF-8
    ];
    for (at, new) in fields {
        field(with_header(&bytes, at, new));
    }
    for (at, new) in [(8, 1_u64), (16, 1 << 40), (16, 5), (24, 1), (40, 5), (48, 1)] {
        field(with_trailer(&bytes, at, &new.to_le_bytes()));
    }
    // Reserved bytes are 0.
    for at in [63, 70, 119] {
        let fault = fault(with_header(&bytes, at, &[1]));
        assert!(matches!(fault, TableFault::Padding { part: FilePart::Header }), "{at}: {fault}");
    }
}

/// Returns the name of the faulty field.
fn field(bytes: Vec<u8>) -> &'static str {
    match fault(bytes) {
        TableFault::Field { field, .. } => field,
        other => panic!("{other}"),
    }
}

#[test]
fn versions_do_not_mix() {
    let plain = encode(&header(Form::Compressed, 300, 3), &[0; 75]);
    let strips = encode(&cut(11, 3, 4), &packed::pack(&noise(11, 3), 2));
    let earlier = encode(&Header { version: 2, ..header(Form::Small, 300, 3) }, &[0; 75]);
    let small = encode(&header(Form::Small, 300, 3), &[0; 75]);
    let derived = encode(&Header { derived: true, ..header(Form::Small, 300, 3) }, &[0; 75]);
    let is_derived = |bytes: &Vec<u8>| open(bytes.clone()).expect("sound").is_derived();
    assert_eq!([&earlier, &small, &derived].map(is_derived), [false, false, true]);
    for (bytes, at, new, wrong) in [
        (&plain, 8, 2, "form"),
        (&plain, 8, 3, "form"),
        (&strips, 8, 1, "form"),
        // Strips in a form without strips, a strip longer than a block, and strips in a derived table.
        (&plain, 44, 4, "strip"),
        (&strips, 46, 4, "strip"),
        (&strips, 38, 1, "strip"),
        (&plain, 38, 1, "flags"),
        (&plain, 39, 1, "flags"),
        (&earlier, 38, 1, "flags"),
        (&small, 38, 2, "flags"),
        (&small, 39, 1, "flags"),
    ] {
        assert_eq!(field(with_header(bytes, at, &[new])), wrong, "{at}");
    }
    // A wrong number of patterns.
    assert_eq!(field(with_trailer(&strips, 52, &[1])), "patterns");
    assert_eq!(field(with_trailer(&strips, 50, &[1])), "blocks");
}

/// Returns a raw table of whole blocks, its codes, and the offsets of its blocks and its index.
fn raw_blocks(layer: &str, seed: u64) -> (Vec<u8>, Vec<u8>, usize, usize) {
    let mut header = header(Form::Raw, 4 * 256, 3);
    header.spec.layer = layer.into();
    let codes = noise(4 * 256 + seed, 3).split_off(seed as usize);
    let bytes = encode(&header, &packed::pack(&codes, 2));
    let index = bytes.len() - TRAILER_BYTES - 4 * ENTRY_BYTES;
    (bytes, codes, index - 4 * 64, index)
}

#[test]
fn swapped_blocks_are_detected() {
    let (bytes, codes, data, index) = raw_blocks("p05n3", 0);
    let mut swapped = bytes;
    for (start, len, skip, part) in [(data, 64, 0, 64), (index, ENTRY_BYTES, 8, 8)] {
        // Change only the checksums of the index, not where blocks end.
        for i in skip..skip + part {
            swapped.swap(start + len + i, start + 2 * len + i);
        }
    }
    let swapped = with_index(&swapped, index);
    let table = open(swapped.clone()).expect("the header and the trailer are correct");
    for (block, sound) in [true, false, false, true].into_iter().enumerate() {
        let found = table.code(block as u64 * 256);
        assert_eq!(found.is_ok(), sound, "{block}");
        if let Err(TableError { fault: TableFault::Checksum { part }, .. }) = found {
            assert_eq!(part, FilePart::Block(block as u64));
        }
    }
    assert!(is_found_out(swapped, &codes));
}

#[test]
fn a_block_of_another_table_is_detected() {
    let (mine, codes, data, index) = raw_blocks("p05n3", 0);
    let (other, _, _, _) = raw_blocks("p05n5", 5);
    let mut mixed = mine;
    for range in [data + 64..data + 128, index + ENTRY_BYTES..index + 2 * ENTRY_BYTES] {
        mixed[range.clone()].copy_from_slice(&other[range]);
    }
    let unfit = open(mixed.clone())
        .expect("the header and the trailer are correct")
        .code(0)
        .expect_err("changed")
        .fault;
    assert!(matches!(unfit, TableFault::Checksum { part: FilePart::Index }));
    let mixed = with_index(&mixed, index);
    let table = open(mixed.clone()).expect("the header and the trailer are correct");
    assert!(table.code(0).is_ok() && table.code(256).is_err());
    assert!(is_found_out(mixed, &codes));
}

#[test]
fn the_beginning_of_one_table_and_the_end_of_another_are_detected() {
    let (mine, _, _, index) = raw_blocks("p05n3", 0);
    let (other, _, _, _) = raw_blocks("p05n5", 0);
    assert_eq!(field([&mine[..index], &other[index..]].concat()), "identity");
}

#[test]
fn messages_name_the_file_and_what_to_do() {
    let (mut bytes, _, data, _) = raw_blocks("p05n3", 0);
    bytes[data + 70] ^= 1;
    let error = open(bytes).expect("the header and the trailer are correct").code(300).expect_err("damaged");
    assert_eq!(
        error.to_string(),
        "table here/p05n3.dtw: block 1 has been changed since it was written: its checksum does not match; \
         remove the file and run the command that made the database again: it makes only this table again"
    );
}

/// Makes a raw table of one block with correct checksums, whatever its codes.
fn forged(values: usize, entries: u64, packed: &[u8]) -> Vec<u8> {
    forge(&header(Form::Raw, entries, values), &[(BlockEncoding::Plain, packed)], 0)
}

/// Makes a table of these blocks with correct checksums.
fn forge(header: &Header, blocks: &[(BlockEncoding, &[u8])], patterns: u64) -> Vec<u8> {
    let mut bytes = header.encode();
    let data_start = bytes.len();
    let identity = u64::from_le_bytes(*bytes.last_chunk().expect("a checksum"));
    let mut index = Vec::new();
    for (block, &(stored, data)) in (0..).zip(blocks) {
        bytes.extend_from_slice(data);
        let checksum = layout::checksum(identity, block, stored, data);
        index.extend(BlockEntry { stored, end: (bytes.len() - data_start) as u64, checksum }.encode());
    }
    let data_bytes = (bytes.len() - data_start) as u64;
    let start = layout::index_start(data_start, data_bytes);
    let trailer = Trailer {
        identity,
        data_bytes,
        blocks: blocks.len() as u64,
        index_checksum: xxh3_64(&index),
        file_bytes: start + (index.len() + TRAILER_BYTES) as u64,
        patterns,
    };
    bytes.resize(start as usize, 0);
    bytes.extend(index);
    bytes.extend(trailer.encode());
    bytes
}

#[test]
fn codes_without_a_value_are_not_read() {
    let sound = open(forged(3, 7, &[0b10_01_00_10, 0b01_00_10])).expect("sound");
    assert_eq!(sound.code(0).expect("sound"), 2);
    for packed in [[0b11_01_00_10, 0b01_00_10], [0b10_01_00_10, 0b01_01_00_10]] {
        let table = open(forged(3, 7, &packed)).expect("the header and the trailer are correct");
        assert!(matches!(table.code(0).expect_err("forged").fault, TableFault::Codes { block: 0 }));
        assert!(table.load(0, &mut Vec::new()).is_err());
    }
}

#[test]
fn impossible_strips_are_not_read() {
    // Ten entries of three values in strips of four: the numbers of three strips, and two patterns.
    let header = cut(10, 3, 4);
    let patterns = [0b10_01_00_10, 0b00_00_01_01];
    let read = |numbers: (BlockEncoding, &[u8]), patterns: (BlockEncoding, &[u8])| {
        let table =
            open(forge(&header, &[numbers, patterns], 2)).expect("the header and the trailer are correct");
        let codes = (0..10).map(|i| table.code(i)).collect::<Result<Vec<u8>, _>>();
        assert_eq!(codes.is_ok(), table.load(0, &mut Vec::new()).is_ok());
        codes.map_err(|error| error.fault)
    };
    let sound = read((BlockEncoding::Plain, &[1, 0, 1]), (BlockEncoding::Plain, &patterns));
    assert_eq!(sound.expect("sound"), [1, 1, 0, 0, 2, 0, 1, 2, 1, 1]);
    let wide = read((BlockEncoding::Plain, &[1, 0, 0, 0, 1, 0]), (BlockEncoding::Plain, &patterns));
    assert_eq!(wide.expect("sound"), [1, 1, 0, 0, 2, 0, 1, 2, 1, 1]);
    let unfit = |numbers: (BlockEncoding, &[u8]), patterns: (BlockEncoding, &[u8])| {
        read(numbers, patterns).expect_err("forged")
    };
    // A missing pattern; a code without a value.
    let fault = unfit((BlockEncoding::Plain, &[1, 2, 1]), (BlockEncoding::Plain, &patterns));
    assert!(matches!(fault, TableFault::Codes { block: 0 }), "{fault}");
    let fault = unfit((BlockEncoding::Plain, &[1, 0, 1]), (BlockEncoding::Plain, &[0b11_01_00_10, 0]));
    assert!(matches!(fault, TableFault::Codes { block: 1 }), "{fault}");
    // Too few numbers, too few patterns, and a block that has no bytes.
    for (numbers, patterns) in
        [(&[1, 0][..], &patterns[..]), (&[1, 0, 1], &patterns[..1]), (&[1, 0, 1, 0], &patterns)]
    {
        let fault = unfit((BlockEncoding::Plain, numbers), (BlockEncoding::Plain, patterns));
        assert!(matches!(fault, TableFault::Index { .. }), "{fault}");
    }
    let fault = unfit((BlockEncoding::Constant(0), &[]), (BlockEncoding::Plain, &patterns));
    assert!(matches!(fault, TableFault::Index { block: 0 }), "{fault}");
    // Frames of wrong lengths, and of codes without a value.
    let header = cut(80, 3, 40);
    let frame = |bytes: &[u8]| zstd::encode_all(bytes, 3).expect("memory");
    let (zeros, numbers) = ([0_u8; 80], [0, 1]);
    let read = |patterns: &[u8]| {
        let blocks = [(BlockEncoding::Plain, &numbers[..]), (BlockEncoding::Spread, patterns)];
        open(forge(&header, &blocks, 2)).expect("the header and the trailer are correct").code(79)
    };
    assert_eq!(read(&frame(&zeros)).expect("sound"), 0);
    for bytes in [&zeros[..79], &[&zeros[..], &[0]].concat(), &[&zeros[..79], &[3]].concat()] {
        let fault = read(&frame(bytes)).expect_err("forged").fault;
        assert!(matches!(fault, TableFault::Block { block: 1 } | TableFault::Codes { block: 1 }), "{fault}");
    }
}

#[test]
fn patterns_are_read_in_all_orders() {
    let header = cut(800, 3, 400);
    let frame = |bytes: &[u8]| zstd::encode_all(bytes, 3).expect("memory");
    let codes: Vec<u8> = (0..800).map(|i| u8::from(i % 50 < 3) + u8::from(i >= 400)).collect();
    let transposed: Vec<u8> = (0..400).flat_map(|at| [codes[at], codes[400 + at]]).collect();
    let numbers: &[u8] = &[0, 1];
    for (stored, bytes) in [
        (BlockEncoding::Plain, packed::pack(&codes, 2)),
        (BlockEncoding::Zstd, frame(&packed::pack(&codes, 2))),
        (BlockEncoding::Spread, frame(&codes)),
        (BlockEncoding::Transposed, frame(&transposed)),
    ] {
        let blocks = [(BlockEncoding::Plain, numbers), (stored, &bytes[..])];
        let table = open(forge(&header, &blocks, 2)).expect("the header and the trailer are correct");
        let read: Vec<u8> = (0..800).map(|i| table.code(i).expect("sound")).collect();
        assert_eq!(read, codes, "{stored:?}");
        let mut batch = vec![3; 800];
        let entries: Vec<(u64, usize)> = (0..800).map(|i| (i, i as usize)).collect();
        table.codes(&entries, |at, code| batch[at] = code).expect("sound");
        assert_eq!(batch, codes, "{stored:?}");
        // Version 2 does not have this order.
        let earlier = forge(&Header { version: 2, ..header.clone() }, &blocks, 2);
        let found = open(earlier).expect("the header and the trailer are correct").code(0);
        assert_eq!(found.is_ok(), stored != BlockEncoding::Transposed, "{stored:?}");
    }
    let (numbers, spread) = (frame(&[0, 1]), frame(&codes));
    let blocks = [(BlockEncoding::Transposed, &numbers[..]), (BlockEncoding::Spread, &spread[..])];
    let fault = open(forge(&header, &blocks, 2)).expect("the header and the trailer are correct").code(0);
    assert!(matches!(fault.expect_err("numbers are not transposed").fault, TableFault::Index { block: 0 }));
}

/// A table with this header whose blocks are constant, as a file with holes may have it.
#[derive(Debug)]
struct Holes {
    head: Vec<u8>,
    trailer: Vec<u8>,
    bytes: u64,
}

impl Storage for Holes {
    fn bytes(&self) -> io::Result<u64> {
        Ok(self.bytes)
    }

    fn read(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        buffer.fill(0);
        for (start, part) in [(0, &self.head), (self.bytes - TRAILER_BYTES as u64, &self.trailer)] {
            for (at, byte) in (start..).zip(part) {
                if let Some(place) = at.checked_sub(offset).and_then(|at| buffer.get_mut(at as usize)) {
                    *place = *byte;
                }
            }
        }
        Ok(())
    }
}

/// A file of a few bytes on the disk can have an index of any length.
#[test]
fn an_index_has_to_fit_into_its_memory() {
    for entries in [1 << 20, 1 << 32, 1 << 40] {
        let header = header(Form::Compressed, entries, 256);
        let head = header.encode();
        let identity = u64::from_le_bytes(*head.last_chunk().expect("a checksum"));
        let bytes = head.len() as u64 + header.blocks() * ENTRY_BYTES as u64 + TRAILER_BYTES as u64;
        let trailer = Trailer {
            identity,
            data_bytes: 0,
            blocks: header.blocks(),
            index_checksum: 0,
            file_bytes: bytes,
            patterns: 0,
        };
        let storage = Holes { head, trailer: trailer.encode().to_vec(), bytes };
        let table =
            Table::from_storage(Path::new("here/p05n3.dtw"), Box::new(storage), 0).expect("a good frame");
        let index = header.blocks() * ENTRY_BYTES as u64;
        let is_small = index <= Memory::USUAL_BYTES;
        for _ in 0..3 {
            let error = table.code(0).expect_err("no index");
            let wrong_checksum = matches!(error.fault, TableFault::Checksum { part: FilePart::Index });
            let too_long = matches!(error.fault, TableFault::IndexMemory { bytes, left } if bytes == index && left == Memory::USUAL_BYTES);
            assert!(if is_small { wrong_checksum } else { too_long }, "{error}");
        }
    }
}
