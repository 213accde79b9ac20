//! The settings of a run.

use nexsolve_core::{Layer, Tabled};
use nexsolve_db::{Form, Keep, Metric, Subject};

/// The metrics of the game's tables, the default first, without the metric of reachable positions.
pub fn metrics<G: Tabled>(game: &G) -> &'static [Metric] {
    if game.has_points() { &[Metric::Score] } else { &[Metric::Wdl, Metric::Dtw] }
}

/// Whether to find the positions that play can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Their tables are made first, and values are counted for them too.
    Counted,
    /// Neither tables nor counts of them are made.
    Left,
}

impl Reach {
    /// The most detailed setting that the game allows. Reachable positions are counted forward from the
    /// start, so the start must have a rank, and play must not return to a layer.
    pub fn of<G: Tabled>(game: &G) -> Self {
        let has_start = !G::ALL_REACHABLE && game.is_ranked(&game.start());
        let counted = has_start && Layer::first_to_return(game.layers()).is_none();
        if counted { Self::Counted } else { Self::Left }
    }
}

/// The engine that makes the tables. All engines give every position the same value. Entries of free ranks
/// may differ, so one engine makes all tables of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Kernel {
    /// The game's own engine, if it has one for the board.
    #[default]
    Fast,
    /// The engine for all games.
    Generic,
}

/// The tables to make, and the bounds of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateSettings {
    /// The value that is stored for each position.
    pub metric: Metric,
    /// Whether to find the reachable positions.
    pub reach: Reach,
    /// How tables are stored.
    pub form: Form,
    /// Bytes that the process may take at its peak, without the pages of table files
    /// ([`crate::Plan::memory_bytes`]).
    pub memory_bytes: u64,
    /// The engine.
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

impl GenerateSettings {
    /// The game and board of the tables.
    pub(crate) fn subject(&self) -> Subject {
        Subject { game: self.game.clone(), board: self.board.clone() }
    }
}
