//! A table while it is written.

use crate::encode::{Contexts, EncodeError, Encoded, Encoder, Packing};
use crate::layout::Header;
use crate::{BuildError, Form, Subject, TableSpec};
use std::fs::File;
use std::path::{Path, PathBuf};

/// A table while it is written, in a file beside the one to come.
///
/// It owns its file and nothing else, so several can be written at once, on different threads. Dropped unfinished, it
/// removes the file.
pub struct TableWriter {
    spec: TableSpec,
    partial: Partial,
    /// `None` after an error: what follows a gap is worth nothing.
    encoder: Option<Encoder<File>>,
}

/// A table that is written, and waits for [`crate::Builder::commit`]. Dropped before, it removes the file.
pub struct FinishedTable {
    pub(crate) spec: TableSpec,
    pub(crate) encoded: Encoded,
    pub(crate) partial: Partial,
    pub(crate) out: File,
}

impl TableWriter {
    pub(crate) fn create(
        folder: &Path,
        subject: Subject,
        form: Form,
        packing: Packing,
        contexts: Contexts,
        spec: TableSpec,
    ) -> Result<Self, BuildError> {
        let path = folder.join(partial_name(&spec.file_name()));
        let failed = |source| BuildError::Io { file: path.clone(), action: "written", source };
        let out = File::create(&path).map_err(failed)?;
        let partial = Partial { path: path.clone() };
        let header = Header { subject, form, spec: spec.clone(), block_bytes: packing.block_bytes };
        let encoder = Encoder::new(header, packing.level, contexts, out).map_err(failed)?;
        Ok(Self { spec, partial, encoder: Some(encoder) })
    }

    /// What the table is to hold.
    pub fn spec(&self) -> &TableSpec {
        &self.spec
    }

    /// Takes the packed codes of the next entries: any whole number of bytes. How the codes are cut into pieces makes no
    /// difference to the file; few large pieces are fastest. Blocks are compressed in parallel, by the threads of the
    /// rayon pool that this is called in.
    ///
    /// # Errors
    /// If the file cannot be written, a code stands for no value, or there are more codes than entries. The table is
    /// then lost, and the file removed when this is dropped.
    pub fn append(&mut self, packed: &[u8]) -> Result<(), BuildError> {
        let Some(mut encoder) = self.encoder.take() else { return Err(self.broken()) };
        encoder.append(packed).map_err(|error| self.error(error))?;
        self.encoder = Some(encoder);
        Ok(())
    }

    /// Writes what belongs behind the blocks. The file is not yet a table of the database: see
    /// [`crate::Builder::commit`].
    ///
    /// # Errors
    /// If the file cannot be written, or codes are missing.
    pub fn finish(mut self) -> Result<FinishedTable, BuildError> {
        let Some(encoder) = self.encoder.take() else { return Err(self.broken()) };
        let (out, encoded) = encoder.finish().map_err(|error| self.error(error))?;
        Ok(FinishedTable { spec: self.spec, encoded, partial: self.partial, out })
    }

    fn broken(&self) -> BuildError {
        let source = std::io::Error::other("an earlier part could not be written");
        BuildError::Io { file: self.partial.path.clone(), action: "written", source }
    }

    fn error(&self, error: EncodeError) -> BuildError {
        let file = self.partial.path.clone();
        match error {
            EncodeError::Io(source) => BuildError::Io { file, action: "written", source },
            EncodeError::Compress { block, source } => BuildError::Compress { file, block, source },
            EncodeError::Code { block } => BuildError::Code { file, block },
            EncodeError::Length { found } => {
                BuildError::Length { file, expected: self.spec.packed_bytes(), found }
            }
        }
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

/// The name of the file beside, in which a file is written.
pub(crate) fn partial_name(file: &str) -> String {
    format!(".{file}{}", nexsolve_files::PARTIAL)
}

/// A file that goes away unless it gets its name.
pub(crate) struct Partial {
    path: PathBuf,
}

impl Partial {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name.
    pub(crate) fn rename(mut self, to: &Path) -> std::io::Result<()> {
        std::fs::rename(&self.path, to)?;
        self.path.clear();
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.path.as_os_str().is_empty() {
            // If this fails, the file is removed when the folder is next opened for building.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
