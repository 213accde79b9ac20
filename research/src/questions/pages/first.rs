//! The fifth question: who wins.

mod stealing;

use super::ground::{Answer, Ground};
use super::standing::{Standing, one_valued};
use nexsolve_core::Wdl;
use nexsolve_core::words::{counted, grouped, list};
use nexsolve_reports::{Files, Page, PageTable, ReportError};

const QUESTION: &str = "Is Nex a first-player win?";

pub(super) fn add(
    files: &mut Files,
    grounds: &[Ground<'_>],
    standings: &[Standing],
) -> Result<Answer, ReportError> {
    let path = "questions/5-first-player.md";
    let mut page = Page::new(path, QUESTION);
    let (square, stated) = boards(&mut page, standings);
    let stealing = stealing::add(files, &mut page, grounds)?;
    let short = format!("{stated} {stealing} For N×N in general the question is open: {square}.");
    page.lead(&short);
    files.page(&page);
    Ok(Answer { question: QUESTION, path: path.to_owned(), short })
}

/// Adds the values of the boards. Returns which square boards were given, and the results by whose edges are
/// closer.
fn boards(page: &mut Page, standings: &[Standing]) -> (String, String) {
    page.heading(2, "Results by board");
    page.text(
        "Black connects the first row with the last, which takes at least as many stones as there are rows; White needs at least as many as there are columns. `+7`: Black wins in 7 plies; a sign alone: the database has no distances.",
    );
    let (lines, mixed) = one_valued(standings);
    page.list(&lines);
    let mut table = PageTable::new(&["<board", ">value for Black", ">openings that win", ">draw", ">lose"]);
    for standing in mixed {
        let openings = standing.openings.map(grouped);
        table.row([vec![standing.title.clone(), standing.mark()], openings.to_vec()].concat());
    }
    if !table.is_empty() {
        page.table(&table);
    }
    let by_way = |way: std::cmp::Ordering| -> Vec<&Standing> {
        standings.iter().filter(|standing| standing.rows.cmp(&standing.cols) == way).collect()
    };
    let stated = |boards: &[&Standing]| -> String {
        let of = |value| boards.iter().filter(|standing| standing.value() == value).count() as u64;
        let whole = boards.len() as u64;
        let part = |value, word: &str| match of(value) {
            0 => None,
            count if count == whole && whole > 1 => Some(format!("{word} all")),
            count => Some(format!("{word} {count}")),
        };
        let parts = [part(Wdl::Win, "wins"), part(Wdl::Draw, "draws"), part(Wdl::Loss, "loses")];
        list(&parts.into_iter().flatten().collect::<Vec<_>>())
    };
    let [wide, square, tall] =
        [std::cmp::Ordering::Less, std::cmp::Ordering::Equal, std::cmp::Ordering::Greater].map(by_way);
    let names = |boards: &[&Standing]| list(&boards.iter().map(|s| s.title.clone()).collect::<Vec<_>>());
    let mut sentences = Vec::new();
    if !square.is_empty() {
        sentences.push(format!("Among {}, the first player {}.", names(&square), stated(&square)));
    }
    if !wide.is_empty() {
        sentences.push(format!(
            "Among {} on which the first player's edges are closer, that player {}.",
            counted(wide.len() as u64, "board", "boards"),
            stated(&wide)
        ));
    }
    if !tall.is_empty() {
        sentences.push(format!(
            "Among {} on which they are farther apart, the first player {}: the greater distance outweighs the first move.",
            counted(tall.len() as u64, "board", "boards"),
            stated(&tall)
        ));
    }
    let text = sentences.join(" ");
    let open = square.iter().map(|standing| standing.rows).max().map_or_else(
        || "no square board was given".to_owned(),
        |size| format!("the largest square board here is {size}×{size}"),
    );
    (open, text)
}
