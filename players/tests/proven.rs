//! Whatever a player reports as proven is true, for any options and any small budget.

use nexsolve_core::laws::{self, Reach};
use nexsolve_core::{Bounds, Game, Plies, Probe, ProbeError, Prober, Score, SplitMix, Wdl};
use nexsolve_games::Played;
use nexsolve_games::hex::{Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_players::{Budget, Cast, Course, Estimate};
use std::collections::HashMap;
use std::sync::Arc;

const PLAYERS: &[&str] = &[
    "random",
    "pseudorand",
    "random-bits",
    "minimax(2)",
    "alphabeta(3)",
    "solver1(200)",
    "solver2(3000)",
    "solver3(40, memory=1)",
    "solver3(400, memory=1)",
    "mcts(200)",
    "mcts(400, generate-first)",
    "uct(300)",
    "uct(1000, c=0.7, threads=3)",
    "uct(600, generate-first)",
    "uct(300, nodes=40)",
    "puct(300)",
    "uct(200, fresh, unproven)",
    "table(100)",
];

/// Bounds for some of the positions; they hold, but need not meet.
struct Parts<P> {
    scores: HashMap<P, Score>,
}

impl<G: Game> Prober<G> for Parts<G::Position> {
    fn probe(&self, position: &G::Position) -> Result<Probe, ProbeError> {
        let Some(&score) = self.scores.get(position) else { return Ok(Probe::Absent) };
        let wider = |score: Score| match score.wdl() {
            Wdl::Win => Bounds { lo: Score::WIN, hi: Score::win_in(Plies(1)) },
            Wdl::Draw => Bounds::exact(score),
            Wdl::Loss => Bounds { lo: Score::loss_in(Plies(0)), hi: Score::LOSS },
        };
        Ok(match format!("{position:?}").bytes().map(u32::from).sum::<u32>() % 4 {
            0 => Probe::Known(Bounds::exact(score)),
            1 => Probe::Known(wider(score)),
            2 => Probe::Known(Bounds { lo: Score::MIN, hi: score }),
            _ => Probe::Absent,
        })
    }
}

fn check<G: Played>(game: &G, step: usize) {
    let all = laws::positions(game, Reach::All);
    let tables = Arc::new(Parts { scores: laws::scores(game, &all) });
    let cast = Cast::new(game.clone()).with_tables(tables.clone());
    let mut positions: Vec<_> = all.iter().filter(|position| game.outcome(position).is_none()).collect();
    let mut random = SplitMix(5);
    for i in (1..positions.len()).rev() {
        positions.swap(i, random.below(i + 1));
    }
    for text in PLAYERS {
        let (mut proven, mut seed) = (0, 0);
        for &position in positions.iter().step_by(step) {
            seed += 1;
            let spec = text.parse().expect(text);
            let mut player = cast.player(&spec, seed).map_err(|error| error.reason).expect(text);
            let course = Course::from(game, *position);
            let thought = player.choose(&course, &Budget::default()).expect("a move");
            assert!(course.legal().contains(&thought.mv), "{text}");
            let Estimate::Proven(Bounds { lo, hi }) = thought.estimate else { continue };
            proven += 1;
            let score = tables.scores[&game.play(position, thought.mv)].lift();
            assert!(lo <= score && score <= hi, "{text}, seed {seed}: {position:?} {thought:?}, not {score}");
        }
        eprintln!("{text}: {proven} of {seed} proven");
    }
}

#[test]
fn of_nex() {
    check(&Nex::<u64>::new(2, 2).expect("a small board"), 1);
    check(&Nex::<u64>::new(2, 3).expect("a small board"), 3);
    check(&Nex::<u64>::new(3, 3).expect("a small board"), 97);
}

#[test]
fn of_hex() {
    for swap in [Swap::Off, Swap::On] {
        let game = Hex::<u64>::new(3, 3, Variant { swap, ..Variant::default() }).expect("a small board");
        check(&game, 23);
    }
}

/// The solver may prove that no move wins and one draws, and nothing more about the others.
#[test]
fn of_draws_half_proven() {
    let game = Nex::<u64>::new(3, 3).expect("a small board");
    let all = laws::positions(&game, Reach::All);
    let scores = laws::scores(&game, &all);
    let cast = Cast::new(game.clone());
    let drawn = |position: &&_| game.outcome(*position).is_none() && scores[*position] == Score::DRAW;
    let mut draws = 0;
    for (seed, position) in all.iter().filter(drawn).step_by(53).enumerate() {
        for nodes in [30, 60, 120, 240, 480, 960] {
            let spec = format!("solver3({nodes}, memory=1)").parse().expect("a player");
            let mut player = cast.player(&spec, seed as u64).map_err(|error| error.reason).expect("solver3");
            let thought = player.choose(&Course::from(&game, *position), &Budget::default()).expect("a move");
            if thought.estimate.proven() == Some(Wdl::Draw) {
                draws += 1;
                assert_eq!(scores[&game.play(position, thought.mv)], Score::DRAW, "{nodes}: {position:?}");
            }
        }
    }
    assert!(draws > 0);
}
