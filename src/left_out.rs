//! The commands that the start program leaves out. It is built from the same files without the feature `whole`, so that the first answer
//! comes sooner. When the user asks for one of these commands, cargo builds the whole program, which then replaces this process.

use crate::exit::Exit;
use crate::fault::Fault;
use crate::output;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

/// The manifest of the whole program.
const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
/// The profile that this program was built with.
const PROFILE: &str = if cfg!(debug_assertions) { "dev" } else { "release" };

/// Has cargo build the whole program and run it with this one's arguments, in this process's place.
pub(crate) fn hand_over() -> Result<Exit, Fault> {
    let refused = |reason: String| {
        Fault::usage(format!("this command is not built yet: {reason}")).hint(
            "in the folder of nexsolve's sources, cargo install --path . builds and installs all commands",
        )
    };
    if !Path::new(MANIFEST).is_file() {
        return Err(refused("its sources are no longer at the place where they were built".to_owned()));
    }
    output::note("building the rest of nexsolve, once");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["run", "--package", "nexsolve", "--profile", PROFILE]);
    command
        .args(["--manifest-path", MANIFEST])
        .args(target().into_iter().flatten())
        .arg("--")
        .args(env::args_os().skip(1));
    replace(command).map_err(|error| refused(format!("cannot run cargo: {error}")))
}

/// The target folder of this program, as an option for cargo.
fn target() -> Option<[OsString; 2]> {
    let program = env::current_exe().ok()?;
    let folder = program.parent()?;
    let is_cargos =
        folder.file_name() == Some(OsStr::new(if cfg!(debug_assertions) { "debug" } else { "release" }));
    is_cargos.then(|| folder.parent())?.map(|target| ["--target-dir".into(), target.into()])
}

/// Runs a command in this process's place. Returns only if it cannot be run.
#[cfg(unix)]
fn replace(mut command: Command) -> std::io::Result<Exit> {
    Err(std::os::unix::process::CommandExt::exec(&mut command))
}

/// Runs a command and ends as it does.
#[cfg(not(unix))]
fn replace(mut command: Command) -> std::io::Result<Exit> {
    let status = command.status()?;
    std::process::exit(status.code().unwrap_or(1))
}
