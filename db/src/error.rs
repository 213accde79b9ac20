//! What can go wrong: with a table file ([`TableError`]), with a database ([`OpenError`]), while one is made
//! ([`BuildError`]).

use crate::{Form, Metric, SpecError, Subject};
use std::io;
use std::path::{Path, PathBuf};

/// A table file cannot be read, or is not what was written.
#[derive(Debug, thiserror::Error)]
#[error("table {}: {fault}; {}", file.display(), fault.remedy())]
pub struct TableError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub fault: TableFault,
}

/// Tables of a database that cannot be read: at least one.
#[derive(Debug)]
pub struct TableErrors {
    /// The database.
    pub folder: PathBuf,
    /// What is wrong with each.
    pub faults: Vec<TableError>,
}

impl std::fmt::Display for TableErrors {
    /// One line for each table.
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
    /// The system refused.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The manifest lists it, and it is not there.
    #[error("the file is missing, though the manifest lists it")]
    Missing,
    /// The file is something else.
    #[error("this is no table: it does not begin as one")]
    NotATable,
    /// A table in a form that this version does not know.
    #[error("it has format version {found}; this program reads versions 1 to 3")]
    Version {
        /// The version in the file.
        found: u16,
    },
    /// The file ends too early, or its end is not that of a finished table.
    #[error("it was not finished, or its end is missing")]
    Unfinished,
    /// A field has a value that no table of this version has.
    #[error("its field `{field}` is {found}, which no table of this version has")]
    Field {
        /// The field, as the format's description names it.
        field: &'static str,
        /// What it is.
        found: u64,
    },
    /// A checksum does not fit.
    #[error("{part} has been changed since it was written: its checksum does not fit")]
    Checksum {
        /// What the checksum is of.
        part: Part,
    },
    /// Bytes that are reserved, or there to fill up, are not 0.
    #[error("{part} has bytes that are not 0 where nothing is stored")]
    Padding {
        /// Where they are.
        part: Part,
    },
    /// The index does not say where a block is.
    #[error("the index is damaged at block {block}")]
    Index {
        /// The block.
        block: u64,
    },
    /// A block does not decompress to as many bytes as it should.
    #[error("block {block} does not decompress")]
    Block {
        /// The block.
        block: u64,
    },
    /// A block holds codes that stand for no value, or bits behind its last entry.
    #[error("block {block} holds codes that stand for no value")]
    Codes {
        /// The block.
        block: u64,
    },
    /// The table is another than the manifest says.
    #[error("its {field} is {found}; the manifest says {expected}")]
    Differs {
        /// The field that differs.
        field: &'static str,
        /// What the manifest says.
        expected: String,
        /// What the file says.
        found: String,
    },
    /// The table's values follow from those of another table, whose values follow from those of this one.
    #[error("its values follow from those of layer {layer}, which follow from its own")]
    Circular {
        /// The layer of the other table.
        layer: String,
    },
    /// The number of entries differs from the number of ranks of the game's layer.
    #[error("it has {entries} entries; the layer has {numbers} numbers")]
    Numbers {
        /// The entries of the table.
        entries: u64,
        /// The ranks of the layer.
        numbers: u64,
    },
}

impl TableFault {
    /// What to do about it.
    pub const fn remedy(&self) -> &'static str {
        match self {
            Self::Io(_) => "look after the disk and the permissions, and try again",
            Self::Version { found: 0 } => {
                "there was no version before the first: this is no table of nexsolve"
            }
            Self::Version { .. } | Self::Field { .. } => "use a program as new as the table",
            Self::Numbers { .. } => "use the database of this game and board",
            Self::Missing => "generate the database again: this table alone is made again",
            _ => "remove the file and generate the database again: this table alone is made again",
        }
    }
}

/// A part of a table file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Everything before the blocks.
    Header,
    /// A block, and its entry in the index.
    Block(u64),
    /// The list of where each block ends.
    Index,
    /// The last bytes.
    Trailer,
    /// Everything, by the digest in the manifest.
    File,
}

impl std::fmt::Display for Part {
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

/// What to do about a manifest of another version.
fn newer(found: u64) -> &'static str {
    if found > 1 { ": use a newer one" } else { ", the first one: the file is no manifest of nexsolve" }
}

/// A database cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// There is no manifest.
    #[error("{} is no database: it has no {}; give a folder that was generated", folder.display(), crate::MANIFEST)]
    NoDatabase {
        /// The folder.
        folder: PathBuf,
    },
    /// The system refused.
    #[error("{} cannot be read: {source}", file.display())]
    Io {
        /// The manifest.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A manifest of a version that this program does not know.
    #[error("{} has format version {found}; this program reads versions 1 to 3{}", file.display(), newer(*found))]
    Version {
        /// The manifest.
        file: PathBuf,
        /// The version in it.
        found: u64,
    },
    /// The manifest is intact, but a newer program has written it.
    #[error("{} holds what this program does not know: {reason}; use a newer one", file.display())]
    Unknown {
        /// The manifest.
        file: PathBuf,
        /// What is not known.
        reason: String,
    },
    /// The manifest is not what was written.
    #[error("{} is damaged: {reason}; put the original back, or generate the database again in an empty folder", file.display())]
    Damaged {
        /// The manifest.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// A database cannot be made, or added to.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The database that is there cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Tables that are there cannot be read.
    #[error(transparent)]
    Tables(#[from] TableErrors),
    /// No table can have this description.
    #[error("no table can be made: {0}")]
    Spec(#[from] SpecError),
    /// The system refused.
    #[error("{} cannot be {action}: {source}", file.display())]
    Io {
        /// The file or folder.
        file: PathBuf,
        /// What the system refused to do, as a participle: `written`.
        action: &'static str,
        /// Why.
        source: io::Error,
    },
    /// Another process works in the folder.
    #[error("{} is in use by another process that generates tables; wait for it, or choose another folder", folder.display())]
    Locked {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder holds other files and no database.
    #[error("{} holds other files, such as {file}: choose a new or an empty folder", folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// One of them.
        file: String,
    },
    /// The folder holds the database of something else.
    #[error("{} holds a database of {found}, not of {expected}: choose another folder", folder.display())]
    Subject {
        /// The folder.
        folder: PathBuf,
        /// The subject of the database to make.
        expected: Subject,
        /// The subject of the database in the folder.
        found: Subject,
    },
    /// The folder holds a database of another form.
    #[error("{} holds {found} tables, not {expected} ones: choose another folder", folder.display())]
    Form {
        /// The folder.
        folder: PathBuf,
        /// The form of the database to make.
        expected: Form,
        /// The form of the database in the folder.
        found: Form,
    },
    /// The folder holds a database of an earlier version of the format, which is read and not added to.
    #[error("{} has format version {found}, and this program writes version {expected}: choose another folder", folder.display())]
    Version {
        /// The folder.
        folder: PathBuf,
        /// The version that this program writes in this form.
        expected: u16,
        /// The version there.
        found: u64,
    },
    /// The table is there already. A fault of the caller: a finished table is never changed.
    #[error("the table {layer}.{metric} is finished already")]
    Finished {
        /// Its layer.
        layer: String,
        /// Its metric.
        metric: Metric,
    },
    /// The packed codes have fewer or more bytes than the entries take. A fault of the caller.
    #[error("table {}: {found} bytes of packed codes were given; {expected} are expected", file.display())]
    Length {
        /// The file.
        file: PathBuf,
        /// The bytes that the entries take.
        expected: u64,
        /// The bytes that came.
        found: u64,
    },
    /// A code that stands for no value, or bits behind the last entry that are not 0. A fault of the caller.
    #[error("table {}: block {block} holds a code that stands for no value", file.display())]
    Code {
        /// The file.
        file: PathBuf,
        /// The block.
        block: u64,
    },
    /// Blocks that were made elsewhere are not the next ones of the table. A fault of the caller.
    #[error("table {}: blocks were given that are not its next ones", file.display())]
    Blocks {
        /// The file.
        file: PathBuf,
    },
    /// The counts do not match the table's code book. A fault of the caller.
    #[error("table {}: {found} counts for {expected} values", file.display())]
    Counts {
        /// The file.
        file: PathBuf,
        /// The values of the table.
        expected: usize,
        /// The counts given.
        found: usize,
    },
    /// There are more patterns than can be numbered.
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

/// A [`BuildError::Io`]: this file or folder cannot be `action`.
pub(crate) fn failed(file: &Path, action: &'static str) -> impl FnOnce(io::Error) -> BuildError {
    let file = file.to_owned();
    move |source| BuildError::Io { file, action, source }
}
