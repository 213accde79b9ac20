//! What is asked for.

use nexsolve_core::{Layer, Tabled};
use nexsolve_db::{Form, Keep, Metric};

/// What tables of the game can hold besides what can be reached, the default first.
pub const fn metrics<G: Tabled>() -> &'static [Metric] {
    if G::POINTS { &[Metric::Score] } else { &[Metric::Wdl, Metric::Dtw] }
}

/// Whether to find out which positions can arise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Tables of them are made first, and counts are of them as well.
    Counted,
    /// Nothing is said of them.
    Left,
}

impl Reach {
    /// The most that tables of the game can tell: what can be reached is counted forward from the start, which needs a
    /// start that has a number, and layers that play does not return to.
    pub fn of<G: Tabled>(game: &G) -> Self {
        let counted = game.is_ranked(&game.start()) && Layer::first_to_return(game.layers()).is_none();
        if counted { Self::Counted } else { Self::Left }
    }
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
    /// How long the tables are to be kept.
    pub keep: Keep,
    /// The program and version, for the manifest.
    pub program: String,
    /// The command, for the manifest.
    pub command: String,
    /// The game, for the manifest: `nex`.
    pub game: String,
    /// The board, for the manifest: `nex:4x4`.
    pub board: String,
}
