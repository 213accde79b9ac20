//! The levels and the perfect player.

use crate::{on, with_tables};
use nexsolve_core::{Game, SplitMix};
use nexsolve_games::AnyMove;
use nexsolve_oracle::{Oracle, best};
use nexsolve_players::level::{MISTAKES, risks};
use nexsolve_players::{Budget, Course, Estimate, Roster};
use std::time::Instant;

/// Returns the moves of a player at a few positions of a random game.
fn moves(oracle: &Oracle, spec: &str, seed: u64, budget: &Budget<'_>) -> Vec<AnyMove> {
    let mut player = Roster::new(oracle).player(&spec.parse().expect("a player"), seed).expect("a player");
    let (mut random, mut course) = (SplitMix(7), Course::new(oracle.game()));
    let mut chosen = Vec::new();
    while course.ending().is_none() && course.moves().len() < 8 {
        let legal = course.legal();
        let thought = player.choose(&course, budget).expect("a move");
        assert!(legal.contains(&thought.mv), "{spec}: {thought:?}");
        chosen.push(thought.mv);
        course.play(legal[random.below(legal.len())]);
    }
    chosen
}

#[test]
fn a_level_plays_on_every_board_and_repeats_its_moves_for_a_seed() {
    for board in ["nex:2x3", "hex:swap:3x3", "hex:6x6", "connect4:5x6", "tictactoe:3x3", "awari", "draughts"]
    {
        let oracle = on(board);
        for spec in ["level(1)", "level(4)", "perfect"] {
            let budget = Budget { playouts: Some(100), nodes: Some(500), ..Budget::default() };
            let first = moves(&oracle, spec, 1, &budget);
            assert_eq!(first, moves(&oracle, spec, 1, &budget), "{board} {spec}");
            let over = Budget { until: Some(Instant::now()), ..budget };
            assert!(!moves(&oracle, spec, 1, &over).is_empty(), "{board} {spec}");
        }
    }
}

#[test]
fn levels_are_numbered_and_take_no_options() {
    let roster = Roster::new(&on("hex:3x3"));
    let refused = |text: &str| {
        let made = roster.player(&text.parse().expect(text), 1).map(|_| ());
        made.expect_err(text).reason
    };
    assert!(refused("level").contains("from 1 to 8"));
    assert!(refused("level(0)").contains("no level 0") && refused("level(9)").contains("no level 9"));
    assert!(refused("level(3, c=1)").contains("option `c`"));
    assert!(refused("perfect(3)").contains("no number"));
}

/// Games of the perfect player against random play: it never gives value away.
#[test]
fn perfect_keeps_the_value_with_tables_and_by_search() {
    let (tables, _small) = with_tables("nex:3x3");
    for (oracle, board) in [(&tables, "tables"), (&on("nex:3x3"), "search")] {
        for seed in 0..6 {
            let mut player =
                Roster::new(oracle).player(&"perfect".parse().expect("a player"), seed).expect("a player");
            let (mut random, mut course) = (SplitMix(seed), Course::new(oracle.game()));
            while course.ending().is_none() {
                let mut mv = course.legal()[random.below(course.legal().len())];
                if course.moves().len() as u64 % 2 == seed % 2 {
                    let thought = player.choose(&course, &Budget::default()).expect("a move");
                    mv = thought.mv;
                    let moves = tables.moves(&[*course.position()]).expect("readable").remove(0);
                    let made = moves.iter().find(|reply| reply.mv == mv).expect("legal").worth.bounds;
                    let best = best(&moves).expect("a move").worth.bounds;
                    assert_eq!(made, best, "{board}, seed {seed}: soonest win, latest loss");
                    assert!(matches!(thought.estimate, Estimate::Proven(_)), "{board}: {thought:?}");
                }
                course.play(mv);
            }
        }
    }
}

#[test]
fn a_level_errs_less_often_where_the_good_move_wins_at_once() {
    let (oracle, _small) = with_tables("tictactoe:3x3");
    let (game, roster) = (oracle.game(), Roster::new(&oracle));
    let risks_at = |moves: &[usize]| {
        let mut position = game.start();
        for &mv in moves {
            position = game.play(&position, game.legal_moves(&position)[mv]);
        }
        let replies = oracle.moves(&[position]).expect("readable").remove(0);
        risks(&|spec, seed| roster.player(spec, seed), &Course::from(game, position), &replies)
            .expect("threads")
    };
    // X a1, O b1, X a2, O b2: X wins with a3.
    let obvious = risks_at(&[0, 2, 0, 2]).expect("other moves do not win");
    assert!(obvious.iter().zip(MISTAKES).all(|(risk, share)| *risk < 0.11 * share), "{obvious:?}");
    assert!(obvious.is_sorted_by(|one, next| one > next), "{obvious:?}");
    assert_eq!(risks_at(&[]), None, "all openings draw");
}
