//! `nexsolve facts`: known facts, computed on the spot and compared.

mod endings;

use crate::args::Global;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::output;
use anstyle::{AnsiColor, Style};
use nexsolve_core::laws::{self, Reach};
use nexsolve_core::{Game, Notation, Ranked, Searchable, Unmoves, Wdl};
use nexsolve_games::hex::{End, Hex, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_solver::counts::{self, Counts};
use nexsolve_solver::{Goal, Options, Solution, Solver};
use serde::Serialize;
use std::fmt::{Display, Write as _};
use std::sync::atomic::AtomicBool;

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

/// The facts about Nex and Hex, in the order in which they are computed.
fn list() -> Vec<Fact> {
    let seed = "the old program's documents";
    let published = "published enumeration";
    let rules = "the rules' page of facts";
    vec![
        Fact::new("2×2 Nex: openings, won / drawn / lost", seed, "2 / 10 / 0", || openings(&nex(2, 2))),
        Fact::new("2×2 Nex: winning openings", seed, "Ba1?a2 Bb2?b1", || winning_openings(&nex(2, 2))),
        Fact::new("2×2 Nex: game tree by ply", seed, "1 + 12 + 24 + 24 = 61", || tree(&nex(2, 2))),
        Fact::new("2×2 Nex: positions", seed, 37, || positions(&nex(2, 2))),
        Fact::new("2×2 Nex: positions lost / drawn / won", rules, "8 / 22 / 7", || values(&nex(2, 2))),
        Fact::new("3×3 Nex: openings, won / drawn / lost", rules, "42 / 30 / 0", || openings(&nex(3, 3))),
        Fact::new("3×3 Nex: value", rules, "win in 7", || value(&nex(3, 3))),
        Fact::new("3×3 Nex: positions", rules, 36_397, || positions(&nex(3, 3))),
        Fact::new("3×3 Nex: positions lost / drawn / won", rules, "5828 / 13814 / 16755", || {
            values(&nex(3, 3))
        }),
        Fact::new("3×3 Nex: game tree", rules, 132_759_721, || tree_total(&nex(3, 3))),
        Fact::new("3×2 Nex: value", rules, "loss", || winner(&nex(3, 2))),
        Fact::new("2×3 Nex: value", rules, "win", || winner(&nex(2, 3))),
        Fact::new("2×2 Hex: openings, won / drawn / lost", rules, "2 / 0 / 2", || openings(&hex(2))),
        Fact::new("2×2 Hex: game tree, played on after a win", seed, "1 + 4 + 12 + 24 + 24 = 65", || {
            let variant = Variant { end: End::AtFullBoard, ..Variant::default() };
            tree(&Hex::<u64>::new(2, 2, variant).expect("a small board"))
        }),
        Fact::new("2×2 Hex: game tree", published, 53, || tree_total(&hex(2))),
        Fact::new("2×2 Hex: positions", published, 32, || positions(&hex(2))),
        Fact::new("3×3 Hex: game tree", published, 548_650, || tree_total(&hex(3))),
        Fact::new("3×3 Hex: positions", published, 5_514, || positions(&hex(3))),
        Fact::new("3×3 Hex: winning openings", published, "a3 b1 b2 b3 c1", || winning_openings(&hex(3))),
        Fact::new(
            "1×1 to 5×5 Hex: values",
            "the strategy-stealing argument",
            "win win win win win",
            || (1..=5).map(|size| winner(&hex(size))).collect::<Vec<_>>().join(" "),
        ),
    ]
}

fn nex(rows: u32, cols: u32) -> Nex<u64> {
    Nex::new(rows, cols).expect("a small board")
}

fn hex(size: u32) -> Hex<u64> {
    Hex::new(size, size, Variant::default()).expect("a small board")
}

fn solve<G: Searchable>(game: &G, goal: Goal) -> Solution<G::Move> {
    let options = Options { memory_bytes: 1 << 26, nodes: None, symmetry: true, ordering: true };
    let never = AtomicBool::new(false);
    let mut solver = Solver::new(game, options, &never, &()).expect("memory for a small table");
    solver.solve(&game.start(), goal).expect("no table can be damaged")
}

fn openings<G: Searchable>(game: &G) -> String {
    let solution = solve(game, Goal::Moves);
    let count = |value| solution.moves.iter().filter(|m| m.bounds.wdl() == Some(value)).count();
    format!("{} / {} / {}", count(Wdl::Win), count(Wdl::Draw), count(Wdl::Loss))
}

fn winning_openings<G: Searchable + Notation>(game: &G) -> String {
    let solution = solve(game, Goal::Moves);
    let wins = solution.moves.iter().filter(|m| m.bounds.wdl() == Some(Wdl::Win));
    wins.map(|m| game.format_move(&game.start(), m.mv)).collect::<Vec<_>>().join(" ")
}

fn value<G: Searchable>(game: &G) -> String {
    solve(game, Goal::Distances).bounds.score().map_or("not proven".to_owned(), |score| score.to_string())
}

fn winner<G: Searchable>(game: &G) -> String {
    solve(game, Goal::Value).bounds.wdl().map_or("not proven".to_owned(), |value| value.to_string())
}

fn count<G: Ranked + Unmoves>(game: &G) -> Counts {
    counts::count(game, 1 << 26, &AtomicBool::new(false), &()).expect("a small board")
}

fn tree<G: Ranked + Unmoves>(game: &G) -> String {
    let counts = count(game);
    let plies: Vec<_> = counts.plies.iter().map(|ply| ply.nodes.to_string()).collect();
    format!("{} = {}", plies.join(" + "), counts.total.nodes)
}

fn tree_total<G: Ranked + Unmoves>(game: &G) -> String {
    count(game).total.nodes.to_string()
}

fn positions<G: Ranked + Unmoves>(game: &G) -> String {
    count(game).total.positions.to_string()
}

/// The values of all positions by the rules alone.
fn values<G: Game>(game: &G) -> String {
    let all = laws::positions(game, Reach::All);
    let (losses, draws, wins) = laws::tally(laws::scores(game, &all).values());
    format!("{losses} / {draws} / {wins}")
}

/// Runs the command.
pub(crate) fn run(global: &Global) -> Result<Exit, Fault> {
    let mut facts = list();
    facts.extend(endings::list());
    report(&facts, global)
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
