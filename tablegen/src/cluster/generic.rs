//! The engine for all games on several ranks. Each rank computes ranges of numbers. All ranks keep the packed codes that later layers need.

use super::deal::share;
use super::engine::SharedEngine;
use super::output::SharedOutput;
use super::team::Team;
use crate::engine::{Engine, Work};
use crate::error::GenerateError;
use crate::generic::{Generic, PART, WINDOW};
use nexsolve_core::Tabled;
use nexsolve_db::Metric;

/// The engine for tables of this metric.
pub(crate) fn engine<'g, G: Tabled>(game: &'g G, metric: Metric) -> Box<dyn SharedEngine + 'g> {
    Box::new(Generic::new(game, metric))
}

impl<G: Tabled> SharedEngine for Generic<'_, G> {
    fn alone(&self) -> &dyn Engine {
        self
    }

    fn window_bytes(&self, _work: &Work) -> u64 {
        4 * WINDOW
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut SharedOutput<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        self.load(step, output)?;
        let layer = self.layer(step);
        let len = self.game.layers()[layer].len;
        let mut made = Vec::new();
        for window in (0..len).step_by(WINDOW as usize) {
            let end = len.min(window + WINDOW);
            let parts = share((end - window).div_ceil(PART) as usize, team.size(), team.rank());
            let number = |part: usize| end.min(window + part as u64 * PART);
            let parts = self.parts(layer, number(parts.start)..number(parts.end), output)?;
            let parts = [parts];
            output.append(team, &parts, end - window)?;
            let own: Vec<u8> = parts.into_iter().flatten().flatten().flat_map(|codes| codes.packed).collect();
            team.all_gather(own)?.iter().for_each(|codes| made.extend_from_slice(codes));
        }
        self.keep(step, made);
        Ok(())
    }
}
