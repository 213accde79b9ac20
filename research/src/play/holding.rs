//! When a broken chain holds: gaps such as bridges against generates and transforms. A *gap* is a pair of
//! empty cells either of which completes the chain. A stone of the waiting side is *spare* if the chain does
//! not need it. Two theorems hold on all boards: `research/results/holding.md` proves them, and this module
//! checks every position of a board.

use super::turns::{MOST_CELLS, connected};
use crate::picture::{Note, Rhombus};
use crate::questions::dense::Dense;
use crate::questions::tabled::{Position, Tabled};
use nexsolve_core::words::grouped;
use nexsolve_core::{Notation, Side, Symmetric, Wdl};
use nexsolve_games::rhombus::{Cell, CellSet};
use nexsolve_reports::strip::strip;
use nexsolve_reports::words::share;
use nexsolve_reports::{Files, Page, PageTable, ReportError};
use serde::Serialize;

/// The kind of chain of the waiting side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Chain {
    /// One gap, a spare stone, and four empty cells or more.
    OneGap,
    /// One gap and a spare stone, but only two or three empty cells.
    OneGapFull,
    /// One gap and four empty cells or more, but no spare stone.
    OneGapBare,
    /// Two gaps, a spare stone, and six empty cells or more.
    TwoGaps,
    /// Two gaps and a spare stone, but only four or five empty cells.
    TwoGapsFull,
    /// Two gaps and six empty cells or more, but no spare stone.
    TwoGapsBare,
}

impl Chain {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::OneGap,
        Self::OneGapFull,
        Self::OneGapBare,
        Self::TwoGaps,
        Self::TwoGapsFull,
        Self::TwoGapsBare,
    ];

    /// Returns the name for tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::OneGap => "one gap, a spare stone, 4 empty cells or more",
            Self::OneGapFull => "one gap, a spare stone, 2 or 3 empty cells",
            Self::OneGapBare => "one gap, no spare stone, 4 empty cells or more",
            Self::TwoGaps => "two gaps, a spare stone, 6 empty cells or more",
            Self::TwoGapsFull => "two gaps, a spare stone, 4 or 5 empty cells",
            Self::TwoGapsBare => "two gaps, no spare stone, 6 empty cells or more",
        }
    }
}

/// The reachable, unfinished positions in which the waiting side has such a chain. Symmetric positions count
/// separately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChainCounts {
    /// The numbers of positions that are lost, drawn and won for the waiting side.
    pub values: [u64; 3],
    /// The earliest position that the waiting side does not win.
    #[serde(skip)]
    pub broken: Option<Position>,
}

impl ChainCounts {
    /// Returns the number of all these positions.
    pub fn all(&self) -> u64 {
        self.values.iter().sum()
    }

    fn join(&mut self, other: &Self) {
        self.values.iter_mut().zip(other.values).for_each(|(all, more)| *all += more);
        if let Some(position) = other.broken {
            self.propose(position);
        }
    }

    fn propose(&mut self, position: Position) {
        let size = |p: &Position| (p.ply(), p.neutral.count());
        if self.broken.as_ref().is_none_or(|last| size(&position) < size(last)) {
            self.broken = Some(position);
        }
    }
}

/// Examines every position of a board of at most 16 cells. Returns the counts in the order of [`Chain::ALL`].
///
/// # Errors
/// If a value is not known.
pub fn held(tabled: Tabled<'_>) -> Result<[ChainCounts; 6], ReportError> {
    let game = tabled.game;
    let dense = Dense::read(tabled)?;
    let connected = connected(game.board());
    let parts = dense.walk(<[ChainCounts; 6]>::default, |held, position, entry| {
        let waiting = position.side_to_move().other();
        let joined = &connected[waiting as usize];
        let chain = chain(position.stones(waiting), game.empty(position), |set| joined[set as usize]);
        if let Some((chain, _)) = chain {
            let value = if waiting == Side::Black { entry.for_black() } else { -entry.for_black() };
            let held = &mut held[chain as usize];
            held.values[value as usize] += game.copies(position);
            if value != Wdl::Win {
                held.propose(*position);
            }
        }
    });
    let mut all = <[ChainCounts; 6]>::default();
    for part in &parts {
        all.iter_mut().zip(part).for_each(|(all, more)| all.join(more));
    }
    Ok(all)
}

/// Returns the kind of chain of the side with these stones, and the cells of its gaps. One gap takes
/// precedence over two, and a chain with a spare stone over one without.
fn chain(own: u64, empty: u64, joined: impl Fn(u64) -> bool) -> Option<(Chain, u64)> {
    let cells = empty.count();
    let one = |own: u64| {
        let closing = empty.iter().map(u64::one).filter(|&cell| joined(own | cell));
        let closing = closing.fold(0, |all, cell| all | cell);
        (closing.count() >= 2).then_some(closing)
    };
    let two = |own: u64| two_gaps(own, empty, &joined);
    let spare = |gaps: &dyn Fn(u64) -> Option<u64>| {
        own.iter().map(u64::one).find_map(|stone| gaps(own.without(stone)))
    };
    if let Some(gap) = one(own) {
        return match spare(&one) {
            Some(gap) if cells >= 4 => Some((Chain::OneGap, gap)),
            Some(gap) => Some((Chain::OneGapFull, gap)),
            None => (cells >= 4).then_some((Chain::OneGapBare, gap)),
        };
    }
    let gaps = two(own)?;
    match spare(&two) {
        Some(gaps) if cells >= 6 => Some((Chain::TwoGaps, gaps)),
        Some(gaps) => Some((Chain::TwoGapsFull, gaps)),
        None => (cells >= 6).then_some((Chain::TwoGapsBare, gaps)),
    }
}

/// Returns the first two pairs of empty cells such that any cell of one pair and any cell of the other
/// complete the chain.
fn two_gaps(own: u64, empty: u64, joined: &impl Fn(u64) -> bool) -> Option<u64> {
    // The partners of each cell: the cells that complete the chain together with it.
    let mut partners = [0_u64; 64];
    let mut any = 0;
    for first in empty.iter() {
        for second in empty.iter().filter(|second| *second > first) {
            if joined(own | u64::one(first) | u64::one(second)) {
                partners[usize::from(first.0)] |= u64::one(second);
                partners[usize::from(second.0)] |= u64::one(first);
                any |= u64::one(first) | u64::one(second);
            }
        }
    }
    for first in any.iter() {
        for second in any.iter().filter(|second| *second > first) {
            let pair = u64::one(first) | u64::one(second);
            let common = (partners[usize::from(first.0)] & partners[usize::from(second.0)]).without(pair);
            if common.count() >= 2 {
                let other: u64 = common.iter().take(2).map(u64::one).sum();
                return Some(pair | other);
            }
        }
    }
    None
}

#[derive(Serialize)]
struct HoldingDocument {
    board: String,
    held: [ChainCounts; 6],
}

/// Adds the page. Returns the answer in a sentence.
pub(super) fn add(files: &mut Files, boards: &[Tabled<'_>]) -> Result<String, ReportError> {
    let mut page = Page::new("play/holding.md", "When a broken chain holds");
    page.text(
        "A *gap* is a pair of empty cells either of which completes a chain of the side that is not to move: the two cells of a bridge, for example. With two gaps, the chain needs one cell of each. A stone is *spare* if the chain does not need it. The tables count the reachable, unfinished positions in which the waiting side has such a chain, and how many of them it wins.",
    );
    let mut documents = Vec::new();
    for tabled in boards.iter().filter(|tabled| tabled.board().len() <= MOST_CELLS) {
        let board = format!("{}×{}", tabled.board().rows(), tabled.board().cols());
        documents.push((tabled, HoldingDocument { board, held: held(*tabled)? }));
    }
    let mut never_broken = true;
    for chain in Chain::ALL {
        page.heading(2, chain.words());
        let mut table = PageTable::new(&["<board", ">positions", ">won", ">share", ">drawn", ">lost"]);
        for (_, document) in &documents {
            let held = &document.held[chain as usize];
            let [lost, drawn, won] = held.values;
            if held.all() > 0 {
                let counts = [grouped(held.all()), grouped(won), share(won, held.all())];
                let rest = [grouped(drawn), grouped(lost)];
                table.row(std::iter::once(document.board.clone()).chain(counts).chain(rest));
            }
        }
        page.table(&table);
        let broken = documents.iter().find_map(|(tabled, d)| Some((tabled, d.held[chain as usize].broken?)));
        if let Some((tabled, position)) = broken {
            never_broken &= !matches!(chain, Chain::OneGap | Chain::TwoGaps);
            picture(files, &mut page, tabled, chain, &position);
        }
    }
    let listed: Vec<_> = documents.iter().map(|(_, document)| document).collect();
    files.json("play/holding.json", &listed);
    files.page(&page);
    Ok(if never_broken {
        "with a spare stone, one gap holds while at least four cells are empty, and two gaps hold while at least six are.".to_owned()
    } else {
        "even a chain with a spare stone and enough empty cells can be cut.".to_owned()
    })
}

/// Shows a position in which such a chain does not hold.
fn picture(files: &mut Files, page: &mut Page, tabled: &Tabled<'_>, chain: Chain, position: &Position) {
    let waiting = position.side_to_move().other();
    let joined = |set| tabled.board().connects(set, waiting);
    let (_, gaps) =
        self::chain(position.stones(waiting), tabled.game.empty(position), joined).expect("found before");
    let (rows, cols) = (tabled.board().rows(), tabled.board().cols());
    let mover = if waiting == Side::White { "Black" } else { "White" };
    let stated = format!(
        "{rows}×{cols}, `{}`: {mover} to move does not lose, although the other side has {}.",
        tabled.game.format_position(position),
        chain.words()
    );
    page.text(&stated);
    let mut board = Rhombus::nex(rows, cols, position);
    for cell in CellSet::iter(gaps) {
        let cell: Cell = cell;
        board.cell(cell).note = Some(Note::Ring);
    }
    let drawing = board.caption(format!("{mover} to move; rings: the gaps")).draw(stated.clone());
    let name = format!("{chain:?}").to_lowercase();
    files.picture(
        page,
        &format!("play/holding-{name}.svg"),
        &strip(&stated, None, 500.0, vec![drawing]).captioned(
            "Rings mark the gaps: the cells that would complete the chain of the side not to move.",
        ),
    );
}
