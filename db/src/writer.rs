//! Writes a table.

use crate::encode::{Encoded, Encoder, Packer};
use crate::encode_strips::StripEncoder;
use crate::error::failed;
use crate::frames::Compressors;
use crate::layout::Header;
use crate::{Blocks, BuildError, TableSpec};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// A table that is being written, in a temporary file. A writer owns only its file, so several tables can be
/// written at once, on different threads. A writer that is dropped unfinished removes its file.
pub struct TableWriter {
    file: PathBuf,
    spec: TableSpec,
    derived: bool,
    partial: TempPath,
    /// `None` after an error, because codes after a gap would be useless.
    encoder: Option<Either>,
}

/// The encoder, without or with strips.
enum Either {
    Plain(Box<Encoder<File>>),
    Strips(Box<StripEncoder<File>>),
}

/// A complete table that is ready for [`crate::Builder::commit`]. If it is dropped first, it removes its
/// file.
pub struct FinishedTable {
    pub(crate) spec: TableSpec,
    /// Whether its values follow from other tables.
    pub(crate) derived: bool,
    pub(crate) encoded: Encoded,
    pub(crate) file: PathBuf,
    /// Removes the file unless it is renamed. If that fails, the next builder of the folder removes it.
    pub(crate) partial: TempPath,
    pub(crate) out: File,
}

impl TableWriter {
    pub(crate) fn create(
        folder: &Path,
        header: Header,
        level: i32,
        compressors: Compressors,
    ) -> Result<Self, BuildError> {
        let file = folder.join(partial_name(&header.spec.file_name()));
        let out = File::create(&file).map_err(failed(&file, "written"))?;
        let partial = TempPath::try_from_path(&file).map_err(failed(&file, "written"))?;
        let (spec, derived, strip) = (header.spec.clone(), header.derived, header.strip);
        let packer = Packer::new(file.clone(), header, level, compressors);
        let encoder = if strip == 0 {
            Either::Plain(Box::new(Encoder::new(packer, out)?))
        } else {
            Either::Strips(Box::new(StripEncoder::new(packer, out)?))
        };
        Ok(Self { file, spec, derived, partial, encoder: Some(encoder) })
    }

    /// Appends the packed codes of the next entries: any whole number of bytes. The sizes of the pieces do
    /// not affect the file; a few large pieces are fastest. Blocks are compressed in parallel, in the
    /// caller's rayon pool.
    ///
    /// # Errors
    /// If the file cannot be written, a code has no value, or there are more codes than entries. The table is
    /// then lost, and dropping the writer removes the file.
    pub fn append(&mut self, packed: &[u8]) -> Result<(), BuildError> {
        let mut encoder = self.encoder()?;
        match &mut encoder {
            Either::Plain(encoder) => encoder.append(packed)?,
            Either::Strips(encoder) => encoder.append(packed)?,
        }
        self.encoder = Some(encoder);
        Ok(())
    }

    /// Appends the next blocks of a table without strips, made by a [`crate::BlockMaker`], perhaps in another
    /// process. A table is written either entirely by this method or entirely by [`TableWriter::append`].
    ///
    /// # Errors
    /// If the file cannot be written, or these are not the next blocks of this table. The table is then lost,
    /// and dropping the writer removes the file.
    pub fn append_blocks(&mut self, blocks: &Blocks) -> Result<(), BuildError> {
        let mut encoder = self.encoder()?;
        match &mut encoder {
            Either::Plain(encoder) => encoder.append_blocks(blocks)?,
            Either::Strips(_) => return Err(BuildError::Blocks { file: self.file.clone() }),
        }
        self.encoder = Some(encoder);
        Ok(())
    }

    /// Writes the parts after the blocks. The table is not yet part of the database: see
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

    /// Takes the encoder. Fails if there was an error before.
    fn encoder(&mut self) -> Result<Either, BuildError> {
        let broken = || io::Error::other("an earlier part could not be written");
        self.encoder.take().ok_or_else(broken).map_err(failed(&self.file, "written"))
    }
}

impl FinishedTable {
    /// The specification of the table.
    pub fn spec(&self) -> &TableSpec {
        &self.spec
    }

    /// The length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.encoded.bytes
    }
}

/// Returns the name of the temporary file.
pub(crate) fn partial_name(file: &str) -> String {
    format!(".{file}{}", crate::files::PARTIAL)
}
