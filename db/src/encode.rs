//! A table file as a stream of bytes: header, blocks, index, trailer.

use crate::error::failed;
use crate::frames::Compressors;
use crate::layout::{self, BLOCK_BYTES, BlockEncoding, BlockEntry, Header, Trailer};
use crate::{BuildError, Form, Metric, packed};
use rayon::prelude::*;
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::PathBuf;
use xxhash_rust::xxh3::xxh3_64;

/// The number of bytes of packed codes to compress at a time, in parallel: many blocks, but little memory.
pub const BATCH_BYTES: usize = 1 << 21;

/// The zstd level for a quick test of how well bytes compress.
const LOOK_LEVEL: i32 = 12;

/// Returns the number of bytes of a table's index: one index entry for each block of `packed_bytes` of codes.
pub fn index_bytes(packed_bytes: u64) -> u64 {
    let block = Packing::of(Form::Compressed, Metric::Wdl).block_bytes as u64;
    packed_bytes.div_ceil(block).saturating_mul(layout::ENTRY_BYTES as u64)
}

/// How the codes of a table are divided into blocks and compressed. The table's bytes depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packing {
    /// The number of bytes of a block's packed codes: a power of two.
    pub(crate) block_bytes: usize,
    /// The zstd level.
    pub(crate) level: i32,
}

impl Packing {
    /// Returns the packing of tables of this form and metric.
    pub(crate) const fn of(form: Form, metric: Metric) -> Self {
        match (form, metric) {
            // Scores have many values and compress less well: level 12 saves 5 % over level 6, and even then
            // a table of 24 seeds takes longer to compute than to write.
            (Form::Compressed, Metric::Score) => Self { block_bytes: 1 << 14, level: 12 },
            // Measured on tables of 4×4 Nex (the example `packing`): blocks of 16 KiB make tables a fifth
            // smaller than blocks of 4 KiB. Blocks of 32 KiB would save another 5 %, but take twice as long
            // to decompress. Higher levels save 1 to 9 % and take three to thirty times as long to write.
            (Form::Compressed, _) => Self { block_bytes: 1 << 14, level: 6 },
            // The first look-up in a block must check the whole block.
            (Form::Raw, _) => Self { block_bytes: 1 << 14, level: 0 },
            (Form::Small, _) => Self { block_bytes: 1 << 15, level: 19 },
        }
    }
}

/// The length and digest of a finished file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Encoded {
    pub(crate) bytes: u64,
    pub(crate) digest: blake3::Hash,
}

/// Writes a table without strips. The bytes depend only on header, packing and codes.
pub(crate) struct Encoder<W> {
    sink: Sink<W>,
    packer: Packer,
    /// Codes that do not yet fill a batch.
    pending: Vec<u8>,
    /// The number of bytes of codes received.
    taken: u64,
}

/// Makes blocks from codes. Threads share it.
pub(crate) struct Packer {
    /// The file that errors name.
    pub(crate) file: PathBuf,
    pub(crate) header: Header,
    identity: u64,
    level: i32,
    compressors: Compressors,
}

/// A block that is ready to be written: its index entry, with the block's length in place of its end, and its
/// bytes.
pub(crate) type Ready<'a> = (BlockEntry, Cow<'a, [u8]>);

/// Consecutive blocks of a table, ready to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// The number of the first block.
    pub first: u64,
    /// The index entry of each block, with the block's length in place of its end.
    pub entries: Vec<u8>,
    /// The bytes of the blocks, one after the other.
    pub bytes: Vec<u8>,
}

/// A table file that is being written: the header, and the blocks so far.
pub(crate) struct Sink<W> {
    out: Hashing<W>,
    file: PathBuf,
    identity: u64,
    header_bytes: usize,
    data_bytes: u64,
    index: Vec<u8>,
}

impl<W: Write> Sink<W> {
    /// Writes the header.
    pub(crate) fn new(packer: &Packer, out: W) -> Result<Self, BuildError> {
        let Packer { file, header, identity, .. } = packer;
        debug_assert!(header.block_bytes.is_power_of_two() && BLOCK_BYTES.contains(&header.block_bytes));
        let bytes = header.encode();
        let mut out = Hashing { out, hasher: blake3::Hasher::new(), bytes: 0 };
        out.write(&bytes).map_err(failed(file, "written"))?;
        let (file, identity, header_bytes) = (file.clone(), *identity, bytes.len());
        Ok(Self { out, file, identity, header_bytes, data_bytes: 0, index: Vec::new() })
    }

    /// Returns the number of blocks written so far.
    pub(crate) fn blocks(&self) -> u64 {
        (self.index.len() / layout::ENTRY_BYTES) as u64
    }

    /// Writes the next blocks. `orders` returns the plain bytes of a block, and the same bytes in other
    /// orders ([`Packer::smallest`]).
    pub(crate) fn put(
        &mut self,
        packer: &Packer,
        blocks: Vec<&[u8]>,
        orders: impl Fn(&[u8]) -> (Vec<u8>, Vec<(BlockEncoding, Vec<u8>)>) + Sync,
    ) -> Result<(), BuildError> {
        let first = self.blocks();
        let ready = blocks.into_par_iter().enumerate().map(|(i, block)| {
            let (plain, others) = orders(block);
            let (entry, bytes) = packer.smallest(first + i as u64, &plain, &others)?;
            Ok((entry, bytes.into_owned()))
        });
        let ready: Vec<_> = ready.collect::<Result<_, BuildError>>()?;
        ready.into_iter().try_for_each(|(entry, bytes)| self.append([entry], &bytes))
    }

    /// Writes the next blocks: their index entries, with lengths in place of ends, and their bytes.
    pub(crate) fn append(
        &mut self,
        entries: impl IntoIterator<Item = BlockEntry>,
        bytes: &[u8],
    ) -> Result<(), BuildError> {
        for entry in entries {
            self.data_bytes += entry.end;
            self.index.extend(BlockEntry { end: self.data_bytes, ..entry }.encode());
        }
        self.out.write(bytes).map_err(failed(&self.file, "written"))
    }

    /// Writes the rest of the file after the blocks.
    pub(crate) fn finish(mut self, patterns: u64) -> Result<(W, Encoded), BuildError> {
        let start = layout::index_start(self.header_bytes, self.data_bytes);
        let padding = (start - self.out.bytes) as usize;
        let mut end = vec![0; padding];
        end.extend_from_slice(&self.index);
        let file_bytes = start + (self.index.len() + layout::TRAILER_BYTES) as u64;
        let trailer = Trailer {
            identity: self.identity,
            data_bytes: self.data_bytes,
            blocks: self.blocks(),
            index_checksum: xxh3_64(&self.index),
            file_bytes,
            patterns,
        };
        end.extend(trailer.encode());
        self.append([], &end)?;
        debug_assert_eq!(self.out.bytes, file_bytes);
        self.out.out.flush().map_err(failed(&self.file, "written"))?;
        Ok((self.out.out, Encoded { bytes: file_bytes, digest: self.out.hasher.finalize() }))
    }
}

impl<W: Write> Encoder<W> {
    /// Writes the header. The caller has checked the subject and the specification.
    pub(crate) fn new(packer: Packer, out: W) -> Result<Self, BuildError> {
        let sink = Sink::new(&packer, out)?;
        Ok(Self { sink, packer, pending: Vec::new(), taken: 0 })
    }

    /// Takes the next packed codes.
    pub(crate) fn append(&mut self, mut packed: &[u8]) -> Result<(), BuildError> {
        self.taken += packed.len() as u64;
        if self.taken > self.packer.header.spec.packed_bytes() {
            return Err(self.packer.wrong_length(self.taken));
        }
        let batch = BATCH_BYTES.max(self.packer.header.block_bytes);
        if !self.pending.is_empty() {
            let (now, later) = packed.split_at(packed.len().min(batch - self.pending.len()));
            self.pending.extend_from_slice(now);
            packed = later;
            if self.pending.len() == batch {
                let mut full = std::mem::take(&mut self.pending);
                self.batch(&full)?;
                full.clear();
                self.pending = full;
            }
        }
        // Large pieces are not copied.
        while packed.len() >= batch {
            let (now, later) = packed.split_at(batch);
            self.batch(now)?;
            packed = later;
        }
        self.pending.extend_from_slice(packed);
        Ok(())
    }

    /// Takes the next blocks, which were made elsewhere.
    pub(crate) fn append_blocks(&mut self, blocks: &Blocks) -> Result<(), BuildError> {
        let header = &self.packer.header;
        let (entries, rest) = blocks.entries.as_chunks();
        let next = self.sink.blocks();
        let end = next + entries.len() as u64;
        let follows = next == blocks.first && self.pending.is_empty() && rest.is_empty();
        let entries: Option<Vec<BlockEntry>> = entries.iter().map(BlockEntry::decode).collect();
        let fits = |entries: &Vec<BlockEntry>| {
            let bytes = entries.iter().map(|entry| entry.end).sum::<u64>();
            follows && end <= header.blocks() && bytes == blocks.bytes.len() as u64
        };
        let Some(entries) = entries.filter(fits) else {
            return Err(BuildError::Blocks { file: self.packer.file.clone() });
        };
        self.taken += (next..end).map(|block| header.bytes_of(block) as u64).sum::<u64>();
        self.sink.append(entries, &blocks.bytes)
    }

    /// Writes the rest of the file.
    pub(crate) fn finish(mut self) -> Result<(W, Encoded), BuildError> {
        if self.taken != self.packer.header.spec.packed_bytes() {
            return Err(self.packer.wrong_length(self.taken));
        }
        let rest = std::mem::take(&mut self.pending);
        self.batch(&rest)?;
        self.sink.finish(0)
    }

    /// Writes whole blocks; the last one of the table may be shorter.
    fn batch(&mut self, packed: &[u8]) -> Result<(), BuildError> {
        let (entries, bytes) = self.packer.blocks(self.sink.blocks(), packed)?;
        self.sink.append(entries, &bytes)
    }
}

impl Packer {
    /// Creates the packer for the table with this header. Errors name `file`.
    pub(crate) fn new(file: PathBuf, header: Header, level: i32, compressors: Compressors) -> Self {
        let identity = *header.encode().last_chunk().expect("a checksum");
        Self { file, header, identity: u64::from_le_bytes(identity), level, compressors }
    }

    /// Returns the error of a table that received `found` bytes of codes.
    pub(crate) fn wrong_length(&self, found: u64) -> BuildError {
        BuildError::Length { file: self.file.clone(), expected: self.header.spec.packed_bytes(), found }
    }

    /// Makes consecutive blocks, in parallel. Returns their entries, as in [`Ready`], and their bytes.
    pub(crate) fn blocks<'p>(
        &self,
        first: u64,
        packed: &'p [u8],
    ) -> Result<(Vec<BlockEntry>, Cow<'p, [u8]>), BuildError> {
        let blocks = packed.par_chunks(self.header.block_bytes).enumerate();
        let ready: Vec<Ready<'_>> =
            blocks.map(|(i, codes)| self.block(first + i as u64, codes)).collect::<Result<_, _>>()?;
        let (entries, bytes): (_, Vec<_>) = ready.into_iter().unzip();
        // Raw blocks are the codes themselves.
        let is_raw = self.header.form == Form::Raw;
        Ok((entries, if is_raw { packed.into() } else { bytes.concat().into() }))
    }

    /// Makes a block from its codes.
    fn block<'c>(&self, block: u64, codes: &'c [u8]) -> Result<Ready<'c>, BuildError> {
        let (bits, values) = (self.header.spec.bits(), self.header.spec.values.len());
        let entries = self.header.entries_of(block);
        let constant = match self.header.form {
            Form::Compressed | Form::Small => packed::constant(codes, bits, entries),
            Form::Raw => None,
        };
        let known = |code: u8| usize::from(code) < values;
        let codes_are_known = match constant {
            Some(code) => known(code),
            None => values == 1 << bits || known(packed::greatest(codes, bits)),
        };
        if !codes_are_known || !packed::ends_clean(codes, bits, entries) {
            return Err(BuildError::Code { file: self.file.clone(), block });
        }
        match (self.header.form, constant) {
            (_, Some(code)) => Ok(self.ready(block, BlockEncoding::Constant(code), Cow::default())),
            (Form::Raw, None) => Ok(self.ready(block, BlockEncoding::Plain, codes.into())),
            (Form::Compressed | Form::Small, None) => self.smallest(block, codes, &[]),
        }
    }

    /// Returns a short block for the bytes `plain`: a zstd frame of them, a frame of one of `others` (the
    /// same bytes in other orders), or the bytes themselves. It chooses the order that compresses best at a
    /// lower level, which on 4×4 Nex takes 0.6 of the time and makes tables 0.2 % larger.
    pub(crate) fn smallest<'p>(
        &self,
        block: u64,
        plain: &'p [u8],
        others: &[(BlockEncoding, Vec<u8>)],
    ) -> Result<Ready<'p>, BuildError> {
        let refused = |source| BuildError::Compress { file: self.file.clone(), block, source };
        let mut best = (BlockEncoding::Zstd, plain);
        if !others.is_empty() {
            let mut least = self.compressors.compress(plain, LOOK_LEVEL).map_err(refused)?.len();
            for (stored, bytes) in others {
                let found = self.compressors.compress(bytes, LOOK_LEVEL).map_err(refused)?.len();
                if found < least {
                    (best, least) = ((*stored, bytes.as_slice()), found);
                }
            }
        }
        let (stored, bytes) = best;
        let frame = self.compressors.compress(bytes, self.level).map_err(refused)?;
        let is_shorter = frame.len() < plain.len();
        let (stored, bytes) =
            if is_shorter { (stored, frame.into()) } else { (BlockEncoding::Plain, plain.into()) };
        Ok(self.ready(block, stored, bytes))
    }

    fn ready<'b>(&self, block: u64, stored: BlockEncoding, bytes: Cow<'b, [u8]>) -> Ready<'b> {
        let checksum = layout::checksum(self.identity, block, stored, &bytes);
        (BlockEntry { stored, end: bytes.len() as u64, checksum }, bytes)
    }
}

/// A writer that counts and hashes the bytes written.
struct Hashing<W> {
    out: W,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl<W: Write> Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.bytes += bytes.len() as u64;
        // For fewer bytes, distributing the work costs more than it saves.
        if bytes.len() >= 1 << 17 {
            self.hasher.update_rayon(bytes);
        } else {
            self.hasher.update(bytes);
        }
        Ok(())
    }
}
