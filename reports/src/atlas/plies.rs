//! Positions by ply: the table, and the charts.

use crate::chart::{Axis, Bar, Bars, Plot, Series, SeriesShape, Stacking};
use crate::ink::{Fill, Hatch, Ink};
use crate::page::PageTable;
use crate::strip::strip;
use crate::svg::Drawing;
use crate::words::or_dash;
use nexsolve_core::words::grouped;
use nexsolve_db::json::{counts, joined};
use nexsolve_db::summary::{PositionCounts, Summary};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Counts of positions by ply, which is the number of stones placed.
pub(super) struct ByPly(BTreeMap<u32, PositionCounts>);

impl ByPly {
    /// The layers of a game of stones, whose names begin with a letter and the ply.
    pub(super) fn of(summary: &Summary<'_>) -> Self {
        let mut plies: BTreeMap<u32, PositionCounts> = BTreeMap::new();
        for row in &summary.rows {
            let digits = row.layer.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            let Ok(ply) = digits[..end].parse() else { continue };
            let others = plies.remove(&ply);
            let tally = row.tally.clone();
            plies.insert(ply, others.map_or(tally.clone(), |others| others.and(tally)));
        }
        Self(plies)
    }

    /// The plies as JSON.
    pub(super) fn json(&self) -> Value {
        self.0.iter().map(|(ply, tally)| joined([json!({ "ply": ply }), counts(tally)])).collect()
    }

    /// The plies as a table.
    pub(super) fn table(&self) -> PageTable {
        let mut table = PageTable::new(&[
            ">ply",
            "<to move",
            ">positions",
            ">reachable",
            ">lost",
            ">drawn",
            ">won",
            ">longest",
        ]);
        for (ply, tally) in &self.0 {
            table.row([vec![ply.to_string(), mover(*ply).to_owned()], numbers(tally)].concat());
        }
        table
    }

    /// Three charts by ply: how many positions there are, and who wins those with Black and those with White
    /// to move. The side to move wins more often, so plies of both sides in one chart would zigzag.
    pub(super) fn draw(&self, board: &str) -> Drawing {
        let number = |tally: &PositionCounts| tally.reachable.or(tally.positions).unwrap_or_default() as f64;
        let points = self.0.iter().map(|(&ply, tally)| (f64::from(ply), number(tally)));
        let last = self.0.keys().next_back().copied().unwrap_or(1);
        let many = Plot {
            title: format!("{board}: {}positions by ply", self.reachable()),
            x: Axis::linear("plies played").range(0.0, f64::from(last)),
            y: Axis::log("positions"),
            series: vec![Series::new(0, "positions", SeriesShape::Line, points.collect())],
        };
        let winners = [0, 1].map(|first| self.winners(first).draw_in((356.0, 300.0)));
        let title = format!("{board}: the number of {}positions by ply, and who wins them", self.reachable());
        let parts = [many.draw_in((726.0, 300.0))].into_iter().chain(winners);
        strip(&title, None, 740.0, parts.collect())
    }

    /// How to read the charts.
    pub(super) fn caption(&self) -> String {
        format!(
            "Above: {}positions after each number of plies, symmetric ones counted, on a logarithmic scale. Below: who wins them under best play, \
             with Black to move (left) and with White to move (right).",
            self.reachable()
        )
    }

    fn reachable(&self) -> &'static str {
        if self.0.values().all(|tally| tally.reachable.is_some()) { "reachable " } else { "" }
    }

    /// The shares of positions that Black wins, that are drawn and that White wins, at every second ply.
    fn winners(&self, first: u32) -> Bars {
        let plies: Vec<(&u32, &PositionCounts)> =
            self.0.iter().filter(|(ply, _)| **ply % 2 == first).collect();
        let bar = |name: &str, fill, index: usize| {
            let value = |(_, tally): &(&u32, &PositionCounts)| {
                tally.values.map_or(0.0, |values| values[index] as f64)
            };
            let values = plies.iter().map(value).collect();
            Bar { name: name.to_owned(), ink: Ink { fill, ..Ink::of_series(0) }, values }
        };
        // Values are for the side to move.
        let [black, white] = if first == 0 { [2, 0] } else { [0, 2] };
        Bars {
            title: format!("{} to move", mover(first)),
            x: "plies played".to_owned(),
            names: plies.iter().map(|(ply, _)| ply.to_string()).collect(),
            y: Axis::linear("share in %"),
            bars: vec![
                bar("Black wins", Fill::Plain("#3a3a3a"), black),
                bar("drawn", Fill::Hatched(Hatch::Falling), 1),
                bar("White wins", Fill::WHITE, white),
            ],
            stacking: Stacking::Shares,
        }
    }
}

/// The numbers of all positions, of the reachable, lost, drawn and won ones, and the longest win or loss;
/// dashes for what is unknown.
pub(super) fn numbers(tally: &PositionCounts) -> Vec<String> {
    let values = (0..3).map(|i| tally.values.map(|values| values[i]));
    let counts = [tally.positions, tally.reachable].into_iter().chain(values);
    counts.map(|number| or_dash(number.map(grouped))).chain([or_dash(tally.longest)]).collect()
}

fn mover(ply: u32) -> &'static str {
    if ply.is_multiple_of(2) { "Black" } else { "White" }
}
