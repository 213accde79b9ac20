//! All players move on the smallest and the largest boards, without any time, and up to the last move.

use crate::on;
use nexsolve_core::SplitMix;
use nexsolve_players::{Budget, Course, Roster};
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

/// Plays a game that begins with `opening` random plies. The players take turns, and each has no time for
/// every other of its moves.
fn play(board: &str, opening: usize, most: usize) {
    let oracle = on(board);
    let roster = Roster::new(&oracle);
    for (seed, text) in (1_u64..).zip(PLAYERS) {
        let Ok(mut player) = roster.player(&text.parse().expect(text), seed) else {
            assert!(text.starts_with("solver3"), "{text}");
            continue;
        };
        let mut random = SplitMix(seed);
        let mut course = Course::new(oracle.game());
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
    for size in ["1x1", "1x2", "2x1", "2x2", "3x3"] {
        for game in ["hex", "hex:swap", "nex"] {
            if (game, size) != ("nex", "1x1") {
                play(&format!("{game}:{size}"), 0, 99);
            }
        }
    }
}

#[test]
fn the_largest() {
    play("hex:swap:19x19", 0, 3);
    play("nex:19x19", 0, 1);
    play("nex:19x19", 90, 1);
}

#[test]
fn games_with_a_history() {
    play("awari", 0, 60);
    play("awari", 60, 200);
    play("draughts", 0, 40);
    play("draughts", 80, 200);
}
