use super::*;
use crate::Spec;
use nexsolve_core::Notation;
use nexsolve_games::Played;
use nexsolve_games::awari::Awari;
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use std::sync::atomic::AtomicBool;

/// A game after `plies` random moves, or at the last position before its end.
fn random_course<'g, G: Played>(game: &'g G, plies: usize, random: &mut SplitMix) -> Course<'g, G> {
    let mut course = Course::new(game);
    for _ in 0..plies {
        let moves = course.legal();
        course.play(moves[random.below(moves.len())]);
        if course.ending().is_some() {
            course.take_back();
            break;
        }
    }
    course
}

/// Checks that alpha-beta has the same score and the same best moves as minimax, and visits no more
/// positions.
fn compare<G: Played>(game: &G, depths: std::ops::RangeInclusive<u32>, plies: usize, games: usize) {
    const SEED: u64 = 11;
    let mut random = SplitMix(SEED);
    let mut proven = 0;
    for _ in 0..games {
        let length = random.below(plies);
        let course = random_course(game, length, &mut random);
        let moves = course.legal();
        for evaluation in G::EVALUATIONS {
            for depth in depths.clone() {
                let look = |pruning| {
                    let mut look = Lookahead::new(game, evaluation, pruning, Budget::default());
                    (look.best(&course, &moves, depth), look.nodes())
                };
                let (all, all_nodes) = look(Pruning::Nothing);
                let (cut, cut_nodes) = look(Pruning::AlphaBeta);
                let of = |best: &Best<G::Move>| best.moves.iter().map(|(mv, _)| *mv).collect::<Vec<_>>();
                let at = || format!("seed {SEED}, depth {depth}, {}: {:?}", evaluation.name, course.moves());
                assert_eq!((all.score, all.depth, of(&all)), (cut.score, cut.depth, of(&cut)), "{}", at());
                assert!(cut_nodes <= all_nodes, "{}", at());
                proven += usize::from(all.score.abs() > LIMIT);
                check_lines(&course, &all, depth);
                check_lines(&course, &cut, depth);
                // Deepening step by step gives the same result.
                let stop = AtomicBool::new(false);
                let budget = Budget { stop: Some(&stop), ..Budget::default() };
                let steps =
                    Lookahead::new(game, evaluation, Pruning::AlphaBeta, budget).best(&course, &moves, depth);
                assert_eq!((steps.score, of(&steps)), (all.score, of(&all)), "{}", at());
            }
        }
    }
    eprintln!("{proven} of the scores are proven");
}

/// Checks that the lines are legal, and that a proven line ends the game after as many plies as it states.
fn check_lines<G: Played>(course: &Course<'_, G>, best: &Best<G::Move>, depth: u32) {
    for (mv, rest) in &best.moves {
        let mut course = course.clone();
        for mv in std::iter::once(mv).chain(rest) {
            if course.ending().is_some() {
                // The history ends the game, which the search ignores that far ahead.
                return;
            }
            assert!(course.legal().contains(mv), "{best:?}");
            course.play(*mv);
        }
        assert!(rest.len() < depth as usize);
        if let Estimate::Proven(bounds) = best.estimate() {
            let plies = bounds.score().and_then(Score::distance).expect("a length");
            assert_eq!(plies, Plies(rest.len() as u16 + 1), "{best:?}");
            assert!(course.ending().is_some());
        }
    }
}

#[test]
fn alphabeta_agrees_with_minimax() {
    compare(&Nex::<u64>::new(3, 3).expect("a small board"), 1..=2, 6, 12);
    compare(&Nex::<u64>::new(2, 3).expect("a small board"), 1..=4, 4, 12);
    compare(&Hex::<u64>::new(4, 4, Variant::default()).expect("a small board"), 1..=3, 13, 12);
    let swap = Variant { swap: Swap::On, ..Variant::default() };
    compare(&Hex::<u64>::new(3, 3, swap).expect("a small board"), 1..=4, 5, 12);
    compare(&Awari, 1..=4, 120, 30);
    compare(&Draughts::new(RUSSIAN), 1..=3, 100, 30);
}

/// Searches `depth` plies ahead with the evaluation `name`.
fn look<'a, G: Played>(
    course: &Course<'a, G>,
    name: &str,
    depth: u32,
    budget: Budget<'a>,
) -> (Best<G::Move>, u64) {
    let mut spec: Spec = format!("alphabeta(eval={name})").parse().expect("a player");
    let evaluation = spec.take_evaluation().expect("an evaluation");
    let mut look = Lookahead::new(course.game(), evaluation, Pruning::AlphaBeta, budget);
    let best = look.best(course, &course.legal(), depth);
    (best, look.nodes())
}

#[test]
fn an_early_win_is_better_than_a_late_one() {
    let game = Hex::<u64>::new(3, 3, Variant::default()).expect("a small board");
    let course = Course::from(&game, game.read_position("b2;a1;b1;a3").expect("moves"));
    // Black can join b1 b2 with the lowest row at once, over c1 or c2; the upper edge needs a2 first.
    let black = Course::from(&game, game.read_position("b2;a1;a2;a3").expect("moves"));
    let (best, _) = look(&black, "basic", 3, Budget::default());
    assert_eq!(best.estimate(), Estimate::Proven(Bounds::exact(Score::win_in(Plies(1)))));
    let cells: Vec<String> =
        best.moves.iter().map(|&(mv, _)| game.format_move(black.position(), mv)).collect();
    assert_eq!(cells, ["c1", "c2"]);
    let (later, _) = look(&course, "basic", 3, Budget::default());
    assert!(later.score < best.score);
}

#[test]
fn a_budget_is_kept() {
    let game = Hex::<u64>::new(6, 6, Variant::default()).expect("a small board");
    let course = Course::new(&game);
    for nodes in [0, 1, 2, 35, 36, 37, 500, 5_000] {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let (best, used) = look(&course, "basic", 6, budget);
        assert!(used <= nodes && !best.moves.is_empty(), "{nodes}: {used}");
        // A search of one ply visits 36 positions.
        assert_eq!(best.depth == 0, nodes < 36, "{nodes}: {best:?}");
        assert!(best.depth < 6);
        assert_eq!(best.estimate() == Estimate::Unknown, nodes < 36);
    }
    let stop = AtomicBool::new(true);
    let (best, used) = look(&course, "basic", 6, Budget { stop: Some(&stop), ..Budget::default() });
    assert_eq!((best.moves.len(), used), (1, 0));
    let until = Some(std::time::Instant::now());
    assert_eq!(look(&course, "basic", 6, Budget { until, ..Budget::default() }).1, 0);
}

/// Kings move back and forth: the third occurrence is a draw, which the side that is behind chooses.
#[test]
fn a_first_move_that_repeats_is_a_draw() {
    let game = Draughts::new(RUSSIAN);
    let mut course = Course::from(&game, game.read_position("W:WKc1,Kg1,Ke1:BKf8").expect("a position"));
    for text in "c1-b2 f8-e7 b2-c1 e7-f8 c1-b2 f8-e7 b2-c1".split(' ') {
        let mv = game.read_move(course.position(), text).expect(text);
        course.play(mv);
    }
    let (best, _) = look(&course, "material", 2, Budget::default());
    let moves: Vec<String> =
        best.moves.iter().map(|&(mv, _)| game.format_move(course.position(), mv)).collect();
    assert_eq!((best.score, moves), (0, vec!["e7-f8".to_owned()]));
}
