//! The files that a report consists of.

use crate::page::Page;
use crate::svg::Drawing;
use nexsolve_db::staged::Staged;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A file or folder of a report that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{} cannot be written: {source}", path.display())]
pub struct ReportWriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// The system's error.
    pub source: std::io::Error,
}

/// Files by their paths in the report's folder. Equal reports have equal bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    files: BTreeMap<String, Vec<u8>>,
}

impl Files {
    /// Adds a file. A path is relative, with `/` between its parts.
    ///
    /// # Panics
    /// If a file with this path exists: two parts of the report would overwrite each other.
    pub fn add(&mut self, path: impl Into<String>, bytes: Vec<u8>) {
        let path = path.into();
        assert!(!self.files.contains_key(&path), "two files are called {path}");
        self.files.insert(path, bytes);
    }

    /// Adds a page.
    ///
    /// # Panics
    /// As [`Files::add`].
    pub fn page(&mut self, page: &Page) {
        self.add(page.path(), page.to_markdown().as_bytes().to_vec());
    }

    /// Adds a drawing, and shows it on a page above its caption. The drawing's title is the alternative text.
    ///
    /// # Panics
    /// As [`Files::add`].
    pub fn picture(&mut self, page: &mut Page, path: &str, drawing: &Drawing) {
        self.add(path, drawing.to_svg().into_bytes());
        page.image(path, drawing.title(), drawing.caption());
    }

    /// The same on a sheet of paper of this width and height in millimetres.
    ///
    /// # Panics
    /// As [`Files::add`].
    pub fn sheet(&mut self, page: &mut Page, path: &str, drawing: &Drawing, millimetres: (u32, u32)) {
        self.add(path, drawing.to_sheet(millimetres).into_bytes());
        page.image(path, drawing.title(), drawing.caption());
    }

    /// Adds data as JSON, one document with a line feed at its end.
    ///
    /// # Panics
    /// As [`Files::add`], and if the data cannot be written as JSON (a map whose keys are not strings).
    pub fn json(&mut self, path: impl Into<String>, data: &impl Serialize) {
        let mut text = serde_json::to_string_pretty(data).expect("plain data");
        text.push('\n');
        self.add(path, text.into_bytes());
    }

    /// The files in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    /// Writes all files below this folder, and replaces existing ones. All are written before the first one
    /// is replaced, each is replaced completely or not at all, and `index.md` is the first: a process that is
    /// killed leaves a folder in which the same report can be written again. What killed processes have left
    /// is removed.
    ///
    /// # Errors
    /// The first file or folder that cannot be written.
    pub fn write(&self, out: &Path) -> Result<(), ReportWriteError> {
        let fault = |path: &Path| {
            let path = path.to_owned();
            move |source| ReportWriteError { path, source }
        };
        let staged = Staged::begin(out).map_err(fault(out))?;
        for (path, bytes) in self.iter() {
            let file = out.join(path);
            nexsolve_db::files::sweep(&file);
            staged.write(path, bytes).map_err(fault(&file))?;
        }
        staged.put().map_err(fault(out))
    }

    /// The bytes of a file.
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }
}
