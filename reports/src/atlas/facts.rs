//! Facts from a database about the start of its board.

use crate::ReportError;
use crate::source::BoardDatabase;
use nexsolve_core::Game;
use nexsolve_core::words::{counted, list};
use nexsolve_core::{Bounds, Plies, Wdl};
use nexsolve_db::summary::Summary;
use nexsolve_oracle::{Worth, tally};

/// Facts about a board.
pub(super) struct Facts<'a> {
    pub(super) title: String,
    pub(super) rows: u32,
    pub(super) cols: u32,
    /// The names of the players.
    sides: [&'static str; 2],
    worth: Bounds,
    pub(super) value: Wdl,
    pub(super) distance: Option<Plies>,
    /// Openings that win, draw and lose.
    pub(super) openings: [u64; 3],
    pub(super) summary: Summary<'a>,
}

impl<'a> Facts<'a> {
    pub(super) fn of(source: &'a BoardDatabase) -> Result<Self, ReportError> {
        let worth = source.worth(&source.game().start())?;
        let (rows, cols) = source.board().sides().unwrap_or_default();
        Ok(Self {
            title: source.board().title(),
            rows,
            cols,
            sides: source.board().card().sides,
            worth,
            value: worth.wdl().expect("it is known"),
            distance: worth.distance(),
            openings: tally(&source.openings()?),
            summary: source.summary(),
        })
    }

    /// How many cells the board has.
    pub(super) fn cells(&self) -> u32 {
        self.rows * self.cols
    }

    /// `win in 7` for Black.
    pub(super) fn value_words(&self) -> String {
        Worth::of(self.worth).brief().expect("a source knows the value")
    }

    pub(super) fn sentence(&self) -> String {
        let [first, second] = self.sides;
        let who = match self.value {
            Wdl::Win => format!("{first}, who begins, wins"),
            Wdl::Loss => format!("{first} begins and {second} wins"),
            Wdl::Draw => "Nobody can force a win".to_owned(),
        };
        let distance = self.distance.map_or_else(String::new, |plies| format!(" in {plies} plies"));
        let [win, draw, loss] = self.openings;
        let of = counted(win + draw + loss, "opening", "openings");
        let parts =
            [counted(win, "wins", "win"), counted(draw, "draws", "draw"), counted(loss, "loses", "lose")];
        format!("{who}{distance}. Of {of} {} for {first}.", list(&parts))
    }

    pub(super) fn tables(&self) -> Vec<&'a nexsolve_db::TableRecord> {
        self.summary.rows.iter().flat_map(|row| row.tables.iter().copied()).collect()
    }
}
