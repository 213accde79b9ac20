//! Checks that claims are true, and measures the time.

use super::*;
use crate::hex::{End, Swap, Variant};
use crate::rhombus::Wide;
use nexsolve_core::laws::{self, Reach};
use nexsolve_core::{Chance, Plies};

fn hex(rows: u32, cols: u32, variant: Variant) -> Hex<u64> {
    Hex::new(rows, cols, variant).expect("a small board")
}

#[test]
fn claims_are_true_on_small_boards() {
    for swap in [Swap::Off, Swap::On] {
        for end in [End::AtConnection, End::AtFullBoard] {
            for (rows, cols) in [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 3)] {
                let variant = Variant { swap, end, ..Variant::default() };
                let game = hex(rows, cols, variant);
                let settled = laws::guide(&game, &laws::positions(&game, Reach::All));
                assert!(settled > 0 || swap == Swap::On || rows * cols == 1);
            }
        }
    }
    let wide = Hex::<Wide>::new(3, 3, Variant::default()).expect("a small board");
    laws::guide(&wide, &laws::positions(&wide, Reach::All));
}

#[test]
fn claims_are_true_late_in_a_game() {
    const SEED: u64 = 7;
    for (rows, cols, longest) in [(3, 4, 9), (4, 3, 9), (4, 4, 9)] {
        let game = hex(rows, cols, Variant::default());
        let all = laws::endings(&game, 20, Plies(longest), SEED);
        eprintln!("{rows}x{cols}, seed {SEED}: {} of {} settled", laws::guide(&game, &all), all.len());
    }
}

#[test]
#[ignore = "slow: how long a look takes on large boards"]
fn time_of_looks() {
    use nexsolve_core::Draw;
    use std::time::Instant;
    let mut random = SplitMix(3);
    for size in [8, 11, 13] {
        let game = Hex::<Wide>::new(size, size, Variant::default()).expect("a board");
        let mut guide = game.guide().expect("a guide");
        for stones in [0, 2, 5, 10, 20, 30, 40, 60] {
            let mut position = game.start();
            let (mut weights, mut advice) = (Vec::new(), Vec::new());
            // Moves by weight, so that the positions resemble those of games.
            for _ in 0..stones {
                let moves = game.legal_moves(&position);
                guide.weigh(&position, &moves, &mut weights);
                let total: f32 = weights.iter().sum();
                let mut lot = random.below(1 << 20) as f32 / (1 << 20) as f32 * total;
                let mut chosen = 0;
                for (i, weight) in weights.iter().enumerate() {
                    lot -= weight;
                    if lot < 0.0 {
                        chosen = i;
                        break;
                    }
                }
                position = game.play(&position, moves[chosen]);
                if game.outcome(&position).is_some() {
                    break;
                }
            }
            if game.outcome(&position).is_some() {
                continue;
            }
            let moves = game.legal_moves(&position);
            let begun = Instant::now();
            guide.weigh(&position, &moves, &mut weights);
            let weigh = begun.elapsed();
            let begun = Instant::now();
            guide.advise(&position, &moves, &mut advice);
            let advise = begun.elapsed();
            let begun = Instant::now();
            (0..1000).for_each(|_| assert!(guide.playout(&position, &mut random).plies > 0));
            let guided = begun.elapsed() / 1000;
            let begun = Instant::now();
            (0..1000).for_each(|_| assert!(game.playout(&position, Draw::Uniform, &mut random).plies > 0));
            let plain = begun.elapsed() / 1000;
            let open = advice.iter().filter(|advice| advice.standing == Standing::Open).count();
            eprintln!(
                "{size} {stones}: weigh {weigh:?}, advise {advise:?}, playout {guided:?} plain {plain:?}; {:?}, {open} of {}",
                Advice::value(&advice),
                moves.len()
            );
        }
    }
}
