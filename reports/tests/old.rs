//! Old games and old counts.

use nexsolve_core::Wdl;
use nexsolve_reports::kings::road::{self, Duty, Mover, Road};
use nexsolve_reports::{Part, Sources};
use serde_json::Value;

#[expect(dead_code, reason = "databases of other games are for others")]
mod support;

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
    let (_folders, opened): (Vec<_>, Vec<_>) = [support::nex(2, 2), support::nex(3, 3)].into_iter().unzip();
    let runs = vec![("run.json".to_owned(), r#"{"board":"nex:2x2","tree_nodes":"61"}"#.to_owned())];
    let files = support::part(Part::Games, opened, records(), runs);
    support::no_dead_links(&files);
    let page = support::text(&files, "games/index.md");
    for told in [
        "- 3×3 Nex: 83 games",
        "- `nex:4x4`, no database: 1 game, not judged",
        "Right: `Ba1?a2` and `Bb2?b1` win, 10 openings draw.",
        "Right: the run counts 61.",
        "`Ba3?b3` is +7 and `Ba3?c2` is +7",
        // The old solver as White against moves by lot never gave anything away, and won all that could be won.
        "| pseudoRand | solver1.0 | 50 | 2 | 22 | 26 | 26 | 26 | 0 |",
        "Ba3?a2 wins in 189 of 420",
    ] {
        assert!(page.contains(told), "{told}\n{page}");
    }
    let games: Value = serde_json::from_str(&support::text(&files, "games/games.json")).expect("JSON");
    let broken_off = &games[1];
    assert_eq!(broken_off["ending"], "broken off");
    assert_eq!(broken_off["slips"][0]["move"], "Ba1?b1");
    assert_eq!(broken_off["slips"][0]["better"], "Ba1?a2");
}

#[test]
fn two_kings_against_one_are_counted_by_the_road() {
    let (_folder, opened) = support::draughts(3);
    let sources = Sources::new(vec![opened]).expect("read");
    let boards = sources.draughts().expect("a database");
    let ending = road::count(&boards[0], 2, Mover::Stronger).expect("tables").expect("three pieces");
    // Published: 14,880 positions, of which 5,628 are won and none is lost.
    let all = ending.together();
    assert_eq!(all.values, [0, 9_252, 5_628]);
    assert_eq!(all.plies.values().sum::<u64>(), 5_628);
    assert_eq!(all.plies.keys().next_back(), Some(&7));
    let parts: u64 =
        Road::ALL.map(|road| ending.by_road(road, &[Duty::Capture, Duty::Quiet]).all()).iter().sum();
    assert_eq!(parts, 14_880);
    // The lone king on one of 8 squares of the road, both others off it: 8 · 24 · 23 / 2.
    assert_eq!(ending.by_road(Road::Lone, &[Duty::Capture, Duty::Quiet]).all(), 2_208);
    let lone = road::count(&boards[0], 2, Mover::Lone).expect("tables").expect("three pieces").together();
    assert_eq!(lone.values[Wdl::Loss as usize], 274);
    assert!(road::count(&boards[0], 3, Mover::Lone).expect("tables").is_none());
}

#[test]
fn the_page_of_draughts_does_with_few_pieces() {
    let (_folder, opened) = support::draughts(3);
    let files = support::part(Part::Kings, vec![opened], Vec::new(), Vec::new());
    support::no_dead_links(&files);
    let page = support::text(&files, "draughts/index.md");
    assert!(page.contains("| 3 | 399,040 | 68,796 | 467,836 | 470,180 | 2,344 |"), "{page}");
    assert!(page.contains("no distances of four pieces"), "{page}");
}
