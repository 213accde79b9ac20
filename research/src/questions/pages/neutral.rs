//! The second question: where to place neutral stones.

mod by_ply;

use super::{Answer, Ground, PER_PLY_OF_MOVES, SEED, WHOLE_OF_MOVES, how_many, percent, title_of};
use crate::heat::Heat;
use crate::picture::Rhombus;
use crate::questions::near_best::near_best;
use crate::questions::neutral::{Kept, Part, Placing, placing};
use crate::questions::patterns::explained;
use crate::questions::relation::{Region, Relation};
use crate::questions::tabled::Tabled;
use nexsolve_core::Wdl;
use nexsolve_core::words::{grouped, list};
use nexsolve_games::rhombus::{Cell, Edges};
use nexsolve_reports::ink::Tint;
use nexsolve_reports::strip::strip;
use nexsolve_reports::{Files, Page, ReportError, Table, mark};
use serde::Serialize;

const QUESTION: &str = "Where should the neutral stones be placed?";

/// The number of games of near-best play on each board.
const GAMES: u64 = 20_000;

#[derive(Serialize)]
struct Document<'a> {
    positions: &'a [BoardDocument],
    near_best: &'a [BoardDocument],
}

#[derive(Serialize)]
struct BoardDocument {
    board: String,
    positions: String,
    placing: Placing,
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
    let short = later(files, &mut page, &documents);
    let tables = grounds.iter().map(|ground| ground.tabled).chain(others.iter().copied());
    let near_best = near_best_of(tables)?;
    let stated = by_ply::add(&mut page, &documents, &near_best);
    page.text(
        "All figures assume best play by both sides afterwards. The rules are tendencies: in individual positions the opposite is often right.",
    );
    files.json("questions/neutral.json", &Document { positions: &documents, near_best: &near_best });
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

/// Adds pictures of the openings: for each cell of the neutral stone, and of the stone, the number of winning openings.
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
                best.map(|b| mark(b.wdl(), b.distance())).unwrap_or_default()
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
            best.map(|b| format!("have {}", mark(b.wdl(), b.distance()))).unwrap_or_default()
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
    let mut table = Table::new(&["<board", ">by the stone's cell", ">by the neutral stone's cell"]);
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

/// Makes a heat map of differences: a row for each class, a column for each board.
fn heat(
    title: &str,
    names: Vec<String>,
    documents: &[BoardDocument],
    of: impl Fn(&Placing) -> &Vec<Kept>,
) -> Heat {
    let table = |number: &dyn Fn(&Kept) -> Option<f64>| {
        (0..names.len())
            .map(|row| documents.iter().map(|document| number(&of(&document.placing)[row])).collect())
            .collect()
    };
    Heat {
        title: title.to_owned(),
        row_title: String::new(),
        col_title: "board".to_owned(),
        cols: documents.iter().map(|document| document.board.clone()).collect(),
        cells: table(&|kept| (kept.all > 0.0).then_some(100.0 * kept.gain)),
        errors: table(&|kept| (kept.error > 0.0).then_some(100.0 * kept.error)),
        decimals: 1,
        rows: names,
    }
}

/// A rule counts as certain if its gain is at least this many standard errors from zero on every board.
const SURE: f64 = 3.0;

/// Returns the classes that are better, and those that are worse, on every board, with the least and the greatest
/// difference.
fn rules<'h>(heats: impl Iterator<Item = &'h Heat>) -> [Vec<String>; 2] {
    let mut rules = [Vec::new(), Vec::new()];
    for heat in heats {
        for ((name, cells), errors) in heat.rows.iter().zip(&heat.cells).zip(&heat.errors) {
            let known: Option<Vec<f64>> = cells.iter().copied().collect();
            let Some(known) = known.filter(|known| !known.is_empty()) else { continue };
            let beyond =
                |sign: f64| known.iter().zip(errors).all(|(x, error)| sign * x > SURE * error.unwrap_or(0.0));
            let (least, most) =
                known.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &x| (a.min(x), b.max(x)));
            let stated = format!("“{name}” ({least:+.1} to {most:+.1})").replace('-', "−");
            if beyond(1.0) {
                rules[0].push(stated);
            } else if beyond(-1.0) {
                rules[1].push(stated);
            }
        }
    }
    rules
}

/// Adds the results over the whole game. States what holds on all boards.
fn later(files: &mut Files, page: &mut Page, documents: &[BoardDocument]) -> String {
    page.heading(2, "In the whole game");
    page.text(&format!(
        "On boards with up to {} reachable positions, all are examined; on others, {} random positions of each ply (seed {SEED}), drawn with replacement and weighted by the size of the ply. Every move of each position that is not lost is looked up. A pair of a position and a stone is *in question* if some neutral cells keep the position's value and others do not. The numbers are percentage points: how much more often a neutral stone of this kind keeps the value than one of another kind, with the same stone in the same position. All pairs with cells of both kinds count equally, so the rows can be compared; ± is one standard error of a random sample.",
        grouped(WHOLE_OF_MOVES),
        grouped(PER_PLY_OF_MOVES)
    ));
    let mut table = Table::new(&[
        "<board",
        "<positions",
        ">pairs in question, among those with a cell that keeps the value",
    ]);
    for document in documents {
        let placing = &document.placing;
        table.row([document.board.clone(), document.positions.clone(), with_error(placing.in_question)]);
    }
    page.table(&table);
    let relations: Vec<String> = Relation::ALL.iter().map(|relation| relation.words().to_owned()).collect();
    let regions: Vec<String> = Region::ALL.iter().map(|region| region.words().to_owned()).collect();
    let touches = |what: &str| {
        ["none", "one", "two", "three or more"].map(|n| format!("touches {n} of {what}")).to_vec()
    };
    let parts: [(&str, &str, Heat); 4] = [
        (
            "relation",
            "Relative to the stone",
            heat("Neutral stone and its stone (percentage points)", relations.clone(), documents, |p| {
                &p.by_relation
            }),
        ),
        (
            "region",
            "On the board",
            heat("The neutral stone's place (percentage points)", regions.clone(), documents, |p| {
                &p.by_region
            }),
        ),
        (
            "own",
            "By the own stones that it touches",
            heat("Own stones beside it (percentage points)", touches("one's own"), documents, |p| &p.by_own),
        ),
        (
            "theirs",
            "By the opponent's stones that it touches",
            heat(
                "Opponent's stones beside it (percentage points)",
                touches("the opponent's"),
                documents,
                |p| &p.by_touched,
            ),
        ),
    ];
    for (name, heading, heat) in &parts {
        page.heading(3, heading);
        let caption = "How much more often such a neutral stone keeps the value than another one, in percentage points, board by board.";
        files.picture(page, &format!("questions/neutral-{name}.svg"), &heat.draw().captioned(caption));
    }
    let [good, bad] = rules(parts.iter().map(|(_, _, heat)| heat));
    let stated = |list_of: &[String]| if list_of.is_empty() { "nothing".to_owned() } else { list(list_of) };
    let text = format!(
        "On every board ({}), these are better by more than three standard errors: {}. Worse on every board: {}.",
        documents.iter().map(|document| document.board.as_str()).collect::<Vec<_>>().join(", "),
        stated(&good),
        stated(&bad)
    );
    text
}

/// Formats a share in percent, with its standard error if it has one.
fn with_error(part: Part) -> String {
    if part.error > 0.0 {
        format!("{:.1} ± {:.1} %", 100.0 * part.share, 100.0 * part.error)
    } else {
        percent(part.share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_exceeds_three_errors_on_every_board() {
        let row = |cells: [Option<f64>; 2], errors: [Option<f64>; 2]| (cells.to_vec(), errors.to_vec());
        let (cells, errors): (Vec<_>, Vec<_>) = [
            row([Some(2.0), Some(0.3)], [None, Some(0.09)]),
            row([Some(2.0), Some(0.3)], [None, Some(0.11)]),
            row([Some(-2.0), Some(-9.0)], [Some(0.5), None]),
            row([Some(-2.0), Some(2.0)], [None, None]),
            row([Some(2.0), None], [None, None]),
        ]
        .into_iter()
        .unzip();
        let heat = Heat {
            title: String::new(),
            row_title: String::new(),
            rows: ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec(),
            col_title: String::new(),
            cols: vec![String::new(); 2],
            cells,
            errors,
            decimals: 1,
        };
        let expected = [vec!["“a” (+0.3 to +2.0)".to_owned()], vec!["“c” (−9.0 to −2.0)".to_owned()]];
        assert_eq!(rules(std::iter::once(&heat)), expected);
    }

    #[test]
    fn errors_are_shown_if_there_are_any() {
        let part = |error| Part { all: 9.0, share: 0.25, error };
        assert_eq!(with_error(part(0.012)), "25.0 ± 1.2 %");
        assert_eq!(with_error(part(0.0)), "25.0 %");
    }
}
