//! What makes tables on several ranks: step by step, as [`crate::engine::Engine`] does on one.

use super::output::SharedOutput;
use super::team::Team;
use crate::engine::{Context, Engine, Work};
use crate::error::GenerateError;
use nexsolve_core::LayerId;

/// Makes the tables of one metric, together with the same engine on other ranks.
///
/// All ranks call the same methods in the same order, and each talks to the others through the team. What a rank decides by itself must
/// not change which operations follow: that is decided by what all know, or by a reduction.
pub(crate) trait SharedEngine {
    /// The engine for one rank.
    fn alone(&self) -> &dyn Engine;

    /// The steps in the order of work, with the memory that each rank takes: the same as those of the engine for one rank.
    fn steps(&self) -> Vec<Work>;

    /// The code book of a layer's table; before the layer is prepared, of any that it may have.
    fn values(&self, layer: LayerId) -> Vec<i16> {
        self.alone().values(layer)
    }

    /// Whether this step reads tables rather than what the steps before have left in memory. All ranks say the same.
    fn reads_tables(&self, step: usize) -> bool {
        self.alone().reads_tables(step, 0)
    }

    /// What has to be done before the code books of a step are known; nothing where they always are.
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
