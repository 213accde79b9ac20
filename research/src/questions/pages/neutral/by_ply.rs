//! Where to place the neutral stone, ply by ply and in near-best play.

use super::later::{BoardDocument, SURE, with_error};
use crate::questions::near_best::ANY;
use crate::questions::neutral::{AtPly, Rule, ShareGain};
use crate::questions::sample::SEED;
use nexsolve_core::words::list;
use nexsolve_reports::{Page, PageTable};
use std::collections::BTreeSet;

/// Adds the sections. States how often each rule holds.
pub(super) fn add(page: &mut Page, documents: &[BoardDocument], near_best: &[BoardDocument]) -> String {
    page.heading(2, "Ply by ply");
    page.text(
        "Averages over all positions give most weight to the middle of the game, which good play rarely reaches. These tables show the same differences for each ply of square boards. In brackets is the number of stone cells on which the figure is based (a cell and its rotation by 180° count once). A dash means that no such pair is in question at this ply.",
    );
    for document in documents.iter().filter(|document| is_square(document)) {
        page.heading(3, &format!("{}, all reachable positions", document.board));
        page.table(&plies(document));
    }
    page.heading(2, "In near-best play");
    page.text(&format!(
        "Games from the start. On average, seven of {ANY} moves are chosen at random among those that keep the value, and one among all legal moves (seed {SEED}). Each position counts as often as it occurs."
    ));
    let mut names = vec!["<board".to_owned(), "<positions".to_owned(), ">pairs in question".to_owned()];
    names.extend(Rule::FOLLOWED.map(|rule| format!(">{}", rule.words())));
    let mut table = PageTable::new(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for document in near_best {
        let gains = Rule::FOLLOWED.map(|rule| points(rule.of(&document.placing)));
        let first =
            [document.board.clone(), document.positions.clone(), with_error(document.placing.in_question)];
        table.row(first.into_iter().chain(gains));
    }
    page.table(&table);
    for document in near_best.iter().filter(|document| is_square(document)) {
        page.heading(3, &format!("{}, near-best play", document.board));
        page.table(&plies(document));
    }
    verdict(page, documents, near_best)
}

fn is_square(document: &BoardDocument) -> bool {
    document.board.split_once('×').is_some_and(|(rows, cols)| rows == cols)
}

/// Formats the gain in percentage points, with its standard error if it has one.
fn points(kept: ShareGain) -> String {
    let gain = if kept.all > 0.0 { format!("{:+.1}", 100.0 * kept.gain) } else { return "–".to_owned() };
    let error = if kept.error > 0.0 { format!(" ± {:.1}", 100.0 * kept.error) } else { String::new() };
    format!("{gain}{error}").replace('-', "−")
}

/// Formats the gain and the number of stone cells on which it is based.
fn stated(at: &AtPly) -> String {
    format!("{} ({})", points(at.kept), at.stones)
}

/// Returns a table with a row for each ply and a column for each rule.
fn plies(document: &BoardDocument) -> PageTable {
    let names: Vec<String> = Rule::FOLLOWED.iter().map(|rule| format!(">{}", rule.words())).collect();
    let names: Vec<&str> = std::iter::once(">ply").chain(names.iter().map(String::as_str)).collect();
    let mut table = PageTable::new(&names);
    let by_ply = &document.placing.by_ply;
    let all: BTreeSet<u32> = by_ply.iter().flatten().map(|at| at.ply).collect();
    for ply in all {
        let cell =
            |plies: &Vec<AtPly>| plies.iter().find(|at| at.ply == ply).map_or_else(|| "–".to_owned(), stated);
        table.row(std::iter::once(ply.to_string()).chain(by_ply.iter().map(cell)));
    }
    table
}

/// The numbers of plies, over all boards, at which a rule holds, its opposite holds, or neither holds by
/// [`SURE`] standard errors.
#[derive(Clone, Copy, Default)]
struct PlyVerdicts([usize; 3]);

impl PlyVerdicts {
    fn of(rule: usize, better: bool, documents: &[BoardDocument]) -> Self {
        let mut held = Self::default();
        for at in documents.iter().flat_map(|document| &document.placing.by_ply[rule]) {
            let gain = if better { at.kept.gain } else { -at.kept.gain };
            let sure = gain.abs() > SURE * at.kept.error;
            held.0[if !sure || gain == 0.0 { 2 } else { usize::from(gain < 0.0) }] += 1;
        }
        held
    }
}

/// Adds a table of how often each rule holds. States the same for near-best play.
fn verdict(page: &mut Page, documents: &[BoardDocument], near_best: &[BoardDocument]) -> String {
    page.heading(3, "How often each rule holds");
    page.text("The number of plies, over all boards, at which the rule holds, at which the opposite holds, and at which neither holds by more than three standard errors.");
    let mut table = PageTable::new(&[
        "<rule",
        ">all positions: holds",
        ">opposite",
        ">neither",
        ">near-best play: holds",
        ">opposite",
        ">neither",
    ]);
    let mut stated = Vec::new();
    for (i, rule) in Rule::FOLLOWED.into_iter().enumerate() {
        let better = documents.iter().map(|document| rule.of(&document.placing).gain).sum::<f64>() > 0.0;
        let word = if better { "better" } else { "worse" };
        let [all, met] = [documents, near_best].map(|documents| PlyVerdicts::of(i, better, documents).0);
        let numbers = all.into_iter().chain(met).map(|count| count.to_string());
        table.row(std::iter::once(format!("“{}” is {word}", rule.words())).chain(numbers));
        let plies: usize = met.iter().sum();
        stated.push(format!(
            "“{}” is {word} at {} of {plies}, the opposite at {}",
            rule.words(),
            met[0],
            met[1]
        ));
    }
    page.table(&table);
    format!("Among the plies of near-best play, {}.", list(&stated))
}
