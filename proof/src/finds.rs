//! The file of `--proofs`: the finds of a search by proof numbers, from which a later run continues.
//!
//! Numbers are little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | [`MAGIC`] |
//! | 4 | [`VERSION`] |
//! | 2, then that many | the board, such as `hex:8x8` |
//! | 8 | the number of entries |
//! | 28 each | state (16), work left to prove a win (4) and a loss (4), looks so far (4) |
//! | 32 | BLAKE3 of all bytes before |
//!
//! A state is a position of the board's game with some cells filled. Its entry does not depend on how the search works. A run that continues
//! from a file trusts its entries: the digest detects damage, but nothing proves them again.

use nexsolve_core::ProofEntry;

/// The first bytes of the file.
const MAGIC: [u8; 8] = *b"NEXPROVE";
/// The version of the format described above.
const VERSION: u32 = 1;
/// Bytes of an entry.
const ENTRY: usize = 28;

/// The finds of a search by proof numbers, as a file holds them.
#[derive(Clone, Copy, Debug)]
pub struct Finds<'b>(&'b [[u8; ENTRY]]);

/// The reason why a search cannot go on from a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindsError {
    /// The file is something else.
    #[error("not a file of --proofs")]
    Other,
    /// The file has a later version of the format.
    #[error("form {found} of the files of --proofs; this program reads up to form {VERSION}")]
    Version {
        /// The version of the file.
        found: u32,
    },
    /// The file is of another board.
    #[error("proofs of {found}")]
    Board {
        /// The board of the file.
        found: String,
    },
    /// The file is not as it was written.
    #[error("damaged: its digest does not match")]
    Damaged,
}

impl<'b> Finds<'b> {
    /// Reads the bytes of a whole file about `board`.
    ///
    /// # Errors
    /// If they are something else, or of another version or board, or damaged.
    pub fn read(bytes: &'b [u8], board: &str) -> Result<Self, FindsError> {
        let (body, digest) = bytes.split_last_chunk::<{ blake3::OUT_LEN }>().ok_or(FindsError::Damaged)?;
        let mut rest = body;
        if take(&mut rest)? != MAGIC {
            return Err(FindsError::Other);
        }
        let found = u32::from_le_bytes(take(&mut rest)?);
        if found > VERSION {
            return Err(FindsError::Version { found });
        }
        if blake3::hash(body) != blake3::Hash::from_bytes(*digest) {
            return Err(FindsError::Damaged);
        }
        let len = u16::from_le_bytes(take(&mut rest)?);
        let (found, mut rest) = rest.split_at_checked(len.into()).ok_or(FindsError::Damaged)?;
        if found != board.as_bytes() {
            return Err(FindsError::Board { found: String::from_utf8_lossy(found).into_owned() });
        }
        let count = u64::from_le_bytes(take(&mut rest)?);
        match rest.as_chunks() {
            (entries, []) if entries.len() as u64 == count => Ok(Self(entries)),
            _ => Err(FindsError::Damaged),
        }
    }

    /// Returns the entries, in no particular order.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = ProofEntry> + 'b {
        self.0.iter().map(|entry| {
            let number = |at: usize, len: usize| {
                entry[at..at + len].iter().rev().fold(0, |sum, &byte| sum << 8 | u128::from(byte))
            };
            let [prove, refute, work] = [16, 20, 24].map(|at| number(at, 4) as u32);
            ProofEntry { state: number(0, 16), prove, refute, work }
        })
    }

    /// Returns the bytes of a file about `board` with these entries.
    pub fn write(board: &str, entries: impl Iterator<Item = ProofEntry>) -> Vec<u8> {
        // The number of entries stands before them, and other threads may add some meanwhile.
        let entries: Vec<ProofEntry> = entries.collect();
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((board.len() as u16).to_le_bytes());
        bytes.extend(board.as_bytes());
        bytes.extend((entries.len() as u64).to_le_bytes());
        bytes.reserve(entries.len() * ENTRY + blake3::OUT_LEN);
        for ProofEntry { state, prove, refute, work } in entries {
            bytes.extend(state.to_le_bytes());
            bytes.extend([prove, refute, work].into_iter().flat_map(u32::to_le_bytes));
        }
        let digest = blake3::hash(&bytes);
        bytes.extend(digest.as_bytes());
        bytes
    }
}

/// Takes the first bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], FindsError> {
    let (first, after) = rest.split_first_chunk().ok_or(FindsError::Damaged)?;
    *rest = after;
    Ok(*first)
}
