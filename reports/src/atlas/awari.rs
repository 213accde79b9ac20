//! Awari by seeds.

use crate::chart::{Axis, Bar, Bars, Plot, Series, Shape, Stacking};
use crate::files::Files;
use crate::ink::Ink;
use crate::page::{Page, Table};
use crate::picture::strip;
use crate::source::Known;
use crate::words::{number, share, size};
use nexsolve_core::Wdl;
use nexsolve_core::words::grouped;
use nexsolve_db::summary::{Row, bits};
use nexsolve_games::awari::Seeds;
use serde::Serialize;
use serde_json::Value;

/// What is told of a database.
#[derive(Serialize)]
pub(super) struct BoardDocument {
    board: String,
    bytes: Value,
    seeds: Vec<SeedsDocument>,
}

#[derive(Serialize)]
struct SeedsDocument {
    seeds: u32,
    positions: Option<Value>,
    /// Positions with a score below 0, of 0 and above 0, for the side to move.
    loss: Option<Value>,
    draw: Option<Value>,
    win: Option<Value>,
    mean: f64,
    /// By score, from the least: how many positions have it.
    scores: Vec<(i16, Value)>,
}

/// Adds the page of the largest database, and what the atlas' page says of it.
pub(super) fn add(files: &mut Files, atlas: &mut Page, boards: &[Known<'_, Seeds>]) -> Vec<BoardDocument> {
    // A database of fewer seeds is a part of one of more.
    let Some(known) = boards.last() else { return Vec::new() };
    let summary = known.summary();
    let mut rows: Vec<(u32, &Row<'_>)> = summary
        .rows
        .iter()
        .filter_map(|row| Some((row.layer.strip_prefix('s')?.parse().ok()?, row)))
        .filter(|(_, row)| row.tally.values.is_some())
        .collect();
    rows.sort_by_key(|(seeds, _)| *seeds);
    let path = "atlas/awari.md";
    let mut page = Page::new(path, "Atlas of Awari");
    page.text(
        "By the seeds on the board. The score is the seeds that the side to move will win from here on less those that the \
         opponent will win; a position is won if it is above 0. The stores do not count, and endless play is worth 0. \
         There are no distances: points are what the tables hold.",
    );
    page.table(&table(&rows));
    let drawings = [
        ("shares", shares(&rows)),
        ("mean", mean(&rows)),
        ("scores", scores(&rows)),
        ("growth", growth(&rows)),
    ];
    for (name, drawing) in &drawings {
        files.picture(&mut page, &format!("atlas/awari-{name}.svg"), drawing);
    }
    atlas.heading(2, "Awari");
    let (most, last) = rows.last().map_or((0, None), |(seeds, row)| (*seeds, row.tally.values));
    let [loss, draw, win] = last.unwrap_or_default();
    let all = loss + draw + win;
    atlas.text(&format!(
        "All {} positions with up to {most} seeds, {}. With {most} seeds the side to move wins {}, draws {} and loses {} of \
         them. {} has each number of seeds.",
        summary.total.positions.map_or_else(|| "–".to_owned(), grouped),
        size(summary.bytes()),
        share(win, all),
        share(draw, all),
        share(loss, all),
        atlas.link("The page of Awari", path)
    ));
    files.page(&page);
    let seeds = rows.iter().map(|(seeds, row)| seeds_document(*seeds, row)).collect();
    vec![BoardDocument { board: known.source.board.to_string(), bytes: number(summary.bytes()), seeds }]
}

fn seeds_document(seeds: u32, row: &Row<'_>) -> SeedsDocument {
    let tally = &row.tally;
    let value = |i: usize| tally.values.map(|values| number(values[i]));
    SeedsDocument {
        seeds,
        positions: tally.positions.map(number),
        loss: value(0),
        draw: value(1),
        win: value(2),
        mean: tally.extremes().map_or(0.0, |(_, _, mean)| (mean * 10_000.0).round() / 10_000.0),
        scores: tally.points.iter().map(|(&points, &n)| (points, number(n))).collect(),
    }
}

fn table(rows: &[(u32, &Row<'_>)]) -> Table {
    let mut table = Table::new(&[
        ">seeds",
        ">positions",
        ">lost",
        ">drawn",
        ">won",
        ">won, share",
        ">mean score",
        ">least",
        ">most",
        ">size",
        ">bits a position",
    ]);
    for (seeds, row) in rows {
        let tally = &row.tally;
        let values = tally.values.unwrap_or_default();
        let (least, most, mean) = tally.extremes().unwrap_or_default();
        let bytes: u64 = row.tables.iter().map(|table| table.bytes).sum();
        table.row([
            seeds.to_string(),
            tally.positions.map_or_else(|| "–".to_owned(), grouped),
            grouped(values[0]),
            grouped(values[1]),
            grouped(values[2]),
            share(values[2], values.iter().sum()),
            format!("{mean:.2}").replace('-', "−"),
            least.to_string().replace('-', "−"),
            most.to_string(),
            size(bytes),
            bits(&row.tables).map_or_else(|| "–".to_owned(), |bits| format!("{bits:.2}")),
        ]);
    }
    table
}

fn shares(rows: &[(u32, &Row<'_>)]) -> crate::svg::Drawing {
    let bar = |name: &str, value: Wdl, index: usize| Bar {
        name: name.to_owned(),
        ink: Ink::of_value(value),
        values: rows.iter().map(|(_, row)| row.tally.values.unwrap_or_default()[index] as f64).collect(),
    };
    Bars {
        title: "Awari: positions won, drawn and lost by the side to move".to_owned(),
        x: "seeds on the board".to_owned(),
        names: rows.iter().map(|(seeds, _)| seeds.to_string()).collect(),
        y: Axis::linear("share in %"),
        bars: vec![bar("won", Wdl::Win, 2), bar("drawn", Wdl::Draw, 1), bar("lost", Wdl::Loss, 0)],
        stacking: Stacking::Shares,
    }
    .draw()
}

fn mean(rows: &[(u32, &Row<'_>)]) -> crate::svg::Drawing {
    let point = |(seeds, row): &(u32, &Row<'_>)| Some((f64::from(*seeds), row.tally.extremes()?.2));
    Plot {
        title: "Awari: mean score of the side to move".to_owned(),
        x: Axis::linear("seeds on the board"),
        y: Axis::linear("mean score in seeds"),
        series: vec![Series::new(0, "mean", Shape::Line, rows.iter().filter_map(point).collect())],
    }
    .draw_in((720.0, 320.0))
}

/// How scores are spread, with a few numbers of seeds.
fn scores(rows: &[(u32, &Row<'_>)]) -> crate::svg::Drawing {
    let last = rows.last().map_or(0, |(seeds, _)| *seeds);
    let mut chosen: Vec<u32> =
        [last / 4, last / 2, 3 * last / 4, last].into_iter().filter(|seeds| *seeds >= 3).collect();
    chosen.dedup();
    let part = |(seeds, row): &(u32, &Row<'_>)| {
        let all: u64 = row.tally.points.values().sum();
        let points =
            row.tally.points.iter().map(|(&score, &n)| (f64::from(score), 100.0 * n as f64 / all as f64));
        let most = f64::from(*seeds);
        Plot {
            title: format!("{seeds} seeds"),
            x: Axis::linear("score of the side to move in seeds").range(-most, most),
            y: Axis::linear("share of positions in %"),
            series: vec![Series::new(0, "share", Shape::Points, points.collect())],
        }
        .draw_in((440.0, 260.0))
    };
    let parts = rows.iter().filter(|(seeds, _)| chosen.contains(seeds)).map(part).collect();
    strip("Awari: how scores are spread", Some("Awari: how scores are spread"), 900.0, parts)
}

fn growth(rows: &[(u32, &Row<'_>)]) -> crate::svg::Drawing {
    let positions =
        rows.iter().filter_map(|(seeds, row)| Some((f64::from(*seeds), row.tally.positions? as f64)));
    let bytes = rows.iter().map(|(seeds, row)| {
        (f64::from(*seeds), row.tables.iter().map(|table| table.bytes).sum::<u64>() as f64)
    });
    Plot {
        title: "Awari: positions and bytes by seeds".to_owned(),
        x: Axis::linear("seeds on the board"),
        y: Axis::log("positions, bytes"),
        series: vec![
            Series::new(0, "positions", Shape::Line, positions.collect()),
            Series::new(1, "bytes of the table", Shape::Line, bytes.collect()),
        ],
    }
    .draw_in((720.0, 340.0))
}
