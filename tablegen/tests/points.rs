//! A game played for points that has no engine of its own is refused before anything is written.

use crate::common::unreached;
use nexsolve_core::{Game, Layer, LayerId, Plies, Ranked, Side, Symmetric, Tabled, Unmoves, Wdl};
use nexsolve_db::Metric;
use nexsolve_tablegen::{GenerateError, Kernel, PlanError, generate, plan, plan_for};
use std::sync::atomic::AtomicBool;

/// A game of one position, played for points.
#[derive(Clone)]
struct Points([Layer; 1]);

impl Game for Points {
    type Position = ();
    type Move = ();

    fn start(&self) {}
    fn side_to_move(&self, (): &()) -> Side {
        Side::Black
    }
    fn outcome(&self, (): &()) -> Option<Wdl> {
        Some(Wdl::Draw)
    }
    fn moves(&self, (): &(), moves: &mut Vec<()>) {
        moves.clear();
    }
    fn play(&self, (): &(), (): ()) {}
    fn longest(&self, (): &()) -> Plies {
        Plies(0)
    }
}

impl Symmetric for Points {}

impl Ranked for Points {
    fn layers(&self) -> &[Layer] {
        &self.0
    }
    fn rank(&self, (): &()) -> (LayerId, u64) {
        (LayerId::new(0), 0)
    }
    fn unrank(&self, _: LayerId, _: u64) -> Option<()> {
        Some(())
    }
}

impl Unmoves for Points {
    fn predecessors(&self, (): &(), before: &mut Vec<()>) {
        before.clear();
    }
}

impl Tabled for Points {
    fn has_points(&self) -> bool {
        true
    }
}

#[test]
fn tables_of_points_need_an_engine_of_their_own() {
    let game = Points([Layer { name: "all".into(), len: 1, successors: Vec::new(), stake: 0 }]);
    for kernel in [Kernel::Fast, Kernel::Generic] {
        let how = unreached(Metric::Score, kernel);
        assert_eq!(plan(&nexsolve_kernels::joined(&game), &how), Err(PlanError::Points));
        assert_eq!(plan_for(&nexsolve_kernels::joined(&game), &how, 3), Err(PlanError::Points));
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path().join("db");
        let refused =
            generate(&nexsolve_kernels::joined(&game), &folder, &how, &AtomicBool::new(false), &()).err();
        assert!(matches!(refused, Some(GenerateError::Plan(PlanError::Points))), "{refused:?}");
        assert!(!folder.exists(), "nothing is written");
    }
}
