//! Draughts: known counts of positions after so many plies.

use nexsolve_core::Game;
use nexsolve_games::draughts::{BRAZILIAN, Draughts, Position, RUSSIAN};

fn perft(game: &Draughts, position: &Position, depth: u32) -> u64 {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&mv| perft(game, &game.play(position, mv), depth - 1)).sum()
}

/// Checks the counts of depth 1, 2, ….
fn check(game: &Draughts, position: &Position, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(game, position, depth), count, "depth {depth}");
    }
}

#[test]
fn perft_of_the_start() {
    // Below depth 8 a count cannot tell the rules of captures by kings apart.
    let counts = [7, 49, 302, 1_469, 7_482, 37_986, 190_146, 929_899, 4_570_586];
    check(&Draughts::new(RUSSIAN), &Position::START, &counts);
    // R. Halbersma, "Perft for all recognized draughts variants" (damforum.nl, 2010), as far as found.
    check(&Draughts::new(BRAZILIAN), &Position::START, &[7, 49, 302, 1_469, 7_473, 37_628, 187_302]);
}
