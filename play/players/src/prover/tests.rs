use super::*;
use crate::roster::tests::{any, on};
use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Game, Notation, Plies};
use nexsolve_games::{AnyGame, AnyMove};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn player(board: &str, text: &str) -> Box<dyn Player<AnyGame>> {
    on(board).player(&text.parse().expect(text), 9).expect(text)
}

/// With enough positions it keeps the value, wins soonest and loses latest, and reports so.
#[test]
fn small_boards_are_played_perfectly() {
    for (board, step) in
        [("nex:2x2", 1), ("nex:3x3", 397), ("hex:3x3", 79), ("hex:swap:3x3", 79), ("nex:swap:2x3", 7)]
    {
        let game = any(board);
        let all = laws::positions(&game, Positions::All);
        let scores = laws::scores(&game, &all);
        let mut player = player(board, "solver3(1_000_000, memory=4)");
        for position in all.iter().filter(|position| game.outcome(position).is_none()).step_by(step) {
            let thought = player.choose(&Course::from(&game, *position), &Budget::default()).expect("a move");
            let kept = scores[&game.play(position, thought.mv)].lift();
            assert_eq!(kept, scores[position], "{position:?}: {thought:?}");
            assert_eq!(thought.estimate, Estimate::Proven(Bounds::exact(kept)), "{position:?}: {thought:?}");
        }
    }
}

fn play(board: &str, text: &str, nodes: u64, plies: usize) -> Vec<AnyMove> {
    let (game, mut player) = (any(board), player(board, text));
    let mut course = Course::new(&game);
    while course.ending().is_none() && course.moves().len() < plies {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let thought = player.choose(&course, &budget).expect("a move");
        assert!(course.allows(thought.mv));
        // Each thread of the solver checks its limit only once in 1,024 positions.
        let threads = rayon::current_num_threads() as u64;
        assert!(thought.nodes <= nodes + threads * 1_024, "{thought:?}");
        course.play(thought.mv);
    }
    course.moves().to_vec()
}

/// The same seed and the same positions give the same game, also if many games are played at once.
#[test]
fn games_in_parallel_are_the_same() {
    use rayon::prelude::*;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    for board in ["nex:4x4", "hex:5x5", "awari", "draughts"] {
        let alone = play(board, "solver3", 3_000, 6);
        let games: Vec<_> =
            pool.install(|| (0..6).into_par_iter().map(|_| play(board, "solver3", 3_000, 6)).collect());
        assert!(games.iter().all(|moves| *moves == alone), "{games:?}");
    }
}

#[test]
fn large_boards_and_small_budgets_are_played() {
    for nodes in [1, 50, 2_000] {
        play("nex:8x8", "solver3", nodes, 2);
        play("hex:8x8", "solver3(500, memory=1)", nodes, 2);
        play("awari", "solver3(eval=mobility)", nodes, 4);
        play("draughts", "solver3", nodes, 4);
    }
}

#[test]
fn time_and_a_stop_are_kept() {
    let game = any("hex:8x8");
    let (course, stop) = (Course::new(&game), AtomicBool::new(true));
    let mut player = player("hex:8x8", "solver3(1_000_000_000_000, memory=1)");
    for (until, stop) in [(Some(Instant::now()), None), (None, Some(&stop))] {
        let thought = player.choose(&course, &Budget { until, stop, ..Budget::default() }).expect("a move");
        assert!(course.allows(thought.mv));
    }
}

#[test]
fn repetition_is_not_mistaken_for_a_win() {
    let game = any("draughts");
    let mut course = Course::from(&game, game.read_position("W:WKc1,Kg1,Ke1:BKf8").expect("a position"));
    for text in "c1-b2 f8-e7 b2-c1 e7-f8 c1-b2 f8-e7 b2-c1".split(' ') {
        course.play(game.read_move(course.position(), text).expect(text));
    }
    let thought = player("draughts", "solver3").choose(&course, &Budget::default()).expect("a move");
    assert_eq!(game.format_move(course.position(), thought.mv), "e7-f8");
}

#[test]
fn partial_knowledge_keeps_the_moves_that_reach_the_proven_value() {
    let (win, draw, loss) = (Score::win_in(Plies(5)), Score::DRAW, Score::loss_in(Plies(6)));
    let (min, max) = (Score::MIN, Score::MAX);
    let kept = |all: &[(Score, Score)]| {
        let report = |(mv, &(lo, hi))| MoveReport { mv, bounds: Bounds { lo, hi }, line: Vec::new() };
        let mut reports: Vec<MoveReport<usize>> = all.iter().enumerate().map(report).collect();
        let Bounds { lo, hi } = keep_best(&mut reports);
        (lo, hi, reports.into_iter().map(|report| report.mv).collect::<Vec<_>>())
    };
    // No move wins, and one is known to draw; the others may lose.
    assert_eq!(kept(&[(min, draw), (draw, draw), (loss, draw)]), (draw, draw, vec![1]));
    // One may still win.
    assert_eq!(kept(&[(min, max), (draw, draw), (min, loss)]), (draw, max, vec![0, 1]));
    assert_eq!(kept(&[(min, max), (win, win), (win, max), (draw, draw)]), (win, max, vec![2]));
    assert_eq!(kept(&[(min, loss), (loss, loss), (loss, Score::LOSS)]), (loss, Score::LOSS, vec![2]));
}
