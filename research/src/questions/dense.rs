//! All values of a board in memory, one byte per rank, for studies that look up every move of every position.

use super::tabled::{Position, Tabled};
use nexsolve_core::{Game, LayerId, Ranked, Side, Wdl};
use nexsolve_db::Metric;
use nexsolve_games::nex::Nex;
use nexsolve_reports::ReportError;
use rayon::prelude::*;
use std::ops::Range;

/// The number of ranks per task.
const RANKS: u64 = 1 << 16;

/// The values of all positions of a board.
pub struct Dense<'a> {
    game: &'a Nex<u64>,
    /// The entries by layer and rank.
    layers: Vec<Vec<DenseEntry>>,
}

/// The entry of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DenseEntry(u8);

impl DenseEntry {
    /// The bits of the value. Of the next two bits, the first is set if play can reach the position, the
    /// second if the game is not over.
    const VALUE: u8 = 3;
    const OPEN: u8 = 3 << 2;

    fn new(value: Wdl, reached: bool, over: bool) -> Self {
        Self(value as u8 | u8::from(reached) << 2 | u8::from(!over) << 3)
    }

    /// Returns the value for Black.
    #[inline]
    pub fn for_black(self) -> Wdl {
        [Wdl::Loss, Wdl::Draw, Wdl::Win][usize::from(self.0 & Self::VALUE)]
    }

    /// Returns whether play can reach the position and the game is not over there.
    #[inline]
    pub fn is_open(self) -> bool {
        self.0 & Self::OPEN == Self::OPEN
    }
}

impl<'a> Dense<'a> {
    /// Reads all tables of a board, using one byte of memory per rank.
    ///
    /// # Errors
    /// If a table is missing or damaged.
    pub fn read(tabled: Tabled<'a>) -> Result<Self, ReportError> {
        let game = tabled.game;
        let layer = |layer: LayerId| {
            let parts =
                ranges(game.layers()[layer].len).into_par_iter().map(|ranks| part(tabled, layer, ranks));
            parts.collect::<Result<Vec<_>, _>>().map(|parts| parts.concat())
        };
        let layers = LayerId::all(game.layers()).map(layer).collect::<Result<_, ReportError>>()?;
        Ok(Self { game, layers })
    }

    /// Returns the game.
    pub fn game(&self) -> &'a Nex<u64> {
        self.game
    }

    /// Returns the entry of the position with this rank. Arrangements in which the side to move has connected
    /// have no entry.
    #[inline]
    pub fn entry(&self, layer: LayerId, rank: u64) -> DenseEntry {
        self.layers[layer.index()][rank as usize]
    }

    /// Returns the value of a position for Black.
    #[inline]
    pub fn for_black(&self, position: &Position) -> Wdl {
        let side = position.side_to_move();
        if self.game.board().connects(position.stones(side), side) {
            return if side == Side::Black { Wdl::Win } else { Wdl::Loss };
        }
        let (layer, rank) = self.game.rank(position);
        self.entry(layer, rank).for_black()
    }

    /// Calls `fold` with each reachable, unfinished position (one of each symmetric pair) and its entry.
    /// `init` creates the result of each task. Returns the results in the order of the ranks.
    pub fn walk<T: Send>(
        &self,
        init: impl Fn() -> T + Sync,
        fold: impl Fn(&mut T, &Position, DenseEntry) + Sync,
    ) -> Vec<T> {
        let layers = self.game.layers();
        let tasks: Vec<(LayerId, Range<u64>)> = LayerId::all(layers)
            .flat_map(|layer| ranges(layers[layer].len).into_iter().map(move |ranks| (layer, ranks)))
            .collect();
        let task = |(layer, ranks): (LayerId, Range<u64>)| {
            let mut found = init();
            self.game.unrank_range(layer, ranks, |rank, position| {
                let entry = self.entry(layer, rank);
                if entry.is_open() {
                    fold(&mut found, &position, entry);
                }
            });
            found
        };
        tasks.into_par_iter().map(task).collect()
    }
}

/// Divides the ranks of a layer into tasks.
fn ranges(len: u64) -> Vec<Range<u64>> {
    (0..len.div_ceil(RANKS)).map(|part| part * RANKS..((part + 1) * RANKS).min(len)).collect()
}

/// Reads the entries of these ranks.
fn part(tabled: Tabled<'_>, layer: LayerId, ranks: Range<u64>) -> Result<Vec<DenseEntry>, ReportError> {
    let (mut places, mut positions) = (Vec::new(), Vec::new());
    let first = ranks.start;
    let mut entries = vec![DenseEntry::default(); (ranks.end - first) as usize];
    tabled.game.unrank_range(layer, ranks, |rank, position| {
        places.push((rank - first) as usize);
        positions.push(position);
    });
    let values = tabled.values(&positions)?;
    let reached = tabled.prober.values(&positions, Metric::Reach)?;
    for (((place, position), value), reached) in places.into_iter().zip(&positions).zip(values).zip(reached) {
        let reached = reached.ok_or_else(|| ReportError::Missing {
            board: tabled.name(),
            what: "no table says which positions play can reach".to_owned(),
        })?;
        let value = if position.side_to_move() == Side::Black { value } else { -value };
        entries[place] = DenseEntry::new(value, reached != 0, tabled.game.outcome(position).is_some());
    }
    Ok(entries)
}
