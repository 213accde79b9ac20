//! Writes tables with strips. Patterns are numbered in the order in which they first occur. At the end they
//! are sorted, because similar neighbours compress best, and renumbered.

use crate::encode::{Encoded, Packer, Sink};
use crate::error::failed;
use crate::layout::BlockEncoding;
use crate::strips::{MOST_PATTERNS, Strips, encode_numbers, split_numbers};
use crate::{BuildError, TableSpec, packed};
use hashbrown::HashTable;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// The approximate number of bytes of strips to process at a time.
const BATCH_BYTES: usize = 1 << 24;

/// The memory for the patterns of a table. A pattern that does not fit is written each time it occurs.
pub const REMEMBERED_BYTES: u64 = 1 << 27;

/// The memory for a pattern besides its bytes: in the growing hash table, or in the sorted order at the end.
pub const PATTERN_BYTES: u64 = 20;

/// The number of blocks to compress at a time.
const BLOCKS: u64 = 256;

/// Writes a table with strips. The bytes depend only on header, packing and codes.
pub(crate) struct StripEncoder<W> {
    out: W,
    packer: Packer,
    /// How the table is divided; the number of patterns is still 0.
    strips: Strips,
    /// Codes that do not yet fill a batch.
    pending: Vec<u8>,
    /// The number of bits at the beginning of `pending` that have been used.
    used_bits: usize,
    taken: u64,
    /// The number of strips to process at a time.
    batch: usize,
    done: u64,
    /// The remembered patterns, in the order in which they first occurred.
    remembered: Vec<u8>,
    /// The numbers of the remembered patterns, by pattern.
    by_pattern: HashTable<u32>,
    /// The memory for remembered patterns.
    room: u64,
    patterns: u64,
    /// The number of each strip's pattern, four bytes each, in a temporary file without a name.
    numbers: BufWriter<File>,
    /// The patterns that are not remembered, in another such file.
    strange: BufWriter<File>,
    /// The folder of these files.
    folder: PathBuf,
}

impl<W: Write> StripEncoder<W> {
    pub(crate) fn new(packer: Packer, out: W) -> Result<Self, BuildError> {
        let strips = Strips::new(&packer.header, 0).expect("a table with strips");
        let folder = packer.file.parent().unwrap_or(Path::new(".")).to_owned();
        let scratch =
            || tempfile::tempfile_in(&folder).map(BufWriter::new).map_err(failed(&folder, "written"));
        let (numbers, strange) = (scratch()?, scratch()?);
        let block = strips.numbers as usize;
        let batch = block * (BATCH_BYTES / (block * (strips.pattern_bytes + size_of::<u64>()))).max(1);
        Ok(Self {
            out,
            packer,
            strips,
            pending: Vec::new(),
            used_bits: 0,
            taken: 0,
            batch,
            done: 0,
            remembered: Vec::new(),
            by_pattern: HashTable::new(),
            room: REMEMBERED_BYTES,
            patterns: 0,
            numbers,
            strange,
            folder,
        })
    }

    /// Limits the number of remembered patterns to `patterns`.
    #[cfg(test)]
    pub(crate) fn remember_at_most(&mut self, patterns: u64) {
        self.room = patterns * (self.strips.pattern_bytes as u64 + PATTERN_BYTES);
    }

    fn spec(&self) -> &TableSpec {
        &self.packer.header.spec
    }

    /// Takes the next packed codes.
    pub(crate) fn append(&mut self, packed: &[u8]) -> Result<(), BuildError> {
        self.taken += packed.len() as u64;
        if self.taken > self.spec().packed_bytes() {
            return Err(self.packer.wrong_length(self.taken));
        }
        self.pending.extend_from_slice(packed);
        while (self.pending.len() * 8 - self.used_bits) / self.strip_bits() >= self.batch {
            self.number(self.batch)?;
        }
        Ok(())
    }

    fn strip_bits(&self) -> usize {
        self.strips.strip as usize * self.spec().bits() as usize
    }

    /// Numbers the patterns of the next `count` strips.
    fn number(&mut self, count: usize) -> Result<(), BuildError> {
        let (bytes, strip_bits) = (self.strips.pattern_bytes, self.strip_bits());
        let mut patterns = vec![0; count * bytes];
        let hash = |(strip, pattern): (usize, &mut [u8])| {
            packed::copy_bits(pattern, 0, &self.pending, self.used_bits + strip * strip_bits, strip_bits);
            xxh3_64(pattern)
        };
        let hashes: Vec<u64> = patterns.par_chunks_mut(bytes).enumerate().map(hash).collect();
        let (bits, values) = (self.spec().bits(), self.spec().values.len());
        if values < 1 << bits && usize::from(packed::greatest(&patterns, bits)) >= values {
            return Err(BuildError::Code {
                file: self.packer.file.clone(),
                block: self.done / self.strips.numbers,
            });
        }
        let used = self.used_bits + count * strip_bits;
        self.pending.drain(..used / 8);
        self.used_bits = used % 8;
        for (pattern, hash) in patterns.chunks_exact(bytes).zip(hashes) {
            let number = self.number_of(pattern, hash)?;
            self.numbers.write_all(&number.to_le_bytes()).map_err(failed(&self.folder, "written"))?;
        }
        self.done += count as u64;
        Ok(())
    }

    /// Returns the number of a pattern. A pattern that is not remembered gets a new number.
    fn number_of(&mut self, pattern: &[u8], hash: u64) -> Result<u32, BuildError> {
        let bytes = pattern.len();
        let at = |number: u32| number as usize * bytes..(number as usize + 1) * bytes;
        let Self { remembered, by_pattern, .. } = self;
        if let Some(&number) = by_pattern.find(hash, |&number| remembered[at(number)] == *pattern) {
            return Ok(number);
        }
        if self.patterns >= MOST_PATTERNS {
            return Err(BuildError::Patterns { file: self.packer.file.clone(), most: MOST_PATTERNS });
        }
        let number = self.patterns as u32;
        self.patterns += 1;
        let taken = (by_pattern.len() as u64 + 1) * (bytes as u64 + PATTERN_BYTES);
        if taken <= self.room {
            remembered.extend_from_slice(pattern);
            by_pattern.insert_unique(hash, number, |&number| xxh3_64(&remembered[at(number)]));
        } else {
            self.strange.write_all(pattern).map_err(failed(&self.folder, "written"))?;
        }
        Ok(number)
    }

    /// Sorts the patterns, and writes the file.
    pub(crate) fn finish(mut self) -> Result<(W, Encoded), BuildError> {
        if self.taken != self.spec().packed_bytes() {
            return Err(self.packer.wrong_length(self.taken));
        }
        let (bits, entries) = (self.spec().bits(), self.spec().entries);
        if !packed::ends_clean(&self.pending, bits, entries) {
            return Err(BuildError::Code {
                file: self.packer.file.clone(),
                block: self.done / self.strips.numbers,
            });
        }
        // The last strip is filled up with code 0.
        let left = (self.strips.count - self.done) as usize;
        self.pending.resize((self.used_bits + left * self.strip_bits()).div_ceil(8), 0);
        while self.done < self.strips.count {
            self.number(self.batch.min((self.strips.count - self.done) as usize))?;
        }
        drop(self.by_pattern);
        let folder = self.folder;
        let rewound = |scratch: BufWriter<File>| {
            let mut file = scratch.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.rewind().map(|()| BufReader::new(file))
        };
        let mut numbers = rewound(self.numbers).map_err(failed(&folder, "written"))?;
        let mut strange = rewound(self.strange).map_err(failed(&folder, "written"))?;
        let strips = Strips::new(&self.packer.header, self.patterns).expect("a table with strips");
        let bytes = strips.pattern_bytes;
        let pattern = |number: u32| &self.remembered[number as usize * bytes..][..bytes];
        let mut order: Vec<u32> = (0..(self.remembered.len() / bytes) as u32).collect();
        order.par_sort_unstable_by(|&a, &b| compare(pattern(a), pattern(b)));
        let mut places = vec![0; order.len()];
        for (place, &number) in (0..).zip(&order) {
            places[number as usize] = place;
        }
        let place = |word: &[u8; 4]| {
            let number = u32::from_le_bytes(*word);
            places.get(number as usize).copied().unwrap_or(number)
        };
        let packer = self.packer;
        let mut sink = Sink::new(&packer, self.out)?;
        let (mut left, mut piece) = (strips.count, Vec::new());
        while left > 0 {
            let now = left.min(BLOCKS * strips.numbers);
            piece.resize(4 * now as usize, 0);
            numbers.read_exact(&mut piece).map_err(failed(&folder, "read"))?;
            left -= now;
            sink.put(&packer, piece.chunks(4 * strips.numbers as usize).collect(), |block| {
                let numbers: Vec<u32> = block.as_chunks().0.iter().map(place).collect();
                let plain = encode_numbers(&numbers);
                let split = split_numbers(&plain, numbers.len());
                (plain, vec![(BlockEncoding::Spread, split)])
            })?;
        }
        let mut first = 0;
        while first < strips.patterns {
            let end = strips.patterns.min(first + BLOCKS * strips.each);
            piece.clear();
            for number in first..end {
                if let Some(&number) = order.get(number as usize) {
                    piece.extend_from_slice(pattern(number));
                } else {
                    let at = piece.len();
                    piece.resize(at + bytes, 0);
                    strange.read_exact(&mut piece[at..]).map_err(failed(&folder, "read"))?;
                }
            }
            first = end;
            let blocks = piece.chunks(strips.each as usize * bytes).collect();
            sink.put(&packer, blocks, |block| {
                let spread = strips.spread(block);
                let transposed = strips.transpose(&spread);
                (
                    block.to_vec(),
                    vec![(BlockEncoding::Spread, spread), (BlockEncoding::Transposed, transposed)],
                )
            })?;
        }
        sink.finish(strips.patterns)
    }
}

/// Compares patterns by their first codes, then by the next ones. Any consistent order of the codes would do.
fn compare(a: &[u8], b: &[u8]) -> Ordering {
    let differ = a.iter().zip(b).find(|(a, b)| a != b);
    differ.map_or(Ordering::Equal, |(a, b)| a.reverse_bits().cmp(&b.reverse_bits()))
}
