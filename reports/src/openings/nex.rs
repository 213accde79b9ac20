//! Openings of Nex.

use super::{BoardDocument, OpeningDocument};
use crate::ReportError;
use crate::files::Files;
use crate::ink::Tint;
use crate::judge::{Judge, mark};
use crate::page::{Page, Table};
use crate::picture::{Rhombus, Stone, legend_of_values, strip};
use crate::source::Known;
use crate::svg::Drawing;
use nexsolve_core::words::grouped;
use nexsolve_core::{Game, Notation, Plies, Wdl};
use nexsolve_games::nex::{Nex, NexMove};
use nexsolve_games::rhombus::text::cell_name;
use nexsolve_games::rhombus::{Cell, Edges};

/// On boards of more cells each opening and the same turned by 180° are shown once.
const MOST_CELLS_SHOWN: u32 = 12;

/// A first move: a stone and a neutral stone, with its worth for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Opening {
    stone: Cell,
    neutral: Cell,
    value: Wdl,
    /// Plies from before the move; `None` for a draw, and where tables hold values alone.
    distance: Option<Plies>,
}

impl Opening {
    fn mv(&self) -> NexMove {
        NexMove::Generate { stone: self.stone, neutral: self.neutral }
    }

    fn mark(&self) -> String {
        mark(self.value, self.distance)
    }
}

/// All openings of a board, in the order of stone and neutral stone.
struct Openings {
    rows: u32,
    cols: u32,
    all: Vec<Opening>,
}

impl Openings {
    /// What the database says of each first move.
    fn of(known: &Known<'_, Nex<u64>>) -> Result<Self, ReportError> {
        let judge = Judge::new(known);
        let board = known.game.board();
        let mut all = Vec::new();
        for judged in judge.moves(&known.game.start())? {
            if let NexMove::Generate { stone, neutral } = judged.mv {
                all.push(Opening { stone, neutral, value: judged.value(), distance: judged.distance() });
            }
        }
        Ok(Self { rows: board.rows(), cols: board.cols(), all })
    }

    fn cells(&self) -> u32 {
        self.rows * self.cols
    }

    /// How many win, draw and lose.
    fn tally<'a>(openings: impl IntoIterator<Item = &'a Opening>) -> [u64; 3] {
        let mut tally = [0; 3];
        for opening in openings {
            tally[2 - opening.value as usize] += 1;
        }
        tally
    }
}

/// A board's section.
pub(super) fn add(
    files: &mut Files,
    page: &mut Page,
    known: &Known<'_, Nex<u64>>,
) -> Result<BoardDocument, ReportError> {
    let openings = Openings::of(known)?;
    let (title, slug) = (known.title(), known.source.slug());
    let tally = Openings::tally(&openings.all);
    page.heading(2, &title);
    page.text(&sentence(&openings, tally));
    // Where all openings have one value, only distances are left to tell.
    if tally.iter().filter(|n| **n > 0).count() > 1 {
        let summary = strip(
            &format!(
                "{title}: the share of winning openings by the cell of Black's stone, and by that of the neutral stone"
            ),
            None,
            900.0,
            vec![
                by_cell(&openings, "by the cell of Black's stone", |opening| opening.stone),
                by_cell(&openings, "by the cell of the neutral stone", |opening| opening.neutral),
            ],
        );
        page.text("How many openings win, of those with the stone on the cell:");
        files.picture(page, &format!("openings/{slug}-cells.svg"), &summary);
    }
    let halves = openings.cells() > MOST_CELLS_SHOWN;
    page.text(if halves {
        "One board for each cell of Black's stone, with the value of each cell for the neutral stone. The other cells are these \
         turned by 180°."
    } else {
        "One board for each cell of Black's stone, with the value of each cell for the neutral stone."
    });
    files.picture(page, &format!("openings/{slug}.svg"), &maps(&title, &openings, halves));
    if tally[0] > 0 && tally[0] < openings.all.len() as u64 {
        page.table(&table(&openings));
    }
    let start = known.game.start();
    let document = |opening: &Opening| OpeningDocument {
        mv: known.game.format_move(&start, opening.mv()),
        value: opening.value.word(),
        distance: opening.distance.map(|plies| plies.0),
    };
    Ok(BoardDocument {
        board: known.source.board.to_string(),
        openings: openings.all.iter().map(document).collect(),
    })
}

fn sentence(openings: &Openings, [win, draw, loss]: [u64; 3]) -> String {
    let all = openings.all.len() as u64;
    let distances: Vec<u16> = openings.all.iter().filter_map(|opening| Some(opening.distance?.0)).collect();
    let spread = match (distances.iter().min(), distances.iter().max()) {
        (Some(least), Some(most)) if least == most => format!(" in {least} plies"),
        (Some(least), Some(most)) => format!(" in {least} to {most} plies"),
        _ => String::new(),
    };
    if win == all {
        return format!("All {} openings win{spread}.", grouped(all));
    }
    if loss == all {
        return format!("All {} openings lose{spread}.", grouped(all));
    }
    let ends = if spread.is_empty() { spread } else { format!(" Wins and losses come{spread}.") };
    format!(
        "Of {} openings {} win, {} draw and {} lose.{ends}",
        grouped(all),
        grouped(win),
        grouped(draw),
        grouped(loss)
    )
}

/// How many openings win by one of their cells.
fn by_cell(openings: &Openings, caption: &str, cell: fn(&Opening) -> Cell) -> Drawing {
    let mut board =
        Rhombus::new(openings.rows, openings.cols, Edges::BlackTopBottom).side(26.0).caption(caption);
    for i in 0..openings.cells() as u16 {
        let here: Vec<&Opening> = openings.all.iter().filter(|opening| cell(opening) == Cell(i)).collect();
        let [win, _, _] = Openings::tally(here.iter().copied());
        let tint = Tint::of(win as f64 / here.len().max(1) as f64 * 0.6);
        let shown = board.cell(Cell(i));
        shown.fill = Some(tint.fill());
        shown.text = format!("{win}/{}", here.len());
    }
    board.draw(caption)
}

/// A board for each cell of the stone.
fn maps(title: &str, openings: &Openings, halves: bool) -> Drawing {
    let cells = openings.cells();
    let shown = if halves { cells.div_ceil(2) } else { cells };
    let side = if cells <= 9 { 22.0 } else { 18.0 };
    let mut parts: Vec<Drawing> = Vec::new();
    for i in 0..shown as u16 {
        let mut board = Rhombus::new(openings.rows, openings.cols, Edges::BlackTopBottom).side(side);
        board.cell(Cell(i)).stone = Some(Stone::Black);
        for opening in openings.all.iter().filter(|opening| opening.stone == Cell(i)) {
            let cell = board.cell(opening.neutral);
            cell.value = Some(opening.value);
            cell.text = opening.mark();
        }
        parts.push(board.draw(title));
    }
    // As many in a row as the board has columns, if they fit: then each map lies where its stone does.
    let wide = parts.first().map_or(0.0, |part| part.width() + 14.0) * f64::from(openings.cols) + 8.0;
    let words = [
        (Wdl::Win, "+ wins, in so many plies"),
        (Wdl::Draw, "= draws"),
        (Wdl::Loss, "− loses, in so many plies"),
    ];
    let words = words
        .into_iter()
        .filter(|(value, _)| openings.all.iter().any(|o| o.value == *value))
        .collect::<Vec<_>>();
    let maps = strip(title, None, wide.min(1000.0), parts);
    strip(
        &format!("{title}: the value of each opening, a board for each cell of Black's stone"),
        None,
        0.0,
        vec![legend_of_values(&words), maps],
    )
}

/// Openings by the cell of the stone, up to symmetry.
fn table(openings: &Openings) -> Table {
    let mut table = Table::new(&["<stone", ">win", ">draw", ">lose", "<neutral stones that win"]);
    for i in 0..openings.cells().div_ceil(2) as u16 {
        let here: Vec<&Opening> = openings.all.iter().filter(|opening| opening.stone == Cell(i)).collect();
        let [win, draw, loss] = Openings::tally(here.iter().copied());
        let winning: Vec<String> = here
            .iter()
            .filter(|opening| opening.value == Wdl::Win)
            .map(|opening| cell_name(openings.cols, opening.neutral))
            .collect();
        let all = winning.len() == here.len();
        table.row([
            cell_name(openings.cols, Cell(i)),
            win.to_string(),
            draw.to_string(),
            loss.to_string(),
            if all { "all".to_owned() } else { winning.join(" ") },
        ]);
    }
    table
}
