//! Engines that make tables on several ranks, step by step, as [`crate::engine::Engine`] does on one.

use super::output::SharedOutput;
use super::team::Team;
use crate::engine::{Context, Engine, Work};
use crate::error::GenerateError;
use nexsolve_core::LayerId;

/// Makes the tables of one metric, together with the same engine on other ranks.
///
/// All ranks call the same methods in the same order and communicate through the team. The sequence of operations must not depend on
/// facts that one rank alone knows. It follows from facts that all ranks know, or from a reduction.
pub(crate) trait SharedEngine {
    /// The engine for one rank.
    fn alone(&self) -> &dyn Engine;

    /// The steps in the order of work, with the memory that each rank takes. They make the same layers as those of the engine for one rank.
    fn steps(&self) -> Vec<Work> {
        let mut works = self.alone().steps();
        for work in &mut works {
            work.best_bytes = work.best_bytes.saturating_add(self.window_bytes(work));
            work.least_bytes = work.best_bytes;
        }
        works
    }

    /// The bytes of a window of a step's results, as it is sent and received.
    fn window_bytes(&self, _work: &Work) -> u64 {
        0
    }

    /// The code book of a layer's table. Before the layer is prepared, the code book of all values that the table may have.
    fn values(&self, layer: LayerId) -> Vec<i16> {
        self.alone().values(layer)
    }

    /// Returns whether this step reads tables, because earlier steps have not left their results in memory. All ranks return the same.
    fn reads_tables(&self, step: usize) -> bool {
        self.alone().reads_tables(step, 0)
    }

    /// Does the work after which the code books of a step are known. Does nothing where they are always known.
    ///
    /// # Errors
    /// As [`crate::generate_together`].
    fn prepare(
        &mut self,
        _step: usize,
        _context: &Context<'_>,
        _team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        Ok(())
    }

    /// Makes this rank's part of the tables of a step.
    ///
    /// # Errors
    /// As [`crate::generate_together`].
    fn make(
        &mut self,
        step: usize,
        output: &mut SharedOutput<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError>;
}
