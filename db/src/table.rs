//! A finished table, open for reading.

use crate::cache::Shared;
use crate::layout::{self, ENTRY_BYTES, Entry, Header, Stored, TRAILER_BYTES, Trailer};
use crate::map::Bytes;
use crate::{Form, Metric, Part, Subject, TableError, TableFault, TableSpec, packed};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A finished table, open for reading by any number of threads.
///
/// Opening takes the same time for a small and a large table: header and trailer are checked, the blocks are not. Every
/// block is checked before anything is read from it: a compressed one each time that it is decompressed, any other
/// the first time.
#[derive(Debug)]
pub struct Table {
    file: PathBuf,
    bytes: Bytes,
    header: Header,
    identity: u64,
    index_checksum: u64,
    data_start: usize,
    index_start: usize,
    blocks: u64,
    /// A bit for each block that is not compressed: whether it has been checked.
    checked: Box<[AtomicU64]>,
    shared: Arc<Shared>,
    number: u32,
}

/// A block's codes, checked.
enum Block<'a> {
    Constant(u8),
    Plain(&'a [u8]),
    Decompressed(Arc<[u8]>),
}

/// Where a block is, by the index.
struct Place<'a> {
    stored: Stored,
    bytes: &'a [u8],
    /// Where they end in the file.
    end: usize,
    checksum: u64,
}

impl Table {
    /// Opens a table file by itself, with a block cache of its own. [`crate::Database::table`] is the usual way.
    ///
    /// # Errors
    /// If the file cannot be read, or header or trailer are damaged.
    pub fn open(file: &Path, cache_bytes: u64) -> Result<Self, TableError> {
        Self::open_shared(file, Arc::new(Shared::new(cache_bytes)))
    }

    /// Reads a table from bytes in memory; `file` is the name for errors.
    ///
    /// # Errors
    /// If header or trailer are damaged.
    pub fn from_bytes(file: &Path, bytes: Vec<u8>, cache_bytes: u64) -> Result<Self, TableError> {
        Self::of(file, Bytes::Owned(bytes), Arc::new(Shared::new(cache_bytes)))
    }

    pub(crate) fn open_shared(path: &Path, shared: Arc<Shared>) -> Result<Self, TableError> {
        let bytes = File::open(path).and_then(|file| Bytes::map(&file)).map_err(|error| {
            let missing = error.kind() == std::io::ErrorKind::NotFound;
            let fault = if missing { TableFault::Missing } else { TableFault::Io(error) };
            TableError { file: path.to_owned(), fault }
        })?;
        Self::of(path, bytes, shared)
    }

    fn of(file: &Path, bytes: Bytes, shared: Arc<Shared>) -> Result<Self, TableError> {
        let fail = |fault| TableError { file: file.to_owned(), fault };
        let (header, data_start, identity) = Header::decode(&bytes).map_err(fail)?;
        let end = bytes.last_chunk::<TRAILER_BYTES>().ok_or(fail(TableFault::Unfinished))?;
        let trailer = Trailer::decode(end).map_err(fail)?;
        let blocks = header.blocks();
        let index_start = frame(&header, data_start, identity, &trailer, &bytes).map_err(fail)?;
        let words = if blocks == 0 { 0 } else { (blocks - 1) / 64 + 1 };
        Ok(Self {
            file: file.to_owned(),
            identity,
            index_checksum: trailer.index_checksum,
            data_start,
            index_start,
            blocks,
            checked: (0..words).map(|_| AtomicU64::new(0)).collect(),
            number: shared.number(),
            shared,
            header,
            bytes,
        })
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The game and board of the table.
    pub fn subject(&self) -> &Subject {
        &self.header.subject
    }

    /// What the table is a table of.
    pub fn spec(&self) -> &TableSpec {
        &self.header.spec
    }

    /// What the table says of each position.
    pub fn metric(&self) -> Metric {
        self.header.spec.metric
    }

    /// How the blocks are stored.
    pub fn form(&self) -> Form {
        self.header.form
    }

    /// How many entries there are.
    pub fn entries(&self) -> u64 {
        self.header.spec.entries
    }

    /// The bits that an entry takes: 1, 2, 4 or 8.
    pub fn bits(&self) -> u32 {
        self.header.spec.bits()
    }

    /// The code book: code `c` stands for `values()[c]`.
    pub fn values(&self) -> &[i16] {
        &self.header.spec.values
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The entries of a block; the last one may have fewer. Their packed codes are a power of two of bytes, at least 64.
    pub fn block_entries(&self) -> u64 {
        self.header.block_entries()
    }

    /// The bytes of the packed codes of this block.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn block_bytes(&self, block: u64) -> usize {
        assert!(block < self.blocks, "no such block");
        self.header.bytes_of(block)
    }

    /// Replaces `packed` by the packed codes of a block, checked.
    ///
    /// # Errors
    /// If the block is damaged.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn load(&self, block: u64, packed: &mut Vec<u8>) -> Result<(), TableError> {
        packed.resize(self.block_bytes(block), 0);
        self.load_into(block, packed)
    }

    /// Fills `packed` with the packed codes of a block, checked; past the cache, for reading in order and in parallel.
    ///
    /// # Errors
    /// If the block is damaged; what `packed` holds is then unspecified.
    ///
    /// # Panics
    /// If there is no such block, or `packed` has not [`Table::block_bytes`] of it.
    pub fn load_into(&self, block: u64, packed: &mut [u8]) -> Result<(), TableError> {
        assert_eq!(packed.len(), self.block_bytes(block), "room for the block");
        self.read_block(block, packed).map_err(|fault| self.error(fault))
    }

    /// The code of an entry: an index of [`Table::values`]. A block that has to be decompressed for it stays in the
    /// cache.
    ///
    /// # Errors
    /// If the entry's block is damaged.
    ///
    /// # Panics
    /// If there is no such entry.
    #[inline]
    pub fn code(&self, index: u64) -> Result<u8, TableError> {
        let mut last = None;
        self.code_near(index, &mut last)
    }

    /// The value of an entry.
    ///
    /// # Errors
    /// If the entry's block is damaged.
    ///
    /// # Panics
    /// If there is no such entry.
    #[inline]
    pub fn value(&self, index: u64) -> Result<i16, TableError> {
        Ok(self.value_of(self.code(index)?))
    }

    /// Whether the index is as it was written. Blocks are checked where they are read; this is for a check of the
    /// whole file, and takes time with its size.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_index(&self) -> Result<(), TableError> {
        let index = &self.bytes[self.index_start..][..self.blocks as usize * ENTRY_BYTES];
        if xxhash_rust::xxh3::xxh3_64(index) == self.index_checksum {
            Ok(())
        } else {
            Err(self.error(TableFault::Checksum { part: Part::Index }))
        }
    }

    /// Where the block ends in the file, as far as the index can tell.
    pub(crate) fn block_end(&self, block: u64) -> usize {
        self.place(block).map_or(0, |place| place.end)
    }

    /// All bytes of the file.
    pub(crate) fn file_bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn error(&self, fault: TableFault) -> TableError {
        TableError { file: self.file.clone(), fault }
    }

    /// The value that a code stands for. Codes come out of checked blocks, so there is one.
    #[inline]
    pub(crate) fn value_of(&self, code: u8) -> i16 {
        self.values()[usize::from(code)]
    }

    /// As [`Table::code`], keeping the block for the next entry.
    #[inline]
    pub(crate) fn code_near<'a>(&'a self, index: u64, last: &mut Option<Near<'a>>) -> Result<u8, TableError> {
        assert!(index < self.entries(), "no such entry");
        let bits = self.bits();
        // The packed codes of a block are a power of two of bytes, as are the bits of an entry.
        let shift = self.header.block_bytes.trailing_zeros() + 3 - bits.trailing_zeros();
        let (block, within) = (index >> shift, (index & ((1 << shift) - 1)) as usize);
        if last.as_ref().is_none_or(|near| near.number != block) {
            let found = self.block(block).map_err(|fault| self.error(fault))?;
            *last = Some(Near { number: block, block: found });
        }
        Ok(match &last.as_ref().expect("just set").block {
            Block::Constant(code) => *code,
            Block::Plain(packed) => packed::get(packed, bits, within),
            Block::Decompressed(packed) => packed::get(packed, bits, within),
        })
    }

    /// The codes of a block, from the file or the cache.
    #[inline]
    fn block(&self, block: u64) -> Result<Block<'_>, TableFault> {
        let (word, bit) = ((block / 64) as usize, 1 << (block % 64));
        // Relaxed: the bit says something about the file, not about other memory.
        let checked = self.checked[word].load(Ordering::Relaxed) & bit != 0;
        if checked && self.header.form == Form::Raw {
            let start = self.data_start + block as usize * self.header.block_bytes;
            return Ok(Block::Plain(&self.bytes[start..start + self.header.bytes_of(block)]));
        }
        let place = self.place(block)?;
        if place.stored == Stored::Zstd {
            let load = || {
                let mut packed = vec![0; self.header.bytes_of(block)];
                self.unpack(block, &place, &mut packed)?;
                Ok(packed.into())
            };
            return self.shared.block(self.number, block, load).map(Block::Decompressed);
        }
        if !checked {
            self.check(block, &place)?;
            if place.stored == Stored::Plain {
                self.check_codes(block, place.bytes)?;
            }
            self.checked[word].fetch_or(bit, Ordering::Relaxed);
        }
        Ok(match place.stored {
            Stored::Constant(code) => Block::Constant(code),
            _ => Block::Plain(place.bytes),
        })
    }

    fn read_block(&self, block: u64, packed: &mut [u8]) -> Result<(), TableFault> {
        let place = self.place(block)?;
        self.unpack(block, &place, packed)
    }

    /// Checks a block and fills `packed` with its codes.
    fn unpack(&self, block: u64, place: &Place<'_>, packed: &mut [u8]) -> Result<(), TableFault> {
        self.check(block, place)?;
        match place.stored {
            Stored::Plain => packed.copy_from_slice(place.bytes),
            Stored::Zstd => {
                self.shared.decompress(place.bytes, packed).ok_or(TableFault::Block { block })?;
            }
            Stored::Constant(code) => {
                packed::fill(packed, self.bits(), self.header.entries_of(block), code);
                return Ok(());
            }
        }
        self.check_codes(block, packed)
    }

    /// That each code has a value, and nothing stands behind the last one: what a checksum cannot tell.
    fn check_codes(&self, block: u64, packed: &[u8]) -> Result<(), TableFault> {
        let (bits, values) = (self.bits(), self.values().len());
        let known = values == 1 << bits || usize::from(packed::greatest(packed, bits)) < values;
        let clean = packed::ends_clean(packed, bits, self.header.entries_of(block));
        if known && clean { Ok(()) } else { Err(TableFault::Codes { block }) }
    }

    fn check(&self, block: u64, place: &Place<'_>) -> Result<(), TableFault> {
        if layout::checksum(self.identity, block, place.stored, place.bytes) == place.checksum {
            Ok(())
        } else {
            Err(TableFault::Checksum { part: Part::Block(block) })
        }
    }

    /// Where a block is. Its bytes are not checked yet, but there are as many as its kind allows.
    fn place(&self, block: u64) -> Result<Place<'_>, TableFault> {
        let damaged = TableFault::Index { block };
        let at = self.index_start + block as usize * ENTRY_BYTES;
        let entry = |at: usize| Entry::decode(self.bytes[at..].first_chunk().expect("inside the index"));
        let Some(Entry { stored, end, checksum }) = entry(at) else { return Err(damaged) };
        let start = match (block, block.checked_sub(1).and_then(|_| entry(at - ENTRY_BYTES))) {
            (0, _) => 0,
            (_, Some(before)) => before.end,
            (_, None) => return Err(damaged),
        };
        // The index begins behind the blocks, so this keeps the bytes inside the file.
        let data = &self.bytes[self.data_start..self.index_start];
        let Some(bytes) = data.get(start as usize..end as usize) else { return Err(damaged) };
        let whole = self.header.bytes_of(block);
        let fits = match stored {
            Stored::Plain => bytes.len() == whole,
            Stored::Zstd => bytes.len() < whole,
            Stored::Constant(code) => bytes.is_empty() && usize::from(code) < self.values().len(),
        };
        let here = block * self.header.block_bytes as u64;
        let raw_fits = self.header.form == Form::Compressed || stored == Stored::Plain && start == here;
        let end = self.data_start + end as usize;
        if fits && raw_fits { Ok(Place { stored, bytes, end, checksum }) } else { Err(damaged) }
    }
}

/// A block at hand for the next entry.
pub(crate) struct Near<'a> {
    number: u64,
    block: Block<'a>,
}

/// Holds header and trailer against each other and against the length of the file; returns where the index begins.
fn frame(
    header: &Header,
    data_start: usize,
    identity: u64,
    trailer: &Trailer,
    bytes: &[u8],
) -> Result<usize, TableFault> {
    let wrong = |field, found| TableFault::Field { field, found };
    let file_bytes = bytes.len() as u64;
    if trailer.file_bytes != file_bytes {
        return Err(wrong("file bytes", trailer.file_bytes));
    }
    if trailer.identity != identity {
        return Err(wrong("identity", trailer.identity));
    }
    let blocks = header.blocks();
    if trailer.blocks != blocks {
        return Err(wrong("blocks", trailer.blocks));
    }
    let data_bytes = trailer.data_bytes;
    let raw_fits = header.form == Form::Compressed || data_bytes == header.spec.packed_bytes();
    if data_bytes > file_bytes || !raw_fits {
        return Err(wrong("data bytes", data_bytes));
    }
    let index_start = layout::index_start(data_start, data_bytes);
    let index_bytes = blocks.checked_mul(ENTRY_BYTES as u64).ok_or(wrong("blocks", blocks))?;
    if index_start + TRAILER_BYTES as u64 + index_bytes != file_bytes {
        return Err(wrong("data bytes", data_bytes));
    }
    let data_end = data_start + data_bytes as usize;
    if bytes[data_end..index_start as usize].iter().any(|&byte| byte != 0) {
        return Err(TableFault::Padding { part: Part::Index });
    }
    Ok(index_start as usize)
}
