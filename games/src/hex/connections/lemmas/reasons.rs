//! The reasons of connections, from which the writer makes lemmas.

use crate::hex::connections::h_search::{EndNumber, JOINED, Recorder};
use crate::rhombus::{Cell, CellSet};

/// The connections that a search has found, each after those that it rests on.
#[derive(Clone, Debug, Default)]
pub(super) struct Reasons {
    pub(super) found: Vec<Found>,
    pub(super) length: Length,
}

/// A connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) ends: [EndNumber; 2],
    pub(super) carrier: u64,
    pub(super) reason: Reason,
}

/// The rule by which a connection follows, and the connections that it uses, by their numbers in [`Reasons::found`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The ends touch each other.
    Join,
    /// Two connections meet at a chain.
    Chain([u32; 2]),
    /// Two connections meet at an empty cell.
    Key([u32; 2]),
    /// Semi-connections: the first entries of the list, and their number.
    Or([u32; JOINED], u8),
}

/// Which connections to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Length {
    #[default]
    Any,
    /// Those with a [`SHORT`] carrier, where these cells are empty.
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

    fn between(&self, ends: [EndNumber; 2]) -> impl Iterator<Item = (u32, &Found)> {
        (0..).zip(&self.found).filter(move |(_, found)| found.ends == ends)
    }
}

impl Found {
    fn is_semi(&self) -> bool {
        matches!(self.reason, Reason::Key(_))
    }
}

impl Reason {
    /// The numbers of the connections that it names.
    pub(super) fn premises(&self) -> &[u32] {
        match self {
            Self::Join => &[],
            Self::Chain(two) | Self::Key(two) => two,
            Self::Or(all, len) => &all[..usize::from(*len)],
        }
    }
}

impl Recorder<u64> for Reasons {
    type Name = u32;
    type Reason = Reason;

    const START: Reason = Reason::Join;

    fn at_chain(two: [u32; 2]) -> Reason {
        Reason::Chain(two)
    }

    fn at_cell(two: [u32; 2]) -> Reason {
        Reason::Key(two)
    }

    fn first(semi: u32) -> Reason {
        let mut all = [0; JOINED];
        all[0] = semi;
        Reason::Or(all, 1)
    }

    fn with(or: Reason, semi: u32) -> Reason {
        let Reason::Or(mut all, len) = or else { unreachable!("a reason of semi-connections") };
        all[usize::from(len)] = semi;
        Reason::Or(all, len + 1)
    }

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

    fn record(&mut self, ends: [EndNumber; 2], carrier: u64, reason: Reason) -> u32 {
        self.found.push(Found { ends: [ends[0].min(ends[1]), ends[0].max(ends[1])], carrier, reason });
        self.found.len() as u32 - 1
    }
}
