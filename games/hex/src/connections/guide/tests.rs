//! Checks that claims are true.

use crate::{Hex, Swap, Variant};
use nexsolve_core::Plies;
use nexsolve_core::laws::{self, Positions};
use nexsolve_rhombus::Wide;

fn hex(rows: u32, cols: u32, variant: Variant) -> Hex<u64> {
    Hex::new(rows, cols, variant).expect("a small board")
}

#[test]
fn claims_are_true_on_small_boards() {
    for variant in Variant::all() {
        for (rows, cols) in [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 3)] {
            let game = hex(rows, cols, variant);
            let settled = laws::guide(&game, &laws::positions(&game, Positions::All));
            assert!(settled > 0 || variant.swap == Swap::On || rows * cols == 1);
        }
    }
    let wide = Hex::<Wide>::new(3, 3, Variant::default()).expect("a small board");
    laws::guide(&wide, &laws::positions(&wide, Positions::All));
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
