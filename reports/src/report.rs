//! The report: its parts, and the page that leads to them.

use crate::files::Files;
use crate::page::Page;
use crate::source::Sources;
use crate::{ReportError, provenance};

/// A part of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Boards with their values, counts, longest wins and sizes.
    Atlas,
    /// Each opening with its value, as pictures.
    Openings,
    /// The openings that do not win, and how they are refuted.
    Weak,
    /// The old project's five questions on N×N Nex.
    Questions,
    /// Recorded games of Nex, judged.
    Games,
    /// Draughts: what is published, and the king endings that every player knows.
    Kings,
}

impl Part {
    /// All parts, in the order of the index.
    pub const ALL: [Self; 6] =
        [Self::Atlas, Self::Openings, Self::Weak, Self::Questions, Self::Games, Self::Kings];

    /// The part's name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Atlas => "atlas",
            Self::Openings => "openings",
            Self::Weak => "weak",
            Self::Questions => "questions",
            Self::Games => "games",
            Self::Kings => "kings",
        }
    }

    /// The inverse of [`Part::word`].
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.word() == word)
    }

    fn add(self, files: &mut Files, input: &Input) -> Result<Chapter, ReportError> {
        match self {
            Self::Atlas => crate::atlas::add(files, &input.sources),
            Self::Openings => crate::openings::add(files, &input.sources),
            Self::Weak => crate::weak::add(files, &input.sources),
            Self::Questions => crate::questions::add(files, input),
            Self::Games => crate::games::add(files, input),
            Self::Kings => crate::kings::add(files, &input.sources),
        }
    }
}

/// What a report is made from.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The databases.
    pub sources: Sources,
    /// Game records: each file's name, for people, and its text.
    pub records: Vec<(String, String)>,
    /// Finished runs of `nexsolve solve BOARD --tree --json`: each file's name and its text.
    pub runs: Vec<(String, String)>,
}

/// What the index says of a part.
#[derive(Clone, Debug)]
pub(crate) struct Chapter {
    /// Its title.
    pub(crate) title: &'static str,
    /// Its page.
    pub(crate) path: String,
    /// What it says, in a sentence or two of Markdown.
    pub(crate) lead: String,
}

/// Makes these parts of the report. `program` is the name and version of what writes it. The same input gives the same bytes.
///
/// # Errors
/// If a table is missing or damaged.
pub fn report(input: &Input, parts: &[Part], program: &str) -> Result<Files, ReportError> {
    let mut files = Files::default();
    let mut index = Page::new("index.md", "What the tables say");
    index.text(&format!(
        "Made from finished databases of perfect play, and from the records and runs that are given, alone. Values are under best play; distances are plies, single moves \
         by one side. {} lists them with the commands that make them, and their digests.",
        index.link("Where the numbers come from", provenance::PATH)
    ));
    let mut chapters = Vec::new();
    for part in Part::ALL.into_iter().filter(|part| parts.contains(part)) {
        chapters.push(part.add(&mut files, input)?);
    }
    let item =
        |chapter: &Chapter| format!("**{}**: {}", index.link(chapter.title, &chapter.path), chapter.lead);
    let items: Vec<String> = chapters.iter().map(item).collect();
    index.list(items);
    let made: Vec<Part> = Part::ALL.into_iter().filter(|part| parts.contains(part)).collect();
    provenance::add(&mut files, input, &made, program);
    files.page(&index);
    Ok(files)
}
