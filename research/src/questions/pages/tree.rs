//! The first question: the game tree.

use super::{Answer, Ground};
use crate::questions::tree::{Run, Tree, tree};
use nexsolve_core::words::{grouped, grouped_digits, list};
use nexsolve_reports::chart::{Axis, Plot, Series, Shape};
use nexsolve_reports::{Files, Page, ReportError, Table, mark};

const QUESTION: &str = "Describe the game tree";

pub(super) fn add(files: &mut Files, grounds: &[Ground<'_>], runs: &[Run]) -> Result<Answer, ReportError> {
    let path = "questions/1-tree.md";
    let mut page = Page::new(path, QUESTION);
    let trees: Vec<Tree> =
        grounds.iter().map(|ground| tree(ground.tabled, runs)).collect::<Result<_, _>>()?;
    page.text(
        "*Positions* are those that play from the start can reach, symmetric ones counted, by the manifests of the databases; *nodes* are those \
         of the game tree, sequences of moves from the start, the empty one included, by finished runs of `nexsolve solve BOARD --tree`. *Moves* are \
         of a position that is not over: with e empty cells, n neutral stones and s stones of the side to move there are e(e − 1) + n(n − 1)/2 · s. \
         *Shortest* is the first ply after which a game can be over if both sides help, *longest* the last; *best play* is how long it takes \
         if neither errs (+ Black wins, − White, = drawn).",
    );
    let mut table = Table::new(&[
        "<board",
        ">cells",
        ">openings",
        ">positions",
        ">nodes of the tree",
        ">nodes per position",
        ">moves, mean",
        ">moves, most at a ply",
        ">shortest",
        ">longest",
        ">best play",
    ]);
    for (ground, tree) in grounds.iter().zip(&trees) {
        let most = tree.plies.iter().filter_map(super::super::tree::Ply::branching).fold(0.0, f64::max);
        let dash = || "–".to_owned();
        table.row([
            ground.title.clone(),
            tree.cells.to_string(),
            grouped(ground.openings.len() as u64),
            grouped(tree.positions()),
            tree.nodes.as_deref().map_or_else(dash, grouped_digits),
            tree.size().map_or_else(dash, |nodes| short(nodes / tree.positions() as f64)),
            format!("{:.1}", tree.branching()),
            format!("{most:.1}"),
            tree.shortest().map_or_else(dash, |ply| ply.to_string()),
            tree.longest().map_or_else(dash, |ply| ply.to_string()),
            mark(ground.value.wdl(), ground.value.distance()),
        ]);
    }
    page.table(&table);
    growth(files, &mut page, grounds, &trees);
    by_ply(files, &mut page, grounds, &trees);
    page.heading(2, "What this shows, and what not");
    let text = limits(&trees, &told_factors(&factors(grounds, &trees)));
    page.text(&text);
    files.json("questions/tree.json", &trees);
    page.text(&format!("The numbers by ply are in {}.", page.link("tree.json", "questions/tree.json")));
    files.page(&page);
    let title = |tree: &Tree| tree.board.trim_start_matches("nex:").replace('x', "×");
    let largest = trees.iter().max_by_key(|tree| tree.positions()).expect("a board at least");
    let with_nodes = trees
        .iter()
        .filter(|tree| tree.nodes.is_some())
        .max_by(|a, b| a.size().partial_cmp(&b.size()).expect("numbers"));
    let nodes = with_nodes.map_or_else(String::new, |tree| {
        format!(
            " The largest tree counted is that of {}, with {} nodes.",
            title(tree),
            grouped_digits(tree.nodes.as_deref().unwrap_or_default())
        )
    });
    let short = format!(
        "A game of c cells has at most 2⌊c/2⌋ − 1 plies and never comes back to a position, so the tree is finite; {} has {} positions; those \
         that are not over have {:.0} moves each in the mean.{nodes}{}",
        title(largest),
        grouped(largest.positions()),
        largest.branching(),
        told_factors(&factors(grounds, &trees))
    );
    Ok(Answer { question: QUESTION, path: path.to_owned(), short })
}

/// From a board to a larger one: their names, and by how much each cell more multiplies the positions.
type Factor = (String, String, f64);

/// The factors from square board to square board, 3×3 first, and from the last of them to the largest board.
fn factors(grounds: &[Ground<'_>], trees: &[Tree]) -> Vec<Factor> {
    let boards = grounds.iter().zip(trees).map(|(ground, tree)| (ground.size(), tree));
    let mut chain: Vec<_> = boards.clone().filter(|((rows, cols), _)| rows == cols && *rows >= 3).collect();
    chain.sort_by_key(|(_, tree)| tree.cells);
    let last = chain.last().map_or(0, |(_, tree)| tree.cells);
    chain.extend(boards.max_by_key(|(_, tree)| tree.positions()).filter(|(_, tree)| tree.cells > last));
    let name = |(rows, cols): (u32, u32)| format!("{rows}×{cols}");
    let factor = |pair: &[((u32, u32), &Tree)]| {
        let [(from, small), (to, large)] = [pair[0], pair[1]];
        let ratio = large.positions() as f64 / small.positions() as f64;
        (name(from), name(to), ratio.powf(1.0 / f64::from(large.cells - small.cells)))
    };
    chain.windows(2).map(factor).collect()
}

fn told_factors(factors: &[Factor]) -> String {
    if factors.is_empty() {
        return String::new();
    }
    let told: Vec<String> =
        factors.iter().map(|(from, to, factor)| format!("{factor:.2} from {from} to {to}")).collect();
    format!(" Each cell more multiplies the positions by {}.", list(&told))
}

/// A large number in three digits.
fn short(x: f64) -> String {
    if x < 1e6 {
        format!("{x:.1}")
    } else {
        format!("{:.2} · 10^{}", x / 10_f64.powf(x.log10().floor()), x.log10().floor())
    }
}

/// Positions and nodes by cells.
fn growth(files: &mut Files, page: &mut Page, grounds: &[Ground<'_>], trees: &[Tree]) {
    page.heading(2, "How the numbers grow");
    let points =
        |pick: &dyn Fn(&Ground<'_>) -> bool, number: &dyn Fn(&Tree) -> Option<f64>| -> Vec<(f64, f64)> {
            let chosen = grounds.iter().zip(trees).filter(|(ground, _)| pick(ground));
            let mut points: Vec<(f64, f64)> =
                chosen.filter_map(|(_, tree)| number(tree).map(|n| (f64::from(tree.cells), n))).collect();
            points.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
            points
        };
    let square = |ground: &Ground<'_>| ground.is_square();
    let other = |ground: &Ground<'_>| !ground.is_square();
    let positions = |tree: &Tree| Some(tree.positions() as f64);
    let mut series = vec![
        // Square boards last: their marks are not to be hidden.
        Series::new(5, "positions, other boards", Shape::Points, points(&other, &positions)),
        Series::new(0, "positions, square boards", Shape::Points, points(&square, &positions)),
        Series::new(4, "nodes, other boards", Shape::Points, points(&other, &Tree::size)),
        Series::new(2, "nodes, square boards", Shape::Points, points(&square, &Tree::size)),
    ];
    series.retain(|series| !series.points.is_empty());
    let last = trees.iter().map(|tree| tree.cells).max().unwrap_or(4);
    let first = trees.iter().map(|tree| tree.cells).min().unwrap_or(4);
    let bound = (first..=last).map(|cells| (f64::from(cells), 4_f64.powi(cells as i32))).collect();
    series.push(Series::new(7, "4 to the power of cells", Shape::Guide, bound));
    let chart = Plot {
        title: "Positions and nodes of the game tree, by the board's cells".to_owned(),
        // Room beside the smallest and the largest board, whose points would lie on the frame.
        x: Axis::linear("cells").range(f64::from(first) - 1.0, f64::from(last) + 1.0),
        y: Axis::log("positions, nodes"),
        series,
    };
    files.picture(page, "questions/growth.svg", &chart.draw());
    let mut table =
        Table::new(&["<board", ">cells", ">positions^(1/cells)", ">nodes^(1/cells)", ">share of 4^cells"]);
    for (ground, tree) in grounds.iter().zip(trees) {
        let cells = f64::from(tree.cells);
        let root = |x: f64| format!("{:.2}", x.powf(1.0 / cells));
        table.row([
            ground.title.clone(),
            tree.cells.to_string(),
            root(tree.positions() as f64),
            tree.size().map_or_else(|| "–".to_owned(), root),
            super::percent(tree.positions() as f64 / 4_f64.powf(cells)),
        ]);
    }
    page.text(
        "A cell is empty, black, white or neutral, so no board has more than 4^cells positions. The root grows slowly towards \
         that; it is a mean over all cells from none on, and so less than what a cell more brings. The factor of the tree grows with the board, since a node has more moves on a larger one.",
    );
    page.table(&table);
}

/// The boards that are in charts by ply: the largest of three rows and columns or more.
fn chosen<'t>(grounds: &[Ground<'_>], trees: &'t [Tree]) -> Vec<(&'t Tree, String)> {
    let mut chosen: Vec<(&Tree, String)> = grounds
        .iter()
        .zip(trees)
        .filter(|(ground, tree)| tree.cells >= 9 && ground.size().0.min(ground.size().1) >= 3)
        .map(|(ground, tree)| (tree, ground.title.clone()))
        .collect();
    // A chart tells no more lines than this apart: the largest boards.
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
            Series::new(number, title.clone(), Shape::Line, points)
        };
        chosen.iter().enumerate().map(line).collect()
    };
    let plot = |title: &str, y: Axis, series| Plot {
        title: title.to_owned(),
        x: Axis::linear("moves made before, plies"),
        y,
        series,
    };
    let branching = plot(
        "Moves of a position that is not over, mean",
        Axis::linear("moves"),
        lines(&super::super::tree::Ply::branching),
    );
    files.picture(page, "questions/branching.svg", &branching.draw());
    let positions = plot(
        "Positions that play can reach",
        Axis::log("positions"),
        lines(&|ply| (ply.positions > 0).then_some(ply.positions as f64)),
    );
    files.picture(page, "questions/positions.svg", &positions.draw());
    let over = plot(
        "Positions that are over, of those that play can reach",
        Axis::linear("per cent of the ply's positions").range(0.0, 100.0),
        lines(&|ply| {
            (ply.positions > 0).then(|| 100.0 * (ply.positions - ply.open) as f64 / ply.positions as f64)
        }),
    );
    files.picture(page, "questions/over.svg", &over.draw());
    page.text(
        "The first move has c(c − 1) ways. Each generate takes two empty cells, so the ways to generate fall; transforms need neutral stones, and from the middle of the game on they make up for a part of \
         what is lost.",
    );
    let mut table =
        Table::new(&["<board", ">positions", ">over, won by the last move", ">over, nobody can move"]);
    for (ground, tree) in grounds.iter().zip(trees) {
        let sum = |pick: &dyn Fn(&super::super::tree::Ply) -> u64| tree.plies.iter().map(pick).sum::<u64>();
        table.row([
            ground.title.clone(),
            grouped(tree.positions()),
            grouped(sum(&|p| p.won)),
            grouped(sum(&|p| p.stuck)),
        ]);
    }
    page.table(&table);
}

fn limits(trees: &[Tree], factors: &str) -> String {
    let boards = trees.len();
    format!(
        "Exact for the {boards} boards above. The bound of a game's length holds for all boards: with g generates and t transforms played there are c − 2g \
         empty cells and g − t neutral stones, so g ≤ c/2, t < g, and no game has more than 2⌊c/2⌋ − 1 plies.{factors} That it goes on so \
         beyond {} cells is a guess.",
        trees.iter().map(|tree| tree.cells).max().unwrap_or(0)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_told_from_board_to_board() {
        let factor = |from: &str, to: &str, factor| (from.to_owned(), to.to_owned(), factor);
        let factors = [factor("3×3", "4×4", 3.9212), factor("4×4", "4×5", 3.9159)];
        assert_eq!(
            told_factors(&factors),
            " Each cell more multiplies the positions by 3.92 from 3×3 to 4×4 and 3.92 from 4×4 to 4×5."
        );
        assert_eq!(told_factors(&[]), "");
    }
}
