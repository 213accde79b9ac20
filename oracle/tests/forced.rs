//! Forced wins against tables, and where no search covers the board.

use nexsolve_core::{Bounds, Chance, Course, Game, Notation, Plies, Score, SplitMix};
use nexsolve_games::AnyGame;
use nexsolve_kernels::generate_briefly;
use nexsolve_oracle::{Answer, Oracle, Search, Small, Source};
use nexsolve_solver::{Goal, Options};
use std::sync::atomic::AtomicBool;

/// How many positions of random games are compared with the table.
const POSITIONS: usize = 100_000;

#[test]
fn tables_agree_with_forced_wins() {
    let board = nexsolve_games::board("nex:4x4").expect("a board");
    let small = Small::new(1 << 28, generate_briefly);
    small.make(board).expect("a small board");
    let oracle = Oracle::new(board, &small.all()).expect("a board");
    let game = oracle.game();
    let forcing = game.forcing().expect("Nex finds forced wins");
    let (mut random, mut claims, mut wins, mut looked) = (SplitMix(4), 0, 0, 0);
    while looked < POSITIONS {
        let mut course = vec![game.start()];
        loop {
            let position = course[course.len() - 1];
            let moves = game.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            course.push(game.play(&position, moves[random.below(moves.len())]));
        }
        course.pop();
        looked += course.len();
        for (position, worth) in course.iter().zip(oracle.worths(&course).expect("a table")) {
            wins += usize::from(worth.bounds.lo >= Score::WIN);
            let Some(found) = forcing.forced_win(position, 300, &|| false) else { continue };
            assert!(worth.bounds.lo >= Score::win_in(found.plies), "{}", game.format_position(position));
            claims += 1;
        }
    }
    eprintln!("{looked} positions, {wins} won, {claims} wins found");
    assert!(claims > wins / 2);
}

/// Black to move wins in at most seven plies, by generate moves alone.
const WON: &str = "WW..BB..W.?/WWBB.W??W.B/W.B.BWBWBBW/?WB.B.W.WBW/B?B.B...WWB/.WB?.BB..BW/WW.BW.WWW../BBBBW..W.BB/.W.WW?W?WBB/BBW...B.W.B/.WW.B.BWWBB";

#[test]
fn a_search_without_all_moves_proves_forced_wins() {
    let board = nexsolve_games::played("nex:11x11", None).expect("a board");
    let oracle = Oracle::new(board, &[]).expect("a board");
    let position = oracle.game().read_position(WON).expect("a position");
    let stop = AtomicBool::new(false);
    let at_most = Bounds { lo: Score::win_in(Plies(7)), hi: Score::win_in(Plies(1)) };

    let solve = |position, goal| {
        let searcher = oracle.searcher(Options::within(0), &stop, &()).expect("memory");
        searcher.expect("a search").solve(position, goal).expect("no tables")
    };
    let complete = |answer: &Answer| answer.searched.as_ref().is_some_and(|effort| effort.complete);
    let solution = solve(&position, Goal::Value);
    assert!(complete(&solution) && solution.worth.bounds == at_most);
    let best = solution.moves.iter().find(|report| report.worth.bounds == at_most).expect("the move");
    let end = best.line.iter().fold(position, |at, &mv| oracle.game().play(&at, mv));
    assert!(oracle.game().outcome(&end).is_some());
    assert!(!complete(&solve(&position, Goal::Moves)), "the other moves stay open");
    let start = solve(&oracle.game().start(), Goal::Value);
    assert!(!complete(&start) && start.worth.bounds == Bounds::UNKNOWN);

    let search = Search { stop: &stop, threads: 1, memory_bytes: 0, nodes: None, observer: &() };
    let course: Course<'_, AnyGame> = Course::from(oracle.game(), position);
    for most in [100, 100_000] {
        let known = oracle.answer(&course, most, Some(&search)).expect("no tables");
        assert_eq!((known.worth.bounds.lo, known.source), (at_most.lo, Source::Search));
        let won = known.moves.iter().find(|known| known.worth.is_known()).expect("the move");
        assert_eq!((won.mv, won.worth.bounds, &won.line), (best.mv, at_most, &best.line));
        assert_eq!(known.moves.len(), if most == 100 { 1 } else { known.count });
        assert_eq!(oracle.answer(&course, most, None).expect("no tables").source, Source::Nothing);
    }
}
