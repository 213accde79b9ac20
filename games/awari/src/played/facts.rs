//! Known facts about Awari.

use nexsolve_catalogue::{Fact, Quantity};

const PUBLISHED: &str = "Romein and Bal's database";

/// The facts, in the order in which they are computed.
pub(super) const FACTS: &[Fact] = &[
    Fact::new(
        "Awari: positions of 1, 2, 3 seeds lost / drawn / won",
        PUBLISHED,
        &["awari:3"],
        Quantity::Tabled { layers: &["s01", "s02", "s03"], unit: 1 },
        "7 / 0 / 5, 40 / 13 / 25, 178 / 63 / 123",
    ),
    Fact::new(
        "Awari: the score of one seed in each pit",
        PUBLISHED,
        &["awari:12"],
        Quantity::Points("1 1 1 1 1 1 | 1 1 1 1 1 1"),
        "0",
    ),
];
