//! A game played for points that has no engine of its own is refused before anything is written.

use crate::common::settings;
use nexsolve_core::laws::{self, Reach};
use nexsolve_core::{Game, Layer, LayerId, Plies, Ranked, Side, Symmetric, Tabled, Unmoves, Wdl};
use nexsolve_db::Metric;
use nexsolve_tablegen::{GenerateError, Kernel, PlanError, Settings, generate, plan, plan_for};
use std::sync::atomic::AtomicBool;

/// Coins on a table. A player takes one or two of them; each coin is a point.
struct Coins {
    /// The layer with `i` coins taken is the `i`-th.
    layers: Vec<Layer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Table {
    coins: u16,
    side: Side,
}

impl Coins {
    fn new(coins: u16) -> Self {
        let layer = |taken: u16| Layer {
            name: format!("c{:02}", coins - taken),
            len: 1,
            successors: (taken + 1..=(taken + 2).min(coins)).map(|next| LayerId::new(next.into())).collect(),
            stake: coins - taken,
        };
        Self { layers: (0..=coins).map(layer).collect() }
    }

    fn coins(&self) -> u16 {
        self.layers[0].stake
    }
}

impl Game for Coins {
    type Position = Table;
    type Move = u16;

    fn start(&self) -> Table {
        Table { coins: self.coins(), side: Side::Black }
    }

    fn side_to_move(&self, position: &Table) -> Side {
        position.side
    }

    fn outcome(&self, position: &Table) -> Option<Wdl> {
        (position.coins == 0).then_some(Wdl::Draw)
    }

    fn moves(&self, position: &Table, moves: &mut Vec<u16>) {
        moves.clear();
        moves.extend(1..=position.coins.min(2));
    }

    fn play(&self, position: &Table, taken: u16) -> Table {
        Table { coins: position.coins - taken, side: position.side.other() }
    }

    fn longest(&self, position: &Table) -> Plies {
        Plies(position.coins)
    }
}

impl Symmetric for Coins {
    fn canonical(&self, position: &Table) -> Table {
        Table { side: Side::Black, ..*position }
    }

    fn copies(&self, _: &Table) -> u64 {
        2
    }
}

impl Ranked for Coins {
    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn rank(&self, position: &Table) -> (LayerId, u64) {
        (LayerId::new((self.coins() - position.coins).into()), 0)
    }

    fn unrank(&self, layer: LayerId, _: u64) -> Option<Table> {
        Some(Table { coins: self.layers()[layer].stake, side: Side::Black })
    }
}

impl Unmoves for Coins {
    fn predecessors(&self, position: &Table, positions: &mut Vec<Table>) {
        positions.clear();
        let before = position.coins + 1..=(position.coins + 2).min(self.coins());
        positions.extend(before.map(|coins| Table { coins, side: position.side.other() }));
    }
}

impl Tabled for Coins {
    const POINTS: bool = true;
}

#[test]
fn tables_of_points_need_an_engine_of_their_own() {
    let game = Coins::new(5);
    let all = laws::positions(&game, Reach::All);
    laws::rules(&game, &all);
    laws::symmetry(&game, &all);
    laws::ranking(&game, &all);
    laws::unmoves(&game, &all);

    for kernel in [Kernel::Fast, Kernel::Generic] {
        let how = Settings { reach: nexsolve_tablegen::Reach::Left, ..settings(Metric::Score, kernel) };
        assert_eq!(plan(&game, &how), Err(PlanError::Points));
        assert_eq!(plan_for(&game, &how, 3), Err(PlanError::Points));
        let scratch = tempfile::tempdir().expect("a folder");
        let folder = scratch.path().join("db");
        let refused = generate(&game, &folder, &how, &AtomicBool::new(false), &()).err();
        assert!(matches!(refused, Some(GenerateError::Plan(PlanError::Points))), "{refused:?}");
        assert!(!folder.exists(), "nothing is written");
    }
    assert_eq!(
        PlanError::Points.to_string(),
        "this game is played for points and has no engine of its own: its tables cannot be made"
    );
}
