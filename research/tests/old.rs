//! Tests of the studies of old games and old counts.

use nexsolve_core::{Bounds, Game, Notation, Score, Wdl};
use nexsolve_games::nex::Nex;
use nexsolve_games::records;
use nexsolve_reports::BoardDatabases;
use nexsolve_research::Study;
use nexsolve_research::games::audited::Record;
use nexsolve_research::kings::road::{self, Duty, Mover, Road};
use nexsolve_solver::{Goal, Options, Solver};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

const RECORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/nexc-games");

fn records() -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = std::fs::read_dir(RECORDS)
        .expect("the old records")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("text"))
        })
        .collect();
    all.sort();
    all
}

#[test]
fn the_old_games_are_judged() {
    let (_folders, opened): (Vec<_>, Vec<_>) =
        [crate::support::nex(2, 2), crate::support::nex(3, 3)].into_iter().unzip();
    let runs = vec![("run.json".to_owned(), r#"{"board":"nex:2x2","tree_nodes":"61"}"#.to_owned())];
    let files = crate::support::study(Study::Games, opened, records(), runs);
    crate::support::no_dead_links(&files);
    let page = crate::support::text(&files, "games/index.md");
    for stated in [
        "- 3×3 Nex: 83 games",
        "- `nex:4x4`, no database: 1 game, not judged",
        "Right: `Ba1?a2` and `Bb2?b1` win, 10 openings draw.",
        "Right: the run counts 61.",
        "On 3×3 `Ba3?b3` wins in 7 plies and `Ba3?c2` wins in 7 plies",
        "From the start of 3×3 Black wins in 7 plies.",
        "confirmed in part (in the best quarter, but not the best): as move 3 on 3×3 it wins in 189 of 420 positions",
        "place 3 of 36 up to rotation by 180°; the best is Ba3?b2, with 220 of",
        "this is place 5.",
        "the file's name says solver2",
        "Black won games 33 and 47",
        "`games_solver2_solver2_temp-94f72fb6.txt`, 1, game 10",
        "| 3×3 Nex | anshil (file name) | black |",
        // As White against random moves, the old solver never gave anything away, and won every winnable
        // game.
        "| pseudoRand | solver1.0 | 50 | 2 | 22 | 26 | 26 | 26 | 0 |",
    ] {
        assert!(page.contains(stated), "{stated}\n{page}");
    }
    let games: Value = serde_json::from_str(&crate::support::text(&files, "games/games.json")).expect("JSON");
    let broken_off = &games[1];
    assert_eq!(broken_off["ending"], "broken off");
    assert_eq!(broken_off["slips"][0]["move"], "Ba1?b1");
    assert_eq!(broken_off["slips"][0]["better"], "Ba1?a2");
    let index = crate::support::text(&files, "index.md");
    assert!(index.contains("it wins in 189 of 420 positions"), "{index}");
    better_moves_are_best(&games);
}

/// The move shown in place of a mistake wins as fast as a search can prove.
fn better_moves_are_best(games: &Value) {
    let game = Nex::<u64>::new(3, 3).expect("a small board");
    let stop = AtomicBool::new(false);
    let options = Options::within(1 << 24);
    let mut solver = Solver::new(&game, options, &stop, &()).expect("memory");
    let mut wins = 0;
    for record in records() {
        for found in records::read(record.1.as_bytes(), None) {
            let Some(read) = found.ok().filter(|read| read.board.to_string() == "nex:3x3") else { continue };
            let read = Record::of(&read);
            let stated = games.as_array().expect("games").iter().filter(|stated| {
                stated["board"] == "nex:3x3" && stated["file"] == record.0 && stated["line"] == read.line
            });
            // If a line has several games, none of them has slips, so it does not matter which one this is.
            for slip in stated.flat_map(|stated| stated["slips"].as_array().expect("slips")) {
                let ply = slip["ply"].as_u64().expect("a ply") as usize;
                let before = read.moves[..ply - 1].iter().fold(read.start, |at, &mv| game.play(&at, mv));
                let better =
                    game.read_move(&before, slip["better"].as_str().expect("a move")).expect("legal");
                let best = solver.solve(&before, Goal::Distances).expect("no table can fail").bounds;
                let after = game.play(&before, better);
                let worth = match game.outcome(&after) {
                    Some(outcome) => Bounds::exact(Score::of_outcome(outcome)),
                    None => solver.solve(&after, Goal::Distances).expect("no table can fail").bounds,
                };
                assert_eq!(worth.lift(), best, "{slip}");
                wins += u64::from(best.wdl() == Some(Wdl::Win));
            }
        }
    }
    assert!(wins > 50, "{wins}");
}

#[test]
fn two_kings_against_one_are_counted_by_the_road() {
    let (_folder, opened) = crate::support::draughts();
    let sources = BoardDatabases::new(vec![opened]).expect("read");
    let boards = nexsolve_research::source::draughts(&sources).expect("a database");
    let ending = road::count(&boards[0], 2, Mover::Stronger).expect("tables").expect("three pieces");
    // Published: 14,880 positions, of which 5,628 are won and none is lost.
    let all = ending.together();
    assert_eq!(all.values, [0, 9_252, 5_628]);
    assert_eq!(all.plies.values().sum::<u64>(), 5_628);
    assert_eq!(all.plies.keys().next_back(), Some(&7));
    let parts: u64 =
        Road::ALL.map(|road| ending.by_road(road, &[Duty::Capture, Duty::Quiet]).all()).iter().sum();
    assert_eq!(parts, 14_880);
    // The lone king is on one of the 8 squares of the road, and the other two are off it: 8 · 24 · 23 / 2.
    assert_eq!(ending.by_road(Road::Lone, &[Duty::Capture, Duty::Quiet]).all(), 2_208);
    let lone = road::count(&boards[0], 2, Mover::Lone).expect("tables").expect("three pieces").together();
    assert_eq!(lone.values[Wdl::Loss as usize], 274);
    assert!(road::count(&boards[0], 3, Mover::Lone).expect("tables").is_none());
}

#[test]
fn the_page_of_draughts_does_with_few_pieces() {
    let (_folder, opened) = crate::support::draughts();
    let files = crate::support::study(Study::Kings, vec![opened], Vec::new(), Vec::new());
    crate::support::no_dead_links(&files);
    let page = crate::support::text(&files, "draughts/index.md");
    assert!(page.contains("| 3 | 399,040 | 68,796 | 467,836 | 470,180 | 2,344 |"), "{page}");
    assert!(page.contains("no distances for four pieces"), "{page}");
}
