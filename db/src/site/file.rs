//! Files on a server, read in pieces.

use super::answer::{Client, MarkFile, Received, changed};
use crate::address::without_secrets;
use crate::note::note;
use crate::storage::{PositionedFile, Storage};
use crate::table::stopped;
use foldhash::fast::RandomState;
use nexsolve_core::stop::Turn;
use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle};
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

/// The size of a piece. A look-up often needs several blocks that are near each other.
pub(super) const PIECE_BYTES: u64 = 16 << 10;
/// The size of the largest file that is read at once: a server takes longer to answer than to send this much.
pub(super) const SMALL_BYTES: u64 = 4 * PIECE_BYTES;
/// The greatest number of pieces in a request.
const MOST_PIECES: u64 = 64;
/// The memory for a piece besides its bytes.
const OVERHEAD_BYTES: u64 = 128;

/// The number of a file, and the number of a piece in it.
type Key = (u32, u64);

#[derive(Clone, Debug)]
struct Weight;

impl Weighter<Key, Arc<[u8]>> for Weight {
    fn weight(&self, _: &Key, piece: &Arc<[u8]>) -> u64 {
        piece.len() as u64 + OVERHEAD_BYTES
    }
}

/// Pieces of the files of a site. The longest unused are dropped when memory is full.
pub(super) struct Pieces {
    cache: Cache<Key, Arc<[u8]>, Weight, RandomState>,
    files: AtomicU32,
    /// Whether the user knows that the server sends whole files.
    is_told: AtomicBool,
}

impl std::fmt::Debug for Pieces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pieces").field("pieces", &self.cache.len()).finish_non_exhaustive()
    }
}

impl Pieces {
    /// Creates memory for about `bytes` bytes of pieces.
    pub(super) fn new(bytes: u64) -> Self {
        let items = (bytes / PIECE_BYTES) as usize;
        let cache = Cache::with(items, bytes, Weight, RandomState::default(), DefaultLifecycle::default());
        Self { cache, files: AtomicU32::new(0), is_told: AtomicBool::new(false) }
    }
}

/// A file on a server.
#[derive(Debug)]
pub(crate) struct RemoteFile {
    address: String,
    bytes: u64,
    client: Client,
    pieces: Arc<Pieces>,
    number: u32,
    /// The version of the file, from the first answer.
    mark: OnceLock<MarkFile>,
    /// The whole file, if the server does not send parts.
    whole: OnceLock<PositionedFile>,
    /// Held during a request, so that two threads do not ask for the same piece.
    asking: Turn,
}

impl RemoteFile {
    /// Opens the file of `bytes` bytes at an address. Sends no request.
    pub(super) fn new(address: String, bytes: u64, client: Client, pieces: &Arc<Pieces>) -> Self {
        Self {
            address,
            bytes,
            client,
            pieces: Arc::clone(pieces),
            number: pieces.files.fetch_add(1, Ordering::Relaxed),
            mark: OnceLock::new(),
            whole: OnceLock::new(),
            asking: Turn::default(),
        }
    }

    /// Fills `buffer` with bytes of at most [`MOST_PIECES`] pieces, which all exist.
    fn read_some(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let numbers = offset / PIECE_BYTES..(offset + buffer.len() as u64).div_ceil(PIECE_BYTES);
        let known = || -> Vec<_> { numbers.clone().map(|number| self.known(number)).collect() };
        let mut pieces = known();
        if pieces.iter().any(Option::is_none) {
            let _turn = self.asking.take().map_err(|_| stopped())?;
            // Another thread may have received them.
            if let Some(whole) = self.whole.get() {
                return whole.read(offset, buffer);
            }
            pieces = known();
            if let Some(first) = pieces.iter().position(Option::is_none) {
                let last = pieces.iter().rposition(Option::is_none).expect("there is one");
                let mut wanted = numbers.start + first as u64..numbers.start + last as u64 + 1;
                if self.bytes <= SMALL_BYTES {
                    wanted = 0..self.bytes.div_ceil(PIECE_BYTES);
                }
                match self.receive(&wanted)? {
                    Received::Whole(file) => {
                        return self.whole.get_or_init(|| PositionedFile::of(file)).read(offset, buffer);
                    }
                    Received::Part(bytes) => {
                        let parts = bytes.chunks(PIECE_BYTES as usize).map(Arc::<[u8]>::from);
                        for (number, part) in wanted.zip(parts) {
                            self.pieces.cache.insert((self.number, number), Arc::clone(&part));
                            if numbers.contains(&number) {
                                pieces[(number - numbers.start) as usize] = Some(part);
                            }
                        }
                    }
                }
            }
        }
        let mut rest = buffer;
        let mut begin = (offset % PIECE_BYTES) as usize;
        for piece in pieces.iter().flatten() {
            let (here, others) = rest.split_at_mut(rest.len().min(piece.len() - begin));
            here.copy_from_slice(&piece[begin..][..here.len()]);
            (rest, begin) = (others, 0);
        }
        Ok(())
    }

    /// Returns a piece from memory.
    fn known(&self, number: u64) -> Option<Arc<[u8]>> {
        self.pieces.cache.get(&(self.number, number))
    }

    /// Receives pieces, or the whole file.
    fn receive(&self, pieces: &Range<u64>) -> io::Result<Received> {
        let part = pieces.start * PIECE_BYTES..self.bytes.min(pieces.end * PIECE_BYTES);
        let (received, mark) = self.client.part(&self.address, &part, self.bytes)?;
        if self.mark.get_or_init(|| mark.clone()).differs(&mark) {
            return Err(changed());
        }
        if matches!(received, Received::Whole(_)) && !self.pieces.is_told.swap(true, Ordering::Relaxed) {
            let host = without_secrets(&self.address).split('/').take(3).collect::<Vec<_>>().join("/");
            note(&format!("{host} sends whole files: each table is downloaded when it is first needed"));
        }
        Ok(received)
    }
}

impl Storage for RemoteFile {
    fn bytes(&self) -> io::Result<u64> {
        Ok(self.bytes)
    }

    fn read(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        if let Some(whole) = self.whole.get() {
            return whole.read(offset, buffer);
        }
        let end = offset.checked_add(buffer.len() as u64).filter(|&end| end <= self.bytes);
        end.ok_or(ErrorKind::UnexpectedEof)?;
        let (mut offset, mut rest) = (offset, buffer);
        while !rest.is_empty() {
            // To the end of a piece.
            let most = MOST_PIECES * PIECE_BYTES - offset % PIECE_BYTES;
            let (part, others) = rest.split_at_mut(rest.len().min(most as usize));
            self.read_some(offset, part)?;
            offset += part.len() as u64;
            rest = others;
        }
        Ok(())
    }
}
