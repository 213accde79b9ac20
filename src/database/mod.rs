//! The commands that generate and read databases.

mod compare;
mod export;
pub(crate) mod folder;
pub(crate) mod generate;
mod info;
mod lines;
mod lookup;
mod plan;
mod points;
mod query;
mod shrink;
mod stream;
pub(crate) mod summary;
mod verify;
mod watch;

pub(crate) use compare::{CompareArgs, run as compare};
pub(crate) use export::{ExportArgs, run as export, sample};
pub(crate) use generate::GenerateArgs;
pub(crate) use info::{InfoArgs, run as info};
pub(crate) use plan::{PlanArgs, run as plan};
pub(crate) use query::{QueryArgs, run as query};
pub(crate) use shrink::{ShrinkArgs, run as shrink};
pub(crate) use verify::{VerifyArgs, run as verify};
pub(crate) use watch::Watch;

use nexsolve_console::units::counted;
use nexsolve_console::{Exit, Fault, Global, fault::safe, files, memory};
use nexsolve_core::{Layer, LayerId};
use nexsolve_db::{
    MANIFEST, Memory, OpenError, TableError, TableRecord, index_bytes, is_address, is_unreached,
};
use nexsolve_games::Board;
use nexsolve_oracle::{Opened, OpenedError};
use nexsolve_tablegen::AnyTables;
use std::io::ErrorKind;
use std::path::Path;

/// The greatest number of faulty tables that a message lists.
const TOLD: usize = 20;

/// Opens the database in a folder or at an address.
pub(crate) fn open(folder: &Path, global: &Global) -> Result<Opened, Fault> {
    open_among(1, folder, global)
}

/// Opens one of several databases, which share the memory for blocks and indices.
pub(crate) fn open_among(databases: u64, folder: &Path, global: &Global) -> Result<Opened, Fault> {
    let opened = open_unchecked(databases, folder, global)?;
    opened.database.check_files().map_err(|errors| broken(folder, &errors.faults))?;
    Ok(opened)
}

/// Opens one of several databases without checking its tables.
fn open_unchecked(databases: u64, folder: &Path, global: &Global) -> Result<Opened, Fault> {
    let memory = Memory {
        blocks_bytes: memory::blocks(global) / databases,
        indices_bytes: memory::indices(global) / databases,
        manifest_bytes: memory::manifest(global),
    };
    let opened = Opened::open_unchecked(folder, memory);
    let opened = opened.map_err(|error| not_opened(&error))?;
    // An index is part of its file, even if the manifest lists too many entries.
    let index = |table: &TableRecord| index_bytes(table.spec().packed_bytes()).min(table.bytes);
    let indices = opened.database.manifest().tables.iter().map(index).fold(0, u64::saturating_add);
    if indices > memory.indices_bytes {
        let needs = format!("the indices of {} need", files::name(folder));
        return Err(Fault::memory(&needs, memory::for_indices(indices.saturating_mul(databases)), ""));
    }
    Ok(opened)
}

/// Refuses a folder whose manifest is too large for the memory.
pub(crate) fn check_manifest(folder: &Path, global: &Global) -> Result<(), Fault> {
    let bytes = std::fs::metadata(folder.join(MANIFEST)).map_or(0, |file| file.len());
    if bytes <= memory::manifest(global) { Ok(()) } else { Err(large_manifest(folder, bytes)) }
}

/// The fault of a manifest of at least `bytes` bytes that is too large for the memory.
fn large_manifest(folder: &Path, bytes: u64) -> Fault {
    let needs = format!("the manifest of {} needs", files::name(folder));
    Fault::memory(&needs, memory::for_manifest(bytes), "")
}

/// The fault if a database cannot be opened.
pub(crate) fn not_opened(error: &OpenedError) -> Fault {
    let fault = Fault::new(Exit::Table, safe(&error.to_string()));
    match error {
        OpenedError::Open(OpenError::NoDatabase { .. }) => {
            fault.hint("nexsolve generate BOARD --out DIR makes a database")
        }
        OpenedError::Open(OpenError::NoHttp { .. }) => Fault::usage(fault.message),
        OpenedError::Open(OpenError::Io { file, source }) if is_address(file) => {
            let exit = match source.kind() {
                ErrorKind::InvalidInput => Exit::Usage,
                ErrorKind::Interrupted => Exit::Interrupted,
                ErrorKind::StorageFull | ErrorKind::OutOfMemory => Exit::System,
                kind if is_unreached(kind) => Exit::System,
                _ => Exit::Table,
            };
            Fault { exit, ..fault }.hint(ADDRESS)
        }
        OpenedError::Open(OpenError::Memory { file, bytes, most }) => {
            large_manifest(file.parent().unwrap_or(file), bytes.unwrap_or(most + 1))
        }
        OpenedError::Open(_) => fault,
        OpenedError::Tables(errors) => broken(&errors.folder, &errors.faults),
        OpenedError::Beside { .. } => fault.hint("copy the whole folder of the database, or make it again"),
        OpenedError::UnknownBoard { .. } => fault.hint("use the version of nexsolve that made it"),
    }
}

/// The fault of a database with damaged tables. The folder has not been changed.
fn broken(folder: &Path, faults: &[TableError]) -> Fault {
    let what = counted(faults.len() as u64, "fault", "faults");
    let mut lines = vec![format!("{} is damaged: {what} in its files", files::name(folder))];
    lines.extend(faults.iter().take(TOLD).map(|fault| safe(&fault.to_string())));
    if faults.len() > TOLD {
        lines.push(format!("and {} more", faults.len() - TOLD));
    }
    let exit = faults.iter().map(|fault| unreadable(fault).exit).max_by_key(|exit| *exit == Exit::Table);
    Fault::new(exit.unwrap_or(Exit::Table), lines.join("\n")).hint(
        "nexsolve verify DIR checks all files; generate with the same options makes missing tables again",
    )
}

/// Returns the tables that a board can have.
pub(crate) fn tables(board: Board) -> Result<Box<dyn AnyTables>, Fault> {
    let none = || Fault::usage(format!("{} has no tables", board.title()));
    let tables = nexsolve_kernels::tables(board)?.ok_or_else(none)?;
    if tables.layers().is_empty() {
        let message = format!("{} has too many positions for a database", board.title());
        return Err(Fault::usage(message).hint("nexsolve solve searches boards without a database"));
    }
    Ok(tables)
}

/// Returns the layers with these names.
fn layers(layers: &[Layer], names: &[String], board: Board) -> Result<Vec<LayerId>, Fault> {
    let unknown = |name: &str| {
        let all: Vec<_> = layers.iter().map(|layer| layer.name.as_str()).collect();
        let message = format!("{} has no layer {}", board.title(), safe(name));
        Fault::usage(message).hint(format!("its layers are {}", all.join(", ")))
    };
    names.iter().map(|name| LayerId::named(layers, name).ok_or_else(|| unknown(name))).collect()
}

/// The fault of a table that cannot be read.
fn unreadable(error: &TableError) -> Fault {
    Fault::table(&error.to_string(), error.fault.refused())
}

/// What to do if a server does not send a manifest.
const ADDRESS: &str = "check the address, which is that of a folder with manifest.json, and the connection";
