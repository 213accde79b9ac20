//! Evaluations of Awari.

use crate::{Awari, AwariPosition};
use nexsolve_catalogue::limited;
use nexsolve_core::Evaluation;

/// All evaluations, the default first.
pub(super) const EVALUATIONS: &[Evaluation<Awari>] = &[
    Evaluation {
        name: "both",
        what: "material and mobility: four moves count as much as a seed",
        points: |_, position| limited(4 * material(position) + mobility(position)),
    },
    Evaluation {
        name: "material",
        what: "seeds in the own store minus those in the opponent's",
        points: |_, position| material(position),
    },
    Evaluation {
        name: "mobility",
        what: "legal moves minus the opponent's",
        points: |_, position| mobility(position),
    },
];

/// `material`: the seeds in the own store minus those in the opponent's.
fn material(position: &AwariPosition) -> i32 {
    let [mine, theirs] = position.stores().map(i32::from);
    mine - theirs
}

/// `mobility`: the legal moves minus those that the opponent would have if it were to move; each side has 0
/// to 6.
fn mobility(position: &AwariPosition) -> i32 {
    let pits = position.pits();
    pits.allowed().count() as i32 - pits.turned().allowed().count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pits;
    use nexsolve_core::Side;

    #[test]
    fn by_hand() {
        let pits = Pits::new([1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0]).expect("few enough seeds");
        let position = AwariPosition::new(pits, [20, 12], Side::White).expect("all seeds are there");
        assert_eq!(material(&position), 8);
        assert_eq!(mobility(&position), 6 - 3);
        assert_eq!(EVALUATIONS[0].evaluate(&Awari, &position), 4 * 8 + 3);
    }
}
