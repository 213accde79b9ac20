//! Known facts about Awari and draughts: counts of moves and positions, and values from tables that are made on the spot.

use super::Fact;
use nexsolve_core::{Game, Notation, Ranked, Tabled};
use nexsolve_db::{Database, Form, Metric};
use nexsolve_games::awari::{Pits, Seeds};
use nexsolve_games::draughts::{Draughts, Position, RUSSIAN};
use nexsolve_tablegen::{Kernel, Reach, Settings, generate};
use std::sync::atomic::AtomicBool;

/// The facts, in the order in which they are computed.
pub(super) fn list() -> Vec<Fact> {
    let rules = "the rules' page of facts";
    let published = "Romein and Bal's database";
    vec![
        Fact::new(
            "Russian draughts: moves to depth 8",
            rules,
            "7 49 302 1469 7482 37986 190146 929899",
            || perft("start", 8),
        ),
        Fact::new("Russian draughts: moves of kings and men", rules, "1 9 86 681 5349 39472", || {
            perft("W:WKg1,a3,Kd4:Bb6,c7,Kh8", 6)
        }),
        Fact::new("Russian draughts: results of a capture", rules, 6, || perft("W:WKc3:BKb2,Kd2,Kd4", 1)),
        Fact::new(
            "Russian draughts: placements of 2 to 6 pieces",
            rules,
            "3488 196032 6209316 139450808 2426085676",
            placements,
        ),
        Fact::new("Russian draughts: two pieces lost / drawn / won", rules, "690 / 1507 / 1291", || {
            let game = Draughts::endings(RUSSIAN, 2);
            // Each number stands for a position of either side; the fact is about one.
            with_tables(&game, Metric::Wdl, |tables| tally(tables, |_| true, 2))
        }),
        Fact::new(
            "Awari: positions of 1, 2, 3 seeds lost / drawn / won",
            published,
            "7 / 0 / 5, 40 / 13 / 25, 178 / 63 / 123",
            || {
                let game = Seeds::new(3).expect("the game has 48");
                let of = |tables: &Database, layer: &str| tally(tables, |name| name == layer, 1);
                with_tables(&game, Metric::Score, |tables| {
                    ["s01", "s02", "s03"].map(|layer| of(tables, layer))
                })
                .join(", ")
            },
        ),
        Fact::new("Awari: the score of one seed in each pit", published, 0, one_in_each),
    ]
}

/// Moves to each depth, as results: what two ways come to counts once a position.
fn perft(position: &str, depth: usize) -> String {
    fn count(game: &Draughts, position: &Position, depth: usize) -> u64 {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        match depth {
            1 => moves.len() as u64,
            _ => moves.into_iter().map(|mv| count(game, &game.play(position, mv), depth - 1)).sum(),
        }
    }
    let game = Draughts::new(RUSSIAN);
    let position = game.read_position(position).expect("a position");
    (1..=depth).map(|depth| count(&game, &position, depth).to_string()).collect::<Vec<_>>().join(" ")
}

/// Placements of each number of pieces, White to move.
fn placements() -> String {
    let game = Draughts::endings(RUSSIAN, 6);
    let of = |pieces: usize| {
        // A class is named by its pieces, and a letter between the sides.
        let layers = game.layers().iter().filter(|layer| layer.name.len() == pieces + 1);
        layers.map(|layer| layer.len).sum::<u64>().to_string()
    };
    (2..=6).map(of).collect::<Vec<_>>().join(" ")
}

/// Makes all tables of a small game in a folder that is removed afterwards.
fn with_tables<G: Tabled, R>(game: &G, metric: Metric, ask: impl FnOnce(&Database) -> R) -> R {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let settings = Settings {
        metric,
        reach: Reach::Left,
        form: Form::Raw,
        memory_bytes: 1 << 30,
        kernel: Kernel::Fast,
        program: "nexsolve".to_owned(),
        command: "nexsolve facts".to_owned(),
        game: "facts".to_owned(),
        board: "facts".to_owned(),
    };
    let made = generate(game, folder.path(), &settings, &AtomicBool::new(false), &());
    ask(&made.expect("small tables").database)
}

/// Positions lost, drawn and won of some layers, in units of so many.
fn tally(tables: &Database, counts: impl Fn(&str) -> bool, unit: u64) -> String {
    let mut sums = [0; 3];
    for table in tables.manifest().tables.iter().filter(|table| counts(&table.layer)) {
        for (value, positions) in table.values.iter().zip(&table.counts.positions) {
            sums[(value.signum() + 1) as usize] += positions / unit;
        }
    }
    sums.map(|sum| sum.to_string()).join(" / ")
}

fn one_in_each() -> String {
    let game = Seeds::new(12).expect("the game has 48");
    let position = Pits::new([1; 12]).expect("twelve seeds");
    let (layer, rank) = game.rank(&position);
    with_tables(&game, Metric::Score, |tables| {
        let table = tables.table(&game.layers()[layer].name, Metric::Score).expect("whole").expect("made");
        table.value(rank).expect("whole").to_string()
    })
}
