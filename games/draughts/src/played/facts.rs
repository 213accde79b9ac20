//! Known facts about draughts.

use crate::{Draughts, RUSSIAN};
use nexsolve_catalogue::{Fact, Quantity};
use nexsolve_core::Ranked;

const RULES: &str = "the rules' page of facts";

/// The facts, in the order in which they are computed.
pub(super) const FACTS: &[Fact] = &[
    Fact::new(
        "Russian draughts: moves to depth 8",
        RULES,
        &["draughts:russian:2"],
        Quantity::Moves { from: "start", depth: 8 },
        "7 49 302 1469 7482 37986 190146 929899",
    ),
    Fact::new(
        "Russian draughts: moves of kings and men",
        RULES,
        &["draughts:russian:2"],
        Quantity::Moves { from: "W:WKg1,a3,Kd4:Bb6,c7,Kh8", depth: 6 },
        "1 9 86 681 5349 39472",
    ),
    Fact::new(
        "Russian draughts: results of a capture",
        RULES,
        &["draughts:russian:2"],
        Quantity::Moves { from: "W:WKc3:BKb2,Kd2,Kd4", depth: 1 },
        "6",
    ),
    Fact::new(
        "Russian draughts: placements of 2 to 6 pieces",
        RULES,
        &["draughts:russian:6"],
        Quantity::Own(placements),
        "3488 196032 6209316 139450808 2426085676",
    ),
    Fact::new(
        "Russian draughts: two pieces lost / drawn / won",
        RULES,
        &["draughts:russian:2"],
        // Each rank stands for a position of either side; the fact counts one side.
        Quantity::Tabled { layers: &[], unit: 2 },
        "690 / 1507 / 1291",
    ),
];

/// Returns the placements of each number of pieces, with White to move.
fn placements() -> String {
    let game = Draughts::endings(RUSSIAN, 6);
    let of = |pieces: usize| {
        // The name of a class has one letter for each piece, and one between the sides.
        let layers = game.layers().iter().filter(|layer| layer.name.len() == pieces + 1);
        layers.map(|layer| layer.len).sum::<u64>().to_string()
    };
    (2..=6).map(of).collect::<Vec<_>>().join(" ")
}
