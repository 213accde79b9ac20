//! The atlas: each board that has a database, with its value, its counts, its longest win and its size.

use crate::ReportError;
use crate::files::Files;
use crate::page::{Page, Table};
use crate::report::Chapter;
use crate::source::Sources;
use crate::words::{count, size};

/// Adds the part.
pub(crate) fn add(files: &mut Files, sources: &Sources) -> Result<Chapter, ReportError> {
    let path = "atlas/index.md";
    let mut page = Page::new(path, "Atlas");
    let mut table = Table::new(&["<board", ">positions", ">size"]);
    for known in sources.nex()? {
        let summary = known.summary();
        let positions = summary.total.positions.map_or_else(|| "–".to_owned(), count);
        table.row([known.title(), positions, size(summary.bytes())]);
    }
    page.table(&table);
    files.page(&page);
    Ok(Chapter { title: "Atlas", path: path.to_owned(), lead: "the boards and their values.".to_owned() })
}
