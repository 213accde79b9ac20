//! Perfect play makes progress: if positions can repeat and tables have no distances, matches still end with
//! the tables' values.

use crate::support::{json, list, number, path, said, scratch, written};
use nexsolve_core::SplitMix;

/// Seed of the positions.
const SEED: u64 = 7;

/// Positions of Awari with few seeds on the board, and neither store decided.
fn positions(count: usize) -> Vec<String> {
    let mut random = SplitMix(SEED);
    let mut found = Vec::new();
    while found.len() < count {
        let mut pits = [0; 12];
        let seeds = 4 + random.below(6);
        for _ in 0..seeds {
            pits[random.below(12)] += 1;
        }
        let own = (48 - seeds) / 2 + random.below(7);
        let (own, other) = (own.saturating_sub(3), 48 - seeds - own.saturating_sub(3));
        if own.max(other) < 25 && pits[..6].iter().any(|&pit| pit > 0) {
            let row = |pits: &[u32]| pits.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
            found.push(format!("{} | {} | {own} {other}", row(&pits[..6]), row(&pits[6..])));
        }
    }
    found
}

#[test]
fn perfect_players_of_awari_reach_the_tables_score() {
    let folder = scratch();
    let db = path(folder.path());
    said(&format!("generate awari:9 --out {db} --quiet"));
    let positions = positions(60);
    let values =
        positions.iter().map(|position| json(&format!("query --db {db} '{position}'"))["value"].clone());
    let values: Vec<_> = values.collect();
    let expected =
        ["win", "draw", "loss"].map(|word| values.iter().filter(|value| *value == word).count() as u64);
    assert!(expected.iter().sum::<u64>() == 60 && !expected.contains(&0), "{expected:?}, seed {SEED}");
    let other = scratch();
    let openings = written(&other, "openings", positions.join("\n"));
    let played = |other: &str| {
        json(&format!("match awari table {other} --openings {openings} --games 120 --db {db} --quiet"))
    };
    // The first player moves first in each of the positions.
    for pairing in list(&played("table(5)")["pairings"]) {
        let counts = ["black_won", "drawn", "white_won"].map(|key| number(&pairing[key]));
        assert_eq!(counts, expected, "seed {SEED}");
    }
    for line in list(&played("alphabeta(2)")["audit"]).iter().filter(|line| line["player"] == "table") {
        assert_eq!(line["gave"], 0, "seed {SEED}: {line}");
    }
}
