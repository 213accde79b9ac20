//! Forward against backward for games in which positions can repeat: what a search proves of positions of draughts and
//! Awari is what the tables say of them. A search proves a win or a loss by the plies that it takes; of a draw it proves
//! only that neither side can force anything within the plies that it has seen.

use crate::support::engines::{SEED, make, scratch, seed};
use nexsolve_core::laws::SplitMix;
use nexsolve_core::{Bounds, Layer, Ranked, Score, Searchable, Side, Wdl};
use nexsolve_db::{DbProber, Metric};
use nexsolve_games::awari::{Awari, AwariPosition, Seeds};
use nexsolve_games::draughts::{BRAZILIAN, Draughts, RUSSIAN};
use nexsolve_solver::{Goal, Options, Solver};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The bounds that a search without tables proves within `nodes` nodes.
fn bounds<G: Searchable>(game: &G, position: &G::Position, goal: Goal, nodes: u64) -> Bounds {
    static GO_ON: AtomicBool = AtomicBool::new(false);
    let options = Options { nodes: Some(nodes), ..Options::within(16 << 20) };
    let mut solver = Solver::new(game, options, &GO_ON, &()).expect("memory for the search");
    solver.solve(position, goal).expect("no table can fail").bounds
}

fn holds(bounds: Bounds, score: Score) -> bool {
    bounds.lo <= score && score <= bounds.hi
}

#[test]
fn draughts_endings_are_what_a_search_proves() {
    const EACH: usize = 12;
    let seed = seed();
    let mut random = SplitMix(seed);
    for rules in [RUSSIAN, BRAZILIAN] {
        let game = Draughts::endings(rules, 3);
        let scratch = scratch();
        let prober = DbProber::new(Arc::new(game.clone()), make(&game, scratch.path(), Metric::Dtw));
        let (mut asked, mut proven) = (0, 0);
        for (layer, about) in Layer::with_ids(game.layers()) {
            for _ in 0..EACH {
                let rank = random.below(about.len as usize) as u64;
                let position = game.unrank(layer, rank).expect("no free numbers");
                let score = prober.value(&position, Metric::Dtw).expect("whole").expect("a table");
                let score = Score::from_raw(score).expect("a score");
                let found = bounds(&game, &position, Goal::Distances, 20_000);
                assert!(
                    holds(found, score),
                    "{SEED}={seed}: {position:?}: {score}, the search says {found:?}"
                );
                if score.wdl() != Wdl::Draw {
                    asked += 1;
                    proven += usize::from(found == Bounds::exact(score));
                }
            }
        }
        assert!(2 * proven > asked, "{SEED}={seed}: a search proves {proven} of {asked}");
    }
}

#[test]
fn games_of_awari_are_what_a_search_proves() {
    const EACH: usize = 30;
    let seed = seed();
    let mut random = SplitMix(seed);
    let seeds = Seeds::new(8).expect("the game has 48");
    let scratch = scratch();
    let prober = DbProber::new(Arc::new(seeds.clone()), make(&seeds, scratch.path(), Metric::Score));
    let (mut asked, mut proven) = (0, 0);
    for (layer, about) in Layer::with_ids(seeds.layers()) {
        for _ in 0..EACH {
            let rank = random.below(about.len as usize) as u64;
            let pits = seeds.unrank(layer, rank).expect("no free numbers");
            let score = prober.score(&pits).expect("whole").expect("a table");
            // With these stores all is open.
            let rest = 48 - pits.seeds() as u8;
            let own = rest / 2 - 2 + random.below(4) as u8;
            let position = AwariPosition::new(pits, [own, rest - own], Side::Black).expect("all seeds");
            let value = match i32::from(own) - i32::from(rest - own) + i32::from(score.0) {
                1.. => Wdl::Win,
                0 => Wdl::Draw,
                _ => Wdl::Loss,
            };
            let found = bounds(&Awari, &position, Goal::Value, 20_000);
            let right = match value {
                Wdl::Win => found.hi >= Score::WIN,
                Wdl::Draw => holds(found, Score::DRAW),
                Wdl::Loss => found.lo <= Score::LOSS,
            };
            let place = format!("{SEED}={seed}: {pits:?} {own}");
            assert!(right, "{place}: {value}, the search says {found:?}");
            if value != Wdl::Draw {
                asked += 1;
                proven += usize::from(found.wdl() == Some(value));
            }
        }
    }
    assert!(2 * proven > asked, "{SEED}={seed}: a search proves {proven} of {asked}");
}
