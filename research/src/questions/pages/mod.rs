//! The pages of the five questions.

mod evaluation;
mod first;
mod ground;
mod neutral;
mod openings;
mod standing;
mod tree;

use self::ground::{Ground, title_of};
use self::standing::Standing;
use super::tabled::{Tabled, openings as all_openings};
use crate::input::Input;
use nexsolve_core::words::list;
use nexsolve_db::Metric;
use nexsolve_reports::{Chapter, Files, Page, ReportError};

/// Adds the chapter.
pub(crate) fn add(files: &mut Files, input: &Input) -> Result<Chapter, ReportError> {
    let (path, title) = ("questions/index.md", "Five questions about Nex");
    let mut page = Page::new(path, title);
    let all = crate::source::nex(&input.sources)?;
    let standings: Vec<Standing> = all.iter().map(Standing::of).collect::<Result<_, _>>()?;
    let probers: Vec<_> = all.iter().map(crate::source::TypedDatabase::prober).collect();
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
