//! The second question: where to place neutral stones.

mod by_ply;
mod later;

use super::ground::{Answer, Ground, PER_PLY_OF_MOVES, WHOLE_OF_MOVES, how_many, title_of};
use crate::picture::Rhombus;
use crate::questions::near_best::near_best;
use crate::questions::neutral::placing;
use crate::questions::patterns::explained;
use crate::questions::sample::SEED;
use crate::questions::tabled::Tabled;
use later::BoardDocument;
use nexsolve_core::words::{grouped, list};
use nexsolve_core::{Bounds, Wdl};
use nexsolve_games::rhombus::{Cell, Edges};
use nexsolve_reports::ink::Tint;
use nexsolve_reports::strip::strip;
use nexsolve_reports::words::{mark, percent};
use nexsolve_reports::{Files, Page, PageTable, ReportError};
use serde::Serialize;

const QUESTION: &str = "Where should the neutral stones be placed?";

/// The number of games of near-best play on each board.
const GAMES: u64 = 20_000;

#[derive(Serialize)]
struct NeutralDocument<'a> {
    positions: &'a [BoardDocument],
    near_best: &'a [BoardDocument],
}

/// Adds the page. `others` are boards without distances, for which only near-best play is examined.
pub(super) fn add(
    files: &mut Files,
    grounds: &[Ground<'_>],
    others: &[Tabled<'_>],
) -> Result<Answer, ReportError> {
    let path = "questions/2-neutral.md";
    let mut page = Page::new(path, QUESTION);
    openings(files, &mut page, grounds);
    let mut documents = Vec::new();
    for ground in grounds.iter().filter(|ground| ground.size().0.min(ground.size().1) >= 3) {
        let sample = ground.sample(PER_PLY_OF_MOVES, WHOLE_OF_MOVES)?;
        documents.push(BoardDocument {
            board: ground.title.clone(),
            positions: how_many(&sample),
            placing: placing(ground.tabled, &sample)?,
        });
    }
    let short = later::add(files, &mut page, &documents);
    let tables = grounds.iter().map(|ground| ground.tabled).chain(others.iter().copied());
    let near_best = near_best_of(tables)?;
    let stated = by_ply::add(&mut page, &documents, &near_best);
    page.text(
        "All figures assume best play by both sides afterwards. The rules are tendencies: in individual positions the opposite is often right.",
    );
    files.json("questions/neutral.json", &NeutralDocument { positions: &documents, near_best: &near_best });
    page.text(&format!("All figures: {}.", page.link("neutral.json", "questions/neutral.json")));
    let short = format!("{short} {stated}");
    page.lead(&short);
    files.page(&page);
    Ok(Answer { question: QUESTION, path: path.to_owned(), short })
}

/// Examines near-best play on each board with at least three rows and columns.
fn near_best_of<'t>(tables: impl Iterator<Item = Tabled<'t>>) -> Result<Vec<BoardDocument>, ReportError> {
    let wide = tables.filter(|tabled| tabled.board().rows().min(tabled.board().cols()) >= 3);
    wide.map(|tabled| {
        let sample = near_best(tabled, GAMES, SEED)?;
        let positions = format!("{} of {} games", grouped(sample.drawn.len() as u64), grouped(GAMES));
        Ok(BoardDocument { board: title_of(&tabled), positions, placing: placing(tabled, &sample)? })
    })
    .collect()
}

/// Adds pictures of the openings: for each cell of the neutral stone, and of the stone, the number of winning
/// openings.
fn openings(files: &mut Files, page: &mut Page, grounds: &[Ground<'_>]) {
    page.heading(2, "In the opening");
    page.text(
        "In each pair of boards, the number on a cell counts the winning openings with the neutral stone there (left) or with the stone there (right). If all openings win or all lose, it counts those that win fastest or lose slowest.",
    );
    let mut stated = Vec::new();
    for ground in
        grounds.iter().filter(|ground| ground.is_square() || ground.size().0.min(ground.size().1) >= 3)
    {
        let best = ground.openings.iter().map(|opening| opening.score).max();
        let wins = ground.openings.iter().filter(|opening| opening.score.wdl() == Wdl::Win).count();
        let by_value = wins > 0 && wins < ground.openings.len();
        let good = |opening: &&crate::questions::tabled::Opening| {
            if by_value { opening.score.wdl() == Wdl::Win } else { Some(opening.score) == best }
        };
        let number = ground.openings.iter().filter(good).count();
        if number == 0 || number == ground.openings.len() {
            stated.push(format!(
                "{} ({})",
                ground.title,
                best.map(|b| mark(Bounds::exact(b))).unwrap_or_default()
            ));
            continue;
        }
        let cells = ground.tabled.board().len() as usize;
        let count_of = |cell: &dyn Fn(&crate::questions::tabled::Opening) -> Cell| {
            let mut counts = vec![0_usize; cells];
            ground.openings.iter().filter(good).for_each(|opening| counts[usize::from(cell(opening).0)] += 1);
            counts
        };
        let parts = vec![
            numbered(ground, &count_of(&|opening| opening.neutral), "neutral stone on this cell"),
            numbered(ground, &count_of(&|opening| opening.stone), "stone on this cell"),
        ];
        let what = if by_value {
            "win".to_owned()
        } else {
            best.map(|b| format!("have {}", mark(Bounds::exact(b)))).unwrap_or_default()
        };
        let heading = format!("{}: {number} of {} openings {what}", ground.title, ground.openings.len());
        let name = ground.title.replace('×', "x");
        let caption = format!(
            "Each cell shows how many of the {} openings with the neutral stone on it (left), and with the stone on it (right), are among these. Darker cells have more.",
            cells - 1
        );
        files.picture(
            page,
            &format!("questions/partners-{name}.svg"),
            &strip(&heading, Some(&heading), 900.0, parts).captioned(caption),
        );
    }
    if !stated.is_empty() {
        page.text(&format!(
            "On these boards all openings have the same value and distance: {}.",
            list(&stated)
        ));
    }
    shares(page, grounds);
}

/// Adds the shares of the openings' variance that each cell explains.
fn shares(page: &mut Page, grounds: &[Ground<'_>]) {
    let mut table = PageTable::new(&["<board", ">by the stone's cell", ">by the neutral stone's cell"]);
    for ground in grounds {
        let by_stone = explained(&ground.openings, |opening| opening.stone);
        let by_neutral = explained(&ground.openings, |opening| opening.neutral);
        if let (Some(stone), Some(neutral)) = (by_stone, by_neutral) {
            table.row([ground.title.clone(), percent(stone), percent(neutral)]);
        }
    }
    if !table.is_empty() {
        page.text(
            "The share of the variance of the openings' values (win 1, draw ½, loss 0) that one cell alone explains, on boards where openings differ. The rest depends on both cells together:",
        );
        page.table(&table);
    }
}

/// Draws a board with a number on each cell, darker for greater numbers.
fn numbered(ground: &Ground<'_>, counts: &[usize], caption: &str) -> nexsolve_reports::svg::Drawing {
    let (rows, cols) = ground.size();
    let mut board = Rhombus::new(rows, cols, Edges::BlackTopBottom);
    let most = counts.len() - 1;
    for (cell, &count) in board.cells.iter_mut().zip(counts) {
        cell.text = count.to_string();
        // The palest shades, on which dark letters are legible.
        cell.fill = Some(Tint::of(0.6 * count as f64 / most as f64).fill());
    }
    board.caption(caption).draw(format!("{}, {caption}", ground.title))
}
