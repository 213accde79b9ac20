//! The atlas: each board that has a database, with its value, its counts, its longest win and its size.

mod awari;
mod connection;
mod draughts;
mod facts;
mod growth;
mod longest;
mod plies;

use crate::ReportError;
use crate::files::Files;
use crate::page::Page;
use crate::report::Chapter;
use crate::source::Sources;
use nexsolve_core::words::counted;
use nexsolve_games::hex::Swap;
use serde::Serialize;

#[derive(Serialize)]
struct Document {
    nex: Vec<connection::BoardDocument>,
    hex: Vec<connection::BoardDocument>,
    awari: Vec<awari::BoardDocument>,
    draughts: Vec<draughts::BoardDocument>,
}

/// Adds the part.
pub(crate) fn add(files: &mut Files, sources: &Sources) -> Result<Chapter, ReportError> {
    let path = "atlas/index.md";
    let mut page = Page::new(path, "Atlas");
    page.text(&format!(
        "Every board that has a database: who wins and how fast, what its openings are worth, how many positions there are \
         and how they are spread, the longest forced win, the size. {} has the numbers.",
        page.link("atlas.json", "atlas/atlas.json")
    ));
    // With the swap rule colours do not tell the players, which tables and charts here are by.
    let (plain, swap): (Vec<_>, Vec<_>) =
        sources.hex()?.into_iter().partition(|known| known.game.variant().swap == Swap::Off);
    if !swap.is_empty() {
        page.text("Databases of Hex with the swap rule are left out.");
    }
    let document = Document {
        nex: connection::add(files, &mut page, &sources.nex()?)?,
        hex: connection::add(files, &mut page, &plain)?,
        awari: awari::add(files, &mut page, &sources.awari()?),
        draughts: draughts::add(files, &mut page, &sources.draughts()?)?,
    };
    files.json("atlas/atlas.json", &document);
    files.page(&page);
    let boards = counted(sources.iter().count() as u64, "board", "boards");
    let lead = format!("{boards}, with values, counts by ply, longest wins and sizes, and how these grow.");
    Ok(Chapter { title: "Atlas", path: path.to_owned(), lead })
}
