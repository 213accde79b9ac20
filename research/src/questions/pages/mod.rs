//! The pages of the five questions.

mod evaluation;
mod first;
mod neutral;
mod openings;
mod standing;
mod tree;

use self::standing::Standing;
use super::sample::{Lottery, Sample, sample};
use super::tabled::{Opening, Position, Tabled, openings as all_openings};
use crate::input::Input;
use nexsolve_core::words::{grouped, list};
use nexsolve_db::Metric;
use nexsolve_reports::words::percent;
use nexsolve_reports::{Chapter, Files, Page, ReportError};

/// On boards with at most this many reachable positions, all are examined.
const WHOLE: u64 = 100_000;
/// The number of random positions per ply on larger boards.
const PER_PLY: u64 = 4_000;
/// Like [`PER_PLY`], for studies that look up every move of a position.
const PER_PLY_OF_MOVES: u64 = 20_000;
/// Like [`WHOLE`], for studies that look up every move of a position.
const WHOLE_OF_MOVES: u64 = 3_000_000;
/// The seed of all random choices.
const SEED: u64 = 1;

/// A board of the report.
struct Ground<'a> {
    /// The title: `3×3`.
    title: String,
    tabled: Tabled<'a>,
    openings: Vec<Opening>,
}

impl Ground<'_> {
    fn size(&self) -> (u32, u32) {
        (self.tabled.board().rows(), self.tabled.board().cols())
    }

    fn is_square(&self) -> bool {
        self.size().0 == self.size().1
    }

    /// Returns the number of reachable positions, from the manifest.
    fn reachable(&self) -> u64 {
        let tables = &self.tabled.prober.database().manifest().tables;
        let counts = tables.iter().filter(|table| table.metric == Metric::Dtw);
        counts.filter_map(|table| table.counts.reachable.as_ref()).flatten().sum()
    }

    /// Returns `per_ply` random positions of each ply, or all positions if the board has at most `whole` reachable ones.
    fn sample(&self, per_ply: u64, whole: u64) -> Result<Sample<Position>, ReportError> {
        let per_ply = if self.reachable() <= whole { u64::MAX } else { per_ply };
        sample(self.tabled.game, self.tabled.prober, Lottery { per_ply, seed: SEED })
    }
}

/// Returns the title of a board: `3×3`.
fn title_of(tabled: &Tabled<'_>) -> String {
    format!("{}×{}", tabled.board().rows(), tabled.board().cols())
}

/// Describes how many positions of a sample were examined, for a heading or a row.
fn how_many<P>(sample: &Sample<P>) -> String {
    let all: u64 = sample.plies.iter().map(|population| population.positions).sum();
    if sample.plies.iter().all(|population| population.whole) {
        format!("all {}", grouped(all))
    } else {
        format!("{} draws from {}", grouped(sample.drawn.len() as u64), grouped(all))
    }
}

/// Adds the chapter.
pub(crate) fn add(files: &mut Files, input: &Input) -> Result<Chapter, ReportError> {
    let (path, title) = ("questions/index.md", "Five questions about Nex");
    let mut page = Page::new(path, title);
    let all = crate::source::nex(&input.sources)?;
    let standings: Vec<Standing> = all.iter().map(Standing::of).collect::<Result<_, _>>()?;
    let probers: Vec<_> = all.iter().map(crate::source::Known::prober).collect();
    let (mut grounds, mut left_out) = (Vec::new(), Vec::new());
    for (known, prober) in all.iter().zip(&probers) {
        let tabled = Tabled { game: &known.game, prober };
        if !(known.source.has(Metric::Dtw) && known.source.has(Metric::Reach)) {
            left_out.push(tabled);
            continue;
        }
        grounds.push(Ground { title: title_of(&tabled), openings: all_openings(tabled)?, tabled });
    }
    if grounds.is_empty() {
        page.text("No database of Nex with distances and reachable positions was given.");
        files.page(&page);
        return Ok(Chapter { title, path: path.to_owned(), lead: "no database was given.".to_owned() });
    }
    page.text(
        "The old project asked five questions about Nex on N×N boards. Here each is answered as far as databases allow: every number applies to the \
         boards named with it, and to larger boards only if an argument says so.",
    );
    page.text(
        "*All* positions of a board are the reachable, unfinished ones. Symmetric positions count separately, but only one of each pair is examined. *Draws* are random, with \
         replacement: a position can be drawn twice.",
    );
    if !left_out.is_empty() {
        let names: Vec<String> = left_out.iter().map(title_of).collect();
        page.text(&format!(
            "For {}, only values, openings and numbers of positions are given, because their databases lack distances or reachable positions.",
            list(&names)
        ));
    }
    let answers = [
        tree::add(files, &grounds, &standings, input.runs())?,
        neutral::add(files, &grounds, &left_out)?,
        openings::add(files, &grounds, &standings),
        evaluation::add(files, &grounds, input)?,
        first::add(files, &grounds, &standings)?,
    ];
    for (number, answer) in (1..).zip(&answers) {
        page.heading(2, &format!("{number}. {}", answer.question));
        page.text(&answer.short);
        page.text(&page.link("The full answer", &answer.path));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::sample::{Drawn, Population};
    use nexsolve_core::Wdl;

    #[test]
    fn draws_are_not_called_positions() {
        let one = |ply| Drawn { position: (), ply, value: Wdl::Win, weight: 2.0 };
        let population = |ply, positions, whole| Population { ply, positions, whole };
        let mut sample = Sample {
            drawn: vec![one(0), one(1), one(1), one(2)],
            plies: vec![population(0, 1, true), population(1, 2_000, false), population(2, 12, true)],
        };
        assert_eq!(how_many(&sample), "4 draws from 2,013");
        sample.plies[1].whole = true;
        assert_eq!(how_many(&sample), "all 2,013");
    }
}
