//! Openings: for each cell of the first stone the values of all cells for the neutral one.

mod hex;
mod nex;

use crate::ReportError;
use crate::files::Files;
use crate::page::Page;
use crate::report::Chapter;
use crate::source::Sources;
use serde::Serialize;

#[derive(Serialize)]
struct Document {
    boards: Vec<BoardDocument>,
}

#[derive(Serialize)]
struct BoardDocument {
    board: String,
    openings: Vec<OpeningDocument>,
}

/// An opening; its value is for Black, who makes it.
#[derive(Serialize)]
struct OpeningDocument {
    #[serde(rename = "move")]
    mv: String,
    value: &'static str,
    /// Plies from before the move to the end; null for a draw, and where tables hold values alone.
    distance: Option<u16>,
}

/// Adds the part.
pub(crate) fn add(files: &mut Files, sources: &Sources) -> Result<Chapter, ReportError> {
    let path = "openings/index.md";
    let mut page = Page::new(path, "Openings");
    page.text(&format!(
        "What each opening is worth for Black, who makes it: `+7` wins in 7 plies, `−8` loses in 8, `=` is a draw; the plies \
         count from the start. Where a database has no distances the sign stands alone. Wins are shaded, losses hatched, \
         draws white. {} lists all openings.",
        page.link("openings.json", "openings/openings.json")
    ));
    let mut boards = Vec::new();
    let mut pictures = 0_u64;
    for known in sources.nex()? {
        boards.push(nex::add(files, &mut page, &known)?);
        pictures += 1;
    }
    for known in sources.hex()? {
        if let Some(board) = hex::add(files, &mut page, &known)? {
            boards.push(board);
            pictures += 1;
        }
    }
    files.json("openings/openings.json", &Document { boards });
    files.page(&page);
    let lead =
        format!("maps of all openings of {}.", nexsolve_core::words::counted(pictures, "board", "boards"));
    Ok(Chapter { title: "Openings", path: path.to_owned(), lead })
}
