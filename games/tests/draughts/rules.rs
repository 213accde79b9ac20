//! The rules: published perft counts, and comparison with the slow move generator.

use super::naive;
use super::positions::{at, random};
use nexsolve_core::Game;
use nexsolve_core::laws::{self, Positions, SplitMix};
use nexsolve_games::draughts::{BRAZILIAN, Draughts, Move, Position, RUSSIAN, Rules};
use std::collections::BTreeSet;

fn perft(game: &Draughts, position: &Position, depth: u32) -> u64 {
    count(game, position, &mut vec![Vec::new(); depth as usize])
}

/// Counts the leaf positions at depth `lists.len()`; the lists are scratch space, one per ply.
fn count(game: &Draughts, position: &Position, lists: &mut [Vec<Move>]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    game.moves(position, moves);
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    moves.iter().map(|&mv| count(game, &game.play(position, mv), deeper)).sum()
}

/// Like `perft`, but counts each path of a capture, by the slow generator.
fn perft_of_ways(rules: Rules, position: &Position, depth: u32) -> u64 {
    let played = naive::moves(rules, position);
    if depth == 1 {
        return played.len() as u64;
    }
    played.iter().map(|played| perft_of_ways(rules, &played.after, depth - 1)).sum()
}

/// Checks the counts of depth 1, 2, ….
fn check(rules: Rules, position: &Position, counts: &[u64]) {
    let game = Draughts::new(rules);
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&game, position, depth), count, "depth {depth}");
    }
}

const RUSSIAN_COUNTS: [u64; 13] = [
    7,
    49,
    302,
    1_469,
    7_482,
    37_986,
    190_146,
    929_899,
    4_570_586,
    22_444_032,
    110_917_189,
    544_770_444,
    2_673_979_569,
];

/// R. Halbersma, "Perft for all recognized draughts variants" (damforum.nl, 2010), to depth 7.
const BRAZILIAN_COUNTS: [u64; 7] = [7, 49, 302, 1_469, 7_473, 37_628, 187_302];

#[test]
fn perft_of_the_start() {
    // Counts below depth 8 do not distinguish between the rules of how kings capture.
    check(RUSSIAN, &Position::START, &RUSSIAN_COUNTS[..9]);
    check(BRAZILIAN, &Position::START, &BRAZILIAN_COUNTS);
}

#[test]
#[ignore = "slow: a minute, optimised"]
fn perft_of_the_start_deeper() {
    let game = Draughts::new(RUSSIAN);
    for depth in 10..=13 {
        assert_eq!(
            perft(&game, &Position::START, depth),
            RUSSIAN_COUNTS[depth as usize - 1],
            "depth {depth}"
        );
    }
}

#[test]
fn perft_of_the_start_by_path() {
    let counts = [7, 49, 302, 1_469, 7_482, 37_986, 190_146];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft_of_ways(RUSSIAN, &Position::START, depth), count, "depth {depth}");
    }
}

#[test]
#[ignore = "slow: minutes, by the slow generator"]
fn perft_of_the_start_by_path_deeper() {
    for (depth, count) in [(8, 929_905), (9, 4_570_667)] {
        assert_eq!(perft_of_ways(RUSSIAN, &Position::START, depth), count, "depth {depth}");
    }
}

#[test]
fn perft_of_men_and_kings() {
    let men = at("W:Wa1,c1,e1,b2,f2,a3,c3,e3,g3,d4,h4:Be5,b6,d6,f6,h6,a7,c7,e7,b8,f8,h8");
    check(RUSSIAN, &men, &[8, 38, 168, 704, 3_119, 14_709]);
    check(RUSSIAN, &at("W:WKg1,a3,Kd4:Bb6,c7,Kh8"), &[1, 9, 86, 681, 5_349, 39_472]);
    check(RUSSIAN, &at("W:WKa1,Kc3:BKf8,Kh8"), &[10, 78, 529, 2_965, 22_546, 164_898]);
}

#[test]
fn the_duty_to_continue_is_per_captured_piece() {
    // Capturing b2 ends the move; capturing d4 or d2 continues from some landing squares only.
    check(RUSSIAN, &at("W:WKc3:BKb2,Kd2,Kd4"), &[6]);
}

/// Returns from, to, captured pieces and the position after each move, by the game's move generator.
fn by_game(game: &Draughts, position: &Position) -> BTreeSet<(u32, u32, u32, Position)> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let all: BTreeSet<_> = moves
        .iter()
        .map(|&mv| (mv.from().index(), mv.to().index(), mv.captured(), game.play(position, mv)))
        .collect();
    assert_eq!(all.len(), moves.len(), "a move listed twice");
    assert_eq!(all.is_empty(), game.outcome(position).is_some());
    all
}

fn by_text(rules: Rules, position: &Position) -> BTreeSet<(u32, u32, u32, Position)> {
    naive::moves(rules, position)
        .iter()
        .map(|played| {
            let (from, to, taken) = played.result();
            (from, to, taken, played.after)
        })
        .collect()
}

#[test]
fn the_slow_generator_agrees() {
    const SEED: u64 = 11;
    for rules in [RUSSIAN, BRAZILIAN] {
        let game = Draughts::new(rules);
        let mut all = laws::positions(&game, Positions::Games { count: 100, seed: SEED });
        let mut dice = SplitMix(SEED);
        all.extend((0..30_000).map(|_| random(&mut dice, 12)));
        all.extend((0..30_000).map(|_| random(&mut dice, 4)));
        let mut longest = 0;
        for position in &all {
            let moves = by_game(&game, position);
            assert_eq!(moves, by_text(rules, position), "seed {SEED}: {position:?}");
            longest = longest.max(moves.iter().map(|mv| mv.2.count_ones()).max().unwrap_or(0));
        }
        assert!(longest >= 6, "{longest}: the sample has no long captures");
    }
}

#[test]
fn endgames_obey_all_laws() {
    const SEED: u64 = 21;
    eprintln!("seed {SEED}");
    let mut dice = SplitMix(SEED);
    for rules in [RUSSIAN, BRAZILIAN] {
        let all: Vec<_> = (0..1_000).map(|_| random(&mut dice, 2)).collect();
        laws::check_among(&Draughts::endings(rules, 4), &all);
    }
}
