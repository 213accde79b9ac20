//! Writing a table.

use crate::encode::{Contexts, Encoded, Encoder, Packer};
use crate::encode_strips::StripEncoder;
use crate::error::failed;
use crate::layout::Header;
use crate::{Blocks, BuildError, TableSpec};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// A table that is being written, in a temporary file.
///
/// It only owns its file, so several can be written at once, on different threads. If it is dropped unfinished, it
/// removes the file.
pub struct TableWriter {
    file: PathBuf,
    spec: TableSpec,
    derived: bool,
    partial: TempPath,
    /// `None` after an error: codes after a gap would be useless.
    encoder: Option<Either>,
}

/// The encoder, without or with strips.
enum Either {
    Plain(Box<Encoder<File>>),
    Strips(Box<StripEncoder<File>>),
}

/// A complete table that waits for [`crate::Builder::commit`]. If it is dropped first, it removes the file.
pub struct FinishedTable {
    pub(crate) spec: TableSpec,
    /// Whether its values follow from those of others.
    pub(crate) derived: bool,
    pub(crate) encoded: Encoded,
    pub(crate) file: PathBuf,
    /// Removes the file unless it is renamed. If that fails, the file is removed when the folder is next opened for building.
    pub(crate) partial: TempPath,
    pub(crate) out: File,
}

impl TableWriter {
    pub(crate) fn create(
        folder: &Path,
        header: Header,
        level: i32,
        contexts: Contexts,
    ) -> Result<Self, BuildError> {
        let file = folder.join(partial_name(&header.spec.file_name()));
        let out = File::create(&file).map_err(failed(&file, "written"))?;
        let partial = TempPath::try_from_path(&file).map_err(failed(&file, "written"))?;
        let (spec, derived, strip) = (header.spec.clone(), header.derived, header.strip);
        let packer = Packer::new(file.clone(), header, level, contexts);
        let encoder = if strip == 0 {
            Either::Plain(Box::new(Encoder::new(packer, out)?))
        } else {
            Either::Strips(Box::new(StripEncoder::new(packer, out)?))
        };
        Ok(Self { file, spec, derived, partial, encoder: Some(encoder) })
    }

    /// Appends the packed codes of the next entries: any whole number of bytes. The sizes of the pieces make no
    /// difference to the file; few large pieces are fastest. Blocks are compressed in parallel, by the threads of the
    /// rayon pool that this is called in.
    ///
    /// # Errors
    /// If the file cannot be written, a code has no value, or there are more codes than entries. The table is
    /// then lost, and the file removed when this is dropped.
    pub fn append(&mut self, packed: &[u8]) -> Result<(), BuildError> {
        let mut encoder = self.encoder()?;
        match &mut encoder {
            Either::Plain(encoder) => encoder.append(packed)?,
            Either::Strips(encoder) => encoder.append(packed)?,
        }
        self.encoder = Some(encoder);
        Ok(())
    }

    /// Appends the next blocks of a table without strips, which a [`crate::BlockMaker`] has made, perhaps in another process. All of its
    /// codes are appended in this way, or all by [`TableWriter::append`].
    ///
    /// # Errors
    /// If the file cannot be written, or these are not the next blocks of this table. The table is then lost, and the file removed
    /// when this is dropped.
    pub fn append_blocks(&mut self, blocks: &Blocks) -> Result<(), BuildError> {
        let mut encoder = self.encoder()?;
        match &mut encoder {
            Either::Plain(encoder) => encoder.append_blocks(blocks)?,
            Either::Strips(_) => return Err(BuildError::Blocks { file: self.file.clone() }),
        }
        self.encoder = Some(encoder);
        Ok(())
    }

    /// Writes the parts after the blocks. The file is not yet a table of the database: see
    /// [`crate::Builder::commit`].
    ///
    /// # Errors
    /// If the file cannot be written, or codes are missing.
    pub fn finish(mut self) -> Result<FinishedTable, BuildError> {
        let (out, encoded) = match self.encoder()? {
            Either::Plain(encoder) => encoder.finish()?,
            Either::Strips(encoder) => encoder.finish()?,
        };
        let Self { file, spec, derived, partial, .. } = self;
        Ok(FinishedTable { spec, derived, encoded, file, partial, out })
    }

    /// Takes the encoder, if there was no error.
    fn encoder(&mut self) -> Result<Either, BuildError> {
        let broken = || io::Error::other("an earlier part could not be written");
        self.encoder.take().ok_or_else(broken).map_err(failed(&self.file, "written"))
    }
}

impl FinishedTable {
    /// What the table holds.
    pub fn spec(&self) -> &TableSpec {
        &self.spec
    }

    /// The length of the file.
    pub fn bytes(&self) -> u64 {
        self.encoded.bytes
    }
}

/// The name of the temporary file.
pub(crate) fn partial_name(file: &str) -> String {
    format!(".{file}{}", crate::files::PARTIAL)
}
