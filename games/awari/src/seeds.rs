//! The board without stores: its rules and its layers.

use super::numbering::{self, Numbering};
use super::{Pit, Pits, SEEDS};
use nexsolve_catalogue::NameError;
use nexsolve_core::{Game, Layer, LayerId, Plies, Side, Symmetric, Tabled, Wdl};
use std::ops::Range;

/// The range of the number of seeds that one move can capture.
const CAPTURES: Range<u32> = 2..19;

/// The game on the board without stores. Positions with at most a given number of seeds have ranks.
///
/// A position consists of the seeds in the pits, for the player to move. It does not record who that is, so
/// [`Game::side_to_move`] is always Black. The outcome shows who takes the remaining seeds: a player who
/// cannot move has lost all seeds on the board ([`Layer::stake`]); an empty board is a draw.
#[derive(Clone, Debug)]
pub struct Seeds {
    pub(super) most: u32,
    pub(super) layers: Vec<Layer>,
    pub(super) numbering: Numbering,
}

impl Seeds {
    /// Creates the game, with ranks for all positions of up to `most` seeds.
    ///
    /// # Errors
    /// If the game has fewer seeds than `most`.
    pub fn new(most: u32) -> Result<Self, NameError> {
        if most > SEEDS {
            return Err(NameError::new(format!("{most} seeds: the game has only {SEEDS}")));
        }
        Ok(Self { most, layers: layers(most), numbering: Numbering::new(most) })
    }

    /// Returns the greatest number of seeds of a position with a rank.
    pub fn most(&self) -> u32 {
        self.most
    }
}

impl Game for Seeds {
    type Position = Pits;
    type Move = Pit;

    /// Returns four seeds in each pit. This position has a rank only if all seeds of the game are numbered.
    fn start(&self) -> Pits {
        Pits::START
    }

    /// Always Black: a position does not record the player to move.
    fn side_to_move(&self, _position: &Pits) -> Side {
        Side::Black
    }

    #[inline]
    fn outcome(&self, position: &Pits) -> Option<Wdl> {
        match position.seeds() {
            _ if position.can_move() => None,
            0 => Some(Wdl::Draw),
            _ => Some(Wdl::Loss),
        }
    }

    fn moves(&self, position: &Pits, moves: &mut Vec<Pit>) {
        moves.clear();
        moves.extend(position.allowed());
    }

    #[inline]
    fn play(&self, position: &Pits, mv: Pit) -> Pits {
        position.sow(mv).after
    }

    /// Play can continue forever unless the game is over.
    fn longest(&self, position: &Pits) -> Plies {
        if position.can_move() { Plies::ENDLESS } else { Plies(0) }
    }
}

/// Awari's only symmetry is that of the two players, which positions already absorb.
impl Symmetric for Seeds {}

impl Tabled for Seeds {
    fn has_points(&self) -> bool {
        true
    }
}

/// Returns the layers for up to `most` seeds.
fn layers(most: u32) -> Vec<Layer> {
    let layer = |seeds: u32| {
        let fewer = CAPTURES.map_while(|captured| seeds.checked_sub(captured));
        let to = |seeds: u32| LayerId::new((most - seeds) as usize);
        let same = (seeds > 0).then_some(seeds);
        Layer {
            name: format!("s{seeds:02}"),
            len: numbering::count(seeds),
            successors: same.into_iter().chain(fewer).map(to).collect(),
            stake: seeds as u16,
        }
    };
    (0..=most).rev().map(layer).collect()
}
