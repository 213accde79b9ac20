//! The fifth question: who wins.

mod stealing;

use super::{Answer, Ground};
use nexsolve_core::Wdl;
use nexsolve_core::words::{counted, grouped, list};
use nexsolve_reports::{Files, Page, ReportError, Table, mark};

const QUESTION: &str = "Is Nex a first-player win?";

pub(super) fn add(files: &mut Files, grounds: &[Ground<'_>]) -> Result<Answer, ReportError> {
    let path = "questions/5-first-player.md";
    let mut page = Page::new(path, QUESTION);
    let (square, told) = boards(&mut page, grounds);
    page.heading(2, "What that proves");
    page.text(
        "A database is a *strong* solution of its board: the value of every position. A strategy from the start is a *weak* solution, the start's value alone an \
         *ultra-weak* one. An argument by strategy stealing would be ultra-weak, for all N at once, without a strategy. The boards here are solved strongly; of \
         N×N in general nothing is proven by them.",
    );
    let stealing = stealing::add(files, &mut page, grounds)?;
    files.page(&page);
    let short = format!("{told} {stealing} For N×N in general it is open: {square}.");
    Ok(Answer { question: QUESTION, path: path.to_owned(), short })
}

/// The boards by whose way is shorter.
fn boards(page: &mut Page, grounds: &[Ground<'_>]) -> (String, String) {
    page.heading(2, "What the boards say");
    page.text(
        "Black joins the top row with the bottom row, so his shortest way takes as many stones as there are rows; White's as many as there are columns.",
    );
    let mut table =
        Table::new(&["<board", "<shorter way", ">value for Black", ">openings that win", ">draw", ">lose"]);
    let mut by_way: [Vec<(&Ground<'_>, Wdl)>; 3] = Default::default();
    for ground in grounds {
        let (rows, cols) = ground.size();
        let way = match rows.cmp(&cols) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        };
        by_way[way].push((ground, ground.value.wdl()));
        let openings =
            |value| grouped(ground.openings.iter().filter(|o| o.score.wdl() == value).count() as u64);
        table.row([
            ground.title.clone(),
            ["Black's", "both alike", "White's"][way].to_owned(),
            mark(ground.value.wdl(), ground.value.distance()),
            openings(Wdl::Win),
            openings(Wdl::Draw),
            openings(Wdl::Loss),
        ]);
    }
    page.table(&table);
    let told = |boards: &[(&Ground<'_>, Wdl)]| -> String {
        let of = |value| boards.iter().filter(|(_, v)| *v == value).count() as u64;
        let whole = boards.len() as u64;
        let part = |value, word: &str| match of(value) {
            0 => None,
            count if count == whole && whole > 1 => Some(format!("{word} all")),
            count => Some(format!("{word} {count}")),
        };
        let parts = [part(Wdl::Win, "wins"), part(Wdl::Draw, "draws"), part(Wdl::Loss, "loses")];
        list(&parts.into_iter().flatten().collect::<Vec<_>>())
    };
    let [wide, square, tall] = &by_way;
    let names = |boards: &[(&Ground<'_>, Wdl)]| {
        list(&boards.iter().map(|(g, _)| g.title.clone()).collect::<Vec<_>>())
    };
    let mut sentences = Vec::new();
    if !square.is_empty() {
        sentences.push(format!("Of {} the first player {}.", names(square), told(square)));
    }
    if !wide.is_empty() {
        sentences.push(format!(
            "Of {} on which the first player's way is shorter he {}.",
            counted(wide.len() as u64, "board", "boards"),
            told(wide)
        ));
    }
    if !tall.is_empty() {
        sentences.push(format!(
            "Of {} on which it is longer he {}: a longer way outweighs the first move.",
            counted(tall.len() as u64, "board", "boards"),
            told(tall)
        ));
    }
    let text = sentences.join(" ");
    page.text(&text);
    let open = square.iter().map(|(ground, _)| ground.size().0).max().map_or_else(
        || "no square board was given".to_owned(),
        |size| format!("the largest square board here is {size}×{size}"),
    );
    (open, text)
}
