//! Tests of the answers' text, on hand-made solutions.

use super::*;
use crate::solve::json::document;
use nexsolve_core::{Bounds, Symmetric};
use nexsolve_games::AnyGame;
use nexsolve_oracle::Oracle;
use nexsolve_solver::{MoveReport, Options, Solution, Stats};
use std::sync::atomic::AtomicBool;

fn a_run(goal: Goal, stopped: Option<Cause>) -> Run {
    Run {
        engine: Engine::Search,
        goal,
        stopped,
        seconds: 12.34,
        threads: 2,
        memory_bytes: 4 << 30,
        tree: None,
        proofs: None,
    }
}

/// Creates a report on `position`; `worth` returns the proven bounds of the nth move.
fn made(board: &str, position: &str, run: Run, worth: impl Fn(usize) -> Bounds) -> Findings {
    let board = nexsolve_games::board(board).expect("a board");
    let game = &AnyGame::on(board).expect("a game");
    let position = game.read_position(position).expect("a position");
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let canonical: Vec<_> = moves.iter().map(|&mv| game.canonical(&game.play(&position, mv))).collect();
    let reports: Vec<_> = moves
        .iter()
        .zip(&canonical)
        .map(|(&mv, child)| {
            let first = canonical.iter().position(|c| c == child).expect("itself");
            let bounds = worth(first);
            let mut line = Vec::new();
            if bounds.score().is_some() {
                // Any continuation will do as a line.
                let (mut at, mut next, mut list) = (position, mv, Vec::new());
                loop {
                    line.push(next);
                    at = game.play(&at, next);
                    game.moves(&at, &mut list);
                    let Some(&mv) = list.get(first % list.len().max(1)) else { break };
                    next = mv;
                }
            }
            MoveReport { mv, bounds, line }
        })
        .collect();
    let limit = |get: &dyn Fn(Bounds) -> Score| reports.iter().map(|m| get(m.bounds)).max();
    let bounds =
        Bounds { lo: limit(&|b| b.lo).unwrap_or(Score::MIN), hi: limit(&|b| b.hi).unwrap_or(Score::MAX) };
    let plies = (0..9).map(|i| PlyStats {
        nodes: 37_u64.pow(i),
        leaves: 11_u64.pow(i),
        moves: 52_u64.pow(i),
        cutoffs: 12_u64.pow(i),
        tt_hits: 9_u64.pow(i),
        tt_stores: 10_u64.pow(i),
        probes: 0,
        probe_hits: 0,
    });
    let stats = Stats { plies: plies.collect() };
    let complete = run.stopped.is_none();
    let solution = Solution { bounds, moves: reports, complete, exhausted: false, stats };
    Findings::new(game, board, &position, &solution, run)
}

fn plain(report: &Findings, extras: Extras) -> String {
    anstream::adapter::strip_str(&answer(report, extras)).to_string()
}

fn win(plies: u16) -> Bounds {
    Bounds::exact(Score::win_in(Plies(plies)))
}

fn loss(plies: u16) -> Bounds {
    Bounds::exact(Score::loss_in(Plies(plies)))
}

const DRAW: Bounds = Bounds::exact(Score::DRAW);
const WON: Bounds = Bounds { lo: Score::WIN, hi: Score::MAX };
const LOST: Bounds = Bounds { lo: Score::MIN, hi: Score::LOSS };

fn mixed(n: usize) -> Bounds {
    match n % 7 {
        0 => win(7),
        1 | 2 => win(11),
        3 => DRAW,
        4 => loss(8),
        5 => loss(14),
        _ => Bounds { lo: Score::DRAW, hi: Score::MAX },
    }
}

fn wdl(n: usize) -> Bounds {
    [WON, DRAW, LOST, DRAW, WON][n % 5]
}

/// Returns reports of every kind and size.
fn gallery() -> Vec<Findings> {
    let full = || a_run(Goal::Distances, None);
    let stopped = |cause| a_run(Goal::Distances, Some(cause));
    vec![
        made("nex:2x2", "", full(), |n| if n == 1 { win(3) } else { DRAW }),
        made("nex:3x3", "", full(), |n| if n % 2 == 0 { win(7) } else { DRAW }),
        made("nex:3x3", "", a_run(Goal::Moves, None), wdl),
        made("nex:4x4", "", stopped(Cause::Time), mixed),
        made("nex:5x5", "", stopped(Cause::Interrupt), mixed),
        made("nex:4x4", "", a_run(Goal::Moves, None), wdl),
        made("nex:5x5", "", a_run(Goal::Value, Some(Cause::Nodes)), |_| Bounds::UNKNOWN),
        made("nex:4x4", "", a_run(Goal::Value, None), |n| if n == 0 { WON } else { Bounds::UNKNOWN }),
        made("nex:4x4", "", stopped(Cause::Time), |_| Bounds { lo: Score::DRAW, hi: Score::MAX }),
        made("nex:3x3", "Ba1?b2", full(), |n| [loss(4), loss(6)][n % 2]),
        made("nex:4x4", "Ba1?b2;Wc1?d2;Ba2?b3", stopped(Cause::Time), mixed),
        made("hex:5x5", "", full(), |n| if n % 2 == 0 { win(13) } else { loss(12) }),
        made("hex:8x8", "", full(), |n| if n % 2 == 0 { win(13) } else { loss(12) }),
        made("nex:8x8", "", a_run(Goal::Moves, None), wdl),
        made("nex:1x1", "", full(), |_| DRAW),
        made("nex:2x8", "", stopped(Cause::Nodes), mixed),
    ]
}

#[test]
fn lines_fit_a_terminal() {
    for report in gallery() {
        let text = plain(&report, Extras { lines: true, stats: true });
        for line in text.lines() {
            assert!(line.width() <= columns(), "{line}");
            assert_eq!(line.trim_end(), line);
        }
    }
}

#[test]
fn the_answer_begins_with_the_value() {
    let first = |report: &Findings| {
        plain(report, Extras::default())
            .lines()
            .take_while(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let all: Vec<String> = gallery().iter().map(first).collect();
    assert_eq!(all[0], "Black, who moves first, wins 2×2 Nex in 3 plies.");
    assert_eq!(all[2], "Black, who moves first, wins 3×3 Nex.");
    let begins = "Black, who moves first, wins 4×4 Nex in at most 7 plies. ";
    let ends = " of 240 openings are not proven within the budget.";
    assert!(all[3].starts_with(begins) && all[3].ends_with(ends), "{}", all[3]);
    assert_eq!(all[6], "Not proven within the budget: the value of 5×5 Nex.");
    assert_eq!(
        all[8],
        "Not proven within the budget: the value of 4×4 Nex. Black, who moves first, at least draws."
    );
    let lost = made("nex:3x2", "", a_run(Goal::Distances, None), |_| loss(4));
    assert_eq!(first(&lost), "White, who moves second, wins 3×2 Nex in 4 plies.");
    let drawn = made("nex:3x3", "", a_run(Goal::Distances, None), |_| DRAW);
    assert_eq!(first(&drawn), "3×3 Nex is a draw.");
}

#[test]
fn unproven_values_have_bounds() {
    let sentence = |position: &str, lo, hi| {
        let run = a_run(Goal::Distances, Some(Cause::Nodes));
        let report = made("nex:4x4", position, run, |_| Bounds { lo, hi });
        sentences(&report).replace("Not proven within the budget: the value of ", "")
    };
    let (lost, won) = (Score::loss_in(Plies(6)), Score::win_in(Plies(5)));
    assert_eq!(
        sentence("", lost, won),
        "4×4 Nex. Black cannot force a win in fewer than 5 plies, nor White in fewer than 6."
    );
    assert_eq!(
        sentence("Ba1?b2", lost, won),
        "the position. White cannot force a win in fewer than 5 plies, nor Black in fewer than 6."
    );
    assert_eq!(sentence("", Score::MIN, won), "4×4 Nex. Black cannot force a win in fewer than 5 plies.");
    assert_eq!(sentence("", lost, Score::MAX), "4×4 Nex. White cannot force a win in fewer than 6 plies.");
    assert_eq!(sentence("", Score::MIN, Score::MAX), "4×4 Nex.");
    assert_eq!(
        sentence("", Score::DRAW, won),
        "4×4 Nex. Black, who moves first, at least draws, and cannot force a win in fewer than 5 plies."
    );
    assert_eq!(
        sentence("Ba1?b2", lost, Score::DRAW),
        "the position. White, to move, at most draws, and Black cannot force a win in fewer than 6 plies."
    );
}

#[test]
fn the_whole_answer_for_the_smallest_board() {
    let board = nexsolve_games::board("nex:2x2").expect("a board");
    let oracle = Oracle::new(board, &[]).expect("a game");
    let (game, stop) = (oracle.game(), AtomicBool::new(false));
    let options = Options::within(1 << 16);
    let searcher = oracle.searcher(options, &stop, &()).expect("a little memory");
    let solution =
        searcher.expect("it is searched").solve(&game.start(), Goal::Distances).expect("no tables");
    let report = Findings::new(game, board, &game.start(), &solution, a_run(Goal::Distances, None));
    let text = plain(&report, Extras::default());
    let shown = text.split("\nSearch").next().expect("figures at the end");
    assert_eq!(
        shown,
        "\
Black, who moves first, wins 2×2 Nex in 3 plies.

Openings: B is Black's stone; each other cell shows the value with the neutral
stone there. Rotating them by 180° gives the other openings.
3 wins in 3 plies   = draws

  1 2      1 2
a B 3    a = B
 b = =    b = =

             openings    up to symmetry
  win               2                 1
  draw             10                 5
  lose              0                 0

Best         Ba1?a2 wins in 3 plies
             Ba1?a2; Wb1?b2; Ba2Bb2?a1
Refuted      Ba1?b1 draws: Wa2?b2 refutes it
             Ba1?b1; Wa2?b2; Bb1Bb2?a1
"
    );
    let json = document(&report);
    assert_eq!(json["value"], "win");
    assert_eq!(json["distance"], 3);
    assert_eq!(json["proven"], true);
    assert_eq!(json["openings"][0]["move"], "Ba1?a2");
    assert_eq!(json["openings"][1]["distance"], serde_json::Value::Null);
    assert_eq!(json["openings_by_value"]["draw"], 10);
    assert_eq!(json["search"]["threads"], 2);
}

#[test]
fn documents_hold_what_is_proven() {
    for report in gallery() {
        let json = document(&report);
        assert_eq!(json["proven"], report.complete);
        assert_eq!(json["value"].is_null(), report.bounds.wdl().is_none());
        assert_eq!(json.get("bounds").is_some(), report.bounds.score().is_none());
        let moves = if report.position.is_none() { &json["openings"] } else { &json["moves"] };
        assert_eq!(moves.as_array().map(Vec::len), Some(report.moves.len()));
    }
}
