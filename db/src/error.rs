//! Errors: of a table file ([`TableError`]), of opening a database ([`OpenError`]), and of building one
//! ([`BuildError`]).

use crate::{Form, Metric, SpecError, Subject};
use std::io;
use std::path::{Path, PathBuf};

/// A table file cannot be read, or has changed since it was written.
#[derive(Debug, thiserror::Error)]
#[error("table {}: {fault}; {}", file.display(), self.remedy())]
pub struct TableError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong.
    pub fault: TableFault,
}

impl TableError {
    /// Returns what to do about the error.
    pub fn remedy(&self) -> &'static str {
        if crate::is_address(&self.file) { self.fault.remote_remedy() } else { self.fault.remedy() }
    }
}

/// The tables of a database that cannot be read; never empty.
#[derive(Debug)]
pub struct TableErrors {
    /// The database.
    pub folder: PathBuf,
    /// The error of each table.
    pub faults: Vec<TableError>,
}

impl std::fmt::Display for TableErrors {
    /// Writes one line for each table.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let lines: Vec<String> = self.faults.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for TableErrors {}

/// What is wrong with a table file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableFault {
    /// The system could not read the file.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The manifest lists the file, but it does not exist.
    #[error("the file is missing, though the manifest lists it")]
    Missing,
    /// The file is not a table.
    #[error("this is not a table: it does not begin like one")]
    NotATable,
    /// This program does not know the table's format version.
    #[error("it has format version {found}; this program reads versions 1 to 3")]
    Version {
        /// The version in the file.
        found: u16,
    },
    /// The file ends too early, or does not end with a trailer.
    #[error("it was not finished, or its end is missing")]
    Unfinished,
    /// A field has a value that is not allowed in this version.
    #[error("its field `{field}` is {found}, which this version does not allow")]
    Field {
        /// The field, by its name in `FORMAT.md`.
        field: &'static str,
        /// Its value.
        found: u64,
    },
    /// A checksum does not match.
    #[error("{part} has been changed since it was written: its checksum does not match")]
    Checksum {
        /// The part that the checksum covers.
        part: FilePart,
    },
    /// Reserved bytes or padding bytes are not 0.
    #[error("{part} has reserved or padding bytes that are not 0")]
    Padding {
        /// The part that contains them.
        part: FilePart,
    },
    /// The entry of a block in the index makes no sense.
    #[error("the index is damaged at block {block}")]
    Index {
        /// The block.
        block: u64,
    },
    /// The index does not fit into the memory for indices ([`crate::Memory`]).
    #[error("its index takes {bytes} bytes, and only {left} bytes of memory are left for indices")]
    IndexMemory {
        /// The length of the index.
        bytes: u64,
        /// The memory that is left.
        left: u64,
    },
    /// A block does not decompress to the expected number of bytes.
    #[error("block {block} cannot be decompressed")]
    Block {
        /// The block.
        block: u64,
    },
    /// A block has codes without a value, or bits after its last entry that are not 0.
    #[error("block {block} has codes without a value")]
    Codes {
        /// The block.
        block: u64,
    },
    /// The table differs from its record in the manifest.
    #[error("its {field} is {found}; the manifest says {expected}")]
    Differs {
        /// The field that differs.
        field: &'static str,
        /// Its value in the manifest.
        expected: String,
        /// Its value in the file.
        found: String,
    },
    /// Two tables without entries each derive their values from the other.
    #[error("its values are derived from layer {layer}, whose values are derived from this one")]
    Circular {
        /// The layer of the other table.
        layer: String,
    },
    /// The number of entries differs from the number of ranks of the game's layer.
    #[error("it has {entries} entries; the layer has {numbers} ranks")]
    Numbers {
        /// The entries of the table.
        entries: u64,
        /// The ranks of the layer.
        numbers: u64,
    },
}

impl TableFault {
    /// Returns what to do about the fault.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Io(error) if error.kind() == io::ErrorKind::QuotaExceeded => {
                "allow more open files, and try again"
            }
            Self::Io(error) if error.kind() == io::ErrorKind::OutOfMemory => {
                "free some memory, and try again"
            }
            Self::Io(error) if error.kind() == io::ErrorKind::Interrupted => "try again",
            Self::Io(_) => "check the disk and the permissions, and try again",
            Self::IndexMemory { .. } => "give more memory",
            Self::Version { found: 0 } => {
                "there was no version before the first: this is not a table of nexsolve"
            }
            Self::Version { .. } | Self::Field { .. } => {
                "use the version of nexsolve that made it, or a newer one"
            }
            Self::Numbers { .. } => "use the database of this game and board",
            Self::Missing => "run the command that made the database again: it makes only this table again",
            _ => {
                "remove the file and run the command that made the database again: it makes only this table again"
            }
        }
    }

    /// The same for a file on a server, which the reader cannot change.
    fn remote_remedy(&self) -> &'static str {
        match self {
            Self::Io(error) if crate::is_unreached(error.kind()) => "check the connection, and try again",
            Self::Io(error) => match error.kind() {
                io::ErrorKind::StorageFull => "make room there, or set TMPDIR to another folder",
                io::ErrorKind::OutOfMemory | io::ErrorKind::Interrupted => self.remedy(),
                _ => PUBLISHER,
            },
            Self::Version { .. } | Self::Field { .. } | Self::Numbers { .. } | Self::IndexMemory { .. } => {
                self.remedy()
            }
            _ => PUBLISHER,
        }
    }

    /// Returns why the table could not be read though it may be sound: the kind of the system's or the
    /// network's error, [`io::ErrorKind::StorageFull`] if the temporary folder cannot take a download,
    /// [`io::ErrorKind::FileTooLarge`] if there is too little memory for its index. `None` for a damaged
    /// table.
    pub fn refused(&self) -> Option<io::ErrorKind> {
        match self {
            Self::Io(error) => Some(error.kind()),
            Self::IndexMemory { .. } => Some(io::ErrorKind::FileTooLarge),
            _ => None,
        }
    }

    /// Returns what is wrong, as the end of a sentence that begins with "the table cannot be read:".
    pub(crate) fn why(&self) -> String {
        match self {
            Self::Io(error) => error.to_string(),
            other => other.to_string(),
        }
    }
}

/// What to do about a table that a server does not send, or sends damaged.
const PUBLISHER: &str = "try again later, or tell whoever publishes it; a download can be verified";

/// A part of a table file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePart {
    /// Everything before the blocks.
    Header,
    /// A block and its entry in the index.
    Block(u64),
    /// The list of blocks: how each is stored, and where it ends.
    Index,
    /// The last bytes.
    Trailer,
    /// The whole file, by its digest in the manifest.
    File,
}

impl std::fmt::Display for FilePart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Header => f.write_str("the header"),
            Self::Block(block) => write!(f, "block {block}"),
            Self::Index => f.write_str("the index"),
            Self::Trailer => f.write_str("the trailer"),
            Self::File => f.write_str("the file"),
        }
    }
}

/// Returns what to do about a manifest of another version.
fn newer(found: u64) -> &'static str {
    if found > 1 { ": use a newer one" } else { ": the file is not a manifest of nexsolve" }
}

/// A database cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// There is no manifest.
    #[error("{} is not a database: it has no {}; give a folder that nexsolve generated", folder.display(), crate::MANIFEST)]
    NoDatabase {
        /// The folder.
        folder: PathBuf,
    },
    /// A server has no manifest at this address.
    #[error(
        "{address} is not a database: the server has no {} there; give the address of a database on a site that nexsolve published",
        crate::MANIFEST
    )]
    NoSite {
        /// The address.
        address: String,
    },
    /// The program was built without the feature `http`.
    #[error(
        "this program was built without the feature `http`, so it cannot read {address}; download the folder, and give its path"
    )]
    NoHttp {
        /// The address.
        address: String,
    },
    /// The manifest could not be read.
    #[error("{} cannot be read: {source}", file.display())]
    Io {
        /// The manifest.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The manifest does not fit into the memory for it ([`crate::Memory`]).
    #[error("{} takes more than the {most} bytes of memory for a manifest: give more memory", file.display())]
    Memory {
        /// The manifest.
        file: PathBuf,
        /// Its length, if that is known.
        bytes: Option<u64>,
        /// The memory for it.
        most: u64,
    },
    /// This program does not know the manifest's format version.
    #[error("{} has format version {found}; this program reads versions 1 to 3{}", file.display(), newer(*found))]
    Version {
        /// The manifest.
        file: PathBuf,
        /// The version in it.
        found: u64,
    },
    /// The manifest is intact, but a newer program wrote it.
    #[error("{} has fields that this program does not know: {reason}; use a newer one", file.display())]
    Unknown {
        /// The manifest.
        file: PathBuf,
        /// What the program does not know.
        reason: String,
    },
    /// The manifest has changed since it was written.
    #[error("{} is damaged: {reason}; put the original back, or generate the database again in an empty folder", file.display())]
    Damaged {
        /// The manifest.
        file: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

/// A database cannot be created or extended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The existing database cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Existing tables cannot be read.
    #[error(transparent)]
    Tables(#[from] TableErrors),
    /// No table can have this specification.
    #[error("no table can be made: {0}")]
    Spec(#[from] SpecError),
    /// The system refused an operation.
    #[error("{} cannot be {action}: {source}", file.display())]
    Io {
        /// The file or folder.
        file: PathBuf,
        /// What the system refused to do, as a participle: `written`.
        action: &'static str,
        /// Why.
        source: io::Error,
    },
    /// Another process is generating tables in the folder.
    #[error("{} is in use by another process that generates tables; wait for it, or choose another folder", folder.display())]
    Locked {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder has other files and no database.
    #[error("{} has other files, such as {file}: choose a new or empty folder", folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// One of them.
        file: String,
    },
    /// The folder has a database of another game or board.
    #[error("{} has a database of {found}, not of {expected}: choose another folder", folder.display())]
    Subject {
        /// The folder.
        folder: PathBuf,
        /// The subject of the database to make.
        expected: Subject,
        /// The subject of the database in the folder.
        found: Subject,
    },
    /// The folder has a database of another form.
    #[error("{} has {found} tables, not {expected} ones: choose another folder", folder.display())]
    Form {
        /// The folder.
        folder: PathBuf,
        /// The form of the database to make.
        expected: Form,
        /// The form of the database in the folder.
        found: Form,
    },
    /// The folder has a database of an earlier format version, which this program reads but does not extend.
    #[error("{} has format version {found}, and this program writes version {expected}: choose another folder", folder.display())]
    Version {
        /// The folder.
        folder: PathBuf,
        /// The version that this program writes in this form.
        expected: u16,
        /// The version of the database.
        found: u64,
    },
    /// The table is already finished, and finished tables are never changed. This is an error of the caller.
    #[error("the table {layer}.{metric} is already finished")]
    Finished {
        /// Its layer.
        layer: String,
        /// Its metric.
        metric: Metric,
    },
    /// The packed codes have fewer or more bytes than the entries need. This is an error of the caller.
    #[error("table {}: {found} bytes of packed codes were given; {expected} are expected", file.display())]
    Length {
        /// The file.
        file: PathBuf,
        /// The number of bytes that the entries need.
        expected: u64,
        /// The number of bytes given.
        found: u64,
    },
    /// A code has no value, or bits after the last entry are not 0. This is an error of the caller.
    #[error("table {}: block {block} has a code without a value", file.display())]
    Code {
        /// The file.
        file: PathBuf,
        /// The block.
        block: u64,
    },
    /// The given blocks are not the next ones of the table. This is an error of the caller.
    #[error("table {}: the given blocks are not its next ones", file.display())]
    Blocks {
        /// The file.
        file: PathBuf,
    },
    /// The counts do not match the table's code book. This is an error of the caller.
    #[error("table {}: {found} counts for {expected} values", file.display())]
    Counts {
        /// The file.
        file: PathBuf,
        /// The number of values in the code book.
        expected: usize,
        /// The number of counts given.
        found: usize,
    },
    /// The table has too many patterns.
    #[error("table {} has more than {most} patterns", file.display())]
    Patterns {
        /// The file.
        file: PathBuf,
        /// The greatest number of patterns.
        most: u64,
    },
    /// Compression failed.
    #[error("table {}: block {block} cannot be compressed: {source}", file.display())]
    Compress {
        /// The file.
        file: PathBuf,
        /// The block.
        block: u64,
        /// Why.
        source: io::Error,
    },
}

/// Makes a [`BuildError::Io`]: this file or folder cannot be `action`.
pub(crate) fn failed(file: &Path, action: &'static str) -> impl FnOnce(io::Error) -> BuildError {
    let file = file.to_owned();
    move |source| BuildError::Io { file, action, source }
}
