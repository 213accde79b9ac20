//! The pie rule: the first player makes the opening, and the second player chooses a side.

use crate::questions::tabled::{Position, Tabled};
use nexsolve_core::words::{grouped, list};
use nexsolve_core::{Bounds, Game, Notation, Wdl};
use nexsolve_games::nex::NexMove;
use nexsolve_games::rhombus::Cell;
use nexsolve_reports::words::mark;
use nexsolve_reports::{Files, Page, PageTable, ReportError};
use serde::Serialize;

/// An opening. An opening and its rotation by 180° count once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The opening.
    pub opening: String,
    /// Its value for Black: `+9`, `−12`, `=`.
    pub mark: String,
    /// The value for Black.
    #[serde(skip)]
    pub value: Wdl,
    /// The distance in plies.
    pub distance: Option<u16>,
    /// The number of White's replies.
    pub replies: usize,
    /// The number of replies that keep White's value.
    pub keeping: usize,
    /// For a winning opening: the least number of moves, after any reply, that keep Black's win.
    pub least: Option<usize>,
}

/// Examines all openings of a board, up to symmetry, in the order of cells.
///
/// # Errors
/// If a value is not known.
pub fn offers(tabled: Tabled<'_>) -> Result<Vec<Offer>, ReportError> {
    let game = tabled.game;
    let start = game.start();
    let last = tabled.board().len() as u16 - 1;
    let mut offers = Vec::new();
    for (mv, after) in game.continuations(&start) {
        let NexMove::Generate { stone, neutral } = mv else { continue };
        if (stone, neutral) > (Cell(last - stone.0), Cell(last - neutral.0)) {
            continue;
        }
        let score = tabled.scores(&[after])?[0].lift();
        let replies: Vec<Position> = game.continuations(&after).map(|(_, after)| after).collect();
        let values = tabled.values(&replies)?;
        let keeping = values.iter().filter(|value| **value == score.wdl()).count();
        let least = if score.wdl() == Wdl::Win { least(tabled, &replies)? } else { None };
        offers.push(Offer {
            opening: game.format_move(&start, mv),
            mark: mark(Bounds::exact(score)),
            value: score.wdl(),
            distance: score.distance().map(|plies| plies.0),
            replies: replies.len(),
            keeping,
            least,
        });
    }
    Ok(offers)
}

/// Returns the least number of winning moves in any of these positions.
fn least(tabled: Tabled<'_>, positions: &[Position]) -> Result<Option<usize>, ReportError> {
    let mut least = None;
    for position in positions.iter().filter(|position| tabled.game.outcome(position).is_none()) {
        let after: Vec<Position> = tabled.game.continuations(position).map(|(_, after)| after).collect();
        let wins = tabled.values(&after)?.into_iter().filter(|value| *value == Wdl::Loss).count();
        least = Some(least.map_or(wins, |least: usize| least.min(wins)));
    }
    Ok(least)
}

#[derive(Serialize)]
struct PieDocument {
    board: String,
    offers: Vec<Offer>,
}

/// Adds the page. Returns the answer in a sentence.
pub(super) fn add(files: &mut Files, boards: &[Tabled<'_>]) -> Result<String, ReportError> {
    let mut page = Page::new("play/pie.md", "The pie rule");
    page.text(
        "After Black's opening, White may swap sides. So White gets the better side of every opening, and Black wants an opening that draws. An opening and its rotation by 180° count once.",
    );
    let mut documents = Vec::new();
    let mut stated = Vec::new();
    for tabled in boards {
        let board = format!("{}×{}", tabled.board().rows(), tabled.board().cols());
        let offers = offers(*tabled)?;
        let value = if offers.iter().any(|offer| offer.value == Wdl::Draw) {
            "a draw"
        } else {
            "a win for the second player"
        };
        stated.push((board.clone(), value));
        page.heading(2, &board);
        page.text(&format!("With the pie rule, the game is {value}."));
        if offers.iter().any(|offer| offer.value != offers[0].value) {
            page.table(&table(&offers));
        }
        documents.push(PieDocument { board, offers });
    }
    files.json("play/pie.json", &documents);
    page.text(&format!("All openings: {}.", page.link("pie.json", "play/pie.json")));
    files.page(&page);
    let with = |value| {
        let boards = stated.iter().filter(|(_, other)| *other == value).map(|(board, _)| board.clone());
        list(&boards.collect::<Vec<_>>())
    };
    Ok(format!(
        "a draw on {}; the second player wins on {}.",
        with("a draw"),
        with("a win for the second player")
    ))
}

/// Returns a table of the openings, beginning with those that are hardest to play for the side with the
/// advantage.
fn table(offers: &[Offer]) -> PageTable {
    let mut table = PageTable::new(&[
        "<opening",
        ">for Black",
        ">replies that keep White's value",
        ">Black's winning moves after the best reply",
    ]);
    let mut sorted: Vec<&Offer> = offers.iter().collect();
    let choices = |offer: &Offer| offer.least.unwrap_or(offer.keeping);
    sorted.sort_by_key(|offer| (choices(offer), std::cmp::Reverse(offer.distance)));
    for offer in sorted {
        table.row([
            format!("`{}`", offer.opening),
            offer.mark.clone(),
            if offer.value == Wdl::Win {
                "–".to_owned()
            } else {
                format!("{} of {}", grouped(offer.keeping as u64), grouped(offer.replies as u64))
            },
            offer.least.map_or_else(|| "–".to_owned(), |least| least.to_string()),
        ]);
    }
    table
}
