//! The files that a report consists of.

use crate::page::Page;
use crate::svg::Drawing;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A file or folder of a report that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{} cannot be written: {source}", path.display())]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system says.
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
    /// If there is one with this path already: two parts of the report would overwrite each other.
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

    /// Adds a drawing, and shows it on a page, with the drawing's title for those who do not see it.
    ///
    /// # Panics
    /// As [`Files::add`].
    pub fn picture(&mut self, page: &mut Page, path: &str, drawing: &Drawing) {
        self.add(path, drawing.to_svg().into_bytes());
        page.image(path, drawing.title());
    }

    /// Adds a drawing that fills a sheet of paper of this width and height in millimetres, and shows it on a page.
    ///
    /// # Panics
    /// As [`Files::add`].
    pub fn sheet(&mut self, page: &mut Page, path: &str, drawing: &Drawing, millimetres: (u32, u32)) {
        self.add(path, drawing.to_sheet(millimetres).into_bytes());
        page.image(path, drawing.title());
    }

    /// Adds data as JSON, one document with a line feed at its end.
    ///
    /// # Panics
    /// As [`Files::add`], and if the data are no JSON (a map with keys that are no text).
    pub fn json(&mut self, path: impl Into<String>, data: &impl Serialize) {
        let mut text = serde_json::to_string_pretty(data).expect("plain data");
        text.push('\n');
        self.add(path, text.into_bytes());
    }

    /// The files in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    /// Writes every file below this folder, each whole or not at all; what is there is replaced.
    ///
    /// # Errors
    /// The first file or folder that the system does not let be written.
    pub fn write(&self, out: &Path) -> Result<(), WriteError> {
        let fault = |path: &Path| {
            let path = path.to_owned();
            move |source| WriteError { path, source }
        };
        for (path, bytes) in self.iter() {
            let file = out.join(path);
            let folder = file.parent().unwrap_or(out);
            std::fs::create_dir_all(folder).map_err(fault(folder))?;
            nexsolve_db::files::replace(&file, |to| to.write_all(bytes)).map_err(fault(&file))?;
        }
        Ok(())
    }

    /// The bytes of a file.
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }
}
