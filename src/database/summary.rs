//! The counts in a database's manifest, as text and JSON.

use nexsolve_console::columns::{self, Align};
use nexsolve_console::units::{grouped, size};
use nexsolve_console::{Exit, Fault, files, output::without_null};
use nexsolve_db::json::{counts, joined, number};
use nexsolve_db::summary::{PositionCounts, Summary, bits};
use nexsolve_db::{Metric, TableRecord};
use nexsolve_oracle::Opened;
use serde_json::{Value, json};
use std::path::Path;

/// Returns the layers and their sums as JSON.
pub(super) fn json(summary: &Summary<'_>) -> Value {
    let layers = summary.rows.iter().map(|row| layer(row.layer, &row.tally, &row.tables));
    json!({ "layers": layers.collect::<Value>(), "totals": layer("all", &summary.total, &[]) })
}

/// Returns the layers and their sums as text, in columns.
pub(super) fn text(summary: &Summary<'_>) -> String {
    let all: Vec<_> = summary.rows.iter().flat_map(|row| row.tables.iter().copied()).collect();
    let columns = columns(summary);
    let line = |name: &str, tally: &PositionCounts, tables: &[&TableRecord]| -> Vec<String> {
        let cells = columns.iter().map(|(_, cell)| cell(tally, tables));
        std::iter::once(name.to_owned()).chain(cells).collect()
    };
    let names = std::iter::once("layer").chain(columns.iter().map(|(name, _)| *name));
    let mut lines = vec![names.map(str::to_owned).collect::<Vec<_>>()];
    lines.extend(summary.rows.iter().map(|row| line(row.layer, &row.tally, &row.tables)));
    lines.push(line("all", &summary.total, &all));
    columns::lines(&lines, &[Align::Left])
}

/// Returns the columns after the layers' names.
fn columns(summary: &Summary<'_>) -> Vec<(&'static str, Cell)> {
    fn count(n: Option<u64>) -> String {
        n.map_or_else(|| "?".to_owned(), grouped)
    }
    fn value(tally: &PositionCounts, i: usize) -> String {
        count(tally.values.map(|values| values[i]))
    }
    let mut columns: Vec<(&'static str, Cell)> = vec![("positions", |tally, _| count(tally.positions))];
    if !summary.cyclic || summary.total.reachable.is_some() {
        columns.push(("reachable", |tally, _| count(tally.reachable)));
    }
    columns.extend([
        ("loss", (|tally, _| value(tally, 0)) as Cell),
        ("draw", |tally, _| value(tally, 1)),
        ("win", |tally, _| value(tally, 2)),
    ]);
    if summary.cyclic && summary.total.longest.is_some() {
        columns
            .push(("longest", |tally, _| tally.longest.map_or_else(String::new, |plies| plies.to_string())));
    }
    if summary.total.extremes().is_some() {
        columns.extend([
            ("least", (|tally, _| tally.extremes().map_or_else(String::new, |e| e.0.to_string())) as Cell),
            ("most", |tally, _| tally.extremes().map_or_else(String::new, |e| e.1.to_string())),
            ("mean", |tally, _| tally.extremes().map_or_else(String::new, |e| format!("{:.2}", e.2))),
        ]);
    }
    columns.extend([
        ("size", (|_, tables| size(tables.iter().map(|table| table.bytes).sum())) as Cell),
        ("bits", |_, tables| bits(tables).map_or_else(String::new, |bits| format!("{bits:.2}"))),
    ]);
    columns
}

/// A function that returns the cell of a column for a layer.
type Cell = fn(&PositionCounts, &[&TableRecord]) -> String;

/// Returns the counts of a layer, or of all, as JSON.
fn layer(layer: &str, tally: &PositionCounts, tables: &[&TableRecord]) -> Value {
    let scores = tally.extremes().map(|(least, most, mean)| {
        // The number of positions with each score, lowest score first.
        let counts = tally.points.iter().map(|(points, &count)| json!([points.0, number(count)]));
        json!({ "least": least.0, "most": most.0, "mean": mean, "counts": counts.collect::<Value>() })
    });
    let table = |record: &&TableRecord| {
        let table = json!({
            "metric": record.metric.word(),
            "file": record.file,
            "entries": number(record.entries),
            "bytes": number(record.bytes),
            "digest": record.digest,
            // Whether the values follow from other tables; absent if not.
            "derived": record.derived.then_some(true),
        });
        without_null(table, &["derived"])
    };
    let rest = json!({
        // The positions that `loss`, `draw` and `win` count: `reachable` or `all`.
        "of": tally.of_which(),
        // In plies; null if no table has distances.
        "longest_win": tally.longest.map(|plies| plies.0),
        // Only for tables of points.
        "scores": scores,
        "tables": (!tables.is_empty()).then(|| tables.iter().map(table).collect::<Value>()),
    });
    without_null(joined([json!({ "layer": layer }), counts(tally), rest]), &["scores", "tables"])
}

/// The remedy for an incomplete database.
pub(crate) const GO_ON: &str = "run the command that made the database again: it resumes";

/// Returns the fault if the database in this folder has missing tables; `None` if it is complete.
pub(crate) fn unfinished(opened: &Opened, folder: &Path) -> Option<Fault> {
    let summary = Summary::new(&opened.layers, opened.database.manifest());
    if summary.complete {
        return None;
    }
    let tables = |metric: Metric| {
        summary.rows.iter().flat_map(|row| &row.tables).filter(|table| table.metric == metric).count()
    };
    let begun = Metric::ALL.into_iter().map(|metric| (metric, tables(metric)));
    let short = begun.into_iter().find(|&(_, tables)| 0 < tables && tables < summary.layers);
    let why = match short {
        Some((metric, tables)) => {
            format!("only {tables} of {} layers have a table of {metric}", summary.layers)
        }
        None => "it has no table of values".to_owned(),
    };
    let message = format!("{} is not complete: {why}", files::name(folder));
    Some(Fault::new(Exit::Table, message).hint(GO_ON))
}
