//! The value of a board, its openings and its number of positions. Databases without distances are enough.

use crate::source::TypedDatabase;
use nexsolve_core::words::list;
use nexsolve_core::{Bounds, Game, Wdl};
use nexsolve_db::Metric;
use nexsolve_games::nex::Nex;
use nexsolve_oracle::tally;
use nexsolve_reports::ReportError;
use nexsolve_reports::words::mark;

/// A board with the value of its start.
pub(super) struct Standing {
    /// The title: `3×3`.
    pub(super) title: String,
    pub(super) rows: u32,
    pub(super) cols: u32,
    /// The bounds of the start, for Black.
    worth: Bounds,
    /// The numbers of openings that win, draw and lose.
    pub(super) openings: [u64; 3],
    /// The number of reachable positions, if the manifest has it.
    pub(super) reachable: Option<u64>,
}

impl Standing {
    pub(super) fn of(known: &TypedDatabase<'_, Nex<u64>>) -> Result<Self, ReportError> {
        let start = known.game.start();
        let (rows, cols) = (known.game.board().rows(), known.game.board().cols());
        let metric = if known.source.has(Metric::Dtw) { Metric::Dtw } else { Metric::Wdl };
        let tables = known.source.manifest().tables.iter().filter(|table| table.metric == metric);
        let counts = tables.map(|table| Some(table.counts.reachable.as_ref()?.iter().sum::<u64>()));
        Ok(Self {
            title: format!("{rows}×{cols}"),
            rows,
            cols,
            worth: known.worth(&start)?,
            openings: tally(&known.source.openings()?),
            reachable: counts.sum(),
        })
    }

    pub(super) fn value(&self) -> Wdl {
        self.worth.wdl().expect("a source knows the value")
    }

    /// Returns the mark of the start: `+7` wins in 7 plies; `−` loses, and the database has no distances.
    pub(super) fn mark(&self) -> String {
        mark(self.worth)
    }

    /// Returns the value of all openings; `None` if they differ.
    fn alike(&self) -> Option<Wdl> {
        let all: u64 = self.openings.iter().sum();
        [Wdl::Win, Wdl::Draw, Wdl::Loss]
            .into_iter()
            .zip(self.openings)
            .find(|(_, n)| *n == all)
            .map(|(v, _)| v)
    }
}

/// Returns a line for the boards on which every opening wins, one for draws and one for losses, with the mark
/// of each board; and the remaining boards.
pub(super) fn one_valued(standings: &[Standing]) -> (Vec<String>, Vec<&Standing>) {
    let mut lines = Vec::new();
    for (value, what) in [
        (Wdl::Win, "Every opening wins"),
        (Wdl::Draw, "Every opening draws"),
        (Wdl::Loss, "Every opening loses"),
    ] {
        let boards: Vec<String> = standings
            .iter()
            .filter(|standing| standing.alike() == Some(value))
            .map(|standing| format!("{} ({})", standing.title, standing.mark()))
            .collect();
        if !boards.is_empty() {
            lines.push(format!("{what}: {}.", list(&boards)));
        }
    }
    (lines, standings.iter().filter(|standing| standing.alike().is_none()).collect())
}
