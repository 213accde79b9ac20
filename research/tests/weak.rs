//! Compares weak openings and their refutations with a search.

use nexsolve_core::{Game, Notation, Score, Wdl};
use nexsolve_games::nex::Nex;
use nexsolve_research::Study;
use nexsolve_solver::{Goal, Options, Solver};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

#[test]
fn refutations_are_what_a_search_proves() {
    let sizes = [(2, 2), (2, 3), (3, 2), (3, 3)];
    let (_folders, opened): (Vec<_>, Vec<_>) =
        sizes.map(|(rows, cols)| crate::support::nex(rows, cols)).into_iter().unzip();
    let files = crate::support::study(Study::Weak, opened, Vec::new(), Vec::new());
    crate::support::no_dead_links(&files);
    let weak: Value = serde_json::from_str(&crate::support::text(&files, "weak/weak.json")).expect("JSON");
    let boards = weak["boards"].as_array().expect("boards");
    assert!(boards.iter().all(|board| board["board"] != "nex:2x3"), "2×3 has no weak opening");
    for (rows, cols) in [(2, 2), (3, 2), (3, 3)] {
        let game = Nex::<u64>::new(rows, cols).expect("a small board");
        let stop = AtomicBool::new(false);
        let options = Options::within(1 << 24);
        let mut solver = Solver::new(&game, options, &stop, &()).expect("memory");
        let name = format!("nex:{rows}x{cols}");
        let board = boards.iter().find(|board| board["board"] == name).expect("stated");
        let proven = solver.solve(&game.start(), Goal::Distances).expect("no table can fail");
        let not_won = proven.moves.iter().filter(|mv| mv.bounds.wdl() != Some(Wdl::Win)).count();
        let weak = board["weak"].as_array().expect("a list");
        assert_eq!(2 * weak.len(), not_won, "{name}");
        for stated in weak {
            refuted(&game, &mut solver, stated);
        }
    }
}

/// Checks that the line is legal, that every move keeps the value by a search, and that the stated number of
/// replies refute.
fn refuted(game: &Nex<u64>, solver: &mut Solver<'_, Nex<u64>>, stated: &Value) {
    let mut position = game.start();
    let mut worth = None;
    for (ply, text) in stated["line"].as_str().expect("a line").split(';').enumerate() {
        let mv = game.read_move(&position, text).expect(text);
        position = game.play(&position, mv);
        if let Some(outcome) = game.outcome(&position) {
            let after = Score::of_outcome(outcome);
            assert_eq!(worth.map(Score::unlift), Some(after), "{stated} {text}");
            return;
        }
        let solution = solver.solve(&position, Goal::Distances).expect("no table can fail");
        let after = solution.bounds.score().expect("proven");
        if let Some(before) = worth {
            assert_eq!(Score::unlift(before), after, "{stated} {text}");
        }
        if ply == 0 {
            let best = after.wdl();
            let refuting = solution.moves.iter().filter(|reply| reply.bounds.wdl() == Some(best)).count();
            assert_eq!(stated["refuting"].as_u64(), Some(refuting as u64), "{stated}");
            assert_eq!(stated["replies"].as_u64(), Some(solution.moves.len() as u64), "{stated}");
        }
        worth = Some(after);
    }
    panic!("the line does not come to an end: {stated}");
}
