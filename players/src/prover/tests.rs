use super::*;
use crate::Cast;
use nexsolve_core::laws::{self, Reach};
use nexsolve_core::{Notation, Plies};
use nexsolve_games::awari::Awari;
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::Wide;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn player<G: Played>(game: &G, text: &str) -> Prover<G> {
    let mut spec: Spec = text.parse().expect(text);
    Prover::new(game, &mut spec, SplitMix(9)).expect(text)
}

/// Checks that with enough positions it keeps the value, wins soonest and loses latest, and reports so.
fn plays_perfectly<G: Played>(game: &G, step: usize) {
    let all = laws::positions(game, Reach::All);
    let scores = laws::scores(game, &all);
    let mut player = player(game, "solver3(1_000_000, memory=4)");
    for position in all.iter().filter(|position| game.outcome(position).is_none()).step_by(step) {
        let thought = player.choose(&Course::from(game, *position), &Budget::default()).expect("a move");
        let kept = scores[&game.play(position, thought.mv)].lift();
        assert_eq!(kept, scores[position], "{position:?}: {thought:?}");
        assert_eq!(thought.estimate, Estimate::Proven(Bounds::exact(kept)), "{position:?}: {thought:?}");
    }
}

#[test]
fn small_boards_are_played_perfectly() {
    plays_perfectly(&Nex::<u64>::new(2, 2).expect("a small board"), 1);
    plays_perfectly(&Nex::<u64>::new(3, 3).expect("a small board"), 397);
    for swap in [Swap::Off, Swap::On] {
        let game = Hex::<u64>::new(3, 3, Variant { swap, ..Variant::default() }).expect("a small board");
        plays_perfectly(&game, 79);
    }
}

fn play<G: Played>(game: &G, text: &str, nodes: u64, plies: usize) -> Vec<G::Move> {
    let mut player = player(game, text);
    let mut course = Course::new(game);
    while course.ending().is_none() && course.moves().len() < plies {
        let thought =
            player.choose(&course, &Budget { nodes: Some(nodes), ..Budget::default() }).expect("a move");
        assert!(course.allows(thought.mv));
        // The solver checks its limit only once in 1,024 positions.
        assert!(thought.nodes <= nodes + 2 * 1_024, "{thought:?}");
        course.play(thought.mv);
    }
    course.moves().to_vec()
}

/// Checks that the same seed and the same positions give the same game, also if many games are played at once.
fn is_deterministic<G: Played>(game: &G) {
    let alone = play(game, "solver3", 3_000, 6);
    let pool = ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    let games: Vec<Vec<G::Move>> = pool.install(|| {
        use rayon::prelude::*;
        (0..6).into_par_iter().map(|_| play(game, "solver3", 3_000, 6)).collect()
    });
    assert!(games.iter().all(|moves| *moves == alone), "{games:?}");
}

#[test]
fn games_in_parallel_are_the_same() {
    is_deterministic(&Nex::<u64>::new(4, 4).expect("fits"));
    is_deterministic(&Hex::<u64>::new(5, 5, Variant::default()).expect("fits"));
    is_deterministic(&Awari);
    is_deterministic(&Draughts::new(RUSSIAN));
}

#[test]
fn large_boards_and_small_budgets_are_played() {
    for nodes in [1, 50, 2_000] {
        play(&Nex::<u64>::new(8, 8).expect("fits"), "solver3", nodes, 2);
        play(&Hex::<u64>::new(8, 8, Variant::default()).expect("fits"), "solver3(500, memory=1)", nodes, 2);
        play(&Awari, "solver3(eval=mobility)", nodes, 4);
        play(&Draughts::new(RUSSIAN), "solver3", nodes, 4);
    }
}

#[test]
fn time_and_a_stop_are_kept() {
    let game = Hex::<u64>::new(8, 8, Variant::default()).expect("fits");
    let course = Course::new(&game);
    let mut player = player(&game, "solver3(1_000_000_000_000, memory=1)");
    let until = Some(Instant::now());
    let thought = player.choose(&course, &Budget { until, ..Budget::default() }).expect("a move");
    assert!(course.allows(thought.mv));
    let stop = AtomicBool::new(true);
    let thought = player.choose(&course, &Budget { stop: Some(&stop), ..Budget::default() }).expect("a move");
    assert!(course.allows(thought.mv));
}

#[test]
fn repetition_is_not_mistaken_for_a_win() {
    let game = Draughts::new(RUSSIAN);
    let mut course = Course::from(&game, game.read_position("W:WKc1,Kg1,Ke1:BKf8").expect("a position"));
    for text in "c1-b2 f8-e7 b2-c1 e7-f8 c1-b2 f8-e7 b2-c1".split(' ') {
        let mv = game.read_move(course.position(), text).expect(text);
        course.play(mv);
    }
    let thought = player(&game, "solver3").choose(&course, &Budget::default()).expect("a move");
    assert_eq!(game.format_move(course.position(), thought.mv), "e7-f8");
}

#[test]
fn options_are_read() {
    let wrong = |text: &str| {
        let mut spec: Spec = text.parse().expect(text);
        Prover::new(&Awari, &mut spec, SplitMix(1)).map(|_| ()).expect_err(text).reason
    };
    assert!(wrong("solver3(0)").contains("one position"));
    assert!(wrong("solver3(eval=resistance)").contains("both, material, mobility"));
    assert!(wrong("solver3(memory=much)").contains("MiB"));
    let wide = Nex::<Wide>::new(9, 9).expect("fits");
    let Err(error) = Cast::new(wide).player(&Spec::named("solver3"), 1) else { panic!("too large") };
    assert!(error.reason.contains("64 cells"), "{error}");
    assert_eq!(Player::name(&player(&Awari, "solver3(5, memory=1)")), "solver3(5, memory=1)");
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
