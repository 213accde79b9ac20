//! Where to place the neutral stone, over all positions of a board.

use crate::heat::Heat;
use crate::questions::neutral::{Placing, Proportion, ShareGain};
use crate::questions::pages::ground::{PER_PLY_OF_MOVES, WHOLE_OF_MOVES};
use crate::questions::relation::{BoardRegion, Relation};
use crate::questions::sample::SEED;
use nexsolve_core::words::{grouped, list};
use nexsolve_reports::words::percent;
use nexsolve_reports::{Files, Page, PageTable};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct BoardDocument {
    pub(super) board: String,
    pub(super) positions: String,
    pub(super) placing: Placing,
}

/// A rule counts as certain if its gain is at least this many standard errors from zero on every board.
pub(super) const SURE: f64 = 3.0;

/// Adds the results over the whole game. States what holds on all boards.
pub(super) fn add(files: &mut Files, page: &mut Page, documents: &[BoardDocument]) -> String {
    page.heading(2, "In the whole game");
    page.text(&format!(
        "On boards with up to {} reachable positions, all are examined; on others, {} random positions of each ply (seed {SEED}), drawn with replacement and weighted by the size of the ply. Every move of each position that is not lost is looked up. A pair of a position and a stone is *in question* if some neutral cells keep the position's value and others do not. The numbers are percentage points: how much more often a neutral stone of this kind keeps the value than one of another kind, with the same stone in the same position. All pairs with cells of both kinds count equally, so the rows can be compared; ± is one standard error of a random sample.",
        grouped(WHOLE_OF_MOVES),
        grouped(PER_PLY_OF_MOVES)
    ));
    let mut table = PageTable::new(&[
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
    let regions: Vec<String> = BoardRegion::ALL.iter().map(|region| region.words().to_owned()).collect();
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
pub(super) fn with_error(part: Proportion) -> String {
    if part.error > 0.0 {
        format!("{:.1} ± {:.1} %", 100.0 * part.share, 100.0 * part.error)
    } else {
        percent(part.share)
    }
}

/// Makes a heat map of differences: a row for each class, a column for each board.
fn heat(
    title: &str,
    names: Vec<String>,
    documents: &[BoardDocument],
    of: impl Fn(&Placing) -> &Vec<ShareGain>,
) -> Heat {
    let table = |number: &dyn Fn(&ShareGain) -> Option<f64>| {
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

/// Returns the classes that are better, and those that are worse, on every board, with the least and the
/// greatest difference.
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
        let part = |error| Proportion { all: 9.0, share: 0.25, error };
        assert_eq!(with_error(part(0.012)), "25.0 ± 1.2 %");
        assert_eq!(with_error(part(0.0)), "25.0 %");
    }
}
