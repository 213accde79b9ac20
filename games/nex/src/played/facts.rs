//! Known facts about Nex.

use nexsolve_catalogue::{Fact, Quantity};

const SEED: &str = "the old program's documents";
const RULES: &str = "the rules' page of facts";
const OPENINGS: &str = "the swap rule and the values of the openings";

/// The facts, in the order in which they are computed.
pub(super) const FACTS: &[Fact] = &[
    Fact::new("2×2 Nex: openings, won / drawn / lost", SEED, &["nex:2x2"], Quantity::Openings, "2 / 10 / 0"),
    Fact::new("2×2 Nex: winning openings", SEED, &["nex:2x2"], Quantity::WinningOpenings, "Ba1?a2 Bb2?b1"),
    Fact::new("2×2 Nex: game tree by ply", SEED, &["nex:2x2"], Quantity::Tree, "1 + 12 + 24 + 24 = 61"),
    Fact::new("2×2 Nex: positions", SEED, &["nex:2x2"], Quantity::Positions, "37"),
    Fact::new("2×2 Nex: positions lost / drawn / won", RULES, &["nex:2x2"], Quantity::Values, "8 / 22 / 7"),
    Fact::new(
        "3×3 Nex: openings, won / drawn / lost",
        RULES,
        &["nex:3x3"],
        Quantity::Openings,
        "42 / 30 / 0",
    ),
    Fact::new("3×3 Nex: value", RULES, &["nex:3x3"], Quantity::Distance, "win in 7"),
    Fact::new("3×3 Nex: positions", RULES, &["nex:3x3"], Quantity::Positions, "36397"),
    Fact::new(
        "3×3 Nex: positions lost / drawn / won",
        RULES,
        &["nex:3x3"],
        Quantity::Values,
        "5828 / 13814 / 16755",
    ),
    Fact::new("3×3 Nex: game tree", RULES, &["nex:3x3"], Quantity::TreeNodes, "132759721"),
    Fact::new("3×2 Nex: value", RULES, &["nex:3x2"], Quantity::Value, "loss"),
    Fact::new("2×3 Nex: value", RULES, &["nex:2x3"], Quantity::Value, "win"),
    Fact::new(
        "2×2 to 3×3 Nex with swap: values",
        OPENINGS,
        &["nex:swap:2x2", "nex:swap:2x3", "nex:swap:3x2", "nex:swap:3x3"],
        Quantity::Value,
        "draw loss loss draw",
    ),
];
