//! The report: its parts, and the index page.

use crate::files::Files;
use crate::page::{Chapter, Page};
use crate::provenance::{self, Origin};
use crate::source::BoardDatabases;
use crate::{ReportError, atlas, openings, poster};

/// A part of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Boards with their values, counts, longest wins and sizes.
    Atlas,
    /// Each opening with its value, as pictures.
    Openings,
    /// All boards with their openings on one sheet, to be printed.
    Poster,
}

impl Section {
    /// All parts, in the order of the index.
    pub const ALL: [Self; 3] = [Self::Atlas, Self::Openings, Self::Poster];

    /// The part's name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Atlas => "atlas",
            Self::Openings => "openings",
            Self::Poster => "poster",
        }
    }

    /// The inverse of [`Section::word`].
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.word() == word)
    }

    fn add(self, files: &mut Files, sources: &BoardDatabases) -> Result<Chapter, ReportError> {
        match self {
            Self::Atlas => atlas::add(files, sources),
            Self::Openings => openings::add(files, sources),
            Self::Poster => poster::add(files, sources),
        }
    }
}

/// Makes these parts of the report. `program` is the name and version of the calling program. The same
/// databases give the same bytes.
///
/// # Errors
/// If a table is missing or damaged.
pub fn report(sources: &BoardDatabases, parts: &[Section], program: &str) -> Result<Files, ReportError> {
    let mut files = Files::default();
    let made: Vec<Section> = Section::ALL.into_iter().filter(|part| parts.contains(part)).collect();
    let chapters = made.iter().map(|part| part.add(&mut files, sources)).collect::<Result<Vec<_>, _>>()?;
    let parts: Vec<&str> = made.iter().map(|part| part.word()).collect();
    let mut command = "nexsolve report --out DIR --db DATABASE…".to_owned();
    if made.len() < Section::ALL.len() {
        command.push_str(" --only ");
        command.push_str(&parts.join(","));
    }
    bind(&mut files, &chapters, &Origin { program, command, parts, sources });
    Ok(files)
}

/// Adds the index page, and the page of provenance.
fn bind(files: &mut Files, chapters: &[Chapter], origin: &Origin<'_>) {
    let mut index = Page::new("index.md", "What the tables say");
    index.text(&format!(
        "Made from finished databases of perfect play alone. Values are under best play; distances are plies, single moves by one \
         side. {} lists them with the commands that make them, and their digests.",
        index.link(provenance::TITLE, provenance::PATH)
    ));
    let item =
        |chapter: &Chapter| format!("**{}**: {}", index.link(chapter.title, &chapter.path), chapter.lead);
    let items: Vec<String> = chapters.iter().map(item).collect();
    index.list(items);
    provenance::add(files, origin);
    files.page(&index);
}
