//! What a network that does not search can be held to, by an opponent who plays anything.

use crate::planning::most;
use nexsolve_core::{Game, Side};
use nexsolve_games::{AnyGame, AnyMove};
use nexsolve_judging::exploit::{Exploit, ExploitError, Until, Visit};
use nexsolve_net::{Network, Seen};
use nexsolve_oracle::{Oracle, OracleError};
use nexsolve_players::{Budget, Choice, Course, FixedError, FixedPlayer, Player, Thought};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The worst that can happen to a network.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Worst {
    /// The points lost in the worst case, on average over both colours: a win is 1 point, a draw ½.
    pub(crate) exploitability: f64,
    /// The positions that can arise and in which it gives value away: as Black, as White.
    pub(crate) mistakes: [u64; 2],
}

/// Plays the move that a network likes best.
struct Favourite(Arc<Network>);

impl Player<AnyGame> for Favourite {
    fn choose(&mut self, course: &Course<'_, AnyGame>, _: &Budget<'_>) -> Choice<AnyMove> {
        let legal = course.legal();
        let seen = Seen::of(course.game(), course.position(), &legal);
        let weights = self.0.evaluate(&[seen]).remove(0).weights;
        Ok(Thought::blind(legal[most(&weights)]))
    }
}

/// Returns the worst that can happen to a network; `None` if there are no tables, more than `limit` positions
/// can arise, play can continue forever, or `stop` is set.
///
/// # Errors
/// If a table cannot be read, or the tables contradict each other.
pub(crate) fn worst(
    network: &Network,
    oracle: &Oracle,
    limit: usize,
    stop: &AtomicBool,
) -> Result<Option<Worst>, ExploitError> {
    let game = oracle.game();
    let start = game.start();
    if limit == 0 || !oracle.has_tables() {
        return Ok(None);
    }
    let Some(value) = oracle.worths(&[start]).map_err(OracleError::from)?[0].bounds.wdl() else {
        return Ok(None);
    };
    let network = Arc::new(network.clone());
    let create = |_| Box::new(Favourite(Arc::clone(&network))) as Box<dyn Player<AnyGame>>;
    let exploit = Exploit {
        player: FixedPlayer::new(game, &create, 0),
        tables: Some(oracle),
        visit: Visit::Classes,
        until: Until::Complete,
        most: limit,
        memory: u64::MAX,
        stop,
    };
    let mut worst = Worst { exploitability: 0.0, mistakes: [0; 2] };
    for (side, mistakes) in [Side::Black, Side::White].into_iter().zip(&mut worst.mistakes) {
        let held = match exploit.held(side, &|_| ()) {
            Ok(held) => held,
            Err(
                ExploitError::Endless
                | ExploitError::TooMany { .. }
                | ExploitError::Player(FixedError::Stopped),
            ) => return Ok(None),
            Err(error) => return Err(error),
        };
        let value = if game.side_to_move(&start) == side { value } else { -value };
        worst.exploitability += held.lost(value) / 2.0;
        *mistakes = held.tally.map_or(0, |tally| tally.gave());
    }
    Ok(Some(worst))
}
