//! Plans for boards at the limits of the ranking, and generation of small boards of every shape.

use crate::common::{assert_right, make, settings};
use nexsolve_core::Tabled;
use nexsolve_db::Metric;
use nexsolve_games::hex::{Convention, End, Hex, Swap, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_tablegen::{GenerateSettings, Kernel, PlanError, Tables, plan};
use rayon::prelude::*;

fn planned(game: &dyn Tables, what: &str) {
    for metric in [Metric::Wdl, Metric::Dtw] {
        for kernel in [Kernel::Fast, Kernel::Generic] {
            for memory_bytes in [1, 1 << 30, u64::MAX] {
                let how = GenerateSettings { memory_bytes, ..settings(metric, kernel) };
                match plan(game, &how) {
                    Ok(plan) => {
                        let steps: u64 =
                            plan.steps.iter().fold(0, |sum, step| sum.saturating_add(step.entries));
                        assert_eq!(plan.entries, steps, "{what}");
                        assert!(plan.memory_bytes <= memory_bytes, "{what}");
                    }
                    Err(PlanError::NeedsMemory { needed, given }) => assert!(needed > given, "{what}"),
                    Err(PlanError::NotRanked) => assert!(game.layers().is_empty(), "{what}"),
                    Err(error) => panic!("{what}: {error}"),
                }
            }
        }
    }
}

#[test]
fn boards_of_any_size_are_planned_or_refused() {
    let shapes: Vec<(u32, u32)> =
        (1..=8).flat_map(|rows| [1, 2, 5, 8, 13, 31, 32, 33, 64].map(|cols| (rows, cols))).collect();
    shapes.into_par_iter().for_each(|(rows, cols)| {
        if let Ok(game) = Nex::<u64>::new(rows, cols) {
            planned(&nexsolve_kernels::joined(&game), &format!("Nex {rows}x{cols}"));
            planned(&nexsolve_kernels::joined(&game.with_swap()), &format!("Nex with swap {rows}x{cols}"));
            let game = Nex::<u64>::with_final_moves(rows, cols).expect("a board");
            planned(&nexsolve_kernels::joined(&game), &format!("Nex with final moves {rows}x{cols}"));
        }
        for swap in [Swap::Off, Swap::On] {
            let variant = Variant { swap, ..Variant::default() };
            if let Ok(game) = Hex::<u64>::new(rows, cols, variant) {
                planned(&nexsolve_kernels::joined(&game), &format!("Hex {rows}x{cols}"));
            }
        }
    });
}

fn made<G: Tabled + Clone>(game: &G, metric: Metric, what: &str) {
    let scratch = tempfile::tempdir().expect("a folder");
    assert_right(
        game,
        &make(&nexsolve_kernels::joined(game), scratch.path(), &settings(metric, Kernel::Fast)),
        what,
    );
}

fn shapes(most: u32) -> impl Iterator<Item = (u32, u32)> {
    (1..=most).flat_map(move |rows| (1..=most / rows).map(move |cols| (rows, cols)))
}

fn right_up_to(most: u32) {
    for (rows, cols) in shapes(most) {
        let game = Nex::<u64>::new(rows, cols).expect("a board");
        for metric in [Metric::Wdl, Metric::Dtw] {
            made(&game, metric, &format!("Nex {rows}x{cols} {metric}"));
            let game = Nex::<u64>::with_final_moves(rows, cols).expect("a board");
            made(&game, metric, &format!("Nex with final moves {rows}x{cols} {metric}"));
        }
        for convention in [Convention::Standard, Convention::Course] {
            for (swap, end) in
                [(Swap::Off, End::AtConnection), (Swap::On, End::AtConnection), (Swap::Off, End::AtFullBoard)]
            {
                if rows * cols > 9 && (swap, end) != (Swap::Off, End::AtConnection) {
                    continue;
                }
                let game = Hex::<u64>::new(rows, cols, Variant { convention, swap, end }).expect("a board");
                made(&game, Metric::Wdl, &format!("Hex {rows}x{cols} {convention:?} {swap:?} {end:?}"));
            }
        }
    }
}

#[test]
fn boards_of_every_shape_are_right() {
    right_up_to(8);
}

#[test]
#[ignore = "slow: boards of up to twelve cells, minutes"]
fn larger_boards_of_every_shape_are_right() {
    right_up_to(12);
}
