//! What the manifest of a database says of its layers: counts, sizes, extremes.

use super::VALUES;
use crate::columns::{self, Align};
use crate::units::{grouped, number, size};
use nexsolve_core::{Layer, Plies, Score, Wdl};
use nexsolve_db::{Manifest, Metric, TableRecord};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A layer's tables, and what has been counted of it.
pub(super) struct Row<'a> {
    layer: &'a str,
    tables: Vec<&'a TableRecord>,
    tally: Tally,
}

/// How many positions there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// All that have a number, symmetric ones counted too; `None` where no table tells.
    positions: Option<u64>,
    /// Those that play from the start can reach; `None` where nobody has counted.
    pub(super) reachable: Option<u64>,
    /// Lost, drawn and won ones: of the reachable where those were counted, of all otherwise.
    values: Option<[u64; 3]>,
    /// The longest win or loss among these.
    pub(super) longest: Option<Plies>,
    /// How many positions have so many points, where tables hold them.
    points: BTreeMap<i16, u64>,
}

impl Tally {
    /// What the counts of a table say.
    fn of(record: &TableRecord) -> Self {
        let sum = |counts: &Vec<u64>| counts.iter().sum::<u64>();
        let mut tally = Self { positions: Some(sum(&record.counts.positions)), ..Self::default() };
        if record.metric == Metric::Reach {
            let pairs = record.values.iter().zip(&record.counts.positions);
            tally.reachable = Some(pairs.filter(|(value, _)| **value != 0).map(|(_, count)| count).sum());
            return tally;
        }
        tally.reachable = record.counts.reachable.as_ref().map(sum);
        let counts = record.counts.reachable.as_ref().unwrap_or(&record.counts.positions);
        let mut values = [0; 3];
        for (&raw, &count) in record.values.iter().zip(counts) {
            let score = if record.metric == Metric::Score {
                if count > 0 {
                    tally.points.insert(raw, count);
                }
                [Score::LOSS, Score::DRAW, Score::WIN][(1 + raw.signum()) as usize]
            } else {
                let Some(score) = Score::from_raw(raw) else { continue };
                score
            };
            values[usize::from(score.wdl() >= Wdl::Draw) + usize::from(score.wdl() == Wdl::Win)] += count;
            if count > 0 {
                tally.longest = tally.longest.max(score.distance());
            }
        }
        tally.values = Some(values);
        tally
    }

    /// Both together; what one of them does not know, nobody knows of the sum.
    fn and(mut self, other: Self) -> Self {
        for (points, count) in other.points {
            *self.points.entry(points).or_default() += count;
        }
        let sum = |a: Option<u64>, b: Option<u64>| Some(a? + b?);
        Self {
            positions: sum(self.positions, other.positions),
            reachable: sum(self.reachable, other.reachable),
            values: self.values.zip(other.values).map(|(a, b)| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]),
            longest: self.longest.max(other.longest),
            points: self.points,
        }
    }

    /// The fewest and the most points, and how many they are on average.
    pub(super) fn extremes(&self) -> Option<(i16, i16, f64)> {
        let (&least, _) = self.points.first_key_value()?;
        let (&most, _) = self.points.last_key_value()?;
        let sum: i128 =
            self.points.iter().map(|(&points, &count)| i128::from(points) * i128::from(count)).sum();
        let positions: u64 = self.points.values().sum();
        Some((least, most, sum as f64 / positions as f64))
    }

    /// Of which positions loss, draw and win are counted.
    pub(super) fn of_which(&self) -> &'static str {
        if self.reachable.is_some() { "reachable" } else { "all" }
    }
}

/// All layers that have tables, in the game's order, and their sums.
pub(super) struct Summary<'a> {
    pub(super) rows: Vec<Row<'a>>,
    pub(super) total: Tally,
    /// Layers of the game.
    pub(super) layers: usize,
    /// Whether play can return to a layer: then nobody counts what it can reach.
    cyclic: bool,
    /// Whether there are tables of values, and of every metric that there is, one for each layer.
    pub(super) complete: bool,
}

impl<'a> Summary<'a> {
    pub(super) fn new(layers: &'a [Layer], manifest: &'a Manifest) -> Self {
        let row = |layer: &'a Layer| {
            let tables: Vec<_> =
                Metric::ALL.iter().filter_map(|&metric| manifest.table(&layer.name, metric)).collect();
            let best = VALUES.iter().chain([&Metric::Reach]).find_map(|&m| manifest.table(&layer.name, m))?;
            let mut tally = Tally::of(best);
            if let Some(reach) = manifest.table(&layer.name, Metric::Reach)
                && tally.reachable.is_none()
            {
                tally.reachable = Tally::of(reach).reachable;
            }
            Some(Row { layer: &layer.name, tables, tally })
        };
        let rows: Vec<Row<'a>> = layers.iter().filter_map(row).collect();
        let total = rows.iter().map(|row| row.tally.clone()).reduce(Tally::and).unwrap_or_default();
        let of =
            |metric: Metric| rows.iter().flat_map(|row| &row.tables).filter(|t| t.metric == metric).count();
        let all = |metric: &Metric| of(*metric) == layers.len();
        let complete =
            VALUES.iter().any(all) && Metric::ALL.iter().all(|metric| of(*metric) == 0 || all(metric));
        let back = |(index, layer): (usize, &Layer)| layer.successors.iter().any(|&next| next <= index);
        let cyclic = layers.iter().enumerate().any(back);
        Self { rows, total, layers: layers.len(), cyclic, complete }
    }

    /// The layers and their sum as JSON.
    pub(super) fn json(&self) -> (Vec<LayerDocument>, LayerDocument) {
        let layers = self.rows.iter().map(|row| LayerDocument::new(row.layer, &row.tally, &row.tables));
        (layers.collect(), LayerDocument::new("all", &self.total, &[]))
    }

    /// The layers and their sums, in columns as wide as they must be.
    pub(super) fn text(&self) -> String {
        let all: Vec<_> = self.rows.iter().flat_map(|row| row.tables.iter().copied()).collect();
        let columns = self.columns();
        let line = |name: &str, tally: &Tally, tables: &[&TableRecord]| -> Vec<String> {
            let cells = columns.iter().map(|(_, cell)| cell(tally, tables));
            std::iter::once(name.to_owned()).chain(cells).collect()
        };
        let names = std::iter::once("layer").chain(columns.iter().map(|(name, _)| *name));
        let mut lines = vec![names.map(str::to_owned).collect::<Vec<_>>()];
        lines.extend(self.rows.iter().map(|row| line(row.layer, &row.tally, &row.tables)));
        lines.push(line("all", &self.total, &all));
        columns::lines(&lines, &[Align::Left])
    }

    /// The columns behind the layers' names.
    fn columns(&self) -> Vec<(&'static str, Cell)> {
        fn count(n: Option<u64>) -> String {
            n.map_or_else(|| "?".to_owned(), grouped)
        }
        fn value(tally: &Tally, i: usize) -> String {
            count(tally.values.map(|values| values[i]))
        }
        let mut columns: Vec<(&'static str, Cell)> = vec![("positions", |tally, _| count(tally.positions))];
        if !self.cyclic || self.total.reachable.is_some() {
            columns.push(("reachable", |tally, _| count(tally.reachable)));
        }
        columns.extend([
            ("loss", (|tally, _| value(tally, 0)) as Cell),
            ("draw", |tally, _| value(tally, 1)),
            ("win", |tally, _| value(tally, 2)),
        ]);
        if self.cyclic && self.total.longest.is_some() {
            columns.push(("longest", |tally, _| {
                tally.longest.map_or_else(String::new, |plies| plies.to_string())
            }));
        }
        if self.total.extremes().is_some() {
            columns.extend([
                (
                    "least",
                    (|tally, _| tally.extremes().map_or_else(String::new, |e| e.0.to_string())) as Cell,
                ),
                ("most", |tally, _| tally.extremes().map_or_else(String::new, |e| e.1.to_string())),
                ("mean", |tally, _| tally.extremes().map_or_else(String::new, |e| format!("{:.2}", e.2))),
            ]);
        }
        columns.extend([
            ("size", (|_, tables| size(tables.iter().map(|table| table.bytes).sum())) as Cell),
            ("bits", |_, tables| bits(tables)),
        ]);
        columns
    }
}

/// What a column says of a layer.
type Cell = fn(&Tally, &[&TableRecord]) -> String;

/// Bits of the files for each number of the layers; nothing where next to all of them are the file's frame.
fn bits(tables: &[&TableRecord]) -> String {
    let mut layers: Vec<(&str, u64)> = tables.iter().map(|t| (t.layer.as_str(), t.entries)).collect();
    layers.sort_unstable();
    layers.dedup();
    let entries: u64 = layers.iter().map(|(_, entries)| entries).sum();
    let bytes: u64 = tables.iter().map(|table| table.bytes).sum();
    let bits = 8.0 * bytes as f64 / entries as f64;
    if bits < 100.0 { format!("{bits:.2}") } else { String::new() }
}

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
