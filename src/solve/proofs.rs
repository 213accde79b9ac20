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

use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::Display;
use crate::{files, output};
use nexsolve_games::Board;
use nexsolve_oracle::Searcher;
use nexsolve_solver::{Observer, Progress, ProofEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The first bytes of the file.
const MAGIC: [u8; 8] = *b"NEXPROVE";
/// The version of the format described above.
const VERSION: u32 = 1;
/// Bytes of an entry.
const ENTRY: usize = 28;
/// Bytes of the digest.
const DIGEST: usize = blake3::OUT_LEN;

/// The time between two writes of the file during a search.
const INTERVAL: Duration = Duration::from_mins(5);

/// A file of proofs for one board.
pub(crate) struct Proofs {
    path: PathBuf,
    board: Board,
    /// When the file was last written, or the search began. Locked while a thread writes.
    written: Mutex<Instant>,
}

impl Proofs {
    /// Names the file at this path, which need not exist yet.
    pub(crate) fn new(path: &Path, board: Board) -> Result<Self, Fault> {
        files::check_folder(path)?;
        Ok(Self { path: path.to_owned(), board, written: Mutex::new(Instant::now()) })
    }

    /// Hands the entries of the file, if there is one, to a search. `memory` bounds the size of the file.
    pub(crate) fn restore(&self, searcher: &mut dyn Searcher, memory: u64) -> Result<(), Fault> {
        if searcher.proofs().is_none() {
            return Err(Fault::usage(format!(
                "--proofs keeps what is found by proof numbers: {} is not searched so with these options",
                self.board
            ))
            .hint("it works for games that are searched by proof numbers, with --goal value or moves, and without --db and the --no- switches"));
        }
        let name = files::name(&self.path);
        match self.path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Ok(data) if data.len() > memory / 2 => {
                return Err(Fault::usage(format!("{name} does not fit into half of --memory"))
                    .hint(format!("give at least --memory {}MiB", (data.len() * 2).div_ceil(1 << 20))));
            }
            _ => {}
        }
        let bytes = files::read(&self.path)?;
        let entries = self.entries(&bytes).map_err(|refused| self.refusal(refused))?;
        let count = entries.len();
        searcher.restore(&mut entries.map(entry));
        output::note(&format!("{name}: going on from {count} states"));
        Ok(())
    }

    /// The entries of a whole file of this board.
    fn entries<'b>(&self, bytes: &'b [u8]) -> Result<std::slice::ChunksExact<'b, u8>, Refused> {
        let (body, digest) = bytes.split_last_chunk::<DIGEST>().ok_or(Refused::Damaged)?;
        let (magic, rest) = body.split_first_chunk::<8>().ok_or(Refused::Damaged)?;
        if *magic != MAGIC {
            return Err(Refused::Other);
        }
        let (version, rest) = rest.split_first_chunk::<4>().ok_or(Refused::Damaged)?;
        let version = u32::from_le_bytes(*version);
        if version > VERSION {
            return Err(Refused::Version(version));
        }
        if blake3::hash(body) != blake3::Hash::from_bytes(*digest) {
            return Err(Refused::Damaged);
        }
        let (len, rest) = rest.split_first_chunk::<2>().ok_or(Refused::Damaged)?;
        let (board, rest) = rest.split_at_checked(u16::from_le_bytes(*len).into()).ok_or(Refused::Damaged)?;
        if board != self.board.to_string().as_bytes() {
            return Err(Refused::Board(String::from_utf8_lossy(board).into_owned()));
        }
        let (count, rest) = rest.split_first_chunk::<8>().ok_or(Refused::Damaged)?;
        let entries = rest.chunks_exact(ENTRY);
        let is_whole = entries.remainder().is_empty() && entries.len() as u64 == u64::from_le_bytes(*count);
        if is_whole { Ok(entries) } else { Err(Refused::Damaged) }
    }

    fn refusal(&self, refused: Refused) -> Fault {
        let name = files::name(&self.path);
        match refused {
            Refused::Other => Fault::usage(format!("{name} is not a file of --proofs"))
                .hint("give the name of a file that is not there yet"),
            Refused::Version(version) => Fault::usage(format!(
                "{name} has form {version} of the files of --proofs; this program reads up to form {VERSION}"
            ))
            .hint("use the version of nexsolve that wrote it, or another file name"),
            Refused::Board(board) => {
                Fault::usage(format!("{name} has proofs of {board}, not of {}", self.board))
                    .hint(format!("solve {board}, or give another file name"))
            }
            Refused::Damaged => {
                Fault::new(Exit::Table, format!("{name} is damaged: its digest does not match"))
                    .hint("remove it: the search begins anew")
            }
        }
    }

    /// Writes what a search has found.
    pub(crate) fn write(&self, entries: &mut dyn Iterator<Item = ProofEntry>) -> Result<(), Fault> {
        // The number of entries stands before them, and other threads may add some meanwhile.
        let mut packed = Vec::new();
        for entry in entries {
            packed.extend_from_slice(&pack(entry));
        }
        let board = self.board.to_string();
        let mut head = Vec::from(MAGIC);
        head.extend_from_slice(&VERSION.to_le_bytes());
        head.extend_from_slice(&(board.len() as u16).to_le_bytes());
        head.extend_from_slice(board.as_bytes());
        head.extend_from_slice(&((packed.len() / ENTRY) as u64).to_le_bytes());
        let mut hasher = blake3::Hasher::new();
        hasher.update(&head).update(&packed);
        let digest = hasher.finalize();
        let parts = [&head[..], &packed, digest.as_bytes()];
        files::write(&self.path, |out| {
            let written = parts.iter().try_for_each(|part| out.write_all(part));
            written.map_err(|error| files::unwritable(&self.path, &error))
        })
    }
}

/// Why a file is not gone on from.
enum Refused {
    /// It is something else.
    Other,
    /// It is of a later form.
    Version(u32),
    /// It is of another board.
    Board(String),
    /// It is not as it was written.
    Damaged,
}

fn pack(ProofEntry { state, prove, refute, work }: ProofEntry) -> [u8; ENTRY] {
    let mut bytes = [0; ENTRY];
    bytes[..16].copy_from_slice(&state.to_le_bytes());
    for (place, number) in [prove, refute, work].into_iter().enumerate() {
        bytes[16 + 4 * place..][..4].copy_from_slice(&number.to_le_bytes());
    }
    bytes
}

fn entry(bytes: &[u8]) -> ProofEntry {
    let number =
        |place: usize| bytes[place..place + 4].iter().rev().fold(0, |sum, &b| sum << 8 | u32::from(b));
    let state = bytes[..16].iter().rev().fold(0, |sum, &b| sum << 8 | u128::from(b));
    ProofEntry { state, prove: number(16), refute: number(20), work: number(24) }
}

/// Shows progress, and writes the file from time to time.
pub(crate) struct Keeping<'a> {
    pub(crate) display: &'a Display,
    pub(crate) proofs: Option<&'a Proofs>,
}

impl Observer for Keeping<'_> {
    fn progress(&self, progress: Progress) {
        self.display.progress(progress);
    }

    fn proofs(&self, entries: &mut dyn Iterator<Item = ProofEntry>) {
        let Some(proofs) = self.proofs else { return };
        // One thread writes; the others go on.
        let Ok(mut written) = proofs.written.try_lock() else { return };
        if written.elapsed() >= INTERVAL {
            if let Err(fault) = proofs.write(entries) {
                output::note(&format!("{}; the search goes on", fault.message));
            }
            *written = Instant::now();
        }
    }
}
