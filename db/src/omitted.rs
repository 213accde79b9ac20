//! The values of positions that tables omit.

use crate::Metric;
use nexsolve_core::{Layer, LayerId, Ranked, Score, Wdl};

/// Returns the value of a position of `layer` that tables of this metric omit ([`Ranked::is_omitted`]): the
/// best over its moves, for the side to move. `known` must return the value of any position with a layer and
/// a rank, even an omitted one. If it returns `None` for a position after a move, this function returns
/// `None`.
///
/// # Errors
/// The first error of `known`.
///
/// # Panics
/// For [`Metric::Reach`], whose tables omit nothing, and if `known` returns a value that the metric does not
/// allow.
pub fn follow<G: Ranked, E>(
    game: &G,
    metric: Metric,
    layer: LayerId,
    position: &G::Position,
    mut known: impl FnMut((LayerId, u64), &G::Position) -> Result<Option<i16>, E>,
) -> Result<Option<i16>, E> {
    let layers = game.layers();
    let here = &layers[layer];
    let mut best = None;
    for (_, after) in game.continuations(position) {
        let worth = if game.is_ranked(&after) {
            let place = game.rank(&after);
            let Some(value) = known(place, &after)? else { return Ok(None) };
            metric.before(here, &layers[place.0], value)
        } else {
            metric.at_the_end(here, game.outcome(&after).expect("a move leads to a rank or to the end"))
        };
        best = best.max(Some(worth));
    }
    Ok(best)
}

impl Metric {
    /// Returns what a move from the layer `here` to a position of the layer `there` with the value `value` is
    /// worth for the side that makes it.
    pub(crate) fn before(self, here: &Layer, there: &Layer, value: i16) -> i16 {
        match self {
            Self::Wdl | Self::Dtw => Score::from_raw(value).expect("a value of the metric").lift().to_raw(),
            Self::Score => {
                let gained = here.stake.checked_sub(there.stake).expect("no move raises the stake");
                gained.cast_signed() - value
            }
            Self::Reach => unreachable!("reachability does not follow from the moves"),
        }
    }

    /// Returns what a move from the layer `here` that ends the game is worth for the side that makes it.
    /// `outcome` is for the opponent.
    pub(crate) fn at_the_end(self, here: &Layer, outcome: Wdl) -> i16 {
        match self {
            Self::Dtw => Score::of_outcome(outcome).lift().to_raw(),
            _ => self.of_outcome(here, -outcome),
        }
    }

    /// Returns the value of a finished game in the layer `here`. Value and outcome are for the side to move.
    pub(crate) fn of_outcome(self, here: &Layer, outcome: Wdl) -> i16 {
        let stake = here.stake.cast_signed();
        match (self, outcome) {
            (_, Wdl::Draw) => 0,
            (Self::Score, Wdl::Win) => stake,
            (Self::Score, Wdl::Loss) => -stake,
            (Self::Wdl, Wdl::Win) => Score::WIN.to_raw(),
            (Self::Wdl, Wdl::Loss) => Score::LOSS.to_raw(),
            _ => Score::of_outcome(outcome).to_raw(),
        }
    }
}
