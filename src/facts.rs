//! `nexsolve facts`: computes known facts and compares them with published values.

use anstyle::{AnsiColor, Style};
use nexsolve_console::{Exit, Fault, Global, fault::safe, output};
use nexsolve_db::Database;
use nexsolve_games::{Board, EXTRAS, Fact};
use nexsolve_kernels::generate_for;
use nexsolve_oracle::{FactError, SmallError};
use serde_json::json;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const OK: Style = AnsiColor::Green.on_default();
const FAILED: Style = AnsiColor::Red.on_default().bold();

/// Runs the command.
pub(crate) fn run(global: &Global) -> Result<Exit, Fault> {
    let facts: Vec<&Fact> = EXTRAS.iter().flat_map(|extras| extras.facts).collect();
    let width = facts.iter().map(|fact| fact.name.chars().count()).max().unwrap_or(0);
    let (mut failed, mut checked) = (0, Vec::new());
    for fact in &facts {
        let computed = nexsolve_oracle::computed(fact, made).map_err(|error| fault(fact, &error))?;
        if !global.json {
            output::result(&line(fact, &computed, width))?;
        }
        let Fact { name, source, expected, .. } = **fact;
        let ok = computed == expected;
        failed += usize::from(!ok);
        checked.push(json!({
            "name": name,
            "source": source,
            "expected": expected,
            "computed": computed,
            "ok": ok,
        }));
    }
    let document = || json!({ "ok": failed == 0, "facts": checked });
    output::answer(global, document, || format!("{} facts, {failed} failed\n", facts.len()))?;
    Ok(if failed == 0 { Exit::Done } else { Exit::Check })
}

/// The fault if a fact could not be computed: the system's if it refused a folder or memory.
fn fault(fact: &Fact, error: &FactError) -> Fault {
    let exit = match error {
        FactError::Small(SmallError::Folder(_)) | FactError::Memory(_) => Exit::System,
        _ => Exit::Fault,
    };
    Fault::new(exit, safe(&format!("{}: {error}", fact.name)))
}

/// Makes the tables of a fact.
fn made(
    board: Board,
    folder: &Path,
    memory: u64,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Database, Box<dyn Error + Send + Sync>> {
    generate_for("nexsolve facts", board, folder, memory, stop, progress)
}

fn line(fact: &Fact, computed: &str, width: usize) -> String {
    let Fact { name, source, expected, .. } = *fact;
    let pad = width - name.chars().count();
    let mut text = if computed == expected {
        format!("{OK}ok    {OK:#}  {name}{:pad$}  {computed}", "")
    } else {
        format!("{FAILED}FAILED{FAILED:#}  {name}{:pad$}  {computed}, expected {expected}", "")
    };
    if computed != expected {
        let _ = write!(text, " ({source})");
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_games::Quantity;

    #[test]
    fn the_tables_of_a_fact_name_their_command() {
        let folder = tempfile::tempdir().expect("a folder");
        let board = nexsolve_games::board("nex:2x2").expect("a board");
        let made = made(board, folder.path(), 64 << 20, &AtomicBool::new(false), &|_, _| ());
        assert_eq!(made.expect("made").manifest().runs[0].command, "nexsolve facts");
    }

    #[test]
    fn a_fact_that_differs_is_reported() {
        let fact = Fact::new("one and one", "arithmetic", &[], Quantity::Own(|| 2.to_string()), "3");
        let text = anstream::adapter::strip_str(&line(&fact, "2", 11)).to_string();
        assert_eq!(text, "FAILED  one and one  2, expected 3 (arithmetic)\n");
        assert_eq!(
            anstream::adapter::strip_str(&line(&fact, "3", 13)).to_string(),
            "ok      one and one    3\n"
        );
    }
}
