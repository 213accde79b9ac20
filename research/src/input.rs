//! The input of studies: databases, records, and finished runs.

use crate::questions::tree::Run;
use nexsolve_reports::BoardDatabases;

/// The input of studies.
#[derive(Clone, Default)]
pub struct Input {
    /// The databases.
    pub sources: BoardDatabases,
    /// Game records: each file's name, for people, and its text.
    pub records: Vec<(String, String)>,
    /// Finished runs of `nexsolve solve BOARD --tree --json`: each file's name and its text.
    pub(crate) run_files: Vec<(String, String)>,
    /// The finished runs, parsed.
    runs: Vec<Run>,
}

/// The error of a file that is not a finished run.
#[derive(Debug, thiserror::Error)]
#[error("{file} is not a run: expected the output of nexsolve solve BOARD --tree --json; {source}")]
pub struct RunError {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub source: serde_json::Error,
}

impl Input {
    /// Creates the input from databases, records of games, and runs of `nexsolve solve BOARD --tree --json`;
    /// files have names for people.
    ///
    /// # Errors
    /// If a run cannot be read.
    pub fn new(
        sources: BoardDatabases,
        records: Vec<(String, String)>,
        run_files: Vec<(String, String)>,
    ) -> Result<Self, RunError> {
        let read = |(file, text): &(String, String)| {
            serde_json::from_str(text).map_err(|source| RunError { file: file.clone(), source })
        };
        let runs = run_files.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Self { sources, records, run_files, runs })
    }

    /// The runs.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }
}
