//! What a game knows of a position beyond its rules, for a player who searches: proven moves, likely moves, likely results.

use crate::{Playout, SplitMix, Wdl};

/// What is proven of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Standing {
    /// Nothing.
    #[default]
    Open,
    /// The side that makes it wins.
    Wins,
    /// The side that makes it loses.
    Loses,
    /// It is worth no more than the best of the moves that do not have this standing.
    Idle,
}

/// What a guide says of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Advice {
    /// What is proven of it.
    pub standing: Standing,
    /// How likely it is to be the best move, in proportion to the other moves: a guess, not negative.
    pub weight: f32,
}

impl Advice {
    /// The value of a position for the side to move, if what is proven of its moves settles it. There is a move at least.
    pub fn value(all: &[Self]) -> Option<Wdl> {
        if all.iter().any(|advice| advice.standing == Standing::Wins) {
            return Some(Wdl::Win);
        }
        all.iter()
            .all(|advice| matches!(advice.standing, Standing::Loses | Standing::Idle))
            .then_some(Wdl::Loss)
    }
}

/// A game's knowledge of its positions `P` and moves `M`, with the memory that it works in.
///
/// Each question is about a position that is not over, and about all its legal moves in any order. The answers are the same
/// whatever was asked before. [`crate::laws::guide`] holds what is claimed as proven against the rules.
pub trait Guide<P, M>: Send {
    /// Replaces `weights` by the weight of each move, after a quick look: for every position that a search looks into.
    fn weigh(&mut self, position: &P, moves: &[M], weights: &mut Vec<f32>);

    /// Replaces `advice` by what is to be said of each move, after a close look that may take as long as thousands of quick ones.
    fn advise(&mut self, position: &P, moves: &[M], advice: &mut Vec<Advice>);

    /// Plays to the end by lot, but answers what has to be answered.
    fn playout(&mut self, position: &P, random: &mut SplitMix) -> Playout;
}
