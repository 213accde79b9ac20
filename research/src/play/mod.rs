//! How Nex is played on small boards, from tables.
//! - [`zugzwang`]: when it would be better to pass; [`turns`] computes the values after a pass.
//! - [`transform`]: when only a transform keeps the value.
//! - [`holding`]: when bridges and other gaps hold.
//! - [`pie`]: which openings are even under the pie rule.

pub mod holding;
pub mod pie;
pub mod transform;
pub mod turns;
pub mod zugzwang;

use crate::input::Input;
use crate::questions::tabled::Tabled;
use nexsolve_db::Metric;
use nexsolve_reports::{Chapter, Files, Page, ReportError};

/// Adds the chapter.
pub(crate) fn add(files: &mut Files, input: &Input) -> Result<Chapter, ReportError> {
    let (path, title) = ("play/index.md", "How small boards are played");
    let all = crate::source::nex(&input.sources)?;
    let whole = |known: &&crate::source::TypedDatabase<'_, _>| {
        known.source.has(Metric::Dtw) && known.source.has(Metric::Reach)
    };
    let probers: Vec<_> = all.iter().filter(whole).map(|known| (known, known.prober())).collect();
    let boards: Vec<Tabled<'_>> =
        probers.iter().map(|(known, prober)| Tabled { game: &known.game, prober }).collect();
    let mut page = Page::new(path, title);
    let answers = [
        ("Zugzwang", "play/zugzwang.md", zugzwang::add(files, &boards)?),
        ("When to transform", "play/transform.md", transform::add(files, &boards)?),
        ("When a broken chain holds", "play/holding.md", holding::add(files, &boards)?),
        ("The pie rule", "play/pie.md", pie::add(files, &boards)?),
    ];
    page.list(answers.map(|(name, path, answer)| format!("{}: {answer}", page.link(name, path))));
    files.page(&page);
    let lead = "zugzwang, transforms, broken chains and the pie rule, from the tables of small boards.";
    Ok(Chapter { title, path: path.to_owned(), lead: lead.to_owned() })
}
