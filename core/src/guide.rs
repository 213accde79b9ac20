//! A game's knowledge beyond its rules, for players that search: proven moves, likely moves, likely results.

use crate::{Playout, SplitMix, Wdl};

/// What is proven about a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Standing {
    /// Nothing is proven.
    #[default]
    Open,
    /// The mover wins with this move.
    Wins,
    /// The mover loses with this move.
    Loses,
    /// The move is worth no more than the best move that is not idle.
    Idle,
}

/// A guide's statement about a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Advice {
    /// What is proven about the move.
    pub standing: Standing,
    /// A guess how likely the move is to be the best, relative to the other moves; not negative.
    pub weight: f32,
}

impl Advice {
    /// Returns the value of a position for the side to move, if the advice on all its moves proves one. `all`
    /// must not be empty.
    ///
    /// ```
    /// use nexsolve_core::{Advice, Standing, Wdl};
    /// let advice = |standing| Advice { standing, weight: 1.0 };
    /// assert_eq!(Advice::value(&[advice(Standing::Open), advice(Standing::Wins)]), Some(Wdl::Win));
    /// assert_eq!(Advice::value(&[advice(Standing::Loses), advice(Standing::Open)]), None);
    /// ```
    pub fn value(all: &[Self]) -> Option<Wdl> {
        if all.iter().any(|advice| advice.standing == Standing::Wins) {
            return Some(Wdl::Win);
        }
        all.iter()
            .all(|advice| matches!(advice.standing, Standing::Loses | Standing::Idle))
            .then_some(Wdl::Loss)
    }
}

/// A game's knowledge about positions `P` and moves `M`, with its working memory.
///
/// Each call concerns a position that is not over, with all its legal moves in any order. Earlier calls do
/// not change the answers. [`crate::laws::guide`] compares proven claims with the rules.
pub trait Guide<P, M>: Send {
    /// Replaces `weights` with the weight of each move. This quick look runs for every position that a search
    /// visits.
    fn weigh(&mut self, position: &P, moves: &[M], weights: &mut Vec<f32>);

    /// Replaces `advice` with the advice on each move. This close look may take as long as thousands of quick
    /// ones.
    fn advise(&mut self, position: &P, moves: &[M], advice: &mut Vec<Advice>);

    /// Plays a random game to its end, but answers threats that must be answered.
    fn playout(&mut self, position: &P, random: &mut SplitMix) -> Playout;
}
