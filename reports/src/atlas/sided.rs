//! Games with rows and columns, board by board.

use super::facts::Facts;
use super::plies::{ByPly, numbers};
use super::{growth, longest};
use crate::ReportError;
use crate::files::Files;
use crate::page::{Page, PageTable};
use crate::picture::NotedPicture;
use crate::source::BoardDatabase;
use crate::svg::Drawing;
use crate::words::{or_dash, size};
use nexsolve_core::words::{counted, grouped};
use nexsolve_core::{Game, Notation, Score};
use nexsolve_db::json::{counts, joined, number};
use nexsolve_db::summary::bits;
use nexsolve_games::{AnyPosition, Card};
use serde_json::{Value, json};

/// Adds the page of a game, and its section of the atlas page: a table, and charts that compare its boards.
/// Returns the data of the boards.
pub(super) fn add(
    files: &mut Files,
    atlas: &mut Page,
    card: &Card,
    boards: &[&BoardDatabase],
) -> Result<Vec<Value>, ReportError> {
    let facts: Vec<Facts<'_>> = boards.iter().map(|source| Facts::of(source)).collect::<Result<_, _>>()?;
    let path = format!("atlas/{}.md", card.word);
    let mut page = Page::new(&path, format!("Atlas of {}", card.title));
    page.text(
        "*Positions* are all that the rules allow, *reachable* ones those that play from the start can reach, games \
         ending at a win; symmetric ones count separately. Lost, drawn and won are the reachable ones, if these have been \
         counted, for the side to move; *longest* is the longest win or loss among them, in plies.",
    );
    atlas.heading(2, card.title);
    atlas.text(&format!(
        "{} has each board ply by ply. Values are the first player's; *positions* are all that the rules allow, *reached* \
         those that play from the start can reach; lost, drawn and won are the reached ones by their value for the side to move; *longest* is the longest forced win or loss of any of them, in plies. A dash: \
         the database has no distances.",
        atlas.link(&format!("The page of {}", card.title), &path)
    ));
    atlas.table(&overview(&facts));
    growth::add(files, atlas, card, &facts);
    let mut documents = Vec::new();
    for (source, facts) in boards.iter().zip(&facts) {
        documents.push(section(files, &mut page, source, facts)?);
    }
    files.page(&page);
    Ok(documents)
}

/// Adds the section of a game that is not in the program to the atlas page. Returns its data.
pub(super) fn own(files: &mut Files, atlas: &mut Page, source: &BoardDatabase) -> Result<Value, ReportError> {
    let facts = Facts::of(source)?;
    atlas.heading(2, &facts.title);
    atlas.text(&facts.sentence());
    atlas.table(&overview(std::slice::from_ref(&facts)));
    let example = longest_win(files, atlas, source, &facts)?;
    Ok(document(source, &facts, example.as_deref(), &Value::Null))
}

fn overview(facts: &[Facts<'_>]) -> PageTable {
    let mut table = PageTable::new(&[
        "<board",
        "<value",
        ">openings: win",
        ">draw",
        ">lose",
        ">positions",
        ">reached",
        ">lost",
        ">drawn",
        ">won",
        ">longest",
        ">size",
        ">bits a number",
    ]);
    for board in facts {
        let mut cells = vec![board.title.clone(), board.value_words()];
        cells.extend(board.openings.map(grouped));
        cells.extend(numbers(&board.summary.total));
        cells.push(size(board.summary.bytes()));
        // The files of the smallest boards consist almost only of headers.
        let bits = bits(&board.tables()).filter(|bits| *bits < 10.0);
        cells.push(or_dash(bits.map(|bits| format!("{bits:.2}"))));
        table.row(cells);
    }
    table
}

fn section(
    files: &mut Files,
    page: &mut Page,
    source: &BoardDatabase,
    facts: &Facts<'_>,
) -> Result<Value, ReportError> {
    let (summary, slug) = (&facts.summary, source.board().slug());
    page.heading(2, &facts.title);
    page.text(&facts.sentence());
    let plies = ByPly::of(summary);
    files.picture(page, &format!("atlas/{slug}.svg"), &plies.draw(&facts.title).captioned(plies.caption()));
    page.table(&plies.table());
    let example = longest_win(files, page, source, facts)?;
    Ok(document(source, facts, example.as_deref(), &plies.json()))
}

/// Adds an example of the longest win or loss. Returns its position.
fn longest_win(
    files: &mut Files,
    page: &mut Page,
    source: &BoardDatabase,
    facts: &Facts<'_>,
) -> Result<Option<String>, ReportError> {
    let (summary, slug) = (&facts.summary, source.board().slug());
    let mut example = None;
    if let Some(longest) = summary.total.longest
        && let Some((position, score)) = longest::example(source, longest, |_| true)?
    {
        let plies = counted(longest.0.into(), "ply", "plies");
        let (drawing, text) = picture_of(source, &position, score);
        let all = if summary.total.of_which() == "reachable" { "reachable position" } else { "position" };
        if position == source.game().start() {
            page.text(&format!("The longest forced win of any {all} takes {plies}: the start is one."));
        } else {
            page.text(&format!("The longest forced win of any {all} takes {plies}. Here is one: `{text}`."));
            let caption = "A position whose forced win takes the most plies.";
            files.picture(page, &format!("atlas/{slug}-longest.svg"), &drawing.captioned(caption));
        }
        example = Some(text);
    }
    Ok(example)
}

/// The data of a board; `plies` has the counts of each.
fn document(source: &BoardDatabase, facts: &Facts<'_>, example: Option<&str>, plies: &Value) -> Value {
    let (summary, total) = (&facts.summary, &facts.summary.total);
    let [win, draw, loss] = facts.openings;
    joined([
        json!({
            "board": source.board().to_string(),
            "rows": facts.rows,
            "cols": facts.cols,
            // For Black, who moves first.
            "value": facts.value.word(),
            // Plies to the end; null for a draw, or if no table has them.
            "distance": facts.distance.map(|plies| plies.0),
            "openings": { "win": win, "draw": draw, "loss": loss },
        }),
        // All positions that have a rank, and the values of the reachable ones if those were counted.
        counts(total),
        json!({
            "of": total.of_which(),
            // The longest win or loss, in plies, and a position that has it.
            "longest": total.longest.map(|plies| plies.0),
            "example": example,
            "bytes": number(summary.bytes()),
            "bits_a_number": bits(&facts.tables()).map(|bits| (bits * 100.0).round() / 100.0),
            "plies": plies,
        }),
    ])
}

/// The position drawn, and as text.
fn picture_of(source: &BoardDatabase, position: &AnyPosition, score: Score) -> (Drawing, String) {
    let (game, board) = (source.game(), source.board());
    let mover = game.side_to_move(position);
    let winner = score.wdl().winner(mover).expect("a win");
    let plies = score.distance().expect("a distance").0;
    let caption = format!("{} to move, {} wins in {plies} plies", game.side(mover), game.side(winner));
    let text = game.format_position(position);
    let title = format!("{}: {caption}", board.title());
    (NotedPicture::new(game.picture(position), 20.0).caption(caption).draw(title), text)
}
