//! `nexsolve facts`: known facts, computed on the spot and compared.

use crate::args::Global;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::output;
use anstyle::{AnsiColor, Style};
use nexsolve_core::laws::{self, Reach};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::Nex;
use serde::Serialize;
use std::fmt::{Display, Write as _};

const OK: Style = AnsiColor::Green.on_default();
const FAILED: Style = AnsiColor::Red.on_default().bold();

/// Something that is known, and how to find out whether the program agrees.
pub(crate) struct Fact {
    /// What is known, in a few words.
    name: &'static str,
    /// Who says so.
    source: &'static str,
    /// The known answer.
    expected: String,
    /// Computes the program's answer.
    compute: fn() -> String,
}

impl Fact {
    /// A fact with its source.
    pub(crate) fn new(
        name: &'static str,
        source: &'static str,
        expected: impl Display,
        compute: fn() -> String,
    ) -> Self {
        Self { name, source, expected: expected.to_string(), compute }
    }
}

/// All facts, in the order in which they are computed.
fn list() -> Vec<Fact> {
    let seed = "the game's documents";
    let published = "published enumeration";
    vec![
        Fact::new("2×2 Nex: positions reachable from the start", seed, 37, || nex_positions(2)),
        Fact::new("3×3 Nex: positions reachable from the start", seed, 36_397, || nex_positions(3)),
        Fact::new("2×2 Hex: positions reachable from the start", published, 32, || hex_positions(2)),
        Fact::new("3×3 Hex: positions reachable from the start", published, 5_514, || hex_positions(3)),
    ]
}

fn nex_positions(size: u32) -> String {
    let game = Nex::<u64>::new(size, size).expect("a small board");
    laws::positions(&game, Reach::All).len().to_string()
}

fn hex_positions(size: u32) -> String {
    let game = Hex::<u64>::new(size, size, Variant::default()).expect("a small board");
    laws::positions(&game, Reach::All).len().to_string()
}

/// Runs the command.
pub(crate) fn run(global: &Global) -> Result<Exit, Fault> {
    report(&list(), global)
}

fn report(facts: &[Fact], global: &Global) -> Result<Exit, Fault> {
    let width = facts.iter().map(|fact| fact.name.chars().count()).max().unwrap_or(0);
    let mut checked = Vec::new();
    for fact in facts {
        let computed = (fact.compute)();
        let ok = computed == fact.expected;
        if !global.json {
            output::result(&line(fact, &computed, width))?;
        }
        let Fact { name, source, ref expected, .. } = *fact;
        checked.push(Checked { name, source, expected: expected.clone(), computed, ok });
    }
    let failed = checked.iter().filter(|fact| !fact.ok).count();
    if global.json {
        output::json(&Document { ok: failed == 0, facts: checked })?;
    } else {
        output::result(&format!("{} facts, {failed} failed\n", facts.len()))?;
    }
    Ok(if failed == 0 { Exit::Done } else { Exit::Check })
}

fn line(fact: &Fact, computed: &str, width: usize) -> String {
    let Fact { name, source, expected, .. } = fact;
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

#[derive(Serialize)]
struct Document {
    ok: bool,
    facts: Vec<Checked>,
}

#[derive(Serialize)]
struct Checked {
    name: &'static str,
    source: &'static str,
    expected: String,
    computed: String,
    ok: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_that_is_not_so_is_told() {
        let fact = Fact::new("one and one", "arithmetic", 3, || 2.to_string());
        let text = anstream::adapter::strip_str(&line(&fact, "2", 11)).to_string();
        assert_eq!(text, "FAILED  one and one  2, expected 3 (arithmetic)\n");
        assert_eq!(
            anstream::adapter::strip_str(&line(&fact, "3", 13)).to_string(),
            "ok      one and one    3\n"
        );
    }
}
