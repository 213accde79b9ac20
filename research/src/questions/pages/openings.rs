//! The third question: strong and weak openings.

use super::ground::{Answer, Ground};
use super::standing::{Standing, one_valued};
use crate::questions::patterns::{Class, classes, pattern, steps_off};
use crate::questions::relation::{BoardRegion, Relation};
use crate::questions::tabled::Opening;
use nexsolve_core::words::{grouped, list};
use nexsolve_core::{Bounds, Wdl};
use nexsolve_games::rhombus::Cell;
use nexsolve_games::rhombus::text::cell_name;
use nexsolve_reports::words::mark;
use nexsolve_reports::{Files, Page, PageTable};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

const QUESTION: &str = "Find strong and weak openings";

#[derive(Serialize)]
struct PatternDocument {
    board: String,
    stone: BoardRegion,
    neutral: Relation,
    #[serde(flatten)]
    class: Class,
}

pub(super) fn add(files: &mut Files, grounds: &[Ground<'_>], standings: &[Standing]) -> Answer {
    let path = "questions/3-openings.md";
    let mut page = Page::new(path, QUESTION);
    page.text(
        "On most boards all openings have the same value: they win if Black's edges are closer together than White's, and lose if White's are. `+7`: Black wins in 7 plies; a sign alone: the database has no distances.",
    );
    page.list(one_valued(standings).0);
    let by_stone = stones(&mut page, grounds);
    diagonal(&mut page, grounds);
    let (always, never) = across(&mut page, grounds);
    others(&mut page, grounds);
    page.text("What holds on 3×3 and 4×4 fails on 2×2: there, a stone in a sharp corner can win, and a stone on the short diagonal cannot.");
    let document: Vec<PatternDocument> = grounds
        .iter()
        .flat_map(|ground| {
            let found = classes(&ground.openings, |opening| pattern(ground.tabled.board(), opening));
            let board = ground.title.clone();
            found.into_iter().map(move |((stone, neutral), class)| PatternDocument {
                board: board.clone(),
                stone,
                neutral,
                class,
            })
        })
        .collect();
    files.json("questions/openings.json", &document);
    page.text(&format!(
        "Every pattern on every board: {}.",
        page.link("openings.json", "questions/openings.json")
    ));
    let short = format!(
        "{by_stone} Among the patterns of stone and neutral stone that occur on both 3×3 and larger square boards, {always} always win there and {never} never do."
    );
    page.lead(&short);
    files.page(&page);
    Answer { question: QUESTION, path: path.to_owned(), short }
}

/// Joins cells: `a1, a2 or a3`.
fn either(cells: &[String]) -> String {
    match cells {
        [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => cells.concat(),
    }
}

fn values(class: &Class) -> String {
    let [lost, drawn, won] = class.values;
    let part = |n: u64, word: &str| (n > 0).then(|| format!("{} {word}", grouped(n)));
    list(
        &[part(won, "won"), part(drawn, "drawn"), part(lost, "lost")]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>(),
    )
}

/// Adds the openings of square boards by the stone's cell.
fn stones(page: &mut Page, grounds: &[Ground<'_>]) -> String {
    page.heading(2, "By the stone's cell, square boards");
    let mut table = PageTable::new(&["<board", "<stone", "<best neutral cells", "<others"]);
    let mut answers = Vec::new();
    for ground in grounds.iter().filter(|ground| ground.is_square()) {
        let board = ground.tabled.board();
        let found = classes(&ground.openings, |opening| opening.stone);
        let name = |cell| cell_name(board.cols(), cell);
        let with = |pick: &dyn Fn(&Class) -> bool| -> Vec<String> {
            found.iter().filter(|(_, class)| pick(class)).map(|(cell, _)| name(*cell)).collect()
        };
        let wins = with(&|class| class.values[Wdl::Win as usize] == class.all());
        let never = with(&|class| class.values[Wdl::Win as usize] == 0);
        let part = |cells: &[String], what: &str| {
            (!cells.is_empty()).then(|| format!("a stone on {} {what}", either(cells)))
        };
        let parts: Vec<String> = [part(&wins, "wins with any neutral stone"), part(&never, "wins with none")]
            .into_iter()
            .flatten()
            .collect();
        if !parts.is_empty() {
            answers.push(format!("On {} {}.", ground.title, parts.join(", ")));
        }
        for of_stone in ground.openings.chunk_by(|a, b| a.stone == b.stone) {
            // The other cells are rotations of these.
            if u32::from(of_stone[0].stone.0) * 2 <= board.len() {
                let [best, others] = by_neutral(of_stone, &name);
                table.row([ground.title.clone(), name(of_stone[0].stone), best, others]);
            }
        }
    }
    page.text("Only the first half of the cells is listed; the others follow by rotation.");
    page.table(&table);
    answers.join(" ")
}

/// Returns the neutral cells of the best of these openings, and those of the others. All openings have the
/// same stone.
fn by_neutral(openings: &[Opening], name: &dyn Fn(Cell) -> String) -> [String; 2] {
    let mut sorted: Vec<&Opening> = openings.iter().collect();
    sorted.sort_by_key(|opening| std::cmp::Reverse(opening.score));
    let group = |group: &[&Opening]| {
        let cells: Vec<String> = group.iter().map(|opening| name(opening.neutral)).collect();
        let cells = if group.len() == openings.len() { "any".to_owned() } else { cells.join(" ") };
        format!("{}: {cells}", mark(Bounds::exact(group[0].score)))
    };
    let groups: Vec<String> = sorted.chunk_by(|a, b| a.score == b.score).map(group).collect();
    [groups[0].clone(), groups[1..].join("; ")]
}

/// Adds the openings by the stone's steps to the short diagonal.
fn diagonal(page: &mut Page, grounds: &[Ground<'_>]) {
    page.heading(2, "By the steps to the short diagonal");
    page.text(
        "The short diagonal joins the blunt corners. As in Hex, openings are stronger the closer the stone is to it:",
    );
    let mut table =
        PageTable::new(&["<board", ">steps of the stone", "<openings", ">mean plies of the wins"]);
    for ground in grounds.iter().filter(|ground| ground.is_square()) {
        for (steps, class) in classes(&ground.openings, |opening| steps_off(ground.tabled.board(), opening)) {
            table.row([
                ground.title.clone(),
                steps.to_string(),
                values(&class),
                class.win_plies().map_or_else(|| "–".to_owned(), |plies| format!("{plies:.1}")),
            ]);
        }
    }
    page.table(&table);
}

/// Adds the patterns across square boards.
fn across(page: &mut Page, grounds: &[Ground<'_>]) -> (usize, usize) {
    page.heading(2, "By pattern, across square boards");
    page.text("How many openings win, of those with the stone in this region and the neutral stone at this place relative to it. Directions are Black's.");
    let squares: Vec<&Ground<'_>> = grounds.iter().filter(|ground| ground.is_square()).collect();
    let found: Vec<BTreeMap<(BoardRegion, Relation), Class>> = squares
        .iter()
        .map(|ground| classes(&ground.openings, |opening| pattern(ground.tabled.board(), opening)))
        .collect();
    let all: BTreeSet<(BoardRegion, Relation)> =
        found.iter().flat_map(|classes| classes.keys().copied()).collect();
    let columns: Vec<String> = squares.iter().map(|ground| format!(">{}", ground.title)).collect();
    let columns: Vec<&str> =
        ["<stone", "<neutral stone"].into_iter().chain(columns.iter().map(String::as_str)).collect();
    let mut table = PageTable::new(&columns);
    let (mut always, mut never) = (0, 0);
    for &(region, relation) in &all {
        let cell = |classes: &BTreeMap<(BoardRegion, Relation), Class>| {
            classes.get(&(region, relation)).map_or_else(String::new, |class| {
                format!("{} of {}", class.values[Wdl::Win as usize], class.all())
            })
        };
        table.row(
            [region.words().to_owned(), relation.words().to_owned()]
                .into_iter()
                .chain(found.iter().map(cell)),
        );
        let known: Vec<&Class> = squares
            .iter()
            .zip(&found)
            .filter(|(ground, _)| ground.size().0 >= 3)
            .filter_map(|(_, classes)| classes.get(&(region, relation)))
            .collect();
        if known.len() > 1 {
            always += usize::from(known.iter().all(|class| class.values[Wdl::Win as usize] == class.all()));
            never += usize::from(known.iter().all(|class| class.values[Wdl::Win as usize] == 0));
        }
    }
    page.table(&table);
    (always, never)
}

/// Adds the boards whose openings differ only in distance.
fn others(page: &mut Page, grounds: &[Ground<'_>]) {
    page.heading(2, "Other boards");
    page.text(
        "On these boards, the openings differ only in distance; the best win fastest, or lose slowest. On all other boards, every opening has the same distance.",
    );
    let mut table = PageTable::new(&["<board", "<openings", ">share of best openings"]);
    for ground in grounds.iter().filter(|ground| !ground.is_square()) {
        let whole = classes(&ground.openings, |_| ());
        if whole.values().all(|class| class.best == class.all()) {
            continue;
        }
        let stated = |class: Option<&Class>| {
            class.map_or_else(
                || "–".to_owned(),
                |class| nexsolve_reports::words::share(class.best, class.all()),
            )
        };
        table.row([
            ground.title.clone(),
            whole.get(&()).map(values).unwrap_or_default(),
            stated(whole.get(&())),
        ]);
    }
    if !table.is_empty() {
        page.table(&table);
    }
}
