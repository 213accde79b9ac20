//! The laws of win-or-loss games.

use super::scores;
use crate::{Proving, ProvingFor, Score, Searchable, Verdict, Winners};
use std::collections::{HashMap, HashSet};

/// Checks [`Searchable::proving`]: each state has the winner of the position that it represents. `all` must
/// include the successors of its positions. Returns the number of positions that a state represents.
///
/// # Panics
/// With the position that breaks the law; if the game has no [`Proving`].
pub fn proving<G: Searchable>(game: &G, all: &[G::Position]) -> usize {
    let proving = game.proving().expect("there is such a game");
    proving_by(game, &*proving, all)
}

/// Like [`proving`], for a form of the game that the search may not use.
///
/// # Panics
/// With the position that breaks the law.
pub fn proving_by<G: Searchable>(
    game: &G,
    proving: &dyn ProvingFor<G::Position>,
    all: &[G::Position],
) -> usize {
    let scores = scores(game, all);
    let mut winners = Exhaustive::of(proving);
    let mut stand_for = 0;
    for position in all {
        let mover = game.side_to_move(position);
        for (winner, least) in [(mover, Score::WIN), (mover.other(), Score::DRAW)] {
            let Some(state) = proving.state(position, winner) else { continue };
            let wins = winners.find(state) == Some(true);
            assert_eq!(wins, scores[position] >= least, "does {winner:?} win {position:?}");
            stand_for += usize::from(winner == mover);
        }
    }
    stand_for
}

/// The winners of states, found by searching all states after them.
pub struct Exhaustive<'a> {
    game: &'a dyn Proving,
    known: HashMap<u128, bool>,
}

impl<'a> Exhaustive<'a> {
    /// Knows nothing yet.
    pub fn of(game: &'a dyn Proving) -> Self {
        Self { game, known: HashMap::new() }
    }
}

impl Winners for Exhaustive<'_> {
    fn known(&self, state: u128) -> Option<bool> {
        self.known.get(&state).copied()
    }

    fn find(&mut self, state: u128) -> Option<bool> {
        if let Some(known) = self.known(state) {
            return Some(known);
        }
        let mut children = Vec::new();
        let wins = match self.game.look(state, &mut children) {
            Verdict::Win(_) => true,
            Verdict::Loss(_) => false,
            Verdict::Open(_) => {
                let different: HashSet<u128> = children.iter().copied().collect();
                assert!(!children.is_empty() && different.len() == children.len(), "{children:x?}");
                children.into_iter().any(|child| self.find(child) == Some(false))
            }
        };
        self.known.insert(state, wins);
        Some(wins)
    }
}
