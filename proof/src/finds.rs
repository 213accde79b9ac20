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
//! | 36 each | state (16), work left to prove a win (4) and a loss (4), looks so far (4), the region of a proven win (8) |
//! | 32 | BLAKE3 of all bytes before |
//!
//! In version 1, an entry has 28 bytes and no region.
//!
//! A state is a position of the board's game with some cells filled. Its entry does not depend on how the
//! search works. A run that continues from a file trusts its entries: the digest detects damage, but nothing
//! proves them again.

use nexsolve_core::{EVERYWHERE, ProofEntry, Region};

/// The first bytes of the file.
const MAGIC: [u8; 8] = *b"NEXPROVE";
/// The version of the format described above.
const VERSION: u32 = 2;
/// Bytes of an entry.
const ENTRY: usize = 36;
/// Bytes of an entry in version 1.
const ENTRY_1: usize = 28;

/// The finds of a search by proof numbers, as a file holds them.
#[derive(Clone, Copy, Debug)]
pub struct Finds<'b> {
    entries: &'b [u8],
    /// Bytes of an entry.
    each: usize,
}

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
    /// An entry says that a state is won and that it is lost.
    #[error("damaged: it says of state {state:x} that it is won and that it is lost")]
    Contradiction {
        /// The state.
        state: u128,
    },
}

impl<'b> Finds<'b> {
    /// Reads the bytes of a whole file about `board`.
    ///
    /// # Errors
    /// If they are something else, or of another version or board, or damaged, or contradict themselves.
    pub fn read(bytes: &'b [u8], board: &str) -> Result<Self, FindsError> {
        let (_, finds) = Self::read_any(bytes).and_then(|(found, finds)| match found {
            found if found == board => Ok((found, finds)),
            found => Err(FindsError::Board { found: found.to_owned() }),
        })?;
        Ok(finds)
    }

    /// Returns the board of a whole file.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub fn board(bytes: &'b [u8]) -> Result<&'b str, FindsError> {
        Self::read_any(bytes).map(|(board, _)| board)
    }

    fn read_any(bytes: &'b [u8]) -> Result<(&'b str, Self), FindsError> {
        let (body, digest) = bytes.split_last_chunk::<{ blake3::OUT_LEN }>().ok_or(FindsError::Damaged)?;
        let mut rest = body;
        if take(&mut rest)? != MAGIC {
            return Err(FindsError::Other);
        }
        let version = u32::from_le_bytes(take(&mut rest)?);
        if !(1..=VERSION).contains(&version) {
            return Err(FindsError::Version { found: version });
        }
        // A fuzzer cannot guess digests.
        if !cfg!(fuzzing) && blake3::hash(body) != blake3::Hash::from_bytes(*digest) {
            return Err(FindsError::Damaged);
        }
        let len = u16::from_le_bytes(take(&mut rest)?);
        let (found, mut rest) = rest.split_at_checked(len.into()).ok_or(FindsError::Damaged)?;
        let board = str::from_utf8(found).map_err(|_| FindsError::Damaged)?;
        let count = u64::from_le_bytes(take(&mut rest)?);
        let each = if version == 1 { ENTRY_1 } else { ENTRY };
        if count.checked_mul(each as u64) != Some(rest.len() as u64) {
            return Err(FindsError::Damaged);
        }
        let finds = Self { entries: rest, each };
        match finds.entries().find(|entry| entry.prove == 0 && entry.refute == 0) {
            Some(ProofEntry { state, .. }) => Err(FindsError::Contradiction { state }),
            None => Ok((board, finds)),
        }
    }

    /// Returns the entries, in no particular order.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = ProofEntry> + 'b {
        self.entries.chunks_exact(self.each).map(|entry| {
            let number = |at: usize, len: usize| {
                entry[at..at + len].iter().rev().fold(0, |sum, &byte| sum << 8 | u128::from(byte))
            };
            let [prove, refute, work] = [16, 20, 24].map(|at| number(at, 4) as u32);
            let region = if entry.len() == ENTRY { number(28, 8) as Region } else { EVERYWHERE };
            ProofEntry { state: number(0, 16), prove, refute, work, region }
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
        for ProofEntry { state, prove, refute, work, region } in entries {
            bytes.extend(state.to_le_bytes());
            bytes.extend([prove, refute, work].into_iter().flat_map(u32::to_le_bytes));
            bytes.extend(region.to_le_bytes());
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

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<ProofEntry> {
        let entry = |state, prove, refute, region| ProofEntry { state, prove, refute, work: 7, region };
        vec![entry(1 << 99 | 5, 0, 1 << 28, 0b1011), entry(6, 3, 4, EVERYWHERE)]
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = Finds::write("nex:5x5", entries().into_iter());
        let finds = Finds::read(&bytes, "nex:5x5").expect("whole");
        assert_eq!((finds.entries().collect::<Vec<_>>(), Finds::board(&bytes)), (entries(), Ok("nex:5x5")));
    }

    #[test]
    fn a_state_is_not_won_and_lost() {
        let wrong = ProofEntry { state: 0x4d, prove: 0, refute: 0, work: 7, region: EVERYWHERE };
        let bytes = Finds::write("nex:5x5", entries().into_iter().chain([wrong]));
        let error = Finds::read(&bytes, "nex:5x5").expect_err("a contradiction");
        assert_eq!(error, FindsError::Contradiction { state: 0x4d });
        assert_eq!(Finds::board(&bytes), Err(error));
    }

    #[test]
    fn files_of_version_1_have_no_regions() {
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(7_u16.to_le_bytes());
        bytes.extend(b"hex:5x5");
        bytes.extend(2_u64.to_le_bytes());
        for ProofEntry { state, prove, refute, work, .. } in entries() {
            bytes.extend(state.to_le_bytes());
            bytes.extend([prove, refute, work].into_iter().flat_map(u32::to_le_bytes));
        }
        bytes.extend(*blake3::hash(&bytes).as_bytes());
        let expected = entries().into_iter().map(|entry| ProofEntry { region: EVERYWHERE, ..entry });
        let finds = Finds::read(&bytes, "hex:5x5").expect("whole");
        assert_eq!(finds.entries().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }
}
