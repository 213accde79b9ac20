//! Known facts about Hex.

use crate::{End, Hex, HexPosition, Variant};
use nexsolve_catalogue::{Fact, Quantity};
use nexsolve_core::Game;

const EARLIER: &str = "an earlier count, whose source was not recorded";

/// The facts, in the order in which they are computed.
pub(super) const FACTS: &[Fact] = &[
    Fact::new(
        "2×2 Hex: openings, won / drawn / lost",
        "HexWiki, Small boards",
        &["hex:2x2"],
        Quantity::Openings,
        "2 / 0 / 2",
    ),
    Fact::new(
        "2×2 Hex: game tree, played on after a win",
        "the old program's documents",
        &["hex:2x2"],
        Quantity::Own(played_on),
        "1 + 4 + 12 + 24 + 24 = 65",
    ),
    Fact::new("2×2 Hex: game tree", EARLIER, &["hex:2x2"], Quantity::TreeNodes, "53"),
    Fact::new("2×2 Hex: positions", EARLIER, &["hex:2x2"], Quantity::Positions, "32"),
    Fact::new("3×3 Hex: game tree", EARLIER, &["hex:3x3"], Quantity::TreeNodes, "548650"),
    Fact::new("3×3 Hex: positions", EARLIER, &["hex:3x3"], Quantity::Positions, "5514"),
    Fact::new(
        "3×3 Hex: winning openings",
        EARLIER,
        &["hex:3x3"],
        Quantity::WinningOpenings,
        "a3 b1 b2 b3 c1",
    ),
    Fact::new(
        "1×1 to 5×5 Hex: values",
        "the strategy-stealing argument",
        &["hex:1x1", "hex:2x2", "hex:3x3", "hex:4x4", "hex:5x5"],
        Quantity::Value,
        "win win win win win",
    ),
];

/// Returns the game tree by ply if games continue after a win.
fn played_on() -> String {
    fn count(game: &Hex<u64>, position: &HexPosition<u64>, ply: usize, plies: &mut Vec<u64>) {
        plies.resize(plies.len().max(ply + 1), 0);
        plies[ply] += 1;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        for mv in moves {
            count(game, &game.play(position, mv), ply + 1, plies);
        }
    }
    let rules = Variant { end: End::AtFullBoard, ..Variant::default() };
    let game = Hex::<u64>::new(2, 2, rules).expect("a small board");
    let mut plies = Vec::new();
    count(&game, &game.start(), 0, &mut plies);
    let all: Vec<String> = plies.iter().map(u64::to_string).collect();
    format!("{} = {}", all.join(" + "), plies.iter().sum::<u64>())
}
