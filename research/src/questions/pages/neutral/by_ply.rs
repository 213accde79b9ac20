//! Where the neutral stone belongs, ply by ply, and along near-best play.

use super::{BoardDocument, SURE, with_error};
use crate::questions::near_best::ANY;
use crate::questions::neutral::{AtPly, Kept, Rule};
use nexsolve_core::words::list;
use nexsolve_reports::{Page, Table};
use std::collections::BTreeSet;

/// Adds the sections; which rules hold throughout, in a sentence.
pub(super) fn add(page: &mut Page, documents: &[BoardDocument], near_best: &[BoardDocument]) -> String {
    page.heading(2, "Ply by ply");
    page.text(
        "Averages over all positions count those most that are most: positions of the middle of the game, which sensible play does not meet. So here are the same differences ply by ply, on square boards. A dash: no position of \
         the ply has such a choice in question.",
    );
    for document in documents.iter().filter(|document| is_square(document)) {
        page.heading(3, &format!("{}, all positions that play can reach", document.board));
        page.table(&plies(document));
    }
    page.heading(2, "Along near-best play");
    page.text(&format!(
        "Games from the start, in which seven moves of {ANY} are drawn from those that keep the value and one is any legal move. Each position counts as often as it was met (seed {}); ± is one standard error.",
        super::SEED
    ));
    let mut names = vec!["<board".to_owned(), "<positions".to_owned(), ">pairs in question".to_owned()];
    names.extend(Rule::FOLLOWED.map(|rule| format!(">{}", rule.words())));
    let mut table = Table::new(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for document in near_best {
        let gains = Rule::FOLLOWED.map(|rule| points(rule.of(&document.placing)));
        let first =
            [document.board.clone(), document.positions.clone(), with_error(document.placing.in_question)];
        table.row(first.into_iter().chain(gains));
    }
    page.table(&table);
    for document in near_best.iter().filter(|document| is_square(document)) {
        page.heading(3, &format!("{}, along near-best play", document.board));
        page.table(&plies(document));
    }
    let text = verdict(documents, near_best);
    page.text(&text);
    text
}

fn is_square(document: &BoardDocument) -> bool {
    document.board.split_once('×').is_some_and(|(rows, cols)| rows == cols)
}

/// The gain in percentage points, with its standard error if it has one.
fn points(kept: Kept) -> String {
    let gain = if kept.all > 0.0 { format!("{:+.1}", 100.0 * kept.gain) } else { return "–".to_owned() };
    let error = if kept.error > 0.0 { format!(" ± {:.1}", 100.0 * kept.error) } else { String::new() };
    format!("{gain}{error}").replace('-', "−")
}

/// A row for each ply, a column for each rule.
fn plies(document: &BoardDocument) -> Table {
    let names: Vec<String> = Rule::FOLLOWED.iter().map(|rule| format!(">{}", rule.words())).collect();
    let names: Vec<&str> = std::iter::once(">ply").chain(names.iter().map(String::as_str)).collect();
    let mut table = Table::new(&names);
    let by_ply = &document.placing.by_ply;
    let all: BTreeSet<u32> = by_ply.iter().flatten().map(|at| at.ply).collect();
    for ply in all {
        let cell = |plies: &Vec<AtPly>| {
            plies.iter().find(|at| at.ply == ply).map_or_else(|| "–".to_owned(), |at| points(at.kept))
        };
        table.row(std::iter::once(ply.to_string()).chain(by_ply.iter().map(cell)));
    }
    table
}

/// Where a rule turns round: the gain has the other sign than on all boards together, by more than [`SURE`] standard errors.
fn turned<'d>(
    rule: usize,
    documents: &'d [BoardDocument],
    better: bool,
) -> impl Iterator<Item = String> + 'd {
    documents.iter().filter_map(move |document| {
        let against = |at: &&AtPly| {
            let gain = if better { at.kept.gain } else { -at.kept.gain };
            gain < 0.0 && -gain > SURE * at.kept.error
        };
        let plies: Vec<String> =
            document.placing.by_ply[rule].iter().filter(against).map(|at| at.ply.to_string()).collect();
        (!plies.is_empty()).then(|| {
            let word = if plies.len() == 1 { "ply" } else { "plies" };
            format!("{} at {word} {}", document.board, list(&plies))
        })
    })
}

/// Which rules hold at every ply of every board, and where the others turn round.
fn verdict(documents: &[BoardDocument], near_best: &[BoardDocument]) -> String {
    let (mut always, mut not_always) = (Vec::new(), Vec::new());
    for (i, rule) in Rule::FOLLOWED.into_iter().enumerate() {
        let whole = documents.iter().map(|document| rule.of(&document.placing).gain).sum::<f64>();
        let better = whole > 0.0;
        let name = format!("“{}” ({})", rule.words(), if better { "better" } else { "worse" });
        let all: Vec<String> = turned(i, documents, better).collect();
        let met: Vec<String> = turned(i, near_best, better).collect();
        if all.is_empty() && met.is_empty() {
            always.push(name);
            continue;
        }
        let part = |found: &[String], what: &str| {
            (!found.is_empty()).then(|| format!("{what} on {}", found.join(", ")))
        };
        let parts = [part(&all, "among all positions"), part(&met, "along near-best play")];
        not_always
            .push(format!("{name} turns round {}", list(&parts.into_iter().flatten().collect::<Vec<_>>())));
    }
    let held = if always.is_empty() {
        "No rule holds at every ply.".to_owned()
    } else {
        format!(
            "At no ply of any board does the opposite of {} hold by more than three standard errors.",
            list(&always)
        )
    };
    let turned =
        if not_always.is_empty() { String::new() } else { format!(" But {}.", not_always.join("; ")) };
    format!("{held}{turned}")
}
