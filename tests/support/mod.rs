//! What the end-to-end tests share: running the command.

pub(crate) mod build;
pub(crate) mod engines;
pub(crate) mod folder;
#[cfg(target_os = "linux")]
pub(crate) mod signals;

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The formats that `export` can write.
pub(crate) const FORMATS: &[&str] =
    if cfg!(feature = "parquet") { &["csv", "npy", "parquet"] } else { &["npy", "csv"] };

/// The command, without colour and with nothing on its standard input.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nexsolve"));
    command.args(args).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

/// Exit code, standard output, standard error.
pub(crate) fn outcome(args: &[&str]) -> (i32, String, String) {
    outcome_of(command(args))
}

/// The same of a command with its own surroundings.
pub(crate) fn outcome_of(mut command: Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("the command starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("no signal"), text(stdout), text(stderr))
}

/// The one JSON document that a run prints, and its exit code.
pub(crate) fn document(args: &[&str]) -> (i32, serde_json::Value) {
    let (code, out, _) = outcome(args);
    assert!(out.ends_with("}\n") && out.lines().count() == 1, "{args:?}: {out}");
    (code, serde_json::from_str(&out).expect("one JSON document"))
}

/// A path as an argument.
pub(crate) fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}
