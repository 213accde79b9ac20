//! Openings of Hex.

use super::{BoardDocument, OpeningDocument};
use crate::ReportError;
use crate::files::Files;
use crate::judge::Judge;
use crate::page::Page;
use crate::picture::{Rhombus, legend_of_values, strip};
use crate::source::Known;
use nexsolve_core::{Game, Notation, Wdl};
use nexsolve_games::hex::{Convention, Hex, HexMove, Swap};
use nexsolve_games::rhombus::Edges;

/// The winning openings of 3×3 as `HexWiki` gives them, in this project's notation.
const PUBLISHED_3X3: [&str; 5] = ["a3", "b1", "b2", "b3", "c1"];

/// A board's section; none for a variant with the swap rule, where an opening is worth what the swap makes of it, and for
/// the course's, which is the same game written otherwise.
pub(super) fn add(
    files: &mut Files,
    page: &mut Page,
    known: &Known<'_, Hex<u64>>,
) -> Result<Option<BoardDocument>, ReportError> {
    let variant = known.game.variant();
    if variant.swap == Swap::On || variant.convention == Convention::Course {
        return Ok(None);
    }
    let (judge, start) = (Judge::new(known), known.game.start());
    let (rows, cols) = (known.game.board().rows(), known.game.board().cols());
    let title = known.title();
    let mut board = Rhombus::new(rows, cols, Edges::BlackTopBottom).side(26.0);
    let (mut documents, mut winning) = (Vec::new(), Vec::new());
    for judged in judge.moves(&start)? {
        let HexMove::Place(place) = judged.mv else { continue };
        let cell = board.cell(place);
        cell.value = Some(judged.value());
        cell.text = judged.mark();
        let mv = known.game.format_move(&start, judged.mv);
        if judged.value() == Wdl::Win {
            winning.push(mv.clone());
        }
        documents.push(OpeningDocument {
            mv,
            value: judged.value().word(),
            distance: judged.distance().map(|plies| plies.0),
        });
    }
    page.heading(2, &title);
    page.text(&sentence(documents.len(), &winning));
    if (rows, cols) == (3, 3) {
        winning.sort_unstable();
        page.text(if winning == PUBLISHED_3X3 {
            "These are the openings that HexWiki gives for this board."
        } else {
            "HexWiki gives others for this board: a3 b1 b2 b3 c1."
        });
    }
    let words = [(Wdl::Win, "+ wins, in so many plies"), (Wdl::Loss, "− loses, in so many plies")];
    let drawing = strip(
        &format!("{title}: the value of each opening"),
        None,
        0.0,
        vec![legend_of_values(&words), board.draw(&title)],
    );
    files.picture(page, &format!("openings/{}.svg", known.source.slug()), &drawing);
    Ok(Some(BoardDocument { board: known.source.board.to_string(), openings: documents }))
}

/// How many openings win, and which.
fn sentence(openings: usize, winning: &[String]) -> String {
    match winning {
        [] => format!("All {openings} openings lose."),
        _ if winning.len() == openings => format!("All {openings} openings win."),
        _ => format!("Of {openings} openings {} win: {}.", winning.len(), winning.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_list_is_begun_where_nothing_wins() {
        assert_eq!(sentence(12, &[]), "All 12 openings lose.");
        assert_eq!(sentence(2, &["a1".into()]), "Of 2 openings 1 win: a1.");
    }
}
