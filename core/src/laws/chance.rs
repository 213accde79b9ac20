//! The laws of random play.

use crate::contest::{choose, played_out};
use crate::{Chance, Contest, Draw, SplitMix, Wdl};
use std::collections::{HashMap, HashSet};

/// Checks random play: moves drawn in each position have the distribution that [`Draw`] describes, and games
/// played out from it have the same mean result whether the game uses its own [`Chance::playout`] or draws
/// from lists of moves.
///
/// `samples` is the number of draws and games per position. `tolerance` bounds the difference of the mean
/// results, each between -1 and 1. It covers statistical noise and the games that [`Chance::playout`] may end
/// early as draws.
///
/// # Panics
/// If an illegal move is drawn, if the counts deviate by more than chance allows once in millions of runs, or
/// if the means differ by more than `tolerance`.
pub fn chance<G: Chance>(game: &G, positions: &[G::Position], samples: u32, tolerance: f64, seed: u64) {
    let mut random = SplitMix(seed);
    let mut moves = Vec::new();
    for position in positions {
        game.moves(position, &mut moves);
        for how in [Draw::Uniform, Draw::ByKind, Draw::FirstKind] {
            let mut drawn: HashMap<G::Move, u32> = HashMap::new();
            let mut expected: HashMap<G::Move, f64> = HashMap::new();
            let kinds: Vec<usize> =
                (0..game.kinds()).filter(|&kind| moves.iter().any(|&mv| game.kind(mv) == kind)).collect();
            for &mv in &moves {
                let kind = game.kind(mv);
                let alike = moves.iter().filter(|&&other| game.kind(other) == kind).count() as f64;
                let share = match how {
                    Draw::Uniform => 1.0 / moves.len() as f64,
                    Draw::ByKind => 1.0 / (kinds.len() as f64 * alike),
                    Draw::FirstKind if kind == kinds[0] => 1.0 / alike,
                    Draw::FirstKind => 0.0,
                };
                expected.insert(mv, share * f64::from(samples));
            }
            for _ in 0..samples {
                match game.draw(position, how, &mut random) {
                    Some(mv) => *drawn.entry(mv).or_default() += 1,
                    None => assert!(moves.is_empty(), "no move drawn in {position:?}"),
                }
            }
            for (mv, &count) in &drawn {
                let mean = *expected.get(mv).unwrap_or_else(|| panic!("{mv:?} is not legal in {position:?}"));
                let deviation = (f64::from(count) - mean).abs() / mean.max(1.0).sqrt();
                assert!(
                    deviation < 7.0,
                    "{mv:?} drawn {count} times, not {mean}, by {how:?} in {position:?}; seed {seed}"
                );
            }
            for (mv, &mean) in &expected {
                assert!(
                    mean < 40.0 || drawn.contains_key(mv),
                    "{mv:?} never drawn by {how:?} in {position:?}; seed {seed}"
                );
            }
            let (own, ruled): (f64, f64) = (0..samples)
                .map(|_| {
                    let own = game.playout(position, how, &mut random).value;
                    let by_list = |at: &G::Position| choose(game, &game.legal_moves(at), how, &mut random);
                    let ruled = played_out(game, position, by_list);
                    (number(own), number(ruled.value))
                })
                .fold((0.0, 0.0), |sum, each| (sum.0 + each.0, sum.1 + each.1));
            let difference = (own - ruled).abs() / f64::from(samples);
            assert!(
                difference <= tolerance,
                "{own} and {ruled} of {samples} by {how:?} in {position:?}; seed {seed}"
            );
        }
    }
}

/// Checks, in random games, that no position from before an irreversible move occurs again.
///
/// # Panics
/// If a position occurs again.
pub fn irreversible<G: Contest>(game: &G, games: u32, seed: u64) {
    let mut random = SplitMix(seed);
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut position = game.start();
        let mut memory = game.begin(&position);
        let (mut since, mut gone) = (Vec::new(), HashSet::new());
        while game.ending(&memory, &position).is_none() {
            since.push(position);
            game.moves(&position, &mut moves);
            let mv = moves[random.below(moves.len())];
            if game.is_irreversible(&position, mv) {
                gone.extend(since.drain(..));
            }
            game.remember(&mut memory, &position, mv);
            position = game.play(&position, mv);
            assert!(!gone.contains(&position), "{position:?} comes again; seed {seed}");
        }
    }
}

fn number(value: Wdl) -> f64 {
    f64::from(value as i8) - 1.0
}
