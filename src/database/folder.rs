//! The folder or the address of a database, given as an argument or with `--db`.

use clap::Args;
use nexsolve_console::{Fault, files};
use nexsolve_db::is_address;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The folder of a database.
#[derive(Args, Clone, Debug)]
pub(crate) struct FolderArgs {
    /// Database folder
    #[arg(value_name = "DIR", required_unless_present = "db")]
    folder: Option<PathBuf>,
    // The same as DIR, for scripts of earlier versions.
    #[arg(long, value_name = "DIR", conflicts_with = "folder", hide = true)]
    db: Option<PathBuf>,
}

impl FolderArgs {
    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        self.folder.as_ref().or(self.db.as_ref()).expect("one of them is required")
    }
}

/// Refuses an address in place of a folder: the command reads or writes whole files.
pub(crate) fn check_local(folder: &Path) -> Result<(), Fault> {
    if !is_address(folder) {
        return Ok(());
    }
    let message = format!("{} is an address, and this command needs a folder", files::name(folder));
    Err(Fault::usage(message)
        .hint("a database on the web can be downloaded; query, info, players and the page also read it at its address"))
}

/// Separates the folder from the other arguments. Without `--db`, the first argument is the folder.
pub(crate) fn and_rest<'a, T: AsRef<OsStr>>(db: Option<&'a Path>, words: &'a [T]) -> (&'a Path, &'a [T]) {
    match (db, words) {
        (Some(db), words) => (db, words),
        (None, [folder, words @ ..]) => (Path::new(folder), words),
        (None, []) => (Path::new(""), words),
    }
}
