//! The reasons of connections, from which the writer makes lemmas.

use crate::connections::h_search::{EndNumber, Reason, Recorder};
use nexsolve_rhombus::{Cell, CellSet};

/// The connections that a search has found, each after those on which it depends.
#[derive(Clone, Debug, Default)]
pub(super) struct Reasons {
    pub(super) found: Vec<Connection>,
    pub(super) length: Length,
}

/// A connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Connection {
    pub(super) ends: [EndNumber; 2],
    pub(super) carrier: u64,
    /// It uses connections by their numbers in [`Reasons::found`].
    pub(super) reason: Reason<u32>,
}

/// Which connections to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Length {
    #[default]
    Any,
    /// Connections with a [`SHORT`] carrier among these empty cells.
    Short { empty: u64 },
}

/// The most cells of a short carrier between two empty cells, and between other ends.
const SHORT: [u32; 2] = [3, 5];

impl Reasons {
    /// The first full connection of these ends.
    pub(super) fn full(&self, ends: [EndNumber; 2]) -> Option<u32> {
        self.between(ends).find(|(_, found)| !found.is_semi()).map(|(number, _)| number)
    }

    /// The semi-connections of these ends, with their carriers.
    pub(super) fn semis(&self, ends: [EndNumber; 2]) -> impl Iterator<Item = (u32, u64)> + '_ {
        let semis = self.between(ends).filter(|(_, found)| found.is_semi());
        semis.map(|(number, found)| (number, found.carrier))
    }

    fn between(&self, ends: [EndNumber; 2]) -> impl Iterator<Item = (u32, &Connection)> {
        (0..).zip(&self.found).filter(move |(_, found)| found.ends == ends)
    }
}

impl Connection {
    fn is_semi(&self) -> bool {
        matches!(self.reason, Reason::Key(_))
    }
}

impl Recorder<u64> for Reasons {
    type Name = u32;

    fn wants(&self, ends: [EndNumber; 2], carrier: u64) -> bool {
        match self.length {
            Length::Any => true,
            Length::Short { empty } => {
                let are_cells =
                    ends.iter().all(|&end| u32::from(end) < u64::CAPACITY && empty.has(Cell(end)));
                carrier.count() <= SHORT[usize::from(!are_cells)]
            }
        }
    }

    fn record(&mut self, ends: [EndNumber; 2], carrier: u64, reason: Reason<u32>) -> u32 {
        self.found.push(Connection { ends: [ends[0].min(ends[1]), ends[0].max(ends[1])], carrier, reason });
        self.found.len() as u32 - 1
    }
}
