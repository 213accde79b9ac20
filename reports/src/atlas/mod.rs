//! The atlas: each board that has a database, with its value, its counts, its longest win and its size.

mod counted;
mod facts;
mod growth;
mod longest;
mod plies;
mod sided;

use crate::ReportError;
use crate::files::Files;
use crate::page::{Chapter, Page};
use crate::source::{BoardDatabase, BoardDatabases};
use nexsolve_core::Game;
use nexsolve_core::words::counted;
use nexsolve_games::listed::own::is_own;
use nexsolve_games::{GAMES, Measure};
use serde_json::{Map, Value};

/// Adds this part of the report.
pub(crate) fn add(files: &mut Files, sources: &BoardDatabases) -> Result<Chapter, ReportError> {
    let path = "atlas/index.md";
    let mut page = Page::new(path, "Atlas");
    page.text(&format!(
        "For each board with a database: who wins and how fast, the values of the openings, the numbers of positions \
         and their values by ply, the longest forced win, and the size. {} has the numbers.",
        page.link("atlas.json", "atlas/atlas.json")
    ));
    // With the swap rule a colour does not identify a player, but the tables and charts here list players by
    // colour.
    let has_swap = |source: &&BoardDatabase| source.game().may_swap(&source.game().start());
    if sources.iter().any(|source| has_swap(&source)) {
        page.text("Databases of games with the swap rule are left out.");
    }
    let mut documents = Map::new();
    for card in GAMES {
        let of_game = |source: &&BoardDatabase| source.board().game_word() == card.word && !has_swap(source);
        let boards: Vec<&BoardDatabase> = sources.iter().filter(of_game).collect();
        let stated: Vec<Value> = match (card.measure, boards.is_empty()) {
            (_, true) => Vec::new(),
            (Measure::Sides { .. }, _) => sided::add(files, &mut page, card, &boards)?,
            (Measure::Count { .. }, _) => counted::add(files, &mut page, card, &boards)?,
        };
        documents.insert(card.word.to_owned(), stated.into());
    }
    for source in sources.iter().filter(|source| is_own(source.board())) {
        let stated = sided::own(files, &mut page, source)?;
        documents.insert(source.board().to_string(), vec![stated].into());
    }
    let mut documents = Value::Object(documents);
    documents.sort_all_objects();
    files.json("atlas/atlas.json", &documents);
    files.page(&page);
    let boards = counted(sources.iter().count() as u64, "board", "boards");
    let lead = format!("{boards}, with values, counts by ply, longest wins and sizes, and how these grow.");
    Ok(Chapter { title: "Atlas", path: path.to_owned(), lead })
}
