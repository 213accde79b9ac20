//! The parts of a table file other than its blocks: header, index entries, trailer. `FORMAT.md` describes
//! them.

use crate::error::{FilePart, TableFault};
use crate::{Form, Metric, Subject, TableSpec, packed};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

const MAGIC: [u8; 8] = *b"NEXTABLE";
const END_MAGIC: [u8; 8] = *b"TABLEEND";
/// The first version with flags.
const FLAGS_SINCE: u16 = 3;
/// The flag of a table whose values follow from those of other tables.
const DERIVED: u16 = 1;
/// The length of the header before the names.
const FIXED_BYTES: usize = 48;
/// The header, the index and the trailer begin at multiples of this.
const ALIGNMENT: u64 = 64;
/// The longest header: three names of 255 bytes and a code book of 256 values.
pub(crate) const HEADER_MOST_BYTES: usize = header_bytes(3 * 255, MOST_VALUES);
/// The greatest number of values in a code book.
const MOST_VALUES: usize = 256;
/// The length of an index entry.
pub(crate) const ENTRY_BYTES: usize = 16;
/// The length of the trailer.
pub(crate) const TRAILER_BYTES: usize = 64;
/// The limits of a block's packed codes, whose length is a power of two.
pub(crate) const BLOCK_BYTES: std::ops::RangeInclusive<usize> = 64..=1 << 22;

/// The header of a table: everything before its first block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// The format version.
    pub(crate) version: u16,
    pub(crate) subject: Subject,
    pub(crate) form: Form,
    pub(crate) spec: TableSpec,
    /// The number of bytes of a block's packed codes, except the last block.
    pub(crate) block_bytes: usize,
    /// The number of entries per strip ([`crate::strips`]); 0 without strips.
    pub(crate) strip: u32,
    /// Whether the values follow from other tables ([`crate::Table::is_derived`]).
    pub(crate) derived: bool,
}

impl Header {
    pub(crate) fn blocks(&self) -> u64 {
        self.spec.packed_bytes().div_ceil(self.block_bytes as u64)
    }

    /// The number of entries per block, except the last block.
    pub(crate) fn block_entries(&self) -> u64 {
        self.block_bytes as u64 * 8 / u64::from(self.spec.bits())
    }

    /// The number of entries in this block.
    pub(crate) fn entries_of(&self, block: u64) -> u64 {
        self.block_entries().min(self.spec.entries - block * self.block_entries())
    }

    /// The number of bytes of this block's packed codes.
    pub(crate) fn bytes_of(&self, block: u64) -> usize {
        packed::bytes(self.entries_of(block), self.spec.bits()) as usize
    }

    /// Encodes the header. Its last eight bytes are its checksum, which is also the identity of the table.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let spec = &self.spec;
        let mut bytes = Vec::with_capacity(256);
        bytes.extend(MAGIC);
        bytes.extend(self.version.to_le_bytes());
        bytes.push(spec.metric.number());
        bytes.push(spec.bits() as u8);
        bytes.push(self.form as u8);
        for name in [&self.subject.game, &self.subject.board, &spec.layer] {
            bytes.push(u8::try_from(name.len()).expect("checked names"));
        }
        bytes.extend(spec.entries.to_le_bytes());
        bytes.extend(self.blocks().to_le_bytes());
        bytes.extend((self.block_bytes as u32).to_le_bytes());
        bytes.extend((spec.values.len() as u16).to_le_bytes());
        bytes.extend(if self.derived { DERIVED } else { 0 }.to_le_bytes());
        let len = self.len();
        bytes.extend((len as u32).to_le_bytes());
        bytes.extend(self.strip.to_le_bytes());
        debug_assert_eq!(bytes.len(), FIXED_BYTES);
        for name in [&self.subject.game, &self.subject.board, &spec.layer] {
            bytes.extend(name.as_bytes());
        }
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        for value in &spec.values {
            bytes.extend(value.to_le_bytes());
        }
        bytes.resize(len - 8, 0);
        let checksum = xxh3_64(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// The length of the header.
    fn len(&self) -> usize {
        let names = self.subject.game.len() + self.subject.board.len() + self.spec.layer.len();
        header_bytes(names, self.spec.values.len())
    }

    /// Reads a header from the beginning of a file. Returns the header, its length and the table's identity.
    pub(crate) fn decode(file: &[u8]) -> Result<(Self, usize, u64), TableFault> {
        let fixed = match file.first_chunk::<FIXED_BYTES>() {
            Some(fixed) if fixed.starts_with(&MAGIC) => fixed,
            None if file.starts_with(&MAGIC) => return Err(TableFault::Unfinished),
            _ => return Err(TableFault::NotATable),
        };
        let version = u16::from_le_bytes([fixed[8], fixed[9]]);
        if !Form::ALL.iter().any(|form| form.versions().contains(&version)) {
            return Err(TableFault::Version { found: version });
        }
        let lengths = fixed[13..16].iter().map(|&len| usize::from(len));
        let values = usize::from(u16::from_le_bytes([fixed[36], fixed[37]]));
        let len = header_bytes(lengths.clone().sum(), values);
        if u32_at(fixed, 40) as usize != len {
            return Err(TableFault::Field { field: "header bytes", found: u32_at(fixed, 40).into() });
        }
        if values > MOST_VALUES {
            return Err(TableFault::Field { field: "values", found: values as u64 });
        }
        let header = file.get(..len).ok_or(TableFault::Unfinished)?;
        let identity = u64_at(header, len - 8);
        if !agree(identity, xxh3_64(&header[..len - 8])) {
            return Err(TableFault::Checksum { part: FilePart::Header });
        }
        let parsed = Self::parse(header, lengths, values)?;
        // Bytes outside the fields must be 0, and fields must not contradict each other.
        if parsed.encode()[..len - 8] != header[..len - 8] {
            return Err(TableFault::Padding { part: FilePart::Header });
        }
        Ok((parsed, len, identity))
    }

    /// Reads the fields of a header whose checksum is correct.
    fn parse(header: &[u8], lengths: impl Iterator<Item = usize>, values: usize) -> Result<Self, TableFault> {
        let wrong = |field, found: u64| TableFault::Field { field, found };
        let metric = Metric::from_number(header[10]).ok_or(wrong("metric", header[10].into()))?;
        let form = Form::ALL.into_iter().find(|&form| form as u8 == header[12]);
        let form = form.ok_or(wrong("form", header[12].into()))?;
        let version = u16::from_le_bytes([header[8], header[9]]);
        if !form.versions().contains(&version) {
            return Err(wrong("form", header[12].into()));
        }
        let flags = u16::from_le_bytes([header[38], header[39]]);
        let known = if version < FLAGS_SINCE { 0 } else { DERIVED };
        if flags & !known != 0 {
            return Err(wrong("flags", flags.into()));
        }
        let block_bytes = u32_at(header, 32) as usize;
        if !block_bytes.is_power_of_two() || !BLOCK_BYTES.contains(&block_bytes) {
            return Err(wrong("block bytes", block_bytes as u64));
        }
        let mut at = FIXED_BYTES;
        let mut names = lengths.map(|len| {
            let name = &header[at..at + len];
            at += len;
            String::from_utf8(name.to_vec()).map_err(|_| wrong("names", len as u64))
        });
        let mut name = || names.next().expect("three lengths");
        let (game, board, layer) = (name()?, name()?, name()?);
        let at = at.next_multiple_of(8);
        let book = header[at..at + 2 * values].chunks_exact(2);
        let values = book.map(|value| i16::from_le_bytes([value[0], value[1]])).collect();
        let spec = TableSpec { layer, metric, entries: u64_at(header, 16), values };
        let strip = u32_at(header, 44);
        let subject = Subject { game, board };
        let derived = flags & DERIVED != 0;
        let parsed = Self { version, subject, form, spec, block_bytes, strip, derived };
        if parsed.subject.check().is_err() {
            return Err(wrong("names", 0));
        }
        if parsed.spec.check().is_err() {
            return Err(wrong("entries, layer or values", parsed.spec.entries));
        }
        if parsed.spec.bits() != u32::from(header[11]) {
            return Err(wrong("bits", header[11].into()));
        }
        let strip_fits = form == Form::Small
            && (u64::from(strip) * u64::from(parsed.spec.bits())).div_ceil(8) <= block_bytes as u64;
        if strip != 0 && (!strip_fits || derived) {
            return Err(wrong("strip", strip.into()));
        }
        if parsed.blocks() != u64_at(header, 24) {
            return Err(wrong("blocks", u64_at(header, 24)));
        }
        Ok(parsed)
    }
}

/// Returns the length of a header.
const fn header_bytes(names: usize, values: usize) -> usize {
    let fields = (FIXED_BYTES + names).next_multiple_of(8) + 2 * values;
    (fields + 8).next_multiple_of(ALIGNMENT as usize)
}

/// How a block is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockEncoding {
    /// As plain bytes.
    Plain,
    /// As one zstd frame.
    Zstd,
    /// Not at all: every entry has this code.
    Constant(u8),
    /// As one zstd frame of the contents in another order. A block of patterns has one byte for each code; a
    /// block of numbers has all first bytes, then all second bytes, and so on.
    Spread,
    /// As one zstd frame of the codes of patterns, one byte for each code: all first codes, then all second
    /// codes, and so on.
    Transposed,
}

impl BlockEncoding {
    /// Returns the upper bits of the block's index entry.
    const fn descriptor(self) -> u64 {
        match self {
            Self::Plain => 1 << 48,
            Self::Zstd => 2 << 48,
            Self::Constant(code) => 3 << 48 | (code as u64) << 56,
            Self::Spread => 4 << 48,
            Self::Transposed => 5 << 48,
        }
    }

    fn of(word: u64) -> Option<Self> {
        let code = (word >> 56) as u8;
        match (word >> 48) as u8 {
            1 if code == 0 => Some(Self::Plain),
            2 if code == 0 => Some(Self::Zstd),
            3 => Some(Self::Constant(code)),
            4 if code == 0 => Some(Self::Spread),
            5 if code == 0 => Some(Self::Transposed),
            _ => None,
        }
    }
}

/// An entry of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockEntry {
    /// How the block is stored.
    pub(crate) stored: BlockEncoding,
    /// The end of its bytes, counted from the end of the header.
    pub(crate) end: u64,
    /// See [`checksum`].
    pub(crate) checksum: u64,
}

impl BlockEntry {
    pub(crate) fn encode(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[..8].copy_from_slice(&(self.stored.descriptor() | self.end).to_le_bytes());
        bytes[8..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    /// Returns `None` for an unknown kind of block.
    pub(crate) fn decode(bytes: &[u8; ENTRY_BYTES]) -> Option<Self> {
        let word = u64_at(bytes, 0);
        Some(Self {
            stored: BlockEncoding::of(word)?,
            end: word & ((1 << 48) - 1),
            checksum: u64_at(bytes, 8),
        })
    }
}

/// Returns whether a checksum in a file is the computed one. A fuzzer, which cannot guess checksums, sees
/// what is behind them.
pub(crate) fn agree(found: u64, computed: u64) -> bool {
    cfg!(fuzzing) || found == computed
}

/// Computes the checksum of a block. It covers the stored bytes, how they are stored, the block's number, and
/// the identity of its table.
pub(crate) fn checksum(identity: u64, block: u64, stored: BlockEncoding, bytes: &[u8]) -> u64 {
    let mut place = [0; 24];
    place[..8].copy_from_slice(&identity.to_le_bytes());
    place[8..16].copy_from_slice(&block.to_le_bytes());
    place[16..].copy_from_slice(&stored.descriptor().to_le_bytes());
    xxh3_64_with_seed(bytes, xxh3_64(&place))
}

/// The end of a table file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trailer {
    /// The table's identity: its header's checksum.
    pub(crate) identity: u64,
    /// The total length of all blocks.
    pub(crate) data_bytes: u64,
    pub(crate) blocks: u64,
    /// The checksum of the index.
    pub(crate) index_checksum: u64,
    /// The length of the file.
    pub(crate) file_bytes: u64,
    /// The number of patterns; 0 without strips.
    pub(crate) patterns: u64,
}

impl Trailer {
    pub(crate) fn encode(&self) -> [u8; TRAILER_BYTES] {
        let mut bytes = [0; TRAILER_BYTES];
        let Self { identity, data_bytes, blocks, index_checksum, file_bytes, patterns } = *self;
        let fields = [identity, data_bytes, blocks, index_checksum, file_bytes, patterns];
        bytes[..8].copy_from_slice(&END_MAGIC);
        for (place, field) in bytes[8..56].chunks_exact_mut(8).zip(fields) {
            place.copy_from_slice(&field.to_le_bytes());
        }
        let checksum = xxh3_64(&bytes[..56]);
        bytes[56..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    pub(crate) fn decode(bytes: &[u8; TRAILER_BYTES]) -> Result<Self, TableFault> {
        if !bytes.starts_with(&END_MAGIC) {
            return Err(TableFault::Unfinished);
        }
        if !agree(u64_at(bytes, 56), xxh3_64(&bytes[..56])) {
            return Err(TableFault::Checksum { part: FilePart::Trailer });
        }
        Ok(Self {
            identity: u64_at(bytes, 8),
            data_bytes: u64_at(bytes, 16),
            blocks: u64_at(bytes, 24),
            index_checksum: u64_at(bytes, 32),
            file_bytes: u64_at(bytes, 40),
            patterns: u64_at(bytes, 48),
        })
    }
}

/// Returns a length that no table with this specification exceeds.
pub(crate) fn most_file_bytes(spec: &TableSpec, form: Form) -> u64 {
    /// Header, trailer, padding.
    const BESIDE: u64 = 4 << 10;
    let (packed, entry) = (spec.packed_bytes(), ENTRY_BYTES as u64);
    let blocks = packed / *BLOCK_BYTES.start() as u64 + 1;
    let most = match form {
        Form::Compressed | Form::Raw => packed.saturating_add(blocks.saturating_mul(entry)),
        // Of each strip, which has at least one entry, the file has a number of four bytes and a pattern. In
        // the worst case, the pattern has a block of its own.
        Form::Small => {
            spec.entries.saturating_mul(4 + 1 + entry).saturating_add(packed).saturating_add(blocks * entry)
        }
    };
    most.saturating_add(BESIDE)
}

/// Returns the offset of the index in the file.
pub(crate) const fn index_start(header_bytes: usize, data_bytes: u64) -> u64 {
    (header_bytes as u64 + data_bytes).next_multiple_of(ALIGNMENT)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(*bytes[at..].first_chunk().expect("eight bytes"))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(*bytes[at..].first_chunk().expect("four bytes"))
}
