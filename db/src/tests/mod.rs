//! Tests of tables in memory: written and read back, damaged, swapped.

mod damage;
mod round_trip;

use crate::encode::{Encoded, Encoder, Packer};
use crate::encode_strips::StripEncoder;
use crate::frames::Compressors;
use crate::layout::Header;
use crate::{BuildError, Form, Metric, Subject, Table, TableError, TableSpec};
use std::io::Write;
use std::path::Path;

const CACHE_BYTES: u64 = 1 << 16;

/// Creates a header with these numbers of entries and values, in the smallest blocks.
fn header(form: Form, entries: u64, values: usize) -> Header {
    Header {
        version: form.version(),
        subject: Subject { game: "nex".into(), board: "nex:4x4".into() },
        form,
        spec: TableSpec {
            layer: "p05n3".into(),
            metric: Metric::Dtw,
            entries,
            values: (0..values).map(|i| 128 - i as i16).collect(),
        },
        block_bytes: 64,
        strip: 0,
        derived: false,
    }
}

/// Creates a header of form [`Form::Small`] with strips of `strip` entries.
fn cut(entries: u64, values: usize, strip: u32) -> Header {
    Header { block_bytes: 1 << 12, strip, ..header(Form::Small, entries, values) }
}

/// Returns the file of a table whose codes are appended in pieces of these lengths, repeated in turn.
fn encode_in(header: &Header, packed: &[u8], pieces: &[usize]) -> Result<(Vec<u8>, Encoded), BuildError> {
    let (mut rest, mut lengths) = (packed, pieces.iter().cycle());
    let mut next = || {
        let (now, later) = rest.split_at(rest.len().min(*lengths.next().expect("endless")));
        rest = later;
        (!now.is_empty()).then_some(now)
    };
    let pieces = std::iter::from_fn(&mut next);
    write(header, pieces, Vec::new())
}

/// Writes a table whose codes are appended in these pieces.
fn write<'p, W: Write>(
    header: &Header,
    mut pieces: impl Iterator<Item = &'p [u8]>,
    out: W,
) -> Result<(W, Encoded), BuildError> {
    if header.strip == 0 {
        let mut encoder = Encoder::new(packer(header), out)?;
        pieces.try_for_each(|piece| encoder.append(piece))?;
        encoder.finish()
    } else {
        let mut encoder = StripEncoder::new(packer(header), out)?;
        pieces.try_for_each(|piece| encoder.append(piece))?;
        encoder.finish()
    }
}

fn packer(header: &Header) -> Packer {
    Packer::new(std::env::temp_dir().join("p05n3.dtw"), header.clone(), 3, Compressors::default())
}

fn encode(header: &Header, packed: &[u8]) -> Vec<u8> {
    encode_in(header, packed, &[packed.len().max(1)]).expect("it can be written").0
}

fn open(bytes: Vec<u8>) -> Result<Table, TableError> {
    Table::from_storage(Path::new("here/p05n3.dtw"), Box::new(bytes), CACHE_BYTES)
}

/// Returns pseudo-random codes below `values`.
fn noise(entries: u64, values: u64) -> Vec<u8> {
    let scramble = |i: u64| {
        (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xd6e8_feb8_6659_fd93)
    };
    (0..entries).map(|i| ((scramble(i) >> 40) % values) as u8).collect()
}
