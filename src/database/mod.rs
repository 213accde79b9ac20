//! The commands that make and read databases.

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
pub(crate) use export::{ExportArgs, run as export};
pub(crate) use generate::GenerateArgs;
pub(crate) use info::{InfoArgs, run as info};
pub(crate) use plan::{PlanArgs, run as plan};
pub(crate) use query::{QueryArgs, run as query};
pub(crate) use shrink::{ShrinkArgs, run as shrink};
pub(crate) use verify::{VerifyArgs, run as verify};
pub(crate) use watch::Watch;

use crate::args::Global;
use crate::exit::Exit;
use crate::fault::{Fault, safe};
use crate::units::at_least;
use crate::{files, memory};
use nexsolve_core::{Layer, LayerId, ProbeError};
use nexsolve_db::{OpenError, TableRecord, index_bytes};
use nexsolve_games::Board;
use nexsolve_oracle::{Opened, OpenedError};
use nexsolve_tablegen::AnyTables;
use std::path::Path;

/// Opens the database in a folder.
pub(crate) fn open(folder: &Path, global: &Global) -> Result<Opened, Fault> {
    open_among(1, folder, global)
}

/// Opens one of several databases, which share the memory for blocks.
pub(crate) fn open_among(databases: u64, folder: &Path, global: &Global) -> Result<Opened, Fault> {
    let opened = Opened::open(folder, memory::blocks(global) / databases);
    let opened = opened.map_err(|error| {
        let fault = Fault::new(Exit::Table, safe(&error.to_string()));
        match error {
            OpenedError::Open(OpenError::NoDatabase { .. }) => {
                fault.hint("nexsolve generate BOARD --out DIR makes a database")
            }
            OpenedError::Open(_) => fault,
            OpenedError::UnknownBoard { .. } => fault.hint("use the version of nexsolve that made it"),
        }
    })?;
    // Part of the file, whatever the manifest says of its entries.
    let index = |table: &TableRecord| index_bytes(table.spec().packed_bytes()).min(table.bytes);
    let indices = opened.database.manifest().tables.iter().map(index).fold(0, u64::saturating_add);
    if indices > memory::indices(global) {
        let least = at_least(memory::for_indices(indices));
        let message = format!("the indices of {} need at least {least} of memory", files::name(folder));
        return Err(Fault::memory(message).hint(format!("give --memory {least} or more")));
    }
    Ok(opened)
}

/// The layers of a board's tables.
fn check_numbers(board: Board) -> Result<Vec<Layer>, Fault> {
    let layers = nexsolve_oracle::layers(board)?;
    if !layers.is_empty() {
        return Ok(layers);
    }
    let message = format!("{} has too many positions for a database", board.title());
    Err(Fault::usage(message).hint("nexsolve solve searches boards without a database"))
}

/// The tables that a board can have.
pub(crate) fn tables(board: Board) -> Result<Box<dyn AnyTables>, Fault> {
    check_numbers(board)?;
    let none = || Fault::usage(format!("{} has no tables", board.title()));
    <dyn AnyTables>::of(board)?.ok_or_else(none)
}

/// The layers that these names mean.
fn layers(layers: &[Layer], names: &[String], board: Board) -> Result<Vec<LayerId>, Fault> {
    let unknown = |name: &str| {
        let all: Vec<_> = layers.iter().map(|layer| layer.name.as_str()).collect();
        let message = format!("{} has no layer {}", board.title(), safe(name));
        Fault::usage(message).hint(format!("its layers are {}", all.join(", ")))
    };
    names.iter().map(|name| LayerId::named(layers, name).ok_or_else(|| unknown(name))).collect()
}

impl From<ProbeError> for Fault {
    fn from(error: ProbeError) -> Self {
        damaged(&error.to_string())
    }
}

/// A table that cannot be read.
fn damaged(message: &str) -> Fault {
    Fault::new(Exit::Table, safe(message)).hint("nexsolve verify DIR lists all damage")
}
