//! Answers for many positions at once, on all threads.

use crate::successors::Successors;
use crate::{Oracle, Worth};
use nexsolve_core::{Layer, LayerId, ProbeError, parallel};
use nexsolve_games::AnyPosition;

/// The number of positions that a thread answers at a time. The prober reads each block once for so many.
pub(crate) const PART: usize = 1 << 12;

/// The layer and the rank of a position, and its index among the positions.
type Wanted = (Option<(LayerId, u64)>, usize);

impl Oracle {
    /// Returns the layers of the first database; none without a database.
    pub fn layers(&self) -> &[Layer] {
        self.explorer().layers()
    }

    /// Returns the layer and the rank of each position in the first database, in the current rayon pool;
    /// `None` for positions that it does not number.
    pub fn places(&self, positions: &[AnyPosition]) -> Vec<Option<(LayerId, u64)>> {
        let parts: Vec<&[AnyPosition]> = positions.chunks(PART).collect();
        parallel::map(parts.len(), |part| self.explorer().places(parts[part])).concat()
    }

    /// Returns a position with each rank of a layer of the first database, in the current rayon pool; `None`
    /// for free ranks. Symmetric positions share a rank. In a game with points, the points so far are as even
    /// as they can be.
    ///
    /// # Panics
    /// If the layer or a rank does not exist.
    pub fn unranked(&self, layer: LayerId, ranks: &[u64]) -> Vec<Option<AnyPosition>> {
        let parts: Vec<&[u64]> = ranks.chunks(PART).collect();
        parallel::map(parts.len(), |part| self.explorer().unranked(layer, parts[part])).concat()
    }

    /// Returns what stands on each cell of the position with each rank of a layer of the first database, in
    /// the current rayon pool: [`Piece::code`](nexsolve_games::picture::Piece::code), 0 on an empty cell,
    /// [`FREE_RANK`](crate::FREE_RANK) on all cells of a free rank. Cells are in the order of
    /// [`Observed`](nexsolve_games::Observed).
    ///
    /// # Panics
    /// If the layer or a rank does not exist.
    pub fn cells(&self, layer: LayerId, ranks: &[u64]) -> Vec<u8> {
        let parts: Vec<&[u64]> = ranks.chunks(PART).collect();
        let part = |part: usize| {
            let mut cells = Vec::new();
            self.explorer().cells(layer, parts[part], &mut cells);
            cells
        };
        parallel::map(parts.len(), part).concat()
    }

    /// Returns the moves of the position with each rank of a layer of the first database, in the current
    /// rayon pool.
    ///
    /// # Panics
    /// If the layer or a rank does not exist.
    pub fn successors(&self, layer: LayerId, ranks: &[u64]) -> Successors {
        let parts: Vec<&[u64]> = ranks.chunks(PART).collect();
        let part = |part: usize| {
            let mut successors = Successors::default();
            self.explorer().successors(layer, parts[part], &mut successors);
            successors
        };
        parallel::map(parts.len(), part).into_iter().fold(Successors::default(), Successors::append)
    }

    /// Like [`Oracle::worths`], for a great many positions, in the current rayon pool. Positions are looked
    /// up in the order of their ranks, so that each block of a table is read about once.
    ///
    /// # Errors
    /// If a table is damaged.
    ///
    /// ```
    /// use nexsolve_core::LayerId;
    /// use nexsolve_games::Board;
    /// use nexsolve_oracle::{Oracle, Small};
    /// use nexsolve_kernels::generate_briefly;
    ///
    /// for board in ["nex:2x3", "awari:4", "draughts:2"] {
    ///     let board = nexsolve_games::board(board)?;
    ///     let small = Small::new(Small::ENOUGH, generate_briefly);
    ///     small.make(board)?;
    ///     let oracle = Oracle::new(board.over_the_board(), &small.all())?;
    ///     for (layer, of) in LayerId::all(oracle.layers()).zip(oracle.layers()) {
    ///         let ranks: Vec<u64> = (0..of.len).collect();
    ///         let (mut positions, mut numbered) = (Vec::new(), Vec::new());
    ///         for (rank, position) in ranks.iter().zip(oracle.unranked(layer, &ranks)) {
    ///             positions.extend(position);
    ///             numbered.extend(position.map(|_| Some((layer, *rank))));
    ///         }
    ///         assert_eq!(oracle.places(&positions), numbered);
    ///         assert_eq!(oracle.worths_of_many(&positions)?, oracle.worths(&positions)?);
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn worths_of_many(&self, positions: &[AnyPosition]) -> Result<Vec<Worth>, ProbeError> {
        let places = self.places(positions);
        let mut order: Vec<Wanted> = places.into_iter().enumerate().map(|(at, place)| (place, at)).collect();
        parallel::sort_unstable(&mut order);
        let parts: Vec<&[Wanted]> = order.chunks(PART).collect();
        let found = parallel::try_map(parts.len(), |part| {
            let asked: Vec<AnyPosition> = parts[part].iter().map(|&(_, at)| positions[at]).collect();
            self.worths(&asked)
        })?;
        let mut worths = vec![Worth::UNKNOWN; positions.len()];
        for (&(_, at), worth) in order.iter().zip(found.into_iter().flatten()) {
            worths[at] = worth;
        }
        Ok(worths)
    }
}
