//! Evaluations of Awari.

use crate::awari::{Awari, AwariPosition};
use crate::limited;
use nexsolve_core::Evaluation;

/// All, the default first.
pub(super) const EVALUATIONS: &[&dyn Evaluation<Awari>] = &[&Both, &Material, &Mobility];

/// `material`: the seeds in the own store less those in the opponent's.
#[derive(Clone, Copy, Debug)]
pub struct Material;

impl Evaluation<Awari> for Material {
    fn name(&self) -> &'static str {
        "material"
    }

    fn what(&self) -> &'static str {
        "seeds in the own store, less those in the opponent's"
    }

    fn evaluate(&self, _: &Awari, position: &AwariPosition) -> i32 {
        let [mine, theirs] = position.stores().map(i32::from);
        mine - theirs
    }
}

/// `mobility`: the moves that the player to move has, less those that the opponent would have if it were his turn, at 0 to 6 each.
#[derive(Clone, Copy, Debug)]
pub struct Mobility;

impl Evaluation<Awari> for Mobility {
    fn name(&self) -> &'static str {
        "mobility"
    }

    fn what(&self) -> &'static str {
        "moves to choose from, less the opponent's"
    }

    fn evaluate(&self, _: &Awari, position: &AwariPosition) -> i32 {
        let pits = position.pits();
        pits.allowed().count() as i32 - pits.turned().allowed().count() as i32
    }
}

/// `both`: [`Material`] and [`Mobility`], a seed counting as much as [`Both::SEED`] moves.
#[derive(Clone, Copy, Debug)]
pub struct Both;

impl Both {
    /// What a seed counts, in moves.
    pub const SEED: i32 = 4;
}

impl Evaluation<Awari> for Both {
    fn name(&self) -> &'static str {
        "both"
    }

    fn what(&self) -> &'static str {
        "material and mobility: four moves count as much as a seed"
    }

    fn evaluate(&self, game: &Awari, position: &AwariPosition) -> i32 {
        limited(Self::SEED * Material.evaluate(game, position) + Mobility.evaluate(game, position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::awari::Pits;
    use nexsolve_core::Side;

    #[test]
    fn by_hand() {
        let pits = Pits::new([1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0]).expect("few enough seeds");
        let position = AwariPosition::new(pits, [20, 12], Side::White).expect("all seeds are there");
        assert_eq!(Material.evaluate(&Awari, &position), 8);
        assert_eq!(Mobility.evaluate(&Awari, &position), 6 - 3);
        assert_eq!(Both.evaluate(&Awari, &position), 4 * 8 + 3);
    }
}
