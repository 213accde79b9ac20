//! The second question: where neutral stones belong.

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

/// Games of near-best play on each board.
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

/// Adds the page; `others` are boards with values alone, on which near-best play is looked at.
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
        "All figures assume best play of both sides afterwards. The rules are tendencies: in single positions the opposite is often right.",
    );
    files.json("questions/neutral.json", &Document { positions: &documents, near_best: &near_best });
    page.text(&format!("All figures: {}.", page.link("neutral.json", "questions/neutral.json")));
    let short = format!("{short} {stated}");
    page.lead(&short);
    files.page(&page);
    Ok(Answer { question: QUESTION, path: path.to_owned(), short })
}

/// What near-best play meets on each board of three rows and columns or more.
fn near_best_of<'t>(tables: impl Iterator<Item = Tabled<'t>>) -> Result<Vec<BoardDocument>, ReportError> {
    let wide = tables.filter(|tabled| tabled.board().rows().min(tabled.board().cols()) >= 3);
    wide.map(|tabled| {
        let sample = near_best(tabled, GAMES, SEED)?;
        let positions = format!("{} of {} games", grouped(sample.drawn.len() as u64), grouped(GAMES));
        Ok(BoardDocument { board: title_of(&tabled), positions, placing: placing(tabled, &sample)? })
    })
    .collect()
}

/// For each cell of the neutral stone, with how many stones it wins.
fn openings(files: &mut Files, page: &mut Page, grounds: &[Ground<'_>]) {
    page.heading(2, "In the opening");
    page.text(
        "The number on a cell counts the winning openings with the neutral stone there, and in the other picture those with the stone there. Where all openings win or all lose, it counts \
         those that win fastest or lose slowest. The darker, the more.",
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
            numbered(ground, &count_of(&|opening| opening.neutral), "the neutral stone here"),
            numbered(ground, &count_of(&|opening| opening.stone), "the stone here"),
        ];
        let what = if by_value {
            "win".to_owned()
        } else {
            best.map(|b| format!("have {}", mark(b.wdl(), b.distance()))).unwrap_or_default()
        };
        let heading = format!("{}: {number} of {} openings {what}", ground.title, ground.openings.len());
        let name = ground.title.replace('×', "x");
        files.picture(
            page,
            &format!("questions/partners-{name}.svg"),
            &strip(&heading, Some(&heading), 900.0, parts),
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

/// How much of the openings' value is the stone's, and how much the neutral stone's.
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
            "The share of the variance of the openings' values (win 1, draw ½, loss 0) that one cell alone explains, where openings differ; the rest depends on how both cells lie to each other:",
        );
        page.table(&table);
    }
}

/// A board with a number on each cell, darker for greater ones.
fn numbered(ground: &Ground<'_>, counts: &[usize], caption: &str) -> nexsolve_reports::svg::Drawing {
    let (rows, cols) = ground.size();
    let mut board = Rhombus::new(rows, cols, Edges::BlackTopBottom);
    let most = counts.len() - 1;
    for (cell, &count) in board.cells.iter_mut().zip(counts) {
        cell.text = count.to_string();
        // The palest half of the shades, on which dark letters can be read.
        cell.fill = Some(Tint::of(0.6 * count as f64 / most as f64).fill());
    }
    board.caption(caption).draw(format!("{}, {caption}", ground.title))
}

/// A table of differences: rows of classes, columns of boards.
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

/// The classes that do better, and those that do worse, on every board; with the least and the greatest difference.
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

/// Later in the game: what holds on all boards.
fn later(files: &mut Files, page: &mut Page, documents: &[BoardDocument]) -> String {
    page.heading(2, "In all of the game");
    page.text(&format!(
        "All positions that play can reach of boards with up to {} positions; otherwise {} of each ply drawn at random (seed {SEED}), with repetition, weighted by how many there are. Every move of each position that is not lost is looked up. \
         A pair of position and stone counts if it is *in question*: some neutral cells keep the position's value and others do not. The numbers are \
         percentage points: how much more often a neutral stone of this kind keeps the value than one that is not of this kind, with the same stone in the same position. Pairs with cells of both kinds count, each alike, so the rows can be compared; ± is one standard error of a random sample.",
        grouped(WHOLE_OF_MOVES),
        grouped(PER_PLY_OF_MOVES)
    ));
    let mut table = Table::new(&[
        "<board",
        "<positions",
        ">pairs in question, of those with a cell that keeps the value",
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
            "How the neutral stone lies to the stone",
            heat("Neutral stone and its stone (percentage points)", relations.clone(), documents, |p| {
                &p.by_relation
            }),
        ),
        (
            "region",
            "Where it lies",
            heat("The neutral stone's place (percentage points)", regions.clone(), documents, |p| {
                &p.by_region
            }),
        ),
        (
            "own",
            "How many own stones it touches",
            heat("Own stones beside it (percentage points)", touches("one's own"), documents, |p| &p.by_own),
        ),
        (
            "theirs",
            "How many of the opponent's it touches",
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
        files.picture(page, &format!("questions/neutral-{name}.svg"), &heat.draw());
    }
    let [good, bad] = rules(parts.iter().map(|(_, _, heat)| heat));
    let stated = |list_of: &[String]| if list_of.is_empty() { "nothing".to_owned() } else { list(list_of) };
    let text = format!(
        "On every board ({}) these are better, by more than three standard errors of a sample: {}. Worse on every one: {}.",
        documents.iter().map(|document| document.board.as_str()).collect::<Vec<_>>().join(", "),
        stated(&good),
        stated(&bad)
    );
    text
}

/// A share in percent, with its standard error if it has one.
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
    fn a_rule_is_beyond_three_errors_on_every_board() {
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
    fn errors_are_told_where_there_are_any() {
        let part = |error| Part { all: 9.0, share: 0.25, error };
        assert_eq!(with_error(part(0.012)), "25.0 ± 1.2 %");
        assert_eq!(with_error(part(0.0)), "25.0 %");
    }
}
