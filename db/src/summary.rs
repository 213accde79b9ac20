//! Summaries of the layers in a manifest: counts, sizes, extremes. No table is opened.

use crate::manifest::{Manifest, TableRecord};
use crate::spec::Metric;
use nexsolve_core::{Layer, Plies, Points, Score, Wdl};
use std::collections::BTreeMap;

/// A layer's tables and counts.
#[derive(Clone, Debug)]
pub struct LayerSummary<'a> {
    /// The layer's name.
    pub layer: &'a str,
    /// Its tables.
    pub tables: Vec<&'a TableRecord>,
    /// Its counts.
    pub tally: PositionCounts,
}

/// Numbers of positions. Symmetric positions count separately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionCounts {
    /// The positions with a rank; `None` if no table has counted them.
    pub positions: Option<u64>,
    /// The positions that play from the start can reach; `None` if no table has counted them.
    pub reachable: Option<u64>,
    /// The positions that are lost, drawn and won for the side to move: among the reachable ones if these
    /// were counted, otherwise among all.
    pub values: Option<[u64; 3]>,
    /// The longest win or loss among these positions.
    pub longest: Option<Plies>,
    /// The number of positions by their points for the side to move; empty if the tables do not store points.
    pub points: BTreeMap<Points, u64>,
}

impl PositionCounts {
    /// Returns the counts of a table.
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
                    tally.points.insert(Points(raw), count);
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

    /// Adds two tallies. A number that is unknown in either is unknown in the sum.
    pub fn and(mut self, other: Self) -> Self {
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

    /// Returns the least, the greatest and the mean number of points; `None` if the tables do not store
    /// points.
    pub fn extremes(&self) -> Option<(Points, Points, f64)> {
        let (&least, _) = self.points.first_key_value()?;
        let (&most, _) = self.points.last_key_value()?;
        let sum: i128 =
            self.points.iter().map(|(points, &count)| i128::from(points.0) * i128::from(count)).sum();
        let positions: u64 = self.points.values().sum();
        Some((least, most, sum as f64 / positions as f64))
    }

    /// Returns which positions [`PositionCounts::values`] counts: `reachable` or `all`.
    pub fn of_which(&self) -> &'static str {
        if self.reachable.is_some() { "reachable" } else { "all" }
    }
}

/// The layers that have tables, in the game's order, and their sums.
#[derive(Clone, Debug)]
pub struct Summary<'a> {
    /// The layers.
    pub rows: Vec<LayerSummary<'a>>,
    /// Their sums.
    pub total: PositionCounts,
    /// The number of layers of the game.
    pub layers: usize,
    /// Whether play can return to a layer. Reachable positions are then not counted.
    pub cyclic: bool,
    /// Whether some metric of values has a table for every layer, and no other metric has tables for only
    /// some layers.
    pub complete: bool,
}

impl<'a> Summary<'a> {
    /// Summarises a manifest, for a game with these layers.
    pub fn new(layers: &'a [Layer], manifest: &'a Manifest) -> Self {
        let row = |layer: &'a Layer| {
            let tables: Vec<_> =
                Metric::ALL.iter().filter_map(|&metric| manifest.table(&layer.name, metric)).collect();
            let best = Metric::VALUES
                .iter()
                .chain([&Metric::Reach])
                .find_map(|&m| manifest.table(&layer.name, m))?;
            let mut tally = PositionCounts::of(best);
            if let Some(reach) = manifest.table(&layer.name, Metric::Reach)
                && tally.reachable.is_none()
            {
                tally.reachable = PositionCounts::of(reach).reachable;
            }
            Some(LayerSummary { layer: &layer.name, tables, tally })
        };
        let rows: Vec<LayerSummary<'a>> = layers.iter().filter_map(row).collect();
        let total = rows.iter().map(|row| row.tally.clone()).reduce(PositionCounts::and).unwrap_or_default();
        let of =
            |metric: Metric| rows.iter().flat_map(|row| &row.tables).filter(|t| t.metric == metric).count();
        let all = |metric: &Metric| of(*metric) == layers.len();
        let complete = Metric::VALUES.iter().any(all)
            && Metric::ALL.iter().all(|metric| of(*metric) == 0 || all(metric));
        let cyclic = Layer::first_to_return(layers).is_some();
        Self { rows, total, layers: layers.len(), cyclic, complete }
    }

    /// Returns the size of all files, in bytes.
    pub fn bytes(&self) -> u64 {
        self.rows.iter().flat_map(|row| &row.tables).map(|table| table.bytes).sum()
    }
}

/// Returns the size of the files in bits per rank; `None` from 100 bits on, because the files are then mostly
/// headers.
pub fn bits(tables: &[&TableRecord]) -> Option<f64> {
    let mut layers: Vec<(&str, u64)> = tables.iter().map(|t| (t.layer.as_str(), t.entries)).collect();
    layers.sort_unstable();
    layers.dedup();
    let entries: u64 = layers.iter().map(|(_, entries)| entries).sum();
    let bytes: u64 = tables.iter().map(|table| table.bytes).sum();
    let bits = 8.0 * bytes as f64 / entries as f64;
    (bits < 100.0).then_some(bits)
}
