//! The board without the stores: rules, and what is numbered.

use super::numbering::{self, Numbering};
use super::{Pit, Pits, SEEDS};
use crate::NameError;
use nexsolve_core::{Game, Layer, LayerId, Plies, Side, Symmetric, Tabled, Wdl};
use std::ops::Range;

/// The fewest and the most seeds that one move captures.
const CAPTURES: Range<u32> = 2..19;

/// The game on the board without the stores, of which the positions with up to so many seeds are numbered.
///
/// A position is the seeds in the pits for the player to move; who that is does not matter, and
/// [`Game::side_to_move`] is always Black. Its outcomes tell who takes what is left: a player who cannot move has lost
/// all seeds on the board ([`Layer::stake`]), and where there are none the rest is a draw.
#[derive(Clone, Debug)]
pub struct Seeds {
    pub(super) most: u32,
    pub(super) layers: Vec<Layer>,
    pub(super) numbering: Numbering,
}

impl Seeds {
    /// The game with numbers for all positions of up to `most` seeds.
    ///
    /// # Errors
    /// If the game does not have so many seeds.
    pub fn new(most: u32) -> Result<Self, NameError> {
        if most > SEEDS {
            return Err(NameError::new(format!("{most} seeds: the game has {SEEDS}")));
        }
        Ok(Self { most, layers: layers(most), numbering: Numbering::new(most) })
    }

    /// The most seeds of a position that has a number.
    pub fn most(&self) -> u32 {
        self.most
    }
}

impl Game for Seeds {
    type Position = Pits;
    type Move = Pit;

    /// Four seeds in each pit, which has a number only if all seeds of the game are numbered.
    fn start(&self) -> Pits {
        Pits::START
    }

    /// Always Black: a position does not tell whose it is.
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

    /// Play can go round for ever wherever it goes on.
    fn longest(&self, position: &Pits) -> Plies {
        if position.can_move() { Plies::ENDLESS } else { Plies(0) }
    }
}

/// Awari has no symmetry but that of the two players, which is in the position already.
impl Symmetric for Seeds {}

impl Tabled for Seeds {
    const POINTS: bool = true;
}

/// The layers for up to so many seeds.
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
