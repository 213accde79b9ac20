//! What is printed of the counts in a database's manifest.

use crate::columns::{self, Align};
use crate::units::{grouped, number, size};
use nexsolve_db::TableRecord;
use nexsolve_db::summary::{Summary, Tally, bits};
use serde::Serialize;
use serde_json::Value;

/// The layers and their sum as JSON.
pub(super) fn json(summary: &Summary<'_>) -> (Vec<LayerDocument>, LayerDocument) {
    let layers = summary.rows.iter().map(|row| LayerDocument::new(row.layer, &row.tally, &row.tables));
    (layers.collect(), LayerDocument::new("all", &summary.total, &[]))
}

/// The layers and their sums, in columns as wide as they must be.
pub(super) fn text(summary: &Summary<'_>) -> String {
    let all: Vec<_> = summary.rows.iter().flat_map(|row| row.tables.iter().copied()).collect();
    let columns = columns(summary);
    let line = |name: &str, tally: &Tally, tables: &[&TableRecord]| -> Vec<String> {
        let cells = columns.iter().map(|(_, cell)| cell(tally, tables));
        std::iter::once(name.to_owned()).chain(cells).collect()
    };
    let names = std::iter::once("layer").chain(columns.iter().map(|(name, _)| *name));
    let mut lines = vec![names.map(str::to_owned).collect::<Vec<_>>()];
    lines.extend(summary.rows.iter().map(|row| line(row.layer, &row.tally, &row.tables)));
    lines.push(line("all", &summary.total, &all));
    columns::lines(&lines, &[Align::Left])
}

/// The columns behind the layers' names.
fn columns(summary: &Summary<'_>) -> Vec<(&'static str, Cell)> {
    fn count(n: Option<u64>) -> String {
        n.map_or_else(|| "?".to_owned(), grouped)
    }
    fn value(tally: &Tally, i: usize) -> String {
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

/// What a column says of a layer.
type Cell = fn(&Tally, &[&TableRecord]) -> String;

/// The counts of a layer, or of all.
#[derive(Serialize)]
pub(super) struct LayerDocument {
    layer: String,
    positions: Option<Value>,
    reachable: Option<Value>,
    loss: Option<Value>,
    draw: Option<Value>,
    win: Option<Value>,
    /// `reachable` or `all`: what loss, draw and win are counted of.
    of: &'static str,
    /// Plies; null where no table has distances.
    longest_win: Option<u16>,
    /// Of tables of points.
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<ScoresDocument>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tables: Vec<TableDocument>,
}

/// How points are spread.
#[derive(Serialize)]
struct ScoresDocument {
    least: i16,
    most: i16,
    mean: f64,
    /// By points, from the fewest on: how many positions have them.
    counts: Vec<(i16, Value)>,
}

impl ScoresDocument {
    fn of(tally: &Tally) -> Option<Self> {
        let (least, most, mean) = tally.extremes()?;
        let counts = tally.points.iter().map(|(&points, &count)| (points, number(count))).collect();
        Some(Self { least, most, mean, counts })
    }
}

#[derive(Serialize)]
struct TableDocument {
    metric: &'static str,
    file: String,
    entries: Value,
    bytes: Value,
    digest: String,
}

impl LayerDocument {
    fn new(layer: &str, tally: &Tally, tables: &[&TableRecord]) -> Self {
        let value = |i: usize| tally.values.map(|values| number(values[i]));
        let table = |record: &&TableRecord| TableDocument {
            metric: record.metric.word(),
            file: record.file.clone(),
            entries: number(record.entries),
            bytes: number(record.bytes),
            digest: record.digest.clone(),
        };
        Self {
            layer: layer.to_owned(),
            positions: tally.positions.map(number),
            reachable: tally.reachable.map(number),
            loss: value(0),
            draw: value(1),
            win: value(2),
            of: tally.of_which(),
            longest_win: tally.longest.map(|plies| plies.0),
            scores: ScoresDocument::of(tally),
            tables: tables.iter().map(table).collect(),
        }
    }
}
