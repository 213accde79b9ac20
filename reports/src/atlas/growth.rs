//! Charts of numbers that grow with the size of the board.

use super::facts::Facts;
use crate::chart::{Axis, Bar, Bars, Plot, Series, SeriesShape, Stacking};
use crate::files::Files;
use crate::page::Page;
use crate::strip::strip;
use crate::svg::Drawing;
use nexsolve_core::{Plies, Wdl};
use nexsolve_games::Card;

/// Adds the charts, if there are several boards to compare.
pub(super) fn add(files: &mut Files, page: &mut Page, card: &Card, boards: &[Facts<'_>]) {
    let mut cells: Vec<u32> = boards.iter().map(Facts::cells).collect();
    cells.dedup();
    if cells.len() < 2 {
        return;
    }
    let caption = "Positions of each board (reachable ones where they were counted), and bytes of its database, by the number of cells, on \
                   logarithmic scales.";
    files.picture(
        page,
        &format!("atlas/{}-growth.svg", card.word),
        &sizes(card.title, boards).captioned(caption),
    );
    if boards.iter().any(|board| board.distance.is_some()) {
        let caption = "For each board, the length of best play from the start, and of the longest forced win of any reachable position.";
        files.picture(
            page,
            &format!("atlas/{}-plies.svg", card.word),
            &plies(card.title, boards).captioned(caption),
        );
    }
}

fn name(board: &Facts<'_>) -> String {
    format!("{}×{}", board.rows, board.cols)
}

/// A chart of positions and a chart of bytes, by the number of cells. Boards with the same number of cells
/// share a label, because their points lie close together.
fn sizes(game: &str, boards: &[Facts<'_>]) -> Drawing {
    let labels = boards.iter().enumerate().map(|(i, board)| {
        let alike = |other: &&Facts<'_>| other.cells() == board.cells();
        let is_first = !boards[..i].iter().any(|other| alike(&other));
        let names: Vec<String> = boards.iter().filter(alike).map(name).collect();
        if is_first { names.join(", ") } else { String::new() }
    });
    let labels: Vec<String> = labels.collect();
    let chart = |what: &str, value: fn(&Facts<'_>) -> u64| {
        let points = boards.iter().map(|board| (f64::from(board.cells()), value(board) as f64));
        let series = Series::new(0, what, SeriesShape::Points, points.collect());
        Plot {
            title: format!("{game}: {what}"),
            x: Axis::linear("cells of the board"),
            y: Axis::log(what),
            series: vec![Series { labels: labels.clone(), ..series }],
        }
        .draw_in((720.0, 320.0))
    };
    let positions = |board: &Facts<'_>| {
        let total = &board.summary.total;
        total.reachable.or(total.positions).unwrap_or_default()
    };
    let parts = vec![chart("positions", positions), chart("bytes", |board| board.summary.bytes())];
    strip(&format!("{game}: positions and bytes by cells of the board"), None, 740.0, parts)
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
