//! `nexsolve info`: describes a database.

use super::folder::FolderArgs;
use super::lookup::Lookup;
use super::{Opened, broken, open_unchecked, points, summary};
use clap::Args;
use nexsolve_console::units::{counted, grouped, seconds, size};
use nexsolve_console::{Exit, Fault, Global, fault::safe, output};
use nexsolve_core::Wdl;
use nexsolve_db::json::{joined, number};
use nexsolve_db::summary::Summary;
use nexsolve_db::{Manifest, Metric, TableError};
use nexsolve_games::{AnyGame, Board};
use nexsolve_oracle::words::{Fields, proven};
use nexsolve_oracle::{Answer, Worth};
use nexsolve_tablegen::Phase;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// The arguments of `info`.
#[derive(Args, Clone, Debug)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) database: FolderArgs,
}

/// Runs the command.
pub(crate) fn run(args: &InfoArgs, global: &Global) -> Result<Exit, Fault> {
    let opened = open_unchecked(1, args.database.path(), global)?;
    show(&opened, args.database.path(), None, global)?;
    Ok(Exit::Done)
}

/// The number of tables and the time of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Took {
    /// The number of tables that the run generated.
    pub(super) made: usize,
    /// The number of tables that existed before the run.
    pub(super) found: usize,
    /// The total time.
    pub(super) seconds: f64,
    /// The time of each of [`Phase::NAMES`].
    pub(super) seconds_by_phase: [f64; 4],
}

impl Took {
    /// Describes the generated tables and the time; by phase if any were generated.
    pub(super) fn sentence(&self) -> String {
        let Self { made, found, seconds: time, seconds_by_phase } = self;
        let there = if *found > 0 { format!(", {found} already there") } else { String::new() };
        let mut text =
            format!("{} generated in {}{there}", counted(*made as u64, "table", "tables"), seconds(*time));
        if *made > 0 {
            let phases = Phase::NAMES.iter().zip(*seconds_by_phase);
            let phases: Vec<String> =
                phases.map(|(phase, time)| format!("{phase} {}", seconds(time))).collect();
            let _ = write!(text, "\n{}", phases.join(", "));
        }
        text
    }
}

/// Prints the description of a database.
pub(super) fn show(opened: &Opened, folder: &Path, took: Option<Took>, global: &Global) -> Result<(), Fault> {
    let (board, manifest) = (opened.board, opened.database.manifest());
    let mut summary = Summary::new(&opened.layers, manifest);
    let faults = opened.database.check_files().map_or_else(|errors| errors.faults, |()| Vec::new());
    summary.complete &= faults.is_empty();
    let asked = Lookup::new(opened, folder)?;
    // If a table cannot be read, the rest is still printed.
    let (start, fault) = match start(&asked) {
        Ok(start) => (start, None),
        Err(fault) => (None, Some(fault)),
    };
    let document = || document(board, manifest, &summary, &faults, start.as_ref(), took);
    output::answer(global, document, || text(asked.game(), manifest, &summary, &faults, start.as_ref()))?;
    let fault = if faults.is_empty() { fault } else { Some(broken(folder, &faults)) };
    fault.map_or(Ok(()), Err)
}

/// Returns what the tables know about the start; `None` if they do not know its value.
fn start(asked: &Lookup) -> Result<Option<Answer>, Fault> {
    let answer = asked.answers(&[asked.start()])?.swap_remove(0);
    Ok(answer.worth.is_known().then_some(answer))
}

/// Returns the numbers of openings that win, draw and lose, if all are known.
fn openings(start: &Answer) -> Option<[usize; 3]> {
    let counts = [Wdl::Win, Wdl::Draw, Wdl::Loss].map(|value| start.count_of(Some(value)));
    (start.count_of(None) == 0).then_some(counts)
}

fn text(
    game: &AnyGame,
    manifest: &Manifest,
    summary: &Summary<'_>,
    faults: &[TableError],
    start: Option<&Answer>,
) -> String {
    let bytes: u64 = manifest.tables.iter().map(|table| table.bytes).sum();
    let mut text = format!(
        "{}: {} of {}; {}; {}\n",
        game.board().title(),
        grouped(summary.rows.len() as u64),
        counted(summary.layers as u64, "layer", "layers"),
        metrics(manifest),
        size(bytes)
    );
    if !faults.is_empty() {
        let tables = counted(faults.len() as u64, "table is", "tables are");
        let _ = writeln!(text, "Damaged: {tables} missing or cannot be read.");
    } else if !summary.complete {
        text.push_str("Not finished: run the same command again to resume.\n");
    }
    if let Some(start) = start {
        let _ = write!(text, "The first player {}", proven(start.worth.bounds));
        if let Some([win, draw, loss]) = openings(start)
            && win + draw + loss > 0
        {
            let wins = if win == 1 { "opening wins" } else { "openings win" };
            let _ = write!(text, "; {win} {wins}, {draw} draw, {loss} lose");
        }
        text.push_str(".\n");
    }
    text.push('\n');
    text.push_str(&summary::text(summary));
    text.push('\n');
    let derived = manifest.tables.iter().filter(|table| table.derived).count() as u64;
    if derived > 0 {
        let tables = counted(derived, "table has", "tables have");
        let _ = writeln!(text, "{tables} no entries: the values of these layers follow from their moves.");
    }
    let of = if summary.total.of_which() == "reachable" { "reachable" } else { "all" };
    let _ = writeln!(
        text,
        "Symmetric positions are counted separately. Loss, draw and win are for the side\nto move, over {of} positions."
    );
    if let Some(plies) = summary.total.longest {
        let _ = writeln!(text, "The longest win or loss takes {}.", counted(plies.0.into(), "ply", "plies"));
    }
    if let Some((least, most, _)) = summary.total.extremes() {
        let what = points::counted_from_here(game);
        let (first, rest) = what.split_at(1);
        let _ =
            writeln!(text, "{}{rest}: {least} to {most}; a win is a score above 0.", first.to_uppercase());
    }
    for run in &manifest.runs {
        let _ = writeln!(text, "Made by {}: {}", safe(&run.program), safe(&run.command));
    }
    text
}

/// Returns the form and the metrics of the tables: `compressed wdl`.
fn metrics(manifest: &Manifest) -> String {
    let found = |metric: &&Metric| manifest.tables.iter().any(|table| table.metric == **metric);
    let words: Vec<&str> = Metric::ALL.iter().filter(found).map(|metric| metric.word()).collect();
    format!("{} {}", manifest.form, words.join(", "))
}

/// The JSON document.
fn document(
    board: Board,
    manifest: &Manifest,
    summary: &Summary<'_>,
    faults: &[TableError],
    start: Option<&Answer>,
    took: Option<Took>,
) -> Value {
    let (rows, cols) = board.sides().unzip();
    let worth = Fields::from(start.map_or(Worth::UNKNOWN, |start| start.worth));
    let by_value = |[win, draw, loss]: [usize; 3]| json!({ "win": win, "draw": draw, "loss": loss });
    let document = json!({
        "game": board.game_word(),
        "board": board.to_string(),
        // Absent if the board has no rows and columns.
        "rows": rows,
        "cols": cols,
        // Whether every layer has a table of values, and of each other metric that some layers have, and no
        // table is damaged.
        "complete": summary.complete,
        // Tables whose file is missing or differs from the manifest in length or header; absent if there are
        // none.
        "damaged": (!faults.is_empty()).then(|| faults.iter().map(ToString::to_string).collect::<Value>()),
        // `compressed` or `raw`.
        "form": manifest.form.word(),
        "bytes": number(manifest.tables.iter().map(|table| table.bytes).sum()),
        "runs": manifest.runs,
        // For the side to move; null if no table has it.
        "value": worth.value,
        "distance": worth.distance,
        // Null if any opening's value is unknown.
        "openings_by_value": start.and_then(openings).map(by_value),
    });
    // The tables and the time of a run that generated tables.
    let took = took.map_or(Value::Null, |Took { made, found, seconds, seconds_by_phase }| {
        let phases: Value = Phase::NAMES.into_iter().zip(seconds_by_phase).collect();
        json!({ "made": made, "found": found, "seconds": seconds, "seconds_by_phase": phases })
    });
    joined([output::without_null(document, &["rows", "cols", "damaged"]), summary::json(summary), took])
}
