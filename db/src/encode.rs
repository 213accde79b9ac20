//! A table file as a stream of bytes: header, blocks, index, trailer.

use crate::error::failed;
use crate::layout::{self, BLOCK_BYTES, Entry, Header, Stored, Trailer};
use crate::{BuildError, Form, Metric, TableSpec, packed};
use rayon::prelude::*;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use xxhash_rust::xxh3::xxh3_64;
use zstd::bulk::Compressor;

/// Packed codes that are compressed at a time, in parallel: many blocks, and still little memory.
pub const BATCH_BYTES: usize = 1 << 21;

/// zstd's level for a look at how well bytes compress.
const LOOK_LEVEL: i32 = 12;

/// Returns the bytes that the index of a table takes in memory: an entry for each block of `packed_bytes` of codes.
pub fn index_bytes(packed_bytes: u64) -> u64 {
    let block = Packing::of(Form::Compressed, Metric::Wdl).block_bytes as u64;
    packed_bytes.div_ceil(block).saturating_mul(layout::ENTRY_BYTES as u64)
}

/// The compressors that threads take and put back: at most one for each thread, for all tables together.
pub(crate) type Contexts = Arc<Mutex<Vec<Compressor<'static>>>>;

/// How the codes of a table are cut into blocks and compressed. A table's bytes depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packing {
    /// The packed codes of a block: a power of two.
    pub(crate) block_bytes: usize,
    /// zstd's level.
    pub(crate) level: i32,
}

impl Packing {
    /// Returns the packing of tables of this form and metric.
    pub(crate) const fn of(form: Form, metric: Metric) -> Self {
        match (form, metric) {
            // Scores are many and less alike: level 12 saves 5 % over level 6, and a table of 24 seeds takes longer to work out
            // than to write even so.
            (Form::Compressed, Metric::Score) => Self { block_bytes: 1 << 14, level: 12 },
            // Measured on tables of 4×4 Nex (the example `packing`): a fifth smaller than in blocks of 4 KiB, and a
            // block is decompressed in half the time of one of 32 KiB, which saves 5 %. Higher levels save 1 to 9 %, and
            // take three to thirty times as long to write.
            (Form::Compressed, _) => Self { block_bytes: 1 << 14, level: 6 },
            // The first look-up in a block checks the whole block.
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

/// Writes a table without strips. The bytes depend on header, packing and codes alone.
pub(crate) struct Encoder<W> {
    sink: Sink<W>,
    packer: Packer,
    /// Codes that do not fill a batch yet.
    pending: Vec<u8>,
    /// Bytes of codes that have come in.
    taken: u64,
}

/// Makes blocks of codes. Threads share it.
pub(crate) struct Packer {
    file: PathBuf,
    header: Header,
    identity: u64,
    level: i32,
    contexts: Contexts,
}

/// A block, ready to be written.
pub(crate) struct Ready {
    pub(crate) stored: Stored,
    /// The bytes to write; empty if the codes are stored as they are.
    pub(crate) bytes: Vec<u8>,
    pub(crate) checksum: u64,
}

/// A table's file while it is written: the header, and the blocks so far.
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
    pub(crate) fn new(file: PathBuf, header: &Header, out: W) -> Result<Self, BuildError> {
        debug_assert!(header.block_bytes.is_power_of_two() && BLOCK_BYTES.contains(&header.block_bytes));
        let bytes = header.encode();
        let mut out = Hashing { out, hasher: blake3::Hasher::new(), bytes: 0 };
        out.write(&bytes).map_err(failed(&file, "written"))?;
        let identity = *bytes.last_chunk().expect("a checksum");
        let identity = u64::from_le_bytes(identity);
        Ok(Self { out, file, identity, header_bytes: bytes.len(), data_bytes: 0, index: Vec::new() })
    }

    /// Returns the number of blocks written so far.
    pub(crate) fn blocks(&self) -> u64 {
        (self.index.len() / layout::ENTRY_BYTES) as u64
    }

    /// Puts the next block into the index; its `len` bytes are for [`Sink::write`].
    pub(crate) fn list(&mut self, stored: Stored, len: usize, checksum: u64) {
        self.data_bytes += len as u64;
        self.index.extend(Entry { stored, end: self.data_bytes, checksum }.encode());
    }

    /// Writes the next blocks. `orders` gives the plain bytes of a block, and the same in other orders ([`Packer::smallest`]).
    pub(crate) fn put(
        &mut self,
        packer: &Packer,
        blocks: Vec<&[u8]>,
        orders: impl Fn(&[u8]) -> (Vec<u8>, Vec<(Stored, Vec<u8>)>) + Sync,
    ) -> Result<(), BuildError> {
        let first = self.blocks();
        let ready = blocks.into_par_iter().enumerate().map(|(i, block)| {
            let (plain, others) = orders(block);
            let ready = packer.smallest(first + i as u64, &plain, &others)?;
            let bytes = if ready.stored == Stored::Plain { plain } else { ready.bytes };
            Ok((ready.stored, bytes, ready.checksum))
        });
        for (stored, bytes, checksum) in ready.collect::<Result<Vec<_>, BuildError>>()? {
            self.list(stored, bytes.len(), checksum);
            self.write(&bytes)?;
        }
        Ok(())
    }

    /// Writes bytes of blocks.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), BuildError> {
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
        self.write(&end)?;
        debug_assert_eq!(self.out.bytes, file_bytes);
        self.out.out.flush().map_err(failed(&self.file, "written"))?;
        Ok((self.out.out, Encoded { bytes: file_bytes, digest: self.out.hasher.finalize() }))
    }
}

impl Ready {
    /// The bytes in the file, of a block of these codes.
    fn written<'a>(&'a self, codes: &'a [u8]) -> &'a [u8] {
        match self.stored {
            Stored::Plain => codes,
            Stored::Zstd | Stored::Spread | Stored::Transposed => &self.bytes,
            Stored::Constant(_) => &[],
        }
    }
}

impl<W: Write> Encoder<W> {
    /// Writes the header. Subject and specification have been checked; `file` is the name for errors.
    pub(crate) fn new(
        file: PathBuf,
        header: Header,
        level: i32,
        contexts: Contexts,
        out: W,
    ) -> Result<Self, BuildError> {
        let sink = Sink::new(file.clone(), &header, out)?;
        Ok(Self { sink, packer: Packer::new(file, header, level, contexts), pending: Vec::new(), taken: 0 })
    }

    /// Returns the description of the table.
    pub(crate) fn spec(&self) -> &TableSpec {
        &self.packer.header.spec
    }

    /// Takes the next packed codes.
    pub(crate) fn append(&mut self, mut packed: &[u8]) -> Result<(), BuildError> {
        self.taken += packed.len() as u64;
        if self.taken > self.spec().packed_bytes() {
            return Err(self.wrong_length());
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
        // What comes in large pieces is not copied.
        while packed.len() >= batch {
            let (now, later) = packed.split_at(batch);
            self.batch(now)?;
            packed = later;
        }
        self.pending.extend_from_slice(packed);
        Ok(())
    }

    /// Takes the next blocks, made elsewhere: the entries of the index, each with the length of its block in place of where it
    /// ends, and the bytes of the blocks.
    pub(crate) fn append_blocks(
        &mut self,
        first: u64,
        entries: &[u8],
        bytes: &[u8],
    ) -> Result<(), BuildError> {
        let header = &self.packer.header;
        let (entries, rest) = entries.as_chunks::<{ layout::ENTRY_BYTES }>();
        let mut index = Vec::with_capacity(layout::ENTRY_BYTES * entries.len());
        let next = self.sink.blocks();
        let (mut taken, mut data_bytes) = (self.taken, self.sink.data_bytes);
        let follows = next == first && self.pending.is_empty() && rest.is_empty();
        let fits = follows && next + entries.len() as u64 <= header.blocks();
        let entries: &[_] = if fits { entries } else { &[] };
        for (block, entry) in (next..).zip(entries) {
            let Some(Entry { stored, end: len, checksum }) = Entry::decode(entry) else { break };
            taken += header.bytes_of(block) as u64;
            data_bytes += len;
            index.extend(Entry { stored, end: data_bytes, checksum }.encode());
        }
        if !fits
            || index.len() != layout::ENTRY_BYTES * entries.len()
            || data_bytes != self.sink.data_bytes + bytes.len() as u64
        {
            return Err(BuildError::Blocks { file: self.packer.file.clone() });
        }
        self.sink.write(bytes)?;
        self.sink.index.extend(index);
        (self.taken, self.sink.data_bytes) = (taken, data_bytes);
        Ok(())
    }

    /// Writes the rest of the file.
    pub(crate) fn finish(mut self) -> Result<(W, Encoded), BuildError> {
        if self.taken != self.spec().packed_bytes() {
            return Err(self.wrong_length());
        }
        let rest = std::mem::take(&mut self.pending);
        self.batch(&rest)?;
        self.sink.finish(0)
    }

    fn wrong_length(&self) -> BuildError {
        let expected = self.spec().packed_bytes();
        BuildError::Length { file: self.packer.file.clone(), expected, found: self.taken }
    }

    /// Writes whole blocks; the last one of the table may be shorter.
    fn batch(&mut self, packed: &[u8]) -> Result<(), BuildError> {
        let first = self.sink.blocks();
        let Packer { header, .. } = &self.packer;
        let blocks = packed.par_chunks(header.block_bytes).enumerate();
        let ready: Vec<Ready> =
            blocks.map(|(i, codes)| self.packer.block(first + i as u64, codes)).collect::<Result<_, _>>()?;
        let mut gathered = Vec::new();
        for (block, codes) in ready.iter().zip(packed.chunks(header.block_bytes)) {
            let bytes = block.written(codes);
            self.sink.list(block.stored, bytes.len(), block.checksum);
            if header.form != Form::Raw {
                gathered.extend_from_slice(bytes);
            }
        }
        let bytes = if header.form == Form::Raw { packed } else { &gathered };
        self.sink.write(bytes)
    }
}

impl Packer {
    /// Creates the packer for the table with this header. Errors name `file`.
    pub(crate) fn new(file: PathBuf, header: Header, level: i32, contexts: Contexts) -> Self {
        let identity = *header.encode().last_chunk().expect("a checksum");
        Self { file, header, identity: u64::from_le_bytes(identity), level, contexts }
    }

    /// The packed codes of a block, but for the last.
    pub(crate) fn block_bytes(&self) -> usize {
        self.header.block_bytes
    }

    /// Makes neighbouring blocks, in parallel: their entries of the index, each with the length of its block in place of where it
    /// ends, and their bytes.
    pub(crate) fn blocks(&self, first: u64, packed: &[u8]) -> Result<(Vec<u8>, Vec<u8>), BuildError> {
        let blocks = packed.par_chunks(self.header.block_bytes).enumerate();
        let ready: Vec<Ready> =
            blocks.map(|(i, codes)| self.block(first + i as u64, codes)).collect::<Result<_, _>>()?;
        let (mut entries, mut bytes) = (Vec::new(), Vec::new());
        for (block, codes) in ready.iter().zip(packed.chunks(self.header.block_bytes)) {
            let before = bytes.len();
            bytes.extend_from_slice(block.written(codes));
            let end = (bytes.len() - before) as u64;
            entries.extend(Entry { stored: block.stored, end, checksum: block.checksum }.encode());
        }
        Ok((entries, bytes))
    }

    /// Makes a block of its codes.
    fn block(&self, block: u64, codes: &[u8]) -> Result<Ready, BuildError> {
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
            (_, Some(code)) => Ok(self.ready(block, Stored::Constant(code), Vec::new(), &[])),
            (Form::Raw, None) => Ok(self.ready(block, Stored::Plain, Vec::new(), codes)),
            (Form::Compressed | Form::Small, None) => self.smallest(block, codes, &[]),
        }
    }

    /// Returns a short block for the bytes `plain`: a frame of them, a frame of one of `others` (the same bytes in other orders), or the
    /// bytes themselves. The order is the one that compresses best at a lower level, which on 4×4 Nex takes 0.6 of the time and costs 0.2 %.
    pub(crate) fn smallest(
        &self,
        block: u64,
        plain: &[u8],
        others: &[(Stored, Vec<u8>)],
    ) -> Result<Ready, BuildError> {
        let refused = |source| BuildError::Compress { file: self.file.clone(), block, source };
        let mut best = (Stored::Zstd, plain);
        if !others.is_empty() {
            let mut least = self.compress(plain, LOOK_LEVEL).map_err(refused)?.len();
            for (stored, bytes) in others {
                let found = self.compress(bytes, LOOK_LEVEL).map_err(refused)?.len();
                if found < least {
                    (best, least) = ((*stored, bytes.as_slice()), found);
                }
            }
        }
        let (stored, bytes) = best;
        let frame = self.compress(bytes, self.level).map_err(refused)?;
        Ok(if frame.len() < plain.len() {
            self.ready(block, stored, frame, plain)
        } else {
            self.ready(block, Stored::Plain, Vec::new(), plain)
        })
    }

    fn ready(&self, block: u64, stored: Stored, bytes: Vec<u8>, plain: &[u8]) -> Ready {
        let written = if stored == Stored::Plain { plain } else { &bytes };
        Ready { stored, checksum: layout::checksum(self.identity, block, stored, written), bytes }
    }

    /// One zstd frame. Contexts are large, and used again.
    fn compress(&self, codes: &[u8], level: i32) -> io::Result<Vec<u8>> {
        let spare = self.contexts.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut context = match spare {
            Some(mut context) => {
                context.set_compression_level(level)?;
                context
            }
            None => Compressor::new(level)?,
        };
        let frame = context.compress(codes);
        self.contexts.lock().unwrap_or_else(PoisonError::into_inner).push(context);
        frame
    }
}

/// A writer that remembers the digest and the number of the bytes that went through.
struct Hashing<W> {
    out: W,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl<W: Write> Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.bytes += bytes.len() as u64;
        // Below this, handing out the work costs more than it saves.
        if bytes.len() >= 1 << 17 {
            self.hasher.update_rayon(bytes);
        } else {
            self.hasher.update(bytes);
        }
        Ok(())
    }
}
