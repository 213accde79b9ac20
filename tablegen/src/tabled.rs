//! Which games have databases, and what is asked for.

use crate::engine::Engine;
use crate::generic;
use crate::{cyclic, hex, nex};
use nexsolve_core::{Ranked, Unmoves};
use nexsolve_db::{Form, Metric};
use nexsolve_games::awari::Seeds;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;

/// Whether to find out which positions can arise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Tables of them are made first, and counts are of them as well.
    Counted,
    /// Nothing is said of them.
    Left,
}

/// Which engine makes the tables. All give every position the same value; what free numbers hold may differ, so one
/// folder is the work of one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Kernel {
    /// The game's own, where it has one that serves the board.
    #[default]
    Fast,
    /// The one for all games.
    Generic,
}

/// What to make, and within which bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What is stored of each position, besides whether it can arise.
    pub metric: Metric,
    /// Whether to find out which positions can arise.
    pub reach: Reach,
    /// How tables are stored.
    pub form: Form,
    /// What the process may take at its peak, all together but for the pages of table files ([`crate::Plan::memory_bytes`]).
    pub memory_bytes: u64,
    /// Which engine.
    pub kernel: Kernel,
    /// The program and version, for the manifest.
    pub program: String,
    /// The command, for the manifest.
    pub command: String,
    /// The game, for the manifest: `nex`.
    pub game: String,
    /// The board, for the manifest: `nex:4x4`.
    pub board: String,
}

/// A game that databases can be made of.
pub trait Tabled: Ranked + Unmoves + Sized {
    /// Whether a game can be drawn. Tables of games that cannot take one bit for a value.
    const DRAWS: bool = true;

    /// What tables of the game can say besides what can be reached.
    const METRICS: &[Metric] = &[Metric::Wdl, Metric::Dtw];

    /// Whether tables can say which positions play from the start can reach: the start has a number.
    const REACH: Reach = Reach::Counted;

    /// The game's own engine for tables of this metric, if it has one that serves the board.
    fn engine(&self, _metric: Metric) -> Option<Box<dyn Engine + '_>> {
        None
    }
}

impl Tabled for Nex<u64> {
    fn engine(&self, metric: Metric) -> Option<Box<dyn Engine + '_>> {
        match metric {
            Metric::Wdl | Metric::Dtw => Some(Box::new(nex::Values::new(self, metric))),
            Metric::Reach => Some(Box::new(nex::Reachable::new(self))),
            _ => None,
        }
    }
}

impl Tabled for Hex<u64> {
    const DRAWS: bool = false;

    fn engine(&self, metric: Metric) -> Option<Box<dyn Engine + '_>> {
        match metric {
            Metric::Wdl if hex::serves(self) => Some(Box::new(hex::Values::new(self))),
            Metric::Reach if hex::serves(self) => Some(Box::new(hex::Reachable::new(self))),
            _ => None,
        }
    }
}

impl Tabled for Draughts {
    const REACH: Reach = Reach::Left;

    fn engine(&self, metric: Metric) -> Option<Box<dyn Engine + '_>> {
        match metric {
            Metric::Wdl | Metric::Dtw => Some(Box::new(cyclic::Values::new(self, metric))),
            _ => None,
        }
    }
}

impl Tabled for Seeds {
    const METRICS: &[Metric] = &[Metric::Score];
    const REACH: Reach = Reach::Left;

    fn engine(&self, metric: Metric) -> Option<Box<dyn Engine + '_>> {
        (metric == Metric::Score).then(|| Box::new(cyclic::Values::new(self, metric)) as Box<dyn Engine>)
    }
}

/// The engine that makes tables of this metric.
pub(crate) fn engine<'g, G: Tabled>(game: &'g G, metric: Metric, kernel: Kernel) -> Box<dyn Engine + 'g> {
    let own = if kernel == Kernel::Fast { game.engine(metric) } else { None };
    own.unwrap_or_else(|| generic::engine(game, metric))
}
