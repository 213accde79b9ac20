//! Who wins a board, by which openings, and its number of positions. Databases without distances are enough.

use crate::judge::Judge;
use crate::source::Known;
use nexsolve_core::words::list;
use nexsolve_core::{Bounds, Game, Score, Wdl};
use nexsolve_db::Metric;
use nexsolve_games::nex::Nex;
use nexsolve_reports::{ReportError, mark};

/// A board with the value of its start.
pub(super) struct Standing {
    /// For people: `3×3`.
    pub(super) title: String,
    pub(super) rows: u32,
    pub(super) cols: u32,
    /// The start's worth, for Black.
    worth: Bounds,
    /// Openings that win, draw and lose.
    pub(super) openings: [u64; 3],
    /// Positions that play can reach, where the manifest has counted them.
    pub(super) reachable: Option<u64>,
}

impl Standing {
    pub(super) fn of(known: &Known<'_, Nex<u64>>) -> Result<Self, ReportError> {
        let judge = Judge::new(known);
        let start = known.game.start();
        let mut openings = [0; 3];
        for judged in judge.moves(&start)? {
            openings[2 - judged.value() as usize] += 1;
        }
        let (rows, cols) = (known.game.board().rows(), known.game.board().cols());
        let metric = if known.source.has(Metric::Dtw) { Metric::Dtw } else { Metric::Wdl };
        let tables = known.source.manifest().tables.iter().filter(|table| table.metric == metric);
        let counts = tables.map(|table| Some(table.counts.reachable.as_ref()?.iter().sum::<u64>()));
        Ok(Self {
            title: format!("{rows}×{cols}"),
            rows,
            cols,
            worth: judge.worth(&start)?,
            openings,
            reachable: counts.sum(),
        })
    }

    pub(super) fn value(&self) -> Wdl {
        self.worth.wdl().expect("a judge knows the value")
    }

    /// `+7` wins in 7 plies, `−` loses, in a number of plies that the database does not hold.
    pub(super) fn mark(&self) -> String {
        mark(self.value(), self.worth.score().and_then(Score::distance))
    }

    /// The value that all openings have; `None` if they differ.
    fn alike(&self) -> Option<Wdl> {
        let all: u64 = self.openings.iter().sum();
        [Wdl::Win, Wdl::Draw, Wdl::Loss]
            .into_iter()
            .zip(self.openings)
            .find(|(_, n)| *n == all)
            .map(|(v, _)| v)
    }
}

/// A line for the boards on which every opening wins, and one for those on which every opening loses, each board with its mark; and the boards that are left.
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
