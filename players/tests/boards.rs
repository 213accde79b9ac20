//! All players move on the smallest and the largest boards, without any time, and up to the last move.

use nexsolve_core::SplitMix;
use nexsolve_games::Played;
use nexsolve_games::awari::Awari;
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::Wide;
use nexsolve_players::{Budget, Cast, Course};
use std::time::Instant;

const PLAYERS: &[&str] = &[
    "random",
    "pseudorand",
    "random-bits",
    "minimax(1)",
    "minimax",
    "alphabeta(100)",
    "solver1",
    "solver2(50)",
    "solver3(50, memory=1)",
    "mcts",
    "mcts(1)",
    "uct",
    "uct(40, threads=3, nodes=1)",
    "uct(40, generate-first)",
    "puct",
];

/// Plays a game that begins with `opening` random plies. The players take turns, and each has no time for every other
/// of its moves.
fn play<G: Played>(game: &G, opening: usize, most: usize) {
    let cast = Cast::new(game.clone());
    for (seed, text) in (1_u64..).zip(PLAYERS) {
        let Ok(mut player) = cast.player(&text.parse().expect(text), seed) else {
            assert!(text.starts_with("solver3"), "{text}");
            continue;
        };
        let mut random = SplitMix(seed);
        let mut course = Course::new(game);
        while course.ending().is_none() && course.moves().len() < opening + most {
            let legal = course.legal();
            if course.moves().len() < opening {
                course.play(legal[random.below(legal.len())]);
                continue;
            }
            let until = (course.moves().len() % 2 == 0 || most < 9).then(Instant::now);
            let budget = Budget { nodes: Some(60), playouts: Some(20), until, ..Budget::default() };
            let thought = player.choose(&course, &budget).expect("a move");
            assert!(legal.contains(&thought.mv), "{text}, seed {seed}: {:?}", course.moves());
            assert!(thought.line.first().is_none_or(|mv| *mv == thought.mv), "{text}: {thought:?}");
            course.play(thought.mv);
        }
    }
}

#[test]
fn the_smallest() {
    for swap in [Swap::Off, Swap::On] {
        let variant = Variant { swap, ..Variant::default() };
        for (rows, cols) in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 3)] {
            play(&Hex::<u64>::new(rows, cols, variant).expect("a small board"), 0, 99);
        }
    }
    for (rows, cols) in [(1, 2), (2, 1), (2, 2), (1, 3), (3, 3)] {
        play(&Nex::<u64>::new(rows, cols).expect("a small board"), 0, 99);
    }
}

#[test]
fn the_largest() {
    let swap = Variant { swap: Swap::On, ..Variant::default() };
    play(&Hex::<Wide>::new(19, 19, swap).expect("fits"), 0, 3);
    play(&Nex::<Wide>::new(19, 19).expect("fits"), 0, 1);
    play(&Nex::<Wide>::new(19, 19).expect("fits"), 90, 1);
}

#[test]
fn games_with_a_history() {
    play(&Awari, 0, 60);
    play(&Awari, 60, 200);
    play(&Draughts::new(RUSSIAN), 0, 40);
    play(&Draughts::new(RUSSIAN), 80, 200);
}
