//! The pages of the five questions.

mod evaluation;
mod first;
mod neutral;
mod openings;
mod tree;

use super::sample::{Lottery, Sample, sample};
use super::tabled::{Opening, Position, Tabled, openings as all_openings};
use crate::ReportError;
use crate::files::Files;
use crate::page::Page;
use crate::report::{Chapter, Input};
use nexsolve_core::{Game, Score};
use nexsolve_db::Metric;

/// Boards with no more positions to be looked at than this are looked at whole.
const WHOLE: u64 = 100_000;
/// Positions of each ply that are drawn of larger ones.
const PER_PLY: u64 = 4_000;
/// The same where every move of a position is looked up.
const PER_PLY_OF_MOVES: u64 = 300;
/// The seed of all lots.
const SEED: u64 = 1;

/// A board of the report.
struct Ground<'a> {
    /// For people: `3×3`.
    title: String,
    tabled: Tabled<'a>,
    openings: Vec<Opening>,
    /// The start's score, for Black.
    value: Score,
}

impl Ground<'_> {
    fn size(&self) -> (u32, u32) {
        (self.tabled.board().rows(), self.tabled.board().cols())
    }

    fn is_square(&self) -> bool {
        self.size().0 == self.size().1
    }

    /// Positions that play can reach, by the manifest.
    fn reachable(&self) -> u64 {
        let tables = &self.tabled.prober.database().manifest().tables;
        let counts = tables.iter().filter(|table| table.metric == Metric::Dtw);
        counts.filter_map(|table| table.counts.reachable.as_ref()).flatten().sum()
    }

    /// Positions by lot, so many of each ply; all of a board that has no more than `whole`.
    fn sample(&self, per_ply: u64, whole: u64) -> Result<Sample<Position>, ReportError> {
        let per_ply = if self.reachable() <= whole { u64::MAX } else { per_ply };
        sample(self.tabled.game, self.tabled.prober, Lottery { per_ply, seed: SEED })
    }
}

/// A number in percent.
fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.1} %", 100.0 * share) } else { "–".to_owned() }
}

/// Whether all positions of a sample were taken, for a heading or a row.
fn how_many(sample: &Sample<Position>) -> String {
    let all: u64 = sample.plies.iter().map(|ply| ply.positions).sum();
    if sample.plies.iter().all(|ply| ply.whole) {
        format!("all {}", crate::words::count(all))
    } else {
        format!("{} of {}", crate::words::count(sample.drawn.len() as u64), crate::words::count(all))
    }
}

/// Adds the part.
pub(crate) fn add(files: &mut Files, input: &Input) -> Result<Chapter, ReportError> {
    let (path, title) = ("questions/index.md", "Five questions about Nex");
    let mut page = Page::new(path, title);
    let boards: Vec<_> = input
        .sources
        .nex()?
        .into_iter()
        .filter(|k| k.source.has(Metric::Dtw) && k.source.has(Metric::Reach))
        .collect();
    let probers: Vec<_> = boards.iter().map(crate::source::Known::prober).collect();
    let mut grounds = Vec::new();
    for (known, prober) in boards.iter().zip(&probers) {
        let tabled = Tabled { game: &known.game, prober };
        let value = tabled.scores(&[known.game.start()])?[0];
        let (rows, cols) = (known.game.board().rows(), known.game.board().cols());
        grounds.push(Ground {
            title: format!("{rows}×{cols}"),
            openings: all_openings(tabled)?,
            value,
            tabled,
        });
    }
    if grounds.is_empty() {
        page.text("No database of Nex with distances and what play can reach was given.");
        files.page(&page);
        return Ok(Chapter { title, path: path.to_owned(), lead: "no database was given.".to_owned() });
    }
    page.text(
        "The old project asked five questions about Nex on N×N boards. Here each is answered as far as databases go: every number is of the \
         boards named with it, and says nothing of larger ones unless an argument does.",
    );
    let runs = super::tree::runs(input)?;
    let answers = [
        tree::add(files, &grounds, &runs)?,
        neutral::add(files, &grounds)?,
        openings::add(files, &grounds),
        evaluation::add(files, &grounds, input)?,
        first::add(files, &grounds)?,
    ];
    for (number, answer) in (1..).zip(&answers) {
        page.heading(2, &format!("{number}. {}", answer.question));
        page.text(&answer.short);
        page.text(&page.link("The whole answer", &answer.path));
    }
    files.page(&page);
    let lead = "the game tree, neutral stones, openings, evaluations, and who wins, from the tables of small boards.";
    Ok(Chapter { title, path: path.to_owned(), lead: lead.to_owned() })
}

/// An answer, for the index.
struct Answer {
    question: &'static str,
    path: String,
    short: String,
}
