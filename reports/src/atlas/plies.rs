//! Positions by ply: the table, and the charts.

use super::numbers;
use crate::chart::{Axis, Bar, Bars, Plot, Series, Shape, Stacking};
use crate::ink::{Fill, Hatch, Ink};
use crate::page::Table;
use crate::strip::strip;
use crate::svg::Drawing;
use nexsolve_db::json::{counts, joined};
use nexsolve_db::summary::{Summary, Tally};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Counts of positions by ply, which is the number of stones placed.
pub(super) struct ByPly(BTreeMap<u32, Tally>);

impl ByPly {
    /// The layers of a game of stones, whose names begin with a letter and the ply.
    pub(super) fn of(summary: &Summary<'_>) -> Self {
        let mut plies: BTreeMap<u32, Tally> = BTreeMap::new();
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

    /// The plies as data.
    pub(super) fn json(&self) -> Value {
        self.0.iter().map(|(ply, tally)| joined([json!({ "ply": ply }), counts(tally)])).collect()
    }

    /// The plies as a table.
    pub(super) fn table(&self) -> Table {
        let mut table = Table::new(&[
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

    /// How many positions there are, and who wins them, by ply.
    pub(super) fn draw(&self, board: &str) -> Drawing {
        let points = |value: fn(&Tally) -> Option<u64>| {
            let point = |(&ply, tally): (&u32, &Tally)| Some((f64::from(ply), value(tally)? as f64));
            self.0.iter().filter_map(point).collect::<Vec<_>>()
        };
        let all = Series::new(3, "by the rules", Shape::Line, points(|tally| tally.positions));
        let reached = Series::new(0, "reached from the start", Shape::Line, points(|tally| tally.reachable));
        let series: Vec<Series> =
            [all, reached].into_iter().filter(|series| !series.points.is_empty()).collect();
        let last = self.0.keys().next_back().copied().unwrap_or(1);
        let many = Plot {
            title: format!("{board}: positions by ply"),
            x: Axis::linear("plies played").range(0.0, f64::from(last)),
            y: Axis::log("positions"),
            series,
        };
        let of = if self.0.values().all(|tally| tally.reachable.is_some()) { "reachable " } else { "" };
        let shares = Bars {
            title: format!("{board}: who wins the {of}positions under best play"),
            x: "plies played".to_owned(),
            names: self.0.keys().map(u32::to_string).collect(),
            y: Axis::linear("share in %"),
            bars: self.winners(),
            stacking: Stacking::Shares,
        };
        let title = format!(
            "{board}: the number of positions by ply, and the share of them that Black wins, is drawn, and White wins"
        );
        strip(&title, None, 720.0, vec![many.draw_in((720.0, 300.0)), shares.draw_in((720.0, 300.0))])
    }

    /// Positions that Black wins, that are drawn, and that White wins.
    fn winners(&self) -> Vec<Bar> {
        let bar = |name: &str, fill, index: [usize; 2]| {
            // Black is to move at even plies: his wins are the side to move's, then its losses.
            let value = |(ply, tally): (&u32, &Tally)| {
                tally.values.map_or(0.0, |values| values[index[(ply % 2) as usize]] as f64)
            };
            let values = self.0.iter().map(value).collect();
            Bar { name: name.to_owned(), ink: Ink { fill, ..Ink::of_series(0) }, values }
        };
        vec![
            bar("Black wins", Fill::Plain("#3a3a3a"), [2, 0]),
            bar("drawn", Fill::Hatched(Hatch::Falling), [1, 1]),
            bar("White wins", Fill::WHITE, [0, 2]),
        ]
    }
}

fn mover(ply: u32) -> &'static str {
    if ply.is_multiple_of(2) { "Black" } else { "White" }
}
