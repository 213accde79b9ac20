//! The first question: the game tree.

use super::ground::{Answer, Ground};
use super::standing::Standing;
use crate::questions::tree::{Run, Tree, arrangements, tree};
use nexsolve_core::words::{grouped, grouped_digits};
use nexsolve_reports::chart::{Axis, Plot, Series, SeriesShape};
use nexsolve_reports::words::percent;
use nexsolve_reports::{Files, Page, PageTable, ReportError};

const QUESTION: &str = "Describe the game tree";

pub(super) fn add(
    files: &mut Files,
    grounds: &[Ground<'_>],
    standings: &[Standing],
    runs: &[Run],
) -> Result<Answer, ReportError> {
    let path = "questions/1-tree.md";
    let mut page = Page::new(path, QUESTION);
    let trees: Vec<Tree> =
        grounds.iter().map(|ground| tree(ground.tabled, runs)).collect::<Result<_, _>>()?;
    page.text(
        "*Positions* are those that play from the start can reach; symmetric ones count separately. *Of Σ*: their share of all arrangements with possible numbers of stones (below). *Nodes*: sequences of moves from the start, counted by `nexsolve solve BOARD --tree`. *Moves*: the mean number of legal moves in an unfinished position; with e empty cells, n neutral stones and s stones of the side to move there are e(e − 1) + n(n − 1)/2 · s. *First*, *last*: the earliest and the latest ply at which a game can end. *Best play*: the length with best play (+ Black wins, − White wins, = a draw).",
    );
    let mut table = PageTable::new(&[
        "<board",
        ">cells",
        ">positions",
        ">of Σ",
        ">nodes of the tree",
        ">moves",
        ">first",
        ">last",
        ">best play",
    ]);
    let (wide, strips): (Vec<&Standing>, Vec<&Standing>) = standings
        .iter()
        .partition(|standing| standing.rows.min(standing.cols) >= 3 || standing.rows == standing.cols);
    for standing in wide {
        let dash = || "–".to_owned();
        let cells = standing.rows * standing.cols;
        let tree = grounds
            .iter()
            .zip(&trees)
            .find(|(ground, _)| ground.title == standing.title)
            .map(|(_, tree)| tree);
        let of_bound = |n: u64| percent(n as f64 / arrangements(cells) as f64);
        table.row([
            standing.title.clone(),
            cells.to_string(),
            standing.reachable.map_or_else(dash, grouped),
            standing.reachable.map_or_else(dash, of_bound),
            tree.and_then(|tree| tree.nodes.as_deref()).map_or_else(dash, grouped_digits),
            tree.map_or_else(dash, |tree| format!("{:.1}", tree.branching())),
            tree.and_then(Tree::shortest).map_or_else(dash, |ply| ply.to_string()),
            tree.and_then(Tree::longest).map_or_else(dash, |ply| ply.to_string()),
            standing.mark(),
        ]);
    }
    page.table(&table);
    if !strips.is_empty() {
        let strip = |standing: &&Standing| {
            let positions = standing.reachable.map_or_else(|| "–".to_owned(), grouped);
            format!("{} {} ({positions})", standing.title, standing.mark())
        };
        page.text(&format!(
            "Boards with two rows or columns, with the result of best play and the number of positions: {}.",
            strips.iter().map(strip).collect::<Vec<_>>().join(", ")
        ));
    }
    growth(files, &mut page, &trees);
    why_four(&mut page, standings);
    by_ply(files, &mut page, grounds, &trees);
    page.text(
        "The bound on the length of a game holds for all boards: after g generates and t transforms, there are c − 2g empty cells and g − t neutral stones, so g ≤ c/2, t < g, \
         and no game has more than 2⌊c/2⌋ − 1 plies. All other figures are exact for the boards named.",
    );
    files.json("questions/tree.json", &trees);
    page.text(&format!("The numbers by ply are in {}.", page.link("tree.json", "questions/tree.json")));
    let largest = standings
        .iter()
        .filter_map(|standing| Some((standing, standing.reachable?)))
        .max_by_key(|(_, positions)| *positions);
    let largest = largest.map_or_else(String::new, |(standing, positions)| {
        format!(" The largest board with tables, {}, has {} positions.", standing.title, grouped(positions))
    });
    let with_nodes = trees
        .iter()
        .filter(|tree| tree.nodes.is_some())
        .max_by(|a, b| a.size().partial_cmp(&b.size()).expect("numbers"));
    let nodes = with_nodes.map_or_else(String::new, |tree| {
        format!(
            " The largest tree counted, the one of {}, has {} nodes.",
            tree.board.trim_start_matches("nex:").replace('x', "×"),
            grouped_digits(tree.nodes.as_deref().unwrap_or_default())
        )
    });
    let short = format!(
        "A game on c cells has at most 2⌊c/2⌋ − 1 plies and never returns to a position, so the tree is finite.{largest}{nodes} Each added cell multiplies the positions by nearly four, because play can reach nearly every \
         arrangement with possible numbers of stones.",
    );
    page.lead(&short);
    files.page(&page);
    Ok(Answer { question: QUESTION, path: path.to_owned(), short })
}

/// Explains why each added cell multiplies the positions by about four.
fn why_four(page: &mut Page, standings: &[Standing]) {
    let share = |standing: &Standing| {
        Some(standing.reachable? as f64 / arrangements(standing.rows * standing.cols) as f64)
    };
    let wide = standings.iter().filter(|standing| standing.rows.min(standing.cols) >= 3);
    let (least, most) = wide.filter_map(share).fold((1.0_f64, 0.0_f64), |(a, b), x| (a.min(x), b.max(x)));
    let reached = if least <= most {
        format!(
            "On boards with at least three rows and columns, play can reach {:.1} to {:.1} % of them; the others are mainly arrangements before which the game would have ended. ",
            100.0 * least,
            100.0 * most
        )
    } else {
        String::new()
    };
    let mut table = PageTable::new(&[">cells", ">Σ", ">Σ / 4^c", ">1 / √(πc)", ">Σ of c + 1 cells / Σ"]);
    for cells in [9_u32, 16, 20, 25, 36] {
        let (here, next) = (arrangements(cells) as f64, arrangements(cells + 1) as f64);
        table.row([
            cells.to_string(),
            short(here),
            percent(here / 4_f64.powi(cells as i32)),
            percent(1.0 / (std::f64::consts::PI * f64::from(cells)).sqrt()),
            format!("{:.2}", next / here),
        ]);
    }
    page.text(&format!(
        "A cell is empty, black, white or neutral, so c cells have 4^c arrangements. In a game B = W or B = W + 1, and g generates and t transforms leave e = c − 2g cells empty, n = g − t neutral stones and B + W = g + t \
         stones. Σ, the number of arrangements that satisfy this, is the sum of c!/(B! W! n! e!). {reached}About one arrangement in √(πc) satisfies it: the numbers of stones of both colours are possible with a probability of about 2/√(πc), and e has the parity of c with a probability of one half. So each added \
         cell multiplies Σ by a factor that tends to 4 from below, like 4 − 2/c.",
    ));
    page.table(&table);
}

/// Formats a large number to three digits.
fn short(x: f64) -> String {
    if x < 1e6 {
        format!("{x:.1}")
    } else {
        format!("{:.2} · 10^{}", x / 10_f64.powf(x.log10().floor()), x.log10().floor())
    }
}

/// Adds a chart of positions and nodes by the number of cells.
fn growth(files: &mut Files, page: &mut Page, trees: &[Tree]) {
    page.heading(2, "How the numbers grow");
    let points = |number: &dyn Fn(&Tree) -> Option<f64>| -> Vec<(f64, f64)> {
        trees.iter().filter_map(|tree| Some((f64::from(tree.cells), number(tree)?))).collect()
    };
    let mut series = vec![
        Series::new(0, "positions", SeriesShape::Points, points(&|tree| Some(tree.positions() as f64))),
        Series::new(1, "nodes", SeriesShape::Points, points(&Tree::size)),
    ];
    series.retain(|series| !series.points.is_empty());
    let last = trees.iter().map(|tree| tree.cells).max().unwrap_or(4);
    let first = trees.iter().map(|tree| tree.cells).min().unwrap_or(4);
    let bound = (first..=last).map(|cells| (f64::from(cells), 4_f64.powi(cells as i32))).collect();
    series.push(Series::new(7, "four to the power of the number of cells", SeriesShape::Guide, bound));
    let chart = Plot {
        title: "Positions, and nodes of the game tree".to_owned(),
        // Leave room beside the smallest and the largest board, whose points would otherwise lie on the
        // frame.
        x: Axis::linear("cells of the board").range(f64::from(first) - 1.0, f64::from(last) + 1.0),
        y: Axis::log("number"),
        series,
    };
    let caption = "Boards by their number of cells, on a logarithmic scale. A board and its transpose have nearly the same numbers.";
    files.picture(page, "questions/growth.svg", &chart.draw().captioned(caption));
}

/// Returns the boards for charts by ply: the largest with at least three rows and columns.
fn chosen<'t>(grounds: &[Ground<'_>], trees: &'t [Tree]) -> Vec<(&'t Tree, String)> {
    let mut chosen: Vec<(&Tree, String)> = grounds
        .iter()
        .zip(trees)
        .filter(|(ground, tree)| tree.cells >= 9 && ground.size().0.min(ground.size().1) >= 3)
        .map(|(ground, tree)| (tree, ground.title.clone()))
        .collect();
    // A reader cannot tell more than seven lines apart, so the chart has only the largest boards.
    chosen.drain(..chosen.len().saturating_sub(7));
    chosen
}

fn by_ply(files: &mut Files, page: &mut Page, grounds: &[Ground<'_>], trees: &[Tree]) {
    page.heading(2, "Ply by ply");
    let chosen = chosen(grounds, trees);
    let lines = |value: &dyn Fn(&super::super::tree::Ply) -> Option<f64>| -> Vec<Series> {
        let line = |(number, (tree, title)): (usize, &(&Tree, String))| {
            let points =
                tree.plies.iter().filter_map(|ply| value(ply).map(|y| (f64::from(ply.ply), y))).collect();
            Series::new(number, title.clone(), SeriesShape::Line, points)
        };
        chosen.iter().enumerate().map(line).collect()
    };
    let plot = |title: &str, y: Axis, series| Plot {
        title: title.to_owned(),
        x: Axis::linear("plies played"),
        y,
        series,
    };
    let branching =
        plot("Mean number of legal moves", Axis::linear("moves"), lines(&super::super::tree::Ply::branching));
    let caption = "Over the reachable positions of each ply that are not finished.";
    files.picture(page, "questions/branching.svg", &branching.draw().captioned(caption));
    let positions = plot(
        "Reachable positions",
        Axis::log("positions"),
        lines(&|ply| (ply.positions > 0).then_some(ply.positions as f64)),
    );
    let caption = "Positions at each ply that play from the start can reach, on a logarithmic scale.";
    files.picture(page, "questions/positions.svg", &positions.draw().captioned(caption));
    let over = plot(
        "Finished positions",
        Axis::linear("per cent of the ply's reachable positions").range(0.0, 100.0),
        lines(&|ply| {
            (ply.positions > 0).then(|| 100.0 * (ply.positions - ply.open) as f64 / ply.positions as f64)
        }),
    );
    let caption = "The share of the reachable positions of each ply in which the game is over.";
    files.picture(page, "questions/over.svg", &over.draw().captioned(caption));
    page.text(
        "There are c(c − 1) first moves. Each generate fills two empty cells, so the number of generates falls. Transforms need neutral stones; from the middle of the game on, they make up for part of this loss.",
    );
}
