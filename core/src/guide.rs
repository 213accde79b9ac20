//! What a game tells players that search: evaluations, forced wins, proven moves and likely ones.

use crate::{Game, Plies, SplitMix, Wdl};

/// The greatest absolute number of points of an evaluation. Proven results lie outside of this range.
pub const LIMIT: i32 = 1_000_000;

/// An estimate of a position's worth, for the side to move.
///
/// An evaluation looks at the position alone: it ignores earlier moves and does not search. Its points have a
/// scale of their own and are comparable only among positions of one board.
#[derive(Debug)]
pub struct Evaluation<G: Game> {
    /// The name by which players select it.
    pub name: &'static str,
    /// What it measures, in one line.
    pub what: &'static str,
    /// The function behind [`Evaluation::evaluate`].
    pub points: fn(game: &G, position: &G::Position) -> i32,
}

impl<G: Game> Evaluation<G> {
    /// Returns points for the side to move, between `-LIMIT` and [`LIMIT`]: more is better for it. Symmetric
    /// positions have equal points.
    ///
    /// A finished game is allowed; its outcome is ignored.
    pub fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        (self.points)(game, position)
    }
}

/// A win that the side to move can force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin<M> {
    /// The winning move, followed by one line of play to the end of the game: the loser's answers are among
    /// those that delay the end most.
    pub line: Vec<M>,
    /// The length of the win, whatever the loser plays: at most this many plies.
    pub plies: Plies,
    /// The number of positions that the search visited.
    pub nodes: u64,
}

/// A game's search for forced wins, of positions `P` and moves `M`.
///
/// It is exact in what it claims, but it need not find a win where there is one. [`crate::laws::forcing`]
/// compares its claims with the rules.
pub trait Forcing<P, M> {
    /// Returns a win that the side to move can force, if a search of up to `nodes` positions finds one. It
    /// gives up early once `is_over` returns true. The answer does not depend on earlier calls.
    ///
    /// The position must not be over.
    fn forced_win(&self, position: &P, nodes: u64, is_over: &dyn Fn() -> bool) -> Option<ForcedWin<M>>;
}

/// What is proven about a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum MoveStatus {
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
    pub standing: MoveStatus,
    /// A guess how likely the move is to be the best, relative to the other moves; not negative.
    pub weight: f32,
}

impl Advice {
    /// Returns the value of a position for the side to move, if the advice on all its moves proves one. `all`
    /// must not be empty.
    ///
    /// ```
    /// use nexsolve_core::{Advice, MoveStatus, Wdl};
    /// let advice = |standing| Advice { standing, weight: 1.0 };
    /// assert_eq!(Advice::value(&[advice(MoveStatus::Open), advice(MoveStatus::Wins)]), Some(Wdl::Win));
    /// assert_eq!(Advice::value(&[advice(MoveStatus::Loses), advice(MoveStatus::Open)]), None);
    /// ```
    pub fn value(all: &[Self]) -> Option<Wdl> {
        if all.iter().any(|advice| advice.standing == MoveStatus::Wins) {
            return Some(Wdl::Win);
        }
        all.iter()
            .all(|advice| matches!(advice.standing, MoveStatus::Loses | MoveStatus::Idle))
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

/// The result of a game played out at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The result for the side to move in the first position.
    pub value: Wdl,
    /// The number of moves played.
    pub plies: u32,
}
