//! Known facts about Connect Four.

use nexsolve_catalogue::{Fact, Quantity};

const TROMP: &str = "J. Tromp, John's Connect Four Playground";

/// The facts, in the order in which they are computed.
pub(super) const FACTS: &[Fact] = &[
    Fact::new("4×4 Connect Four: positions", TROMP, &["connect4:4x4"], Quantity::Positions, "161029"),
    Fact::new(
        "4×4 to 5×5 Connect Four: values",
        TROMP,
        &["connect4:4x4", "connect4:4x5", "connect4:4x6", "connect4:5x4", "connect4:5x5"],
        Quantity::Value,
        "draw draw loss draw draw",
    ),
];
