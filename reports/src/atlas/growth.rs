//! How numbers grow from board to board.

use super::facts::Facts;
use crate::chart::{Axis, Bar, Bars, Plot, Series, Shape, Stacking};
use crate::files::Files;
use crate::page::Page;
use crate::svg::Drawing;
use nexsolve_core::{Plies, Wdl};
use nexsolve_games::Card;
use std::collections::BTreeMap;

/// Adds the charts, where there are boards to compare.
pub(super) fn add(files: &mut Files, page: &mut Page, card: &Card, boards: &[Facts<'_>]) {
    let mut cells: Vec<u32> = boards.iter().map(Facts::cells).collect();
    cells.dedup();
    if cells.len() < 2 {
        return;
    }
    files.picture(page, &format!("atlas/{}-growth.svg", card.word), &positions(card.title, boards));
    if boards.iter().any(|board| board.distance.is_some()) {
        files.picture(page, &format!("atlas/{}-plies.svg", card.word), &plies(card.title, boards));
    }
}

fn name(board: &Facts<'_>) -> String {
    format!("{}×{}", board.rows, board.cols)
}

/// Positions and bytes by cells. Boards that are each other's transpose lie nearly on each other: the wider is named.
fn positions(game: &str, boards: &[Facts<'_>]) -> Drawing {
    let series = |number: usize, name: &str, shape, value: &dyn Fn(&Facts<'_>) -> Option<u64>| {
        let points = boards.iter().filter_map(|board| Some((f64::from(board.cells()), value(board)? as f64)));
        Series::new(number, name, shape, points.collect())
    };
    let mut by_cells: BTreeMap<u32, u64> = BTreeMap::new();
    for board in boards {
        if let Some(positions) = board.summary.total.positions {
            by_cells.insert(board.cells(), positions);
        }
    }
    let by_rules = by_cells.into_iter().map(|(cells, n)| (f64::from(cells), n as f64)).collect();
    let mut reached =
        series(0, "reached from the start", Shape::Points, &|board| board.summary.total.reachable);
    let mut named: Vec<u32> = Vec::new();
    for board in boards.iter().filter(|board| board.summary.total.reachable.is_some()) {
        let cells = board.cells();
        let names: Vec<String> = boards
            .iter()
            .filter(|other| other.cells() == cells && other.summary.total.reachable.is_some())
            .map(name)
            .collect();
        // One word for all boards with this number of cells.
        reached.labels.push(if named.contains(&cells) { String::new() } else { names.join(", ") });
        named.push(cells);
    }
    Plot {
        title: format!("{game}: positions and bytes by cells of the board"),
        x: Axis::linear("cells of the board"),
        y: Axis::log("positions, bytes"),
        series: vec![
            Series::new(3, "positions by the rules", Shape::Line, by_rules),
            reached,
            series(1, "bytes of the database", Shape::Points, &|board| Some(board.summary.bytes())),
        ],
    }
    .draw()
}

/// Plies to the end from the start, and the longest forced win, board by board.
fn plies(game: &str, boards: &[Facts<'_>]) -> Drawing {
    let stated: Vec<&Facts<'_>> =
        boards.iter().filter(|board| board.summary.total.longest.is_some()).collect();
    let bar = |number: usize, name: &str, value: &dyn Fn(&Facts<'_>) -> Option<Plies>| {
        let values = stated.iter().map(|board| value(board).map_or(0.0, |plies| f64::from(plies.0)));
        Bar::new(number, name, values.collect())
    };
    let winner = |board: &Facts<'_>| match board.value {
        Wdl::Win => "1",
        Wdl::Loss => "2",
        Wdl::Draw => "=",
    };
    Bars {
        title: format!("{game}: plies to the end under best play"),
        x: "board, and who wins it: 1 the first player, 2 the second".to_owned(),
        names: stated.iter().map(|board| format!("{} {}", name(board), winner(board))).collect(),
        y: Axis::linear("plies"),
        bars: vec![
            bar(0, "from the start", &|board| board.distance),
            bar(1, "longest win of any reachable position", &|board| board.summary.total.longest),
        ],
        stacking: Stacking::Beside,
    }
    .draw()
}
