//! What a database says of the start of its board.

use super::connection::Connection;
use crate::ReportError;
use crate::judge::Judge;
use crate::source::Known;
use nexsolve_core::words::{counted, list};
use nexsolve_core::{Plies, Score, Side, Wdl};
use nexsolve_db::summary::Summary;

/// What has been found out about a board.
pub(super) struct Facts<'a> {
    pub(super) title: String,
    pub(super) value: Wdl,
    pub(super) distance: Option<Plies>,
    /// Openings that win, draw and lose.
    pub(super) openings: [u64; 3],
    pub(super) summary: Summary<'a>,
}

impl<'a> Facts<'a> {
    pub(super) fn of<G: Connection>(known: &'a Known<'_, G>) -> Result<Self, ReportError> {
        let judge = Judge::new(known);
        let start = known.game.start();
        let worth = judge.worth(&start)?;
        let moves = judge.moves(&start)?;
        let openings = [Wdl::Win, Wdl::Draw, Wdl::Loss]
            .map(|value| moves.iter().filter(|judged| judged.value() == value).count() as u64);
        Ok(Self {
            title: known.title(),
            value: worth.wdl().expect("a judge knows the value"),
            distance: worth.score().and_then(Score::distance),
            openings,
            summary: known.summary(),
        })
    }

    /// `win in 7` for Black.
    pub(super) fn value_words(&self) -> String {
        let distance = self.distance.map_or_else(String::new, |plies| format!(" in {plies}"));
        format!("{}{distance}", self.value)
    }

    pub(super) fn sentence(&self) -> String {
        let who = match self.value.winner(Side::Black) {
            Some(Side::Black) => "Black, who begins, wins",
            Some(Side::White) => "Black begins and White wins",
            None => "Nobody can force a win",
        };
        let distance = self.distance.map_or_else(String::new, |plies| format!(" in {plies} plies"));
        let [win, draw, loss] = self.openings;
        let of = counted(win + draw + loss, "opening", "openings");
        let parts =
            [counted(win, "wins", "win"), counted(draw, "draws", "draw"), counted(loss, "loses", "lose")];
        format!("{who}{distance}. Of {of} {} for Black.", list(&parts))
    }

    pub(super) fn tables(&self) -> Vec<&'a nexsolve_db::TableRecord> {
        self.summary.rows.iter().flat_map(|row| row.tables.iter().copied()).collect()
    }
}
