//! Files beside tables: numbers and texts, compressed, with a digest. FORMAT.md describes them.

use nexsolve_db::frames;
use std::io;

const MAGIC: [u8; 8] = *b"nexlists";
const VERSION: u16 = 1;
const HEAD: usize = 56;

/// The greatest number of bytes of the contents.
const MOST: u64 = 1 << 34;

/// What a file contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub(crate) enum Kind {
    /// The list of a game in the program.
    List = 1,
    /// A whole game.
    Graph = 2,
}

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It is not such a file, or damaged.
    #[error("{0}")]
    Damaged(&'static str),
    /// A later version of the program made it.
    #[error("it has version {0}, which this program does not know")]
    Version(u16),
    /// The system refused memory.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The contents of a file while they are written.
#[derive(Default)]
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    pub(crate) fn number(&mut self, number: impl Into<u128>) {
        let mut rest: u128 = number.into();
        while rest >= 0x80 {
            self.0.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.0.push(rest as u8);
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    /// The digest of the contents.
    pub(crate) fn digest(&self) -> blake3::Hash {
        blake3::hash(&self.0)
    }

    /// Returns the file.
    pub(crate) fn file(self, kind: Kind) -> io::Result<Vec<u8>> {
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.extend((kind as u16).to_le_bytes());
        file.extend([0; 4]);
        file.extend((self.0.len() as u64).to_le_bytes());
        file.extend(self.digest().as_bytes());
        file.extend(frames::compress(&self.0)?);
        Ok(file)
    }
}

/// The contents of a file while they are read.
pub(crate) struct Reader {
    contents: Vec<u8>,
    at: usize,
}

const SHORT: FileError = FileError::Damaged("it ends too early");

impl Reader {
    /// Opens a file and checks its digest.
    pub(crate) fn open(file: &[u8], kind: Kind) -> Result<Self, FileError> {
        let word = |at: usize| u16::from_le_bytes([file[at], file[at + 1]]);
        if file.len() < HEAD || file[..8] != MAGIC {
            return Err(FileError::Damaged("it is no file of this kind"));
        }
        if word(8) != VERSION {
            return Err(FileError::Version(word(8)));
        }
        if word(10) != kind as u16 || file[12..16] != [0; 4] {
            return Err(FileError::Damaged("it contains something else"));
        }
        let len = u64::from_le_bytes(file[16..24].try_into().expect("eight bytes"));
        if len > MOST {
            return Err(FileError::Damaged("it claims too many bytes"));
        }
        let Some(contents) = frames::decompress(&file[HEAD..], len)? else {
            return Err(FileError::Damaged("it cannot be decompressed"));
        };
        if blake3::hash(&contents).as_bytes() != &file[24..HEAD] {
            return Err(FileError::Damaged("its digest is wrong"));
        }
        Ok(Self { contents, at: 0 })
    }

    fn wide(&mut self) -> Result<u128, FileError> {
        let mut number = 0;
        for shift in (0..128).step_by(7) {
            let byte = *self.contents.get(self.at).ok_or(SHORT)?;
            self.at += 1;
            number |= u128::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(FileError::Damaged("a number is too large"))
    }

    pub(crate) fn number<N: TryFrom<u128>>(&mut self) -> Result<N, FileError> {
        self.wide()?.try_into().map_err(|_| FileError::Damaged("a number is too large"))
    }

    /// Reads how many things follow, of at least one byte each.
    pub(crate) fn count(&mut self) -> Result<usize, FileError> {
        let count: usize = self.number()?;
        if count <= self.contents.len() - self.at { Ok(count) } else { Err(SHORT) }
    }

    pub(crate) fn text(&mut self) -> Result<&str, FileError> {
        let len = self.count()?;
        self.at += len;
        let text = std::str::from_utf8(&self.contents[self.at - len..self.at]);
        text.map_err(|_| FileError::Damaged("a text is not UTF-8"))
    }

    pub(crate) fn end(self) -> Result<(), FileError> {
        if self.at == self.contents.len() { Ok(()) } else { Err(FileError::Damaged("more follows its end")) }
    }
}
