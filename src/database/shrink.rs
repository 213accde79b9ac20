//! `nexsolve shrink`: rewrites a database in the small form, for publishing.

use super::folder::{FolderArgs, check_local};
use super::watch::Watch;
use super::{Opened, check_manifest, generate, info, open, tables};
use clap::Args;
use nexsolve_console::units::{seconds, size};
use nexsolve_console::{Exit, Fault, Global, files, output, stop, threads};
use nexsolve_db::{Form, Provenance};
use nexsolve_tablegen::shrink_bytes;
use std::path::PathBuf;
use std::path::absolute;
use std::sync::Arc;

/// The arguments of `shrink`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ShrinkArgs {
    #[command(flatten)]
    pub(crate) database: FolderArgs,
    /// Folder for the shrunk database: new, empty, or begun by an earlier run
    #[arg(long, value_name = "SMALL")]
    pub(crate) out: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &ShrinkArgs, global: &Global) -> Result<Exit, Fault> {
    check_local(args.database.path())?;
    let opened = open(args.database.path(), global)?;
    let from = &*opened.database;
    if from.manifest().form == Form::Small {
        let message = format!("{} is already in the small form", files::name(args.database.path()));
        return Err(Fault::usage(message).hint("copy its folder"));
    }
    if absolute(args.database.path()).ok() == absolute(&args.out).ok() {
        return Err(Fault::usage("the shrunk database needs a different folder"));
    }
    // The other quarter is for threads and the program. The memory for blocks is not used.
    let needed = shrink_bytes(from.manifest(), threads::number(global)?) / 3 * 4;
    if needed > global.memory {
        let needs = format!("shrinking {} needs", files::name(args.database.path()));
        return Err(Fault::memory(&needs, needed, ""));
    }
    check_local(&args.out)?;
    files::check_no_file(&args.out)?;
    check_manifest(&args.out, global)?;
    let tables = tables(opened.board)?;
    let provenance = Provenance {
        program: concat!("nexsolve ", env!("CARGO_PKG_VERSION")).to_owned(),
        command: format!("nexsolve shrink {}", opened.board),
    };
    stop::on_interrupt("the work")?;
    let watch = Watch::new(global, None);
    let made = threads::with(global, |_| {
        let made = nexsolve_tablegen::shrink(&*tables, from, &args.out, provenance, stop::flag(), &watch);
        made.map_err(|error| generate::fault(&error, &args.out))
    });
    let (took, _) = watch.finish();
    let small = Opened { database: Arc::new(made?), ..opened.clone() };
    if !global.quiet {
        let bytes = |opened: &Opened| opened.database.manifest().tables.iter().map(|table| table.bytes).sum();
        let (before, now): (u64, u64) = (bytes(&opened), bytes(&small));
        output::note(&format!("{} of {} in {}", size(now), size(before), seconds(took)));
    }
    info::show(&small, &args.out, None, global)?;
    Ok(Exit::Done)
}
