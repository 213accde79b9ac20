//! A teacher that knows the values: tables of perfect play.

use crate::batch::{Example, Lesson};
use nexsolve_core::{Bounds, Layer, LayerId, ProbeError, Ranked, SplitMix, Wdl, known_bounds};
use nexsolve_games::Played;
use nexsolve_net::Seen;
use nexsolve_oracle::{JointProber, Oracle};
use std::sync::Arc;

/// Draws positions from tables, with their values and good moves.
pub(crate) struct TableTeacher<G: Played> {
    tables: Arc<JointProber<G>>,
    numbered: G::Tabled,
    /// The layers that hold positions, each with the number of entries in it and before it.
    layers: Vec<(LayerId, u64)>,
}

impl<G: Played> TableTeacher<G> {
    /// Creates the teacher of the oracle's game; `None` if there are no tables for the whole board.
    pub(crate) fn new(oracle: &Oracle) -> Option<Self> {
        let tables = oracle.tables::<G>()?;
        let extent = oracle.databases().first()?.opened.board.extent;
        let numbered = tables.game().tables(extent)?;
        let mut total = 0;
        let mut layers = Vec::new();
        for (id, layer) in Layer::with_ids(numbered.layers()) {
            if layer.len > 0 {
                total += layer.len;
                layers.push((id, total));
            }
        }
        Some(Self { tables, numbered, layers })
    }

    /// Returns the game.
    pub(crate) fn game(&self) -> &G {
        self.tables.game()
    }

    /// Draws a position that is not over. Half of the time every entry of the tables is equally likely;
    /// otherwise every layer is, so that the openings, which are few, are learned too.
    pub(crate) fn draw(&self, random: &mut SplitMix) -> G::Position {
        loop {
            let total = self.layers.last().expect("a table").1;
            let (layer, rank) = if random.below(2) == 0 {
                let entry = random.below(total as usize) as u64;
                let at = self.layers.partition_point(|&(_, end)| end <= entry);
                (at, entry - if at == 0 { 0 } else { self.layers[at - 1].1 })
            } else {
                let at = random.below(self.layers.len());
                let begin = if at == 0 { 0 } else { self.layers[at - 1].1 };
                (at, random.below((self.layers[at].1 - begin) as usize) as u64)
            };
            let Some(position) = self.numbered.unrank(self.layers[layer].0, rank) else { continue };
            let position = self.game().of_tabled(&position);
            if self.game().outcome(&position).is_none() {
                return position;
            }
        }
    }

    /// Returns what the tables teach about a position that is not over; `None` if they do not know all of its
    /// moves.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub(crate) fn teach(&self, position: &G::Position) -> Result<Option<Example>, ProbeError> {
        let game = self.game();
        let moves = game.legal_moves(position);
        let after: Vec<G::Position> = moves.iter().map(|&mv| game.play(position, mv)).collect();
        let known = known_bounds(&*self.tables, game, &after)?;
        let values: Option<Vec<Wdl>> =
            known.into_iter().map(|bounds| bounds.and_then(Bounds::wdl).map(|value| -value)).collect();
        let Some(values) = values else { return Ok(None) };
        let best = values.iter().copied().max().expect("the game is not over");
        let mut value = [0.0; 3];
        value[best as usize] = 1.0;
        let good = values.iter().map(|&value| value == best).collect();
        Ok(Some(Example { seen: Seen::of(game, position, &moves), lesson: Lesson::Good(good), value }))
    }
}
