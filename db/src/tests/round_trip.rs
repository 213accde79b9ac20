//! Written tables can be read back, and their bytes depend only on their contents.

use super::*;
use crate::layout::{ENTRY_BYTES, TRAILER_BYTES};
use crate::packed;
use proptest::prelude::*;
use std::io::{self, Write};

/// Codes of a table: runs of noise, of repeated patterns, and of one code.
fn codes(values: usize) -> impl Strategy<Value = Vec<u8>> {
    let code = 0..values;
    let piece = prop_oneof![
        (code.clone(), 0_usize..1500).prop_map(|(code, len)| vec![code as u8; len]),
        prop::collection::vec(code.clone(), 0..300)
            .prop_map(|codes| codes.into_iter().map(|c| c as u8).collect()),
        (code.clone(), code, 0_usize..1500)
            .prop_map(|(a, b, len)| (0..len).map(|i| if i % 7 == 0 { a as u8 } else { b as u8 }).collect()),
    ];
    prop::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

fn contents() -> impl Strategy<Value = (usize, Vec<u8>)> {
    let values = prop_oneof![1_usize..=4, 1_usize..=256];
    values.prop_flat_map(|values| (Just(values), codes(values)))
}

/// A form, and the number of entries per strip.
fn form() -> impl Strategy<Value = (Form, u32)> {
    let whole = prop_oneof![Just(Form::Raw), Just(Form::Compressed), Just(Form::Small)];
    prop_oneof![whole.prop_map(|form| (form, 0)), (1_u32..600).prop_map(|strip| (Form::Small, strip))]
}

/// Like [`header`], with strips if `strip` is not 0; the blocks are then large enough for a strip.
fn header_of((form, strip): (Form, u32), entries: u64, values: usize, width: u32) -> Header {
    if strip > 0 {
        return cut(entries, values, strip);
    }
    Header { block_bytes: 1 << width, ..header(form, entries, values) }
}

fn assert_reads(table: &Table, codes: &[u8]) {
    assert_eq!(table.entries(), codes.len() as u64);
    let read: Vec<u8> = (0..table.entries()).map(|i| table.code(i).expect("sound")).collect();
    assert_eq!(read, codes);
    let mut all = Vec::new();
    for block in 0..table.blocks() {
        let mut packed = vec![0xa5; 7];
        table.load(block, &mut packed).expect("sound");
        assert_eq!(packed.len(), table.block_bytes(block));
        all.extend(packed);
    }
    assert_eq!(all, packed::pack(codes, table.bits()));
    table.check_index().expect("sound");
}

proptest! {
    #[test]
    fn codes_are_read_back((values, codes) in contents(), form in form(), width in 6_u32..9) {
        let header = header_of(form, codes.len() as u64, values, width);
        let bytes = encode(&header, &packed::pack(&codes, header.spec.bits()));
        let table = open(bytes).expect("sound");
        prop_assert_eq!(table.spec(), &header.spec);
        prop_assert_eq!(table.subject(), &header.subject);
        prop_assert_eq!(table.form(), form.0);
        assert_reads(&table, &codes);
        for i in (0..table.entries()).step_by(97) {
            let value = header.spec.values[usize::from(codes[i as usize])];
            prop_assert_eq!(table.value(i).expect("sound"), value);
        }
    }

    #[test]
    fn the_pieces_make_no_difference(
        (values, codes) in contents(),
        form in form(),
        pieces in prop::collection::vec(1_usize..200, 1..5),
    ) {
        let header = header_of(form, codes.len() as u64, values, 6);
        let packed = packed::pack(&codes, header.spec.bits());
        let (bytes, encoded) = encode_in(&header, &packed, &pieces).expect("written");
        prop_assert_eq!(encoded.digest, blake3::hash(&bytes));
        prop_assert_eq!(encoded.bytes, bytes.len() as u64);
        prop_assert_eq!(bytes, encode(&header, &packed));
    }

    #[test]
    fn headers_are_read_back(
        game in "[a-z]{1,20}", board in "[^\u{0}]{1,60}", layer in "[A-Za-z0-9_-]{1,64}",
        entries in 0..=TableSpec::MOST_ENTRIES, values in 1_usize..=256, width in 6_u32..=22, form in form(),
    ) {
        let mut header = header_of(form, entries, values, width);
        header.subject = Subject { game, board };
        header.spec.layer = layer;
        let mut bytes = header.encode();
        prop_assert_eq!(bytes.len() % 64, 0);
        let len = bytes.len();
        bytes.push(0xa5);
        let (read, read_len, identity) = Header::decode(&bytes).expect("sound");
        prop_assert_eq!((read, read_len), (header, len));
        prop_assert_eq!(&bytes[len - 8..len], &identity.to_le_bytes());
    }

    #[test]
    fn no_bytes_panic_a_reader(mut bytes in prop::collection::vec(any::<u8>(), 0..300), version in 0_u8..3) {
        if version > 0 {
            bytes.splice(0..bytes.len().min(10), [&b"NEXTABLE"[..], &[version, 0]].concat());
        }
        prop_assert!(open(bytes).is_err());
    }
}

#[test]
fn batches_and_threads_make_no_difference() {
    // More than two batches, and an incomplete one.
    let entries = 2 * 4 * (4 << 20) + 4 * 9_999 + 3;
    let shapes = [
        (Form::Compressed, 1 << 14, 0),
        (Form::Raw, 1 << 12, 0),
        (Form::Compressed, 1 << 22, 0),
        (Form::Small, 1 << 15, 1001),
    ];
    for (form, block_bytes, strip) in shapes {
        let header = Header { block_bytes, strip, ..header(form, entries, 3) };
        let mut packed: Vec<u8> = (0..header.spec.packed_bytes())
            .map(|i| if i / 1000 % 3 == 0 { 0x55 } else { (i % 97) as u8 & 0x15 })
            .collect();
        *packed.last_mut().expect("some") &= 0x3f;
        let files: Vec<_> = [(1, 1 << 30), (2, 100_003), (3, 7 << 20)]
            .into_iter()
            .map(|(threads, piece)| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                pool.install(|| encode_in(&header, &packed, &[piece]).expect("written"))
            })
            .collect();
        assert!(files.iter().all(|(bytes, encoded)| *bytes == files[0].0 && *encoded == files[0].1));
        assert_eq!(files[0].1.digest, blake3::hash(&files[0].0));
        let table = open(files[0].0.clone()).expect("sound");
        // A look-up decompresses its whole block.
        for index in (0..entries).step_by(block_bytes).chain([entries - 1]) {
            assert_eq!(table.code(index).expect("sound"), packed::get(&packed, 2, index as usize), "{index}");
        }
    }
}

#[test]
fn a_constant_table_takes_almost_no_space() {
    let entries = 1 << 26;
    let header = Header { block_bytes: 1 << 14, ..header(Form::Compressed, entries, 2) };
    let bytes = encode(&header, &vec![0xff; (entries / 8) as usize]);
    let blocks = entries as usize / 8 / (1 << 14);
    assert_eq!(bytes.len(), header.encode().len() + blocks * ENTRY_BYTES + TRAILER_BYTES);
    let table = open(bytes).expect("sound");
    assert!((0..entries).step_by(12_345).all(|index| table.code(index).expect("sound") == 1));
}

#[test]
fn the_size_of_the_cache_makes_no_difference() {
    let codes: Vec<u8> =
        noise(3000, 2).into_iter().enumerate().map(|(i, c)| if i % 3 == 0 { c } else { 0 }).collect();
    for header in [header(Form::Compressed, 3000, 3), cut(3000, 3, 7)] {
        let bytes = encode(&header, &packed::pack(&codes, 2));
        for cache_bytes in [0, 1, 200, 1000, 1 << 20] {
            let table =
                Table::from_storage(Path::new("x"), Box::new(bytes.clone()), cache_bytes).expect("sound");
            assert_reads(&table, &codes);
            assert_reads(&table, &codes);
            std::thread::scope(|scope| {
                (0..4).for_each(|_| drop(scope.spawn(|| assert_reads(&table, &codes))));
            });
        }
    }
}

#[test]
fn codes_without_a_value_are_refused() {
    for (values, code) in [(3, 3), (1, 1), (5, 5), (16, 255), (17, 17), (200, 255)] {
        for entries in [1_u64, 700] {
            for place in [0, entries as usize - 1] {
                for header in [
                    header(Form::Raw, entries, values),
                    header(Form::Compressed, entries, values),
                    cut(entries, values, 9),
                ] {
                    let bits = header.spec.bits();
                    let mut codes = noise(entries, values as u64);
                    codes[place] = code & packed::mask(bits);
                    let refused = usize::from(codes[place]) >= values;
                    let written = encode_in(&header, &packed::pack(&codes, bits), &[13]);
                    assert_eq!(matches!(written, Err(BuildError::Code { .. })), refused, "{values} {code}");
                }
            }
        }
    }
    // Bits after the last entry.
    for header in [header(Form::Raw, 3, 3), header(Form::Compressed, 3, 3), cut(3, 3, 2), cut(3, 3, 8)] {
        let written = encode_in(&header, &[0b0100_0000], &[1]);
        assert!(matches!(written, Err(BuildError::Code { block: 0, .. })));
    }
}

#[test]
fn a_wrong_number_of_codes_is_refused() {
    for header in [header(Form::Compressed, 1000, 3), cut(1000, 3, 7)] {
        for (given, found) in [(249, 249), (251, 251), (0, 0)] {
            let written = encode_in(&header, &vec![0; given], &[100]);
            let Err(BuildError::Length { found: told, .. }) = written else {
                panic!("{given} bytes were accepted")
            };
            assert_eq!(told, found);
        }
    }
}

#[test]
fn equal_strips_are_stored_once() {
    let codes: Vec<u8> = noise(50, 3).repeat(20_000);
    let bytes = encode(&cut(1_000_000, 3, 50), &packed::pack(&codes, 2));
    // 20,000 numbers, all 0, in three blocks; one pattern.
    assert!(bytes.len() < 128 + 4 * ENTRY_BYTES + TRAILER_BYTES + 64 + 3 * 40 + 13, "{}", bytes.len());
    assert_reads(&open(bytes).expect("sound"), &codes);
}

#[test]
fn patterns_that_are_not_remembered_are_stored_too() {
    // All strips of the first half differ; every second strip of the second half repeats one of them.
    let strip = |i: u64| -> Vec<u8> {
        noise(9, 1 << 8).iter().map(|&c| c ^ (i * 37 % 251) as u8 ^ (i >> 8) as u8).collect()
    };
    let count = 3000;
    let codes: Vec<u8> =
        (0..count).flat_map(|i| strip(if i > count / 2 && i % 2 == 0 { i - count / 2 } else { i })).collect();
    let header = cut(9 * count, 256, 9);
    for most in [0, 1, 100, 2000] {
        let mut encoder = StripEncoder::new(packer(&header), Vec::new()).expect("room");
        encoder.remember_at_most(most);
        encoder.append(&codes).expect("room");
        let (bytes, _) = encoder.finish().expect("room");
        assert_reads(&open(bytes).expect("sound"), &codes);
    }
}

/// A disk with this many bytes of space.
struct Small(usize);

impl Write for Small {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error_at_any_point() {
    let packed = packed::pack(&noise(1000, 3), 2);
    for header in [header(Form::Raw, 1000, 3), cut(1000, 3, 9)] {
        let whole = encode(&header, &packed).len();
        let write = |room| Ok(write(&header, packed.chunks(11), Small(room))?.1.bytes);
        for room in 0..whole {
            assert!(matches!(write(room), Err(BuildError::Io { .. })), "{room}");
        }
        assert_eq!(write(whole).expect("room enough"), whole as u64);
    }
}
