//! A finished table, open for reading.

use crate::cache::Shared;
use crate::index::{Index, Place};
use crate::kept::BlockMemory;
use crate::layout::{self, BlockEncoding, ENTRY_BYTES, Header, TRAILER_BYTES, Trailer};
use crate::storage::{PositionedFile, Storage};
use crate::strips::{self, Strips};
use crate::{FilePart, Form, Memory, Metric, Subject, TableError, TableFault, TableSpec, packed};
use nexsolve_core::stop::Turn;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A finished table, open for reading by any number of threads. Opening checks the header and the trailer;
/// its time does not depend on the table's size. The index is checked before the first block is read, and
/// each block before any of its values is used. Each check works on a copy in memory, and only that copy is
/// used: if another program changes, shortens or replaces the file, a probe returns the value that the file
/// had when it was opened, or an error. Copies of blocks use the memory given when the table or its
/// [`Database`](crate::Database) was opened, and so do indices ([`Memory`]). The index usually takes a
/// thousandth of the size of the packed codes. A raw table that fits into half of that memory is kept there
/// once its blocks have been read, so a probe is one memory access. All other blocks share a cache.
///
/// ```
/// use nexsolve_db::{Builder, Counts, Form, Metric, Provenance, Subject, Table, TableSpec, packed};
///
/// # let scratch = tempfile::tempdir()?;
/// # let folder = scratch.path();
/// let subject = Subject { game: "nex".into(), board: "nex:2x2".into() };
/// let provenance = Provenance { program: "an example".into(), command: "make it".into() };
/// let mut builder = Builder::open(folder, subject, Form::Raw, provenance)?;
/// let spec = TableSpec { layer: "p01n1".into(), metric: Metric::Wdl, entries: 3, values: vec![-1, 0, 1] };
/// let mut writer = builder.begin(spec)?;
/// writer.append(&packed::pack(&[2, 0, 1], 2))?;
/// let counts = Counts { positions: vec![1, 1, 1], reachable: None };
/// builder.commit(vec![(writer.finish()?, counts)])?;
///
/// let table = Table::open(&folder.join("p01n1.wdl"), 1 << 20)?;
/// assert_eq!((table.entries(), table.code(0)?, table.value(1)?), (3, 2, -1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Table {
    file: PathBuf,
    storage: Box<dyn Storage>,
    frame: Frame,
    /// The number of blocks of packed codes.
    blocks: u64,
    /// Read before the first block.
    index: OnceLock<Index>,
    /// Held while the index is read, so that it is in memory only once.
    reading: Turn,
    /// All blocks in memory, if there is room for them.
    kept: Option<BlockMemory>,
    shared: Arc<Shared>,
    number: u32,
}

/// The checked codes of a block, or the pattern numbers of its strips.
pub(crate) enum Block<'a> {
    Constant(u8),
    Kept(&'a [u8]),
    Cached(Arc<[u8]>),
}

impl Table {
    /// Opens a single table file, with its own memory for blocks. Normally, use [`crate::Database::table`].
    ///
    /// # Errors
    /// If the file cannot be read, or its header or trailer is damaged.
    pub fn open(file: &Path, cache_bytes: u64) -> Result<Self, TableError> {
        let storage = PositionedFile::open(file).map(|storage| Box::new(storage) as Box<dyn Storage>);
        Self::open_shared(file, storage, Arc::new(Shared::new(Memory::from(cache_bytes))))
    }

    /// Opens a table in any storage; errors name `file`.
    ///
    /// # Errors
    /// If the storage cannot be read, or its header or trailer is damaged.
    pub fn from_storage(
        file: &Path,
        storage: Box<dyn Storage>,
        cache_bytes: u64,
    ) -> Result<Self, TableError> {
        Self::of(file, storage, Arc::new(Shared::new(Memory::from(cache_bytes))))
    }

    /// Opens a table in a storage, or returns why there is none.
    pub(crate) fn open_shared(
        file: &Path,
        storage: io::Result<Box<dyn Storage>>,
        shared: Arc<Shared>,
    ) -> Result<Self, TableError> {
        let storage =
            storage.map_err(|error| TableError { file: file.to_owned(), fault: unreadable(error) })?;
        Self::of(file, storage, shared)
    }

    fn of(file: &Path, storage: Box<dyn Storage>, shared: Arc<Shared>) -> Result<Self, TableError> {
        let fail = |fault| TableError { file: file.to_owned(), fault };
        let frame = Frame::read(&*storage).map_err(fail)?;
        let Frame { header, trailer, .. } = &frame;
        let blocks = header.blocks();
        let raw = header.form == Form::Raw;
        let kept = raw.then(|| BlockMemory::new(&shared, header.block_bytes, trailer.data_bytes)).flatten();
        Ok(Self {
            file: file.to_owned(),
            storage,
            frame,
            blocks,
            index: OnceLock::new(),
            reading: Turn::default(),
            kept,
            number: shared.number(),
            shared,
        })
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The game and board of the table.
    pub fn subject(&self) -> &Subject {
        &self.frame.header.subject
    }

    /// The layer, metric, number of entries and code book.
    #[inline]
    pub fn spec(&self) -> &TableSpec {
        &self.frame.header.spec
    }

    /// Returns what the table stores for each position.
    pub fn metric(&self) -> Metric {
        self.frame.header.spec.metric
    }

    /// Returns how the blocks are stored.
    pub fn form(&self) -> Form {
        self.frame.header.form
    }

    /// Returns whether the table has no entries of its own. Each value of its layer is then the best of the
    /// values after the position's moves, which other tables have; [`crate::DbProber`] follows the moves.
    #[inline]
    pub fn is_derived(&self) -> bool {
        self.frame.header.derived
    }

    /// The format version of the file.
    pub(crate) fn version(&self) -> u16 {
        self.frame.header.version
    }

    /// The number of entries.
    #[inline]
    pub fn entries(&self) -> u64 {
        self.frame.header.spec.entries
    }

    /// The number of bits per entry: 1, 2, 4 or 8.
    #[inline]
    pub fn bits(&self) -> u32 {
        self.frame.header.spec.bits()
    }

    /// The code book: code `c` stands for `values()[c]`.
    #[inline]
    pub fn values(&self) -> &[i16] {
        &self.frame.header.spec.values
    }

    /// The number of blocks.
    #[inline]
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The number of entries per block; the last block may have fewer. The packed codes of a full block take
    /// a power of two of bytes, at least 64.
    #[inline]
    pub fn block_entries(&self) -> u64 {
        self.frame.header.block_entries()
    }

    /// The number of bytes of this block's packed codes.
    ///
    /// # Panics
    /// If there is no such block.
    #[inline]
    pub fn block_bytes(&self, block: u64) -> usize {
        assert!(block < self.blocks, "no such block");
        self.frame.header.bytes_of(block)
    }

    /// Replaces `packed` by the checked packed codes of a block.
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

    /// Fills `packed` with the checked packed codes of a block, without using the cache: for reading whole
    /// tables, also in parallel.
    ///
    /// # Errors
    /// If the block is damaged; the contents of `packed` are then unspecified.
    ///
    /// # Panics
    /// If there is no such block, or the length of `packed` is not its [`Table::block_bytes`].
    pub fn load_into(&self, block: u64, packed: &mut [u8]) -> Result<(), TableError> {
        assert_eq!(packed.len(), self.block_bytes(block), "room for the block");
        let read = |index: &Index| match &self.frame.strips {
            None => self.unpack(index, block, packed),
            Some(strips) => self.join(strips, block, packed),
        };
        self.index().and_then(read).map_err(|fault| self.error(fault))
    }

    /// Returns the code of an entry: an index into [`Table::values`]. A block decompressed for it stays in
    /// the cache.
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

    /// Returns the value of an entry.
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

    /// Reads the index again and compares it with its checksum, in time linear in the number of blocks.
    ///
    /// # Errors
    /// If the index cannot be read, has changed, or does not fit into the memory for indices.
    pub fn check_index(&self) -> Result<(), TableError> {
        self.read_index().map(drop).map_err(|fault| self.error(fault))
    }

    /// The length of the file when it was opened.
    pub(crate) fn file_bytes(&self) -> u64 {
        self.frame.trailer.file_bytes
    }

    /// The offset in the file where the block ends; 0 if the index is damaged or the table has strips.
    pub(crate) fn block_end(&self, block: u64) -> u64 {
        if self.frame.strips.is_some() {
            return 0;
        }
        let place = self.index().and_then(|index| self.place(index, block));
        place.map_or(0, |place| self.frame.data_start + place.range.end)
    }

    /// The storage of the table.
    pub(crate) fn storage(&self) -> &dyn Storage {
        &*self.storage
    }

    pub(crate) fn error(&self, fault: TableFault) -> TableError {
        TableError { file: self.file.clone(), fault }
    }

    /// The value of a code from a checked block, so it has one.
    #[inline]
    pub(crate) fn value_of(&self, code: u8) -> i16 {
        self.values()[usize::from(code)]
    }

    /// Like [`Table::code`], but keeps the block in `last` for the next entry.
    #[inline]
    pub(crate) fn code_near<'a>(&'a self, index: u64, last: &mut Option<Near<'a>>) -> Result<u8, TableError> {
        assert!(index < self.entries(), "no such entry");
        if let Some(strips) = &self.frame.strips {
            return self.pattern_code(strips, index, last).map_err(|fault| self.error(fault));
        }
        let bits = self.bits();
        // Both the bytes of a block and the bits of an entry are powers of two.
        let shift = self.frame.header.block_bytes.trailing_zeros() + 3 - bits.trailing_zeros();
        let (block, within) = (index >> shift, (index & ((1 << shift) - 1)) as usize);
        if last.as_ref().is_none_or(|near| near.number != block) {
            let found = self.block(block).map_err(|fault| self.error(fault))?;
            *last = Some(Near { number: block, block: found, patterns: None });
        }
        Ok(match &last.as_ref().expect("just set").block {
            Block::Constant(code) => *code,
            Block::Kept(packed) => packed::get(packed, bits, within),
            Block::Cached(packed) => packed::get(packed, bits, within),
        })
    }

    /// For each pair of a rank and a tag, calls `found` with the tag and the rank's code, in any order. The
    /// pairs must be sorted, so that each block is read once.
    pub(crate) fn codes(
        &self,
        entries: &[(u64, usize)],
        mut found: impl FnMut(usize, u8),
    ) -> Result<(), TableError> {
        debug_assert!(entries.is_sorted());
        if let Some(strips) = &self.frame.strips {
            return self.pattern_codes(strips, entries, found).map_err(|fault| self.error(fault));
        }
        let mut last = None;
        for &(index, beside) in entries {
            found(beside, self.code_near(index, &mut last)?);
        }
        Ok(())
    }

    /// Returns the codes of a block, from memory or the file.
    #[inline]
    fn block(&self, block: u64) -> Result<Block<'_>, TableFault> {
        if let Some(kept) = &self.kept {
            let fill = |packed: &mut [u8]| self.unpack(self.index()?, block, packed);
            return kept.block(block, fill).map(Block::Kept);
        }
        if self.frame.header.form != Form::Raw
            && let Some(code) = self.index()?.constant(block)
        {
            let known = usize::from(code) < self.values().len();
            return if known { Ok(Block::Constant(code)) } else { Err(TableFault::Index { block }) };
        }
        self.cached(block, || self.read_block(block)).map(Block::Cached)
    }

    /// Returns a block from the cache, or else from `load`.
    pub(crate) fn cached(
        &self,
        block: u64,
        load: impl FnOnce() -> Result<Arc<[u8]>, TableFault>,
    ) -> Result<Arc<[u8]>, TableFault> {
        self.shared.block(self.number, block, load)
    }

    /// Decompresses the zstd frame of a block, which must fill `bytes` exactly.
    pub(crate) fn decompress(&self, block: u64, frame: &[u8], bytes: &mut [u8]) -> Result<(), TableFault> {
        if self.shared.decompressors.decompress(frame, bytes)? {
            Ok(())
        } else {
            Err(TableFault::Block { block })
        }
    }

    /// Reads bytes of the blocks. `start` is counted from the end of the header.
    pub(crate) fn read(&self, start: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.storage.read(self.frame.data_start + start, bytes)
    }

    /// Reads the codes of a block from the file.
    fn read_block(&self, block: u64) -> Result<Arc<[u8]>, TableFault> {
        let mut packed: Arc<[u8]> = std::iter::repeat_n(0, self.frame.header.bytes_of(block)).collect();
        let codes = Arc::get_mut(&mut packed).expect("just made");
        self.unpack(self.index()?, block, codes)?;
        Ok(packed)
    }

    /// Reads a block from the file, checks it, and fills `packed` with its codes.
    fn unpack(&self, index: &Index, block: u64, packed: &mut [u8]) -> Result<(), TableFault> {
        let place = self.place(index, block)?;
        let read = |bytes: &mut [u8]| {
            self.read(place.range.start, bytes).map_err(unreadable)?;
            self.check(block, &place, bytes)
        };
        match place.stored {
            BlockEncoding::Plain => read(packed)?,
            BlockEncoding::Zstd => {
                let mut frame = vec![0; (place.range.end - place.range.start) as usize];
                read(&mut frame)?;
                self.decompress(block, &frame, packed)?;
            }
            BlockEncoding::Constant(code) => {
                self.check(block, &place, &[])?;
                packed::fill(packed, self.bits(), self.frame.header.entries_of(block), code);
                return Ok(());
            }
            BlockEncoding::Spread | BlockEncoding::Transposed => return Err(TableFault::Index { block }),
        }
        self.check_codes(block, packed)
    }

    /// Checks that each code has a value, and that the bits after the last code are 0. A checksum does not
    /// guarantee this.
    fn check_codes(&self, block: u64, packed: &[u8]) -> Result<(), TableFault> {
        let (bits, values) = (self.bits(), self.values().len());
        let known = values == 1 << bits || usize::from(packed::greatest(packed, bits)) < values;
        let clean = packed::ends_clean(packed, bits, self.frame.header.entries_of(block));
        if known && clean { Ok(()) } else { Err(TableFault::Codes { block }) }
    }

    pub(crate) fn check(&self, block: u64, place: &Place, bytes: &[u8]) -> Result<(), TableFault> {
        if layout::agree(place.checksum, layout::checksum(self.frame.identity, block, place.stored, bytes)) {
            Ok(())
        } else {
            Err(TableFault::Checksum { part: FilePart::Block(block) })
        }
    }

    /// Returns the place of a block.
    #[inline]
    pub(crate) fn place(&self, index: &Index, block: u64) -> Result<Place, TableFault> {
        let Frame { header, strips, .. } = &self.frame;
        index.place(self.frame.trailer.data_bytes, block, |stored, range| {
            let len = range.end - range.start;
            if let Some(strips) = strips {
                return strips.fits(block, stored, len);
            }
            let whole = header.bytes_of(block) as u64;
            let fits = match stored {
                BlockEncoding::Plain => len == whole,
                BlockEncoding::Zstd => len < whole,
                BlockEncoding::Constant(code) => len == 0 && usize::from(code) < header.spec.values.len(),
                BlockEncoding::Spread | BlockEncoding::Transposed => false,
            };
            let here = block * header.block_bytes as u64;
            fits && (header.form != Form::Raw || stored == BlockEncoding::Plain && range.start == here)
        })
    }

    #[inline]
    pub(crate) fn index(&self) -> Result<&Index, TableFault> {
        if let Some(index) = self.index.get() {
            return Ok(index);
        }
        let _turn = self.reading.take().map_err(|_| unreadable(stopped()))?;
        // Another thread may have read it.
        if let Some(index) = self.index.get() {
            return Ok(index);
        }
        let index = self.read_index()?;
        Ok(self.index.get_or_init(|| index))
    }

    #[cold]
    fn read_index(&self) -> Result<Index, TableFault> {
        // A file of few bytes on the disk may have a long index, and any number of blocks.
        let length = self.frame.trailer.blocks * ENTRY_BYTES as u64;
        let room = self.shared.take_index(length)?;
        let mut bytes = zeros(length)?;
        self.storage.read(self.frame.index_start, &mut bytes).map_err(unreadable)?;
        if layout::agree(self.frame.trailer.index_checksum, xxhash_rust::xxh3::xxh3_64(&bytes)) {
            Ok(Index::new(bytes, room))
        } else {
            Err(TableFault::Checksum { part: FilePart::Index })
        }
    }
}

/// The block of the latest entry, kept for the next one.
pub(crate) struct Near<'a> {
    pub(crate) number: u64,
    pub(crate) block: Block<'a>,
    /// The latest block of patterns, with its number.
    pub(crate) patterns: Option<(u64, Arc<[u8]>)>,
}

/// The parts of a table that are checked when it is opened.
#[derive(Debug)]
struct Frame {
    header: Header,
    identity: u64,
    trailer: Trailer,
    /// How the table is divided into strips, if it is.
    strips: Option<Strips>,
    data_start: u64,
    index_start: u64,
}

impl Frame {
    /// Reads the header and the trailer, and checks them against each other and against the length of the
    /// file.
    fn read(storage: &dyn Storage) -> Result<Self, TableFault> {
        let wrong = |field, found| TableFault::Field { field, found };
        let file_bytes = storage.bytes().map_err(unreadable)?;
        let mut head = vec![0; file_bytes.min(layout::HEADER_MOST_BYTES as u64) as usize];
        storage.read(0, &mut head).map_err(unreadable)?;
        let (header, data_start, identity) = Header::decode(&head)?;
        let data_start = data_start as u64;
        let mut end = [0; TRAILER_BYTES];
        let trailer_start = file_bytes.checked_sub(TRAILER_BYTES as u64).ok_or(TableFault::Unfinished)?;
        storage.read(trailer_start, &mut end).map_err(unreadable)?;
        let trailer = Trailer::decode(&end)?;
        if trailer.file_bytes != file_bytes {
            return Err(wrong("file bytes", trailer.file_bytes));
        }
        if trailer.identity != identity {
            return Err(wrong("identity", trailer.identity));
        }
        let patterns = trailer.patterns;
        let most = if header.strip == 0 { 0 } else { strips::MOST_PATTERNS };
        if patterns > most {
            return Err(wrong("patterns", patterns));
        }
        let strips = Strips::new(&header, patterns);
        let blocks = strips.as_ref().map_or(header.blocks(), Strips::blocks);
        if trailer.blocks != blocks {
            return Err(wrong("blocks", trailer.blocks));
        }
        let data_bytes = trailer.data_bytes;
        let raw_fits = header.form != Form::Raw || data_bytes == header.spec.packed_bytes();
        if data_bytes > file_bytes || !raw_fits {
            return Err(wrong("data bytes", data_bytes));
        }
        let index_start = layout::index_start(data_start as usize, data_bytes);
        let index_bytes = blocks.checked_mul(ENTRY_BYTES as u64).ok_or(wrong("blocks", blocks))?;
        if index_start + TRAILER_BYTES as u64 + index_bytes != file_bytes {
            return Err(wrong("data bytes", data_bytes));
        }
        let data_end = data_start + data_bytes;
        let mut padding = vec![0; (index_start - data_end) as usize];
        storage.read(data_end, &mut padding).map_err(unreadable)?;
        if padding.iter().any(|&byte| byte != 0) {
            return Err(TableFault::Padding { part: FilePart::Index });
        }
        Ok(Self { header, identity, trailer, strips, data_start, index_start })
    }
}

/// Returns this number of zeros.
///
/// # Errors
/// If the system refuses the memory.
fn zeros(length: u64) -> Result<Vec<u8>, TableFault> {
    let refused = || io::Error::new(io::ErrorKind::OutOfMemory, format!("no memory for {length} bytes"));
    let length = usize::try_from(length).map_err(|_| refused())?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| refused())?;
    bytes.resize(length, 0);
    Ok(bytes)
}

/// The error of a read in work that must end ([`nexsolve_core::stop`]).
pub(crate) fn stopped() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "the work was stopped while it waited")
}

/// The fault of a failed read. A file that ends too early is an unfinished table. A server says only when a
/// file is read that there is none.
pub(crate) fn unreadable(error: io::Error) -> TableFault {
    match error.kind() {
        io::ErrorKind::NotFound => TableFault::Missing,
        io::ErrorKind::UnexpectedEof => TableFault::Unfinished,
        _ => TableFault::Io(error),
    }
}
