//! Properties of all evaluations.

use nexsolve_core::LIMIT;
use nexsolve_core::laws::{self, Reach};
use nexsolve_games::Played;
use nexsolve_games::awari::Awari;
use nexsolve_games::draughts::{BRAZILIAN, Draughts, RUSSIAN};
use nexsolve_games::hex::{End, Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::Wide;

/// Checks that evaluating never panics (finished positions included), all points are within the limit, and symmetric
/// positions get the same points.
fn check<G: Played>(game: &G, reach: Reach) {
    for position in laws::positions(game, reach) {
        for evaluation in G::evaluations() {
            let points = evaluation.evaluate(game, &position);
            assert!((-LIMIT..=LIMIT).contains(&points), "{}: {position:?} {reach:?}", evaluation.name);
            let canonical = evaluation.evaluate(game, &game.canonical(&position));
            assert_eq!(points, canonical, "{}: {position:?} {reach:?}", evaluation.name);
        }
    }
}

const GAMES: Reach = Reach::Games { count: 20, seed: 3 };

#[test]
fn the_laws_hold_on_a_rhombus() {
    for (rows, cols) in [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)] {
        check(&Nex::<u64>::new(rows, cols).expect("a small board"), Reach::All);
        for (swap, end) in [(Swap::Off, End::AtConnection), (Swap::On, End::AtFullBoard)] {
            let variant = Variant { swap, end, ..Variant::default() };
            check(&Hex::<u64>::new(rows, cols, variant).expect("a small board"), Reach::All);
        }
    }
    check(&Nex::<u64>::new(5, 6).expect("fits"), GAMES);
    check(&Hex::<u64>::new(6, 5, Variant::default()).expect("fits"), GAMES);
    let few = Reach::Games { count: 1, seed: 3 };
    check(&Nex::<Wide>::new(11, 11).expect("fits"), few);
    check(&Hex::<Wide>::new(11, 11, Variant { swap: Swap::On, ..Variant::default() }).expect("fits"), few);
}

#[test]
fn the_laws_hold_in_awari_and_draughts() {
    check(&Awari, GAMES);
    check(&Draughts::new(RUSSIAN), GAMES);
    check(&Draughts::new(BRAZILIAN), GAMES);
}

#[test]
fn a_wide_board_gets_the_same_points() {
    let (narrow, wide) = (Nex::<u64>::new(4, 5).expect("fits"), Nex::<Wide>::new(4, 5).expect("fits"));
    let moves = "Bb2?a1;Wc3?a3;Bd4?b3;Wc1?d2";
    assert_eq!(all_points(&narrow, moves), all_points(&wide, moves));
    assert!(all_points(&narrow, moves).iter().any(|&points| points != 0));
}

fn all_points<G: Played>(game: &G, moves: &str) -> Vec<i32> {
    let position = game.read_position(moves).expect("moves");
    G::evaluations().iter().map(|evaluation| evaluation.evaluate(game, &position)).collect()
}
