//! Databases of Nex in scratch folders, and a command that reads them.

use super::build;
use crate::support::command;
use nexsolve_db::Metric;
use nexsolve_games::nex::Nex;
use std::io::Write;
use std::process::Stdio;
use tempfile::TempDir;

/// The game on a small board.
pub(crate) fn nex(rows: u32, cols: u32) -> Nex<u64> {
    Nex::new(rows, cols).expect("a small board")
}

/// A database of Nex with these tables, in a scratch folder.
pub(crate) fn database(rows: u32, cols: u32, metrics: &[Metric]) -> TempDir {
    partial(rows, cols, metrics, |_| true)
}

/// One that has only some layers.
pub(crate) fn partial(rows: u32, cols: u32, metrics: &[Metric], keep: impl Fn(&str) -> bool) -> TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder");
    build::write(&nex(rows, cols), &format!("nex:{rows}x{cols}"), folder.path(), metrics, keep);
    folder
}

/// Exit code, standard output and error of a run with this standard input.
pub(crate) fn fed(args: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || {
        // A command that refuses the database does not read.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("ends");
    feeder.join().expect("writes");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}
