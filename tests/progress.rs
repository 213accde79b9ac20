//! Perfect play makes progress: where play can repeat and tables have no distances, matches end with the tables' values.

use crate::support::{document, outcome, path};
use nexsolve_core::SplitMix;
use std::fmt::Write;

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
    let folder = tempfile::tempdir().expect("a scratch folder");
    let (db, file) = (folder.path().join("db"), folder.path().join("openings"));
    let (db, openings) = (path(&db), path(&file));
    assert_eq!(outcome(&["generate", "awari:9", "--out", db, "--quiet"]).0, 0);
    let positions = positions(60);
    let mut text = String::new();
    let mut expected = [0, 0, 0];
    for position in &positions {
        writeln!(text, "{position}").expect("a string");
        let (code, answer) = document(&["query", "--db", db, position, "--json"]);
        assert_eq!(code, 0, "{position}");
        let place = ["win", "draw", "loss"].iter().position(|value| answer["value"] == *value);
        expected[place.expect("a value")] += 1;
    }
    assert!(expected.iter().all(|&count| count > 0), "{expected:?}, seed {SEED}");
    std::fs::write(&file, text).expect("written");
    let games = (2 * positions.len()).to_string();
    let played = |other: &str| {
        let args = ["match", "awari", "table", other, "--openings", openings, "--games", &games, "--db", db];
        let (code, answer) = document(&[&args[..], &["--quiet", "--json"]].concat());
        assert_eq!(code, 0);
        answer
    };
    // The first player moves first in each of the positions.
    for pairing in played("table(5)")["pairings"].as_array().expect("a list") {
        let counts = ["black_won", "drawn", "white_won"].map(|key| pairing[key].as_u64().expect("a number"));
        assert_eq!(counts, expected, "seed {SEED}");
    }
    for line in played("alphabeta(2)")["audit"].as_array().expect("a list") {
        if line["player"] == "table" {
            assert_eq!(line["gave"], 0, "seed {SEED}: {line}");
        }
    }
}
